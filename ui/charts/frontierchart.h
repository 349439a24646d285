// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frontier.h"
#include "ui/theme/theme.h"

#include <QPointF>
#include <QRectF>
#include <QWidget>

#include <vector>

namespace reusescope {

/// The safety frontier as one picture: the share of faults that were caught upwards; across, on the
/// left what that cost a request, on the right for how long a request was exposed. A mark per
/// cell: its colour is the scheduler's, its form the phase that requests came from, hollow when the
/// loop was blocked; the line through it is the interval of the share.
///
/// Thread: UI. Painted, since Qt Charts has neither intervals nor hollow marks.
class FrontierChart : public QWidget
{
    Q_OBJECT

public:
    explicit FrontierChart(QWidget *parent = nullptr);

    void setResult(const FrontierResult &result);
    QSize sizeHint() const override { return {760, 340}; }
    QSize minimumSizeHint() const override { return {420, 220}; }

    /// The place of a scheduler among those of the result: its colour.
    std::size_t position(const std::string &scheduler) const;
    static Mark markOf(DispatchFrom source);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Point
    {
        QPointF at;
        std::size_t cell;
    };

    QRectF plot(int panel) const;
    void paintPanel(QPainter &painter, const Theme &theme, int panel);
    std::vector<Point> points(int panel) const;
    QString explanation(const FrontierCell &cell) const;

    FrontierResult m_result;
};

} // namespace reusescope
