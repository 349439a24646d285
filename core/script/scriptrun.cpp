// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/scriptrun.h"

#include "core/script/interpreter.h"
#include "core/script/looptarget.h"
#include "core/script/world.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace reusescope::script {

namespace {

StepUnit unitOf(ScriptRun::Step step)
{
    switch (step) {
    case ScriptRun::Step::Callback: return StepUnit::Call;
    case ScriptRun::Step::Phase: return StepUnit::Phase;
    case ScriptRun::Step::Turn: return StepUnit::Turn;
    }
    return StepUnit::Call;
}

} // namespace

class ScriptRun::Implementation final : ProgramObserver, RunControl
{
public:
    Implementation(Program program, const RunOptions &options, EntrySink *sink);

    bool step(Step unit);
    void runTo(std::uint64_t position);
    LoopState state() const;

    bool isOver() const { return m_over; }
    bool wasStoppedByLimit() const { return m_limited; }
    std::uint64_t position() const { return m_position; }
    std::uint32_t turn() const { return m_loop.turn(); }

private:
    void callback(NameIndex name, Occasion occasion, std::string_view word) override;
    void logged(std::string_view text) override;

    bool callbackBegins() override;
    bool pollBegins() override;
    void pollEnded(const PollOutcome &outcome) override;
    void sendArrived(NameIndex async) override { m_target.sendFromOutside(async); }
    void stopProgram(std::string_view limit) override;
    bool isStopped() const override;

    void beginNextRun();
    bool isLastTurn() const;
    void endRun();
    bool goesOnToSleep(const PollOutcome &outcome) const;
    bool isTurnAllowed();
    bool countsInTurn(std::uint32_t &count, std::uint32_t most, std::string_view what);
    Entry &newEntry(EntryKind kind);
    void emit();

    const Program m_program;
    const RunOptions m_options;
    EntrySink *const m_sink;
    std::unique_ptr<World> m_world;
    PhaseLoop m_loop;
    LoopTarget m_target;
    Interpreter m_interpreter;

    bool m_started = false;
    bool m_over = false;
    bool m_limited = false;
    std::uint64_t m_position = 0;
    RunMode m_mode = RunMode::Default;
    PollTimeout m_pollTimeout; // of the poll under way
    std::uint32_t m_countedTurn = 0; // the one that the following counts belong to
    std::uint32_t m_callbacks = 0;
    std::uint32_t m_logLines = 0;
    Entry m_entry; // keeps its memory
};

ScriptRun::Implementation::Implementation(Program program, const RunOptions &options,
                                          EntrySink *sink)
    : m_program(std::move(program)),
      m_options(options),
      m_sink(sink),
      m_world(options.clock == ClockKind::Virtual ? makeVirtualWorld(m_program, *this)
                                                  : makeRealWorld(m_program, *this)),
      m_loop(options.model, PollStrategy::Sleep, m_world->clock(), m_world->makePoller()),
      m_target(m_program, m_loop, *m_world, *this),
      m_interpreter(m_program, m_target, *this)
{
    m_target.setListener(m_interpreter);
    m_loop.setMeasuresIdleTime(options.asNode);
}

/// A callback of the loop that is none of the program's (a scheduler's that asks again) is no step,
/// so that positions do not depend on it.
bool ScriptRun::Implementation::step(Step unit)
{
    if (m_over)
        return false;
    const std::uint64_t before = m_position;
    if (!std::exchange(m_started, true)) {
        m_world->start();
        m_loop.updateTime();
        beginNextRun();
    }
    do {
        bool hasRun = !m_over && m_loop.step(unitOf(unit));
        if (hasRun && unit == Step::Turn && isLastTurn())
            hasRun = m_loop.step(StepUnit::Turn);
        if (!hasRun && !m_over)
            endRun();
        m_over = m_over || isStopped();
    } while (!m_over && unit == Step::Callback && m_position == before);
    return true;
}

