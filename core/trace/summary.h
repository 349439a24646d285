// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/histogram.h"
#include "core/trace/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace reusescope {

/// A request that spent conspicuously long in one segment: 20 ms or more in validate, or in another
/// segment 20 ms or more and 20 times that segment's median.
struct Stall
{
    std::uint32_t request = 0;
    Segment segment = Segment::Validate;
    Nanoseconds duration{0};
    Phase queuedFrom = Phase::Main;
    WokenBy wokenBy =
        WokenBy::Nothing; ///< what ended the longest sleep before the write; Nothing after it
};

/// The figures of one variant, kept while it runs. Warm-up requests count in started/settled
/// nowhere: add() ignores them.
///
/// Thread: one at a time. Memory is bounded (about 1 MiB), and adding allocates only for what comes
/// up for the first time: a segment, a number of polls, a segment of 20 ms or more.
class Summary
{
public:
    static constexpr Nanoseconds kStallAtLeast = Milliseconds{20};
    static constexpr int kStallMedians = 20;
    static constexpr std::size_t kStallsListed = 100;

    void add(const RequestRecord &record);

    std::uint64_t settled() const { return m_settled; }
    std::uint64_t count(Outcome outcome) const
    {
        return m_outcomes[static_cast<std::size_t>(outcome)];
    }
    std::uint64_t failed() const; ///< every outcome that is not ok
    const Histogram &latency() const
    {
        return m_latency;
    } ///< done - queued, of requests that got an answer
    const Histogram &latencyFromIntended() const { return m_fromIntended; } ///< empty unless paced
    const Histogram &segment(Segment which) const
    {
        return m_segments[static_cast<std::size_t>(which)];
    }
    const Histogram &connectTcp() const { return m_connectTcp; } ///< see ConnectParts
    const Histogram &connectTls() const { return m_connectTls; }
    const std::map<std::uint32_t, std::uint64_t> &pollsBeforeWrite() const
    {
        return m_polls;
    } ///< reused connections only
    std::uint64_t stallCount() const;
    std::vector<Stall> stalls() const; ///< the kStallsListed longest, longest first

private:
    /// The candidates of a segment. Which of them are stalls depends on the median, so it is known
    /// only when asked for.
    struct Slow
    {
        std::uint64_t count = 0; // of kStallAtLeast or more
        std::vector<Stall> longest; // a heap, at most kStallsListed
    };

    void addSlow(const RequestRecord &record, Segment which, Nanoseconds duration);
    Nanoseconds stallThreshold(Segment which) const;

    std::uint64_t m_settled = 0;
    std::array<std::uint64_t, kOutcomeCount> m_outcomes{};
    Histogram m_latency;
    Histogram m_fromIntended;
    std::array<Histogram, kSegmentCount> m_segments;
    Histogram m_connectTcp;
    Histogram m_connectTls;
    std::map<std::uint32_t, std::uint64_t> m_polls;
    std::array<Slow, kSegmentCount> m_slow;
};

/// A comb of which one tooth is at 40 ms: the peer holds back a small write until the one before it
/// is acknowledged (Nagle's algorithm, RFC 896), and our kernel delays the acknowledgement (RFC
/// 9293 section 3.8.6.3; 40 ms on Linux, up to a tick of its clock more).
struct DelayedAck
{
    Segment segment = Segment::LastByte; ///< where the 40 ms are: head or body came late
    std::uint64_t requests = 0; ///< that had them
    std::uint64_t of = 0;
};

/// Found when at least a tenth of the responses, and ten, took as long in last-byte or first-byte,
/// next to none something between that and 10 ms, and, for first-byte, where a server that simply
/// takes 40 ms looks the same, some were fast as well.
std::optional<DelayedAck> delayedAck(const Summary &summary);

} // namespace reusescope
