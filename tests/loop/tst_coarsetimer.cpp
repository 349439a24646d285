// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here (undici, lib/util/timers.js):
// - a timer becomes active at the tick after its start and fires at a later tick of 499 ms;
// - starting or refreshing the only listed timer restarts the tick; with another one listed, even
// one
//   that is cleared, it does not;
// - a cleared timer stays listed for one more tick, which therefore still comes and wakes the loop;
// - a blocked loop makes timers later, never earlier;
// - the tick does not hold the loop and ends when nothing is listed;
// - callbacks may start, clear, refresh and destroy any timer, their own included.

#include "core/loop/coarsetimer.h"
#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "tests/support/virtualloop.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace reusescope;

namespace {

/// A loop that is held alive until `end`, with acts at given times and a list of what fired when.
class Rig
{
public:
    Rig() : m_end(v.loop, "end", [this] { v.loop.stop(); }) { }

    void at(int ms, Callback act)
    {
        m_acts.push_back(std::make_unique<TimerHandle>(v.loop, "act", std::move(act)));
        m_acts.back()->start(Milliseconds{ms});
    }
    void runUntil(int ms)
    {
        m_end.start(Milliseconds{ms} - v.loop.now());
        v.loop.run();
    }
    Callback note(const char *name)
    {
        return [this, name] {
            fired +=
                QStringLiteral("%1@%2 ").arg(QString::fromLatin1(name)).arg(v.loop.now().count());
        };
    }

    VirtualLoop v;
    CoarseTimerQueue queue{v.loop};
    QString fired;

private:
    TimerHandle m_end;
    std::vector<std::unique_ptr<TimerHandle>> m_acts;
};

} // namespace

class TestCoarseTimer : public QObject
{
    Q_OBJECT

private slots:
    void firesAtATick_data()
    {
        QTest::addColumn<int>("delay");
        QTest::addColumn<int>("firesAt");
        QTest::addRow("nothing: the tick after the first") << 0 << 998;
        QTest::addRow("one tick") << 499 << 998;
        QTest::addRow("two ticks") << 998 << 998;
        QTest::addRow("a little more than two ticks") << 999 << 1497;
        QTest::addRow("one second") << 1000 << 1497;
        QTest::addRow("two seconds") << 2000 << 2495;
        QTest::addRow("300 s") << 300000 << 300398;
    }

    void firesAtATick()
    {
        QFETCH(int, delay);
        QFETCH(int, firesAt);
        Rig rig;
        CoarseTimer timer(rig.queue, rig.note("a"));
        timer.start(Milliseconds{delay});
        QVERIFY(timer.isArmed());
        rig.runUntil(301000);
        QCOMPARE(rig.fired, QStringLiteral("a@%1 ").arg(firesAt));
        QVERIFY(!timer.isArmed());
    }

    void joiningARunningTickMayFireEarly()
    {
        Rig rig;
        CoarseTimer first(rig.queue, [] {});
        CoarseTimer second(rig.queue, rig.note("second"));
        first.start(Milliseconds{10000});
        rig.at(498, [&] { second.start(Milliseconds{1000}); });
        rig.runUntil(5000);
        QCOMPARE(rig.fired, QString("second@1497 ")); // 999 ms after its start
        first.clear();
    }

    void theOnlyTimerRestartsTheTick()
    {
        Rig rig;
        CoarseTimer timer(rig.queue, rig.note("a"));
        timer.start(Milliseconds{1000});
        rig.at(200, [&] { timer.refresh(); });
        rig.runUntil(5000);
        QCOMPARE(rig.fired, QString("a@1697 "));
    }

    void theTickCountsFromTheFreshTime()
    {
        Rig rig;
        CoarseTimer timer(rig.queue, rig.note("a"));
        rig.v.block(Milliseconds{200}); // the cached loop time is still 0
        timer.start(Milliseconds{1000});
        rig.runUntil(5000);
        QCOMPARE(rig.fired, QString("a@1697 "));
    }

    void withAClearedOneListedItDoesNot()
    {
        Rig rig;
        CoarseTimer cleared(rig.queue, rig.note("cleared"));
        CoarseTimer timer(rig.queue, rig.note("a"));
        cleared.start(Milliseconds{1000});
        rig.at(200, [&] {
            cleared.clear();
            QVERIFY(!cleared.isArmed());
            timer.start(Milliseconds{1000});
        });
        rig.runUntil(5000);
        QCOMPARE(rig.fired, QString("a@1497 "));
    }

    void clearedTimerKeepsOneMoreTick()
    {
        Rig rig;
        CoarseTimer timer(rig.queue, rig.note("a"));
        timer.start(Milliseconds{300000});
        rig.at(100, [&] { timer.clear(); });
        rig.at(101, [&] {
            const PollTimeout timeout = rig.v.loop.pollTimeout();
            QCOMPARE(timeout.ms, 499 - 101);
            QCOMPARE(timeout.timerLabel, "coarse-tick");
            QVERIFY(timeout.timer == rig.queue.tickTimer());
        });
        rig.at(500, [&] { // no further tick
            QVERIFY(rig.v.loop.pollTimeout().timer != rig.queue.tickTimer());
        });
        rig.runUntil(2000);
        QCOMPARE(rig.fired, QString());
        timer.clear(); // no-op by now
        timer.start(Milliseconds{1000}); // and can be used again
        rig.runUntil(9000);
        QCOMPARE(rig.fired, QString("a@3497 "));
    }

