// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace reusescope {

inline constexpr std::size_t kMaxShownKey = 64;

/// A key as a JSON pointer token (RFC 6901 section 3); what a terminal should not get is left out.
inline std::string pointerToken(std::string_view key)
{
    std::string token;
    for (const char c : key.substr(0, kMaxShownKey)) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c >= ' ' && c < '\x7f' ? c : '?';
    }
    return token;
}

/// Reads the fields of one JSON object from a file or a user; the first failure stays and
/// everything after it is skipped. Failures are ErrorKind::Input: "POINTER: what was expected".
class ObjectReader
{
public:
    ObjectReader(const nlohmann::json &object, std::string where,
                 std::span<const std::string_view> known)
        : m_object(object), m_where(std::move(where))
    {
        if (!object.is_object()) {
            m_error = Error{
                ErrorKind::Input, 0,
                fmt::format("{}: expected an object", m_where.empty() ? "the document" : m_where)};
            return;
        }
        for (const auto &item : object.items()) {
            if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
                fail(item.key(),
                     fmt::format("unknown field, expected one of {}", fmt::join(known, ", ")));
            }
        }
    }

    const std::optional<Error> &error() const { return m_error; }
    void adopt(const Error &error)
    {
        if (!m_error)
            m_error = error;
    }
    std::string pointer(std::string_view key) const
    {
        return fmt::format("{}/{}", m_where, pointerToken(key));
    }
    void fail(std::string_view key, std::string_view expected)
    {
        adopt({ErrorKind::Input, 0, fmt::format("{}: {}", pointer(key), expected)});
    }

    /// Null when the field is absent or something has failed before.
    const nlohmann::json *field(std::string_view key) const
    {
        if (m_error)
            return nullptr;
        const auto found = m_object.find(key);
        return found == m_object.end() ? nullptr : &*found;
    }

    std::optional<std::int64_t> wholeNumber(std::string_view key, std::int64_t low,
                                            std::int64_t high)
    {
        const nlohmann::json *value = field(key);
        if (!value)
            return std::nullopt;
        if (value->is_number_unsigned()) {
            const auto number = value->get<std::uint64_t>();
            if (std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high))
                return static_cast<std::int64_t>(number);
        } else if (value->is_number_integer()) {
            const auto number = value->get<std::int64_t>();
            if (number >= low && number <= high)
                return number;
        }
        fail(key, fmt::format("expected a whole number from {} to {}", low, high));
        return std::nullopt;
    }

    void boolean(std::string_view key, bool &into)
    {
        const nlohmann::json *value = field(key);
        if (!value)
            return;
        if (value->is_boolean())
            into = value->get<bool>();
        else
            fail(key, "expected true or false");
    }

    const std::string *text(std::string_view key, std::string_view expected)
    {
        const nlohmann::json *value = field(key);
        if (!value)
            return nullptr;
        if (!value->is_string())
            fail(key, expected);
        return value->get_ptr<const std::string *>();
    }

    template <typename Word, std::size_t Count>
    bool word(std::string_view key, const std::array<Word, Count> &words, Word &into)
    {
        std::array<std::string_view, Count> names;
        std::transform(words.begin(), words.end(), names.begin(), [](Word w) { return name(w); });
        const std::string expected = fmt::format("expected one of {}", fmt::join(names, ", "));
        const std::string *given = text(key, expected);
        if (!given)
            return false;
        const auto found = std::find(names.begin(), names.end(), *given);
        if (found == names.end()) {
            fail(key, expected);
            return false;
        }
        into = words[static_cast<std::size_t>(found - names.begin())];
        return true;
    }

private:
    const nlohmann::json &m_object;
    std::string m_where;
    std::optional<Error> m_error;
};

} // namespace reusescope
