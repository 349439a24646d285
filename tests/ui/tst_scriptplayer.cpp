// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - Back is the state, the log and the order before the last step, whatever the units of the steps
//   were, in one model and in both; back from the end of a long run comes there in slices.
// - A step goes on in both models alike; other models or another limit come to the same steps.
// - Playing goes by callback, ends at the end of the program or at the turn limit, and says so; no
//   part of it works for longer than 50 ms of the thread's time, at full speed in an endless
//   program as on its way back.
// - Of a long run the newest 10,000 entries are kept, and the rest is counted.
// - What ran last is known with its lines in the script.
#include "core/script/parser.h"
#include "ui/loop/looptext.h"
#include "ui/loop/scriptplayer.h"

#include <QSignalSpy>
#include <QTest>

#include <ctime>

using namespace reusescope;
using Step = ScriptPlayer::Step;

namespace {

constexpr int kDeadlineMs = 60'000;
constexpr double kLongestMs = 50;

const char *const kMixed = R"(timer T 2 repeat 3
setTimeout 1 A
setImmediate B
idle I unref
socket S
at 4 S receives bytes
when A fires
    setTimeout 0 A2
    setImmediate C
    log one
when S fires
    setTimeout 0 D
    setImmediate E
    close S
when T fires the 3rd time
    close T
when I fires the 4th time
    stop I
)";

const char *const kEndless = R"(setImmediate spin
when spin fires
    setImmediate spin
    log round
)";

script::Program programOf(const char *text)
{
    script::ParsedScript parsed = script::parseScript(text);
    if (!parsed.isValid())
        qFatal("%s", script::describe(parsed.mistakes.front(), "test").c_str());
    return std::move(parsed.program);
}

double threadCpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

QString itemsText(const std::vector<script::LoopState::Item> &items)
{
    QString text;
    for (const auto &item : items)
        text += QStringLiteral(" %1/%2/%3/%4/%5")
                    .arg(QString::fromStdString(item.label))
                    .arg(static_cast<int>(item.kind))
                    .arg(item.referenced)
                    .arg(item.due.count())
                    .arg(item.unread);
    return text;
}

/// Everything there is to see.
QString dump(const ScriptPlayer &player)
{
    QString text = QStringLiteral("%1 steps\n").arg(player.stepCount());
    for (std::size_t i = 0; i < player.trackCount(); ++i) {
        const ScriptTrack &track = player.track(i);
        const script::LoopState state = track.state();
        text += QStringLiteral("%1 turn %2 phase %3 now %4 over %5 alive %6 poll %7\n")
                    .arg(track.position())
                    .arg(state.turn)
                    .arg(static_cast<int>(state.phase))
                    .arg(state.now.count())
                    .arg(track.isOver())
                    .arg(state.alive)
                    .arg(pollSentence(state));
        for (const auto *items :
             {&state.timers, &state.immediates, &state.pending, &state.closing, &state.idle,
              &state.prepare, &state.check, &state.watched, &state.reuses})
            text += itemsText(*items) + u'\n';
        text += QString::fromStdString(track.order()) + u'\n';
        for (const script::Entry &entry : track.entries())
            text += QStringLiteral("%1 %2 %3\n")
                        .arg(entry.turn)
                        .arg(entry.at.count())
                        .arg(entryText(entry, track.program()));
    }
    return text;
}

/// Notes the longest work between two of its ticks, in time of this thread.
class Watch : public QObject
{
    Q_OBJECT

public:
    Watch()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double cpu = threadCpuMs();
            longest = std::max(longest, cpu - m_cpu);
            m_cpu = cpu;
            ++ticks;
        });
        m_cpu = threadCpuMs();
        m_timer.start(1);
    }

    double longest = 0;
    int ticks = 0;

private:
    QTimer m_timer;
    double m_cpu = 0;
};

} // namespace

class TestScriptPlayer : public QObject
{
    Q_OBJECT

private slots:
    void back_data();
    void back();
    void comparesStepByStep();
    void otherModelsAndLimits();
    void playsToTheEnd();
    void speeds();
    void endlessAtFullSpeed();
    void keepsTheNewest();
    void whatRanLast();
};

