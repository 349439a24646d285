// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - warm-up counts nowhere; outcomes add up to settled; failed is everything that is not ok
// - latency holds what got an answer, poison included; from-intended only what was paced
// - polls before write count written requests on reused connections only
// - a stall is 20 ms or more in validate, or in another segment 20 ms or more and 20 times its
// median
// - the count of stalls is complete, the list holds the 100 longest, longest first
// - what ended the sleep is told for segments before the write only

#include "core/trace/summary.h"

#include <QTest>

using namespace reusescope;
using std::chrono::microseconds;

namespace {

/// A request on a reused connection that spent so long in each segment.
RequestRecord request(std::uint32_t index, Nanoseconds validate, Nanoseconds firstByte,
                      Nanoseconds queue = microseconds(1))
{
    RequestRecord record{.index = index, .outcome = Outcome::OkReused, .reused = true};
    Nanoseconds at = queue;
    record.points.assigned = CompactDuration(at);
    record.points.validated = CompactDuration(at += validate);
    record.points.sent = CompactDuration(at += microseconds(10));
    record.points.firstByte = CompactDuration(at += firstByte);
    record.points.done = CompactDuration(at);
    record.sleep.slept = CompactDuration(validate);
    record.sleep.wokenBy = WokenBy::Timer;
    record.queuedFrom = Phase::Check;
    return record;
}

} // namespace

class TestSummary : public QObject
{
    Q_OBJECT

private slots:
    void warmUpIsIgnored()
    {
        Summary summary;
        RequestRecord record = request(1, Milliseconds(50), microseconds(100));
        record.warmup = true;
        summary.add(record);
        QCOMPARE(summary.settled(), 0u);
        QCOMPARE(summary.latency().count(), 0u);
        QCOMPARE(summary.segment(Segment::Validate).count(), 0u);
        QCOMPARE(summary.stallCount(), 0u);
        QVERIFY(summary.pollsBeforeWrite().empty());
    }

    void outcomesAddUp()
    {
        Summary summary;
        for (int i = 0; i < kOutcomeCount; ++i) {
            for (int n = 0; n <= i; ++n) {
                RequestRecord record = request(1, microseconds(1), microseconds(1));
                record.outcome = static_cast<Outcome>(i);
                summary.add(record);
            }
        }
        for (int i = 0; i < kOutcomeCount; ++i)
            QCOMPARE(summary.count(static_cast<Outcome>(i)), std::uint64_t(i) + 1);
        QCOMPARE(summary.settled(), 66u);
        QCOMPARE(summary.failed(), 60u);
    }

