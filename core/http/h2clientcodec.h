// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h2types.h"
#include "core/http/message.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace reusescope {

/// One request and its response, on a stream of its own. Lives as long as the call that shows it.
struct H2Exchange
{
    void *user = nullptr; ///< as given to submit()
    std::int32_t id = 0;
    Method method = Method::Get;
    bool headSent = false; ///< the request's HEADERS are in the output, or have left it
    bool answered = false; ///< some header block of a response has begun, be it an interim one
    bool headComplete = false; ///< of the final response
    bool complete = false; ///< the response has ended as it should
    int interimResponses = 0;
    int trailerCount = 0;
    std::uint64_t bodyBytes = 0;
    ResponseHead head; ///< once headComplete
};

enum class H2StreamEnd : std::uint8_t {
    Complete, ///< with a whole response
    ResetByPeer, ///< RST_STREAM, see the code
    RefusedByGoaway, ///< above the last id of a GOAWAY, or not sent when one came: not processed
    Failed, ///< we reset it: see the error
    ConnectionOver, ///< failed, closed or lost before the stream was over
};

/// How a stream ended.
struct H2StreamClosed
{
    H2StreamEnd end = H2StreamEnd::Complete;
    H2ErrorCode code = H2ErrorCode::NoError;
    /// The peer says that it has not processed the request: refused by GOAWAY, or REFUSED_STREAM
    /// without any answer.
    bool unprocessed = false;
    /// With Failed, and with ConnectionOver when the codec failed: names the limit or the mistake.
    const Error *error = nullptr;
};

/// Called as H2ConnectionListener says. What came late, or for a stream that reset() ended, brings
/// no call.
class H2ClientListener : public H2ConnectionListener
{
public:
    /// The last byte of the request is at `position` of all bytes produced (see produced()), so
    /// that it has been written when that many were consumed.
    virtual void requestProduced(const H2Exchange & /*exchange*/, std::uint64_t /*position*/) { }
    virtual void responseBegun(const H2Exchange & /*exchange*/) { } ///< the first HEADERS
    virtual void interimResponse(const H2Exchange & /*exchange*/, int /*status*/) { }
    virtual void responseHead(const H2Exchange & /*exchange*/) { }
    virtual void responseBody(const H2Exchange & /*exchange*/, std::string_view /*bytes*/) { }
    /// END_STREAM; the stream itself may stay open for the rest of the request's body.
    virtual void responseEnded(const H2Exchange & /*exchange*/) { }
    /// The last call for this exchange. Its place is free already: another may be submitted here.
    virtual void streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed) = 0;

protected:
    ~H2ClientListener() = default;
};

/// Where a request's body comes from when it is not in memory.
class H2BodySource
{
public:
    struct Part
    {
        std::size_t size = 0; ///< 0 without `end`: nothing yet; call resumeBody() when there is
        bool end = false;
        bool failed = false; ///< resets the stream
    };

    virtual Part read(char *to, std::size_t room) = 0;

protected:
    ~H2BodySource() = default;
};

struct H2Request
{
    /// `closeAfter` means nothing here. Fields of `extra` that only a connection of HTTP/1 may have
    /// are left out, as are names that are no token. A content-length is added for `body`.
    RequestHead head = {};
    void *user = nullptr;
    std::string_view body = {}; ///< must stay where it is until the stream has ended
    H2BodySource *source = nullptr; ///< instead of `body`; likewise
};

/// Why submit() did not take a request.
enum class H2Refusal : std::uint8_t {
    None,
    LimitReached, ///< see freeStreams(); a stream that ends or a SETTINGS makes room
    GoawayReceived,
    IdsUsedUp, ///< 2^31 - 1 is the last (RFC 9113 section 5.1.1)
    Over, ///< closed by us, failed or lost
};

std::string_view name(H2Refusal refusal);

struct H2Submitted
{
    std::int32_t id = 0; ///< 0: refused
    H2Refusal refusal = H2Refusal::None;
};

