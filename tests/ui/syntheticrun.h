// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <chrono>
#include <cstdint>
#include <random>
#include <utility>
#include <variant>
#include <vector>

namespace reusescope {

/// Makes the events of a run that looks like a real one, on a clock of its own; the same for the
/// same seed.
class SyntheticRun
{
public:
    struct Shape
    {
        Nanoseconds queue{1'500};
        Nanoseconds validate{1'080'000};
        Nanoseconds write{12'000};
        Nanoseconds firstByte{84'000};
        Nanoseconds lastByte{3'000};
    };

    explicit SyntheticRun(std::uint8_t variant = 0, Nanoseconds start = std::chrono::seconds{5},
                          std::uint32_t seed = 1)
        : m_now(start), m_random(seed), m_variant(variant)
    { }

    Nanoseconds now() const { return m_now; }
    void wait(Nanoseconds time) { m_now += time; }
    void setConnection(std::uint32_t connection) { m_connection = ConnectionId{connection}; }
    const std::vector<TraceEvent> &events() const { return m_events; }
    std::vector<TraceEvent> takeEvents() { return std::exchange(m_events, {}); }

    void event(ConnectionEventKind kind, std::uint32_t value = 0, Reason reason = Reason::None)
    {
        ConnectionEvent made;
        made.at = m_now;
        made.connection = m_connection;
        made.value = value;
        made.turn = m_turn;
        made.variant = m_variant;
        made.kind = kind;
        made.reason = reason;
        made.phase = Phase::Poll;
        m_events.push_back(made);
    }

    void open(std::uint32_t connection)
    {
        setConnection(connection);
        event(ConnectionEventKind::Opening);
        event(ConnectionEventKind::Resolved, 1);
    }

    void phase(Phase phase, Nanoseconds duration, Nanoseconds slept = {}, WokenBy wokenBy = {},
               std::int32_t timeoutMs = 0)
    {
        PhaseRecord made;
        made.start = m_now;
        made.duration = CompactDuration(duration);
        made.turn = m_turn;
        made.variant = m_variant;
        made.phase = phase;
        if (phase == Phase::Poll) {
            made.slept = CompactDuration(slept);
            made.wokenBy = wokenBy;
            made.timeoutMs = timeoutMs;
            made.reason = timeoutMs != 0 ? TimeoutReason::NextTimer : TimeoutReason::Closing;
            made.timer = timeoutMs != 0 ? timerLabelNumber("validation") : std::uint8_t{0};
            made.fd = wokenBy == WokenBy::Io ? 7 : -1;
        }
        m_events.push_back(made);
        m_now += duration;
    }

    /// A request on the present connection, queued now, with the phases that it passes; the clock
    /// then stands at its end. `jitter` is the most that a segment is longer, as a share.
    RequestRecord &request(const Shape &shape, double jitter = 0.2)
    {
        const auto vary = [&](Nanoseconds time) {
            const double more = jitter * static_cast<double>(m_random() % 1000) / 1000.0;
            return Nanoseconds{
                static_cast<std::int64_t>(static_cast<double>(time.count()) * (1 + more))};
        };
        const Nanoseconds begin = m_now;
        RequestRecord made;
        made.index = ++m_requests;
        made.variant = m_variant;
        made.outcome = Outcome::OkReused;
        made.status = 200;
        made.reused = true;
        made.attempts = 1;
        made.connection = m_connection;
        made.queuedFrom = Phase::Poll;
        made.queuedTurn = m_turn;
        made.points.queued = begin;
        Nanoseconds at = vary(shape.queue);
        made.points.assigned = CompactDuration(at);
        m_now = begin + at;
        if (shape.validate > Nanoseconds{0}) {
            const Nanoseconds validate = vary(shape.validate);
            at += validate;
            made.points.validated = CompactDuration(at);
            ++m_turn;
            phase(Phase::Poll, validate - Nanoseconds{6'000}, validate - Nanoseconds{9'000},
                  WokenBy::Timer, 1);
            made.firedTurn = m_turn;
            made.firedIn = Phase::Timers;
        }
        made.writtenTurn = m_turn;
        made.writtenIn = Phase::Timers;
        at += vary(shape.write);
        made.points.sent = CompactDuration(at);
        phase(Phase::Timers, begin + at - m_now);
        at += vary(shape.firstByte);
        made.points.firstByte = CompactDuration(at);
        at += vary(shape.lastByte);
        made.points.done = CompactDuration(at);
        ++m_turn;
        const Nanoseconds poll = begin + at - m_now + Nanoseconds{2'000};
        phase(Phase::Poll, poll, poll - Nanoseconds{9'000}, WokenBy::Io, 500);
        phase(Phase::Check, Nanoseconds{1'500});
        made.idleBefore = CompactDuration(Nanoseconds{4'000});
        made.pollsBeforeWrite = 1;
        m_events.push_back(made);
        return std::get<RequestRecord>(m_events.back());
    }

    /// A request without phases, of one segment only, at a time of its own.
    RequestRecord &bare(Nanoseconds queued, Nanoseconds duration,
                        Nanoseconds waiting = Nanoseconds{0})
    {
        RequestRecord made;
        made.index = ++m_requests;
        made.variant = m_variant;
        made.outcome = Outcome::OkReused;
        made.status = 200;
        made.reused = true;
        made.attempts = 1;
        made.connection = m_connection;
        made.points.queued = queued;
        made.points.assigned = CompactDuration(waiting);
        made.points.sent = CompactDuration(waiting);
        made.points.firstByte = CompactDuration(duration);
        made.points.done = CompactDuration(duration);
        m_events.push_back(made);
        m_now = std::max(m_now, queued + duration);
        return std::get<RequestRecord>(m_events.back());
    }

private:
    Nanoseconds m_now;
    std::mt19937 m_random;
    std::vector<TraceEvent> m_events;
    ConnectionId m_connection{1};
    std::uint32_t m_requests = 0;
    std::uint32_t m_turn = 1;
    std::uint8_t m_variant;
};

} // namespace reusescope
