// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - any number of sends before the callback make one call, in poll, and each call is counted;
// - a send from another thread ends the sleep of poll, whatever its timeout;
// - a referenced Wakeup holds the loop, an unreferenced one does not;
// - send() leaves errno as it was; a Wakeup may be destroyed or closed by its own callback.

#include "core/loop/phaseloop.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <atomic>
#include <cerrno>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace reusescope;

class TestWakeup : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void sendsAreMerged()
    {
        TestLoop t;
        int calls = 0;
        Wakeup wakeup(t.loop, [&] {
            ++calls;
            QCOMPARE(static_cast<int>(t.loop.phase()), static_cast<int>(Phase::Poll));
        });
        for (int i = 0; i < 1000; ++i)
            wakeup.send();
        t.loop.run(RunMode::NoWait);
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 1);
        wakeup.send();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 2);
        QCOMPARE(t.loop.wakeups(), std::uint64_t{2});
    }

    void sendFromTheCallbackComesWithTheNextPoll()
    {
        TestLoop t;
        std::vector<std::uint32_t> polls;
        Wakeup wakeup(t.loop, [&] {
            polls.push_back(t.loop.pollsBegun());
            if (polls.size() < 2)
                wakeup.send();
            else
                wakeup.unref();
        });
        wakeup.send();
        QVERIFY(!t.loop.run());
        QVERIFY((polls == std::vector<std::uint32_t>{1, 2}));
    }

    void fromAnotherThread_data()
    {
        QTest::addColumn<bool>("withTimer");
        QTest::addColumn<bool>("spin");
        QTest::addRow("poll sleeps without limit") << false << false;
        QTest::addRow("poll sleeps until a timer") << true << false;
        QTest::addRow("poll spins without limit") << false << true;
    }

    void fromAnotherThread()
    {
        QFETCH(bool, withTimer);
        QFETCH(bool, spin);
        constexpr int kSends = 50;
        const RealClock clock;
        PhaseLoop loop(modelOfRow(), spin ? PollStrategy::Spin : PollStrategy::Sleep, clock,
                       pollerOfRow());
        TimerHandle timer(loop, "far", [] { QFAIL("the wake-up did not come"); });
        if (withTimer)
            timer.start(Milliseconds{60000});
        std::atomic<int> answered{0};
        Wakeup wakeup(loop, [&] {
            if (++answered == kSends)
                loop.stop();
        });
        std::thread sender([&] {
            // One at a time, so that each must be seen by itself.
            for (int sent = 1; sent <= kSends; ++sent) {
                wakeup.send();
                while (answered < sent)
                    std::this_thread::yield();
            }
        });
        loop.run();
        sender.join();
        QCOMPARE(answered.load(), kSends);
        QCOMPARE(loop.wakeups(), std::uint64_t{kSends});
    }

    void holdsTheLoopOnlyWhileReferenced()
    {
        TestLoop t;
        Wakeup wakeup(t.loop, [] {});
        QVERIFY(t.loop.isAlive());
        wakeup.unref();
        QVERIFY(!t.loop.isAlive());
        QVERIFY(!t.loop.run());
    }

    void sendKeepsErrno()
    {
        TestLoop t;
        // The lowest free number is the one that the Wakeup will get.
        const int next = ::dup(STDIN_FILENO);
        QVERIFY(next >= 0);
        ::close(next);
        Wakeup wakeup(t.loop, [] {});
        const std::uint64_t full = 0xfffffffffffffffe; // the next write fails with EAGAIN
        QCOMPARE(::write(next, &full, sizeof full), ssize_t{sizeof full});
        errno = ENOENT;
        wakeup.send();
        QCOMPARE(errno, ENOENT);
    }

    void destroyedByItsCallback()
    {
        TestLoop t;
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<Wakeup> wakeup;
        wakeup = std::make_unique<Wakeup>(t.loop, [&, witness] {
            wakeup.reset();
            ++*witness;
        });
        wakeup->send();
        QVERIFY(!t.loop.run());
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L);
    }

    void closedByItsCallback()
    {
        TestLoop t;
        TraceText trace;
        Wakeup wakeup(t.loop, [&] {
            trace("woken");
            wakeup.close([&] { trace("closed"); });
            wakeup.send(); // too late to be heard
        });
        wakeup.send();
        QVERIFY(!t.loop.run());
        QCOMPARE(trace.take(), QString("woken closed"));
    }

    void calledInTheOrderOfMaking()
    {
        TestLoop t;
        TraceText trace;
        Wakeup a(t.loop, [&] { trace("a"); });
        Wakeup b(t.loop, [&] { trace("b"); });
        Wakeup c(t.loop, [&] { trace("c"); });
        c.send();
        a.send();
        c.send();
        t.loop.beginRun();
        QVERIFY(t.loop.step(StepUnit::Call));
        QCOMPARE(trace.take(), QString("a"));
        QVERIFY(t.loop.step(StepUnit::Call));
        QCOMPARE(trace.take(), QString("c"));
        QCOMPARE(t.loop.wakeups(), std::uint64_t{2});
    }

    void closingTheOthersMakesNoSecondRound()
    {
        TestLoop t;
        int calls = 0;
        Wakeup b(t.loop, [] { QFAIL("was closed"); });
        std::unique_ptr<Wakeup> c;
        Wakeup a(t.loop, [&] {
            ++calls;
            if (calls == 1) {
                c->close();
                a.send();
                t.loop.stop();
            }
        });
        c = std::make_unique<Wakeup>(t.loop, [] { QFAIL("was closed"); });
        b.close();
        a.send();
        c->send();
        t.loop.run();
        QCOMPARE(calls, 1); // its own send is for the next poll
    }
};

QTEST_GUILESS_MAIN(TestWakeup)
#include "tst_wakeup.moc"
