// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <string>
#include <vector>

namespace reusescope {

struct RunResult;

/// A run's result for people at a terminal: what was run, a row per variant, and notes on what
/// makes the figures less than they seem. Plain text, ends with a line end; control characters in
/// names are replaced, so that no name can steer the terminal.
///
/// `unexpected` are the sentences about how the run differs from what its scenario expects.
/// Thread: any.
std::string resultTable(const RunResult &result, const std::vector<std::string> &unexpected = {});

/// Three significant digits and the fitting unit: "850 ns", "153 us", "1.03 ms", "2.50 s".
std::string shortDuration(Nanoseconds value);

} // namespace reusescope
