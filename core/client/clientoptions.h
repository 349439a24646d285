// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/http/h1limits.h"
#include "core/http/message.h"
#include "core/net/tlscontext.h"
#include "core/validation/reusepolicy.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reusescope {

/// How requests reach a connection, as in undici.
enum class FrontEnd : std::uint8_t {
    Client, ///< directly; what waits behind a response goes out from a referenced immediate
    Pool, ///< through a queue of its own that is drained from check
};

/// What is spoken on a connection.
enum class Protocol : std::uint8_t {
    H1, ///< over TLS it is all that ALPN offers
    H2, ///< over TLS all that ALPN offers; on http:// with prior knowledge (RFC 9113 section 3.3)
    Auto, ///< over TLS HTTP/2 where the peer chooses it by ALPN; on http:// HTTP/1.1
};

std::string_view name(Protocol protocol); ///< "h1", "h2", "auto"
std::optional<Protocol> protocolFromName(std::string_view text);

/// What ALPN offers for it, most wanted first.
std::vector<std::string> alpnProtocols(Protocol protocol);

enum class ReuseOrder : std::uint8_t {
    Lifo, ///< the connection that became idle last
    Fifo,
};

std::string_view name(FrontEnd frontEnd); ///< "client", "pool"
std::optional<FrontEnd> frontEndFromName(std::string_view text);
std::string_view name(ReuseOrder order); ///< "lifo", "fifo"
std::optional<ReuseOrder> reuseOrderFromName(std::string_view text);

/// What a client may do; the defaults are undici's.
struct ClientOptions
{
    Protocol protocol = Protocol::H1;
    FrontEnd frontEnd = FrontEnd::Client;
    int connections = 1; ///< open at the same time, at most
    int pipelining = 1; ///< requests on the wire per connection of HTTP/1.1, at most
    std::int32_t firstStreamId = 1; ///< HTTP/2: odd; near 2^31 for trying what happens at its end
    int maxStreams = 100; ///< per connection of HTTP/2, at most; the peer's limit holds as well
    /// HTTP/2: streams that a new connection takes before the peer's SETTINGS have come.
    int streamsAtFirst() const { return std::min(maxStreams, 100); }
    ReuseOrder reuseOrder = ReuseOrder::Lifo;
    Milliseconds keepAlive{4000}; ///< idle limit when the response gives no hint
    Milliseconds keepAliveMax{600'000};
    Milliseconds keepAliveMargin{2000}; ///< taken off a `Keep-Alive: timeout=` hint
    /// Off: the peer's hints are reported and not followed, to see what it does.
    bool honoursHints = true;
    /// Idle limit of a connection that has not carried a request: some servers end these earlier.
    /// 0: as keepAlive.
    Milliseconds unusedLimit{0};
    /// How long after it stood a connection takes requests, however busy it is: what leads to a
    /// server that has left a balancer's rotation ends at last. 0: no limit.
    Milliseconds maxAge{0};
    ReplayPolicy replay = ReplayPolicy::Idempotent;
    /// Of each body: the caller drops what follows. Absent: it reads all.
    std::optional<std::uint64_t> readBytes;
    /// HTTP/1.1: how much of a dropped rest is read to keep the connection; with more it is
    /// discarded. (HTTP/2 resets the stream instead.)
    std::uint64_t drainLimit = 128 * 1024;
    Milliseconds connectTimeout{10'000};
    Milliseconds headerTimeout{300'000}; ///< coarse above 1 s, 0: none
    Milliseconds bodyTimeout{300'000}; ///< between two pieces of a body; coarse above 1 s, 0: none
    Milliseconds requestTimeout{0}; ///< from queued to done, native; 0: none
    /// HTTP/2: how long nothing may come on a connection with open streams before a PING asks
    /// whether anybody is there (0: never asked), and how long its answer may take, which is never
    /// longer than the quiet time.
    Milliseconds pingInterval{60'000};
    Milliseconds pingTimeout{15'000};
    bool pingsWithoutStreams = false; ///< servers answer idle PINGs with GOAWAY ENHANCE_YOUR_CALM
    TlsClientOptions tls; ///< for https://; its protocols follow from `protocol`
    /// Sent with every request besides what the protocol needs: names are tokens, values hold
    /// neither CR nor LF, and none of them frames the message (core/experiment/extraheaders.h).
    std::vector<std::pair<std::string, std::string>> extraHeaders;
    std::shared_ptr<const std::string> body; ///< of every request; null: none
    bool expectTag = false; ///< the lab echoes tags: a response without the right one is poison
    H1Limits limits;
};

} // namespace reusescope
