// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/views/pyramid.h"
#include "ui/views/requestnode.h"
#include "ui/views/trackpacking.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace reusescope {

/// What a recording holds, sorted into a lane per connection: the data behind TimelineView. It
/// keeps no copies of records: 18 bytes per request, 19 where several are in service at a time.
///
/// Thread: one at a time. Grows with the recording by take().
class ConnectionLanes
{
public:
    using RequestPyramid = Pyramid<RequestNode, 32>;

    /// Requests, or attempts, of a connection in order of their end.
    struct Series
    {
        std::vector<RequestBrief> items; ///< positions: Recording::requests() or attempts()
        RequestPyramid pyramid;
        /// The track of each; empty as long as one is enough.
        std::vector<std::uint8_t> tracks;

        int trackOf(std::size_t item) const { return tracks.empty() ? 0 : tracks[item]; }
    };

    struct Lane
    {
        std::uint8_t variant = 0;
        ConnectionId connection; ///< none: requests that never got one
        std::optional<Nanoseconds> opened;
        std::optional<Nanoseconds> closed;
        Series requests;
        Series attempts; ///< those that did not settle their request
        /// Positions in Recording::connectionEvents() of what happened to the connection.
        std::vector<std::uint32_t> incidents;
        /// The same of hints, planned expiries and stream limits, only where the value differs from
        /// the one before: most connections repeat theirs with every response.
        std::vector<std::uint32_t> limits;
        /// Requests in service at the same time (pipelining, streams) lie on tracks below each
        /// other.
        TrackPacking packing;
        bool isHttp2 = false;
        bool hasLimitWaits = false; ///< requests have waited for a free stream
        std::uint32_t hint = 0;
        std::uint32_t expiry = 0;
        std::optional<std::uint32_t> maxStreams; ///< HTTP/2: that the peer allows, by its SETTINGS

        int trackCount() const { return std::max(1, packing.count()); }
    };

    /// The lanes of a variant, in order of opening.
    struct Group
    {
        std::uint8_t variant = 0;
        std::vector<std::uint32_t> lanes;
        std::uint64_t requests = 0;
    };

    /// Takes in what has arrived since the last call.
    void take(const Recording &recording);
    void clear();

    bool isEmpty() const { return m_lanes.empty(); }
    const std::vector<Lane> &lanes() const { return m_lanes; }
    const std::vector<Group> &groups() const { return m_groups; } ///< by variant, ascending
    std::optional<std::uint32_t> laneOf(std::uint8_t variant, ConnectionId connection) const;
    /// Changes when lanes or tracks were added: when the view has to be laid out again.
    std::uint64_t layoutVersion() const { return m_layoutVersion; }
    /// Durations of all requests; 0 while there is none.
    Nanoseconds shortest() const { return m_shortest.value_or(Nanoseconds{0}); }
    Nanoseconds longest() const { return m_longest; }

private:
    Lane &lane(std::uint8_t variant, ConnectionId connection);
    Group &group(std::uint8_t variant);
    void takeRequest(const RequestRecord &record, std::uint32_t position);
    void takeAttempt(const AttemptRecord &record, std::uint32_t position);
    void takeEvent(const ConnectionEvent &event, std::uint32_t position);
    void add(Lane &to, Series &series, const TimePoints &points, const RequestNode &node,
             const RequestBrief &brief);
    void noteDuration(const RequestNode &node);

    std::vector<Lane> m_lanes; // in order of opening
    std::vector<Group> m_groups;
    std::unordered_map<std::uint64_t, std::uint32_t> m_laneByKey;
    std::size_t m_requestsTaken = 0;
    std::size_t m_attemptsTaken = 0;
    std::size_t m_eventsTaken = 0;
    std::uint64_t m_layoutVersion = 0;
    std::optional<Nanoseconds> m_shortest;
    Nanoseconds m_longest{0};
};

/// Whether the event is a mark of its own in a lane, rather than a step of every request.
bool isIncident(ConnectionEventKind kind);

} // namespace reusescope
