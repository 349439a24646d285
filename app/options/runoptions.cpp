// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/runoptions.h"

#include "app/options/optionvalues.h"
#include "core/experiment/extraheaders.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace reusescope {

namespace {

// Defaults for a server on another machine, which is somebody's: few enough for all schedulers to
// stay below kRemoteRequests.
constexpr int kRemoteCount = 80;
constexpr int kRemoteWarmup = 20;

constexpr int kDefaultWidth = 8; // of burst and parallel, as in undici's benchmark

/// What only the lab can do has no meaning for a server of somebody else.
Result<void> refuseLabOptions(const LabOptions &lab)
{
    for (const auto &[option, value] :
         {std::pair("--delay", &lab.delay), std::pair("--body-bytes", &lab.bodyBytes),
          std::pair("--hint", &lab.hint)}) {
        if (*value)
            return refused(fmt::format(
                "{} tells the lab server how to answer, and with --url there is none", option));
    }
    return {};
}

Result<void> applyTls(const RunOptions &options, Experiment &experiment)
{
    if (options.labTls) {
        if (options.url)
            return refused("--tls is for the lab; with --url write https://");
        experiment.labTls = true;
    }
    const TlsOptions &given = options.tls;
    const bool secureUrl = options.url && options.url->starts_with("https://");
    TlsClientOptions &tls = experiment.client.tls;
    for (const auto &[option, value, target] :
         {std::tuple("--ca", &given.ca, &tls.caFile),
          std::tuple("--cert", &given.certificate, &tls.certificateFile),
          std::tuple("--key", &given.key, &tls.keyFile)}) {
        if (!*value)
            continue;
        if (!secureUrl)
            return refused(fmt::format("{} needs an https:// --url", option));
        *target = **value;
    }
    if (given.key && !given.certificate)
        return refused("--key needs --cert, the certificate that it belongs to");
    if (given.insecure && !secureUrl)
        return refused("--insecure needs an https:// --url");
    tls.verify = !given.insecure;
    if (const char *keyLog = std::getenv("SSLKEYLOGFILE"))
        tls.keyLogFile = keyLog;
    return {};
}

/// All of a file, which may also be a pipe.
Result<std::string> readBody(const std::string &path)
{
    std::error_code problem;
    if (std::filesystem::is_directory(path, problem))
        return systemError(ErrorKind::File, EISDIR, fmt::format("--body {}", path));
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return systemError(ErrorKind::File, errno, fmt::format("--body {}", path));
    std::string body;
    for (std::array<char, 65536> part; in.read(part.data(), part.size()), in.gcount() > 0;) {
        body.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (body.size() > kMaxBodyBytes)
            return refused(fmt::format("--body {}: a request's body has at most {} bytes", path,
                                       kMaxBodyBytes));
    }
    if (in.bad())
        return systemError(ErrorKind::File, errno, fmt::format("--body {}", path));
    return body;
}

Result<void> applyRequest(const RequestOptions &given, Experiment &experiment)
{
    if (const auto done = applyName(given.method, "--method", &methodFromName,
                                    "GET, HEAD, POST, PUT, DELETE or OPTIONS", experiment.method);
        !done)
        return done;
    for (const std::string &text : given.headers) {
        auto header = parseHeader(text);
        if (!header)
            return header.error();
        experiment.client.extraHeaders.push_back(std::move(*header));
    }
    if (!given.bodyFile)
        return {};
    if (!given.method)
        experiment.method = Method::Post;
    auto body = readBody(*given.bodyFile);
    if (!body)
        return body.error();
    experiment.client.body = std::make_shared<const std::string>(std::move(*body));
    return {};
}

Result<void> applyLimits(const LimitOptions &given, Experiment &experiment)
{
    const auto set = [](const std::optional<std::string> &text, const Range<int> &range,
                        std::optional<int> &target) -> Result<void> {
        if (!text)
            return {};
        const auto number = parseNumber(range, *text);
        if (!number)
            return number.error();
        target = *number;
        return {};
    };
    if (const auto done =
            set(given.perSecond, {"--max-rate", 1, kMaxRate}, experiment.limits.perSecond);
        !done)
        return done;
    if (const auto done =
            set(given.requests, {"--max-requests", 1, kMaxRequests}, experiment.limits.requests);
        !done)
        return done;
    if (given.consent)
        giveConsent(experiment);
    return {};
}

Result<void> applyProtocols(const RunOptions &options, Experiment &experiment)
{
    if (options.protocols.empty())
        return {};
    const auto names = splitNames("--protocol", options.protocols);
    if (!names)
        return names.error();
    experiment.protocols.clear();
    for (const std::string &name : *names) {
        const auto protocol = protocolFromName(name);
        if (!protocol)
            return refused(fmt::format(
                "--protocol takes h1, h2 or auto, or a list of them, not \"{}\"", name));
        experiment.protocols.push_back(*protocol);
    }
    // HTTP/2 validates nothing: schedulers are compared only when they are asked for.
    if (experiment.protocols == std::vector{Protocol::H2} && options.schedulers.empty())
        experiment.schedulers = {"none"};
    return {};
}

Result<void> applyWorkload(const RunOptions &options, Experiment &experiment)
{
    Workload &workload = experiment.workload;
    if (const auto done = applyName(options.workload, "--workload", &workloadKindFromName,
                                    "sequential, burst, parallel, paced or sweep", workload.kind);
        !done)
        return done;
    if (const auto done = apply(options.count, {"--count", 1, kMaxRequests}, workload.count); !done)
        return done;
    if (const auto done = apply(options.warmup, {"--warmup", 0, kMaxRequests}, workload.warmup);
        !done)
        return done;
    if (const auto done = apply(options.width, {"--width", 1, kMaxWidth}, workload.width); !done)
        return done;
    if (const auto done = applyMs(options.gap, {"--gap", 0, kMaxGap.count()}, workload.gap); !done)
        return done;
    if (const auto done = applyMs(options.gapTo, {"--gap-to", 0, kMaxGap.count()}, workload.gapTo);
        !done)
        return done;
    if (const auto done = applyName(options.dispatchFrom, "--dispatch-from", &dispatchFromFromName,
                                    "poll, check or timers", experiment.dispatchFrom);
        !done)
        return done;

    const bool wide =
        workload.kind == WorkloadKind::Burst || workload.kind == WorkloadKind::Parallel;
    if (!wide) {
        if (options.width && workload.width > 1)
            return refused(fmt::format("--width {} needs --workload burst or parallel; a {} one "
                                       "has one request at a time",
                                       workload.width, name(workload.kind)));
        workload.width = 1;
    } else if (options.workload && !options.width && workload.width == 1) {
        workload.width = kDefaultWidth;
    }
    // On HTTP/2 they are streams of one connection.
    if (options.connections)
        experiment.http2Connections = 0;
    else if (!options.protocols.empty() && experiment.http2Connections == 0)
        experiment.http2Connections = 1;
    if (wide && !options.connections && (options.workload || options.width))
        experiment.client.connections = std::min(workload.width, kMaxConnections);

    // A gap is spent in a timer, so it decides where requests come from, unless something else was
    // asked for.
    if (workload.kind == WorkloadKind::Sweep) {
        if (workload.gapTo <= workload.gap)
            return refused("--workload sweep needs --gap-to, the last idle time in ms, which is "
                           "longer than the first, --gap");
        if (!options.dispatchFrom)
            experiment.dispatchFrom = DispatchFrom::Timers;
        return {};
    }
    if (options.gapTo)
        return refused("--gap-to needs --workload sweep");
    const bool paced = workload.kind == WorkloadKind::Paced;
    if (paced && workload.gap.count() == 0)
        return refused("--workload paced needs --gap, the interval between requests in ms");
    if (!paced && options.gap && !options.dispatchFrom && workload.gap.count() > 0)
        experiment.dispatchFrom = DispatchFrom::Timers;
    if (!paced && experiment.dispatchFrom != DispatchFrom::Timers) {
        if (options.gap && workload.gap.count() > 0)
            return refused(fmt::format(
                "--gap needs --dispatch-from timers or --workload paced; a request from {} comes "
                "at once",
                name(experiment.dispatchFrom)));
        workload.gap = Milliseconds(0);
    }
    return {};
}

Result<void> applyClient(const RunOptions &options, Experiment &experiment)
{
    ClientOptions &client = experiment.client;
    if (const auto done = applyName(options.frontEnd, "--front-end", &frontEndFromName,
                                    "client or pool", client.frontEnd);
        !done)
        return done;
    if (const auto done = applyProtocols(options, experiment); !done)
        return done;
    if (const auto done =
            apply(options.maxStreams, {"--max-streams", 1, kMaxStreams}, client.maxStreams);
        !done)
        return done;
    if (const auto done =
            applyMs(options.ping, {"--ping", 0, kMaxTimeout.count()}, client.pingInterval);
        !done)
        return done;
    if (const auto done =
            apply(options.connections, {"--connections", 1, kMaxConnections}, client.connections);
        !done)
        return done;
    if (const auto done =
            apply(options.pipelining, {"--pipelining", 1, kMaxPipelining}, client.pipelining);
        !done)
        return done;
    if (const auto done = applyPolicy(options.policy, client); !done)
        return done;
    return applyMs(options.timeout, {"--timeout", 0, kMaxTimeout.count()}, client.requestTimeout);
}

Result<void> applyLoopAndRepeats(const RunOptions &options, Experiment &experiment)
{
    if (const auto done = applyName(options.loopModel, "--loop-model", &loopModelFromName,
                                    "timers-last or timers-first", experiment.loopModel);
        !done)
        return done;
    if (const auto done = applyName(options.poll, "--poll", &pollStrategyFromName, "sleep or spin",
                                    experiment.poll);
        !done)
        return done;
    if (const auto done = apply(options.repeats, {"--repeats", 1, kMaxRepeats}, experiment.repeats);
        !done)
        return done;
    return apply<std::uint64_t>(
        options.seed, {"--seed", 0, std::numeric_limits<std::uint64_t>::max()}, experiment.seed);
}

bool changesWhatHappens(const RunOptions &given)
{
    const std::optional<std::string> *const decisive[] = {
        &given.workload,
        &given.count,
        &given.warmup,
        &given.width,
        &given.gap,
        &given.gapTo,
        &given.frontEnd,
        &given.dispatchFrom,
        &given.connections,
        &given.pipelining,
        &given.loopModel,
        &given.poll,
        &given.timeout,
        &given.lab.delay,
        &given.lab.bodyBytes,
        &given.lab.hint,
        &given.maxStreams,
        &given.ping,
        &given.request.method,
        &given.request.bodyFile,
        &given.limits.perSecond,
    };
    return given.labTls || !given.protocols.empty() || !given.request.headers.empty()
        || changesPolicy(given.policy)
        || std::any_of(
               std::begin(decisive), std::end(decisive),
               [](const std::optional<std::string> *option) { return option->has_value(); });
}

/// A scheduler, or a title as in the table.
bool isAVariantOf(const Experiment &experiment, const std::string &name)
{
    const std::vector<Variant> variants = variantsOf(experiment);
    const std::vector<std::string> titles = titlesOf(variants);
    return std::find(titles.begin(), titles.end(), name) != titles.end()
        || std::any_of(variants.begin(), variants.end(),
                       [&name](const Variant &variant) { return variant.scheduler == name; });
}

Result<void> applyReports(const RunOptions &options, RunRequest &request)
{
    // A value that looks like an option is a forgotten value; "./--name" is there for real ones.
    for (const auto &[option, value] :
         {std::pair("--csv", &options.csv), std::pair("--json", &options.json)}) {
        if (*value && ((*value)->empty() || (*value)->starts_with("--")))
            return refused(fmt::format("{} needs a value", option));
    }
    if (options.csv)
        request.csvFolder = *options.csv;
    request.jsonFile = options.json;
    request.quiet = options.quiet;

    for (const std::string &text : options.failIf) {
        auto condition = FailCondition::parse(text);
        if (!condition)
            return condition.error();
        if (!condition->scheduler.empty()
            && !isAVariantOf(request.experiment, condition->scheduler))
            return refused(fmt::format("--fail-if \"{}\": {} is not among the schedulers of this "
                                       "run",
                                       text, condition->scheduler));
        request.failIf.push_back(std::move(*condition));
    }
    return {};
}

} // namespace

