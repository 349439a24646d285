// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/idlefinder.h"

#include "core/base/refusal.h"
#include "core/client/client.h"
#include "core/loop/handle.h"
#include "core/loop/phaseloop.h"
#include "core/validation/registry.h"

#include <algorithm>
#include <deque>

namespace reusescope {

namespace {

constexpr Milliseconds kFirstGap{250}; // of those that double
constexpr Milliseconds kStatusInterval{100};
// Some servers look at their connections once a second only: those that begin together are ended
// together, however long each has been idle. So the first ones begin all over a second.
constexpr Milliseconds kServerTick{1000};

bool isEndOfIdle(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::IdleFin:
    case ConnectionEventKind::IdleReset:
    case ConnectionEventKind::Idle408:
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::IdleLineBreaks:
    case ConnectionEventKind::GoawayReceived: return true;
    default: return false;
    }
}

Reason reasonOf(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::IdleFin: return Reason::IdleFin;
    case ConnectionEventKind::IdleReset: return Reason::IdleReset;
    case ConnectionEventKind::Idle408: return Reason::Idle408;
    case ConnectionEventKind::IdleLineBreaks: return Reason::IdleLineBreaks;
    case ConnectionEventKind::GoawayReceived: return Reason::Goaway;
    default: return Reason::IdleBytes;
    }
}

void sortByGap(std::vector<IdleProbe> &probes)
{
    std::stable_sort(probes.begin(), probes.end(),
                     [](const IdleProbe &a, const IdleProbe &b) { return a.gap < b.gap; });
}

/// One connection, which we never end for being idle.
ClientOptions patientOptions(const IdleQuestion &question)
{
    ClientOptions options;
    options.protocol = question.protocol;
    options.tls = question.tls;
    options.honoursHints = false;
    options.keepAlive = question.upTo + std::chrono::minutes(1);
    options.keepAliveMax = options.keepAlive;
    options.requestTimeout = question.answerLimit;
    options.replay = ReplayPolicy::Never; // what would have failed is to be seen
    options.pingInterval = Milliseconds{0};
    return options;
}

} // namespace

std::string_view name(IdleProbe::Fate fate)
{
    switch (fate) {
    case IdleProbe::Fate::Answered: return "answered";
    case IdleProbe::Fate::ClosedBefore: return "closed-before";
    case IdleProbe::Fate::ClosedUnder: return "closed-under";
    case IdleProbe::Fate::NoAnswer: return "no-answer";
    case IdleProbe::Fate::Failed: return "failed";
    }
    return {};
}

enum class ProbeKind : std::uint8_t { WatchUsed, WatchUnused, Ask };

struct PlannedProbe
{
    ProbeKind kind = ProbeKind::WatchUsed;
    Milliseconds gap{0};
    Milliseconds begin{0}; // not before so long after run()
};

struct IdleFinder::Loop
{
    Loop(IdleFinder &finder, const Clock &clock, std::unique_ptr<Poller> poller)
        : loop(LoopModel::TimersLast, PollStrategy::Sleep, clock, std::move(poller)),
          wakeup(loop, [&finder] { finder.end(); }),
          beginNext(loop, "pacing", [&finder] { finder.beginNext(); }),
          tick(loop, "other", [&finder] { finder.publish(); }),
          deadline(loop, "other", [&finder] { finder.endWatching(); })
    {
        tick.unref();
        deadline.unref();
    }

    PhaseLoop loop;
    Wakeup wakeup; // holds the loop until end()
    TimerHandle beginNext, tick, deadline;
    std::deque<PlannedProbe> planned;
    int rounds = 0;
    bool ending = false;
};

/// One connection and what it is there for.
class IdleFinder::Probe final : private ClientListener
{
public:
    Probe(IdleFinder &finder, const PlannedProbe &plan, TlsClientContext *tls)
        : m_finder(finder),
          m_plan(plan),
          m_client(finder.m_loop->loop, finder.m_question.url, patientOptions(finder.m_question),
                   *schedulerFactory("none"), *this, tls),
          m_due(finder.m_loop->loop, "idle-gap", [this] { ask(); })
    { }

