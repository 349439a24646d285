// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/world.h"

#include "core/base/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <utility>

namespace reusescope::script {

namespace {

// What was written to loopback may still be on its way through the kernel when nothing else comes.
constexpr Milliseconds kGrace{100};

// How long a wish to end the program may wait for the end of a sleep.
constexpr Milliseconds kLongestSlice{100};

struct Pair
{
    Descriptor own;
    Descriptor peer;

    bool isOpen() const { return own.isValid() && peer.isValid(); }
};

Pair makeUnixPair()
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Over loopback: only TCP knows a reset.
Pair makeTcpPair()
{
    const Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto *const generic = reinterpret_cast<sockaddr *>(&address);
    Pair pair;
    if (::bind(listener.get(), generic, length) != 0 || ::listen(listener.get(), 1) != 0
        || ::getsockname(listener.get(), generic, &length) != 0)
        return pair;
    Descriptor peer(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(peer.get(), generic, length) != 0)
        return pair;
    pair.peer = std::move(peer);
    pair.own =
        Descriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    return pair;
}

bool wouldBlock(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

class RealWorld final : public World
{
public:
    RealWorld(const Program &program, RunControl &control);

    const Clock &clock() const override { return m_clock; }
    std::unique_ptr<Poller> makePoller() override;
    void work(Nanoseconds time) override;
    int descriptor(NameIndex socket) override;
    SocketContent take(NameIndex socket) override;
    SocketContent look(NameIndex socket) override;
    void discard(NameIndex socket) override;

private:
    friend class RealPoller;

    struct Socket
    {
        Pair pair;
        bool needsReset = false; // the program says that a reset arrives
        bool deaf = false; // nothing arrives any more
        bool resetSeen = false; // a look has taken the error from the socket
    };

    void deliver(const Arrival &arrival) override;
    NameIndex nameOf(int fd) const;
    SocketContent receive(NameIndex name, int flags);

    RealClock m_clock;
    std::vector<Socket> m_sockets; // by name
};

class RealPoller final : public Poller
{
public:
    explicit RealPoller(RealWorld &world) : m_world(world) { }

    void watch(int fd, IoEvents interest) override { m_epoll->watch(fd, interest); }
    std::span<const Ready> wait(int timeoutMs) override;
    bool interrupted() const override { return false; }

private:
    std::span<const Ready> waitUntil(std::optional<Nanoseconds> end);

    RealWorld &m_world;
    std::unique_ptr<Poller> m_epoll = makeEpollPoller();
};

std::span<const Poller::Ready> RealPoller::wait(int timeoutMs)
{
    if (!m_world.control().pollBegins())
        return {};
    const Nanoseconds begin = m_world.sinceStart();
    m_world.deliverDue();
    std::span<const Ready> found;
    if (timeoutMs == 0)
        found = m_epoll->wait(0);
    else if (timeoutMs < 0)
        found = waitUntil(std::nullopt);
    else
        found = waitUntil(begin + Milliseconds(timeoutMs));
    if (m_world.control().isStopped())
        return {};
    PollOutcome outcome;
    outcome.timeoutMs = timeoutMs;
    outcome.slept = m_world.sinceStart() - begin;
    outcome.found = !found.empty();
    if (outcome.found)
        outcome.first = m_world.nameOf(found.front().fd);
    m_world.control().pollEnded(outcome);
    return found;
}

/// Sleeps from arrival to arrival, so that each is delivered at its time. Nothing is found when the
/// program was stopped.
std::span<const Poller::Ready> RealPoller::waitUntil(std::optional<Nanoseconds> end)
{
    while (!m_world.control().isStopped()) {
        const std::optional<Nanoseconds> arrival = m_world.nextArrival();
        const Nanoseconds now = m_world.sinceStart();
        Milliseconds slice = kGrace;
        bool isLast = true;
        if (arrival && (!end || *arrival < *end)) {
            // The last fraction of a millisecond before an arrival is spun away.
            slice = std::chrono::floor<Milliseconds>(*arrival - now);
            isLast = false;
        } else if (end) {
            slice = std::chrono::ceil<Milliseconds>(*end - now);
        }
        isLast = isLast && slice <= kLongestSlice;
        const auto sliceMs = std::clamp(slice, Milliseconds{0}, kLongestSlice).count();
        const auto found = m_epoll->wait(static_cast<int>(sliceMs));
        if (!found.empty())
            return found;
        if (isLast && !m_epoll->interrupted()) {
            if (!end)
                m_world.control().stopProgram(RealWorld::kSleepsForEver);
            return {};
        }
        m_world.deliverDue();
    }
    return {};
}

RealWorld::RealWorld(const Program &program, RunControl &control)
    : World(program, control), m_sockets(program.names.size())
{
    for (const Arrival &arrival : program.arrivals) {
        if (arrival.kind == ArrivalKind::Reset)
            m_sockets[arrival.name].needsReset = true;
    }
}

std::unique_ptr<Poller> RealWorld::makePoller()
{
    return std::make_unique<RealPoller>(*this);
}

void RealWorld::work(Nanoseconds time)
{
    const Nanoseconds until = sinceStart() + time;
    while (sinceStart() < until && !control().isStopped())
        deliverDue();
    deliverDue();
}

int RealWorld::descriptor(NameIndex name)
{
    Socket &socket = m_sockets[name];
    if (!socket.pair.isOpen() && !socket.deaf) {
        socket.pair = socket.needsReset ? makeTcpPair() : makeUnixPair();
        if (!socket.pair.isOpen()) {
            socket.deaf = true;
            control().stopProgram(fmt::format("the system has no socket for \"{}\": {}",
                                              program().names[name].label, std::strerror(errno)));
        }
    }
    return socket.pair.own.get();
}

SocketContent RealWorld::take(NameIndex name)
{
    clearUnread(name);
    SocketContent all = receive(name, 0);
    all.reset = all.reset || std::exchange(m_sockets[name].resetSeen, false);
    return all;
}

SocketContent RealWorld::look(NameIndex name)
{
    SocketContent seen = receive(name, MSG_PEEK);
    // An error is told only once, also to a look.
    m_sockets[name].resetSeen = m_sockets[name].resetSeen || seen.reset;
    seen.reset = m_sockets[name].resetSeen;
    return seen;
}

/// With MSG_PEEK what comes first; else all there is.
SocketContent RealWorld::receive(NameIndex name, int flags)
{
    SocketContent content;
    const int fd = descriptor(name);
    if (fd < 0)
        return content;
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), flags | MSG_DONTWAIT);
        if (size < 0 && errno == EINTR)
            continue;
        content.end = size == 0;
        content.reset = size < 0 && !wouldBlock(errno);
        if (size <= 0)
            return content;
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
        const bool onlyLineBreaks = bytes.find_first_not_of("\r\n") == std::string_view::npos;
        content.lineBreaks = content.lineBreaks || onlyLineBreaks;
        content.bytes = content.bytes || !onlyLineBreaks;
        if (flags & MSG_PEEK)
            return content;
    }
}

