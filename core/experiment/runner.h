// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/variantrun.h"

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
    Runner(EventQueue &events, RunCounters &counters) : m_events(events), m_counters(counters) { }

    RunResult run(const Experiment &experiment, const std::string &scenario);
    void requestStop();

private:
    void runBlock(VariantRun &variant, const VariantRun::Block &block, std::uint8_t position);
    void progress(ProgressRecord::Kind kind, std::uint8_t variant = 0, std::uint8_t block = 0);

    EventQueue &m_events;
    RunCounters &m_counters;
    std::mutex m_mutex; // guards the two below
    bool m_stopRequested = false;
    VariantRun *m_current = nullptr; // the one whose loop runs
};

} // namespace reusescope
