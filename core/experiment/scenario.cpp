// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/scenario.h"

#include "core/base/nearest.h"
#include "core/experiment/result.h"
#include "core/lab/objectreader.h"
#include "core/validation/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

namespace reusescope {

namespace {

using nlohmann::json;

constexpr std::uintmax_t kMaxScenarioBytes = 4 * 1024 * 1024;
constexpr std::int64_t kMaxNumber = kMaxRequests; // finer limits are those of validate()

constexpr std::array<std::string_view, 26> kScenarioFields{"title",
                                                           "look_for",
                                                           "tls",
                                                           "lab",
                                                           "workload",
                                                           "schedulers",
                                                           "protocol",
                                                           "dispatch_from",
                                                           "front_end",
                                                           "connections",
                                                           "http2_connections",
                                                           "pipelining",
                                                           "loop_model",
                                                           "poll",
                                                           "repeats",
                                                           "injection",
                                                           "keep_alive_ms",
                                                           "timeout_ms",
                                                           "ping_ms",
                                                           "reuse",
                                                           "expect",
                                                           "group",
                                                           "method",
                                                           "body",
                                                           "body_bytes",
                                                           "header_timeout_ms"};
constexpr std::array<std::string_view, 6> kWorkloadFields{"kind",  "count",  "warmup",
                                                          "width", "gap_ms", "gap_to_ms"};
constexpr std::array<std::string_view, 8> kReuseFields{
    "order",  "keep_alive_max_ms", "margin_ms",        "unused_limit_ms", "max_age_ms",
    "replay", "read_bytes",        "drain_limit_bytes"};
constexpr std::array<std::string_view, 2> kInjectionFields{"every", "block_ms"};
constexpr std::array<std::string_view, 2> kExpectationFields{"allowed", "required"};
constexpr std::string_view kAllOthers = "*"; // schedulers that "expect" does not name

constexpr std::array kKinds{WorkloadKind::Sequential, WorkloadKind::Burst, WorkloadKind::Parallel,
                            WorkloadKind::Paced, WorkloadKind::Sweep};
constexpr std::array kGroups{
    ScenarioGroup::Loop,         ScenarioGroup::IdleClose, ScenarioGroup::Framing,
    ScenarioGroup::EarlyAnswers, ScenarioGroup::Tls,       ScenarioGroup::Http2,
    ScenarioGroup::Pool,         ScenarioGroup::Measuring, ScenarioGroup::Own};
constexpr std::array kMethods{Method::Get, Method::Head,   Method::Post,
                              Method::Put, Method::Delete, Method::Options};
constexpr char kBodyFill = 'u'; // of a body that is given by its size
constexpr std::array kSources{DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers};
constexpr std::array kFrontEnds{FrontEnd::Client, FrontEnd::Pool};
constexpr std::array kReuseOrders{ReuseOrder::Lifo, ReuseOrder::Fifo};
constexpr std::array kReplayPolicies{ReplayPolicy::Never, ReplayPolicy::Idempotent,
                                     ReplayPolicy::Always};
constexpr std::array kModels{LoopModel::TimersLast, LoopModel::TimersFirst};
constexpr std::array kStrategies{PollStrategy::Sleep, PollStrategy::Spin};

const std::array<Outcome, kOutcomeCount> &allOutcomes()
{
    static const auto all = [] {
        std::array<Outcome, kOutcomeCount> out{};
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<Outcome>(i);
        return out;
    }();
    return all;
}

void readInt(ObjectReader &reader, std::string_view key, int low, int &into)
{
    if (const auto value = reader.wholeNumber(key, low, kMaxNumber))
        into = static_cast<int>(*value);
}

void readMilliseconds(ObjectReader &reader, std::string_view key, Milliseconds &into)
{
    if (const auto value = reader.wholeNumber(key, 0, kMaxNumber))
        into = Milliseconds{*value};
}

/// "body" as it stands there, or "body_bytes" of filling.
void readRequest(ObjectReader &reader, Experiment &experiment)
{
    reader.word("method", kMethods, experiment.method);
    constexpr std::int64_t kMost = kMaxBodyBytes;
    const std::string *text = reader.text("body", "expected a text");
    const auto bytes = reader.wholeNumber("body_bytes", 1, kMost);
    if (text && bytes)
        reader.fail("body_bytes", "expected either body or body_bytes");
    if (text)
        experiment.client.body = std::make_shared<const std::string>(*text);
    else if (bytes)
        experiment.client.body =
            std::make_shared<const std::string>(static_cast<std::size_t>(*bytes), kBodyFill);
}

void readReuse(ObjectReader &reader, ClientOptions &client)
{
    const json *object = reader.field("reuse");
    if (!object)
        return;
    ObjectReader inner(*object, reader.pointer("reuse"), kReuseFields);
    inner.word("order", kReuseOrders, client.reuseOrder);
    readMilliseconds(inner, "keep_alive_max_ms", client.keepAliveMax);
    readMilliseconds(inner, "margin_ms", client.keepAliveMargin);
    readMilliseconds(inner, "unused_limit_ms", client.unusedLimit);
    readMilliseconds(inner, "max_age_ms", client.maxAge);
    inner.word("replay", kReplayPolicies, client.replay);
    constexpr auto kMost = static_cast<std::int64_t>(kMaxCountedBytes);
    if (const auto bytes = inner.wholeNumber("read_bytes", 0, kMost))
        client.readBytes = static_cast<std::uint64_t>(*bytes);
    if (const auto bytes = inner.wholeNumber("drain_limit_bytes", 0, kMost))
        client.drainLimit = static_cast<std::uint64_t>(*bytes);
    if (inner.error())
        reader.adopt(*inner.error());
}

void readWorkload(ObjectReader &reader, Workload &workload)
{
    const json *object = reader.field("workload");
    if (!object)
        return;
    ObjectReader inner(*object, reader.pointer("workload"), kWorkloadFields);
    inner.word("kind", kKinds, workload.kind);
    readInt(inner, "count", 1, workload.count);
    readInt(inner, "warmup", 0, workload.warmup);
    readInt(inner, "width", 1, workload.width);
    readMilliseconds(inner, "gap_ms", workload.gap);
    readMilliseconds(inner, "gap_to_ms", workload.gapTo);
    if (inner.error())
        reader.adopt(*inner.error());
}

void readInjection(ObjectReader &reader, Injection &injection)
{
    const json *object = reader.field("injection");
    if (!object)
        return;
    ObjectReader inner(*object, reader.pointer("injection"), kInjectionFields);
    readInt(inner, "every", 0, injection.every);
    readMilliseconds(inner, "block_ms", injection.block);
    if (inner.error())
        reader.adopt(*inner.error());
}

void readSchedulers(ObjectReader &reader, std::vector<std::string> &schedulers)
{
    const json *list = reader.field("schedulers");
    if (!list)
        return;
    const bool texts = list->is_array() && !list->empty()
        && std::all_of(list->begin(), list->end(),
                       [](const json &entry) { return entry.is_string(); });
    if (!texts) {
        reader.fail("schedulers", "expected a list of scheduler names");
        return;
    }
    schedulers = list->get<std::vector<std::string>>();
}

void readProtocols(ObjectReader &reader, std::vector<Protocol> &protocols)
{
    const json *value = reader.field("protocol");
    if (!value)
        return;
    const json list = value->is_array() ? *value : json::array({*value});
    for (const json &entry : list) {
        const auto protocol = entry.is_string()
            ? protocolFromName(entry.get_ref<const std::string &>())
            : std::nullopt;
        if (!protocol) {
            protocols.clear();
            break;
        }
        protocols.push_back(*protocol);
    }
    if (protocols.empty())
        reader.fail("protocol", "expected h1, h2 or auto, or a list of them");
}

void readOutcomes(ObjectReader &reader, std::string_view key, std::vector<Outcome> &into)
{
    const json *list = reader.field(key);
    if (!list)
        return;
    std::array<std::string_view, kOutcomeCount> names;
    std::transform(allOutcomes().begin(), allOutcomes().end(), names.begin(),
                   [](Outcome outcome) { return name(outcome); });
    const std::string expected =
        fmt::format("expected a list of outcomes out of {}", fmt::join(names, ", "));
    if (!list->is_array()) {
        reader.fail(key, expected);
        return;
    }
    for (const json &entry : *list) {
        const auto at = entry.is_string()
            ? std::find(names.begin(), names.end(), entry.get_ref<const std::string &>())
            : names.end();
        if (at == names.end()) {
            reader.fail(key, expected);
            return;
        }
        into.push_back(static_cast<Outcome>(at - names.begin()));
    }
}

/// "peek" of "h1/peek".
std::string withoutProtocol(const std::string &title)
{
    const std::size_t slash = title.find('/');
    return slash != std::string::npos && protocolFromName(title.substr(0, slash))
        ? title.substr(slash + 1)
        : title;
}

void readExpectations(ObjectReader &reader, std::map<std::string, Expectation> &expected)
{
    const json *object = reader.field("expect");
    if (!object)
        return;
    if (!object->is_object()) {
        reader.fail("expect", "expected an object with a scheduler or \"*\" as each name");
        return;
    }
    for (const auto &item : object->items()) {
        // A mistyped name would expect nothing of anybody.
        if (item.key() != kAllOthers) {
            if (const Result<SchedulerFactory> known =
                    schedulerFactory(withoutProtocol(item.key()));
                !known) {
                reader.adopt({ErrorKind::Input, 0,
                              fmt::format("{}/{}: {}", reader.pointer("expect"),
                                          pointerToken(item.key()), known.error().detail)});
                return;
            }
        }
        Expectation expectation;
        ObjectReader inner(item.value(),
                           fmt::format("{}/{}", reader.pointer("expect"), pointerToken(item.key())),
                           kExpectationFields);
        readOutcomes(inner, "allowed", expectation.allowed);
        readOutcomes(inner, "required", expectation.required);
        if (inner.error()) {
            reader.adopt(*inner.error());
            return;
        }
        expected.emplace(item.key(), std::move(expectation));
    }
}

Result<Scenario> fromJson(const json &document)
{
    Scenario scenario;
    Experiment &experiment = scenario.experiment;
    ObjectReader reader(document, "", kScenarioFields);
    if (const std::string *title = reader.text("title", "expected a text"))
        scenario.title = *title;
    else if (!reader.error())
        reader.fail("title", "expected a text");
    if (const std::string *lookFor = reader.text("look_for", "expected a text"))
        scenario.lookFor = *lookFor;
    reader.word("group", kGroups, scenario.group);
    if (const json *lab = reader.field("lab")) {
        const Result<LabScript> script = labScriptFromJson(*lab, "/lab");
        if (script)
            experiment.lab = *script;
        else
            reader.adopt(script.error());
    }
    reader.boolean("tls", experiment.labTls);
    readRequest(reader, experiment);
    readWorkload(reader, experiment.workload);
    readProtocols(reader, experiment.protocols);
    const bool onlyHttp2 = experiment.protocols == std::vector{Protocol::H2};
    if (onlyHttp2)
        experiment.schedulers = {"none"}; // unless it lists some
    readSchedulers(reader, experiment.schedulers);
    reader.word("dispatch_from", kSources, experiment.dispatchFrom);
    reader.word("front_end", kFrontEnds, experiment.client.frontEnd);
    readInt(reader, "connections", 1, experiment.client.connections);
    readInt(reader, "http2_connections", 1, experiment.http2Connections);
    readInt(reader, "pipelining", 1, experiment.client.pipelining);
    reader.word("loop_model", kModels, experiment.loopModel);
    reader.word("poll", kStrategies, experiment.poll);
    readInt(reader, "repeats", 1, experiment.repeats);
    readInjection(reader, experiment.injection);
    readMilliseconds(reader, "keep_alive_ms", experiment.client.keepAlive);
    readReuse(reader, experiment.client);
    readMilliseconds(reader, "timeout_ms", experiment.client.requestTimeout);
    readMilliseconds(reader, "header_timeout_ms", experiment.client.headerTimeout);
    readMilliseconds(reader, "ping_ms", experiment.client.pingInterval);
    readExpectations(reader, scenario.expected);
    if (reader.error())
        return *reader.error();
    return scenario;
}

const Expectation *expectationFor(const Scenario *scenario, const VariantResult &variant)
{
    if (!scenario)
        return nullptr;
    for (const std::string &key : {fmt::format("{}/{}", name(variant.protocol), variant.scheduler),
                                   variant.scheduler, std::string(kAllOthers)}) {
        const auto at = scenario->expected.find(key);
        if (at != scenario->expected.end())
            return &at->second;
    }
    return nullptr;
}

bool isAllowed(const Expectation *expectation, Outcome outcome)
{
    if (!expectation || (expectation->allowed.empty() && expectation->required.empty()))
        return isOk(outcome);
    const auto holds = [outcome](const std::vector<Outcome> &list) {
        return std::find(list.begin(), list.end(), outcome) != list.end();
    };
    return holds(expectation->allowed) || holds(expectation->required);
}

} // namespace

std::string_view name(ScenarioGroup group)
{
    switch (group) {
    case ScenarioGroup::Loop: return "loop";
    case ScenarioGroup::IdleClose: return "idle-close";
    case ScenarioGroup::Framing: return "framing";
    case ScenarioGroup::EarlyAnswers: return "early-answers";
    case ScenarioGroup::Tls: return "tls";
    case ScenarioGroup::Http2: return "http2";
    case ScenarioGroup::Pool: return "pool";
    case ScenarioGroup::Measuring: return "measuring";
    case ScenarioGroup::Own: return "own";
    }
    return "unknown";
}

std::string_view title(ScenarioGroup group)
{
    switch (group) {
    case ScenarioGroup::Loop: return "Event loop and schedulers";
    case ScenarioGroup::IdleClose: return "Closes on idle connections";
    case ScenarioGroup::Framing: return "Unasked bytes and framing";
    case ScenarioGroup::EarlyAnswers: return "Interim and early answers";
    case ScenarioGroup::Tls: return "TLS";
    case ScenarioGroup::Http2: return "HTTP/2";
    case ScenarioGroup::Pool: return "Pool policy";
    case ScenarioGroup::Measuring: return "Measuring";
    case ScenarioGroup::Own: return "Others";
    }
    return "unknown";
}

Result<Scenario> parseScenario(std::string_view text, std::string_view source)
{
    // The parser takes a NUL for the end and would ignore what stands behind it.
    if (text.find('\0') != std::string_view::npos)
        return Error{ErrorKind::Input, 0,
                     fmt::format("{}: holds a NUL, which JSON has not", source)};
    json document;
    try {
        document = json::parse(text);
    } catch (const json::exception &error) { // out_of_range, too: a number beyond any double
        // Behind the library's own prefix: "parse error at line 3, column 7: ...".
        const std::string_view what = error.what();
        return Error{ErrorKind::Input, 0,
                     fmt::format("{}: {}", source, what.substr(what.find("] ") + 2))};
    }
    Result<Scenario> scenario = fromJson(document);
    if (!scenario)
        return Error{ErrorKind::Input, 0, fmt::format("{}: {}", source, scenario.error().detail)};
    if (const Result<void> ok = validate(scenario->experiment); !ok)
        return Error{ErrorKind::Input, 0, fmt::format("{}: {}", source, ok.error().detail)};
    return scenario;
}

Result<Scenario> loadScenario(const std::filesystem::path &file)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!error && std::filesystem::is_directory(status))
        return Error{ErrorKind::File, EISDIR,
                     fmt::format("{} is a folder, not a scenario file", file.string())};
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return systemError(ErrorKind::File, errno,
                           fmt::format("cannot read the scenario {}", file.string()));
    std::string text;
    text.reserve(4096);
    for (std::array<char, 4096> part; in.read(part.data(), part.size()), in.gcount() > 0;) {
        text.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > kMaxScenarioBytes)
            return Error{ErrorKind::Input, 0,
                         fmt::format("{}: a scenario has at most {} bytes", file.string(),
                                     kMaxScenarioBytes)};
    }
    if (in.bad())
        return systemError(ErrorKind::File, errno,
                           fmt::format("cannot read the scenario {}", file.string()));
    Result<Scenario> scenario = parseScenario(text, file.string());
    if (scenario) {
        scenario->name = file.stem().string();
        scenario->file = file;
    }
    return scenario;
}

