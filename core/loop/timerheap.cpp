// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/timerheap.h"

#include "core/loop/handle.h"

#include <algorithm>
#include <cassert>

namespace reusescope {

namespace {

bool earlier(const TimerHandle &a, const TimerHandle &b)
{
    return a.dueAt() != b.dueAt() ? a.dueAt() < b.dueAt() : a.startOrder() < b.startOrder();
}

} // namespace

void TimerHeap::insert(TimerHandle &timer)
{
    m_timers.push_back(&timer);
    place(timer, m_timers.size() - 1);
    siftUp(m_timers.size() - 1);
}

void TimerHeap::remove(TimerHandle &timer)
{
    const std::size_t index = timer.m_heapIndex;
    assert(index < m_timers.size() && m_timers[index] == &timer);
    TimerHandle *last = m_timers.back();
    m_timers.pop_back();
    if (last == &timer)
        return;
    place(*last, index);
    siftUp(index);
    siftDown(last->m_heapIndex);
}

std::vector<TimerHandle *> TimerHeap::inOrder() const
{
    std::vector<TimerHandle *> timers = m_timers;
    std::sort(timers.begin(), timers.end(),
              [](const TimerHandle *a, const TimerHandle *b) { return earlier(*a, *b); });
    return timers;
}

void TimerHeap::place(TimerHandle &timer, std::size_t index)
{
    m_timers[index] = &timer;
    timer.m_heapIndex = index;
}

void TimerHeap::siftUp(std::size_t index)
{
    TimerHandle &moving = *m_timers[index];
    while (index > 0) {
        const std::size_t parent = (index - 1) / 2;
        if (!earlier(moving, *m_timers[parent]))
            break;
        place(*m_timers[parent], index);
        index = parent;
    }
    place(moving, index);
}

void TimerHeap::siftDown(std::size_t index)
{
    TimerHandle &moving = *m_timers[index];
    for (;;) {
        std::size_t child = 2 * index + 1;
        if (child >= m_timers.size())
            break;
        if (child + 1 < m_timers.size() && earlier(*m_timers[child + 1], *m_timers[child]))
            ++child;
        if (!earlier(*m_timers[child], moving))
            break;
        place(*m_timers[child], index);
        index = child;
    }
    place(moving, index);
}

} // namespace reusescope
