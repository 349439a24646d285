// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, each checked on the records of real runs against the lab; nothing depends on how long
// anything takes:
// - sequential: a request is queued when the one before is done
// - burst: no request is queued before the whole burst before it is done
// - parallel: `width` under way, never more, until the requests run out
// - paced: intended times are the gap apart, to the nanosecond, and no request comes before its own
// - but for the first one of a block, a request reaches its connection from the phase that was
// asked
//   for; through a pool, from poll means from check
// - requests are numbered without a gap; those of the warm-up come first and belong to no block
// - the acts of the lab are injected before each Nth measured request
// - what is started is settled, and the counts of the result are those of the records
// - a limited rate holds for the run, whatever the workload and however many variants: the nth
//   request of all is not queued before its turn, and a burst goes out together as far as it may
// - the answers are counted by status, and what was spoken is what most of them came by
#include "tests/support/enginerun.h"

#include <QTest>

#include <map>
#include <set>

using namespace reusescope;

namespace {

Nanoseconds doneAt(const RequestRecord &record)
{
    return record.points.queued + record.points.done.value();
}

/// The most requests that were under way at the same time; one that is queued when another is done
/// does not overlap it.
int mostUnderWay(const std::vector<RequestRecord> &records)
{
    std::vector<std::pair<Nanoseconds, int>> changes;
    for (const RequestRecord &record : records) {
        changes.emplace_back(record.points.queued, 1);
        changes.emplace_back(doneAt(record), -1);
    }
    std::sort(changes.begin(), changes.end());
    int now = 0;
    int most = 0;
    for (const auto &change : changes) {
        now += change.second;
        most = std::max(most, now);
    }
    return most;
}

void verifyCounts(const Told &told, int warmup)
{
    QVERIFY(told.result);
    QVERIFY2(!told.result->error, told.result->error ? told.result->error->detail.c_str() : "");
    QVERIFY(!told.result->interrupted);
    QCOMPARE(told.result->eventsDropped, std::uint64_t{0});
    QCOMPARE(told.result->instrumentWakeups, std::uint64_t{0});
    const Workload &workload = told.result->experiment.workload;
    for (std::size_t i = 0; i < told.result->variants.size(); ++i) {
        const VariantResult &variant = told.result->variants[i];
        QCOMPARE(variant.started, static_cast<std::uint64_t>(workload.count));
        QCOMPARE(variant.settled, variant.started);
        QCOMPARE(variant.unsettled, std::uint64_t{0});
        QCOMPARE(variant.summary.settled(), variant.started);
        std::set<std::uint32_t> indexes;
        std::uint64_t measured = 0;
        for (const RequestRecord &record : told.all<RequestRecord>()) {
            if (record.variant != i)
                continue;
            QVERIFY(indexes.insert(record.index).second);
            QCOMPARE(record.block == 0, record.warmup);
            measured += record.warmup ? 0 : 1;
        }
        QCOMPARE(measured, variant.started);
        QCOMPARE(indexes.size(), static_cast<std::size_t>(workload.count + warmup));
        QCOMPARE(*indexes.begin(), 1u);
        QCOMPARE(*indexes.rbegin(), static_cast<std::uint32_t>(workload.count + warmup));
    }
}

} // namespace