void ScriptRun::Implementation::beginNextRun()
{
    const std::optional<RunMode> mode = m_interpreter.nextRun();
    if (!mode || isStopped()) {
        m_over = true;
        return;
    }
    m_mode = *mode;
    m_loop.beginRun(m_mode);
}

/// At the end of a turn: the end of the run belongs to it.
bool ScriptRun::Implementation::isLastTurn() const
{
    return m_mode != RunMode::Default || !m_loop.isAlive()
        || m_loop.pollTimeout().reason == TimeoutReason::Stopping;
}

void ScriptRun::Implementation::endRun()
{
    if (isStopped())
        return;
    ++m_position;
    newEntry(EntryKind::RunEnded).alive = m_loop.wasAlive();
    emit();
    beginNextRun();
}

void ScriptRun::Implementation::runTo(std::uint64_t position)
{
    while (m_position < position && step(Step::Callback)) { }
}

void ScriptRun::Implementation::callback(NameIndex name, Occasion occasion, std::string_view word)
{
    if (!countsInTurn(m_callbacks, kMaxCallbacksPerTurn, "callbacks"))
        return;
    if (!m_sink)
        return;
    Entry &entry = newEntry(EntryKind::Callback);
    entry.name = name;
    entry.text = word;
    if (occasion == Occasion::Moved)
        entry.detail = m_target.moveReason();
    else if (occasion == Occasion::Fires)
        entry.loopTimeAge = m_target.takeLoopTimeAge(name);
    emit();
}

void ScriptRun::Implementation::logged(std::string_view text)
{
    if (!countsInTurn(m_logLines, kMaxLogLinesPerTurn, "log lines") || !m_sink)
        return;
    newEntry(EntryKind::Log).text = text;
    emit();
}

bool ScriptRun::Implementation::callbackBegins()
{
    if (!isTurnAllowed())
        return false;
    ++m_position;
    return true;
}

bool ScriptRun::Implementation::pollBegins()
{
    if (!isTurnAllowed())
        return false;
    m_pollTimeout = m_loop.pollTimeout();
    return true;
}

void ScriptRun::Implementation::pollEnded(const PollOutcome &outcome)
{
    const bool lookedFirst = m_loop.isLookingFirst();
    if (lookedFirst && goesOnToSleep(outcome))
        return;
    const int timeoutMs = lookedFirst ? m_pollTimeout.ms : outcome.timeoutMs;
    // A poll with callbacks is counted by them.
    if (!outcome.found && timeoutMs != 0)
        ++m_position;
    if (!m_sink)
        return;
    Entry &entry = newEntry(EntryKind::Poll);
    entry.phase = Phase::Poll;
    entry.timeoutMs = timeoutMs;
    entry.slept = outcome.slept;
    entry.name = outcome.first;
    // What the mode of the run forbids is all that the loop itself does not tell.
    const bool forbidden = m_mode == RunMode::NoWait || (timeoutMs == 0 && m_pollTimeout.ms != 0);
    entry.reason = forbidden ? TimeoutReason::NoWait : m_pollTimeout.reason;
    if (entry.reason == TimeoutReason::NextTimer)
        entry.text = m_pollTimeout.timerLabel;
    if (outcome.found)
        entry.wokenBy = outcome.first == kNoName ? WokenBy::Wakeup : WokenBy::Io;
    else if (timeoutMs != 0 && entry.reason == TimeoutReason::NextTimer)
        entry.wokenBy = WokenBy::Timer;
    emit();
}

/// After the first look of a poll: whether a wait follows, which is then the one to report.
bool ScriptRun::Implementation::goesOnToSleep(const PollOutcome &outcome) const
{
    const auto passed =
        std::chrono::duration_cast<Milliseconds>(m_world->clock().now()) - m_loop.now();
    return !outcome.found && (m_pollTimeout.ms < 0 || passed.count() < m_pollTimeout.ms);
}