std::filesystem::path userDataFolder()
{
    // A relative path in these variables is to be ignored (XDG Base Directory Specification).
    if (const char *data = std::getenv("XDG_DATA_HOME"); data && *data == '/')
        return std::filesystem::path(data) / "reusescope";
    if (const char *home = std::getenv("HOME"); home && *home == '/')
        return std::filesystem::path(home) / ".local" / "share" / "reusescope";
    return {};
}

std::vector<std::filesystem::path> dataFolders()
{
    std::vector<std::filesystem::path> folders;
    if (const char *own = std::getenv("REUSESCOPE_DATA_DIR"); own && *own)
        folders.emplace_back(own);
    if (std::filesystem::path user = userDataFolder(); !user.empty())
        folders.push_back(std::move(user));
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        folders.push_back(program.parent_path().parent_path() / "share" / "reusescope");
    const std::filesystem::path installed = REUSESCOPE_INSTALLED_DATA;
    if (std::find(folders.begin(), folders.end(), installed) == folders.end())
        folders.push_back(installed);
    return folders;
}

std::vector<Scenario> builtInScenarios(std::vector<Error> *errors)
{
    std::map<std::string, Scenario> byName; // the first folder wins
    for (const std::filesystem::path &folder : dataFolders()) {
        std::error_code error;
        for (const auto &entry : std::filesystem::directory_iterator(folder / "scenarios", error)) {
            if (entry.path().extension() != ".json"
                || byName.contains(entry.path().stem().string()))
                continue;
            Result<Scenario> scenario = loadScenario(entry.path());
            if (scenario)
                byName.emplace(scenario->name, std::move(*scenario));
            else if (errors)
                errors->push_back(scenario.error());
        }
    }
    std::vector<Scenario> scenarios;
    for (auto &[key, scenario] : byName)
        scenarios.push_back(std::move(scenario));
    std::stable_sort(
        scenarios.begin(), scenarios.end(),
        [](const Scenario &one, const Scenario &other) { return one.group < other.group; });
    return scenarios;
}

