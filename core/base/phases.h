// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// The vocabulary of the phase loop, shared by the loop, the trace and the window.

namespace reusescope {

/// Where the timers phase stands (facts of libuv: the order changed in 1.45).
enum class LoopModel : std::uint8_t {
    TimersLast, ///< libuv >= 1.45, Node >= 20
    TimersFirst, ///< libuv <= 1.44
};

enum class PollStrategy : std::uint8_t {
    Sleep, ///< poll sleeps until something happens
    Spin, ///< poll never sleeps and burns a core: latency below wake-up cost
};

enum class Phase : std::uint8_t {
    Main, ///< outside of any turn: before run(), or between two runs
    Timers,
    Pending,
    Idle,
    Prepare,
    Poll,
    Check,
    Closing,
};
inline constexpr int kPhaseCount = 8;

/// Why the poll timeout is what it is. The first six mean 0 ms.
enum class TimeoutReason : std::uint8_t {
    Stopping, ///< stop() was called
    NothingAlive, ///< no active referenced handle and no request
    Pending, ///< the pending queue is not empty
    IdleActive, ///< an idle handle is started, referenced or not
    Closing, ///< a handle waits for its close callback
    NoWait, ///< the run mode forbids sleeping
    NextTimer, ///< until the earliest timer, referenced or not
    NoTimer, ///< no limit: -1
};

/// What ended a poll.
enum class WokenBy : std::uint8_t {
    Nothing, ///< it did not wait and found nothing
    Io, ///< a file descriptor
    Timer, ///< the timeout ran out: a timer is due
    Wakeup, ///< another thread
};

std::string_view name(LoopModel model); ///< "timers-last", "timers-first"
std::string_view name(PollStrategy strategy); ///< "sleep", "spin"
std::string_view name(Phase phase); ///< "timers", ...
std::string_view name(TimeoutReason reason); ///< "next-timer", ...
std::string_view name(WokenBy cause); ///< "io", ...

std::optional<LoopModel> loopModelFromName(std::string_view text);
std::optional<PollStrategy> pollStrategyFromName(std::string_view text);

} // namespace reusescope