void ScriptRun::Implementation::stopProgram(std::string_view limit)
{
    if (m_limited)
        return;
    m_limited = true;
    ++m_position;
    m_interpreter.abandon();
    m_loop.stop();
    newEntry(EntryKind::Limit).text = limit;
    emit();
}

bool ScriptRun::Implementation::isStopped() const
{
    return m_limited || (m_options.interrupted && m_options.interrupted());
}

/// A turn counts as begun when it calls or polls something.
bool ScriptRun::Implementation::isTurnAllowed()
{
    if (isStopped())
        return false;
    if (m_loop.turn() <= m_options.maxTurns)
        return true;
    stopProgram(fmt::format("the program was stopped after {} turns", m_options.maxTurns));
    return false;
}

bool ScriptRun::Implementation::countsInTurn(std::uint32_t &count, std::uint32_t most,
                                             std::string_view what)
{
    if (m_countedTurn != m_loop.turn()) {
        m_countedTurn = m_loop.turn();
        m_callbacks = m_logLines = 0;
    }
    if (++count <= most)
        return true;
    stopProgram(fmt::format("the program was stopped after {} {} in one turn", most, what));
    return false;
}

Entry &ScriptRun::Implementation::newEntry(EntryKind kind)
{
    m_entry.kind = kind;
    m_entry.phase = m_loop.phase();
    m_entry.reason = TimeoutReason::NothingAlive;
    m_entry.wokenBy = WokenBy::Nothing;
    m_entry.alive = false;
    m_entry.name = kNoName;
    m_entry.turn = m_loop.turn();
    m_entry.timeoutMs = 0;
    m_entry.at = m_world->sinceStart();
    m_entry.slept = Nanoseconds{0};
    m_entry.loopTimeAge = Milliseconds{0};
    m_entry.text.clear();
    m_entry.detail = {};
    return m_entry;
}

void ScriptRun::Implementation::emit()
{
    if (m_sink)
        m_sink->entry(m_entry);
}

LoopState ScriptRun::Implementation::state() const
{
    LoopState state;
    state.turn = m_loop.turn();
    state.phase = m_loop.phase();
    state.now = m_started ? m_world->sinceStart() : Nanoseconds{0};
    m_target.describe(state);
    state.alive = m_loop.isAlive();
    state.pollTimeout = m_loop.pollTimeout();
    if (state.pollTimeout.reason == TimeoutReason::NextTimer)
        state.pollTimer = state.pollTimeout.timerLabel;
    return state;
}

ScriptRun::ScriptRun(Program program, const RunOptions &options, EntrySink *sink)
    : m_implementation(std::make_unique<Implementation>(std::move(program), options, sink))
{ }

ScriptRun::~ScriptRun() = default;

bool ScriptRun::step(Step unit)
{
    return m_implementation->step(unit);
}

void ScriptRun::runToEnd()
{
    while (m_implementation->step(Step::Turn)) { }
}

void ScriptRun::runTo(std::uint64_t position)
{
    m_implementation->runTo(position);
}

bool ScriptRun::isOver() const
{
    return m_implementation->isOver();
}

bool ScriptRun::wasStoppedByLimit() const
{
    return m_implementation->wasStoppedByLimit();
}

std::uint64_t ScriptRun::position() const
{
    return m_implementation->position();
}

std::uint32_t ScriptRun::turn() const
{
    return m_implementation->turn();
}

LoopState ScriptRun::state() const
{
    return m_implementation->state();
}

void OrderText::entry(const Entry &entry)
{
    if (entry.kind == EntryKind::RunEnded)
        m_runEnded = true;
    if (entry.kind != EntryKind::Callback && entry.kind != EntryKind::Log)
        return;
    if (!m_text.empty())
        m_text += m_runEnded ? ", then " : " ";
    m_runEnded = false;
    m_text += entry.text;
}

} // namespace reusescope::script
