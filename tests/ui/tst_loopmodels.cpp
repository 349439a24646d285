// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - The log is what the program did, a line each; it grows and is cut without a reset where it can,
//   keeps the newest 10,000 lines and counts the others.
// - The tree of queues is the state of the loop, phase by phase in the order of the model, however
//   it grows and shrinks.
// - Sentences name the reason, and who it is.
// - In the picture every phase has a row of its own in the model's order, and the current one is
//   where the loop stands.
#include "core/script/parser.h"
#include "ui/loop/logmodel.h"
#include "ui/loop/looppicture.h"
#include "ui/loop/looptext.h"
#include "ui/loop/queuemodel.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace reusescope;
using Step = script::ScriptRun::Step;

namespace {

std::shared_ptr<const script::Program> programOf(const char *text)
{
    script::ParsedScript parsed = script::parseScript(text);
    if (!parsed.isValid())
        qFatal("%s", script::describe(parsed.mistakes.front(), "test").c_str());
    return std::make_shared<const script::Program>(std::move(parsed.program));
}

ScriptTrack trackOf(const char *text, LoopModel model = LoopModel::TimersLast)
{
    return {programOf(text), model, 100'000, nullptr, 0};
}

QString cell(const QAbstractItemModel &model, const QModelIndex &index)
{
    return model.data(index, Qt::DisplayRole).toString().replace(QChar(QChar::Nbsp), u' ');
}

QStringList dump(const LogModel &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << cell(model, model.index(row, column));
        lines << cells.join(u'|');
    }
    return lines;
}

QStringList dump(const QueueModel &model)
{
    QStringList lines;
    const auto line = [&](const QString &indent, int row, const QModelIndex &parent) {
        QStringList cells;
        for (int column = 0; column < QueueModel::ColumnCount; ++column)
            cells << cell(model, model.index(row, column, parent));
        lines << indent + cells.join(u'|');
    };
    for (int group = 0; group < model.rowCount(); ++group) {
        line({}, group, {});
        const QModelIndex parent = model.index(group, 0);
        for (int row = 0; row < model.rowCount(parent); ++row)
            line(QStringLiteral("  "), row, parent);
    }
    return lines;
}

QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), u' ');
}

} // namespace

class TestLoopModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void logLines();
    void logGrowsAndIsCut();
    void queues();
    void queuesFollow();
    void sentences_data();
    void sentences();
    void times();
    void pictureRows();
    void pictureMarksThePhase();
};

void TestLoopModels::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestLoopModels::logLines()
{
    ScriptTrack track = trackOf("timer T 10\nsetImmediate A\nwhen A fires\n    log hello\n");
    while (track.step(Step::Turn)) { }
    LogModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(track, true);
    QCOMPARE(dump(model),
             (QStringList{
                 QStringLiteral("1|poll|0 ms|does not sleep: an idle handle was active"),
                 QStringLiteral("1|check|0 ms|A"),
                 QStringLiteral("1|check|0 ms|“hello”"),
                 QStringLiteral("2|poll|10 ms|sleeps up to 10 ms: until timer T; woken by T after "
                                "10 ms"),
                 QStringLiteral("2|timers|10 ms|T"),
                 QStringLiteral("2|main|10 ms|the run ends: nothing is alive any more"),
             }));
    QVERIFY(model.index(1, LogModel::Turn).data(LogModel::RepeatsRole).toBool());
    QVERIFY(!model.index(1, LogModel::PhaseName).data(LogModel::RepeatsRole).toBool());
    QVERIFY(!model.index(3, LogModel::Time).data(LogModel::RepeatsRole).toBool());
    model.setDifferences({false, true});
    QVERIFY(model.index(1, 0).data(LogModel::DiffersRole).toBool());
    QVERIFY(!model.index(0, 0).data(LogModel::DiffersRole).toBool());
    QVERIFY(model.index(1, LogModel::What)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("only in this model")));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestLoopModels::logGrowsAndIsCut()
{
    ScriptTrack track = trackOf("setImmediate A\nwhen A fires\n    setImmediate A\n    log x\n");
    LogModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(track, true);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    std::uint64_t shown = 0;
    while (shown < 3 * kMostKeptEntries) {
        for (int i = 0; i < 700; ++i)
            track.step(Step::Turn);
        model.show(track, false);
        shown = track.entryCount();
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), track.entries().size());
        QCOMPARE(model.hiddenCount(), shown - track.entries().size());
        QCOMPARE(model.entry(0).turn, track.entries().front().turn);
        QCOMPARE(model.entry(model.rowCount() - 1).turn, track.entries().back().turn);
    }
    // The first show() of all was with an empty log.
    QVERIFY(resets.count() <= 1);
    model.show(track, false);
    const int before = static_cast<int>(resets.count());
    // More than is kept at once.
    for (int i = 0; i < 4'000; ++i)
        track.step(Step::Turn);
    model.show(track, false);
    QCOMPARE(resets.count(), before + 1);
    QCOMPARE(model.entry(model.rowCount() - 1).turn, track.entries().back().turn);
}

