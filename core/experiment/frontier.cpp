// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/frontier.h"

#include "core/base/refusal.h"
#include "core/base/sentence.h"
#include "core/client/client.h"
#include "core/loop/phaseloop.h"
#include "core/validation/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace reusescope {

namespace {

using std::chrono::microseconds;

// How long before the dispatch an order is placed: longer than the fault is early, and long enough
// for the loop to sleep.
constexpr Nanoseconds kLead = microseconds(700);
constexpr Nanoseconds kLongLead = microseconds(2500); // for the earliest faults
constexpr Nanoseconds kOverhead = microseconds(600); // of a trial, for the expected time
constexpr double kAttemptsPerTrial = 1.6; // as seen, likewise
constexpr int kChangedEvery = 200; // trials
constexpr double kZ = 1.959964; // of a 95 % interval
constexpr Nanoseconds kTrialDeadline = std::chrono::seconds(2); // a last net

struct Offsets
{
    Nanoseconds low, high; ///< before the request is queued
};

constexpr Offsets kBefore[] = {
    {microseconds(200), microseconds(2000)},
    {microseconds(20), microseconds(200)},
    {microseconds(0), microseconds(20)},
};
constexpr Nanoseconds kLongestAfter = microseconds(200);

/// Absent: outside of what is measured.
std::optional<Moment> momentOf(Nanoseconds fault, Nanoseconds queued, Nanoseconds written)
{
    if (fault > written)
        return fault - written <= kLongestAfter ? std::optional(Moment::After) : std::nullopt;
    if (fault > queued)
        return Moment::InBetween;
    const Nanoseconds before = queued - fault;
    if (before < kBefore[2].high)
        return Moment::JustBefore;
    if (before < kBefore[1].high)
        return Moment::Before;
    return before <= kBefore[0].high ? std::optional(Moment::LongBefore) : std::nullopt;
}

/// Before the callback that queues the request is due.
Nanoseconds leadFor(std::optional<Moment> moment, Milliseconds block)
{
    return moment == Moment::LongBefore ? std::max(kLead, kLongLead - block) : kLead;
}

Milliseconds timerDelay(Nanoseconds lead)
{
    return std::chrono::ceil<Milliseconds>(lead);
}

} // namespace

std::string_view name(Moment moment)
{
    switch (moment) {
    case Moment::LongBefore: return "2000-200";
    case Moment::Before: return "200-20";
    case Moment::JustBefore: return "20-0";
    case Moment::InBetween: return "queued";
    case Moment::After: return "written";
    }
    return {};
}

