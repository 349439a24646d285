// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/loop/phaseloop.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// A loop program: what a loop script says, and what the interpreter executes. Plain values; the
// language is described in docs/loop-script.md.

namespace reusescope::script {

/// A place in the text of a script. Line and column are for people: 1-based, the column counts
/// characters. Offset and length count bytes. All 0: not from a text.
struct SourceSpan
{
    int line = 0;
    int column = 0;
    std::size_t offset = 0;
    std::size_t length = 0;
};

enum class NameKind : std::uint8_t {
    Timeout, ///< setTimeout: each call makes a new one, the label means the latest
    Immediate, ///< setImmediate: likewise
    Timer, ///< a native timer (uv_timer_t)
    Idle,
    Prepare,
    Check,
    Async, ///< uv_async_t
    Socket, ///< a scripted socket that is read whenever poll reports it
    Pending, ///< a deferred completion, for the next pending phase
    Reuse, ///< a request that wants to go out on an idle socket
};

/// Everything that has a label. A label has one kind throughout a program.
struct Name
{
    std::string label;
    NameKind kind = NameKind::Timeout;
    SourceSpan where; ///< where it is introduced
};

using NameIndex = std::uint16_t; ///< position in Program::names
inline constexpr NameIndex kNoName = 0xffff;

enum class Verb : std::uint8_t {
    SetTimeout, ///< target, delay, referenced
    SetImmediate, ///< target, referenced
    Clear, ///< target: a timeout or an immediate, the latest of its label
    Timer, ///< target, timeout, repeat, referenced: starts or restarts a native timer
    Again, ///< target: a native timer (uv_timer_again)
    Start, ///< target: idle, prepare, check, async, socket; makes it when it is new; referenced
    Stop, ///< target: timer, idle, prepare, check, socket
    Ref, ///< target: any handle, timeout or immediate
    Unref, ///< likewise
    Close, ///< target: any handle; `text` names the close callback
    Send, ///< target: async
    Pending, ///< target
    Read, ///< target: socket; takes what lies there, without a callback
    Reuse, ///< target; `socket`; `text` is the validation scheduler
    Busy, ///< `busy`: the callback works for so long
    Log, ///< `text`
    StopLoop, ///< uv_stop
    Run, ///< main program only: `mode`
};

struct Statement
{
    Verb verb = Verb::Log;
    NameIndex target = kNoName;
    NameIndex socket = kNoName;
    bool referenced = true; ///< false: "unref" was said with it
    RunMode mode = RunMode::Default;
    double delay = 0; ///< SetTimeout: JavaScript's number, in ms
    Milliseconds timeout{0};
    Milliseconds repeat{0};
    Nanoseconds busy{0};
    std::string text;
    SourceSpan where;
};

enum class Occasion : std::uint8_t {
    Fires, ///< its callback runs
    Closes, ///< its close callback runs
    Written, ///< Reuse: the request goes out on the idle socket
    Moved, ///< Reuse: the socket is discarded, the request goes to a new connection
};

/// What happens when something does.
struct Reaction
{
    NameIndex name = kNoName;
    Occasion occasion = Occasion::Fires;
    std::uint32_t time = 0; ///< 1: only the first time, and so on; 0: every time
    std::vector<Statement> statements;
    SourceSpan where;
};

enum class ArrivalKind : std::uint8_t {
    Bytes, ///< a response that nobody asked for
    LineBreak, ///< only CR LF, which HTTP ignores
    Fin,
    Reset,
    Send, ///< another thread sends an async
};

/// Something from outside, at a time after the start of the program.
struct Arrival
{
    Nanoseconds at{0};
    NameIndex name = kNoName; ///< a socket, or an async with Send
    ArrivalKind kind = ArrivalKind::Bytes;
    SourceSpan where;
};

struct Program
{
    std::vector<Name> names;
    std::vector<Statement> main; ///< without a Run in it: one Run in mode Default follows
    std::vector<Reaction> reactions; ///< several of one name and occasion run in this order
    std::vector<Arrival> arrivals; ///< in the order of the text; not sorted by time
};

} // namespace reusescope::script
