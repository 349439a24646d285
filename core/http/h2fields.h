// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// The fields of one header block, as nghttp2 takes them, in memory that is used again for the next
/// block. nghttp2 copies what does not live for ever. For the codecs only.
///
/// Nothing in a block can break it: characters that a value may not have are left out.
class H2Fields
{
public:
    enum class Indexing : std::uint8_t { Usual, Never };

    /// Forgets the last block. `cleanedBytes` is the most that addCleaned() may need in all.
    void start(std::size_t cleanedBytes);
    /// Names live for ever and are in lower case; so does the value.
    void addStatic(std::string_view name, std::string_view value);
    /// The name lives for ever, the value until the block was submitted.
    void add(std::string_view name, std::string_view value, Indexing indexing = Indexing::Usual);
    /// A number that differs from block to block would only push others out of the peer's table.
    void addNumber(std::string_view name, std::uint64_t value, Indexing indexing);
    /// Both live until the block was submitted. Left out: a name that is no token, and one that
    /// only HTTP/1 has (RFC 9113 section 8.2.2) or that the codecs write themselves.
    void addCleaned(std::string_view name, std::string_view value);
    /// As a path may be: no controls, no spaces; "/" for an empty one.
    void addPath(std::string_view target);

    const nghttp2_nv *data() const { return m_fields.data(); }
    std::size_t size() const { return m_fields.size(); }

private:
    void push(std::string_view name, std::string_view value, std::uint8_t flags);

    struct Digits
    {
        std::array<char, 20> text{};
    };

    std::vector<nghttp2_nv> m_fields;
    std::string m_cleaned; // reserved by start(), so that views into it stay
    std::array<Digits, 4> m_numbers{};
    std::size_t m_numbersUsed = 0;
};

} // namespace reusescope
