// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h1reader.h"

#include "core/http/h1fields.h"
#include "core/http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(H1Reader::Field::Other)>
    kFieldNames{"connection",        "keep-alive", "content-length",
                "transfer-encoding", kTagHeader,   "location"};
constexpr std::size_t kLongestFieldName =
    std::max_element(kFieldNames.begin(), kFieldNames.end(),
                     [](auto a, auto b) { return a.size() < b.size(); }) -> size();

// A chunk's size has at most 64 bits; what a size line holds beyond its digits and CRLF counts as
// extension, further (leading) digits too, or zeros could be sent for ever.
constexpr std::size_t kMaxSizeDigits = 16;
constexpr std::size_t kEmptyLineBytes = 2; // its CR and its LF

template <typename Limit> std::string limitExceeded(std::string_view name, Limit limit)
{
    return fmt::format("the limit {} ({}) was exceeded", name, limit);
}

constexpr std::uint64_t packed(std::string_view text)
{
    std::uint64_t value = 0;
    for (const char c : text)
        value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

// What objection() never objects to. The status line is llhttp's to judge, but for what ends it.
constexpr CharTable kValueChars = charTable([](char c) { return !isControl(c); });
constexpr CharTable kRequestLineChars =
    charTable([](char c) { return !isControl(c) && c != '\t'; });
constexpr CharTable kStatusLineChars =
    charTable([](char c) { return c != '\r' && c != '\n' && c != '\0'; });

H1Reader &reader(llhttp_t *parser)
{
    return *static_cast<H1Reader *>(parser->data);
}

/// C code lets no exception through: llhttp is told to stop, and execute() throws on.
template <typename Call> int forward(llhttp_t *parser, Call call)
{
    H1Reader &to = reader(parser);
    try {
        return call(to);
    } catch (...) {
        return to.onException(std::current_exception());
    }
}

extern "C" {
int forwardMethod(llhttp_t *parser, const char *at, std::size_t size)
{
    return forward(parser, [&](H1Reader &to) { return to.onMethod({at, size}); });
}
int forwardUrl(llhttp_t *parser, const char *at, std::size_t size)
{
    return forward(parser, [&](H1Reader &to) { return to.onTarget({at, size}); });
}
int forwardHeaderField(llhttp_t *parser, const char *at, std::size_t size)
{
    return forward(parser, [&](H1Reader &to) { return to.onFieldName({at, size}); });
}
int forwardHeaderFieldComplete(llhttp_t *parser)
{
    return forward(parser, [](H1Reader &to) { return to.onFieldNameComplete(); });
}
int forwardHeaderValue(llhttp_t *parser, const char *at, std::size_t size)
{
    return forward(parser, [&](H1Reader &to) { return to.onFieldValue({at, size}); });
}
int forwardHeadersComplete(llhttp_t *parser)
{
    return forward(parser, [](H1Reader &to) { return to.onHeadersComplete(); });
}
int forwardBody(llhttp_t *parser, const char *, std::size_t size)
{
    return reader(parser).onBody(size);
}
int forwardChunkHeader(llhttp_t *parser)
{
    return reader(parser).onChunkHeader();
}
int forwardMessageComplete(llhttp_t *parser)
{
    return reader(parser).onMessageComplete();
}
}

} // namespace

H1Reader::H1Reader(Role role, const H1Limits &limits) : m_role(role), m_limits(limits)
{
    llhttp_settings_init(&m_settings);
    m_settings.on_method = forwardMethod;
    m_settings.on_url = forwardUrl;
    m_settings.on_header_field = forwardHeaderField;
    m_settings.on_header_field_complete = forwardHeaderFieldComplete;
    m_settings.on_header_value = forwardHeaderValue;
    m_settings.on_headers_complete = forwardHeadersComplete;
    m_settings.on_body = forwardBody;
    m_settings.on_chunk_header = forwardChunkHeader;
    m_settings.on_message_complete = forwardMessageComplete;
    llhttp_init(&m_parser, role == Role::Client ? HTTP_RESPONSE : HTTP_REQUEST, &m_settings);
    m_parser.data = this;
}

