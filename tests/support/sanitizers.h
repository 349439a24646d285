// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a sanitizer that keeps freed memory watches this program: what is resident then tells
// nothing about the program itself. gcc and clang name it differently.
#pragma once

namespace reusescope {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kFreedMemoryIsKept = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kFreedMemoryIsKept = true;
#else
constexpr bool kFreedMemoryIsKept = false;
#endif
#else
constexpr bool kFreedMemoryIsKept = false;
#endif

} // namespace reusescope
