// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/summary.h"

#include <algorithm>

namespace reusescope {

namespace {

// Longest first; equal ones in the order of the requests, so that a result does not depend on how
// it was collected.
bool isLonger(const Stall &a, const Stall &b)
{
    return a.duration != b.duration ? a.duration > b.duration : a.request < b.request;
}

bool endsBeforeWrite(Segment which)
{
    return which != Segment::FirstByte && which != Segment::LastByte;
}

} // namespace

void Summary::add(const RequestRecord &record)
{
    if (record.warmup)
        return;
    ++m_settled;
    ++m_outcomes[static_cast<std::size_t>(record.outcome)];

    const bool answered = isOk(record.outcome) || record.outcome == Outcome::FailedPoison;
    if (answered && record.points.done.has()) {
        const Nanoseconds latency = record.points.done.value();
        m_latency.add(latency);
        if (record.intended.has())
            m_fromIntended.add(latency + record.intended.value());
    }
    for (const Segment which : kSegments) {
        const std::optional<Nanoseconds> duration = reusescope::segment(record.points, which);
        if (!duration)
            continue;
        m_segments[static_cast<std::size_t>(which)].add(*duration);
        if (*duration >= kStallAtLeast)
            addSlow(record, which, *duration);
    }
    if (const auto parts = connectParts(record.points)) {
        m_connectTcp.add(parts->tcp);
        m_connectTls.add(parts->tls);
    }
    if (record.reused && record.points.sent.has() && record.pollsBeforeWrite != kPollsUnknown)
        ++m_polls[record.pollsBeforeWrite];
}

void Summary::addSlow(const RequestRecord &record, Segment which, Nanoseconds duration)
{
    Slow &slow = m_slow[static_cast<std::size_t>(which)];
    ++slow.count;
    const bool slept = endsBeforeWrite(which) && record.sleep.slept.has();
    const Stall stall{record.index, which, duration, record.queuedFrom,
                      slept ? record.sleep.wokenBy : WokenBy::Nothing};
    // A heap with the least of the longest in front.
    if (slow.longest.size() < kStallsListed) {
        slow.longest.reserve(kStallsListed);
        slow.longest.push_back(stall);
    } else if (isLonger(stall, slow.longest.front())) {
        std::pop_heap(slow.longest.begin(), slow.longest.end(), isLonger);
        slow.longest.back() = stall;
    } else {
        return;
    }
    std::push_heap(slow.longest.begin(), slow.longest.end(), isLonger);
}

std::uint64_t Summary::failed() const
{
    std::uint64_t ok = 0;
    for (const Outcome outcome : {Outcome::OkFresh, Outcome::OkReused, Outcome::OkReplayed})
        ok += count(outcome);
    return m_settled - ok;
}

Nanoseconds Summary::stallThreshold(Segment which) const
{
    if (which == Segment::Validate)
        return kStallAtLeast;
    // Rounded to a bucket's edge: there the count is exact and agrees with the list.
    return std::max(kStallAtLeast,
                    Histogram::bucketLow(segment(which).percentile(0.5) * kStallMedians));
}

std::uint64_t Summary::stallCount() const
{
    std::uint64_t stalls = 0;
    for (const Segment which : kSegments) {
        const Nanoseconds threshold = stallThreshold(which);
        stalls += threshold == kStallAtLeast ? m_slow[static_cast<std::size_t>(which)].count
                                             : segment(which).countAtOrAbove(threshold);
    }
    return stalls;
}

std::vector<Stall> Summary::stalls() const
{
    std::vector<Stall> out;
    for (const Segment which : kSegments) {
        const Nanoseconds threshold = stallThreshold(which);
        for (const Stall &slow : m_slow[static_cast<std::size_t>(which)].longest) {
            if (slow.duration >= threshold)
                out.push_back(slow);
        }
    }
    std::sort(out.begin(), out.end(), isLonger);
    if (out.size() > kStallsListed)
        out.resize(kStallsListed);
    return out;
}

std::optional<DelayedAck> delayedAck(const Summary &summary)
{
    constexpr Nanoseconds kFast = Milliseconds{10};
    constexpr Nanoseconds kToothFrom = Milliseconds{38};
    constexpr Nanoseconds kToothTo = Milliseconds{55};
    constexpr std::uint64_t kFewest = 10;
    constexpr std::uint64_t kLeastShare = 10; // one of so many
    constexpr std::uint64_t kStrayShare = 20; // likewise, at most
    for (const Segment which : {Segment::LastByte, Segment::FirstByte}) {
        const Histogram &times = summary.segment(which);
        const std::uint64_t all = times.count();
        const std::uint64_t fast = all - times.countAtOrAbove(kFast);
        const std::uint64_t between =
            times.countAtOrAbove(kFast) - times.countAtOrAbove(kToothFrom);
        const std::uint64_t tooth =
            times.countAtOrAbove(kToothFrom) - times.countAtOrAbove(kToothTo);
        if (tooth < kFewest || tooth * kLeastShare < all || between * kStrayShare > all)
            continue;
        if (which == Segment::FirstByte && fast * kStrayShare < all)
            continue;
        return DelayedAck{which, tooth, all};
    }
    return std::nullopt;
}

} // namespace reusescope
