// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timelineview.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/views/tracecolors.h"
#include "ui/views/tracefacts.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace reusescope {
namespace {

constexpr int kPatternPixels = 10; // narrower segments are too small for a pattern
constexpr int kOutlinePixels = 8;
constexpr int kHitPixels = 3; // how far from the pointer a request may be
constexpr int kMargin = 8;
constexpr int kShortestBar = 3;
constexpr int kLanePadding = 4;
constexpr int kQueueStrip = 3;
constexpr double kColumnBody = 0.4; // how strong the colour below the shortest latency is
// A lane of one track grows with the window up to this many lines of text, one of many tracks
// shrinks down to it.
constexpr int kMostLaneLines = 9;
constexpr double kLaneZoom = 1.25; // per notch or key
constexpr double kMostLaneZoom = 30;
constexpr int kWheelNotch = 120;
constexpr int kOutlinedHeight = 6; // lower bars would be all outline
constexpr int kLegendGap = 18;
constexpr int kScaleTick = 6;
constexpr Nanoseconds kNothingWhole{-1}; // for Pyramid::visit: look at every item

constexpr std::array kLegendMarks{
    TraceMark::Failed, TraceMark::Moved,       TraceMark::Fin,       TraceMark::Reset,
    TraceMark::Bytes,  TraceMark::LineBreaks,  TraceMark::Status408, TraceMark::Hint,
    TraceMark::Expiry, TraceMark::Discarded,   TraceMark::Closed,    TraceMark::Settings,
    TraceMark::Goaway, TraceMark::StreamReset, TraceMark::Ping};

QString markName(TraceMark mark)
{
    switch (mark) {
    case TraceMark::Failed: return TimelineView::tr("failed");
    case TraceMark::Moved: return TimelineView::tr("moved or replayed");
    case TraceMark::Fin: return TimelineView::tr("FIN");
    case TraceMark::Reset: return TimelineView::tr("RST");
    case TraceMark::Bytes: return TimelineView::tr("bytes");
    case TraceMark::LineBreaks: return TimelineView::tr("line breaks");
    case TraceMark::Status408: return QStringLiteral("408");
    case TraceMark::Hint: return TimelineView::tr("hint");
    case TraceMark::Expiry: return TimelineView::tr("expiry planned");
    case TraceMark::Discarded: return TimelineView::tr("discarded");
    case TraceMark::Closed: return TimelineView::tr("closed");
    case TraceMark::Settings: return QStringLiteral("SETTINGS");
    case TraceMark::Goaway: return QStringLiteral("GOAWAY");
    case TraceMark::StreamReset: return QStringLiteral("RST_STREAM");
    case TraceMark::Ping: return QStringLiteral("PING");
    default: return {};
    }
}

QString connectionsText(std::uint64_t count)
{
    return TimelineView::tr("%1 connections", nullptr, pluralOf(count)).arg(countText(count));
}

QString requestsText(std::uint64_t count)
{
    return TimelineView::tr("%1 requests", nullptr, pluralOf(count)).arg(countText(count));
}

} // namespace

TimelineView::TimelineView(const Recording &recording, Selection &selection, QWidget *parent)
    : TimeAxisView(recording, selection, parent)
{
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr(
        "A lane per connection with a bar per request. Plus and minus zoom, the arrow keys move, "
        "Shift and arrow keys select requests, Control with plus and minus changes the height of "
        "lanes. The table of requests shows the same."));
    viewport()->setAccessibleName(tr("Timeline"));
    m_lanes.take(recording);
    layOut();
}

void TimelineView::setVariantNames(const QStringList &names)
{
    m_variantNames = names;
    schedulePaint();
}

QRect TimelineView::laneRect(std::uint8_t variant, ConnectionId connection) const
{
    const std::optional<std::uint32_t> lane = m_lanes.laneOf(variant, connection);
    return lane ? rowRect(m_rows[static_cast<std::size_t>(rowOf(*lane))]) : QRect();
}

void TimelineView::takeNew()
{
    m_lanes.take(recording());
    m_latencies = {decadeBelow(m_lanes.shortest()), decadeAbove(m_lanes.longest())};
    if (m_layoutVersion != m_lanes.layoutVersion())
        layOut();
}

void TimelineView::forget()
{
    m_lanes.clear();
    m_expandedLane.reset();
    layOut();
}

bool TimelineView::hasContent() const
{
    return !m_lanes.isEmpty();
}

QString TimelineView::emptyText() const
{
    return tr("Nothing recorded yet.\nPress Run (F5): each connection gets a lane here, with a bar "
              "per request.");
}

int TimelineView::gutterWidth() const
{
    return m_gutterWidth;
}

int TimelineView::legendHeight() const
{
    return m_legendHeight;
}

int TimelineView::contentHeight() const
{
    return m_contentHeight;
}

// Layout

void TimelineView::layOut()
{
    layOutGutter();
    layOutLegend();
    layOutRows();
}

