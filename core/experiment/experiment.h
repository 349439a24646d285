// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phases.h"
#include "core/base/result.h"
#include "core/base/sentence.h"
#include "core/client/clientoptions.h"
#include "core/lab/labscript.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What to run: plain values, filled from a scenario file, the command line or the window.

namespace reusescope {

enum class WorkloadKind : std::uint8_t {
    Sequential, ///< the next request when the last one is done
    Burst, ///< `width` at once, the next burst when all are done
    Parallel, ///< always `width` under way
    Paced, ///< at intended times, `gap` apart
    Sweep, ///< as Sequential, from timers; the idle time grows from `gap` to `gapTo` in each block
};

/// From which phase the next request is issued after one is done.
enum class DispatchFrom : std::uint8_t {
    Poll, ///< inside the callback that completed the last one
    Check, ///< from an immediate
    Timers, ///< from a timer, after `gap` (at least 1 ms)
};

std::string_view name(WorkloadKind kind); ///< "sequential", ...
std::string_view name(DispatchFrom source); ///< "poll", "check", "timers"
std::optional<WorkloadKind> workloadKindFromName(std::string_view text);
std::optional<DispatchFrom> dispatchFromFromName(std::string_view text);

struct Workload
{
    WorkloadKind kind = WorkloadKind::Sequential;
    int count = 2000; ///< measured requests per variant
    int warmup = 300; ///< before them, per variant
    int width = 1; ///< burst and parallel
    Milliseconds gap{0}; ///< idle time before a request from timers; the interval of a paced run
    Milliseconds gapTo{0}; ///< of a sweep, before the last measured request of a block
};

/// The idle time before the `position`th (from 0) of a block's `measured` requests.
Milliseconds gapBefore(const Workload &workload, int position, int measured);

/// What the runner does to the lab right before it queues a request: it tells the lab to perform
/// its on-dispatch acts, keeps the loop busy until the lab has sent and the bytes lie in the
/// kernel, and, if asked, keeps it busy for longer.
struct Injection
{
    int every = 0; ///< before each Nth measured request; 0: never
    Milliseconds block{0}; ///< additional time for which the loop is kept from running
};

/// How hard a target may be driven, and whether it may be at all. A server on another machine is
/// somebody's: it has limits unless they are raised; one on this machine has them on request.
struct TargetLimits
{
    std::optional<int> perSecond; ///< requests that may go out; absent: see rateLimit()
    std::optional<int> requests; ///< in all; absent: see requestLimit()
    /// The host that the user has agreed to send consentSentence() to; another one needs a new
    /// consent.
    std::string consentedHost;
};

struct Experiment
{
    std::string url; ///< empty: the built-in lab
    LabScript lab;
    bool labTls = false; ///< the lab speaks TLS
    std::vector<std::string> schedulers{"none", "timer-0", "immediate-ref", "fresh-poll", "peek"};
    /// Clients of somebody else's that make the same requests beside the schedulers, by the names
    /// that the engine was given; they validate in their own way.
    std::vector<std::string> references;
    /// What is compared beside the schedulers; empty: HTTP/1.1, for an https:// URL Auto.
    std::vector<Protocol> protocols;
    TargetLimits limits;
    bool followsRedirects = false; ///< of the URL, before the run: see endOfRedirects()
    Workload workload;
    DispatchFrom dispatchFrom = DispatchFrom::Poll;
    Injection injection;
    ClientOptions client; ///< its protocol is that of the variant
    /// At the same time, at most, for the variants of Protocol::H2, which need one where HTTP/1.1
    /// needs many; 0: as for the others.
    int http2Connections = 0;
    Method method = Method::Get;
    LoopModel loopModel = LoopModel::TimersLast;
    PollStrategy poll = PollStrategy::Sleep;
    int repeats = 5; ///< interleaved blocks
    std::uint64_t seed = 1;
};

/// Named limits of what can be asked for.
inline constexpr int kMaxRequests = 100'000'000;
inline constexpr int kMaxVariants = 32;
inline constexpr int kMaxWidth = 10'000;
inline constexpr int kMaxConnections = 1000;
inline constexpr int kMaxPipelining = 1000;
inline constexpr int kMaxRepeats = 100;
inline constexpr Milliseconds kMaxGap{600'000};
inline constexpr Milliseconds kMaxTimeout{3'600'000};
inline constexpr Milliseconds kMaxInjectionBlock{1000};
inline constexpr int kMaxStreams = 100'000;
inline constexpr std::uint64_t kMaxCountedBytes = 1ull << 40; ///< of a body
inline constexpr int kMaxRate = 1'000'000;
/// A server of somebody else's must not get a load test by a slip.
inline constexpr int kRemoteRequests = 1000;
inline constexpr int kRemoteRate = 10; ///< requests per second
inline constexpr std::size_t kMaxBodyBytes = 64 * 1024 * 1024;

/// One of the things that a run compares.
struct Variant
{
    std::string scheduler;
    Protocol protocol = Protocol::H1;
    bool isReference = false; ///< `scheduler` is one of Experiment::references
};

/// Each scheduler, and then each reference, with each protocol, protocol by protocol. HTTP/2
/// validates no connection, so among other protocols it is one variant ("none"); alone, it is one
/// for each scheduler, which all do the same.
std::vector<Variant> variantsOf(const Experiment &experiment);
/// What to call them: their schedulers, or "h1/none" when protocols are compared.
std::vector<std::string> titlesOf(const std::vector<Variant> &variants);

/// Interleaved blocks of each variant: the repeats, but no block is without a measured request.
int blockCount(const Experiment &experiment);
/// Warm-up requests of a block (0-based): all of them before the first one, a few before each
/// further one, so that a variant's connections and caches are warm again.
int warmupOfBlock(const Experiment &experiment, int block);
/// All requests that a run makes: of every variant, warm-up included.
std::int64_t plannedRequests(const Experiment &experiment);

/// The target is not on this machine, as far as its name tells ("localhost" and loopback addresses
/// are).
bool isRemote(const Experiment &experiment);
/// What is in force, absent: none.
std::optional<int> rateLimit(const Experiment &experiment);
std::optional<int> requestLimit(const Experiment &experiment);
/// What a run would send to a host that the user has not agreed about yet, as a sentence to agree
/// to; absent when no consent is needed. Engine::start() refuses without it.
std::optional<Sentence> consentSentence(const Experiment &experiment);
/// Notes the agreement about the experiment's target.
void giveConsent(Experiment &experiment);

/// Checks what the types cannot: unknown schedulers (the sentence lists the known ones), limits, an
/// unusable URL, combinations that make no sense. ErrorKind::Input with one sentence.
Result<void> validate(const Experiment &experiment);

} // namespace reusescope
