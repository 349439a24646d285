// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/views/selection.h"
#include "ui/views/timescale.h"

#include <QAbstractScrollArea>
#include <QColor>
#include <QElapsedTimer>
#include <QTimer>

#include <optional>

namespace reusescope {

/// What the painted views over the linked time axis have in common: axis and grid, zoom and pan
/// with mouse and keys, the linked selection, live tail, focus, tooltips and when to paint.
///
/// Thread: UI. Ownership: refers to the recording and the selection, which must outlive it.
/// After the recording has grown or was cleared, recordingGrew() or recordingReset() must be called
/// before the next event is handled.
/// Layout, from the top: axis, band (of the subclass), lanes, legend; at the left of the lanes the
/// gutter with their names. Coordinates are those of viewport().
class TimeAxisView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Where lanes are painted.
    QRect plotRect() const;
    TimeScale timeScale() const;

public slots:
    void recordingGrew();
    void recordingReset();

protected:
    /// Colours of the present palette.
    struct Colors
    {
        bool dark = false;
        QColor base;
        QColor text;
        QColor dimText; ///< still 4.5:1 on base
        QColor grid;
        QColor line; ///< borders, idle connections
        QColor laneGround; ///< every second lane
        QColor headingGround;
        QColor highlight;
        QColor failure;
    };

    TimeAxisView(const Recording &recording, Selection &selection, QWidget *parent);

    virtual void takeNew() = 0; ///< the recording has grown
    virtual void forget() = 0; ///< the recording was cleared
    virtual bool hasContent() const = 0;
    virtual QString emptyText() const = 0;
    virtual void paintBand(QPainter &, const TimeScale &) { }
    /// Lanes and gutter; the painter is clipped to the area between band and legend.
    virtual void paintLanes(QPainter &painter, const TimeScale &scale) = 0;
    virtual void paintGutterTitle(QPainter &painter, const QRect &area) = 0;
    virtual void paintLegend(QPainter &, const QRect &) { }
    virtual int gutterWidth() const = 0;
    virtual int bandHeight() const { return 0; }
    virtual int legendHeight() const { return 0; }
    /// Height of all lanes, for vertical scrolling.
    virtual int contentHeight() const = 0;
    virtual std::optional<RequestKey> requestAt(QPoint position) const = 0;
    virtual QString factsAt(QPoint position) const = 0;
    /// The facts of a request in one line of plain text.
    virtual QString describe(const RequestRecord &record) const = 0;
    /// A request was selected, here or elsewhere: bring its lane into sight.
    virtual void showRequest(const RequestRecord &) { }
    /// Keys beyond those of the time axis; true when used.
    virtual bool handleKey(int key, Qt::KeyboardModifiers modifiers) = 0;

    const Recording &recording() const { return m_recording; }
    Selection &selection() const { return m_selection; }
    const Colors &colors() const { return m_colors; }
    Nanoseconds sinceOrigin(Nanoseconds time) const { return time - m_recording.origin(); }
    Nanoseconds onClock(Nanoseconds time) const { return time + m_recording.origin(); }
    Nanoseconds length() const { return m_recording.end() - m_recording.origin(); }
    int verticalOffset() const;
    int lineHeight() const { return fontMetrics().height(); }
    /// Position in Recording::requests() of a request; none when it has not settled yet.
    std::optional<std::size_t> positionOf(RequestKey key) const;
    const RequestRecord *selectedRequest() const;
    /// Selects the request with that difference of index in the variant of the selected one.
    void selectByIndex(int difference);

    /// The lines below the ticks; over the grounds of lanes, below what lies on them.
    void paintGrid(QPainter &painter, const TimeScale &scale) const;

    /// Has the view painted soon: at once when the last time is long enough ago.
    void schedulePaint();
    /// To be called when contentHeight() or gutterWidth() may have changed.
    void updateScrollBars();

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    int axisHeight() const;
    void updateColors();
    void setRange(TimeRange range); ///< by the user: no longer follows when the end is out of it
    void zoomBy(double factor, Nanoseconds anchor);
    void panBy(double shareOfSpan);
    void showWhole();
    void followEnd();
    void zoomToSelection();
    void onRequestChanged();
    void onHorizontalScroll(int value);
    void updateCursor(QPoint position);
    void paintAxis(QPainter &painter, const TimeScale &scale);
    void paintHoverTime(QPainter &painter, const TimeScale &scale);
    Nanoseconds gridStep(const TimeScale &scale) const;

    const Recording &m_recording;
    Selection &m_selection;
    Colors m_colors;
    QTimer m_paintTimer;
    QElapsedTimer m_sincePaint;
    std::optional<QPoint> m_pressedAt;
    TimeRange m_rangeWhenPressed;
    int m_verticalWhenPressed = 0;
    bool m_isDragging = false;
    std::optional<int> m_hoverX;
    Nanoseconds m_scrollUnit{1}; // what a step of the horizontal bar stands for
    mutable std::size_t m_lastFound = 0; // where positionOf() looks first
};

} // namespace reusescope
