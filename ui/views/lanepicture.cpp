// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/lanepicture.h"

#include <algorithm>
#include <bit>

namespace reusescope {
namespace {

/// The begin of a wait is as precise as the brief up to here, where its rounding reaches a pixel;
/// reading the records of all that wait would take longer than a frame when very many do.
constexpr double kBriefPixels = 64;

/// The logarithm to the base 2 to 0.01, increasing: exact enough for pixels, and many times faster
/// than std::log2(), of which a frame would need some 100,000.
float roughLog2(Nanoseconds value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value.count()));
    const float exponent = static_cast<float>(bits >> 23) - 127;
    const float mantissa = static_cast<float>(bits & 0x7fffffu) * 0x1p-23F;
    return exponent + mantissa + 0.34F * mantissa * (1 - mantissa);
}

} // namespace

void LanePicture::gather(const TimeScale &scale, const Recording &recording,
                         const ConnectionLanes::Lane &lane, int trackHeight)
{
    if (lane.trackCount() <= kMixedTracks) {
        gatherAll(scale, recording, lane, Mode::Mixed);
        return;
    }
    if (trackHeight >= kTrackPixels && gatherAll(scale, recording, lane, Mode::Stacked))
        return;
    gatherAll(scale, recording, lane, Mode::Density);
}

void LanePicture::start(const TimeScale &scale)
{
    const auto width = static_cast<std::size_t>(scale.width());
    columns.assign(width, Column());
    queueSteps.assign(width, 0);
    limitSteps.assign(width, 0);
    covered.assign(width, false);
    bars.clear();
    hasColumns = false;
}

bool LanePicture::gatherAll(const TimeScale &scale, const Recording &recording,
                            const ConnectionLanes::Lane &lane, Mode mode)
{
    start(scale);
    return gather(scale, recording, lane.requests, false, mode)
        && gather(scale, recording, lane.attempts, true, mode);
}

/// False: it cannot be shown in this mode.
bool LanePicture::gather(const TimeScale &scale, const Recording &recording,
                         const ConnectionLanes::Series &series, bool isAttempts, Mode mode)
{
    const Nanoseconds origin = recording.origin();
    const TimeRange range{scale.range().begin + origin, scale.range().end + origin};
    const auto column = [&](Nanoseconds time) { return scale.column(time - origin); };
    bool fits = true;
    series.pyramid.visit(
        range.begin, range.end, scale.duration(1),
        [&](const RequestNode &node) {
            fits = fits && mode != Mode::Stacked;
            add(column(node.begin), column(node.end),
                {node.shortest.value(), node.longest.value(), node.count, node.failed, node.moved,
                 node.slowestSegment()});
        },
        [&](std::size_t position) {
            const RequestBrief &item = series.items[position];
            const Nanoseconds latency = item.latency();
            if (!fits || item.end() < range.begin || item.end() - latency > range.end)
                return;
            Nanoseconds service = item.end() - item.service();
            const double waiting = scale.pixels(latency - item.service());
            if (waiting >= 1 && scale.pixels(latency) < kBriefPixels) {
                std::vector<int> &steps =
                    item.slowestSegment() == Segment::Limit ? limitSteps : queueSteps;
                addWaiting(steps, column(item.end() - latency), column(service));
            } else if (waiting >= 1) {
                const TimePoints &points = isAttempts
                    ? recording.attempts()[item.position()].points
                    : recording.requests()[item.position()].points;
                service = serviceBegin(points);
                const auto limit = segmentStart(points, Segment::Limit);
                const int queueEnd = column(limit ? points.queued + *limit : service);
                addWaiting(queueSteps, column(points.queued), queueEnd);
                addWaiting(limitSteps, queueEnd, column(service));
            }
            const bool isNarrow = scale.pixels(item.end() - service) < kBarPixels;
            if (mode == Mode::Stacked || (mode == Mode::Mixed && !isNarrow)) {
                addBar(column(service), column(item.end()),
                       {static_cast<std::uint32_t>(position), isAttempts, isNarrow});
                fits = mode == Mode::Mixed
                    || (bars.size() <= kMostBars
                        && series.trackOf(position) != TrackPacking::kNoTrack);
                return;
            }
            add(column(service), column(item.end()),
                {latency, latency, 1, item.isFailed() ? 1u : 0u, item.isMoved() ? 1u : 0u,
                 item.slowestSegment()});
        });
    return fits;
}

void LanePicture::addBar(int first, int last, Bar bar)
{
    const int end = static_cast<int>(covered.size());
    if (last < 0 || first >= end)
        return;
    for (int each = std::max(first, 0); each <= std::min(last, end - 1); ++each)
        covered[static_cast<std::size_t>(each)] = true;
    bars.push_back(bar);
}

void LanePicture::addWaiting(std::vector<int> &steps, int first, int last)
{
    if (first >= last || last < 0 || first >= static_cast<int>(steps.size()))
        return;
    ++steps[static_cast<std::size_t>(std::max(first, 0))];
    if (last < static_cast<int>(steps.size()))
        --steps[static_cast<std::size_t>(last)];
}

void LanePicture::add(int first, int last, const Column &what)
{
    first = std::max(first, 0);
    last = std::min(last, static_cast<int>(columns.size()) - 1);
    hasColumns = hasColumns || first <= last;
    for (int each = first; each <= last; ++each) {
        Column &column = columns[static_cast<std::size_t>(each)];
        if (column.count == 0) {
            column = what;
            continue;
        }
        column.shortest = std::min(column.shortest, what.shortest);
        if (what.longest > column.longest) {
            column.longest = what.longest;
            column.slowest = what.slowest;
        }
        column.count += what.count;
        column.failed += what.failed;
        column.moved += what.moved;
    }
}

LatencyScale::LatencyScale(Nanoseconds low, Nanoseconds high)
    : m_low(std::max(low, Nanoseconds{1})),
      m_high(std::max(high, 10 * m_low)),
      m_logLow(roughLog2(m_low)),
      m_perLog(1 / (roughLog2(m_high) - m_logLow))
{ }

int LatencyScale::height(Nanoseconds latency, int height) const
{
    if (latency <= m_low)
        return 0;
    const float share = (roughLog2(latency) - m_logLow) * m_perLog;
    return std::min(height, static_cast<int>(share * static_cast<float>(height) + 0.5F));
}

} // namespace reusescope
