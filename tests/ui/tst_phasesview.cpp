// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - each phase has a lane; callbacks are painted in the lane of their phase, sleep only in poll's;
// - a phase that is shorter than a pixel is painted all the same;
// - the selected request has a line through the lanes at each of its points;
// - the loops of variants are separate: V switches, selecting a request shows its variant;
// - a poll that is wide enough shows the HTTP/2 frames that came and left in its turn, of all
//   connections, found by turn among many;
// - keys select by order, a click selects the request under way there; the range is linked.
#include "tests/ui/syntheticrun.h"
#include "ui/views/phasesview.h"
#include "ui/views/requestnode.h"
#include "ui/views/timelineview.h"
#include "ui/views/tracecolors.h"

#include <QtTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr QSize kSize(1280, 800);

struct Scene
{
    Recording recording;
    Selection selection;
    PhasesView view{recording, selection};

    Scene()
    {
        QPalette palette;
        palette.setColor(QPalette::Base, Qt::white);
        palette.setColor(QPalette::Text, Qt::black);
        view.setPalette(palette);
        view.resize(kSize);
        view.grab(); // lays the viewport out
    }

    void add(const SyntheticRun &run)
    {
        recording.apply(run.events());
        view.recordingGrew();
    }

    QImage image() { return view.viewport()->grab().toImage(); }
    int xOf(Nanoseconds onClock) const
    {
        return view.timeScale().edge(onClock - recording.origin());
    }
};

int pixelsOf(const QImage &image, const QRect &area, const QColor &color)
{
    const QRect inside = area.intersected(image.rect());
    int count = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    }
    return count;
}

} // namespace

class TestPhasesView : public QObject
{
    Q_OBJECT

private slots:
    void pollsShowTheirFrames()
    {
        Scene scene;
        SyntheticRun run;
        run.phase(Phase::Timers, 2ms);
        const Nanoseconds at = run.now();
        run.phase(Phase::Poll, 8ms, 7ms, WokenBy::Io, 10);
        std::vector<TraceEvent> events = run.takeEvents();
        const std::uint32_t turn = std::get<PhaseRecord>(events.back()).turn;
        const auto add = [&](std::uint32_t when, std::uint32_t connection, std::uint16_t received,
                             std::uint16_t sent) {
            FrameBatch batch;
            batch.at = at + 8ms;
            batch.turn = when;
            batch.connection = ConnectionId{connection};
            batch.received = received;
            batch.sent = sent;
            batch.open = 3;
            events.push_back(batch);
        };
        scene.recording.apply(events);
        scene.view.recordingGrew();
        const QRect lane = scene.view.laneRect(Phase::Poll);
        const QColor received = segmentColor(Segment::LastByte, false);
        const QColor sent = segmentColor(Segment::Write, false);
        QCOMPARE(pixelsOf(scene.image(), lane, received), 0);

        events.clear();
        add(turn - 1, 1, 7, 7);
        add(turn, 1, 100, 4);
        add(turn, 2, 20, 0);
        add(turn + 1, 1, 9, 9);
        scene.recording.apply(events);
        scene.view.recordingGrew();
        const QImage image = scene.image();
        const int many = pixelsOf(image, lane, received);
        const int few = pixelsOf(image, lane, sent);
        QVERIFY(few > 0);
        QVERIFY(many > few);

        LoopTrace trace;
        trace.take(scene.recording);
        const TurnFrames frames = LoopTrace::framesOf(scene.recording, *trace.loop(0), turn);
        QCOMPARE(frames.received, 120u);
        QCOMPARE(frames.sent, 4u);
        QCOMPARE(frames.open, 6u);
        QCOMPARE(frames.connections, 2u);
        QCOMPARE(LoopTrace::framesOf(scene.recording, *trace.loop(0), turn + 2).connections, 0u);
    }

