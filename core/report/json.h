// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

struct RunResult;

/// The result of a run as the object that `--json` promises: schema 1, to which fields may be
/// added, but in which none is ever renamed. Durations are in microseconds where a name ends in
/// _us. Figures that do not exist (percentiles of nothing) are left out.
///
/// `unexpected` are the sentences about how the run differs from what its scenario expects.
/// Thread: any.
nlohmann::ordered_json toJson(const RunResult &result,
                              const std::vector<std::string> &unexpected = {});

/// Writes one JSON text and a line end to a file, or to standard output for "-".
///
/// A file appears complete or not at all: it is written under another name and renamed. What is not
/// a regular file (a pipe, a device) is written directly.
/// Failure: ErrorKind::File with the path and the text of errno.
Result<void> writeJson(std::string_view pathOrDash, const nlohmann::ordered_json &object);

} // namespace reusescope