void TimelineView::layOutRows()
{
    m_layoutVersion = m_lanes.layoutVersion();
    m_rows.clear();
    const int heading = lineHeight() + 6;
    const int trackHeight = lineHeight() + 2;
    const int laneHeight = 2 * lineHeight() + 2 * kLanePadding;
    const int crowded = kMostLaneLines * lineHeight();
    const auto fullHeight = [&](const Lane &lane) {
        return laneHeight + (lane.trackCount() - 1) * trackHeight
            + (lane.hasLimitWaits ? lineHeight() : 0);
    };
    const auto mostOf = [&](const Lane &lane) { return std::max(crowded, fullHeight(lane)); };
    std::vector<int> heights;
    heights.reserve(m_lanes.lanes().size());
    int spare = plotRect().height() - static_cast<int>(m_lanes.groups().size()) * heading;
    for (std::uint32_t each = 0; each < m_lanes.lanes().size(); ++each) {
        const Lane &lane = m_lanes.lanes()[each];
        int height = std::min(fullHeight(lane), crowded);
        if (m_expandedLane == each)
            height = std::clamp(plotRect().height() - heading, height, mostOf(lane));
        heights.push_back(std::min(static_cast<int>(height * m_laneZoom), mostOf(lane)));
        spare -= heights.back();
    }
    // Few lanes share the height that is there, which gives columns and streams room. The second
    // time goes to those that still have a use for it.
    for (int round = 0; round < 2; ++round) {
        int growing = 0;
        for (std::size_t each = 0; each < heights.size(); ++each)
            growing += heights[each] < mostOf(m_lanes.lanes()[each]) ? 1 : 0;
        const int share = growing > 0 ? std::max(0, spare / growing) : 0;
        for (std::size_t each = 0; each < heights.size(); ++each) {
            const int more = std::min(share, mostOf(m_lanes.lanes()[each]) - heights[each]);
            heights[each] += more;
            spare -= more;
        }
    }

    int top = 0;
    for (std::uint32_t group = 0; group < m_lanes.groups().size(); ++group) {
        m_rows.push_back({top, heading, true, group});
        top += heading;
        for (const std::uint32_t lane : m_lanes.groups()[group].lanes) {
            m_rows.push_back({top, heights[lane], false, lane});
            top += heights[lane];
        }
    }
    m_contentHeight = top;
}

void TimelineView::zoomLanes(double factor)
{
    const int middle = plotRect().height() / 2;
    const double place = (verticalOffset() + middle) / std::max(1.0, double(m_contentHeight));
    m_laneZoom = std::clamp(m_laneZoom * factor, 1.0, kMostLaneZoom);
    layOutRows();
    updateScrollBars();
    verticalScrollBar()->setValue(static_cast<int>(place * m_contentHeight) - middle);
    schedulePaint();
}

void TimelineView::expand(std::uint32_t lane)
{
    if (m_expandedLane == lane
        || (!m_expandedLane && m_lanes.lanes()[lane].trackCount() <= LanePicture::kMixedTracks))
        return;
    // The lane stays where it is, since the pointer may be on it.
    const auto topOf = [&] { return m_rows[static_cast<std::size_t>(rowOf(lane))].top; };
    const int before = topOf() - verticalOffset();
    m_expandedLane = lane;
    layOutRows();
    updateScrollBars();
    verticalScrollBar()->setValue(topOf() - before);
}

void TimelineView::layOutGutter()
{
    const QFontMetrics metrics = fontMetrics();
    const int labels =
        metrics.horizontalAdvance(tr("connection")) + metrics.horizontalAdvance(tr("requests"));
    const int figures = metrics.horizontalAdvance(QStringLiteral("#10000"))
        + metrics.horizontalAdvance(countText(1'000'000));
    m_figuresWidth = std::max(labels, figures) + 3 * kMargin;
    m_gutterWidth =
        m_figuresWidth + metrics.horizontalAdvance(QStringLiteral("100 µs")) + kMargin + kScaleTick;
}

void TimelineView::layOutLegend()
{
    m_legend.clear();
    const int rowHeight = lineHeight() + 4;
    QPoint position(kMargin, 4);
    const auto add = [&](LegendItem item) {
        const int width = kMarkSize + 10 + fontMetrics().horizontalAdvance(item.text);
        if (position.x() > kMargin && position.x() + width > viewport()->width())
            position = {kMargin, position.y() + rowHeight};
        item.position = position;
        position.rx() += width + kLegendGap;
        m_legend.push_back(std::move(item));
    };
    for (const Segment each : kSegments)
        add({segmentText(each), each, std::nullopt, {}});
    add({tr("column: shortest to longest"), std::nullopt, std::nullopt, {}});
    for (const TraceMark each : kLegendMarks)
        add({markName(each), std::nullopt, each, {}});
    m_legendHeight = position.y() + rowHeight + 2;
}

int TimelineView::rowAt(int y) const
{
    const auto next = std::ranges::upper_bound(m_rows, y, {}, &Row::top);
    return std::max(0, static_cast<int>(next - m_rows.begin()) - 1);
}

int TimelineView::rowOf(std::uint32_t lane) const
{
    const auto row = std::ranges::find_if(
        m_rows, [lane](const Row &each) { return !each.isHeading && each.index == lane; });
    return static_cast<int>(row - m_rows.begin());
}

QRect TimelineView::rowRect(const Row &row) const
{
    return {0, plotRect().top() + row.top - verticalOffset(), viewport()->width(), row.height};
}

QRect TimelineView::tracksRect(const Lane &lane, const Row &row) const
{
    const int strip = lane.hasLimitWaits ? lineHeight() : 0;
    return rowRect(row).adjusted(0, kLanePadding, 0, -kLanePadding - strip);
}

bool TimelineView::isDensity(const Row &row) const
{
    const auto picture = static_cast<std::size_t>(&row - m_rows.data() - m_firstPainted);
    return m_lanes.lanes()[row.index].trackCount() > LanePicture::kMixedTracks
        && picture < m_pictures.size() && m_pictures[picture].hasColumns;
}

QRect TimelineView::trackRect(const Lane &lane, const Row &row, int track) const
{
    const QRect inner = tracksRect(lane, row);
    const int top = inner.height() * track / lane.trackCount();
    const int bottom = inner.height() * (track + 1) / lane.trackCount();
    const int gap = track + 1 < lane.trackCount() ? 1 : 0;
    return {inner.left(), inner.top() + top, inner.width(), bottom - top - gap};
}

