// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/url.h"
#include "core/client/clientoptions.h"
#include "tests/servers/servers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <optional>

namespace reusescope {

/// A server with a folder, ports and a certificate of its own, stopped on destruction.
class RunningServer
{
public:
    /// The sentence says why it does not run.
    std::optional<QString> start(const Server &server, int requestLimit = kRequestLimit)
    {
        const QString program = findProgram(QString::fromLatin1(server.program));
        if (program.isEmpty())
            return QStringLiteral("%1 is not installed").arg(QLatin1String(server.program));
        if (const auto problem = makeFolder())
            return problem;
        m_site.idleSeconds =
            std::max(server.idleSeconds, qEnvironmentVariableIntValue("REUSESCOPE_IDLE_SECONDS"));
        m_site.requestLimit = requestLimit;
        std::optional<QString> problem;
        // Somebody may take a port between the look and the server's start.
        for (int tries = 0; tries < 3; ++tries) {
            std::vector<std::uint16_t> ports;
            for (const Access access : kAccesses)
                m_site.ports[static_cast<std::size_t>(access)] = freePort();
            for (const Access access : server.accesses)
                ports.push_back(m_site.port(access));
            problem = process.start({program, server.configure(m_site), m_site.folder, ports});
            if (!problem)
                return {};
        }
        return problem;
    }

    Url target(Access access) const
    {
        Url url;
        url.scheme = isSecure(access) ? "https" : "http";
        url.host = "127.0.0.1";
        url.port = m_site.port(access);
        url.target = std::string("/") + kAnswerFile;
        return url;
    }
    /// Without a limit of the client's own for idle connections.
    ClientOptions clientOptions(Access access) const
    {
        ClientOptions options;
        options.protocol = isH2(access) ? Protocol::H2 : Protocol::H1;
        options.keepAlive = Milliseconds{600'000};
        options.tls.caPem = m_site.certificate.pem;
        return options;
    }

private:
    /// Readable for all: some servers change their user when root starts them.
    std::optional<QString> makeFolder()
    {
        m_site.folder = m_folder.path();
        m_site.documents = m_folder.filePath(QStringLiteral("documents"));
        constexpr auto kForAll = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
            | QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
        QFile answer(QDir(m_site.documents).filePath(QString::fromLatin1(kAnswerFile)));
        const auto certificate = writeCertificate(m_site.folder);
        if (!certificate || !QDir().mkpath(m_site.documents)
            || !QFile::setPermissions(m_site.folder, kForAll) || !answer.open(QIODevice::WriteOnly)
            || answer.write(QByteArray(kAnswerBytes, 'a')) != kAnswerBytes)
            return QStringLiteral("the server's folder cannot be written");
        m_site.certificate = *certificate;
        return {};
    }

    QTemporaryDir m_folder;
    Site m_site;

public:
    ServerProcess process; // ends before its folder goes
};

} // namespace reusescope
