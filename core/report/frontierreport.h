// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/experiment/frontier.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>

// What schedulers catch and what they cost, for people and for programs. Thread: any.

namespace reusescope {

/// A row per cell: what was caught of the faults before the write, with its interval, and at each
/// moment, how long a request was exposed, and the added latency. Plain text that ends with a line
/// end.
std::string frontierTable(const FrontierResult &result);

/// Schema 1, as toJson(RunResult): fields may be added, none is ever renamed.
nlohmann::ordered_json toJson(const FrontierResult &result);

/// Writes frontier.csv into `directory`: a row per cell and moment, as writeCsv().
Result<void> writeFrontierCsv(const std::filesystem::path &directory, const FrontierResult &result);

} // namespace reusescope
