// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/experiment/idlefinder.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>

// What was found about a server's idle limits, for people and for programs. Thread: any.

namespace reusescope {

/// The user's own requests, held against what was found.
struct IdleUse
{
    std::optional<double> perSecond;
    std::vector<Nanoseconds> gaps; ///< of given times; empty: none were given
};

/// Sentences and a table, plain text that ends with a line end.
std::string idleText(const IdleFindings &findings, const IdleUse &use);

/// Schema 1, as toJson(RunResult): fields may be added, none is ever renamed.
nlohmann::ordered_json toJson(const IdleFindings &findings, const IdleUse &use);

/// Writes idle_closes.csv and idle_probes.csv into `directory`, as writeCsv().
Result<void> writeIdleCsv(const std::filesystem::path &directory, const IdleFindings &findings);

} // namespace reusescope