void RealWorld::discard(NameIndex name)
{
    clearUnread(name);
    m_sockets[name].deaf = true;
    m_sockets[name].pair = {};
}

void RealWorld::deliver(const Arrival &arrival)
{
    if (arrival.kind == ArrivalKind::Send) {
        control().sendArrived(arrival.name);
        return;
    }
    Socket &socket = m_sockets[arrival.name];
    if (socket.deaf || descriptor(arrival.name) < 0)
        return;
    const int peer = socket.pair.peer.get();
    // What does not fit into a socket that nobody reads is lost.
    const auto write = [peer](std::string_view text) {
        [[maybe_unused]] const ssize_t written =
            ::send(peer, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    };
    switch (arrival.kind) {
    case ArrivalKind::Bytes: write(kResponse); break;
    case ArrivalKind::LineBreak: write(kLineBreak); break;
    case ArrivalKind::Fin: ::shutdown(peer, SHUT_WR); break;
    case ArrivalKind::Reset: {
        const linger atOnce{1, 0};
        ::setsockopt(peer, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
        socket.pair.peer.reset();
        break;
    }
    case ArrivalKind::Send: break;
    }
    socket.deaf = arrival.kind == ArrivalKind::Fin || arrival.kind == ArrivalKind::Reset;
    addUnread(arrival);
}

NameIndex RealWorld::nameOf(int fd) const
{
    for (std::size_t i = 0; i < m_sockets.size(); ++i) {
        if (m_sockets[i].pair.own.get() == fd)
            return static_cast<NameIndex>(i);
    }
    return kNoName;
}

} // namespace

std::unique_ptr<World> makeRealWorld(const Program &program, RunControl &control)
{
    return std::make_unique<RealWorld>(program, control);
}

} // namespace reusescope::script
