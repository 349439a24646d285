// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/certificate.h"
#include "tests/servers/serverprocess.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <vector>

namespace reusescope {

/// A way in to a server. Each has a port of its own.
enum class Access : std::uint8_t { PlainH1, SecureH1, PlainH2, SecureH2 };
inline constexpr std::array kAccesses{Access::PlainH1, Access::SecureH1, Access::PlainH2,
                                      Access::SecureH2};
const char *name(Access access); ///< "http/1.1", "http/1.1 over tls", ...
inline bool isSecure(Access access)
{
    return access == Access::SecureH1 || access == Access::SecureH2;
}
inline bool isH2(Access access)
{
    return access == Access::PlainH2 || access == Access::SecureH2;
}

inline constexpr const char *kAnswerFile = "answer.txt";
inline constexpr int kAnswerBytes = 1024; ///< what every server answers with
inline constexpr int kRequestLimit = 100;

/// What a configuration is made from.
struct Site
{
    QString folder; ///< the server's own, absolute
    QString documents; ///< holds kAnswerFile
    CertificateFiles certificate;
    std::array<std::uint16_t, kAccesses.size()> ports{};
    int idleSeconds = 1; ///< after which the server ends an idle connection
    /// After so many requests it ends the connection, where it can be told to.
    int requestLimit = kRequestLimit;

    std::uint16_t port(Access access) const { return ports[static_cast<std::size_t>(access)]; }
};

/// What is known about a server that nobody here wrote, and how to make it do what a test needs.
struct Server
{
    const char *name;
    const char *program;
    bool always; ///< installed by bootstrap: tests fail where it is missing
    std::vector<Access> accesses;
    std::vector<Access> limitsRequests; ///< where it keeps to site.requestLimit
    bool endsIdle; ///< it has a limit for idle connections
    /// It announces that limit (`Keep-Alive: timeout=`), so that a client which believes it is
    /// always the first to close.
    bool hints;
    int idleSeconds; ///< the shortest that leaves the client a margin below the hint
    /// Writes the configuration into site.folder. Returns the arguments.
    QStringList (*configure)(const Site &site);
};

const std::vector<Server> &servers();

} // namespace reusescope
