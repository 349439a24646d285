// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/client.h"

#include "core/client/h1connection.h"
#include "core/client/h2connection.h"
#include "core/client/pendingconnection.h"

#include <algorithm>
#include <new>
#include <poll.h>

namespace reusescope {

namespace {

constexpr std::size_t kReadBufferBytes = 64 * 1024;

std::vector<HeaderField> fieldsOf(const std::vector<std::pair<std::string, std::string>> &headers)
{
    std::vector<HeaderField> fields;
    for (const auto &[name, value] : headers)
        fields.push_back({name, value});
    return fields;
}

} // namespace

Client::Client(PhaseLoop &loop, const Url &target, const ClientOptions &options,
               SchedulerFactory makeScheduler, ClientListener &listener, TlsClientContext *tls)
    : m_loop(loop),
      m_target(target),
      m_options(options),
      m_makeScheduler(std::move(makeScheduler)),
      m_listener(listener),
      m_immediates(loop),
      m_timeouts(loop),
      m_coarseTimers(loop),
      m_resolver(loop),
      m_context{loop,
                m_immediates,
                m_timeouts,
                m_coarseTimers,
                m_options,
                m_makeScheduler,
                m_target,
                tls,
                m_target.hostHeader(),
                fieldsOf(m_options.extraHeaders),
                std::vector<char>(kReadBufferBytes)},
      m_drain(m_immediates, [this] { drainWaiting(); }),
      m_hold(loop, [] {}),
      m_pool(m_options)
{
    m_hold.unref();
    if (tls)
        (void)tls->setProtocols(alpnProtocols(m_options.protocol)); // short enough for ALPN
}

Client::~Client() = default;

void Client::submit(const RequestSpec &spec)
{
    const auto begin = [&](RequestRecord &record) {
        record.index = spec.index;
        record.block = spec.block;
        record.warmup = spec.warmup;
        record.points.queued = m_loop.clock().now();
        if (spec.intendedAt)
            record.intended = CompactDuration(record.points.queued - *spec.intendedAt);
    };
    Request *free = nullptr;
    try {
        free = &takeRequest();
    } catch (const std::bad_alloc &) {
        RequestRecord record;
        begin(record);
        settleAsLost(record, Reason::OutOfMemory);
        throw;
    }
    Request &request = *free;
    request.method = spec.method;
    RequestRecord &record = request.record;
    begin(record);
    if (m_options.requestTimeout > Milliseconds{0}) {
        m_loop.updateTime();
        request.deadline->start(m_options.requestTimeout);
    }
    beginBatch();
    if (!m_waiting.isEmpty() || !dispatch(request, record.points.queued, false))
        park(request);
    endBatch();
}

void Client::settleAsLost(RequestRecord record, Reason why)
{
    record.outcome = Outcome::Cancelled;
    record.reason = why;
    record.points.done = CompactDuration(m_loop.clock().now() - record.points.queued);
    m_listener.requestSettled(record);
}

void Client::giveUp(Reason why)
{
    // By index: a listener may submit again, and that request is given up as well.
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
        Request &request = *m_requests[i];
        if (!request.underWay)
            continue;
        request.underWay = false;
        --m_underWay;
        settleAsLost(request.record, why);
    }
}

/// It waits for its turn. Where that may be for a stream, the header limit counts already: a peer
/// that allows none must not keep it for ever.
void Client::park(Request &request)
{
    request.parkedAt = m_loop.clock().now();
    m_waiting.pushBack(request);
    updateHold();
    if (m_streamsSince)
        request.responseDeadline.start(m_options.headerTimeout, Reason::HeaderTimeout);
}

void Client::updateHold()
{
    if (m_waiting.isEmpty())
        m_hold.unref();
    else
        m_hold.ref();
}

void Client::endBatch()
{
    if (m_batchDepth == 1) {
        do {
            if (std::exchange(m_streamsFreed, false) && !m_waiting.isEmpty())
                drainFreed();
            // By index: what is flushed may have others flushed as well.
            for (std::size_t i = 0; i < m_toFlush.size(); ++i)
                m_toFlush[i]->flush();
            m_toFlush.clear();
        } while (m_streamsFreed && !m_waiting.isEmpty());
    }
    --m_batchDepth;
}

/// A pool's queue reaches the connections from check.
void Client::drainFreed()
{
    if (m_options.frontEnd == FrontEnd::Pool)
        m_drain.schedule();
    else
        drainWaiting();
}

void Client::flushAtBatchEnd(Connection &connection)
{
    m_toFlush.push_back(&connection);
    if (m_batchDepth == 0) {
        beginBatch();
        endBatch();
    }
}

