// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/loop/poller.h"

#include <cstdint>
#include <functional>

namespace reusescope {

class PhaseLoop;

using Callback = std::function<void()>;

/// What can be active in a loop and hold it alive: an active handle that is referenced does; close() ends it.
///
/// Thread: loop thread only.
/// Ownership: the owner of the object; the loop only links it. After close() the object must live until the close
/// callback, which runs in the closing phase. Destroying a handle that was not closed unlinks it at once and calls nothing.
/// Setting, starting and stopping from any callback is allowed, also for the handle whose callback is running.
/// Source: libuv, uv_handle_t (uv_ref, uv_unref, uv_close, uv_is_active).
class Handle
{
public:
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    bool isActive() const { return m_active; }
    bool isReferenced() const { return m_referenced; }
    bool isClosing() const { return m_closing; }
    void ref();
    void unref();
    /// Stops the handle; `closed` runs in the next closing phase. A second close() is a broken promise (assertion).
    void close(Callback closed = {});
    PhaseLoop &loop() const { return m_loop; }

protected:
    explicit Handle(PhaseLoop &loop);
    virtual ~Handle();

    void setActive(bool active);
    virtual void stopForClose() = 0;

private:
    friend class PhaseLoop;

    PhaseLoop &m_loop;
    bool m_active = false;
    bool m_referenced = true;
    bool m_closing = false;
    Callback m_closed;
    Handle *m_nextClosing = nullptr;
};

/// A native timer (uv_timer_t): whole milliseconds of loop time, no lower limit.
/// due = loop.now() + timeout; equal deadlines fire in the order of starting. Unreferenced timers still limit the sleep of poll.
class TimerHandle final : public Handle
{
public:
    /// `label` names the timer in traces; it must have static storage.
    TimerHandle(PhaseLoop &loop, const char *label, Callback fired);
    ~TimerHandle() override;

    /// Starts or restarts. With a repeat of 0 it fires once.
    void start(Milliseconds timeout, Milliseconds repeat = Milliseconds{0});
    void stop();
    /// Restarts a repeating timer with its repeat value (uv_timer_again).
    void again();
    Milliseconds dueAt() const { return m_due; } ///< in loop time; meaningful while active
    TimerId id() const { return m_id; }
    const char *label() const { return m_label; }

private:
    friend class PhaseLoop;
    friend class TimerHeap;
    void stopForClose() override { stop(); }

    const char *m_label;
    Callback m_fired;
    TimerId m_id;
    Milliseconds m_due{0};
    Milliseconds m_repeat{0};
    std::uint64_t m_startOrder = 0;
    std::size_t m_heapIndex = 0; // valid while active
};

/// Idle, prepare and check handles share their rules: started at the head of the loop's list, called once per turn,
/// a run takes the list aside first (so what a callback starts waits for the next turn).
/// Source: libuv, loop-watcher.c.
class PhaseHandle : public Handle
{
public:
    ~PhaseHandle() override;
    void start(); ///< no-op when active
    void stop();

protected:
    enum class Kind : std::uint8_t { Idle, Prepare, Check };
    PhaseHandle(PhaseLoop &loop, Kind kind, Callback called);

private:
    friend class PhaseLoop;
    friend class PhaseHandleList;
    void stopForClose() override { stop(); }

    Kind m_kind;
    Callback m_called;
    PhaseHandle *m_previous = nullptr; // linked while active, in the loop's list or in the one taken aside
    PhaseHandle *m_next = nullptr;
};

class IdleHandle final : public PhaseHandle
{
public:
    IdleHandle(PhaseLoop &loop, Callback called) : PhaseHandle(loop, Kind::Idle, std::move(called)) { }
};

class PrepareHandle final : public PhaseHandle
{
public:
    PrepareHandle(PhaseLoop &loop, Callback called) : PhaseHandle(loop, Kind::Prepare, std::move(called)) { }
};

class CheckHandle final : public PhaseHandle
{
public:
    CheckHandle(PhaseLoop &loop, Callback called) : PhaseHandle(loop, Kind::Check, std::move(called)) { }
};

/// Watches one file descriptor in the poll phase (uv_poll_t). It does not own the descriptor.
/// Registrations reach the poller at the start of the next poll; stop() at once, so that the descriptor may be closed after it.
class IoWatcher final : public Handle
{
public:
    using IoCallback = std::function<void(IoEvents)>;

    IoWatcher(PhaseLoop &loop, IoCallback ready);
    ~IoWatcher() override;

    /// Starts watching, or changes the interest. Hangup and error are reported together with the interest, so that a
    /// read or write sees them.
    void start(int fd, IoEvents interest);
    void stop();
    int fd() const { return m_fd; }
    IoEvents interest() const { return m_interest; }

private:
    friend class PhaseLoop;
    void stopForClose() override { stop(); }

    IoCallback m_ready;
    int m_fd = -1;
    IoEvents m_interest = IoEvents::None;
    IoEvents m_registered = IoEvents::None; // what the poller knows
    bool m_queued = false; // in the loop's list of registrations to apply
};

/// Wakes the loop from another thread (uv_async_t): any number of sends before the callback make one call, in poll.
/// Active from construction.
class Wakeup final : public Handle
{
public:
    Wakeup(PhaseLoop &loop, Callback woken);
    ~Wakeup() override;

    /// Thread: any, and signal handlers. The caller guarantees that the object still exists.
    void send();

private:
    void stopForClose() override;

    Callback m_woken;
    int m_eventFd = -1;
};

} // namespace reusescope
