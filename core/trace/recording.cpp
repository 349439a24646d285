// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/recording.h"

#include <algorithm>
#include <iterator>

namespace reusescope {

namespace {

struct Extent
{
    Nanoseconds begin;
    Nanoseconds end;
};

Nanoseconds endOf(Nanoseconds start, CompactDuration duration)
{
    return duration.has() ? start + duration.value() : start;
}

Extent extent(const RequestRecord &record)
{
    return {record.points.queued, endOf(record.points.queued, record.points.done)};
}

Extent extent(const AttemptRecord &record)
{
    return {record.points.queued, endOf(record.points.queued, record.points.done)};
}

Extent extent(const PhaseRecord &record)
{
    return {record.start, endOf(record.start, record.duration)};
}

Extent extent(const ConnectionEvent &event)
{
    return {event.at, event.at};
}

Extent extent(const FrameBatch &batch)
{
    return {batch.at, batch.at};
}

Extent extent(const Http2State &state)
{
    return {state.at, state.at};
}

Extent extent(const ProgressRecord &record)
{
    return {record.at, record.at};
}

template <typename... Visitors> struct Overloaded : Visitors...
{
    using Visitors::operator()...;
};
template <typename... Visitors> Overloaded(Visitors...) -> Overloaded<Visitors...>; // for clang 14

} // namespace

void Recording::apply(std::span<const TraceEvent> events)
{
    const auto store = Overloaded{
        [this](const RequestRecord &record) {
            if (m_summaries.size() <= record.variant)
                m_summaries.resize(record.variant + std::size_t{1});
            m_summaries[record.variant].add(record);
            m_requests.push_back(record);
        },
        [this](const AttemptRecord &record) { m_attempts.push_back(record); },
        [this](const PhaseRecord &record) { m_phases.append(record); },
        [this](const ConnectionEvent &event) { m_connectionEvents.push_back(event); },
        [this](const FrameBatch &batch) { m_frameBatches.push_back(batch); },
        [this](const Http2State &state) {
            const Http2State *known = http2StateOf(state.variant, state.connection);
            if (known)
                m_http2States[static_cast<std::size_t>(known - m_http2States.data())] = state;
            else
                m_http2States.push_back(state);
        },
        [this](const ProgressRecord &record) { m_progress.push_back(record); },
    };
    for (const TraceEvent &event : events) {
        const Extent times = std::visit([](const auto &record) { return extent(record); }, event);
        m_origin = m_empty ? times.begin : m_origin;
        m_end = m_empty ? times.end : std::max(m_end, times.end);
        m_empty = false;
        std::visit(store, event);
    }
}

void Recording::clear()
{
    *this = Recording();
}

std::vector<AttemptRecord> Recording::attemptsOf(std::uint8_t variant, std::uint32_t request) const
{
    std::vector<AttemptRecord> out;
    std::copy_if(m_attempts.begin(), m_attempts.end(), std::back_inserter(out),
                 [=](const AttemptRecord &attempt) {
                     return attempt.variant == variant && attempt.request == request;
                 });
    return out;
}

const Http2State *Recording::http2StateOf(std::uint8_t variant, ConnectionId connection) const
{
    // From the back: mostly one of the newest connections is asked for.
    const auto at =
        std::find_if(m_http2States.rbegin(), m_http2States.rend(), [=](const Http2State &state) {
            return state.variant == variant && state.connection == connection;
        });
    return at == m_http2States.rend() ? nullptr : &*at;
}

std::vector<ConnectionEvent> Recording::eventsOf(std::uint8_t variant,
                                                 ConnectionId connection) const
{
    std::vector<ConnectionEvent> out;
    std::copy_if(m_connectionEvents.begin(), m_connectionEvents.end(), std::back_inserter(out),
                 [=](const ConnectionEvent &event) {
                     return event.variant == variant && event.connection == connection;
                 });
    return out;
}

} // namespace reusescope
