// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "core/script/program.h"
#include "tests/oracle/loopundertest.h"
#include "tests/oracle/outside.h"

#include <cstdint>
#include <list>
#include <memory>
#include <string_view>
#include <vector>

namespace reusescope::oracle {

enum class PollerKind : std::uint8_t { Epoll, Poll };

std::string_view name(PollerKind poller); ///< "epoll", "poll"

/// The project's own loop as a program sees it, through the public interface of core/loop, on a
/// real poller and real sockets.
///
/// Thread: one. Ownership: owns loop and handles; refers to program and outside.
/// Timeouts and reuses are not supported, because libuv has none.
class OurTarget final : public LoopUnderTest
{
public:
    OurTarget(const script::Program &program, LoopModel model, PollerKind poller, Outside &outside);
    ~OurTarget() override;

    PhaseLoop &loop() { return m_loop; }
    /// A timer's callback has started a timer that was due at once.
    bool startedDueTimerFromTimer() const { return m_startedDueTimerFromTimer; }

    bool run(RunMode mode) override { return m_loop.run(mode); }
    void sendFromOutside(script::NameIndex async) override;

    void setTimeout(script::NameIndex name, double delay, bool referenced) override;
    void setImmediate(script::NameIndex name, bool referenced) override;
    void clear(script::NameIndex name) override;
    void startTimer(script::NameIndex name, Milliseconds timeout, Milliseconds repeat) override;
    void again(script::NameIndex name) override;
    void start(script::NameIndex name) override;
    void stop(script::NameIndex name) override;
    void setReferenced(script::NameIndex name, bool referenced) override;
    void close(script::NameIndex name) override;
    void send(script::NameIndex name) override;
    void queuePending(script::NameIndex name) override;
    void read(script::NameIndex socket) override;
    void reuse(script::NameIndex name, script::NameIndex socket,
               std::string_view scheduler) override;
    void busy(Nanoseconds time) override { m_outside.busy(time); }
    void stopLoop() override { m_loop.stop(); }

private:
    /// One handle, of the kind that its name has.
    struct Named
    {
        std::unique_ptr<TimerHandle> timer;
        std::unique_ptr<PhaseHandle> phase;
        std::unique_ptr<IoWatcher> watcher;
        std::unique_ptr<Wakeup> wakeup;
        Handle *handle = nullptr;
        bool ended = false; // a socket whose end has been read is watched no more
    };

    /// Null: it is closed, so that nothing more can be done with it.
    Named *usable(script::NameIndex name);
    void make(script::NameIndex name);
    void fired(script::NameIndex name);

    const script::Program &m_program;
    Outside &m_outside;
    PhaseLoop m_loop;
    ImmediateQueue m_queue;
    IoWatcher m_alarm;
    std::vector<Named> m_named; // by name
    std::list<Immediate> m_immediates; // all that were ever scheduled
    std::vector<Immediate *> m_latest; // by name
    bool m_startedDueTimerFromTimer = false;
};

} // namespace reusescope::oracle
