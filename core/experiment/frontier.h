// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/faultinjector.h"
#include "core/trace/histogram.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace reusescope {

/// What a validation strategy catches, and what it costs: which cells to measure.
struct FrontierQuestion
{
    std::vector<std::string> schedulers{"none",       "timer-0", "immediate-ref",
                                        "fresh-poll", "peek",    "background"};
    std::vector<DispatchFrom> sources{DispatchFrom::Poll, DispatchFrom::Check,
                                      DispatchFrom::Timers};
    std::vector<Fault> faults{Fault::Poison};
    std::vector<Milliseconds> blocks{Milliseconds{0}, Milliseconds{5}}; ///< the loop is kept busy
    int trials = 200; ///< of each cell and moment as measured
    PollStrategy poll = PollStrategy::Sleep;
    std::uint64_t seed = 1;
};

inline constexpr int kMaxTrials = 100'000;
inline constexpr int kFewTrials = 200; ///< fewer do not make a statement
inline constexpr int kMaxAttempts = 4; ///< at a moment, per trial that is wanted
inline constexpr Milliseconds kMaxFrontierBlock{100};

/// When the fault happened, as measured: when the server's call began, against the request's being
/// queued, and the return of its write. The bytes arrive some microseconds later: what is said to
/// be caught is a lower bound, by the length of that call.
enum class Moment : std::uint8_t {
    LongBefore, ///< 2 ms to 200 µs before the request is queued
    Before, ///< 200 to 20 µs
    JustBefore, ///< 20 to 0 µs
    InBetween, ///< queued, and not written
    After, ///< written, up to 200 µs ago: nobody can catch it
};
inline constexpr int kMomentCount = 5;
std::string_view name(Moment moment); ///< "2000-200", "200-20", "20-0", "queued", "written"

/// How many of how many, with a 95 % interval of the share (Wilson's score).
struct Share
{
    int caught = 0;
    int trials = 0;
    double low() const;
    double high() const;
    double share() const { return trials > 0 ? static_cast<double>(caught) / trials : 0; }
};

/// A scheduler, where its requests come from, a fault, and how long the loop was blocked. Of each
/// moment the first `trials` count, so that every moment has the same weight in what is said of all
/// of them; a cell that the machine did not let hit a moment often enough has fewer there.
struct FrontierCell
{
    std::string scheduler;
    DispatchFrom source = DispatchFrom::Poll;
    Fault fault = Fault::Poison;
    Milliseconds block{0};

    std::array<Share, kMomentCount> moments; ///< caught: before the write
    int poisoned = 0; ///< of those that were not caught: the response was taken for the answer
    int replayed = 0; ///< written into the void and sent again
    int failed = 0;
    /// Trials that say nothing: there was no idle connection to begin with, or the fault came
    /// earlier or later than any moment.
    int leftOut = 0;
    Histogram undisturbed; ///< from queued to written, of trials without a fault
    Histogram missedAge; ///< of faults before the write that were not caught: how long before it

    const Share &of(Moment moment) const { return moments[static_cast<std::size_t>(moment)]; }
    /// Of all faults before the write.
    Share beforeWrite() const;
    /// Whether there were fewer than kFewTrials at one of the moments before the write.
    bool tooFew() const;
    /// The age below which 95 % of the missed faults lie: so long before its write a request is
    /// exposed. Absent: none was missed.
    std::optional<Nanoseconds> exposure() const;
};

struct FrontierResult
{
    FrontierQuestion question;
    std::vector<FrontierCell> cells;
    int unsettled = 0; ///< requests that never came to an end: always 0
    bool interrupted = false;
    std::optional<Error> error;

    /// What a cell's requests wait for longer than those of "none" of the same source, fault and
    /// block, at that share; absent: "none" was not measured.
    std::optional<Nanoseconds> added(const FrontierCell &cell, double share) const;
};

/// Measures it with real bytes on real sockets: each trial has an idle connection that has carried
/// a request, and a request that a callback of poll, an immediate or a timer queues; at a moment
/// drawn around it the server commits the fault. Trials of all cells are mixed by the seed. Some
/// have no fault: these give the cost. What counts is the moment that was measured, not the one
/// that was aimed at; what is missing after a round is aimed at again, in the next one, up to
/// kMaxAttempts times as often as wanted.
///
/// Thread: run() blocks the thread that calls it, with a loop of its own per scheduler, and has the
/// injector on a second one; stop() and status() on any.
class Frontier
{
public:
    struct Status
    {
        int done = 0; ///< trials that count
        int planned = 0; ///< that are wanted; fewer may come
        Nanoseconds elapsed{0};
    };

    Frontier(FrontierQuestion question, const Clock &clock);
    ~Frontier();
    Frontier(const Frontier &) = delete;
    Frontier &operator=(const Frontier &) = delete;

    /// Once. `changed` is called on this thread now and then, with what was found so far. What the
    /// system refuses (memory, descriptors, threads) is the result's error.
    FrontierResult run(const std::function<void(const FrontierResult &)> &changed = {});
    /// Ends run() after the trial under way, with what was found so far.
    void stop() { m_stopRequested = true; }
    Status status() const;
    /// About how long run() will take.
    static Nanoseconds expectedTime(const FrontierQuestion &question);

private:
    class Bench;
    class RunningMedian;
    struct Aim;
    struct Trial
    {
        std::size_t cell = 0;
        std::size_t bench = 0;
        std::optional<Moment> moment; ///< that is aimed at; absent: no fault
    };

    void carryOut(const std::function<void(const FrontierResult &)> &changed);
    void makeCells();
    std::vector<Trial> round();
    int missing(const FrontierCell &cell, std::optional<Moment> moment) const;
    Nanoseconds aim(const Trial &trial);
    void perform(const Trial &trial);
    void count(FrontierCell &cell, Moment moment, bool caught);

    FrontierQuestion m_question;
    const Clock &m_clock;
    std::mt19937_64 m_random;
    FaultInjector m_injector;
    std::vector<std::unique_ptr<Bench>> m_benches; // one per scheduler
    FrontierResult m_result;
    std::vector<Aim> m_aims; // of the result's cells
    int m_counted = 0; // trials
    std::atomic<bool> m_stopRequested{false};
    mutable std::mutex m_mutex;
    Status m_status; // under m_mutex
};

/// Unknown schedulers, limits. ErrorKind::Input with one sentence.
Result<void> validate(const FrontierQuestion &question);

} // namespace reusescope
