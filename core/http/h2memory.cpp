// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h2memory.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace reusescope {

/// In front of what nghttp2 sees, of the size that keeps that aligned for any type.
struct alignas(std::max_align_t) H2Memory::Block
{
    Block *owned = nullptr; ///< the next one of m_small or m_large
    std::size_t size = 0; ///< bytes behind this

    static Block *of(void *memory)
    {
        return reinterpret_cast<Block *>(static_cast<std::byte *>(memory) - sizeof(Block));
    }
    void *memory() { return reinterpret_cast<std::byte *>(this) + sizeof(Block); }
    std::size_t lines() const { return (size + sizeof(Block)) / kLine; }
    /// While it is kept, in its unused bytes.
    Block *&next() { return *static_cast<Block **>(memory()); }
};

H2Memory::~H2Memory()
{
    for (Block *block : {m_small, m_large}) {
        while (block != nullptr)
            std::free(std::exchange(block, block->owned));
    }
}

void *H2Memory::allocate(std::size_t size)
{
    ++m_counters.requests;
    const std::size_t lines = (sizeof(Block) + size + kLine - 1) / kLine;
    const bool isKept = lines <= kClasses;
    Block *block = isKept ? m_kept[lines - 1] : nullptr;
    if (block != nullptr) {
        m_kept[lines - 1] = block->next();
        return block->memory();
    }
    ++m_counters.fromSystem;
    void *fresh = std::aligned_alloc(kLine, lines * kLine);
    if (fresh == nullptr) {
        m_exhausted = true;
        return nullptr;
    }
    Block *&all = isKept ? m_small : m_large;
    all = new (fresh) Block{all, lines * kLine - sizeof(Block)};
    return all->memory();
}

void *H2Memory::allocateZeroed(std::size_t count, std::size_t size)
{
    if (size != 0 && count > std::numeric_limits<std::size_t>::max() / 2 / size)
        return nullptr;
    void *memory = allocate(count * size);
    if (memory != nullptr)
        std::memset(memory, 0, count * size);
    return memory;
}

void *H2Memory::resize(void *memory, std::size_t size)
{
    if (memory == nullptr)
        return allocate(size);
    const std::size_t before = Block::of(memory)->size;
    if (size <= before)
        return memory;
    void *larger = allocate(size);
    if (larger == nullptr)
        return nullptr;
    std::memcpy(larger, memory, before);
    free(memory);
    return larger;
}

void H2Memory::free(void *memory)
{
    if (memory == nullptr)
        return;
    Block *block = Block::of(memory);
    const std::size_t lines = block->lines();
    if (lines <= kClasses) {
        block->next() = std::exchange(m_kept[lines - 1], block);
        return;
    }
    Block **place = &m_large;
    while (*place != block)
        place = &(*place)->owned;
    *place = block->owned;
    std::free(block);
}

} // namespace reusescope
