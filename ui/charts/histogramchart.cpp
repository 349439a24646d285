// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/histogramchart.h"

#include <QCategoryAxis>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>

namespace reusescope {

namespace {

// Where a bin without requests is drawn: out of sight, or the lines of all variants would lie on
// the axis.
constexpr double kBelow = -10;

// Room for a mark above a bin that holds everything.
constexpr double kMostShown = 106;

/// The distance of ticks that gives an axis from 0 to `highest` three to six of them.
double tickInterval(double highest)
{
    const double decade = std::pow(10.0, std::floor(std::log10(highest)));
    for (const double step : {0.2, 0.5, 1.0}) {
        if (highest <= 5 * step * decade)
            return step * decade;
    }
    return 2 * decade;
}

} // namespace

HistogramChart::HistogramChart(QWidget *parent) : LatencyChart(parent)
{
    m_latency = addLabelledAxis(Qt::AlignBottom, tr("Latency (logarithmic)"));
    m_share = addValueAxis(Qt::AlignLeft, tr("Share of requests per bin (%)"));
    m_share->setTickType(QValueAxis::TicksDynamic);
    m_share->setTickAnchor(0);
    m_share->setLabelFormat(QStringLiteral("%g"));
    setAccessibleName(tr("Histogram of latency"));
    setAccessibleDescription(tr("The same figures are in the table of the histogram."));
}

void HistogramChart::setBins(const HistogramBins &bins)
{
    std::vector<Curve> curves(bins.counts.size());
    double highest = 0;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto &counts = bins.counts[i];
        if (bins.totals[i] == 0)
            continue;
        const auto first = std::find_if(counts.begin(), counts.end(), [](auto n) { return n > 0; });
        const auto last =
            std::find_if(counts.rbegin(), counts.rend(), [](auto n) { return n > 0; }).base();
        QPointF peak;
        Curve &curve = curves[i];
        const auto edge = [&](auto bin) {
            return logPosition(bins.edges[static_cast<std::size_t>(bin - counts.begin())]);
        };
        curve.points << QPointF(edge(first), kBelow);
        for (auto bin = first; bin != last; ++bin) {
            const double share =
                100.0 * static_cast<double>(*bin) / static_cast<double>(bins.totals[i]);
            const double height = *bin > 0 ? share : kBelow;
            curve.points << QPointF(edge(bin), height) << QPointF(edge(bin + 1), height);
            if (share > peak.y())
                peak = {(edge(bin) + edge(bin + 1)) / 2, share};
        }
        curve.points << QPointF(edge(last), kBelow);
        curve.marks << peak;
        highest = std::max(highest, peak.y());
    }
    if (highest > 0) {
        // A little room at both ends, so that no line lies on the frame.
        setDurations(m_latency,
                     roundedRange(bins.edges.front() * 10 / 11, bins.edges.back() * 11 / 10),
                     Qt::Horizontal);
        const double interval = tickInterval(highest);
        m_share->setTickInterval(interval);
        // Whole ticks, so that the axis stays while values change a little.
        m_share->setRange(0, std::min(kMostShown, interval * std::ceil(highest * 1.06 / interval)));
    }
    setCurves(curves, true);
}

} // namespace reusescope
