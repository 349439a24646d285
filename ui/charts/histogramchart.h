// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/latencychart.h"
#include "ui/models/figures.h"

namespace reusescope {

/// How the latencies of the variants are distributed: latency on a logarithmic axis against the
/// share of the variant's requests in each bin. Thread: UI.
class HistogramChart : public LatencyChart
{
    Q_OBJECT

public:
    explicit HistogramChart(QWidget *parent = nullptr);

    void setBins(const HistogramBins &bins);

private:
    QCategoryAxis *m_latency;
    QValueAxis *m_share;
};

} // namespace reusescope
