// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/poller.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

namespace reusescope {

/// A peer of the loop under test that acts only when asked to, on the test's own thread and clock.
class PumpedPeer
{
public:
    virtual bool pump() = 0; ///< does what is due; whether anything happened
    /// When something is due next; Nanoseconds::max() when nothing is.
    virtual Nanoseconds nextDue() const = 0;
    /// Waits for real I/O on the peer's side, at most `limit` of real time.
    virtual void waitForIo(Milliseconds limit) = 0;

protected:
    ~PumpedPeer() = default;
};

/// The poller of a loop whose peer is a PumpedPeer: real sockets, virtual time. Before it says
/// that nothing is ready it lets the peer act; when nothing can happen any more without time
/// passing, it advances the clock to what comes first.
class PeerPoller final : public Poller
{
public:
    PeerPoller(std::unique_ptr<Poller> real, VirtualClock &clock, PumpedPeer &peer)
        : m_real(std::move(real)), m_clock(clock), m_peer(peer)
    { }

    std::uint64_t sleeps() const { return m_sleeps; } ///< waits in which virtual time passed

    void watch(int fd, IoEvents interest) override { m_real->watch(fd, interest); }

    std::span<const Ready> wait(int timeoutMs) override
    {
        const Nanoseconds deadline =
            timeoutMs < 0 ? Nanoseconds::max() : m_clock.now() + Milliseconds(timeoutMs);
        bool slept = false;
        while (true) {
            const bool busy = m_peer.pump();
            // What was just sent over loopback is there at once; the bounded wait is a net for a
            // busy machine.
            const auto ready = m_real->wait(busy ? 1 : 0);
            if (!ready.empty() || timeoutMs == 0 || m_clock.now() >= deadline)
                return ready;
            if (busy)
                continue;
            m_peer.waitForIo(Milliseconds{1});
            if (m_peer.pump())
                continue;
            const Nanoseconds next = std::min(deadline, m_peer.nextDue());
            if (next == Nanoseconds::max()) {
                std::fputs("PeerPoller: the loop would sleep for ever\n", stderr);
                std::abort();
            }
            m_sleeps += slept ? 0 : 1;
            slept = true;
            m_clock.advance(next - m_clock.now());
        }
    }

    bool interrupted() const override { return m_real->interrupted(); }

private:
    std::unique_ptr<Poller> m_real;
    VirtualClock &m_clock;
    PumpedPeer &m_peer;
    std::uint64_t m_sleeps = 0;
};

} // namespace reusescope
