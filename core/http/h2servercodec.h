// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h2types.h"
#include "core/http/message.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace reusescope {

/// Called as H2ConnectionListener says; the views live as long as the call.
class H2ServerListener : public H2ConnectionListener
{
public:
    /// Its head has come, and perhaps a body follows.
    virtual void requestBegun(std::int32_t /*streamId*/, const ReceivedRequest & /*request*/) { }
    /// All of it has come.
    virtual void requestReceived(std::int32_t streamId, const ReceivedRequest &request) = 0;
    /// The last call for this stream: answered in full, reset by either side, refused by our GOAWAY
    /// or left over by a connection that ended.
    virtual void streamClosed(std::int32_t /*streamId*/, H2ErrorCode /*code*/) { }

protected:
    ~H2ServerListener() = default;
};

struct H2ServerOptions
{
    /// The first SETTINGS; without `sendsSettings` there is none at all.
    std::vector<H2Setting> settings{{H2SettingId::MaxConcurrentStreams, 100}};
    bool sendsSettings = true;
    std::int32_t connectionWindow = 0; ///< bytes; below 65,535 stays at that
    std::size_t outputBytes = 64 * 1024; ///< output() gathers about that much at a time
    H2Limits limits = {};
};

/// The lab's end of an HTTP/2 connection: bytes in, requests out, and the means to answer them well
/// or badly. No I/O, no clock.
///
/// Thread: one at a time. Ownership: none of the listener; bytes to send are copied.
/// Use as H2ClientCodec. What concerns a stream returns false when that is not open.
/// A response to HEAD, a 204 and a 304 get no body, whatever is asked for.
class H2ServerCodec
{
public:
    explicit H2ServerCodec(H2ServerListener &listener, const H2ServerOptions &options = {});
    ~H2ServerCodec();
    H2ServerCodec(const H2ServerCodec &) = delete;
    H2ServerCodec &operator=(const H2ServerCodec &) = delete;

    /// A response with `bodyBytes` bytes of filler. Of the fields only status, contentLength and
    /// tag mean something in HTTP/2.
    bool respond(std::int32_t streamId, const ResponseFields &fields, std::uint64_t bodyBytes);
    bool respond(std::int32_t streamId, const ResponseFields &fields, std::string_view body);
    /// A head only; sendData() or sendFiller() follow, the last of them with `ends`.
    bool respondHead(std::int32_t streamId, const ResponseFields &fields);
    bool sendData(std::int32_t streamId, std::string_view bytes, bool ends);
    bool sendFiller(std::int32_t streamId, std::uint64_t bytes, bool ends);
    bool respondInterim(std::int32_t streamId, int status); ///< 1xx
    bool reset(std::int32_t streamId, H2ErrorCode code);

    bool submitSettings(std::span<const H2Setting> settings);
    bool ping(std::uint64_t payload);
    /// Requests above `lastStreamId` end here as refused; false when that id is not one that a
    /// GOAWAY may carry now (send it by sendRaw() then).
    bool goaway(std::int32_t lastStreamId, H2ErrorCode code = H2ErrorCode::NoError,
                std::string_view debugText = {});
    /// Puts bytes behind what waits to be sent, between two frames.
    void sendRaw(std::string_view bytes);
    /// GOAWAY, and every open stream ends. Nothing is read after that.
    void close(H2ErrorCode code = H2ErrorCode::NoError);
    /// The connection is gone: every open stream ends.
    void endStreams();

    /// Takes all bytes. False: the connection failed, see error(); every open stream has ended.
    bool feed(std::string_view bytes);
    std::string_view output(); ///< lives until the next call that is not const
    void consumed(std::size_t size);
    bool wantsWrite() const;

    std::uint32_t openStreams() const;
    std::int32_t lastStreamId() const; ///< of the newest request that came
    bool isOver() const;
    bool isFailed() const;
    bool isGoawayReceived() const;
    H2PeerSettings peerSettings() const;
    H2Windows windows() const;
    H2Counters counters() const; ///< exact between calls
    const Error &error() const; ///< as H2ClientCodec::error()
    std::uint64_t memoryRequests() const;
    std::uint64_t memoryFromSystem() const;

private:
    class Session;
    std::unique_ptr<Session> m_session;
};

} // namespace reusescope
