// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/wakeupchannel.h"

#include "core/loop/phaseloop.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace reusescope {

namespace {

Descriptor newEventFd()
{
    const int fd = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (fd < 0)
        throw std::system_error(errno, std::generic_category(), "eventfd");
    return Descriptor(fd);
}

void drain(int eventFd)
{
    std::uint64_t sends = 0;
    while (::read(eventFd, &sends, sizeof sends) < 0 && errno == EINTR) { }
}

} // namespace

WakeupChannel::WakeupChannel(PhaseLoop &loop)
    : m_loop(loop), m_eventFd(newEventFd()), m_watcher(loop, [this](IoEvents) { callNext(); })
{
    m_watcher.m_isWakeup = true;
    m_watcher.unref();
    m_watcher.start(m_eventFd.get(), IoEvents::Readable);
    m_watcher.applyRegistration();
}

WakeupChannel::~WakeupChannel()
{
    m_watcher.stop();
}

void WakeupChannel::callNext()
{
    if (m_aside.isEmpty()) {
        drain(m_eventFd.get());
        m_aside.takeAll(m_wakeups);
    }
    while (Handle *handle = m_aside.popFront()) {
        m_wakeups.pushBack(*handle);
        auto &wakeup = static_cast<Wakeup &>(*handle);
        if (!wakeup.m_sent.exchange(false))
            continue;
        ++m_loop.m_wakeups;
        m_loop.call(wakeup, wakeup.m_woken);
        if (!m_aside.isEmpty())
            m_watcher.callAgain();
        return;
    }
}

Wakeup::Wakeup(PhaseLoop &loop, Callback woken)
    : Handle(loop), m_eventFd(loop.wakeupChannel().fd()), m_woken(std::move(woken))
{
    loop.wakeupChannel().add(*this);
    setActive(true);
}

Wakeup::~Wakeup()
{
    stopForClose();
}

void Wakeup::send()
{
    if (m_sent.exchange(true))
        return; // a write is under way, or the callback
    const int savedErrno = errno; // a signal handler must leave it as it was
    const std::uint64_t one = 1;
    // EAGAIN means that the counter is full, so a wake-up is under way anyhow.
    while (::write(m_eventFd, &one, sizeof one) < 0 && errno == EINTR) { }
    errno = savedErrno;
}

void Wakeup::stopForClose()
{
    if (isActive())
        unlink();
    setActive(false);
}

} // namespace reusescope
