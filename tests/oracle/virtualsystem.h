// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace reusescope::oracle {

/// What a thread is served instead of the system's monotonic clock and its waiting for events, so
/// that a foreign loop (libuv) runs on virtual time without knowing.
///
/// The executable (or a library loaded before libc) defines clock_gettime(), epoll_wait() and
/// epoll_pwait(); they take precedence over libc's for every library of the process, and forward to
/// libc's on threads for which nothing is set.
class VirtualSystem
{
public:
    virtual ~VirtualSystem() = default;
    virtual std::int64_t monotonicNanoseconds() const = 0;
    /// Waits up to `timeoutMs` (-1: no limit); `ask` says how many events are ready now.
    virtual int wait(int timeoutMs, const std::function<int()> &ask) = 0;
};

/// Serves the calling thread from now on; null: the real system again.
void setVirtualSystem(VirtualSystem *system);

} // namespace reusescope::oracle
