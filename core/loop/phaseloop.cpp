// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/phaseloop.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace reusescope {

namespace {

constexpr int kPendingRoundsAfterPoll = 8; // as libuv: completions may queue more of them
constexpr int kFullBatchesPerPoll = 48; // as libuv: then the other phases get their turn

IoEvents without(IoEvents events, IoEvents unwanted)
{
    return static_cast<IoEvents>(static_cast<unsigned>(events) & ~static_cast<unsigned>(unwanted));
}

} // namespace

/// Reports a phase other than poll, once it is known that something runs in it.
class PhaseLoop::SpanScope
{
public:
    SpanScope(const PhaseLoop &loop) : m_loop(loop) { }
    SpanScope(const SpanScope &) = delete;
    SpanScope &operator=(const SpanScope &) = delete;
    ~SpanScope()
    {
        if (!m_started || !m_loop.m_observer)
            return;
        PhaseSpan span;
        span.turn = m_loop.m_turn;
        span.phase = m_loop.m_phase;
        span.start = m_start;
        span.duration = m_loop.m_clock.now() - m_start;
        m_loop.m_observer->phaseRan(span);
    }

    void start()
    {
        if (!m_started && m_loop.m_observer)
            start(m_loop.m_clock.now());
    }
    void start(Nanoseconds at)
    {
        m_start = at;
        m_started = true;
    }

private:
    const PhaseLoop &m_loop;
    Nanoseconds m_start{0};
    bool m_started = false;
};

PhaseLoop::PhaseLoop(LoopModel model, PollStrategy strategy, const Clock &clock,
                     std::unique_ptr<Poller> poller)
    : m_model(model), m_strategy(strategy), m_clock(clock), m_poller(std::move(poller))
{
    readTime();
}

PhaseLoop::~PhaseLoop()
{
    assert(!m_running && "destroyed from a callback");
    m_pending.clear(); // its closures may own handles
    assert(m_handles == 0 && "a handle outlives its loop");
}

bool PhaseLoop::run(RunMode mode)
{
    assert(!m_running && "run() is not reentrant");
    m_thread.rebind();
    m_running = true;
    bool alive = isAlive();
    if (!alive)
        readTime();
    if (m_model == LoopModel::TimersLast && mode == RunMode::Default && alive && !m_stopping)
        runTimers();
    while (alive && !m_stopping) {
        runTurn(mode);
        alive = isAlive();
        if (mode != RunMode::Default)
            break;
    }
    m_stopping = false;
    m_phase = Phase::Main;
    m_running = false;
    return alive;
}

void PhaseLoop::runTurn(RunMode mode)
{
    ++m_turn;
    if (m_model == LoopModel::TimersFirst)
        runTimers();
    const bool idleOrPending = !m_pending.empty() || !handlesOf(PhaseHandle::Kind::Idle).isEmpty();
    runPending(1);
    runPhaseHandles(Phase::Idle, PhaseHandle::Kind::Idle);
    runPhaseHandles(Phase::Prepare, PhaseHandle::Kind::Prepare);
    runPoll(timeoutFor(mode, idleOrPending));
    runPending(kPendingRoundsAfterPoll);
    runPhaseHandles(Phase::Check, PhaseHandle::Kind::Check);
    runClosing();
    // With the timers first, a single turn would else end without having made progress.
    if (m_model == LoopModel::TimersLast || mode == RunMode::Once)
        runTimers();
}

void PhaseLoop::runTimers()
{
    m_phase = Phase::Timers;
    const Nanoseconds start = readTime();
    if (!isTimerDue())
        return;
    SpanScope span(*this);
    span.start(start);
    if (m_model == LoopModel::TimersLast)
        runCollectedTimers();
    else
        runTimersOneByOne();
}

void PhaseLoop::runCollectedTimers()
{
    IntrusiveList<Handle> due;
    while (isTimerDue()) {
        TimerHandle &timer = *m_timers.earliest();
        timer.stop();
        due.pushBack(timer);
    }
    while (Handle *handle = due.popFront()) {
        auto &timer = static_cast<TimerHandle &>(*handle);
        timer.again();
        call(timer, timer.m_fired);
    }
}

