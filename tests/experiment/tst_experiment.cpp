// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - every limit is accepted at both ends and refused beyond them, in one sentence that names the
//   limit
// - a combination that makes no sense is refused with what to do instead
// - the requests that a run makes are counted with the warm-up of every block, and a target that is
//   not on this machine gets at most kMaxRemoteRequests of them
// - words and their names go both ways
#include "core/experiment/experiment.h"

#include <QTest>

#include <functional>
#include <vector>

using namespace reusescope;

namespace {

struct Row
{
    const char *name;
    std::function<void(Experiment &)> change;
    const char *sentence; // empty: valid
};

Row limit(const char *rowName, std::function<void(Experiment &)> change, const char *sentence = "")
{
    return {rowName, std::move(change), sentence};
}

void manySchedulers(Experiment &experiment, int count)
{
    experiment.schedulers.clear();
    for (int i = 0; i < count; ++i)
        experiment.schedulers.push_back("after-idle:" + std::to_string(i));
}

const std::vector<Row> &limitRows()
{
    static const std::vector<Row> rows{
        limit("defaults", [](Experiment &) {}),
        limit("count 1", [](Experiment &e) { e.workload.count = 1; }),
        limit(
            "count 0", [](Experiment &e) { e.workload.count = 0; },
            "the number of requests must be from 1 to 100000000, not 0"),
        limit("count most", [](Experiment &e) { e.workload.count = kMaxRequests; }),
        limit(
            "count too many", [](Experiment &e) { e.workload.count = kMaxRequests + 1; },
            "the number of requests must be from 1 to 100000000, not 100000001"),
        limit("warm-up 0", [](Experiment &e) { e.workload.warmup = 0; }),
        limit(
            "warm-up negative", [](Experiment &e) { e.workload.warmup = -1; },
            "the number of warm-up requests must be from 0 to 100000000, not -1"),
        limit(
            "warm-up too many", [](Experiment &e) { e.workload.warmup = kMaxRequests + 1; },
            "the number of warm-up requests must be from 0 to 100000000, not 100000001"),
        limit("width most",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Burst;
                  e.workload.width = kMaxWidth;
              }),
        limit(
            "width 0", [](Experiment &e) { e.workload.width = 0; },
            "the width must be from 1 to 10000, not 0"),
        limit(
            "width too large",
            [](Experiment &e) {
                e.workload.kind = WorkloadKind::Burst;
                e.workload.width = kMaxWidth + 1;
            },
            "the width must be from 1 to 10000, not 10001"),
        limit("gap most",
              [](Experiment &e) {
                  e.dispatchFrom = DispatchFrom::Timers;
                  e.workload.gap = kMaxGap;
              }),
        limit(
            "gap negative", [](Experiment &e) { e.workload.gap = Milliseconds{-1}; },
            "the gap in ms must be from 0 to 600000, not -1"),
        limit(
            "gap too long",
            [](Experiment &e) {
                e.dispatchFrom = DispatchFrom::Timers;
                e.workload.gap = kMaxGap + Milliseconds{1};
            },
            "the gap in ms must be from 0 to 600000, not 600001"),
        limit("connections most", [](Experiment &e) { e.client.connections = kMaxConnections; }),
        limit(
            "connections 0", [](Experiment &e) { e.client.connections = 0; },
            "the number of connections must be from 1 to 1000, not 0"),
        limit(
            "connections too many",
            [](Experiment &e) { e.client.connections = kMaxConnections + 1; },
            "the number of connections must be from 1 to 1000, not 1001"),
        limit("pipelining most", [](Experiment &e) { e.client.pipelining = kMaxPipelining; }),
        limit(
            "pipelining 0", [](Experiment &e) { e.client.pipelining = 0; },
            "the pipelining depth must be from 1 to 1000, not 0"),
        limit(
            "pipelining too deep", [](Experiment &e) { e.client.pipelining = kMaxPipelining + 1; },
            "the pipelining depth must be from 1 to 1000, not 1001"),
        limit("repeats most", [](Experiment &e) { e.repeats = kMaxRepeats; }),
        limit(
            "repeats 0", [](Experiment &e) { e.repeats = 0; },
            "the number of repeats must be from 1 to 100, not 0"),
        limit(
            "repeats too many", [](Experiment &e) { e.repeats = kMaxRepeats + 1; },
            "the number of repeats must be from 1 to 100, not 101"),
        limit("timeout none", [](Experiment &e) { e.client.requestTimeout = Milliseconds{0}; }),
        limit("timeout most", [](Experiment &e) { e.client.requestTimeout = kMaxTimeout; }),
        limit(
            "timeout negative", [](Experiment &e) { e.client.requestTimeout = Milliseconds{-1}; },
            "the request timeout in ms must be from 0 to 3600000, not -1"),
        limit(
            "timeout too long",
            [](Experiment &e) { e.client.requestTimeout = kMaxTimeout + Milliseconds{1}; },
            "the request timeout in ms must be from 0 to 3600000, not 3600001"),
        limit("keep-alive 1 ms", [](Experiment &e) { e.client.keepAlive = Milliseconds{1}; }),
        limit(
            "keep-alive 0", [](Experiment &e) { e.client.keepAlive = Milliseconds{0}; },
            "the keep-alive limit in ms must be from 1 to 3600000, not 0"),
        limit(
            "keep-alive too long",
            [](Experiment &e) { e.client.keepAlive = kMaxTimeout + Milliseconds{1}; },
            "the keep-alive limit in ms must be from 1 to 3600000, not 3600001"),
        limit("injection most", [](Experiment &e) { e.injection.every = kMaxRequests; }),
        limit(
            "injection negative", [](Experiment &e) { e.injection.every = -1; },
            "the injection interval must be from 0 to 100000000, not -1"),
        limit("blocking most",
              [](Experiment &e) {
                  e.injection = {1, kMaxInjectionBlock};
              }),
        limit(
            "blocking too long",
            [](Experiment &e) {
                e.injection = {1, kMaxInjectionBlock + Milliseconds{1}};
            },
            "the injection's blocking time in ms must be from 0 to 1000, not 1001"),
        limit(
            "blocking negative",
            [](Experiment &e) {
                e.injection = {1, Milliseconds{-1}};
            },
            "the injection's blocking time in ms must be from 0 to 1000, not -1"),
        limit("schedulers most", [](Experiment &e) { manySchedulers(e, kMaxVariants); }),
        limit(
            "schedulers none", [](Experiment &e) { manySchedulers(e, 0); },
            "the number of schedulers must be from 1 to 32, not 0"),
        limit(
            "schedulers too many", [](Experiment &e) { manySchedulers(e, kMaxVariants + 1); },
            "the number of schedulers must be from 1 to 32, not 33"),
    };
    return rows;
}

