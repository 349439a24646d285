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

/// A request (or attempt) in the little that a picture of very many needs: reading the whole
/// records of a million requests would take longer than a frame. Durations are rounded up by less
/// than 1 %.
class RequestBrief
{
public:
    static RequestBrief of(const RequestRecord &record, std::uint32_t position);
    static RequestBrief of(const AttemptRecord &record, std::uint32_t position);

    Nanoseconds end() const { return m_end; }
    Nanoseconds latency() const { return decoded(m_latency); } ///< from queueing to the end
    Nanoseconds service() const { return decoded(m_service); } ///< without the waits before
    Segment slowestSegment() const { return static_cast<Segment>(m_slowestIn); }
    bool isFailed() const { return m_isFailed; }
    bool isMoved() const { return m_isMoved; }
    std::uint32_t position() const { return m_position; } ///< of the record in the recording

private:
    RequestBrief(const TimePoints &points, const RequestNode &node, std::uint32_t position);
    /// As a floating-point number: the exponent above seven bits of mantissa.
    static std::uint32_t encoded(Nanoseconds duration);
    static Nanoseconds decoded(std::uint32_t code)
    {
        return Nanoseconds{code < 128 ? std::int64_t{code}
                                      : std::int64_t{128 + code % 128} << (code / 128 - 1)};
    }

    Nanoseconds m_end;
    std::uint32_t m_position;
    std::uint32_t m_latency : 13;
    std::uint32_t m_service : 13;
    std::uint32_t m_slowestIn : 3;
    std::uint32_t m_isFailed : 1;
    std::uint32_t m_isMoved : 1;
};
static_assert(sizeof(RequestBrief) == 16);

/// From queueing to the end (or to the last point known), on the clock of the points.
TimeRange lifetime(const TimePoints &points);
/// When the connection began to serve it: after the queue segment, and after the wait for a
/// stream.
Nanoseconds serviceBegin(const TimePoints &points);
/// The segment that took longest; Queue when there is none.
Segment slowestSegment(const TimePoints &points);

} // namespace reusescope
