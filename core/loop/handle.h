// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/loop/intrusivelist.h"
#include "core/loop/poller.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace reusescope {

class PhaseLoop;

using Callback = std::function<void()>;

/// What can be active in a loop and hold it alive: an active handle that is referenced does;
/// close() ends it.
///
/// Thread: loop thread only.
/// Ownership: the owner of the object; the loop only links it, and must outlive it. After close()
/// the object should live until the close callback, which runs in the closing phase; destroying it
/// earlier drops that callback. Destroying a handle that was not closed unlinks it at once and
/// calls nothing. Starting, stopping, closing and destroying are allowed from any callback, also
/// for the handle whose callback is running: the loop keeps the callback alive until it returns.
/// Source: libuv, uv_handle_t (uv_ref, uv_unref, uv_close, uv_is_active).
class Handle : public ListNode
{
public:
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    bool isActive() const { return m_active; }
    bool isReferenced() const { return m_referenced; }
    bool isClosing() const { return m_closing; } ///< also after the close callback
    void ref();
    void unref();
    /// Stops the handle; `closed` runs in the next closing phase. A second close(), and a start
    /// after it, are broken promises (assertion).
    void close(Callback closed = {});
    PhaseLoop &loop() const { return m_loop; }

protected:
    explicit Handle(PhaseLoop &loop);
    virtual ~Handle();

    void setActive(bool active);
    virtual void stopForClose() = 0;

private:
    friend class PhaseLoop;
    friend class ImmediateQueue;
    friend class TimeoutQueue;
    friend class WakeupChannel;

    /// From the handle's own callback: calls it once more before anything else is called, so that a
    /// queue of callbacks behind one handle can be stepped through.
    void callAgain();

    // The link inherited from ListNode serves one list at a time: the started handles of a phase,
    // the timers collected to fire, the registrations to apply, or the handles to close.
    PhaseLoop &m_loop;
    bool m_active = false;
    bool m_referenced = true;
    bool m_closing = false;
    Callback m_closed;
};

/// A native timer (uv_timer_t): whole milliseconds of loop time, no lower limit.
/// due = loop.now() + timeout; equal deadlines fire in the order of starting. Unreferenced timers
/// still limit the sleep of poll. In the model TimersLast the timers that are due are collected
/// before the first of them fires (libuv >= 1.48): collected ones are inactive until they fire.
class TimerHandle final : public Handle
{
public:
    /// `label` names the timer in traces; it must have static storage.
    TimerHandle(PhaseLoop &loop, const char *label, Callback fired);
    ~TimerHandle() override;

    /// Starts or restarts. With a repeat of 0 it fires once. Neither may be negative.
    void start(Milliseconds timeout, Milliseconds repeat = Milliseconds{0});
    void stop();
    /// Restarts a repeating timer with its repeat value (uv_timer_again); else does nothing.
    void again();
    Milliseconds dueAt() const { return m_due; } ///< in loop time; meaningful while active
    std::uint64_t startOrder() const { return m_startOrder; } ///< as dueAt(); breaks ties
    TimerId id() const { return m_id; }
    const char *label() const { return m_label; }
    void setLabel(const char *label) { m_label = label; } ///< static storage

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

/// Idle, prepare and check handles share their rules: started at the head of the loop's list,
/// called once per turn, a run takes the list aside first (so what a callback starts waits for the
/// next turn). Without a callback the handle is only active. Source: libuv, loop-watcher.c.
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
    friend class ImmediateQueue;
    void stopForClose() override { stop(); }

    Kind m_kind;
    Callback m_called;
    // Keeps its place in the list but is not called, so that a turn without work for it makes no
    // span and reads no clock.
    bool m_skipped = false;
};

class IdleHandle final : public PhaseHandle
{
public:
    IdleHandle(PhaseLoop &loop, Callback called) : PhaseHandle(loop, Kind::Idle, std::move(called))
    { }
};

class PrepareHandle final : public PhaseHandle
{
public:
    PrepareHandle(PhaseLoop &loop, Callback called)
        : PhaseHandle(loop, Kind::Prepare, std::move(called))
    { }
};

class CheckHandle final : public PhaseHandle
{
public:
    CheckHandle(PhaseLoop &loop, Callback called)
        : PhaseHandle(loop, Kind::Check, std::move(called))
    { }
};

/// Watches one file descriptor in the poll phase (uv_poll_t). It does not own the descriptor; a
/// descriptor has one watcher at most.
/// Registrations reach the poller at the start of the next poll; stop() at once, so that the
/// descriptor may be closed after it (not before). An event found before the watcher was registered
/// is never delivered, so a reused descriptor number gets no stale one. Starting an active watcher
/// only changes its interest, as it is below libuv's streams (uv__io_t); uv_poll_start() would
/// throw away what this poll has found for it.
class IoWatcher final : public Handle
{
public:
    using IoCallback = std::function<void(IoEvents)>;

    IoWatcher(PhaseLoop &loop, IoCallback ready);
    ~IoWatcher() override;

    /// Starts watching, or changes the interest (Readable, Writable or both). Hangup and error are
    /// reported together with the interest, so that a read or write sees them.
    void start(int fd, IoEvents interest);
    void stop();
    int fd() const { return m_fd; } ///< -1 when stopped
    IoEvents interest() const { return m_interest; }

private:
    friend class PhaseLoop;
    friend class WakeupChannel;
    void stopForClose() override { stop(); }
    void applyRegistration(); ///< tells the poller now

    IoCallback m_ready;
    int m_fd = -1;
    IoEvents m_interest = IoEvents::None;
    IoEvents m_registered = IoEvents::None; // what the poller knows; linked while it differs
    bool m_isWakeup = false;
};

/// Wakes the loop from another thread (uv_async_t): any number of sends before the callback make
/// one call, in poll. Active from construction, which throws std::system_error when the system has
/// no eventfd left. All of a loop share one descriptor and are called in the order in which they
/// were made, from where the last round left off. Source: libuv, async.c.
class Wakeup final : public Handle
{
public:
    Wakeup(PhaseLoop &loop, Callback woken);
    ~Wakeup() override;

    /// Thread: any, and signal handlers. The caller guarantees that the object still exists.
    void send();

private:
    friend class WakeupChannel;
    void stopForClose() override;

    int m_eventFd; // the loop's
    std::atomic<bool> m_sent = false; // and not called yet
    Callback m_woken;
};

} // namespace reusescope