Result<Scenario> findScenario(std::string_view nameOrPath)
{
    if (nameOrPath.find('/') != std::string_view::npos || nameOrPath.ends_with(".json"))
        return loadScenario(std::filesystem::path(nameOrPath));
    std::vector<Error> errors;
    std::vector<std::string> known;
    for (Scenario &scenario : builtInScenarios(&errors)) {
        if (scenario.name == nameOrPath)
            return std::move(scenario);
        known.push_back(scenario.name);
    }
    for (const Error &error : errors) {
        if (error.detail.find(fmt::format("/{}.json:", nameOrPath)) != std::string::npos)
            return error;
    }
    if (known.empty())
        return Error{ErrorKind::File, 0,
                     "no built-in scenarios were found; set REUSESCOPE_DATA_DIR to the folder that "
                     "holds scenarios/"};
    const std::string near = nearest(nameOrPath, known);
    const std::string all = fmt::format("{}", fmt::join(known, ", "));
    if (near.empty())
        return inputError("there is no scenario \"{}\"; the scenarios are {}",
                          nameOrPath.substr(0, 100), all);
    return inputError("there is no scenario \"{}\" (did you mean \"{}\"?); the scenarios are {}",
                      nameOrPath.substr(0, 100), near, all);
}

Scenario requiringNothing(Scenario scenario)
{
    for (auto &[scheduler, expectation] : scenario.expected) {
        if (expectation.required.empty())
            continue;
        std::vector<Outcome> &allowed = expectation.allowed;
        allowed.insert(allowed.end(), expectation.required.begin(), expectation.required.end());
        allowed.insert(allowed.end(), {Outcome::OkFresh, Outcome::OkReused, Outcome::OkReplayed});
        expectation.required.clear();
    }
    return scenario;
}

