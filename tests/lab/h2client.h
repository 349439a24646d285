// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h2clientcodec.h"
#include "core/net/tlsstream.h"
#include "tests/net/netfixture.h"

#include <cstdint>
#include <fcntl.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reusescope::test {

/// What a client of HTTP/2 has learned about one of its requests.
struct H2Answer
{
    int status = 0; // 0: no head has come
    std::optional<std::uint32_t> tag;
    std::optional<std::uint64_t> contentLength;
    std::string body;
    bool closed = false;
    H2StreamEnd end = H2StreamEnd::Complete;
    H2ErrorCode code = H2ErrorCode::NoError;
    bool unprocessed = false;

    bool isComplete() const { return closed && end == H2StreamEnd::Complete; }
};

/// A client of HTTP/2 on a real socket, plain or over TLS. It sends when told to and reads while it
/// waits for something.
class H2Client final : private ByteStream::Handler, private H2ClientListener
{
public:
    struct Goaway
    {
        std::int32_t lastStreamId = 0;
        H2ErrorCode code = H2ErrorCode::NoError;
    };

    /// `alpn`: what to offer over TLS; plain TCP without TLS.
    H2Client(const Endpoint &server, bool tls, const H2ClientOptions &options = {},
             std::vector<std::string> alpn = {"h2"})
        : m_run(makeEpollPoller()), codec(*this, options)
    {
        const int descriptor = connectTo(server).release();
        ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
        ByteStream::Handler &self = *this;
        if (!tls) {
            auto plain = std::make_unique<TcpStream>(m_run.loop, self);
            plain->adopt(descriptor, server);
            m_stream = std::move(plain);
            return;
        }
        TlsClientOptions tlsOptions;
        tlsOptions.verify = false;
        tlsOptions.protocols = std::move(alpn);
        m_tls = std::move(*TlsClientContext::make(tlsOptions, "localhost"));
        auto secure = std::make_unique<TlsStream>(m_run.loop, self);
        TlsStream &stream = *secure;
        m_stream = std::move(secure);
        stream.startClient(descriptor, server, *m_tls, [this](const Result<void> &outcome) {
            m_handshake = outcome ? std::optional<Error>() : outcome.error();
            m_shaken = true;
        });
        m_run.until([this] { return m_shaken; });
        protocol = stream.info().protocol;
    }
    ~H2Client()
    {
        bool closed = false;
        m_stream->close([&closed] { closed = true; });
        m_run.until([&closed] { return closed; });
    }

    /// Leaves it to flush() to send it.
    std::int32_t submit(std::uint32_t tag, Method method = Method::Get)
    {
        H2Request request;
        request.head.method = method;
        request.head.host = "lab";
        request.head.tag = tag;
        return codec.submit(request).id;
    }
    void flush()
    {
        for (std::string_view bytes = codec.output(); !bytes.empty(); bytes = codec.output()) {
            const IoResult result = m_stream->write(bytes);
            if (result.status != IoStatus::Done) {
                m_stream->watchWriting(result.status == IoStatus::WouldBlock);
                return;
            }
            codec.consumed(result.bytes);
        }
        m_stream->watchWriting(false);
    }
    std::int32_t send(std::uint32_t tag, Method method = Method::Get)
    {
        const std::int32_t id = submit(tag, method);
        flush();
        return id;
    }

    void shutdownWriting() { m_stream->shutdownWriting(); }

    template <typename Happened> bool until(const Happened &happened)
    {
        return m_run.until(happened);
    }
    bool untilClosed(std::int32_t id)
    {
        return until([this, id] { return answers[id].closed; });
    }
    /// A whole exchange that goes well.
    bool exchange(std::uint32_t tag)
    {
        const std::int32_t id = send(tag);
        return untilClosed(id) && answers[id].isComplete() && answers[id].status == 200
            && answers[id].tag == tag;
    }
    std::size_t completed() const
    {
        std::size_t count = 0;
        for (const auto &[id, answer] : answers)
            count += answer.isComplete() ? 1 : 0;
        return count;
    }
    std::uint64_t received(H2FrameType type) const
    {
        return codec.counters().received[static_cast<std::size_t>(type)];
    }
    /// Waits until the kernel has something, and reads nothing.
    bool arrives() const
    {
        pollfd entry{m_stream->descriptor(), POLLIN, 0};
        return ::poll(&entry, 1, 60'000) == 1;
    }
    bool hasArrived() const
    {
        pollfd entry{m_stream->descriptor(), POLLIN, 0};
        return ::poll(&entry, 1, 0) == 1;
    }
    const std::optional<Error> &handshakeError() const { return m_handshake; }

private:
    LoopRun m_run;
    std::unique_ptr<TlsClientContext> m_tls;
    std::unique_ptr<ByteStream> m_stream;
    std::optional<Error> m_handshake;
    bool m_shaken = false;

public:
    H2ClientCodec codec;
    std::string protocol; // by ALPN
    std::map<std::int32_t, H2Answer> answers; // by stream
    std::vector<Goaway> goaways;
    std::vector<H2PeerSettings> settings; // after each SETTINGS
    std::vector<std::uint64_t> pingAcks;
    bool ended = false; // an end or a reset
    bool reset = false;

private:
    void streamReadable() override
    {
        std::vector<char> buffer(64 * 1024);
        for (;;) {
            const IoResult result = m_stream->read(buffer);
            if (result.status == IoStatus::WouldBlock)
                break;
            if (result.status != IoStatus::Done) {
                ended = true;
                reset = result.status == IoStatus::Failed;
                m_stream->watchReading(false);
                codec.endStreams();
                return;
            }
            codec.feed({buffer.data(), result.bytes});
        }
        flush();
    }
    void streamWritable() override { flush(); }

    void settingsReceived(const H2PeerSettings &now) override { settings.push_back(now); }
    void pingAcked(std::uint64_t payload) override { pingAcks.push_back(payload); }
    void goawayReceived(const H2Goaway &goaway) override
    {
        goaways.push_back({goaway.lastStreamId, goaway.code});
    }
    void responseHead(const H2Exchange &exchange) override
    {
        H2Answer &answer = answers[exchange.id];
        answer.status = exchange.head.status;
        answer.tag = exchange.head.tag;
        answer.contentLength = exchange.head.contentLength;
    }
    void responseBody(const H2Exchange &exchange, std::string_view bytes) override
    {
        answers[exchange.id].body.append(bytes);
    }
    void streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed) override
    {
        H2Answer &answer = answers[exchange.id];
        answer.closed = true;
        answer.end = closed.end;
        answer.code = closed.code;
        answer.unprocessed = closed.unprocessed;
    }
};

} // namespace reusescope::test
