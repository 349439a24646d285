// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"
#include "tests/oracle/execution.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace reusescope::oracle {

/// Programs by their seeds, the last one included.
struct Seeds
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};
/// "FROM-TO"; nullopt: it is not that.
std::optional<Seeds> seedsFromText(std::string_view text);

/// The transcript of a program on some loop; nullopt: there is nothing to compare.
using Executor = std::function<std::optional<std::string>(const script::Program &)>;

struct Comparison
{
    std::uint64_t compared = 0;
    std::uint64_t leftOut = 0; ///< one of the two had nothing to compare
    std::uint64_t different = 0;
    /// Of the first few that differ: the shrunk program as a script, and both transcripts.
    std::string report;
};

/// Executes the programs of all these seeds on both.
Comparison compare(const Seeds &seeds, const Executor &oracle, const Executor &ours);

/// Our loop by the rules of the libuv at hand. Programs that show whether due timers are collected
/// are left out where that libuv does not.
Executor ours(const UvRules &rules, PollerKind poller);
Executor libuv();

} // namespace reusescope::oracle
