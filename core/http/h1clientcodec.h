// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h1limits.h"
#include "core/http/message.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace reusescope {

/// Reads HTTP/1.0 and 1.1 responses (RFC 9112) from bytes and writes request heads. No I/O, no
/// clock.
///
/// Thread: one at a time. Ownership: none of the bytes.
/// Use: startResponse() for each request in order, feed() what arrives until it says MessageEnd,
/// finish() at the end of the stream. feed() stops at the end of a message: what it did not
/// consume, be it a line break, belongs to nobody or to the next response, which the caller
/// decides; until startResponse() it consumes nothing more and repeats its status. Line breaks in
/// front of an awaited status line are skipped, as other clients do. Once warm it allocates
/// nothing.
/// Where two readers could see different ends of a message it fails rather than guesses (RFC 9112
/// section 6.3): two Content-Length fields, also equal ones (RFC 9110 section 8.6 leaves a choice,
/// and llhttp refuses), a Content-Length with a Transfer-Encoding, a lone CR or LF, folded lines,
/// NUL.
class H1ClientCodec
{
public:
    enum class Status : std::uint8_t {
        NeedMore,
        MessageEnd, ///< a complete final response; bytes behind it are not consumed
        Upgrade, ///< 101: what follows is not HTTP
        Failed, ///< see error(); the stream cannot be used any further
    };
    struct Fed
    {
        Status status = Status::NeedMore;
        std::size_t consumed = 0;
    };

    explicit H1ClientCodec(H1Limits limits = {});
    ~H1ClientCodec();
    H1ClientCodec(const H1ClientCodec &) = delete;
    H1ClientCodec &operator=(const H1ClientCodec &) = delete;

    /// Prepares for the response to a request with `method`: a response to HEAD never has a body
    /// (RFC 9112 section 6.3).
    void startResponse(Method method);
    Fed feed(std::string_view bytes);
    /// The stream has ended: MessageEnd completes a body that only the end delimits, Failed means
    /// truncated, NeedMore means that no byte of a response had come.
    Status finish();

    /// A byte of the response that startResponse() announced, or of an interim one, has come; a
    /// line break is not one.
    bool responseBegun() const;
    bool headComplete() const;
    const ResponseHead &head() const; ///< of the final response, once headComplete()
    std::uint64_t bodyBytes() const; ///< of the current response, without framing
    int interimResponses() const; ///< 1xx seen before the final head
    /// Of that one, counted from 0; none (0) behind the first few.
    int interimStatus(int which) const;
    int trailerCount() const;
    /// After Failed: ErrorKind::Http1 (native: 0 for a limit that was exceeded) with a sentence
    /// that says at which byte of the response (as counted from startResponse()), and names a limit
    /// where one was exceeded.
    const Error &error() const;
    std::uint64_t errorOffset() const; ///< after Failed: that byte

    /// Appends a request head (and nothing else) to `out`, and allocates at most for `out`. Nothing
    /// in it can end a line: spaces and control characters are left out of the target, control
    /// characters out of values. Fields of `extra` are left out when their name is no token or is
    /// host, connection, content-length or transfer-encoding.
    static void appendRequest(std::string &out, const RequestHead &head);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

/// What bytes that nobody asked for look like, for the record of an idle connection. Line breaks in
/// front of others do not count, since a parser skips them. A beginning of "HTTP/" is a Response
/// already.
enum class StrayBytes : std::uint8_t { LineBreaks, RequestTimeout408, Response, Other };
StrayBytes classifyStrayBytes(std::string_view bytes);

} // namespace reusescope
