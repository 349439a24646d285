// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace reusescope {

/// How a server is started.
struct ServerCommand
{
    QString program; ///< absolute
    QStringList arguments;
    QString folder; ///< it runs there, and all that it keeps is kept there, its output as well
    std::vector<std::uint16_t> ports; ///< on 127.0.0.1, at all of which it must accept
};

/// Where `program` is, also where administrators' programs are kept; empty: it is not installed.
QString findProgram(const QString &program);

/// A port of 127.0.0.1 that nobody listens on. It lies outside of the range from which the system
/// takes ports by itself, so that no client's socket takes it while the server is restarted, and no
/// client meets itself there. None is given twice.
std::uint16_t freePort();

/// A server of somebody else's in the foreground, stopped on destruction; also when this program
/// dies.
///
/// Thread: the one that made it, which must live as long.
class ServerProcess
{
public:
    ~ServerProcess();

    /// Returns once it accepts at all of its ports. Otherwise the sentence says what happened, with
    /// the output.
    std::optional<QString> start(const ServerCommand &command);
    /// The same once more, at the same ports.
    std::optional<QString> restart() { return start(m_command); }
    /// Asks it to end and waits until it has.
    void stop();
    QString output() const; ///< the end of what it has said

private:
    ServerCommand m_command;
    std::unique_ptr<QProcess> m_process;
};

} // namespace reusescope
