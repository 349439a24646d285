// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - a delay outside [1, 2^31-1] ms becomes 1 ms, a fraction is cut off;
// - the delay counts from the fresh time, not from the cached loop time;
// - unreferenced timeouts do not hold the loop; restart, stop and self-destruction work, also from
// the timeout's own callback;
// - timeouts of one duration fire in the order of starting; after a blocked loop all of one
// duration that are due fire before those of another;
// - the native timer keeps its time when a timeout is stopped (a poll that ends for nothing);
// - a step by callback ends after each timeout.

#include "core/loop/phaseloop.h"
#include "core/loop/timeoutqueue.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace reusescope;

class TestTimeoutQueue : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void delayIsClamped_data()
    {
        QTest::addColumn<double>("delay");
        QTest::addColumn<int>("waited");
        QTest::addRow("zero") << 0.0 << 1;
        QTest::addRow("negative") << -5.0 << 1;
        QTest::addRow("one") << 1.0 << 1;
        QTest::addRow("two") << 2.0 << 2;
        QTest::addRow("largest") << 2147483647.0 << 2147483647;
        QTest::addRow("too large") << 2147483648.0 << 1;
        QTest::addRow("below one") << 0.99 << 1;
        QTest::addRow("one and nine tenths") << 1.9 << 1;
        QTest::addRow("two and a half") << 2.5 << 2;
        QTest::addRow("not a number") << std::nan("") << 1;
        QTest::addRow("infinite") << HUGE_VAL << 1;
    }

    void delayIsClamped()
    {
        QFETCH(double, delay);
        QFETCH(int, waited);
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        Timeout timeout(timeouts, "timeout", [] {});
        timeout.start(delay);
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{waited});
    }

    void countsFromTheFreshTime()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        t.clock.advance(Milliseconds{50});
        Timeout timeout(timeouts, "timeout", [] {});
        timeout.start(Milliseconds{20});
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{70});
    }

    void zeroTimeoutFromATimeoutCostsItsFloor()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        Nanoseconds fired{0};
        Timeout second(timeouts, "second", [&] { fired = t.clock.now(); });
        Timeout first(timeouts, "first", [&] { second.start(Milliseconds{0}); });
        first.start(Milliseconds{0});
        QVERIFY(!t.loop.run());
        QVERIFY(fired == Milliseconds{2});
    }

    void restartAndStop()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        int fired = 0;
        Timeout timeout(timeouts, "timeout", [&] { ++fired; });
        timeout.start(Milliseconds{10});
        timeout.start(Milliseconds{30});
        QVERIFY(timeout.isActive());
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
        QVERIFY(t.clock.now() == Milliseconds{30});
        timeout.start(Milliseconds{10});
        timeout.stop();
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
    }

    void unreferencedDoesNotHoldTheLoop()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        Timeout timeout(timeouts, "timeout", [] { QFAIL("must not fire"); });
        timeout.unref();
        timeout.start(Milliseconds{1});
        QVERIFY(!t.loop.run());
        timeout.ref();
        QVERIFY(t.loop.isAlive());
    }

    void destroysItself()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<Timeout> timeout;
        timeout = std::make_unique<Timeout>(timeouts, "timeout", [&, witness] {
            timeout.reset();
            ++*witness;
        });
        timeout->start(Milliseconds{1});
        QVERIFY(!t.loop.run());
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L);
    }

    void aListRunsAsFarAsItIsDue()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        TraceText trace;
        Timeout a(timeouts, "a", [&] { trace("a"); });
        Timeout b(timeouts, "b", [&] { trace("b"); });
        Timeout c(timeouts, "c", [&] { trace("c"); });
        Timeout d(timeouts, "d", [&] { trace("d"); });
        a.start(5.0); // due at 5
        c.start(7.0); // due at 7
        t.clock.advance(Milliseconds{4});
        b.start(5.0); // due at 9, behind a
        d.start(3.0); // due at 7 as c, in a younger list
        t.clock.advance(Milliseconds{20});
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("a b c d"));
    }

    void onTimeTheyFireByDeadline()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        TraceText trace;
        Timeout a(timeouts, "a", [&] { trace("a"); });
        Timeout b(timeouts, "b", [&] { trace("b"); });
        Timeout c(timeouts, "c", [&] { trace("c"); });
        a.start(5.0);
        c.start(7.0);
        t.clock.advance(Milliseconds{4});
        b.start(5.0);
        const auto order = timeouts.inOrder();
        QCOMPARE(order.size(), std::size_t{3});
        QCOMPARE(order[0]->label(), "a");
        QCOMPARE(order[1]->label(), "c");
        QCOMPARE(order[2]->label(), "b");
        QVERIFY(order[2]->dueAt() == Milliseconds{9});
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("a c b"));
        QVERIFY(t.clock.now() == Milliseconds{9});
    }

    void aStoppedTimeoutStillEndsAPoll()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        Timeout first(timeouts, "first", [] { QFAIL("was stopped"); });
        Timeout second(timeouts, "second", [] {});
        first.start(5.0);
        second.start(8.0);
        first.stop();
        const PollTimeout timeout = t.loop.pollTimeout();
        QCOMPARE(timeout.ms, 5);
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{8});
        // With the timers first, the last timers phase belongs to a turn of its own.
        QCOMPARE(t.loop.turn(), modelOfRow() == LoopModel::TimersLast ? 2u : 3u);
    }

    void whatBecomesDueDuringTheRunWaits()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        TraceText trace;
        Timeout b(timeouts, "b", [&] { trace("b"); });
        Timeout a(timeouts, "a", [&] {
            trace("a");
            t.clock.advance(Milliseconds{20});
        });
        CheckHandle check(t.loop, [&] { trace("check"); });
        check.unref();
        check.start();
        a.start(5.0);
        b.start(8.0);
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(),
                 QString(modelOfRow() == LoopModel::TimersLast ? "check a check b"
                                                               : "check a check b check"));
    }

    void restartsInItsOwnCallback()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        int fired = 0;
        std::unique_ptr<Timeout> timeout;
        timeout = std::make_unique<Timeout>(timeouts, "timeout", [&] {
            QVERIFY(!timeout->isActive());
            if (++fired < 3)
                timeout->start(2.0);
        });
        timeout->start(2.0);
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 3);
        QVERIFY(t.clock.now() == Milliseconds{6});
        QVERIFY(!t.loop.isAlive());
    }

    void referencesAreCountedThroughTheCallback()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        std::unique_ptr<Timeout> timeout;
        timeout = std::make_unique<Timeout>(timeouts, "timeout", [&] {
            timeout->unref();
            timeout->ref();
            timeout->stop();
            timeout->unref();
        });
        timeout->start(1.0);
        QVERIFY(!t.loop.run());
        timeout->start(1.0);
        QVERIFY(!t.loop.isAlive());
        timeout->ref();
        QVERIFY(t.loop.isAlive());
        timeout->stop();
        QVERIFY(!t.loop.isAlive());
    }

    void stepsEndAfterEach()
    {
        TestLoop t;
        TimeoutQueue timeouts(t.loop);
        TraceText trace;
        Timeout a(timeouts, "a", [&] { trace("a"); });
        Timeout b(timeouts, "b", [&] { trace("b"); });
        a.start(1.0);
        b.start(1.0);
        t.clock.advance(Milliseconds{1});
        t.loop.beginRun();
        QVERIFY(t.loop.step(StepUnit::Call));
        QCOMPARE(trace.take(), QString("a"));
        QVERIFY(t.loop.phase() == Phase::Timers);
        QVERIFY(t.loop.step(StepUnit::Call));
        QCOMPARE(trace.take(), QString("b"));
        while (t.loop.step(StepUnit::Call)) { }
        QVERIFY(!t.loop.wasAlive());
    }
};

QTEST_GUILESS_MAIN(TestTimeoutQueue)
#include "tst_timeoutqueue.moc"
