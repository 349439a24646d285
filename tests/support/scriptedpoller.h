// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/poller.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <string>
#include <vector>

namespace reusescope {

/// A poller whose events are scripted at virtual times. When nothing is due it advances the virtual
/// clock: to the next event within the timeout, else by the timeout.
///
/// Thread: loop thread only. Descriptors from kFirstScriptedFd on are only numbers; smaller ones
/// are real and looked at without waiting, so that a Wakeup works. A wait without limit and without
/// anything to come ends the program: the loop would sleep for ever.
class ScriptedPoller final : public Poller
{
public:
    static constexpr int kFirstScriptedFd = 10000;

    struct Watch
    {
        int fd = -1;
        IoEvents interest = IoEvents::None;
    };

    explicit ScriptedPoller(VirtualClock &clock) : m_clock(clock) { }

    /// Becomes ready once at `time` of the clock, or as soon after it as it is watched for `events`
    /// (hangup and error: watched at all).
    void readyAt(Milliseconds time, int fd, IoEvents events)
    {
        const Event event{time, fd, events};
        const auto later =
            std::upper_bound(m_events.begin(), m_events.end(), event,
                             [](const Event &a, const Event &b) { return a.time < b.time; });
        m_events.insert(later, event);
    }
    /// A wait that is under way at `time` ends as if a signal had come.
    void interruptAt(Milliseconds time) { m_interrupts.push_back(time); }
    /// Time that passes in every wait in which nothing is ready, for loops that spin.
    void setCostOfEmptyWait(Nanoseconds cost) { m_costOfEmptyWait = cost; }

    const std::vector<int> &timeouts() const { return m_timeouts; } ///< of all waits so far
    const std::vector<Watch> &changes() const { return m_changes; } ///< all calls of watch() so far

    void watch(int fd, IoEvents interest) override
    {
        m_changes.push_back({fd, interest});
        std::erase_if(m_watched, [fd](const Watch &watched) { return watched.fd == fd; });
        if (any(interest))
            m_watched.push_back({fd, interest});
    }

    std::span<const Ready> wait(int timeoutMs) override
    {
        m_timeouts.push_back(timeoutMs);
        m_interrupted = false;
        m_ready.clear();
        collect();
        if (!m_ready.empty())
            return m_ready;
        const Nanoseconds now = m_clock.now();
        Nanoseconds until = timeoutMs < 0 ? Nanoseconds::max() : now + Milliseconds(timeoutMs);
        for (const Event &event : m_events) {
            if (isWatched(event))
                until = std::min<Nanoseconds>(until, event.time);
        }
        const auto interrupt =
            std::find_if(m_interrupts.begin(), m_interrupts.end(), [&](Milliseconds time) {
                return time >= now && Nanoseconds(time) < until;
            });
        if (interrupt != m_interrupts.end()) {
            until = *interrupt;
            m_interrupts.erase(interrupt);
            m_interrupted = true;
        }
        if (until == Nanoseconds::max()) {
            std::fputs("ScriptedPoller: the loop would sleep for ever\n", stderr);
            std::abort();
        }
        m_clock.advance(until - now + m_costOfEmptyWait);
        if (!m_interrupted)
            collect();
        return m_ready;
    }

    bool interrupted() const override { return m_interrupted; }

private:
    struct Event
    {
        Milliseconds time{0};
        int fd = -1;
        IoEvents events = IoEvents::None;
    };

    bool isWatched(const Event &event) const
    {
        return std::any_of(m_watched.begin(), m_watched.end(), [&](const Watch &watched) {
            return watched.fd == event.fd
                && any(event.events & (watched.interest | IoEvents::Hangup | IoEvents::Error));
        });
    }

    void collect()
    {
        for (auto event = m_events.begin(); event != m_events.end();) {
            const bool due = event->time <= m_clock.now() && m_ready.size() < kMaxEvents
                && isWatched(*event)
                && std::none_of(m_ready.begin(), m_ready.end(),
                                [&](const Ready &ready) { return ready.fd == event->fd; });
            if (due)
                m_ready.push_back({event->fd, event->events});
            event = due ? m_events.erase(event) : event + 1;
        }
        for (const Watch &watched : m_watched) {
            pollfd entry{watched.fd, POLLIN, 0};
            if (watched.fd < kFirstScriptedFd && any(watched.interest & IoEvents::Readable)
                && ::poll(&entry, 1, 0) > 0)
                m_ready.push_back({watched.fd, IoEvents::Readable});
        }
    }

    VirtualClock &m_clock;
    Nanoseconds m_costOfEmptyWait{0};
    bool m_interrupted = false;
    std::vector<Event> m_events; // by time, then in the order of scripting
    std::vector<Milliseconds> m_interrupts;
    std::vector<Watch> m_watched;
    std::vector<Watch> m_changes;
    std::vector<int> m_timeouts;
    std::vector<Ready> m_ready;
};

} // namespace reusescope
