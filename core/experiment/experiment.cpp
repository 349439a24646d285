// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include "core/base/url.h"
#include "core/experiment/extraheaders.h"
#include "core/validation/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace reusescope {

std::string_view name(WorkloadKind kind)
{
    switch (kind) {
    case WorkloadKind::Sequential: return "sequential";
    case WorkloadKind::Burst: return "burst";
    case WorkloadKind::Parallel: return "parallel";
    case WorkloadKind::Paced: return "paced";
    case WorkloadKind::Sweep: return "sweep";
    }
    return "unknown";
}

std::string_view name(DispatchFrom source)
{
    switch (source) {
    case DispatchFrom::Poll: return "poll";
    case DispatchFrom::Check: return "check";
    case DispatchFrom::Timers: return "timers";
    }
    return "unknown";
}

namespace {

constexpr int kWarmupAgain = 5;
constexpr std::string_view kNoScheduler = "none";

template <typename Word>
std::optional<Word> fromName(std::string_view text, std::initializer_list<Word> words)
{
    const auto at =
        std::find_if(words.begin(), words.end(), [text](Word word) { return name(word) == text; });
    return at == words.end() ? std::nullopt : std::optional(*at);
}

Result<void> inRange(const char *what, std::int64_t value, std::int64_t low, std::int64_t high)
{
    if (value < low || value > high)
        return inputError("{} must be from {} to {}, not {}", Sentence(what), low, high, value);
    return {};
}

bool isLoopback(const Url &url)
{
    if (url.host == "localhost")
        return true;
    const Result<Endpoint> endpoint = Endpoint::parse(url.host, url.port);
    return endpoint && endpoint->isLoopback();
}

} // namespace

std::optional<WorkloadKind> workloadKindFromName(std::string_view text)
{
    return fromName(text,
                    {WorkloadKind::Sequential, WorkloadKind::Burst, WorkloadKind::Parallel,
                     WorkloadKind::Paced, WorkloadKind::Sweep});
}

std::optional<DispatchFrom> dispatchFromFromName(std::string_view text)
{
    return fromName(text, {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers});
}

Milliseconds gapBefore(const Workload &workload, int position, int measured)
{
    if (workload.kind != WorkloadKind::Sweep || position <= 0 || measured < 2)
        return workload.gap;
    return workload.gap
        + (workload.gapTo - workload.gap) * std::min(position, measured - 1) / (measured - 1);
}

int blockCount(const Experiment &experiment)
{
    return std::min(experiment.repeats, experiment.workload.count);
}

int warmupOfBlock(const Experiment &experiment, int block)
{
    const Workload &workload = experiment.workload;
    return block == 0 ? workload.warmup
                      : std::min(workload.warmup, std::max(kWarmupAgain, workload.width));
}

std::int64_t plannedRequests(const Experiment &experiment)
{
    std::int64_t requests = experiment.workload.count;
    for (int block = 0; block < blockCount(experiment); ++block)
        requests += warmupOfBlock(experiment, block);
    return requests * std::ssize(variantsOf(experiment));
}

namespace {

std::vector<Protocol> protocolsOf(const Experiment &experiment)
{
    if (!experiment.protocols.empty())
        return experiment.protocols;
    const Result<Url> url = Url::parse(experiment.url);
    return {url && url->isSecure() ? Protocol::Auto : Protocol::H1};
}

} // namespace

std::vector<Variant> variantsOf(const Experiment &experiment)
{
    const std::vector<Protocol> protocols = protocolsOf(experiment);
    std::vector<Variant> variants;
    for (const Protocol protocol : protocols) {
        if (protocol == Protocol::H2 && protocols.size() > 1) {
            variants.push_back({std::string(kNoScheduler), protocol});
        } else {
            for (const std::string &scheduler : experiment.schedulers)
                variants.push_back({scheduler, protocol});
        }
        for (const std::string &reference : experiment.references)
            variants.push_back({reference, protocol, true});
    }
    return variants;
}

