// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <vector>

// Axes that show durations by their logarithm.

namespace reusescope {

/// Where a duration stands on such an axis: the decimal logarithm of its nanoseconds.
double logPosition(Nanoseconds duration);

/// Durations of one digit (1, 2 or 5 times a power of ten, or all nine when there is room) between
/// `low` and `high`, ascending, at most `most` of them; fewer digits when more would not fit. When
/// the range is narrower than that, evenly spaced ones of two digits. Needs 0 < low < high.
std::vector<Nanoseconds> logTicks(Nanoseconds low, Nanoseconds high, int most);

/// The range widened to the next 1, 2 or 5 times a power of ten on both sides, so that an axis
/// stays as it is while its values grow.
struct LogRange
{
    Nanoseconds low{1};
    Nanoseconds high{10};
    friend bool operator==(const LogRange &, const LogRange &) = default;
};
LogRange roundedRange(Nanoseconds low, Nanoseconds high);

} // namespace reusescope
