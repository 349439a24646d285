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
#include <utility>
#include <vector>

namespace reusescope {

class WakeupChannel;

enum class RunMode : std::uint8_t {
    Default, ///< until nothing is alive or stop()
    Once, ///< one turn; poll may sleep
    NoWait, ///< one turn; poll never sleeps
};

/// How far a step goes.
enum class StepUnit : std::uint8_t {
    Call, ///< to the end of the next callback, or of the next poll that only slept
    Phase, ///< to the end of the next phase in which something runs, or of the next poll
    Turn, ///< to the end of the turn
};

/// What is active in a loop, each in the order of the next callbacks. The pointers are valid until
/// anything runs or changes.
struct LoopContents
{
    std::vector<const TimerHandle *> timers; ///< with those collected to fire in this pass
    std::size_t pending = 0;
    std::vector<const Handle *> idle;
    std::vector<const Handle *> prepare;
    std::vector<const Handle *> check;
    std::vector<const Handle *> closing;
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
    /// The same in steps: beginRun(), then step() until it says false. Between two steps the loop
    /// may be looked at, and handles started, stopped and destroyed as from a callback; then also
    /// the loop itself.
    void beginRun(RunMode mode = RunMode::Default);
    /// False: the run has ended, no callback was called. What is left of a run after its last
    /// callback belongs to the step that finds it so.
    bool step(StepUnit unit);
    bool isRunning() const { return m_running; } ///< also between two steps
    /// What the last run() returned, or would have.
    bool wasAlive() const { return m_alive; }
    /// Ends the run after the turn under way; before a run: that run makes no turn.
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

    LoopContents contents() const; ///< for showing; allocates

    /// As Node configures its loop: a poll that may sleep first looks without sleeping, and then
    /// sleeps only for what is left of its timeout by the clock, so that callbacks that worked for
    /// long in the timers phase do not make it sleep too long. Costs a system call per sleep; off
    /// at first. Source: libuv, UV_METRICS_IDLE_TIME.
    void setMeasuresIdleTime(bool on) { m_measuresIdleTime = on; }
    /// In poll: the wait under way is that first look.
    bool isLookingFirst() const { return m_poll.lookingFirst; }

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
    friend class WakeupChannel;

    /// The stages of a run in order; each model leaves out one of the two that run timers in a
    /// turn. A stage is left and entered again where a step ends within it.
    enum class Stage : std::uint8_t {
        TimersBeforeLoop,
        TurnBegins,
        TimersFirst,
        Pending,
        Idle,
        Prepare,
        Poll,
        PendingAfterPoll,
        Check,
        Closing,
        TimersLast,
        TurnEnds,
    };

    /// A callback that is running.
    struct Call
    {
        Handle *handle = nullptr; // null: destroyed since
        Call *outer = nullptr;
    };

    /// The poll that is under way, also between two steps.
    struct PollUnderWay
    {
        PhaseSpan span;
        const LoopObserver *observer = nullptr; // who was there when it began
        Milliseconds base{0}; // loop time when it began
        int waitMs = 0;
        int fullBatches = 0;
        std::span<const Poller::Ready> ready; // of the last wait
        std::size_t next = 0; // in `ready`
        int called = 0; // of the last wait
        bool waited = false; // and `ready` is not dispatched yet
        bool spun = false; // the last wait should have slept
        bool lookingFirst = false; // see setMeasuresIdleTime()
    };

    bool advance(const StepUnit *pauseAfter);
    bool isStepComplete(StepUnit unit, Stage stage) const;
    bool runStage();
    bool runsTimersBeforeLoop() const;
    void endRun();
    bool runTimers();
    bool runPending(int rounds);
    bool runPhaseHandles(Phase phase, PhaseHandle::Kind kind);
    bool runPoll();
    bool runClosing();

    void collectDueTimers();
    TimerHandle *nextTimer();
    PhaseHandle *nextPhaseHandle(IntrusiveList<Handle> &started);

