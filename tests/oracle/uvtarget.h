// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"
#include "tests/oracle/loopundertest.h"
#include "tests/oracle/outside.h"

#include <uv.h>

#include <list>
#include <vector>

namespace reusescope::oracle {

/// libuv as a program sees it, through its public C interface.
///
/// Thread: one. Ownership: owns the uv_loop_t and all its handles; refers to program and outside.
/// Immediates are not libuv's: they follow Node's rule on libuv's handles, one check handle that is
/// unreferenced for ever and one idle handle that is active only while referenced immediates exist.
/// A deferred completion is a uv_pipe_connect() that fails: libuv reports that failure through its
/// pending queue. Timeouts and reuses are not libuv's either, and are not supported.
class UvTarget final : public LoopUnderTest
{
public:
    UvTarget(const script::Program &program, Outside &outside);
    ~UvTarget() override;

    /// UV_METRICS_IDLE_TIME, as Node has it.
    void measureIdleTime();

    bool run(RunMode mode) override;
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
    void busy(Nanoseconds time) override;
    void stopLoop() override;

private:
    struct Named
    {
        UvTarget *target = nullptr;
        script::NameIndex name = script::kNoName;
        script::NameKind kind = script::NameKind::Timer;
        bool made = false;
        bool ended = false; // a socket whose end has been read is watched no more
        uv_any_handle handle{};
    };
    struct Completion
    {
        UvTarget *target = nullptr;
        script::NameIndex name = script::kNoName;
        uv_pipe_t pipe{};
        uv_connect_t request{};
        bool underWay = false;
    };
    struct Immediate
    {
        script::NameIndex name = script::kNoName;
        bool referenced = true;
    };
    using Immediates = std::list<Immediate>;

    template <typename UvHandle> static Named &named(UvHandle *handle);
    template <typename UvHandle> static void reportFired(UvHandle *handle);
    /// Null: it is closed, so that nothing more can be done with it.
    Named *usable(script::NameIndex name);
    void make(Named &named);
    void runImmediates();
    void countReferenced(int change);

    Outside &m_outside;
    uv_loop_t m_loop{};
    std::vector<Named> m_named; // by name; handles do not move
    std::list<Completion> m_completions;
    uv_poll_t m_alarm{};

    uv_check_t m_check{};
    uv_idle_t m_idle{};
    Immediates m_scheduled;
    Immediates m_running; // taken aside by the check phase under way
    std::vector<Immediate *> m_latest; // by name; null: it has run or is cleared
    int m_referencedImmediates = 0;
};

} // namespace reusescope::oracle
