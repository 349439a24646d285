// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/variantdriver.h"

#include <atomic>
#include <mutex>
#include <string>

namespace reusescope {

/// Runs one experiment: starts the lab, runs the variants' blocks interleaved (A B C A B C ...),
/// closes everything.
///
/// Thread: run() on the engine's thread, requestStop() from any.
class Runner
{
public:
    Runner(EventQueue &events, RunCounters &counters, const ReferenceFactories &references = {})
        : m_events(events), m_counters(counters), m_references(references)
    { }

    /// Into a result that is new, and the caller's, since there may be no memory for one. Whatever
    /// the system refuses (memory, descriptors, threads) is its error.
    void run(const Experiment &experiment, const std::string &scenario, RunResult &result);
    void requestStop();

private:
    void carryOut(const Experiment &experiment, const std::string &scenario, RunResult &result);
    void runBlock(VariantDriver &variant, const VariantDriver::Block &block, std::uint8_t position);
    void progress(ProgressRecord::Kind kind, std::uint8_t variant = 0, std::uint8_t block = 0);

    EventQueue &m_events;
    RunCounters &m_counters;
    ReferenceFactories m_references;
    std::mutex m_mutex; // guards the two below
    bool m_stopRequested = false;
    VariantDriver *m_current = nullptr; // the one whose loop runs
};

} // namespace reusescope