Request &Client::takeRequest()
{
    if (m_free.empty()) {
        m_requests.push_back(std::make_unique<Request>(
            m_timeouts, m_coarseTimers,
            [this](Request &request, Reason why) { limitReached(request, why); }));
        if (m_options.requestTimeout > Milliseconds{0}) {
            Request &made = *m_requests.back();
            made.deadline =
                std::make_unique<TimerHandle>(m_loop, "request-deadline", [this, &made] {
                    limitReached(made, Reason::RequestTimeout);
                });
        }
        m_free.push_back(m_requests.back().get());
        m_free.reserve(m_requests.size());
    }
    Request &request = *m_free.back();
    m_free.pop_back();
    request.record = RequestRecord{};
    request.replays = 0;
    request.excusedAttempts = 0;
    request.parkedAt.reset();
    request.connection = nullptr;
    request.underWay = true;
    ++m_underWay;
    return request;
}

bool Client::dispatch(Request &request, Nanoseconds now, bool waited)
{
    const ConnectionPool::Pick pick = m_pool.pick(request.method);
    if (!pick.connection && !pick.open)
        return false;
    if (request.record.reason == Reason::None)
        request.record.reason = pick.reason;
    if (pick.open) {
        request.parkedAt.reset();
        open(request, now);
        return true;
    }
    Connection &connection = *pick.connection;
    m_pool.becameBusy(connection);
    connection.setNeedsDrain(true);
    const std::optional<Nanoseconds> parkedAt = std::exchange(request.parkedAt, std::nullopt);
    const bool isReady = connection.descriptor() >= 0;
    if (connection.multiplexes() && isReady && parkedAt && m_streamsSince) {
        // As soon as there was a connection it waited for a stream only.
        request.record.points.opened = CompactDuration(now - request.record.points.queued);
        now = std::max(*parkedAt, *m_streamsSince);
    }
    connection.assign(request, now, waited);
    return true;
}

void Client::open(Request &request, Nanoseconds now)
{
    PendingConnection &connection = makeConnection();
    connection.setNeedsDrain(true);
    connection.assign(request, now, false);
    connect(connection);
}

void Client::preconnect()
{
    if (m_pool.open().size() < static_cast<std::size_t>(m_options.connections))
        connect(makeConnection());
}

PendingConnection &Client::makeConnection()
{
    m_pool.release();
    ++m_connectionsOpened;
    ConnectionOwner &owner = *this;
    auto made =
        std::make_unique<PendingConnection>(m_context, owner, ConnectionId{m_connectionsOpened});
    PendingConnection &connection = *made;
    m_pending.push_back(&connection);
    m_pool.add(std::move(made));
    return connection;
}

void Client::connect(PendingConnection &connection)
{
    if (!m_addresses.empty()) {
        connection.connect(m_addresses);
        return;
    }
    m_resolver.resolve(m_target.host, m_target.port,
                       [this, id = connection.id()](Result<Resolver::Addresses> addresses) {
                           connectOrFail(id, addresses);
                       });
}

void Client::connectOrFail(ConnectionId id, const Result<Resolver::Addresses> &addresses)
{
    if (addresses)
        m_addresses = *addresses;
    const auto at = std::find_if(m_pending.begin(), m_pending.end(),
                                 [id](const auto *pending) { return pending->id() == id; });
    if (at == m_pending.end())
        return; // closed while its name was looked up
    if (addresses)
        (*at)->connect(m_addresses);
    else
        (*at)->failToResolve(addresses.error());
}

void Client::connectionReady(PendingConnection &pending, std::unique_ptr<ByteStream> stream,
                             Protocol protocol)
{
    std::erase(m_pending, &pending);
    ConnectionOwner &owner = *this;
    std::unique_ptr<Connection> made;
    if (protocol == Protocol::H2)
        made = std::make_unique<H2Connection>(m_context, owner, pending.id(), std::move(stream));
    else
        made = std::make_unique<H1Connection>(m_context, owner, pending.id(), std::move(stream));
    Connection &connection = *made;
    connection.setNeedsDrain(pending.needsDrain());
    m_pool.replace(pending, std::move(made));
    if (connection.multiplexes() && !m_streamsSince)
        m_streamsSince = m_loop.clock().now();
    beginBatch();
    connection.takeOver(pending.takeRequests());
    m_streamsFreed = m_streamsFreed || connection.multiplexes();
    endBatch();
}

void Client::drainWaiting()
{
    for (Connection *connection : m_pool.idle())
        connection->setNeedsDrain(false);
    beginBatch();
    while (Request *next = m_waiting.popFront()) {
        Request &request = *next;
        // A client's queue stands right behind the response; a pool's reaches the connection like a
        // new request.
        const bool waited = m_options.frontEnd == FrontEnd::Client;
        if (!dispatch(request, m_loop.clock().now(), waited)) {
            m_waiting.pushFront(request);
            break;
        }
    }
    updateHold();
    endBatch();
}

