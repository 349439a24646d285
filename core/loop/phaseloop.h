// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/phases.h"
#include "core/base/threadcheck.h"
#include "core/loop/handle.h"
#include "core/loop/loopobserver.h"
#include "core/loop/poller.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace reusescope {

enum class RunMode : std::uint8_t {
    Default, ///< until nothing is alive or stop()
    Once, ///< one turn; poll may sleep
    NoWait, ///< one turn; poll never sleeps
};

/// An event loop with libuv's phases, in both of libuv's orders.
///
/// Thread: the thread that calls run(); handles belong to it.
/// Ownership: the poller; handles are only linked and must be gone before the loop.
/// Everything that decides order or sleep follows libuv: alive rule, poll timeout, handle list order, closing order,
/// cached and truncated loop time, due order, run modes, stop.
class PhaseLoop
{
public:
    PhaseLoop(LoopModel model, PollStrategy strategy, const Clock &clock, std::unique_ptr<Poller> poller);
    ~PhaseLoop();
    PhaseLoop(const PhaseLoop &) = delete;
    PhaseLoop &operator=(const PhaseLoop &) = delete;

    /// Runs turns as `mode` says. Returns whether anything is still alive. Not reentrant.
    bool run(RunMode mode = RunMode::Default);
    /// Ends run() after the turn under way; before run(): that run makes no turn.
    void stop();

    /// Loop time: monotonic milliseconds, truncated and cached (uv_now).
    Milliseconds now() const { return m_now; }
    void updateTime();

    /// Runs `callback` in the next pending phase (deferred completions).
    void queuePending(Callback callback);
    /// An operation under way that is no handle (uv_req_t), for instance a name lookup: it holds the loop alive.
    void requestStarted() { ++m_activeRequests; }
    void requestEnded() { --m_activeRequests; }

    bool isAlive() const;
    /// What poll would be told now (uv_backend_timeout), with the reason.
    PollTimeout pollTimeout() const;

    LoopModel model() const { return m_model; }
    PollStrategy pollStrategy() const { return m_strategy; }
    const Clock &clock() const { return m_clock; }
    Phase phase() const { return m_phase; }
    std::uint32_t turn() const { return m_turn; } ///< 1 in the first turn
    /// Polls entered and polls whose callbacks have all run. A poll armed for in its own callbacks has begun before.
    std::uint32_t pollsBegun() const { return m_pollsBegun; }
    std::uint32_t pollsCompleted() const { return m_pollsCompleted; }
    std::uint64_t wakeups() const { return m_wakeups; } ///< Wakeup callbacks run so far

    /// At most one; null removes it.
    void setObserver(LoopObserver *observer) { m_observer = observer; }

private:
    // The implementation adds its queues here: timer heap, phase handle lists, pending, closing, registrations.
    LoopModel m_model;
    PollStrategy m_strategy;
    const Clock &m_clock;
    std::unique_ptr<Poller> m_poller;
    LoopObserver *m_observer = nullptr;
    ThreadCheck m_thread;
    Milliseconds m_now{0};
    Phase m_phase = Phase::Main;
    std::uint32_t m_turn = 0;
    std::uint32_t m_pollsBegun = 0;
    std::uint32_t m_pollsCompleted = 0;
    std::uint64_t m_wakeups = 0;
    int m_activeRequests = 0;
};

} // namespace reusescope