std::vector<std::string> titlesOf(const std::vector<Variant> &variants)
{
    const bool severalProtocols =
        std::any_of(variants.begin(), variants.end(), [&](const Variant &variant) {
            return variant.protocol != variants.front().protocol;
        });
    std::vector<std::string> titles;
    for (const Variant &variant : variants)
        titles.push_back(severalProtocols
                             ? fmt::format("{}/{}", name(variant.protocol), variant.scheduler)
                             : variant.scheduler);
    return titles;
}

bool isRemote(const Experiment &experiment)
{
    if (experiment.url.empty())
        return false;
    const Result<Url> url = Url::parse(experiment.url);
    return url && !isLoopback(*url);
}

std::optional<int> rateLimit(const Experiment &experiment)
{
    if (experiment.limits.perSecond)
        return experiment.limits.perSecond;
    return isRemote(experiment) ? std::optional(kRemoteRate) : std::nullopt;
}

std::optional<int> requestLimit(const Experiment &experiment)
{
    if (experiment.limits.requests)
        return experiment.limits.requests;
    return isRemote(experiment) ? std::optional(kRemoteRequests) : std::nullopt;
}

std::optional<Sentence> consentSentence(const Experiment &experiment)
{
    if (!isRemote(experiment))
        return std::nullopt;
    const Url url = Url::parse(experiment.url).value();
    if (url.host == experiment.limits.consentedHost)
        return std::nullopt;
    return Sentence("{} is not on this machine: the run sends it {} {} requests, {} a second at "
                    "most",
                    url.hostHeader(), plannedRequests(experiment), name(experiment.method),
                    rateLimit(experiment).value_or(kRemoteRate));
}

void giveConsent(Experiment &experiment)
{
    if (const Result<Url> url = Url::parse(experiment.url))
        experiment.limits.consentedHost = url->host;
}

namespace {

Result<void> checkTarget(const Experiment &experiment)
{
    if (experiment.url.empty())
        return {};
    if (const Result<Url> url = Url::parse(experiment.url); !url)
        return url.error();
    if (experiment.injection.every > 0)
        return inputError("an injection needs the built-in lab, not a URL");
    const std::int64_t requests = plannedRequests(experiment);
    const std::optional<int> most = requestLimit(experiment);
    if (most && requests > *most)
        return inputError(
            "{} gets at most {} requests in all, not {}: lower the count, the warm-up, the repeats "
            "or the number of variants, or raise the limit",
            Sentence(experiment.limits.requests ? phrase("the target")
                                                : phrase("a target that is not on this machine")),
            *most, requests);
    return {};
}

Result<void> checkRequest(const Experiment &experiment)
{
    if (const Result<void> ok = checkHeaders(experiment.client.extraHeaders); !ok)
        return ok;
    const auto &body = experiment.client.body;
    if (!body)
        return {};
    if (experiment.method == Method::Get || experiment.method == Method::Head)
        return inputError("a {} request carries no body; use POST, PUT or DELETE",
                          name(experiment.method));
    if (body->size() > kMaxBodyBytes)
        return inputError("a request's body has at most {} bytes, not {}", kMaxBodyBytes,
                          body->size());
    return {};
}

} // namespace

