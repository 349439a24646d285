// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/phaselog.h"
#include "core/trace/records.h"
#include "core/trace/summary.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace reusescope {

/// Everything that was recorded about a run, as the reader of the EventQueue has gathered it.
///
/// Thread: one at a time. It only grows (append-only, in order of arrival), until clear().
/// Deques, so that growing never moves what is there; phases are packed and come by value.
class Recording
{
public:
    void apply(std::span<const TraceEvent> events);
    void clear();

    const std::deque<RequestRecord> &requests() const
    {
        return m_requests;
    } ///< in order of settling
    const PhaseLog &phases() const { return m_phases; } ///< in order of time per variant
    const std::deque<ConnectionEvent> &connectionEvents() const { return m_connectionEvents; }
    const std::deque<AttemptRecord> &attempts() const { return m_attempts; }
    const std::deque<ProgressRecord> &progress() const { return m_progress; }
    const std::deque<FrameBatch> &frameBatches() const { return m_frameBatches; }
    /// The newest of each HTTP/2 connection, in the order of their first ones.
    const std::vector<Http2State> &http2States() const { return m_http2States; }
    const Http2State *http2StateOf(std::uint8_t variant, ConnectionId connection) const;
    /// Live figures per variant, by position; grows when a variant's first request arrives.
    const std::vector<Summary> &summaries() const { return m_summaries; }

    /// The attempts before the last one of a request.
    std::vector<AttemptRecord> attemptsOf(std::uint8_t variant, std::uint32_t request) const;
    std::vector<ConnectionEvent> eventsOf(std::uint8_t variant, ConnectionId connection) const;
    /// Time of the first event, the origin of every time axis; 0 while empty.
    Nanoseconds origin() const { return m_origin; }
    Nanoseconds end() const { return m_end; } ///< latest time seen

private:
    std::deque<RequestRecord> m_requests;
    PhaseLog m_phases;
    std::deque<ConnectionEvent> m_connectionEvents;
    std::deque<AttemptRecord> m_attempts;
    std::deque<ProgressRecord> m_progress;
    std::deque<FrameBatch> m_frameBatches;
    std::vector<Http2State> m_http2States;
    std::vector<Summary> m_summaries;
    Nanoseconds m_origin{0};
    Nanoseconds m_end{0};
    bool m_empty = true;
};

} // namespace reusescope
