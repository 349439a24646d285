// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace reusescope {

/// Memory for one nghttp2 session that keeps what it was given back for the next stream, so that a
/// connection that is warm asks the system for nothing.
///
/// nghttp2 allocates for every request: a stream, one item per frame it queues, a copy of the
/// fields, and a buffer per field that it decodes or adds to a table.
/// Thread: one at a time. Ownership: of all blocks, and destruction gives them back: nghttp2 1.52
/// forgets some when it finds no memory for another one; nothing may use them any more. Returns
/// null when the system has no memory, as nghttp2 expects.
class H2Memory
{
public:
    struct Counters
    {
        std::uint64_t requests = 0; ///< blocks that nghttp2 asked for
        std::uint64_t fromSystem = 0; ///< of those, the ones that had to be asked for in turn
    };

    H2Memory() = default;
    ~H2Memory();
    H2Memory(const H2Memory &) = delete;
    H2Memory &operator=(const H2Memory &) = delete;

    void *allocate(std::size_t size);
    void *allocateZeroed(std::size_t count, std::size_t size);
    void *resize(void *memory, std::size_t size);
    void free(void *memory);

    const Counters &counters() const { return m_counters; }
    bool isExhausted() const { return m_exhausted; } ///< the system had no memory once

private:
    // By whole cache lines, with the bytes in front. What is larger lives as long as the session
    // (buffers for frames, tables) or is rare, and is not kept.
    static constexpr std::size_t kLine = 64;
    static constexpr std::size_t kClasses = 64;
    struct Block;

    std::array<Block *, kClasses> m_kept{};
    Block *m_small = nullptr; // every block of the classes, kept or in use
    Block *m_large = nullptr; // every other one; few
    Counters m_counters;
    bool m_exhausted = false;
};

} // namespace reusescope
