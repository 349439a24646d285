// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/endpoint.h"
#include "core/http/h1servercodec.h"
#include "tests/support/delivery.h"
#include "tests/support/peerpoller.h"

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace reusescope {

/// A server of the test's own thread, on real loopback sockets: it acts only inside pump(), which
/// PeerPoller calls while the loop under test would sleep. What it sends is therefore in the kernel
/// before the poll that can see it.
///
/// Thread: the test's.
class ScriptedPeer final : public PumpedPeer
{
public:
    struct Request
    {
        int connection = 0; ///< 0-based, in the order of accepting
        int number = 0; ///< of the connection, 1-based
        std::uint32_t tag = 0;
        std::string method;
    };
    struct Reply
    {
        std::string bytes;
        Milliseconds delay{0};
        bool fin = false; ///< after the bytes
        bool reset = false; ///< after the bytes
    };

    explicit ScriptedPeer(const Clock &clock) : m_clock(clock)
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
    ~ScriptedPeer()
    {
        for (const Connection &connection : m_connections)
            if (connection.fd >= 0)
                ::close(connection.fd);
        ::close(m_listener);
    }

    /// Answers each request; the default is a two-byte body with the request's tag.
    std::function<Reply(const Request &)> answer = [](const Request &request) {
        return Reply{ok(request)};
    };

    std::function<void(int)> onAccept;
    /// Asked whenever more of a request has come that is not complete: a reply goes out at once,
    /// and the rest of the request is never read. Arguments: the connection, its bytes read so far.
    std::function<std::optional<Reply>(int, std::size_t)> answerEarly;

    static std::string ok(const Request &request, std::string_view extraHeaders = {},
                          std::string_view body = "ok")
    {
        std::string text = "HTTP/1.1 200 OK\r\ncontent-length: " + std::to_string(body.size())
            + "\r\nx-reusescope-tag: " + std::to_string(request.tag) + "\r\n";
        text += extraHeaders;
        text += "\r\n";
        if (request.method != "HEAD")
            text += body;
        return text;
    }

    Delivery delivery;

    std::uint16_t port() const { return m_port; }
    int connections() const { return static_cast<int>(m_connections.size()); }
    const std::vector<Request> &requests() const { return m_requests; }
    std::size_t bytesSent(int connection) const { return at(connection).sent; }
    /// Whether the connection has not been ended by this side.
    bool isOpen(int connection) const { return at(connection).fd >= 0; }
    int fd(int connection) const { return at(connection).fd; }

    /// At once, from inside the test: as much as the delivery lets out in one piece, the rest when
    /// the client has had its turn.
    void send(int connection, std::string_view bytes)
    {
        Connection &to = at(connection);
        if (to.fd < 0)
            std::abort();
        to.output += bytes;
        flushPiece(to);
    }
    /// When the loop sleeps and `delay` has passed.
    void sendLater(int connection, std::string bytes, Milliseconds delay)
    {
        m_due.push_back({m_clock.now() + delay, connection, Reply{std::move(bytes)}});
    }
    /// The same for an end.
    void finLater(int connection, Milliseconds delay)
    {
        m_due.push_back({m_clock.now() + delay, connection, Reply{{}, {}, true, false}});
    }
    void resetLater(int connection, Milliseconds delay)
    {
        m_due.push_back({m_clock.now() + delay, connection, Reply{{}, {}, false, true}});
    }
    /// When all bytes are out: at once, if none wait.
    void fin(int connection) { end(at(connection), End::Fin); }
    void reset(int connection) { end(at(connection), End::Reset); }
    void stopListening()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        ::close(m_listener);
        m_listener = -1;
    }

    /// Accepts, reads requests, sends what is due. Returns whether anything happened.
    bool pump() override
    {
        bool busy = false;
        for (int fd; m_listener >= 0
             && (fd = ::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC))
                 >= 0;) {
            // A piece must not wait for the acknowledgement of the one before it.
            const int noDelay = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
            m_connections.emplace_back().fd = fd;
            if (onAccept)
                onAccept(connections() - 1);
            busy = true;
        }
        for (std::size_t i = 0; i < m_connections.size(); ++i)
            busy = readRequests(static_cast<int>(i)) || busy;
        for (std::size_t i = 0; i < m_due.size();) {
            if (m_due[i].at > m_clock.now()) {
                ++i;
                continue;
            }
            const Due due = std::move(m_due[i]);
            m_due.erase(m_due.begin() + static_cast<std::ptrdiff_t>(i));
            Connection &connection = at(due.connection);
            busy = true;
            if (connection.fd < 0 || connection.end != End::None)
                continue;
            connection.output += due.reply.bytes;
            if (due.reply.fin || due.reply.reset)
                connection.end = due.reply.reset ? End::Reset : End::Fin;
        }
        for (Connection &connection : m_connections)
            busy = flushPiece(connection) || busy;
        return busy;
    }

    /// When the next reply is due; Nanoseconds::max() when none is.
    Nanoseconds nextDue() const override
    {
        Nanoseconds next = Nanoseconds::max();
        for (const Due &due : m_due)
            next = std::min(next, due.at);
        return next;
    }

    /// Waits for real I/O on the peer's side, at most `limit` of real time.
    void waitForIo(Milliseconds limit) override
    {
        std::vector<pollfd> entries{{m_listener, POLLIN, 0}};
        for (const Connection &connection : m_connections)
            if (connection.fd >= 0)
                entries.push_back({connection.fd, POLLIN, 0});
        ::poll(entries.data(), entries.size(), static_cast<int>(limit.count()));
    }