void H1Reader::start(bool bodyless)
{
    m_status = Status::NeedMore;
    m_bodyless = bodyless;
    m_begun = false;
    m_offset = 0;
    m_chunkExtensionBytes = 0;
    m_trailerBytes = 0;
    m_interimResponses = 0;
    m_trailerCount = 0;
    m_bodyBytes = 0;
    m_error = {ErrorKind::Http1, 0, {}};
    beginHead();
}

void H1Reader::beginHead()
{
    llhttp_reset(&m_parser);
    m_section = Section::Head;
    m_headComplete = false;
    m_messageComplete = false;
    m_bodyToStreamEnd = false;
    m_behindHead = false;
    m_lineBytes = 0;
    m_afterCr = false;
    m_colonSeen = false;
    m_startLineBegun = false;
    m_startLineEnded = false;
    m_startLineTail = 0;
    m_headBytes = 0;
    m_headerCount = 0;
    m_method.clear();
    m_target.clear();
    m_fieldName.clear();
    for (std::string &value : m_values)
        value.clear();
    m_fieldLines.fill(0);
    m_refusal.clear();
    m_contentLength.reset();
    m_chunked = false;
    m_chunkLeft = 0;
}

H1Reader::Fed H1Reader::feed(std::string_view bytes)
{
    std::size_t consumed = 0;
    m_behindHead = false;
    while (m_status == Status::NeedMore && consumed < bytes.size() && !m_behindHead) {
        const std::string_view rest = bytes.substr(consumed);
        const bool inHead = m_section == Section::Head;
        if (m_section == Section::Body || m_section == Section::ChunkData)
            consumed += feedData(rest);
        else if (m_section == Section::ChunkExtension)
            consumed += skipExtension(rest);
        else if (!m_startLineBegun)
            consumed += skipLineBreaks(rest);
        else
            consumed += feedLine(rest);
        m_behindHead = m_pausesBehindHeads && inHead && m_section != Section::Head
            && m_status == Status::NeedMore;
    }
    return {m_status, consumed};
}

H1Reader::Status H1Reader::finish()
{
    if (m_status != Status::NeedMore || !m_begun)
        return m_status;
    if (m_section == Section::Body && m_bodyToStreamEnd) {
        m_status = Status::MessageEnd;
    } else if (m_section == Section::Head) {
        fail(HPE_INVALID_EOF_STATE,
             m_startLineBegun ? "the stream ended inside the head"
                              : "the stream ended after an interim response");
    } else if (m_section == Section::Body) {
        fail(HPE_INVALID_EOF_STATE,
             fmt::format("the stream ended after {} of {} body bytes", m_bodyBytes,
                         m_contentLength.value_or(0)));
    } else {
        fail(HPE_INVALID_EOF_STATE,
             fmt::format("the stream ended inside a chunked body, after {} body bytes",
                         m_bodyBytes));
    }
    return m_status;
}

bool H1Reader::closeToken() const
{
    return countInList(text(Field::Connection), "close") > 0;
}

bool H1Reader::keepAlive() const
{
    if (m_status == Status::Failed || m_bodyToStreamEnd || closeToken())
        return false;
    if (m_role == Role::Client && statusCode() == HTTP_STATUS_SWITCHING_PROTOCOLS)
        return false;
    if (versionMinor() >= 1)
        return true;
    // RFC 9112 section 6.1: a transfer coding in HTTP/1.0 means that the framing is not to be
    // trusted.
    return countInList(text(Field::Connection), "keep-alive") > 0
        && lines(Field::TransferEncoding) == 0;
}

std::optional<std::uint32_t> H1Reader::tag() const
{
    return decimal32(text(Field::Tag));
}

std::size_t H1Reader::skipLineBreaks(std::string_view bytes)
{
    std::size_t skipped = 0;
    for (const char c : bytes) {
        if (!m_afterCr && c != '\r' && c != '\n') {
            m_begun = true;
            m_startLineBegun = true;
            break;
        }
        if (!takeByte(c)) {
            failAt(c);
            break;
        }
        ++m_offset;
        ++skipped;
    }
    return skipped;
}