    void phasesHaveTheirLanes()
    {
        Scene scene;
        SyntheticRun run;
        const Nanoseconds begin = run.now();
        run.phase(Phase::Timers, 2ms);
        run.phase(Phase::Poll, 6ms, 4ms, WokenBy::Io, 10);
        run.phase(Phase::Check, 2ms);
        scene.add(run);
        const QImage image = scene.image();
        const QColor busy = callbackColor(false);
        const auto painted = [&](Phase phase, Nanoseconds from, Nanoseconds to) {
            QRect area = scene.view.laneRect(phase);
            area.setLeft(scene.xOf(begin + from) + 1);
            area.setRight(scene.xOf(begin + to) - 2);
            return pixelsOf(image, area, busy);
        };
        QVERIFY(painted(Phase::Timers, 0ms, 2ms) > 1000);
        QCOMPARE(painted(Phase::Timers, 2ms, 10ms), 0);
        QCOMPARE(painted(Phase::Poll, 2ms, 6ms), 0); // asleep
        QVERIFY(painted(Phase::Poll, 6ms, 8ms) > 1000);
        QVERIFY(painted(Phase::Check, 8ms, 10ms) > 1000);
        QCOMPARE(painted(Phase::Closing, 0ms, 10ms), 0);
        QVERIFY(scene.view.laneRect(Phase::Main).isNull());
    }

    void theShortestIsPainted_data()
    {
        QTest::addColumn<int>("turns");
        QTest::addRow("single records") << 10;
        QTest::addRow("summaries") << 20'000;
    }

    void theShortestIsPainted()
    {
        QFETCH(int, turns);
        Scene scene;
        SyntheticRun run;
        Nanoseconds closedAt{0};
        for (int each = 0; each < turns; ++each) {
            run.phase(Phase::Poll, 1ms, 990us, WokenBy::Timer, 1);
            if (each == turns / 2) {
                closedAt = run.now();
                run.phase(Phase::Closing, 1ns);
            }
        }
        scene.add(run);
        const QImage image = scene.image();
        QRect lane = scene.view.laneRect(Phase::Closing);
        QVERIFY(pixelsOf(image, lane, callbackColor(false)) > 0);
        const int x = scene.xOf(closedAt);
        QCOMPARE(pixelsOf(image, {x - 2, lane.top(), 5, lane.height()}, callbackColor(false)),
                 pixelsOf(image, lane, callbackColor(false)));
    }

    void theSelectedHasLines()
    {
        Scene scene;
        SyntheticRun run;
        for (int each = 0; each < 5; ++each) {
            run.request({});
            run.wait(500us);
        }
        scene.add(run);
        const RequestRecord third = scene.recording.requests()[2];
        const QRect lane = scene.view.laneRect(Phase::Prepare); // where nothing else is
        const auto isLine = [&](const QImage &image, CompactDuration point) {
            const int x = scene.xOf(third.points.queued + point.value());
            return pixelsOf(image, {x, lane.top(), 1, lane.height()}, Qt::black) == lane.height();
        };
        const std::array points{CompactDuration(0ns), third.points.validated, third.points.sent,
                                third.points.done};
        QImage image = scene.image();
        for (const CompactDuration point : points)
            QVERIFY(!isLine(image, point));
        scene.selection.selectRequest(RequestKey{0, 3});
        image = scene.image();
        for (const CompactDuration point : points)
            QVERIFY(isLine(image, point));
    }

