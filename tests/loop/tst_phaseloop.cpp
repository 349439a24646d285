// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - the order of phases in both models and all run modes (traces taken from libuv 1.44.2
// and 1.52.1);
// - what holds the loop alive, what run() returns, and what stop() does before and during a run;
// - the poll timeout and its reason in every case;
// - pending callbacks: in order, a round at a time, up to 8 rounds after poll;
// - closing: last closed first, taken aside, once, from close callbacks in the next turn;
// - turn and poll counters, and the phase that a callback sees;
// - a run in steps by callback, phase or turn makes the same calls; between two steps the loop can
// be looked at and taken down.

#include "core/loop/phaseloop.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <functional>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace reusescope;

namespace {

/// The program behind the traces: a zero timer A that starts a zero timer B, an idle handle, a
/// prepare handle P that starts P2 in its first run, a check handle C that starts C2 and closes a
/// handle in its first run and stops the loop in its third, and a wake-up sent before the loop
/// runs.
class GoldenProgram
{
public:
    explicit GoldenProgram(PhaseLoop &loop)
        : m_a(loop, "a",
              [this] {
                  trace("A");
                  m_b.start(Milliseconds{0});
              }),
          m_b(loop, "b", [this] { trace("B"); }),
          m_idle(loop, [this] { trace("idle"); }),
          m_p(loop,
              [this] {
                  trace("P");
                  m_p2.start();
              }),
          m_p2(loop, [this] { trace("P2"); }),
          m_c(loop,
              [this, &loop] {
                  trace("C");
                  if (++m_checks == 1) {
                      m_c2.start();
                      m_victim.close([this] { trace("close"); });
                  }
                  if (m_checks == 3)
                      loop.stop();
                  trace("|");
              }),
          m_c2(loop, [this] { trace("C2"); }),
          m_victim(loop, "victim", {}),
          m_async(loop, [this] { trace("async"); })
    {
        m_a.start(Milliseconds{0});
        m_idle.start();
        m_p.start();
        m_c.start();
        m_async.send();
    }

    TraceText trace;

private:
    int m_checks = 0;
    TimerHandle m_a;
    TimerHandle m_b;
    IdleHandle m_idle;
    PrepareHandle m_p;
    PrepareHandle m_p2;
    CheckHandle m_c;
    CheckHandle m_c2;
    TimerHandle m_victim;
    Wakeup m_async;
};

QString text(const PollTimeout &timeout)
{
    return QStringLiteral("%1 %2")
        .arg(timeout.ms)
        .arg(QString::fromLatin1(name(timeout.reason).data()));
}

/// A pipe whose read end never becomes ready.
class QuietPipe
{
public:
    QuietPipe() { QVERIFY(::pipe(m_ends) == 0); }
    ~QuietPipe()
    {
        ::close(m_ends[0]);
        ::close(m_ends[1]);
    }
    int fd() const { return m_ends[0]; }

private:
    int m_ends[2] = {-1, -1};
};

} // namespace

