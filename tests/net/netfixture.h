// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/phaseloop.h"
#include "core/net/bytestream.h"

#include <arpa/inet.h>
#include <cerrno>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

// What the tests of core/net share: a real loop that runs until something has happened, and plain
// sockets as the peer.

namespace reusescope::test {

/// A loop on the real clock. until() gives up after a deadline that no working test comes near.
class LoopRun
{
public:
    explicit LoopRun(std::unique_ptr<Poller> poller)
        : loop(LoopModel::TimersLast, PollStrategy::Sleep, m_clock, std::move(poller)),
          m_net(loop, "test-deadline", [this] { m_late = true; })
    { }

    bool until(const std::function<bool()> &happened, RunMode mode = RunMode::Once)
    {
        m_late = false;
        m_net.start(Milliseconds{60'000});
        while (!happened() && !m_late)
            loop.run(mode);
        m_net.stop();
        return happened();
    }

private:
    RealClock m_clock;

public:
    PhaseLoop loop;

private:
    TimerHandle m_net;
    bool m_late = false;
};

/// A plain socket, closed by its destructor.
class Socket
{
public:
    explicit Socket(int descriptor = -1) : m_descriptor(descriptor) { }
    ~Socket() { close(); }
    Socket(Socket &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    Socket &operator=(Socket &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }

    int descriptor() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(std::exchange(m_descriptor, -1));
    }
    void reset()
    {
        const linger noLinger{1, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &noLinger, sizeof noLinger);
        close();
    }
    void send(const std::string &bytes)
    {
        ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    /// Waits until poll(2) reports something; a state of the kernel, not a length of time.
    bool waitFor(short events) const
    {
        pollfd entry{m_descriptor, events, 0};
        return ::poll(&entry, 1, 60'000) == 1;
    }

private:
    int m_descriptor;
};

/// Bound to a free port of `address`; listening only when asked, so that connecting to it is
/// refused otherwise.
inline Socket boundSocket(const Endpoint &address, bool listening)
{
    Socket socket(::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::bind(socket.descriptor(), address.address(), address.length()) != 0)
        return Socket();
    if (listening && ::listen(socket.descriptor(), 16) != 0)
        return Socket();
    return socket;
}

inline Endpoint localEndpoint(const Socket &socket)
{
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    ::getsockname(socket.descriptor(), reinterpret_cast<sockaddr *>(&storage), &length);
    return Endpoint(reinterpret_cast<const sockaddr *>(&storage), length);
}

inline Socket acceptFrom(const Socket &listening)
{
    return Socket(::accept4(listening.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
}

inline Socket connectTo(const Endpoint &to)
{
    Socket socket(::socket(to.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(socket.descriptor(), to.address(), to.length()) != 0)
        return Socket();
    return socket;
}

} // namespace reusescope::test
