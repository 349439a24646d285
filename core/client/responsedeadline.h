// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/coarsetimer.h"
#include "core/loop/timeoutqueue.h"
#include "core/trace/records.h"

#include <functional>

namespace reusescope {

/// The header and body limits of a response, one at a time: coarse above one second, native below,
/// as undici's.
///
/// Thread: loop thread only. Unreferenced: what waits for the response holds the loop.
class ResponseDeadline
{
public:
    ResponseDeadline(TimeoutQueue &timeouts, CoarseTimerQueue &coarseTimers,
                     std::function<void(Reason)> reached);

    void start(Milliseconds limit, Reason why); ///< also restarts; 0: no limit
    void stop();
    bool isActive() const { return m_native.isActive() || m_coarse.isArmed(); }

private:
    static constexpr Milliseconds kNativeLimit{1000};

    void fired() { m_reached(m_why); }

    std::function<void(Reason)> m_reached;
    Timeout m_native;
    CoarseTimer m_coarse;
    Reason m_why = Reason::None;
};

} // namespace reusescope
