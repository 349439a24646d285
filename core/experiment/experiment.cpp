// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include "core/base/url.h"
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

template <typename Word>
std::optional<Word> fromName(std::string_view text, std::initializer_list<Word> words)
{
    const auto at =
        std::find_if(words.begin(), words.end(), [text](Word word) { return name(word) == text; });
    return at == words.end() ? std::nullopt : std::optional(*at);
}

Error wrong(std::string sentence)
{
    return {ErrorKind::Input, 0, std::move(sentence)};
}

Result<void> inRange(std::string_view what, std::int64_t value, std::int64_t low, std::int64_t high)
{
    if (value < low || value > high)
        return wrong(fmt::format("{} must be from {} to {}, not {}", what, low, high, value));
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
                     WorkloadKind::Paced});
}

std::optional<DispatchFrom> dispatchFromFromName(std::string_view text)
{
    return fromName(text, {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers});
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
    return requests * std::ssize(experiment.schedulers);
}

Result<void> validate(const Experiment &experiment)
{
    const Workload &workload = experiment.workload;
    const ClientOptions &client = experiment.client;
    struct Limit
    {
        std::string_view what;
        std::int64_t value, low, high;
    };
    const Limit limits[] = {
        {"the number of requests", workload.count, 1, kMaxRequests},
        {"the number of warm-up requests", workload.warmup, 0, kMaxRequests},
        {"the width", workload.width, 1, kMaxWidth},
        {"the gap in ms", workload.gap.count(), 0, kMaxGap.count()},
        {"the number of connections", client.connections, 1, kMaxConnections},
        {"the pipelining depth", client.pipelining, 1, kMaxPipelining},
        {"the number of repeats", experiment.repeats, 1, kMaxRepeats},
        {"the request timeout in ms", client.requestTimeout.count(), 0, kMaxTimeout.count()},
        {"the keep-alive limit in ms", client.keepAlive.count(), 1, kMaxTimeout.count()},
        {"the injection interval", experiment.injection.every, 0, kMaxRequests},
        {"the injection's blocking time in ms", experiment.injection.block.count(), 0,
         kMaxInjectionBlock.count()},
        {"the number of schedulers", static_cast<std::int64_t>(experiment.schedulers.size()), 1,
         kMaxVariants},
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
            return wrong(fmt::format("the scheduler \"{}\" is listed twice", scheduler));
    }
    if (experiment.client.protocol == Protocol::H2)
        return wrong("HTTP/2 is not available in this version; use the protocol h1");
    if (workload.kind == WorkloadKind::Paced && workload.gap < Milliseconds{1})
        return wrong("a paced workload needs a gap of at least 1 ms between its requests");
    if (workload.kind == WorkloadKind::Sequential && workload.width != 1)
        return wrong("a sequential workload has a width of 1; use burst or parallel for more");
    if (workload.kind != WorkloadKind::Paced && workload.gap > Milliseconds{0}
        && experiment.dispatchFrom != DispatchFrom::Timers)
        return wrong("a gap needs requests that are dispatched from timers, or the paced workload");
    if (experiment.injection.every > 0 && !experiment.url.empty())
        return wrong("an injection needs the built-in lab, not a URL");
    if (!experiment.url.empty()) {
        const Result<Url> url = Url::parse(experiment.url);
        if (!url)
            return url.error();
        const std::int64_t requests = plannedRequests(experiment);
        if (!isLoopback(*url) && requests > kMaxRemoteRequests)
            return wrong(fmt::format(
                "a target that is not on this machine gets at most {} requests in all, not {}: "
                "lower the count, the warm-up, the repeats or the number of schedulers",
                kMaxRemoteRequests, requests));
    }
    return validate(experiment.lab);
}

} // namespace reusescope
