// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/base/error.h"
#include "core/loop/handle.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace reusescope {

enum class IoStatus : std::uint8_t {
    Done, ///< `bytes` were moved, at least one
    WouldBlock,
    End, ///< the peer has closed its side (reads only)
    Failed, ///< `errorNumber` says why
};

struct IoResult
{
    IoStatus status = IoStatus::WouldBlock;
    std::size_t bytes = 0;
    int errorNumber = 0;
    /// With End, over TLS: no close_notify came first, so that data may be missing (RFC 8446
    /// section 6.1).
    bool cutOff = false;
};

/// What a look at an idle stream found, without taking anything from it.
enum class IdleLook : std::uint8_t { Nothing, Bytes, End, Reset };

/// A connected stream of bytes on the loop: TCP or TLS.
///
/// Thread: loop thread only. The handler is not owned and outlives the stream's close callback.
class ByteStream
{
public:
    /// Told about readiness, in the poll phase. It may close the stream from inside.
    class Handler
    {
    public:
        /// Also at the end of the stream and on an error: read() tells.
        virtual void streamReadable() = 0;
        virtual void streamWritable() = 0;

    protected:
        ~Handler() = default;
    };

    virtual ~ByteStream() = default;

    /// From now on another one is told.
    virtual void setHandler(Handler &handler) = 0;

    /// One system call each over TCP; never blocks, raises no SIGPIPE.
    virtual IoResult read(std::span<char> into) = 0;
    virtual IoResult write(std::string_view bytes) = 0;
    /// Is there anything for us right now? TCP asks the kernel (one MSG_PEEK), TLS also OpenSSL.
    virtual IdleLook peek() = 0;

    /// Reading is watched from the start; writing only while something waits to be written.
    virtual void watchReading(bool on) = 0;
    virtual void watchWriting(bool on) = 0;
    /// Whether the stream holds the loop alive: unref'd while idle, as Node does.
    virtual void setReferenced(bool referenced) = 0;

    /// Ends the stream; `closed` runs in the closing phase, then the object may go.
    virtual void close(Callback closed) = 0;
    /// As close(), but the peer gets a reset instead of a FIN (SO_LINGER 0).
    virtual void reset(Callback closed) = 0;
    /// Sends a FIN and keeps reading.
    virtual void shutdownWriting() = 0;

    virtual int descriptor() const = 0;
    virtual const Endpoint &peer() const = 0;
};

} // namespace reusescope
