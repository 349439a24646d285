// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/poller.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace reusescope {

/// Real sockets with a virtual clock: waits for real I/O for a short real time and, when none came,
/// advances the virtual clock by the timeout that was asked for.
///
/// Thread: loop thread only.
/// Virtual time therefore stands still while anything is exchanged, and jumps when all is quiet.
/// The short wait must be longer than a peer in another thread ever takes to answer; with the peer
/// on the same loop or scripted by the test it may be zero. A wait without limit ends the program
/// when nothing at all came within kDeadline.
class SteppedPoller final : public Poller
{
public:
    static constexpr Milliseconds kDeadline{20000};

    SteppedPoller(std::unique_ptr<Poller> real, VirtualClock &clock,
                  Milliseconds quiet = Milliseconds{20})
        : m_real(std::move(real)), m_clock(clock), m_quiet(quiet)
    { }

    void watch(int fd, IoEvents interest) override { m_real->watch(fd, interest); }

    std::span<const Ready> wait(int timeoutMs) override
    {
        if (timeoutMs == 0)
            return m_real->wait(0);
        const auto limit = timeoutMs < 0 ? kDeadline : m_quiet;
        const auto start = std::chrono::steady_clock::now();
        const auto ready = m_real->wait(static_cast<int>(limit.count()));
        if (!ready.empty() || m_real->interrupted())
            return ready;
        if (timeoutMs < 0 && std::chrono::steady_clock::now() - start >= kDeadline) {
            std::fputs("SteppedPoller: no I/O came and no timer is set\n", stderr);
            std::abort();
        }
        m_clock.advance(Milliseconds(timeoutMs));
        return ready;
    }

    bool interrupted() const override { return m_real->interrupted(); }

private:
    std::unique_ptr<Poller> m_real;
    VirtualClock &m_clock;
    Milliseconds m_quiet;
};

} // namespace reusescope
