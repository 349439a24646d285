// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - every record comes out as it went in, at its position, whatever its values: extremes, what did
//   not happen, gaps of hours, time and turns that run back, clocks and turns of several variants
//   between each other;
// - the same before, at and after the end of a block, by position and in order;
// - what has been appended stays as it is while more comes;
// - records of a run take a third of the space of a PhaseRecord, and none takes much more than one.
#include "core/trace/phaselog.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <malloc.h>
#include <random>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Records = std::vector<PhaseRecord>;

bool isSame(const PhaseRecord &one, const PhaseRecord &other)
{
    return one.start == other.start && one.duration == other.duration && one.slept == other.slept
        && one.turn == other.turn && one.timeoutMs == other.timeoutMs && one.fd == other.fd
        && one.variant == other.variant && one.phase == other.phase && one.reason == other.reason
        && one.wokenBy == other.wokenBy && one.timer == other.timer;
}

PhaseLog logOf(const Records &records)
{
    PhaseLog log;
    for (const PhaseRecord &record : records)
        log.append(record);
    return log;
}

/// By position and in order. The first position that differs; -1: none.
std::ptrdiff_t firstDifference(const PhaseLog &log, const Records &expected)
{
    if (log.size() != expected.size() || log.empty() != expected.empty())
        return static_cast<std::ptrdiff_t>(std::min(log.size(), expected.size()));
    std::size_t position = 0;
    for (const PhaseRecord record : log) {
        if (position == expected.size() || !isSame(record, expected[position])
            || !isSame(log[position], expected[position]))
            return static_cast<std::ptrdiff_t>(position);
        ++position;
    }
    return position == expected.size() ? -1 : static_cast<std::ptrdiff_t>(position);
}