double Share::low() const
{
    if (trials == 0)
        return 0;
    const double n = trials;
    const double middle = (share() + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
    const double half =
        kZ / (1 + kZ * kZ / n) * std::sqrt(share() * (1 - share()) / n + kZ * kZ / (4 * n * n));
    return std::max(0.0, middle - half);
}

double Share::high() const
{
    return trials == 0 ? 1 : 1 - Share{trials - caught, trials}.low();
}

Share FrontierCell::beforeWrite() const
{
    Share all;
    for (int i = 0; i < static_cast<int>(Moment::After); ++i) {
        all.caught += moments[static_cast<std::size_t>(i)].caught;
        all.trials += moments[static_cast<std::size_t>(i)].trials;
    }
    return all;
}

bool FrontierCell::tooFew() const
{
    return std::any_of(moments.begin(), moments.begin() + static_cast<int>(Moment::After),
                       [](const Share &share) { return share.trials < kFewTrials; });
}

std::optional<Nanoseconds> FrontierCell::exposure() const
{
    return missedAge.count() > 0 ? std::optional(missedAge.percentile(0.95)) : std::nullopt;
}

std::optional<Nanoseconds> FrontierResult::added(const FrontierCell &cell, double share) const
{
    for (const FrontierCell &other : cells) {
        if (other.scheduler == "none" && other.source == cell.source && other.fault == cell.fault
            && other.block == cell.block && other.undisturbed.count() > 0
            && cell.undisturbed.count() > 0)
            return cell.undisturbed.percentile(share) - other.undisturbed.percentile(share);
    }
    return std::nullopt;
}

Result<void> validate(const FrontierQuestion &question)
{
    std::set<std::string> seen;
    for (const std::string &scheduler : question.schedulers) {
        if (const auto factory = schedulerFactory(scheduler); !factory)
            return factory.error();
        if (!seen.insert(scheduler).second)
            return inputError("the scheduler \"{}\" is listed twice", scheduler);
    }
    if (question.schedulers.empty() || question.sources.empty() || question.faults.empty()
        || question.blocks.empty())
        return inputError("at least one scheduler, source, fault and block are needed");
    if (question.trials < 1 || question.trials > kMaxTrials)
        return inputError("the number of trials must be from 1 to {}", kMaxTrials);
    for (const Milliseconds block : question.blocks) {
        if (block < Milliseconds{0} || block > kMaxFrontierBlock)
            return inputError("the blocking time must be from 0 to {} ms",
                              kMaxFrontierBlock.count());
    }
    return {};
}

/// The middle one of the last few values, which the machine's hiccups do not move.
class Frontier::RunningMedian
{
public:
    explicit RunningMedian(Nanoseconds first) : m_median(first) { }

    void add(Nanoseconds value)
    {
        m_last[m_next] = value;
        m_next = (m_next + 1) % m_last.size();
        m_count = std::min(m_count + 1, m_last.size());
        std::array<Nanoseconds, kRemembered> sorted = m_last;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(m_count / 2);
        std::nth_element(sorted.begin(), middle,
                         sorted.begin() + static_cast<std::ptrdiff_t>(m_count));
        m_median = *middle;
    }
    Nanoseconds value() const { return m_median; }

private:
    static constexpr std::size_t kRemembered = 15;
    std::array<Nanoseconds, kRemembered> m_last{};
    std::size_t m_next = 0;
    std::size_t m_count = 0;
    Nanoseconds m_median;
};

/// What the faults of a cell are aimed by.
struct Frontier::Aim
{
    RunningMedian late{microseconds(50)}; ///< the dispatching callback begins behind its due time
    RunningMedian toWrite{microseconds(10)}; ///< from queued
    std::array<int, kMomentCount + 1> attempts{}; ///< at each moment; the last: without a fault
};

/// A client with a scheduler, on a loop of its own.
class Frontier::Bench final : private ClientListener
{
public:
    Bench(const Clock &clock, const std::string &scheduler, PollStrategy poll, std::uint16_t port)
        : m_clock(clock),
          m_loop(LoopModel::TimersLast, poll, clock, makeEpollPoller()),
          m_client(m_loop, target(port), options(), *schedulerFactory(scheduler), *this),
          m_wakeup(m_loop, [this] { dispatch(); }),
          m_immediate(m_client.immediates(), [this] { submit(); }),
          m_timer(m_loop, "idle-gap", [this] { submit(); })
    {
        m_wakeup.unref();
    }

    /// What became of the request of a trial.
    struct Seen
    {
        bool settled = false;
        Outcome outcome = Outcome::Cancelled;
        Nanoseconds queued{0};
        /// On the connection that the fault was for; absent: it was never written there.
        std::optional<Nanoseconds> written;
        Nanoseconds dispatched{0}; ///< when the callback that was to queue it began
    };

    /// An idle connection that has carried one request.
    bool warmUp()
    {
        submit();
        m_loop.run();
        const bool ready = m_record.outcome == Outcome::OkFresh && m_client.idleConnections() == 1;
        m_victim = m_record.connection;
        return ready;
    }

    /// The moment from which the order's times count: when the dispatching callback is due.
    Nanoseconds arm(DispatchFrom source, Milliseconds block, Nanoseconds lead)
    {
        m_source = source;
        m_block = block;
        m_seen = Seen();
        m_attempt.reset();
        m_waiting = true;
        m_loop.updateTime();
        if (source != DispatchFrom::Timers)
            return m_clock.now() + lead;
        m_timer.start(timerDelay(lead));
        // Poll sleeps for whole milliseconds from when it begins, not to the timer's due time.
        return m_clock.now() + timerDelay(lead);
    }
    Wakeup &wakeup() { return m_wakeup; }

    Seen perform()
    {
        m_wakeup.ref(); // holds the loop until the request has settled
        m_loop.run();
        m_seen.settled = !m_waiting;
        m_seen.outcome = m_record.outcome;
        m_seen.queued = m_record.points.queued;
        if (m_record.connection == m_victim && m_record.points.sent.has())
            m_seen.written = m_record.points.queued + m_record.points.sent.value();
        if (m_attempt && m_attempt->connection == m_victim && m_attempt->written
            && m_attempt->points.sent.has())
            m_seen.written = m_attempt->points.queued + m_attempt->points.sent.value();
        return m_seen;
    }

    void finish()
    {
        m_client.closeIdle();
        m_loop.run();
    }

private:
    static Url target(std::uint16_t port)
    {
        Url url;
        url.scheme = "http";
        url.host = "127.0.0.1";
        url.port = port;
        return url;
    }
    static ClientOptions options()
    {
        ClientOptions options;
        options.expectTag = true;
        options.requestTimeout = std::chrono::duration_cast<Milliseconds>(kTrialDeadline);
        return options;
    }

    void dispatch()
    {
        if (m_source == DispatchFrom::Check)
            m_immediate.schedule();
        else
            submit();
    }

    void submit()
    {
        if (m_waiting) {
            m_seen.dispatched = m_clock.now();
            // What a callback of the program does in the meantime.
            const Nanoseconds until = m_seen.dispatched + m_block;
            while (m_clock.now() < until) { }
        }
        RequestSpec spec;
        spec.index = ++m_index;
        m_client.submit(spec);
    }

    void requestSettled(const RequestRecord &record) override
    {
        m_record = record;
        m_waiting = false;
        m_wakeup.unref();
    }
    void attemptEnded(const AttemptRecord &record) override
    {
        if (!m_attempt)
            m_attempt = record;
    }
    void connectionEvent(const ConnectionEvent &) override { }

    const Clock &m_clock;
    PhaseLoop m_loop;
    Client m_client;
    Wakeup m_wakeup;
    Immediate m_immediate;
    TimerHandle m_timer;
    DispatchFrom m_source = DispatchFrom::Poll;
    Milliseconds m_block{0};
    std::uint32_t m_index = 0;
    bool m_waiting = false;
    ConnectionId m_victim{};
    RequestRecord m_record;
    std::optional<AttemptRecord> m_attempt;
    Seen m_seen;
};

Frontier::Frontier(FrontierQuestion question, const Clock &clock)
    : m_question(std::move(question)), m_clock(clock), m_random(m_question.seed), m_injector(clock)
{ }

Frontier::~Frontier() = default;

Nanoseconds Frontier::expectedTime(const FrontierQuestion &question)
{
    Nanoseconds once{0}; // each moment of each source and block
    for (const DispatchFrom source : question.sources) {
        for (const Milliseconds block : question.blocks) {
            for (int i = 0; i <= kMomentCount; ++i) {
                const Nanoseconds lead = leadFor(static_cast<Moment>(i), block);
                once += block + kOverhead
                    + (source == DispatchFrom::Timers ? Nanoseconds{timerDelay(lead)} : lead);
            }
        }
    }
    const auto times = static_cast<double>(question.schedulers.size() * question.faults.size())
        * question.trials * kAttemptsPerTrial;
    return std::chrono::duration_cast<Nanoseconds>(once * times);
}

void Frontier::makeCells()
{
    for (const std::string &scheduler : m_question.schedulers) {
        for (const DispatchFrom source : m_question.sources) {
            for (const Fault fault : m_question.faults) {
                for (const Milliseconds block : m_question.blocks) {
                    FrontierCell cell;
                    cell.scheduler = scheduler;
                    cell.source = source;
                    cell.fault = fault;
                    cell.block = block;
                    m_result.cells.push_back(std::move(cell));
                    m_aims.emplace_back();
                }
            }
        }
    }
}

int Frontier::missing(const FrontierCell &cell, std::optional<Moment> moment) const
{
    const int have = moment ? cell.of(*moment).trials : static_cast<int>(cell.undisturbed.count());
    return m_question.trials - have;
}

/// What is still missing, as far as it may be tried again.
std::vector<Frontier::Trial> Frontier::round()
{
    std::vector<Trial> trials;
    const std::size_t cellsPerBench = m_result.cells.size() / m_benches.size();
    for (std::size_t cell = 0; cell < m_result.cells.size(); ++cell) {
        for (int i = 0; i <= kMomentCount; ++i) {
            const auto moment =
                i < kMomentCount ? std::optional(static_cast<Moment>(i)) : std::nullopt;
            int &attempts = m_aims[cell].attempts[static_cast<std::size_t>(i)];
            const int wanted = std::min(missing(m_result.cells[cell], moment),
                                        m_question.trials * kMaxAttempts - attempts);
            for (int n = 0; n < wanted; ++n)
                trials.push_back({cell, cell / cellsPerBench, moment});
            attempts += std::max(0, wanted);
        }
    }
    std::shuffle(trials.begin(), trials.end(), m_random);
    return trials;
}

FrontierResult Frontier::run(const std::function<void(const FrontierResult &)> &changed)
{
    if (auto refused = refusalOf("the measurement cannot go on", [&] { carryOut(changed); }))
        m_result.error = std::move(refused);
    return m_result;
}

void Frontier::carryOut(const std::function<void(const FrontierResult &)> &changed)
{
    m_result.question = m_question;
    if (const Result<void> started = m_injector.start(); !started) {
        m_result.error = started.error();
        return;
    }
    for (const std::string &scheduler : m_question.schedulers)
        m_benches.push_back(
            std::make_unique<Bench>(m_clock, scheduler, m_question.poll, m_injector.port()));
    makeCells();
    const int planned =
        static_cast<int>(m_result.cells.size()) * (kMomentCount + 1) * m_question.trials;
    const Nanoseconds begun = m_clock.now();
    int performed = 0;
    for (auto trials = round(); !trials.empty() && !m_result.interrupted; trials = round()) {
        for (const Trial &trial : trials) {
            if (m_stopRequested) {
                m_result.interrupted = true;
                break;
            }
            // A trial that was aimed at another moment can have been the last one wanted.
            if (missing(m_result.cells[trial.cell], trial.moment) <= 0)
                continue;
            perform(trial);
            {
                const std::lock_guard lock(m_mutex);
                m_status = {m_counted, planned, m_clock.now() - begun};
            }
            if (++performed % kChangedEvery == 0 && changed)
                changed(m_result);
        }
    }
}

Frontier::Status Frontier::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

/// Where to aim, from the due time of the dispatching callback.
Nanoseconds Frontier::aim(const Trial &trial)
{
    const Aim &estimate = m_aims[trial.cell];
    const auto between = [this](Nanoseconds low, Nanoseconds high) {
        return Nanoseconds{std::uniform_int_distribution<std::int64_t>(
            low.count(), std::max(low, high).count())(m_random)};
    };
    const Nanoseconds queued = estimate.late.value() + m_result.cells[trial.cell].block;
    const Nanoseconds toWrite = estimate.toWrite.value();
    switch (*trial.moment) {
    case Moment::InBetween: return queued + between(Nanoseconds{0}, toWrite);
    case Moment::After: return queued + toWrite + between(Nanoseconds{0}, kLongestAfter);
    default: {
        const Offsets &offsets = kBefore[static_cast<std::size_t>(*trial.moment)];
        return queued - between(offsets.low, offsets.high);
    }
    }
}

/// The first ones of each moment, as many as were asked for.
void Frontier::count(FrontierCell &cell, Moment moment, bool caught)
{
    Share &share = cell.moments[static_cast<std::size_t>(moment)];
    ++share.trials;
    share.caught += caught ? 1 : 0;
    ++m_counted;
}

void Frontier::perform(const Trial &trial)
{
    FrontierCell &cell = m_result.cells[trial.cell];
    Bench &bench = *m_benches[trial.bench];
    if (!bench.warmUp()) {
        bench.finish();
        ++cell.leftOut; // the machine was too busy for its two threads
        return;
    }
    const Nanoseconds due = bench.arm(cell.source, cell.block, leadFor(trial.moment, cell.block));
    FaultInjector::Order order;
    if (cell.source != DispatchFrom::Timers) {
        order.wakeAt = due;
        order.wake = &bench.wakeup();
    }
    if (trial.moment) {
        order.faultAt = due + aim(trial);
        order.fault = cell.fault;
    }
    m_injector.place(order);
    const Bench::Seen seen = bench.perform();
    while (!m_injector.done()) { }
    bench.finish();
    if (!seen.settled) {
        ++m_result.unsettled;
        return;
    }

    Aim &estimate = m_aims[trial.cell];
    estimate.late.add(seen.dispatched - due);
    if (!trial.moment) {
        if (seen.outcome != Outcome::OkReused || !seen.written) {
            ++cell.leftOut;
            return;
        }
        cell.undisturbed.add(*seen.written - seen.queued);
        estimate.toWrite.add(*seen.written - seen.queued);
        ++m_counted;
        return;
    }
    const Nanoseconds fault = m_injector.faultBegunAt();
    if (fault == Nanoseconds{0}) {
        ++cell.leftOut; // there was nothing to do it to any more
        return;
    }
    const auto moment = momentOf(fault, seen.queued, seen.written.value_or(fault));
    if (!moment) {
        ++cell.leftOut;
        return;
    }
    if (missing(cell, *moment) <= 0)
        return;
    count(cell, *moment, !seen.written);
    if (!seen.written || *moment == Moment::After)
        return;
    cell.missedAge.add(*seen.written - fault);
    if (seen.outcome == Outcome::FailedPoison)
        ++cell.poisoned;
    else if (seen.outcome == Outcome::OkReplayed)
        ++cell.replayed;
    else
        ++cell.failed;
}

} // namespace reusescope
