// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/phases.h"
#include "core/base/threadcheck.h"
#include "core/loop/handle.h"
#include "core/loop/intrusivelist.h"
#include "core/loop/loopobserver.h"
#include "core/loop/poller.h"
#include "core/loop/timerheap.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace reusescope {

enum class RunMode : std::uint8_t {
    Default, ///< until nothing is alive or stop()
    Once, ///< one turn; poll may sleep
    NoWait, ///< one turn; poll never sleeps
};

/// An event loop with libuv's phases, in both of libuv's orders.
///
/// Thread: while run() is under way, the thread that called it; else one thread at a time.
/// Ownership: the poller; handles are only linked and must be gone before the loop.
/// Everything that decides order or sleep follows libuv: alive rule, poll timeout, handle list
/// order, closing order, cached and truncated loop time, due order, run modes, stop. Nothing is
/// allocated in a turn but what callbacks do and what new registrations need. Source: libuv,
/// uv_run(): 1.44.2 for TimersFirst, 1.52.1 for TimersLast.
class PhaseLoop
{
public:
    PhaseLoop(LoopModel model, PollStrategy strategy, const Clock &clock,
              std::unique_ptr<Poller> poller);
    ~PhaseLoop();
    PhaseLoop(const PhaseLoop &) = delete;
    PhaseLoop &operator=(const PhaseLoop &) = delete;

    /// Runs turns as `mode` says. Returns whether anything is still alive. Not reentrant.
    bool run(RunMode mode = RunMode::Default);
    /// Ends run() after the turn under way; before run(): that run makes no turn.
    void stop() { m_stopping = true; }

    /// Loop time: monotonic milliseconds, truncated and cached (uv_now).
    Milliseconds now() const { return m_now; }
    void updateTime() { readTime(); }

    /// Runs `callback` in the next pending phase (deferred completions). What is queued from poll
    /// or from a pending callback after it still runs in this turn, up to 8 rounds of it.
    void queuePending(Callback callback);
    /// An operation under way that is no handle (uv_req_t), for instance a name lookup: it holds
    /// the loop alive.
    void requestStarted() { ++m_activeRequests; }
    void requestEnded() { --m_activeRequests; }

    bool isAlive() const;
    /// What poll would be told now, with the reason (uv__backend_timeout). libuv's public getter
    /// differs in one point: it answers 0 while registrations wait to be applied.
    PollTimeout pollTimeout() const;

    LoopModel model() const { return m_model; }
    PollStrategy pollStrategy() const { return m_strategy; }
    const Clock &clock() const { return m_clock; }
    Phase phase() const { return m_phase; }
    /// 1 in the first turn. The timers that TimersLast runs before the loop belong to the turn
    /// before.
    std::uint32_t turn() const { return m_turn; }
    /// Polls entered and polls whose callbacks have all run. For what is armed in a callback of a
    /// poll, that poll has begun before.
    std::uint32_t pollsBegun() const { return m_pollsBegun; }
    std::uint32_t pollsCompleted() const { return m_pollsCompleted; }
    std::uint64_t wakeups() const { return m_wakeups; } ///< Wakeup callbacks run so far

    /// At most one; null removes it.
    void setObserver(LoopObserver *observer) { m_observer = observer; }

private:
    friend class Handle;
    friend class TimerHandle;
    friend class PhaseHandle;
    friend class IoWatcher;
    friend class Wakeup;

    class SpanScope;

    void runTurn(RunMode mode);
    void runTimers();
    void runCollectedTimers();
    void runTimersOneByOne();
    void runPending(int rounds);
    void runPhaseHandles(Phase phase, PhaseHandle::Kind kind);
    void runPoll(const PollTimeout &timeout);
    void runClosing();

    PollTimeout timeoutFor(RunMode mode, bool idleOrPending) const;
    void applyRegistrations();
    int dispatch(std::span<const Poller::Ready> ready, PhaseSpan &span);
    template <typename Function, typename... Arguments>
    void call(Handle &handle, Function &callback, Arguments... arguments);

    Nanoseconds readTime();
    void checkThread() const { assert((!m_running || m_thread.here()) && "not the loop's thread"); }
    bool isTimerDue() const;
    IntrusiveList<Handle> &handlesOf(PhaseHandle::Kind kind);
    IoWatcher *&watcherSlot(int fd);

    LoopModel m_model;
    PollStrategy m_strategy;
    const Clock &m_clock;
    std::unique_ptr<Poller> m_poller;
    LoopObserver *m_observer = nullptr;
    ThreadCheck m_thread;

    Nanoseconds m_lastReading{0}; // what m_now was made from
    Milliseconds m_now{0};
    Phase m_phase = Phase::Main;
    bool m_running = false;
    bool m_stopping = false;
    std::uint32_t m_turn = 0;
    std::uint32_t m_pollsBegun = 0;
    std::uint32_t m_pollsCompleted = 0;
    std::uint64_t m_wakeups = 0;

    int m_handles = 0; // existing
    int m_activeReferenced = 0; // of them, those that hold the loop alive
    int m_activeRequests = 0;
    std::uint32_t m_lastTimerId = 0;
    std::uint64_t m_nextStartOrder = 0;
    Handle *m_called = nullptr; // whose callback is running; null also when it was destroyed since

    TimerHeap m_timers;
    std::array<IntrusiveList<Handle>, 3> m_phaseHandles; // by PhaseHandle::Kind
    std::vector<Callback> m_pending;
    std::vector<Callback> m_pendingRound; // taken aside while it runs; keeps its memory
    IntrusiveList<Handle> m_closing;
    std::vector<IoWatcher *> m_watchers; // by descriptor; null: none
    IntrusiveList<Handle> m_registrations; // watchers whose interest the poller does not know yet
};

} // namespace reusescope
