// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/phaseloop.h"
#include "core/script/program.h"

#include <string_view>

namespace reusescope::script {

/// A loop as a program sees it: what its statements do. The project's own loop is one; another one
/// is libuv in the tests.
///
/// Thread: one. A target makes what a label stands for at the first statement that needs it. What
/// cannot be done does nothing, the same on every target: starting, stopping, (un)referencing,
/// sending or closing what is closed, closing or closing twice; stopping what never was started;
/// again() on a timer that never was started.
class Target
{
public:
    virtual ~Target() = default;

    virtual void setTimeout(NameIndex name, double delay, bool referenced) = 0;
    virtual void setImmediate(NameIndex name, bool referenced) = 0;
    virtual void clear(NameIndex name) = 0; ///< the latest timeout or immediate of the label
    virtual void startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat) = 0;
    virtual void again(NameIndex name) = 0;
    virtual void start(NameIndex name) = 0; ///< idle, prepare, check, async, socket
    virtual void stop(NameIndex name) = 0;
    virtual void setReferenced(NameIndex name, bool referenced) = 0;
    virtual void close(NameIndex name) = 0;
    virtual void send(NameIndex name) = 0;
    virtual void queuePending(NameIndex name) = 0;
    virtual void read(NameIndex socket) = 0;
    virtual void reuse(NameIndex name, NameIndex socket, std::string_view scheduler) = 0;
    virtual void busy(Nanoseconds time) = 0;
    virtual void stopLoop() = 0;
};

/// What a target reports, to the interpreter.
class TargetListener
{
public:
    virtual ~TargetListener() = default;

    virtual void fired(NameIndex name) = 0;
    virtual void closed(NameIndex name) = 0;
    /// A reuse has gone out; `poisoned`: bytes that nobody asked for lay unread in the socket.
    virtual void written(NameIndex name, bool poisoned) = 0;
    virtual void moved(NameIndex name, std::string_view reason) = 0;
};

} // namespace reusescope::script