std::size_t H1Reader::feedLine(std::string_view bytes)
{
    std::size_t size = 0;
    bool lineEnded = false;
    bool taken = true;
    while (size < bytes.size() && !lineEnded) {
        const std::size_t run = plainRun(bytes.substr(size));
        size += run;
        m_lineBytes += run;
        if (size == bytes.size())
            break;
        const char c = bytes[size];
        if (m_section == Section::ChunkSize && !m_afterCr && (isBlank(c) || c == ';')) {
            m_section = Section::ChunkExtension;
            m_extensionBegun = false;
            break;
        }
        taken = takeByte(c);
        if (!taken)
            break;
        ++size;
        ++m_lineBytes;
        if (!m_startLineEnded && c != '\r' && c != '\n')
            m_startLineTail = m_startLineTail << 8 | static_cast<unsigned char>(c);
        if (c != '\n')
            continue;
        // Only the empty line at its end can make of a head something else: one call of llhttp
        // takes all lines up to there.
        lineEnded = m_section != Section::Head || m_lineBytes <= kEmptyLineBytes;
        m_lineBytes = 0;
        m_sizeDigits = 0;
        m_colonSeen = false;
        m_startLineEnded = true;
        if (m_section == Section::ChunkEnd)
            m_section = Section::ChunkSize;
    }
    // llhttp first: its objection, if it has one, is to an earlier byte.
    const std::size_t used = execute(bytes.substr(0, size));
    if (m_status == Status::NeedMore && !taken)
        failAt(bytes[size]);
    return used;
}

std::size_t H1Reader::plainRun(std::string_view bytes)
{
    const bool inTrailer = m_section == Section::Trailer;
    if (m_afterCr || !(inTrailer || m_section == Section::Head))
        return 0;
    std::size_t &counter = inTrailer ? m_trailerBytes : m_headBytes;
    const std::size_t limit = inTrailer ? m_limits.trailerBytes : m_limits.headBytes;
    bytes = bytes.substr(0, limit - counter);
    const bool inStartLine = !inTrailer && !m_startLineEnded;
    const CharTable &plain = inStartLine
        ? (m_role == Role::Client ? kStatusLineChars : kRequestLineChars)
        : (m_colonSeen ? kValueChars : kTokenChars);
    const auto end = std::find_if_not(bytes.begin(), bytes.end(), [&plain](char c) {
        return plain[static_cast<unsigned char>(c)];
    });
    const auto run = static_cast<std::size_t>(end - bytes.begin());
    counter += run;
    if (inStartLine) {
        for (const char c : bytes.substr(run - std::min(run, sizeof m_startLineTail),
                                         std::min(run, sizeof m_startLineTail)))
            m_startLineTail = m_startLineTail << 8 | static_cast<unsigned char>(c);
    }
    return run;
}

std::size_t H1Reader::skipExtension(std::string_view bytes)
{
    std::size_t skipped = 0;
    for (const char c : bytes) {
        m_extensionBegun = m_extensionBegun || c == ';';
        if (!m_extensionBegun && !isBlank(c)) {
            fail(HPE_INVALID_CHUNK_SIZE,
                 "more than the size and extensions in the line of a chunk");
            break;
        }
        if (c == '\r') {
            m_section = Section::ChunkSize; // for the end of the line
            break;
        }
        if (!takeByte(c)) {
            failAt(c);
            break;
        }
        ++m_offset;
        ++skipped;
    }
    return skipped;
}

std::size_t H1Reader::feedData(std::string_view bytes)
{
    if (m_section == Section::Body)
        return execute(bytes);
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), m_chunkLeft));
    m_chunkLeft -= size;
    if (m_chunkLeft == 0)
        m_section = Section::ChunkEnd;
    return execute(bytes.substr(0, size));
}

std::size_t H1Reader::execute(std::string_view bytes)
{
    if (bytes.empty())
        return 0;
    const llhttp_errno_t code = llhttp_execute(&m_parser, bytes.data(), bytes.size());
    if (m_thrown)
        std::rethrow_exception(std::exchange(m_thrown, nullptr));
    const std::size_t used = code == HPE_OK
        ? bytes.size()
        : static_cast<std::size_t>(llhttp_get_error_pos(&m_parser) - bytes.data());
    m_offset += used;
    if (!m_refusal.empty())
        fail(m_refusalCode, m_refusal);
    else if (m_messageComplete)
        endMessage();
    else if (code != HPE_OK)
        fail(code, llhttp_get_error_reason(&m_parser));
    return used;
}

