// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "core/loop/timeoutqueue.h"
#include "core/script/scriptrun.h"
#include "core/script/target.h"
#include "core/script/world.h"
#include "core/validation/validationscheduler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope::script {

/// The project's own loop as a program sees it.
///
/// Thread: one. Refers to program, loop, world and control, which outlive it; owns the handles and
/// queues that the program makes. It may be destroyed while the loop stands between two steps.
///
/// A socket's callback drains it before its statements run, as a stream's read does. FIN and reset
/// are reported once and end the socket. What else but line breaks a socket has given, nobody has
/// asked for: such a socket is spoiled, and a request that wants to go out on it, or waits for its
/// verdict, moves; the socket is then discarded and watched no more. What nobody has read when a
/// request is written is not looked at: with unread bytes it counts as poisoned, a FIN or a reset
/// would fail it only later. The socket is referenced while a request waits. A validation scheduler
/// takes the connection for idle from the statement that starts the socket.
class LoopTarget final : public Target
{
public:
    LoopTarget(const Program &program, PhaseLoop &loop, World &world, RunControl &control);
    ~LoopTarget() override;

    void setListener(TargetListener &listener) { m_listener = &listener; }
    void sendFromOutside(NameIndex async); ///< nothing when the async was not made yet
    void describe(LoopState &state) const; ///< all that this target knows of it
    /// Of the latest that moved; static storage.
    std::string_view moveReason() const { return m_moveReason; }
    /// For the first callback of a timer since it was started: how old the loop's time was then. 0
    /// for any other name, and when asked again.
    Milliseconds takeLoopTimeAge(NameIndex name);

    void setTimeout(NameIndex name, double delay, bool referenced) override;
    void setImmediate(NameIndex name, bool referenced) override;
    void clear(NameIndex name) override;
    void startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat) override;
    void again(NameIndex name) override;
    void start(NameIndex name) override;
    void stop(NameIndex name) override;
    void setReferenced(NameIndex name, bool referenced) override;
    void close(NameIndex name) override;
    void send(NameIndex name) override;
    void queuePending(NameIndex name) override;
    void read(NameIndex socket) override;
    void reuse(NameIndex name, NameIndex socket, std::string_view scheduler) override;
    void busy(Nanoseconds time) override { m_world.work(time); }
    void stopLoop() override { m_loop.stop(); }

private:
    /// One call of setTimeout or setImmediate; used again when it is over.
    template <typename T> struct Use;
    using TimeoutUse = Use<Timeout>;
    using ImmediateUse = Use<Immediate>;
    /// All uses of one label.
    template <typename T> struct Uses
    {
        std::vector<std::unique_ptr<Use<T>>> all;
        std::vector<Use<T> *> idle; // not waiting to fire
        Use<T> *latest = nullptr; // null: it is over
    };
    struct Socket;
    struct ReuseWay;
    /// What stands behind a label, once a statement has needed it.
    struct Made;

    template <typename T> Use<T> *take(Uses<T> &uses, NameIndex name);
    template <typename T> void giveBack(Uses<T> &uses, Use<T> &use);
    template <typename T> std::unique_ptr<Use<T>> makeUse(NameIndex name);
    template <typename T> void useFired(Use<T> &use);
    bool mayQueueOneMore();

    Made *make(NameIndex name);
    Made *makeOpen(NameIndex name);
    void makeSocket(Made &made, NameIndex name);
    void startSocket(Socket &socket);

    void fire(NameIndex name);
    void pendingFired(NameIndex name);

    void socketReady(Socket &socket);
    void drain(Socket &socket);
    void discardIfAwaited(Socket &socket);
    void discard(Socket &socket, std::string_view reason);
    void updateReference(Socket &socket);
    void answered(ReuseWay &way, Verdict verdict);
    void conclude(ReuseWay &way, Verdict verdict);
    void move(NameIndex reuse, std::string_view reason);

    NameKind kindOf(NameIndex name) const { return m_program.names[name].kind; }
    const char *labelOf(NameIndex name) const { return m_program.names[name].label.c_str(); }
    LoopState::Item itemOf(NameIndex name, bool referenced) const;
    void describeTimers(LoopState &state, const std::vector<const TimerHandle *> &native) const;
    void describeHandles(LoopState &state, const LoopContents &contents) const;
    void describeImmediates(LoopState &state) const;
    void describeWatched(LoopState &state) const;

    const Program &m_program;
    PhaseLoop &m_loop;
    World &m_world;
    RunControl &m_control;
    TargetListener *m_listener = nullptr;
    std::string_view m_moveReason;

    ImmediateQueue m_immediateQueue;
    TimeoutQueue m_timeoutQueue;
    std::vector<Uses<Timeout>> m_timeouts; // by name
    std::vector<Uses<Immediate>> m_immediates; // by name
    std::vector<std::unique_ptr<Made>> m_made; // by name
    std::size_t m_queued = 0; // timeouts, immediates and completions that wait
    int m_nestedReuses = 0;

    std::vector<NameIndex> m_pending; // in order; what the loop itself does not tell
    std::size_t m_nextPending = 0;

    std::vector<std::unique_ptr<ReuseWay>> m_ways;
    std::vector<ReuseWay *> m_waiting; // in the order of asking
};

} // namespace reusescope::script
