// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/frontierchart.h"

#include "ui/charts/logticks.h"
#include "ui/format/text.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace reusescope {

namespace {

using std::chrono::microseconds;

constexpr int kPanels = 2;
constexpr int kCost = 0;
constexpr qreal kMarkSize = 11;
constexpr qreal kReach = 12; // of the pointer
constexpr qreal kFaint = 0.4; // what is no statement yet
constexpr int kShareStep = 25;

// What is shorter is shown at the left edge: it is below what a run resolves.
constexpr Nanoseconds kLeast = microseconds(1);
constexpr Nanoseconds kMost = std::chrono::milliseconds(5);

qreal across(Nanoseconds value)
{
    const Nanoseconds shown = std::clamp(value, kLeast, kMost);
    return (logPosition(shown) - logPosition(kLeast)) / (logPosition(kMost) - logPosition(kLeast));
}

QString percent(double share)
{
    return QLocale().toString(100 * share, 'f', 1);
}

} // namespace

FrontierChart::FrontierChart(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Share of faults caught against cost and exposure"));
    setMouseTracking(true);
}

void FrontierChart::setResult(const FrontierResult &result)
{
    m_result = result;
    update();
}

std::size_t FrontierChart::position(const std::string &scheduler) const
{
    const auto &all = m_result.question.schedulers;
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), scheduler) - all.begin());
}

Mark FrontierChart::markOf(DispatchFrom source)
{
    switch (source) {
    case DispatchFrom::Poll: return Mark::Disc;
    case DispatchFrom::Check: return Mark::Square;
    case DispatchFrom::Timers: return Mark::Triangle;
    }
    return Mark::Disc;
}

QRectF FrontierChart::plot(int panel) const
{
    const int line = fontMetrics().height();
    const qreal left = fontMetrics().horizontalAdvance(QStringLiteral("100 %")) + 14;
    const qreal between = 28;
    const qreal wide = (width() - left - between - 16) / kPanels;
    return {left + panel * (wide + between), line * 2.0, wide, height() - line * 5.0};
}

std::vector<FrontierChart::Point> FrontierChart::points(int panel) const
{
    std::vector<Point> out;
    const QRectF area = plot(panel);
    for (std::size_t i = 0; i < m_result.cells.size(); ++i) {
        const FrontierCell &cell = m_result.cells[i];
        const Share share = cell.beforeWrite();
        const std::optional<Nanoseconds> value = panel == kCost
            ? m_result.added(cell, 0.5)
            : std::optional(cell.exposure().value_or(Nanoseconds{0}));
        if (share.trials == 0 || !value)
            continue;
        out.push_back({{area.left() + across(*value) * area.width(),
                        area.bottom() - share.share() * area.height()},
                       i});
    }
    return out;
}

void FrontierChart::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.card());
    const QRectF first = plot(0);
    painter.setPen(theme.mutedText());
    for (int share = 0; share <= 100; share += kShareStep) {
        const qreal y = first.bottom() - share / 100.0 * first.height();
        painter.drawText(QRectF(0, y - 10, first.left() - 6, 20), Qt::AlignRight | Qt::AlignVCenter,
                         tr("%1 %").arg(share));
    }
    for (int panel = 0; panel < kPanels; ++panel)
        paintPanel(painter, theme, panel);
}

void FrontierChart::paintPanel(QPainter &painter, const Theme &theme, int panel)
{
    const QRectF area = plot(panel);
    const int line = fontMetrics().height();
    painter.fillRect(area, theme.ground());
    painter.setPen(QPen(theme.grid(), 1));
    for (int share = 0; share <= 100; share += kShareStep) {
        const qreal y = area.bottom() - share / 100.0 * area.height();
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.text());
    painter.drawText(QRectF(area.left(), 0, area.width(), area.top() - kMarkSize / 2 - 2),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     panel == kCost ? tr("Caught against cost") : tr("Caught against exposure"));
    painter.setFont(font());
    const int room =
        std::max(2,
                 static_cast<int>(area.width()
                                  / fontMetrics().horizontalAdvance(QStringLiteral("≤ 000 µs  "))));
    for (const Nanoseconds tick : logTicks(kLeast, kMost, room)) {
        const qreal x = area.left() + across(tick) * area.width();
        painter.setPen(QPen(theme.grid(), 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.mutedText());
        const QString text =
            tick == kLeast ? tr("≤ %1").arg(shortDurationText(tick)) : shortDurationText(tick);
        painter.drawText(QRectF(x - 60, area.bottom() + 3, 120, line), Qt::AlignCenter, text);
    }
    painter.setPen(theme.mutedText());
    painter.drawText(QRectF(area.left(), area.bottom() + line + 6, area.width(), line),
                     Qt::AlignCenter,
                     panel == kCost ? tr("added latency, p50 (queued to written, over none)")
                                    : tr("exposed before the write, 95 % of the missed faults"));

    for (const Point &point : points(panel)) {
        const FrontierCell &cell = m_result.cells[point.cell];
        const Share share = cell.beforeWrite();
        const QColor color = theme.variant(position(cell.scheduler));
        painter.setOpacity(cell.tooFew() ? kFaint : 1);
        painter.setPen(QPen(color, 1.4));
        painter.drawLine(QPointF(point.at.x(), area.bottom() - share.low() * area.height()),
                         QPointF(point.at.x(), area.bottom() - share.high() * area.height()));
        const bool hollow = cell.block > Milliseconds{0};
        painter.setPen(hollow ? QPen(color, 2) : QPen(Qt::NoPen));
        painter.setBrush(hollow ? QBrush(theme.ground()) : QBrush(color));
        painter.drawPath(Theme::markPath(markOf(cell.source), kMarkSize).translated(point.at));
    }
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axis(), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

QString FrontierChart::explanation(const FrontierCell &cell) const
{
    const Share share = cell.beforeWrite();
    QString text =
        tr("%1, requests from %2, loop blocked for %3 ms\n%4 % caught [%5, %6] of %7")
            .arg(QString::fromStdString(cell.scheduler),
                 QString::fromStdString(std::string(name(cell.source))),
                 QString::number(cell.block.count()), percent(share.share()), percent(share.low()),
                 percent(share.high()), countText(static_cast<std::uint64_t>(share.trials)));
    if (cell.tooFew())
        text += '\n' + tr("too few at one of the moments for a statement");
    if (const auto exposed = cell.exposure())
        text += '\n' + tr("exposed for %1").arg(durationText(*exposed));
    return text;
}

bool FrontierChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (int panel = 0; panel < kPanels; ++panel) {
        for (const Point &point : points(panel)) {
            const QPointF away = point.at - help->pos();
            if (std::hypot(away.x(), away.y()) > kReach)
                continue;
            QToolTip::showText(help->globalPos(), explanation(m_result.cells[point.cell]), this);
            return true;
        }
    }
    QToolTip::hideText();
    event->ignore();
    return true;
}

} // namespace reusescope
