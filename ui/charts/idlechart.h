// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/idlereport.h"
#include "ui/theme/theme.h"
#include "ui/views/marks.h"

#include <QPointF>
#include <QRectF>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

namespace reusescope {

/// The times around the end of idle connections that are worth a closer look: the danger window, or
/// where answers end, with some room; absent while nothing has ended.
std::optional<IdleInterval> closeUpOf(const IdleFindings &findings);

/// The share of the user's gaps between each two neighbours of `edges`, which ascend; empty when
/// neither gaps nor a rate are given. The gaps of `use` must be sorted.
std::vector<double> gapShares(const IdleUse &use, const std::vector<Nanoseconds> &edges);

/// Round times between `low` and `high`, evenly spaced, at most `most` of them, or two.
std::vector<Nanoseconds> evenTicks(Nanoseconds low, Nanoseconds high, int most);

/// What became of idle connections over time, on the left all of it on a logarithmic axis, on the
/// right the end from close by: when used and unused ones were closed and how, what became of
/// requests after a gap, the interval that was found, the server's hint, the suggested keep-alive,
/// and below how the user's own gaps lie to it.
///
/// Thread: UI. Painted, since Qt Charts has neither lanes nor such marks; a few hundred marks at
/// most.
class IdleChart : public QWidget
{
    Q_OBJECT

public:
    explicit IdleChart(QWidget *parent = nullptr);

    /// `running`: a line shows how far the time has come.
    void setFindings(const IdleFindings &findings, Nanoseconds upTo, bool running);
    void setUse(const IdleUse &use); ///< its gaps sorted

    QSize sizeHint() const override { return {1000, 340}; }
    QSize minimumSizeHint() const override { return {620, 240}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum Lane { UsedEnds, UnusedEnds, Answered, ClosedBefore, Failed, Gaps, LaneCount };
    struct Panel
    {
        QRectF area;
        Nanoseconds low{0}, high{0};
        bool isLog = false;
    };
    struct Dot
    {
        QPointF at;
        TraceMark mark;
        QString text;
    };

    Panel overview() const;
    std::optional<Panel> closeUp() const;
    QRectF plots() const; ///< both panels
    QRectF lane(const QRectF &area, Lane lane) const;
    static double position(const Panel &panel, Nanoseconds time); ///< x
    static bool shows(const Panel &panel, Nanoseconds time);
    std::vector<Dot> dots(const Panel &panel) const;

    void paintLaneNames(QPainter &painter, const Theme &theme) const;
    void paintPanel(QPainter &painter, const Theme &theme, const Panel &panel);
    void paintAxis(QPainter &painter, const Theme &theme, const Panel &panel) const;
    void paintBands(QPainter &painter, const Theme &theme, const Panel &panel) const;
    void paintLines(QPainter &painter, const Theme &theme, const Panel &panel) const;
    void paintGaps(QPainter &painter, const Theme &theme, const Panel &panel) const;
    void paintLegend(QPainter &painter, const Theme &theme);

    IdleFindings m_findings;
    IdleUse m_use;
    Nanoseconds m_upTo{std::chrono::seconds(90)};
    bool m_running = false;
    MarkPainter m_marks;
};

} // namespace reusescope
