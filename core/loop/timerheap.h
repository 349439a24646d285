// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace reusescope {

class TimerHandle;

/// The started timers of a loop, ordered by (due, order of starting). Links, does not own.
///
/// Thread: loop thread only. Each timer knows its place, so that leaving costs O(log n).
class TimerHeap
{
public:
    void insert(TimerHandle &timer);
    void remove(TimerHandle &timer);
    std::vector<TimerHandle *> inOrder() const; ///< for showing; allocates
    TimerHandle *earliest() const { return m_timers.empty() ? nullptr : m_timers.front(); }

private:
    void place(TimerHandle &timer, std::size_t index);
    void siftUp(std::size_t index);
    void siftDown(std::size_t index);

    std::vector<TimerHandle *> m_timers; // a binary heap
};

} // namespace reusescope
