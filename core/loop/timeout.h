// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/handle.h"

namespace reusescope {

/// Node's setTimeout on top of a native timer: the delay is clamped to 1 ms when it is not in
/// [1, 2^31-1], and counts from the freshly updated loop time.
///
/// Thread: loop thread only. It may be destroyed from its own callback.
class Timeout
{
public:
    /// `label` names the timer in traces; it must have static storage.
    Timeout(PhaseLoop &loop, const char *label, Callback fired);

    void start(Milliseconds delay); ///< also restarts
    void stop() { m_timer.stop(); }
    bool isActive() const { return m_timer.isActive(); }
    void ref() { m_timer.ref(); }
    void unref() { m_timer.unref(); }
    TimerId id() const { return m_timer.id(); }

    static constexpr Milliseconds kFloor{1}; ///< what setTimeout(0) really waits for
    static constexpr Milliseconds kCeiling{0x7fffffff}; ///< beyond it a delay becomes the floor

private:
    TimerHandle m_timer;
};

} // namespace reusescope
