// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a pyramid visits every item that overlaps the range exactly once, alone or in one summary, and
//   no summary covers more than it may;
// - the root is the summary of all, at every size;
// - against brute force, on random requests: each is in every column that it touches, so that no
//   shortest or longest is lost, and in none further away than one pixel;
// - a brief keeps times and flags, with durations rounded up by less than 1 %;
// - the number of items and summaries visited does not grow with the number of requests;
// - lanes: one per connection in order of opening, requests under way at the same time on tracks of
//   their own, the same whether taken in at once or live;
// - packing: no two intervals on a track overlap, there are as many tracks as intervals at the
//   busiest time, up to the limit, and what finds no track changes nothing;
// - streams: each is a bar on its track, however short; where tracks are too thin or too few, all
//   that is in sight is in columns, with its shortest and longest; waiting for a stream is no
//   service and is counted apart from the queue.
#include "tests/ui/syntheticrun.h"
#include "ui/views/lanepicture.h"
#include "ui/views/looptrace.h"

#include <QtTest>

#include <random>
#include <set>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

struct Span
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    std::uint64_t count = 1;
    std::int64_t longest = 0;

    void merge(const Span &other)
    {
        begin = std::min(begin, other.begin);
        end = std::max(end, other.end);
        count += other.count;
        longest = std::max(longest, other.longest);
    }
};

Recording recordingOf(const SyntheticRun &run)
{
    Recording recording;
    recording.apply(run.events());
    return recording;
}

double ns(Nanoseconds time)
{
    return static_cast<double>(time.count());
}

} // namespace

class TestPyramid : public QObject
{
    Q_OBJECT

private slots:
    void visitsEverythingOnce_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<qint64>("fine");
        for (const int count : {1, 7, 8, 9, 31, 32, 33, 128, 129, 1000, 4096, 5000}) {
            QTest::addRow("%d items, single", count) << count << qint64{-1};
            QTest::addRow("%d items, fine", count) << count << qint64{500};
            QTest::addRow("%d items, coarse", count) << count << qint64{20'000};
        }
    }

    void visitsEverythingOnce()
    {
        QFETCH(int, count);
        QFETCH(qint64, fine);
        std::mt19937 random(static_cast<unsigned>(count));
        std::vector<Span> items;
        Pyramid<Span, 8> pyramid;
        Span all;
        Nanoseconds now{0};
        for (int each = 0; each < count; ++each) {
            now += Nanoseconds{random() % 200};
            Span item;
            item.end = now;
            item.begin = now - Nanoseconds{random() % 3000};
            item.longest = (item.end - item.begin).count();
            items.push_back(item);
            pyramid.append(item);
            if (each == 0)
                all = item;
            else
                all.merge(item);
            QCOMPARE(pyramid.root().begin, all.begin);
            QCOMPARE(pyramid.root().end, all.end);
            QCOMPARE(pyramid.root().count, all.count);
            QCOMPARE(pyramid.root().longest, all.longest);
        }
        QCOMPARE(pyramid.size(), items.size());

        for (int round = 0; round < 20; ++round) {
            const Nanoseconds begin{random() % static_cast<unsigned>(now.count() + 1)};
            const Nanoseconds end = begin + Nanoseconds{random() % 5000};
            std::vector<int> seen(items.size());
            std::uint64_t inSummaries = 0;
            std::int64_t longest = 0;
            pyramid.visit(
                begin, end, Nanoseconds{fine},
                [&](const Span &node) {
                    QVERIFY((node.end - node.begin).count() <= fine);
                    inSummaries += node.count;
                    longest = std::max(longest, node.longest);
                },
                [&](std::size_t position) {
                    ++seen[position];
                    longest = std::max(longest, items[position].longest);
                });
            QVERIFY(std::ranges::all_of(seen, [](int times) { return times <= 1; }));
            std::uint64_t overlapping = 0;
            std::int64_t expected = 0;
            for (std::size_t each = 0; each < items.size(); ++each) {
                if (items[each].end < begin || items[each].begin > end)
                    continue;
                ++overlapping;
                expected = std::max(expected, items[each].longest);
                if (fine < 0)
                    QCOMPARE(seen[each], 1);
            }
            const auto visited =
                inSummaries + static_cast<std::uint64_t>(std::ranges::count(seen, 1));
            QVERIFY(visited >= overlapping);
            QVERIFY(longest >= expected);
        }
    }