    void variantsAreSeparate()
    {
        Scene scene;
        SyntheticRun first(0);
        first.phase(Phase::Timers, 1ms);
        first.request({});
        SyntheticRun second(2, first.now());
        second.phase(Phase::Closing, 1ms);
        second.request({});
        scene.add(first);
        scene.add(second);
        scene.view.setVariantNames({"one", "two", "three"});
        const auto closing = [&] {
            return pixelsOf(scene.image(), scene.view.laneRect(Phase::Closing),
                            callbackColor(false));
        };
        QCOMPARE(scene.view.variant(), std::uint8_t{0});
        QCOMPARE(closing(), 0);
        QTest::keyClick(&scene.view, Qt::Key_V);
        QCOMPARE(scene.view.variant(), std::uint8_t{2});
        QVERIFY(closing() > 0);
        QTest::keyClick(&scene.view, Qt::Key_V);
        QCOMPARE(scene.view.variant(), std::uint8_t{0});
        QTest::keyClick(&scene.view, Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(scene.view.variant(), std::uint8_t{2});
        scene.selection.selectRequest(RequestKey{0, 1});
        QCOMPARE(scene.view.variant(), std::uint8_t{0});
    }

    void keysAndClicksSelect()
    {
        Scene scene;
        SyntheticRun run;
        for (int each = 0; each < 6; ++each) {
            run.request({});
            run.wait(500us);
        }
        scene.add(run);
        for (const RequestRecord &each : scene.recording.requests()) {
            const TimeRange life = lifetime(each.points);
            QTest::mouseClick(scene.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                              {(scene.xOf(life.begin) + scene.xOf(life.end)) / 2,
                               scene.view.laneRect(Phase::Poll).center().y()});
            QCOMPARE(scene.selection.request(), (RequestKey{0, each.index}));
        }
        scene.selection.selectRequest(RequestKey{0, 3});
        QTest::keyClick(&scene.view, Qt::Key_Down);
        QCOMPARE(scene.selection.request(), (RequestKey{0, 4}));
        QTest::keyClick(&scene.view, Qt::Key_Left, Qt::ShiftModifier);
        QTest::keyClick(&scene.view, Qt::Key_Up);
        QCOMPARE(scene.selection.request(), (RequestKey{0, 2}));
        QTest::keyClick(&scene.view, Qt::Key_Up);
        QTest::keyClick(&scene.view, Qt::Key_Up); // there is none before the first
        QCOMPARE(scene.selection.request(), (RequestKey{0, 1}));
    }

    void theFirstKeySelectsWhatIsInSight()
    {
        Scene scene;
        SyntheticRun run;
        for (int each = 0; each < 20; ++each)
            run.request({});
        scene.add(run);
        scene.selection.setFollowing(false);
        const RequestRecord &tenth = scene.recording.requests()[9];
        const Nanoseconds at = tenth.points.queued - scene.recording.origin();
        scene.selection.setRange({at - 1us, at + 10ms});
        QTest::keyClick(&scene.view, Qt::Key_Down);
        QCOMPARE(scene.selection.request(), (RequestKey{0, 10}));
    }

    void theRangeIsLinked()
    {
        Scene scene;
        SyntheticRun run;
        run.open(1);
        for (int each = 0; each < 20; ++each)
            run.request({});
        scene.add(run);
        TimelineView other(scene.recording, scene.selection);
        other.resize(kSize);
        other.recordingGrew();
        QTest::keyClick(&scene.view, Qt::Key_Plus);
        QCOMPARE(other.timeScale().range(), scene.view.timeScale().range());
        QTest::keyClick(&other, Qt::Key_Right);
        QCOMPARE(other.timeScale().range(), scene.view.timeScale().range());
        scene.selection.selectRequest(RequestKey{0, 1});
        QVERIFY(scene.view.timeScale().range().begin
                <= scene.recording.requests().front().points.queued - scene.recording.origin());
    }

    void resetIsEmptyAgain()
    {
        Scene scene;
        const QImage empty = scene.image();
        SyntheticRun run(3);
        run.request({});
        scene.add(run);
        QCOMPARE(scene.view.variant(), std::uint8_t{3});
        QVERIFY(scene.image() != empty);
        scene.recording.clear();
        scene.view.recordingReset();
        QCOMPARE(scene.image(), empty);
    }
};

QTEST_MAIN(TestPhasesView)
#include "tst_phasesview.moc"
