// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/lab/labact.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// How the lab server answers and what it does to its connections: values, and their form as JSON.

namespace reusescope {

enum class Framing : std::uint8_t { Length, Chunked };

/// What a lab speaks; a client that wants the other one is turned away as by an old or a narrow
/// server: ALPN has no protocol in common, an HTTP/2 preface gets a 400 from HTTP/1.1, and a
/// request of HTTP/1.1 on plain TCP a close from HTTP/2.
enum class LabProtocols : std::uint8_t { Both, H1, H2 };

/// How the lab speaks HTTP/2.
struct LabH2
{
    std::uint32_t maxConcurrentStreams = 100; ///< one more is reset with REFUSED_STREAM
    std::int32_t initialWindow = 65'535; ///< bytes of a request's body, per stream
    /// Counted from the moment the protocol is known: nothing at all is sent until then, as over a
    /// long line, while requests are taken or refused as the settings say.
    Milliseconds settingsDelay{0};
    bool sendsSettings = true; ///< false breaks RFC 9113 section 3.4: a client has to give up
};

struct LabScript
{
    /// From the end of a request to its response, never early; 0 answers in the same callback.
    Milliseconds delay{0};
    std::uint64_t bodyBytes = 2;
    Framing framing = Framing::Length;
    /// Value of a Keep-Alive header, such as "timeout=5"; empty: none. HTTP/1.1 only.
    std::string keepAliveHint;
    /// `Connection: close` and a FIN after each response. In HTTP/2 GOAWAY behind the first one,
    /// which refuses no request that has come, and a FIN when those are answered.
    bool close = false;
    /// As `close`, but for each Nth response of a connection, in HTTP/2 the one on stream 2N-1; 0:
    /// never.
    int closeEvery = 0;
    /// The response goes out in two writes and with Nagle's algorithm on, as from a server that has
    /// forgotten TCP_NODELAY: a client that delays its ACK waits for the body. An act turns the
    /// algorithm off again.
    bool splitHeadAndBody = false;
    std::vector<LabAct> acts; ///< those of the same moment are done in this order
    LabProtocols protocols = LabProtocols::Both;
    LabH2 h2;
};

/// Named limits of a script.
inline constexpr Milliseconds kMaxLabDelay{600'000};
inline constexpr std::uint64_t kMaxLabBodyBytes = 16 * 1024 * 1024;
inline constexpr std::size_t kMaxHintBytes = 256;
inline constexpr std::size_t kMaxActs = 64;
inline constexpr std::uint32_t kMaxLabStreams = 100'000;

std::string_view name(Framing framing); ///< "length", "chunked"
std::string_view name(LabProtocols protocols); ///< "both", "h1", "h2"

/// Reads an object with the fields delay_ms, body_bytes, framing, hint, close, close_every,
/// split_head_and_body, acts (see labActFromJson()), protocols and h2 (max_concurrent_streams,
/// initial_window, settings_delay_ms, no_settings). Each may be absent. `where` is the JSON pointer
/// of `json` in its document. Fails with ErrorKind::Input and "POINTER: what was expected" for an
/// unknown field, a wrong type and a value outside of the limits.
Result<LabScript> labScriptFromJson(const nlohmann::json &json, std::string_view where);
nlohmann::json toJson(const LabScript &script);

/// Whether a script that was not read from JSON keeps the same limits; fails as
/// labScriptFromJson().
Result<void> validate(const LabScript &script);

} // namespace reusescope
