// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/latencychart.h"
#include "ui/models/figures.h"

#include <vector>

namespace reusescope {

/// Latency by percentile, on an axis of nines that gives the tail its room. Thread: UI.
class PercentileChart : public LatencyChart
{
    Q_OBJECT

public:
    explicit PercentileChart(QWidget *parent = nullptr);

    void setPercentiles(const std::vector<std::vector<PercentilePoint>> &curves);

    static constexpr double kMostNines = 4; ///< up to 99.99 %

private:
    void showNines(double end);

    QCategoryAxis *m_percentile;
    QCategoryAxis *m_latency;
    double m_nines = 0;
};

} // namespace reusescope
