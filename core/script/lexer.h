// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

// The shapes of a script's words, without their meaning.

namespace reusescope::script {

struct Word
{
    std::string_view text;
    std::size_t offset = 0; ///< bytes within the line
};

/// One line, cut at blanks and tabs. A "#" that begins a word begins the comment.
struct LineWords
{
    std::string_view indentation;
    std::vector<Word> words;
    std::optional<std::size_t> comment; ///< its offset within the line
};

/// Any bytes will do; a carriage return at the end counts as a blank.
LineWords splitLine(std::string_view line);

/// What cannot stand in a script at all.
struct BadByte
{
    enum class Kind { NotUtf8, Control };
    Kind kind = Kind::NotUtf8;
    std::size_t offset = 0;
    std::size_t length = 1;
};

/// The first byte of the line that is no UTF-8 or belongs to a control character other than a tab.
std::optional<BadByte> badByte(std::string_view line);

/// Characters of UTF-8 text; of other bytes, all but those that could only continue a character.
std::size_t characterCount(std::string_view text);

bool isLabelStart(char c);
bool isLabelCharacter(char c);
/// Whether it has the shape of a label; it may still be a word of the language.
bool isLabelShaped(std::string_view word);

/// "1.5ms" in its pieces.
struct NumberWord
{
    bool isNegative = false;
    std::string_view whole; ///< digits, at least one
    std::string_view fraction; ///< digits; empty: there was no point
    std::string_view unit; ///< letters; empty: ms
};

std::optional<NumberWord> splitNumber(std::string_view word);
bool isTimeUnit(std::string_view unit); ///< "", "us", "ms", "s"

enum class TimeFault { None, TooFine, TooLong };

/// The exact time of a number that is not negative and has a known unit. TooFine: it has a part
/// smaller than a nanosecond; TooLong: it is 10^18 ns or more.
TimeFault exactTime(const NumberWord &number, Nanoseconds &time);
/// In milliseconds, as JavaScript reads the number. False: no double is near it.
bool javaScriptTime(const NumberWord &number, double &time);

/// "1st", "2nd", ... in its pieces.
struct OrdinalWord
{
    std::string_view digits; ///< at least one; the first is not 0 unless it is the only one
    std::string_view suffix; ///< "st", "nd", "rd", "th" or "", fitting or not
};

std::optional<OrdinalWord> splitOrdinal(std::string_view word);
std::string_view ordinalSuffix(std::uint32_t number);

} // namespace reusescope::script