private:
    enum class End { None, Fin, Reset };
    struct Connection
    {
        int fd = -1;
        std::unique_ptr<H1ServerCodec> codec = std::make_unique<H1ServerCodec>();
        int requests = 0;
        std::string output; ///< not sent yet
        std::size_t sent = 0;
        std::size_t received = 0;
        bool ignoresInput = false;
        End end = End::None; ///< comes behind the output
    };
    struct Due
    {
        Nanoseconds at{0};
        int connection = 0;
        Reply reply;
    };

    bool readRequests(int index)
    {
        bool busy = false;
        Connection &connection = m_connections[static_cast<std::size_t>(index)];
        char buffer[16384];
        while (connection.fd >= 0 && !connection.ignoresInput) {
            const ssize_t got = ::recv(connection.fd, buffer, sizeof buffer, 0);
            if (got <= 0)
                break;
            busy = true;
            connection.received += static_cast<std::size_t>(got);
            std::string_view bytes(buffer, static_cast<std::size_t>(got));
            while (!bytes.empty()) {
                const auto fed = connection.codec->feed(bytes);
                if (fed.status != H1ServerCodec::Status::MessageEnd) {
                    if (std::optional<Reply> reply =
                            answerEarly ? answerEarly(index, connection.received) : std::nullopt) {
                        m_due.push_back({m_clock.now(), index, std::move(*reply)});
                        connection.ignoresInput = true;
                    }
                    break;
                }
                bytes.remove_prefix(fed.consumed);
                const ReceivedRequest &received = connection.codec->request();
                Request request{index, ++connection.requests, received.tag.value_or(0),
                                std::string(received.method)};
                m_requests.push_back(request);
                Reply reply = answer(request);
                m_due.push_back({m_clock.now() + reply.delay, index, std::move(reply)});
            }
        }
        return busy;
    }

    Connection &at(int connection)
    {
        return m_connections.at(static_cast<std::size_t>(connection));
    }
    const Connection &at(int connection) const
    {
        return m_connections.at(static_cast<std::size_t>(connection));
    }

    /// Sends one piece, and ends the connection behind the last one.
    bool flushPiece(Connection &connection)
    {
        if (connection.fd < 0 || (connection.output.empty() && connection.end == End::None))
            return false;
        if (!connection.output.empty()) {
            const std::size_t size = delivery.piece(connection.sent, connection.output.size());
            const ssize_t sent =
                ::send(connection.fd, connection.output.data(), size, MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
                return false; // the client has yet to read
            if (sent <= 0) { // the client is gone
                closeNow(connection, false);
                return true;
            }
            connection.sent += static_cast<std::size_t>(sent);
            connection.output.erase(0, static_cast<std::size_t>(sent));
        }
        if (connection.output.empty() && connection.end != End::None)
            closeNow(connection, connection.end == End::Reset);
        return true;
    }

    void end(Connection &connection, End how)
    {
        if (connection.fd < 0)
            return;
        connection.end = how;
        if (connection.output.empty())
            closeNow(connection, how == End::Reset);
    }

    static void closeNow(Connection &connection, bool reset)
    {
        if (reset) {
            const linger now{1, 0};
            ::setsockopt(connection.fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        }
        ::close(connection.fd);
        connection.fd = -1;
    }

    const Clock &m_clock;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::vector<Connection> m_connections;
    std::vector<Request> m_requests;
    std::vector<Due> m_due;
};

} // namespace reusescope