int TimelineView::trackOf(const Lane &lane, const RequestRecord &record) const
{
    const auto position = positionOf({record.variant, record.index});
    const auto &items = lane.requests.items;
    const auto item = std::ranges::lower_bound(
        items, static_cast<std::uint32_t>(position.value_or(0)), {}, &RequestBrief::position);
    if (item == items.end())
        return 0;
    const int track = lane.requests.trackOf(static_cast<std::size_t>(item - items.begin()));
    return track == TrackPacking::kNoTrack ? 0 : track;
}

const TimelineView::Row *TimelineView::laneRowAt(QPoint position) const
{
    const QRect plot = plotRect();
    if (m_rows.empty() || position.y() < plot.top() || position.y() > plot.bottom())
        return nullptr;
    const Row &row =
        m_rows[static_cast<std::size_t>(rowAt(position.y() - plot.top() + verticalOffset()))];
    return !row.isHeading && rowRect(row).contains(position) ? &row : nullptr;
}

QString TimelineView::variantName(std::uint8_t variant) const
{
    return variant < m_variantNames.size() ? m_variantNames.at(variant)
                                           : tr("variant %1").arg(variant + 1);
}

// Finding

TimelineView::Item TimelineView::item(const Lane &lane, LanePicture::Bar which) const
{
    Item found;
    if (which.isAttempt) {
        const std::uint32_t position = lane.attempts.items[which.item].position();
        found.attempt = &recording().attempts()[position];
        found.points = &found.attempt->points;
        found.key = {found.attempt->variant, found.attempt->request};
        found.track = lane.attempts.trackOf(which.item);
    } else {
        const std::uint32_t position = lane.requests.items[which.item].position();
        found.request = &recording().requests()[position];
        found.points = &found.request->points;
        found.key = {found.request->variant, found.request->index};
        found.track = lane.requests.trackOf(which.item);
    }
    return found;
}

std::optional<TimelineView::Item> TimelineView::itemAt(QPoint position) const
{
    const Row *row = laneRowAt(position);
    const TimeScale scale = timeScale();
    if (!row || position.x() < scale.left())
        return std::nullopt;
    const Lane &lane = m_lanes.lanes()[row->index];
    const auto clock = [&](int x) { return onClock(scale.time(x)); };
    const bool hasBars = !isDensity(*row);

    // A bar under the pointer, or else the slowest of the requests that are shown as columns here.
    std::optional<Item> best;
    bool bestIsBar = false;
    Nanoseconds bestDuration{-1};
    for (const ConnectionLanes::Series *series : {&lane.requests, &lane.attempts}) {
        series->pyramid.visit(
            clock(position.x() - kHitPixels), clock(position.x() + 1 + kHitPixels), kNothingWhole,
            [](const RequestNode &) {},
            [&](std::size_t each) {
                const bool isAttempt = series == &lane.attempts;
                const Item candidate = item(lane, {static_cast<std::uint32_t>(each), isAttempt});
                const TimeRange life = lifetime(*candidate.points);
                const Nanoseconds begin = sinceOrigin(serviceBegin(*candidate.points));
                const Nanoseconds end = sinceOrigin(life.end);
                const bool isBar = hasBars && scale.pixels(end - begin) >= LanePicture::kBarPixels;
                const int slack = isBar ? 1 : kHitPixels;
                if (scale.edge(begin) - slack > position.x()
                    || scale.edge(end) + slack < position.x())
                    return;
                const QRect area = trackRect(lane, *row, candidate.track);
                if (isBar && (position.y() < area.top() || position.y() > area.bottom() + 1))
                    return;
                const bool isBetter = isBar == bestIsBar ? life.span() > bestDuration : isBar;
                if (isBetter) {
                    best = candidate;
                    bestIsBar = isBar;
                    bestDuration = life.span();
                }
            });
    }
    return best;
}

std::optional<RequestKey> TimelineView::requestAt(QPoint position) const
{
    const std::optional<Item> found = itemAt(position);
    return found ? std::optional(found->key) : std::nullopt;
}

const ConnectionEvent *TimelineView::eventAt(QPoint position) const
{
    const Row *row = laneRowAt(position);
    const TimeScale scale = timeScale();
    if (!row || position.x() < scale.left())
        return nullptr;
    const int middle = rowRect(*row).center().y();
    if (std::abs(position.y() - middle) > kMarkSize)
        return nullptr;
    const Lane &lane = m_lanes.lanes()[row->index];
    const ConnectionEvent *nearest = nullptr;
    int nearestDistance = kMarkSize / 2 + 2;
    for (const auto *list : {&lane.incidents, &lane.limits}) {
        for (const std::uint32_t each : *list) {
            const ConnectionEvent &event = recording().connectionEvents()[each];
            const int distance = std::abs(scale.edge(sinceOrigin(event.at)) - position.x());
            if (distance < nearestDistance) {
                nearest = &event;
                nearestDistance = distance;
            }
        }
    }
    return nearest;
}

QString TimelineView::factsAt(QPoint position) const
{
    if (const ConnectionEvent *event = eventAt(position))
        return eventFacts(*event, sinceOrigin(event->at));
    if (const std::optional<Item> found = itemAt(position)) {
        const QString variant = variantName(found->key.variant);
        return found->request ? requestFacts(*found->request, variant)
                              : attemptFacts(*found->attempt, variant);
    }
    const Row *row = laneRowAt(position);
    return row ? laneFacts(m_lanes.lanes()[row->index]) : QString();
}

