// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - every poll makes one span, with its timeout, the reason, the sleep and what ended it;
// - another phase makes one span when a callback ran in it, else none;
// - times are read only where a span needs them, and without an observer only for the loop time;
// - PollStrategy::Spin never sleeps, ends by I/O, wake-up or time, and reports what it spun as
// sleep.

#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "tests/support/virtualloop.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

using namespace reusescope;

namespace {

constexpr int kFd = ScriptedPoller::kFirstScriptedFd;

class Recorder final : public LoopObserver
{
public:
    void phaseRan(const PhaseSpan &span) override { spans.push_back(span); }
    std::vector<PhaseSpan> spans;
};

/// "turn phase start+duration", in microseconds; for polls also the sleep and its circumstances.
QString text(const PhaseSpan &span)
{
    const auto us = [](Nanoseconds time) { return time.count() / 1000; };
    QString line = QStringLiteral("%1 %2 %3+%4")
                       .arg(span.turn)
                       .arg(QString::fromLatin1(name(span.phase).data()))
                       .arg(us(span.start))
                       .arg(us(span.duration));
    if (span.phase == Phase::Poll)
        line +=
            QStringLiteral(" slept %1 of %2 (%3%4) %5 fd %6 ready %7")
                .arg(us(span.slept))
                .arg(span.timeout.ms)
                .arg(QString::fromLatin1(name(span.timeout.reason).data()))
                .arg(*span.timeout.timerLabel
                         ? QStringLiteral(" %1").arg(QString::fromLatin1(span.timeout.timerLabel))
                         : QString())
                .arg(QString::fromLatin1(name(span.wokenBy).data()))
                .arg(span.fd)
                .arg(span.ready);
    return line;
}

QStringList texts(const Recorder &recorder)
{
    QStringList lines;
    for (const PhaseSpan &span : recorder.spans)
        lines << text(span);
    return lines;
}

/// Counts how often it is asked.
class CountingClock final : public Clock
{
public:
    Nanoseconds now() const override
    {
        ++readings;
        return Nanoseconds{0};
    }
    mutable int readings = 0;
};

class EmptyPoller final : public Poller
{
public:
    void watch(int, IoEvents) override { }
    std::span<const Ready> wait(int) override { return {}; }
    bool interrupted() const override { return false; }
};

} // namespace