class TestPhaseLoop : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void goldenTraces_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("timersLast1");
        QTest::addColumn<QString>("timersLast2");
        QTest::addColumn<QString>("timersFirst1");
        QTest::addColumn<QString>("timersFirst2");
        QTest::addRow("default") << static_cast<int>(RunMode::Default)
                                 << "A idle P async C | close B idle P2 P C2 C | idle P2 P C2 C |"
                                 << ""
                                 << "A B idle P async C | close idle P2 P C2 C | idle P2 P C2 C |"
                                 << "";
        for (const RunMode mode : {RunMode::Once, RunMode::NoWait})
            QTest::addRow(mode == RunMode::Once ? "once" : "nowait")
                << static_cast<int>(mode) << "idle P async C | close A"
                << "idle P2 P C2 C | B"
                << "A B idle P async C | close"
                << "idle P2 P C2 C |";
    }

    void goldenTraces()
    {
        QFETCH(int, mode);
        QFETCH(QString, timersLast1);
        QFETCH(QString, timersLast2);
        QFETCH(QString, timersFirst1);
        QFETCH(QString, timersFirst2);
        const bool last = modelOfRow() == LoopModel::TimersLast;
        const RealClock clock;
        PhaseLoop loop(modelOfRow(), PollStrategy::Sleep, clock, pollerOfRow());
        GoldenProgram program(loop);
        QVERIFY(loop.run(static_cast<RunMode>(mode)));
        QCOMPARE(program.trace.take(), last ? timersLast1 : timersFirst1);
        if (static_cast<RunMode>(mode) == RunMode::Default)
            return;
        QVERIFY(loop.run(static_cast<RunMode>(mode)));
        QCOMPARE(program.trace.take(), last ? timersLast2 : timersFirst2);
    }

    // Each row sets the loop up and says what poll would be told, and whether the loop is alive.
    void pollTimeouts_data()
    {
        QTest::addColumn<QString>("setUp");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<bool>("alive");
        QTest::addRow("empty loop") << ""
                                    << "0 nothing-alive" << false;
        QTest::addRow("referenced timer") << "timer500"
                                          << "500 next-timer" << true;
        QTest::addRow("unreferenced timer alone") << "timer500 unref"
                                                  << "0 nothing-alive" << false;
        QTest::addRow("fd") << "fd"
                            << "-1 no-timer" << true;
        QTest::addRow("unreferenced fd alone") << "fd-unref"
                                               << "0 nothing-alive" << false;
        QTest::addRow("fd and unreferenced timer") << "fd timer500 unref"
                                                   << "500 next-timer" << true;
        QTest::addRow("fd, unreferenced timer and unreferenced idle")
            << "fd timer500 unref idle-unref"
            << "0 idle-active" << true;
        QTest::addRow("fd and referenced idle") << "fd idle"
                                                << "0 idle-active" << true;
        QTest::addRow("unreferenced idle alone") << "idle-unref"
                                                 << "0 nothing-alive" << false;
        QTest::addRow("request only") << "request"
                                      << "-1 no-timer" << true;
        QTest::addRow("pending only") << "pending"
                                      << "0 nothing-alive" << true;
        QTest::addRow("fd and pending") << "fd pending"
                                        << "0 pending" << true;
        QTest::addRow("fd and closing") << "fd closing"
                                        << "0 closing" << true;
        QTest::addRow("closing only") << "closing"
                                      << "0 nothing-alive" << true;
        QTest::addRow("fd, pending, idle and closing") << "fd pending idle closing"
                                                       << "0 pending" << true;
        QTest::addRow("fd, idle and closing") << "fd idle closing"
                                              << "0 idle-active" << true;
        QTest::addRow("stopping") << "fd timer500 idle stop"
                                  << "0 stopping" << true;
        QTest::addRow("overdue timer") << "timer500 late"
                                       << "0 next-timer" << true;
        QTest::addRow("timer beyond int") << "fd timer-far"
                                          << "2147483647 next-timer" << true;
    }

    void pollTimeouts()
    {
        QFETCH(QString, setUp);
        QFETCH(QString, expected);
        QFETCH(bool, alive);
        const QStringList steps = setUp.split(' ');
        TestLoop t;
        QuietPipe pipe;
        IoWatcher watcher(t.loop, [](IoEvents) {});
        TimerHandle timer(t.loop, "test-timer", [] {});
        IdleHandle idle(t.loop, [] {});
        TimerHandle closing(t.loop, "closing", {});
        for (const QString &step : steps) {
            if (step.startsWith("fd"))
                watcher.start(pipe.fd(), IoEvents::Readable);
            if (step == "fd-unref")
                watcher.unref();
            if (step == "timer500")
                timer.start(Milliseconds{500});
            if (step == "timer-far")
                timer.start(Milliseconds::max());
            if (step == "unref")
                timer.unref();
            if (step.startsWith("idle"))
                idle.start();
            if (step == "idle-unref")
                idle.unref();
            if (step == "request")
                t.loop.requestStarted();
            if (step == "pending")
                t.loop.queuePending([] {});
            if (step == "closing")
                closing.close();
            if (step == "stop")
                t.loop.stop();
            if (step == "late") {
                t.clock.advance(Milliseconds{501});
                t.loop.updateTime();
            }
        }
        const PollTimeout timeout = t.loop.pollTimeout();
        QCOMPARE(text(timeout), expected);
        QCOMPARE(t.loop.isAlive(), alive);
        if (timeout.reason == TimeoutReason::NextTimer) {
            QCOMPARE(timeout.timer.value, timer.id().value);
            QCOMPARE(timeout.timerLabel, "test-timer");
        }
    }

    void runWithNothingAliveMakesNoTurn()
    {
        TestLoop t;
        t.clock.advance(Milliseconds{7});
        TimerHandle unreferenced(t.loop, "timer", [] { QFAIL("must not fire"); });
        unreferenced.start(Milliseconds{0});
        unreferenced.unref();
        QVERIFY(!t.loop.run());
        QCOMPARE(t.loop.turn(), 0u);
        QVERIFY(t.loop.now() == Milliseconds{7}); // but the time is brought up to date
    }

    void timersBeforeTheLoopDoNotCancelTheFirstTurn()
    {
        TestLoop t;
        TimerHandle timer(t.loop, "timer", [] {});
        timer.start(Milliseconds{0});
        QVERIFY(!t.loop.run());
        // libuv asks what is alive before these timers, not after them.
        QCOMPARE(t.loop.turn(), 1u);
    }

    void runEndsWhenTheLastTimerFired()
    {
        TestLoop t;
        int fired = 0;
        TimerHandle timer(t.loop, "timer", [&] { ++fired; });
        timer.start(Milliseconds{30});
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
        QVERIFY(t.clock.now() == Milliseconds{30});
        QCOMPARE(t.loop.turn(), modelOfRow() == LoopModel::TimersLast ? 1u : 2u);
    }

    void requestHoldsTheLoop()
    {
        TestLoop t;
        t.loop.requestStarted();
        TimerHandle timer(t.loop, "timer", [&] { t.loop.requestEnded(); });
        timer.unref();
        timer.start(Milliseconds{5});
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{5});
    }

    void stopBeforeRunMakesNoTurnAndIsForgotten()
    {
        TestLoop t;
        int fired = 0;
        TimerHandle timer(t.loop, "timer", [&] { ++fired; });
        timer.start(Milliseconds{0});
        t.loop.stop();
        QVERIFY(t.loop.run()); // still alive
        QCOMPARE(fired, 0);
        QCOMPARE(t.loop.turn(), 0u);
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
    }

    void stopEndsTheRunAfterTheTurn()
    {
        TestLoop t;
        TraceText trace;
        PrepareHandle prepare(t.loop, [&] {
            trace("prepare");
            t.loop.stop();
        });
        CheckHandle check(t.loop, [&] { trace("check"); });
        TimerHandle timer(t.loop, "far", [&] { trace("timer"); });
        prepare.start();
        check.start();
        timer.start(Milliseconds{1000});
        QVERIFY(t.loop.run());
        QCOMPARE(trace.take(), QString("prepare check"));
        QVERIFY(t.clock.now() == Milliseconds{0}); // poll did not sleep
        QVERIFY(t.loop.run());
        QCOMPARE(trace.take(), QString("prepare check"));
    }

    void onceSleepsAndNoWaitDoesNot()
    {
        TestLoop t;
        int fired = 0;
        TimerHandle timer(t.loop, "timer", [&] { ++fired; });
        timer.start(Milliseconds{40});
        QVERIFY(t.loop.run(RunMode::NoWait));
        QCOMPARE(fired, 0);
        QVERIFY(t.clock.now() == Milliseconds{0});
        QVERIFY(!t.loop.run(RunMode::Once)); // waits, and fires it in the same turn in both models
        QCOMPARE(fired, 1);
        QVERIFY(t.clock.now() == Milliseconds{40});
    }

    void onceDoesNotSleepWhenAnIdleHandleWasActiveBeforeItRan()
    {
        TestLoop t;
        TimerHandle timer(t.loop, "timer", [] {});
        timer.start(Milliseconds{40});
        IdleHandle idle(t.loop, {});
        IdleHandle stopsItself(t.loop, [&] { stopsItself.stop(); });
        stopsItself.start();
        QVERIFY(t.loop.run(RunMode::Once));
        QVERIFY(t.clock.now() == Milliseconds{0});
    }

    void defaultSleepsWhenTheIdleHandleStoppedItself()
    {
        TestLoop t;
        TimerHandle timer(t.loop, "timer", [&] { t.loop.stop(); });
        timer.start(Milliseconds{40});
        IdleHandle stopsItself(t.loop, [&] { stopsItself.stop(); });
        stopsItself.start();
        t.loop.run();
        QVERIFY(t.clock.now() == Milliseconds{40});
    }

    void loopTimeIsCachedAndTruncated()
    {
        TestLoop t;
        t.clock.advance(Nanoseconds{4'999'999});
        QVERIFY(t.loop.now() == Milliseconds{0});
        t.loop.updateTime();
        QVERIFY(t.loop.now() == Milliseconds{4});
    }

    void pendingRunsInOrderAndARoundAtATime()
    {
        TestLoop t;
        TraceText trace;
        t.loop.queuePending([&] {
            trace("a");
            t.loop.queuePending([&] { trace("c"); });
        });
        t.loop.queuePending([&] { trace("b"); });
        PrepareHandle prepare(t.loop, [&] { trace("prepare"); });
        CheckHandle check(t.loop, [&] { trace("check"); });
        prepare.start();
        check.start();
        t.loop.run(RunMode::NoWait);
        // What a pending callback queues waits for the rounds after poll.
        QCOMPARE(trace.take(), QString("a b prepare c check"));
    }

    void pendingAfterPollIsLimitedToEightRounds()
    {
        TestLoop t;
        int ran = 0;
        std::vector<int> ranAtCheck;
        std::function<void()> again = [&] {
            if (++ran < 40)
                t.loop.queuePending(again);
        };
        t.loop.queuePending(again);
        CheckHandle check(t.loop, [&] { ranAtCheck.push_back(ran); });
        check.unref();
        check.start();
        QVERIFY(!t.loop.run());
        QCOMPARE(ran, 40);
        QVERIFY((ranAtCheck == std::vector{9, 18, 27, 36, 40}));
    }

    void closingRunsLastClosedFirst()
    {
        TestLoop t;
        TraceText trace;
        TimerHandle x0(t.loop, "x0", {});
        TimerHandle x1(t.loop, "x1", {});
        TimerHandle x2(t.loop, "x2", {});
        x0.close([&] {
            trace("x0");
            x1.close([&] { trace("x1"); });
        });
        x2.close([&] { trace("x2"); });
        CheckHandle check(t.loop, [&] { trace("check"); });
        check.unref();
        check.start();
        QVERIFY(!t.loop.run());
        // x1 was closed in the closing phase: the next turn's.
        QCOMPARE(trace.take(), QString("check x2 x0 check x1"));
        QVERIFY(x0.isClosing());
    }

    void closingHoldsTheLoopAndForbidsSleep()
    {
        TestLoop t;
        TimerHandle timer(t.loop, "far", [] {});
        timer.start(Milliseconds{1000});
        bool closed = false;
        TimerHandle victim(t.loop, "victim", {});
        victim.close([&] {
            closed = true;
            t.loop.stop();
        });
        QVERIFY(t.loop.run());
        QVERIFY(closed);
        QVERIFY(t.clock.now() == Milliseconds{0});
    }

    void closeStopsEveryKind()
    {
        TestLoop t;
        QuietPipe pipe;
        auto fail = [] { QFAIL("called after close"); };
        TimerHandle timer(t.loop, "timer", fail);
        IdleHandle idle(t.loop, fail);
        PrepareHandle prepare(t.loop, fail);
        CheckHandle check(t.loop, fail);
        IoWatcher watcher(t.loop, [&](IoEvents) { fail(); });
        Wakeup wakeup(t.loop, fail);
        timer.start(Milliseconds{0}, Milliseconds{1});
        idle.start();
        prepare.start();
        check.start();
        watcher.start(pipe.fd(), IoEvents::Readable);
        wakeup.send();
        int closed = 0;
        for (Handle *handle :
             std::initializer_list<Handle *>{&timer, &idle, &prepare, &check, &watcher, &wakeup}) {
            handle->close([&] { ++closed; });
            QVERIFY(!handle->isActive());
        }
        wakeup.send(); // allowed, and without effect
        QVERIFY(!t.loop.run());
        QCOMPARE(closed, 6);
        QCOMPARE(t.loop.wakeups(), std::uint64_t{0});
    }

    void closeCallbackMayFreeTheHandleAndItsNeighbours()
    {
        TestLoop t;
        auto first = std::make_unique<TimerHandle>(t.loop, "first", Callback{});
        auto second = std::make_unique<TimerHandle>(t.loop, "second", Callback{});
        bool firstClosed = false;
        first->close([&] { firstClosed = true; });
        second->close([&] {
            second.reset();
            first.reset(); // waits in the same run: its callback is dropped
        });
        QVERIFY(!t.loop.run());
        QVERIFY(!second);
        QVERIFY(!firstClosed);
    }

    void refAndUnrefCountOnlyActiveHandles()
    {
        TestLoop t;
        TimerHandle timer(t.loop, "timer", [] {});
        timer.unref();
        timer.unref();
        QVERIFY(!timer.isReferenced());
        timer.ref();
        QVERIFY(!t.loop.isAlive());
        timer.start(Milliseconds{1});
        QVERIFY(t.loop.isAlive());
        timer.unref();
        QVERIFY(!t.loop.isAlive());
        timer.ref();
        timer.ref();
        QVERIFY(t.loop.isAlive());
        timer.stop();
        timer.stop();
        QVERIFY(!t.loop.isAlive());
    }

    void destructionUnlinksAndCallsNothing()
    {
        TestLoop t;
        QuietPipe pipe;
        {
            auto fail = [] { QFAIL("called after destruction"); };
            TimerHandle timer(t.loop, "timer", fail);
            IdleHandle idle(t.loop, fail);
            CheckHandle check(t.loop, fail);
            IoWatcher watcher(t.loop, [&](IoEvents) { fail(); });
            Wakeup wakeup(t.loop, fail);
            TimerHandle closing(t.loop, "closing", {});
            timer.start(Milliseconds{0});
            idle.start();
            check.start();
            watcher.start(pipe.fd(), IoEvents::Readable);
            wakeup.send();
            closing.close(fail);
            QVERIFY(t.loop.isAlive());
        }
        QVERIFY(!t.loop.isAlive());
        QVERIFY(!t.loop.run());
    }

    void countersAndPhaseSeenByCallbacks()
    {
        TestLoop t;
        TraceText trace;
        const auto note = [&] {
            trace(QString("%1:%2:%3:%4")
                      .arg(QString::fromLatin1(name(t.loop.phase()).data()))
                      .arg(t.loop.turn())
                      .arg(t.loop.pollsBegun())
                      .arg(t.loop.pollsCompleted())
                      .toStdString());
        };
        QCOMPARE(static_cast<int>(t.loop.phase()), static_cast<int>(Phase::Main));
        t.loop.queuePending(note);
        IdleHandle idle(t.loop, note);
        PrepareHandle prepare(t.loop, note);
        Wakeup wakeup(t.loop, note);
        CheckHandle check(t.loop, note);
        TimerHandle timer(t.loop, "timer", note);
        TimerHandle victim(t.loop, "victim", {});
        idle.start();
        prepare.start();
        check.start();
        timer.start(Milliseconds{0});
        victim.close(note);
        wakeup.send();
        t.loop.run(RunMode::NoWait);
        const QString turn = "pending:1:0:0 idle:1:0:0 prepare:1:0:0 poll:1:1:0 check:1:1:1 "
                             "closing:1:1:1";
        QCOMPARE(trace.take(),
                 modelOfRow() == LoopModel::TimersLast ? turn + " timers:1:1:1"
                                                       : "timers:1:0:0 " + turn);
        QCOMPARE(static_cast<int>(t.loop.phase()), static_cast<int>(Phase::Main));
        QCOMPARE(t.loop.wakeups(), std::uint64_t{1});
    }

    void timersBeforeTheLoopBelongToTheTurnBefore()
    {
        TestLoop t;
        std::vector<std::uint32_t> turns;
        TimerHandle timer(t.loop, "timer", [&] { turns.push_back(t.loop.turn()); });
        timer.start(Milliseconds{0});
        t.loop.run();
        timer.start(Milliseconds{0});
        t.loop.run();
        const bool last = modelOfRow() == LoopModel::TimersLast;
        QCOMPARE(turns[0], last ? 0u : 1u);
        QCOMPARE(turns[1], last ? 1u : 2u);
    }

    // The steps of one program, with the phase after each; "-" is a step in which nothing ran.
    void steps_data()
    {
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("timersLast");
        QTest::addColumn<QString>("timersFirst");
        QTest::addRow("call") << static_cast<int>(StepUnit::Call)
                              << "A/timers I/idle P1/prepare P2/prepare -/poll C1/check C2/check "
                                 "X/closing T/timers P2/prepare"
                              << "A/timers I/idle P1/prepare P2/prepare -/poll C1/check C2/check "
                                 "X/closing T/timers P2/prepare";
        QTest::addRow("phase")
            << static_cast<int>(StepUnit::Phase)
            << "A/timers I/idle P1,P2/prepare -/poll C1,C2/check X/closing T/timers P2/prepare "
               "-/poll"
            << "A/timers I/idle P1,P2/prepare -/poll C1,C2/check X/closing T/timers P2/prepare "
               "-/poll";
        QTest::addRow("turn") << static_cast<int>(StepUnit::Turn)
                              << "A,I,P1,P2,C1,C2,X,T/timers P2/timers"
                              << "A,I,P1,P2,C1,C2,X/closing T,P2/closing";
    }

    void steps()
    {
        QFETCH(int, unit);
        QFETCH(QString, timersLast);
        QFETCH(QString, timersFirst);
        TestLoop t;
        QString ran;
        const auto note = [&ran](const char *word) {
            ran += (ran.isEmpty() ? "" : ",") + QString::fromLatin1(word);
        };
        TimerHandle a(t.loop, "a", [&] { note("A"); });
        TimerHandle late(t.loop, "late", [&] { note("T"); });
        IdleHandle idle(t.loop, [&] {
            note("I");
            idle.stop();
        });
        PrepareHandle p2(t.loop, [&] {
            note("P2");
            if (t.loop.turn() == 2)
                p2.stop();
        });
        PrepareHandle p1(t.loop, [&] {
            note("P1");
            p1.stop();
        });
        CheckHandle c2(t.loop, [&] {
            note("C2");
            c2.stop();
        });
        CheckHandle c1(t.loop, [&] {
            note("C1");
            c1.stop();
            idle.close([&] { note("X"); });
        });
        a.start(Milliseconds{0});
        late.start(Milliseconds{7});
        idle.start();
        p2.start();
        p1.start();
        c2.start();
        c1.start();

        QStringList steps;
        t.loop.beginRun();
        QVERIFY(t.loop.isRunning());
        while (t.loop.step(static_cast<StepUnit>(unit))) {
            steps += (ran.isEmpty() ? "-" : ran) + "/"
                + (t.loop.isRunning() ? QString::fromLatin1(name(t.loop.phase()).data()) : "main");
            ran.clear();
        }
        QVERIFY(ran.isEmpty());
        QVERIFY(!t.loop.isRunning());
        QVERIFY(!t.loop.wasAlive());
        QCOMPARE(steps.join(' '), modelOfRow() == LoopModel::TimersLast ? timersLast : timersFirst);
    }

    void contentsBetweenSteps()
    {
        TestLoop t;
        TimerHandle later(t.loop, "later", [] {});
        TimerHandle first(t.loop, "first", [] {});
        TimerHandle second(t.loop, "second", [] {});
        CheckHandle check1(t.loop, [] {});
        CheckHandle check2(t.loop, [] {});
        CheckHandle check3(t.loop, [] {});
        later.start(Milliseconds{50});
        first.start(Milliseconds{0});
        second.start(Milliseconds{0});
        check1.start();
        check2.start();
        check3.start();
        t.loop.queuePending([] {});
        QCOMPARE(t.loop.contents().pending, std::size_t{1});

        t.loop.beginRun();
        QVERIFY(t.loop.step(StepUnit::Call)); // "first"
        LoopContents contents = t.loop.contents();
        QCOMPARE(contents.timers.size(), std::size_t{2});
        QCOMPARE(contents.timers[0]->label(), "second");
        QCOMPARE(contents.timers[1]->label(), "later");
        QVERIFY(t.loop.step(StepUnit::Call)); // "second"
        QVERIFY(t.loop.step(StepUnit::Call)); // the pending callback
        QCOMPARE(t.loop.contents().pending, std::size_t{0});
        QVERIFY(t.loop.step(StepUnit::Call)); // poll sleeps for "later"
        QVERIFY(t.loop.phase() == Phase::Poll);
        QVERIFY(t.loop.step(StepUnit::Call)); // check3, the last started
        contents = t.loop.contents();
        QVERIFY((contents.check == std::vector<const Handle *>{&check2, &check1, &check3}));
        later.close();
        QVERIFY((t.loop.contents().closing == std::vector<const Handle *>{&later}));
        t.loop.stop();
        while (t.loop.step(StepUnit::Turn)) { }
    }

    void destroyedBetweenSteps()
    {
        TestLoop t;
        {
            TimerHandle first(t.loop, "first", [] {});
            TimerHandle second(t.loop, "second", [] { QFAIL("was destroyed"); });
            CheckHandle check(t.loop, [] { QFAIL("was destroyed"); });
            first.start(Milliseconds{0});
            second.start(Milliseconds{0});
            check.start();
            t.loop.queuePending([] { QFAIL("was dropped"); });
            t.loop.beginRun();
            QVERIFY(t.loop.step(StepUnit::Call));
            QVERIFY(t.loop.isRunning());
        }
    }

    // A timer works for 30 ms while the loop's cached time stands still.
    void measuringIdleTimeSleepsOnlyWhatIsLeft_data()
    {
        QTest::addColumn<bool>("measures");
        QTest::addColumn<int>("fired");
        QTest::addRow("plain libuv") << false << 80;
        QTest::addRow("as Node") << true << 50;
    }

    void measuringIdleTimeSleepsOnlyWhatIsLeft()
    {
        QFETCH(bool, measures);
        QFETCH(int, fired);
        TestLoop t;
        t.loop.setMeasuresIdleTime(measures);
        Nanoseconds firedAt{0};
        TimerHandle busy(t.loop, "busy", [&] { t.clock.advance(Milliseconds{30}); });
        TimerHandle late(t.loop, "late", [&] { firedAt = t.clock.now(); });
        busy.start(Milliseconds{0});
        late.start(Milliseconds{50});
        QVERIFY(!t.loop.run());
        QCOMPARE(firedAt / Milliseconds{1}, fired);
    }

    void lookingFirstFindsWhatIsThere()
    {
        TestLoop t;
        t.loop.setMeasuresIdleTime(true);
        int calls = 0;
        Wakeup wakeup(t.loop, [&] {
            ++calls;
            wakeup.close();
        });
        TimerHandle late(t.loop, "late", [] {});
        late.start(Milliseconds{50});
        wakeup.send();
        t.loop.beginRun();
        QVERIFY(t.loop.step(StepUnit::Turn));
        QCOMPARE(calls, 1);
        QVERIFY(t.clock.now() == Milliseconds{0});
        t.loop.stop();
        while (t.loop.step(StepUnit::Turn)) { }
    }

    void stoppedByTheTimersBeforeTheLoopInSteps()
    {
        TestLoop t;
        TraceText trace;
        TimerHandle b(t.loop, "b", [&] { trace("b"); });
        TimerHandle a(t.loop, "a", [&] {
            trace("a");
            t.loop.stop();
        });
        a.start(Milliseconds{0});
        b.start(Milliseconds{0});
        t.loop.beginRun();
        while (t.loop.step(StepUnit::Call)) { }
        QCOMPARE(trace.take(), QString("a b"));
    }
};

QTEST_GUILESS_MAIN(TestPhaseLoop)
#include "tst_phaseloop.moc"
