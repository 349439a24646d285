// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace reusescope {

/// Bytes on their way out, in one buffer that is used again and again.
///
/// Thread: one at a time. A view lives until the next call that is not const.
class H2Output
{
public:
    void append(std::string_view bytes)
    {
        m_bytes.append(bytes);
        m_produced += bytes.size();
    }
    void consume(std::size_t size)
    {
        assert(size <= view().size());
        m_begin += size;
        if (m_begin == m_bytes.size()) {
            m_bytes.clear();
            m_begin = 0;
        } else if (m_begin >= m_bytes.size() / 2) {
            // Moves at most as much as was consumed.
            m_bytes.erase(0, m_begin);
            m_begin = 0;
        }
    }

    std::string_view view() const { return std::string_view(m_bytes).substr(m_begin); }
    bool isEmpty() const { return m_bytes.empty(); }
    std::uint64_t produced() const { return m_produced; } ///< bytes appended so far

private:
    std::string m_bytes;
    std::size_t m_begin = 0;
    std::uint64_t m_produced = 0;
};

} // namespace reusescope
