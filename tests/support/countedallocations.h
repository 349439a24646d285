// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

// Replaces the program's operator new by one that counts. To be included by one file of a program.
// All forms that the library uses are replaced together, since memory may not go back to another
// allocator than it came from.

namespace reusescope {

/// Of this thread: QtTest has one of its own that allocates, too.
inline thread_local std::size_t allocations = 0;

inline void *countedMemory(std::size_t size) noexcept
{
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

inline void *countedMemoryOrThrow(std::size_t size)
{
    if (void *memory = countedMemory(size))
        return memory;
    throw std::bad_alloc();
}

} // namespace reusescope

void *operator new(std::size_t size)
{
    return reusescope::countedMemoryOrThrow(size);
}
void *operator new[](std::size_t size)
{
    return reusescope::countedMemoryOrThrow(size);
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    return reusescope::countedMemory(size);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept
{
    return reusescope::countedMemory(size);
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete[](void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept
{
    std::free(memory);
}