QString TimelineView::laneFacts(const Lane &lane) const
{
    QStringList lines{lane.connection
                          ? tr("Connection %1 · %2")
                                .arg(countText(lane.connection.value), variantName(lane.variant))
                          : tr("No connection known · %1").arg(variantName(lane.variant)),
                      requestsText(lane.requests.items.size())};
    if (lane.opened)
        lines += tr("opened at %1").arg(durationText(sinceOrigin(*lane.opened)));
    if (lane.closed)
        lines += tr("closed at %1").arg(durationText(sinceOrigin(*lane.closed)));
    if (lane.isHttp2)
        lines += lane.maxStreams
            ? tr("HTTP/2, the peer allows %1 at a time").arg(streamCountText(*lane.maxStreams))
            : tr("HTTP/2");
    if (lane.trackCount() > 1)
        lines += lane.trackCount() < TrackPacking::kMostTracks
            ? tr("most requests in service at a time: %1").arg(lane.trackCount())
            : tr("%1 or more requests in service at a time").arg(lane.trackCount());
    if (lane.hint != 0)
        lines += tr("the peer's hint: %1").arg(durationText(Nanoseconds(Milliseconds{lane.hint})));
    return lines.join(QLatin1Char('\n'));
}

QString TimelineView::describe(const RequestRecord &record) const
{
    return requestSummary(record, variantName(record.variant));
}

// Selecting

void TimelineView::showRequest(const RequestRecord &record)
{
    const std::optional<std::uint32_t> index = m_lanes.laneOf(record.variant, record.connection);
    if (!index)
        return;
    expand(*index);
    const QRect plot = plotRect();
    QScrollBar *const bar = verticalScrollBar();
    const Row &row = m_rows[static_cast<std::size_t>(rowOf(*index))];
    QRect lane = rowRect(row);
    if (lane.height() > plot.height()) {
        // Zoomed in until it does not fit: at least its own track.
        const Lane &its = m_lanes.lanes()[*index];
        lane = trackRect(its, row, trackOf(its, record));
    }
    if (lane.top() < plot.top())
        bar->setValue(bar->value() - (plot.top() - lane.top()));
    else if (lane.bottom() > plot.bottom())
        bar->setValue(bar->value() + lane.bottom() - plot.bottom());
}

std::optional<RequestKey> TimelineView::nearest(const Lane &lane, Nanoseconds time) const
{
    const auto &items = lane.requests.items;
    if (items.empty())
        return std::nullopt;
    auto place = std::ranges::lower_bound(items, time, {}, &RequestBrief::end);
    if (place == items.end())
        --place;
    if (place != items.begin()) {
        const Nanoseconds begin = place->end() - place->service();
        const Nanoseconds before = std::prev(place)->end();
        if (begin > time && begin - time > time - before)
            --place;
    }
    const RequestRecord &found = recording().requests()[place->position()];
    return RequestKey{found.variant, found.index};
}

void TimelineView::selectInLane(int difference)
{
    const RequestRecord *record = selectedRequest();
    if (!record) {
        selectByIndex(difference);
        return;
    }
    const std::optional<std::uint32_t> lane = m_lanes.laneOf(record->variant, record->connection);
    const std::optional<std::size_t> position = positionOf({record->variant, record->index});
    if (!lane || !position)
        return;
    const auto &items = m_lanes.lanes()[*lane].requests.items;
    const auto place = std::ranges::lower_bound(items, static_cast<std::uint32_t>(*position), {},
                                                &RequestBrief::position);
    const std::ptrdiff_t next = place - items.begin() + difference;
    if (next < 0 || next >= std::ssize(items))
        return;
    const RequestRecord &found =
        recording().requests()[items[static_cast<std::size_t>(next)].position()];
    selection().selectRequest(RequestKey{found.variant, found.index});
}

void TimelineView::selectInNeighbour(int difference)
{
    const RequestRecord *record = selectedRequest();
    if (!record) {
        selectByIndex(difference);
        return;
    }
    const std::optional<std::uint32_t> lane = m_lanes.laneOf(record->variant, record->connection);
    if (!lane)
        return;
    for (int row = rowOf(*lane) + difference; row >= 0 && row < std::ssize(m_rows);
         row += difference) {
        const Row &candidate = m_rows[static_cast<std::size_t>(row)];
        if (candidate.isHeading)
            continue;
        const TimeRange life = lifetime(record->points);
        if (const auto key =
                nearest(m_lanes.lanes()[candidate.index], life.begin + life.span() / 2)) {
            selection().selectRequest(*key);
            return;
        }
    }
}

bool TimelineView::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isShift = modifiers == Qt::ShiftModifier;
    if (modifiers.testFlag(Qt::ControlModifier)) {
        switch (key) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoomLanes(kLaneZoom); return true;
        case Qt::Key_Minus: zoomLanes(1 / kLaneZoom); return true;
        case Qt::Key_0: zoomLanes(1 / kMostLaneZoom); return true;
        default: return false;
        }
    }
    if (!isShift && modifiers != Qt::NoModifier)
        return false;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isShift)
            selectInLane(key == Qt::Key_Left ? -1 : 1);
        return isShift;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int difference = key == Qt::Key_Up ? -1 : 1;
        if (isShift)
            selectByIndex(difference);
        else
            selectInNeighbour(difference);
        return true;
    }
    default: return false;
    }
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    layOut();
    TimeAxisView::resizeEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers() != Qt::ControlModifier || event->angleDelta().y() == 0) {
        TimeAxisView::wheelEvent(event);
        return;
    }
    zoomLanes(std::pow(kLaneZoom, static_cast<double>(event->angleDelta().y()) / kWheelNotch));
    event->accept();
}

void TimelineView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        layOut();
    TimeAxisView::changeEvent(event);
}

// Painting