void Client::connectionIdle(Connection &connection)
{
    m_pool.becameIdle(connection);
    if (m_options.frontEnd == FrontEnd::Pool || !m_waiting.isEmpty())
        m_drain.schedule();
}

void Client::connectionLeft(Connection &connection)
{
    std::erase_if(m_pending, [&](const PendingConnection *each) { return each == &connection; });
    m_pool.left(connection);
    const auto &multiplexing = m_pool.multiplexing();
    if (std::none_of(multiplexing.begin(), multiplexing.end(),
                     [](const Connection *each) { return each->descriptor() >= 0; }))
        m_streamsSince.reset();
    if (!m_waiting.isEmpty())
        m_drain.schedule(); // there is room for a new one now
}

void Client::connectionClosed(Connection &connection)
{
    m_pool.closed(connection);
}

void Client::connectFailed(const Error &error)
{
    m_lastConnectError = error;
}

void Client::redirected(std::string_view location)
{
    if (m_firstRedirect.empty())
        m_firstRedirect = location;
}

void Client::peerVerified(const TlsInfo &tls)
{
    if (m_peerChain.empty())
        m_peerChain = tls.peerChain;
}

void Client::connectionEvent(const ConnectionEvent &event)
{
    m_listener.connectionEvent(event);
}

void Client::requestDone(Request &request)
{
    if (request.deadline)
        request.deadline->stop();
    request.responseDeadline.stop();
    request.underWay = false;
    --m_underWay;
    const RequestRecord record = request.record;
    m_free.push_back(&request);
    if (!m_waiting.isEmpty() && m_options.pipelining > 1)
        m_drain.schedule();
    m_listener.requestSettled(record);
}

void Client::requestReturned(Request &request, Reason why, bool written)
{
    RequestRecord &record = request.record;
    AttemptRecord attempt;
    attempt.request = record.index;
    attempt.written = written;
    attempt.reason = why;
    attempt.connection = record.connection;
    attempt.points = record.points;
    const Nanoseconds now = m_loop.clock().now();
    attempt.points.done = CompactDuration(now - record.points.queued);
    m_listener.attemptEnded(attempt);
    if (record.attempts - request.excusedAttempts >= kMaxAttempts) {
        settleUnassigned(request, Outcome::FailedReset, why);
        return;
    }

    // What follows belongs to the next attempt; the queueing and the reason for the move stay.
    RequestRecord next;
    next.index = record.index;
    next.block = record.block;
    next.warmup = record.warmup;
    next.intended = record.intended;
    next.points.queued = record.points.queued;
    next.queuedFrom = record.queuedFrom;
    next.queuedTurn = record.queuedTurn;
    next.attempts = record.attempts;
    next.reason = why;
    record = next;
    endDeadIdle();
    if (!dispatch(request, now, false)) {
        request.parkedAt = now;
        m_waiting.pushFront(request);
        updateHold();
    }
}

/// One connection was found dead, and what killed it may have killed the others as well: a request
/// must not meet them one by one, nor use up its attempts on them.
void Client::endDeadIdle()
{
    const std::vector<Connection *> idle = m_pool.idle();
    for (Connection *connection : idle)
        connection->endIfDead();
}

void Client::settleUnassigned(Request &request, Outcome outcome, Reason why)
{
    request.record.outcome = outcome;
    request.record.reason = why;
    request.record.points.done =
        CompactDuration(m_loop.clock().now() - request.record.points.queued);
    requestDone(request);
}

void Client::limitReached(Request &request, Reason why)
{
    beginBatch();
    if (request.connection) {
        request.connection->abandon(request, Outcome::FailedTimeout, why);
    } else {
        request.unlink();
        updateHold();
        settleUnassigned(request, Outcome::FailedTimeout, why);
    }
    endBatch();
}

void Client::cancelAll()
{
    IntrusiveList<Request> waiting; // aside: a listener may submit again
    waiting.takeAll(m_waiting);
    updateHold();
    const std::vector<Connection *> open = m_pool.open();
    for (Connection *connection : open)
        connection->close(Reason::RunStopped);
    while (Request *request = waiting.popFront())
        settleUnassigned(*request, Outcome::Cancelled, Reason::RunStopped);
}

void Client::closeIdle()
{
    const std::vector<Connection *> idle = m_pool.idle();
    for (Connection *connection : idle)
        connection->close(Reason::RunEnded);
}

void Client::noteSleep(const SleepRecord &sleep)
{
    if (m_context.validating == 0)
        return;
    for (Connection *connection : m_pool.open())
        connection->noteSleep(sleep);
}

bool Client::idleSocketsHaveNews() const
{
    for (const Connection *connection : m_pool.idle()) {
        pollfd entry{connection->descriptor(), POLLIN | POLLRDHUP, 0};
        if (::poll(&entry, 1, 0) > 0)
            return true;
    }
    return false;
}

} // namespace reusescope
