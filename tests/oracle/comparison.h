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

/// Executes a program on some loop.
struct Executor
{
    std::string name;
    /// The transcript; nullopt: there is nothing to compare.
    std::function<std::optional<std::string>(const script::Program &)> execute;
    /// The transcript ends where the program would sleep for ever.
    bool endsAsleep = false;
};

struct Comparison
{
    std::uint64_t compared = 0; ///< programs, on all that were asked for
    std::uint64_t leftOut = 0; ///< one of them had nothing to compare
    std::uint64_t different = 0;
    /// Of the first few that differ: the shrunk program as a script, and both transcripts.
    std::string report;

    std::string summary() const; ///< the numbers, a line without its end
};

/// Executes the programs of all these seeds on the oracle and on ours.
Comparison compare(const Seeds &seeds, const Executor &oracle, const std::vector<Executor> &ours);

Executor libuv(Configuration configuration);
/// Our loop by the rules of the libuv at hand, on every poller; configured as Node does it, on the
/// real ones only, since what steps report does not tell the look from the sleep. Programs that
/// show whether due timers are collected are left out where that libuv does not.
std::vector<Executor> ours(const UvRules &rules, Configuration configuration);

} // namespace reusescope::oracle
