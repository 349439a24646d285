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

void verifyWhatToLookFor(const std::string &scenario, const Told &told)
{
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
        for (const std::string &sentence : unexpected(&*scenario, result))
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
