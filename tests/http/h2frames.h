// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h2clientcodec.h"
#include "core/http/h2servercodec.h"

#include <fmt/format.h>

#include <QByteArray>

#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Frames made by hand, listeners that write down what they are told, and bytes carried between two
// codecs.

namespace reusescope::test {

enum : std::uint8_t { kEndStream = 1, kAck = 1, kEndHeaders = 4, kPadded = 8 };
inline constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

inline std::string number(std::uint64_t value, int bytes)
{
    std::string text;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        text.push_back(static_cast<char>(value >> shift));
    return text;
}

inline std::string frame(H2FrameType type, std::uint8_t flags, std::uint32_t stream,
                         std::string_view payload = {})
{
    const unsigned code = type == H2FrameType::Other ? 0xbeU : unsigned(type);
    return number(payload.size(), 3) + number(code, 1) + number(flags, 1) + number(stream, 4)
        + std::string(payload);
}

using Fields = std::vector<std::pair<std::string, std::string>>;

/// HPACK literals without indexing and without Huffman codes (RFC 7541 section 6.2.2).
inline std::string block(const Fields &fields)
{
    const auto text = [](const std::string &value) {
        std::string out;
        if (value.size() < 127) {
            out = number(value.size(), 1);
        } else {
            out = '\x7f';
            std::size_t rest = value.size() - 127;
            for (; rest >= 128; rest /= 128)
                out += number(rest % 128 + 128, 1);
            out += number(rest, 1);
        }
        return out + value;
    };
    std::string out;
    for (const auto &[fieldName, value] : fields)
        out += std::string(1, '\0') + text(fieldName) + text(value);
    return out;
}

inline std::string headers(std::uint32_t stream, const Fields &fields,
                           std::uint8_t flags = kEndHeaders)
{
    return frame(H2FrameType::Headers, flags, stream, block(fields));
}
inline std::string data(std::uint32_t stream, std::string_view bytes, std::uint8_t flags = 0)
{
    return frame(H2FrameType::Data, flags, stream, bytes);
}
inline std::string rst(std::uint32_t stream, H2ErrorCode code)
{
    return frame(H2FrameType::RstStream, 0, stream, number(std::uint32_t(code), 4));
}
inline std::string goaway(std::uint32_t last, H2ErrorCode code = H2ErrorCode::NoError,
                          std::string_view text = {})
{
    return frame(H2FrameType::Goaway, 0, 0,
                 number(last, 4) + number(std::uint32_t(code), 4) + std::string(text));
}
inline std::string settings(std::initializer_list<H2Setting> entries = {})
{
    std::string payload;
    for (const H2Setting &entry : entries)
        payload += number(std::uint16_t(entry.id), 2) + number(entry.value, 4);
    return frame(H2FrameType::Settings, 0, 0, payload);
}
inline std::string settingsAck()
{
    return frame(H2FrameType::Settings, kAck, 0);
}
inline std::string ping(std::uint64_t payload, std::uint8_t flags = 0)
{
    return frame(H2FrameType::Ping, flags, 0, number(payload, 8));
}
inline std::string windowUpdate(std::uint32_t stream, std::uint32_t credit)
{
    return frame(H2FrameType::WindowUpdate, 0, stream, number(credit, 4));
}

struct SeenFrame
{
    unsigned type = 0;
    unsigned flags = 0;
    std::uint32_t stream = 0;
    std::string payload;
};

/// Reads what a codec has put out, without a preface.
inline std::vector<SeenFrame> framesOf(std::string_view bytes)
{
    if (bytes.starts_with(kPreface))
        bytes.remove_prefix(kPreface.size());
    const auto read = [](std::string_view text) {
        std::uint32_t value = 0;
        for (const char c : text)
            value = value << 8 | static_cast<unsigned char>(c);
        return value;
    };
    std::vector<SeenFrame> frames;
    while (bytes.size() >= 9) {
        const std::size_t size = read(bytes.substr(0, 3));
        frames.push_back({read(bytes.substr(3, 1)), read(bytes.substr(4, 1)),
                          read(bytes.substr(5, 4)), std::string(bytes.substr(9, size))});
        bytes.remove_prefix(std::min(bytes.size(), 9 + size));
    }
    return frames;
}

/// "3 HEADERS, 1 RST_STREAM"
inline std::string counted(const H2FrameCounts &counts)
{
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            text +=
                fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[i], name(H2FrameType(i)));
    }
    return text;
}