void TestScriptPlayer::back_data()
{
    using Models = std::vector<LoopModel>;
    QTest::addColumn<std::vector<LoopModel>>("models");
    QTest::addColumn<std::vector<Step>>("pattern");
    const Models both{LoopModel::TimersLast, LoopModel::TimersFirst};
    const std::vector<Step> mixed{Step::Callback, Step::Turn, Step::Phase, Step::Phase,
                                  Step::Callback};
    QTest::newRow("callbacks") << Models{LoopModel::TimersLast} << std::vector{Step::Callback};
    QTest::newRow("phases") << Models{LoopModel::TimersFirst} << std::vector{Step::Phase};
    QTest::newRow("turns") << Models{LoopModel::TimersLast} << std::vector{Step::Turn};
    QTest::newRow("mixed") << Models{LoopModel::TimersFirst} << mixed;
    QTest::newRow("mixed, both models") << both << mixed;
}

void TestScriptPlayer::back()
{
    QFETCH(std::vector<LoopModel>, models);
    QFETCH(std::vector<Step>, pattern);
    ScriptPlayer player;
    player.setModels(models);
    player.load(programOf(kMixed));
    QVERIFY(!player.canGoBack());
    QStringList seen;
    for (std::size_t i = 0; player.canStep(); ++i) {
        seen << dump(player);
        player.step(pattern[i % pattern.size()]);
    }
    QVERIFY(player.isOver());
    QVERIFY(seen.size() > 3);
    while (!seen.isEmpty()) {
        player.back();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isReplaying(), kDeadlineMs);
        QCOMPARE(dump(player), seen.takeLast());
    }
    QVERIFY(!player.canGoBack());
}

void TestScriptPlayer::comparesStepByStep()
{
    ScriptPlayer player;
    player.setModels({LoopModel::TimersLast, LoopModel::TimersFirst});
    player.load(programOf("timer A 0\nidle I\nwhen A fires\n    timer B 0\n"
                          "when I fires the 2nd time\n    stop I\n"));
    QVERIFY(player.comparison());
    QVERIFY(!player.comparison()->first());
    while (player.canStep())
        player.step(Step::Callback);
    // A I B I with the timers last, A B I I with the timers first.
    QVERIFY(player.comparison()->first());
    QCOMPARE(player.comparison()->first()->place, std::uint64_t{2});
    player.back();
    player.restart();
    QVERIFY(!player.comparison()->first());
    player.setModels({LoopModel::TimersLast});
    QVERIFY(!player.comparison());
}

void TestScriptPlayer::otherModelsAndLimits()
{
    ScriptPlayer player;
    player.load(programOf(kEndless));
    for (int i = 0; i < 5; ++i)
        player.step(Step::Turn);
    QCOMPARE(player.track(0).state().turn, 5u);
    player.setModels({LoopModel::TimersFirst});
    QCOMPARE(player.track(0).model(), LoopModel::TimersFirst);
    QCOMPARE(player.track(0).state().turn, 5u);
    QCOMPARE(player.stepCount(), std::uint64_t{5});

    player.setMaxTurns(3);
    QVERIFY(player.isOver());
    QVERIFY(!player.track(0).limit().empty());
    QVERIFY(!player.canStep());
    const std::uint64_t steps = player.stepCount();
    QVERIFY(steps <= 5);
    player.back();
    QCOMPARE(player.stepCount(), steps - 1);
    QVERIFY(!player.isOver());
}

void TestScriptPlayer::playsToTheEnd()
{
    ScriptPlayer player;
    player.load(programOf(kMixed));
    QSignalSpy controls(&player, &ScriptPlayer::controlsChanged);
    player.setSpeed(ScriptPlayer::kFullSpeed);
    player.play();
    QVERIFY(player.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!player.isPlaying(), kDeadlineMs);
    QVERIFY(player.isOver());
    QVERIFY(controls.count() >= 2);

    script::OrderText order;
    script::ScriptRun(programOf(kMixed), {}, &order).runToEnd();
    QCOMPARE(player.track(0).order(), order.text());

    player.load(programOf(kEndless));
    player.play();
    QTRY_VERIFY_WITH_TIMEOUT(!player.isPlaying(), kDeadlineMs);
    QVERIFY(QString::fromStdString(player.track(0).limit()).contains(QStringLiteral("1000 turns")));
    player.play();
    QVERIFY(!player.isPlaying());
}

