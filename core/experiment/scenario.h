// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/experiment/experiment.h"
#include "core/trace/records.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

struct RunResult;

/// What a variant of a scenario is expected to do; a run that does otherwise has failed.
struct Expectation
{
    /// Outcomes that may occur. Empty: only ok ones.
    std::vector<Outcome> allowed;
    /// Outcomes each of which must occur at least once.
    std::vector<Outcome> required;
};

/// What a scenario is about: the kinds of cases that it can show. Lists go by it.
enum class ScenarioGroup : std::uint8_t {
    Loop,
    IdleClose,
    Framing,
    EarlyAnswers,
    Tls,
    Http2,
    Pool,
    Measuring,
    Own, ///< none of these: a file that does not say
};
std::string_view name(ScenarioGroup group); ///< "loop", "idle-close", ...
std::string_view title(ScenarioGroup group); ///< "Event loop and schedulers", ...

/// A named experiment with its purpose and what should come out: one JSON file in
/// resources/scenarios.
struct Scenario
{
    std::string name; ///< the file's name without .json
    std::string title;
    std::string lookFor; ///< one paragraph
    ScenarioGroup group = ScenarioGroup::Own;
    Experiment experiment;
    std::map<std::string, Expectation> expected; ///< by "h2/none", else by scheduler, else "*"
    std::filesystem::path file;
};

/// Fails with ErrorKind::File (cannot be read) or ErrorKind::Input: "FILE: /workload/count:
/// expected ...".
Result<Scenario> loadScenario(const std::filesystem::path &file);
/// For text that is not in a file; `source` stands in error sentences.
Result<Scenario> parseScenario(std::string_view json, std::string_view source);

/// The user's own data: reusescope in $XDG_DATA_HOME, or in ~/.local/share. Empty: there is no
/// home.
std::filesystem::path userDataFolder();
/// Folders with scenarios and lessons, the first match wins: $REUSESCOPE_DATA_DIR, the user's own,
/// ../share/reusescope beside the program's folder (so that an unpacked archive can be moved), and
/// the one that was chosen when the program was built.
std::vector<std::filesystem::path> dataFolders();
/// All built-in scenarios, group by group, in each in the order of their names; files that fail to
/// load are reported in `errors`.
std::vector<Scenario> builtInScenarios(std::vector<Error> *errors = nullptr);
/// A built-in name, or a path (with a slash, or ending in .json). The error of an unknown name
/// lists the known ones.
Result<Scenario> findScenario(std::string_view nameOrPath);

/// What must happen in a scenario is only certain when it runs as written: the same with what must
/// happen among what may, and with every ok outcome.
Scenario requiringNothing(Scenario scenario);

/// One sentence for each way in which `result` differs from what the scenario expects; empty: as
/// expected. Without a scenario (null) every failed outcome is unexpected. Unsettled requests
/// always are.
std::vector<Sentence> unexpected(const Scenario *scenario, const RunResult &result);

} // namespace reusescope
