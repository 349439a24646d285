// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/world.h"

#include <algorithm>
#include <cstddef>
#include <poll.h>
#include <utility>

namespace reusescope::script {

namespace {

class VirtualWorld final : public World
{
public:
    using World::World;

    const Clock &clock() const override { return m_clock; }
    std::unique_ptr<Poller> makePoller() override;
    void work(Nanoseconds time) override
    {
        if (passUntil(sinceStart() + time))
            deliverDue();
    }
    int descriptor(NameIndex socket) override { return kFirstScripted + socket; }
    SocketContent take(NameIndex socket) override
    {
        clearUnread(socket);
        return std::exchange(m_sockets[socket].content, {});
    }
    SocketContent look(NameIndex socket) override { return m_sockets[socket].content; }
    void discard(NameIndex socket) override
    {
        take(socket);
        m_sockets[socket].deaf = true;
    }
    void wakeupSent() override
    {
        if (m_wakeupDescriptor >= 0 && !std::exchange(m_wakeupListed, true))
            m_ready.push_back(m_wakeupDescriptor);
    }

private:
    friend class VirtualPoller;

    // Far from where nanoseconds overflow, even after the longest sleep or work behind it.
    static constexpr Nanoseconds kEndOfTime = std::chrono::years(100);
    // Descriptors from here on are only numbers. A loop on virtual time has one real descriptor at
    // most, the one of its wake-ups, and the system gives out the lowest number that is free.
    static constexpr int kFirstScripted = 16'384;

    struct Socket
    {
        SocketContent content;
        bool deaf = false; // nothing arrives any more
        bool watched = false;
        bool listed = false; // in m_ready
    };

    void deliver(const Arrival &arrival) override;
    void watch(int fd, bool watched);
    void watchWakeup(int fd, bool watched);
    void collect(std::vector<Poller::Ready> &found);
    bool isReady(int fd) const;
    bool &listed(int fd);
    bool passUntil(Nanoseconds time);

    VirtualClock m_clock;
    std::vector<Socket> m_sockets{program().names.size()}; // by name
    int m_wakeupDescriptor = -1;
    bool m_wakeupListed = false;
    // Descriptors in the order in which they became ready. As in epoll one stays until a look finds
    // it empty, so one that was emptied and filled again in between has kept its place.
    std::vector<int> m_ready;
    std::vector<int> m_examined; // keeps its memory
};

class VirtualPoller final : public Poller
{
public:
    explicit VirtualPoller(VirtualWorld &world) : m_world(world)
    {
        m_found.reserve(m_world.m_sockets.size() + 1);
    }

    void watch(int fd, IoEvents interest) override
    {
        if (fd >= VirtualWorld::kFirstScripted)
            m_world.watch(fd, any(interest));
        else
            m_world.watchWakeup(fd, any(interest));
    }
    std::span<const Ready> wait(int timeoutMs) override;
    bool interrupted() const override { return false; }

private:
    bool sleep(int timeoutMs);

