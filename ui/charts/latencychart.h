// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/logticks.h"
#include "ui/models/variantnames.h"
#include "ui/theme/theme.h"

#include <QChartView>
#include <QList>
#include <QPointF>

#include <vector>

class QAreaSeries;
class QCategoryAxis;
class QLineSeries;
class QScatterSeries;
class QValueAxis;

namespace reusescope {

/// What the charts of latency have in common: a line per variant in its colour and dash, with its
/// marks on it; axes of durations; light and dark.
///
/// Thread: UI. Ownership: the chart owns series and axes. Charts never animate.
class LatencyChart : public QChartView
{
    Q_OBJECT

public:
    explicit LatencyChart(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    struct Curve
    {
        QList<QPointF> points;
        QList<QPointF> marks;
    };

    /// Shows a curve per variant. `filled`: with the area below in a pale tone.
    void setCurves(const std::vector<Curve> &curves, bool filled);
    QCategoryAxis *addLabelledAxis(Qt::Alignment side, const QString &title);
    QValueAxis *addValueAxis(Qt::Alignment side, const QString &title);
    /// Labels an axis with durations, as many as there is room for.
    void setDurations(QCategoryAxis *axis, LogRange range, Qt::Orientation orientation);

    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Series
    {
        QLineSeries *line = nullptr;
        QLineSeries *upper = nullptr; // of the area
        QAreaSeries *area = nullptr;
        QScatterSeries *marks = nullptr;
    };
    struct DurationAxis
    {
        QCategoryAxis *axis;
        Qt::Orientation orientation;
        LogRange range;
        int most = 0; // labels there was room for when it was labelled
    };

    void addSeries(bool filled);
    void restyle();
    void style(std::size_t position);
    void label(DurationAxis &axis, bool always);

    std::vector<Series> m_series;
    std::vector<DurationAxis> m_durationAxes;
};

} // namespace reusescope
