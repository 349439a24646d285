// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h2fields.h"

#include "core/http/h1fields.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace reusescope {

namespace {

bool isReservedField(std::string_view name)
{
    constexpr std::array<std::string_view, 8> kReserved{
        "host",       "connection",       "content-length", "transfer-encoding",
        "keep-alive", "proxy-connection", "upgrade",        "te"};
    return std::any_of(kReserved.begin(), kReserved.end(), [name](std::string_view reserved) {
        return equalsIgnoringCase(name, reserved);
    });
}

} // namespace

void H2Fields::start(std::size_t cleanedBytes)
{
    m_fields.clear();
    m_cleaned.clear();
    m_cleaned.reserve(cleanedBytes);
    m_numbersUsed = 0;
}

void H2Fields::push(std::string_view name, std::string_view value, std::uint8_t flags)
{
    // nghttp2's type has no const, but it only reads.
    const auto bytes = [](std::string_view text) {
        return reinterpret_cast<std::uint8_t *>(const_cast<char *>(text.data()));
    };
    m_fields.push_back({bytes(name), bytes(value), name.size(), value.size(), flags});
}

void H2Fields::addStatic(std::string_view name, std::string_view value)
{
    push(name, value, NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE);
}

void H2Fields::add(std::string_view name, std::string_view value, Indexing indexing)
{
    const bool never = indexing == Indexing::Never;
    push(name, value,
         static_cast<std::uint8_t>(NGHTTP2_NV_FLAG_NO_COPY_NAME
                                   | (never ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE)));
}

void H2Fields::addNumber(std::string_view name, std::uint64_t value, Indexing indexing)
{
    assert(m_numbersUsed < m_numbers.size());
    auto &text = m_numbers[m_numbersUsed++].text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    add(name, {text.data(), static_cast<std::size_t>(end - text.data())}, indexing);
}

void H2Fields::addCleaned(std::string_view name, std::string_view value)
{
    if (name.empty() || !std::all_of(name.begin(), name.end(), isTokenChar)
        || isReservedField(name))
        return;
    const std::size_t begin = m_cleaned.size();
    for (const char c : trimmed(value)) {
        if (!isControl(c))
            m_cleaned.push_back(c);
    }
    push(name, std::string_view(m_cleaned).substr(begin), NGHTTP2_NV_FLAG_NONE);
}

void H2Fields::addPath(std::string_view target)
{
    const std::size_t begin = m_cleaned.size();
    for (const char c : target) {
        if (!isBlank(c) && !isControl(c))
            m_cleaned.push_back(c);
    }
    const std::string_view path = std::string_view(m_cleaned).substr(begin);
    if (path.empty())
        addStatic(":path", "/");
    else
        add(":path", path);
}

} // namespace reusescope
