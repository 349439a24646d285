// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/views/pyramid.h"
#include "ui/views/requestnode.h"

#include <array>
#include <cstdint>
#include <vector>

namespace reusescope {

/// A pyramid's summary of phase records.
struct PhaseNode
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    std::array<float, kPhaseCount> busy{}; ///< ns of callbacks, by Phase
    float slept = 0; ///< ns
    std::uint32_t firstTurn = 0;
    std::uint32_t lastTurn = 0;
    std::uint32_t count = 1;

    static PhaseNode of(const PhaseRecord &record);
    void merge(const PhaseNode &other);
};

/// Positions in a sequence that holds what several variants have recorded. A variant's come in
/// long runs, of which only the beginnings are kept.
class PositionRuns
{
public:
    void append(std::size_t position);
    std::size_t size() const { return m_size; }
    std::size_t operator[](std::size_t number) const;

private:
    struct Run
    {
        std::size_t number; ///< of the run's first
        std::size_t position;
    };
    std::vector<Run> m_runs;
    std::size_t m_size = 0;
    std::size_t m_next = 0; // the position that would continue the last run
};

/// The HTTP/2 frames of all connections in one turn.
struct TurnFrames
{
    std::uint32_t received = 0;
    std::uint32_t sent = 0;
    std::uint32_t open = 0; ///< streams, after it
    std::uint32_t connections = 0; ///< 0: no frame came or left
};

/// What a recording holds about the phase loops, one per variant: the data behind PhasesView. It
/// keeps summaries only, less than a byte per phase record.
///
/// Thread: one at a time. Grows with the recording by take().
class LoopTrace
{
public:
    struct Loop
    {
        std::uint8_t variant = 0;
        PositionRuns phases; ///< in Recording::phases()
        Pyramid<PhaseNode, 128> phasePyramid;
        PositionRuns requests; ///< in Recording::requests()
        Pyramid<RequestNode, 64> requestPyramid;
        PositionRuns batches; ///< in Recording::frameBatches()
    };

    /// Takes in what has arrived since the last call.
    void take(const Recording &recording);
    void clear();

    const std::vector<Loop> &loops() const { return m_loops; } ///< by variant, ascending
    const Loop *loop(std::uint8_t variant) const; ///< null when it has recorded nothing
    /// What one turn of a loop moved. Takes as long as finding it among all turns.
    static TurnFrames framesOf(const Recording &recording, const Loop &loop, std::uint32_t turn);

private:
    Loop &loopOf(std::uint8_t variant);

    std::vector<Loop> m_loops;
    std::size_t m_phasesTaken = 0;
    std::size_t m_requestsTaken = 0;
    std::size_t m_batchesTaken = 0;
};

/// The record's time, on its clock.
TimeRange extent(const PhaseRecord &record);
/// How much of it was spent in callbacks.
Nanoseconds busyTime(const PhaseRecord &record);

} // namespace reusescope