std::vector<Sentence> unexpected(const Scenario *scenario, const RunResult &result)
{
    std::vector<Sentence> sentences;
    const std::vector<std::string> titles = titlesOf(result);
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        const VariantResult &variant = result.variants[i];
        if (variant.unsettled > 0)
            sentences.push_back(Sentence("{}: {} of {} requests did not settle", titles[i],
                                         variant.unsettled, variant.started));
        const Expectation *expectation = expectationFor(scenario, variant);
        for (const Outcome outcome : allOutcomes()) {
            const std::uint64_t count = variant.summary.count(outcome);
            // What an interruption cancelled is no fault of the run's.
            const bool ownDoing = result.interrupted && outcome == Outcome::Cancelled;
            if (count > 0 && !ownDoing && !isAllowed(expectation, outcome))
                sentences.push_back(Sentence(count == 1 ? phrase("{}: {} request ended {}")
                                                        : phrase("{}: {} requests ended {}"),
                                             titles[i], count, name(outcome)));
        }
        if (!expectation || result.interrupted)
            continue;
        for (const Outcome outcome : expectation->required) {
            if (variant.summary.count(outcome) == 0)
                sentences.push_back(
                    Sentence("{}: no request ended {}, though the scenario expects it", titles[i],
                             name(outcome)));
        }
    }
    return sentences;
}

} // namespace reusescope
