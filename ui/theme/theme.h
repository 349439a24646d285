// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/timepoints.h"

#include <QColor>
#include <QPainterPath>
#include <QPalette>
#include <Qt>

#include <cstddef>

namespace reusescope {

/// A mark beside a colour, so that no meaning rests on colour alone.
enum class Mark { Disc, Square, Diamond, Triangle, Star, Pentagon };
inline constexpr int kMarkCount = 6;

/// Every colour that carries a meaning, for a light or a dark ground: Okabe and Ito's palette
/// (which colour-blind people can tell apart), each hue darkened or lightened until it has a
/// contrast of 3:1 or more against the ground.
///
/// A value: make one from the palette at hand when painting, `Theme(palette())`.
class Theme
{
public:
    explicit Theme(bool dark) : m_dark(dark) { }
    explicit Theme(const QPalette &palette); ///< dark when the window's ground is

    bool isDark() const { return m_dark; }
    /// The palette of the whole program for this ground.
    QPalette palette() const;

    QColor variant(std::size_t position) const;
    QColor segment(Segment segment) const;

    QColor ground() const; ///< behind plots
    QColor card() const; ///< behind cards and panels that lie on the window
    QColor text() const;
    QColor mutedText() const; ///< still 4.5:1
    QColor grid() const;
    QColor axis() const;
    QColor border() const;
    QColor selection() const;
    QColor warning() const;
    QColor failure() const;
    QColor success() const;

    static Mark mark(std::size_t position);
    static Qt::PenStyle dash(std::size_t position);
    /// The outline of a mark around the origin, `size` across.
    static QPainterPath markPath(Mark mark, qreal size);

private:
    bool m_dark;
};

} // namespace reusescope
