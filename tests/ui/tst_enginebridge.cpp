// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, with the real engine:
// - A run starts with runStarted() and an empty recording, ends with runFinished() once everything
//   has arrived, and the result is there by then.
// - While one is under way, another start fails and changes nothing.
// - stop() ends a run soon; destruction ends it as well.
// - There are far fewer signals than events: one per look at the queue.
#include "ui/bridge/enginebridge.h"

#include <QSignalSpy>
#include <QTest>

using namespace reusescope;

namespace {

Experiment shortRun(int count)
{
    Experiment experiment;
    experiment.schedulers = {"none", "fresh-poll"};
    experiment.workload.count = count;
    experiment.workload.warmup = 10;
    experiment.repeats = 2;
    return experiment;
}

constexpr int kDeadlineMs = 60'000;

} // namespace

class TestEngineBridge : public QObject
{
    Q_OBJECT

private slots:
    void runsToItsEnd();
    void refusesASecondStart();
    void stops();
    void runsAgain();
    void endsWhenDestroyed();
};

void TestEngineBridge::runsToItsEnd()
{
    EngineBridge bridge;
    QSignalSpy started(&bridge, &EngineBridge::runStarted);
    QSignalSpy grew(&bridge, &EngineBridge::recordingGrew);
    QSignalSpy finished(&bridge, &EngineBridge::runFinished);
    QVERIFY(bridge.start(shortRun(500), "a name"));
    QCOMPARE(started.count(), 1);
    QVERIFY(bridge.isRunning());
    QVERIFY(bridge.recording().requests().empty());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    QVERIFY(!bridge.isRunning());
    QVERIFY(bridge.result());
    QCOMPARE(bridge.result()->scenario, std::string("a name"));
    QCOMPARE(bridge.status().eventsDropped, std::uint64_t{0});
    QCOMPARE(bridge.recording().requests().size(), bridge.status().requestsDone);
    QCOMPARE(bridge.status().requestsDone, bridge.status().requestsPlanned);
    QCOMPARE(bridge.recording().summaries().size(), std::size_t{2});
    QCOMPARE(bridge.recording().summaries()[0].settled(), std::uint64_t{500});
    QCOMPARE(bridge.status().instrumentWakeups, std::uint64_t{0});
    QVERIFY(grew.count() > 0);
    QVERIFY(static_cast<std::size_t>(grew.count()) < bridge.recording().requests().size());
}

void TestEngineBridge::refusesASecondStart()
{
    EngineBridge bridge;
    QSignalSpy started(&bridge, &EngineBridge::runStarted);
    QSignalSpy finished(&bridge, &EngineBridge::runFinished);
    QVERIFY(bridge.start(shortRun(200)));
    const auto again = bridge.start(shortRun(200));
    QVERIFY(!again);
    QCOMPARE(again.error().kind, ErrorKind::Input);
    QCOMPARE(started.count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    QCOMPARE(bridge.recording().requests().size(), bridge.status().requestsPlanned);
}

void TestEngineBridge::stops()
{
    EngineBridge bridge;
    QSignalSpy finished(&bridge, &EngineBridge::runFinished);
    QVERIFY(bridge.start(shortRun(1'000'000)));
    QTRY_VERIFY_WITH_TIMEOUT(!bridge.recording().requests().empty(), kDeadlineMs);
    bridge.stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    QVERIFY(bridge.result()->interrupted);
    QVERIFY(bridge.recording().requests().size() < 1'000'000);
}

void TestEngineBridge::runsAgain()
{
    EngineBridge bridge;
    QSignalSpy finished(&bridge, &EngineBridge::runFinished);
    for (int run = 1; run <= 3; ++run) {
        QVERIFY(bridge.start(shortRun(100)));
        QVERIFY(bridge.recording().requests().empty());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), run, kDeadlineMs);
        QCOMPARE(bridge.recording().requests().size(), bridge.status().requestsPlanned);
    }
}

void TestEngineBridge::endsWhenDestroyed()
{
    EngineBridge bridge;
    QVERIFY(bridge.start(shortRun(1'000'000)));
    QTRY_VERIFY_WITH_TIMEOUT(!bridge.recording().requests().empty(), kDeadlineMs);
}

QTEST_GUILESS_MAIN(TestEngineBridge)
#include "tst_enginebridge.moc"
