// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/responsedeadline.h"

#include "core/loop/phaseloop.h"

#include <utility>

namespace reusescope {

ResponseDeadline::ResponseDeadline(TimeoutQueue &timeouts, CoarseTimerQueue &coarseTimers,
                                   std::function<void(Reason)> reached)
    : m_coarse(coarseTimers, [this] { fired(); }),
      m_timeouts(timeouts),
      m_reached(std::move(reached))
{ }

void ResponseDeadline::start(Milliseconds limit, Reason why)
{
    m_why = why;
    m_limit = limit;
    m_extendedAt = Nanoseconds{0};
    if (limit > Milliseconds{0})
        arm(limit);
    else
        stop();
}

void ResponseDeadline::extend(Milliseconds limit, Reason why, Nanoseconds now)
{
    if (!isActive() || limit < m_armed) {
        start(limit, why);
        return;
    }
    m_why = why;
    m_limit = limit;
    m_extendedAt = now;
}

void ResponseDeadline::stop()
{
    if (!isActive())
        return;
    if (m_armed > kNativeLimit)
        m_coarse.clear();
    else
        m_native->stop();
    m_armed = Milliseconds{0};
}

void ResponseDeadline::arm(Milliseconds limit)
{
    const bool coarse = limit > kNativeLimit;
    if (isActive() && coarse != (m_armed > kNativeLimit))
        stop();
    m_armed = limit;
    if (coarse) {
        m_coarse.start(limit);
        return;
    }
    if (!m_native) {
        m_native = std::make_unique<Timeout>(m_timeouts, "header-deadline", [this] { fired(); });
        m_native->unref();
    }
    m_native->start(limit);
}

void ResponseDeadline::fired()
{
    m_armed = Milliseconds{0};
    if (m_extendedAt > Nanoseconds{0}) {
        const Nanoseconds left = m_extendedAt + m_limit - m_timeouts.loop().clock().now();
        m_extendedAt = Nanoseconds{0};
        if (left > Nanoseconds{0}) {
            arm(std::chrono::ceil<Milliseconds>(left));
            return;
        }
    }
    m_reached(m_why);
}

} // namespace reusescope
