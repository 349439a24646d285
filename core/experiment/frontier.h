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
    int trials = 200; ///< of each cell and moment
    PollStrategy poll = PollStrategy::Sleep;
    std::uint64_t seed = 1;
};

inline constexpr int kMaxTrials = 100'000;
inline constexpr int kFewTrials = 200; ///< fewer do not make a statement
inline constexpr Milliseconds kMaxFrontierBlock{100};

/// When the fault happened, as measured: between the call of the injector that returned, and the
/// request's being queued, and its write.
enum class Moment : std::uint8_t {
    LongBefore, ///< 2 ms to 200 µs before the request is queued
    Before, ///< 200 to 20 µs
    JustBefore, ///< 20 to 0 µs
    InBetween, ///< queued, and not written
    After, ///< written: nobody can catch it
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

/// A scheduler, where its requests come from, a fault, and how long the loop was blocked.
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
    Histogram undisturbed; ///< from queued to written, of trials without a fault
    Histogram missedAge; ///< of faults before the write that were not caught: how long before it

    /// Of all faults before the write.
    Share beforeWrite() const;
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
/// drawn around it the server commits the fault. Trials of all cells are mixed by the seed. One in
/// six has no fault: these give the cost.
///
/// Thread: run() blocks the thread that calls it, with a loop of its own per scheduler, and has the
/// injector on a second one; stop() and status() on any.
class Frontier
{
public:
    struct Status
    {
        int done = 0;
        int planned = 0;
        Nanoseconds elapsed{0};
    };

    Frontier(FrontierQuestion question, const Clock &clock);
    ~Frontier();
    Frontier(const Frontier &) = delete;
    Frontier &operator=(const Frontier &) = delete;

    /// Once. `changed` is called on this thread now and then, with what was found so far.
    FrontierResult run(const std::function<void(const FrontierResult &)> &changed = {});
    /// Ends run() after the trial under way, with what was found so far.
    void stop() { m_stopRequested = true; }
    Status status() const;
    /// About how long run() will take.
    static Nanoseconds expectedTime(const FrontierQuestion &question);

private:
    class Bench;
    struct Trial
    {
        std::size_t cell = 0;
        std::size_t bench = 0;
        std::optional<Moment> moment; ///< that is aimed at; absent: no fault
    };

    /// Running estimates, which faults are aimed by: the moments that count are those measured.
    struct Aim
    {
        Nanoseconds late{50'000}; ///< the dispatching callback begins behind its due time
        Nanoseconds toWrite{10'000}; ///< from queued
    };

    std::vector<Trial> plan();
    Nanoseconds aim(const Trial &trial, Milliseconds block);
    void perform(const Trial &trial);

    FrontierQuestion m_question;
    const Clock &m_clock;
    std::mt19937_64 m_random;
    FaultInjector m_injector;
    std::vector<std::unique_ptr<Bench>> m_benches; // one per scheduler
    FrontierResult m_result;
    std::vector<Aim> m_aims; // of the result's cells
    std::atomic<bool> m_stopRequested{false};
    mutable std::mutex m_mutex;
    Status m_status; // under m_mutex
};

/// Unknown schedulers, limits. ErrorKind::Input with one sentence.
Result<void> validate(const FrontierQuestion &question);

} // namespace reusescope
