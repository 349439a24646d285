// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/handle.h"

#include "core/loop/phaseloop.h"

#include <cassert>

namespace reusescope {

Handle::Handle(PhaseLoop &loop) : m_loop(loop)
{
    m_loop.checkThread();
    ++m_loop.m_handles;
}

Handle::~Handle()
{
    m_loop.checkThread();
    assert(!m_active && "the derived class stops itself");
    m_loop.forget(*this);
}

void Handle::ref()
{
    if (!m_referenced && m_active)
        ++m_loop.m_activeReferenced;
    m_referenced = true;
}

void Handle::unref()
{
    if (m_referenced && m_active)
        --m_loop.m_activeReferenced;
    m_referenced = false;
}

void Handle::close(Callback closed)
{
    m_loop.checkThread();
    assert(!m_closing && "closed twice");
    stopForClose();
    m_closing = true;
    m_closed = std::move(closed);
    m_loop.m_closing.pushFront(*this);
}

void Handle::callAgain()
{
    m_loop.m_again = this;
}

void Handle::setActive(bool active)
{
    m_loop.checkThread();
    assert(!(active && m_closing) && "started after close");
    if (m_active == active)
        return;
    m_active = active;
    if (m_referenced)
        m_loop.m_activeReferenced += active ? 1 : -1;
}

TimerHandle::TimerHandle(PhaseLoop &loop, const char *label, Callback fired)
    : Handle(loop), m_label(label), m_fired(std::move(fired)), m_id{++loop.m_lastTimerId}
{ }

TimerHandle::~TimerHandle()
{
    stop();
}

void TimerHandle::start(Milliseconds timeout, Milliseconds repeat)
{
    assert(timeout.count() >= 0 && repeat.count() >= 0);
    stop();
    const Milliseconds now = loop().now();
    m_due = timeout > Milliseconds::max() - now ? Milliseconds::max() : now + timeout;
    m_repeat = repeat;
    m_startOrder = loop().m_nextStartOrder++;
    loop().m_timers.insert(*this);
    setActive(true);
}

void TimerHandle::stop()
{
    if (isActive())
        loop().m_timers.remove(*this);
    else if (!isClosing())
        unlink(); // collected to fire in the pass under way
    setActive(false);
}

void TimerHandle::again()
{
    if (m_repeat.count() > 0)
        start(m_repeat, m_repeat);
}

PhaseHandle::PhaseHandle(PhaseLoop &loop, Kind kind, Callback called)
    : Handle(loop), m_kind(kind), m_called(std::move(called)), m_skipped(!m_called)
{ }

PhaseHandle::~PhaseHandle()
{
    stop();
}

void PhaseHandle::start()
{
    if (isActive())
        return;
    setActive(true);
    loop().handlesOf(m_kind).pushFront(*this);
}

void PhaseHandle::stop()
{
    if (!isActive())
        return;
    setActive(false);
    unlink();
}

IoWatcher::IoWatcher(PhaseLoop &loop, IoCallback ready)
    : Handle(loop), m_ready(std::move(ready)) { }

IoWatcher::~IoWatcher()
{
    stop();
}

void IoWatcher::start(int fd, IoEvents interest)
{
    assert(fd >= 0);
    assert(any(interest)
           && !any(interest & (IoEvents::Hangup | IoEvents::Error | IoEvents::Unwatched)));
    if (isActive() && fd != m_fd)
        stop();
    IoWatcher *&slot = loop().watcherSlot(fd); // first: it may find no memory
    setActive(true);
    m_fd = fd;
    m_interest = interest;
    assert((!slot || slot == this) && "a descriptor has one watcher");
    slot = this;
    if (m_interest == m_registered)
        unlink(); // changed and changed back before the poller heard of it
    else if (!isLinked())
        loop().m_registrations.pushBack(*this);
}

void IoWatcher::stop()
{
    if (!isActive())
        return;
    setActive(false);
    unlink();
    if (any(m_registered))
        loop().m_poller->watch(m_fd, IoEvents::None);
    m_registered = m_interest = IoEvents::None;
    loop().watcherSlot(m_fd) = nullptr;
    m_fd = -1;
}

void IoWatcher::applyRegistration()
{
    unlink();
    loop().m_poller->watch(m_fd, m_interest);
    m_registered = m_interest;
}

} // namespace reusescope
