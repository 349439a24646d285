// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <string>
#include <string_view>

namespace reusescope::script {

/// The program as a script: parsing it gives the program again (but for the places).
std::string writeScript(const Program &program);
std::string writeStatement(const Program &program, const Statement &statement);

/// What the language calls it: "setTimeout", "idle", ...
std::string_view word(NameKind kind);

} // namespace reusescope::script