void TimelineView::paintLanes(QPainter &painter, const TimeScale &scale)
{
    const QRect plot = plotRect();
    const int bottom = verticalOffset() + plot.height();
    const int first = rowAt(verticalOffset());
    int last = first;
    for (; last < std::ssize(m_rows) && m_rows[static_cast<std::size_t>(last)].top < bottom;
         ++last) {
        const Row &row = m_rows[static_cast<std::size_t>(last)];
        if (row.isHeading)
            painter.fillRect(rowRect(row), colors().headingGround);
        else if (last % 2 == 0)
            painter.fillRect(rowRect(row), colors().laneGround);
    }
    paintGrid(painter, scale);

    // Bars and columns first: where some lane has columns, whose height is a latency, that of the
    // bars in all lanes is one as well.
    const auto shown = static_cast<std::size_t>(last - first);
    if (m_pictures.size() < shown)
        m_pictures.resize(shown);
    m_firstPainted = first;
    bool hasColumns = false;
    for (std::size_t each = 0; each < shown; ++each) {
        const Row &row = m_rows[static_cast<std::size_t>(first) + each];
        if (row.isHeading)
            continue;
        const Lane &lane = m_lanes.lanes()[row.index];
        m_pictures[each].gather(scale, recording(), lane,
                                tracksRect(lane, row).height() / lane.trackCount());
        hasColumns = hasColumns || m_pictures[each].hasColumns;
    }
    for (std::size_t each = 0; each < shown; ++each) {
        const Row &row = m_rows[static_cast<std::size_t>(first) + each];
        if (row.isHeading)
            paintHeading(painter, row);
        else
            paintLane(painter, scale, row, m_pictures[each], hasColumns);
    }
}

void TimelineView::paintGutterTitle(QPainter &painter, const QRect &area)
{
    const QRect inner(area.left() + kMargin, area.top(), m_figuresWidth - kMargin, area.height());
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, tr("connection"));
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, tr("requests"));
}

void TimelineView::paintHeading(QPainter &painter, const Row &row)
{
    const ConnectionLanes::Group &group = m_lanes.groups()[row.index];
    const QRect area = rowRect(row);
    painter.fillRect(area, colors().headingGround);
    const int swatch = kMarkSize;
    painter.fillRect(area.left() + kMargin, area.center().y() - swatch / 2 + 1, swatch, swatch,
                     variantColor(group.variant, colors().dark));
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors().text);
    const QString title = variantName(group.variant);
    const int left = area.left() + 2 * kMargin + swatch;
    const int baseline = area.top() + (area.height() - lineHeight()) / 2 + fontMetrics().ascent();
    painter.drawText(left, baseline, title);
    const int titleWidth = QFontMetrics(bold).horizontalAdvance(title);
    painter.setFont(font());
    painter.setPen(colors().dimText);
    const auto known = std::ranges::count_if(
        group.lanes, [this](std::uint32_t lane) { return bool(m_lanes.lanes()[lane].connection); });
    QStringList parts{requestsText(group.requests)};
    if (known > 0)
        parts.prepend(connectionsText(static_cast<std::uint64_t>(known)));
    painter.drawText(left + titleWidth + 2 * kMargin, baseline, parts.join(QStringLiteral(" · ")));
}

