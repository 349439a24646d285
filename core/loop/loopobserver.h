// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/phases.h"

#include <cstdint>

namespace reusescope {

/// How long poll may sleep, and why.
struct PollTimeout
{
    int ms = 0; ///< -1: no limit
    TimeoutReason reason = TimeoutReason::NothingAlive;
    TimerId timer; ///< with NextTimer: the timer at the top of the heap
    const char *timerLabel = ""; ///< its label; static storage
};

/// One phase of one turn in which something ran; every poll is reported, also an empty one.
struct PhaseSpan
{
    std::uint32_t turn = 0;
    Phase phase = Phase::Main;
    Nanoseconds start{0};
    Nanoseconds duration{0}; ///< sleep and callbacks
    // Poll only:
    Nanoseconds slept{0}; ///< from entering the wait until it returned
    PollTimeout timeout;
    WokenBy wokenBy = WokenBy::Nothing;
    int fd = -1; ///< with WokenBy::Io: the first ready descriptor
    int ready = 0; ///< how many descriptors were ready
};

/// Sees what the loop does. Called on the loop's thread; must not touch the loop.
/// The times are read only while an observer is set, and only for phases in which something runs.
class LoopObserver
{
public:
    virtual ~LoopObserver() = default;
    virtual void phaseRan(const PhaseSpan &span) = 0;
};

} // namespace reusescope
