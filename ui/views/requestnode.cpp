// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/requestnode.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace reusescope {
namespace {

RequestNode nodeOf(const TimePoints &points)
{
    const TimeRange life = lifetime(points);
    RequestNode node;
    node.begin = life.begin;
    node.end = life.end;
    node.shortest = node.longest = CompactDuration(life.span());
    node.slowestIn = static_cast<std::uint32_t>(slowestSegment(points)) & 7u;
    return node;
}

void addSaturating(std::uint16_t &to, std::uint16_t more)
{
    constexpr std::uint16_t kMost = std::numeric_limits<std::uint16_t>::max();
    to = to > kMost - more ? kMost : static_cast<std::uint16_t>(to + more);
}

} // namespace

RequestNode RequestNode::of(const RequestRecord &record)
{
    RequestNode node = nodeOf(record.points);
    node.failed = isOk(record.outcome) ? 0 : 1;
    node.moved = record.attempts > 1 ? 1 : 0;
    return node;
}

RequestNode RequestNode::of(const AttemptRecord &record)
{
    RequestNode node = nodeOf(record.points);
    node.moved = 1;
    return node;
}

void RequestNode::merge(const RequestNode &other)
{
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
    if (other.shortest.value() < shortest.value())
        shortest = other.shortest;
    if (other.longest.value() > longest.value()) {
        longest = other.longest;
        slowestIn = other.slowestIn;
    }
    count += other.count;
    addSaturating(failed, other.failed);
    addSaturating(moved, other.moved);
}

RequestBrief RequestBrief::of(const RequestRecord &record, std::uint32_t position)
{
    return {record.points, RequestNode::of(record), position};
}

RequestBrief RequestBrief::of(const AttemptRecord &record, std::uint32_t position)
{
    return {record.points, RequestNode::of(record), position};
}

RequestBrief::RequestBrief(const TimePoints &points, const RequestNode &node,
                           std::uint32_t position)
    : m_end(node.end),
      m_position(position),
      m_latency(encoded(node.end - node.begin) & 0x1fffu),
      m_service(encoded(node.end - serviceBegin(points)) & 0x1fffu),
      m_slowestIn(node.slowestIn),
      m_isFailed(node.failed > 0 ? 1 : 0),
      m_isMoved(node.moved > 0 ? 1 : 0)
{ }

std::uint32_t RequestBrief::encoded(Nanoseconds duration)
{
    const auto value = static_cast<std::uint64_t>(std::max(duration, Nanoseconds{0}).count());
    if (value < 128)
        return static_cast<std::uint32_t>(value);
    const auto exponent = static_cast<int>(std::bit_width(value)) - 8;
    const std::uint64_t mantissa = (value + (std::uint64_t{1} << exponent) - 1) >> exponent;
    // A mantissa that rounds up to 256 carries into the exponent, which lies just above it.
    return static_cast<std::uint32_t>(128 * (exponent + 1)) + static_cast<std::uint32_t>(mantissa)
        - 128;
}

TimeRange lifetime(const TimePoints &points)
{
    if (points.done.has())
        return {points.queued, points.queued + points.done.value()};
    Nanoseconds length{0};
    for (const CompactDuration point : {points.assigned, points.validated, points.connected,
                                        points.opened, points.sent, points.firstByte}) {
        if (point.has())
            length = std::max(length, point.value());
    }
    return {points.queued, points.queued + length};
}

Nanoseconds serviceBegin(const TimePoints &points)
{
    for (const CompactDuration point : {points.opened, points.assigned}) {
        if (point.has())
            return points.queued + point.value();
    }
    return points.queued;
}

Segment slowestSegment(const TimePoints &points)
{
    Segment slowest = Segment::Queue;
    Nanoseconds longest{0};
    for (const Segment each : kSegments) {
        const std::optional<Nanoseconds> duration = segment(points, each);
        if (duration && *duration > longest) {
            longest = *duration;
            slowest = each;
        }
    }
    return slowest;
}

} // namespace reusescope
