// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h1clientcodec.h"

#include "core/http/h1fields.h"
#include "core/http/h1reader.h"

#include <algorithm>
#include <array>

namespace reusescope {

namespace {

H1ClientCodec::Status toClientStatus(H1Reader::Status status)
{
    switch (status) {
    case H1Reader::Status::NeedMore: return H1ClientCodec::Status::NeedMore;
    case H1Reader::Status::MessageEnd: return H1ClientCodec::Status::MessageEnd;
    case H1Reader::Status::Upgrade: return H1ClientCodec::Status::Upgrade;
    case H1Reader::Status::Failed: break;
    }
    return H1ClientCodec::Status::Failed;
}

/// What appendRequest() writes itself, and what would contradict it.
bool isReservedField(std::string_view name)
{
    constexpr std::array<std::string_view, 4> kReserved{"host", "connection", "content-length",
                                                        "transfer-encoding"};
    return std::any_of(kReserved.begin(), kReserved.end(), [name](std::string_view reserved) {
        return equalsIgnoringCase(name, reserved);
    });
}

} // namespace

struct H1ClientCodec::Parser
{
    explicit Parser(const H1Limits &limits) : reader(H1Reader::Role::Client, limits) { }

    void readHead();

    H1Reader reader;
    ResponseHead head;
    bool headRead = false;
};

void H1ClientCodec::Parser::readHead()
{
    headRead = true;
    head.status = reader.statusCode();
    head.versionMajor = reader.versionMajor();
    head.versionMinor = reader.versionMinor();
    head.keepAlive = reader.keepAlive();
    head.closeToken = reader.closeToken();
    head.keepAliveHint = keepAliveTimeout(reader.text(H1Reader::Field::KeepAlive));
    head.contentLength = reader.contentLength();
    head.chunked = reader.chunked();
    head.tag = reader.tag();
    if (isRedirect(head.status))
        head.location = trimmed(reader.text(H1Reader::Field::Location));
    head.headerCount = reader.headerCount();
}

H1ClientCodec::H1ClientCodec(H1Limits limits) : m_parser(std::make_unique<Parser>(limits)) { }

H1ClientCodec::~H1ClientCodec() = default;

void H1ClientCodec::startResponse(Method method)
{
    m_parser->reader.start(method == Method::Head);
    m_parser->head = {};
    m_parser->headRead = false;
}

H1ClientCodec::Fed H1ClientCodec::feed(std::string_view bytes)
{
    const H1Reader::Fed fed = m_parser->reader.feed(bytes);
    if (m_parser->reader.headComplete() && !m_parser->headRead)
        m_parser->readHead();
    if (fed.status == H1Reader::Status::Failed)
        m_parser->head.keepAlive = false;
    return {toClientStatus(fed.status), fed.consumed};
}

H1ClientCodec::Status H1ClientCodec::finish()
{
    m_parser->head.keepAlive = false;
    return toClientStatus(m_parser->reader.finish());
}

bool H1ClientCodec::responseBegun() const
{
    return m_parser->reader.begun();
}

bool H1ClientCodec::headComplete() const
{
    return m_parser->reader.headComplete();
}

const ResponseHead &H1ClientCodec::head() const
{
    return m_parser->head;
}

std::uint64_t H1ClientCodec::bodyBytes() const
{
    return m_parser->reader.bodyBytes();
}

int H1ClientCodec::interimResponses() const
{
    return m_parser->reader.interimResponses();
}

int H1ClientCodec::interimStatus(int which) const
{
    return which < H1Reader::kKeptInterims ? m_parser->reader.interimStatus(which) : 0;
}

int H1ClientCodec::trailerCount() const
{
    return m_parser->reader.trailerCount();
}

const Error &H1ClientCodec::error() const
{
    return m_parser->reader.error();
}

std::uint64_t H1ClientCodec::errorOffset() const
{
    return m_parser->reader.offset();
}

void H1ClientCodec::appendRequest(std::string &out, const RequestHead &head)
{
    out.append(name(head.method)).push_back(' ');
    const std::size_t targetBegin = out.size();
    for (const char c : head.target) {
        if (!isBlank(c) && !isControl(c))
            out.push_back(c);
    }
    if (out.size() == targetBegin)
        out.push_back('/');
    out.append(" HTTP/1.1\r\n");
    appendField(out, "host", head.host);
    appendField(out, "connection", head.closeAfter ? "close" : "keep-alive");
    if (head.contentLength)
        appendField(out, "content-length", *head.contentLength);
    if (head.tag != 0)
        appendField(out, kTagHeader, std::uint64_t{head.tag});
    for (const HeaderField &field : head.extra) {
        if (!isReservedField(field.name))
            appendField(out, field.name, field.value);
    }
    out.append("\r\n");
}

StrayBytes classifyStrayBytes(std::string_view bytes)
{
    constexpr std::string_view kProtocol = "HTTP/";
    constexpr std::string_view kVersion = "HTTP/1.";
    constexpr std::string_view kTimeout = " 408";

    const std::size_t begin = bytes.find_first_not_of("\r\n");
    if (begin == std::string_view::npos)
        return bytes.empty() ? StrayBytes::Other : StrayBytes::LineBreaks;
    bytes.remove_prefix(begin);

    const bool isPrefix = kProtocol.substr(0, bytes.size()) == bytes.substr(0, kProtocol.size());
    if (!isPrefix)
        return StrayBytes::Other;
    if (bytes.substr(0, kVersion.size()) != kVersion)
        return StrayBytes::Response;
    const std::string_view behindMinor = bytes.substr(std::min(bytes.size(), kVersion.size() + 1));
    if (behindMinor.substr(0, kTimeout.size()) != kTimeout)
        return StrayBytes::Response;
    const std::string_view behindStatus = behindMinor.substr(kTimeout.size());
    const bool statusEnds = behindStatus.empty() || behindStatus.front() == ' '
        || behindStatus.front() == '\r' || behindStatus.front() == '\n';
    return statusEnds ? StrayBytes::RequestTimeout408 : StrayBytes::Response;
}

} // namespace reusescope
