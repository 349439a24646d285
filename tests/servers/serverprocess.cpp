// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/serverprocess.h"

#include "core/base/descriptor.h"
#include "core/base/endpoint.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcessEnvironment>
#include <QRandomGenerator>
#include <QStandardPaths>

#include <csignal>
#include <set>
#include <sys/prctl.h>
#include <sys/socket.h>

namespace reusescope {

namespace {

// Deadlines are only a last net.
constexpr int kStartMs = 20'000;
constexpr int kStopMs = 10'000;
constexpr int kBetweenConnectsMs = 5;
constexpr qint64 kShownOutput = 4000;
constexpr int kLowestPort = 10'000; // those below are known services' more often

int lowestPortOfTheSystem()
{
    QFile range(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    if (!range.open(QIODevice::ReadOnly))
        return 0;
    return range.readAll().simplified().split(' ').value(0).toInt();
}

/// The port that `port` became, 0 if it is taken.
std::uint16_t tryPort(std::uint16_t port)
{
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const Endpoint wanted = Endpoint::loopback(port);
    if (::bind(socket.get(), wanted.address(), wanted.length()) != 0)
        return 0;
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    auto *address = reinterpret_cast<sockaddr *>(&storage);
    if (::getsockname(socket.get(), address, &length) != 0)
        return 0;
    return Endpoint(address, length).port();
}

bool accepts(std::uint16_t port)
{
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const Endpoint server = Endpoint::loopback(port);
    return ::connect(socket.get(), server.address(), server.length()) == 0;
}

} // namespace

QString findProgram(const QString &program)
{
    const QString found = QStandardPaths::findExecutable(program);
    if (!found.isEmpty())
        return found;
    return QStandardPaths::findExecutable(
        program,
        {QStringLiteral("/usr/sbin"), QStringLiteral("/sbin"), QStringLiteral("/usr/local/sbin")});
}

std::uint16_t freePort()
{
    constexpr int kTries = 100;
    // Servers that set SO_REUSEPORT would share a port given twice, each getting some connections.
    static std::set<std::uint16_t> given;
    const int end = lowestPortOfTheSystem();
    for (int i = 0; i < kTries && end > kLowestPort; ++i) {
        const auto port =
            static_cast<std::uint16_t>(QRandomGenerator::system()->bounded(kLowestPort, end));
        if (given.count(port) == 0 && tryPort(port) == port) {
            given.insert(port);
            return port;
        }
    }
    return tryPort(0);
}

ServerProcess::~ServerProcess()
{
    stop();
}

std::optional<QString> ServerProcess::start(const ServerCommand &command)
{
    stop();
    m_command = command;
    m_process = std::make_unique<QProcess>();
    m_process->setWorkingDirectory(command.folder);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardInputFile(QProcess::nullDevice());
    // What a server keeps for its user goes there as well.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *home : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        environment.insert(QString::fromLatin1(home), command.folder);
    m_process->setProcessEnvironment(environment);
    // A file takes what nobody reads; a pipe would fill and stop the server.
    m_process->setStandardOutputFile(QDir(command.folder).filePath(QStringLiteral("output")),
                                     QIODevice::Append);
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    m_process->start(command.program, command.arguments);
    if (!m_process->waitForStarted(kStartMs))
        return command.program + " does not start: " + m_process->errorString();

    QDeadlineTimer deadline(kStartMs);
    for (const std::uint16_t port : command.ports) {
        while (!accepts(port)) {
            if (m_process->waitForFinished(kBetweenConnectsMs)
                || m_process->state() == QProcess::NotRunning)
                return command.program + " has ended: " + output();
            if (deadline.hasExpired())
                return QStringLiteral("%1 does not accept at %2: %3")
                    .arg(command.program)
                    .arg(port)
                    .arg(output());
        }
    }
    return {};
}

void ServerProcess::stop()
{
    if (!m_process)
        return;
    m_process->terminate();
    if (!m_process->waitForFinished(kStopMs)) {
        m_process->kill();
        m_process->waitForFinished(kStopMs);
    }
    m_process.reset();
}

QString ServerProcess::output() const
{
    QFile file(QDir(m_command.folder).filePath(QStringLiteral("output")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(std::max<qint64>(0, file.size() - kShownOutput));
    return QString::fromUtf8(file.readAll());
}

} // namespace reusescope
