// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - Figures come from the recording; there is one entry per variant, also for one that has not
//   begun. The interval of a ratio appears only with three blocks or more, never for the first.
// - Bins are at most 200, have equal ratios, cover every value, and lose none.
// - A percentile curve rises, has at most 200 points, agrees with the histogram's percentiles, and
//   goes no further into the tail than there are values.
// - Table twins keep their shape (and so selections) while only values change.
// - A copied row of the frontier has what the table shows.
// - Ticks of a logarithmic axis are within the range, ascending, few enough, and at least two.
#include "tests/ui/sampleruns.h"
#include "ui/charts/logticks.h"
#include "ui/models/figuremodels.h"
#include "ui/models/figures.h"
#include "ui/models/frontiermodel.h"
#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace reusescope;

class TestFigures : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void empty();
    void figures();
    void interval();
    void bins();
    void singleValue();
    void curve();
    void percentText_data();
    void percentText();
    void copiedFrontier();
    void models();
    void ticks_data();
    void ticks();
    void range_data();
    void range();

private:
    VariantNames m_names;
};

void TestFigures::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    m_names.set({QStringLiteral("none"), QStringLiteral("timer-0"), QStringLiteral("peek")});
}

void TestFigures::empty()
{
    const Recording recording;
    const auto figures = figuresOf(recording, m_names, nullptr);
    QCOMPARE(figures.size(), std::size_t{3});
    QCOMPARE(figures[2].name, QStringLiteral("peek"));
    QCOMPARE(figures[2].answered, std::uint64_t{0});
    QVERIFY(!figures[1].ratio);
    QVERIFY(histogramBins(recording, 3, 100).edges.empty());
    QVERIFY(percentileCurve(Histogram(), 4, 100).empty());
}

void TestFigures::figures()
{
    Recording recording;
    samples::fill(recording, 1, 2000, 2); // the third variant has not begun
    const auto figures = figuresOf(recording, m_names, nullptr);
    QCOMPARE(figures.size(), std::size_t{3});
    QCOMPARE(figures[0].settled, std::uint64_t{1000});
    QCOMPARE(figures[0].failed, std::uint64_t{20});
    QCOMPARE(figures[1].failed, std::uint64_t{0});
    QVERIFY(figures[0].p50 <= figures[0].p99 && figures[0].p99 <= figures[0].max);
    QCOMPARE(outcomesText(figures[0]),
             QStringLiteral("20 stale, 20 replayed, 959 reused, 1 fresh"));
    QVERIFY(figures[1].ratio && !figures[1].interval);
    QCOMPARE(figures[1].polls, QStringLiteral("1"));
    QCOMPARE(figures[2].settled, std::uint64_t{0});
}

void TestFigures::interval()
{
    Recording recording;
    samples::fill(recording, 1, 2000, 2);
    RunResult result;
    result.variants.resize(2);
    for (VariantResult &variant : result.variants)
        variant.blockMedians.resize(2);
    result.variants[1].ratio = {2.0, 1.9, 2.1, true};
    QVERIFY(!figuresOf(recording, m_names, &result)[1].interval);
    for (VariantResult &variant : result.variants)
        variant.blockMedians.resize(3);
    const auto figures = figuresOf(recording, m_names, &result);
    QVERIFY(!figures[0].interval);
    QVERIFY(figures[1].interval);
    QCOMPARE(*figures[1].ratio, 2.0);
}

void TestFigures::bins()
{
    Recording recording;
    samples::fill(recording, 1, 5000, 2);
    const HistogramBins bins = histogramBins(recording, 3, 1000);
    QCOMPARE(bins.edges.size(), static_cast<std::size_t>(HistogramBins::kMost) + 1);
    QCOMPARE(bins.counts.size(), std::size_t{3});
    for (std::size_t variant = 0; variant < 3; ++variant) {
        const std::uint64_t sum = std::accumulate(bins.counts[variant].begin(),
                                                  bins.counts[variant].end(), std::uint64_t{0});
        QCOMPARE(sum, bins.totals[variant]);
    }
    QVERIFY(bins.totals[0] > 2000);
    QCOMPARE(bins.totals[2], std::uint64_t{0});
    QVERIFY(std::is_sorted(bins.edges.begin(), bins.edges.end()));
}

void TestFigures::singleValue()
{
    Recording recording;
    samples::fill(recording, 1, 1, 1);
    const HistogramBins bins = histogramBins(recording, 1, 50);
    QVERIFY(bins.edges.front() < bins.edges.back());
    QCOMPARE(std::accumulate(bins.counts[0].begin(), bins.counts[0].end(), std::uint64_t{0}),
             std::uint64_t{1});
    const auto curve =
        percentileCurve(recording.summaries()[0].latency(), 4, kMostPercentilePoints);
    QVERIFY(!curve.empty());
}

void TestFigures::curve()
{
    Recording recording;
    samples::fill(recording, 1, 5000, 1);
    const Histogram &latency = recording.summaries()[0].latency();
    const auto curve = percentileCurve(latency, 6, 1000);
    QCOMPARE(curve.size(), static_cast<std::size_t>(kMostPercentilePoints));
    QCOMPARE(curve.front().nines, 0.0);
    QVERIFY(std::abs(curve.back().nines - std::log10(static_cast<double>(latency.count()))) < 1e-9);
    for (std::size_t i = 0; i < curve.size(); ++i) {
        QVERIFY(i == 0 || curve[i].latency >= curve[i - 1].latency);
        const Nanoseconds exact = latency.percentile(1 - std::pow(10.0, -curve[i].nines));
        QVERIFY(std::abs((exact - curve[i].latency).count()) <= exact.count() / 200);
    }
    QVERIFY(percentileCurve(latency, 2, 50).back().nines <= 2);
}

