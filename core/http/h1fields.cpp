// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h1fields.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace reusescope {

namespace {

constexpr std::array<char, 256> kLower = [] {
    std::array<char, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte)
        table[byte] = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
    return table;
}();

char lower(char c)
{
    return kLower[static_cast<unsigned char>(c)];
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Takes the next element of a comma-separated list off `list`, trimmed; it may be empty.
std::string_view takeElement(std::string_view &list)
{
    const std::size_t comma = list.find(',');
    const std::string_view element = trimmed(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    return element;
}

std::optional<Milliseconds> timeoutOf(std::string_view element)
{
    constexpr std::string_view kName = "timeout=";
    if (!equalsIgnoringCase(element.substr(0, kName.size()), kName))
        return std::nullopt;
    element.remove_prefix(kName.size());

    const auto digitsEnd = std::find_if_not(element.begin(), element.end(), isDigit);
    const auto digits = element.substr(0, static_cast<std::size_t>(digitsEnd - element.begin()));
    if (digits.empty())
        return std::nullopt;
    std::string_view rest = element.substr(digits.size());
    if (!rest.empty() && lower(rest.front()) == 's')
        rest.remove_prefix(1);
    if (!rest.empty() && !isBlank(rest.front()) && rest.front() != ';')
        return std::nullopt;

    std::int64_t seconds = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    if (parsed.ec != std::errc{} || seconds > kMaxKeepAliveHintSeconds)
        seconds = kMaxKeepAliveHintSeconds;
    return std::chrono::seconds{seconds};
}

template <typename Number> std::optional<Number> wholeDecimal(std::string_view text)
{
    // from_chars takes a sign for signed types only, and no spaces: what it takes whole is digits.
    Number number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::optional<std::uint64_t> decimal(std::string_view text)
{
    return wholeDecimal<std::uint64_t>(text);
}

std::optional<std::uint32_t> decimal32(std::string_view text)
{
    return wholeDecimal<std::uint32_t>(text);
}

int countInList(std::string_view list, std::string_view token)
{
    int count = 0;
    while (!list.empty())
        count += equalsIgnoringCase(takeElement(list), token) ? 1 : 0;
    return count;
}

std::string_view lastListElement(std::string_view list)
{
    std::string_view last;
    while (!list.empty()) {
        const std::string_view element = takeElement(list);
        if (!element.empty())
            last = element;
    }
    return last;
}

std::optional<Milliseconds> keepAliveTimeout(std::string_view list)
{
    while (!list.empty()) {
        if (const auto timeout = timeoutOf(takeElement(list)))
            return timeout;
    }
    return std::nullopt;
}

void appendFieldValue(std::string &out, std::string_view value)
{
    value = trimmed(value);
    const auto control = [](char c) { return isControl(c); }; // a function would not be inlined
    for (auto rest = value.begin(); rest != value.end();) {
        const auto end = std::find_if(rest, value.end(), control);
        out.append(rest, end);
        rest = std::find_if_not(end, value.end(), control);
    }
}

void appendField(std::string &out, std::string_view name, std::string_view value)
{
    if (name.empty()
        || !std::all_of(name.begin(), name.end(), [](char c) { return isTokenChar(c); }))
        return;
    out.append(name).append(": ");
    appendFieldValue(out, value);
    out.append("\r\n");
}

void appendField(std::string &out, std::string_view name, std::uint64_t value)
{
    out.append(name).append(": ");
    appendDecimal(out, value);
    out.append("\r\n");
}

void appendDecimal(std::string &out, std::uint64_t value)
{
    std::array<char, 20> digits; // 2^64 - 1 has 20
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
}

} // namespace reusescope
