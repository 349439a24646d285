// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/runner.h"

#include "core/base/refusal.h"
#include "core/base/url.h"
#include "core/experiment/redirects.h"
#include "core/experiment/variantrun.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

const RealClock &realClock()
{
    static const RealClock clock;
    return clock;
}

/// Requests of one block: the count divided as evenly as it goes, the first blocks taking the rest.
int share(int count, int blocks, int block)
{
    return count / blocks + (block < count % blocks ? 1 : 0);
}

// A timer wakes to the millisecond: a faster pace is kept by several requests at a time.
constexpr int kPacesPerSecond = 200;

std::optional<RateLimiter> limiterFor(const Experiment &experiment)
{
    const std::optional<int> rate = rateLimit(experiment);
    if (!rate)
        return std::nullopt;
    const Workload &workload = experiment.workload;
    const int burst = workload.kind == WorkloadKind::Burst ? std::min(workload.width, *rate) : 1;
    return RateLimiter(*rate, std::max(burst, *rate / kPacesPerSecond));
}

} // namespace

void Runner::run(const Experiment &experiment, const std::string &scenario, RunResult &result)
{
    if (auto refused = refusalOf("the run cannot be carried out",
                                 [&] { carryOut(experiment, scenario, result); }))
        result.error = std::move(refused);
}

void Runner::carryOut(const Experiment &experiment, const std::string &scenario, RunResult &result)
{
    result.experiment = experiment;
    result.scenario = scenario;
    result.lab = experiment.url.empty();
    result.host = HostInfo::read();
    const std::uint64_t droppedBefore = m_events.dropped();

    const int blocks = blockCount(experiment);
    m_counters.requestsDone = 0;
    m_counters.turns = 0;
    m_counters.instrumentWakeups = 0;
    m_counters.rateLimit = rateLimit(experiment).value_or(0);
    m_counters.requestsPlanned = static_cast<std::uint64_t>(plannedRequests(experiment));
    progress(ProgressRecord::Kind::RunStarted);

    LabServer lab;
    Url target;
    if (result.lab) {
        const Result<Endpoint> endpoint =
            lab.start(experiment.lab, 0,
                      experiment.labTls ? std::optional(TlsServerOptions{}) : std::nullopt);
        if (!endpoint) {
            result.error = endpoint.error();
            return;
        }
        target.scheme = experiment.labTls ? "https" : "http";
        target.host = "127.0.0.1";
        target.port = endpoint->port();
    } else {
        target = Url::parse(experiment.url).value();
    }
    if (experiment.followsRedirects && !result.lab) {
        const Result<Url> end = endOfRedirects(experiment, target);
        if (!end) {
            result.url = target.text();
            result.error = end.error();
            return;
        }
        if (end->text() != target.text())
            result.redirectedFrom = target.text();
        target = *end;
    }
    result.url = target.text();

    TlsClientOptions tlsOptions = experiment.client.tls;
    if (experiment.labTls && result.lab)
        tlsOptions.caPem = lab.certificatePem();
    std::optional<RateLimiter> rate = limiterFor(experiment); // outlives the variants, likewise:
    std::vector<std::unique_ptr<TlsClientContext>> tls;
    std::vector<std::unique_ptr<VariantDriver>> variants;
    const std::vector<Variant> wanted = variantsOf(experiment);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        tls.emplace_back();
        if (wanted[i].isReference) {
            variants.push_back(m_references.at(wanted[i].scheduler)(ReferenceSetup{
                experiment, target, static_cast<std::uint8_t>(i), wanted[i].protocol,
                tlsOptions.caPem, realClock(), m_events, m_counters, rate ? &*rate : nullptr}));
            continue;
        }
        if (target.isSecure()) {
            auto context = TlsClientContext::make(tlsOptions, target.host);
            if (!context) {
                result.error = context.error();
                return;
            }
            tls.back() = std::move(*context);
        }
        variants.push_back(std::make_unique<VariantRun>(
            experiment, target, static_cast<std::uint8_t>(i),
            schedulerFactory(wanted[i].scheduler).value(),
            VariantRun::Environment{realClock(), m_events, result.lab ? &lab : nullptr,
                                    tls.back().get(), m_counters, rate ? &*rate : nullptr},
            makeEpollPoller()));
    }
    const auto stopped = [this] {
        const std::lock_guard lock(m_mutex);
        return m_stopRequested;
    };
    for (int block = 0; block < blocks && !result.error && !stopped(); ++block) {
        for (std::size_t i = 0; i < variants.size() && !result.error && !stopped(); ++i) {
            runBlock(*variants[i],
                     {static_cast<std::uint8_t>(block + 1), warmupOfBlock(experiment, block),
                      share(experiment.workload.count, blocks, block)},
                     static_cast<std::uint8_t>(i));
            result.error = variants[i]->failure();
        }
    }
    for (const auto &variant : variants) {
        variant->finish();
        if (!result.error)
            result.error = variant->failure();
        result.turns += variant->turns();
        result.variants.push_back(variant->takeResult());
    }
    for (VariantResult &variant : result.variants)
        variant.ratio = ratioOfMedians(variant.blockMedians, result.variants.front().blockMedians,
                                       experiment.seed);
    result.instrumentWakeups = m_counters.instrumentWakeups;
    result.eventsDropped = m_events.dropped() - droppedBefore;
    result.interrupted = stopped();
}

void Runner::runBlock(VariantDriver &variant, const VariantDriver::Block &block,
                      std::uint8_t position)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopRequested)
            return;
        m_current = &variant;
    }
    struct Current
    {
        ~Current() // also when it throws: nobody may stop a variant that is gone
        {
            const std::lock_guard lock(runner.m_mutex);
            runner.m_current = nullptr;
        }
        Runner &runner;
    } const current{*this};
    progress(ProgressRecord::Kind::BlockStarted, position, block.number);
    variant.runBlock(block);
    progress(ProgressRecord::Kind::BlockEnded, position, block.number);
}

void Runner::requestStop()
{
    const std::lock_guard lock(m_mutex);
    m_stopRequested = true;
    if (m_current)
        m_current->requestStop();
}

void Runner::progress(ProgressRecord::Kind kind, std::uint8_t variant, std::uint8_t block)
{
    m_events.pushControl(ProgressRecord{kind, variant, block, realClock().now()});
}

} // namespace reusescope
