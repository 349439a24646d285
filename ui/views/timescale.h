// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/selection.h"

#include <QString>

#include <algorithm>
#include <vector>

namespace reusescope {

// From time to pixels and back: values and pure functions. Times are relative to
// Recording::origin().

/// Maps a range to `width` pixels, the first at `left`.
class TimeScale
{
public:
    TimeScale() = default;
    TimeScale(TimeRange range, int left, int width);

    /// Times outside of the range lie at pixels outside of the plot. Far ones are moved closer,
    /// so that every result fits an int with room to calculate.
    double x(Nanoseconds time) const;
    /// The pixel whose left edge is nearest to x().
    int edge(Nanoseconds time) const;
    /// Number of the column, 0 at `left`, that holds the time; below 0 or from width() on outside.
    int column(Nanoseconds time) const
    {
        // Asked for every request in sight, and without SSE 4.1 std::floor() is a call.
        const double exact = offset(time);
        const int truncated = static_cast<int>(exact);
        return exact < truncated ? truncated - 1 : truncated;
    }
    Nanoseconds time(double x) const;
    /// What a distance of pixels stands for; 1 ns at least.
    Nanoseconds duration(double pixels) const;
    double pixels(Nanoseconds duration) const
    {
        return std::min(static_cast<double>(duration.count()) * m_pixelsPerNanosecond, kFar);
    }

    TimeRange range() const { return m_range; }
    int left() const { return m_left; }
    int width() const { return m_width; }
    int right() const { return m_left + m_width; } ///< the first pixel behind the plot

private:
    // No screen is wider, and ints stay far from their limits.
    static constexpr double kFar = 1e6;

    /// x() from the left of the plot.
    double offset(Nanoseconds time) const
    {
        const double pixels =
            static_cast<double>((time - m_range.begin).count()) * m_pixelsPerNanosecond;
        return std::clamp(pixels, -kFar, kFar);
    }

    TimeRange m_range{Nanoseconds{0}, Nanoseconds{1}};
    int m_left = 0;
    int m_width = 1;
    double m_pixelsPerNanosecond = 1;
};

/// `factor` below 1 shows less; what is under `anchor` stays there.
TimeRange zoomed(TimeRange range, double factor, Nanoseconds anchor);
TimeRange moved(TimeRange range, Nanoseconds by);
/// The range that follows a recording of that length (Selection says how), with a little room
/// behind its end.
TimeRange following(TimeRange range, Nanoseconds length);
/// The range, or the one that follows when it would show more than that room.
TimeRange limited(TimeRange range, Nanoseconds length);
/// A range that shows `what`: the present one when it is inside, otherwise one with `what` in its
/// middle, as wide as the present one but at least five times as wide as `what`.
TimeRange showing(TimeRange present, TimeRange what);
/// `what` in the middle of a range five times as wide.
TimeRange around(TimeRange what);

/// The distance of ticks: 1, 2 or 5 times a power of ten of nanoseconds, the smallest that is at
/// least `atLeast`; 1 ns at least.
Nanoseconds tickStep(Nanoseconds atLeast);
/// The multiples of `step` within the range, ascending.
std::vector<Nanoseconds> ticks(TimeRange range, Nanoseconds step);
/// "12.5 ms": in the unit (ns, µs, ms, s) that suits the largest label of the axis, with the
/// decimals that tell ticks of that step apart.
QString tickLabel(Nanoseconds tick, Nanoseconds step, Nanoseconds largest);

/// The powers of ten (of nanoseconds) around a duration.
Nanoseconds decadeBelow(Nanoseconds duration);
Nanoseconds decadeAbove(Nanoseconds duration);

} // namespace reusescope
