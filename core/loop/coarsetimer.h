// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/handle.h"

#include <cstdint>
#include <vector>

namespace reusescope {

class CoarseTimer;

/// The shared coarse timers of undici (lib/util/timers.js): one unreferenced native timer ticks every 499 ms while any coarse
/// timer is listed; its virtual clock advances by exactly one tick, whatever really elapsed.
///
/// Thread: loop thread only. Ownership: timers are listed, not owned.
/// A new or refreshed timer becomes active at the next tick, with its start set one tick back, and fires at a later tick;
/// a cleared one stays listed until the next tick, which therefore still comes: it is what ends an unref'd immediate's stall.
/// Starting or refreshing the only listed timer restarts the tick; with a cleared one still listed it does not.
class CoarseTimerQueue
{
public:
    static constexpr Milliseconds kTick{499};

    explicit CoarseTimerQueue(PhaseLoop &loop);
    ~CoarseTimerQueue();
    CoarseTimerQueue(const CoarseTimerQueue &) = delete;
    CoarseTimerQueue &operator=(const CoarseTimerQueue &) = delete;

    TimerId tickTimer() const { return m_tick.id(); }
    static const char *tickLabel(); ///< "coarse-tick"

private:
    friend class CoarseTimer;
    void tick();
    void ensureTicking();

    TimerHandle m_tick;
    Milliseconds m_now{0};
    std::vector<CoarseTimer *> m_listed;
};

/// One deadline of low precision: never more than 1 ms early, up to 0.7 s late.
class CoarseTimer
{
public:
    CoarseTimer(CoarseTimerQueue &queue, Callback fired);
    ~CoarseTimer(); ///< leaves the list at once
    CoarseTimer(const CoarseTimer &) = delete;
    CoarseTimer &operator=(const CoarseTimer &) = delete;

    void start(Milliseconds delay); ///< also restarts
    void refresh(); ///< restarts with the last delay
    void clear(); ///< O(1); stays listed until the next tick
    bool isArmed() const { return m_state == State::Pending || m_state == State::Active; }

private:
    friend class CoarseTimerQueue;
    enum class State : std::uint8_t { NotListed, ToBeCleared, Pending, Active };

    CoarseTimerQueue &m_queue;
    Callback m_fired;
    State m_state = State::NotListed;
    Milliseconds m_delay{0};
    Milliseconds m_start{0};
};

} // namespace reusescope
