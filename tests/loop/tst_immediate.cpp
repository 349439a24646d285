// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - immediates run in the check phase in the order of scheduling; one scheduled while they run
// waits for
//   the next turn; one cancelled while they run does not run;
// - a referenced immediate holds the loop and forbids poll to sleep; an unreferenced one does
// neither,
//   so that poll sleeps until the next timer (the stall);
// - scheduling twice is once; an immediate may reschedule, cancel and destroy itself.

#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <memory>
#include <unistd.h>
#include <vector>

using namespace reusescope;

class TestImmediate : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void runInTheOrderOfScheduling()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        TraceText trace;
        Immediate a(queue, [&] { trace("a"); });
        Immediate b(queue, [&] {
            trace("b");
            QCOMPARE(static_cast<int>(t.loop.phase()), static_cast<int>(Phase::Check));
        });
        b.schedule();
        a.schedule();
        b.schedule(); // no-op
        QVERIFY(b.isScheduled());
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("b a"));
        QVERIFY(!b.isScheduled());
        QCOMPARE(t.loop.turn(), 1u);
    }

    void scheduledWhileTheyRunWaitsForTheNextTurn()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        std::vector<std::uint32_t> turns;
        Immediate self(queue, [&] {
            turns.push_back(t.loop.turn());
            QVERIFY(!self.isScheduled());
            if (turns.size() < 3)
                self.schedule();
        });
        self.schedule();
        QVERIFY(!t.loop.run());
        QVERIFY((turns == std::vector<std::uint32_t>{1, 2, 3}));
    }

    void cancelledWhileTheyRunDoesNotRun()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        TraceText trace;
        Immediate b(queue, [&] { trace("b"); });
        Immediate a(queue, [&] {
            trace("a");
            b.cancel();
        });
        a.schedule();
        b.schedule();
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("a"));
    }

    void destroysItselfAndItsNeighbour()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<Immediate> neighbour;
        std::unique_ptr<Immediate> self;
        neighbour = std::make_unique<Immediate>(queue, [] { QFAIL("was destroyed"); });
        self = std::make_unique<Immediate>(queue, [&, witness] {
            self.reset();
            neighbour.reset();
            ++*witness;
        });
        self->schedule();
        neighbour->schedule();
        QVERIFY(!t.loop.run());
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L);
    }

    void sleepOfPoll_data()
    {
        QTest::addColumn<bool>("referenced");
        QTest::addColumn<bool>("fromPoll");
        QTest::addColumn<int>("expectedMs");
        QTest::addRow("referenced: at once") << true << false << 0;
        QTest::addRow("unreferenced: stalls until the timer") << false << false << 300;
        QTest::addRow("unreferenced, armed in poll: at once") << false << true << 0;
    }

    // A referenced descriptor that stays quiet, an immediate, and a timer of 300 ms.
    void sleepOfPoll()
    {
        QFETCH(bool, referenced);
        QFETCH(bool, fromPoll);
        QFETCH(int, expectedMs);
        TestLoop t;
        int pipe[2];
        QVERIFY(::pipe(pipe) == 0);
        {
            ImmediateQueue queue(t.loop);
            IoWatcher watcher(t.loop, [](IoEvents) {});
            watcher.start(pipe[0], IoEvents::Readable);
            TimerHandle timer(t.loop, "timer", [] {});
            timer.unref();
            timer.start(Milliseconds{300});
            Immediate immediate(queue, [&] { t.loop.stop(); });
            Wakeup wakeup(t.loop, [&] { immediate.schedule(referenced); });
            if (fromPoll)
                wakeup.send();
            else
                immediate.schedule(referenced);
            QVERIFY(t.loop.run());
            QVERIFY(t.clock.now() == Milliseconds{expectedMs});
        }
        ::close(pipe[0]);
        ::close(pipe[1]);
    }

    void onlyReferencedOnesHoldTheLoop()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        QVERIFY(!t.loop.isAlive());
        Immediate immediate(queue, [] {});
        immediate.schedule(false);
        QVERIFY(!t.loop.isAlive());
        immediate.cancel();
        immediate.schedule(true);
        QVERIFY(t.loop.isAlive());
        QCOMPARE(static_cast<int>(t.loop.pollTimeout().reason),
                 static_cast<int>(TimeoutReason::IdleActive));
        immediate.cancel();
        QVERIFY(!t.loop.isAlive());
        {
            Immediate other(queue, [] {});
            other.schedule();
            QVERIFY(t.loop.isAlive());
        }
        QVERIFY(!t.loop.isAlive());
    }

    void clearingTheRestMakesNoSecondRun()
    {
        TestLoop t;
        ImmediateQueue queue(t.loop);
        TraceText trace;
        Immediate later(queue, [&] { trace("later"); });
        Immediate cleared(queue, [] { QFAIL("was cleared"); });
        Immediate first(queue, [&] {
            trace("first");
            cleared.cancel();
            later.schedule();
        });
        CheckHandle check(t.loop, [&] { trace("check"); });
        check.unref();
        check.start(); // started last, so it runs before the immediates
        first.schedule();
        cleared.schedule();
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("check first check later"));
    }
};

QTEST_GUILESS_MAIN(TestImmediate)
#include "tst_immediate.moc"
