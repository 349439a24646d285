// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/trackpacking.h"

#include <algorithm>
#include <iterator>

namespace reusescope {

std::uint8_t TrackPacking::place(Nanoseconds begin, Nanoseconds end)
{
    auto later = std::ranges::upper_bound(m_ends, begin, {}, &TrackEnd::end);
    TrackEnd chosen;
    chosen.end = std::max(begin, end);
    if (later == m_ends.begin()) {
        if (count() == kMostTracks)
            return kNoTrack;
        chosen.track = static_cast<std::uint8_t>(m_ends.size());
    } else {
        const auto free = std::prev(later);
        chosen.track = free->track;
        m_ends.erase(free);
    }
    // At the back but for a few that settled late, so nothing has to move.
    m_ends.insert(std::ranges::upper_bound(m_ends, chosen.end, {}, &TrackEnd::end), chosen);
    return chosen.track;
}

} // namespace reusescope
