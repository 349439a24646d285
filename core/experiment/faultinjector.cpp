// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/faultinjector.h"

#include "core/base/endpoint.h"
#include "core/http/h1servercodec.h"
#include "core/net/signalsblocked.h"

#include <algorithm>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace reusescope {

namespace {

constexpr int kBacklog = 64;
constexpr int kIdleWaitMs = 20; // without an order it sleeps, and looks for one so often
constexpr Nanoseconds kBusyFor = std::chrono::milliseconds(50); // it looks without sleeping
constexpr std::size_t kMaxConnections = 64;

constexpr std::string_view kPoison =
    "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nx-reusescope-marker: poison\r\n\r\npoison";

} // namespace

std::string_view name(Fault fault)
{
    switch (fault) {
    case Fault::Poison: return "poison";
    case Fault::Fin: return "fin";
    case Fault::Reset: return "rst";
    }
    return {};
}

FaultInjector::FaultInjector(const Clock &clock) : m_clock(clock) { }

FaultInjector::~FaultInjector()
{
    m_ending = true;
    if (m_thread.joinable())
        m_thread.join();
}

Result<void> FaultInjector::start()
{
    m_listener = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const Endpoint any = Endpoint::loopback(0);
    sockaddr_in address{};
    socklen_t length = sizeof address;
    if (m_listener.get() < 0 || ::bind(m_listener.get(), any.address(), any.length()) != 0
        || ::listen(m_listener.get(), kBacklog) != 0
        || ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&address), &length) != 0)
        return systemError(ErrorKind::Connect, errno, "cannot listen on loopback");
    m_port = ntohs(address.sin_port);
    const SignalsBlocked blocked;
    m_thread = std::thread([this] { serve(); });
    return {};
}

void FaultInjector::place(const Order &order)
{
    m_order = order;
    m_placed.fetch_add(1, std::memory_order_release);
}

void FaultInjector::serve()
{
    while (!m_ending) {
        if (m_placed.load(std::memory_order_acquire) != m_carriedOut.load()) {
            carryOut(m_order);
            m_carriedOut.fetch_add(1, std::memory_order_release);
            continue;
        }
        std::vector<pollfd> entries{{m_listener.get(), POLLIN, 0}};
        for (const Connection &connection : m_connections)
            entries.push_back({connection.socket.get(), POLLIN, 0});
        // An order must not wait for the end of a sleep: while trials follow each other there is
        // none.
        ::poll(entries.data(), entries.size(), 0);
        if (std::none_of(entries.begin(), entries.end(),
                         [](const pollfd &entry) { return entry.revents != 0; })) {
            if (m_idleSince == Nanoseconds{0})
                m_idleSince = m_clock.now();
            if (m_clock.now() - m_idleSince > kBusyFor)
                ::poll(entries.data(), entries.size(), kIdleWaitMs);
            continue;
        }
        m_idleSince = Nanoseconds{0};
        accept();
        for (Connection &connection : m_connections)
            answer(connection);
        std::erase_if(m_connections,
                      [](const Connection &connection) { return connection.socket.get() < 0; });
    }
}

void FaultInjector::accept()
{
    while (m_connections.size() < kMaxConnections) {
        Descriptor socket(
            ::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (socket.get() < 0)
            return;
        const int noDelay = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
        m_connections.push_back({std::move(socket), std::make_unique<H1ServerCodec>()});
    }
}

void FaultInjector::answer(Connection &connection)
{
    char buffer[4096];
    while (connection.socket.get() >= 0) {
        const ssize_t got = ::recv(connection.socket.get(), buffer, sizeof buffer, 0);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return;
        if (got <= 0) {
            connection.socket.reset();
            return;
        }
        std::string_view bytes(buffer, static_cast<std::size_t>(got));
        while (!bytes.empty()) {
            const H1ServerCodec::Fed fed = connection.codec->feed(bytes);
            if (fed.status == H1ServerCodec::Status::Failed) {
                connection.socket.reset();
                return;
            }
            if (fed.status != H1ServerCodec::Status::MessageEnd)
                break;
            bytes.remove_prefix(fed.consumed);
            ResponseFields fields;
            fields.contentLength = 2;
            fields.tag = connection.codec->request().tag;
            std::string response;
            H1ServerCodec::appendResponseHead(response, fields);
            response += "ok";
            ::send(connection.socket.get(), response.data(), response.size(), MSG_NOSIGNAL);
        }
    }
}

/// The moments are near: what comes in between is answered behind them.
void FaultInjector::carryOut(const Order &order)
{
    m_faultBegunAt = 0;
    bool toWake = order.wakeAt > Nanoseconds{0};
    bool toFault = order.faultAt > Nanoseconds{0};
    while ((toWake || toFault) && !m_ending) {
        const Nanoseconds now = m_clock.now();
        if (toWake && now >= order.wakeAt) {
            order.wake->send();
            toWake = false;
        }
        if (toFault && now >= order.faultAt) {
            commit(order.fault);
            toFault = false;
        }
    }
}

void FaultInjector::commit(Fault fault)
{
    if (m_connections.empty())
        return;
    Connection &connection = m_connections.back();
    const int fd = connection.socket.get();
    m_faultBegunAt = m_clock.now().count();
    switch (fault) {
    case Fault::Poison: ::send(fd, kPoison.data(), kPoison.size(), MSG_NOSIGNAL); break;
    case Fault::Fin: ::shutdown(fd, SHUT_WR); break;
    case Fault::Reset: {
        const linger now{1, 0};
        ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        connection.socket.reset();
        break;
    }
    }
    if (fault == Fault::Reset)
        m_connections.pop_back();
}

} // namespace reusescope
