// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/ourtarget.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace reusescope::oracle {

using script::NameIndex;
using script::NameKind;

namespace {

/// poll(2) promises no order among the descriptors that are ready, epoll's is that of becoming
/// ready. So both are asked: they must find the same, and it is reported in epoll's order.
class OrderedPollPoller final : public Poller
{
public:
    void watch(int fd, IoEvents interest) override
    {
        m_poll->watch(fd, interest);
        m_epoll->watch(fd, interest);
    }

    std::span<const Ready> wait(int timeoutMs) override
    {
        const auto ordered = m_epoll->wait(timeoutMs);
        const auto found = m_poll->wait(timeoutMs);
        const auto same = [](const Ready &a, const Ready &b) {
            return a.fd == b.fd && a.events == b.events;
        };
        if (!std::is_permutation(ordered.begin(), ordered.end(), found.begin(), found.end(),
                                 same)) {
            std::fputs("poll and epoll do not find the same descriptors ready\n", stderr);
            std::abort();
        }
        return ordered;
    }

    bool interrupted() const override { return m_poll->interrupted(); }

private:
    std::unique_ptr<Poller> m_poll = makePollPoller();
    std::unique_ptr<Poller> m_epoll = makeEpollPoller();
};

/// A real poller that never sleeps: time passes outside.
class VirtualTimePoller final : public Poller
{
public:
    VirtualTimePoller(std::unique_ptr<Poller> real, Outside &outside)
        : m_real(std::move(real)), m_outside(outside)
    { }

    void watch(int fd, IoEvents interest) override { m_real->watch(fd, interest); }

    std::span<const Ready> wait(int timeoutMs) override
    {
        std::span<const Ready> ready;
        m_outside.wait(timeoutMs, [this, &ready] {
            ready = m_real->wait(0);
            return static_cast<int>(ready.size());
        });
        return ready;
    }

    bool interrupted() const override { return m_real->interrupted(); }

private:
    std::unique_ptr<Poller> m_real;
    Outside &m_outside;
};

std::unique_ptr<Poller> makePoller(PollerKind kind, Outside &outside)
{
    std::unique_ptr<Poller> real;
    if (kind == PollerKind::Epoll)
        real = makeEpollPoller();
    else
        real = std::make_unique<OrderedPollPoller>();
    return std::make_unique<VirtualTimePoller>(std::move(real), outside);
}

} // namespace

std::string_view name(PollerKind poller)
{
    return poller == PollerKind::Epoll ? "epoll" : "poll";
}

OurTarget::OurTarget(const script::Program &program, LoopModel model, PollerKind poller,
                     Outside &outside)
    : m_program(program),
      m_outside(outside),
      m_loop(model, PollStrategy::Sleep, outside, makePoller(poller, outside)),
      m_queue(m_loop),
      m_alarm(m_loop,
              [this](IoEvents) {
                  m_outside.answerAlarm();
                  m_loop.stop();
              }),
      m_named(program.names.size()),
      m_latest(program.names.size())
{
    m_alarm.start(outside.alarm(), IoEvents::Readable);
    m_alarm.unref();
}

OurTarget::~OurTarget() = default;

void OurTarget::sendFromOutside(NameIndex async)
{
    if (m_named[async].handle)
        send(async);
}

void OurTarget::setTimeout(NameIndex, double, bool)
{
    std::abort();
}

void OurTarget::setImmediate(NameIndex name, bool referenced)
{
    m_latest[name] = &m_immediates.emplace_back(m_queue, [this, name] { fired(name); });
    m_latest[name]->schedule(referenced);
}

void OurTarget::clear(NameIndex name)
{
    if (m_latest[name])
        m_latest[name]->cancel();
}

void OurTarget::startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat)
{
    Named *one = usable(name);
    if (!one)
        return;
    if (m_loop.phase() == Phase::Timers && timeout.count() == 0)
        m_startedDueTimerFromTimer = true;
    one->timer->start(timeout, repeat);
}

void OurTarget::again(NameIndex name)
{
    if (Named *one = usable(name))
        one->timer->again();
}

void OurTarget::start(NameIndex name)
{
    Named *one = usable(name);
    if (!one)
        return;
    if (one->phase)
        one->phase->start();
    else if (one->watcher && !one->ended)
        one->watcher->start(m_outside.socket(name), IoEvents::Readable);
}

void OurTarget::stop(NameIndex name)
{
    Named *one = usable(name);
    if (!one)
        return;
    if (one->timer)
        one->timer->stop();
    else if (one->phase)
        one->phase->stop();
    else if (one->watcher)
        one->watcher->stop();
}

void OurTarget::setReferenced(NameIndex name, bool referenced)
{
    Named *one = usable(name);
    if (!one)
        return;
    if (referenced)
        one->handle->ref();
    else
        one->handle->unref();
}

void OurTarget::close(NameIndex name)
{
    if (Named *one = usable(name))
        one->handle->close([this, name] {
            if (listener())
                listener()->closed(name);
        });
}

void OurTarget::send(NameIndex name)
{
    if (Named *one = usable(name))
        one->wakeup->send();
}

void OurTarget::queuePending(NameIndex name)
{
    m_loop.queuePending([this, name] { fired(name); });
}

void OurTarget::read(NameIndex socket)
{
    if (m_outside.drain(socket))
        return;
    // As a stream does at its end.
    m_named[socket].ended = true;
    stop(socket);
}

void OurTarget::reuse(NameIndex, NameIndex, std::string_view)
{
    std::abort();
}

OurTarget::Named *OurTarget::usable(NameIndex name)
{
    if (!m_named[name].handle)
        make(name);
    return m_named[name].handle->isClosing() ? nullptr : &m_named[name];
}

void OurTarget::make(NameIndex name)
{
    Named &one = m_named[name];
    const auto report = [this, name] { fired(name); };
    switch (m_program.names[name].kind) {
    case NameKind::Timer:
        one.timer = std::make_unique<TimerHandle>(m_loop, "", report);
        one.handle = one.timer.get();
        break;
    case NameKind::Idle: one.phase = std::make_unique<IdleHandle>(m_loop, report); break;
    case NameKind::Prepare: one.phase = std::make_unique<PrepareHandle>(m_loop, report); break;
    case NameKind::Check: one.phase = std::make_unique<CheckHandle>(m_loop, report); break;
    case NameKind::Async:
        one.wakeup = std::make_unique<Wakeup>(m_loop, report);
        one.handle = one.wakeup.get();
        break;
    case NameKind::Socket:
        one.watcher = std::make_unique<IoWatcher>(m_loop, [this, name](IoEvents) {
            read(name);
            fired(name);
        });
        one.handle = one.watcher.get();
        break;
    default: std::abort();
    }
    if (one.phase)
        one.handle = one.phase.get();
}

void OurTarget::fired(NameIndex name)
{
    if (listener())
        listener()->fired(name);
}

} // namespace reusescope::oracle
