// SPDX-License-Identifier: GPL-3.0-or-later
// Rules: every file of resources/scenarios runs through the engine as it says it will: nothing
// unexpected, what was started is settled, no event is lost, nothing of the program wakes the loop.
// For those that claim more than outcomes, what they tell the reader to look for holds as far as it
// is a fact of order and not of speed.
//
// So that each takes some two seconds, counts are lowered, and nothing else: the warm-up to
// kWarmup (or a burst), the repeats to kRepeats, and the measured requests to what fits into
// kBudget by the waiting that the scenario prescribes (gap, delay, the timer floor, the stall of an
// unref'd immediate that is not armed from poll). An injection keeps at least two occasions.
#include "core/experiment/scenario.h"
#include "tests/support/enginerun.h"

#include <QTest>

#include <filesystem>
#include <optional>
#include <set>

using namespace reusescope;

namespace {

constexpr int kWarmup = 20;
constexpr int kRepeats = 2;
constexpr int kMeasured = 400;
constexpr Milliseconds kBudget{1800};

/// What one request of every scheduler has to wait for, but for the machine.
Milliseconds prescribedWaiting(const Experiment &experiment)
{
    const bool fromPoll = experiment.dispatchFrom == DispatchFrom::Poll
        && experiment.client.frontEnd == FrontEnd::Client;
    Milliseconds sum{0};
    for (const std::string &scheduler : experiment.schedulers) {
        sum += experiment.workload.gap + experiment.lab.delay;
        if (scheduler == "timer-0")
            sum += Milliseconds{2};
        if (scheduler == "immediate-unref" && !fromPoll)
            sum += Milliseconds{500} - std::min(experiment.workload.gap, Milliseconds{500});
    }
    return sum;
}

Experiment shortened(Experiment experiment)
{
    Workload &workload = experiment.workload;
    experiment.repeats = std::min(experiment.repeats, kRepeats);
    workload.warmup = std::min(workload.warmup, std::max(kWarmup, workload.width));
    const auto waiting = prescribedWaiting(experiment).count() / workload.width;
    if (waiting > 0) {
        const auto fit = std::max<std::int64_t>(kBudget.count() / waiting - workload.warmup,
                                                2 * experiment.injection.every);
        workload.count = static_cast<int>(
            std::min<std::int64_t>(workload.count, std::max<std::int64_t>(fit, 1)));
    }
    workload.count = std::min(workload.count, kMeasured);
    return experiment;
}

std::vector<RequestRecord> reusedOf(const Told &told, const std::string &scheduler)
{
    const std::vector<std::string> &schedulers = told.result->experiment.schedulers;
    const auto variant =
        std::find(schedulers.begin(), schedulers.end(), scheduler) - schedulers.begin();
    std::vector<RequestRecord> records = told.all<RequestRecord>();
    std::erase_if(records, [variant](const RequestRecord &record) {
        return record.warmup || !record.reused || record.variant != variant;
    });
    return records;
}

void verifyPollsBeforeWrite(const Told &told)
{
    for (const char *blind : {"none", "immediate-unref", "immediate-ref"})
        for (const RequestRecord &record : reusedOf(told, blind))
            QCOMPARE(record.pollsBeforeWrite, 0u);
    for (const RequestRecord &record : reusedOf(told, "fresh-poll"))
        QVERIFY(record.pollsBeforeWrite >= 1 || !record.points.sent.has());
}

void verifyOneConnectionEach(const Told &told)
{
    for (const VariantResult &variant : told.result->variants)
        QCOMPARE(variant.connectionsOpened, 1u);
}

/// An unref'd immediate lets poll sleep until a timer, a referenced one keeps it from sleeping.
void verifyStall(const Told &told, Phase from)
{
    const std::vector<RequestRecord> stalled = reusedOf(told, "immediate-unref");
    QVERIFY(!stalled.empty());
    for (const RequestRecord &record : stalled) {
        QCOMPARE(name(record.queuedFrom), name(from));
        QCOMPARE(name(record.sleep.reason), name(TimeoutReason::NextTimer));
        QVERIFY(record.sleep.timeoutMs > 0);
        QCOMPARE(name(record.sleep.wokenBy), name(WokenBy::Timer));
    }
    for (const RequestRecord &record : reusedOf(told, "immediate-ref")) {
        QCOMPARE(name(record.queuedFrom), name(from));
        QCOMPARE(name(record.sleep.reason), name(TimeoutReason::IdleActive));
        QCOMPARE(record.sleep.timeoutMs, 0);
    }
}

void verifyNeverReused(const Told &told)
{
    for (const VariantResult &variant : told.result->variants) {
        QCOMPARE(variant.summary.segment(Segment::Validate).count(), std::uint64_t{0});
        QVERIFY(variant.summary.pollsBeforeWrite().empty());
        QVERIFY(variant.connectionsOpened > variant.started);
    }
}

bool anyEvent(const Told &told, ConnectionEventKind kind, Reason reason)
{
    const std::vector<ConnectionEvent> events = told.all<ConnectionEvent>();
    return std::any_of(events.begin(), events.end(), [&](const ConnectionEvent &event) {
        return event.kind == kind && event.reason == reason;
    });
}

void verifyMovedBeforeTheWrite(const Told &told, Reason why)
{
    const std::vector<std::string> &schedulers = told.result->experiment.schedulers;
    int moved = 0;
    for (const AttemptRecord &attempt : told.all<AttemptRecord>()) {
        const std::string &scheduler = schedulers[attempt.variant];
        if (scheduler != "peek" && scheduler != "fresh-poll")
            continue;
        ++moved;
        QVERIFY(!attempt.written);
        QCOMPARE(name(attempt.reason), name(why));
    }
    const Experiment &experiment = told.result->experiment;
    QCOMPARE(moved, 2 * (experiment.workload.count / experiment.injection.every));
}

/// What a scenario's text names among the events of its connections. What depends on who was first
/// is not here.
struct Named
{
    const char *scenario;
    ConnectionEventKind kind;
    std::optional<std::uint32_t> value = {};
};
constexpr Named kNamed[]{
    {"polite-408", ConnectionEventKind::Idle408},
    {"balancer-is-shorter", ConnectionEventKind::IdleFin},
    {"foreign-bytes", ConnectionEventKind::IdleBytes, 3},
    {"steady-noise", ConnectionEventKind::IdleBytes, 12},
    {"chunked-trailer", ConnectionEventKind::Trailers, 1},
    {"drained-body", ConnectionEventKind::Drained, 32 * 1024 - 10},
    {"conflicting-lengths", ConnectionEventKind::Malformed},
    {"http10", ConnectionEventKind::Http10, 0},
    {"http10", ConnectionEventKind::Http10, 1},
    {"upgrade", ConnectionEventKind::Upgraded},
    {"early-hints", ConnectionEventKind::Interim, 103},
    {"pool-lifo", ConnectionEventKind::IdleFin},
};
struct Put
{
    const char *scenario;
    Reason reason; ///< for which at least one connection was discarded
};
constexpr Put kDiscarded[]{
    {"hint-without-headroom", Reason::HintTooShort},
    {"graceful-close", Reason::PeerClosing},
    {"crossing-fin", Reason::ClosedUnanswered},
    {"silent-close", Reason::ClosedUnanswered},
    {"unsafe-replay", Reason::ClosedUnanswered},
    {"probe-window", Reason::IdleFin},
    {"mass-death", Reason::IdleReset},
    {"zombie", Reason::RequestTimeout},
    {"coarse-timeouts", Reason::HeaderTimeout},
    {"unread-body", Reason::BodyUnread},
    {"close-token", Reason::PeerClosing},
    {"no-length", Reason::PeerClosing},
    {"upgrade", Reason::Upgraded},
    {"server-closes", Reason::PeerClosing},
    {"drained-backend", Reason::TooOld},
    {"stuck-waiter", Reason::PeerClosing},
};

bool isNamed(const Told &told, const Named &named)
{
    const std::vector<ConnectionEvent> events = told.all<ConnectionEvent>();
    return std::any_of(events.begin(), events.end(), [&](const ConnectionEvent &event) {
        return event.kind == named.kind && event.value == named.value.value_or(event.value);
    });
}

/// Whatever is left over behind a response, or comes while idle, has its beginning shown.
void verifyLeftover(const Told &told, std::string_view begin)
{
    int seen = 0;
    for (const ConnectionEvent &event : told.all<ConnectionEvent>()) {
        if (event.kind != ConnectionEventKind::ExcessBytes
            && event.kind != ConnectionEventKind::IdleBytes)
            continue;
        ++seen;
        QVERIFY(event.bytes.view().starts_with(begin));
    }
    QVERIFY(seen > 0);
}

/// A request that waits for its turn waits in the queue, and the server is not blamed for it.
void verifyHiddenQueue(const Told &told)
{
    for (const VariantResult &variant : told.result->variants) {
        const Nanoseconds delay = told.result->experiment.lab.delay;
        QVERIFY(variant.summary.segment(Segment::Queue).percentile(0.5) >= 5 * delay);
        QVERIFY(variant.summary.segment(Segment::FirstByte).percentile(0.5) >= delay / 2);
    }
}

/// Few requests were slow by themselves, and many were late.
void verifyFrozen(const Told &told)
{
    constexpr Milliseconds kLate{50};
    int slow = 0, late = 0;
    for (const RequestRecord &record : told.all<RequestRecord>()) {
        const Nanoseconds service = record.points.done.value()
            - segment(record.points, Segment::Queue).value_or(Nanoseconds{0});
        slow += service >= kLate ? 1 : 0;
        const Nanoseconds behind = record.intended.has() ? record.intended.value() : Nanoseconds{0};
        late += record.points.done.value() + behind >= kLate ? 1 : 0;
    }
    QVERIFY(slow > 0);
    QVERIFY(late >= 5 * slow);
}

/// The one that has rested longest comes next, so that none is left out.
void verifyTakenInTurn(const Told &told)
{
    constexpr std::size_t kLast = 30; // requests behind the moment at which the pool has grown
    const std::vector<RequestRecord> records = told.all<RequestRecord>();
    std::set<std::uint32_t> connections;
    for (std::size_t i = records.size() - kLast; i < records.size(); ++i)
        connections.insert(records[i].connection.value);
    QVERIFY(connections.size() > 1);
}

/// A comb: hardly anything, or the 40 ms of a delayed acknowledgement, in the last-byte segment.
void verifyComb(const Told &told)
{
    int teeth = 0;
    for (const RequestRecord &record : told.all<RequestRecord>()) {
        const auto last = segment(record.points, Segment::LastByte).value_or(Nanoseconds{0});
        teeth += last >= Milliseconds{30} ? 1 : 0;
    }
    QVERIFY(teeth > 0);
    for (const VariantResult &variant : told.result->variants)
        QVERIFY(variant.summary.segment(Segment::Validate).percentile(0.5) < Milliseconds{30});
}

void verifyWhatToLookFor(const std::string &scenario, const Told &told)
{
    for (const Named &named : kNamed)
        QVERIFY2(named.scenario != scenario || isNamed(told, named), name(named.kind).data());
    for (const Put &put : kDiscarded)
        QVERIFY2(put.scenario != scenario
                     || anyEvent(told, ConnectionEventKind::Discarded, put.reason),
                 name(put.reason).data());
    if (scenario == "sequential-reuse") {
        verifyPollsBeforeWrite(told);
        verifyOneConnectionEach(told);
    } else if (scenario == "six-to-a-10ms-server") {
        verifyStall(told, Phase::Check);
        verifyOneConnectionEach(told);
    } else if (scenario == "stall-from-timers") {
        verifyStall(told, Phase::Timers);
        verifyOneConnectionEach(told);
    } else if (scenario == "close-each-response") {
        verifyNeverReused(told);
        QVERIFY(anyEvent(told, ConnectionEventKind::Discarded, Reason::PeerClosing));
    } else if (scenario == "keep-alive-expiry") {
        verifyNeverReused(told);
        QVERIFY(anyEvent(told, ConnectionEventKind::Discarded, Reason::KeepAliveExpired));
    } else if (scenario == "hint-and-margin") {
        verifyNeverReused(told);
        QVERIFY(anyEvent(told, ConnectionEventKind::Discarded, Reason::KeepAliveExpired));
        QVERIFY(anyEvent(told, ConnectionEventKind::Hint, Reason::None));
        QVERIFY(!anyEvent(told, ConnectionEventKind::IdleFin, Reason::None));
    } else if (scenario == "burst-8") {
        for (const VariantResult &variant : told.result->variants)
            QCOMPARE(variant.connectionsOpened, 8u);
    } else if (scenario == "poison-on-idle" || scenario == "poison-after-block") {
        verifyPollsBeforeWrite(told);
        verifyMovedBeforeTheWrite(told, Reason::IdleBytes);
    } else if (scenario == "fin-on-idle") {
        verifyMovedBeforeTheWrite(told, Reason::IdleFin);
    } else if (scenario == "rst-on-idle") {
        verifyMovedBeforeTheWrite(told, Reason::IdleReset);
    } else if (scenario == "double-answer" || scenario == "server-desync") {
        verifyLeftover(told, "HTTP/1.1 200 OK");
    } else if (scenario == "body-too-long") {
        verifyLeftover(told, "1111\r\n");
    } else if (scenario == "204-with-content" || scenario == "head-requests") {
        verifyLeftover(told, "hello");
    } else if (scenario == "server-drains" || scenario == "drained-body"
               || scenario == "pipelining") {
        verifyOneConnectionEach(told);
    } else if (scenario == "pool-fifo") {
        verifyTakenInTurn(told);
    } else if (scenario == "hidden-queue") {
        verifyHiddenQueue(told);
    } else if (scenario == "frozen-server") {
        verifyFrozen(told);
    } else if (scenario == "delayed-ack-comb") {
        verifyComb(told);
    }
}

} // namespace

