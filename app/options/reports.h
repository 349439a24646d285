// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/runoptions.h"
#include "core/experiment/result.h"
#include "core/trace/recording.h"

#include <string>
#include <vector>

namespace reusescope {

/// Whether --csv and --json can be written, before time is spent on a run: makes the CSV folder and
/// tries to create a file where files will be. Fails with ErrorKind::File.
Result<void> checkReports(const RunRequest &request);

/// Writes what was asked for. A failure of one report does not keep the other from being written.
/// `unexpected` are the sentences of unexpected() and heldConditions(), for the JSON.
std::vector<Error> writeReports(const RunRequest &request, const RunResult &result,
                                const Recording &recording,
                                const std::vector<std::string> &unexpected);

} // namespace reusescope
