// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace reusescope {

/// Summaries of a growing sequence of items that have a time: level 0 over blocks of `Leaf` items,
/// each further level over `Fan` nodes of the one below. Drawing n items into w pixel columns then
/// costs O(w), and nothing that a Node keeps (a minimum, a maximum) is lost.
///
/// Node is a small value with `Nanoseconds begin, end` (the time its items cover) and
/// `void merge(const Node &)`. The items themselves stay where they are; the pyramid knows them by
/// position. They need not be sorted; the closer they are, the less is visited.
/// Memory: Node / Leaf * Fan / (Fan - 1) per item.
///
/// Thread: one at a time.
template <typename Node, std::size_t Leaf, std::size_t Fan = 4> class Pyramid
{
public:
    void append(const Node &item)
    {
        std::size_t block = m_size++ / Leaf;
        for (std::vector<Node> &nodes : m_levels) {
            if (block == nodes.size())
                nodes.push_back(item);
            else
                nodes.back().merge(item);
            block /= Fan;
        }
        if (m_levels.empty())
            m_levels.push_back({item});
        else if (m_levels.back().size() > 1)
            m_levels.push_back({summary(m_levels.back())});
    }

    void clear()
    {
        m_levels.clear();
        m_size = 0;
    }

    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    /// The summary of all items; only when not empty.
    const Node &root() const { return m_levels.back().front(); }

    /// Visits, in order, everything that overlaps [begin, end]: `whole(const Node &)` for nodes
    /// that cover at most `fine`, `single(std::size_t position)` for every item of the others. A
    /// single item may lie outside.
    template <typename Whole, typename Single>
    void visit(Nanoseconds begin, Nanoseconds end, Nanoseconds fine, Whole &&whole,
               Single &&single) const
    {
        if (m_levels.empty())
            return;
        descend(m_levels.size() - 1, 0, begin, end, fine, whole, single);
    }

private:
    static Node summary(const std::vector<Node> &nodes)
    {
        Node all = nodes.front();
        for (std::size_t index = 1; index < nodes.size(); ++index)
            all.merge(nodes[index]);
        return all;
    }

    template <typename Whole, typename Single>
    void descend(std::size_t level, std::size_t index, Nanoseconds begin, Nanoseconds end,
                 Nanoseconds fine, Whole &whole, Single &single) const
    {
        const Node &node = m_levels[level][index];
        if (node.end < begin || node.begin > end)
            return;
        if (node.end - node.begin <= fine) {
            whole(node);
            return;
        }
        if (level == 0) {
            const std::size_t last = std::min((index + 1) * Leaf, m_size);
            for (std::size_t position = index * Leaf; position < last; ++position)
                single(position);
            return;
        }
        const std::size_t last = std::min((index + 1) * Fan, m_levels[level - 1].size());
        for (std::size_t child = index * Fan; child < last; ++child)
            descend(level - 1, child, begin, end, fine, whole, single);
    }

    // The topmost has one node. A node's children are at Fan times its index.
    std::vector<std::vector<Node>> m_levels;
    std::size_t m_size = 0;
};

} // namespace reusescope
