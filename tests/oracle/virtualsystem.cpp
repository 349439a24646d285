// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/virtualsystem.h"

#include <ctime>
#include <dlfcn.h>
#include <sys/epoll.h>

namespace reusescope::oracle {

namespace {

// Zero before anything is constructed, because the dynamic loader and sanitizers may ask for the
// time that early.
constinit thread_local VirtualSystem *currentSystem = nullptr;

/// libc's function of that name, which the one defined here hides.
template <typename Function> Function hidden(const char *name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

using ClockGettime = int (*)(clockid_t, timespec *);
using EpollWait = int (*)(int, epoll_event *, int, int);
using EpollPwait = int (*)(int, epoll_event *, int, int, const sigset_t *);

int realEpollWait(int epoll, epoll_event *events, int size, int timeoutMs)
{
    static const auto real = hidden<EpollWait>("epoll_wait");
    return real(epoll, events, size, timeoutMs);
}

int waitVirtually(int epoll, epoll_event *events, int size, int timeoutMs)
{
    return currentSystem->wait(timeoutMs, [=] { return realEpollWait(epoll, events, size, 0); });
}

} // namespace

void setVirtualSystem(VirtualSystem *system)
{
    currentSystem = system;
}

} // namespace reusescope::oracle

using namespace reusescope::oracle;

// NOLINTBEGIN(readability-identifier-naming): libc's names

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    // libuv reads the coarse clock where it is fine enough.
    if (currentSystem && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE)) {
        constexpr std::int64_t kPerSecond = 1'000'000'000;
        const std::int64_t now = currentSystem->monotonicNanoseconds();
        time->tv_sec = static_cast<time_t>(now / kPerSecond);
        time->tv_nsec = static_cast<long>(now % kPerSecond);
        return 0;
    }
    static const auto real = hidden<ClockGettime>("clock_gettime");
    return real(clock, time);
}

extern "C" int epoll_wait(int epoll, epoll_event *events, int size, int timeoutMs)
{
    if (currentSystem)
        return waitVirtually(epoll, events, size, timeoutMs);
    return realEpollWait(epoll, events, size, timeoutMs);
}

extern "C" int epoll_pwait(int epoll, epoll_event *events, int size, int timeoutMs,
                           const sigset_t *signals)
{
    if (currentSystem)
        return waitVirtually(epoll, events, size, timeoutMs);
    static const auto real = hidden<EpollPwait>("epoll_pwait");
    return real(epoll, events, size, timeoutMs, signals);
}

// NOLINTEND(readability-identifier-naming)
