// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

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

enum class ActKind : std::uint8_t {
    SendBytes,
    Fin, ///< half-closes and discards what still comes: the client sees an end and no reset
    Rst,
    StopReading, ///< keeps the connection, but reads and answers nothing more on it
    Status408, ///< a 408 response with `Connection: close`, then as Fin
    // Over TLS; over plain TCP FinOnly is a Fin, and the others do nothing.
    FinOnly, ///< a FIN without close_notify, as from a peer that was cut off
    CloseNotify, ///< and no FIN
    SessionTicket, ///< a late one
    KeyUpdate, ///< and asks for the client's
};

enum class ActWhen : std::uint8_t {
    AfterResponse, ///< counted from the moment the whole response was handed to the kernel
    InsteadOfResponse, ///< counted from the end of the request, without the script's reply delay
    OnDispatch, ///< counted from LabServer::performDispatchActs(), on idle connections
};

struct LabAct
{
    ActKind kind = ActKind::SendBytes;
    ActWhen when = ActWhen::AfterResponse;
    /// Never early. Whole milliseconds are slept; a rest below 1 ms is waited for by an immediate
    /// in each turn of the server's loop, which keeps serving. Bytes after a response with a delay
    /// of 0 go out in the same write as the response; from 1 us on in a write of their own.
    std::chrono::microseconds delay{0};
    std::string bytes; ///< for SendBytes; kWellFormedResponse stands for a response without a tag
    int every = 1; ///< on each Nth request of a connection, counted from 1
};

struct LabScript
{
    /// From the end of a request to its response, never early; 0 answers in the same callback.
    Milliseconds delay{0};
    std::uint64_t bodyBytes = 2;
    Framing framing = Framing::Length;
    std::string keepAliveHint; ///< value of a Keep-Alive header, such as "timeout=5"; empty: none
    bool close = false; ///< `Connection: close` and a FIN after each response
    int closeEvery = 0; ///< as `close`, but for each Nth response of a connection; 0: never
    /// The response goes out in two writes and with Nagle's algorithm on, as from a server that has
    /// forgotten TCP_NODELAY: a client that delays its ACK waits for the body. An act turns the
    /// algorithm off again.
    bool splitHeadAndBody = false;
    std::vector<LabAct> acts; ///< those of the same moment are done in this order
};

inline constexpr std::string_view kWellFormedResponse = "@response";

/// Named limits of a script.
inline constexpr Milliseconds kMaxLabDelay{600'000};
inline constexpr std::uint64_t kMaxLabBodyBytes = 16 * 1024 * 1024;
inline constexpr std::size_t kMaxHintBytes = 256;
inline constexpr std::size_t kMaxActs = 64;
inline constexpr std::size_t kMaxActBytes = 1024 * 1024;
inline constexpr int kMaxEvery = 1'000'000;

std::string_view name(Framing framing); ///< "length", "chunked"
std::string_view name(ActKind kind); ///< "send-bytes", "fin", "rst", ...
std::string_view name(ActWhen when); ///< "after-response", "instead-of-response", "on-dispatch"

/// Reads an object with the fields delay_ms, body_bytes, framing, hint, close, close_every,
/// split_head_and_body and acts (act, when, delay_us, every, bytes). Each may be absent, but `act`,
/// and `bytes` of send-bytes. A character of `bytes` is one byte, so that U+001F U+008B is 1f 8b;
/// those above U+00FF are refused. `where` is the JSON pointer of `json` in its document. Fails
/// with ErrorKind::Input and "POINTER: what was expected" for an unknown field, a wrong type and a
/// value outside of the limits.
Result<LabScript> labScriptFromJson(const nlohmann::json &json, std::string_view where);
nlohmann::json toJson(const LabScript &script);

/// Whether a script that was not read from JSON keeps the same limits; fails as
/// labScriptFromJson().
Result<void> validate(const LabScript &script);

} // namespace reusescope