    void beginPoll();
    void waitForEvents();
    bool dispatch();
    bool isPollOver();
    void endPoll();
    PollTimeout timeoutForMode() const;
    void applyRegistrations();

    bool enter(Phase phase);
    void callbackFollows();
    void callbackFollows(Nanoseconds at);
    void leave();
    bool pausesHere() const { return m_pauseAfter && *m_pauseAfter == StepUnit::Call; }
    template <typename Function, typename... Arguments>
    void call(Handle &handle, Function &callback, Arguments... arguments);
    void forget(const Handle &handle);

    Nanoseconds readTime();
    void checkThread() const { assert((!m_running || m_thread.here()) && "not the loop's thread"); }
    bool isTimerDue() const;
    IntrusiveList<Handle> &handlesOf(PhaseHandle::Kind kind);
    IoWatcher *&watcherSlot(int fd);
    WakeupChannel &wakeupChannel();

    LoopModel m_model;
    PollStrategy m_strategy;
    const Clock &m_clock;
    std::unique_ptr<Poller> m_poller;
    LoopObserver *m_observer = nullptr;
    bool m_measuresIdleTime = false;
    ThreadCheck m_thread;

    Nanoseconds m_lastReading{0}; // what m_now was made from
    Milliseconds m_now{0};
    Phase m_phase = Phase::Main;
    bool m_stopping = false;
    std::uint32_t m_turn = 0;
    std::uint32_t m_pollsBegun = 0;
    std::uint32_t m_pollsCompleted = 0;
    std::uint64_t m_wakeups = 0;

    // The run under way.
    RunMode m_mode = RunMode::Default;
    Stage m_stage = Stage::TimersBeforeLoop;
    bool m_running = false;
    bool m_alive = false;
    bool m_idleOrPending = false; // as it was before the pending and idle phases of this turn
    bool m_entered = false; // the stage is under way
    bool m_hasCalled = false; // in this stage since the step began
    bool m_hasSpan = false; // in this stage a callback was called, with an observer
    Nanoseconds m_stageStart{0}; // when the first one was
    const StepUnit *m_pauseAfter = nullptr; // null: run on
    PollUnderWay m_poll;

    int m_handles = 0; // existing
    int m_activeReferenced = 0; // of them, those that hold the loop alive
    int m_activeRequests = 0;
    std::uint32_t m_lastTimerId = 0;
    std::uint64_t m_nextStartOrder = 0;
    Call *m_calls = nullptr; // callbacks that are running, innermost first
    Handle *m_again = nullptr; // asked to be called once more before the next one

    TimerHeap m_timers;
    std::array<IntrusiveList<Handle>, 3> m_phaseHandles; // by PhaseHandle::Kind
    std::vector<Callback> m_pending;
    std::vector<Callback> m_pendingRound; // taken aside while it runs; keeps its memory
    std::size_t m_nextPending = 0; // in the round
    int m_pendingRounds = 0; // left in this stage
    IntrusiveList<Handle> m_closing;
    IntrusiveList<Handle> m_aside; // what the stage under way still has to call
    std::vector<IoWatcher *> m_watchers; // by descriptor; null: none
    IntrusiveList<Handle> m_registrations; // watchers whose interest the poller does not know yet
    IntrusiveList<Handle> m_refused; // of them, those that it could not be told: to be called
    std::unique_ptr<WakeupChannel> m_wakeupChannel; // from the first Wakeup on
};

/// The callback is moved out for the call, so that it may destroy the handle that holds it.
template <typename Function, typename... Arguments>
void PhaseLoop::call(Handle &handle, Function &callback, Arguments... arguments)
{
    if (!callback)
        return;
    struct Under
    {
        ~Under() { calls = running.outer; } // also when the callback throws

        Call *&calls;
        Call running;
    } under{m_calls, {&handle, m_calls}};
    m_calls = &under.running;
    Function function = std::move(callback);
    function(arguments...);
    if (under.running.handle)
        callback = std::move(function);
}

} // namespace reusescope