    void begin()
    {
        if (m_plan.kind == ProbeKind::WatchUnused)
            m_client.preconnect();
        else
            submit();
    }
    void cancel()
    {
        m_over = true;
        m_due.stop();
        m_client.cancelAll();
    }
    bool isOver() const { return m_over; }
    ProbeKind kind() const { return m_plan.kind; }
    /// Absent: until the server ends it.
    std::optional<Nanoseconds> dueAt() const
    {
        return m_plan.kind == ProbeKind::Ask && m_idleSince
            ? std::optional<Nanoseconds>(*m_idleSince + m_plan.gap)
            : std::nullopt;
    }

private:
    Nanoseconds now() const { return m_finder.m_clock.now(); }

    void submit()
    {
        RequestSpec spec;
        spec.index = ++m_asked;
        m_client.submit(spec);
    }

    void ask()
    {
        m_gap = now() - *m_idleSince;
        submit();
    }

    void requestSettled(const RequestRecord &record) override
    {
        if (m_over)
            return;
        if (record.index == 1)
            firstSettled(record);
        else
            secondSettled(record);
    }

    void firstSettled(const RequestRecord &record)
    {
        if (!isOk(record.outcome)) {
            m_finder.failed(m_client.lastConnectError().value_or(
                Error{record.outcome == Outcome::FailedTimeout ? ErrorKind::Timeout
                                                               : ErrorKind::PeerClosed,
                      0, std::string(name(record.reason))}));
            over();
            return;
        }
        m_idleSince = record.points.queued + record.points.done.value();
        m_finder.m_hasStood = true;
        if (m_client.idleConnections() == 0) { // the response had announced it
            ended(Reason::PeerClosing, *m_idleSince);
            return;
        }
        if (m_plan.kind == ProbeKind::Ask) {
            m_finder.m_loop->loop.updateTime();
            m_due.start(m_plan.gap);
        } else {
            m_finder.watchedFrom(*m_idleSince);
        }
    }

    void secondSettled(const RequestRecord &record)
    {
        IdleProbe probe;
        probe.gap = m_gap;
        probe.reason = record.reason;
        if (isOk(record.outcome))
            probe.fate = record.reused && record.attempts == 1 ? IdleProbe::Fate::Answered
                                                               : IdleProbe::Fate::ClosedBefore;
        else if (record.outcome == Outcome::FailedTimeout)
            probe.fate = IdleProbe::Fate::NoAnswer;
        else if (record.outcome == Outcome::FailedStale || record.outcome == Outcome::FailedReset)
            probe.fate = IdleProbe::Fate::ClosedUnder;
        m_finder.m_findings.probes.push_back(probe);
        over();
    }

    void attemptEnded(const AttemptRecord &) override { }

    void connectionEvent(const ConnectionEvent &event) override
    {
        IdleFindings &findings = m_finder.m_findings;
        switch (event.kind) {
        case ConnectionEventKind::Resolved: m_connecting = event.at; return;
        case ConnectionEventKind::Connected:
            findings.connectTime = std::min(findings.connectTime.value_or(event.at - m_connecting),
                                            event.at - m_connecting);
            stands(event.at);
            return;
        case ConnectionEventKind::Secured: stands(event.at); return;
        case ConnectionEventKind::Http2: findings.spoken = Protocol::H2; return;
        case ConnectionEventKind::Hint: findings.hint = Milliseconds{event.value}; return;
        default: break;
        }
        const bool idle = m_idleSince && m_asked < 2;
        if (!m_over && idle && isEndOfIdle(event.kind))
            ended(reasonOf(event.kind), event.at);
    }

    void stands(Nanoseconds at)
    {
        if (m_plan.kind != ProbeKind::WatchUnused)
            return;
        m_idleSince = at;
        m_finder.m_hasStood = true;
        m_finder.watchedFrom(at);
    }

    void ended(Reason how, Nanoseconds at)
    {
        IdleFindings &findings = m_finder.m_findings;
        findings.closes.push_back({m_plan.kind != ProbeKind::WatchUnused,
                                   m_plan.kind != ProbeKind::Ask, at - *m_idleSince, how});
        if (m_plan.kind == ProbeKind::Ask)
            findings.probes.push_back({m_plan.gap, IdleProbe::Fate::ClosedBefore, how});
        over();
    }

    void over()
    {
        m_over = true;
        m_due.stop();
        m_finder.probeOver();
    }

    IdleFinder &m_finder;
    PlannedProbe m_plan;
    Client m_client;
    TimerHandle m_due;
    std::uint32_t m_asked = 0;
    Nanoseconds m_connecting{0};
    std::optional<Nanoseconds> m_idleSince;
    Nanoseconds m_gap{0};
    bool m_over = false;
};

