// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/listener.h"

#include <fmt/format.h>

#include <cassert>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace reusescope {

Listener::Listener(PhaseLoop &loop, Accepted accepted)
    : m_accepted(std::move(accepted)),
      m_watcher(loop,
                [this](IoEvents events) {
                    if (any(events & IoEvents::Unwatched))
                        pause();
                    else
                        acceptReady();
                }),
      m_pause(loop, "accept-pause", [this] { watch(); })
{ }

Listener::~Listener()
{
    if (m_descriptor < 0)
        return;
    m_watcher.stop();
    ::close(m_descriptor);
}

Result<Endpoint> Listener::listen(const Endpoint &at)
{
    assert(m_descriptor < 0);
    if (!at.isLoopback()) {
        return Error{
            ErrorKind::Input, 0,
            fmt::format("cannot listen on {}: only loopback addresses are allowed", at.text())};
    }
    const int descriptor = ::socket(at.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const auto failed = [&] {
        Error error =
            systemError(ErrorKind::Io, errno, fmt::format("cannot listen on {}", at.text()));
        if (descriptor >= 0)
            ::close(descriptor);
        return error;
    };
    if (descriptor < 0)
        return failed();
    const int on = 1;
    ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    if (::bind(descriptor, at.address(), at.length()) != 0 || ::listen(descriptor, SOMAXCONN) != 0
        || ::getsockname(descriptor, reinterpret_cast<sockaddr *>(&bound), &length) != 0)
        return failed();
    m_descriptor = descriptor;
    watch();
    return Endpoint(reinterpret_cast<const sockaddr *>(&bound), length);
}

void Listener::close(Callback closed)
{
    m_pause.stop();
    m_watcher.close(std::move(closed));
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

void Listener::watch()
{
    m_watcher.start(m_descriptor, IoEvents::Readable);
}

void Listener::pause()
{
    m_watcher.stop();
    m_pause.start(kPause);
}

void Listener::acceptReady()
{
    // Each callback may close the listener.
    for (int taken = 0; taken < kAcceptsPerReadiness && m_descriptor >= 0; ++taken) {
        sockaddr_storage peer{};
        socklen_t length = sizeof peer;
        const int descriptor = ::accept4(m_descriptor, reinterpret_cast<sockaddr *>(&peer), &length,
                                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) {
            m_accepted(descriptor, Endpoint(reinterpret_cast<const sockaddr *>(&peer), length));
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            // The connection stays in the backlog and keeps the listener readable: without a pause
            // the loop would spin.
            pause();
            return;
        }
        // What is left concerns that one connection (aborted by its peer, or a network error that
        // accept() passes on).
    }
}

} // namespace reusescope
