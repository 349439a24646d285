// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, for each scheduler begun from poll, check and timers, in both loop models:
// - in which phase, how many turns and how many completed polls later it answers, and how long poll
// slept meanwhile
// - begin() is answered exactly once; after cancel() nothing is called, and nothing keeps the loop
// from sleeping
// - a verdict is not kept: the next begin() takes as long as the first
// - peek and after-idle answer at once, with the reason that the look gave; after-idle does not
// look at a young connection
// - background holds up only a request that comes before its check phase
#include "core/validation/registry.h"

#include "core/loop/coarsetimer.h"
#include "tests/support/virtualloop.h"

#include <QTest>

#include <optional>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

struct FakeConnection final : IdleConnection
{
    IdleLook look() override
    {
        ++looks;
        return next;
    }
    Nanoseconds idleFor() const override { return idle; }

    IdleLook next = IdleLook::Nothing;
    Nanoseconds idle{0};
    int looks = 0;
};

constexpr int kFd = ScriptedPoller::kFirstScriptedFd;

/// A loop with what a client has: a referenced socket, a tick of 499 ms, and callbacks in the three
/// phases.
struct Bench
{
    explicit Bench(const std::string &name, LoopModel model = LoopModel::TimersLast)
        : virtualLoop(model),
          loop(virtualLoop.loop),
          immediates(loop),
          timeouts(loop),
          socket(loop,
                 [this](IoEvents) {
                     if (fromPoll)
                         std::exchange(fromPoll, {})();
                 }),
          tick(loop, "coarse-tick", [] {}),
          gap(loop, "idle-gap",
              [this] {
                  if (fromTimers)
                      std::exchange(fromTimers, {})();
              }),
          check(immediates,
                [this] {
                    if (fromCheck)
                        std::exchange(fromCheck, {})();
                }),
          turnCounter(loop,
                      [this] {
                          if (turnsLeft-- == 0)
                              loop.stop();
                      }),
          scheduler((*schedulerFactory(name))(SchedulerContext{
              loop, immediates, timeouts, connection, [this](Verdict verdict) {
                  ++answers;
                  answer = verdict;
                  answeredIn = loop.phase();
                  answeredTurn = loop.turn();
                  answeredAt = virtualLoop.clock.now();
                  polls =
                      loop.pollsCompleted() > pollsBegun ? loop.pollsCompleted() - pollsBegun : 0;
              }}))
    {
        tick.unref();
        socket.start(kFd, IoEvents::Readable);
    }

    void begin()
    {
        pollsBegun = loop.pollsBegun();
        begunTurn = loop.turn();
        begunAt = virtualLoop.clock.now();
        atOnce = scheduler->begin();
    }

    /// Runs `action` in the phase asked for, at 10 ms; the tick is due at 509 ms at the earliest.
    void inPhase(Phase phase, std::function<void()> action)
    {
        tick.start(509ms, 499ms);
        if (phase == Phase::Poll) {
            fromPoll = std::move(action);
            virtualLoop.poller.readyAt(10ms, kFd, IoEvents::Readable);
        } else if (phase == Phase::Timers) {
            fromTimers = std::move(action);
            gap.start(10ms);
        } else {
            fromPoll = [this] { check.schedule(); };
            fromCheck = std::move(action);
            virtualLoop.poller.readyAt(10ms, kFd, IoEvents::Readable);
        }
    }

    /// Whole turns, and one more that is told to stop and so does not sleep.
    void runTurns(int turns)
    {
        turnsLeft = turns;
        turnCounter.start();
        loop.run();
    }

    VirtualLoop virtualLoop;
    PhaseLoop &loop;
    ImmediateQueue immediates;
    TimeoutQueue timeouts;
    IoWatcher socket;
    TimerHandle tick;
    TimerHandle gap;
    Immediate check;
    PrepareHandle turnCounter;
    int turnsLeft = 0;
    std::function<void()> fromPoll, fromCheck, fromTimers;
    FakeConnection connection;
    std::unique_ptr<ValidationScheduler> scheduler;

