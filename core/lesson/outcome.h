// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/scriptrun.h"
#include "core/script/transcript.h"

#include <cstddef>
#include <string>
#include <vector>

namespace reusescope::lesson {

// A lesson's program is short; these bound what a wrong one costs.
inline constexpr std::uint32_t kMaxLessonTurns = 200;
inline constexpr std::size_t kMaxLessonEntries = 2000;

/// What the program of a lesson did in one loop model, on virtual time.
struct Outcome
{
    LoopModel model = LoopModel::TimersLast;
    std::vector<script::Entry> entries;
    std::string order; ///< as script::OrderText gives it
    Nanoseconds end{0}; ///< when the last run ended, since the start
    std::uint32_t turns = 0; ///< begun
    std::string limit; ///< by which limit it was stopped; empty: it ran to its end
};

/// Runs it to its end, or to a limit.
Outcome outcomeOf(const script::Program &program, LoopModel model);

/// How questions and claims call an entry: a callback by its word, a log line by its text, a poll
/// "poll: REASON"; empty: it has no word.
std::string wordOf(const script::Entry &entry);

} // namespace reusescope::lesson