    void columnsLoseNoExtreme_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<qint64>("span");
        for (const int seed : {1, 2, 3}) {
            QTest::addRow("seed %d, all", seed) << seed << qint64{0};
            QTest::addRow("seed %d, a second", seed) << seed << qint64{1'000'000'000};
            QTest::addRow("seed %d, 20 ms", seed) << seed << qint64{20'000'000};
            QTest::addRow("seed %d, 100 µs", seed) << seed << qint64{100'000};
        }
    }

    void columnsLoseNoExtreme()
    {
        QFETCH(int, seed);
        QFETCH(qint64, span);
        constexpr int kWidth = 640;
        std::mt19937 random(static_cast<unsigned>(seed));
        SyntheticRun run;
        run.open(1);
        Nanoseconds at = run.now();
        for (int each = 0; each < 20'000; ++each) {
            Nanoseconds duration{50'000 + random() % 100'000};
            if (random() % 1000 == 0)
                duration *= 1000;
            const Nanoseconds waiting = random() % 4 == 0 ? duration / 3 : Nanoseconds{0};
            RequestRecord &record = run.bare(at, duration, waiting);
            if (random() % 500 == 0)
                record.outcome = Outcome::FailedReset;
            at += duration + Nanoseconds{random() % 20'000};
            if (random() % 2000 == 0)
                at += 300ms;
        }
        const Recording recording = recordingOf(run);
        ConnectionLanes lanes;
        lanes.take(recording);
        QCOMPARE(lanes.lanes().size(), std::size_t{1});

        const Nanoseconds length = recording.end() - recording.origin();
        const Nanoseconds begin = span == 0
            ? Nanoseconds{0}
            : recording.requests()[7000].points.queued - recording.origin() - 10us;
        const Nanoseconds end = span == 0 ? length : begin + Nanoseconds{span};
        const TimeScale scale({begin, end}, 0, kWidth);
        LanePicture picture;
        picture.gather(scale, recording, lanes.lanes().front(), 20);

        std::vector<bool> isBar(recording.requests().size());
        for (const LanePicture::Bar &bar : picture.bars)
            isBar[bar.item] = true;
        struct Reach
        {
            Nanoseconds shortest = Nanoseconds::max();
            Nanoseconds longest{0};
            bool failed = false;
        };
        std::vector<Reach> near(kWidth);
        int checked = 0;
        for (std::size_t each = 0; each < recording.requests().size(); ++each) {
            const RequestRecord &record = recording.requests()[each];
            const TimeRange life = lifetime(record.points);
            const int first = scale.column(serviceBegin(record.points) - recording.origin());
            const int last = scale.column(life.end - recording.origin());
            if (last < 0 || first >= kWidth)
                continue;
            ++checked;
            const double width = scale.pixels(life.end - serviceBegin(record.points));
            if (isBar[each]) {
                QVERIFY(width >= 0.98 * LanePicture::kBarPixels);
                continue;
            }
            QVERIFY(width <= 1.02 * LanePicture::kBarPixels);
            for (int column = std::max(first, 0); column <= std::min(last, kWidth - 1); ++column) {
                const LanePicture::Column &there =
                    picture.columns[static_cast<std::size_t>(column)];
                QVERIFY(there.count > 0);
                QVERIFY(there.longest >= life.span());
                QVERIFY(ns(there.shortest) <= 1.01 * ns(life.span()));
                if (record.outcome == Outcome::FailedReset)
                    QVERIFY(there.failed > 0);
            }
            for (int column = std::max(first - 2, 0); column <= std::min(last + 2, kWidth - 1);
                 ++column) {
                Reach &reach = near[static_cast<std::size_t>(column)];
                reach.shortest = std::min(reach.shortest, life.span());
                reach.longest = std::max(reach.longest, life.span());
                reach.failed = reach.failed || record.outcome == Outcome::FailedReset;
            }
        }
        QVERIFY(checked > 0);
        for (std::size_t column = 0; column < near.size(); ++column) {
            const LanePicture::Column &there = picture.columns[column];
            if (there.count == 0)
                continue;
            QVERIFY(there.shortest >= near[column].shortest);
            QVERIFY(ns(there.longest) <= 1.01 * ns(near[column].longest));
            QVERIFY(there.failed == 0 || near[column].failed);
        }
    }

    void visitsDoNotGrowWithTheRequests()
    {
        constexpr int kWidth = 1000;
        std::vector<std::size_t> visits;
        for (const int count : {100'000, 400'000}) {
            ConnectionLanes::RequestPyramid pyramid;
            for (int each = 0; each < count; ++each) {
                RequestNode node;
                node.begin = Nanoseconds{each * std::int64_t{100'000}};
                node.end = node.begin + 90us;
                node.shortest = node.longest = CompactDuration(90us);
                pyramid.append(node);
            }
            const Nanoseconds all = pyramid.root().end;
            std::size_t visited = 0;
            pyramid.visit(
                0ns, all, all / kWidth, [&](const RequestNode &) { ++visited; },
                [&](std::size_t) { ++visited; });
            visits.push_back(visited);
        }
        QVERIFY(visits[0] < 40 * kWidth);
        QVERIFY(visits[1] < 40 * kWidth);
    }

    void briefsAreClose()
    {
        std::mt19937_64 random(3);
        for (int each = 0; each < 10'000; ++each) {
            const auto bits = random() % 40;
            const Nanoseconds total{static_cast<std::int64_t>(random() >> (24 + bits % 40))};
            RequestRecord record;
            record.points.queued = 5s;
            record.points.assigned = CompactDuration(total / 4);
            record.points.done = CompactDuration(total);
            record.outcome = each % 2 == 0 ? Outcome::OkReused : Outcome::FailedStale;
            record.attempts = each % 3 == 0 ? 2 : 1;
            const Nanoseconds exact = record.points.done.value();
            const RequestBrief brief = RequestBrief::of(record, 17);
            QCOMPARE(brief.end(), 5s + exact);
            QCOMPARE(brief.position(), 17u);
            QCOMPARE(brief.isFailed(), each % 2 != 0);
            QCOMPARE(brief.isMoved(), each % 3 == 0);
            QVERIFY(brief.latency() >= exact);
            QVERIFY(ns(brief.latency() - exact) <= 0.01 * ns(exact));
            const Nanoseconds service = exact - record.points.assigned.value();
            QVERIFY(brief.service() >= service);
            QVERIFY(ns(brief.service() - service) <= 0.01 * ns(service));
        }
    }

    void latencyScaleRises()
    {
        const LatencyScale scale(100us, 1s);
        QCOMPARE(scale.height(1us, 100), 0);
        QCOMPARE(scale.height(100us, 100), 0);
        QCOMPARE(scale.height(1s, 100), 100);
        QCOMPARE(scale.height(10s, 100), 100);
        QCOMPARE(scale.height(10ms, 100), 50);
        int last = 0;
        for (Nanoseconds latency = 50us; latency < 2s; latency += latency / 100) {
            const int height = scale.height(latency, 1000);
            QVERIFY(height >= last);
            last = height;
        }
    }

    void lanesAreConnections()
    {
        SyntheticRun first(1);
        first.open(4);
        first.request({});
        first.open(2);
        first.request({});
        first.request({});
        SyntheticRun second(0, 6s);
        second.open(4);
        second.event(ConnectionEventKind::Hint, 5000);
        second.request({});
        second.event(ConnectionEventKind::Hint, 5000);
        second.event(ConnectionEventKind::IdleFin);
        second.event(ConnectionEventKind::Closed);
        Recording whole;
        whole.apply(first.events());
        whole.apply(second.events());

        ConnectionLanes lanes;
        lanes.take(whole);
        QCOMPARE(lanes.groups().size(), std::size_t{2});
        QCOMPARE(lanes.groups()[0].variant, std::uint8_t{0});
        QCOMPARE(lanes.groups()[1].requests, std::uint64_t{3});
        const auto &order = lanes.groups()[1].lanes;
        QCOMPARE(order.size(), std::size_t{2});
        QCOMPARE(lanes.lanes()[order[0]].connection, ConnectionId{4});
        QCOMPARE(lanes.lanes()[order[1]].connection, ConnectionId{2});
        QCOMPARE(lanes.lanes()[order[1]].requests.items.size(), std::size_t{2});
        const auto &closed = lanes.lanes()[*lanes.laneOf(0, ConnectionId{4})];
        QCOMPARE(closed.limits.size(), std::size_t{1}); // the second hint says nothing new
        QCOMPARE(closed.incidents.size(), std::size_t{2});
        QVERIFY(closed.closed.has_value());
        QVERIFY(!lanes.laneOf(0, ConnectionId{2}));
    }

    void liveIsTheSameAsAtOnce()
    {
        SyntheticRun run;
        run.open(1);
        for (int each = 0; each < 300; ++each)
            run.request({});
        const Recording whole = recordingOf(run);
        ConnectionLanes atOnce;
        atOnce.take(whole);
        LoopTrace loopAtOnce;
        loopAtOnce.take(whole);

        Recording growing;
        ConnectionLanes live;
        LoopTrace loopLive;
        for (const TraceEvent &event : run.events()) {
            growing.apply({&event, 1});
            live.take(growing);
            loopLive.take(growing);
        }
        const auto &one = atOnce.lanes().front().requests.pyramid;
        const auto &other = live.lanes().front().requests.pyramid;
        QCOMPARE(other.size(), one.size());
        QCOMPARE(other.root().longest, one.root().longest);
        QCOMPARE(loopLive.loop(0)->phasePyramid.root().slept,
                 loopAtOnce.loop(0)->phasePyramid.root().slept);
        QCOMPARE(loopLive.loop(0)->phases.size(), growing.phases().size());
    }

    void overlappingRequestsHaveTracks()
    {
        SyntheticRun run;
        run.open(1);
        const Nanoseconds at = run.now();
        run.bare(at, 10ms);
        run.bare(at + 1ms, 10ms);
        run.bare(at + 2ms, 10ms);
        run.bare(at + 12ms, 1ms); // after all of them
        const Recording recording = recordingOf(run);
        ConnectionLanes lanes;
        lanes.take(recording);
        const ConnectionLanes::Lane &lane = lanes.lanes().front();
        QCOMPARE(lane.trackCount(), 3);
        std::set<int> tracks;
        for (std::size_t each = 0; each < 3; ++each)
            tracks.insert(lane.requests.trackOf(each));
        QCOMPARE(tracks.size(), std::size_t{3});
        QVERIFY(lane.requests.trackOf(3) < 3);
    }

    void waitingIsNotService()
    {
        // Requests that only wait for the connection lie on one track.
        SyntheticRun run;
        run.open(1);
        const Nanoseconds at = run.now();
        run.bare(at, 1ms);
        run.bare(at, 2ms, 1ms);
        run.bare(at, 3ms, 2ms);
        const Recording recording = recordingOf(run);
        ConnectionLanes lanes;
        lanes.take(recording);
        QCOMPARE(lanes.lanes().front().trackCount(), 1);

        LanePicture picture;
        const TimeScale scale({0ms, 3ms}, 0, 300);
        picture.gather(scale, recording, lanes.lanes().front(), 20);
        QCOMPARE(picture.bars.size(), std::size_t{3});
        QCOMPARE(picture.queueSteps[0], 2);
        QCOMPARE(picture.queueSteps[100], -1);
        QCOMPARE(picture.queueSteps[200], -1);
    }

    void packingIsTight_data()
    {
        QTest::addColumn<int>("width");
        QTest::addRow("one at a time") << 1;
        QTest::addRow("a few") << 7;
        QTest::addRow("as many as an HTTP/2 server allows") << 100;
        QTest::addRow("one less than the limit") << 127;
        QTest::addRow("the limit") << 128;
        QTest::addRow("more than the limit") << 300;
    }

    void packingIsTight()
    {
        QFETCH(int, width);
        struct Interval
        {
            Nanoseconds begin;
            Nanoseconds end;
        };
        std::mt19937_64 random(static_cast<unsigned>(width));
        std::vector<Interval> intervals;
        std::vector<Nanoseconds> freeAt(static_cast<std::size_t>(width));
        for (int each = 0; each < 20'000; ++each) {
            auto &free = freeAt[random() % freeAt.size()];
            const Nanoseconds begin = free + Nanoseconds{random() % 50};
            free = begin + Nanoseconds{1 + random() % 1000};
            intervals.push_back({begin, free});
        }
        std::ranges::sort(intervals, {}, &Interval::end);
        std::vector<std::pair<Nanoseconds, int>> steps;
        for (const Interval &each : intervals) {
            steps.emplace_back(each.begin, 1);
            steps.emplace_back(each.end, -1); // sorts before a begin at the same time
        }
        std::ranges::sort(steps);
        int open = 0;
        int most = 0;
        for (const auto &[at, step] : steps) {
            open += step;
            most = std::max(most, open);
        }

        TrackPacking packing;
        std::vector<Nanoseconds> lastEnd(TrackPacking::kMostTracks, Nanoseconds{-1});
        int unplaced = 0;
        for (const Interval &each : intervals) {
            const int before = packing.count();
            const std::uint8_t track = packing.place(each.begin, each.end);
            if (track == TrackPacking::kNoTrack) {
                ++unplaced;
                QCOMPARE(before, TrackPacking::kMostTracks);
                continue;
            }
            QVERIFY(track < packing.count());
            QVERIFY(lastEnd[track] <= each.begin);
            lastEnd[track] = each.end;
        }
        QCOMPARE(packing.count(), std::min(most, TrackPacking::kMostTracks));
        QCOMPARE(unplaced > 0, most > TrackPacking::kMostTracks);
    }

    void packingTakesWhatIsOutOfOrder()
    {
        TrackPacking packing;
        QCOMPARE(packing.place(0ms, 10ms), std::uint8_t{0});
        QCOMPARE(packing.place(2ms, 5ms), std::uint8_t{1}); // settled late
        QCOMPARE(packing.place(6ms, 7ms), std::uint8_t{1});
        QCOMPARE(packing.place(20ms, 19ms), std::uint8_t{0}); // a time that runs backwards
        QCOMPARE(packing.place(19ms, 21ms), std::uint8_t{1});
        QCOMPARE(packing.count(), 2);
    }

    void streams_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("trackHeight");
        QTest::addColumn<bool>("areBars");
        QTest::addRow("stacked") << 100 << 5 << true;
        QTest::addRow("tracks too thin") << 100 << 2 << false;
        QTest::addRow("too few tracks") << 200 << 5 << false;
    }

    void streams()
    {
        QFETCH(int, width);
        QFETCH(int, trackHeight);
        QFETCH(bool, areBars);
        SyntheticRun run;
        run.open(1);
        const Nanoseconds at = run.now();
        for (int each = 0; each < width; ++each)
            run.bare(at, 10ms + each * 1us);
        run.bare(at + 12ms, 1us); // far less than a pixel
        RequestRecord &slow = run.bare(at + 12ms, 8ms);
        slow.outcome = Outcome::FailedReset;
        const Recording recording = recordingOf(run);
        ConnectionLanes lanes;
        lanes.take(recording);
        const auto &lane = lanes.lanes().front();
        LanePicture picture;
        const TimeScale scale({0ms, 20ms}, 0, 200);
        picture.gather(scale, recording, lane, trackHeight);
        QCOMPARE(picture.hasColumns, !areBars);
        QCOMPARE(picture.bars.size(), areBars ? static_cast<std::size_t>(width) + 2 : 0);
        if (areBars) {
            QCOMPARE(std::ranges::count_if(picture.bars, &LanePicture::Bar::isNarrow), 1);
            QVERIFY(picture.covered[50] && picture.covered[120] && !picture.covered[110]);
            return;
        }
        QCOMPARE(picture.columns[50].count, static_cast<std::uint32_t>(width));
        QVERIFY(ns(picture.columns[50].shortest) <= 1.01 * ns(10ms));
        QVERIFY(picture.columns[50].longest >= 10ms + (width - 1) * 1us);
        QCOMPARE(picture.columns[110].count, 0u);
        QVERIFY(ns(picture.columns[120].shortest) <= 1.01 * ns(1us));
        QVERIFY(picture.columns[120].longest >= 8ms);
        QVERIFY(picture.columns[150].failed > 0);
    }

    void waitingForAStreamIsNotService()
    {
        SyntheticRun run;
        run.open(1);
        const Nanoseconds at = run.now();
        run.bare(at, 10ms);
        RequestRecord &second = run.bare(at, 20ms, 10ms);
        second.points.assigned = CompactDuration(4ms);
        second.points.opened = CompactDuration(10ms);
        const Recording recording = recordingOf(run);
        ConnectionLanes lanes;
        lanes.take(recording);
        const auto &lane = lanes.lanes().front();
        QCOMPARE(lane.trackCount(), 1);
        QVERIFY(lane.hasLimitWaits);
        LanePicture picture;
        picture.gather(TimeScale({0ms, 20ms}, 0, 200), recording, lane, 20);
        QCOMPARE(picture.queueSteps[0], 1);
        QCOMPARE(picture.queueSteps[40], -1);
        QCOMPARE(picture.limitSteps[40], 1);
        QCOMPARE(picture.limitSteps[100], -1);
    }

    void attemptsHaveTracks()
    {
        SyntheticRun run;
        run.open(1);
        const Nanoseconds at = run.now();
        run.bare(at, 10ms);
        AttemptRecord refused;
        refused.request = 2;
        refused.connection = ConnectionId{1};
        refused.points.queued = at;
        refused.points.assigned = CompactDuration(0ms);
        refused.points.done = CompactDuration(5ms);
        std::vector<TraceEvent> events = run.takeEvents();
        events.insert(std::prev(events.end()), refused);
        Recording recording;
        recording.apply(events);
        ConnectionLanes lanes;
        lanes.take(recording);
        const auto &lane = lanes.lanes().front();
        QCOMPARE(lane.trackCount(), 2);
        QVERIFY(lane.attempts.trackOf(0) != lane.requests.trackOf(0));
    }

    void positionsComeInRuns()
    {
        PositionRuns runs;
        std::vector<std::size_t> expected;
        for (const std::size_t position : {3, 4, 5, 9, 10, 40, 42}) {
            runs.append(position);
            expected.push_back(position);
        }
        QCOMPARE(runs.size(), expected.size());
        for (std::size_t each = 0; each < expected.size(); ++each)
            QCOMPARE(runs[each], expected[each]);
    }
};

QTEST_APPLESS_MAIN(TestPyramid)
#include "tst_pyramid.moc"
