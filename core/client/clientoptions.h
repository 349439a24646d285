// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/http/h1limits.h"
#include "core/http/message.h"
#include "core/net/tlscontext.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace reusescope {

/// How requests reach a connection, as in undici.
enum class FrontEnd : std::uint8_t {
    Client, ///< directly; what waits behind a response goes out from a referenced immediate
    Pool, ///< through a queue of its own that is drained from check
};

enum class ReuseOrder : std::uint8_t {
    Lifo, ///< the connection that became idle last
    Fifo,
};

std::string_view name(FrontEnd frontEnd); ///< "client", "pool"
std::optional<FrontEnd> frontEndFromName(std::string_view text);

/// What a client may do; the defaults are undici's.
struct ClientOptions
{
    FrontEnd frontEnd = FrontEnd::Client;
    int connections = 1; ///< open at the same time, at most
    int pipelining = 1; ///< requests on the wire per connection, at most
    ReuseOrder reuseOrder = ReuseOrder::Lifo;
    Milliseconds keepAlive{4000}; ///< idle limit when the response gives no hint
    Milliseconds keepAliveMax{600'000};
    Milliseconds keepAliveMargin{2000}; ///< taken off a `Keep-Alive: timeout=` hint
    Milliseconds connectTimeout{10'000};
    Milliseconds headerTimeout{300'000}; ///< coarse above 1 s, 0: none
    Milliseconds bodyTimeout{300'000}; ///< between two pieces of a body; coarse above 1 s, 0: none
    Milliseconds requestTimeout{0}; ///< from queued to done, native; 0: none
    TlsClientOptions tls; ///< for https://
    bool expectTag = false; ///< the lab echoes tags: a response without the right one is poison
    H1Limits limits;
};

} // namespace reusescope