/// QCOMPARE shows the values of a QByteArray, but not of a std::string.
inline QByteArray shown(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

inline std::string_view name(H2StreamEnd end)
{
    switch (end) {
    case H2StreamEnd::Complete: return "complete";
    case H2StreamEnd::ResetByPeer: return "reset-by-peer";
    case H2StreamEnd::RefusedByGoaway: return "refused-by-goaway";
    case H2StreamEnd::Failed: return "failed";
    case H2StreamEnd::ConnectionOver: return "connection-over";
    }
    return {};
}

/// Writes a line per event, but for DATA, which is counted at the end.
class ClientNotes : public H2ClientListener
{
public:
    std::string lines;
    std::map<std::int32_t, int> ends; ///< how often each stream has ended
    std::uint64_t bodyBytes = 0;
    std::uint64_t position = 0; ///< of the request that was produced last
    std::string lastError;
    std::function<void(const H2Exchange &)> onBegun;
    std::function<void(const H2Exchange &)> onHead;
    std::function<void(const H2Exchange &)> onBody;
    std::function<void(const H2Exchange &)> onClosed;

    std::string take() { return std::exchange(lines, {}); }

    void requestProduced(const H2Exchange & /*exchange*/, std::uint64_t at) override
    {
        position = at;
    }
    void responseBegun(const H2Exchange &exchange) override
    {
        lines += fmt::format("{} begun\n", exchange.id);
        if (onBegun)
            onBegun(exchange);
    }
    void interimResponse(const H2Exchange &exchange, int status) override
    {
        lines += fmt::format("{} interim {}\n", exchange.id, status);
    }
    void responseHead(const H2Exchange &exchange) override
    {
        const ResponseHead &head = exchange.head;
        lines += fmt::format("{} head {} fields={}", exchange.id, head.status, head.headerCount);
        if (head.contentLength)
            lines += fmt::format(" length={}", *head.contentLength);
        if (head.tag)
            lines += fmt::format(" tag={}", *head.tag);
        lines += '\n';
        if (onHead)
            onHead(exchange);
    }
    void responseBody(const H2Exchange &exchange, std::string_view bytes) override
    {
        bodyBytes += bytes.size();
        if (onBody)
            onBody(exchange);
    }
    void responseEnded(const H2Exchange &exchange) override
    {
        lines += fmt::format("{} ended body={}", exchange.id, exchange.bodyBytes);
        if (exchange.trailerCount > 0)
            lines += fmt::format(" trailers={}", exchange.trailerCount);
        lines += '\n';
    }
    void streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed) override
    {
        ++ends[exchange.id];
        lines += fmt::format("{} closed {}", exchange.id, name(closed.end));
        if (closed.code != H2ErrorCode::NoError)
            lines += fmt::format(" {}", reusescope::name(closed.code));
        if (closed.unprocessed)
            lines += " unprocessed";
        lines += '\n';
        if (closed.error != nullptr)
            lastError = closed.error->detail;
        if (onClosed)
            onClosed(exchange);
    }
    void settingsReceived(const H2PeerSettings &) override { lines += "settings\n"; }
    void settingsAcked() override { lines += "settings acked\n"; }
    void pingReceived(std::uint64_t payload) override
    {
        lines += fmt::format("ping {}\n", payload);
    }
    void pingAcked(std::uint64_t payload) override
    {
        lines += fmt::format("ping acked {}\n", payload);
    }
    void goawayReceived(const H2Goaway &goaway) override
    {
        lines += fmt::format("goaway last={} {} [{}]\n", goaway.lastStreamId,
                             reusescope::name(goaway.code), goaway.debugText);
    }
};

class ServerNotes : public H2ServerListener
{
public:
    std::string lines;
    std::map<std::int32_t, int> ends;
    std::function<void(std::int32_t, const ReceivedRequest &)> onRequest;

    std::string take() { return std::exchange(lines, {}); }

    void requestReceived(std::int32_t streamId, const ReceivedRequest &request) override
    {
        lines += fmt::format("{} {} {} body={}", streamId, request.method, request.target,
                             request.bodyBytes);
        if (request.tag)
            lines += fmt::format(" tag={}", *request.tag);
        lines += '\n';
        if (onRequest)
            onRequest(streamId, request);
    }
    void streamClosed(std::int32_t streamId, H2ErrorCode code) override
    {
        ++ends[streamId];
        if (code != H2ErrorCode::NoError)
            lines += fmt::format("{} closed {}\n", streamId, reusescope::name(code));
    }
    void settingsReceived(const H2PeerSettings &) override { lines += "settings\n"; }
    void settingsAcked() override { lines += "settings acked\n"; }
    void pingAcked(std::uint64_t payload) override
    {
        lines += fmt::format("ping acked {}\n", payload);
    }
    void goawayReceived(const H2Goaway &goaway) override
    {
        lines +=
            fmt::format("goaway last={} {}\n", goaway.lastStreamId, reusescope::name(goaway.code));
    }
};

/// All that a codec has to write now.
template <typename Codec> std::string takeOutput(Codec &codec)
{
    std::string bytes;
    for (std::string_view part = codec.output(); !part.empty(); part = codec.output()) {
        bytes += part;
        codec.consumed(part.size());
    }
    return bytes;
}

/// Carries bytes both ways, at most `step` at a time, until neither side has any.
template <typename Client, typename Server>
void exchange(Client &client, Server &server, std::size_t step = 1'000'000)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (std::string_view out = client.output(); !out.empty(); out = client.output()) {
            const std::string part(out.substr(0, step));
            client.consumed(part.size());
            server.feed(part);
            moved = true;
        }
        for (std::string_view out = server.output(); !out.empty(); out = server.output()) {
            const std::string part(out.substr(0, step));
            server.consumed(part.size());
            client.feed(part);
            moved = true;
        }
    }
}

inline H2Request get(std::string_view target = "/", std::uint32_t tag = 0)
{
    return {.head = {.target = target, .host = "localhost", .tag = tag}};
}

} // namespace reusescope::test
