// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/result.h"
#include "core/trace/recording.h"
#include "ui/models/variantnames.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

// What cards, charts and their table twins show of a run: values, worked out by pure functions.

namespace reusescope {

struct VariantFigures
{
    QString name;
    std::uint64_t settled = 0;
    std::uint64_t answered = 0; ///< count of the latency histogram
    std::uint64_t failed = 0;
    std::array<std::uint64_t, kOutcomeCount> outcomes{};
    Nanoseconds p50{0}, p90{0}, p99{0}, p999{0}, max{0}; ///< 0 while `answered` is
    std::optional<double> ratio; ///< of the median to the first variant's
    std::optional<Ratio> interval; ///< when the run has ended and there were blocks enough
    std::uint64_t stalls = 0;
    std::optional<DelayedAck> delayedAck;
    QString polls; ///< "1", "mostly 1 (0 to 3)"; empty: nothing was reused
    QString pollsShort; ///< "1", "0–3"
};

/// One entry per name, empty ones for variants that have not begun. `result` may be null.
std::vector<VariantFigures> figuresOf(const Recording &recording, const VariantNames &names,
                                      const RunResult *result);

/// "2,000 reused, 1 fresh"; failures first.
QString outcomesText(const VariantFigures &figures);

/// The latencies of all variants over common bins of equal ratio.
struct HistogramBins
{
    static constexpr int kMost = 200;

    std::vector<Nanoseconds> edges; ///< one more than there are bins; empty: nothing to show
    std::vector<std::vector<std::uint64_t>> counts; ///< by variant, then bin
    std::vector<std::uint64_t> totals; ///< by variant
};
HistogramBins histogramBins(const Recording &recording, qsizetype variants, int bins);

/// A point of a percentile curve: `nines` is -log10(1 - share), so 90 % is 1 and 99 % is 2.
struct PercentilePoint
{
    double nines = 0;
    Nanoseconds latency{0};
};
inline constexpr int kMostPercentilePoints = 200;

/// Points at even steps of nines, from 0 to as far as the number of values supports (one value
/// beyond), `most` nines at the utmost. Empty when the histogram is.
std::vector<PercentilePoint> percentileCurve(const Histogram &histogram, double most, int points);

/// A share in percent as it is spoken: "50", "99.9".
QString percentText(double share);

} // namespace reusescope
