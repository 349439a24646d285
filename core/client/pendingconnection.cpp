// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/pendingconnection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace reusescope {

namespace {

std::uint16_t localPort(int descriptor)
{
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    auto *address = reinterpret_cast<sockaddr *>(&storage);
    if (::getsockname(descriptor, address, &length) != 0)
        return 0;
    return Endpoint(address, length).port();
}

} // namespace

PendingConnection::PendingConnection(ConnectionContext &context, ConnectionOwner &owner,
                                     ConnectionId id)
    : Connection(context, owner, id),
      m_connector(context.loop, context.tls, *this),
      m_deadline(context.loop, "connect-deadline", [this] {
          fail(Outcome::FailedTimeout, Reason::ConnectTimeout,
               {ErrorKind::Timeout, 0, "connecting took too long"});
      })
{
    report(ConnectionEventKind::Opening);
}

PendingConnection::~PendingConnection() = default;

void PendingConnection::connect(const std::vector<Endpoint> &addresses)
{
    report(ConnectionEventKind::Resolved, addresses.size());
    m_deadline.start(m_context.options.connectTimeout);
    m_connector.connect(addresses);
}

void PendingConnection::failToResolve(const Error &error)
{
    fail(Outcome::FailedConnect, Reason::ResolveFailed, error);
}

void PendingConnection::assign(Request &request, Nanoseconds now, bool)
{
    beginAttempt(request, now);
    request.record.reused = !m_requests.empty();
    request.record.connectionUse = static_cast<std::uint32_t>(m_requests.size()) + 1;
    m_requests.push_back(&request);
}

void PendingConnection::takeOver(const std::vector<Request *> &requests)
{
    m_requests = requests;
}

bool PendingConnection::multiplexes() const
{
    return m_context.options.protocol == Protocol::H2 && !m_context.http1Only;
}

bool PendingConnection::canTake(Method method) const
{
    if (multiplexes())
        return static_cast<int>(m_requests.size()) < m_context.options.streamsAtFirst();
    const auto limit = static_cast<std::size_t>(m_context.options.pipelining);
    return m_requests.size() < limit && isIdempotent(method)
        && std::all_of(m_requests.begin(), m_requests.end(),
                       [](const Request *request) { return isIdempotent(request->method); });
}

void PendingConnection::transportConnected(ByteStream &transport)
{
    report(ConnectionEventKind::Connected, localPort(transport.descriptor()));
    if (!m_context.tls)
        return;
    const Nanoseconds at = now();
    for (Request *request : m_requests)
        request->record.points.transport = sinceQueued(*request, at);
}

void PendingConnection::connected(std::unique_ptr<ByteStream> stream, const TlsInfo *tls)
{
    if (tls) {
        report(ConnectionEventKind::Secured, tls->resumed ? 1 : 0);
        m_owner.peerVerified(*tls);
    }
    const std::optional<Protocol> protocol = protocolOf(tls);
    if (!protocol) {
        m_refused = std::move(stream);
        m_refused->close({});
        fail(Outcome::FailedConnect, Reason::NoCommonProtocol,
             {ErrorKind::Tls, 0,
              fmt::format(
                  "{} does not offer HTTP/2 by ALPN, it chose {}; try --protocol h1 or auto",
                  m_context.target.host, tls->protocol.empty() ? "nothing" : tls->protocol)});
        return;
    }
    const Nanoseconds at = now();
    for (Request *request : m_requests)
        request->record.points.connected = sinceQueued(*request, at);
    m_over = true;
    end(false);
    m_owner.connectionReady(*this, std::move(stream), *protocol);
}

std::optional<Protocol> PendingConnection::protocolOf(const TlsInfo *tls) const
{
    const Protocol wanted = m_context.http1Only ? Protocol::H1 : m_context.options.protocol;
    if (!tls)
        return wanted == Protocol::H2 ? Protocol::H2 : Protocol::H1;
    if (tls->protocol == "h2")
        return Protocol::H2;
    return wanted == Protocol::H2 ? std::nullopt : std::optional(Protocol::H1);
}

void PendingConnection::connectFailed(const Error &error)
{
    if (error.kind == ErrorKind::Tls)
        fail(Outcome::FailedConnect, Reason::TlsFailed, error);
    else
        fail(Outcome::FailedConnect,
             error.native == ECONNREFUSED ? Reason::ConnectRefused : Reason::ConnectFailed, error);
}

void PendingConnection::addressLost(std::size_t place, const Error *error)
{
    report(error ? ConnectionEventKind::AddressFailed : ConnectionEventKind::AddressLost, place);
}

void PendingConnection::fail(Outcome outcome, Reason why, const Error &error)
{
    if (m_over)
        return;
    m_over = true;
    m_owner.connectFailed(error);
    report(ConnectionEventKind::Discarded, 0, why);
    const std::vector<Request *> requests = takeRequests();
    end(true);
    m_owner.connectionLeft(*this);
    for (Request *request : requests)
        settle(*request, outcome, why, now());
}

void PendingConnection::end(bool connectionIsOver)
{
    if (connectionIsOver)
        m_connector.cancel();
    m_deadline.close([this, connectionIsOver] {
        if (connectionIsOver)
            report(ConnectionEventKind::Closed);
        m_owner.connectionClosed(*this);
    });
}

void PendingConnection::close(Reason why)
{
    if (m_over)
        return;
    m_over = true;
    report(ConnectionEventKind::Discarded, 0, why);
    const std::vector<Request *> requests = takeRequests();
    end(true);
    m_owner.connectionLeft(*this);
    for (Request *request : requests)
        settle(*request, Outcome::Cancelled, why, now());
}

void PendingConnection::abandon(Request &request, Outcome outcome, Reason why)
{
    m_requests.erase(std::find(m_requests.begin(), m_requests.end(), &request));
    settle(request, outcome, why, now());
}

} // namespace reusescope
