// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/client.h"

#include <algorithm>
#include <poll.h>

namespace reusescope {

namespace {

constexpr std::size_t kReadBufferBytes = 64 * 1024;

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
                std::vector<char>(kReadBufferBytes)},
      m_drain(m_immediates, [this] { drainWaiting(); }),
      m_pool(m_options)
{ }

Client::~Client() = default;

void Client::submit(const RequestSpec &spec)
{
    Request &request = takeRequest();
    request.method = spec.method;
    RequestRecord &record = request.record;
    record.index = spec.index;
    record.block = spec.block;
    record.warmup = spec.warmup;
    record.points.queued = m_loop.clock().now();
    if (spec.intendedAt)
        record.intended = CompactDuration(record.points.queued - *spec.intendedAt);
    if (m_options.requestTimeout > Milliseconds{0}) {
        m_loop.updateTime();
        request.deadline.start(m_options.requestTimeout);
    }
    if (!m_waiting.isEmpty() || !dispatch(request, record.points.queued, false))
        m_waiting.pushBack(request);
}

Request &Client::takeRequest()
{
    if (m_free.empty()) {
        m_requests.push_back(std::make_unique<Request>(
            m_loop, [this](Request &request) { deadlineReached(request); }));
        m_free.push_back(m_requests.back().get());
        m_free.reserve(m_requests.size());
    }
    Request &request = *m_free.back();
    m_free.pop_back();
    request.record = RequestRecord{};
    request.replays = 0;
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
        open(request, now);
        return true;
    }
    H1Connection &connection = *pick.connection;
    m_pool.becameBusy(connection);
    connection.setNeedsDrain(true);
    connection.assign(request, now, waited);
    return true;
}

void Client::open(Request &request, Nanoseconds now)
{
    m_pool.release();
    ++m_connectionsOpened;
    const ConnectionId id{m_connectionsOpened};
    ConnectionOwner &owner = *this;
    auto made = std::make_unique<H1Connection>(m_context, owner, id);
    H1Connection &connection = *made;
    m_pool.add(std::move(made));
    connection.setNeedsDrain(true);
    connection.assign(request, now, false);
    if (!m_addresses.empty()) {
        connection.connect(m_addresses);
        return;
    }
    m_resolver.resolve(
        m_target.host, m_target.port,
        [this, id](Result<Resolver::Addresses> addresses) { connectOrFail(id, addresses); });
}

void Client::connectOrFail(ConnectionId id, const Result<Resolver::Addresses> &addresses)
{
    if (addresses)
        m_addresses = *addresses;
    H1Connection *connection = openConnection(id);
    if (!connection)
        return; // closed while its name was looked up
    if (addresses)
        connection->connect(m_addresses);
    else
        connection->failToResolve(addresses.error());
}

H1Connection *Client::openConnection(ConnectionId id) const
{
    const auto at =
        std::find_if(m_pool.open().begin(), m_pool.open().end(),
                     [id](const H1Connection *connection) { return connection->id() == id; });
    return at == m_pool.open().end() ? nullptr : *at;
}

void Client::drainWaiting()
{
    for (H1Connection *connection : m_pool.idle())
        connection->setNeedsDrain(false);
    while (Request *next = m_waiting.popFront()) {
        Request &request = *next;
        // A client's queue stands right behind the response; a pool's reaches the connection like a
        // new request.
        const bool waited = m_options.frontEnd == FrontEnd::Client;
        if (!dispatch(request, m_loop.clock().now(), waited)) {
            m_waiting.pushFront(request);
            return;
        }
    }
}

void Client::connectionIdle(H1Connection &connection)
{
    m_pool.becameIdle(connection);
    if (m_options.frontEnd == FrontEnd::Pool || !m_waiting.isEmpty())
        m_drain.schedule();
}

void Client::connectionLeft(H1Connection &connection)
{
    m_pool.left(connection);
    if (!m_waiting.isEmpty())
        m_drain.schedule(); // there is room for a new one now
}

void Client::connectionClosed(H1Connection &connection)
{
    m_pool.closed(connection);
}

void Client::connectFailed(H1Connection &, const Error &error)
{
    m_lastConnectError = error;
}

void Client::connectionEvent(const ConnectionEvent &event)
{
    m_listener.connectionEvent(event);
}

void Client::requestDone(Request &request)
{
    request.deadline.stop();
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
    if (record.attempts >= kMaxAttempts) {
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
    if (!dispatch(request, now, false))
        m_waiting.pushFront(request);
}

void Client::settleUnassigned(Request &request, Outcome outcome, Reason why)
{
    request.record.outcome = outcome;
    request.record.reason = why;
    request.record.points.done =
        CompactDuration(m_loop.clock().now() - request.record.points.queued);
    requestDone(request);
}

void Client::deadlineReached(Request &request)
{
    if (request.connection) {
        request.connection->abandon(request, Outcome::FailedTimeout, Reason::RequestTimeout);
        return;
    }
    request.unlink();
    settleUnassigned(request, Outcome::FailedTimeout, Reason::RequestTimeout);
}

void Client::cancelAll()
{
    IntrusiveList<Request> waiting; // aside: a listener may submit again
    waiting.takeAll(m_waiting);
    const std::vector<H1Connection *> open = m_pool.open();
    for (H1Connection *connection : open)
        connection->close(Reason::RunStopped);
    while (Request *request = waiting.popFront())
        settleUnassigned(*request, Outcome::Cancelled, Reason::RunStopped);
}

void Client::closeIdle()
{
    const std::vector<H1Connection *> idle = m_pool.idle();
    for (H1Connection *connection : idle)
        connection->close(Reason::RunEnded);
}

void Client::noteSleep(const SleepRecord &sleep)
{
    if (m_context.validating == 0)
        return;
    for (H1Connection *connection : m_pool.open())
        connection->noteSleep(sleep);
}

bool Client::idleSocketsHaveNews() const
{
    for (const H1Connection *connection : m_pool.idle()) {
        pollfd entry{connection->descriptor(), POLLIN | POLLRDHUP, 0};
        if (::poll(&entry, 1, 0) > 0)
            return true;
    }
    return false;
}

} // namespace reusescope