void addLabOptions(CLI::App &app, LabOptions &options, const std::string &group)
{
    app.add_option("--delay", options.delay, "Reply delay of the lab")
        ->type_name("MS")
        ->group(group);
    app.add_option("--body-bytes", options.bodyBytes, "Size of the lab's replies")
        ->type_name("N")
        ->group(group);
    app.add_option("--hint", options.hint, "Keep-Alive header of the lab, e.g. timeout=5")
        ->type_name("TEXT")
        ->group(group);
}

Result<void> applyLab(const LabOptions &options, LabScript &lab)
{
    if (const auto done = applyMs(options.delay, {"--delay", 0, kMaxLabDelay.count()}, lab.delay);
        !done)
        return done;
    if (const auto done = apply<std::uint64_t>(
            options.bodyBytes, {"--body-bytes", 0, kMaxLabBodyBytes}, lab.bodyBytes);
        !done)
        return done;
    if (options.hint) {
        const bool printable = std::all_of(options.hint->begin(), options.hint->end(),
                                           [](char c) { return c >= ' ' && c <= '~'; });
        if (!printable || options.hint->size() > kMaxHintBytes)
            return refused(fmt::format("--hint takes the value of a Keep-Alive header such as "
                                       "timeout=5: at most {} printable ASCII characters",
                                       kMaxHintBytes));
        lab.keepAliveHint = *options.hint;
    }
    return {};
}