void TestFigures::percentText_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.0 << "0";
    QTest::newRow("half") << 0.5 << "50";
    QTest::newRow("two nines") << 0.99 << "99";
    QTest::newRow("three nines") << 0.999 << "99.9";
    QTest::newRow("four nines") << 0.9999 << "99.99";
}

void TestFigures::percentText()
{
    QFETCH(double, share);
    QFETCH(QString, text);
    QCOMPARE(reusescope::percentText(share), text);
}

void TestFigures::copiedFrontier()
{
    FrontierResult result;
    result.cells.emplace_back().scheduler = "peek";
    FrontierModel model;
    model.setResult(result);
    QCOMPARE(model.index(0, FrontierModel::Scheduler).data(CopyRole).toString(),
             QStringLiteral("peek"));
    for (int column = 0; column < FrontierModel::ColumnCount; ++column) {
        const QModelIndex cell = model.index(0, column);
        QCOMPARE(cell.data(CopyRole).toString().isEmpty(),
                 cell.data(Qt::DisplayRole).toString().isEmpty());
    }
}

void TestFigures::models()
{
    Recording recording;
    samples::fill(recording, 1, 2000, 2);
    SummaryModel summary;
    HistogramModel histogram;
    PercentileModel percentiles;
    const QAbstractItemModelTester summaryTester(&summary);
    const QAbstractItemModelTester histogramTester(&histogram);
    const QAbstractItemModelTester percentileTester(&percentiles);
    summary.setFigures(figuresOf(recording, m_names, nullptr));
    histogram.setBins(histogramBins(recording, m_names.count(), 60), m_names);
    percentiles.setLatencies(recording, m_names);

    QCOMPARE(summary.rowCount(), 3);
    QCOMPARE(summary.index(0, SummaryModel::SettledColumn).data().toString(),
             QStringLiteral("1,000"));
    QCOMPARE(summary.index(0, SummaryModel::SettledColumn).data(CopyRole).toString(),
             QStringLiteral("1000"));
    QCOMPARE(summary.index(2, SummaryModel::P50Column).data().toString(), QStringLiteral("–"));
    QCOMPARE(histogram.columnCount(), 2 + 3);
    QVERIFY(histogram.rowCount() > 10 && histogram.rowCount() <= 60);
    QCOMPARE(percentiles.columnCount(), 1 + 3);
    QCOMPARE(percentiles.index(0, 0).data().toString(), QStringLiteral("min"));
    QCOMPARE(percentiles.index(1, 0).data().toString(), QStringLiteral("50 %"));

    QSignalSpy reset(&summary, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&summary, &QAbstractItemModel::dataChanged);
    samples::fill(recording, 2001, 3000, 2);
    summary.setFigures(figuresOf(recording, m_names, nullptr));
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
}

void TestFigures::ticks_data()
{
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    QTest::addColumn<int>("most");
    QTest::addColumn<QList<qint64>>("expected");
    QTest::newRow("one decade, much room")
        << qint64{100'000} << qint64{1'000'000} << 12
        << QList<qint64>{100'000, 200'000, 300'000, 400'000, 500'000,
                         600'000, 700'000, 800'000, 900'000, 1'000'000};
    QTest::newRow("one decade, little room") << qint64{100'000} << qint64{1'000'000} << 5
                                             << QList<qint64>{100'000, 200'000, 500'000, 1'000'000};
    QTest::newRow("four decades") << qint64{50'000} << qint64{500'000'000} << 5
                                  << QList<qint64>{100'000, 1'000'000, 10'000'000, 100'000'000};
    QTest::newRow("many decades, few labels") << qint64{1'000} << qint64{1'000'000'000} << 4
                                              << QList<qint64>{10'000, 1'000'000, 100'000'000};
    QTest::newRow("narrow") << qint64{100'000} << qint64{120'000} << 5
                            << QList<qint64>{100'000, 110'000, 120'000};
}

void TestFigures::ticks()
{
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    QFETCH(int, most);
    QFETCH(QList<qint64>, expected);
    QList<qint64> found;
    for (const Nanoseconds tick : logTicks(Nanoseconds{low}, Nanoseconds{high}, most))
        found << tick.count();
    QCOMPARE(found, expected);
}

void TestFigures::range_data()
{
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    QTest::addColumn<qint64>("roundedLow");
    QTest::addColumn<qint64>("roundedHigh");
    QTest::newRow("between steps")
        << qint64{130'000} << qint64{2'300'000} << qint64{100'000} << qint64{5'000'000};
    QTest::newRow("on steps") << qint64{200'000} << qint64{2'000'000} << qint64{200'000}
                              << qint64{2'000'000};
    QTest::newRow("above five") << qint64{600} << qint64{7000} << qint64{500} << qint64{10'000};
    QTest::newRow("one value") << qint64{1000} << qint64{1000} << qint64{1000} << qint64{2000};
    QTest::newRow("nothing") << qint64{0} << qint64{0} << qint64{1} << qint64{2};
}

void TestFigures::range()
{
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    QFETCH(qint64, roundedLow);
    QFETCH(qint64, roundedHigh);
    const LogRange rounded = roundedRange(Nanoseconds{low}, Nanoseconds{high});
    QCOMPARE(qint64{rounded.low.count()}, roundedLow);
    QCOMPARE(qint64{rounded.high.count()}, roundedHigh);
}

QTEST_GUILESS_MAIN(TestFigures)
#include "tst_figures.moc"
