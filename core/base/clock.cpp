// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <ctime>

namespace reusescope {

Nanoseconds RealClock::now() const
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

} // namespace reusescope
