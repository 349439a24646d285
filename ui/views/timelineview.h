// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/connectionlanes.h"
#include "ui/views/lanepicture.h"
#include "ui/views/marks.h"
#include "ui/views/timeaxisview.h"

#include <QImage>
#include <QStringList>

#include <vector>

namespace reusescope {

/// A lane per connection, grouped by variant: a bar per request split into its segments, idle gaps
/// and what happened to the connection. Where requests are too short for bars, columns show the
/// shortest and longest latency of what lies there, in the colour of the segment that took most of
/// the longest. The streams of an HTTP/2 connection are stacked in its lane.
///
/// Mouse and keys: see TimeAxisView; besides, Control and wheel, plus, minus or 0 change the height
/// of lanes, the lane of the selected request gets more room for its streams, Shift+Left and
/// Shift+Right select the request before and after on the same connection, Up and Down one of the
/// lane above and below, Shift+Up and Shift+Down the one queued before and after.
class TimelineView : public TimeAxisView
{
    Q_OBJECT

public:
    TimelineView(const Recording &recording, Selection &selection, QWidget *parent = nullptr);

    void setVariantNames(const QStringList &names);

    /// Where the lane of a connection is painted, in the viewport; null when it has none.
    QRect laneRect(std::uint8_t variant, ConnectionId connection) const;

protected:
    void takeNew() override;
    void forget() override;
    bool hasContent() const override;
    QString emptyText() const override;
    void paintLanes(QPainter &painter, const TimeScale &scale) override;
    void paintGutterTitle(QPainter &painter, const QRect &area) override;
    void paintLegend(QPainter &painter, const QRect &area) override;
    int gutterWidth() const override;
    int legendHeight() const override;
    int contentHeight() const override;
    std::optional<RequestKey> requestAt(QPoint position) const override;
    QString factsAt(QPoint position) const override;
    QString describe(const RequestRecord &record) const override;
    void showRequest(const RequestRecord &record) override;
    bool handleKey(int key, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    using Lane = ConnectionLanes::Lane;

    /// A heading or a lane; `top` from the top of all rows.
    struct Row
    {
        int top = 0;
        int height = 0;
        bool isHeading = false;
        std::uint32_t index = 0; ///< of the group or of the lane
    };

    struct LegendItem
    {
        QString text;
        std::optional<Segment> segment;
        std::optional<TraceMark> mark; ///< neither: a column
        QPoint position; ///< from the top left of the legend
    };

    /// A record of a lane, of either series.
    struct Item
    {
        const TimePoints *points = nullptr;
        const RequestRecord *request = nullptr; ///< null: an attempt
        const AttemptRecord *attempt = nullptr;
        RequestKey key;
        int track = 0;
    };

    struct ColumnLook
    {
        int top = 0; ///< where the strong colour begins
        int middle = 0; ///< where the weak one does
        QRgb strong = 0;
        QRgb weak = 0;
    };

    void layOut();
    void layOutRows();
    void zoomLanes(double factor);
    void expand(std::uint32_t lane);
    /// The part of a lane for the tracks, which leaves room for a strip of waiting requests.
    QRect tracksRect(const Lane &lane, const Row &row) const;
    /// Whether the lane was painted as columns only, though it has tracks.
    bool isDensity(const Row &row) const;
    void layOutGutter();
    void layOutLegend();
    int rowAt(int y) const; ///< index in m_rows of the row at or above, y from the top of all rows
    int rowOf(std::uint32_t lane) const;
    QRect rowRect(const Row &row) const;
    QRect trackRect(const Lane &lane, const Row &row, int track) const;
    int trackOf(const Lane &lane, const RequestRecord &record) const;
    const Row *laneRowAt(QPoint position) const;
    QString variantName(std::uint8_t variant) const;
    Item item(const Lane &lane, LanePicture::Bar which) const;
    std::optional<Item> itemAt(QPoint position) const;
    const ConnectionEvent *eventAt(QPoint position) const;
    QString laneFacts(const Lane &lane) const;
    /// The request of the lane whose service is nearest to a time.
    std::optional<RequestKey> nearest(const Lane &lane, Nanoseconds time) const;
    void selectInLane(int difference);
    void selectInNeighbour(int difference);

    void paintHeading(QPainter &painter, const Row &row);
    void paintGutter(QPainter &painter, const Lane &lane, const Row &row, bool hasColumns);
    void paintLane(QPainter &painter, const TimeScale &scale, const Row &row,
                   const LanePicture &picture, bool hasColumns);
    void paintConnection(QPainter &painter, const TimeScale &scale, const Lane &lane,
                         const Row &row);
    void paintWaiting(QPainter &painter, const TimeScale &scale, const LanePicture &picture,
                      const Lane &lane, const QRect &area);
    void paintColumns(QPainter &painter, const TimeScale &scale, const LanePicture &picture,
                      const QRect &area);
    void paintColumnMarks(QPainter &painter, const TimeScale &scale, const LanePicture &picture,
                          const QRect &area);
    void paintBar(QPainter &painter, const TimeScale &scale, const Item &item, const QRect &area);
    void paintIdle(QPainter &painter, const TimeScale &scale, const Item &item, const QRect &area);
    void paintEvents(QPainter &painter, const TimeScale &scale, const Lane &lane,
                     const LanePicture &picture, const QRect &area);
    void paintEventLabel(QPainter &painter, const TimeScale &scale, const LanePicture &picture,
                         const ConnectionEvent &event, QPoint mark, int nextX) const;
    void paintSelection(QPainter &painter, const TimeScale &scale, const RequestRecord &record,
                        const QRect &area) const;
    void paintSegmentText(QPainter &painter, const QRect &area, Segment segment,
                          Nanoseconds duration) const;
    void paintSegmentFill(QPainter &painter, const QRect &area, Segment segment) const;
    int latencyY(Nanoseconds latency, const QRect &area) const;

    ConnectionLanes m_lanes;
    QStringList m_variantNames;
    std::vector<Row> m_rows;
    std::uint64_t m_layoutVersion = 0;
    int m_contentHeight = 0;
    double m_laneZoom = 1;
    std::optional<std::uint32_t> m_expandedLane; // that of the request selected last
    int m_firstPainted = 0; // row of the first picture
    int m_figuresWidth = 0; // of the gutter without the scale of latencies
    int m_gutterWidth = 0;
    MarkPainter m_marks;
    std::vector<LegendItem> m_legend;
    int m_legendHeight = 0;
    LatencyScale m_latencies; // of the columns
    std::vector<ColumnLook> m_looks;
    QImage m_columnImage;
    std::vector<LanePicture> m_pictures; // by visible row; kept, so that painting allocates nothing
};

} // namespace reusescope