    void theTickEndsTheStallOfAnUnreferencedImmediate()
    {
        Rig rig;
        ImmediateQueue immediates(rig.v.loop);
        CoarseTimer headers(rig.queue, [] {});
        headers.start(Milliseconds{300000});
        Immediate immediate(immediates, rig.note("validated"));
        rig.at(5, [&] { headers.clear(); });
        rig.at(60, [&] { immediate.schedule(false); }); // from timers: poll comes before check
        rig.runUntil(2000);
        QCOMPARE(rig.fired, QString("validated@499 "));
    }

    void blockedLoopMakesTimersLateNotEarly()
    {
        Rig rig;
        CoarseTimer timer(rig.queue, rig.note("a"));
        timer.start(Milliseconds{1000});
        rig.v.block(Milliseconds{5000});
        rig.runUntil(9000);
        // The ticks come at 5000, 5499 and 5998, however many were missed.
        QCOMPARE(rig.fired, QString("a@5998 "));
    }

    void refreshPostpones()
    {
        Rig rig;
        CoarseTimer other(rig.queue, [] {}); // keeps the tick from being restarted
        CoarseTimer timer(rig.queue, rig.note("a"));
        other.start(Milliseconds{100000});
        timer.start(Milliseconds{1000});
        rig.at(1400, [&] { timer.refresh(); });
        rig.runUntil(5000);
        // Active again at 1497 with its start at 998, so due at 1998: the tick of 2495, not of
        // 1996.
        QCOMPARE(rig.fired, QString("a@2495 "));
    }

    void doesNotHoldTheLoop()
    {
        VirtualLoop v;
        CoarseTimerQueue queue(v.loop);
        CoarseTimer timer(queue, [] { QFAIL("must not fire"); });
        timer.start(Milliseconds{1000});
        QVERIFY(!v.loop.run());
        QVERIFY(v.clock.now() == Milliseconds{0});
    }

    void callbackActsOnItself_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("expected");
        QTest::addRow("refreshes") << "refresh"
                                   << "a@998 a@1996 ";
        QTest::addRow("clears") << "clear"
                                << "a@998 ";
        QTest::addRow("destroys") << "destroy"
                                  << "a@998 ";
    }

    void callbackActsOnItself()
    {
        QFETCH(QString, action);
        QFETCH(QString, expected);
        Rig rig;
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<CoarseTimer> timer;
        timer = std::make_unique<CoarseTimer>(rig.queue, [&, witness, note = rig.note("a")] {
            note();
            if (action == "refresh" && *witness == 0)
                timer->refresh();
            if (action == "clear")
                timer->clear();
            if (action == "destroy")
                timer.reset();
            ++*witness;
        });
        timer->start(Milliseconds{500});
        rig.runUntil(5000);
        QCOMPARE(rig.fired, expected);
        QCOMPARE(witness.use_count(), timer ? 2L : 1L);
    }

    void callbackActsOnItsNeighbour_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("expected");
        QTest::addRow("clears") << "clear"
                                << "a@998 last@998 ";
        QTest::addRow("destroys") << "destroy"
                                  << "a@998 last@998 ";
        // The tick under way still reaches it, makes it active and so counts as its first one.
        QTest::addRow("refreshes") << "refresh"
                                   << "a@998 last@998 b@1497 ";
        // Removing moves the last one into the place that became free.
        QTest::addRow("leaves it alone") << "nothing"
                                         << "a@998 last@998 b@998 ";
        QTest::addRow("starts a new one") << "start"
                                          << "a@998 last@998 b@998 new@1996 ";
    }

    void callbackActsOnItsNeighbour()
    {
        QFETCH(QString, action);
        QFETCH(QString, expected);
        Rig rig;
        std::unique_ptr<CoarseTimer> b;
        CoarseTimer fresh(rig.queue, rig.note("new"));
        CoarseTimer a(rig.queue, [&, note = rig.note("a")] {
            note();
            if (action == "clear")
                b->clear();
            if (action == "destroy")
                b.reset();
            if (action == "refresh")
                b->refresh();
            if (action == "start")
                fresh.start(Milliseconds{500});
        });
        b = std::make_unique<CoarseTimer>(rig.queue, rig.note("b"));
        CoarseTimer last(rig.queue, rig.note("last"));
        a.start(Milliseconds{500});
        b->start(Milliseconds{500});
        last.start(Milliseconds{500});
        rig.runUntil(5000);
        QCOMPARE(rig.fired, expected);
    }
};

QTEST_GUILESS_MAIN(TestCoarseTimer)
#include "tst_coarsetimer.moc"
