// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <vector>

namespace reusescope {

/// Puts intervals on as few tracks as they need, so that none overlaps another on its track: the
/// streams of a connection below each other. Intervals come in order of their end, as requests
/// settle, and what was placed never moves. Time per interval grows with the number of tracks
/// only, and they are bounded.
///
/// Thread: one at a time.
class TrackPacking
{
public:
    static constexpr int kMostTracks = 128;
    static constexpr std::uint8_t kNoTrack = 255; ///< more overlap than there are tracks

    /// The track of [begin, end), or kNoTrack, which leaves everything as it is. Of the free tracks
    /// it is the one whose last interval ended latest: the best fit in this order.
    std::uint8_t place(Nanoseconds begin, Nanoseconds end);
    int count() const { return static_cast<int>(m_ends.size()); }

private:
    struct TrackEnd
    {
        Nanoseconds end{0}; ///< of its last interval
        std::uint8_t track = 0;
    };
    std::vector<TrackEnd> m_ends; // sorted by end
};

} // namespace reusescope
