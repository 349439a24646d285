// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/coarsetimer.h"

#include "core/loop/phaseloop.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace reusescope {

CoarseTimerQueue::CoarseTimerQueue(PhaseLoop &loop) : m_tick(loop, tickLabel(), [this] { tick(); })
{
    m_tick.unref();
}

CoarseTimerQueue::~CoarseTimerQueue()
{
    // Places of destroyed ones are left when a callback has thrown.
    assert(std::count(m_listed.begin(), m_listed.end(), nullptr)
               == static_cast<std::ptrdiff_t>(m_listed.size())
           && "a coarse timer outlives its queue");
}

void CoarseTimerQueue::tick()
{
    m_now += kTick;
    m_ticking = true;
    std::size_t index = 0;
    std::size_t last =
        m_listed.size(); // what callbacks add is behind it and waits for the next tick
    while (index < last) {
        if (m_listed[index])
            advance(*m_listed[index]);
        CoarseTimer *timer = m_listed[index]; // the callback may have destroyed it
        if (timer && timer->isArmed()) {
            ++index;
            continue;
        }
        if (timer)
            timer->m_state = CoarseTimer::State::NotListed;
        put(m_listed[--last], index);
        m_listed[last] = nullptr;
    }
    m_ticking = false;
    std::size_t kept = 0;
    for (CoarseTimer *timer : m_listed) {
        if (timer)
            put(timer, kept++);
    }
    m_listed.resize(kept);
    if (!m_listed.empty())
        restartTick();
}

void CoarseTimerQueue::advance(CoarseTimer &timer)
{
    if (timer.m_state == CoarseTimer::State::Pending) {
        timer.m_start = m_now - kTick;
        timer.m_state = CoarseTimer::State::Active;
    } else if (timer.m_state == CoarseTimer::State::Active
               && m_now >= timer.m_start + timer.m_delay) {
        timer.m_state = CoarseTimer::State::ToBeCleared;
        // Moved out for the call, so that it may destroy the timer that holds it.
        Callback running = std::move(timer.m_fired);
        m_called = &timer;
        running();
        if (m_called)
            m_called->m_fired = std::move(running);
        m_called = nullptr;
    }
}

void CoarseTimerQueue::restartTick()
{
    m_tick.loop().updateTime(); // Node counts from the fresh time
    m_tick.start(kTick);
}

void CoarseTimerQueue::add(CoarseTimer &timer)
{
    if (timer.m_state == CoarseTimer::State::NotListed) {
        timer.m_place = m_listed.size();
        m_listed.push_back(&timer);
    }
    timer.m_state = CoarseTimer::State::Pending; // first: the tick's timer may find no memory
    // With the only timer the tick is made to count from now.
    if (m_listed.size() == 1)
        restartTick();
}

void CoarseTimerQueue::remove(const CoarseTimer &timer)
{
    assert(m_listed[timer.m_place] == &timer);
    if (m_ticking) {
        m_listed[timer.m_place] = nullptr;
        return;
    }
    put(m_listed.back(), timer.m_place);
    m_listed.pop_back();
}

void CoarseTimerQueue::put(CoarseTimer *timer, std::size_t place)
{
    m_listed[place] = timer;
    if (timer)
        timer->m_place = place;
}

CoarseTimer::CoarseTimer(CoarseTimerQueue &queue, Callback fired)
    : m_queue(queue), m_fired(std::move(fired))
{
    assert(m_fired);
}

CoarseTimer::~CoarseTimer()
{
    if (m_state != State::NotListed)
        m_queue.remove(*this);
    if (m_queue.m_called == this)
        m_queue.m_called = nullptr;
}

void CoarseTimer::start(Milliseconds delay)
{
    m_delay = delay;
    refresh();
}

void CoarseTimer::refresh()
{
    m_queue.add(*this);
}

void CoarseTimer::clear()
{
    if (m_state != State::NotListed)
        m_state = State::ToBeCleared;
}

} // namespace reusescope