std::string_view H1Reader::objection(char c) const
{
    if (m_afterCr && c != '\n')
        return "a CR without an LF";
    if (!m_afterCr && c == '\n')
        return "an LF without a CR";
    if (c == '\0')
        return "a NUL byte";
    const bool lineEnds = c == '\r' || c == '\n';
    switch (m_section) {
    case Section::Head:
        if (m_startLineEnded)
            return fieldObjection(c);
        if (m_role == Role::Server && !lineEnds && (c == '\t' || isControl(c)))
            return "a control character in the request line";
        break;
    case Section::Trailer: return fieldObjection(c);
    case Section::ChunkExtension:
        if (isControl(c))
            return "a control character in a chunk extension";
        break;
    case Section::ChunkEnd:
        if (!lineEnds)
            return "more data than the size of the chunk said";
        break;
    case Section::Body:
    case Section::ChunkSize:
    case Section::ChunkData: break;
    }
    return {};
}

std::string_view H1Reader::fieldObjection(char c) const
{
    if (m_colonSeen || isTokenChar(c))
        return {};
    const bool lineBegins = m_lineBytes == 0;
    if (lineBegins && isBlank(c))
        return "a folded header line";
    if (c == ':')
        return lineBegins ? "a field without a name" : "";
    if (c == '\r')
        return lineBegins ? "" : "a field without a colon";
    if (c == '\n')
        return {};
    return "a character that no field name may have";
}

bool H1Reader::countByte(char c)
{
    switch (m_section) {
    case Section::Head: return ++m_headBytes <= m_limits.headBytes;
    case Section::Trailer: return ++m_trailerBytes <= m_limits.trailerBytes;
    case Section::ChunkSize:
        if (c == '\r' || c == '\n' || m_sizeDigits++ < kMaxSizeDigits)
            return true;
        return ++m_chunkExtensionBytes <= m_limits.chunkExtensionBytes;
    case Section::ChunkExtension: return ++m_chunkExtensionBytes <= m_limits.chunkExtensionBytes;
    case Section::Body:
    case Section::ChunkData:
    case Section::ChunkEnd: break;
    }
    return true;
}

bool H1Reader::takeByte(char c)
{
    if (!objection(c).empty() || !countByte(c))
        return false;
    m_afterCr = c == '\r';
    m_colonSeen = m_colonSeen || c == ':';
    return true;
}

void H1Reader::failAt(char c)
{
    if (const std::string_view wrong = objection(c); !wrong.empty())
        fail(HPE_USER, wrong);
    else if (m_section == Section::Head)
        fail(kLimit, limitExceeded("headBytes", m_limits.headBytes));
    else if (m_section == Section::Trailer)
        fail(kLimit, limitExceeded("trailerBytes", m_limits.trailerBytes));
    else
        fail(kLimit, limitExceeded("chunkExtensionBytes", m_limits.chunkExtensionBytes));
}

void H1Reader::endMessage()
{
    const bool switching = statusCode() == HTTP_STATUS_SWITCHING_PROTOCOLS;
    if (m_role == Role::Server || statusCode() >= 200) {
        m_status = Status::MessageEnd;
    } else if (switching) {
        m_status = Status::Upgrade;
    } else if (++m_interimResponses > m_limits.interimResponses) {
        fail(kLimit, limitExceeded("interimResponses", m_limits.interimResponses));
    } else {
        if (m_interimResponses <= kKeptInterims)
            m_interimStatuses[static_cast<std::size_t>(m_interimResponses - 1)] =
                static_cast<std::uint16_t>(statusCode());
        beginHead();
    }
}

int H1Reader::refuse(std::string sentence, long native)
{
    m_refusal = std::move(sentence);
    m_refusalCode = native;
    return HPE_USER;
}

void H1Reader::fail(long native, std::string_view sentence)
{
    m_status = Status::Failed;
    m_error = {ErrorKind::Http1, native,
               fmt::format("byte {} of the {}: {}", m_offset,
                           m_role == Role::Client ? "response" : "request", sentence)};
}

