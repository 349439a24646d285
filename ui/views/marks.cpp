// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/marks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <iterator>

namespace reusescope {
namespace {

constexpr std::size_t kMostPictures = 64; // more than there are marks, for either ground

struct Shape
{
    QPainterPath path;
    bool isFilled = true;
};

QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    path.closeSubpath();
    return path;
}

QPainterPath strokes(std::initializer_list<QLineF> lines)
{
    QPainterPath path;
    for (const QLineF &line : lines) {
        path.moveTo(line.p1());
        path.lineTo(line.p2());
    }
    return path;
}

// Within 4 pixels around the origin, which leaves one for the rim.
Shape shapeOf(TraceMark mark)
{
    QPainterPath path;
    switch (mark) {
    case TraceMark::Failed: return {strokes({{-4, -4, 4, 4}, {-4, 4, 4, -4}}), false};
    case TraceMark::Moved:
        return {polygon({{-4, -1.5}, {0, -1.5}, {0, -4}, {4.5, 0}, {0, 4}, {0, 1.5}, {-4, 1.5}})};
    case TraceMark::Fin: path.addRect(-3.5, -3.5, 7, 7); return {path};
    case TraceMark::Reset: return {polygon({{-4.5, -3.5}, {4.5, -3.5}, {0, 4.5}})};
    case TraceMark::Bytes:
    case TraceMark::Answered: path.addEllipse(QPointF(), 4, 4); return {path};
    case TraceMark::LineBreaks: path.addEllipse(QPointF(), 3.5, 3.5); return {path, false};
    case TraceMark::Status408: return {polygon({{-4.5, 0}, {0, -4.5}, {4.5, 0}, {0, 4.5}})};
    case TraceMark::Hint:
        path = polygon({{-3, -4.5}, {4, -2}, {-3, 0.5}});
        path.addRect(-4, -4.5, 1, 9);
        path.setFillRule(Qt::WindingFill);
        return {path};
    case TraceMark::Expiry: return {polygon({{-4, -4.5}, {4, -4.5}, {-4, 4.5}, {4, 4.5}})};
    case TraceMark::Discarded:
        path = strokes({{-3.5, -3.5, 3.5, 3.5}, {-3.5, 3.5, 3.5, -3.5}});
        path.addRect(-3.5, -3.5, 7, 7);
        return {path, false};
    case TraceMark::Closed: path.addRect(-1.5, -5, 3, 10); return {path};
    case TraceMark::Settings:
        return {polygon({{-1.25, -4.5},
                         {1.25, -4.5},
                         {1.25, -1.25},
                         {4.5, -1.25},
                         {4.5, 1.25},
                         {1.25, 1.25},
                         {1.25, 4.5},
                         {-1.25, 4.5},
                         {-1.25, 1.25},
                         {-4.5, 1.25},
                         {-4.5, -1.25},
                         {-1.25, -1.25}})};
    case TraceMark::Goaway:
        path = polygon({{2, -4.5}, {2, 4.5}, {-4.5, 0}});
        path.addRect(3, -4.5, 1.5, 9);
        path.setFillRule(Qt::WindingFill);
        return {path};
    case TraceMark::StreamReset: return {strokes({{-4, -2.5, 0, 2.5}, {0, 2.5, 4, -2.5}}), false};
    case TraceMark::Ping:
        return {strokes({{-4.5, 2.5, -1.5, -2.5}, {-1.5, -2.5, 1.5, 2.5}, {1.5, 2.5, 4.5, -2.5}}),
                false};
    case TraceMark::Queued: return {polygon({{-4, -3.5}, {4, -3.5}, {0, 4}}), false};
    case TraceMark::Validated: return {polygon({{-4, 0}, {0, -4}, {4, 0}, {0, 4}}), false};
    case TraceMark::Written: return {polygon({{-4.5, 3.5}, {0, -4.5}, {4.5, 3.5}})};
    }
    return {};
}

void draw(QPainter &painter, TraceMark mark, const QColor &ink, const QColor &ground)
{
    const Shape shape = shapeOf(mark);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(shape.isFilled ? QBrush(ground) : Qt::NoBrush);
    painter.setPen(QPen(ground, shape.isFilled ? 2.5 : 4.5));
    painter.drawPath(shape.path);
    painter.setBrush(shape.isFilled ? QBrush(ink) : Qt::NoBrush);
    painter.setPen(shape.isFilled ? QPen(Qt::NoPen) : QPen(ink, 2));
    painter.drawPath(shape.path);
}

} // namespace

