// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phases.h"
#include "core/lesson/outcome.h"
#include "core/script/parser.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope::lesson {

enum class ClaimKind : std::uint8_t {
    OrderIs, ///< order is WORD WORD ...: all callbacks and log lines
    Before, ///< WORD before WORD: the first of each; both come
    Never, ///< never WORD
    At, ///< WORD at TIME: the first
    Times, ///< WORD N times
    InTurn, ///< WORD in turn N: the first
    InPhase, ///< WORD in PHASE: the first
    InOneTurn, ///< WORD and WORD in one turn: the first of each
    PollsBetween, ///< N polls between WORD and WORD: the first, and the first after it
    PollSleeps, ///< poll N sleeps TIME
    PollBecause, ///< poll N because REASON
    EndsAt, ///< ends at TIME
    EndsAfter, ///< ends after N turns
};

/// Something about the run of a lesson's program that can be checked. Its language is described in
/// docs/lessons.md.
struct Claim
{
    ClaimKind kind = ClaimKind::OrderIs;
    std::vector<std::string> words; ///< as many as the kind needs
    std::uint32_t number = 0;
    Nanoseconds time{0};
    Phase phase = Phase::Main;
    TimeoutReason reason = TimeoutReason::NoTimer;
    std::string text; ///< as it was written
    LoopModel model = LoopModel::TimersLast; ///< in which it is to hold; set by who reads the file
    script::SourceSpan where;
};

inline constexpr std::size_t kMaxClaimWords = 200;

/// A claim, or what is wrong with it; `where` is the place of the text.
struct ParsedClaim
{
    std::optional<Claim> claim;
    script::Mistake mistake; ///< meaningful only without a claim
};
ParsedClaim parseClaim(std::string_view text, const script::SourceSpan &where);

struct Judgement
{
    bool holds = false;
    std::string instead; ///< when it does not hold: what the loop does
};
Judgement judge(const Claim &claim, const Outcome &outcome);

/// The words of a claim that the program has no callback or log line for in any way.
std::vector<std::string> unknownWords(const Claim &claim, const script::Program &program);

/// Every word that a run of the program can have.
std::vector<std::string> possibleWords(const script::Program &program);

} // namespace reusescope::lesson
