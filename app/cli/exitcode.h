// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace reusescope::cli {

/// What the program promises to scripts (README.md lists them).
enum class ExitCode : int {
    Ok = 0,
    Unexpected = 1, ///< failed or unsettled requests that were not expected, or --fail-if held
    Usage = 2,
    Unreachable = 3, ///< the target, or the address that the lab should listen on
    File = 4,
    Interrupted = 130,
};

} // namespace reusescope::cli