const std::vector<Row> &combinationRows()
{
    static const std::vector<Row> rows{
        limit(
            "scheduler mistyped",
            [](Experiment &e) {
                e.schedulers = {"none", "peak"};
            },
            "there is no scheduler \"peak\" (did you mean \"peek\"?); the schedulers are none, "
            "timer-0, immediate-unref, immediate-ref, fresh-poll, peek, background, after-idle:N"),
        limit(
            "scheduler without its number", [](Experiment &e) { e.schedulers = {"after-idle"}; },
            "the scheduler \"after-idle\" needs a number of milliseconds from 0 to 600000, as in "
            "\"after-idle:50\""),
        limit(
            "scheduler twice",
            [](Experiment &e) {
                e.schedulers = {"peek", "none", "peek"};
            },
            "the scheduler \"peek\" is listed twice"),
        limit(
            "h2", [](Experiment &e) { e.client.protocol = Protocol::H2; },
            "HTTP/2 is not available in this version; use the protocol h1"),
        limit(
            "paced without a gap", [](Experiment &e) { e.workload.kind = WorkloadKind::Paced; },
            "a paced workload needs a gap of at least 1 ms between its requests"),
        limit("paced, 1 ms",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Paced;
                  e.workload.gap = Milliseconds{1};
              }),
        limit(
            "sequential with a width", [](Experiment &e) { e.workload.width = 2; },
            "a sequential workload has a width of 1; use burst or parallel for more"),
        limit("parallel with a width",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Parallel;
                  e.workload.width = 2;
              }),
        limit(
            "gap from poll", [](Experiment &e) { e.workload.gap = Milliseconds{5}; },
            "a gap needs requests that are dispatched from timers, or the paced workload"),
        limit(
            "gap from check",
            [](Experiment &e) {
                e.workload.gap = Milliseconds{5};
                e.dispatchFrom = DispatchFrom::Check;
            },
            "a gap needs requests that are dispatched from timers, or the paced workload"),
        limit(
            "injection with a URL",
            [](Experiment &e) {
                e.url = "http://127.0.0.1:8080/";
                e.injection.every = 1;
            },
            "an injection needs the built-in lab, not a URL"),
        limit(
            "URL unusable", [](Experiment &e) { e.url = "http://"; },
            "the URL \"http://\" cannot be used: it names no host"),
        limit(
            "lab out of its limits", [](Experiment &e) { e.lab.delay = Milliseconds{-1}; },
            "/delay_ms: expected a whole number from 0 to 600000"),
        limit("on this machine by number", [](Experiment &e) { e.url = "http://127.0.0.1/"; }),
        limit("on this machine by IPv6 number", [](Experiment &e) { e.url = "http://[::1]/"; }),
        limit("on this machine by name", [](Experiment &e) { e.url = "http://localhost:81/"; }),
        limit("elsewhere, within the limit",
              [](Experiment &e) {
                  e.url = "http://host.example/";
                  e.schedulers = {"none", "peek"};
                  e.workload.count = 480;
                  e.workload.warmup = 20;
                  e.repeats = 1;
              }),
        limit(
            "elsewhere, one request too many",
            [](Experiment &e) {
                e.url = "http://host.example/";
                e.schedulers = {"none"};
                e.workload.count = 980;
                e.workload.warmup = 21;
                e.repeats = 1;
            },
            "a target that is not on this machine gets at most 1000 requests in all, not 1001: "
            "lower the count, the warm-up, the repeats or the number of schedulers"),
        limit(
            "elsewhere, too many by the warm-up of the blocks",
            [](Experiment &e) {
                e.url = "http://192.0.2.1/";
                e.schedulers = {"none"};
                e.workload = {WorkloadKind::Burst, 100, 100, 100, Milliseconds{0}};
                e.repeats = 100;
            },
            "a target that is not on this machine gets at most 1000 requests in all, not 10100: "
            "lower the count, the warm-up, the repeats or the number of schedulers"),
        limit(
            "a name that only begins like this machine's",
            [](Experiment &e) { e.url = "http://localhost.example/"; },
            "a target that is not on this machine gets at most 1000 requests in all, not 11600: "
            "lower the count, the warm-up, the repeats or the number of schedulers"),
    };
    return rows;
}

} // namespace

