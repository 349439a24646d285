// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/base/result.h"
#include "core/lab/labscript.h"
#include "core/net/tlscontext.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace reusescope {

/// The lab: a server on 127.0.0.1, plain or over TLS, that speaks HTTP/1.1 and HTTP/2 on the same
/// port and answers and misbehaves as its script says.
///
/// Thread: start() and stop() by the owner; everything else from any thread. It serves on a thread
/// of its own. Over TLS the protocol is chosen by ALPN; on plain TCP, and where a client offers
/// nothing by ALPN, a connection that begins with the preface of HTTP/2 speaks that, any other one
/// HTTP/1.1. It echoes kTagHeader, answers pipelined requests in order and HEAD without a body, and
/// never breaks off on what a client sends: what is no request gets a 400 and an end, or in HTTP/2
/// a GOAWAY and an end. A script is applied to the requests that end after it was set, and as far
/// as it is about connections to those that begin after that. In HTTP/1.1 an act never falls into
/// the middle of a response.
class LabServer
{
public:
    /// One more is closed as soon as it is accepted.
    static constexpr std::size_t kMaxConnections = 4096;

    struct Counters
    {
        std::uint64_t connections = 0; ///< accepted
        std::uint64_t requests = 0;
        std::uint64_t responses = 0;
        std::uint64_t actsPerformed = 0;
        std::uint64_t openConnections = 0;
        std::uint64_t h1Connections = 0; ///< known to speak HTTP/1.1
        std::uint64_t h2Connections = 0; ///< likewise HTTP/2
        std::uint64_t mostStreams = 0; ///< open at a time on one connection of HTTP/2, at most
    };

    LabServer();
    ~LabServer(); ///< stops
    LabServer(const LabServer &) = delete;
    LabServer &operator=(const LabServer &) = delete;

    /// Returns once it listens; port 0 lets the system choose. Fails with a sentence when the
    /// script is outside of its limits, when the port is taken, or when it runs already. May be
    /// called again after stop(); the counters start anew.
    /// With `tls` it speaks TLS, with a certificate that it makes for itself. What it offers by
    /// ALPN follows from this script's `protocols`, unless the options name protocols themselves.
    Result<Endpoint> start(const LabScript &script, std::uint16_t port = 0,
                           const std::optional<TlsServerOptions> &tls = {});
    const std::string &certificatePem() const; ///< after start() with TLS: to trust it
    /// Closes all connections and waits for the thread to end.
    void stop();

    /// The script must keep its limits (validate()).
    void setScript(const LabScript &script);

    /// Does the OnDispatch acts now on every idle connection that has carried a response.
    /// actsDone(ticket) turns true once all that they send was handed to the kernel; it takes no
    /// lock and makes no system call.
    std::uint64_t performDispatchActs();
    bool actsDone(std::uint64_t ticket) const;

    Counters counters() const;

private:
    class Service; // what lives on the thread
    struct Shared; // what both sides use
    static void serve(Shared &shared, std::uint16_t port, std::promise<Result<Endpoint>> &started);

    std::unique_ptr<Shared> m_shared;
    std::thread m_thread;
};

} // namespace reusescope
