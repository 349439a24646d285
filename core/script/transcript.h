// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/phases.h"
#include "core/script/program.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace reusescope::script {

enum class EntryKind : std::uint8_t {
    Callback, ///< `text`: its word in the order of callbacks
    Log, ///< `text`
    Poll, ///< a poll has ended: timeoutMs, reason, slept, wokenBy; `text`: the timer that limited
          ///< it
    RunEnded, ///< `alive`: what run() answered
    Limit, ///< the program was stopped: `text` says by which limit
};

/// One line of what a program did.
struct Entry
{
    EntryKind kind = EntryKind::Log;
    Phase phase = Phase::Main;
    TimeoutReason reason = TimeoutReason::NothingAlive;
    WokenBy wokenBy = WokenBy::Nothing;
    bool alive = false;
    NameIndex name = kNoName; ///< Callback; Poll woken by a socket
    std::uint32_t turn = 0; ///< 0: before the first
    int timeoutMs = 0;
    Nanoseconds at{0}; ///< since the start of the program: when it began; Poll: when it ended
    Nanoseconds slept{0};
    /// Callback of a timer: how old the loop's time was from which it was armed, which makes it
    /// that much early (libuv's uv_timer_start counts from the cached time).
    Milliseconds loopTimeAge{0};
    std::string text;
    std::string_view detail; ///< Callback of a reuse that moved: why; static storage
};

/// Receives the entries in order.
class EntrySink
{
public:
    virtual ~EntrySink() = default;
    virtual void entry(const Entry &entry) = 0;
};

} // namespace reusescope::script