class TestVariantRun : public QObject
{
    Q_OBJECT
private slots:
    void sequentialFromEachPhase_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("from");
        QTest::addColumn<bool>("pool");
        QTest::addColumn<int>("model");
        QTest::addColumn<int>("reachesFrom");
        struct From
        {
            DispatchFrom asked;
            Phase client;
            Phase pool;
        };
        constexpr From kFrom[] = {
            {DispatchFrom::Poll, Phase::Poll, Phase::Check},
            {DispatchFrom::Check, Phase::Check, Phase::Check},
            {DispatchFrom::Timers, Phase::Timers, Phase::Timers},
        };
        // immediate-unref stalls from check and timers, as it should: left out to save the seconds.
        for (const char *scheduler : {"none", "timer-0", "immediate-ref", "fresh-poll", "peek",
                                      "background", "after-idle:0"})
            for (const From &from : kFrom)
                for (const bool pool : {false, true})
                    for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst})
                        QTest::addRow("%s from %s through a %s, %s", scheduler,
                                      name(from.asked).data(), pool ? "pool" : "client",
                                      name(model).data())
                            << scheduler << static_cast<int>(from.asked) << pool
                            << static_cast<int>(model)
                            << static_cast<int>(pool ? from.pool : from.client);
    }
    void sequentialFromEachPhase()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, from);
        QFETCH(bool, pool);
        QFETCH(int, model);
        QFETCH(int, reachesFrom);
        Experiment experiment = smallExperiment({scheduler.toStdString()});
        experiment.dispatchFrom = static_cast<DispatchFrom>(from);
        experiment.client.frontEnd = pool ? FrontEnd::Pool : FrontEnd::Client;
        experiment.loopModel = static_cast<LoopModel>(model);
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(told.result->variants[0].connectionsOpened, 1u);
        const std::vector<RequestRecord> records = told.requestsOf(0, 1);
        QCOMPARE(records.size(), std::size_t{15});
        QCOMPARE(name(records[0].queuedFrom), name(Phase::Main));
        QCOMPARE(name(records[0].outcome), name(Outcome::OkFresh));
        for (std::size_t i = 1; i < records.size(); ++i) {
            QCOMPARE(records[i].warmup, i < 3);
            QVERIFY(records[i].points.queued >= doneAt(records[i - 1]));
            QCOMPARE(name(records[i].queuedFrom), name(static_cast<Phase>(reachesFrom)));
            QCOMPARE(name(records[i].outcome), name(Outcome::OkReused));
            QVERIFY(!records[i].intended.has());
        }
    }

    void fromTimersWaitsForTheGap()
    {
        Experiment experiment = smallExperiment();
        experiment.dispatchFrom = DispatchFrom::Timers;
        experiment.workload.gap = Milliseconds{5};
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3);
        const std::vector<RequestRecord> records = told.requestsOf(0, 1);
        // The loop's time is in whole milliseconds, cut off.
        for (std::size_t i = 1; i < records.size(); ++i)
            QVERIFY(records[i].points.queued - doneAt(records[i - 1]) > Milliseconds{4});
    }

    void aBurstWaitsForTheWholeOneBefore_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("connections");
        QTest::addColumn<int>("pipelining");
        for (const DispatchFrom from :
             {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers}) {
            const auto row = [from](const char *what, int connections, int pipelining) {
                QTest::addRow("from %s, %s", name(from).data(), what)
                    << static_cast<int>(from) << connections << pipelining;
            };
            row("a connection each", 4, 1);
            row("two have to wait", 2, 1);
            row("in a pipeline", 1, 4);
        }
    }
    void aBurstWaitsForTheWholeOneBefore()
    {
        QFETCH(int, from);
        QFETCH(int, connections);
        QFETCH(int, pipelining);
        Experiment experiment = smallExperiment({"none", "fresh-poll"});
        experiment.workload = {WorkloadKind::Burst, 42, 8, 4, Milliseconds{0}}; // the last: of two
        experiment.dispatchFrom = static_cast<DispatchFrom>(from);
        experiment.client.connections = connections;
        experiment.client.pipelining = pipelining;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 8);
        if (QTest::currentTestFailed())
            return;
        for (std::uint8_t variant = 0; variant < 2; ++variant) {
            const std::vector<RequestRecord> records = told.requestsOf(variant, 1);
            QCOMPARE(records.size(), std::size_t{50});
            Nanoseconds allDone{0};
            for (std::size_t begin = 0; begin < records.size(); begin += 4) {
                const Nanoseconds before = allDone;
                for (std::size_t i = begin; i < std::min(begin + 4, records.size()); ++i) {
                    QVERIFY(records[i].points.queued >= before);
                    QVERIFY(isOk(records[i].outcome));
                    allDone = std::max(allDone, doneAt(records[i]));
                }
            }
            QCOMPARE(mostUnderWay(records), 4);
            QCOMPARE(told.result->variants[variant].connectionsOpened,
                     static_cast<std::uint32_t>(connections));
        }
    }

    void parallelKeepsTheWidthUnderWay_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("connections");
        for (const DispatchFrom from :
             {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers})
            for (const int connections : {5, 2})
                QTest::addRow("from %s, %d connections", name(from).data(), connections)
                    << static_cast<int>(from) << connections;
    }
    void parallelKeepsTheWidthUnderWay()
    {
        QFETCH(int, from);
        QFETCH(int, connections);
        Experiment experiment = smallExperiment();
        experiment.workload = {WorkloadKind::Parallel, 100, 10, 5, Milliseconds{0}};
        experiment.dispatchFrom = static_cast<DispatchFrom>(from);
        experiment.client.connections = connections;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 10);
        const std::vector<RequestRecord> records = told.requestsOf(0, 1);
        QCOMPARE(records.size(), std::size_t{110});
        QCOMPARE(mostUnderWay(records), 5);
        if (experiment.dispatchFrom != DispatchFrom::Poll)
            return;
        // From poll the next one is issued while the last one settles: there is no room in between.
        std::vector<Nanoseconds> done;
        for (const RequestRecord &record : records)
            done.push_back(doneAt(record));
        std::sort(done.begin(), done.end());
        for (std::size_t i = 5; i < records.size(); ++i)
            QVERIFY(records[i].points.queued >= done[i - 5]);
    }

    void pacedTimesAreTheGapApart_data()
    {
        QTest::addColumn<int>("gapMs");
        QTest::addColumn<int>("delayMs");
        QTest::addColumn<int>("repeats");
        QTest::addRow("the server keeps up") << 2 << 0 << 1;
        QTest::addRow("the server is slower than the pace") << 1 << 3 << 1;
        QTest::addRow("each block has a pace of its own") << 1 << 0 << 3;
    }
    void pacedTimesAreTheGapApart()
    {
        QFETCH(int, gapMs);
        QFETCH(int, delayMs);
        QFETCH(int, repeats);
        Experiment experiment = smallExperiment();
        experiment.workload = {WorkloadKind::Paced, 30, 3, 1, Milliseconds{gapMs}};
        experiment.repeats = repeats;
        experiment.lab.delay = Milliseconds{delayMs};
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3 * repeats);
        if (QTest::currentTestFailed())
            return;
        for (int block = 1; block <= repeats; ++block) {
            const std::vector<RequestRecord> records =
                told.requestsOf(0, static_cast<std::uint8_t>(block));
            QCOMPARE(records.size(), static_cast<std::size_t>(30 / repeats + 3));
            std::optional<Nanoseconds> last;
            for (const RequestRecord &record : records) {
                QVERIFY(record.intended.has());
                QVERIFY(record.intended.value() >= Nanoseconds{0});
                const Nanoseconds intended = record.points.queued - record.intended.value();
                if (last)
                    QCOMPARE((intended - *last).count(), Nanoseconds(Milliseconds{gapMs}).count());
                last = intended;
            }
        }
        const VariantResult &variant = told.result->variants[0];
        QCOMPARE(variant.summary.latencyFromIntended().count(), variant.started);
        // What waits behind a slow response is late, and the latency from its intended time says
        // so: the last one waited for some 30 * (3 - 1) ms.
        if (delayMs > gapMs)
            QVERIFY(variant.summary.latencyFromIntended().max() >= Milliseconds{30});
    }

    void injectsBeforeEachNthMeasuredRequest_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<bool>("blind");
        QTest::addRow("none takes the stranger for its answer") << "none" << true;
        QTest::addRow("peek sees it") << "peek" << false;
        QTest::addRow("fresh-poll sees it") << "fresh-poll" << false;
    }
    void injectsBeforeEachNthMeasuredRequest()
    {
        QFETCH(QString, scheduler);
        QFETCH(bool, blind);
        Experiment experiment = smallExperiment({scheduler.toStdString()});
        experiment.workload.count = 16;
        experiment.repeats = 2;
        experiment.injection.every = 5;
        LabAct act;
        act.when = ActWhen::OnDispatch;
        act.bytes = kWellFormedResponse;
        experiment.lab.acts = {act};
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3 + 3);
        if (QTest::currentTestFailed())
            return;
        int measured = 0;
        for (std::uint8_t block = 1; block <= 2; ++block) {
            for (const RequestRecord &record : told.requestsOf(0, block)) {
                measured += record.warmup ? 0 : 1;
                const bool met = !record.warmup && measured % 5 == 0;
                if (blind) {
                    QCOMPARE(record.outcome == Outcome::FailedPoison, met);
                } else {
                    QVERIFY(isOk(record.outcome));
                    QCOMPARE(record.reason == Reason::IdleBytes, met);
                }
            }
        }
        QCOMPARE(measured, 16);
    }

    void anInjectionWithoutAnIdleConnectionDoesNothing()
    {
        Experiment experiment = smallExperiment();
        experiment.lab.close = true;
        LabAct act;
        act.when = ActWhen::OnDispatch;
        act.bytes = kWellFormedResponse;
        experiment.lab.acts = {act};
        experiment.injection.every = 1;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3);
        QCOMPARE(told.result->variants[0].summary.count(Outcome::OkFresh), std::uint64_t{12});
    }

    void theRateIsThatOfTheWholeRun_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("perSecond");
        QTest::addColumn<int>("together");
        const auto row = [](const char *what, WorkloadKind kind, int width, DispatchFrom from,
                            int perSecond, int together) {
            QTest::addRow("%s", what) << static_cast<int>(kind) << width << static_cast<int>(from)
                                      << perSecond << together;
        };
        row("sequential", WorkloadKind::Sequential, 1, DispatchFrom::Poll, 150, 1);
        row("sequential from check", WorkloadKind::Sequential, 1, DispatchFrom::Check, 150, 1);
        row("sequential from timers", WorkloadKind::Sequential, 1, DispatchFrom::Timers, 150, 1);
        row("parallel", WorkloadKind::Parallel, 4, DispatchFrom::Poll, 150, 1);
        row("burst", WorkloadKind::Burst, 4, DispatchFrom::Poll, 150, 4);
        row("burst wider than the rate", WorkloadKind::Burst, 8, DispatchFrom::Poll, 5, 5);
        row("paced faster than that", WorkloadKind::Paced, 1, DispatchFrom::Poll, 150, 1);
        row("faster than timers are", WorkloadKind::Sequential, 1, DispatchFrom::Poll, 2000, 10);
    }
    void theRateIsThatOfTheWholeRun()
    {
        QFETCH(int, kind);
        QFETCH(int, width);
        QFETCH(int, from);
        QFETCH(int, perSecond);
        QFETCH(int, together);
        Experiment experiment = smallExperiment({"none", "peek"});
        experiment.workload.kind = static_cast<WorkloadKind>(kind);
        experiment.workload.width = width;
        experiment.workload.count = perSecond < 10 ? 8 : 12;
        experiment.workload.warmup = perSecond < 10 ? 0 : 3;
        if (experiment.workload.kind == WorkloadKind::Paced)
            experiment.workload.gap = Milliseconds{1};
        experiment.dispatchFrom = static_cast<DispatchFrom>(from);
        experiment.client.connections = width;
        experiment.repeats = perSecond < 10 ? 1 : 2;
        experiment.limits.perSecond = perSecond;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told,
                     static_cast<int>(plannedRequests(experiment) / 2) - experiment.workload.count);
        if (QTest::currentTestFailed())
            return;
        const Nanoseconds begin = told.all<ProgressRecord>().front().at;
        std::vector<Nanoseconds> queued;
        for (const RequestRecord &record : told.all<RequestRecord>()) {
            QVERIFY(isOk(record.outcome));
            queued.push_back(record.points.queued);
        }
        std::sort(queued.begin(), queued.end());
        const Nanoseconds interval = Nanoseconds(std::chrono::seconds(1)) / perSecond;
        for (std::size_t i = 0; i < queued.size(); ++i) {
            const auto after = static_cast<std::int64_t>(i) + 1 - together;
            QVERIFY(queued[i] - begin >= after * interval);
        }
    }

    void aBurstWithinTheRateIsStillOne()
    {
        Experiment experiment = smallExperiment();
        experiment.workload = {WorkloadKind::Burst, 12, 0, 4, Milliseconds{0}};
        experiment.client.connections = 4;
        experiment.limits.perSecond = 150;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 0);
        const std::vector<RequestRecord> records = told.requestsOf(0, 1);
        QCOMPARE(records.size(), std::size_t{12});
        for (std::size_t i = 4; i < records.size(); ++i) {
            QCOMPARE(name(records[i].queuedFrom), name(Phase::Timers)); // it has waited in one
            QCOMPARE(records[i].queuedTurn, records[i / 4 * 4].queuedTurn);
        }
    }

    void waitingForTheRateIsNoPartOfARequest()
    {
        Experiment experiment = smallExperiment();
        experiment.workload = {WorkloadKind::Paced, 6, 0, 1, Milliseconds{1}};
        experiment.limits.perSecond = 20;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 0);
        const std::vector<RequestRecord> records = told.requestsOf(0, 1);
        QCOMPARE(records.size(), std::size_t{6});
        // The fifth one after the first was meant 5 ms after it and had to wait for 250 ms.
        QVERIFY(records[5].intended.value() >= Milliseconds{245});
        QVERIFY(records[5].points.queued - records[0].points.queued >= Milliseconds{200});
    }

    void answersAreCountedByStatus_data()
    {
        QTest::addColumn<int>("protocol");
        QTest::addColumn<bool>("tls");
        QTest::addColumn<int>("spoken");
        const auto row = [](const char *what, Protocol protocol, bool tls, Protocol spoken) {
            QTest::addRow("%s", what)
                << static_cast<int>(protocol) << tls << static_cast<int>(spoken);
        };
        row("h1", Protocol::H1, false, Protocol::H1);
        row("h2", Protocol::H2, false, Protocol::H2);
        row("auto on plain", Protocol::Auto, false, Protocol::H1);
        row("h1 over TLS", Protocol::H1, true, Protocol::H1);
        row("h2 over TLS", Protocol::H2, true, Protocol::H2);
        row("auto over TLS", Protocol::Auto, true, Protocol::H2);
    }
    void answersAreCountedByStatus()
    {
        QFETCH(int, protocol);
        QFETCH(bool, tls);
        QFETCH(int, spoken);
        Experiment experiment = smallExperiment();
        experiment.labTls = tls;
        experiment.protocols = {static_cast<Protocol>(protocol)};
        experiment.lab.bodyBytes = 7;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3);
        if (QTest::currentTestFailed())
            return;
        const VariantResult &variant = told.result->variants[0];
        QCOMPARE(variant.statuses, (std::map<std::uint16_t, std::uint64_t>{{200, 12}}));
        QCOMPARE(variant.bodyBytes, std::uint64_t{12 * 7});
        QCOMPARE(static_cast<int>(variant.protocol), protocol);
        QCOMPARE(static_cast<int>(variant.spoken), spoken);
        QCOMPARE(variant.http2.has_value(), variant.spoken == Protocol::H2);
        QCOMPARE(variant.peerChain.size(), tls ? std::size_t{1} : std::size_t{0});
    }

    void http2IsSummedUp()
    {
        Experiment experiment = smallExperiment();
        experiment.protocols = {Protocol::H1, Protocol::H2};
        experiment.workload = {WorkloadKind::Parallel, 40, 10, 5, Milliseconds{0}};
        experiment.client.connections = 5;
        experiment.http2Connections = 1;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 10);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(titlesOf(*told.result), (std::vector<std::string>{"h1/none", "h2/none"}));
        QVERIFY(!told.result->variants[0].http2);
        QVERIFY(told.result->variants[1].http2.has_value());
        const Http2Figures &figures = *told.result->variants[1].http2;
        QCOMPARE(told.result->variants[0].connectionsOpened, 5u);
        QCOMPARE(told.result->variants[1].connectionsOpened, 1u);
        QCOMPARE(figures.connections, 1u);
        const auto headers = static_cast<std::size_t>(H2FrameType::Headers);
        QCOMPARE(figures.sent[headers], std::uint64_t{50});
        QCOMPARE(figures.received[headers], std::uint64_t{50});
        QCOMPARE(figures.mostStreams, 5u);
        QCOMPARE(figures.goaways, 0u);
        QCOMPARE(figures.refusedStreams, std::uint64_t{0});
        for (const FrameBatch &batch : told.all<FrameBatch>())
            QCOMPARE(batch.variant, std::uint8_t{1});
        for (const Http2State &state : told.all<Http2State>())
            QCOMPARE(state.variant, std::uint8_t{1});
    }

    void blocksHaveTheirOwnMedians()
    {
        Experiment experiment = smallExperiment({"none", "peek"});
        experiment.repeats = 3;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3 * 3);
        if (QTest::currentTestFailed())
            return;
        for (std::size_t i = 0; i < 2; ++i) {
            const VariantResult &variant = told.result->variants[i];
            QCOMPARE(variant.blockMedians.size(), std::size_t{3});
            Nanoseconds measuring{0};
            for (std::uint8_t block = 1; block <= 3; ++block) {
                Histogram latency;
                std::vector<RequestRecord> measured =
                    told.requestsOf(static_cast<std::uint8_t>(i), block);
                std::erase_if(measured, [](const RequestRecord &r) { return r.warmup; });
                for (const RequestRecord &record : measured)
                    latency.add(record.points.done.value());
                QCOMPARE(variant.blockMedians[block - 1u], latency.percentile(0.5));
                measuring += doneAt(measured.back()) - measured.front().points.queued;
            }
            // Measured from just before the first request was queued, in each block.
            QVERIFY(variant.wall >= measuring);
        }
        QCOMPARE(told.result->variants[0].ratio.p50, 1.0);
        QVERIFY(!told.result->variants[0].ratio.resolvable);
        const Ratio again = ratioOfMedians(told.result->variants[1].blockMedians,
                                           told.result->variants[0].blockMedians, 1);
        QCOMPARE(told.result->variants[1].ratio.low, again.low);
        QCOMPARE(told.result->variants[1].ratio.high, again.high);
    }

    void nothingAnsweredHasNoMedians()
    {
        Experiment experiment = smallExperiment();
        LabAct act;
        act.kind = ActKind::Fin;
        act.when = ActWhen::InsteadOfResponse;
        experiment.lab.acts = {act};
        experiment.repeats = 3;
        const Told told = EngineRun().run(experiment);
        verifyCounts(told, 3 * 3);
        const VariantResult &variant = told.result->variants[0];
        QCOMPARE(variant.summary.failed(), std::uint64_t{12});
        QVERIFY(variant.blockMedians.empty());
        QVERIFY(!variant.ratio.resolvable);
    }
};

QTEST_GUILESS_MAIN(TestVariantRun)
#include "tst_variantrun.moc"
