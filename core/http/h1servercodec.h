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
/// Thread: one at a time. feed() stops at the end of each request; call it again with the rest for pipelined ones.
class H1ServerCodec
{
public:
    enum class Status : std::uint8_t { NeedMore, MessageEnd, Failed };
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
    /// The request that ended last; its views live until the next feed().
    const ReceivedRequest &request() const;
    const Error &error() const;

    static void appendResponseHead(std::string &out, const ResponseFields &fields);
    static void appendChunk(std::string &out, std::string_view data);
    static void appendLastChunk(std::string &out);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

} // namespace reusescope
