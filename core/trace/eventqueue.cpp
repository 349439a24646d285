// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/eventqueue.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>
#include <utility>

namespace reusescope {

EventQueue::EventQueue(std::size_t capacity, std::function<void()> notify)
    : m_ring(std::bit_ceil(std::max<std::size_t>(capacity, 1))), m_notify(std::move(notify))
{ }

void EventQueue::push(const TraceEvent &event)
{
    if (!tryPush(event))
        m_dropped.fetch_add(1, std::memory_order_relaxed);
}

void EventQueue::pushControl(const TraceEvent &event)
{
    while (!tryPush(event) && !m_abandoned.load(std::memory_order_relaxed))
        std::this_thread::sleep_for(std::chrono::microseconds(200));
}

bool EventQueue::tryPush(const TraceEvent &event)
{
    const std::size_t tail = m_tail.load(std::memory_order_relaxed);
    if (tail - m_cachedHead == m_ring.size()) {
        m_cachedHead = m_head.load(std::memory_order_acquire);
        if (tail - m_cachedHead == m_ring.size())
            return false;
    }
    m_ring[tail & (m_ring.size() - 1)] = event;
    // Here we publish, then look whether the reader has gone to rest; the reader goes to rest, then
    // looks whether something was published. Only one total order of these four makes sure that one
    // of us sees the other, hence the strongest ordering.
    m_tail.store(tail + 1, std::memory_order_seq_cst);
    if (!m_notified.load(std::memory_order_seq_cst)) {
        m_notified.store(true, std::memory_order_relaxed);
        if (m_notify)
            m_notify();
    }
    return true;
}

std::size_t EventQueue::drain(std::vector<TraceEvent> &into, std::size_t most)
{
    std::size_t taken = 0;
    while (taken < most) {
        const std::size_t head = m_head.load(std::memory_order_relaxed);
        std::size_t tail = m_tail.load(std::memory_order_acquire);
        if (tail == head) {
            m_notified.store(false, std::memory_order_seq_cst);
            tail = m_tail.load(std::memory_order_seq_cst);
            if (tail == head)
                break;
        }
        const std::size_t batch = std::min(tail - head, most - taken);
        for (std::size_t i = 0; i < batch; ++i)
            into.push_back(m_ring[(head + i) & (m_ring.size() - 1)]);
        m_head.store(head + batch, std::memory_order_release);
        taken += batch;
    }
    return taken;
}

} // namespace reusescope
