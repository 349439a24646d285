// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/connectionpool.h"
#include "core/net/connector.h"
#include "core/net/resolver.h"

#include <memory>
#include <optional>
#include <vector>

namespace reusescope {

/// Told about everything that a client measures. May submit new requests from requestSettled().
class ClientListener
{
public:
    virtual void requestSettled(const RequestRecord &record) = 0;
    virtual void attemptEnded(const AttemptRecord &record) = 0;
    virtual void connectionEvent(const ConnectionEvent &event) = 0;
    // HTTP/2
    virtual void framesMoved(const FrameBatch & /*batch*/) { }
    virtual void http2State(const Http2State & /*state*/) { }

protected:
    ~ClientListener() = default;
};

/// Sends requests to one origin over pooled connections of HTTP/1.1 and HTTP/2: front end, pool,
/// validation and replay.
///
/// Thread: loop thread only.
/// Ownership: of its requests and connections; what the constructor takes outlives it.
/// Every request submitted settles exactly once, through the listener; while one is under way the
/// loop is held alive, and idle connections do not hold it.
/// std::bad_alloc may come out of any action and out of the loop's run. Then nothing is left to be
/// done with either but giveUp() and destruction.
class Client final : private ConnectionOwner
{
public:
    /// `tls`: for https://, null for http://; outlives the client.
    Client(PhaseLoop &loop, const Url &target, const ClientOptions &options,
           SchedulerFactory makeScheduler, ClientListener &listener,
           TlsClientContext *tls = nullptr);
    ~Client();
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    /// The request settles also when this throws: at once, or in giveUp().
    void submit(const RequestSpec &spec);
    /// Opens a connection without a request for it, as long as there is room: it becomes idle.
    void preconnect();
    /// Brackets many submit() calls, so that those on one HTTP/2 connection go out together. Nests.
    void beginBatch() { ++m_batchDepth; }
    void endBatch();
    /// Settles every request under way as cancelled (RunStopped) and closes all connections.
    void cancelAll();
    /// Settles every request under way as cancelled and touches nothing else, for a client whose
    /// connections may be in the middle of anything.
    void giveUp(Reason why);
    /// Closes the idle connections, when no more requests will come (RunEnded).
    void closeIdle();
    /// The loop has completed a poll that slept.
    void noteSleep(const SleepRecord &sleep);

    /// Bytes, FIN or reset lie unseen in the kernel for an idle connection: poll(2) without
    /// waiting, nothing is taken.
    bool idleSocketsHaveNews() const;
    std::size_t idleConnections() const { return m_pool.idle().size(); }
    std::uint32_t connectionsOpened() const { return m_connectionsOpened; }
    std::size_t underWay() const { return m_underWay; }
    /// Certificates in DER that the peer showed at the first handshake, its own first.
    const std::vector<std::string> &peerChain() const { return m_peerChain; }
    /// The Location of the first response that was a redirect; empty: there was none.
    const std::string &firstRedirect() const { return m_firstRedirect; }
    const std::optional<Error> &lastConnectError() const { return m_lastConnectError; }
    ImmediateQueue &immediates() { return m_immediates; }

    /// Connections that one request may be assigned to, but for those whose GOAWAY refused it after
    /// they had answered others.
    static constexpr int kMaxAttempts = 10;

private:
    // ConnectionOwner
    void requestDone(Request &request) override;
    void requestReturned(Request &request, Reason why, bool written) override;
    void connectionReady(PendingConnection &pending, std::unique_ptr<ByteStream> stream,
                         Protocol protocol) override;
    void connectionIdle(Connection &connection) override;
    void connectionLeft(Connection &connection) override;
    void connectionClosed(Connection &connection) override;
    void connectFailed(const Error &error) override;
    void connectionEvent(const ConnectionEvent &event) override;
    void peerVerified(const TlsInfo &tls) override;
    void redirected(std::string_view location) override;
    void batchBegins() override { beginBatch(); }
    void batchEnds() override { endBatch(); }
    void flushAtBatchEnd(Connection &connection) override;
    void streamsFreed() override { m_streamsFreed = true; }
    void framesMoved(const FrameBatch &batch) override { m_listener.framesMoved(batch); }
    void http2State(const Http2State &state) override { m_listener.http2State(state); }

    Request &takeRequest();
    bool dispatch(Request &request, Nanoseconds now, bool waited);
    void open(Request &request, Nanoseconds now);
    PendingConnection &makeConnection();
    void connect(PendingConnection &connection);
    void connectOrFail(ConnectionId id, const Result<Resolver::Addresses> &addresses);
    void endDeadIdle();
    void drainWaiting();
    void drainFreed();
    void limitReached(Request &request, Reason why);
    void park(Request &request);
    void updateHold();
    void settleAsLost(RequestRecord record, Reason why);
    void settleUnassigned(Request &request, Outcome outcome, Reason why);

    PhaseLoop &m_loop;
    Url m_target;
    ClientOptions m_options;
    SchedulerFactory m_makeScheduler;
    ClientListener &m_listener;
    ImmediateQueue m_immediates;
    TimeoutQueue m_timeouts;
    CoarseTimerQueue m_coarseTimers;
    Resolver m_resolver;
    ConnectionContext m_context;
    Immediate m_drain; // referenced: hands waiting requests to connections, from check
    std::vector<std::unique_ptr<Request>> m_requests;
    std::vector<Request *> m_free;
    std::size_t m_underWay = 0;
    IntrusiveList<Request> m_waiting; // submitted, not assigned, in order
    Wakeup m_hold; // referenced while requests wait: no connection need do so for them
    ConnectionPool m_pool;
    Resolver::Addresses m_addresses; // of the target, once resolved
    std::vector<PendingConnection *> m_pending; // of the pool's, few
    std::vector<Connection *> m_toFlush; // at the end of the batch
    int m_batchDepth = 0;
    bool m_streamsFreed = false; // in the batch
    /// Since when there is a connection of HTTP/2, so that what waits, waits for a stream.
    std::optional<Nanoseconds> m_streamsSince;
    std::vector<std::string> m_peerChain;
    std::string m_firstRedirect;
    std::uint32_t m_connectionsOpened = 0;
    std::optional<Error> m_lastConnectError;
};

} // namespace reusescope
