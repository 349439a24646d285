// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace reusescope {

/// A duration in four bytes, or "did not happen": nanoseconds up to 1.07 s exactly, beyond it in
/// steps of 4 µs up to 71 min, where it saturates. Half of a record's size is what this saves.
class CompactDuration
{
public:
    constexpr CompactDuration() = default;
    constexpr explicit CompactDuration(Nanoseconds duration) : m_bits(encode(duration.count())) { }

    constexpr bool has() const { return m_bits != kAbsent; }
    constexpr Nanoseconds value() const ///< only when has()
    {
        return Nanoseconds(m_bits < kCoarse ? std::int64_t{m_bits}
                                            : std::int64_t{m_bits - kCoarse} * kStep + kCoarse);
    }
    constexpr std::optional<Nanoseconds> optional() const
    {
        return has() ? std::optional(value()) : std::nullopt;
    }
    friend constexpr bool operator==(CompactDuration, CompactDuration) = default;

private:
    static constexpr std::uint32_t kAbsent = 0xffff'ffff;
    static constexpr std::uint32_t kCoarse = 0x4000'0000;
    static constexpr std::int64_t kStep = 4000;

    static constexpr std::uint32_t encode(std::int64_t ns)
    {
        if (ns < 0)
            return 0;
        if (ns < kCoarse)
            return static_cast<std::uint32_t>(ns);
        const std::int64_t steps = (ns - kCoarse) / kStep;
        return steps >= kAbsent - 1 - kCoarse ? kAbsent - 1
                                              : static_cast<std::uint32_t>(steps) + kCoarse;
    }

    std::uint32_t m_bits = kAbsent;
};

/// When things happened to a request: `queued` on the monotonic clock, everything else as time
/// since `queued`. The points are those of the attempt that settled the request; earlier attempts
/// are AttemptRecords. A point that did not happen is absent, never 0. Stamps are read when the
/// system call returns.
struct TimePoints
{
    Nanoseconds queued{0}; ///< handed to the front end
    /// A connection was chosen, or a new one begun, for it; HTTP/2: or it waits for a stream only.
    CompactDuration assigned{};
    CompactDuration validated{}; ///< the scheduler gave its verdict on the reused connection
    CompactDuration transport{}; ///< TCP stood, and TLS followed; only over TLS
    CompactDuration connected{}; ///< the connection begun for it was ready
    CompactDuration opened{}; ///< HTTP/2: a stream was free for it, after it had waited for one
    CompactDuration sent{}; ///< write took the last byte of the request
    CompactDuration firstByte{}; ///< of the response head
    CompactDuration done{}; ///< response complete, or the failure
};

/// The parts of a request's time. They follow each other without gap, so they add up to done -
/// queued.
enum class Segment : std::uint8_t { Queue, Connect, Validate, Limit, Write, FirstByte, LastByte };
inline constexpr int kSegmentCount = 7;
inline constexpr std::array kSegments{Segment::Queue,   Segment::Connect, Segment::Validate,
                                      Segment::Limit,   Segment::Write,   Segment::FirstByte,
                                      Segment::LastByte};

/// "queue", "connect", "validate", "limit", "write", "first-byte", "last-byte"
std::string_view name(Segment segment);

/// The segment that ends with the point of the same rank (queue: assigned, connect: connected,
/// validate: validated, limit: opened, write: sent, first-byte: firstByte, last-byte: done),
/// counted from the latest point before it. Absent when that point is. A request that failed before
/// its first byte has its remaining time in no segment.
std::optional<Nanoseconds> segment(const TimePoints &points, Segment which);

/// The two parts of the segment connect over TLS, which add up to it. Absent without TLS, and where
/// the connection was not begun for this request.
struct ConnectParts
{
    Nanoseconds tcp{0}; ///< with the name's resolution
    Nanoseconds tls{0};
};
std::optional<ConnectParts> connectParts(const TimePoints &points);

/// How long after `queued` the segment begins; absent as segment().
std::optional<Nanoseconds> segmentStart(const TimePoints &points, Segment which);

} // namespace reusescope
