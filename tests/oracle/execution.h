// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phases.h"
#include "core/script/program.h"
#include "core/script/scriptrun.h"
#include "tests/oracle/ourtarget.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace reusescope::oracle {

/// What executions went through: how often, by the number of the enumerator.
struct Coverage
{
    std::array<std::uint64_t, static_cast<std::size_t>(script::Verb::Run) + 1> statements{};
    std::array<std::uint64_t, kPhaseCount> callbackPhases{};
    std::array<std::uint64_t, static_cast<std::size_t>(TimeoutReason::NoTimer) + 1> reasons{};
    std::array<std::uint64_t, static_cast<std::size_t>(WokenBy::Wakeup) + 1> wokenBy{};
};

/// The rules that the libuv at hand follows.
struct UvRules
{
    LoopModel model = LoopModel::TimersLast;
    /// Before 1.48 a timer that is due as soon as a timer's callback starts it fires in the same
    /// pass; since then the timers that are due are collected first, and it waits for the next one.
    bool collectsDueTimers = true;
};
/// nullopt: 1.45, the only one that runs the timers before the loop even when nothing is alive.
std::optional<UvRules> rulesOfUv();

/// One execution of a program on a fresh loop.
struct Outcome
{
    std::string transcript;
    /// A timer's callback has started a timer that was due at once (a timeout of 0: within a pass
    /// the loop time stands still). Only then can it matter whether due timers are collected.
    bool dueTimerFromTimer = false;
};

/// How a loop is configured.
enum class Configuration : std::uint8_t {
    Plain,
    AsNode, ///< it measures its idle time (UV_METRICS_IDLE_TIME): poll looks before it sleeps
};

std::string executeOnUv(const script::Program &program,
                        Configuration configuration = Configuration::Plain);
/// On a real poller and real sockets.
Outcome executeOnOurs(const script::Program &program, LoopModel model, PollerKind poller,
                      Configuration configuration = Configuration::Plain,
                      Coverage *coverage = nullptr);

/// In steps, as the window and the command line do it: on the poller that is all virtual. Such a
/// program ends when it would sleep for ever, and so does the transcript.
std::string executeInSteps(const script::Program &program, LoopModel model,
                           script::ScriptRun::Step step);

} // namespace reusescope::oracle