    std::optional<Verdict> atOnce;
    int answers = 0;
    Verdict answer = Reason::None;
    Phase answeredIn = Phase::Main;
    std::uint32_t begunTurn = 0, answeredTurn = 0, pollsBegun = 0, polls = 0;
    Nanoseconds begunAt{0}, answeredAt{0};
};

} // namespace

class TestSchedulers : public QObject
{
    Q_OBJECT
private slots:
    void answers_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("model");
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("turns");
        QTest::addColumn<int>("polls");
        QTest::addColumn<int>("waitedMs");
        const auto row = [](const char *scheduler, Phase from, LoopModel model, Phase phase,
                            int turns, int polls, int waited) {
            QTest::addRow("%s from %s, %s", scheduler, name(from).data(), name(model).data())
                << scheduler << static_cast<int>(from) << static_cast<int>(model)
                << static_cast<int>(phase) << turns << polls << waited;
        };
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
            const bool first = model == LoopModel::TimersFirst;
            // The 1 ms floor: the timer is due one sleep later. Timers-first runs it in the turn
            // after that sleep.
            row("timer-0", Phase::Poll, model, Phase::Timers, first ? 2 : 1, 1, 1);
            row("timer-0", Phase::Check, model, Phase::Timers, first ? 2 : 1, 1, 1);
            row("timer-0", Phase::Timers, model, Phase::Timers, 1, 1, 1);
            // From poll: the check phase of the same turn, no poll in between.
            row("immediate-ref", Phase::Poll, model, Phase::Check, 0, 0, 0);
            row("immediate-unref", Phase::Poll, model, Phase::Check, 0, 0, 0);
            // From check: the next turn's check; unreferenced it waits for the tick at 509 ms.
            row("immediate-ref", Phase::Check, model, Phase::Check, 1, 1, 0);
            row("immediate-unref", Phase::Check, model, Phase::Check, 1, 1, 499);
            // Timers come before poll in the same turn, or after it.
            row("immediate-ref", Phase::Timers, model, Phase::Check, first ? 0 : 1, 1, 0);
            row("immediate-unref", Phase::Timers, model, Phase::Check, first ? 0 : 1, 1, 499);
            row("fresh-poll", Phase::Poll, model, Phase::Check, 1, 1, 0);
            row("fresh-poll", Phase::Check, model, Phase::Check, 1, 1, 0);
            row("fresh-poll", Phase::Timers, model, Phase::Check, first ? 0 : 1, 1, 0);
        }
    }
    void answers()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, from);
        QFETCH(int, model);
        QFETCH(int, phase);
        QFETCH(int, turns);
        QFETCH(int, polls);
        QFETCH(int, waitedMs);
        Bench bench(scheduler.toStdString(), static_cast<LoopModel>(model));
        bench.inPhase(static_cast<Phase>(from), [&] { bench.begin(); });
        bench.runTurns(5);
        QVERIFY(!bench.atOnce);
        QCOMPARE(bench.answers, 1);
        QCOMPARE(bench.answer, kClean);
        QCOMPARE(name(bench.answeredIn), name(static_cast<Phase>(phase)));
        QCOMPARE(int(bench.answeredTurn - bench.begunTurn), turns);
        QCOMPARE(int(bench.polls), polls);
        QCOMPARE((bench.answeredAt - bench.begunAt) / 1ms, waitedMs);
    }

    void cancelLeavesNothingBehind_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("turns");
        // Node does not move its native timer when a timeout is cleared: poll ends once for
        // nothing.
        QTest::addRow("timer-0") << "timer-0" << 3;
        for (const char *scheduler :
             {"immediate-unref", "immediate-ref", "fresh-poll", "background"})
            QTest::addRow("%s", scheduler) << scheduler << 2;
    }
    void cancelLeavesNothingBehind()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, turns);
        Bench bench(scheduler.toStdString());
        bench.inPhase(Phase::Timers, [&] {
            bench.scheduler->becameIdle();
            bench.begin();
            bench.scheduler->cancel();
        });
        bench.runTurns(turns);
        QCOMPARE(bench.answers, 0);
        // Nothing of it is left that would wake poll: the next sleep is until the tick.
        QCOMPARE(bench.virtualLoop.clock.now(), Nanoseconds(509ms));
    }

    void destructionCancels()
    {
        Bench bench("immediate-ref");
        bench.inPhase(Phase::Timers, [&] {
            bench.begin();
            bench.scheduler.reset();
        });
        bench.runTurns(3);
        QCOMPARE(bench.answers, 0);
    }

    void aVerdictIsNotKept()
    {
        Bench bench("fresh-poll");
        bench.inPhase(Phase::Check, [&] { bench.begin(); });
        bench.runTurns(4);
        QCOMPARE(bench.answers, 1);
        bench.virtualLoop.poller.readyAt(600ms, kFd, IoEvents::Readable);
        bench.fromPoll = [&] { bench.begin(); };
        bench.tick.start(900ms, 499ms);
        bench.runTurns(3);
        QCOMPARE(bench.answers, 2);
        QCOMPARE(int(bench.polls), 1);
    }

    void looksAnswerAtOnce_data()
    {
        QTest::addColumn<int>("look");
        QTest::addColumn<int>("verdict");
        QTest::addRow("nothing") << int(IdleLook::Nothing) << int(Reason::None);
        QTest::addRow("bytes") << int(IdleLook::Bytes) << int(Reason::IdleBytes);
        QTest::addRow("end") << int(IdleLook::End) << int(Reason::IdleFin);
        QTest::addRow("reset") << int(IdleLook::Reset) << int(Reason::IdleReset);
    }
    void looksAnswerAtOnce()
    {
        QFETCH(int, look);
        QFETCH(int, verdict);
        Bench bench("peek");
        bench.connection.next = static_cast<IdleLook>(look);
        bench.begin();
        QVERIFY(bench.atOnce.has_value());
        QCOMPARE(int(*bench.atOnce), verdict);
        QCOMPARE(bench.connection.looks, 1);
        QCOMPARE(bench.answers, 0);
    }

    void afterIdleTrustsTheYoung()
    {
        Bench bench("after-idle:50");
        bench.connection.next = IdleLook::Bytes;
        bench.connection.idle = 49ms;
        bench.begin();
        QCOMPARE(bench.atOnce.value(), kClean);
        QCOMPARE(bench.connection.looks, 0);
        bench.connection.idle = 50ms;
        bench.begin();
        QCOMPARE(bench.atOnce.value(), Reason::IdleBytes);
        QCOMPARE(bench.connection.looks, 1);
    }

    void noneDoesNotValidate()
    {
        Bench bench("none");
        QVERIFY(!bench.scheduler->validates());
        for (const char *other : {"timer-0", "immediate-ref", "peek", "background", "after-idle:0"})
            QVERIFY2(Bench(other).scheduler->validates(), other);
    }

    void backgroundOverlaps()
    {
        Bench bench("background");
        // The response completes in poll and the next request comes at once: it waits for this
        // turn's check phase.
        bench.inPhase(Phase::Poll, [&] {
            bench.scheduler->becameIdle();
            bench.begin();
        });
        bench.runTurns(1);
        QVERIFY(!bench.atOnce);
        QCOMPARE(bench.answers, 1);
        QCOMPARE(name(bench.answeredIn), name(Phase::Check));
        QCOMPARE(bench.answeredTurn, bench.begunTurn);
        // Without a request it fires unheard, and one that comes later is not held up.
        bench.virtualLoop.poller.readyAt(20ms, kFd, IoEvents::Readable);
        bench.fromPoll = [&] { bench.scheduler->becameIdle(); };
        bench.runTurns(1);
        QCOMPARE(bench.answers, 1);
        bench.begin();
        QCOMPARE(bench.atOnce.value(), kClean);
    }

    void backToBack()
    {
        for (const char *own : {"fresh-poll", "peek", "after-idle:0"})
            QVERIFY2(Bench(own).scheduler->validatesBackToBack(), own);
        for (const char *undici :
             {"none", "timer-0", "immediate-unref", "immediate-ref", "background"})
            QVERIFY2(!Bench(undici).scheduler->validatesBackToBack(), undici);
    }
};

QTEST_GUILESS_MAIN(TestSchedulers)
#include "tst_schedulers.moc"
