// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/ordercomparison.h"

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

using Sequence = std::span<const std::size_t>;

// Edits after which the best match so far is kept and the search begins anew behind it: it bounds
// time and memory (its square) of one search.
constexpr int kMostEdits = 256;

/// How far a search has come with `edits` edits, by diagonal (position left - position right).
struct Frontier
{
    explicit Frontier(int edits) : reach(static_cast<std::size_t>(2 * edits + 1)) { }

    int &at(int diagonal, int edits) { return reach[static_cast<std::size_t>(diagonal + edits)]; }
    int at(int diagonal, int edits) const
    {
        return reach[static_cast<std::size_t>(diagonal + edits)];
    }

    std::vector<int> reach;
};

struct Place
{
    int left = 0;
    int right = 0;
};

/// One search from the start of both. Marks what it skipped; answers how far it came.
class Search
{
public:
    Search(Sequence left, Sequence right) : m_left(left), m_right(right) { }

    Place run(std::vector<bool>::iterator markLeft, std::vector<bool>::iterator markRight)
    {
        const int leftSize = static_cast<int>(m_left.size());
        const int rightSize = static_cast<int>(m_right.size());
        for (int edits = 0;; ++edits) {
            Frontier &frontier = m_frontiers.emplace_back(edits);
            Place best;
            for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
                int x = start(diagonal, edits);
                // Beyond one of the ends: no place at all.
                if (x > leftSize || x - diagonal > rightSize || x < 0 || x - diagonal < 0) {
                    frontier.at(diagonal, edits) = kNowhere;
                    continue;
                }
                while (x < leftSize && x - diagonal < rightSize
                       && m_left[static_cast<std::size_t>(x)]
                           == m_right[static_cast<std::size_t>(x - diagonal)])
                    ++x;
                frontier.at(diagonal, edits) = x;
                if (2 * x - diagonal > best.left + best.right)
                    best = {x, x - diagonal};
            }
            const bool done = best.left == leftSize && best.right == rightSize;
            if (done || edits == kMostEdits) {
                trace(best, edits, markLeft, markRight);
                return best;
            }
        }
    }

private:
    static constexpr int kNowhere = -1'000'000'000;

    /// Before its run of equal elements: one more of the left, or one more of the right.
    int start(int diagonal, int edits) const
    {
        if (edits == 0)
            return 0;
        return std::max(afterLeft(diagonal, edits), afterRight(diagonal, edits));
    }
    int afterLeft(int diagonal, int edits) const
    {
        return diagonal - 1 < -(edits - 1) ? kNowhere : previous(diagonal - 1, edits) + 1;
    }
    int afterRight(int diagonal, int edits) const
    {
        return diagonal + 1 > edits - 1 ? kNowhere : previous(diagonal + 1, edits);
    }
    int previous(int diagonal, int edits) const
    {
        if (diagonal > edits - 1 || diagonal < -(edits - 1))
            return kNowhere;
        return m_frontiers[static_cast<std::size_t>(edits - 1)].at(diagonal, edits - 1);
    }

    void trace(Place place, int edits, std::vector<bool>::iterator markLeft,
               std::vector<bool>::iterator markRight) const
    {
        for (; edits > 0; --edits) {
            const int diagonal = place.left - place.right;
            const int left = afterLeft(diagonal, edits);
            const int right = afterRight(diagonal, edits);
            if (left >= right) {
                markLeft[left - 1] = true;
                place = {left - 1, left - diagonal};
            } else {
                markRight[right - diagonal - 1] = true;
                place = {right, right - diagonal - 1};
            }
        }
    }

    Sequence m_left;
    Sequence m_right;
    std::vector<Frontier> m_frontiers; // by edits
};

} // namespace

void OrderComparison::add(int side, std::string_view word, std::uint32_t turn)
{
    if (isDecided())
        return;
    const int other = 1 - side;
    if (!m_ahead.empty() && m_leader == other) {
        if (m_ahead.front().text == word) {
            ++m_agreed;
            m_ahead.pop_front();
        } else {
            decide(side, Word{std::string(word), turn}, std::move(m_ahead.front()));
        }
        return;
    }
    if (m_ended[static_cast<std::size_t>(other)]) {
        if (m_ahead.empty())
            decide(side, Word{std::string(word), turn}, std::nullopt);
        return;
    }
    if (m_ahead.size() == kMostAhead) {
        m_gaveUp = true;
        m_ahead.clear();
        return;
    }
    m_leader = side;
    m_ahead.push_back({std::string(word), turn});
}

void OrderComparison::end(int side)
{
    m_ended[static_cast<std::size_t>(side)] = true;
    if (!isDecided() && !m_ahead.empty() && m_leader != side)
        decide(side, std::nullopt, std::move(m_ahead.front()));
}

void OrderComparison::decide(int side, std::optional<Word> word, std::optional<Word> other)
{
    m_first.emplace();
    m_first->place = m_agreed + 1;
    m_first->words[static_cast<std::size_t>(side)] = std::move(word);
    m_first->words[static_cast<std::size_t>(1 - side)] = std::move(other);
    m_ahead.clear();
}

Differences differencesOf(Sequence left, Sequence right, bool leftGrows, bool rightGrows)
{
    Differences marks{std::vector<bool>(left.size()), std::vector<bool>(right.size())};
    Place at;
    while (static_cast<std::size_t>(at.left) < left.size()
           || static_cast<std::size_t>(at.right) < right.size()) {
        const Place came = Search(left.subspan(static_cast<std::size_t>(at.left)),
                                  right.subspan(static_cast<std::size_t>(at.right)))
                               .run(marks.left.begin() + at.left, marks.right.begin() + at.right);
        at.left += came.left;
        at.right += came.right;
    }
    // Nothing follows on the other side yet.
    const auto forgive = [](std::vector<bool> &one, const std::vector<bool> &other) {
        if (!other.empty() && other.back())
            return;
        for (auto mark = one.rbegin(); mark != one.rend() && *mark; ++mark)
            *mark = false;
    };
    if (rightGrows)
        forgive(marks.left, marks.right);
    if (leftGrows)
        forgive(marks.right, marks.left);
    return marks;
}

} // namespace reusescope
