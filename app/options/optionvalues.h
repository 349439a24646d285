// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// How the text of an option becomes a value. All fail with ErrorKind::Input and one sentence that
// names the option, the value and what is allowed.

namespace reusescope {

inline Error refused(std::string sentence)
{
    return {ErrorKind::Input, 0, std::move(sentence)};
}

/// Where a numeric option goes and what is allowed there.
template <typename Number> struct Range
{
    const char *option;
    Number low;
    Number high;
};

template <typename Number>
Result<Number> parseNumber(const Range<Number> &range, std::string_view text)
{
    Number number{};
    const char *const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stopped != end || number < range.low || number > range.high)
        return refused(fmt::format("{} takes a whole number from {} to {}, not \"{}\"",
                                   range.option, range.low, range.high, text));
    return number;
}

template <typename Number>
Result<void> apply(const std::optional<std::string> &text, const Range<Number> &range,
                   Number &target)
{
    if (!text)
        return {};
    const auto number = parseNumber(range, *text);
    if (!number)
        return number.error();
    target = *number;
    return {};
}

inline Result<void> applyMs(const std::optional<std::string> &text,
                            const Range<std::int64_t> &range, Milliseconds &target)
{
    std::int64_t ms = target.count();
    if (const auto done = apply(text, range, ms); !done)
        return done;
    target = Milliseconds(ms);
    return {};
}

/// For an option that takes one of a few names.
template <typename Value>
Result<void> applyName(const std::optional<std::string> &text, const char *option,
                       std::optional<Value> (*fromName)(std::string_view), const char *names,
                       Value &target)
{
    if (!text)
        return {};
    const auto value = fromName(*text);
    if (!value)
        return refused(fmt::format("{} takes {}, not \"{}\"", option, names, *text));
    target = *value;
    return {};
}

/// The names of comma lists, in order.
inline Result<std::vector<std::string>> splitNames(const char *option,
                                                   const std::vector<std::string> &lists)
{
    std::vector<std::string> names;
    for (const std::string &list : lists) {
        std::size_t begin = 0;
        while (true) {
            const std::size_t comma = std::min(list.find(',', begin), list.size());
            if (comma == begin)
                return refused(
                    fmt::format("{} \"{}\" has an empty name in its list", option, list));
            names.push_back(list.substr(begin, comma - begin));
            if (comma == list.size())
                break;
            begin = comma + 1;
        }
    }
    return names;
}

} // namespace reusescope
