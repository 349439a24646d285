// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/marks.h"

#include <QPainter>
#include <QPainterPath>

#include <array>

namespace reusescope {
namespace {

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
Shape shapeOf(Mark mark)
{
    QPainterPath path;
    switch (mark) {
    case Mark::Failed: return {strokes({{-4, -4, 4, 4}, {-4, 4, 4, -4}}), false};
    case Mark::Moved:
        return {polygon({{-4, -1.5}, {0, -1.5}, {0, -4}, {4.5, 0}, {0, 4}, {0, 1.5}, {-4, 1.5}})};
    case Mark::Fin: path.addRect(-3.5, -3.5, 7, 7); return {path};
    case Mark::Reset: return {polygon({{-4.5, -3.5}, {4.5, -3.5}, {0, 4.5}})};
    case Mark::Bytes:
    case Mark::Answered: path.addEllipse(QPointF(), 4, 4); return {path};
    case Mark::LineBreaks: path.addEllipse(QPointF(), 3.5, 3.5); return {path, false};
    case Mark::Status408: return {polygon({{-4.5, 0}, {0, -4.5}, {4.5, 0}, {0, 4.5}})};
    case Mark::Hint:
        path = polygon({{-3, -4.5}, {4, -2}, {-3, 0.5}});
        path.addRect(-4, -4.5, 1, 9);
        path.setFillRule(Qt::WindingFill);
        return {path};
    case Mark::Expiry: return {polygon({{-4, -4.5}, {4, -4.5}, {-4, 4.5}, {4, 4.5}})};
    case Mark::Discarded:
        path = strokes({{-3.5, -3.5, 3.5, 3.5}, {-3.5, 3.5, 3.5, -3.5}});
        path.addRect(-3.5, -3.5, 7, 7);
        return {path, false};
    case Mark::Closed: path.addRect(-1.5, -5, 3, 10); return {path};
    case Mark::Queued: return {polygon({{-4, -3.5}, {4, -3.5}, {0, 4}}), false};
    case Mark::Validated: return {polygon({{-4, 0}, {0, -4}, {4, 0}, {0, 4}}), false};
    case Mark::Written: return {polygon({{-4.5, 3.5}, {0, -4.5}, {4.5, 3.5}})};
    }
    return {};
}

const Shape &cachedShape(Mark mark)
{
    static const auto shapes = [] {
        std::array<Shape, static_cast<std::size_t>(Mark::Answered) + 1> all;
        for (std::size_t each = 0; each < all.size(); ++each)
            all[each] = shapeOf(static_cast<Mark>(each));
        return all;
    }();
    return shapes[static_cast<std::size_t>(mark)];
}

} // namespace

Mark markOf(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::IdleFin: return Mark::Fin;
    case ConnectionEventKind::IdleReset: return Mark::Reset;
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::ExcessBytes: return Mark::Bytes;
    case ConnectionEventKind::IdleLineBreaks: return Mark::LineBreaks;
    case ConnectionEventKind::Idle408: return Mark::Status408;
    case ConnectionEventKind::Hint: return Mark::Hint;
    case ConnectionEventKind::ExpiryPlanned: return Mark::Expiry;
    case ConnectionEventKind::Discarded: return Mark::Discarded;
    case ConnectionEventKind::Opening:
    case ConnectionEventKind::Resolved:
    case ConnectionEventKind::Connected:
    case ConnectionEventKind::ValidationCancelled:
    case ConnectionEventKind::Closed: return Mark::Closed;
    }
    return Mark::Closed;
}

bool isAlarm(Mark mark)
{
    switch (mark) {
    case Mark::Failed:
    case Mark::Fin:
    case Mark::Reset:
    case Mark::Bytes:
    case Mark::LineBreaks:
    case Mark::Status408: return true;
    default: return false;
    }
}

void paintMark(QPainter &painter, Mark mark, QPointF center, const QColor &ink,
               const QColor &ground)
{
    const Shape &shape = cachedShape(mark);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(center);
    painter.setBrush(shape.isFilled ? QBrush(ground) : Qt::NoBrush);
    painter.setPen(QPen(ground, shape.isFilled ? 2.5 : 4.5));
    painter.drawPath(shape.path);
    painter.setBrush(shape.isFilled ? QBrush(ink) : Qt::NoBrush);
    painter.setPen(shape.isFilled ? QPen(Qt::NoPen) : QPen(ink, 2));
    painter.drawPath(shape.path);
    painter.restore();
}

} // namespace reusescope
