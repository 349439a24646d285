// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/failcondition.h"
#include "app/options/policyoptions.h"
#include "core/experiment/experiment.h"
#include "core/experiment/scenario.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace reusescope {

/// How the lab answers, as typed.
struct LabOptions
{
    std::optional<std::string> delay; ///< ms
    std::optional<std::string> bodyBytes;
    std::optional<std::string> hint; ///< value of the Keep-Alive header
};

/// How the client speaks TLS, as typed.
struct TlsOptions
{
    std::optional<std::string> ca; ///< PEM file
    std::optional<std::string> certificate; ///< PEM file
    std::optional<std::string> key; ///< PEM file
    bool insecure = false;
};

/// What is sent, as typed.
struct RequestOptions
{
    std::optional<std::string> method;
    std::vector<std::string> headers; ///< "Name: value"
    std::optional<std::string> bodyFile;
};

/// How hard a server may be driven, as typed.
struct LimitOptions
{
    bool consent = false; ///< to a target on another machine
    std::optional<std::string> perSecond;
    std::optional<std::string> requests;
};

/// The options of a run as they were typed, absent where nothing was. They stay text until
/// resolve(), so that both programs refuse a bad value with the same sentence.
struct RunOptions
{
    std::optional<std::string> scenario; ///< a built-in name or a path
    std::optional<std::string> url;
    std::vector<std::string> schedulers; ///< each a name or a comma list
    std::optional<std::string> workload;
    std::optional<std::string> count;
    std::optional<std::string> warmup;
    std::optional<std::string> width;
    std::optional<std::string> gap; ///< ms
    std::optional<std::string> gapTo; ///< ms
    std::optional<std::string> dispatchFrom;
    std::optional<std::string> frontEnd;
    std::vector<std::string> protocols; ///< each a name or a comma list
    std::optional<std::string> maxStreams;
    std::optional<std::string> ping; ///< ms
    std::optional<std::string> connections;
    std::optional<std::string> pipelining;
    std::optional<std::string> loopModel;
    std::optional<std::string> poll;
    LabOptions lab; ///< not with url
    bool labTls = false; ///< likewise
    bool follow = false; ///< only with url
    TlsOptions tls; ///< only with an https:// url
    RequestOptions request;
    LimitOptions limits;
    PolicyOptions policy;
    std::optional<std::string> repeats;
    std::optional<std::string> seed;
    std::optional<std::string> timeout; ///< ms
    std::vector<std::string> failIf;
    std::optional<std::string> csv;
    std::optional<std::string> json;
    bool quiet = false;
};

/// What the options ask for: ready to be handed to an Engine.
struct RunRequest
{
    Experiment experiment;
    /// Absent with --url. Its own experiment is as in its file; what it requires is dropped when
    /// the options change more than schedulers, repeats and seed, since it is then not certain.
    std::optional<Scenario> scenario;
    std::optional<std::filesystem::path> csvFolder;
    std::optional<std::string> jsonFile; ///< "-": standard output
    bool quiet = false;
    std::vector<FailCondition> failIf;
};

/// The scenario of a run that names neither a scenario nor a URL.
inline constexpr const char *kDefaultScenario = "sequential-reuse";

/// Adds the positional SCENARIO and every option of a run to `app`. `options` must outlive the
/// parsing.
void addRunOptions(CLI::App &app, RunOptions &options);

/// The part of them that a lab without a run has, too.
void addLabOptions(CLI::App &app, LabOptions &options, const std::string &group);
/// Changes in `lab` what was given. Fails with ErrorKind::Input.
Result<void> applyLab(const LabOptions &options, LabScript &lab);
/// 0 to 65535. Fails with ErrorKind::Input.
Result<std::uint16_t> parsePort(const std::string &text);

/// Starts from the scenario (or from the default experiment with --url), applies what was given and
/// validates the whole. Fails with ErrorKind::Input (one sentence that names the option, the value
/// and what is allowed) or, for a scenario or body file that cannot be read, with ErrorKind::File.
/// The consent to a target on another machine is not asked for here: see consentSentence().
Result<RunRequest> resolve(const RunOptions &options);

} // namespace reusescope
