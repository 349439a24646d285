// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/connection.h"
#include "core/net/connector.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace reusescope {

/// A connection while it is made: addresses, TCP, TLS. Once it stands, the owner replaces it by one
/// that speaks (ConnectionOwner::connectionReady()).
///
/// Thread: loop thread only.
class PendingConnection final : public Connection, private Connector::Listener
{
public:
    PendingConnection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id);
    ~PendingConnection() override;

    /// Begins to connect to one of `addresses`, in order, for the requests that have been assigned.
    void connect(const std::vector<Endpoint> &addresses);
    /// The name did not resolve.
    void failToResolve(const Error &error);
    std::vector<Request *> takeRequests() { return std::exchange(m_requests, {}); }

    void assign(Request &request, Nanoseconds now, bool waited) override;
    void takeOver(const std::vector<Request *> &requests) override;
    void close(Reason why) override;
    void abandon(Request &request, Outcome outcome, Reason why) override;
    bool canTake(Method method) const override;
    /// When nothing but HTTP/2 can come of it, one connection is begun for many requests.
    bool multiplexes() const override;
    std::size_t requestsUnderWay() const override { return m_requests.size(); }
    int descriptor() const override { return -1; }

private:
    // Connector::Listener
    void transportConnected(ByteStream &transport) override;
    void connected(std::unique_ptr<ByteStream> stream, const TlsInfo *tls) override;
    void connectFailed(const Error &error) override;
    void addressLost(std::size_t place, const Error *error) override;

    std::optional<Protocol> protocolOf(const TlsInfo *tls) const;
    void fail(Outcome outcome, Reason why, const Error &error);
    void end(bool connectionIsOver);

    Connector m_connector;
    TimerHandle m_deadline;
    std::vector<Request *> m_requests; // in order
    std::unique_ptr<ByteStream> m_refused; // stands, but does not speak what was asked for
    bool m_over = false;
};

} // namespace reusescope