class TestExperiment : public QObject
{
    Q_OBJECT
private slots:
    void limits_data() { name(limitRows()); }
    void limits() { check(limitRows()); }
    void combinations_data() { name(combinationRows()); }
    void combinations() { check(combinationRows()); }

    void plannedRequests_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("warmup");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("repeats");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("warmupAgain");
        QTest::addColumn<int>("planned");
        QTest::addRow("one block") << 10 << 3 << 1 << 1 << 1 << 3 << 13 * 2;
        QTest::addRow("five of warm-up again") << 10 << 30 << 1 << 4 << 4 << 5 << (40 + 15) * 2;
        QTest::addRow("a whole burst of warm-up again")
            << 10 << 30 << 8 << 2 << 2 << 8 << (40 + 8) * 2;
        QTest::addRow("never more than the first") << 10 << 2 << 8 << 3 << 3 << 2 << (12 + 4) * 2;
        QTest::addRow("no warm-up at all") << 10 << 0 << 1 << 5 << 5 << 0 << 10 * 2;
        QTest::addRow("fewer requests than repeats") << 3 << 9 << 1 << 5 << 3 << 5 << (12 + 10) * 2;
    }
    void plannedRequests()
    {
        QFETCH(int, count);
        QFETCH(int, warmup);
        QFETCH(int, width);
        QFETCH(int, repeats);
        Experiment experiment;
        experiment.schedulers = {"none", "peek"};
        experiment.workload = {WorkloadKind::Burst, count, warmup, width, Milliseconds{0}};
        experiment.repeats = repeats;
        QTEST(blockCount(experiment), "blocks");
        QCOMPARE(warmupOfBlock(experiment, 0), warmup);
        QTEST(warmupOfBlock(experiment, 1), "warmupAgain");
        QTEST(static_cast<int>(reusescope::plannedRequests(experiment)), "planned");
    }

    void plannedRequestsAtTheLimits()
    {
        Experiment experiment;
        manySchedulers(experiment, kMaxVariants);
        experiment.workload = {WorkloadKind::Burst, kMaxRequests, kMaxRequests, kMaxWidth,
                               Milliseconds{0}};
        experiment.repeats = kMaxRepeats;
        QCOMPARE(reusescope::plannedRequests(experiment),
                 (200'000'000LL + 99 * 10'000) * kMaxVariants);
    }

    void namesGoBothWays()
    {
        for (const Protocol value : {Protocol::H1, Protocol::H2, Protocol::Auto})
            QCOMPARE(protocolFromName(reusescope::name(value)), std::optional(value));
        for (const WorkloadKind value : {WorkloadKind::Sequential, WorkloadKind::Burst,
                                         WorkloadKind::Parallel, WorkloadKind::Paced})
            QCOMPARE(workloadKindFromName(reusescope::name(value)), std::optional(value));
        for (const DispatchFrom value :
             {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers})
            QCOMPARE(dispatchFromFromName(reusescope::name(value)), std::optional(value));
        QVERIFY(!protocolFromName("H1"));
        QVERIFY(!workloadKindFromName(""));
        QVERIFY(!workloadKindFromName("sweep"));
        QVERIFY(!dispatchFromFromName("idle"));
    }

private:
    static void name(const std::vector<Row> &rows)
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < rows.size(); ++row)
            QTest::newRow(rows[row].name) << row;
    }
    static void check(const std::vector<Row> &rows)
    {
        QFETCH(std::size_t, row);
        Experiment experiment;
        rows[row].change(experiment);
        const Result<void> outcome = validate(experiment);
        QCOMPARE(QString::fromStdString(outcome ? std::string() : outcome.error().detail),
                 QString(rows[row].sentence));
        if (!outcome)
            QCOMPARE(outcome.error().kind, ErrorKind::Input);
    }
};

QTEST_GUILESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
