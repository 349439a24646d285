// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace reusescope {

struct RunResult;
class Recording;

/// Writes requests.csv (measured requests), summary.csv (a row per variant), histogram.csv
/// (latency, a row per bucket with a count) and phases.csv into `directory`, which is created when
/// missing; files of these names are replaced.
///
/// The form is that of RFC 4180: comma, CRLF, a header, quotes where needed. Column names carry the
/// unit, the decimal point is '.' in every locale, and times count from the recording's origin. A
/// value that does not exist is an empty cell. `variant` is the position in the run, from 0. Text
/// that a spreadsheet would take for a formula gets a leading apostrophe.
///
/// Thread: any; reads its arguments. Writes row by row in bounded memory.
/// Failure: ErrorKind::File with the path and the text of errno. One file that cannot be written
/// does not keep the others from being written; the first failure is returned.
Result<void> writeCsv(const std::filesystem::path &directory, const RunResult &result,
                      const Recording &recording);

} // namespace reusescope
