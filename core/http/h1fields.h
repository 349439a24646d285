// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Pure functions on HTTP/1 field names and values, shared by both roles. Any thread.

namespace reusescope {

/// What `Keep-Alive: timeout=` saturates at, as delta-seconds do (RFC 9111 section 1.2.2); fits
/// nanoseconds.
inline constexpr std::int64_t kMaxKeepAliveHintSeconds = 2'147'483'647;

/// Which bytes belong to a class.
using CharTable = std::array<bool, 256>;
template <typename Predicate> constexpr CharTable charTable(Predicate belongs)
{
    CharTable table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte)
        table[byte] = belongs(static_cast<char>(byte));
    return table;
}

inline constexpr CharTable kTokenChars = charTable([](char c) {
    constexpr std::string_view kChars = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return kChars.find(c) != std::string_view::npos;
});

/// RFC 9110 section 5.6.2.
constexpr bool isTokenChar(char c)
{
    return kTokenChars[static_cast<unsigned char>(c)];
}
/// A space or a tab.
constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}
/// What no value may hold: a control character of ASCII that is not a tab.
constexpr bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// ASCII only, as field names and tokens are.
bool equalsIgnoringCase(std::string_view a, std::string_view b);
/// Without spaces and tabs at either end.
std::string_view trimmed(std::string_view text);
/// Digits only, all of `text`; nothing on overflow or an empty text.
std::optional<std::uint64_t> decimal(std::string_view text);
std::optional<std::uint32_t> decimal32(std::string_view text);

/// How many elements of the comma-separated `list` are `token`, in any case.
int countInList(std::string_view list, std::string_view token);
/// The last element of the comma-separated `list` that is not empty; empty when there is none.
std::string_view lastListElement(std::string_view list);

/// N of the first usable `timeout=N` among the comma-separated elements of a Keep-Alive value. The
/// name is in any case; N is digits, then optionally one "s" (some servers write `timeout=5s` and
/// some clients take it), then the end, a space, a tab or a semicolon. Anything else is no hint.
std::optional<Milliseconds> keepAliveTimeout(std::string_view list);

/// Appends what may stand in a field value: control characters other than the tab are left out, so
/// that no value can end its line or start another field.
void appendFieldValue(std::string &out, std::string_view value);
/// Appends `name: value` CRLF; nothing when `name` is not a token.
void appendField(std::string &out, std::string_view name, std::string_view value);
void appendField(std::string &out, std::string_view name, std::uint64_t value);
void appendDecimal(std::string &out, std::uint64_t value);

} // namespace reusescope
