// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"

#include <QColor>
#include <QPixmap>
#include <QPointF>

#include <vector>

class QPainter;

namespace reusescope {

/// The shapes that stand for what happened, each told from the others without its colour.
enum class TraceMark : std::uint8_t {
    Failed, ///< a cross
    Moved, ///< an arrow to the right
    Fin, ///< a square
    Reset, ///< a triangle that points down
    Bytes, ///< a disc
    LineBreaks, ///< a ring
    Status408, ///< a diamond
    Hint, ///< a flag
    Expiry, ///< an hourglass
    Discarded, ///< a square with a cross in it
    Closed, ///< a bar
    Settings, ///< a plus
    Goaway, ///< a triangle that points to the left, against a bar
    StreamReset, ///< an angle that points down
    Ping, ///< a zigzag
    Queued, ///< a triangle that points down, hollow
    Validated, ///< a diamond, hollow
    Written, ///< a triangle that points up
    Answered, ///< a disc
};

/// The mark of an event that has one in a lane.
TraceMark markOf(ConnectionEventKind kind);
/// Whether it tells of something unasked for, as opposed to a step of every connection.
bool isAlarm(TraceMark mark);

inline constexpr int kMarkSize = 10; // pixels, of the square that holds a mark

/// Paints marks, each with a rim of `ground`, so that it stands out from whatever is below. Keeps
/// them as pictures, because there can be hundreds in a frame.
///
/// Thread: UI.
class MarkPainter
{
public:
    void paint(QPainter &painter, TraceMark mark, QPointF center, const QColor &ink,
               const QColor &ground);

private:
    struct Picture
    {
        TraceMark mark;
        QRgb ink;
        QRgb ground;
        qreal ratio;
        QPixmap pixmap;
    };
    std::vector<Picture> m_pictures;
};

} // namespace reusescope