void TestScriptPlayer::speeds()
{
    ScriptPlayer player;
    player.load(programOf(kEndless));
    QSignalSpy advanced(&player, &ScriptPlayer::advanced);
    for (const int speed : {50, 1'000}) {
        player.setSpeed(speed);
        player.play();
        const std::uint64_t before = player.stepCount();
        QTRY_VERIFY_WITH_TIMEOUT(player.stepCount() >= before + 20, kDeadlineMs);
        player.pause();
        QVERIFY(!player.isPlaying());
        const std::uint64_t paused = player.stepCount();
        QTest::qWait(0);
        QCOMPARE(player.stepCount(), paused);
    }
    QVERIFY(advanced.count() > 0);
}

void TestScriptPlayer::endlessAtFullSpeed()
{
    ScriptPlayer player;
    player.setMaxTurns(100'000'000);
    player.setModels({LoopModel::TimersLast, LoopModel::TimersFirst});
    player.load(programOf(kEndless));
    player.setSpeed(ScriptPlayer::kFullSpeed);
    Watch watch;
    player.play();
    QTRY_VERIFY_WITH_TIMEOUT(player.stepCount() > 200'000, kDeadlineMs);
    player.pause();
    QVERIFY2(watch.longest < kLongestMs, qPrintable(QString::number(watch.longest)));
    QVERIFY(watch.ticks > 5);

    // The way back is as long as the way was.
    const std::uint64_t steps = player.stepCount();
    player.back();
    QVERIFY(player.isReplaying());
    QVERIFY(!player.canStep());
    QCOMPARE(player.track(0).position(), steps);
    QTRY_VERIFY_WITH_TIMEOUT(!player.isReplaying(), kDeadlineMs);
    QCOMPARE(player.track(0).position(), steps - 1);
    QVERIFY2(watch.longest < kLongestMs, qPrintable(QString::number(watch.longest)));

    // Another step back on the way is one way to the nearer place.
    player.back();
    player.back();
    QTRY_VERIFY_WITH_TIMEOUT(!player.isReplaying(), kDeadlineMs);
    QCOMPARE(player.track(0).position(), steps - 3);
}

void TestScriptPlayer::keepsTheNewest()
{
    ScriptPlayer player;
    player.setMaxTurns(5'000);
    player.load(programOf(kEndless));
    while (player.canStep())
        player.step(Step::Turn);
    const ScriptTrack &track = player.track(0);
    // A callback, a log line and a poll in each turn, and the line of the limit.
    QCOMPARE(track.entryCount(), std::uint64_t{15'001});
    QCOMPARE(track.entries().size(), kMostKeptEntries);
    QCOMPARE(track.entries().back().kind, script::EntryKind::Limit);
    QVERIFY(track.isOrderCut());
    QVERIFY(track.order().size() <= 8'000);
    QVERIFY(QString::fromStdString(track.order()).endsWith(QStringLiteral("spin round")));
}

void TestScriptPlayer::whatRanLast()
{
    ScriptPlayer player;
    player.load(programOf("setImmediate A\n"
                          "idle I\n"
                          "when I fires the 1st time\n"
                          "    log first\n"
                          "when I fires the 2nd time\n"
                          "    close I\n"
                          "when I fires\n"
                          "    log each time\n"
                          "when I closes\n"
                          "    log gone\n"));
    const auto lines = [&] {
        return linesOf(player.track(0).program(), player.track(0).executed());
    };
    using Lines = std::vector<int>;
    QCOMPARE(lines(), Lines());
    player.step(Step::Callback);
    QCOMPARE(lines(), (Lines{3, 4, 7, 8}));
    player.step(Step::Callback);
    QCOMPARE(lines(), (Lines{1}));
    player.step(Step::Callback);
    QCOMPARE(lines(), (Lines{5, 6, 7, 8}));
    player.step(Step::Callback);
    QCOMPARE(lines(), (Lines{9, 10}));
    player.step(Step::Callback);
    QVERIFY(player.isOver());
    QCOMPARE(lines(), Lines());
}

QTEST_GUILESS_MAIN(TestScriptPlayer)
#include "tst_scriptplayer.moc"
