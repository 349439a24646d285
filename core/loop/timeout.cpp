// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/timeout.h"

#include "core/loop/phaseloop.h"

namespace reusescope {

Timeout::Timeout(PhaseLoop &loop, const char *label, Callback fired)
    : m_timer(loop, label, std::move(fired))
{ }

void Timeout::start(Milliseconds delay)
{
    if (delay < kFloor || delay > kCeiling)
        delay = kFloor;
    m_timer.loop().updateTime();
    m_timer.start(delay);
}

} // namespace reusescope
