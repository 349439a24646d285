// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// The entry of a fuzz target, as libFuzzer calls it. Built without libFuzzer it is called by
/// replay.cpp. Returns 0; a broken rule ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace reusescope::fuzz {

/// A rule of the target. Unlike assert() it holds in every build.
inline void require(bool holds, const char *rule)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken rule: %s\n", rule);
    std::abort();
}

} // namespace reusescope::fuzz
