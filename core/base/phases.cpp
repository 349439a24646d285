// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phases.h"

namespace reusescope {

std::string_view name(LoopModel model)
{
    return model == LoopModel::TimersLast ? "timers-last" : "timers-first";
}

std::string_view name(PollStrategy strategy)
{
    return strategy == PollStrategy::Sleep ? "sleep" : "spin";
}

std::string_view name(Phase phase)
{
    switch (phase) {
    case Phase::Main: return "main";
    case Phase::Timers: return "timers";
    case Phase::Pending: return "pending";
    case Phase::Idle: return "idle";
    case Phase::Prepare: return "prepare";
    case Phase::Poll: return "poll";
    case Phase::Check: return "check";
    case Phase::Closing: return "closing";
    }
    return "unknown";
}

std::string_view name(TimeoutReason reason)
{
    switch (reason) {
    case TimeoutReason::Stopping: return "stopping";
    case TimeoutReason::NothingAlive: return "nothing-alive";
    case TimeoutReason::Pending: return "pending";
    case TimeoutReason::IdleActive: return "idle-active";
    case TimeoutReason::Closing: return "closing";
    case TimeoutReason::NoWait: return "no-wait";
    case TimeoutReason::NextTimer: return "next-timer";
    case TimeoutReason::NoTimer: return "no-timer";
    }
    return "unknown";
}

std::string_view name(WokenBy cause)
{
    switch (cause) {
    case WokenBy::Nothing: return "nothing";
    case WokenBy::Io: return "io";
    case WokenBy::Timer: return "timer";
    case WokenBy::Wakeup: return "wakeup";
    }
    return "unknown";
}

std::optional<LoopModel> loopModelFromName(std::string_view text)
{
    if (text == name(LoopModel::TimersLast))
        return LoopModel::TimersLast;
    if (text == name(LoopModel::TimersFirst))
        return LoopModel::TimersFirst;
    return std::nullopt;
}

std::optional<PollStrategy> pollStrategyFromName(std::string_view text)
{
    if (text == name(PollStrategy::Sleep))
        return PollStrategy::Sleep;
    if (text == name(PollStrategy::Spin))
        return PollStrategy::Spin;
    return std::nullopt;
}

} // namespace reusescope
