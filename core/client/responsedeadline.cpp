// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/responsedeadline.h"

#include <utility>

namespace reusescope {

ResponseDeadline::ResponseDeadline(TimeoutQueue &timeouts, CoarseTimerQueue &coarseTimers,
                                   std::function<void(Reason)> reached)
    : m_reached(std::move(reached)),
      m_native(timeouts, "header-deadline", [this] { fired(); }),
      m_coarse(coarseTimers, [this] { fired(); })
{
    m_native.unref();
}

void ResponseDeadline::start(Milliseconds limit, Reason why)
{
    m_why = why;
    if (limit <= Milliseconds{0}) {
        stop();
    } else if (limit > kNativeLimit) {
        m_native.stop();
        m_coarse.start(limit);
    } else {
        m_coarse.clear();
        m_native.start(limit);
    }
}

void ResponseDeadline::stop()
{
    m_native.stop();
    m_coarse.clear();
}

} // namespace reusescope