    VirtualWorld &m_world;
    std::vector<Ready> m_found;
};

std::span<const Poller::Ready> VirtualPoller::wait(int timeoutMs)
{
    m_found.clear();
    RunControl &control = m_world.control();
    if (!control.pollBegins())
        return {};
    PollOutcome outcome;
    outcome.timeoutMs = timeoutMs;
    const Nanoseconds begin = m_world.m_clock.now();
    m_world.deliverDue();
    m_world.collect(m_found);
    if (m_found.empty() && timeoutMs != 0 && !sleep(timeoutMs))
        return {};
    outcome.slept = m_world.m_clock.now() - begin;
    outcome.found = !m_found.empty();
    if (outcome.found && m_found.front().fd >= VirtualWorld::kFirstScripted)
        outcome.first = static_cast<NameIndex>(m_found.front().fd - VirtualWorld::kFirstScripted);
    control.pollEnded(outcome);
    return m_found;
}

/// Until something watched is ready or the time is over. False: the program was stopped instead.
bool VirtualPoller::sleep(int timeoutMs)
{
    const Nanoseconds until =
        timeoutMs < 0 ? Nanoseconds::max() : m_world.sinceStart() + Milliseconds(timeoutMs);
    while (m_found.empty()) {
        const std::optional<Nanoseconds> arrival = m_world.nextArrival();
        if (!arrival && timeoutMs < 0) {
            m_world.control().stopProgram(VirtualWorld::kSleepsForEver);
            return false;
        }
        const bool overBefore = !arrival || *arrival > until;
        if (!m_world.passUntil(overBefore ? until : *arrival))
            return false;
        if (overBefore)
            return true;
        m_world.deliverDue();
        m_world.collect(m_found);
    }
    return true;
}

/// False: there is no such time, the program was stopped.
bool VirtualWorld::passUntil(Nanoseconds time)
{
    if (time > kEndOfTime) {
        control().stopProgram("100 years of virtual time are over");
        return false;
    }
    m_clock.advance(time - sinceStart());
    return true;
}

std::unique_ptr<Poller> VirtualWorld::makePoller()
{
    return std::make_unique<VirtualPoller>(*this);
}

void VirtualWorld::deliver(const Arrival &arrival)
{
    if (arrival.kind == ArrivalKind::Send) {
        control().sendArrived(arrival.name);
        return;
    }
    Socket &socket = m_sockets[arrival.name];
    if (socket.deaf)
        return;
    switch (arrival.kind) {
    case ArrivalKind::Bytes: socket.content.bytes = true; break;
    case ArrivalKind::LineBreak: socket.content.lineBreaks = true; break;
    case ArrivalKind::Fin: socket.content.end = true; break;
    case ArrivalKind::Reset: socket.content.reset = true; break;
    case ArrivalKind::Send: break;
    }
    socket.deaf = socket.content.end || socket.content.reset;
    addUnread(arrival);
    if (socket.watched && !std::exchange(socket.listed, true))
        m_ready.push_back(descriptor(arrival.name));
}

void VirtualWorld::watch(int fd, bool watched)
{
    Socket &socket = m_sockets[static_cast<std::size_t>(fd - kFirstScripted)];
    socket.watched = watched;
    if (watched && !socket.content.isNothing() && !socket.listed) {
        socket.listed = true;
        m_ready.push_back(fd);
    } else if (!watched && socket.listed) {
        socket.listed = false;
        std::erase(m_ready, fd);
    }
}

void VirtualWorld::watchWakeup(int fd, bool watched)
{
    if (!watched) {
        std::erase(m_ready, fd);
        m_wakeupListed = false;
    }
    m_wakeupDescriptor = watched ? fd : -1;
}

void VirtualWorld::collect(std::vector<Poller::Ready> &found)
{
    if (m_ready.empty())
        return;
    m_examined.swap(m_ready);
    m_ready.clear();
    for (const int fd : m_examined) {
        if (!isReady(fd)) {
            listed(fd) = false;
            continue;
        }
        found.push_back({fd, IoEvents::Readable});
        m_ready.push_back(fd);
    }
}

bool VirtualWorld::isReady(int fd) const
{
    if (fd >= kFirstScripted)
        return !m_sockets[static_cast<std::size_t>(fd - kFirstScripted)].content.isNothing();
    pollfd entry{fd, POLLIN, 0};
    return ::poll(&entry, 1, 0) > 0;
}

bool &VirtualWorld::listed(int fd)
{
    if (fd >= kFirstScripted)
        return m_sockets[static_cast<std::size_t>(fd - kFirstScripted)].listed;
    return m_wakeupListed;
}

} // namespace

std::unique_ptr<World> makeVirtualWorld(const Program &program, RunControl &control)
{
    return std::make_unique<VirtualWorld>(program, control);
}

} // namespace reusescope::script
