// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/latencychart.h"

#include "ui/format/text.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <array>

namespace reusescope {

namespace {

constexpr qreal kMarkSize = 9;

// The order of Mark.
constexpr std::array kShapes{QScatterSeries::MarkerShapeCircle,
                             QScatterSeries::MarkerShapeRectangle,
                             QScatterSeries::MarkerShapeRotatedRectangle,
                             QScatterSeries::MarkerShapeTriangle,
                             QScatterSeries::MarkerShapeStar,
                             QScatterSeries::MarkerShapePentagon};
static_assert(kShapes.size() == kMarkCount);

void styleAxis(QAbstractAxis *axis, const Theme &theme, const QFont &font)
{
    axis->setLabelsFont(font);
    axis->setTitleFont(font);
    axis->setLabelsBrush(theme.mutedText());
    axis->setTitleBrush(theme.mutedText());
    axis->setLinePen(QPen(theme.axis(), 1));
    axis->setGridLinePen(QPen(theme.grid(), 1));
    axis->setShadesVisible(false);
}

} // namespace

LatencyChart::LatencyChart(QWidget *parent) : QChartView(parent)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::NoFocus);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(true);
    chart()->setMargins({0, 10, 26, 0});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

QSize LatencyChart::sizeHint() const
{
    return {480, 320};
}

QSize LatencyChart::minimumSizeHint() const
{
    return {280, 180};
}

QCategoryAxis *LatencyChart::addLabelledAxis(Qt::Alignment side, const QString &title)
{
    auto *axis = new QCategoryAxis(chart());
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setTitleText(title);
    axis->setTruncateLabels(false);
    chart()->addAxis(axis, side);
    restyle();
    return axis;
}

QValueAxis *LatencyChart::addValueAxis(Qt::Alignment side, const QString &title)
{
    auto *axis = new QValueAxis(chart());
    axis->setTitleText(title);
    axis->setTickCount(5);
    axis->setTruncateLabels(false);
    chart()->addAxis(axis, side);
    restyle();
    return axis;
}

void LatencyChart::setDurations(QCategoryAxis *axis, LogRange range, Qt::Orientation orientation)
{
    const auto known =
        std::find_if(m_durationAxes.begin(), m_durationAxes.end(),
                     [axis](const DurationAxis &entry) { return entry.axis == axis; });
    if (known == m_durationAxes.end()) {
        m_durationAxes.push_back({axis, orientation, range});
        label(m_durationAxes.back(), true);
    } else if (known->range != range) {
        known->range = range;
        label(*known, true);
    }
}

void LatencyChart::label(DurationAxis &entry, bool always)
{
    const bool across = entry.orientation == Qt::Horizontal;
    const int room = across ? width() / fontMetrics().horizontalAdvance(QStringLiteral("000 µs  "))
                            : height() / (2 * fontMetrics().height());
    const int most = std::clamp(room, 2, 12);
    if (!always && most == entry.most)
        return;
    entry.most = most;
    QCategoryAxis *axis = entry.axis;
    for (const QString &old : axis->categoriesLabels())
        axis->remove(old);
    // Below the first label there must be a category, or that label would not be shown.
    axis->setStartValue(logPosition(entry.range.low) - 1);
    for (const Nanoseconds tick : logTicks(entry.range.low, entry.range.high, most))
        axis->append(shortDurationText(tick), logPosition(tick));
    axis->setRange(logPosition(entry.range.low), logPosition(entry.range.high));
}

void LatencyChart::addSeries(bool filled)
{
    Series series;
    const auto add = [this](QAbstractSeries *added) {
        chart()->addSeries(added);
        for (QAbstractAxis *axis : chart()->axes())
            added->attachAxis(axis);
    };
    if (filled) {
        series.upper = new QLineSeries(chart());
        series.area = new QAreaSeries(series.upper);
        add(series.area);
    }
    series.line = new QLineSeries;
    add(series.line);
    series.marks = new QScatterSeries;
    add(series.marks);
    m_series.push_back(series);
    style(m_series.size() - 1);
}

void LatencyChart::setCurves(const std::vector<Curve> &curves, bool filled)
{
    while (m_series.size() < curves.size())
        addSeries(filled);
    while (m_series.size() > curves.size()) {
        const Series &last = m_series.back();
        for (QAbstractSeries *series :
             std::initializer_list<QAbstractSeries *>{last.area, last.line, last.marks}) {
            if (series) {
                chart()->removeSeries(series);
                delete series;
            }
        }
        delete last.upper;
        m_series.pop_back();
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (m_series[i].upper)
            m_series[i].upper->replace(curves[i].points);
        m_series[i].line->replace(curves[i].points);
        m_series[i].marks->replace(curves[i].marks);
    }
}

void LatencyChart::style(std::size_t position)
{
    const Theme theme(palette());
    const Series &series = m_series[position];
    const QColor color = theme.variant(position);
    // Steps are too short for dashes to be told apart; there the marks have to do.
    series.line->setPen(QPen(color, 1.8, series.area ? Qt::SolidLine : Theme::dash(position),
                             Qt::FlatCap, Qt::RoundJoin));
    series.marks->setMarkerShape(kShapes[position % kShapes.size()]);
    // A star of the same width as a disc looks much smaller.
    series.marks->setMarkerSize(Theme::mark(position) == Mark::Disc
                                        || Theme::mark(position) == Mark::Square
                                    ? kMarkSize
                                    : 1.4 * kMarkSize);
    series.marks->setBrush(color);
    series.marks->setPen(Qt::NoPen);
    if (series.area) {
        QColor pale = color;
        pale.setAlpha(theme.isDark() ? 38 : 30);
        series.area->setBrush(pale);
        series.area->setPen(Qt::NoPen);
    }
}

void LatencyChart::restyle()
{
    const Theme theme(palette());
    chart()->setPlotAreaBackgroundBrush(theme.ground());
    chart()->setPlotAreaBackgroundPen(Qt::NoPen);
    setBackgroundBrush(theme.card());
    for (QAbstractAxis *axis : chart()->axes())
        styleAxis(axis, theme, font());
    for (std::size_t i = 0; i < m_series.size(); ++i)
        style(i);
}

void LatencyChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void LatencyChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    for (DurationAxis &axis : m_durationAxes)
        label(axis, false);
}

} // namespace reusescope
