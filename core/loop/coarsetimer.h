// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/handle.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reusescope {

class CoarseTimer;

/// The shared coarse timers of undici (lib/util/timers.js): one unreferenced native timer ticks
/// every 499 ms while any coarse timer is listed; its virtual clock advances by exactly one tick,
/// whatever really elapsed, so a blocked loop lets nothing fire early.
///
/// Thread: loop thread only. Ownership: timers are listed, not owned, and must be gone first.
/// A new or refreshed timer becomes active at the next tick, with its start set one tick back, and
/// fires at a later tick; a cleared one stays listed until the next tick, which therefore still
/// comes: it is what ends an unref'd immediate's stall. Starting or refreshing the only listed
/// timer restarts the tick; with a cleared one still listed it does not.
class CoarseTimerQueue
{
public:
    static constexpr Milliseconds kTick{499};

    explicit CoarseTimerQueue(PhaseLoop &loop);
    ~CoarseTimerQueue();
    CoarseTimerQueue(const CoarseTimerQueue &) = delete;
    CoarseTimerQueue &operator=(const CoarseTimerQueue &) = delete;

    TimerId tickTimer() const { return m_tick.id(); }
    static const char *tickLabel() { return "coarse-tick"; }

private:
    friend class CoarseTimer;
    void tick();
    void advance(CoarseTimer &timer);
    void restartTick();
    void add(CoarseTimer &timer);
    void put(CoarseTimer *timer, std::size_t place);
    void remove(const CoarseTimer &timer);

    TimerHandle m_tick;
    Milliseconds m_now{0};
    std::vector<CoarseTimer *> m_listed; // null: destroyed during the tick under way
    bool m_ticking = false;
    CoarseTimer *m_called =
        nullptr; // whose callback is running; null also when it was destroyed since
};

/// One deadline of low precision: it fires up to one tick early (when it was started just before a
/// tick; never when it was the only one listed) and up to one tick late.
/// It may be destroyed from its own callback.
class CoarseTimer
{
public:
    CoarseTimer(CoarseTimerQueue &queue, Callback fired);
    ~CoarseTimer(); ///< leaves the list at once; the tick still comes
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
    Milliseconds m_start{0}; // in the queue's virtual time; valid while active
    std::size_t m_place = 0; // in the queue's list; valid while listed
};

} // namespace reusescope
