// SPDX-License-Identifier: GPL-3.0-or-later
// What a sanitizer that watches this program changes about it. gcc and clang name them differently.
#pragma once

#if defined(__has_feature)
#define REUSESCOPE_HAS_FEATURE(feature) __has_feature(feature)
#else
#define REUSESCOPE_HAS_FEATURE(feature) 0
#endif

namespace reusescope {

/// Memory that was freed stays: what is resident tells nothing about the program itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)                                  \
    || REUSESCOPE_HAS_FEATURE(address_sanitizer) || REUSESCOPE_HAS_FEATURE(thread_sanitizer)
constexpr bool kFreedMemoryIsKept = true;
#else
constexpr bool kFreedMemoryIsKept = false;
#endif

/// clang's UndefinedBehaviorSanitizer looks at an object's type by way of a pipe: without a
/// descriptor for it, it takes each for one of another type. It watches the programs wherever
/// AddressSanitizer does, but not the tests themselves.
constexpr bool kTypesNeedDescriptors = REUSESCOPE_HAS_FEATURE(address_sanitizer);

} // namespace reusescope

#undef REUSESCOPE_HAS_FEATURE
