// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/frontier.h"

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

// How long before the dispatch an order is placed: longer than the earliest fault is early.
constexpr Nanoseconds kLead = microseconds(2500);
constexpr Milliseconds kTimerDelay{4};
constexpr double kSmoothing = 0.2; // of the running estimates that faults are aimed by
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

Moment momentOf(Nanoseconds fault, Nanoseconds queued, Nanoseconds written)
{
    if (fault > written)
        return Moment::After;
    if (fault > queued)
        return Moment::InBetween;
    const Nanoseconds before = queued - fault;
    if (before < kBefore[2].high)
        return Moment::JustBefore;
    return before < kBefore[1].high ? Moment::Before : Moment::LongBefore;
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
    const auto wrong = [](std::string sentence) {
        return Error{ErrorKind::Input, 0, std::move(sentence)};
    };
    std::set<std::string> seen;
    for (const std::string &scheduler : question.schedulers) {
        if (const auto factory = schedulerFactory(scheduler); !factory)
            return factory.error();
        if (!seen.insert(scheduler).second)
            return wrong(fmt::format("the scheduler \"{}\" is listed twice", scheduler));
    }
    if (question.schedulers.empty() || question.sources.empty() || question.faults.empty()
        || question.blocks.empty())
        return wrong("at least one scheduler, source, fault and block are needed");
    if (question.trials < 1 || question.trials > kMaxTrials)
        return wrong(fmt::format("the number of trials must be from 1 to {}", kMaxTrials));
    for (const Milliseconds block : question.blocks) {
        if (block < Milliseconds{0} || block > kMaxFrontierBlock)
            return wrong(fmt::format("the blocking time must be from 0 to {} ms",
                                     kMaxFrontierBlock.count()));
    }
    return {};
}

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
    Nanoseconds arm(DispatchFrom source, Milliseconds block)
    {
        m_source = source;
        m_block = block;
        m_seen = Seen();
        m_attempt.reset();
        m_waiting = true;
        m_loop.updateTime();
        if (source != DispatchFrom::Timers)
            return m_clock.now() + kLead;
        m_timer.start(kTimerDelay);
        return std::chrono::floor<Milliseconds>(m_clock.now()) + kTimerDelay;
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
    Nanoseconds total{0};
    const auto perBlock =
        static_cast<std::int64_t>(question.schedulers.size() * question.faults.size())
        * question.trials * (kMomentCount + 1);
    for (const DispatchFrom source : question.sources) {
        for (const Milliseconds block : question.blocks) {
            const Nanoseconds lead = source == DispatchFrom::Timers ? kTimerDelay : kLead;
            total += perBlock * (lead + block + microseconds(600));
        }
    }
    return total;
}

std::vector<Frontier::Trial> Frontier::plan()
{
    std::vector<Trial> trials;
    for (std::size_t scheduler = 0; scheduler < m_question.schedulers.size(); ++scheduler) {
        for (const DispatchFrom source : m_question.sources) {
            for (const Fault fault : m_question.faults) {
                for (const Milliseconds block : m_question.blocks) {
                    FrontierCell cell;
                    cell.scheduler = m_question.schedulers[scheduler];
                    cell.source = source;
                    cell.fault = fault;
                    cell.block = block;
                    m_result.cells.push_back(std::move(cell));
                    m_aims.emplace_back();
                    const std::size_t index = m_result.cells.size() - 1;
                    for (int i = 0; i < m_question.trials; ++i) {
                        for (int moment = 0; moment < kMomentCount; ++moment)
                            trials.push_back({index, scheduler, static_cast<Moment>(moment)});
                        trials.push_back({index, scheduler, std::nullopt});
                    }
                }
            }
        }
    }
    std::shuffle(trials.begin(), trials.end(), m_random);
    return trials;
}

FrontierResult Frontier::run(const std::function<void(const FrontierResult &)> &changed)
{
    m_result.question = m_question;
    if (const Result<void> started = m_injector.start(); !started) {
        m_result.error = started.error();
        return m_result;
    }
    for (const std::string &scheduler : m_question.schedulers)
        m_benches.push_back(
            std::make_unique<Bench>(m_clock, scheduler, m_question.poll, m_injector.port()));
    const Nanoseconds begun = m_clock.now();
    const std::vector<Trial> trials = plan();
    int done = 0;
    for (const Trial &trial : trials) {
        if (m_stopRequested)
            break;
        perform(trial);
        ++done;
        {
            const std::lock_guard lock(m_mutex);
            m_status = {done, static_cast<int>(trials.size()), m_clock.now() - begun};
        }
        if (changed && done % kChangedEvery == 0)
            changed(m_result);
    }
    m_result.interrupted = done < static_cast<int>(trials.size());
    return m_result;
}

Frontier::Status Frontier::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

/// Where to aim, from the due time of the dispatching callback.
Nanoseconds Frontier::aim(const Trial &trial, Milliseconds block)
{
    const Aim &estimate = m_aims[trial.cell];
    const auto between = [this](Nanoseconds low, Nanoseconds high) {
        return Nanoseconds{std::uniform_int_distribution<std::int64_t>(
            low.count(), std::max(low, high).count())(m_random)};
    };
    const Nanoseconds queued = estimate.late + block;
    switch (*trial.moment) {
    case Moment::InBetween: return queued + between(Nanoseconds{0}, estimate.toWrite);
    case Moment::After: return queued + estimate.toWrite + between(Nanoseconds{0}, kLongestAfter);
    default: {
        const Offsets &offsets = kBefore[static_cast<std::size_t>(*trial.moment)];
        return queued - between(offsets.low, offsets.high);
    }
    }
}

void Frontier::perform(const Trial &trial)
{
    FrontierCell &cell = m_result.cells[trial.cell];
    Bench &bench = *m_benches[trial.bench];
    if (!bench.warmUp()) {
        bench.finish();
        return; // the machine was too busy for its two threads: no trial
    }
    const Nanoseconds due = bench.arm(cell.source, cell.block);
    FaultInjector::Order order;
    if (cell.source != DispatchFrom::Timers) {
        order.wakeAt = due;
        order.wake = &bench.wakeup();
    }
    if (trial.moment) {
        order.faultAt = due + aim(trial, cell.block);
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
    const auto follow = [](Nanoseconds &value, Nanoseconds now) {
        value += std::chrono::duration_cast<Nanoseconds>((now - value) * kSmoothing);
    };
    follow(estimate.late, seen.dispatched - due);
    if (!trial.moment) {
        if (seen.outcome == Outcome::OkReused && seen.written) {
            cell.undisturbed.add(*seen.written - seen.queued);
            follow(estimate.toWrite, *seen.written - seen.queued);
        }
        return;
    }
    const Nanoseconds fault = m_injector.faultDoneAt();
    if (fault == Nanoseconds{0})
        return; // there was nothing to do it to any more
    const Moment moment = momentOf(fault, seen.queued, seen.written.value_or(fault));
    Share &share = cell.moments[static_cast<std::size_t>(moment)];
    ++share.trials;
    if (!seen.written) {
        ++share.caught;
        return;
    }
    if (moment == Moment::After)
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