class TestLoopObserver : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("model");
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst})
            QTest::addRow("%s", name(model).data()) << static_cast<int>(model);
    }

    void everyPhaseOfATurn()
    {
        VirtualLoop v(model());
        Recorder recorder;
        v.loop.setObserver(&recorder);
        const auto busy = [&](int us) {
            return [&v, us] { v.clock.advance(std::chrono::microseconds(us)); };
        };
        v.loop.queuePending(busy(10));
        IdleHandle idle(v.loop, busy(20));
        PrepareHandle prepare(v.loop, busy(30));
        IoWatcher watcher(v.loop, [&](IoEvents) {
            v.clock.advance(std::chrono::microseconds(40));
            v.loop.queuePending(busy(50));
        });
        CheckHandle check(v.loop, busy(60));
        TimerHandle closed(v.loop, "closed", {});
        TimerHandle timer(v.loop, "timer", busy(80));
        idle.start();
        prepare.start();
        watcher.start(kFd, IoEvents::Readable);
        v.poller.readyAt(Milliseconds{0}, kFd, IoEvents::Readable);
        check.start();
        closed.close(busy(70));
        timer.start(Milliseconds{0});
        v.loop.run(RunMode::NoWait);
        const QString poll = " slept 0 of 0 (no-wait) io fd 10000 ready 1";
        if (model() == LoopModel::TimersLast)
            QCOMPARE(texts(recorder),
                     (QStringList{"1 pending 0+10", "1 idle 10+20", "1 prepare 30+30",
                                  "1 poll 60+40" + poll, "1 pending 100+50", "1 check 150+60",
                                  "1 closing 210+70", "1 timers 280+80"}));
        else
            QCOMPARE(texts(recorder),
                     (QStringList{"1 timers 0+80", "1 pending 80+10", "1 idle 90+20",
                                  "1 prepare 110+30", "1 poll 140+40" + poll, "1 pending 180+50",
                                  "1 check 230+60", "1 closing 290+70"}));
    }

    void emptyPhasesMakeNoSpan()
    {
        VirtualLoop v(model());
        Recorder recorder;
        v.loop.setObserver(&recorder);
        ImmediateQueue immediates(v.loop); // its check handle is active but has nothing to do
        TimerHandle far(v.loop, "far", [] {});
        far.start(Milliseconds{100});
        TimerHandle closed(v.loop, "closed", {});
        closed.close(); // without a callback
        v.loop.run(RunMode::NoWait);
        QCOMPARE(texts(recorder),
                 QStringList{"1 poll 0+0 slept 0 of 0 (no-wait) nothing fd -1 ready 0"});
        recorder.spans.clear();
        Immediate immediate(immediates, [] {});
        immediate.schedule();
        v.loop.run(RunMode::NoWait);
        QCOMPARE(texts(recorder),
                 (QStringList{"2 poll 0+0 slept 0 of 0 (no-wait) nothing fd -1 ready 0",
                              "2 check 0+0"}));
    }

    void whatEndedThePoll_data()
    {
        QTest::addColumn<QString>("setUp");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("expected");
        const int once = static_cast<int>(RunMode::Once);
        const int noWait = static_cast<int>(RunMode::NoWait);
        const int byDefault = static_cast<int>(RunMode::Default);
        QTest::addRow("nothing, in a turn that must not wait")
            << "timer" << noWait << "slept 0 of 0 (no-wait) nothing fd -1 ready 0";
        QTest::addRow("timer") << "timer" << once
                               << "slept 50000 of 50 (next-timer timer) timer fd -1 ready 0";
        QTest::addRow("I/O before the timer")
            << "timer io" << once << "slept 20000 of 50 (next-timer timer) io fd 10000 ready 1";
        QTest::addRow("I/O without a timer")
            << "io" << once << "slept 20000 of -1 (no-timer) io fd 10000 ready 1";
        QTest::addRow("wake-up") << "wakeup" << once
                                 << "slept 0 of -1 (no-timer) wakeup fd -1 ready 1";
        QTest::addRow("I/O and wake-up in one batch, I/O first")
            << "io-now wakeup" << once << "slept 0 of -1 (no-timer) io fd 10000 ready 2";
        QTest::addRow("interrupted, then the timer")
            << "timer interrupt" << once
            << "slept 50000 of 50 (next-timer timer) timer fd -1 ready 0";
        QTest::addRow("nothing, with an idle handle")
            << "timer idle" << byDefault << "slept 0 of 0 (idle-active) nothing fd -1 ready 0";
        QTest::addRow("nothing, with an idle handle, once")
            << "timer idle" << once << "slept 0 of 0 (idle-active) nothing fd -1 ready 0";
        QTest::addRow("nothing, while something is pending")
            << "timer pending-in-prepare" << byDefault
            << "slept 0 of 0 (pending) nothing fd -1 ready 0";
        QTest::addRow("nothing, while something is closing")
            << "timer closing" << byDefault << "slept 0 of 0 (closing) nothing fd -1 ready 0";
        QTest::addRow("nothing, when stopped in prepare")
            << "timer stop-in-prepare" << byDefault
            << "slept 0 of 0 (stopping) nothing fd -1 ready 0";
        QTest::addRow("nothing, with only a close callback to come")
            << "closing" << byDefault << "slept 0 of 0 (nothing-alive) nothing fd -1 ready 0";
        QTest::addRow("nothing, with an overdue timer")
            << "overdue" << once << "slept 0 of 0 (next-timer timer) nothing fd -1 ready 0";
    }

    // The first poll of the run.
    void whatEndedThePoll()
    {
        QFETCH(QString, setUp);
        QFETCH(int, mode);
        QFETCH(QString, expected);
        const QStringList steps = setUp.split(' ');
        VirtualLoop v(model());
        Recorder recorder;
        v.loop.setObserver(&recorder);
        TimerHandle timer(v.loop, "timer", [] {});
        IoWatcher watcher(v.loop, [&](IoEvents) { v.loop.stop(); });
        IdleHandle idle(v.loop, [&] { v.loop.updateTime(); });
        PrepareHandle prepare(v.loop, [&] {
            if (steps.contains("pending-in-prepare"))
                v.loop.queuePending([] {});
            if (steps.contains("stop-in-prepare"))
                v.loop.stop();
            if (steps.contains("overdue")) {
                timer.start(Milliseconds{50});
                v.block(Milliseconds{60});
                v.loop.updateTime();
            }
            prepare.stop();
        });
        CheckHandle endsTheRun(v.loop, [&] { v.loop.stop(); });
        endsTheRun.unref();
        endsTheRun.start();
        TimerHandle closing(v.loop, "closing", {});
        std::unique_ptr<Wakeup> wakeup;
        if (setUp.contains("prepare") || setUp == "overdue")
            prepare.start();
        if (steps.contains("timer"))
            timer.start(Milliseconds{50});
        if (steps.contains("io") || steps.contains("io-now")) {
            watcher.start(kFd, IoEvents::Readable);
            v.poller.readyAt(Milliseconds{steps.contains("io") ? 20 : 0}, kFd, IoEvents::Readable);
        }
        if (steps.contains("interrupt"))
            v.poller.interruptAt(Milliseconds{10});
        if (steps.contains("idle"))
            idle.start();
        if (steps.contains("closing"))
            closing.close([] {});
        if (steps.contains("wakeup")) {
            wakeup = std::make_unique<Wakeup>(v.loop, [] {});
            wakeup->send();
        }
        v.loop.run(static_cast<RunMode>(mode));
        const auto poll = std::find_if(recorder.spans.begin(), recorder.spans.end(),
                                       [](const PhaseSpan &s) { return s.phase == Phase::Poll; });
        QVERIFY(poll != recorder.spans.end());
        const QString line = text(*poll);
        QCOMPARE(line.mid(line.indexOf("slept")), expected);
        if (poll->timeout.reason == TimeoutReason::NextTimer)
            QVERIFY(poll->timeout.timer == timer.id());
        else
            QVERIFY(!poll->timeout.timer);
    }

    void onceAfterAnIdleHandleStoppedItself()
    {
        VirtualLoop v(model());
        Recorder recorder;
        v.loop.setObserver(&recorder);
        TimerHandle timer(v.loop, "timer", [] {});
        timer.start(Milliseconds{50});
        IdleHandle idle(v.loop, [&] { idle.stop(); });
        idle.start();
        v.loop.run(RunMode::Once);
        QCOMPARE(text(recorder.spans.back()),
                 QString("1 poll 0+0 slept 0 of 0 (no-wait) nothing fd -1 ready 0"));
    }

    void clockReadings()
    {
        CountingClock clock;
        PhaseLoop loop(model(), PollStrategy::Sleep, clock, std::make_unique<EmptyPoller>());
        ImmediateQueue immediates(loop);
        TimerHandle far(loop, "far", [] {});
        far.start(Milliseconds{100});
        const auto readingsOfATurn = [&] {
            const int before = clock.readings;
            loop.run(RunMode::NoWait);
            return clock.readings - before;
        };
        // One after the wait and one for the timers.
        QCOMPARE(readingsOfATurn(), 2);
        CheckHandle check(loop, [] {});
        check.start();
        QCOMPARE(readingsOfATurn(), 2);
        check.stop();

        Recorder recorder;
        loop.setObserver(&recorder);
        QCOMPARE(readingsOfATurn(), 3); // the start of poll; its end is the reading after the wait
        check.start();
        QCOMPARE(readingsOfATurn(), 5);
        loop.setObserver(nullptr);
        QCOMPARE(readingsOfATurn(), 2);
    }

    void spinning_data()
    {
        QTest::addColumn<QString>("ends");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("waits");
        QTest::addRow("by time") << "timer"
                                 << "slept 5000 of 5 (next-timer timer) timer fd -1 ready 0" << 10;
        QTest::addRow("by I/O") << "timer io"
                                << "slept 2000 of 5 (next-timer timer) io fd 10000 ready 1" << 4;
        QTest::addRow("by I/O, without a timer")
            << "io"
            << "slept 2000 of -1 (no-timer) io fd 10000 ready 1" << 4;
    }

    void spinning()
    {
        QFETCH(QString, ends);
        QFETCH(QString, expected);
        QFETCH(int, waits);
        VirtualLoop v(model(), PollStrategy::Spin);
        v.poller.setCostOfEmptyWait(std::chrono::microseconds(500));
        Recorder recorder;
        v.loop.setObserver(&recorder);
        TimerHandle timer(v.loop, "timer", [] {});
        IoWatcher watcher(v.loop, [](IoEvents) {});
        if (ends.contains("timer"))
            timer.start(Milliseconds{5});
        if (ends.contains("io")) {
            watcher.start(kFd, IoEvents::Readable);
            v.poller.readyAt(Milliseconds{2}, kFd, IoEvents::Readable);
        }
        v.loop.run(RunMode::Once);
        QCOMPARE(v.poller.timeouts(), std::vector<int>(static_cast<std::size_t>(waits), 0));
        const QString line = text(recorder.spans.front());
        QCOMPARE(line.mid(line.indexOf("slept")), expected);
    }

private:
    static LoopModel model()
    {
        QFETCH_GLOBAL(int, model);
        return static_cast<LoopModel>(model);
    }
};

QTEST_GUILESS_MAIN(TestLoopObserver)
#include "tst_loopobserver.moc"
