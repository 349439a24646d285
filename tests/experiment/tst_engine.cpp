// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a run begins with RunStarted and ends with RunEnded, the blocks of the variants between them
// are
//   interleaved (A B C A B C ...), and what a block makes lies between its start and its end
// - the warm-up comes before the first block, a few requests of it before each further one; none of
//   it is in the result
// - nothing of the program wakes the loop in a run that is left alone; a stop does once
// - a stop settles what is under way as cancelled, keeps what was measured, and the engine can run
//   again; in any other state it does nothing
// - a run under way refuses another one; the result is that of the last run that ended
// - a target that refuses, or has no address, ends the run with the error of the layer that saw it
// - an engine that is destroyed ends its run, also when nobody reads
#include "core/base/endpoint.h"
#include "tests/support/enginerun.h"

#include <QTest>

#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace reusescope;

namespace {

using Kind = ProgressRecord::Kind;

/// More than anybody waits for.
Experiment endless(std::vector<std::string> schedulers = {"none"})
{
    Experiment experiment = smallExperiment(std::move(schedulers));
    experiment.workload.count = kMaxRequests;
    return experiment;
}

/// A port of this machine on which nobody listens: bound, so that nobody else gets it meanwhile.
class ClosedPort
{
public:
    ClosedPort()
    {
        m_fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const Endpoint any = Endpoint::loopback(0);
        sockaddr_in address{};
        socklen_t length = sizeof address;
        if (::bind(m_fd, any.address(), any.length()) != 0
            || ::getsockname(m_fd, reinterpret_cast<sockaddr *>(&address), &length) != 0)
            qFatal("no port");
        m_port = ntohs(address.sin_port);
    }
    ~ClosedPort() { ::close(m_fd); }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port) + "/"; }

private:
    int m_fd = -1;
    unsigned m_port = 0;
};

/// Stops the engine when `after` requests have been seen.
std::function<void(const TraceEvent &)> stopAfter(Engine &engine, int after)
{
    return [&engine, after, seen = 0](const TraceEvent &event) mutable {
        if (std::holds_alternative<RequestRecord>(event) && ++seen == after)
            engine.stop();
    };
}

void verifyAllSettled(const RunResult &result)
{
    for (const VariantResult &variant : result.variants) {
        QCOMPARE(variant.settled, variant.started);
        QCOMPARE(variant.unsettled, std::uint64_t{0});
    }
}

} // namespace

class TestEngine : public QObject
{
    Q_OBJECT
private slots:
    void blocksAreInterleaved()
    {
        Experiment experiment = smallExperiment({"none", "peek", "fresh-poll"});
        experiment.workload.count = 5;
        experiment.workload.warmup = 7;
        experiment.repeats = 2;
        EngineRun run;
        QVERIFY(!run.engine.result());
        QVERIFY(!run.engine.isRunning());
        const Told told = run.run(experiment, "my-scenario");
        QVERIFY(told.result);

        QStringList order;
        for (const ProgressRecord &progress : told.all<ProgressRecord>()) {
            switch (progress.kind) {
            case Kind::RunStarted: order << "run"; break;
            case Kind::BlockStarted:
                order << QString("%1%2").arg(QChar('A' + progress.variant)).arg(progress.block);
                break;
            case Kind::BlockEnded: order << "."; break;
            case Kind::RunEnded: order << "end"; break;
            }
        }
        QCOMPARE(order.join(' '), QString("run A1 . B1 . C1 . A2 . B2 . C2 . end"));

        // Every request lies in a block of its variant.
        std::size_t inBlocks = 0;
        for (std::uint8_t variant = 0; variant < 3; ++variant) {
            for (std::uint8_t block = 1; block <= 2; ++block) {
                const std::vector<RequestRecord> records = told.requestsOf(variant, block);
                const std::size_t warmup = block == 1 ? 7 : 5;
                QCOMPARE(records.size(), warmup + (block == 1 ? 3 : 2));
                inBlocks += records.size();
                for (std::size_t i = 0; i < records.size(); ++i) {
                    QCOMPARE(records[i].variant, variant);
                    QCOMPARE(records[i].warmup, i < warmup);
                    QCOMPARE(records[i].block, i < warmup ? std::uint8_t{0} : block);
                }
            }
        }
        QCOMPARE(told.all<RequestRecord>().size(), inBlocks);
        QVERIFY(std::holds_alternative<ProgressRecord>(told.events.front()));
        QVERIFY(std::holds_alternative<ProgressRecord>(told.events.back()));
        std::vector<TraceEvent> more;
        QCOMPARE(run.queue.drain(more), std::size_t{0});

        const RunResult &result = *told.result;
        QCOMPARE(result.scenario, std::string("my-scenario"));
        QVERIFY(result.lab);
        QVERIFY(QString::fromStdString(result.url).startsWith("http://127.0.0.1:"));
        QVERIFY(!result.host.kernel.empty());
        QVERIFY(!result.interrupted);
        QVERIFY(!result.error);
        QVERIFY(result.turns > 0);
        QCOMPARE(result.instrumentWakeups, std::uint64_t{0});
        QCOMPARE(result.eventsDropped, std::uint64_t{0});
        QCOMPARE(result.variants.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(result.variants[i].scheduler, experiment.schedulers[i]);
            QCOMPARE(result.variants[i].started, std::uint64_t{5});
        }
        verifyAllSettled(result);
        const EngineStatus status = run.engine.status();
        QVERIFY(!status.running);
        QCOMPARE(status.requestsPlanned, static_cast<std::uint64_t>(plannedRequests(experiment)));
        QCOMPARE(status.requestsDone, status.requestsPlanned);
        QCOMPARE(status.instrumentWakeups, std::uint64_t{0});
        QCOMPARE(status.rateLimit, 0);
    }

