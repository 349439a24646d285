// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a single stall among very many short requests is painted where it happened, even when it is
//   narrower than a pixel, and so is a failure;
// - a click selects the request under the pointer, in columns the slowest one there; beside all it
//   clears the selection;
// - keys and mouse zoom and pan; what is under the pointer stays there;
// - while following, the end of the recording is in sight; moving away ends that, End resumes it;
// - a request selected elsewhere is brought into sight with context;
// - a view paints at most once per pass of the event loop;
// - streams are stacked in their connection's lane, each a row of its own under the pointer; the
//   lane of a selected request grows, Control and the wheel or keys change the height of all;
// - painting a million requests costs about as much as painting ten thousand.
#include "tests/ui/syntheticrun.h"
#include "ui/format/text.h"
#include "ui/views/requestnode.h"
#include "ui/views/timelineview.h"
#include "ui/views/tracecolors.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include <set>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr QSize kSize(1280, 800);

class PaintCounter : public QObject
{
public:
    int paints = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

/// A view over a recording that the test fills.
struct Scene
{
    Recording recording;
    Selection selection;
    TimelineView view{recording, selection};

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
    QPoint middleOf(const RequestRecord &record) const
    {
        const TimeRange life = lifetime(record.points);
        return {(xOf(life.begin) + xOf(life.end)) / 2,
                view.laneRect(record.variant, record.connection).center().y()};
    }
    void click(QPoint position)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, position);
    }
    void wheel(QPoint position, int notches)
    {
        QWheelEvent event(position, view.viewport()->mapToGlobal(position), {}, {0, 120 * notches},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }
    Nanoseconds length() const { return recording.end() - recording.origin(); }
};

/// Ten requests of 2 ms each on connections 1 and 2 in turn, 5 ms apart.
SyntheticRun tenRequests()
{
    SyntheticRun run;
    const Nanoseconds begin = run.now();
    for (int each = 0; each < 10; ++each) {
        run.setConnection(1 + static_cast<std::uint32_t>(each % 2));
        run.bare(begin + each * 5ms, 2ms);
    }
    return run;
}

bool hasColor(const QImage &image, const QRect &area, const QColor &color)
{
    const QRect inside = area.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            if (image.pixelColor(x, y).rgb() == color.rgb())
                return true;
        }
    }
    return false;
}

} // namespace

class TestTimelineView : public QObject
{
    Q_OBJECT

private slots:
    void aStallIsNeverLost_data()
    {
        QTest::addColumn<int>("at");
        QTest::addRow("first") << 0;
        QTest::addRow("in the middle") << 9'876;
        QTest::addRow("last of a block") << 8'191;
        QTest::addRow("last") << 19'999;
    }