class TestScenarios : public QObject
{
    Q_OBJECT
private slots:
    void runsAsExpected_data()
    {
        QTest::addColumn<QString>("file");
        const std::filesystem::path folder =
            std::filesystem::path(REUSESCOPE_SOURCE_DIR) / "resources" / "scenarios";
        std::vector<std::filesystem::path> files;
        for (const auto &entry : std::filesystem::directory_iterator(folder))
            files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        QVERIFY(!files.empty());
        for (const std::filesystem::path &file : files)
            QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
    }
    void runsAsExpected()
    {
        QFETCH(QString, file);
        const Result<Scenario> scenario = loadScenario(file.toStdString());
        QVERIFY2(scenario, scenario ? "" : scenario.error().detail.c_str());
        QVERIFY(!scenario->lookFor.empty());
        QVERIFY(!scenario->expected.empty());
        const Experiment experiment = shortened(scenario->experiment);
        const Result<void> valid = validate(experiment);
        QVERIFY2(valid, valid ? "" : valid.error().detail.c_str());

        const Told told = EngineRun().run(experiment, scenario->name);
        QVERIFY(told.result);
        const RunResult &result = *told.result;
        QVERIFY2(!result.error, result.error ? result.error->detail.c_str() : "");
        for (const std::string &sentence : textsOf(unexpected(&*scenario, result)))
            QTest::qFail(sentence.c_str(), __FILE__, __LINE__);
        QVERIFY(!result.interrupted);
        QCOMPARE(result.eventsDropped, std::uint64_t{0});
        QCOMPARE(result.instrumentWakeups, std::uint64_t{0});
        for (const VariantResult &variant : result.variants) {
            QCOMPARE(variant.started, static_cast<std::uint64_t>(experiment.workload.count));
            QCOMPARE(variant.settled, variant.started);
        }
        verifyWhatToLookFor(scenario->name, told);
    }
};

QTEST_GUILESS_MAIN(TestScenarios)
#include "tst_scenarios.moc"
