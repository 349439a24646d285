// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h1limits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <llhttp.h>
#include <optional>
#include <string>
#include <string_view>

namespace reusescope {

/// One HTTP/1.x message after the other, from bytes; the part that both roles share. Private to
/// core/http.
///
/// Thread: one at a time. Ownership: none of the bytes; text() views live until the next start().
///
/// llhttp reads the message, but it is lenient where a mistake would cost the framing (it takes a
/// lone LF for a line end, does not look at what follows a chunk, reads on behind a message), and
/// differently so in each release. So it is never given more than one line, or the announced bytes
/// of a body, at a time, and each line is checked and counted first: CR and LF only as a pair, no
/// NUL, no folding (RFC 9112 sections 2.2 and 5.2), limits. It is reset for every message and sees
/// nothing between two of them.
class H1Reader
{
public:
    enum class Role : std::uint8_t { Client, Server };
    enum class Status : std::uint8_t { NeedMore, MessageEnd, Upgrade, Failed };
    enum class Field : std::uint8_t {
        Connection,
        KeepAlive,
        ContentLength,
        TransferEncoding,
        Tag,
        Location,
        Other,
    };
    struct Fed
    {
        Status status = Status::NeedMore;
        std::size_t consumed = 0;
    };

    H1Reader(Role role, const H1Limits &limits);
    H1Reader(const H1Reader &) = delete;
    H1Reader &operator=(const H1Reader &) = delete;

    /// Begins a message; `bodyless` is a response to HEAD.
    void start(bool bodyless);
    /// Once the message has ended or failed it consumes nothing and repeats its status.
    Fed feed(std::string_view bytes);
    /// Makes feed() return NeedMore behind the head of a message whose body is still to come; the
    /// next feed() reads on.
    void pauseBehindHeads(bool pauses) { m_pausesBehindHeads = pauses; }
    bool isBehindHead() const { return m_behindHead; } ///< feed() has returned there
    /// The stream has ended.
    Status finish();

    Status status() const { return m_status; }
    bool begun() const { return m_begun; }
    bool headComplete() const { return m_headComplete; }
    int statusCode() const { return m_parser.status_code; }
    int versionMajor() const { return m_parser.http_major; }
    int versionMinor() const { return m_parser.http_minor; }
    const std::string &method() const { return m_method; }
    const std::string &target() const { return m_target; }
    /// The values of all lines of that field, joined with ", ". Empty when there was none.
    std::string_view text(Field field) const { return m_values[static_cast<std::size_t>(field)]; }
    int headerCount() const { return m_headerCount; }
    std::optional<std::uint64_t> contentLength() const { return m_contentLength; }
    bool chunked() const { return m_chunked; }
    bool closeToken() const;
    /// By version, Connection tokens and framing (RFC 9112 section 9.3).
    bool keepAlive() const;
    std::optional<std::uint32_t> tag() const;
    std::uint64_t bodyBytes() const { return m_bodyBytes; }
    int interimResponses() const { return m_interimResponses; }
    static constexpr int kKeptInterims = 8;
    int interimStatus(int which) const ///< the first is 0; below kKeptInterims
    {
        return m_interimStatuses[static_cast<std::size_t>(which)];
    }
    int trailerCount() const { return m_trailerCount; }
    const Error &error() const { return m_error; }
    std::uint64_t offset() const { return m_offset; } ///< bytes consumed since start()

    // What llhttp reports; only the callbacks in the .cpp call these.
    int onException(std::exception_ptr thrown);
    int onMethod(std::string_view part);
    int onTarget(std::string_view part);
    int onFieldName(std::string_view part);
    int onFieldNameComplete();
    int onFieldValue(std::string_view part);
    int onHeadersComplete();
    int onBody(std::size_t size);
    int onChunkHeader();
    int onMessageComplete();

private:
    static constexpr long kLimit = 0;

    enum class Section : std::uint8_t {
        Head,
        Body, ///< of a given length, or up to the end of the stream
        ChunkSize, ///< the size and the CRLF of its line
        ChunkExtension,
        ChunkData,
        ChunkEnd, ///< the CRLF behind the data of a chunk
        Trailer,
    };

    void beginHead();
    /// Those in front of the start line: RFC 9112 section 2.2 lets a server skip them, and clients
    /// do.
    std::size_t skipLineBreaks(std::string_view bytes);
    std::size_t feedLine(std::string_view bytes);
    /// Up to the CR of the line. Extensions mean nothing here, and llhttp 8.1 refuses one that
    /// stands behind an unquoted value.
    std::size_t skipExtension(std::string_view bytes);
    std::size_t feedData(std::string_view bytes);
    std::size_t execute(std::string_view bytes);
    /// Takes bytes of a field to which nobody can object, so that takeByte() sees but a few of each
    /// line; the number of them.
    std::size_t plainRun(std::string_view bytes);
    /// Why the next byte of the current line cannot stand there; empty when it can.
    std::string_view objection(char c) const;
    std::string_view fieldObjection(char c) const;
    /// Counts the byte against the limit of its section; false when that is exceeded.
    bool countByte(char c);
    /// Makes `c` the next byte of the line; false when it cannot be that, for failAt() to say why.
    bool takeByte(char c);
    void failAt(char c);
    int lines(Field field) const { return m_fieldLines[static_cast<std::size_t>(field)]; }
    void endMessage();
    /// For the callbacks: notes the failure and makes llhttp stop.
    int refuse(std::string sentence, long native = HPE_USER);
    /// `native`: a code of llhttp's, HPE_USER for an objection of our own, kLimit for a limit.
    void fail(long native, std::string_view sentence);

    Role m_role;
    H1Limits m_limits;
    llhttp_settings_t m_settings;
    llhttp_t m_parser;

    Status m_status = Status::MessageEnd;
    Section m_section = Section::Head;
    bool m_bodyless = false; // the response to HEAD
    bool m_begun = false;
    bool m_headComplete = false;
    bool m_messageComplete = false;
    bool m_bodyToStreamEnd = false;
    bool m_pausesBehindHeads = false;
    bool m_behindHead = false;
    std::uint64_t m_offset = 0; // bytes consumed since start()

    // The line that is being read. m_lineBytes counts what was seen of it, its CR included.
    std::size_t m_lineBytes = 0;
    bool m_afterCr = false;
    bool m_colonSeen = false; // ends the name of a field
    bool m_startLineBegun = false;
    bool m_startLineEnded = false;
    std::uint64_t m_startLineTail = 0; // its last eight bytes
    std::size_t m_sizeDigits = 0;
    bool m_extensionBegun = false; // its semicolon has come

    std::size_t m_headBytes = 0;
    std::size_t m_chunkExtensionBytes = 0;
    std::size_t m_trailerBytes = 0;
    int m_interimResponses = 0;
    std::array<std::uint16_t, kKeptInterims> m_interimStatuses{};
    int m_headerCount = 0;
    int m_trailerCount = 0;

    std::string m_method;
    std::string m_target;
    std::string m_fieldName; // no longer than what can match a Field
    Field m_field = Field::Other;
    std::array<std::string, static_cast<std::size_t>(Field::Other)> m_values;
    std::array<int, static_cast<std::size_t>(Field::Other)> m_fieldLines{};
    std::optional<std::uint64_t> m_contentLength;
    bool m_chunked = false;
    std::uint64_t m_chunkLeft = 0;
    std::uint64_t m_bodyBytes = 0;

    std::string m_refusal; // set by refuse(), until execute() turns it into m_error
    long m_refusalCode = HPE_USER;
    std::exception_ptr m_thrown; // by a callback
    Error m_error;
};

} // namespace reusescope
