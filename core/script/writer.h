// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <string>
#include <string_view>

namespace reusescope::script {

/// The program as a script: parsing it gives the program again, but for the places, for names in
/// another order than the parser's, and for reactions without statements, which are left out. The
/// program must be one that the language can say: a program from the parser is.
std::string writeScript(const Program &program);
/// Without indentation and line break.
std::string writeStatement(const Program &program, const Statement &statement);

/// What the language calls it: "setTimeout", "idle", ...
std::string_view word(NameKind kind);

} // namespace reusescope::script
