// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/phaseloop.h"
#include "tests/support/scriptedpoller.h"

#include <memory>

namespace reusescope {

/// A loop on virtual time with scripted I/O. The clock starts at 0; its loop time is exact.
struct VirtualLoop
{
    explicit VirtualLoop(LoopModel model = LoopModel::TimersLast,
                         PollStrategy strategy = PollStrategy::Sleep)
        : VirtualLoop(model, strategy, std::make_unique<ScriptedPoller>(clock))
    { }

    /// Lets time pass without running the loop, as a long callback does.
    void block(Milliseconds time) { clock.advance(time); }

    VirtualClock clock; // before the poller and the loop, which refer to it
    ScriptedPoller &poller;
    PhaseLoop loop;

private:
    VirtualLoop(LoopModel model, PollStrategy strategy, std::unique_ptr<ScriptedPoller> scripted)
        : poller(*scripted), loop(model, strategy, clock, std::move(scripted))
    { }
};

} // namespace reusescope