Result<std::uint16_t> parsePort(const std::string &text)
{
    return parseNumber<std::uint16_t>({"--port", 0, 65535}, text);
}

void addRunOptions(CLI::App &app, RunOptions &options)
{
    app.add_option("SCENARIO", options.scenario,
                   "A built-in scenario or the path of a scenario file (default: "
                   "sequential-reuse)");

    const char *const target = "Target";
    app.add_option("--url", options.url, "An http:// or https:// server instead of the lab")
        ->type_name("URL")
        ->group(target);
    addLabOptions(app, options.lab, target);
    app.add_flag("--tls", options.labTls, "The lab speaks TLS")->group(target);
    app.add_option("--ca", options.tls.ca, "Authorities to trust (PEM) instead of the system's")
        ->type_name("FILE")
        ->group(target);
    app.add_option("--cert", options.tls.certificate, "Client certificate (PEM)")
        ->type_name("FILE")
        ->group(target);
    app.add_option("--key", options.tls.key, "Its key (PEM), if it is not in the same file")
        ->type_name("FILE")
        ->group(target);
    app.add_flag("--insecure", options.tls.insecure, "Accept any certificate")->group(target);
    app.add_flag("--follow", options.follow,
                 "Follow redirects of the URL first, then run against where they lead")
        ->group(target);
    app.add_flag("--yes", options.limits.consent, "Agree to a target that is not on this machine")
        ->group(target);
    app.add_option("--max-rate", options.limits.perSecond,
                   "Requests a second at most; default: none on this machine, 10 elsewhere")
        ->type_name("N")
        ->group(target);
    app.add_option("--max-requests", options.limits.requests,
                   "Requests in all at most; default: none on this machine, 1000 elsewhere")
        ->type_name("N")
        ->group(target);

    const char *const request = "Request";
    app.add_option("--method", options.request.method, "Default: GET, or POST with --body")
        ->type_name("GET|HEAD|POST|PUT|DELETE|OPTIONS")
        ->group(request);
    app.add_option("--header", options.request.headers, "Sent with every request; repeatable")
        ->type_name("\"NAME: VALUE\"")
        ->allow_extra_args(false)
        ->group(request);
    app.add_option("--body", options.request.bodyFile,
                   "A file whose content is sent with every request, 64 MiB at most")
        ->type_name("FILE")
        ->group(request);

    const char *const experiment = "Experiment";
    app.add_option("--scheduler", options.schedulers,
                   "Variants to compare, the first is the reference; repeatable")
        ->type_name("NAME[,NAME...]")
        ->allow_extra_args(false)
        ->group(experiment);
    app.add_option("--workload", options.workload,
                   "One at a time; --width at once; always --width under way; one every --gap; one "
                   "after each idle time from --gap to --gap-to")
        ->type_name("sequential|burst|parallel|paced|sweep")
        ->group(experiment);
    app.add_option("--count", options.count, "Measured requests per variant")
        ->type_name("N")
        ->group(experiment);
    app.add_option("--warmup", options.warmup, "Requests before them, not measured")
        ->type_name("N")
        ->group(experiment);
    app.add_option("--width", options.width, "Requests at a time, burst and parallel")
        ->type_name("N")
        ->group(experiment);
    app.add_option("--gap", options.gap,
                   "Idle time before a request from timers, or the interval of a paced run")
        ->type_name("MS")
        ->group(experiment);
    app.add_option("--gap-to", options.gapTo,
                   "Of a sweep: the idle time grows from --gap to this, in each block")
        ->type_name("MS")
        ->group(experiment);
    app.add_option("--dispatch-from", options.dispatchFrom,
                   "The phase from which the next request is issued")
        ->type_name("poll|check|timers")
        ->group(experiment);
    app.add_option("--loop-model", options.loopModel, "libuv since 1.45 (the default), or before")
        ->type_name("timers-last|timers-first")
        ->group(experiment);
    app.add_option("--poll", options.poll, "spin never sleeps and burns a core")
        ->type_name("sleep|spin")
        ->group(experiment);
    app.add_option("--repeats", options.repeats,
                   "Blocks into which the count is divided, interleaved")
        ->type_name("N")
        ->group(experiment);
    app.add_option("--seed", options.seed, "Of the intervals' resampling")
        ->type_name("N")
        ->group(experiment);

    const char *const client = "Client";
    app.add_option("--front-end", options.frontEnd,
                   "Directly, or through a queue that is drained from check")
        ->type_name("client|pool")
        ->group(client);
    app.add_option(
           "--protocol", options.protocols,
           "Compared, as schedulers are; default: h1, for https:// URLs auto (the server's choice)")
        ->type_name("h1|h2|auto[,...]")
        ->allow_extra_args(false)
        ->group(client);
    app.add_option("--max-streams", options.maxStreams,
                   "Requests at a time on a connection of HTTP/2; default: 100")
        ->type_name("N")
        ->group(client);
    app.add_option("--ping", options.ping,
                   "After how much silence on open streams a PING asks; default: 60000, 0: never")
        ->type_name("MS")
        ->group(client);
    app.add_option("--connections", options.connections,
                   "At the same time, at most; default: 1, or the width where HTTP/1.1 needs it")
        ->type_name("N")
        ->group(client);
    app.add_option("--pipelining", options.pipelining, "Requests on the wire per connection")
        ->type_name("N")
        ->group(client);
    app.add_option("--timeout", options.timeout, "Limit for a whole request, 0: none")
        ->type_name("MS")
        ->group(client);

    addPolicyOptions(app, options.policy, "Reuse");

    const char *const results = "Results";
    app.add_option("--csv", options.csv, "Write CSV files into this folder")
        ->type_name("DIR")
        ->group(results);
    app.add_option("--json", options.json, "Write one JSON object, - is standard output")
        ->type_name("FILE|-")
        ->group(results);
    app.add_option("--fail-if", options.failIf,
                   "Exit with 1 when it holds, e.g. p99>5ms, timer-0:p50>2ms, stalls>0, failed>0; "
                   "repeatable")
        ->type_name("[SCHEDULER:]FIGURE>VALUE")
        ->allow_extra_args(false)
        ->group(results);
    app.add_flag("--quiet", options.quiet, "Nothing on standard error but errors")->group(results);
}

