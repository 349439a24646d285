// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/coarsetimer.h"
#include "core/loop/timeoutqueue.h"
#include "core/trace/records.h"

#include <functional>
#include <memory>

namespace reusescope {

/// The header and body limits of a response, one at a time: coarse above one second, native below,
/// as undici's.
///
/// Thread: loop thread only. Unreferenced: what waits for the response holds the loop.
/// Thousands exist at a time, so what most of them never use is made when it is needed first.
class ResponseDeadline
{
public:
    ResponseDeadline(TimeoutQueue &timeouts, CoarseTimerQueue &coarseTimers,
                     std::function<void(Reason)> reached);

    void start(Milliseconds limit, Reason why); ///< also restarts; 0: no limit
    /// Something has come at `now`: as start(), but a timer that is due earlier stays and finds out
    /// when it fires.
    void extend(Milliseconds limit, Reason why, Nanoseconds now);
    void stop();
    bool isActive() const { return m_armed > Milliseconds{0}; }

private:
    static constexpr Milliseconds kNativeLimit{1000};

    void arm(Milliseconds limit);
    void fired();

    Milliseconds m_armed{0}; // what the timer was started with; 0: it is not
    Milliseconds m_limit{0};
    Nanoseconds m_extendedAt{0}; // 0: not since the start
    Reason m_why = Reason::None;
    CoarseTimer m_coarse;
    std::unique_ptr<Timeout> m_native; // for limits up to kNativeLimit
    TimeoutQueue &m_timeouts;
    std::function<void(Reason)> m_reached;
};

} // namespace reusescope
