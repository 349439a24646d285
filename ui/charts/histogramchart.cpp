// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/histogramchart.h"

#include <QCategoryAxis>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>

namespace reusescope {

namespace {

/// The next 1, 2 or 5 times a power of ten: a scale that stays while values grow.
double roundedUp(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 6.0, 8.0}) {
        if (value <= step * decade)
            return step * decade;
    }
    return 10 * decade;
}

} // namespace

HistogramChart::HistogramChart(QWidget *parent) : LatencyChart(parent)
{
    m_latency = addLabelledAxis(Qt::AlignBottom, tr("Latency (logarithmic)"));
    m_share = addValueAxis(Qt::AlignLeft, tr("Share of requests per bin (%)"));
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
        curve.points << QPointF(edge(first), 0);
        for (auto bin = first; bin != last; ++bin) {
            const double share =
                100.0 * static_cast<double>(*bin) / static_cast<double>(bins.totals[i]);
            curve.points << QPointF(edge(bin), share) << QPointF(edge(bin + 1), share);
            if (share > peak.y())
                peak = {(edge(bin) + edge(bin + 1)) / 2, share};
        }
        curve.points << QPointF(edge(last), 0);
        curve.marks << peak;
        highest = std::max(highest, peak.y());
    }
    if (highest > 0) {
        setDurations(m_latency, roundedRange(bins.edges.front(), bins.edges.back()),
                     Qt::Horizontal);
        m_share->setRange(0, roundedUp(highest * 1.05));
    }
    setCurves(curves, true);
}

} // namespace reusescope
