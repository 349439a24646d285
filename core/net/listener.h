// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/base/result.h"
#include "core/loop/handle.h"

#include <functional>

namespace reusescope {

/// Accepts TCP connections on a loopback address; anything else is refused.
///
/// Thread: loop thread only, but listen() may be called before the loop runs.
/// The callback may close the listener; it may be destroyed at any other time, which closes the
/// descriptor at once. When the process has no descriptors left, or the system will not watch the
/// listener, it stops accepting for kPause; who waits in the backlog is served later.
class Listener
{
public:
    /// The descriptor is non-blocking and belongs to the callee.
    using Accepted = std::function<void(int descriptor, const Endpoint &peer)>;

    /// So that a flood of connections leaves room for everything else.
    static constexpr int kAcceptsPerReadiness = 64;
    static constexpr Milliseconds kPause{100};

    Listener(PhaseLoop &loop, Accepted accepted);
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    /// Port 0 lets the system choose. Returns the address in use. Fails with ErrorKind::Input for
    /// an address that is not loopback, with ErrorKind::Io and a sentence that names the address
    /// when the system refuses. To be called once.
    Result<Endpoint> listen(const Endpoint &at);
    /// Stops listening at once; `closed` runs in the closing phase.
    void close(Callback closed);

private:
    void acceptReady();
    void watch();
    void pause();

    Accepted m_accepted;
    IoWatcher m_watcher;
    TimerHandle m_pause; // runs while the system has no descriptor, or no memory, to give
    int m_descriptor = -1;
};

} // namespace reusescope
