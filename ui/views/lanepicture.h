// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/connectionlanes.h"
#include "ui/views/timescale.h"

#include <cstdint>
#include <vector>

namespace reusescope {

/// What a lane of the timeline shows in a range: bars for requests that are wide enough, for all
/// others columns of a pixel with their shortest and longest latency. Pure geometry; its vectors
/// are kept from one frame to the next, so that painting allocates nothing.
struct LanePicture
{
    static constexpr double kBarPixels = 3; ///< narrower requests become part of columns

    struct Column
    {
        Nanoseconds shortest{0};
        Nanoseconds longest{0};
        std::uint32_t count = 0; ///< 0: nothing, the rest has no meaning
        std::uint32_t failed = 0;
        std::uint32_t moved = 0;
        Segment slowest = Segment::Queue; ///< took most of the longest
    };

    struct Bar
    {
        std::uint32_t item = 0; ///< in the series
        bool isAttempt = false;
    };

    std::vector<Column> columns; ///< by pixel of the plot
    std::vector<int> queueSteps; ///< by pixel: how many more wait there than in the one before
    std::vector<Bar> bars;
    bool hasColumns = false;

    /// Every request is in each column that it touches, in ones next to it at most.
    void gather(const TimeScale &scale, const Recording &recording,
                const ConnectionLanes::Lane &lane);

private:
    void gather(const TimeScale &scale, const Recording &recording,
                const ConnectionLanes::Series &series, bool isAttempts);
    void addWaiting(int first, int last);
    void add(int first, int last, const Column &what);
};

/// Heights on a logarithmic scale of latencies.
class LatencyScale
{
public:
    LatencyScale() = default;
    LatencyScale(Nanoseconds low, Nanoseconds high);

    /// 0 for low() or less, `height` for high() or more.
    int height(Nanoseconds latency, int height) const;
    Nanoseconds low() const { return m_low; }
    Nanoseconds high() const { return m_high; }

private:
    Nanoseconds m_low{1};
    Nanoseconds m_high{10};
    float m_logLow = 0;
    float m_perLog = 1;
};

} // namespace reusescope