/// Turns of four phases as a run makes them: callbacks, then a poll that sleeps.
Records sampleTurns(std::size_t count, std::uint8_t variant = 0, Nanoseconds start = 5s,
                    std::uint32_t turn = 1)
{
    std::mt19937 random(7);
    Records records;
    while (records.size() < count) {
        for (const Phase phase : {Phase::Poll, Phase::Check, Phase::Timers}) {
            PhaseRecord record;
            const Nanoseconds busy{2'000 + random() % 30'000};
            record.start = start;
            record.turn = turn;
            record.variant = variant;
            record.phase = phase;
            record.duration = CompactDuration(busy);
            if (phase == Phase::Poll) {
                const Nanoseconds slept{random() % 90'000};
                record.slept = CompactDuration(slept);
                record.duration = CompactDuration(slept + busy);
                record.timeoutMs = 500 - static_cast<std::int32_t>(random() % 3);
                record.reason = TimeoutReason::NextTimer;
                record.wokenBy = WokenBy::Io;
                record.timer = timerLabelNumber("validation");
                record.fd = 12 + static_cast<std::int32_t>(random() % 2);
            }
            start += record.duration.value() + Nanoseconds{random() % 500};
            records.push_back(record);
        }
        ++turn;
    }
    records.resize(count);
    return records;
}

template <typename Value> Value pick(std::mt19937_64 &random, const std::vector<Value> &values)
{
    return values[random() % values.size()];
}

/// Anything that a PhaseRecord can hold, extremes more often than not.
PhaseRecord wildRecord(std::mt19937_64 &random)
{
    using Limits32 = std::numeric_limits<std::int32_t>;
    const auto anyDuration = [&] {
        return pick<CompactDuration>(
            random,
            {CompactDuration(), CompactDuration(0ns), CompactDuration(1ns), CompactDuration(30us),
             CompactDuration(1073741823ns), CompactDuration(1073741824ns), CompactDuration(24h),
             CompactDuration(Nanoseconds{static_cast<std::int64_t>(random() % 2'000'000'000)})});
    };
    PhaseRecord record;
    record.start = pick<Nanoseconds>(random,
                                     {Nanoseconds::min(), Nanoseconds::max(), 0ns, -1ns, 5s, 30h,
                                      Nanoseconds{static_cast<std::int64_t>(random())}});
    record.duration = anyDuration();
    record.slept = anyDuration();
    record.turn =
        pick<std::uint32_t>(random, {0, 1, UINT32_MAX, static_cast<std::uint32_t>(random())});
    record.timeoutMs = pick<std::int32_t>(
        random, {-1, 0, 1, Limits32::min(), Limits32::max(), static_cast<std::int32_t>(random())});
    record.fd = pick<std::int32_t>(
        random, {-1, 0, 7, Limits32::max(), static_cast<std::int32_t>(random())});
    record.variant = static_cast<std::uint8_t>(random());
    record.phase = static_cast<Phase>(random() % kPhaseCount);
    record.reason = static_cast<TimeoutReason>(random() % 8);
    record.wokenBy = static_cast<WokenBy>(random() % 4);
    record.timer = static_cast<std::uint8_t>(random());
    return record;
}

double heapBytesPerRecord(const Records &records)
{
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    const PhaseLog log = logOf(records);
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    return static_cast<double>(after - before) / static_cast<double>(log.size());
}

} // namespace

class TestPhaseLog : public QObject
{
    Q_OBJECT

private slots:
    void keepsEveryRecord_data();
    void keepsEveryRecord();
    void endsOfBlocks_data();
    void endsOfBlocks();
    void valuesThatNeedEveryWidth();
    void wildRecordsAtRandomPositions();
    void growingChangesNothing();
    void isSmall();
};

void TestPhaseLog::keepsEveryRecord_data()
{
    QTest::addColumn<Records>("records");
    QTest::newRow("none") << Records{};
    QTest::newRow("a run") << sampleTurns(5000);
    QTest::newRow("all the same") << Records(1500, sampleTurns(1).front());
    QTest::newRow("defaults") << Records(1500);

    Records gaps = sampleTurns(3000);
    for (std::size_t each = 0; each < gaps.size(); ++each)
        gaps[each].start += each / 100 * Nanoseconds{7h};
    QTest::newRow("gaps of hours") << gaps;

    // Variant 1 has a clock that is behind, and turns of its own.
    const Records ahead = sampleTurns(2000, 0, 90h, 3'000'000'000u);
    const Records behind = sampleTurns(2000, 1, -1h, 1);
    for (const std::size_t together : {1u, 10u, 300u}) {
        Records mixed;
        for (std::size_t each = 0; each < ahead.size(); each += together) {
            const auto end = std::min(each + together, ahead.size());
            for (std::size_t of = each; of < end; ++of)
                mixed.push_back(ahead[of]);
            for (std::size_t of = each; of < end; ++of)
                mixed.push_back(behind[of]);
        }
        QTest::addRow("two variants, %zu in a row", together) << mixed;
    }

    Records back = sampleTurns(2000);
    std::ranges::reverse(back);
    QTest::newRow("time and turns run back") << back;
    QTest::newRow("turns wrap") << sampleTurns(3000, 0, 5s, UINT32_MAX - 500);

    Records longer = sampleTurns(2000);
    for (std::size_t each = 0; each < longer.size(); each += 250)
        longer[each].duration = CompactDuration(40min);
    QTest::newRow("a sleep of 40 minutes now and then") << longer;

    Records odd = sampleTurns(2000);
    for (PhaseRecord &record : odd)
        std::swap(record.slept, record.duration);
    QTest::newRow("slept for longer than it took") << odd;

    Records many = sampleTurns(2000);
    for (std::size_t each = 0; each < many.size(); ++each)
        many[each].fd = static_cast<std::int32_t>(each);
    QTest::newRow("no two of a kind") << many;
}

void TestPhaseLog::keepsEveryRecord()
{
    QFETCH(Records, records);
    QCOMPARE(firstDifference(logOf(records), records), std::ptrdiff_t{-1});
}

void TestPhaseLog::endsOfBlocks_data()
{
    QTest::addColumn<std::size_t>("count");
    constexpr std::size_t kBlock = PhaseLog::kBlock;
    for (const std::size_t count : {std::size_t{1}, kBlock - 1, kBlock, kBlock + 1, 2 * kBlock - 1,
                                    2 * kBlock, 2 * kBlock + 1, 7 * kBlock})
        QTest::addRow("%zu", count) << count;
}

void TestPhaseLog::endsOfBlocks()
{
    QFETCH(std::size_t, count);
    const Records records = sampleTurns(count);
    QCOMPARE(firstDifference(logOf(records), records), std::ptrdiff_t{-1});
}

void TestPhaseLog::valuesThatNeedEveryWidth()
{
    // A block whose numbers differ by up to 2^n - 1, so that fields begin and end at every bit.
    for (unsigned bits = 0; bits <= 64; ++bits) {
        Records records(PhaseLog::kBlock + 1);
        for (std::size_t each = 0; each < records.size(); ++each) {
            const std::uint64_t most = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
            const std::uint64_t value = each % 3 == 0 ? most : most / (each % 3 + 1);
            PhaseRecord &record = records[each];
            record.start = Nanoseconds{static_cast<std::int64_t>(value)};
            record.turn = static_cast<std::uint32_t>(value);
            record.duration = CompactDuration(Nanoseconds{static_cast<std::int64_t>(value >> 1)});
            record.fd = static_cast<std::int32_t>(each % (bits + 1));
        }
        QCOMPARE(firstDifference(logOf(records), records), std::ptrdiff_t{-1});
    }
}

void TestPhaseLog::wildRecordsAtRandomPositions()
{
    const Records usual = sampleTurns(300);
    for (const unsigned seed : {1u, 2u, 3u}) {
        std::mt19937_64 random(seed);
        PhaseLog log;
        Records expected;
        for (int each = 0; each < 20'000; ++each) {
            // Stretches of wild ones between what a run makes.
            const bool isWild = each / 300 % 2 == 0;
            expected.push_back(isWild ? wildRecord(random)
                                      : usual[static_cast<std::size_t>(each) % usual.size()]);
            log.append(expected.back());
            const std::size_t position = random() % expected.size();
            QVERIFY2(isSame(log[position], expected[position]),
                     qPrintable(QString::number(position)));
        }
        QCOMPARE(firstDifference(log, expected), std::ptrdiff_t{-1});
    }
}

void TestPhaseLog::growingChangesNothing()
{
    const Records records = sampleTurns(3 * PhaseLog::kBlock);
    PhaseLog log;
    for (std::size_t count = 1; count <= records.size(); ++count) {
        log.append(records[count - 1]);
        QVERIFY(isSame(log[count - 1], records[count - 1]));
        QVERIFY(isSame(log[0], records[0]));
        QVERIFY(isSame(log[count / 2], records[count / 2]));
    }
    const PhaseLog moved = std::move(log);
    QCOMPARE(firstDifference(moved, records), std::ptrdiff_t{-1});
}

void TestPhaseLog::isSmall()
{
    constexpr std::size_t kMany = 200 * PhaseLog::kBlock;
    const double run = heapBytesPerRecord(sampleTurns(kMany));
    std::mt19937_64 random(1);
    Records wild;
    while (wild.size() < kMany)
        wild.push_back(wildRecord(random));
    const double atWorst = heapBytesPerRecord(wild);
    if (run == 0)
        QSKIP("the sanitizer's allocator does not tell");
    qInfo("%.1f bytes per record of a run, %.1f at worst", run, atWorst);
    QVERIFY(run <= sizeof(PhaseRecord) / 3.0);
    QVERIFY(atWorst <= 1.25 * sizeof(PhaseRecord));
}

QTEST_APPLESS_MAIN(TestPhaseLog)
#include "tst_phaselog.moc"