void PhaseLoop::runTimersOneByOne()
{
    while (isTimerDue()) {
        TimerHandle &timer = *m_timers.earliest();
        timer.stop();
        timer.again();
        call(timer, timer.m_fired);
    }
}

void PhaseLoop::runPending(int rounds)
{
    m_phase = Phase::Pending;
    SpanScope span(*this);
    for (; rounds > 0 && !m_pending.empty(); --rounds) {
        span.start();
        m_pendingRound.swap(m_pending);
        for (Callback &callback : m_pendingRound)
            callback();
        m_pendingRound.clear();
    }
}

void PhaseLoop::runPhaseHandles(Phase phase, PhaseHandle::Kind kind)
{
    m_phase = phase;
    SpanScope span(*this);
    IntrusiveList<Handle> &started = handlesOf(kind);
    IntrusiveList<Handle> aside;
    aside.takeAll(started);
    while (Handle *handle = aside.popFront()) {
        started.pushBack(*handle);
        auto &phaseHandle = static_cast<PhaseHandle &>(*handle);
        if (phaseHandle.m_skipped)
            continue;
        span.start();
        call(phaseHandle, phaseHandle.m_called);
    }
}

void PhaseLoop::runPoll(const PollTimeout &timeout)
{
    m_phase = Phase::Poll;
    ++m_pollsBegun;
    applyRegistrations();

    PhaseSpan span;
    span.turn = m_turn;
    span.phase = Phase::Poll;
    span.timeout = timeout;
    const LoopObserver *observer = m_observer;
    if (observer)
        span.start = m_clock.now();

    const Milliseconds base = m_now;
    const bool spinning = m_strategy == PollStrategy::Spin && timeout.ms != 0;
    int waitMs = timeout.ms;
    int fullBatches = 0;
    int called = 0;
    for (;;) {
        const bool spin = spinning && waitMs != 0;
        const auto ready = m_poller->wait(spin ? 0 : waitMs);
        const Nanoseconds returned = readTime();
        if (called == 0)
            span.slept = returned - span.start;

        const int calledNow = dispatch(ready, span);
        called += calledNow;
        if (calledNow > 0) {
            if (ready.size() < Poller::kMaxEvents || ++fullBatches == kFullBatchesPerPoll)
                break;
            waitMs = 0;
            continue;
        }
        // Nothing to call: the time is over, or a signal interrupted the wait, or all that was
        // found belongs to watchers that are gone.
        if (waitMs == 0 || (ready.empty() && !spin && !m_poller->interrupted()))
            break;
        if (timeout.ms < 0)
            continue;
        const auto remaining = timeout.ms - (m_now - base).count();
        if (remaining <= 0)
            break;
        waitMs = static_cast<int>(remaining);
    }
    ++m_pollsCompleted;

    if (!observer || observer != m_observer) // a callback set another one: it has no start for it
        return;
    span.ready = called;
    if (called == 0 && timeout.ms != 0 && timeout.reason == TimeoutReason::NextTimer)
        span.wokenBy = WokenBy::Timer;
    span.duration = (called > 0 ? m_clock.now() : m_lastReading) - span.start;
    m_observer->phaseRan(span);
}

/// Calls the watchers and returns how many; what ended the sleep is noted at the first of them.
int PhaseLoop::dispatch(std::span<const Poller::Ready> ready, PhaseSpan &span)
{
    int called = 0;
    for (const auto &[fd, found] : ready) {
        IoWatcher *watcher = watcherSlot(fd);
        // Stopped by an earlier callback of this batch; or started by one on a descriptor with the
        // same number, so that what was found is not its own.
        if (!watcher || !any(watcher->m_registered))
            continue;
        const IoEvents always = IoEvents::Hangup | IoEvents::Error;
        IoEvents events = found & (watcher->m_interest | always);
        if (!any(events))
            continue;
        if (!any(without(events, always)))
            events = events | watcher->m_interest;
        if (span.wokenBy == WokenBy::Nothing) {
            span.wokenBy = watcher->m_isWakeup ? WokenBy::Wakeup : WokenBy::Io;
            span.fd = watcher->m_isWakeup ? -1 : fd;
        }
        ++called;
        call(*watcher, watcher->m_ready, events);
    }
    return called;
}

