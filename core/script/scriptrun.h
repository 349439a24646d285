// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/loopobserver.h"
#include "core/script/program.h"
#include "core/script/transcript.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace reusescope::script {

enum class ClockKind : std::uint8_t {
    Virtual, ///< time passes only by `busy` and by the sleep of poll; what arrives is scripted
    Real, ///< the machine's clock, epoll and real sockets
};

struct RunOptions
{
    LoopModel model = LoopModel::TimersLast;
    ClockKind clock = ClockKind::Virtual;
    bool asNode = true; ///< poll looks before it sleeps: PhaseLoop::setMeasuresIdleTime()
    std::uint32_t maxTurns = 1000;
    /// Asked often: true ends the program as soon as possible, with no entry for it; on the real
    /// clock also within a sleep of poll, every 100 ms. Empty: never.
    std::function<bool()> interrupted;
};

/// Callbacks of one turn after which a program counts as endless (with the timers first, a zero
/// timer that restarts itself never leaves its phase).
inline constexpr std::uint32_t kMaxCallbacksPerTurn = 100'000;
inline constexpr std::uint32_t kMaxLogLinesPerTurn = 100'000; ///< likewise

/// What is queued and active between two steps; for a view.
struct LoopState
{
    struct Item
    {
        std::string label;
        NameKind kind = NameKind::Timeout;
        bool referenced = true;
        Nanoseconds due{0}; ///< Timeout and Timer, since the start of the program
        std::uint32_t unread = 0; ///< Socket: bytes that nobody has read yet; a FIN or RST counts 1
    };

    std::uint32_t turn = 0;
    Phase phase = Phase::Main; ///< of the callback that ran last, or where the loop stands
    Nanoseconds now{0}; ///< since the start of the program
    std::vector<Item> timers; ///< native timers and timeouts, in the order they will fire
    std::vector<Item> immediates; ///< in order
    std::vector<Item> pending;
    std::vector<Item> closing; ///< in the order of their callbacks
    std::vector<Item> idle; ///< active, in the order of their callbacks; likewise the next ones
    std::vector<Item> prepare;
    std::vector<Item> check;
    std::vector<Item> watched; ///< sockets and asyncs
    std::vector<Item> reuses; ///< requests that wait for a verdict
    bool alive = false;
    PollTimeout pollTimeout; ///< what poll would be told now; its timer label is `pollTimer`
    std::string pollTimer;
};

/// One execution of a program on the project's own loop, all at once or step by step.
///
/// Thread: one, the same for all calls.
/// Ownership: copies the program; refers to the sink (null: nobody listens).
/// With the virtual clock it is deterministic: the same program gives the same entries, so going
/// back is running again to an earlier position. Destroying it in the middle is allowed and calls
/// nothing.
class ScriptRun
{
public:
    enum class Step : std::uint8_t {
        Callback, ///< the next callback, or the next poll that slept
        Phase, ///< to the end of the next phase in which something runs, or of the next poll
        Turn, ///< to the end of the turn
    };

    ScriptRun(Program program, const RunOptions &options, EntrySink *sink);
    ~ScriptRun();
    ScriptRun(const ScriptRun &) = delete;
    ScriptRun &operator=(const ScriptRun &) = delete;

    /// False: the program is over (or stopped by a limit), nothing was done. The main program up to
    /// its first run belongs to the first step, what follows a run to the step that ends it.
    bool step(Step unit);
    void runToEnd();
    /// Steps by callback until position() is `position` or the program is over. Where a step by
    /// phase or turn has left the same position, it may have gone on to the end of its phase or
    /// turn, in which no further callback came.
    void runTo(std::uint64_t position);

    bool isOver() const;
    bool wasStoppedByLimit() const;
    /// Steps by callback made so far; a step by phase or turn counts as the callbacks in it. The
    /// end of a run and the stop by a limit are steps, too.
    std::uint64_t position() const;
    std::uint32_t turn() const;
    LoopState state() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> m_implementation;
};

/// The order of callbacks as one line: the words of callbacks and log lines, separated by blanks;
/// ", then " between two runs.
class OrderText final : public EntrySink
{
public:
    void entry(const Entry &entry) override;
    const std::string &text() const { return m_text; }

private:
    std::string m_text;
    bool m_runEnded = false;
};

} // namespace reusescope::script