struct H2ClientOptions
{
    std::string scheme = "http";
    std::int32_t streamWindow = 262'144; ///< bytes, per stream; as undici's
    std::int32_t connectionWindow = 524'288; ///< bytes; below 65,535 stays at that
    std::uint32_t maxStreams = 100; ///< open at a time; the peer's limit holds as well
    std::uint32_t streamsBeforeSettings = 100; ///< while no SETTINGS of the peer has come
    std::int32_t firstStreamId = 1; ///< odd
    std::size_t outputBytes = 64 * 1024; ///< output() gathers about that much at a time
    H2Limits limits = {};
};

/// The client's end of an HTTP/2 connection (RFC 9113): requests and bytes in, events and bytes
/// out. No I/O, no clock.
///
/// Thread: one at a time. Ownership: none of the listener, of request bodies or of bytes.
/// Use: submit() requests, write what output() shows and say how much by consumed(), feed() what
/// arrives, endStreams() when the connection is gone. The preface and SETTINGS are the first
/// output. Each stream ends exactly once: by streamClosed(), or by a reset() that returned true.
/// Cost: O(1) per request, whatever is in flight; once warm it allocates nothing (see H2Memory).
/// Flow control: windows are given back as DATA comes, also that of streams which are over.
/// Server push is off. After a failure output() still holds the GOAWAY that tells the peer why.
class H2ClientCodec
{
public:
    explicit H2ClientCodec(H2ClientListener &listener, const H2ClientOptions &options = {});
    ~H2ClientCodec();
    H2ClientCodec(const H2ClientCodec &) = delete;
    H2ClientCodec &operator=(const H2ClientCodec &) = delete;

    [[nodiscard]] H2Submitted submit(const H2Request &request);
    /// Ends an open stream without a further event, with RST_STREAM unless it was not sent yet.
    /// False: there is no such stream. Its place counts as taken until the next output().
    bool reset(std::int32_t streamId, H2ErrorCode code = H2ErrorCode::Cancel);
    /// A body source that had nothing has something.
    void resumeBody(std::int32_t streamId);
    /// False when the connection is over, or too many wait already.
    bool ping(std::uint64_t payload);
    bool submitSettings(std::span<const H2Setting> settings);
    /// Tells the peer that no more requests come; streams that are open go on. Its last id is 0,
    /// since a server opens none.
    bool goaway(H2ErrorCode code = H2ErrorCode::NoError, std::string_view debugText = {});
    /// GOAWAY, and every open stream ends as ConnectionOver; what was not in the output yet stays
    /// out. Nothing is read after that.
    void close(H2ErrorCode code = H2ErrorCode::NoError);
    /// The connection is gone: every open stream ends as ConnectionOver.
    void endStreams();

    /// Takes all bytes. False: the connection failed, see error(); every open stream has ended.
    bool feed(std::string_view bytes);
    /// What to write next, gathered from all that waits; empty when nothing does. Lives until the
    /// next call that is not const.
    std::string_view output();
    void consumed(std::size_t size); ///< of output(), from its beginning
    bool wantsWrite() const;
    std::uint64_t produced() const; ///< bytes put into the output so far

    std::uint32_t freeStreams() const; ///< how many more submit() takes now
    std::uint32_t openStreams() const; ///< taken and not over
    bool isOver() const; ///< closed, failed or ended
    bool isGoawayReceived() const;
    bool isSettingsReceived() const;
    std::int64_t nextStreamId() const;
    H2PeerSettings peerSettings() const;
    H2Windows windows() const;
    H2Counters counters() const; ///< exact between calls
    /// After feed() returned false or output() failed: ErrorKind::Http2, with nghttp2's code or 0
    /// for a limit of ours; names the limit or the rule.
    const Error &error() const;
    bool isFailed() const;
    /// Blocks of memory that nghttp2 asked for, and those that the system was asked for.
    std::uint64_t memoryRequests() const;
    std::uint64_t memoryFromSystem() const;

private:
    class Session;
    std::unique_ptr<Session> m_session;
};

} // namespace reusescope
