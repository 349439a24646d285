// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/http/h1servercodec.h"
#include "core/http/h2servercodec.h"
#include "tests/support/delivery.h"
#include "tests/support/peerpoller.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace reusescope {

/// An HTTP/2 server of the test's own thread, on real loopback sockets, as ScriptedPeer.
///
/// Thread: the test's.
class H2Peer final : public PumpedPeer
{
public:
    class Connection;
    struct Request
    {
        int connection = 0; ///< 0-based, in the order of accepting
        std::int32_t stream = 0;
        std::uint32_t tag = 0;
        std::string method;
        std::uint64_t bodyBytes = 0;
    };

    /// One accepted connection; open until its end was sent or seen.
    class Connection final : private H2ServerListener
    {
    public:
        Connection(H2Peer &peer, int index, int fd)
            : codec(*this, peer.options), m_peer(peer), m_index(index), m_fd(fd)
        { }
        ~Connection() { closeNow(false); }

        void ok(const Request &request, std::uint64_t bodyBytes = 2, int status = 200)
        {
            ResponseFields fields;
            fields.status = status;
            fields.contentLength = bodyBytes;
            fields.tag = request.tag;
            codec.respond(request.stream, fields, bodyBytes);
        }
        /// Behind what waits to be sent.
        void fin() { m_endsWith = 'F'; }
        void reset() { m_endsWith = 'R'; }
        /// Reads and sends nothing more, not even what the codec answers by itself.
        void blackHole() { m_silent = true; }
        bool isOpen() const { return m_fd >= 0; }
        int fd() const { return m_fd; }
        std::size_t bytesSent() const { return m_sent; }
        int openStreams = 0;
        int mostStreams = 0;
        int pings = 0;
        std::int32_t goawayLast = -1; ///< of the client's own GOAWAY; -1: none came
        bool holdsOutput = false; ///< what is to be sent waits
        bool speaksHttp1 = false; ///< the client does: its first bytes are no preface

        H2ServerCodec codec;

        bool pump()
        {
            if (m_fd < 0 || m_silent)
                return false;
            bool busy = false;
            char buffer[65536];
            for (;;) {
                const ssize_t got = ::recv(m_fd, buffer, sizeof buffer, 0);
                if (got == 0 || (got < 0 && errno != EAGAIN)) {
                    codec.endStreams();
                    closeNow(false);
                    return true;
                }
                if (got < 0)
                    break;
                busy = true;
                const std::string_view bytes(buffer, static_cast<std::size_t>(got));
                speaksHttp1 = speaksHttp1 || (m_received == 0 && !bytes.starts_with("PRI"));
                m_received += bytes.size();
                if (speaksHttp1)
                    answerHttp1(bytes);
                else
                    codec.feed(bytes);
            }
            return send() || busy;
        }

    private:
        void requestReceived(std::int32_t stream, const ReceivedRequest &received) override
        {
            ++openStreams;
            mostStreams = std::max(mostStreams, openStreams);
            const Request request{m_index, stream, received.tag.value_or(0),
                                  std::string(received.method), received.bodyBytes};
            m_peer.requests.push_back(request);
            m_peer.answer(*this, request);
        }
        void streamClosed(std::int32_t, H2ErrorCode) override { --openStreams; }
        void goawayReceived(const H2Goaway &goaway) override { goawayLast = goaway.lastStreamId; }
        void answerHttp1(std::string_view bytes)
        {
            if (m_http1.feed(bytes).status != H1ServerCodec::Status::MessageEnd)
                return;
            const std::string text = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-reusescope-tag: "
                + std::to_string(m_http1.request().tag.value_or(0)) + "\r\n\r\nok";
            ::send(m_fd, text.data(), text.size(), MSG_NOSIGNAL);
        }
        void pingReceived(std::uint64_t) override
        {
            ++pings;
            if (m_peer.onPing)
                m_peer.onPing(*this);
        }