int H1Reader::onException(std::exception_ptr thrown)
{
    m_thrown = std::move(thrown);
    return HPE_USER;
}

int H1Reader::onMethod(std::string_view part)
{
    m_method.append(part);
    return HPE_OK;
}

int H1Reader::onTarget(std::string_view part)
{
    m_target.append(part);
    return HPE_OK;
}

int H1Reader::onFieldName(std::string_view part)
{
    // One byte more than the longest known name, so that a longer one does not match by its
    // beginning.
    m_fieldName.append(part.substr(0, kLongestFieldName + 1 - m_fieldName.size()));
    return HPE_OK;
}

int H1Reader::onFieldNameComplete()
{
    m_field = Field::Other;
    if (m_section == Section::Trailer) {
        ++m_trailerCount;
    } else {
        if (++m_headerCount > m_limits.headerCount)
            return refuse(limitExceeded("headerCount", m_limits.headerCount), kLimit);
        for (std::size_t i = 0; i < kFieldNames.size(); ++i) {
            if (!equalsIgnoringCase(m_fieldName, kFieldNames[i]))
                continue;
            m_field = static_cast<Field>(i);
            if (++m_fieldLines[i] > 1)
                m_values[i].append(", ");
        }
    }
    m_fieldName.clear();
    return HPE_OK;
}

int H1Reader::onFieldValue(std::string_view part)
{
    if (m_field != Field::Other)
        m_values[static_cast<std::size_t>(m_field)].append(part);
    return HPE_OK;
}

int H1Reader::onHeadersComplete()
{
    if (versionMajor() != 1 || versionMinor() > 1)
        return refuse(fmt::format("HTTP/{}.{} is not spoken here", versionMajor(), versionMinor()));
    // llhttp takes RTSP/1.0 for a request, too.
    if (m_role == Role::Server && m_startLineTail >> 8 != packed("HTTP/1."))
        return refuse("the request is not one of HTTP/1");
    if (m_role == Role::Client && statusCode() < 100)
        return refuse(fmt::format("{:03} is not a status", statusCode()));

    const bool lengthGiven = lines(Field::ContentLength) > 0;
    if (lengthGiven) {
        m_contentLength = decimal(trimmed(text(Field::ContentLength)));
        if (!m_contentLength)
            return refuse("the Content-Length is not one number");
        if (lines(Field::TransferEncoding) > 0)
            return refuse("both a Content-Length and a Transfer-Encoding");
    }
    const std::string_view codings = text(Field::TransferEncoding);
    m_chunked = equalsIgnoringCase(lastListElement(codings), "chunked");
    // Two readers that see different codings see different ends of the message, so neither is
    // trusted.
    if (m_chunked != ((m_parser.flags & F_CHUNKED) != 0) || countInList(codings, "chunked") > 1)
        return refuse("the Transfer-Encoding is ambiguous");

    const bool interim = m_role == Role::Client && statusCode() < 200;
    m_headComplete = !interim || statusCode() == HTTP_STATUS_SWITCHING_PROTOCOLS;
    const bool neverHasBody = m_role == Role::Client
        && (m_bodyless || interim || statusCode() == HTTP_STATUS_NO_CONTENT
            || statusCode() == HTTP_STATUS_NOT_MODIFIED);
    if (neverHasBody)
        return 1; // llhttp: there is no body, whatever the fields say

    m_bodyToStreamEnd = llhttp_message_needs_eof(&m_parser) != 0;
    m_section = m_chunked ? Section::ChunkSize : Section::Body;
    return HPE_OK;
}

int H1Reader::onBody(std::size_t size)
{
    m_bodyBytes += size;
    return HPE_OK;
}

int H1Reader::onChunkHeader()
{
    m_chunkLeft = m_parser.content_length;
    m_section = m_chunkLeft == 0 ? Section::Trailer : Section::ChunkData;
    return HPE_OK;
}

int H1Reader::onMessageComplete()
{
    m_messageComplete = true;
    // Without the pause llhttp would take the next bytes for another message, or drop them after
    // `Connection: close`.
    return HPE_PAUSED;
}

} // namespace reusescope
