// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/phaseloop.h"

#include "core/loop/wakeupchannel.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <system_error>
#include <utility>

namespace reusescope {

namespace {

constexpr int kPendingRoundsAfterPoll = 8; // as libuv: completions may queue more of them
constexpr int kFullBatchesPerPoll = 48; // as libuv: then the other phases get their turn

IoEvents without(IoEvents events, IoEvents unwanted)
{
    return static_cast<IoEvents>(static_cast<unsigned>(events) & ~static_cast<unsigned>(unwanted));
}

} // namespace

PhaseLoop::PhaseLoop(LoopModel model, PollStrategy strategy, const Clock &clock,
                     std::unique_ptr<Poller> poller)
    : m_model(model), m_strategy(strategy), m_clock(clock), m_poller(std::move(poller))
{
    readTime();
}

PhaseLoop::~PhaseLoop()
{
    assert(!m_calls && "destroyed from a callback");
    m_pending.clear(); // its closures may own handles
    m_pendingRound.clear();
    m_wakeupChannel.reset();
    assert(m_handles == 0 && "a handle outlives its loop");
}

bool PhaseLoop::run(RunMode mode)
{
    beginRun(mode);
    advance(nullptr);
    return m_alive;
}

void PhaseLoop::beginRun(RunMode mode)
{
    assert(!m_running && "run() is not reentrant");
    m_thread.rebind();
    m_running = true;
    m_mode = mode;
    m_alive = isAlive();
    if (!m_alive)
        readTime();
    m_stage = Stage::TimersBeforeLoop;
}

bool PhaseLoop::step(StepUnit unit)
{
    return advance(&unit);
}

/// Runs stages until the run is over (false) or a step of `*pauseAfter` is complete.
bool PhaseLoop::advance(const StepUnit *pauseAfter)
{
    m_pauseAfter = pauseAfter;
    while (m_running) {
        m_hasCalled = false;
        const Stage stage = m_stage;
        if (!runStage())
            return true;
        m_stage = stage == Stage::TurnEnds ? Stage::TurnBegins
                                           : static_cast<Stage>(static_cast<int>(stage) + 1);
        if (pauseAfter && isStepComplete(*pauseAfter, stage))
            return true;
    }
    return false;
}

/// Whether a step of `unit` ends with `stage`, which has just been left.
bool PhaseLoop::isStepComplete(StepUnit unit, Stage stage) const
{
    switch (unit) {
    case StepUnit::Call:
        return stage == Stage::Poll && m_poll.span.ready == 0 && m_poll.span.timeout.ms != 0;
    case StepUnit::Phase: return m_hasCalled || stage == Stage::Poll;
    case StepUnit::Turn: return stage == Stage::TurnEnds;
    }
    return true;
}

/// One stage, or the rest of it. False: a step by callback ends within it.
bool PhaseLoop::runStage()
{
    switch (m_stage) {
    case Stage::TimersBeforeLoop: return !runsTimersBeforeLoop() || runTimers();
    case Stage::TurnBegins:
        if (m_alive && !m_stopping)
            ++m_turn;
        else
            endRun();
        return true;
    case Stage::TimersFirst: return m_model != LoopModel::TimersFirst || runTimers();
    case Stage::Pending:
        if (!m_entered)
            m_idleOrPending = !m_pending.empty() || !handlesOf(PhaseHandle::Kind::Idle).isEmpty();
        return runPending(1);
    case Stage::Idle: return runPhaseHandles(Phase::Idle, PhaseHandle::Kind::Idle);
    case Stage::Prepare: return runPhaseHandles(Phase::Prepare, PhaseHandle::Kind::Prepare);
    case Stage::Poll: return runPoll();
    case Stage::PendingAfterPoll: return runPending(kPendingRoundsAfterPoll);
    case Stage::Check: return runPhaseHandles(Phase::Check, PhaseHandle::Kind::Check);
    case Stage::Closing: return runClosing();
    case Stage::TimersLast:
        // With the timers first, a single turn would else end without having made progress.
        return (m_model != LoopModel::TimersLast && m_mode != RunMode::Once) || runTimers();
    case Stage::TurnEnds:
        m_alive = isAlive();
        if (m_mode != RunMode::Default)
            endRun();
        return true;
    }
    return true;
}

/// Asked once, before the timers: what they stop, they have still begun.
bool PhaseLoop::runsTimersBeforeLoop() const
{
    return m_entered
        || (m_model == LoopModel::TimersLast && m_mode == RunMode::Default && m_alive
            && !m_stopping);
}

void PhaseLoop::endRun()
{
    m_stopping = false;
    m_phase = Phase::Main;
    m_running = false;
}

bool PhaseLoop::runTimers()
{
    if (enter(Phase::Timers)) {
        readTime();
        if (m_model == LoopModel::TimersLast)
            collectDueTimers();
    }
    while (TimerHandle *timer = nextTimer()) {
        callbackFollows(m_lastReading);
        call(*timer, timer->m_fired);
        if (pausesHere())
            return false;
    }
    leave();
    return true;
}

void PhaseLoop::collectDueTimers()
{
    while (isTimerDue()) {
        TimerHandle &timer = *m_timers.earliest();
        timer.stop();
        m_aside.pushBack(timer);
    }
}

TimerHandle *PhaseLoop::nextTimer()
{
    if (m_again)
        return static_cast<TimerHandle *>(std::exchange(m_again, nullptr));
    TimerHandle *timer = nullptr;
    if (m_model == LoopModel::TimersLast) {
        timer = static_cast<TimerHandle *>(m_aside.popFront());
    } else if (isTimerDue()) {
        timer = m_timers.earliest();
        timer->stop();
    }
    if (timer)
        timer->again();
    return timer;
}

bool PhaseLoop::runPending(int rounds)
{
    if (enter(Phase::Pending))
        m_pendingRounds = rounds;
    for (;;) {
        while (m_nextPending < m_pendingRound.size()) {
            callbackFollows();
            m_pendingRound[m_nextPending++]();
            if (pausesHere())
                return false;
        }
        m_pendingRound.clear();
        m_nextPending = 0;
        if (m_pendingRounds == 0 || m_pending.empty())
            break;
        --m_pendingRounds;
        m_pendingRound.swap(m_pending);
    }
    leave();
    return true;
}

bool PhaseLoop::runPhaseHandles(Phase phase, PhaseHandle::Kind kind)
{
    IntrusiveList<Handle> &started = handlesOf(kind);
    if (enter(phase))
        m_aside.takeAll(started);
    while (PhaseHandle *handle = nextPhaseHandle(started)) {
        callbackFollows();
        call(*handle, handle->m_called);
        if (pausesHere())
            return false;
    }
    leave();
    return true;
}

PhaseHandle *PhaseLoop::nextPhaseHandle(IntrusiveList<Handle> &started)
{
    if (m_again)
        return static_cast<PhaseHandle *>(std::exchange(m_again, nullptr));
    while (Handle *handle = m_aside.popFront()) {
        started.pushBack(*handle);
        auto *phaseHandle = static_cast<PhaseHandle *>(handle);
        if (!phaseHandle->m_skipped)
            return phaseHandle;
    }
    return nullptr;
}

bool PhaseLoop::runPoll()
{
    if (enter(Phase::Poll))
        beginPoll();
    do {
        if (!m_poll.waited)
            waitForEvents();
        if (!dispatch())
            return false;
    } while (!isPollOver());
    endPoll();
    m_entered = false;
    return true;
}

void PhaseLoop::beginPoll()
{
    ++m_pollsBegun;
    applyRegistrations();
    m_poll = {};
    m_poll.span.turn = m_turn;
    m_poll.span.phase = Phase::Poll;
    m_poll.span.timeout = timeoutForMode();
    m_poll.lookingFirst = m_measuresIdleTime && m_poll.span.timeout.ms != 0;
    m_poll.waitMs = m_poll.lookingFirst || !m_refused.isEmpty() ? 0 : m_poll.span.timeout.ms;
    m_poll.base = m_now;
    m_poll.observer = m_observer;
    if (m_observer)
        m_poll.span.start = m_clock.now();
}

void PhaseLoop::waitForEvents()
{
    m_poll.spun = m_strategy == PollStrategy::Spin && m_poll.waitMs != 0;
    m_poll.ready = m_poller->wait(m_poll.spun ? 0 : m_poll.waitMs);
    m_poll.next = 0;
    m_poll.called = 0;
    m_poll.waited = true;
    const Nanoseconds returned = readTime();
    if (m_poll.span.ready == 0)
        m_poll.span.slept = returned - m_poll.span.start;
}

/// Calls the watchers of what the last wait found; what ended the sleep is noted at the first of
/// them. False: a step by callback ends here.
bool PhaseLoop::dispatch()
{
    PhaseSpan &span = m_poll.span;
    for (;;) {
        if (m_again) {
            auto &watcher = static_cast<IoWatcher &>(*std::exchange(m_again, nullptr));
            call(watcher, watcher.m_ready, watcher.m_interest);
        } else if (Handle *refused = m_refused.popFront()) {
            auto &watcher = static_cast<IoWatcher &>(*refused);
            m_registrations.pushBack(watcher); // tried again, unless its owner gives it up
            ++span.ready;
            ++m_poll.called;
            m_hasCalled = true;
            call(watcher, watcher.m_ready, IoEvents::Unwatched);
        } else if (m_poll.next < m_poll.ready.size()) {
            const auto [fd, found] = m_poll.ready[m_poll.next++];
            IoWatcher *watcher = watcherSlot(fd);
            // Stopped by an earlier callback of this batch; or started by one on a descriptor with
            // the same number, so that what was found is not its own.
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
            ++span.ready;
            ++m_poll.called;
            m_hasCalled = true;
            call(*watcher, watcher->m_ready, events);
        } else {
            m_poll.waited = false;
            return true;
        }
        if (pausesHere())
            return false;
    }
}

/// After all of a wait has been dispatched; false: wait again, for `m_poll.waitMs`.
bool PhaseLoop::isPollOver()
{
    if (m_poll.called > 0) {
        m_poll.waitMs = 0;
        return m_poll.ready.size() < Poller::kMaxEvents
            || ++m_poll.fullBatches == kFullBatchesPerPoll;
    }
    // Nothing to call: the time is over, or a signal interrupted the wait, or all that was found
    // belongs to watchers that are gone.
    const bool lookedFirst = std::exchange(m_poll.lookingFirst, false);
    const bool timeIsOver = m_poll.ready.empty() && !m_poll.spun && !m_poller->interrupted();
    if (!lookedFirst && (m_poll.waitMs == 0 || timeIsOver))
        return true;
    const int timeout = m_poll.span.timeout.ms;
    if (timeout < 0) {
        m_poll.waitMs = timeout;
        return false;
    }
    const auto remaining = timeout - (m_now - m_poll.base).count();
    m_poll.waitMs = static_cast<int>(remaining);
    return remaining <= 0;
}

void PhaseLoop::endPoll()
{
    ++m_pollsCompleted;
    // A callback may have set another observer: it has no start for this poll.
    if (!m_observer || m_observer != m_poll.observer)
        return;
    PhaseSpan &span = m_poll.span;
    if (span.ready == 0 && span.timeout.ms != 0 && span.timeout.reason == TimeoutReason::NextTimer)
        span.wokenBy = WokenBy::Timer;
    span.duration = (span.ready > 0 ? m_clock.now() : m_lastReading) - span.start;
    m_observer->phaseRan(span);
}

bool PhaseLoop::runClosing()
{
    if (enter(Phase::Closing))
        m_aside.takeAll(m_closing);
    while (Handle *handle = m_aside.popFront()) {
        const Callback closed = std::move(handle->m_closed);
        if (!closed)
            continue;
        callbackFollows();
        closed(); // may destroy the handle
        if (pausesHere())
            return false;
    }
    leave();
    return true;
}

/// False: the stage was under way already.
bool PhaseLoop::enter(Phase phase)
{
    if (m_entered)
        return false;
    m_phase = phase;
    m_entered = true;
    m_hasSpan = false;
    return true;
}

void PhaseLoop::callbackFollows()
{
    if (m_observer && !m_hasSpan)
        callbackFollows(m_clock.now());
    m_hasCalled = true;
}

void PhaseLoop::callbackFollows(Nanoseconds at)
{
    m_hasCalled = true;
    if (m_observer && !m_hasSpan) {
        m_hasSpan = true;
        m_stageStart = at;
    }
}

/// Reports the phase if something ran in it.
void PhaseLoop::leave()
{
    m_entered = false;
    if (!m_hasSpan || !m_observer)
        return;
    PhaseSpan span;
    span.turn = m_turn;
    span.phase = m_phase;
    span.start = m_stageStart;
    span.duration = m_clock.now() - m_stageStart;
    m_observer->phaseRan(span);
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

LoopContents PhaseLoop::contents() const
{
    LoopContents contents;
    const auto append = [this](std::vector<const Handle *> &to, Phase phase,
                               const IntrusiveList<Handle> &list) {
        const auto add = [&to](const Handle &handle) { to.push_back(&handle); };
        if (m_entered && m_phase == phase)
            m_aside.forEach(add);
        list.forEach(add);
    };
    const auto started = [this](PhaseHandle::Kind kind) -> const IntrusiveList<Handle> & {
        return m_phaseHandles[static_cast<std::size_t>(kind)];
    };
    append(contents.idle, Phase::Idle, started(PhaseHandle::Kind::Idle));
    append(contents.prepare, Phase::Prepare, started(PhaseHandle::Kind::Prepare));
    append(contents.check, Phase::Check, started(PhaseHandle::Kind::Check));
    append(contents.closing, Phase::Closing, m_closing);
    if (m_entered && m_phase == Phase::Timers)
        m_aside.forEach([&](const Handle &handle) {
            contents.timers.push_back(static_cast<const TimerHandle *>(&handle));
        });
    for (const TimerHandle *timer : m_timers.inOrder())
        contents.timers.push_back(timer);
    contents.pending = m_pending.size() + m_pendingRound.size() - m_nextPending;
    return contents;
}

PollTimeout PhaseLoop::timeoutForMode() const
{
    if (m_mode == RunMode::NoWait)
        return {0, TimeoutReason::NoWait, {}, ""};
    PollTimeout timeout = pollTimeout();
    if (m_mode == RunMode::Once && m_idleOrPending && timeout.ms != 0)
        timeout = {0, TimeoutReason::NoWait, {}, ""};
    return timeout;
}

void PhaseLoop::applyRegistrations()
{
    while (Handle *handle = m_registrations.popFront()) {
        auto &watcher = static_cast<IoWatcher &>(*handle);
        try {
            watcher.applyRegistration();
        } catch (const std::system_error &) {
            m_refused.pushBack(watcher);
        }
    }
}

void PhaseLoop::forget(const Handle &handle)
{
    for (Call *running = m_calls; running; running = running->outer) {
        if (running->handle == &handle)
            running->handle = nullptr;
    }
    if (m_again == &handle)
        m_again = nullptr;
    --m_handles;
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

WakeupChannel &PhaseLoop::wakeupChannel()
{
    if (!m_wakeupChannel)
        m_wakeupChannel = std::make_unique<WakeupChannel>(*this);
    return *m_wakeupChannel;
}

} // namespace reusescope
