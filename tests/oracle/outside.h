// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/script/program.h"
#include "tests/oracle/loopundertest.h"
#include "tests/oracle/transcript.h"
#include "tests/oracle/virtualsystem.h"

#include <cstddef>
#include <vector>

namespace reusescope::oracle {

/// What surrounds a loop under test, the same for every loop: virtual time, real sockets, what
/// arrives in them and when, and a way out of a sleep without end.
///
/// Thread: one. Ownership: refers to program and transcript; owns the sockets.
/// Time passes only by wait() and busy(). What arrives at a time is there as soon as that time has
/// come; with a timeout that ends at the same time it is still seen.
class Outside final : public VirtualSystem, public Clock
{
public:
    Outside(const script::Program &program, Transcript &transcript);
    ~Outside() override;
    Outside(const Outside &) = delete;
    Outside &operator=(const Outside &) = delete;

    /// Before the program starts.
    void setLoop(LoopUnderTest *loop) { m_loop = loop; }

    /// The end of a scripted socket that the loop watches.
    int socket(script::NameIndex name) const { return m_sockets[name].near; }
    /// Takes all that lies in a socket. False: it has ended (FIN), nothing more will come.
    bool drain(script::NameIndex socket);
    /// Readable when the loop would sleep for ever. Whoever sees that calls answerAlarm() and stops
    /// the loop.
    int alarm() const { return m_alarm; }
    void answerAlarm();

    void busy(Nanoseconds time);

    Nanoseconds now() const override { return m_now; }
    std::int64_t monotonicNanoseconds() const override { return m_now.count(); }
    int wait(int timeoutMs, const std::function<int()> &ask) override;

private:
    struct Socket
    {
        int near = -1;
        int far = -1;
        bool ended = false; // after a FIN nothing arrives any more
    };

    void advanceTo(Nanoseconds time);
    void deliver(const script::Arrival &arrival);

    Transcript &m_transcript;
    LoopUnderTest *m_loop = nullptr;
    Nanoseconds m_now{0};
    std::vector<script::Arrival> m_arrivals; // by time
    std::size_t m_nextArrival = 0;
    std::vector<Socket> m_sockets; // by name
    int m_alarm;
};

} // namespace reusescope::oracle
