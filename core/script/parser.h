// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace reusescope::script {

/// What is wrong at a place, and what was expected there: one sentence.
struct Mistake
{
    SourceSpan where;
    std::string sentence;
};

struct ParsedScript
{
    Program program; ///< meaningful only without mistakes
    std::vector<Mistake> mistakes; ///< by place; at most kMaxMistakes

    bool isValid() const { return mistakes.empty(); }
};

// Limits on a script, which may come from anywhere. Exceeding one is a mistake that names it.
inline constexpr std::size_t kMaxScriptBytes = 64 * 1024;
inline constexpr std::size_t kMaxNames = 1000;
inline constexpr std::size_t kMaxStatements = 10'000;
inline constexpr std::size_t kMaxArrivals = 5'000;
inline constexpr std::size_t kMaxMistakes = 20;
inline constexpr std::size_t kMaxLabelLength = 64;
inline constexpr std::uint32_t kMaxTimes = 1'000'000; ///< of "the 1st time"
inline constexpr Nanoseconds kMaxBusy = std::chrono::seconds(60);
inline constexpr Nanoseconds kMaxTime = Milliseconds(0x7fffffff); ///< of `timer` and `at`

/// Reads a loop script: UTF-8, with or without a byte order mark, lines ended by LF or CR LF. A
/// line with a mistake is skipped, so that one look shows them all. The names of the program are in
/// the order in which its main program, then its reactions introduce them.
ParsedScript parseScript(std::string_view text);

/// "FILE:LINE:COLUMN: sentence".
std::string describe(const Mistake &mistake, std::string_view file);

enum class TokenKind : std::uint8_t { Keyword, Label, Number, Text, Comment, Wrong };

struct Token
{
    TokenKind kind = TokenKind::Keyword;
    std::size_t offset = 0; ///< bytes within the line
    std::size_t length = 0;
};

/// The words of one line for highlighting, from left to right; it knows no other line. Any bytes
/// will do. Wrong: what cannot be right there whatever the other lines say.
std::vector<Token> tokensOfLine(std::string_view line);

} // namespace reusescope::script