    void theStatusTellsTheRateInForce()
    {
        Experiment experiment = smallExperiment();
        experiment.limits.perSecond = 2000;
        EngineRun run;
        run.run(experiment);
        QCOMPARE(run.engine.status().rateLimit, 2000);
        run.run(smallExperiment());
        QCOMPARE(run.engine.status().rateLimit, 0);
    }

    void everyPollIsRecordedOnce()
    {
        const Told told = EngineRun().run(smallExperiment({"none", "fresh-poll"}));
        for (std::uint8_t variant = 0; variant < 2; ++variant) {
            std::uint32_t lastTurn = 0;
            std::size_t polls = 0;
            for (const PhaseRecord &phase : told.all<PhaseRecord>()) {
                if (phase.variant != variant)
                    continue;
                QVERIFY(phase.turn >= lastTurn);
                if (phase.phase == Phase::Poll)
                    QVERIFY(polls++ == 0 || phase.turn > lastTurn);
                lastTurn = phase.turn;
            }
            QVERIFY(polls >= 15);
        }
    }

    void aStopEndsTheRunWithWhatWasMeasured_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("delayMs");
        QTest::addColumn<int>("underWay"); // when nothing else can be; -1: it depends
        const auto row = [](const char *name, WorkloadKind kind, int width, DispatchFrom from,
                            int delayMs, int underWay) {
            QTest::newRow(name) << static_cast<int>(kind) << width << static_cast<int>(from)
                                << delayMs << underWay;
        };
        row("sequential", WorkloadKind::Sequential, 1, DispatchFrom::Poll, 0, 1);
        row("sequential, slow server", WorkloadKind::Sequential, 1, DispatchFrom::Poll, 5, 1);
        row("sequential from check", WorkloadKind::Sequential, 1, DispatchFrom::Check, 0, -1);
        row("sequential in a gap", WorkloadKind::Sequential, 1, DispatchFrom::Timers, 0, -1);
        row("burst", WorkloadKind::Burst, 4, DispatchFrom::Poll, 0, -1);
        row("parallel, some waiting", WorkloadKind::Parallel, 6, DispatchFrom::Poll, 5, 6);
        row("paced", WorkloadKind::Paced, 1, DispatchFrom::Poll, 0, -1);
    }
    void aStopEndsTheRunWithWhatWasMeasured()
    {
        QFETCH(int, kind);
        QFETCH(int, width);
        QFETCH(int, from);
        QFETCH(int, delayMs);
        QFETCH(int, underWay);
        Experiment experiment = endless({"fresh-poll", "none"});
        experiment.workload.kind = static_cast<WorkloadKind>(kind);
        experiment.workload.width = width;
        experiment.workload.warmup = 0;
        experiment.dispatchFrom = static_cast<DispatchFrom>(from);
        if (experiment.workload.kind == WorkloadKind::Paced)
            experiment.workload.gap = Milliseconds{1};
        experiment.lab.delay = Milliseconds{delayMs};
        experiment.client.connections = 3;
        EngineRun run;
        QVERIFY(run.engine.start(experiment));
        const Told told = run.read(stopAfter(run.engine, 20));

        QVERIFY(told.result);
        const RunResult &result = *told.result;
        QVERIFY(result.interrupted);
        QVERIFY(!result.error);
        QCOMPARE(result.instrumentWakeups, std::uint64_t{1});
        QCOMPARE(run.engine.status().instrumentWakeups, std::uint64_t{1});
        verifyAllSettled(result);
        const VariantResult &first = result.variants[0];
        QVERIFY(first.started >= 20);
        QVERIFY(first.started < static_cast<std::uint64_t>(kMaxRequests));
        const std::uint64_t cancelled = first.summary.count(Outcome::Cancelled);
        QVERIFY(cancelled <= static_cast<std::uint64_t>(std::max(width, 1))
                || experiment.workload.kind == WorkloadKind::Paced);
        if (underWay >= 0)
            QCOMPARE(cancelled, static_cast<std::uint64_t>(underWay));
        QCOMPARE(first.summary.count(Outcome::OkFresh) + first.summary.count(Outcome::OkReused)
                     + cancelled,
                 first.started);
        QCOMPARE(first.blockMedians.size(), std::size_t{1});
        // The other variant never had its turn.
        QCOMPARE(result.variants.size(), std::size_t{2});
        QCOMPARE(result.variants[1].started, std::uint64_t{0});
        QCOMPARE(told.all<ProgressRecord>().size(), std::size_t{4});
        QCOMPARE(run.engine.status().requestsDone, first.settled);
        QVERIFY(!run.engine.isRunning());
    }

    void anEngineRunsAgain()
    {
        EngineRun run;
        QVERIFY(run.engine.start(endless()));
        const Told stopped = run.read(stopAfter(run.engine, 5));
        QVERIFY(stopped.result->interrupted);
        QCOMPARE(run.engine.result(), stopped.result);

        const Told second = run.run(smallExperiment({"peek"}));
        QVERIFY(!second.result->interrupted);
        QCOMPARE(second.result->instrumentWakeups, std::uint64_t{0});
        QCOMPARE(second.result->variants[0].settled, std::uint64_t{12});
        QCOMPARE(second.result->variants[0].connectionsOpened, 1u);
        QCOMPARE(run.engine.status().requestsDone, std::uint64_t{15});
        QVERIFY(run.engine.result() == second.result);
        QVERIFY(stopped.result->variants[0].started >= 2); // whoever holds it keeps it

        const Told third = run.run(smallExperiment({"none"}));
        QCOMPARE(third.result->variants[0].scheduler, std::string("none"));
        QCOMPARE(third.all<ProgressRecord>().size(), std::size_t{4});
    }

    void oneRunAtATime()
    {
        EngineRun run;
        const Told first = run.run(smallExperiment());
        QVERIFY(run.engine.start(endless({"peek"})));
        QVERIFY(run.engine.isRunning());
        const Result<void> refused = run.engine.start(smallExperiment());
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Input);
        QCOMPARE(refused.error().detail, std::string("a run is under way; stop it first"));
        QCOMPARE(run.engine.result(), first.result);
        const Told second = run.read(stopAfter(run.engine, 5));
        QCOMPARE(second.result->variants[0].scheduler, std::string("peek"));
        QVERIFY(second.result->variants[0].started >= 2);
    }

    void aStopWithoutARunDoesNothing()
    {
        EngineRun run;
        run.engine.stop();
        const Told told = run.run(smallExperiment());
        QVERIFY(!told.result->interrupted);
        QCOMPARE(told.result->variants[0].settled, std::uint64_t{12});
        run.engine.stop();
        run.engine.stop();
        QVERIFY(!run.run(smallExperiment()).result->interrupted);
    }

    void aStopRightAfterTheStart()
    {
        // Wherever it meets the run: before its thread has begun, in the warm-up or later.
        EngineRun run;
        for (int i = 0; i < 50; ++i) {
            QVERIFY(run.engine.start(endless({"none", "peek"})));
            for (int spins = 0; spins < i; ++spins)
                std::this_thread::yield();
            run.engine.stop();
            run.engine.stop();
            const Told told = run.read();
            QVERIFY(told.result);
            QVERIFY(told.result->interrupted);
            QVERIFY(!told.result->error);
            verifyAllSettled(*told.result);
            QCOMPARE(told.result->variants.size(), std::size_t{2});
            QVERIFY(told.result->instrumentWakeups <= 2);
            const std::vector<ProgressRecord> progress = told.all<ProgressRecord>();
            QCOMPARE(progress.front().kind, Kind::RunStarted);
            QCOMPARE(progress.back().kind, Kind::RunEnded);
        }
    }

    void aTargetThatRefuses()
    {
        const ClosedPort port;
        Experiment experiment = smallExperiment({"none", "peek"});
        experiment.url = port.url();
        experiment.repeats = 2;
        EngineRun run;
        const Told told = run.run(experiment);
        const RunResult &result = *told.result;
        QVERIFY(result.error.has_value());
        QCOMPARE(result.error->kind, ErrorKind::Connect);
        QCOMPARE(result.error->native, long{ECONNREFUSED});
        QVERIFY2(result.error->detail.find("127.0.0.1") != std::string::npos,
                 result.error->detail.c_str());
        QVERIFY(!result.interrupted);
        QVERIFY(!result.lab);
        QCOMPARE(result.url, experiment.url);
        // It is asked once, not for every request, and the other variant not at all.
        QCOMPARE(result.variants[0].connectionsOpened, 1u);
        QCOMPARE(result.variants[1].connectionsOpened, 0u);
        const std::vector<RequestRecord> records = told.all<RequestRecord>();
        QCOMPARE(records.size(), std::size_t{1});
        QCOMPARE(records[0].outcome, Outcome::FailedConnect);
        QCOMPARE(records[0].reason, Reason::ConnectRefused);
        verifyAllSettled(result);
        QCOMPARE(run.run(smallExperiment()).result->variants[0].settled, std::uint64_t{12});
    }

    void aNameWithoutAnAddress()
    {
        Experiment experiment = smallExperiment({"none"});
        experiment.url = "http://name.invalid/"; // RFC 6761 section 6.4: it never resolves
        experiment.workload.warmup = 0;
        giveConsent(experiment);
        const Told told = EngineRun().run(experiment);
        QVERIFY(told.result->error.has_value());
        QCOMPARE(told.result->error->kind, ErrorKind::Resolve);
        const VariantResult &variant = told.result->variants[0];
        QCOMPARE(variant.started, std::uint64_t{1});
        QCOMPARE(variant.summary.count(Outcome::FailedConnect), std::uint64_t{1});
        QVERIFY(variant.blockMedians.empty());
        verifyAllSettled(*told.result);
    }

    void withoutConsentNothingStarts()
    {
        Experiment experiment = smallExperiment({"none"});
        experiment.url = "http://name.invalid/";
        EngineRun run;
        const Result<void> started = run.engine.start(experiment);
        QVERIFY(!started);
        QCOMPARE(started.error().kind, ErrorKind::Input);
        QCOMPARE(QString::fromStdString(started.error().detail),
                 QString("name.invalid is not on this machine: the run sends it 15 GET requests, "
                         "10 a second at most; it needs your consent"));
        QVERIFY(!run.engine.isRunning());
    }

    void refusalsOfAWholeBurst()
    {
        const ClosedPort port;
        Experiment experiment = smallExperiment({"none"});
        experiment.url = port.url();
        experiment.workload = {WorkloadKind::Burst, 100, 0, 8, Milliseconds{0}};
        experiment.client.connections = 8;
        const Told told = EngineRun().run(experiment);
        QCOMPARE(told.result->error->kind, ErrorKind::Connect);
        QCOMPARE(told.result->variants[0].started, std::uint64_t{8});
        verifyAllSettled(*told.result);
    }

    void destructionEndsARunThatNobodyReads_data()
    {
        QTest::addColumn<int>("capacity");
        QTest::addRow("events are dropped") << 8;
        QTest::addRow("not even the progress fits") << 1;
    }
    void destructionEndsARunThatNobodyReads()
    {
        QFETCH(int, capacity);
        EventQueue queue(static_cast<std::size_t>(capacity));
        auto engine = std::make_unique<Engine>(queue);
        QVERIFY(engine->start(endless()));
        if (capacity > 1) {
            while (engine->status().eventsDropped < 100)
                std::this_thread::yield();
        }
        engine.reset(); // hangs here, if it does not end the run
    }

    void destructionWithoutARun()
    {
        EventQueue queue;
        Engine(queue).stop();
        Engine neverUsed(queue);
    }

    void destructionRightAfterTheStart()
    {
        for (int i = 0; i < 50; ++i) {
            EventQueue queue;
            Engine engine(queue);
            QVERIFY(engine.start(endless()));
            for (int spins = 0; spins < i; ++spins)
                std::this_thread::yield();
        }
    }

    void droppedEventsAreCountedPerRun()
    {
        // Two runs on a queue that is far too small while nobody reads. The controls wait for room,
        // so a reader begins when some have been lost.
        EngineRun run(16);
        Experiment experiment = smallExperiment();
        experiment.workload.count = 200;
        for (int i = 0; i < 2; ++i) {
            const std::uint64_t before = run.queue.dropped();
            QVERIFY(run.engine.start(experiment));
            while (run.queue.dropped() == before)
                std::this_thread::yield();
            const Told told = run.read();
            QCOMPARE(told.result->eventsDropped, run.queue.dropped() - before);
            QCOMPARE(told.result->variants[0].settled, std::uint64_t{200});
            QCOMPARE(told.all<ProgressRecord>().size(), std::size_t{4});
        }
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
