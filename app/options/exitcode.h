// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/experiment/result.h"

#include <string>
#include <vector>

namespace reusescope {

/// What both programs promise to scripts (README.md lists them).
enum class ExitCode : int {
    Ok = 0,
    Unexpected = 1, ///< failed or unsettled requests that were not expected, or --fail-if held, or
                    ///< the system refused memory, descriptors or threads
    Usage = 2,
    Unreachable = 3, ///< the target, or the address that the lab should listen on
    File = 4,
    Interrupted = 130,
};

/// What --help says of them, where a command has no words of its own.
inline constexpr const char *kRunExitCodes =
    "Exit codes: 0 ok; 1 requests failed that the scenario did not expect, or a --fail-if held;\n"
    "2 usage; 3 target not reachable; 4 file errors; 130 interrupted.";

ExitCode exitCodeFor(const Error &error); ///< by its kind

/// Nothing was answered, so there are no figures to show.
bool nothingAnswered(const RunResult &result);

/// What a run that has ended amounts to.
struct Judgement
{
    ExitCode code = ExitCode::Ok;
    std::vector<std::string> sentences; ///< for standard error
};

/// `unexpected` are the sentences of unexpected() and heldConditions().
Judgement judge(const RunResult &result, bool interrupted,
                const std::vector<std::string> &unexpected);

} // namespace reusescope
