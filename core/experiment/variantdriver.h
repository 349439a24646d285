// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/url.h"
#include "core/experiment/experiment.h"
#include "core/experiment/ratelimiter.h"
#include "core/experiment/result.h"
#include "core/trace/eventqueue.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace reusescope {

/// Figures that other threads may read while a run goes on. Only the engine's thread writes them.
struct RunCounters
{
    std::atomic<bool> running{false};
    std::atomic<std::uint64_t> requestsDone{0};
    std::atomic<std::uint64_t> requestsPlanned{0};
    std::atomic<std::uint64_t> turns{0};
    std::atomic<std::uint64_t> instrumentWakeups{0};
    std::atomic<int> rateLimit{0}; ///< requests per second, 0: none
};

/// What makes the requests of one variant: our own client on our own loop, or somebody else's for
/// reference.
///
/// Thread: the engine's, but for requestStop(). Order: runBlock() for each block, finish(),
/// takeResult(). Every request that was handed out is settled exactly once, as a RequestRecord in
/// the run's queue and in the result.
class VariantDriver
{
public:
    struct Block
    {
        std::uint8_t number = 0; ///< 1-based
        int warmup = 0; ///< requests before the measured ones
        int measured = 0;
    };

    virtual ~VariantDriver() = default;

    /// Returns when the block's requests have settled.
    virtual void runBlock(const Block &block) = 0;
    /// Closes what is idle.
    virtual void finish() = 0;
    /// Thread: any, while the object exists. Cancels what is under way; later blocks make no
    /// requests.
    virtual void requestStop() = 0;

    /// Why the run cannot go on: the first request of all could not connect, so that the target
    /// cannot be reached, or there was no memory left.
    virtual const std::optional<Error> &failure() const = 0;
    virtual VariantResult takeResult() = 0;
    virtual std::uint32_t turns() const = 0; ///< of a loop of ours; 0 where there is none
};

/// What a reference variant is made from; all that is referred to outlives it.
struct ReferenceSetup
{
    const Experiment &experiment;
    const Url &target;
    std::uint8_t variant; ///< its position in variantsOf()
    Protocol protocol;
    std::string trustedPem; ///< the lab's own certificate; empty: none
    const Clock &clock;
    EventQueue &events;
    RunCounters &counters;
    RateLimiter *rate; ///< of the whole run; null: none
};

/// By the names that Experiment::references may hold. Called on the engine's thread.
using ReferenceFactories =
    std::map<std::string, std::function<std::unique_ptr<VariantDriver>(const ReferenceSetup &)>>;

} // namespace reusescope