void TestLoopModels::queues()
{
    ScriptTrack track = trackOf("timer T 10\nsetTimeout 20 late unref\nsocket S\nat 5 S receives "
                                "crlf\nidle I unref\nwhen I fires\n    setImmediate A\n    busy 6\n"
                                "    stop I\n    prepare P\n    close P as bye\n");
    track.step(Step::Callback);
    QueueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setState(track.state());
    QCOMPARE(dump(model),
             (QStringList{
                 QStringLiteral("pending|nothing|"),
                 QStringLiteral("idle (now)|nothing|"),
                 QStringLiteral("prepare|nothing|"),
                 QStringLiteral("poll|0 ms|"),
                 QStringLiteral("  S, socket|2 B unread|yes"),
                 QStringLiteral("check|1|"),
                 QStringLiteral("  A, immediate||yes"),
                 QStringLiteral("closing|1|"),
                 QStringLiteral("  P, prepare handle||yes"),
                 QStringLiteral("timers|2|"),
                 QStringLiteral("  T, native timer|in 4 ms|yes"),
                 QStringLiteral("  late, timeout|in 14 ms|no, unref"),
                 QStringLiteral("waiting requests|nothing|"),
             }));
    model.setModel(LoopModel::TimersFirst);
    QCOMPARE(cell(model, model.index(0, 0)), QStringLiteral("timers"));
}

void TestLoopModels::queuesFollow()
{
    // Queues of many lengths, one after the other; the tester looks at each change.
    QueueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto items = [](std::size_t count) {
        std::vector<script::LoopState::Item> all(count);
        for (std::size_t i = 0; i < count; ++i)
            all[i].label = "L" + std::to_string(i);
        return all;
    };
    for (const std::size_t count : {0u, 3u, 1u, 0u, 2u, 2u, 700u, 5u}) {
        script::LoopState state;
        state.timers = items(count);
        state.closing = items(count / 2);
        model.setState(state);
        const QModelIndex timers = model.index(6, 0);
        QCOMPARE(static_cast<std::size_t>(model.rowCount(timers)),
                 std::min(count, QueueModel::kMostItems));
        if (count > 0)
            QCOMPARE(cell(model, timers.sibling(6, QueueModel::Detail)), QString::number(count));
    }
}

void TestLoopModels::sentences_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QString>("poll");
    QTest::addColumn<QString>("alive");
    const auto row = [](const char *name, const char *text, int steps, const char *poll,
                        const char *alive) {
        QTest::newRow(name) << QByteArray(text) << steps << QString::fromUtf8(poll)
                            << QString::fromUtf8(alive);
    };
    row("until a timer", "timer T 10\nsetImmediate A\n", 1,
        "Poll would sleep up to 10 ms: until timer T.", "Alive: held by T.");
    row("an unref timer", "timer T 10 unref\nsocket S\nsetImmediate A\n", 1,
        "Poll would sleep up to 10 ms: until timer T (unref, which does not matter here).",
        "Alive: held by S.");
    row("a timeout", "setTimeout 7 late\nsetImmediate A\n", 1,
        "Poll would sleep up to 7 ms: until timer late.", "Alive: held by late.");
    row("idle", "idle I unref\ntimer T 5\n", 1,
        "Poll would not sleep (0 ms): idle handle I is active.", "Alive: held by T.");
    row("closing", "timer T 0\nsocket S\nwhen T fires\n    close T\n", 1,
        "Poll would not sleep (0 ms): a handle waits for its close callback.",
        "Alive: held by S and T (closing).");
    row("an immediate", "setImmediate A\nwhen A fires\n    setImmediate B\n", 1,
        "Poll would not sleep (0 ms): an immediate is queued, for which Node keeps an idle handle "
        "active.",
        "Alive: held by B.");
    row("without limit", "socket S\nsetImmediate A\n", 1,
        "Poll would sleep without limit: no timer is set, only an event ends it.",
        "Alive: held by S.");
    row("stopping", "timer T 5\nsetImmediate A\nwhen A fires\n    stop loop\n", 1,
        "Poll would not sleep (0 ms): the loop is stopping.", "Alive: held by T.");
    row("nothing", "setImmediate A\n", 1,
        "Poll would not sleep (0 ms): no referenced handle is active.",
        "Not alive: nothing is active.");
    row("only unref", "setImmediate A\ntimer T 5 unref\n", 1,
        "Poll would not sleep (0 ms): no referenced handle is active.",
        "Not alive: what is active does not count, it is unref (T).");
    row("many", "idle A\nidle B\nidle C\nidle D\nidle E\n", 1,
        "Poll would not sleep (0 ms): idle handles A, B, C and 2 more are active.",
        "Alive: held by A, B, C and 2 more.");
}

