// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/lexer.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace reusescope::script {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

template <typename Predicate> std::string_view takeWhile(std::string_view &text, Predicate matches)
{
    const auto end = std::find_if_not(text.begin(), text.end(), matches);
    const auto length = static_cast<std::size_t>(end - text.begin());
    const std::string_view taken = text.substr(0, length);
    text.remove_prefix(length);
    return taken;
}

/// Length of the UTF-8 character at the start of `text` (RFC 3629: the shortest form, no
/// surrogates, up to U+10FFFF); 0: none.
std::size_t characterLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto continues = [byte](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return continues(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned low = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = first == 0xed ? 0x9f : 0xbf;
        return continues(1, low, high) && continues(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned low = first == 0xf0 ? 0x90 : 0x80;
        const unsigned high = first == 0xf4 ? 0x8f : 0xbf;
        return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

int decimalsOfUnit(std::string_view unit) // of a nanosecond
{
    if (unit == "s")
        return 9;
    return unit == "us" ? 3 : 6;
}

} // namespace

LineWords splitLine(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    LineWords out;
    std::string_view rest = line;
    out.indentation = takeWhile(rest, isBlank);
    while (!rest.empty()) {
        const std::size_t offset = line.size() - rest.size();
        if (rest[0] == '#') {
            out.comment = offset;
            break;
        }
        out.words.push_back({takeWhile(rest, [](char c) { return !isBlank(c); }), offset});
        takeWhile(rest, isBlank);
    }
    return out;
}

std::optional<BadByte> badByte(std::string_view line)
{
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t length = characterLength(line.substr(i));
        if (length == 0)
            return BadByte{BadByte::Kind::NotUtf8, i, 1};
        const auto first = static_cast<unsigned char>(line[i]);
        const bool isC0 = length == 1 && first != '\t' && (first < 0x20 || first == 0x7f);
        const bool isC1 = first == 0xc2 && static_cast<unsigned char>(line[i + 1]) < 0xa0;
        if (isC0 || isC1)
            return BadByte{BadByte::Kind::Control, i, length};
        i += length;
    }
    return {};
}

std::size_t characterCount(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

bool isLabelStart(char c)
{
    return isLetter(c) || c == '|';
}

bool isLabelCharacter(char c)
{
    return isLabelStart(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
}

bool isLabelShaped(std::string_view word)
{
    return !word.empty() && isLabelStart(word[0])
        && std::all_of(word.begin(), word.end(), isLabelCharacter);
}

std::optional<NumberWord> splitNumber(std::string_view word)
{
    NumberWord number;
    if (word.starts_with('-')) {
        number.isNegative = true;
        word.remove_prefix(1);
    }
    number.whole = takeWhile(word, isDigit);
    if (number.whole.empty())
        return {};
    if (word.starts_with('.')) {
        word.remove_prefix(1);
        number.fraction = takeWhile(word, isDigit);
        if (number.fraction.empty())
            return {};
    }
    number.unit = takeWhile(word, isLetter);
    if (!word.empty())
        return {};
    return number;
}

bool isTimeUnit(std::string_view unit)
{
    return unit.empty() || unit == "us" || unit == "ms" || unit == "s";
}

TimeFault exactTime(const NumberWord &number, Nanoseconds &time)
{
    constexpr std::size_t kMostDigits = 18; // always fit in 64 bits
    std::string_view whole = number.whole;
    std::string_view fraction = number.fraction;
    takeWhile(whole, [](char c) { return c == '0'; });
    while (fraction.ends_with('0'))
        fraction.remove_suffix(1);
    const auto decimals = static_cast<std::size_t>(decimalsOfUnit(number.unit));
    if (whole.size() + decimals > kMostDigits)
        return TimeFault::TooLong;
    if (fraction.size() > decimals)
        return TimeFault::TooFine;
    std::int64_t value = 0;
    for (const std::string_view digits : {whole, fraction}) {
        for (const char digit : digits)
            value = value * 10 + (digit - '0');
    }
    for (std::size_t i = fraction.size(); i < decimals; ++i)
        value *= 10;
    time = Nanoseconds{value};
    return TimeFault::None;
}

bool javaScriptTime(const NumberWord &number, double &time)
{
    // The exponent shifts to milliseconds before the one rounding: 1.001s is exactly 1001.
    std::string text(number.isNegative ? "-" : "");
    text.append(number.whole).append(".").append(number.fraction).append("0e");
    text.append(std::to_string(decimalsOfUnit(number.unit) - 6));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
    return error == std::errc{} && end == text.data() + text.size();
}

std::optional<OrdinalWord> splitOrdinal(std::string_view word)
{
    OrdinalWord ordinal;
    ordinal.digits = takeWhile(word, isDigit);
    ordinal.suffix = word;
    const bool isSuffix =
        word.empty() || word == "st" || word == "nd" || word == "rd" || word == "th";
    if (ordinal.digits.empty() || !isSuffix
        || (ordinal.digits.size() > 1 && ordinal.digits[0] == '0'))
        return {};
    return ordinal;
}

std::string_view ordinalSuffix(std::uint32_t number)
{
    if (number % 100 >= 11 && number % 100 <= 13)
        return "th";
    switch (number % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
    }
}

} // namespace reusescope::script
