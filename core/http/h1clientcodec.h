// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/http/h1limits.h"
#include "core/http/message.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace reusescope {

/// Reads HTTP/1.x responses (RFC 9112) from bytes and writes request heads. No I/O, no clock.
///
/// Thread: one at a time. Ownership: none of the bytes; head() views live in the codec until the next startResponse().
/// Use: startResponse() for each request in order, feed() what arrives until it says MessageEnd, finish() at the end of
/// the stream. feed() stops at the end of a message: what it did not consume belongs to nobody or to the next response,
/// which the caller decides. Once warm it allocates nothing.
class H1ClientCodec
{
public:
    enum class Status : std::uint8_t {
        NeedMore,
        MessageEnd, ///< a complete final response; bytes behind it are not consumed
        Upgrade, ///< 101 or a successful CONNECT: what follows is not HTTP
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

    /// Prepares for the response to a request with `method`: a response to HEAD never has a body (RFC 9112 section 6.3).
    void startResponse(Method method);
    Fed feed(std::string_view bytes);
    /// The stream has ended: MessageEnd completes a body that only the end delimits, Failed means truncated,
    /// NeedMore means that no byte of a response had come.
    Status finish();

    bool responseBegun() const; ///< at least one byte of the response that startResponse() announced was consumed
    bool headComplete() const;
    const ResponseHead &head() const; ///< of the final response, once headComplete()
    std::uint64_t bodyBytes() const; ///< of the current response, without framing
    int interimResponses() const; ///< 1xx seen before the final head
    int trailerCount() const;
    const Error &error() const; ///< after Failed; ErrorKind::Http1 with a sentence that names a limit where one was exceeded

    /// Appends a request head (and nothing else) to `out`.
    static void appendRequest(std::string &out, const RequestHead &head);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

/// What bytes that nobody asked for look like, for the record of an idle connection.
enum class StrayBytes : std::uint8_t { LineBreaks, RequestTimeout408, Response, Other };
StrayBytes classifyStrayBytes(std::string_view bytes);

} // namespace reusescope
