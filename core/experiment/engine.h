// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/result.h"
#include "core/experiment/variantdriver.h"
#include "core/trace/eventqueue.h"

#include <cstdint>
#include <memory>
#include <string>

namespace reusescope {

/// What the loops and clients are doing right now, for a status line. Read from any thread; each
/// figure is exact, but they are not one snapshot.
struct EngineStatus
{
    bool running = false;
    std::uint64_t requestsDone = 0; ///< settled, warm-up included, all variants
    std::uint64_t requestsPlanned = 0; ///< warm-up included, all variants
    std::uint64_t turns = 0;
    std::uint64_t eventsDropped = 0;
    std::uint64_t instrumentWakeups = 0;
    int rateLimit = 0; ///< requests per second, 0: none
};

/// Runs experiments on a thread of its own and reports through an EventQueue.
///
/// Thread: start(), stop(), result() and status() from any one thread at a time. Destruction stops
/// a run and joins. A run ends with ProgressRecord::Kind::RunEnded as its last event in the queue;
/// result() is set before that. Stopping is the only command that wakes the loop during a run; it
/// is counted in instrumentWakeups.
class Engine
{
public:
    /// `references`: what Experiment::references may name.
    explicit Engine(EventQueue &events, ReferenceFactories references = {});
    ~Engine();
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    /// Starts `experiment` (which must be valid). Fails with ErrorKind::Input when a run is under
    /// way, or when nobody has agreed to it (consentSentence()).
    Result<void> start(const Experiment &experiment, std::string scenario = {});
    /// Ends the run soon: requests under way settle as cancelled. Harmless in any state; not for
    /// signal handlers.
    void stop();
    bool isRunning() const;
    /// Of the last run that ended; null before.
    std::shared_ptr<const RunResult> result() const;
    EngineStatus status() const;

private:
    class Worker;
    std::unique_ptr<Worker> m_worker;
};

} // namespace reusescope
