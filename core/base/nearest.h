// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// The known word that a mistyped one probably meant: at most a third of its letters away, else
/// empty.
std::string nearest(std::string_view word, const std::vector<std::string> &known);

} // namespace reusescope