    void latencyOfWhatGotAnAnswer_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<bool>("counts");
        for (int i = 0; i < kOutcomeCount; ++i) {
            const auto outcome = static_cast<Outcome>(i);
            QTest::addRow("%s", name(outcome).data())
                << i << (isOk(outcome) || outcome == Outcome::FailedPoison);
        }
    }

    void latencyOfWhatGotAnAnswer()
    {
        QFETCH(int, outcome);
        QFETCH(bool, counts);
        Summary summary;
        RequestRecord record = request(1, microseconds(100), microseconds(200));
        record.outcome = static_cast<Outcome>(outcome);
        summary.add(record);
        QCOMPARE(summary.latency().count(), counts ? 1u : 0u);
        if (counts)
            QCOMPARE(summary.latency().max(), microseconds(311));
        // The segments it went through are facts all the same.
        QCOMPARE(summary.segment(Segment::Validate).count(), 1u);
    }

    /// C77: teeth and what lies between them, in thousandths of the responses.
    void delayedAckIsNamed_data()
    {
        QTest::addColumn<bool>("inFirstByte");
        QTest::addColumn<int>("fast");
        QTest::addColumn<int>("between");
        QTest::addColumn<int>("at44ms");
        QTest::addColumn<int>("at60ms");
        QTest::addColumn<bool>("named");
        QTest::addRow("body: nothing but the tooth") << false << 0 << 0 << 100 << 0 << true;
        QTest::addRow("body: two peaks") << false << 850 << 0 << 150 << 0 << true;
        QTest::addRow("body: too few") << false << 0 << 0 << 9 << 0 << false;
        QTest::addRow("body: too small a share") << false << 950 << 0 << 50 << 0 << false;
        QTest::addRow("body: slow in any measure") << false << 300 << 400 << 300 << 0 << false;
        QTest::addRow("body: slower") << false << 100 << 0 << 0 << 900 << false;
        QTest::addRow("head: two peaks") << true << 500 << 0 << 500 << 0 << true;
        QTest::addRow("head: a server that takes 44 ms") << true << 0 << 0 << 1000 << 0 << false;
    }

    void delayedAckIsNamed()
    {
        QFETCH(bool, inFirstByte);
        QFETCH(int, fast);
        QFETCH(int, between);
        QFETCH(int, at44ms);
        QFETCH(int, at60ms);
        QFETCH(bool, named);
        Summary summary;
        const auto add = [&](int count, Nanoseconds time) {
            RequestRecord record = request(1, microseconds(1), microseconds(1));
            const Nanoseconds begin =
                inFirstByte ? record.points.sent.value() : record.points.firstByte.value();
            if (inFirstByte)
                record.points.firstByte = CompactDuration(begin + time);
            record.points.done = CompactDuration(begin + time + Nanoseconds{1000});
            for (int i = 0; i < count; ++i)
                summary.add(record);
        };
        add(fast, microseconds(300));
        add(between, Milliseconds(20));
        add(at44ms, Milliseconds(44));
        add(at60ms, Milliseconds(60));
        const std::optional<DelayedAck> found = delayedAck(summary);
        QCOMPARE(found.has_value(), named);
        if (!named)
            return;
        QCOMPARE(found->segment, inFirstByte ? Segment::FirstByte : Segment::LastByte);
        QCOMPARE(found->requests, std::uint64_t(at44ms));
        QCOMPARE(found->of, std::uint64_t(fast + between + at44ms + at60ms));
    }

    void fromIntendedOnlyWhenPaced()
    {
        Summary summary;
        RequestRecord record = request(1, microseconds(100), microseconds(200));
        summary.add(record);
        QCOMPARE(summary.latencyFromIntended().count(), 0u);
        record.intended = CompactDuration(Milliseconds(3));
        summary.add(record);
        QCOMPARE(summary.latencyFromIntended().count(), 1u);
        QCOMPARE(summary.latencyFromIntended().max(), microseconds(3311));
        QCOMPARE(summary.latency().max(), microseconds(311));
    }

    void segmentsThatDidNotHappenAreNotCounted()
    {
        Summary summary;
        summary.add(request(1, microseconds(100), microseconds(200)));
        QCOMPARE(summary.segment(Segment::Connect).count(), 0u);
        QCOMPARE(summary.segment(Segment::Queue).max(), microseconds(1));
        QCOMPARE(summary.segment(Segment::Validate).max(), microseconds(100));
        QCOMPARE(summary.segment(Segment::Write).max(), microseconds(10));
        QCOMPARE(summary.segment(Segment::FirstByte).max(), microseconds(200));
        QCOMPARE(summary.segment(Segment::LastByte).count(), 1u);
    }

    void pollsCountReusedAndWrittenOnly()
    {
        Summary summary;
        RequestRecord record = request(1, microseconds(1), microseconds(1));
        record.pollsBeforeWrite = 1;
        summary.add(record);
        summary.add(record);
        record.pollsBeforeWrite = 0;
        summary.add(record);
        record.reused = false;
        summary.add(record);
        record.reused = true;
        record.points.sent = {};
        summary.add(record);
        QCOMPARE(summary.pollsBeforeWrite(),
                 (std::map<std::uint32_t, std::uint64_t>{{0, 1}, {1, 2}}));
    }

    void stalls_data()
    {
        QTest::addColumn<qint64>("medianUs");
        QTest::addColumn<qint64>("slowNs");
        QTest::addColumn<int>("segment");
        QTest::addColumn<bool>("stall");
        constexpr int validate = int(Segment::Validate);
        constexpr int firstByte = int(Segment::FirstByte);
        constexpr int queue = int(Segment::Queue);
        QTest::addRow("validate: just below")
            << qint64(1) << qint64(19'999'999) << validate << false;
        QTest::addRow("validate: 20 ms") << qint64(1) << qint64(20'000'000) << validate << true;
        QTest::addRow("validate: the median does not matter")
            << qint64(15'000) << qint64(21'000'000) << validate << true;
        QTest::addRow("first byte: just below")
            << qint64(100) << qint64(19'999'999) << firstByte << false;
        QTest::addRow("first byte: 20 ms, small median")
            << qint64(100) << qint64(20'000'000) << firstByte << true;
        QTest::addRow("first byte: 20 ms, median 10 ms")
            << qint64(10'000) << qint64(20'000'000) << firstByte << false;
        QTest::addRow("first byte: 19 medians")
            << qint64(10'000) << qint64(190'000'000) << firstByte << false;
        QTest::addRow("first byte: 21 medians")
            << qint64(10'000) << qint64(210'000'000) << firstByte << true;
        QTest::addRow("queue: 20 ms, small median")
            << qint64(100) << qint64(20'000'000) << queue << true;
        QTest::addRow("queue: 19 medians") << qint64(2'000) << qint64(38'000'000) << queue << false;
    }

    void stalls()
    {
        QFETCH(qint64, medianUs);
        QFETCH(qint64, slowNs);
        QFETCH(int, segment);
        QFETCH(bool, stall);
        const auto which = static_cast<Segment>(segment);
        const auto make = [&](std::uint32_t index, Nanoseconds duration) {
            const Nanoseconds other = microseconds(1);
            return request(index, which == Segment::Validate ? duration : other,
                           which == Segment::FirstByte ? duration : other,
                           which == Segment::Queue ? duration : other);
        };
        Summary summary;
        summary.add(make(1, Nanoseconds(slowNs))); // first, when no median is known yet
        for (std::uint32_t i = 2; i <= 12; ++i)
            summary.add(make(i, microseconds(medianUs)));
        QCOMPARE(summary.stallCount(), stall ? 1u : 0u);
        const std::vector<Stall> list = summary.stalls();
        QCOMPARE(list.size(), stall ? 1u : 0u);
        if (!stall)
            return;
        QCOMPARE(list[0].request, 1u);
        QCOMPARE(list[0].segment, which);
        QCOMPARE(list[0].duration.count(), slowNs);
        QCOMPARE(list[0].queuedFrom, Phase::Check);
        QCOMPARE(list[0].wokenBy, which == Segment::FirstByte ? WokenBy::Nothing : WokenBy::Timer);
    }

    void countIsCompleteAndListHoldsTheLongest()
    {
        Summary summary;
        // 250 stalls in validate and 50 in first-byte, in an order that visits the lengths
        // criss-cross, among enough quick ones.
        for (std::uint32_t i = 0; i < 250; ++i)
            summary.add(request(i, Milliseconds(20 + (i * 97) % 250), microseconds(50)));
        for (std::uint32_t i = 0; i < 50; ++i)
            summary.add(request(1000 + i, microseconds(50), Milliseconds(1000 + i)));
        QCOMPARE(summary.stallCount(), 300u);
        const std::vector<Stall> list = summary.stalls();
        QCOMPARE(list.size(), Summary::kStallsListed);
        for (std::size_t i = 0; i < 50; ++i) {
            QCOMPARE(list[i].segment, Segment::FirstByte);
            QCOMPARE(list[i].duration, Milliseconds(1049 - i));
        }
        for (std::size_t i = 50; i < 100; ++i) {
            QCOMPARE(list[i].segment, Segment::Validate);
            QCOMPARE(list[i].duration, Milliseconds(269 - (i - 50)));
        }
    }

    void equalStallsKeepTheOrderOfRequests()
    {
        Summary summary;
        for (std::uint32_t i = 300; i > 0; --i)
            summary.add(request(i, Milliseconds(30), microseconds(50)));
        const std::vector<Stall> list = summary.stalls();
        QCOMPARE(list.front().request, 1u);
        QCOMPARE(list.back().request, 100u);
    }

    void wokenByIsUnknownWithoutSleep()
    {
        Summary summary;
        RequestRecord record = request(1, Milliseconds(30), microseconds(1));
        record.sleep.slept = {};
        summary.add(record);
        QCOMPARE(summary.stalls()[0].wokenBy, WokenBy::Nothing);
    }
};

QTEST_APPLESS_MAIN(TestSummary)
#include "tst_summary.moc"
