// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/percentilechart.h"

#include <QCategoryAxis>

#include <algorithm>
#include <array>
#include <cmath>

namespace reusescope {

namespace {

constexpr std::array kLabelled{0.0, 0.5, 0.9, 0.99, 0.999, 0.9999};

double ninesOf(double share)
{
    return -std::log10(1 - share);
}

} // namespace

PercentileChart::PercentileChart(QWidget *parent) : LatencyChart(parent)
{
    m_percentile = addLabelledAxis(Qt::AlignBottom, tr("Percentile (%)"));
    showNines(2);
    m_latency = addLabelledAxis(Qt::AlignLeft, tr("Latency (logarithmic)"));
    setAccessibleName(tr("Latency by percentile"));
    setAccessibleDescription(tr("The same figures are in the table of percentiles."));
}

void PercentileChart::showNines(double end)
{
    m_nines = end;
    // Labels beyond the end of the axis would be drawn on top of each other at its end.
    for (const QString &old : m_percentile->categoriesLabels())
        m_percentile->remove(old);
    m_percentile->setStartValue(-1);
    for (const double share : kLabelled) {
        if (ninesOf(share) <= end + 1e-9)
            m_percentile->append(percentText(share), ninesOf(share));
    }
    m_percentile->setRange(0, end);
}

void PercentileChart::setPercentiles(const std::vector<std::vector<PercentilePoint>> &percentiles)
{
    std::vector<Curve> curves(percentiles.size());
    Nanoseconds low = Nanoseconds::max();
    Nanoseconds high{0};
    double nines = 1;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto &points = percentiles[i];
        if (points.empty())
            continue;
        low = std::min(low, points.front().latency);
        high = std::max(high, points.back().latency);
        nines = std::max(nines, points.back().nines);
        for (const PercentilePoint &point : points)
            curves[i].points << QPointF(point.nines, logPosition(point.latency));
        for (const double share : kLabelled) {
            const auto at = std::lower_bound(
                points.begin(), points.end(), ninesOf(share),
                [](const PercentilePoint &point, double value) { return point.nines < value; });
            if (share > 0 && at != points.end())
                curves[i].marks << QPointF(at->nines, logPosition(at->latency));
        }
    }
    if (high > Nanoseconds{0}) {
        setDurations(m_latency, roundedRange(low * 10 / 11, high * 11 / 10), Qt::Vertical);
        // The axis ends at a labelled percentile and does not move with every request.
        const double end = std::min(kMostNines, std::ceil(nines - 1e-9));
        if (end != m_nines)
            showNines(end);
    }
    setCurves(curves, false);
}

} // namespace reusescope
