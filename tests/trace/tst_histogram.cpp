// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - a value is reported within 0.1 %, from 1 ns to 73 minutes; count, mean, min and max are exact
// - a percentile is within 0.1 % of the exact one of the sorted values (nearest rank)
// - merging gives what adding everything to one histogram gives
// - countAtOrAbove() is exact at a bucket's lower bound
// - the bins for drawing hold every value once
// - once it has values, adding allocates nothing; an empty histogram holds no memory

#include "core/trace/histogram.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <new>
#include <random>
#include <string>
#include <vector>

namespace {
std::atomic<int> allocations{0};
} // namespace

void *operator new(std::size_t size)
{
    ++allocations;
    if (void *memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace reusescope;

namespace {

constexpr std::uint32_t kSeed = 20240607;
constexpr double kError = 0.001;

using Values = std::vector<std::int64_t>;

Values generate(int count, const std::function<double(std::mt19937_64 &)> &draw)
{
    std::mt19937_64 random(kSeed);
    Values values;
    for (int i = 0; i < count; ++i)
        values.push_back(static_cast<std::int64_t>(draw(random)));
    return values;
}

std::map<std::string, Values> distributions()
{
    std::map<std::string, Values> all;
    all["uniform"] = generate(
        20'000, [](auto &random) { return std::uniform_real_distribution(50e3, 5e6)(random); });
    all["log-uniform over the whole range"] = generate(20'000, [](auto &random) {
        return std::exp(std::uniform_real_distribution(0.0, std::log(4.3e12))(random));
    });
    all["log-normal with a long tail"] = generate(
        20'000, [](auto &random) { return std::lognormal_distribution(12.0, 1.5)(random); });
    all["two modes, one request in 100 stalls"] = generate(20'000, [](auto &random) {
        const bool stall = std::uniform_int_distribution(0, 99)(random) == 0;
        return std::normal_distribution(stall ? 5e8 : 2e5, stall ? 1e6 : 1e4)(random);
    });
    all["tiny values"] = generate(
        5'000, [](auto &random) { return std::uniform_real_distribution(0.0, 2e3)(random); });
    all["one value"] = Values{123'456'789};
    all["two values"] = Values{1'000, 1'000'000'000};
    all["all alike"] = Values(1000, 300'001);
    return all;
}

Histogram histogramOf(const Values &values)
{
    Histogram histogram;
    for (const std::int64_t value : values)
        histogram.add(Nanoseconds(value));
    return histogram;
}

bool close(Nanoseconds actual, std::int64_t expected)
{
    return std::abs(static_cast<double>(actual.count() - expected))
        <= kError * static_cast<double>(expected);
}

} // namespace

class TestHistogram : public QObject
{
    Q_OBJECT

private slots:
    void emptyIsAllZero()
    {
        const int before = allocations;
        const Histogram histogram;
        QCOMPARE(histogram.count(), 0u);
        QCOMPARE(histogram.min().count(), 0);
        QCOMPARE(histogram.max().count(), 0);
        QCOMPARE(histogram.mean().count(), 0);
        QCOMPARE(histogram.percentile(0.5).count(), 0);
        QCOMPARE(histogram.countAtOrAbove(Nanoseconds(0)), 0u);
        QCOMPARE(histogram.buckets().size(), 0u);
        QCOMPARE(int(allocations), before);
    }

    void valueError()
    {
        std::mt19937_64 random(kSeed);
        std::uniform_real_distribution logs(0.0, std::log2(4.38e12));
        for (int i = 0; i < 2000; ++i) {
            const auto value = static_cast<std::int64_t>(std::exp2(logs(random)));
            // The neighbours keep the value from being clamped to the minimum or maximum.
            Histogram histogram;
            histogram.add(Nanoseconds(1));
            histogram.add(Nanoseconds(value));
            histogram.add(Histogram::kMax);
            const Nanoseconds reported = histogram.percentile(0.5);
            QVERIFY2(close(reported, value),
                     qPrintable(QStringLiteral("%1 as %2").arg(value).arg(reported.count())));
        }
    }

    void edgesOfBuckets()
    {
        for (int bit = 0; bit <= 42; ++bit) {
            for (const std::int64_t offset : {-1, 0, 1}) {
                const std::int64_t value = (std::int64_t{1} << bit) + offset;
                const Histogram histogram = histogramOf({value});
                const std::vector<Histogram::Bucket> buckets = histogram.buckets();
                QCOMPARE(buckets.size(), 1u);
                QVERIFY(buckets[0].low.count() <= value);
                QVERIFY(value < buckets[0].high.count() || value >= Histogram::kMax.count());
                QCOMPARE(Histogram::bucketLow(Nanoseconds(value)), buckets[0].low);
                QCOMPARE(histogram.percentile(0.5).count(), value);
            }
        }
    }

    void outsideTheRange()
    {
        Histogram histogram;
        histogram.add(Nanoseconds(-5));
        histogram.add(Histogram::kMax * 10);
        QCOMPARE(histogram.count(), 2u);
        QCOMPARE(histogram.min().count(), 0);
        QCOMPARE(histogram.max(), Histogram::kMax * 10);
        QCOMPARE(histogram.countAtOrAbove(Nanoseconds(1)), 1u);
        QCOMPARE(histogram.buckets().back().high, Histogram::kMax);
    }

    void percentiles_data()
    {
        QTest::addColumn<QString>("distribution");
        for (const auto &[name, values] : distributions())
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
    }

    void percentiles()
    {
        QFETCH(QString, distribution);
        Values values = distributions()[distribution.toStdString()];
        const Histogram histogram = histogramOf(values);
        std::sort(values.begin(), values.end());
        const auto count = static_cast<std::int64_t>(values.size());
        // Per mille, so that the exact rank needs no floating point.
        for (const std::int64_t perMille :
             {0, 1, 10, 70, 100, 250, 500, 750, 900, 990, 999, 1000}) {
            const std::int64_t rank = std::max<std::int64_t>((perMille * count + 999) / 1000, 1);
            const std::int64_t exact = values[static_cast<std::size_t>(rank - 1)];
            const Nanoseconds reported = histogram.percentile(static_cast<double>(perMille) / 1000);
            QVERIFY2(close(reported, exact),
                     qPrintable(QStringLiteral("%1 per mille: %2 instead of %3")
                                    .arg(perMille)
                                    .arg(reported.count())
                                    .arg(exact)));
        }
        QCOMPARE(histogram.min().count(), values.front());
        QCOMPARE(histogram.max().count(), values.back());
        std::int64_t sum = 0;
        for (const std::int64_t value : values)
            sum += value;
        QCOMPARE(histogram.mean().count(), sum / count);
    }

    void shareOutsideItsRange()
    {
        const Histogram histogram = histogramOf({10, 20, 30});
        QCOMPARE(histogram.percentile(-1).count(), 10);
        QCOMPARE(histogram.percentile(2).count(), 30);
        QCOMPARE(histogram.percentile(std::nan("")).count(), 10);
    }

    void merge()
    {
        for (const auto &[name, values] : distributions()) {
            const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
            Histogram merged = histogramOf(Values(values.begin(), half));
            merged.merge(histogramOf(Values(half, values.end())));
            const Histogram whole = histogramOf(values);
            QCOMPARE(merged.count(), whole.count());
            QCOMPARE(merged.min(), whole.min());
            QCOMPARE(merged.max(), whole.max());
            QCOMPARE(merged.mean(), whole.mean());
            const auto expected = whole.buckets();
            const auto actual = merged.buckets();
            QCOMPARE(actual.size(), expected.size());
            for (std::size_t i = 0; i < actual.size(); ++i) {
                QCOMPARE(actual[i].low, expected[i].low);
                QCOMPARE(actual[i].count, expected[i].count);
            }
        }
        Histogram histogram = histogramOf({7});
        histogram.merge(Histogram());
        QCOMPARE(histogram.min().count(), 7);
        QCOMPARE(histogram.count(), 1u);
    }

    void countAtOrAbove()
    {
        for (const auto &[name, values] : distributions()) {
            const Histogram histogram = histogramOf(values);
            for (const std::int64_t near :
                 {0L, 1L, 1'500L, 300'001L, 20'000'000L, 1'000'000'000L}) {
                const Nanoseconds threshold = Histogram::bucketLow(Nanoseconds(near));
                const auto exact = std::count_if(values.begin(), values.end(), [=](std::int64_t v) {
                    return v >= threshold.count();
                });
                QCOMPARE(histogram.countAtOrAbove(threshold), static_cast<std::uint64_t>(exact));
            }
        }
    }

    void logBins_data()
    {
        QTest::addColumn<qint64>("low");
        QTest::addColumn<qint64>("high");
        QTest::addColumn<int>("bins");
        QTest::addRow("usual") << qint64(10'000) << qint64(1'000'000'000) << 200;
        QTest::addRow("one bin") << qint64(10'000) << qint64(1'000'000) << 1;
        QTest::addRow("more bins than nanoseconds") << qint64(1) << qint64(20) << 100;
        QTest::addRow("range upside down") << qint64(1'000'000) << qint64(10) << 10;
        QTest::addRow("from nothing") << qint64(0) << qint64(0) << 10;
    }

    void logBins()
    {
        QFETCH(qint64, low);
        QFETCH(qint64, high);
        QFETCH(int, bins);
        for (const auto &[name, values] : distributions()) {
            const Histogram histogram = histogramOf(values);
            const auto drawn = histogram.logBins(Nanoseconds(low), Nanoseconds(high), bins);
            QCOMPARE(drawn.size(), static_cast<std::size_t>(bins));
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < drawn.size(); ++i) {
                sum += drawn[i].count;
                QVERIFY(drawn[i].low <= drawn[i].high);
                QVERIFY(i == 0 || drawn[i].low == drawn[i - 1].high);
            }
            QCOMPARE(sum, histogram.count());
        }
    }

    void logBinsPutValuesWhereTheyBelong()
    {
        const Histogram histogram = histogramOf({5, 150, 1'500, 1'600, 99'000, 5'000'000});
        const auto drawn = histogram.logBins(Nanoseconds(100), Nanoseconds(100'000), 3);
        QCOMPARE(drawn[0].low.count(), 100);
        QCOMPARE(drawn[1].low.count(), 1'000);
        QCOMPARE(drawn[2].low.count(), 10'000);
        QCOMPARE(drawn[2].high.count(), 100'000);
        QCOMPARE(drawn[0].count, 2u);
        QCOMPARE(drawn[1].count, 2u);
        QCOMPARE(drawn[2].count, 2u);
        QVERIFY(histogram.logBins(Nanoseconds(1), Nanoseconds(10), 0).empty());
    }

    void addingAllocatesNothing()
    {
        Histogram histogram;
        histogram.add(Nanoseconds(1));
        const int before = allocations;
        for (int bit = 0; bit < 44; ++bit)
            histogram.add(Nanoseconds(std::int64_t{1} << bit));
        QCOMPARE(int(allocations), before);
    }

    void clearForgetsAll()
    {
        Histogram histogram = histogramOf({5, 50});
        histogram.clear();
        histogram.add(Nanoseconds(20));
        QCOMPARE(histogram.count(), 1u);
        QCOMPARE(histogram.min().count(), 20);
        QCOMPARE(histogram.max().count(), 20);
        QCOMPARE(histogram.mean().count(), 20);
        QCOMPARE(histogram.buckets().size(), 1u);
    }
};

QTEST_APPLESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
