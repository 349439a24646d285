// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - time to pixel and back agree to the pixel's share; far times stay within int;
// - column() is the pixel that holds the time, on both sides of the left edge;
// - zoom keeps what is under the anchor; following keeps the end in sight; a request that is out of
//   sight is brought to the middle with context;
// - ticks are 1, 2 or 5 times a power of ten, at multiples, labelled in one unit with no more
//   decimals than needed;
// - labels of pins never overlap and never leave the plot at its right;
// - colours keep 3:1 against either ground, and text on them 4.5:1; segments differ in colour for
//   the commonest kinds of colour blindness, and in pattern for everybody.
#include "ui/format/text.h"
#include "ui/views/pinlabels.h"
#include "ui/views/timescale.h"
#include "ui/views/tracecolors.h"

#include <QLocale>
#include <QtTest>

#include <array>
#include <cmath>
#include <random>

using namespace reusescope;
using namespace std::chrono_literals;

class TestTimeScale : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void timesAndPixelsAgree_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<int>("width");
        QTest::addRow("100 ns over a screen") << qint64{0} << qint64{100} << 1920;
        QTest::addRow("a millisecond, late in a run")
            << qint64{3'600'000'000'000} << qint64{3'600'001'000'000} << 1280;
        QTest::addRow("an hour") << qint64{0} << qint64{3'600'000'000'000} << 1000;
        QTest::addRow("a week over one pixel") << qint64{0} << qint64{604'800'000'000'000} << 1;
    }

    void timesAndPixelsAgree()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(int, width);
        const TimeScale scale({Nanoseconds{begin}, Nanoseconds{end}}, 100, width);
        QCOMPARE(scale.edge(Nanoseconds{begin}), 100);
        QCOMPARE(scale.edge(Nanoseconds{end}), 100 + width);
        const Nanoseconds pixel = scale.duration(1);
        for (int x = 100; x <= 100 + width; x += std::max(1, width / 7)) {
            QVERIFY(std::abs(scale.x(scale.time(x)) - x) <= std::max(1e-6, scale.pixels(1ns)));
            QVERIFY(scale.time(x + 1) - scale.time(x) <= pixel + 1ns);
        }
    }

    void farTimesStayInReach()
    {
        const TimeScale scale({0ns, 100ns}, 0, 1920);
        QVERIFY(scale.edge(1000h) > 1920);
        QVERIFY(scale.edge(-1000h) < 0);
        QVERIFY(scale.column(1000h) < 10'000'000);
        QVERIFY(scale.column(-1000h) > -10'000'000);
    }

    void columnsHoldTheirTime_data()
    {
        QTest::addColumn<qint64>("time");
        QTest::addColumn<int>("column");
        QTest::addRow("the begin") << qint64{1000} << 0;
        QTest::addRow("the end of the first") << qint64{1009} << 0;
        QTest::addRow("the second") << qint64{1010} << 1;
        QTest::addRow("just before the plot") << qint64{999} << -1;
        QTest::addRow("one column before") << qint64{990} << -1;
        QTest::addRow("two columns before") << qint64{989} << -2;
        QTest::addRow("behind") << qint64{2000} << 100;
    }

    void columnsHoldTheirTime()
    {
        QFETCH(qint64, time);
        const TimeScale scale({1000ns, 2000ns}, 37, 100);
        QTEST(scale.column(Nanoseconds{time}), "column");
    }

    void zoomKeepsTheAnchor()
    {
        TimeRange range{10ms, 20ms};
        for (const double factor : {0.5, 0.8, 1.25, 3.0}) {
            const TimeScale before(range, 0, 1000);
            const Nanoseconds anchor = 13ms;
            const TimeScale after(zoomed(range, factor, anchor), 0, 1000);
            QVERIFY(std::abs(before.x(anchor) - after.x(anchor)) < 0.01);
            QCOMPARE(after.range().span(), Nanoseconds{std::llround(1e7 * factor)});
        }
    }

    void followingKeepsTheEnd_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("length");
        QTest::addColumn<qint64>("newBegin");
        QTest::addColumn<qint64>("newEnd");
        QTest::addRow("from the beginning: all of it")
            << qint64{0} << qint64{500} << qint64{1000} << qint64{0} << qint64{1020};
        QTest::addRow("zoomed in: the span stays")
            << qint64{100} << qint64{200} << qint64{1000} << qint64{902} << qint64{1002};
        QTest::addRow("a span longer than the run: all of it")
            << qint64{100} << qint64{9000} << qint64{1000} << qint64{0} << qint64{1020};
    }

    void followingKeepsTheEnd()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(qint64, length);
        const TimeRange range =
            following({Nanoseconds{begin}, Nanoseconds{end}}, Nanoseconds{length});
        QTEST(qint64{range.begin.count()}, "newBegin");
        QTEST(qint64{range.end.count()}, "newEnd");
        QCOMPARE(limited(range, Nanoseconds{length}), range);
    }

    void showingBringsIntoTheMiddle()
    {
        const TimeRange present{0ms, 10ms};
        QCOMPARE(showing(present, {2ms, 3ms}), present);
        QCOMPARE(showing(present, {100ms, 101ms}), (TimeRange{95'500us, 105'500us}));
        QCOMPARE(showing(present, {100ms, 200ms}), (TimeRange{-100ms, 400ms}));
        QCOMPARE(around({100ms, 101ms}), (TimeRange{98ms, 103ms}));
    }

    void tickStepsAreNice_data()
    {
        QTest::addColumn<qint64>("atLeast");
        QTest::addColumn<qint64>("step");
        QTest::addRow("nothing") << qint64{0} << qint64{1};
        QTest::addRow("one") << qint64{1} << qint64{1};
        QTest::addRow("between") << qint64{3} << qint64{5};
        QTest::addRow("up to ten") << qint64{6} << qint64{10};
        QTest::addRow("exact") << qint64{200'000} << qint64{200'000};
        QTest::addRow("just above") << qint64{200'001} << qint64{500'000};
        QTest::addRow("days") << qint64{86'400'000'000'000} << qint64{100'000'000'000'000};
    }

    void tickStepsAreNice()
    {
        QFETCH(qint64, atLeast);
        QTEST(qint64{tickStep(Nanoseconds{atLeast}).count()}, "step");
    }

    void ticksAreMultiples()
    {
        QCOMPARE(ticks({-15ns, 20ns}, 10ns), (std::vector<Nanoseconds>{-10ns, 0ns, 10ns, 20ns}));
        QCOMPARE(ticks({11ns, 19ns}, 10ns), std::vector<Nanoseconds>{});
    }

    void tickLabelsHaveOneUnit_data()
    {
        QTest::addColumn<qint64>("tick");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<qint64>("largest");
        QTest::addColumn<QString>("label");
        QTest::addRow("zero") << qint64{0} << qint64{5'000'000} << qint64{20'000'000}
                              << QStringLiteral("0 ms");
        QTest::addRow("whole") << qint64{5'000'000} << qint64{5'000'000} << qint64{20'000'000}
                               << QStringLiteral("5 ms");
        QTest::addRow("one decimal") << qint64{500'000'000} << qint64{500'000'000}
                                     << qint64{2'000'000'000} << QStringLiteral("0.5 s");
        QTest::addRow("close up, late") << qint64{2'000'050'000} << qint64{50'000}
                                        << qint64{2'000'500'000} << QStringLiteral("2.00005 s");
        QTest::addRow("microseconds")
            << qint64{1'500} << qint64{500} << qint64{4'000} << QStringLiteral("1.5 µs");
        QTest::addRow("nanoseconds")
            << qint64{40} << qint64{20} << qint64{90} << QStringLiteral("40 ns");
    }

    void tickLabelsHaveOneUnit()
    {
        QFETCH(qint64, tick);
        QFETCH(qint64, step);
        QFETCH(qint64, largest);
        QString label = tickLabel(Nanoseconds{tick}, Nanoseconds{step}, Nanoseconds{largest});
        QTEST(label.replace(QChar::Nbsp, QLatin1Char(' ')), "label");
    }

    void decadesEnclose()
    {
        QCOMPARE(decadeBelow(0ns), 1ns);
        QCOMPARE(decadeBelow(999us), 100us);
        QCOMPARE(decadeBelow(1ms), 1ms);
        QCOMPARE(decadeAbove(1ms), 1ms);
        QCOMPARE(decadeAbove(1001us), 10ms);
    }

    void pinLabelsNeverOverlap()
    {
        constexpr int kRight = 800;
        constexpr int kGap = 4;
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            std::vector<PinLabel> pins;
            for (int each = 0; each < 4; ++each)
                pins.push_back(
                    {static_cast<int>(random() % kRight), 50 + static_cast<int>(random() % 250)});
            std::ranges::sort(pins, {}, &PinLabel::x);
            const std::vector<PlacedLabel> placed = placePinLabels(pins, kRight, kGap);
            QCOMPARE(placed.size(), pins.size());
            for (std::size_t one = 0; one < placed.size(); ++one) {
                QVERIFY(placed[one].row >= 0 && placed[one].row < 4);
                QVERIFY(placed[one].left + pins[one].width <= kRight);
                for (std::size_t other = 0; other < one; ++other) {
                    QVERIFY(placed[one].row != placed[other].row
                            || placed[one].left >= placed[other].left + pins[other].width
                            || placed[other].left >= placed[one].left + pins[one].width);
                }
            }
        }
    }

    void coloursStandOut_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addRow("light") << false;
        QTest::addRow("dark") << true;
    }

    void coloursStandOut()
    {
        QFETCH(bool, dark);
        const QColor ground = dark ? QColor(0x16, 0x18, 0x1c) : QColor(Qt::white);
        const auto check = [&](const QColor &color) {
            QVERIFY2(contrast(color, ground) >= 3, qPrintable(color.name()));
            QVERIFY2(contrast(color, textColorOn(color)) >= 4.5, qPrintable(color.name()));
        };
        for (const Segment each : kSegments)
            check(segmentColor(each, dark));
        for (int each = 0; each < 8; ++each)
            check(variantColor(each, dark));
        check(failureColor(dark));
        check(callbackColor(dark));
    }

    void coloursDifferForTheColourBlind_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("isProtanope");
        QTest::addRow("light, deuteranope") << false << false;
        QTest::addRow("light, protanope") << false << true;
        QTest::addRow("dark, deuteranope") << true << false;
        QTest::addRow("dark, protanope") << true << true;
    }

    void coloursDifferForTheColourBlind()
    {
        QFETCH(bool, dark);
        QFETCH(bool, isProtanope);
        // Machado, Oliveira and Fernandes (2009), severity 1, as rows of a matrix.
        using Row = std::array<double, 3>;
        static constexpr std::array<Row, 3> kProtanope{Row{0.152286, 1.052583, -0.204868},
                                                       Row{0.114503, 0.786281, 0.099216},
                                                       Row{-0.003882, -0.048116, 1.051998}};
        static constexpr std::array<Row, 3> kDeuteranope{Row{0.367322, 0.860646, -0.227968},
                                                         Row{0.280085, 0.672501, 0.047413},
                                                         Row{-0.011820, 0.042940, 0.968881}};
        const auto seen = [&](const QColor &color) {
            std::array<double, 3> out{};
            for (std::size_t row = 0; row < 3; ++row) {
                const Row &by = (isProtanope ? kProtanope : kDeuteranope)[row];
                out[row] = by[0] * color.red() + by[1] * color.green() + by[2] * color.blue();
            }
            return out;
        };
        constexpr double kLeastDistance = 24; // of 255 in each channel; patterns do the rest
        for (const Segment one : kSegments) {
            for (const Segment other : kSegments) {
                if (one >= other)
                    continue;
                const auto first = seen(segmentColor(one, dark));
                const auto second = seen(segmentColor(other, dark));
                double distance = 0;
                for (std::size_t channel = 0; channel < 3; ++channel)
                    distance = std::hypot(distance, first[channel] - second[channel]);
                QVERIFY2(distance >= kLeastDistance,
                         qPrintable(segmentText(one) + QLatin1Char(' ') + segmentText(other)
                                    + QLatin1Char(' ') + QString::number(distance)));
                QVERIFY(segmentPattern(one) != segmentPattern(other));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTimeScale)
#include "tst_timescale.moc"