IdleFinder::IdleFinder(IdleQuestion question, const Clock &clock, std::unique_ptr<Poller> poller)
    : m_question(std::move(question)),
      m_clock(clock),
      m_loop(std::make_unique<Loop>(*this, clock, std::move(poller)))
{ }

IdleFinder::~IdleFinder() = default;

IdleFindings IdleFinder::run()
{
    if (auto refused = refusalOf("the measurement cannot go on", [this] { carryOut(); }))
        m_findings.error = std::move(refused);
    return m_findings;
}

void IdleFinder::carryOut()
{
    m_findings.url = m_question.url.text();
    m_begun = m_clock.now();
    planFirst();
    m_watchUntil = m_begun + m_question.upTo;
    m_loop->deadline.start(m_question.upTo);
    m_loop->tick.start(kStatusInterval, kStatusInterval);
    beginNext();
    m_loop->loop.run();

    m_findings.watchedFor = watchedFor();
    m_findings.interrupted = m_stopRequested;
    sortByGap(m_findings.probes);
    if (!m_findings.closes.empty() || !m_findings.probes.empty())
        m_findings.error.reset();
}

void IdleFinder::planFirst()
{
    std::deque<PlannedProbe> &planned = m_loop->planned;
    for (int i = 0; i < m_question.tries; ++i) {
        const Milliseconds begin = kServerTick * i / m_question.tries;
        planned.push_back({ProbeKind::WatchUsed, {}, begin});
        if (m_question.unused)
            planned.push_back({ProbeKind::WatchUnused, {}, begin});
    }
    std::vector<Milliseconds> gaps;
    for (Milliseconds gap = kFirstGap;
         gap < m_question.upTo && std::ssize(gaps) < m_question.probes; gap *= 2)
        gaps.push_back(gap);
    const auto count = static_cast<int>(gaps.size());
    for (int i = 0; i < count; ++i) // the longest gaps first, since they end last
        planned.push_back({ProbeKind::Ask, gaps[static_cast<std::size_t>(count - 1 - i)],
                           kServerTick * (2 * i + 1) / (2 * count)});
    std::stable_sort(
        planned.begin(), planned.end(),
        [](const PlannedProbe &a, const PlannedProbe &b) { return a.begin < b.begin; });
}

void IdleFinder::beginNext()
{
    std::deque<PlannedProbe> &planned = m_loop->planned;
    while (!planned.empty() && !m_loop->ending) {
        const PlannedProbe plan = planned.front();
        const Nanoseconds wait = m_begun + plan.begin - m_clock.now();
        if (wait > Nanoseconds{0}) {
            m_loop->beginNext.start(std::chrono::ceil<Milliseconds>(wait));
            return;
        }
        planned.pop_front();
        TlsClientContext *tls = nullptr;
        if (m_question.url.isSecure()) {
            auto context = TlsClientContext::make(m_question.tls, m_question.url.host);
            if (!context) {
                failed(context.error());
                end();
                return;
            }
            m_tls.push_back(std::move(*context));
            tls = m_tls.back().get();
        }
        m_probes.push_back(std::make_unique<Probe>(*this, plan, tls));
        if (plan.kind == ProbeKind::WatchUsed)
            ++m_findings.usedWatched;
        else if (plan.kind == ProbeKind::WatchUnused)
            ++m_findings.unusedWatched;
        if (plan.kind != ProbeKind::Ask)
            watchedFrom(m_clock.now());
        m_probes.back()->begin();
        if (m_question.pause > Milliseconds{0} && !planned.empty()) {
            m_loop->beginNext.start(m_question.pause);
            return;
        }
    }
}

/// When nobody asks any more, the next round begins where the answers left a gap; when nothing is
/// left to find or to watch, it is over.
void IdleFinder::probeOver()
{
    if (m_loop->ending || !m_loop->planned.empty())
        return;
    const auto under = [this](auto matches) {
        return std::any_of(m_probes.begin(), m_probes.end(), [&](const auto &probe) {
            return !probe->isOver() && matches(probe->kind());
        });
    };
    if (under([](ProbeKind kind) { return kind == ProbeKind::Ask; }))
        return;
    // Those that are watched know best where to look; the first of them is enough.
    const bool watching = under([](ProbeKind kind) { return kind == ProbeKind::WatchUsed; });
    if (watching && !closeInterval(m_findings, true) && !hasZombies(m_findings))
        return;
    const std::vector<Milliseconds> gaps = nextGaps();
    if (!gaps.empty() && m_loop->rounds < kMaxIdleRounds) {
        ++m_loop->rounds;
        for (const Milliseconds gap : gaps)
            m_loop->planned.push_back({ProbeKind::Ask, gap});
        m_loop->beginNext.start(Milliseconds{0}); // not from inside of what has just ended
        return;
    }
    if (!under([](ProbeKind) { return true; }))
        end();
}