void PhaseLoop::runClosing()
{
    m_phase = Phase::Closing;
    SpanScope span(*this);
    IntrusiveList<Handle> aside;
    aside.takeAll(m_closing);
    while (Handle *handle = aside.popFront()) {
        const Callback closed = std::move(handle->m_closed);
        if (!closed)
            continue;
        span.start();
        closed(); // may destroy the handle
    }
}

void PhaseLoop::queuePending(Callback callback)
{
    checkThread();
    m_pending.push_back(std::move(callback));
}

bool PhaseLoop::isAlive() const
{
    return m_activeReferenced > 0 || m_activeRequests > 0 || !m_pending.empty()
        || !m_closing.isEmpty();
}

PollTimeout PhaseLoop::pollTimeout() const
{
    if (m_stopping)
        return {0, TimeoutReason::Stopping, {}, ""};
    if (m_activeReferenced == 0 && m_activeRequests == 0)
        return {0, TimeoutReason::NothingAlive, {}, ""};
    if (!m_pending.empty())
        return {0, TimeoutReason::Pending, {}, ""};
    if (!m_phaseHandles[static_cast<std::size_t>(PhaseHandle::Kind::Idle)].isEmpty())
        return {0, TimeoutReason::IdleActive, {}, ""};
    if (!m_closing.isEmpty())
        return {0, TimeoutReason::Closing, {}, ""};
    const TimerHandle *next = m_timers.earliest();
    if (!next)
        return {-1, TimeoutReason::NoTimer, {}, ""};
    const auto left = std::clamp<Milliseconds::rep>((next->dueAt() - m_now).count(), 0,
                                                    std::numeric_limits<int>::max());
    return {static_cast<int>(left), TimeoutReason::NextTimer, next->id(), next->label()};
}

/// `idleOrPending` is as it was before the pending and idle phases: in mode Once it forbids to
/// sleep, even when it is over by now.
PollTimeout PhaseLoop::timeoutFor(RunMode mode, bool idleOrPending) const
{
    if (mode == RunMode::NoWait)
        return {0, TimeoutReason::NoWait, {}, ""};
    PollTimeout timeout = pollTimeout();
    if (mode == RunMode::Once && idleOrPending && timeout.ms != 0)
        timeout = {0, TimeoutReason::NoWait, {}, ""};
    return timeout;
}

void PhaseLoop::applyRegistrations()
{
    while (Handle *handle = m_registrations.popFront()) {
        auto &watcher = static_cast<IoWatcher &>(*handle);
        m_poller->watch(watcher.m_fd, watcher.m_interest);
        watcher.m_registered = watcher.m_interest;
    }
}

/// The callback is moved out for the call, so that it may destroy the handle that holds it.
template <typename Function, typename... Arguments>
void PhaseLoop::call(Handle &handle, Function &callback, Arguments... arguments)
{
    if (!callback)
        return;
    m_called = &handle;
    Function running = std::move(callback);
    running(arguments...);
    if (m_called == &handle)
        callback = std::move(running);
    m_called = nullptr;
}

Nanoseconds PhaseLoop::readTime()
{
    m_lastReading = m_clock.now();
    m_now = std::chrono::duration_cast<Milliseconds>(m_lastReading); // truncates, as uv_now
    return m_lastReading;
}

bool PhaseLoop::isTimerDue() const
{
    const TimerHandle *next = m_timers.earliest();
    return next && next->dueAt() <= m_now;
}

IntrusiveList<Handle> &PhaseLoop::handlesOf(PhaseHandle::Kind kind)
{
    return m_phaseHandles[static_cast<std::size_t>(kind)];
}

IoWatcher *&PhaseLoop::watcherSlot(int fd)
{
    const auto index = static_cast<std::size_t>(fd);
    if (index >= m_watchers.size())
        m_watchers.resize(std::max(index + 1, m_watchers.size() * 2), nullptr);
    return m_watchers[index];
}

} // namespace reusescope