void TestLoopModels::sentences()
{
    QFETCH(QByteArray, text);
    QFETCH(int, steps);
    QFETCH(QString, poll);
    QFETCH(QString, alive);
    ScriptTrack track = trackOf(text.constData());
    for (int i = 0; i < steps; ++i)
        QVERIFY(track.step(Step::Callback));
    const script::LoopState state = track.state();
    // The order in which handles are listed is not what this is about.
    if (!poll.contains(QStringLiteral("more")))
        QCOMPARE(plain(pollSentence(state)), poll);
    else
        QVERIFY(plain(pollSentence(state)).endsWith(QStringLiteral(" and 2 more are active.")));
    if (!alive.contains(QStringLiteral("more")))
        QCOMPARE(plain(aliveSentence(state)), alive);
    else
        QVERIFY(plain(aliveSentence(state)).endsWith(QStringLiteral(" and 2 more.")));
}

void TestLoopModels::times()
{
    QCOMPARE(plain(loopTimeText(Nanoseconds{0})), QStringLiteral("0 ms"));
    QCOMPARE(plain(loopTimeText(Nanoseconds{10'500'000})), QStringLiteral("10.5 ms"));
    QCOMPARE(plain(loopTimeText(Nanoseconds{250'000})), QStringLiteral("0.25 ms"));
    QCOMPARE(plain(loopTimeText(Milliseconds{1'200'000})), QStringLiteral("1,200,000 ms"));
}

void TestLoopModels::pictureRows()
{
    for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
        const LoopGeometry geometry(model, {400, 300}, 80, true);
        QCOMPARE(geometry.rowCount(), 10);
        const auto phases = phasesOf(model);
        for (int i = 0; i < LoopGeometry::kPhaseRows; ++i)
            QCOMPARE(geometry.rowOf(phases[static_cast<std::size_t>(i)], 1),
                     LoopGeometry::kFirstPhaseRow + i);
        QCOMPARE(geometry.rowOf(Phase::Main, 3), LoopGeometry::kMainRow);
        for (int row = 0; row < geometry.rowCount(); ++row) {
            QCOMPARE(geometry.rowAt(geometry.station(row).y()), std::optional<int>(row));
            QVERIFY(geometry.names(row).right() <= geometry.chips(row).left());
            if (row > 0)
                QCOMPARE(geometry.row(row - 1).bottom(), geometry.row(row).top());
        }
        QVERIFY(geometry.returnX() < geometry.station(0).x());
        QVERIFY(!geometry.rowAt(-1));
    }
    QCOMPARE(LoopGeometry(LoopModel::TimersLast, {400, 300}, 80, false).rowOf(Phase::Timers, 0),
             LoopGeometry::kBeforeRow);
    QCOMPARE(LoopGeometry(LoopModel::TimersFirst, {400, 300}, 80, false).rowOf(Phase::Timers, 0),
             LoopGeometry::kFirstPhaseRow);
}

void TestLoopModels::pictureMarksThePhase()
{
    LoopPicture picture;
    picture.setModel(LoopModel::TimersLast, false);
    picture.resize(400, 300);
    script::LoopState state;
    state.turn = 1;
    for (const Phase phase : phasesOf(LoopModel::TimersLast)) {
        state.phase = phase;
        picture.setState(state, {}, false);
        const QImage image = picture.grab().toImage();
        const LoopGeometry geometry(LoopModel::TimersLast, {400, 300}, 80, false);
        const QColor accent = Theme(picture.palette()).variant(0);
        int marked = 0;
        for (int row = 0; row < geometry.rowCount(); ++row) {
            const QPoint station = geometry.station(row).toPoint();
            if (image.pixelColor(station) == accent) {
                ++marked;
                QCOMPARE(row, geometry.rowOf(phase, 1));
            }
        }
        QCOMPARE(marked, 1);
    }
}

QTEST_MAIN(TestLoopModels)
#include "tst_loopmodels.moc"
