// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/connectionlanes.h"
#include "ui/views/timescale.h"

#include <cstdint>
#include <vector>

namespace reusescope {

/// What a lane of the timeline shows in a range: bars for requests that are wide enough, for all
/// others columns of a pixel with their shortest and longest latency. Where many requests are in
/// service at a time, their bars lie on tracks below each other; when those are too thin, or not
/// enough, or the bars too many, everything in the range is shown as columns instead. Pure
/// geometry; its vectors are kept from one frame to the next, so that painting allocates nothing.
struct LanePicture
{
    static constexpr double kBarPixels = 3; ///< narrower requests become part of columns
    static constexpr int kMixedTracks = 8; ///< with more, a lane shows either bars or columns
    static constexpr int kTrackPixels = 3; ///< lower tracks show no bars
    static constexpr std::size_t kMostBars = 16'000; ///< on more than kMixedTracks

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
        bool isNarrow = false; ///< less than kBarPixels wide: painted last, or it would be covered
    };

    std::vector<Column> columns; ///< by pixel of the plot
    std::vector<int> queueSteps; ///< by pixel: how many more wait there than in the one before
    std::vector<int> limitSteps; ///< the same of those that wait for a stream
    std::vector<Bar> bars;
    std::vector<bool> covered; ///< by pixel: a bar is there
    bool hasColumns = false;

    /// Every request is a bar, or in each column that it touches and in ones next to it at most.
    /// `trackHeight`: pixels of a track.
    void gather(const TimeScale &scale, const Recording &recording,
                const ConnectionLanes::Lane &lane, int trackHeight);

private:
    enum class Mode {
        Mixed, ///< wide ones as bars, others in columns
        Stacked, ///< all as bars
        Density, ///< all in columns
    };

    void start(const TimeScale &scale);
    bool gatherAll(const TimeScale &scale, const Recording &recording,
                   const ConnectionLanes::Lane &lane, Mode mode);
    bool gather(const TimeScale &scale, const Recording &recording,
                const ConnectionLanes::Series &series, bool isAttempts, Mode mode);
    void addBar(int first, int last, Bar bar);
    static void addWaiting(std::vector<int> &steps, int first, int last);
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