void TimelineView::paintGutter(QPainter &painter, const Lane &lane, const Row &row, bool hasColumns)
{
    const QRect area = rowRect(row);
    const QRect firstLine(area.left() + kMargin, area.top() + kLanePadding,
                          m_figuresWidth - kMargin, lineHeight());
    painter.setPen(colors().text);
    painter.drawText(firstLine, Qt::AlignLeft | Qt::AlignVCenter,
                     lane.connection ? QStringLiteral("#%1").arg(lane.connection.value) : tr("–"));
    painter.drawText(firstLine, Qt::AlignRight | Qt::AlignVCenter,
                     countText(lane.requests.items.size()));
    if (lane.isHttp2) {
        painter.setPen(colors().dimText);
        painter.drawText(firstLine.translated(0, lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         QStringLiteral("HTTP/2"));
    }
    const int right = gutterWidth() - 1;
    painter.fillRect(right, area.top(), 1, area.height(), colors().line);
    if (!hasColumns)
        return;
    // The scale of the columns' heights: its ends first, then what fits in between.
    painter.setPen(colors().dimText);
    const QRect latencies = area.adjusted(0, kLanePadding, 0, -kLanePadding);
    int freeAbove = area.bottom() + 1;
    const auto paint = [&](Nanoseconds decade) {
        const int y = latencyY(decade, latencies);
        const int top = std::clamp(y - lineHeight() / 2, area.top(), area.bottom() - lineHeight());
        painter.drawText(
            QRect(m_figuresWidth, top, right - kScaleTick - m_figuresWidth, lineHeight()),
            Qt::AlignRight | Qt::AlignVCenter, tickLabel(decade, decade, decade));
        painter.fillRect(right - 4, y, 4, 1, colors().line);
        return top;
    };
    const int freeBelow = paint(m_latencies.high()) + lineHeight();
    for (Nanoseconds decade = m_latencies.low(); decade < m_latencies.high(); decade *= 10) {
        const int middle = latencyY(decade, latencies);
        const int top = std::min(middle - lineHeight() / 2, area.bottom() - lineHeight());
        if (top >= freeBelow && top + lineHeight() <= freeAbove)
            freeAbove = paint(decade);
    }
}

void TimelineView::paintLane(QPainter &painter, const TimeScale &scale, const Row &row,
                             const LanePicture &picture, bool hasColumns)
{
    const Lane &lane = m_lanes.lanes()[row.index];
    const QRect area = rowRect(row);
    const QRect inner = area.adjusted(0, kLanePadding, 0, -kLanePadding);
    const QRect plot = plotRect();

    painter.save();
    painter.setClipRect(plot);
    paintConnection(painter, scale, lane, row);
    if (picture.hasColumns)
        paintColumns(painter, scale, picture, inner);
    for (const LanePicture::Bar &each : picture.bars)
        paintIdle(painter, scale, item(lane, each), inner);
    for (const bool narrow : {false, true}) {
        for (const LanePicture::Bar &each : picture.bars) {
            if (each.isNarrow != narrow)
                continue;
            const Item shown = item(lane, each);
            QRect bar = trackRect(lane, row, shown.track);
            // Beside columns, whose height is a latency, that of a bar is one as well.
            if (hasColumns && lane.trackCount() == 1) {
                const int top = latencyY(lifetime(*shown.points).span(), inner);
                bar.setTop(std::min(top, bar.bottom() - kShortestBar));
            }
            paintBar(painter, scale, shown, bar);
        }
    }
    paintWaiting(painter, scale, picture, lane, inner);
    paintColumnMarks(painter, scale, picture, inner);
    paintEvents(painter, scale, lane, picture, area);
    const RequestRecord *selected = selectedRequest();
    if (selected && selected->variant == lane.variant && selected->connection == lane.connection)
        paintSelection(painter, scale, *selected,
                       picture.bars.empty() || lane.trackCount() == 1
                           ? inner
                           : trackRect(lane, row, trackOf(lane, *selected)));
    painter.restore();
    paintGutter(painter, lane, row, hasColumns);
}

void TimelineView::paintConnection(QPainter &painter, const TimeScale &scale, const Lane &lane,
                                   const Row &row)
{
    if (!lane.connection)
        return;
    Nanoseconds begin = lane.opened.value_or(Nanoseconds::max());
    if (!lane.requests.pyramid.isEmpty())
        begin = std::min(begin, lane.requests.pyramid.root().begin);
    if (!lane.attempts.pyramid.isEmpty())
        begin = std::min(begin, lane.attempts.pyramid.root().begin);
    const int left = std::max(scale.edge(sinceOrigin(begin)), scale.left());
    const int right =
        std::min(scale.edge(sinceOrigin(lane.closed.value_or(recording().end()))), scale.right());
    if (right > left)
        painter.fillRect(left, rowRect(row).center().y(), right - left, 1, colors().line);
}

int TimelineView::latencyY(Nanoseconds latency, const QRect &area) const
{
    return area.bottom() - m_latencies.height(latency, area.height() - 1);
}

void TimelineView::paintColumns(QPainter &painter, const TimeScale &scale,
                                const LanePicture &picture, const QRect &area)
{
    // Written as pixels: there may be as many columns as there are in all lanes together, and a
    // rectangle for each would cost more than the rest of the frame.
    const QSize size(scale.width(), area.height());
    if (m_columnImage.size() != size)
        m_columnImage = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_looks.assign(static_cast<std::size_t>(size.width()), ColumnLook());
    const auto columnAt = [&](int each) -> const LanePicture::Column & {
        return picture.columns[static_cast<std::size_t>(each)];
    };
    const int height = size.height();
    bool isCrowd = false; // of the columns without gap that this one belongs to
    for (int each = 0; each < size.width(); ++each) {
        const LanePicture::Column &column = columnAt(each);
        ColumnLook &look = m_looks[static_cast<std::size_t>(each)];
        look.top = look.middle = height;
        if (column.count == 0)
            continue;
        if (each == 0 || columnAt(each - 1).count == 0) {
            isCrowd = false;
            for (int next = each; next < size.width() && columnAt(next).count > 0; ++next)
                isCrowd = isCrowd || columnAt(next).count > 1;
        }
        const QColor color = segmentColor(column.slowest, colors().dark);
        look.strong = color.rgba();
        look.weak = blended(colors().base, color, kColumnBody).rgba();
        look.top = height - std::max(2, 1 + m_latencies.height(column.longest, height - 1));
        // A request that stands alone has no shortest and longest: it is all solid.
        if (isCrowd)
            look.middle = std::max(look.top + 2,
                                   height - 1 - m_latencies.height(column.shortest, height - 1));
    }
    for (int y = 0; y < height; ++y) {
        auto *pixels = reinterpret_cast<QRgb *>(m_columnImage.scanLine(y));
        for (const ColumnLook &look : m_looks)
            *pixels++ = y < look.top ? 0 : y < look.middle ? look.strong : look.weak;
    }
    painter.drawImage(scale.left(), area.top(), m_columnImage);
}

void TimelineView::paintColumnMarks(QPainter &painter, const TimeScale &scale,
                                    const LanePicture &picture, const QRect &area)
{
    // One mark stands for those that it would overlap.
    int freeForFailed = 0;
    int freeForMoved = 0;
    for (int each = 0; each < scale.width(); ++each) {
        const LanePicture::Column &column = picture.columns[static_cast<std::size_t>(each)];
        const double x = scale.left() + each + 0.5;
        if (column.failed > 0 && each >= freeForFailed) {
            m_marks.paint(
                painter, TraceMark::Failed,
                {x, std::max(area.top(), latencyY(column.longest, area) - kMarkSize) + 5.0},
                colors().failure, colors().base);
            freeForFailed = each + kMarkSize;
        }
        if (column.moved > 0 && each >= freeForMoved) {
            m_marks.paint(painter, TraceMark::Moved, {x, area.bottom() - 5.0}, colors().text,
                          colors().base);
            freeForMoved = each + kMarkSize;
        }
    }
}

void TimelineView::paintWaiting(QPainter &painter, const TimeScale &scale,
                                const LanePicture &picture, const Lane &lane, const QRect &area)
{
    // A strip at the lower edge of the lane; the higher, the more requests wait: in the queue, and
    // above them for a stream.
    const int most =
        lane.hasLimitWaits ? lineHeight() / 2 : std::max(kQueueStrip, area.height() / 3);
    const auto heightOf = [most](int waiting) {
        return waiting > 0 ? std::min(kQueueStrip + waiting - 1, most) : 0;
    };
    int queued = 0;
    int limited = 0;
    int runBegin = 0;
    const auto paint = [&](int end) {
        int bottom = area.bottom() + 1;
        const auto paintOne = [&](int waiting, Segment segment) {
            const int height = heightOf(waiting);
            if (height > 0)
                painter.fillRect(scale.left() + runBegin, bottom - height, end - runBegin, height,
                                 segmentColor(segment, colors().dark));
            bottom -= height;
        };
        paintOne(queued, Segment::Queue);
        paintOne(limited, Segment::Limit);
    };
    for (int each = 0; each < scale.width(); ++each) {
        const int more = picture.queueSteps[static_cast<std::size_t>(each)];
        const int moreLimited = picture.limitSteps[static_cast<std::size_t>(each)];
        if (more == 0 && moreLimited == 0)
            continue;
        paint(each);
        queued += more;
        limited += moreLimited;
        runBegin = each;
    }
    paint(scale.width());
}

void TimelineView::paintSegmentFill(QPainter &painter, const QRect &area, Segment segment) const
{
    const QColor color = segmentColor(segment, colors().dark);
    painter.fillRect(area, color);
    if (area.width() >= kPatternPixels && segmentPattern(segment) != Qt::NoBrush) {
        const QColor ink = blended(color, textColorOn(color), 0.3);
        painter.setBrushOrigin(area.topLeft());
        painter.fillRect(area, QBrush(ink, segmentPattern(segment)));
    }
}

void TimelineView::paintBar(QPainter &painter, const TimeScale &scale, const Item &item,
                            const QRect &area)
{
    const TimePoints &points = *item.points;
    const auto edge = [&](Nanoseconds sinceQueued) {
        return std::clamp(scale.edge(sinceOrigin(points.queued + sinceQueued)), scale.left() - 2,
                          scale.right() + 2);
    };
    const Nanoseconds service = serviceBegin(points) - points.queued;
    const Nanoseconds total = lifetime(points).span();
    const int left = edge(service);
    const int right = std::max(edge(total), left + 1);
    Nanoseconds covered = service;
    for (const Segment each : kSegments) {
        const std::optional<Nanoseconds> start = segmentStart(points, each);
        const std::optional<Nanoseconds> duration = segment(points, each);
        if (!start || !duration || *start + *duration <= service)
            continue;
        covered = std::max(covered, *start + *duration);
        const int from = edge(*start);
        const QRect part(from, area.top(), edge(*start + *duration) - from, area.height());
        if (part.width() <= 0)
            continue;
        paintSegmentFill(painter, part, each);
        paintSegmentText(painter, part.intersected(plotRect()), each, *duration);
    }
    if (covered < total) {
        // The wait for an answer that did not come belongs to no segment.
        const QRect rest(edge(covered), area.top(), right - edge(covered), area.height());
        painter.fillRect(rest, blended(colors().base, colors().failure, 0.2));
        painter.fillRect(rest, QBrush(colors().failure, Qt::FDiagPattern));
    }
    if (right - left >= kOutlinePixels && area.height() >= kOutlinedHeight) {
        painter.setPen(blended(colors().base, colors().text, 0.75));
        painter.drawRect(left, area.top(), right - left - 1, area.height() - 1);
    }
    const bool isFailed = item.request && !isOk(item.request->outcome);
    const bool isMoved = !item.request || item.request->attempts > 1;
    if (isFailed)
        m_marks.paint(painter, TraceMark::Failed, {right - 0.5, area.center().y() + 0.5},
                      colors().failure, colors().base);
    // Where a request left the connection, and where it came to another.
    if (isMoved)
        m_marks.paint(painter, TraceMark::Moved,
                      {(item.request ? left : right) + 0.5, area.top() + 5.0}, colors().text,
                      colors().base);
}

void TimelineView::paintSegmentText(QPainter &painter, const QRect &area, Segment segment,
                                    Nanoseconds duration) const
{
    if (area.width() < 4 * fontMetrics().averageCharWidth() || area.height() < lineHeight())
        return;
    const QString figure = durationText(duration);
    const QString full = segmentText(segment) + QLatin1Char(' ') + figure;
    for (const QString &text : {full, figure}) {
        const int width = fontMetrics().horizontalAdvance(text) + 6;
        if (width + 4 > area.width())
            continue;
        // A plain ground below the text, which a pattern would make hard to read.
        const QColor color = segmentColor(segment, colors().dark);
        const QRect chip(area.center().x() - width / 2, area.center().y() - lineHeight() / 2, width,
                         lineHeight());
        painter.fillRect(chip, color);
        painter.setPen(textColorOn(color));
        painter.drawText(chip, Qt::AlignCenter, text);
        return;
    }
}

void TimelineView::paintIdle(QPainter &painter, const TimeScale &scale, const Item &item,
                             const QRect &area)
{
    if (!item.request || !item.request->idleBefore.has())
        return;
    const Nanoseconds idle = item.request->idleBefore.value();
    const Nanoseconds end = sinceOrigin(serviceBegin(*item.points));
    const int right = std::min(scale.edge(end), scale.right());
    const int left = std::max(scale.edge(end - idle), scale.left());
    // Measuring a text costs more than all the rest.
    if (right - left < 6 * fontMetrics().averageCharWidth())
        return;
    const QString text = tr("idle %1").arg(durationText(idle));
    const int width = fontMetrics().horizontalAdvance(text) + 8;
    if (right - left < width + 2 * kMarkSize)
        return;
    const QRect chip((left + right - width) / 2, area.center().y() - lineHeight() - 1, width,
                     lineHeight());
    painter.setPen(colors().dimText);
    painter.drawText(chip, Qt::AlignCenter, text);
}

void TimelineView::paintEvents(QPainter &painter, const TimeScale &scale, const Lane &lane,
                               const LanePicture &picture, const QRect &area)
{
    const auto &events = recording().connectionEvents();
    const auto timeOf = [&](std::uint32_t each) { return sinceOrigin(events[each].at); };
    const auto firstOf = [&](const std::vector<std::uint32_t> &list) {
        return std::ranges::lower_bound(list, scale.time(scale.left() - kMarkSize), {}, timeOf);
    };
    const ConnectionEvent *waiting = nullptr; // for its label, until the next one's place is known
    int waitingX = 0;
    const auto paintWaiting = [&](int nextX) {
        if (waiting)
            paintEventLabel(painter, scale, picture, *waiting, {waitingX, area.center().y()},
                            nextX);
        waiting = nullptr;
    };
    auto limit = firstOf(lane.limits);
    auto incident = firstOf(lane.incidents);
    const ConnectionEvent *last = nullptr;
    int lastTrueX = 0;
    for (;;) {
        const bool hasLimit = limit != lane.limits.end();
        const bool hasIncident = incident != lane.incidents.end();
        if (!hasLimit && !hasIncident)
            break;
        const bool takesLimit = hasLimit && (!hasIncident || timeOf(*limit) <= timeOf(*incident));
        const ConnectionEvent &event = events[takesLimit ? *limit++ : *incident++];
        const int trueX = scale.edge(sinceOrigin(event.at));
        if (trueX > scale.right())
            break;
        // Of equal marks on the same few pixels one is painted, different ones move apart.
        if (last && last->kind == event.kind && trueX - lastTrueX < kMarkSize)
            continue;
        const int x = last ? std::max(trueX, waitingX + kMarkSize + 1) : trueX;
        paintWaiting(x);
        const TraceMark mark = markOf(event.kind);
        const QPointF center(x + 0.5, area.center().y() + 0.5);
        const QColor ink = isAlarm(mark) ? colors().failure : colors().text;
        m_marks.paint(painter, mark, center, ink, colors().base);
        last = waiting = &event;
        lastTrueX = trueX;
        waitingX = x;
    }
    paintWaiting(scale.right());
}

void TimelineView::paintEventLabel(QPainter &painter, const TimeScale &scale,
                                   const LanePicture &picture, const ConnectionEvent &event,
                                   QPoint mark, int nextX) const
{
    const int left = mark.x() + kMarkSize / 2 + 2;
    if (nextX - left < 3 * fontMetrics().averageCharWidth())
        return;
    const QString text = eventLabel(event);
    const QRect chip(left, mark.y() + 2, fontMetrics().horizontalAdvance(text), lineHeight());
    if (chip.right() + kMarkSize > nextX)
        return;
    // Only where nothing else is: a label may be left out, a request may not be covered.
    for (int x = std::max(chip.left(), scale.left()); x <= chip.right(); ++x) {
        const auto column = static_cast<std::size_t>(x - scale.left());
        if (column < picture.columns.size()
            && (picture.columns[column].count > 0 || picture.covered[column]))
            return;
    }
    painter.setPen(colors().text);
    painter.drawText(chip, Qt::AlignLeft | Qt::AlignVCenter, text);
}

void TimelineView::paintSelection(QPainter &painter, const TimeScale &scale,
                                  const RequestRecord &record, const QRect &area) const
{
    const TimeRange life = lifetime(record.points);
    const auto edge = [&](Nanoseconds time) {
        return std::clamp(scale.edge(sinceOrigin(time)), scale.left() - 3, scale.right() + 3);
    };
    const int left = edge(life.begin);
    const int right = std::max(edge(life.end), left + 1);
    const QRect frame(left - 2, area.top() - 2, right - left + 4, area.height() + 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().base, 4));
    painter.drawRect(frame);
    painter.setPen(QPen(colors().text, 2));
    painter.drawRect(frame);
}

