// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/connectionlanes.h"

#include <algorithm>

namespace reusescope {
namespace {

std::uint64_t keyOf(std::uint8_t variant, ConnectionId connection)
{
    return std::uint64_t{variant} << 32 | connection.value;
}

// Doubling would leave up to half of the memory unused, which counts with a million requests.
template <typename T> void appendTight(std::vector<T> &to, T value)
{
    if (to.size() == to.capacity())
        to.reserve(to.size() + to.size() / 4 + 4);
    to.push_back(value);
}

} // namespace

bool isIncident(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::IdleFin:
    case ConnectionEventKind::IdleReset:
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::IdleLineBreaks:
    case ConnectionEventKind::Idle408:
    case ConnectionEventKind::ExcessBytes:
    case ConnectionEventKind::ExcessLineBreaks:
    case ConnectionEventKind::Discarded:
    case ConnectionEventKind::Closed:
    case ConnectionEventKind::GoawayReceived:
    case ConnectionEventKind::StreamReset:
    case ConnectionEventKind::PingSent:
    case ConnectionEventKind::PingAcked:
    case ConnectionEventKind::PingReceived:
    case ConnectionEventKind::Malformed:
    case ConnectionEventKind::BodyUnsent:
    case ConnectionEventKind::Upgraded:
    case ConnectionEventKind::ConnectionError: return true;
    case ConnectionEventKind::Opening:
    case ConnectionEventKind::Resolved:
    case ConnectionEventKind::AddressFailed:
    case ConnectionEventKind::AddressLost:
    case ConnectionEventKind::Connected:
    case ConnectionEventKind::Secured:
    case ConnectionEventKind::Hint:
    case ConnectionEventKind::ExpiryPlanned:
    case ConnectionEventKind::ValidationCancelled:
    case ConnectionEventKind::Http2:
    case ConnectionEventKind::SettingsReceived:
    case ConnectionEventKind::LateFrames:
    case ConnectionEventKind::Interim:
    case ConnectionEventKind::Trailers:
    case ConnectionEventKind::Http10:
    case ConnectionEventKind::UnreadAtClose:
    case ConnectionEventKind::Drained: return false;
    }
    return false;
}

void ConnectionLanes::take(const Recording &recording)
{
    // Events first: they say when a connection was opened, and so the order of the lanes.
    const auto &events = recording.connectionEvents();
    for (; m_eventsTaken < events.size(); ++m_eventsTaken)
        takeEvent(events[m_eventsTaken], static_cast<std::uint32_t>(m_eventsTaken));
    // In the order of their ends, which the tracks need: that of arrival within a variant.
    const auto &requests = recording.requests();
    const auto &attempts = recording.attempts();
    const auto endOf = [](const TimePoints &points) { return lifetime(points).end; };
    while (m_requestsTaken < requests.size() || m_attemptsTaken < attempts.size()) {
        const bool takesAttempt = m_requestsTaken == requests.size()
            || (m_attemptsTaken < attempts.size()
                && endOf(attempts[m_attemptsTaken].points)
                    <= endOf(requests[m_requestsTaken].points));
        if (takesAttempt) {
            takeAttempt(attempts[m_attemptsTaken], static_cast<std::uint32_t>(m_attemptsTaken));
            ++m_attemptsTaken;
        } else {
            takeRequest(requests[m_requestsTaken], static_cast<std::uint32_t>(m_requestsTaken));
            ++m_requestsTaken;
        }
    }
}

void ConnectionLanes::clear()
{
    const std::uint64_t version = m_layoutVersion + 1;
    *this = ConnectionLanes();
    m_layoutVersion = version;
}

std::optional<std::uint32_t> ConnectionLanes::laneOf(std::uint8_t variant,
                                                     ConnectionId connection) const
{
    const auto found = m_laneByKey.find(keyOf(variant, connection));
    return found == m_laneByKey.end() ? std::nullopt : std::optional(found->second);
}

ConnectionLanes::Lane &ConnectionLanes::lane(std::uint8_t variant, ConnectionId connection)
{
    const auto next = static_cast<std::uint32_t>(m_lanes.size());
    const auto [found, isNew] = m_laneByKey.try_emplace(keyOf(variant, connection), next);
    if (isNew) {
        Lane added;
        added.variant = variant;
        added.connection = connection;
        m_lanes.push_back(std::move(added));
        group(variant).lanes.push_back(next);
        ++m_layoutVersion;
    }
    return m_lanes[found->second];
}

ConnectionLanes::Group &ConnectionLanes::group(std::uint8_t variant)
{
    const auto place = std::ranges::lower_bound(m_groups, variant, {}, &Group::variant);
    if (place != m_groups.end() && place->variant == variant)
        return *place;
    Group added;
    added.variant = variant;
    return *m_groups.insert(place, std::move(added));
}

void ConnectionLanes::takeRequest(const RequestRecord &record, std::uint32_t position)
{
    Lane &to = lane(record.variant, record.connection);
    add(to, to.requests, record.points, RequestNode::of(record),
        RequestBrief::of(record, position));
    ++group(record.variant).requests;
}

void ConnectionLanes::takeAttempt(const AttemptRecord &record, std::uint32_t position)
{
    Lane &to = lane(record.variant, record.connection);
    add(to, to.attempts, record.points, RequestNode::of(record),
        RequestBrief::of(record, position));
}

void ConnectionLanes::add(Lane &to, Series &series, const TimePoints &points,
                          const RequestNode &node, const RequestBrief &brief)
{
    const int before = to.packing.count();
    const std::uint8_t track = to.packing.place(serviceBegin(points), node.end);
    if (to.packing.count() != before && track > 0)
        ++m_layoutVersion;
    if (points.opened.has() && !to.hasLimitWaits) {
        to.hasLimitWaits = true;
        ++m_layoutVersion;
    }
    if (series.tracks.empty() && track > 0)
        series.tracks.assign(series.items.size(), 0);
    if (!series.tracks.empty() || track > 0)
        appendTight(series.tracks, track);
    appendTight(series.items, brief);
    series.pyramid.append(node);
    noteDuration(node);
}

void ConnectionLanes::takeEvent(const ConnectionEvent &event, std::uint32_t position)
{
    Lane &to = lane(event.variant, event.connection);
    if (event.kind == ConnectionEventKind::Opening)
        to.opened = event.at;
    if (event.kind == ConnectionEventKind::Closed)
        to.closed = event.at;
    if (event.kind == ConnectionEventKind::Http2)
        to.isHttp2 = true;
    if (isIncident(event.kind))
        appendTight(to.incidents, position);

    const auto takeLimit = [&](auto &known) {
        if (known != event.value)
            appendTight(to.limits, position);
        known = event.value;
    };
    if (event.kind == ConnectionEventKind::Hint)
        takeLimit(to.hint);
    if (event.kind == ConnectionEventKind::ExpiryPlanned)
        takeLimit(to.expiry);
    if (event.kind == ConnectionEventKind::SettingsReceived)
        takeLimit(to.maxStreams);
}

void ConnectionLanes::noteDuration(const RequestNode &node)
{
    const Nanoseconds duration = node.longest.value();
    m_shortest = std::min(m_shortest.value_or(duration), duration);
    m_longest = std::max(m_longest, duration);
}

} // namespace reusescope
