// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h1servercodec.h"

#include "core/http/h1fields.h"
#include "core/http/h1reader.h"

#include <array>
#include <cassert>
#include <charconv>

namespace reusescope {

namespace {

std::string_view reasonPhrase(int status)
{
    switch (status) {
    case 100: return "Continue";
    case 101: return "Switching Protocols";
    case 103: return "Early Hints";
    case 200: return "OK";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 408: return "Request Timeout";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return {}; // optional since RFC 7230; the space in front of it is not
    }
}

} // namespace

struct H1ServerCodec::Parser
{
    explicit Parser(const H1Limits &limits) : reader(H1Reader::Role::Server, limits) { }

    H1Reader reader;
    ReceivedRequest request;
};

H1ServerCodec::H1ServerCodec(H1Limits limits) : m_parser(std::make_unique<Parser>(limits))
{
    m_parser->reader.start(false);
}

H1ServerCodec::~H1ServerCodec() = default;

H1ServerCodec::Fed H1ServerCodec::feed(std::string_view bytes)
{
    H1Reader &reader = m_parser->reader;
    if (reader.status() == H1Reader::Status::MessageEnd)
        reader.start(false);
    const H1Reader::Fed fed = reader.feed(bytes);
    if (fed.status == H1Reader::Status::NeedMore && !reader.isBehindHead())
        return {Status::NeedMore, fed.consumed};
    if (fed.status == H1Reader::Status::Failed)
        return {Status::Failed, fed.consumed};
    m_parser->request = {reader.method(), reader.target(), reader.keepAlive(), reader.tag(),
                         reader.bodyBytes()};
    return {reader.isBehindHead() ? Status::HeadEnd : Status::MessageEnd, fed.consumed};
}

void H1ServerCodec::reportHeads(bool reports)
{
    m_parser->reader.pauseBehindHeads(reports);
}

void H1ServerCodec::forgetBody()
{
    m_parser->reader.start(false);
}

bool H1ServerCodec::requestBegun() const
{
    const H1Reader &reader = m_parser->reader;
    return reader.status() == H1Reader::Status::NeedMore && reader.begun();
}

const ReceivedRequest &H1ServerCodec::request() const
{
    return m_parser->request;
}

const Error &H1ServerCodec::error() const
{
    return m_parser->reader.error();
}

void H1ServerCodec::appendResponseHead(std::string &out, const ResponseFields &fields)
{
    assert(fields.status >= 100 && fields.status <= 999);
    out.append("HTTP/1.1 ");
    appendDecimal(out, static_cast<std::uint64_t>(fields.status));
    out.append(" ").append(reasonPhrase(fields.status)).append("\r\n");
    if (fields.chunked)
        appendField(out, "transfer-encoding", "chunked");
    else if (fields.contentLength)
        appendField(out, "content-length", *fields.contentLength);
    appendField(out, "connection", fields.close ? "close" : "keep-alive");
    if (!fields.keepAliveHint.empty())
        appendField(out, "keep-alive", fields.keepAliveHint);
    if (fields.tag)
        appendField(out, kTagHeader, std::uint64_t{*fields.tag});
    out.append("\r\n");
}

void H1ServerCodec::appendChunk(std::string &out, std::string_view data)
{
    if (data.empty())
        return;
    std::array<char, 16> digits; // 64 bits in base 16
    const auto written =
        std::to_chars(digits.data(), digits.data() + digits.size(), data.size(), 16);
    out.append(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
    out.append("\r\n").append(data).append("\r\n");
}

void H1ServerCodec::appendLastChunk(std::string &out)
{
    out.append("0\r\n\r\n");
}

} // namespace reusescope
