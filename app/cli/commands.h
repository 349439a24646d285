// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/exitcode.h"
#include "app/options/runoptions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The commands of reusescope-cli. Each does its work, says on standard error what went wrong, and
// returns the exit code of the process. Main thread only.

namespace reusescope::cli {

struct ListOptions
{
    std::optional<std::string> json; ///< a file, "-": standard output; absent: for people
};

struct ServeOptions
{
    std::optional<std::string> scenario; ///< whose lab script is served; absent: the default one
    std::optional<std::string> port;
    LabOptions lab;
    std::optional<std::string> protocol; ///< absent: both
    bool tls = false;
};

/// As given; loop() explains what cannot be used.
struct LoopOptions
{
    std::string file; ///< "-": standard input; empty: none given
    std::optional<std::string> loopModel;
    std::optional<std::string> clock;
    std::optional<std::string> turns;
    std::optional<std::string> repeat;
    std::optional<std::string> json; ///< a file, "-": standard output
    bool order = false;
    bool quiet = false;
};

/// As given; idle() explains what cannot be used.
struct IdleOptions
{
    std::optional<std::string> url;
    std::optional<std::string> protocol;
    std::optional<std::string> upTo; ///< ms
    std::optional<std::string> tries;
    std::optional<std::string> probes;
    std::optional<std::string> rate; ///< requests per second
    std::optional<std::string> times; ///< a file
    std::optional<std::string> ca;
    std::optional<std::string> csv;
    std::optional<std::string> json; ///< a file, "-": standard output
    bool insecure = false;
    bool consent = false;
    bool quiet = false;
};

/// As given; frontier() explains what cannot be used.
struct FrontierOptions
{
    std::vector<std::string> schedulers; ///< each a name or a comma list, likewise the next ones
    std::vector<std::string> sources;
    std::vector<std::string> faults;
    std::vector<std::string> blocks; ///< ms
    std::optional<std::string> trials;
    std::optional<std::string> poll;
    std::optional<std::string> seed;
    std::optional<std::string> csv;
    std::optional<std::string> json; ///< a file, "-": standard output
    bool quiet = false;
};

ExitCode run(const RunOptions &options);
/// Measures what schedulers catch and what they cost.
ExitCode frontier(const FrontierOptions &options);
/// Finds out how long a server keeps idle connections.
ExitCode idle(const IdleOptions &options);
/// Runs a loop script, or says of each of its mistakes where and what it is.
ExitCode loop(const LoopOptions &options);
ExitCode serve(const ServeOptions &options);
ExitCode listScenarios(const ListOptions &options);
ExitCode listSchedulers(const ListOptions &options);

/// "reusescope-cli: SENTENCE" on standard error.
void complain(std::string_view sentence);
ExitCode complain(const Error &error); ///< with the exit code that fits its kind
/// All of `text` on standard output, flushed: what a full disk or a closed pipe swallows is a
/// failure (ErrorKind::File).
Result<void> print(std::string_view text);

} // namespace reusescope::cli
