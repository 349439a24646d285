// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/immediate.h"

#include <cassert>

namespace reusescope {

ImmediateQueue::ImmediateQueue(PhaseLoop &loop)
    : m_loop(loop), m_check(loop, [this] { runNext(); }), m_idle(loop, {})
{
    m_check.m_skipped = true;
    m_check.unref();
    m_check.start();
}

ImmediateQueue::~ImmediateQueue()
{
    assert(m_immediates == 0 && "an immediate outlives its queue");
}

void ImmediateQueue::runNext()
{
    if (m_aside.isEmpty()) {
        m_check.m_skipped = true;
        m_aside.takeAll(m_scheduled);
    }
    Immediate *immediate = m_aside.popFront();
    if (!immediate)
        return;
    remove(*immediate);
    // Moved out for the call, so that it may destroy the immediate that holds it.
    Callback running = std::move(immediate->m_callback);
    m_called = immediate;
    running();
    if (m_called)
        m_called->m_callback = std::move(running);
    m_called = nullptr;
    if (!m_aside.isEmpty())
        m_check.callAgain();
}

std::vector<const Immediate *> ImmediateQueue::inOrder() const
{
    std::vector<const Immediate *> immediates;
    const auto add = [&](const Immediate &immediate) { immediates.push_back(&immediate); };
    m_aside.forEach(add);
    m_scheduled.forEach(add);
    return immediates;
}

void ImmediateQueue::add(Immediate &immediate)
{
    immediate.m_scheduled = true;
    m_scheduled.pushBack(immediate);
    m_check.m_skipped = false;
    if (immediate.m_referenced)
        countReferenced(1);
}

void ImmediateQueue::remove(Immediate &immediate)
{
    immediate.m_scheduled = false;
    if (immediate.m_referenced)
        countReferenced(-1);
}

void ImmediateQueue::countReferenced(int change)
{
    m_referenced += change;
    if (m_referenced > 0)
        m_idle.start();
    else
        m_idle.stop();
}

Immediate::Immediate(ImmediateQueue &queue, Callback called)
    : m_queue(queue), m_callback(std::move(called))
{
    assert(m_callback);
    ++m_queue.m_immediates;
}

Immediate::~Immediate()
{
    cancel();
    if (m_queue.m_called == this)
        m_queue.m_called = nullptr;
    --m_queue.m_immediates;
}

void Immediate::schedule(bool referenced)
{
    if (m_scheduled)
        return;
    m_referenced = referenced;
    m_queue.add(*this);
}

void Immediate::cancel()
{
    if (!m_scheduled)
        return;
    unlink();
    m_queue.remove(*this);
}

void Immediate::setReferenced(bool referenced)
{
    if (m_scheduled && m_referenced != referenced)
        m_queue.countReferenced(referenced ? 1 : -1);
    m_referenced = referenced;
}

} // namespace reusescope