void TimelineView::paintLegend(QPainter &painter, const QRect &area)
{
    painter.fillRect(area, colors().base);
    painter.fillRect(area.left(), area.top(), area.width(), 1, colors().line);
    for (const LegendItem &each : m_legend) {
        const QPoint at = area.topLeft() + each.position;
        const QRect icon(at.x(), at.y() + (lineHeight() - kMarkSize) / 2, kMarkSize + 2,
                         kMarkSize + 2);
        if (each.segment) {
            paintSegmentFill(painter, icon, *each.segment);
            painter.setPen(blended(colors().base, colors().text, 0.75));
            painter.drawRect(icon.adjusted(0, 0, -1, -1));
        } else if (!each.mark) {
            const QColor color = segmentColor(Segment::Validate, colors().dark);
            painter.fillRect(icon, blended(colors().base, color, kColumnBody));
            painter.fillRect(icon.left(), icon.top(), icon.width(), 4, color);
        } else {
            m_marks.paint(painter, *each.mark, icon.center() + QPointF(0.5, 0.5),
                          isAlarm(*each.mark) ? colors().failure : colors().text, colors().base);
        }
        painter.setPen(colors().text);
        painter.drawText(icon.right() + 6, at.y() + fontMetrics().ascent(), each.text);
    }
}

} // namespace reusescope
