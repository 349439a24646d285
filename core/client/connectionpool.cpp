// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/connectionpool.h"

#include <algorithm>

namespace reusescope {

namespace {

void remove(std::vector<H1Connection *> &from, const H1Connection &connection)
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
        H1Connection *connection = m_idle[at];
        if (connection->isExpired()) {
            connection->close(Reason::KeepAliveExpired); // takes itself off the list
            pick.reason = Reason::KeepAliveExpired;
            continue;
        }
        if (!pooled || !connection->needsDrain()) {
            pick.connection = connection;
            pick.reason = Reason::None;
            return pick;
        }
        ++seen;
    }
    if (pick.reason == Reason::None)
        pick.reason = m_open.empty() ? Reason::NoConnection : Reason::AllBusy;
    if (m_open.size() < static_cast<std::size_t>(m_options.connections)) {
        pick.open = true;
        return pick;
    }
    if (m_options.pipelining > 1) {
        for (H1Connection *connection : m_open) {
            if (connection->canPipeline(method)
                && (!pick.connection
                    || connection->requestsUnderWay() < pick.connection->requestsUnderWay()))
                pick.connection = connection;
        }
    }
    return pick;
}

void ConnectionPool::add(std::unique_ptr<H1Connection> connection)
{
    m_open.push_back(connection.get());
    m_owned.push_back(std::move(connection));
}

void ConnectionPool::becameIdle(H1Connection &connection)
{
    m_idle.push_back(&connection);
}

void ConnectionPool::becameBusy(H1Connection &connection)
{
    remove(m_idle, connection);
}

void ConnectionPool::left(H1Connection &connection)
{
    remove(m_idle, connection);
    remove(m_open, connection);
}

void ConnectionPool::closed(H1Connection &connection)
{
    m_closed.push_back(&connection);
}

void ConnectionPool::release()
{
    for (const H1Connection *connection : m_closed)
        std::erase_if(m_owned,
                      [connection](const auto &owned) { return owned.get() == connection; });
    m_closed.clear();
}

} // namespace reusescope