/// Between the longest gap that was answered and the shortest that was not: close to a close that
/// was seen, else evenly.
std::vector<Milliseconds> IdleFinder::nextGaps() const
{
    std::optional<Nanoseconds> high;
    if (const auto closes = closeInterval(m_findings, true))
        high = closes->low;
    const bool seen = high.has_value();
    for (const IdleProbe &probe : m_findings.probes) {
        if (probe.fate == IdleProbe::Fate::NoAnswer || probe.fate == IdleProbe::Fate::ClosedUnder)
            high = std::min(high.value_or(probe.gap), probe.gap);
    }
    if (!high)
        return {};
    Nanoseconds low{0};
    for (const IdleProbe &probe : m_findings.probes) {
        if (probe.fate == IdleProbe::Fate::Answered && probe.gap < *high)
            low = std::max(low, probe.gap);
    }
    if (*high - low <= m_question.resolution)
        return {};
    std::vector<Milliseconds> gaps;
    Nanoseconds below = m_question.resolution / 2;
    for (int i = 1; i <= m_question.probes; ++i, below *= 2) {
        const Nanoseconds gap =
            seen ? *high - below : low + (*high - low) * i / (m_question.probes + 1);
        const auto rounded = std::chrono::floor<Milliseconds>(gap);
        if (rounded > low && (gaps.empty() || gaps.back() != rounded))
            gaps.push_back(rounded);
    }
    return gaps;
}

void IdleFinder::failed(const Error &error)
{
    if (!m_findings.error)
        m_findings.error = error;
    if (!m_hasStood) // nor will the others
        end();
}

/// One more is watched, and from then on for as long as was asked for.
void IdleFinder::watchedFrom(Nanoseconds since)
{
    m_watchUntil = std::max(m_watchUntil, since + m_question.upTo);
}

/// Of those that nobody has ended, the one that was watched for the shortest time.
Nanoseconds IdleFinder::watchedFor() const
{
    const Nanoseconds until = m_watchEnded.value_or(m_clock.now());
    return std::max(Nanoseconds{0}, until - (m_watchUntil - m_question.upTo));
}

/// They have waited for as long as was asked for; who asks goes on.
void IdleFinder::endWatching()
{
    const Nanoseconds left = m_watchUntil - m_clock.now();
    if (left > Nanoseconds{0}) {
        m_loop->deadline.start(std::chrono::ceil<Milliseconds>(left));
        return;
    }
    m_watchEnded = m_clock.now();
    for (const auto &probe : m_probes) {
        if (!probe->isOver() && probe->kind() != ProbeKind::Ask)
            probe->cancel();
    }
    probeOver();
}

void IdleFinder::end()
{
    if (m_loop->ending)
        return;
    m_loop->ending = true;
    m_loop->planned.clear();
    m_loop->beginNext.stop();
    m_loop->tick.stop();
    m_loop->deadline.stop();
    for (const auto &probe : m_probes)
        probe->cancel();
    m_loop->wakeup.unref();
}

void IdleFinder::stop()
{
    m_stopRequested = true;
    m_loop->wakeup.send();
}

IdleFinder::Status IdleFinder::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

IdleFindings IdleFinder::findings() const
{
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}

void IdleFinder::publish()
{
    const Nanoseconds now = m_clock.now();
    Nanoseconds ends = now;
    for (const auto &probe : m_probes) {
        if (probe->isOver())
            continue;
        ends = std::max(ends, probe->dueAt().value_or(m_watchUntil));
    }
    const std::lock_guard lock(m_mutex);
    m_status.elapsed = now - m_begun;
    m_status.expected = ends - m_begun;
    m_status.closes = m_findings.closes.size();
    m_status.probes = m_findings.probes.size();
    m_snapshot = m_findings;
    m_snapshot.watchedFor = watchedFor();
    sortByGap(m_snapshot.probes);
}

} // namespace reusescope
