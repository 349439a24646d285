// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/handle.h"
#include "core/loop/intrusivelist.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace reusescope {

class Timeout;

/// Node's timers (setTimeout) on top of the loop: one native timer for all of them, referenced
/// while a referenced timeout is active.
///
/// Thread: loop thread only. Ownership: timeouts are linked, not owned, and must be gone first.
/// Timeouts of equal duration share a list, in the order of starting; a list whose first one is due
/// runs as far as its timeouts are due before another list has its turn, so that after a blocked
/// loop one list can overtake another. Due is what was so when the run began. The native timer is
/// not moved when a timeout is stopped: it may fire with nothing to do. Source: Node,
/// lib/internal/timers.js.
class TimeoutQueue
{
public:
    explicit TimeoutQueue(PhaseLoop &loop);
    ~TimeoutQueue();
    TimeoutQueue(const TimeoutQueue &) = delete;
    TimeoutQueue &operator=(const TimeoutQueue &) = delete;

    PhaseLoop &loop() const { return m_loop; }
    /// The active timeouts by due time, in the order in which they fire if each is on time.
    std::vector<const Timeout *> inOrder() const;

private:
    friend class Timeout;

    /// Timeouts of one duration. It stays while it is empty if its last timeout was unreferenced
    /// when it was stopped, as Node's does; the memory is kept for the next duration.
    struct List
    {
        std::int64_t duration = 0; ///< ms
        std::int64_t expiry = 0; ///< loop time at which it is looked at, ms
        std::uint64_t id = 0; ///< breaks ties
        IntrusiveList<Timeout> timeouts;
    };

    void insert(Timeout &timeout);
    void dropIfEmpty(std::int64_t duration);
    void count(int referenced);
    void updateReference();
    void schedule(const List &list, const char *label);

    void runNext();
    void call(Timeout &timeout);
    Timeout *nextDue();
    void endRun();

    List &addList(std::int64_t duration, std::int64_t expiry);
    void remove(const List &list);
    List *find(std::int64_t duration) const;
    List *earliest() const;
    std::int64_t freshNow();

    PhaseLoop &m_loop;
    TimerHandle m_timer;
    std::vector<std::unique_ptr<List>> m_lists; // few: one per duration in use
    std::vector<std::unique_ptr<List>> m_spareLists;
    std::uint64_t m_nextListId = 0;
    std::optional<std::int64_t> m_nextExpiry; // what the native timer was set for last
    std::int64_t m_now = 0; // when the run under way began
    bool m_running = false; // a run of the native timer's callback, also between two steps
    int m_timeouts = 0; // existing
    int m_referenced = 0; // of them, those active and referenced
    Timeout *m_called = nullptr; // whose callback is running; null also when it was destroyed since
};

/// One setTimeout: the delay is clamped to 1 ms when it is not in [1, 2^31-1], truncated to whole
/// milliseconds, and counts from the freshly updated loop time.
///
/// Thread: loop thread only. Reusable; it may be destroyed from its own callback.
class Timeout : public ListNode
{
public:
    /// `label` names the timer in traces; it must have static storage.
    Timeout(TimeoutQueue &queue, const char *label, Callback fired);
    ~Timeout(); ///< stops
    Timeout(const Timeout &) = delete;
    Timeout &operator=(const Timeout &) = delete;

    void start(double delayMs); ///< also restarts, as a new setTimeout would
    void start(Milliseconds delay) { start(static_cast<double>(delay.count())); }
    void stop();
    void ref();
    void unref();
    bool isActive() const { return isLinked(); }
    bool isReferenced() const { return m_referenced; }
    Milliseconds dueAt() const { return Milliseconds{m_start + m_duration}; } ///< in loop time
    const char *label() const { return m_label; }

    static constexpr std::int64_t kFloorMs = 1; ///< what setTimeout(0) really waits for
    static constexpr std::int64_t kCeilingMs = 0x7fffffff; ///< beyond it a delay becomes the floor

private:
    friend class TimeoutQueue;

    void retire();

    TimeoutQueue &m_queue;
    const char *m_label;
    Callback m_fired;
    bool m_counts = false; // holds the loop if referenced: until its callback has returned
    bool m_referenced = true;
    std::int64_t m_duration = kFloorMs; // ms
    std::int64_t m_start = 0; // loop time, ms
};

} // namespace reusescope