Result<void> validate(const Experiment &experiment)
{
    const Workload &workload = experiment.workload;
    const ClientOptions &client = experiment.client;
    struct Limit
    {
        const char *what;
        std::int64_t value, low, high;
    };
    const Limit limits[] = {
        {phrase("the number of requests"), workload.count, 1, kMaxRequests},
        {phrase("the number of warm-up requests"), workload.warmup, 0, kMaxRequests},
        {phrase("the width"), workload.width, 1, kMaxWidth},
        {phrase("the gap in ms"), workload.gap.count(), 0, kMaxGap.count()},
        {phrase("the last gap in ms"), workload.gapTo.count(), 0, kMaxGap.count()},
        {phrase("the number of connections"), client.connections, 1, kMaxConnections},
        {phrase("the number of connections of HTTP/2"), experiment.http2Connections, 0,
         kMaxConnections},
        {phrase("the pipelining depth"), client.pipelining, 1, kMaxPipelining},
        {phrase("the number of repeats"), experiment.repeats, 1, kMaxRepeats},
        {phrase("the request timeout in ms"), client.requestTimeout.count(), 0,
         kMaxTimeout.count()},
        {phrase("the keep-alive limit in ms"), client.keepAlive.count(), 1, kMaxTimeout.count()},
        {phrase("the longest keep-alive in ms"), client.keepAliveMax.count(), 1,
         kMaxTimeout.count()},
        {phrase("the keep-alive margin in ms"), client.keepAliveMargin.count(), 0,
         kMaxTimeout.count()},
        {phrase("the limit for unused connections in ms"), client.unusedLimit.count(), 0,
         kMaxTimeout.count()},
        {phrase("the age limit in ms"), client.maxAge.count(), 0, kMaxTimeout.count()},
        {phrase("the bytes read of a body"),
         static_cast<std::int64_t>(client.readBytes.value_or(0)), 0,
         static_cast<std::int64_t>(kMaxCountedBytes)},
        {phrase("the drain limit"), static_cast<std::int64_t>(client.drainLimit), 0,
         static_cast<std::int64_t>(kMaxCountedBytes)},
        {phrase("the injection interval"), experiment.injection.every, 0, kMaxRequests},
        {phrase("the injection's blocking time in ms"), experiment.injection.block.count(), 0,
         kMaxInjectionBlock.count()},
        {phrase("the number of streams"), client.maxStreams, 1, kMaxStreams},
        {phrase("the PING interval in ms"), client.pingInterval.count(), 0, kMaxTimeout.count()},
        {phrase("the limit of requests per second"), experiment.limits.perSecond.value_or(1), 1,
         kMaxRate},
        {phrase("the limit of requests"), experiment.limits.requests.value_or(1), 1, kMaxRequests},
        {phrase("the number of schedulers"),
         static_cast<std::int64_t>(experiment.schedulers.size()), 1, kMaxVariants},
    };
    for (const Limit &limit : limits) {
        if (const Result<void> ok = inRange(limit.what, limit.value, limit.low, limit.high); !ok)
            return ok.error();
    }
    std::set<std::string> seen;
    for (const std::string &scheduler : experiment.schedulers) {
        if (const Result<SchedulerFactory> factory = schedulerFactory(scheduler); !factory)
            return factory.error();
        if (!seen.insert(scheduler).second)
            return inputError("the scheduler \"{}\" is listed twice", scheduler);
    }
    std::set<Protocol> protocols;
    for (const Protocol protocol : experiment.protocols) {
        if (!protocols.insert(protocol).second)
            return inputError("the protocol \"{}\" is listed twice", name(protocol));
    }
    if (const Result<void> ok = inRange(phrase("the number of variants"),
                                        std::ssize(variantsOf(experiment)), 1, kMaxVariants);
        !ok)
        return ok;
    for (const std::string &reference : experiment.references) {
        if (!seen.insert(reference).second)
            return inputError("the variant \"{}\" is listed twice", reference);
    }
    if (workload.kind == WorkloadKind::Paced && workload.gap < Milliseconds{1})
        return inputError("a paced workload needs a gap of at least 1 ms between its requests");
    if (workload.kind == WorkloadKind::Sweep
        && (experiment.dispatchFrom != DispatchFrom::Timers || workload.width != 1))
        return inputError("a sweep has one request at a time, and dispatches it from timers");
    if (workload.kind == WorkloadKind::Sweep && workload.gapTo <= workload.gap)
        return inputError("a sweep needs a last gap that is longer than the first");
    if (workload.kind == WorkloadKind::Sequential && workload.width != 1)
        return inputError("a sequential workload has a width of 1; use burst or parallel for more");
    if (workload.kind != WorkloadKind::Paced && workload.gap > Milliseconds{0}
        && experiment.dispatchFrom != DispatchFrom::Timers)
        return inputError(
            "a gap needs requests that are dispatched from timers, or the paced workload");
    if (const Result<void> ok = checkRequest(experiment); !ok)
        return ok;
    if (const Result<void> ok = checkTarget(experiment); !ok)
        return ok;
    return validate(experiment.lab);
}

} // namespace reusescope
