// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/variantrun.h"

#include "core/base/refusal.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

namespace reusescope {

namespace {

/// A last net: the lab answers in microseconds; without it a lab that died would hang the loop.
constexpr Nanoseconds kInjectionDeadline = std::chrono::seconds(2);

ClientOptions clientOptions(const Experiment &experiment, Protocol protocol)
{
    ClientOptions options = experiment.client;
    options.protocol = protocol;
    if (protocol == Protocol::H2 && experiment.http2Connections > 0)
        options.connections = experiment.http2Connections;
    options.expectTag = experiment.url.empty();
    return options;
}

void count(std::atomic<std::uint64_t> &counter)
{
    // One writer: no read-modify-write is needed.
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

} // namespace

VariantRun::VariantRun(const Experiment &experiment, const Url &target, std::uint8_t variant,
                       SchedulerFactory factory, const Environment &environment,
                       std::unique_ptr<Poller> poller)
    : m_experiment(experiment),
      m_environment(environment),
      m_variant(variant),
      m_loop(experiment.loopModel, experiment.poll, environment.clock, std::move(poller)),
      m_recorder(environment.events, variant),
      m_client(m_loop, target, clientOptions(experiment, variantsOf(experiment)[variant].protocol),
               std::move(factory), *this, environment.tls),
      m_stopWakeup(m_loop,
                   [this] {
                       count(m_environment.counters.instrumentWakeups);
                       stopHere();
                   }),
      m_issueFromCheck(m_client.immediates(), [this] { issue(std::exchange(m_issueNext, 0)); }),
      m_issueFromTimers(m_loop, "idle-gap", [this] { issue(std::exchange(m_issueNext, 0)); }),
      m_paceTimer(m_loop, "pacing", [this] {
          if (m_experiment.workload.kind == WorkloadKind::Paced)
              paceTick();
          else
              issueWithinRate();
      })
{
    m_stopWakeup.unref();
    m_recorder.setClient(&m_client);
    m_loop.setObserver(&m_recorder);
    const Variant chosen = variantsOf(experiment)[variant];
    m_result.scheduler = chosen.scheduler;
    m_result.protocol = chosen.protocol;
}

VariantRun::~VariantRun()
{
    m_loop.setObserver(nullptr);
}

void VariantRun::runBlock(const Block &block)
{
    if (m_stopped)
        return;
    try {
        carryOut(block);
    } catch (const std::bad_alloc &) {
        giveUp();
    }
}

void VariantRun::carryOut(const Block &block)
{
    m_block = block;
    m_warmupToIssue = block.warmup;
    m_toIssue = block.warmup + block.measured;
    m_blockHasMeasured = false;
    m_blockLatency.clear();
    if (m_experiment.workload.kind == WorkloadKind::Paced) {
        m_loop.updateTime();
        m_nextIntended = m_loop.clock().now();
        paceTick();
    } else {
        issue(m_experiment.workload.width);
    }
    m_loop.run();

    if (m_blockHasMeasured)
        m_result.wall += m_lastMeasuredAt - m_firstMeasuredAt;
    const bool anyAnswer = m_blockLatency.count() > 0;
    m_anyBlockAnswered = m_anyBlockAnswered || anyAnswer;
    m_result.blockMedians.push_back(anyAnswer ? m_blockLatency.percentile(0.5) : Nanoseconds{0});
}

void VariantRun::finish()
{
    if (m_givenUp)
        return;
    try {
        m_client.closeIdle();
        m_loop.run();
    } catch (const std::bad_alloc &) {
        giveUp();
    }
}

void VariantRun::requestStop()
{
    m_stopWakeup.send();
}

VariantResult VariantRun::takeResult()
{
    m_result.settled = m_result.summary.settled();
    m_result.unsettled = m_result.started - m_result.settled;
    m_result.connectionsOpened = m_client.connectionsOpened();
    m_result.peerChain = m_client.peerChain();
    m_result.firstRedirect = m_client.firstRedirect();
    const std::uint64_t answered = m_result.summary.latency().count();
    m_result.spoken = m_result.protocol;
    if (m_result.protocol == Protocol::Auto && answered > 0)
        m_result.spoken = m_answeredOnStreams * 2 > answered ? Protocol::H2 : Protocol::H1;
    if (!m_anyBlockAnswered)
        m_result.blockMedians.clear();
    return std::move(m_result);
}

void VariantRun::stopIssuing()
{
    m_stopped = true;
    m_toIssue = 0;
    m_issueNext = 0;
    m_held = 0;
}

/// What was measured stays; what is under way settles as cancelled.
void VariantRun::giveUp()
{
    m_givenUp = true;
    m_failure = refusalError("the run was given up", ENOMEM);
    stopIssuing();
    m_client.giveUp(Reason::OutOfMemory);
}

void VariantRun::stopHere()
{
    stopIssuing();
    m_issueFromCheck.cancel();
    m_issueFromTimers.stop();
    m_paceTimer.stop();
    m_client.cancelAll();
}

void VariantRun::issueSoon(int requests)
{
    requests = std::min(requests, remaining());
    if (requests == 0)
        return;
    switch (m_experiment.dispatchFrom) {
    case DispatchFrom::Poll: issue(requests); return;
    case DispatchFrom::Check:
        m_issueNext += requests;
        m_issueFromCheck.schedule();
        return;
    case DispatchFrom::Timers:
        m_issueNext += requests;
        if (!m_issueFromTimers.isActive()) {
            m_loop.updateTime();
            // What is left to issue tells the place in the block.
            const Milliseconds gap =
                gapBefore(m_experiment.workload, m_block.measured - m_toIssue, m_block.measured);
            m_issueFromTimers.start(std::max(gap, Milliseconds{1}));
        }
        return;
    }
}

void VariantRun::issue(int requests)
{
    if (m_environment.rate) {
        m_held += std::min(requests, remaining());
        issueWithinRate();
        return;
    }
    issueTogether(requests);
}

/// Those on one connection of HTTP/2 leave in as few writes as they can.
void VariantRun::issueTogether(int requests)
{
    m_client.beginBatch();
    for (int i = 0; i < requests && m_toIssue > 0; ++i)
        issueOne();
    m_client.endBatch();
}

/// A request that has to wait for the rate is issued later: its time begins when it is.
void VariantRun::issueWithinRate()
{
    const bool burst = m_experiment.workload.kind == WorkloadKind::Burst;
    while (m_held > 0) {
        const int together = burst ? std::min(m_held, m_environment.rate->burst()) : 1;
        if (!mayGoNow(together)) {
            wakeAt(m_environment.rate->readyAt(together));
            return;
        }
        m_held -= together;
        issueTogether(together);
    }
}

bool VariantRun::mayGoNow(int requests)
{
    return !m_environment.rate || m_environment.rate->take(requests, m_loop.clock().now());
}

void VariantRun::wakeAt(Nanoseconds when)
{
    // The loop's milliseconds are truncated; one more and the timer is never early.
    m_loop.updateTime();
    const auto wait = std::chrono::floor<Milliseconds>(when - m_loop.clock().now());
    m_paceTimer.start(std::max(wait, Milliseconds{0}) + Milliseconds{1});
}

void VariantRun::issueOne(std::optional<Nanoseconds> intendedAt)
{
    --m_toIssue;
    ++m_outstanding;
    RequestSpec spec;
    spec.index = ++m_lastIndex;
    spec.method = m_experiment.method;
    spec.intendedAt = intendedAt;
    spec.warmup = m_warmupToIssue > 0;
    if (spec.warmup) {
        --m_warmupToIssue;
    } else {
        spec.block = m_block.number;
        ++m_measuredIssued;
        ++m_result.started;
        if (m_experiment.injection.every > 0
            && m_measuredIssued % static_cast<std::uint64_t>(m_experiment.injection.every) == 0)
            inject();
        if (!m_blockHasMeasured) {
            m_blockHasMeasured = true;
            m_firstMeasuredAt = m_loop.clock().now();
        }
    }
    m_client.submit(spec);
}

void VariantRun::paceTick()
{
    const Nanoseconds gap = m_experiment.workload.gap;
    const Nanoseconds now = m_loop.clock().now();
    while (m_toIssue > 0 && m_nextIntended <= now) {
        if (!mayGoNow(1)) {
            wakeAt(m_environment.rate->readyAt(1));
            return;
        }
        issueOne(m_nextIntended);
        m_nextIntended += gap;
    }
    if (m_toIssue > 0)
        wakeAt(m_nextIntended);
}

void VariantRun::inject()
{
    // Only an idle connection can be met by what nobody asked for.
    if (!m_environment.lab || m_client.idleConnections() == 0)
        return;
    const Clock &clock = m_loop.clock();
    const Nanoseconds deadline = clock.now() + kInjectionDeadline;
    const std::uint64_t ticket = m_environment.lab->performDispatchActs();
    while (!(m_environment.lab->actsDone(ticket) && m_client.idleSocketsHaveNews())
           && clock.now() < deadline) { }
    const Nanoseconds until = clock.now() + m_experiment.injection.block;
    while (clock.now() < until) { }
}

void VariantRun::requestSettled(const RequestRecord &settled)
{
    RequestRecord record = settled;
    record.variant = m_variant;
    --m_outstanding;
    m_environment.events.push(record);
    count(m_environment.counters.requestsDone);
    m_environment.counters.turns.store(m_loop.turn(), std::memory_order_relaxed);
    if (!record.warmup) {
        m_result.summary.add(record);
        countAnswer(record);
        if (isOk(record.outcome))
            m_blockLatency.add(record.points.done.value());
        m_lastMeasuredAt = record.points.queued + record.points.done.value();
    }
    if (record.outcome == Outcome::FailedConnect && !m_anySettledOk) {
        m_failure = m_client.lastConnectError();
        m_toIssue = 0;
        m_held = 0;
    }
    m_anySettledOk = m_anySettledOk || isOk(record.outcome);
    if (m_stopped || m_toIssue == 0)
        return;
    switch (m_experiment.workload.kind) {
    case WorkloadKind::Sequential:
    case WorkloadKind::Sweep:
    case WorkloadKind::Burst:
        if (m_outstanding == 0 && m_held == 0)
            issueSoon(m_experiment.workload.width);
        return;
    case WorkloadKind::Parallel: issueSoon(1); return;
    case WorkloadKind::Paced: return;
    }
}

void VariantRun::countAnswer(const RequestRecord &record)
{
    if (record.status == 0)
        return;
    ++m_result.statuses[record.status];
    m_result.bodyBytes += record.bodyBytes;
    if (record.stream > 0 && isOk(record.outcome))
        ++m_answeredOnStreams;
}

void VariantRun::attemptEnded(const AttemptRecord &ended)
{
    AttemptRecord record = ended;
    record.variant = m_variant;
    m_environment.events.push(record);
}

void VariantRun::connectionEvent(const ConnectionEvent &seen)
{
    ConnectionEvent event = seen;
    event.variant = m_variant;
    m_environment.events.push(event);
    if (event.kind == ConnectionEventKind::Http2)
        ++http2Figures().connections;
    else if (event.kind == ConnectionEventKind::Discarded && event.reason == Reason::RunEnded)
        ++m_result.idleClosedAtEnd;
    else if (event.kind == ConnectionEventKind::StreamReset
             && event.code == static_cast<std::uint32_t>(H2ErrorCode::RefusedStream))
        ++http2Figures().refusedStreams;
}

void VariantRun::framesMoved(const FrameBatch &moved)
{
    FrameBatch batch = moved;
    batch.variant = m_variant;
    m_environment.events.push(batch);
}

void VariantRun::http2State(const Http2State &seen)
{
    Http2State state = seen;
    state.variant = m_variant;
    m_environment.events.push(state);
    if (!state.over)
        return;
    Http2Figures &figures = http2Figures();
    for (std::size_t type = 0; type < kH2FrameTypes; ++type) {
        figures.received[type] += state.received[type];
        figures.sent[type] += state.sent[type];
    }
    figures.goaways += state.goaway ? 1 : 0;
    figures.mostStreams = std::max(figures.mostStreams, state.mostStreams);
}

Http2Figures &VariantRun::http2Figures()
{
    if (!m_result.http2)
        m_result.http2.emplace();
    return *m_result.http2;
}

} // namespace reusescope
