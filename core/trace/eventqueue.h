// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace reusescope {

/// Carries trace events from the engine's thread to one reader. A ring of fixed size: pushing
/// neither waits, locks nor allocates.
///
/// Thread: push() and pushControl() by the engine's thread; drain() by one other thread; dropped()
/// by any. When the ring is full, push() drops the event and counts it.
class EventQueue
{
public:
    /// `notify` is called on the engine's thread when the queue turns from drained to not empty:
    /// once per batch. It must be cheap and must not call back.
    explicit EventQueue(std::size_t capacity = kDefaultCapacity, std::function<void()> notify = {});
    EventQueue(const EventQueue &) = delete;
    EventQueue &operator=(const EventQueue &) = delete;

    void push(const TraceEvent &event);
    /// For the few events that must not be lost (ProgressRecord), outside of measuring: waits for
    /// room.
    void pushControl(const TraceEvent &event);
    /// Thread: any. The reader is gone: pushControl() does not wait for it any more.
    void abandon() { m_abandoned.store(true, std::memory_order_relaxed); }
    /// Appends up to `most` events to `into`, oldest first. Returns how many: less than
    /// `most` means that the queue was found empty, and only then does the next push() notify
    /// again.
    std::size_t drain(std::vector<TraceEvent> &into, std::size_t most = SIZE_MAX);

    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }
    std::size_t capacity() const { return m_ring.size(); }

    static constexpr std::size_t kDefaultCapacity = 1 << 16;

private:
    bool tryPush(const TraceEvent &event);

    std::vector<TraceEvent> m_ring; // size: a power of two
    std::function<void()> m_notify;
    alignas(64) std::atomic<std::size_t> m_head{0}; // next to read
    alignas(64) std::atomic<std::size_t> m_tail{0}; // next to write
    std::size_t m_cachedHead = 0; // the writer's copy
    alignas(64) std::atomic<bool> m_notified{false};
    std::atomic<std::uint64_t> m_dropped{0};
    std::atomic<bool> m_abandoned{false};
};

} // namespace reusescope
