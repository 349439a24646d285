// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"

#include <QColor>
#include <QPointF>

class QPainter;

namespace reusescope {

/// The shapes that stand for what happened, each told from the others without its colour.
enum class Mark : std::uint8_t {
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
    Queued, ///< a triangle that points down, hollow
    Validated, ///< a diamond, hollow
    Written, ///< a triangle that points up
    Answered, ///< a disc
};

/// The mark of an event that has one in a lane.
Mark markOf(ConnectionEventKind kind);
/// Whether it tells of something unasked for, as opposed to a step of every connection.
bool isAlarm(Mark mark);

inline constexpr int kMarkSize = 10; // pixels, of the square that holds a mark

/// Paints the mark in `ink` with a rim of `ground`, so that it stands out from whatever is below.
void paintMark(QPainter &painter, Mark mark, QPointF center, const QColor &ink,
               const QColor &ground);

} // namespace reusescope
