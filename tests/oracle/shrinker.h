// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <functional>

namespace reusescope::oracle {

/// Makes a program as small as it can while it still `fails`: leaves out statements, reactions,
/// arrivals and names, moves reactions to main and lowers numbers, until no single such step fails
/// any more.
script::Program shrink(script::Program program,
                       const std::function<bool(const script::Program &)> &fails);

} // namespace reusescope::oracle
