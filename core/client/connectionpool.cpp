// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/connectionpool.h"

#include <algorithm>

namespace reusescope {

namespace {

void remove(std::vector<Connection *> &from, const Connection &connection)
{
    // From the back: with LIFO reuse the wanted one is mostly the last.
    const auto at = std::find(from.rbegin(), from.rend(), &connection);
    if (at != from.rend())
        from.erase(std::next(at).base());
}

} // namespace

ConnectionPool::Pick ConnectionPool::pick(Method method)
{
    Pick pick;
    const bool pooled = m_options.frontEnd == FrontEnd::Pool;
    for (std::size_t seen = 0; seen < m_idle.size();) {
        const std::size_t at =
            m_options.reuseOrder == ReuseOrder::Lifo ? m_idle.size() - 1 - seen : seen;
        Connection *connection = m_idle[at];
        if (const Reason over = connection->overLimit(); over != Reason::None) {
            connection->close(over); // takes itself off the list
            pick.reason = over;
            continue;
        }
        const bool usable = connection->multiplexes() ? connection->canTake(method)
                                                      : !pooled || !connection->needsDrain();
        if (usable) {
            pick.connection = connection;
            pick.reason = Reason::None;
            return pick;
        }
        ++seen;
    }
    for (Connection *connection : m_multiplexing) {
        if (connection->canTake(method)
            && (!pick.connection
                || connection->requestsUnderWay() < pick.connection->requestsUnderWay()))
            pick.connection = connection;
    }
    if (pick.connection) {
        pick.reason = Reason::None;
        return pick;
    }
    if (pick.reason == Reason::None)
        pick.reason = m_open.empty() ? Reason::NoConnection : Reason::AllBusy;
    if (m_open.size() < static_cast<std::size_t>(m_options.connections)) {
        pick.open = true;
        return pick;
    }
    if (m_options.pipelining > 1) {
        for (Connection *connection : m_open) {
            if (!connection->multiplexes() && connection->canTake(method)
                && (!pick.connection
                    || connection->requestsUnderWay() < pick.connection->requestsUnderWay()))
                pick.connection = connection;
        }
    }
    return pick;
}

void ConnectionPool::add(std::unique_ptr<Connection> connection)
{
    m_open.push_back(connection.get());
    if (connection->multiplexes())
        m_multiplexing.push_back(connection.get());
    m_owned.push_back(std::move(connection));
}

void ConnectionPool::replace(Connection &pending, std::unique_ptr<Connection> connection)
{
    std::replace(m_open.begin(), m_open.end(), &pending, connection.get());
    remove(m_multiplexing, pending);
    if (connection->multiplexes())
        m_multiplexing.push_back(connection.get());
    m_owned.push_back(std::move(connection));
}

void ConnectionPool::becameIdle(Connection &connection)
{
    m_idle.push_back(&connection);
}

void ConnectionPool::becameBusy(Connection &connection)
{
    remove(m_idle, connection);
}

void ConnectionPool::left(Connection &connection)
{
    remove(m_idle, connection);
    remove(m_open, connection);
    remove(m_multiplexing, connection);
}

void ConnectionPool::closed(Connection &connection)
{
    m_closed.push_back(&connection);
}

void ConnectionPool::release()
{
    for (const Connection *connection : m_closed)
        std::erase_if(m_owned,
                      [connection](const auto &owned) { return owned.get() == connection; });
    m_closed.clear();
}

} // namespace reusescope
