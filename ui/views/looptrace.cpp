// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/looptrace.h"

#include <algorithm>
#include <ranges>

namespace reusescope {
namespace {

Nanoseconds valueOf(CompactDuration duration)
{
    return duration.has() ? duration.value() : Nanoseconds{0};
}

} // namespace

PhaseNode PhaseNode::of(const PhaseRecord &record)
{
    PhaseNode node;
    const TimeRange when = extent(record);
    node.begin = when.begin;
    node.end = when.end;
    // A phase that took less than the clock resolves still took place.
    node.busy[static_cast<std::size_t>(record.phase)] =
        std::max(1.0F, static_cast<float>(busyTime(record).count()));
    node.slept = static_cast<float>(valueOf(record.slept).count());
    node.firstTurn = node.lastTurn = record.turn;
    return node;
}

void PhaseNode::merge(const PhaseNode &other)
{
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
    for (std::size_t phase = 0; phase < busy.size(); ++phase)
        busy[phase] += other.busy[phase];
    slept += other.slept;
    firstTurn = std::min(firstTurn, other.firstTurn);
    lastTurn = std::max(lastTurn, other.lastTurn);
    count += other.count;
}

void PositionRuns::append(std::size_t position)
{
    if (m_size == 0 || position != m_next)
        m_runs.push_back({m_size, position});
    ++m_size;
    m_next = position + 1;
}

std::size_t PositionRuns::operator[](std::size_t number) const
{
    const auto next = std::ranges::upper_bound(m_runs, number, {}, &Run::number);
    const Run &run = *std::prev(next);
    return run.position + (number - run.number);
}

void LoopTrace::take(const Recording &recording)
{
    const auto &phases = recording.phases();
    for (; m_phasesTaken < phases.size(); ++m_phasesTaken) {
        const PhaseRecord record = phases[m_phasesTaken];
        Loop &to = loopOf(record.variant);
        to.phases.append(m_phasesTaken);
        to.phasePyramid.append(PhaseNode::of(record));
    }
    const auto &requests = recording.requests();
    for (; m_requestsTaken < requests.size(); ++m_requestsTaken) {
        const RequestRecord &record = requests[m_requestsTaken];
        Loop &to = loopOf(record.variant);
        to.requests.append(m_requestsTaken);
        to.requestPyramid.append(RequestNode::of(record));
    }
    const auto &batches = recording.frameBatches();
    for (; m_batchesTaken < batches.size(); ++m_batchesTaken)
        loopOf(batches[m_batchesTaken].variant).batches.append(m_batchesTaken);
}

TurnFrames LoopTrace::framesOf(const Recording &recording, const Loop &loop, std::uint32_t turn)
{
    const auto batch = [&](std::size_t number) -> const FrameBatch & {
        return recording.frameBatches()[loop.batches[number]];
    };
    const auto numbers = std::views::iota(std::size_t{0}, loop.batches.size());
    const auto first = std::ranges::lower_bound(
        numbers, turn, {}, [&](std::size_t number) { return batch(number).turn; });
    TurnFrames frames;
    for (auto number = first; number != numbers.end() && batch(*number).turn == turn; ++number) {
        frames.received += batch(*number).received;
        frames.sent += batch(*number).sent;
        frames.open += batch(*number).open;
        ++frames.connections;
    }
    return frames;
}

void LoopTrace::clear()
{
    *this = LoopTrace();
}

const LoopTrace::Loop *LoopTrace::loop(std::uint8_t variant) const
{
    const auto place = std::ranges::lower_bound(m_loops, variant, {}, &Loop::variant);
    return place != m_loops.end() && place->variant == variant ? &*place : nullptr;
}

LoopTrace::Loop &LoopTrace::loopOf(std::uint8_t variant)
{
    const auto place = std::ranges::lower_bound(m_loops, variant, {}, &Loop::variant);
    if (place != m_loops.end() && place->variant == variant)
        return *place;
    Loop added;
    added.variant = variant;
    return *m_loops.insert(place, std::move(added));
}

TimeRange extent(const PhaseRecord &record)
{
    return {record.start, record.start + valueOf(record.duration)};
}

Nanoseconds busyTime(const PhaseRecord &record)
{
    return std::max(Nanoseconds{0}, valueOf(record.duration) - valueOf(record.slept));
}

} // namespace reusescope
