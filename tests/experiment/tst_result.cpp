// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - the ratio is the median of the blocks' ratios, pair by pair, and its interval is that median's
//   95 % bootstrap interval: the same for the same seed, and never without the median
// - a difference is resolvable when the interval does not contain 1; with fewer than 3 pairs, or
//   with equal blocks, it never is
// - a block in which one of the two has no answer makes no pair, and shifts none
// - intervals of data without any difference contain 1 about as often as they promise
#include "core/experiment/result.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace reusescope;

namespace {

std::vector<Nanoseconds> blocks(std::initializer_list<int> microseconds)
{
    std::vector<Nanoseconds> out;
    for (const int value : microseconds)
        out.emplace_back(std::chrono::microseconds(value));
    return out;
}

bool contains(const Ratio &ratio, double value)
{
    return ratio.low <= value && value <= ratio.high;
}

} // namespace

class TestResult : public QObject
{
    Q_OBJECT
private slots:
    void ratioIsTheMedianOfPairs_data()
    {
        QTest::addColumn<std::vector<Nanoseconds>>("variant");
        QTest::addColumn<std::vector<Nanoseconds>>("first");
        QTest::addColumn<double>("p50");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("resolvable");
        QTest::addRow("nothing") << blocks({}) << blocks({}) << 1.0 << 1.0 << 1.0 << false;
        QTest::addRow("one pair") << blocks({200}) << blocks({100}) << 2.0 << 2.0 << 2.0 << false;
        QTest::addRow("two pairs, far from 1")
            << blocks({200, 400}) << blocks({100, 100}) << 3.0 << 2.0 << 4.0 << false;
        QTest::addRow("three equal pairs, slower")
            << blocks({200, 200, 200}) << blocks({100, 100, 100}) << 2.0 << 2.0 << 2.0 << true;
        QTest::addRow("three equal pairs, faster")
            << blocks({50, 50, 50}) << blocks({100, 100, 100}) << 0.5 << 0.5 << 0.5 << true;
        QTest::addRow("equal blocks")
            << blocks({70, 80, 90}) << blocks({70, 80, 90}) << 1.0 << 1.0 << 1.0 << false;
        QTest::addRow("drift hits both alike")
            << blocks({200, 400, 800}) << blocks({100, 200, 400}) << 2.0 << 2.0 << 2.0 << true;
        QTest::addRow("even number of pairs")
            << blocks({300, 100, 200, 400}) << blocks({100, 100, 100, 100}) << 2.5 << 1.0 << 4.0
            << false;
        QTest::addRow("one pair on each side of 1")
            << blocks({90, 100, 110}) << blocks({100, 100, 100}) << 1.0 << 0.9 << 1.1 << false;
        QTest::addRow("more blocks than the first has")
            << blocks({200, 200, 200, 900}) << blocks({100, 100, 100}) << 2.0 << 2.0 << 2.0 << true;
        QTest::addRow("a block without an answer makes no pair and shifts none")
            << blocks({200, 0, 600, 800}) << blocks({100, 200, 300, 400}) << 2.0 << 2.0 << 2.0
            << true;
        QTest::addRow("the first's block without an answer")
            << blocks({200, 400, 600}) << blocks({100, 0, 300}) << 2.0 << 2.0 << 2.0 << false;
        QTest::addRow("no pair left")
            << blocks({0, 7}) << blocks({7, 0}) << 1.0 << 1.0 << 1.0 << false;
    }
    void ratioIsTheMedianOfPairs()
    {
        QFETCH(std::vector<Nanoseconds>, variant);
        QFETCH(std::vector<Nanoseconds>, first);
        const Ratio ratio = ratioOfMedians(variant, first, 1);
        QTEST(ratio.p50, "p50");
        QTEST(ratio.low, "low");
        QTEST(ratio.high, "high");
        QTEST(ratio.resolvable, "resolvable");
    }

    void theSeedDecides()
    {
        const auto variant = blocks({101, 137, 90, 144, 120, 99, 130, 111, 95, 125});
        const auto first = blocks({100, 103, 97, 110, 91, 104, 99, 102, 98, 101});
        const Ratio one = ratioOfMedians(variant, first, 7);
        const Ratio again = ratioOfMedians(variant, first, 7);
        QCOMPARE(one.low, again.low);
        QCOMPARE(one.high, again.high);
        bool anyDiffers = false;
        for (std::uint64_t seed = 8; seed < 40; ++seed) {
            const Ratio other = ratioOfMedians(variant, first, seed);
            QCOMPARE(other.p50, one.p50);
            anyDiffers = anyDiffers || other.low != one.low || other.high != one.high;
        }
        QVERIFY(anyDiffers);
    }

    void intervalsKeepTheirPromise()
    {
        // Log-normal block medians with a true ratio: without a difference, and 20 % apart.
        std::mt19937_64 random(42);
        std::normal_distribution<double> noise(0.0, 0.05);
        int containsOne = 0;
        int containsTruth = 0;
        int resolved = 0;
        constexpr int kRuns = 300;
        for (int run = 0; run < kRuns; ++run) {
            std::vector<Nanoseconds> first, same, slower;
            for (int block = 0; block < 15; ++block) {
                const double drift = 1.0 + 0.1 * block;
                const auto draw = [&](double ratio) {
                    return Nanoseconds(
                        std::llround(100'000 * drift * ratio * std::exp(noise(random))));
                };
                first.push_back(draw(1.0));
                same.push_back(draw(1.0));
                slower.push_back(draw(1.2));
            }
            const auto seed = static_cast<std::uint64_t>(run);
            const Ratio equal = ratioOfMedians(same, first, seed);
            const Ratio apart = ratioOfMedians(slower, first, seed);
            for (const Ratio &ratio : {equal, apart}) {
                QVERIFY(contains(ratio, ratio.p50));
                QCOMPARE(ratio.resolvable, !contains(ratio, 1.0));
            }
            containsOne += contains(equal, 1.0) ? 1 : 0;
            containsTruth += contains(apart, 1.2) ? 1 : 0;
            resolved += apart.resolvable ? 1 : 0;
        }
        // 95 % promised; what a percentile bootstrap of a median keeps is a little more.
        QVERIFY2(containsOne >= kRuns * 90 / 100 && containsOne < kRuns,
                 std::to_string(containsOne).c_str());
        QVERIFY2(containsTruth >= kRuns * 90 / 100 && containsTruth < kRuns,
                 std::to_string(containsTruth).c_str());
        QVERIFY2(resolved >= kRuns * 95 / 100, std::to_string(resolved).c_str());
    }

    void hostSaysWhereItRan()
    {
        const HostInfo host = HostInfo::read();
        QVERIFY(!host.kernel.empty());
        QVERIFY(!host.cpu.empty());
        QVERIFY(host.cores >= 1);
        QVERIFY(host.os.find('"') == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestResult)
#include "tst_result.moc"