TraceMark markOf(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::IdleFin: return TraceMark::Fin;
    case ConnectionEventKind::IdleReset: return TraceMark::Reset;
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::Upgraded:
    case ConnectionEventKind::Malformed:
    case ConnectionEventKind::ExcessBytes: return TraceMark::Bytes;
    case ConnectionEventKind::ExcessLineBreaks:
    case ConnectionEventKind::IdleLineBreaks: return TraceMark::LineBreaks;
    case ConnectionEventKind::Idle408: return TraceMark::Status408;
    case ConnectionEventKind::Hint: return TraceMark::Hint;
    case ConnectionEventKind::ExpiryPlanned: return TraceMark::Expiry;
    case ConnectionEventKind::Discarded: return TraceMark::Discarded;
    case ConnectionEventKind::SettingsReceived: return TraceMark::Settings;
    case ConnectionEventKind::GoawayReceived:
    case ConnectionEventKind::ConnectionError: return TraceMark::Goaway;
    case ConnectionEventKind::StreamReset: return TraceMark::StreamReset;
    case ConnectionEventKind::PingSent:
    case ConnectionEventKind::PingAcked:
    case ConnectionEventKind::PingReceived: return TraceMark::Ping;
    case ConnectionEventKind::Http2:
    case ConnectionEventKind::LateFrames:
    case ConnectionEventKind::Drained:
    case ConnectionEventKind::Opening:
    case ConnectionEventKind::Resolved:
    case ConnectionEventKind::AddressFailed:
    case ConnectionEventKind::AddressLost:
    case ConnectionEventKind::Connected:
    case ConnectionEventKind::Secured:
    case ConnectionEventKind::ValidationCancelled:
    case ConnectionEventKind::Interim:
    case ConnectionEventKind::Trailers:
    case ConnectionEventKind::Http10:
    case ConnectionEventKind::BodyUnsent:
    case ConnectionEventKind::UnreadAtClose:
    case ConnectionEventKind::Closed: return TraceMark::Closed;
    }
    return TraceMark::Closed;
}

bool isAlarm(TraceMark mark)
{
    switch (mark) {
    case TraceMark::Failed:
    case TraceMark::Fin:
    case TraceMark::Reset:
    case TraceMark::Bytes:
    case TraceMark::LineBreaks:
    case TraceMark::Status408:
    case TraceMark::Goaway:
    case TraceMark::StreamReset: return true;
    default: return false;
    }
}

void MarkPainter::paint(QPainter &painter, TraceMark mark, QPointF center, const QColor &ink,
                        const QColor &ground)
{
    const qreal ratio = painter.device()->devicePixelRatio();
    auto picture = std::ranges::find_if(m_pictures, [&](const Picture &each) {
        return each.mark == mark && each.ink == ink.rgb() && each.ground == ground.rgb()
            && qFuzzyCompare(each.ratio, ratio);
    });
    constexpr int kSize = kMarkSize + 4; // with the rim
    if (picture == m_pictures.end()) {
        if (m_pictures.size() >= kMostPictures)
            m_pictures.clear();
        QPixmap pixmap(QSize(kSize, kSize) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter into(&pixmap);
        into.translate(kSize / 2.0, kSize / 2.0);
        draw(into, mark, ink, ground);
        into.end();
        m_pictures.push_back({mark, ink.rgb(), ground.rgb(), ratio, std::move(pixmap)});
        picture = std::prev(m_pictures.end());
    }
    // On whole pixels, or the picture would be blurred.
    painter.drawPixmap(QPoint(qFloor(center.x()) - kSize / 2, qFloor(center.y()) - kSize / 2),
                       picture->pixmap);
}

} // namespace reusescope
