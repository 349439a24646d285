// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/connection.h"

#include <memory>
#include <vector>

namespace reusescope {

/// The connections of a client, and which of them a request will use.
///
/// Thread: loop thread only.
/// Ownership: owns every connection added, also while it closes; release() frees those that are
/// closed. It opens no sockets: when pick() says `open`, the caller makes a connection and calls
/// add().
class ConnectionPool
{
public:
    struct Pick
    {
        Connection *connection = nullptr; ///< null: see `open`
        bool open = false; ///< nothing usable, but there is room for a new connection
        Reason reason = Reason::None; ///< why no idle connection was picked
    };

    explicit ConnectionPool(const ClientOptions &options) : m_options(options) { }

    /// An idle connection in the order of the options, else the one of HTTP/2 with a free stream
    /// and the fewest open ones, else room for a new one, else the end of the shortest pipeline.
    /// Idle connections that are over a limit by the clock are closed on the way (KeepAliveExpired,
    /// TooOld).
    Pick pick(Method method);

    void add(std::unique_ptr<Connection> connection);
    /// `connection` takes the place of `pending`, which is over but not closed yet.
    void replace(Connection &pending, std::unique_ptr<Connection> connection);
    void becameIdle(Connection &connection);
    void becameBusy(Connection &connection);
    void left(Connection &connection); ///< it closes: never picked again, still owned
    void closed(Connection &connection); ///< may be freed
    void release(); ///< frees the closed ones; not from inside a connection's call

    /// Those that have not begun to close.
    const std::vector<Connection *> &open() const { return m_open; }
    const std::vector<Connection *> &idle() const { return m_idle; }
    const std::vector<Connection *> &multiplexing() const { return m_multiplexing; } ///< of open()

private:
    const ClientOptions &m_options;
    std::vector<std::unique_ptr<Connection>> m_owned;
    std::vector<Connection *> m_open;
    std::vector<Connection *> m_multiplexing;
    std::vector<Connection *> m_idle; // by when they became idle, oldest first
    std::vector<Connection *> m_closed;
};

} // namespace reusescope