    void aStallIsNeverLost()
    {
        QFETCH(int, at);
        Scene scene;
        SyntheticRun run;
        run.open(1);
        const Nanoseconds begin = run.now();
        Nanoseconds stalledAt{0};
        for (int each = 0; each < 20'000; ++each) {
            const Nanoseconds queued = begin + each * 60ms;
            RequestRecord &record = run.bare(queued, 100us);
            if (each != at)
                continue;
            stalledAt = queued;
            record.points.validated = CompactDuration(500ms);
            record.points.sent = CompactDuration(500'010us);
            record.points.firstByte = record.points.done = CompactDuration(500'100us);
            record.outcome = Outcome::FailedStale;
        }
        scene.add(run);
        QVERIFY(scene.view.timeScale().pixels(500ms) < 1);

        const QImage image = scene.image();
        const QRect lane = scene.view.laneRect(0, ConnectionId{1});
        const QColor stall = segmentColor(Segment::Validate, false);
        const QRect upperHalf(0, lane.top(), image.width(), lane.height() / 2);
        const int x = scene.xOf(stalledAt);
        QVERIFY(hasColor(image, {x - 1, upperHalf.top(), 3, upperHalf.height()}, stall));
        QVERIFY(hasColor(image, {x - 8, lane.top(), 17, lane.height()}, failureColor(false)));
        const int left = scene.view.plotRect().left();
        QVERIFY(!hasColor(image, {left, upperHalf.top(), x - 2 - left, upperHalf.height()}, stall));
        QVERIFY(
            !hasColor(image, {x + 3, upperHalf.top(), image.width(), upperHalf.height()}, stall));
    }

    void clicksSelect()
    {
        Scene scene;
        scene.add(tenRequests());
        for (const RequestRecord &each : scene.recording.requests()) {
            scene.click(scene.middleOf(each));
            QCOMPARE(scene.selection.request(), (RequestKey{0, each.index}));
        }
        const RequestRecord &first = scene.recording.requests().front();
        const int gap = scene.xOf(first.points.queued + 3500us);
        scene.click({gap, scene.middleOf(first).y()});
        QVERIFY(!scene.selection.request());
    }

    void inColumnsTheSlowestIsSelected()
    {
        Scene scene;
        SyntheticRun run;
        const Nanoseconds begin = run.now();
        for (int each = 0; each < 50'000; ++each)
            run.bare(begin + each * 200us, each == 30'000 ? 190us : 50us);
        scene.add(run);
        scene.click(scene.middleOf(scene.recording.requests()[30'000]));
        QCOMPARE(scene.selection.request(), (RequestKey{0, 30'001}));
    }

    void doubleClickZoomsIn()
    {
        Scene scene;
        scene.add(tenRequests());
        const RequestRecord &third = scene.recording.requests()[2];
        QTest::mouseDClick(scene.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                           scene.middleOf(third));
        // A real double click is a click before.
        scene.click(scene.middleOf(third));
        QTest::mouseDClick(scene.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                           scene.middleOf(third));
        QCOMPARE(scene.selection.range(), (TimeRange{6ms, 16ms}));
        QVERIFY(!scene.selection.isFollowing());
    }

    void theWheelZoomsAtThePointer()
    {
        Scene scene;
        scene.add(tenRequests());
        const QPoint pointer(700, scene.view.plotRect().center().y());
        const Nanoseconds under = scene.view.timeScale().time(pointer.x());
        const Nanoseconds span = scene.selection.range().span();
        scene.wheel(pointer, 3);
        QVERIFY(scene.selection.range().span() < span);
        QVERIFY(std::abs(scene.view.timeScale().x(under) - pointer.x()) < 1);
        scene.wheel(pointer, -20);
        QCOMPARE(scene.selection.range().begin, 0ns);
        QVERIFY(scene.selection.range().end >= scene.length());
        QVERIFY(scene.selection.range().end <= scene.length() + scene.length() / 40);
    }

    void draggingPans()
    {
        Scene scene;
        scene.add(tenRequests());
        scene.selection.setFollowing(false);
        scene.selection.setRange({20ms, 30ms});
        const QPoint from(800, scene.view.plotRect().center().y());
        const Nanoseconds under = scene.view.timeScale().time(from.x());
        QTest::mousePress(scene.view.viewport(), Qt::LeftButton, Qt::NoModifier, from);
        QTest::mouseMove(scene.view.viewport(), from + QPoint(100, 0));
        QTest::mouseMove(scene.view.viewport(), from + QPoint(150, 0));
        QTest::mouseRelease(scene.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                            from + QPoint(150, 0));
        QVERIFY(std::abs(scene.view.timeScale().x(under) - (from.x() + 150)) < 1);
        QCOMPARE(scene.selection.range().span(), 10ms);
        QVERIFY(!scene.selection.request());
    }

    void keysMoveTheRange_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<qint64>("begin"); // in µs
        QTest::addColumn<qint64>("end");
        QTest::addRow("plus") << int{Qt::Key_Plus} << qint64{22'500} << qint64{27'500};
        QTest::addRow("equals") << int{Qt::Key_Equal} << qint64{22'500} << qint64{27'500};
        QTest::addRow("minus") << int{Qt::Key_Minus} << qint64{15'000} << qint64{35'000};
        QTest::addRow("left") << int{Qt::Key_Left} << qint64{19'000} << qint64{29'000};
        QTest::addRow("right") << int{Qt::Key_Right} << qint64{21'000} << qint64{31'000};
        QTest::addRow("home") << int{Qt::Key_Home} << qint64{0} << qint64{10'000};
        QTest::addRow("end") << int{Qt::Key_End} << qint64{37'200} << qint64{47'200};
        QTest::addRow("zero") << int{Qt::Key_0} << qint64{0} << qint64{47'940};
    }

    void keysMoveTheRange()
    {
        QFETCH(int, key);
        Scene scene;
        scene.add(tenRequests());
        scene.selection.setFollowing(false);
        scene.selection.setRange({20ms, 30ms});
        QTest::keyClick(&scene.view, static_cast<Qt::Key>(key));
        QTEST(qint64{scene.selection.range().begin / 1us}, "begin");
        QTEST(qint64{scene.selection.range().end / 1us}, "end");
        QCOMPARE(scene.selection.isFollowing(), key == Qt::Key_End || key == Qt::Key_0);
    }

    void keysSelect_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("shift");
        QTest::addColumn<quint32>("selected");
        QTest::addRow("before on the connection") << int{Qt::Key_Left} << true << quint32{3};
        QTest::addRow("after on the connection") << int{Qt::Key_Right} << true << quint32{7};
        QTest::addRow("before in order") << int{Qt::Key_Up} << true << quint32{4};
        QTest::addRow("after in order") << int{Qt::Key_Down} << true << quint32{6};
        QTest::addRow("the lane below") << int{Qt::Key_Down} << false << quint32{6};
        QTest::addRow("no lane above") << int{Qt::Key_Up} << false << quint32{5};
    }

    void keysSelect()
    {
        QFETCH(int, key);
        QFETCH(bool, shift);
        Scene scene;
        scene.add(tenRequests());
        scene.selection.selectRequest(RequestKey{0, 5});
        QTest::keyClick(&scene.view, static_cast<Qt::Key>(key),
                        shift ? Qt::ShiftModifier : Qt::NoModifier);
        QTEST(quint32{scene.selection.request()->index}, "selected");
    }

    void escapeClearsAndReturnZooms()
    {
        Scene scene;
        scene.add(tenRequests());
        scene.selection.selectRequest(RequestKey{0, 5});
        QTest::keyClick(&scene.view, Qt::Key_Return);
        QCOMPARE(scene.selection.range(), (TimeRange{16ms, 26ms}));
        QTest::keyClick(&scene.view, Qt::Key_Escape);
        QVERIFY(!scene.selection.request());
    }

    void theTailIsFollowed()
    {
        Scene scene;
        SyntheticRun run = tenRequests();
        scene.add(run);
        QCOMPARE(scene.selection.range().begin, 0ns);
        QVERIFY(scene.selection.range().end >= scene.length());

        QTest::keyClick(&scene.view, Qt::Key_Plus);
        QTest::keyClick(&scene.view, Qt::Key_End);
        const Nanoseconds span = scene.selection.range().span();
        run.takeEvents();
        run.wait(100ms);
        run.bare(run.now(), 5ms);
        scene.add(run);
        QCOMPARE(scene.selection.range().span(), span);
        QVERIFY(scene.selection.range().end >= scene.length());

        QTest::keyClick(&scene.view, Qt::Key_Home);
        const TimeRange range = scene.selection.range();
        run.takeEvents();
        run.bare(run.now(), 5ms);
        scene.add(run);
        QCOMPARE(scene.selection.range(), range);
    }

    void selectedElsewhereComesIntoSight()
    {
        Scene scene;
        scene.add(tenRequests());
        scene.selection.setRange({0ms, 4ms});
        scene.selection.selectRequest(RequestKey{0, 8});
        QVERIFY(scene.selection.range().contains({35ms, 37ms}));
        QVERIFY(scene.selection.range().span() >= 5 * 2ms);
        QVERIFY(!scene.selection.isFollowing());
    }

    void viewsAreLinked()
    {
        Scene scene;
        scene.add(tenRequests());
        TimelineView other(scene.recording, scene.selection);
        other.resize(kSize);
        other.recordingGrew();
        QTest::keyClick(&scene.view, Qt::Key_Plus);
        QCOMPARE(other.timeScale().range(), scene.view.timeScale().range());
        QSignalSpy requests(&scene.selection, &Selection::requestChanged);
        const RequestRecord &fifth = scene.recording.requests()[4];
        QTest::mouseClick(
            other.viewport(), Qt::LeftButton, Qt::NoModifier,
            {other.timeScale().edge(fifth.points.queued + 1ms - scene.recording.origin()),
             other.laneRect(0, fifth.connection).center().y()});
        QCOMPARE(scene.selection.request(), (RequestKey{0, 5}));
        QCOMPARE(requests.size(), 1);
    }

    void manyLanesScroll()
    {
        Scene scene;
        SyntheticRun run;
        for (std::uint32_t connection = 1; connection <= 200; ++connection) {
            run.setConnection(connection);
            run.bare(run.now(), 1ms);
        }
        scene.add(run);
        QVERIFY(scene.view.laneRect(0, ConnectionId{200}).top() > kSize.height());
        scene.selection.selectRequest(RequestKey{0, 200});
        QVERIFY(scene.view.plotRect().contains(scene.view.laneRect(0, ConnectionId{200}).center()));
        scene.click(scene.middleOf(scene.recording.requests().back()));
        QCOMPARE(scene.selection.request(), (RequestKey{0, 200}));
    }

    void attemptsAreShownOnTheirConnection()
    {
        Scene scene;
        SyntheticRun run = tenRequests();
        scene.add(run);
        AttemptRecord attempt;
        attempt.request = 10;
        attempt.connection = ConnectionId{3};
        attempt.written = true;
        attempt.points.queued = scene.recording.origin() + 30ms;
        attempt.points.assigned = CompactDuration(0ns);
        attempt.points.sent = CompactDuration(1ms);
        attempt.points.done = CompactDuration(10ms);
        const TraceEvent event = attempt;
        scene.recording.apply({&event, 1});
        scene.view.recordingGrew();
        const QRect lane = scene.view.laneRect(0, ConnectionId{3});
        QVERIFY(!lane.isNull());
        scene.click({scene.view.timeScale().edge(35ms), lane.center().y()});
        QCOMPARE(scene.selection.request(), (RequestKey{0, 10}));
    }

    void streamsAreStacked()
    {
        Scene scene;
        SyntheticRun run;
        for (std::uint32_t connection = 1; connection <= 4; ++connection) {
            run.setConnection(connection);
            for (int each = 0; each < 40; ++each)
                run.bare(run.events().empty() ? run.now() : scene.recording.origin() + 5s,
                         10ms + each * 1us);
        }
        scene.add(run);
        // Another lane grows, so that this one is as it is without a selection in it.
        scene.selection.selectRequest(RequestKey{0, 160});
        scene.view.verticalScrollBar()->setValue(0);
        const QRect before = scene.view.laneRect(0, ConnectionId{1});
        std::set<std::uint32_t> found;
        const int x = scene.xOf(scene.recording.requests().front().points.queued + 5ms);
        for (int y = before.top(); y <= before.bottom(); ++y) {
            scene.selection.selectRequest(std::nullopt);
            scene.click({x, y});
            if (scene.selection.request())
                found.insert(scene.selection.request()->index);
            scene.selection.selectRequest(RequestKey{0, 160});
            scene.view.verticalScrollBar()->setValue(0);
        }
        QVERIFY2(found.size() >= 30, qPrintable(QString::number(found.size())));

        scene.selection.selectRequest(RequestKey{0, 1});
        QVERIFY(scene.view.laneRect(0, ConnectionId{1}).height() > before.height());
        QVERIFY(scene.view.laneRect(0, ConnectionId{1}).height() <= scene.view.plotRect().height());
        scene.selection.selectRequest(RequestKey{0, 160});
        QCOMPARE(scene.view.laneRect(0, ConnectionId{1}).height(), before.height());

        QTest::keyClick(&scene.view, Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(scene.view.laneRect(0, ConnectionId{1}).height() > before.height());
        QTest::keyClick(&scene.view, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(scene.view.laneRect(0, ConnectionId{1}).height(), before.height());
    }

    void streamsCostNoMore_data()
    {
        QTest::addColumn<int>("inFlight");
        QTest::addRow("100 streams, 100 in flight") << 100;
        QTest::addRow("100 streams, 2000 in flight") << 2000;
    }

    void streamsCostNoMore()
    {
        QFETCH(int, inFlight);
        constexpr int kStreams = 100;
        const auto worst = [&](int count) {
            Scene scene;
            scene.view.resize(1920, 1080);
            scene.view.grab();
            SyntheticRun run;
            const Nanoseconds begin = run.now();
            for (int each = 0; each < count; ++each) {
                // A stream ends every 10 µs, so each takes 1 ms; the others in flight wait.
                const Nanoseconds end = begin + (each + 1) * 10us;
                const Nanoseconds service = kStreams * 10us;
                const Nanoseconds wait = (inFlight - kStreams) * 10us;
                RequestRecord &record = run.bare(end - service - wait, service + wait, wait);
                if (wait > 0ns) {
                    record.points.assigned = CompactDuration(0ns);
                    record.points.opened = CompactDuration(wait);
                }
                if (run.events().size() == 10'000) {
                    scene.recording.apply(run.events());
                    run.takeEvents();
                }
            }
            scene.add(run);
            QImage image(scene.view.viewport()->size(), QImage::Format_RGB32);
            double slowest = 0;
            for (Nanoseconds span = scene.length(); span > 100us; span /= 4) {
                scene.selection.setRange({scene.length() - span, scene.length()});
                qint64 best = INT64_MAX;
                for (int round = 0; round < 3; ++round) {
                    QElapsedTimer timer;
                    timer.start();
                    scene.view.viewport()->render(&image);
                    best = std::min(best, timer.nsecsElapsed());
                }
                const double milliseconds = static_cast<double>(best) / 1e6;
                qInfo("%d: %s, %.2f ms", count, qPrintable(durationText(span)), milliseconds);
                slowest = std::max(slowest, milliseconds);
            }
            return slowest;
        };
        const double few = worst(50'000);
        const double many = worst(1'000'000);
        QVERIFY2(many < 5 * few, qPrintable(QStringLiteral("%1, %2").arg(few).arg(many)));
    }

    void paintsOncePerPass()
    {
        Scene scene;
        SyntheticRun run = tenRequests();
        PaintCounter counter;
        scene.view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&scene.view));
        QCoreApplication::processEvents();
        scene.view.viewport()->installEventFilter(&counter);
        for (int round = 0; round < 5; ++round) {
            const int before = counter.paints;
            for (int each = 0; each < 50; ++each) {
                scene.add(run);
                run.takeEvents();
                run.bare(run.now(), 100us);
            }
            QCoreApplication::processEvents();
            QVERIFY(counter.paints <= before + 1);
        }
        QTRY_VERIFY(counter.paints > 0);
    }

    void resetIsEmptyAgain()
    {
        Scene scene;
        const QImage empty = scene.image();
        scene.add(tenRequests());
        scene.selection.selectRequest(RequestKey{0, 3});
        QVERIFY(scene.image() != empty);
        scene.recording.clear();
        scene.view.recordingReset();
        QVERIFY(!scene.selection.request());
        QVERIFY(scene.selection.isFollowing());
        QCOMPARE(scene.image(), empty);
        scene.add(tenRequests());
        QCOMPARE(scene.recording.requests().size(), std::size_t{10});
        QVERIFY(!scene.view.laneRect(0, ConnectionId{2}).isNull());
    }

    void followsThePalette()
    {
        Scene scene;
        scene.add(tenRequests());
        QPalette dark;
        dark.setColor(QPalette::Base, QColor(0x16, 0x18, 0x1c));
        dark.setColor(QPalette::Text, QColor(0xe4, 0xe7, 0xeb));
        scene.view.setPalette(dark);
        const QImage image = scene.image();
        const RequestRecord &first = scene.recording.requests().front();
        const QRect lane = scene.view.laneRect(0, first.connection);
        QVERIFY(hasColor(image, lane, segmentColor(Segment::FirstByte, true)));
        QVERIFY(!hasColor(image, lane, segmentColor(Segment::FirstByte, false)));
        QCOMPARE(image.pixelColor(image.width() - 2, image.height() - 3), QColor(0x16, 0x18, 0x1c));
    }

    void aMillionCostsLittleMore()
    {
        const auto bestPaint = [](int count) {
            Scene scene;
            scene.view.resize(1920, 1080);
            scene.view.grab();
            SyntheticRun run;
            const Nanoseconds begin = run.now();
            for (int each = 0; each < count; ++each) {
                run.setConnection(1 + static_cast<std::uint32_t>(each % 8));
                run.bare(begin + each * 20us, 100us + Nanoseconds{each * 7919LL % 50'000});
                if (run.events().size() == 10'000) {
                    scene.recording.apply(run.events());
                    run.takeEvents();
                }
            }
            scene.add(run);
            QImage image(scene.view.viewport()->size(), QImage::Format_RGB32);
            qint64 best = INT64_MAX;
            for (int round = 0; round < 7; ++round) {
                QElapsedTimer timer;
                timer.start();
                scene.view.viewport()->render(&image);
                best = std::min(best, timer.nsecsElapsed());
            }
            return static_cast<double>(best) / 1e6;
        };
        const double few = bestPaint(10'000);
        const double many = bestPaint(1'000'000);
        qInfo("%.2f ms for 10,000 requests, %.2f ms for 1,000,000", few, many);
        // 100 times the requests; anything proportional to them would be far above this.
        QVERIFY2(many < 15 * few, qPrintable(QStringLiteral("%1, %2").arg(few).arg(many)));
    }
};

QTEST_MAIN(TestTimelineView)
#include "tst_timelineview.moc"
