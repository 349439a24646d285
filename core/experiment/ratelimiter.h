// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>

namespace reusescope {

/// A token bucket: in any stretch of time at most `burst` requests plus `perSecond` for each second
/// of it. It is kept as the one moment at which it is full again, so that nothing has to refill it.
///
/// Thread: one at a time. Times are those of one monotonic clock.
class RateLimiter
{
public:
    /// `burst`: how many tokens it holds, at least 1.
    RateLimiter(int perSecond, int burst)
        : m_interval(Nanoseconds(std::chrono::seconds(1)) / perSecond), m_burst(burst)
    { }

    int burst() const { return m_burst; }
    /// When `tokens` (at most burst()) can be taken, if nobody takes any before.
    Nanoseconds readyAt(int tokens) const { return m_fullAt - (m_burst - tokens) * m_interval; }
    /// False, and nothing taken, before readyAt().
    bool take(int tokens, Nanoseconds now)
    {
        if (now < readyAt(tokens))
            return false;
        m_fullAt = std::max(m_fullAt, now) + tokens * m_interval;
        return true;
    }

private:
    Nanoseconds m_interval; // between two tokens
    int m_burst;
    Nanoseconds m_fullAt = Nanoseconds::min() / 2;
};

} // namespace reusescope