        bool send()
        {
            if (holdsOutput || speaksHttp1 || m_received == 0)
                return false;
            std::string_view out;
            bool busy = false;
            while (m_fd >= 0 && !(out = codec.output()).empty()) {
                const std::size_t size = m_peer.delivery.piece(m_sent, out.size());
                const ssize_t sent = ::send(m_fd, out.data(), size, MSG_NOSIGNAL);
                if (sent <= 0)
                    return busy;
                m_sent += static_cast<std::size_t>(sent);
                codec.consumed(static_cast<std::size_t>(sent));
                busy = true;
                if (size < out.size())
                    return true; // the rest when the client has had its turn
            }
            if (m_endsWith != 0 && m_fd >= 0) {
                closeNow(m_endsWith == 'R');
                busy = true;
            }
            return busy;
        }
        void closeNow(bool withReset)
        {
            if (m_fd < 0)
                return;
            if (withReset) {
                const linger now{1, 0};
                ::setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
            }
            ::close(m_fd);
            m_fd = -1;
        }

        H2Peer &m_peer;
        int m_index;
        int m_fd;
        H1ServerCodec m_http1;
        std::size_t m_received = 0;
        std::size_t m_sent = 0;
        char m_endsWith = 0;
        bool m_silent = false;
    };

    explicit H2Peer(const Clock &clock) : m_clock(clock)
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        const Endpoint any = Endpoint::loopback(0);
        sockaddr_in address{};
        socklen_t length = sizeof address;
        if (::bind(m_listener, any.address(), any.length()) != 0 || ::listen(m_listener, 64) != 0
            || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length) != 0)
            std::abort();
        m_port = ntohs(address.sin_port);
    }
    ~H2Peer() { ::close(m_listener); }

    H2ServerOptions options; ///< of connections accepted later
    Delivery delivery;
    std::function<void(Connection &)> onAccept;
    std::function<void(Connection &)> onPing;
    std::function<void(Connection &, const Request &)> answer =
        [](Connection &connection, const Request &request) { connection.ok(request); };
    std::vector<Request> requests;

    std::uint16_t port() const { return m_port; }
    int connections() const { return static_cast<int>(m_connections.size()); }
    Connection &at(int connection)
    {
        return *m_connections.at(static_cast<std::size_t>(connection));
    }
    /// When the loop sleeps and `delay` has passed.
    void later(Milliseconds delay, std::function<void()> action)
    {
        m_due.push_back({m_clock.now() + delay, std::move(action)});
    }

    bool pump() override
    {
        bool busy = false;
        for (int fd;
             (fd = ::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
            const int on = 1; // a byte must not wait for the acknowledgement of the last one
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            m_connections.push_back(std::make_unique<Connection>(*this, connections(), fd));
            if (onAccept)
                onAccept(*m_connections.back());
            busy = true;
        }
        for (std::size_t i = 0; i < m_due.size();) {
            if (m_due[i].at > m_clock.now()) {
                ++i;
                continue;
            }
            const Due due = std::move(m_due[i]);
            m_due.erase(m_due.begin() + static_cast<std::ptrdiff_t>(i));
            due.action();
            busy = true;
        }
        for (const auto &connection : m_connections)
            busy = connection->pump() || busy;
        return busy;
    }

    Nanoseconds nextDue() const override
    {
        Nanoseconds next = Nanoseconds::max();
        for (const Due &due : m_due)
            next = std::min(next, due.at);
        return next;
    }

    void waitForIo(Milliseconds limit) override
    {
        std::vector<pollfd> entries{{m_listener, POLLIN, 0}};
        for (const auto &connection : m_connections)
            if (connection->isOpen())
                entries.push_back({connection->fd(), POLLIN, 0});
        ::poll(entries.data(), entries.size(), static_cast<int>(limit.count()));
    }

private:
    struct Due
    {
        Nanoseconds at{0};
        std::function<void()> action;
    };

    const Clock &m_clock;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::vector<std::unique_ptr<Connection>> m_connections;
    std::vector<Due> m_due;
};

} // namespace reusescope