Result<RunRequest> resolve(const RunOptions &options)
{
    RunRequest request;
    if (options.scenario && options.url)
        return refused("give a scenario or --url, not both: a scenario needs its lab");
    if (options.follow && !options.url)
        return refused("--follow needs --url: the lab redirects nowhere");
    if (options.url) {
        if (const auto done = refuseLabOptions(options.lab); !done)
            return done.error();
        if (options.url->empty())
            return refused("--url needs a value");
        request.experiment.url = *options.url;
        request.experiment.followsRedirects = options.follow;
        if (isRemote(request.experiment)) {
            request.experiment.workload.count = kRemoteCount;
            request.experiment.workload.warmup = kRemoteWarmup;
        }
    } else {
        auto scenario = findScenario(options.scenario.value_or(kDefaultScenario));
        if (!scenario)
            return scenario.error();
        request.experiment = scenario->experiment;
        request.scenario = std::move(*scenario);
        if (const auto done = applyLab(options.lab, request.experiment.lab); !done)
            return done.error();
    }

    if (!options.schedulers.empty()) {
        auto names = splitNames("--scheduler", options.schedulers);
        if (!names)
            return names.error();
        request.experiment.schedulers = std::move(*names);
    }
    if (const auto done = applyClient(options, request.experiment); !done)
        return done.error();
    if (const auto done = applyTls(options, request.experiment); !done)
        return done.error();
    if (const auto done = applyWorkload(options, request.experiment); !done)
        return done.error();
    if (const auto done = applyRequest(options.request, request.experiment); !done)
        return done.error();
    if (const auto done = applyLimits(options.limits, request.experiment); !done)
        return done.error();
    if (const auto done = applyLoopAndRepeats(options, request.experiment); !done)
        return done.error();
    if (const auto done = validate(request.experiment); !done)
        return done.error();
    if (const auto done = applyReports(options, request); !done)
        return done.error();
    if (request.scenario && changesWhatHappens(options))
        request.scenario = requiringNothing(std::move(*request.scenario));
    return request;
}

} // namespace reusescope
