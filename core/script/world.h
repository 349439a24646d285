// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/poller.h"
#include "core/script/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace reusescope::script {

/// How a poll went, as its poller saw it.
struct PollOutcome
{
    int timeoutMs = 0;
    Nanoseconds slept{0};
    bool found = false;
    NameIndex first = kNoName; ///< the socket that was found first; none: a wake-up
};

/// What the parts of a run tell it, and ask it.
class RunControl
{
public:
    virtual ~RunControl() = default;

    /// A callback of the loop is about to run. False: the program is over, nothing may run.
    virtual bool callbackBegins() = 0;
    /// Likewise for a poll. False: it must not sleep, and is not reported.
    virtual bool pollBegins() = 0;
    /// Before the callbacks of that poll.
    virtual void pollEnded(const PollOutcome &outcome) = 0;
    /// "at T send W"
    virtual void sendArrived(NameIndex async) = 0;
    /// Ends the program; `limit` is one sentence.
    virtual void stopProgram(std::string_view limit) = 0;
    /// By a limit or from outside: whatever waits must end.
    virtual bool isStopped() const = 0;
};

/// What lies in a socket, or was taken from it.
struct SocketContent
{
    bool bytes = false; ///< of a response
    bool lineBreaks = false;
    bool end = false; ///< FIN
    bool reset = false;

    bool isNothing() const { return !bytes && !lineBreaks && !end && !reset; }
};

/// The world around the loop of a program: the clock, the kernel's side of the scripted sockets,
/// and what arrives from outside.
///
/// Thread: one. Ownership: the run's; outlives the loop, whose poller refers to it, and refers to
/// program and control. A socket is there from the start of the program, so that what arrives
/// before the first statement about it waits in it. After a FIN or a reset nothing arrives any
/// more.
class World
{
public:
    World(const Program &program, RunControl &control);
    virtual ~World() = default;
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    virtual const Clock &clock() const = 0;
    virtual std::unique_ptr<Poller> makePoller() = 0; ///< for one loop

    void start() { m_start = clock().now(); } ///< the program starts now
    Nanoseconds startedAt() const { return m_start; } ///< of the clock
    Nanoseconds sinceStart() const { return clock().now() - m_start; }

    /// A callback works for so long; what arrives meanwhile has arrived when it returns.
    virtual void work(Nanoseconds time) = 0;

    /// The descriptor to watch; -1: the system has none left, and the program was stopped for it.
    virtual int descriptor(NameIndex socket) = 0;
    virtual SocketContent take(NameIndex socket) = 0; ///< all of it
    virtual SocketContent look(NameIndex socket) = 0; ///< takes nothing
    virtual void discard(NameIndex socket) = 0; ///< closed: nothing arrives there any more
    virtual void wakeupSent() { } ///< the loop's wake-up descriptor has become readable

    /// Bytes that nobody has read yet; a FIN or reset counts 1.
    std::uint32_t unread(NameIndex socket) const { return m_unread[socket]; }

protected:
    /// Delivers what is due by now.
    void deliverDue();
    /// Since the start of the program; nullopt: nothing will arrive any more.
    std::optional<Nanoseconds> nextArrival() const;
    virtual void deliver(const Arrival &arrival) = 0;
    void addUnread(const Arrival &arrival);
    void clearUnread(NameIndex socket) { m_unread[socket] = 0; }

    const Program &program() const { return m_program; }
    RunControl &control() const { return m_control; }

    static constexpr std::string_view kResponse = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    static constexpr std::string_view kLineBreak = "\r\n";
    static constexpr std::string_view kSleepsForEver =
        "poll would sleep for ever: nothing is left to arrive and no timer is set";

private:
    const Program &m_program;
    RunControl &m_control;
    Nanoseconds m_start{0};
    std::vector<const Arrival *> m_arrivals; // by time, then in the order of the text
    std::size_t m_nextArrival = 0;
    std::vector<std::uint32_t> m_unread; // by name
};

/// Time passes only by work and by the sleep of poll, and is not waited for; sockets are memory.
/// What is ready is reported in epoll's order: first come, first served, and one that is still
/// ready goes to the tail.
std::unique_ptr<World> makeVirtualWorld(const Program &program, RunControl &control);

/// The machine's clock, epoll and real socket pairs. What arrives is written to a socket's other
/// end by the poller, which splits its sleep for it: no thread and no timer of the loop takes part.
std::unique_ptr<World> makeRealWorld(const Program &program, RunControl &control);

} // namespace reusescope::script
