// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/timepoints.h"

#include <algorithm>

namespace reusescope {

namespace {

CompactDuration endOf(const TimePoints &points, Segment which)
{
    switch (which) {
    case Segment::Queue: return points.assigned;
    case Segment::Connect: return points.connected;
    case Segment::Validate: return points.validated;
    case Segment::Limit: return points.opened;
    case Segment::Write: return points.sent;
    case Segment::FirstByte: return points.firstByte;
    // The end of a request that never got a byte closes no segment.
    case Segment::LastByte: return points.firstByte.has() ? points.done : CompactDuration();
    }
    return {};
}

} // namespace

std::string_view name(Segment segment)
{
    switch (segment) {
    case Segment::Queue: return "queue";
    case Segment::Connect: return "connect";
    case Segment::Validate: return "validate";
    case Segment::Limit: return "limit";
    case Segment::Write: return "write";
    case Segment::FirstByte: return "first-byte";
    case Segment::LastByte: return "last-byte";
    }
    return "unknown";
}

std::optional<Nanoseconds> segmentStart(const TimePoints &points, Segment which)
{
    if (!endOf(points, which).has())
        return std::nullopt;

    Nanoseconds latest{0};
    const auto pass = [&latest](CompactDuration point) {
        if (point.has())
            latest = std::max(latest, point.value());
    };

    if (which == Segment::Queue)
        return latest;
    pass(points.assigned);
    // A request can be validated and, when the verdict was bad, wait for a new connection, or the
    // other way round: these two follow each other in the order of their times.
    const bool both = points.connected.has() && points.validated.has();
    const bool connectedFirst = both && points.connected.value() <= points.validated.value();
    if (which == Segment::Connect) {
        if (both && !connectedFirst)
            pass(points.validated);
        return latest;
    }
    if (which == Segment::Validate) {
        if (connectedFirst)
            pass(points.connected);
        return latest;
    }
    pass(points.connected);
    pass(points.validated);
    if (which == Segment::Limit)
        return latest;
    pass(points.opened);
    if (which == Segment::Write)
        return latest;
    pass(points.sent);
    if (which == Segment::FirstByte)
        return latest;
    pass(points.firstByte);
    return latest;
}

std::optional<ConnectParts> connectParts(const TimePoints &points)
{
    const std::optional<Nanoseconds> start = segmentStart(points, Segment::Connect);
    if (!start || !points.transport.has())
        return std::nullopt;
    return ConnectParts{points.transport.value() - *start,
                        points.connected.value() - points.transport.value()};
}

std::optional<Nanoseconds> segment(const TimePoints &points, Segment which)
{
    const std::optional<Nanoseconds> start = segmentStart(points, which);
    if (!start)
        return std::nullopt;
    // A response can begin before the request is sent completely; what is counted once as write
    // must not be counted again, or the parts would exceed the whole.
    return std::max(endOf(points, which).value() - *start, Nanoseconds{0});
}

} // namespace reusescope
