// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace reusescope {

/// What a watcher wants to know, or what happened. Hangup and error are always reported, and so is
/// that the system refuses to watch the descriptor.
enum class IoEvents : std::uint8_t {
    None = 0,
    Readable = 1,
    Writable = 2,
    Hangup = 4,
    Error = 8,
    Unwatched = 16,
};

constexpr IoEvents operator|(IoEvents a, IoEvents b)
{
    return static_cast<IoEvents>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr IoEvents operator&(IoEvents a, IoEvents b)
{
    return static_cast<IoEvents>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
constexpr bool any(IoEvents events)
{
    return events != IoEvents::None;
}

/// Waits for file descriptors, level-triggered. The loop is its only user.
///
/// Thread: loop thread only.
class Poller
{
public:
    struct Ready
    {
        int fd = -1;
        IoEvents events = IoEvents::None;
    };

    virtual ~Poller() = default;

    /// Registers, changes or (with None) forgets a descriptor. Forgetting comes before closing it.
    /// Throws std::system_error for a descriptor that cannot be watched: a regular file, or the
    /// system's limit on watches is reached. Nothing has changed then.
    virtual void watch(int fd, IoEvents interest) = 0;

    /// Waits up to `timeoutMs` (-1: no limit, 0: not at all) and returns what is ready, at most
    /// kMaxEvents; the span is valid until the next call, also while watch() is called. Hangup and
    /// error are reported for every watched descriptor. An interrupted wait (EINTR) returns an
    /// empty span and sets interrupted(). Allocates nothing.
    virtual std::span<const Ready> wait(int timeoutMs) = 0;
    virtual bool interrupted() const = 0; ///< the last wait

    static constexpr std::size_t kMaxEvents = 1024; ///< as libuv's batch
};

/// Throws std::system_error when the system has no epoll instance left.
std::unique_ptr<Poller> makeEpollPoller();
/// poll(2), for everything else that is POSIX. O(watched) per wait.
std::unique_ptr<Poller> makePollPoller();

} // namespace reusescope
