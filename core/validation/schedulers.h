// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/validation/validationscheduler.h"

#include <memory>

// The built-in schedulers, each in a file of its own. registry.h lists them with their
// explanations.

namespace reusescope {

std::unique_ptr<ValidationScheduler> makeNone(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeTimerZero(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeImmediateUnref(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeImmediateRef(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeFreshPoll(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makePeek(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeBackground(SchedulerContext context);
std::unique_ptr<ValidationScheduler> makeAfterIdle(SchedulerContext context,
                                                   Milliseconds idleAtLeast);

} // namespace reusescope
