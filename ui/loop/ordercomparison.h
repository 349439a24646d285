// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// Finds where two orders of callbacks part, while both still grow; the two need not grow evenly.
///
/// Thread: one. Keeps only the words that one side is ahead; it gives up where these are more than
/// kMostAhead.
class OrderComparison
{
public:
    static constexpr std::size_t kMostAhead = 100'000;

    struct Word
    {
        std::string text;
        std::uint32_t turn = 0;
    };
    struct Difference
    {
        std::uint64_t place = 0; ///< of the word: 1 is the first
        std::array<std::optional<Word>, 2> words; ///< none: that side has ended
    };

    void add(int side, std::string_view word, std::uint32_t turn);
    void end(int side); ///< no more words on that side

    const std::optional<Difference> &first() const { return m_first; }
    std::uint64_t agreed() const { return m_agreed; } ///< words that are the same in both so far
    bool hasGivenUp() const { return m_gaveUp; }

private:
    bool isDecided() const { return m_first || m_gaveUp; }
    void decide(int side, std::optional<Word> word, std::optional<Word> other);

    std::deque<Word> m_ahead;
    int m_leader = 0; // whose words m_ahead are
    std::array<bool, 2> m_ended{};
    std::uint64_t m_agreed = 0;
    std::optional<Difference> m_first;
    bool m_gaveUp = false;
};

struct Differences
{
    std::vector<bool> left; ///< by position: true has no counterpart
    std::vector<bool> right;
};

/// Which of two sequences' elements are in no longest common subsequence of both (Myers 1986, the
/// greedy one). Where the two differ in very many places it goes on from the best match found so
/// far, so that the time stays proportional to the length; the marks are then right, if not the
/// fewest. An end that only one side has is not marked when the other side is `growing`.
Differences differencesOf(std::span<const std::size_t> left, std::span<const std::size_t> right,
                          bool leftGrows, bool rightGrows);

} // namespace reusescope
