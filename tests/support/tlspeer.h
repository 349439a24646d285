// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/http/h1servercodec.h"
#include "core/net/tlscontext.h"
#include "tests/support/delivery.h"
#include "tests/support/peerpoller.h"

#include <openssl/ssl.h>

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

/// An HTTP/1.1 server over TLS of the test's own thread, on real loopback sockets, as ScriptedPeer:
/// OpenSSL works in memory, and what it makes is cut into sends as the delivery says.
///
/// Thread: the test's.
class TlsPeer final : public PumpedPeer
{
public:
    class Connection
    {
    public:
        Connection(TlsPeer &peer, int index, int fd)
            : m_peer(peer),
              m_index(index),
              m_fd(fd),
              m_ssl(SSL_new(peer.context().handle())),
              m_in(BIO_new(BIO_s_mem())),
              m_out(BIO_new(BIO_s_mem()))
        {
            SSL_set_bio(m_ssl.get(), m_in, m_out);
            SSL_set_accept_state(m_ssl.get());
        }
        ~Connection() { closeNow(); }

        void send(std::string_view bytes)
        {
            SSL_write(m_ssl.get(), bytes.data(), static_cast<int>(bytes.size()));
        }
        void ticket()
        {
            SSL_new_session_ticket(m_ssl.get());
            SSL_do_handshake(m_ssl.get());
        }
        void closeNotify() { SSL_shutdown(m_ssl.get()); }
        void fin() { m_endsWithFin = true; } ///< behind what waits to be sent, without close_notify
        bool isOpen() const { return m_fd >= 0; }
        bool isSecure() const { return SSL_is_init_finished(m_ssl.get()) == 1; }
        int fd() const { return m_fd; }
        std::size_t bytesSent() const { return m_sent; }
        std::size_t handshakeBytes() const { return m_handshakeBytes; }

        bool pump()
        {
            if (m_fd < 0)
                return false;
            bool busy = false;
            char buffer[16384];
            for (;;) {
                const ssize_t got = ::recv(m_fd, buffer, sizeof buffer, 0);
                if (got == 0 || (got < 0 && errno != EAGAIN)) {
                    closeNow();
                    return true;
                }
                if (got < 0)
                    break;
                busy = true;
                BIO_write(m_in, buffer, static_cast<int>(got));
                if (!isSecure()) {
                    SSL_do_handshake(m_ssl.get());
                    gather();
                    m_handshakeBytes = m_sent + m_waiting.size();
                }
                take();
            }
            return deliver() || busy;
        }

    private:
        void take()
        {
            char buffer[16384];
            for (int got = 0; (got = SSL_read(m_ssl.get(), buffer, sizeof buffer)) > 0;) {
                const std::string_view bytes(buffer, static_cast<std::size_t>(got));
                if (m_codec.feed(bytes).status == H1ServerCodec::Status::MessageEnd)
                    m_peer.answer(*this, m_index, m_codec.request().tag.value_or(0));
            }
        }

        /// What OpenSSL has made.
        void gather()
        {
            char *data = nullptr;
            const long size = BIO_get_mem_data(m_out, &data);
            m_waiting.append(data, static_cast<std::size_t>(size));
            (void)BIO_reset(m_out);
        }

        bool deliver()
        {
            gather();
            bool busy = false;
            while (m_fd >= 0 && !m_waiting.empty()) {
                const std::size_t piece = m_peer.delivery.piece(m_sent, m_waiting.size());
                const ssize_t sent = ::send(m_fd, m_waiting.data(), piece, MSG_NOSIGNAL);
                if (sent <= 0)
                    return busy;
                m_sent += static_cast<std::size_t>(sent);
                m_waiting.erase(0, static_cast<std::size_t>(sent));
                busy = true;
                if (!m_waiting.empty())
                    return true; // the rest when the client has had its turn
            }
            if (m_endsWithFin && m_fd >= 0) {
                closeNow();
                busy = true;
            }
            return busy;
        }

        void closeNow()
        {
            if (m_fd >= 0)
                ::close(m_fd);
            m_fd = -1;
        }

        TlsPeer &m_peer;
        int m_index;
        int m_fd;
        std::unique_ptr<SSL, TlsFree> m_ssl;
        BIO *m_in; // both are m_ssl's
        BIO *m_out;
        H1ServerCodec m_codec;
        std::string m_waiting;
        std::size_t m_sent = 0;
        std::size_t m_handshakeBytes = 0;
        bool m_endsWithFin = false;
    };

    explicit TlsPeer(const Clock &clock) : m_clock(clock)
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
    ~TlsPeer() { ::close(m_listener); }

    /// One key and certificate for all peers of the test; without tickets but those of ticket().
    static const TlsServerContext &context()
    {
        static const std::unique_ptr<TlsServerContext> made = [] {
            TlsServerOptions options;
            options.ticketsAtHandshake = false;
            return std::move(TlsServerContext::make(options).value());
        }();
        return *made;
    }

    static std::string ok(std::uint32_t tag, std::string_view body = "ok")
    {
        return "HTTP/1.1 200 OK\r\ncontent-length: " + std::to_string(body.size())
            + "\r\nx-reusescope-tag: " + std::to_string(tag) + "\r\n\r\n" + std::string(body);
    }

    Delivery delivery;
    std::function<void(Connection &, int connection, std::uint32_t tag)> answer =
        [](Connection &connection, int, std::uint32_t tag) { connection.send(ok(tag)); };

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
