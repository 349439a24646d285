// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <vector>

namespace reusescope::samples {

/// An answered request whose figures follow from its index alone, so that every test can say what
/// it must find: variant index % variants, latency (100 + index * 7919 % 10'000) µs; every 100th
/// failed stale, every 50th replayed.
inline RequestRecord request(std::uint32_t index, std::uint8_t variants)
{
    RequestRecord record;
    record.index = index;
    record.variant = static_cast<std::uint8_t>(index % variants);
    record.reused = index > variants;
    record.outcome = index % 100 == 0 ? Outcome::FailedStale
        : index % 50 == 0             ? Outcome::OkReplayed
        : record.reused               ? Outcome::OkReused
                                      : Outcome::OkFresh;
    record.reason = index % 100 == 0 ? Reason::ClosedUnanswered
        : index % 50 == 0            ? Reason::ResetUnanswered
                                     : Reason::None;
    record.attempts = index % 50 == 0 ? 2 : 1;
    record.connection = ConnectionId{1 + index / 1000};
    record.connectionUse = 1 + index % 1000;
    record.status = 200;
    record.pollsBeforeWrite = index % 2;
    const Nanoseconds latency = std::chrono::microseconds{100 + index * 7919 % 10'000};
    record.points.queued = std::chrono::microseconds{1000 + std::int64_t{index} * 200};
    record.points.assigned = CompactDuration(Nanoseconds{500});
    record.points.validated = CompactDuration(latency / 2);
    record.points.sent = CompactDuration(latency / 2 + Nanoseconds{5000});
    record.points.firstByte = CompactDuration(latency - Nanoseconds{4000});
    record.points.done = CompactDuration(latency);
    return record;
}

/// What the engine sends about that request.
inline void append(std::vector<TraceEvent> &events, std::uint32_t index, std::uint8_t variants)
{
    const RequestRecord record = request(index, variants);
    PhaseRecord poll;
    poll.start = record.points.queued;
    poll.duration = CompactDuration(Nanoseconds{90'000});
    poll.slept = CompactDuration(Nanoseconds{80'000});
    poll.turn = index;
    poll.variant = record.variant;
    poll.phase = Phase::Poll;
    poll.reason = TimeoutReason::NextTimer;
    poll.wokenBy = WokenBy::Io;
    events.push_back(poll);
    if (record.attempts > 1) {
        AttemptRecord attempt;
        attempt.request = index;
        attempt.variant = record.variant;
        attempt.written = true;
        attempt.reason = record.reason;
        attempt.connection = record.connection;
        attempt.points = record.points;
        events.push_back(attempt);
    }
    events.push_back(record);
    ConnectionEvent planned;
    planned.at = record.points.queued + record.points.done.value();
    planned.connection = record.connection;
    planned.value = 4000;
    planned.turn = index;
    planned.variant = record.variant;
    planned.kind = ConnectionEventKind::ExpiryPlanned;
    planned.phase = Phase::Poll;
    events.push_back(planned);
}

inline void fill(Recording &recording, std::uint32_t from, std::uint32_t to, std::uint8_t variants)
{
    std::vector<TraceEvent> events;
    for (std::uint32_t index = from; index <= to; ++index)
        append(events, index, variants);
    recording.apply(events);
}

} // namespace reusescope::samples
