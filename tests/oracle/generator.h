// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <cstdint>

namespace reusescope::oracle {

/// A loop program made from a seed: handles of all kinds, immediates and deferred completions; a
/// main program, reactions, arrivals and up to six runs. The same seed means the same program on
/// every machine and in every version of the standard library.
/// It uses only what libuv has too: no timeouts, no reuses.
script::Program generateProgram(std::uint64_t seed);

} // namespace reusescope::oracle
