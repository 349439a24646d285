// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"
#include "ui/views/selection.h"

#include <cstdint>

namespace reusescope {

/// A pyramid's summary of requests (or attempts). 32 bytes, since there is one per 32 requests.
struct RequestNode
{
    Nanoseconds begin{0}; ///< earliest queueing
    Nanoseconds end{0}; ///< latest end
    CompactDuration shortest;
    CompactDuration longest; ///< from queueing to the end
    std::uint32_t count : 29 = 1;
    std::uint32_t slowestIn : 3 = 0; ///< Segment that took most of the longest
    std::uint16_t failed = 0; ///< saturates, as the next
    std::uint16_t moved = 0; ///< replayed, or moved to another connection

    static RequestNode of(const RequestRecord &record);
    static RequestNode of(const AttemptRecord &record);

    void merge(const RequestNode &other);
    Segment slowestSegment() const { return static_cast<Segment>(slowestIn); }
};
static_assert(sizeof(RequestNode) == 32);

/// From queueing to the end (or to the last point known), on the clock of the points.
TimeRange lifetime(const TimePoints &points);
/// When the connection began to serve it: after the queue segment.
Nanoseconds serviceBegin(const TimePoints &points);
/// The segment that took longest; Queue when there is none.
Segment slowestSegment(const TimePoints &points);

} // namespace reusescope
