// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h1limits.h"
#include "core/http/message.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace reusescope {

/// Reads HTTP/1.x requests from bytes and writes response heads and bodies. No I/O, no clock.
///
/// Thread: one at a time. Ownership: none of the bytes; views in request() live until the next
/// feed(). feed() stops at the end of each request and skips line breaks in front of one (RFC 9112
/// section 2.2); call it again with the rest for pipelined ones. After Failed nothing more is read.
class H1ServerCodec
{
public:
    enum class Status : std::uint8_t {
        NeedMore,
        HeadEnd, ///< of a request with a body that is still to come; only when asked for
        MessageEnd,
        Failed,
    };
    struct Fed
    {
        Status status = Status::NeedMore;
        std::size_t consumed = 0;
    };

    explicit H1ServerCodec(H1Limits limits = {});
    ~H1ServerCodec();
    H1ServerCodec(const H1ServerCodec &) = delete;
    H1ServerCodec &operator=(const H1ServerCodec &) = delete;

    Fed feed(std::string_view bytes);
    bool requestBegun() const; ///< in the middle of a request: some of it has come, but not all
    /// The request that ended last, after MessageEnd; after HeadEnd what is known of it.
    const ReceivedRequest &request() const;
    void reportHeads(bool reports); ///< feed() stops at HeadEnd as well
    /// After HeadEnd: what comes next is read as another request, whatever the head had announced.
    void forgetBody();
    const Error &error() const; ///< after Failed; says at which byte, or which limit

    /// Appends a response head (and nothing else) to `out`; `chunked` goes before `contentLength`.
    /// The status is 100 to 999. Control characters are left out of the Keep-Alive value, so that
    /// it cannot start another field.
    static void appendResponseHead(std::string &out, const ResponseFields &fields);
    /// Appends nothing for empty data, which would be the last chunk.
    static void appendChunk(std::string &out, std::string_view data);
    static void appendLastChunk(std::string &out);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

} // namespace reusescope
