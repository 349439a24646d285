// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/http/h2types.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What the lab server does to a connection besides answering: values, and their form as JSON.

namespace reusescope {

enum class ActKind : std::uint8_t {
    SendBytes, ///< as they are; in HTTP/2 between two frames
    Fin, ///< half-closes and discards what still comes: the client sees an end and no reset
    Rst, ///< of the connection
    StopReading, ///< keeps the connection, but reads and answers nothing more on it, not even PING
    Status, ///< instead of a response, or before a body: one with this status and no body
    Freeze, ///< the whole server stands still: it accepts, reads and sends nothing anywhere
    // HTTP/1.1 only.
    Status408, ///< a 408 response with `Connection: close`, then as Fin
    // Over TLS; over plain TCP FinOnly is a Fin, and the others do nothing.
    FinOnly, ///< a FIN without close_notify, as from a peer that was cut off
    CloseNotify, ///< and no FIN
    SessionTicket, ///< a late one
    KeyUpdate, ///< and asks for the client's
    // HTTP/2 only. Each frame is sent whether or not RFC 9113 allows it where it comes.
    Goaway, ///< streams above `stream` get no answer any more; the connection stays open
    RstStream,
    Settings,
    Ping,
    WindowUpdate, ///< on a stream, or on the connection (stream 0)
    Headers, ///< a response head that ends no stream
    Data, ///< that ends no stream
};

enum class ActWhen : std::uint8_t {
    AfterResponse, ///< counted from the moment the whole response was handed to the kernel
    InsteadOfResponse, ///< counted from the end of the request, without the script's reply delay
    /// Counted from the end of a request's head whose body is still to come, which is not read
    /// until the act is done. HTTP/1.1 only: HTTP/2 cannot lose its place.
    BeforeBody,
    /// As AfterResponse, but left out when another request has begun on the connection meanwhile: a
    /// server's idle limit. HTTP/1.1 only.
    Idle,
    OnDispatch, ///< counted from LabServer::performDispatchActs(), on idle connections
    /// Counted from the moment the protocol is known: by the handshake's end (ALPN), otherwise by
    /// the client's first bytes.
    OnConnect,
    OnIdlePing, ///< counted from a PING of HTTP/2 that comes while no stream is open
};

inline constexpr std::size_t kActMoments = 7;

/// What the lab does with a body after it has answered before it.
enum class LabBody : std::uint8_t {
    Drain, ///< reads it and forgets it; the connection goes on
    Close, ///< `Connection: close`, then as Fin
    Misread, ///< takes its bytes for the next request: the server has lost its place
};

/// A stream of HTTP/2 as an act names it. An act that belongs to no request takes the newest
/// request's for its own.
struct LabStream
{
    enum class Which : std::uint8_t {
        Number,
        This, ///< the request that the act belongs to
        Previous, ///< the one that the client may have opened before that; 0 before the first
        Newest, ///< the newest request that has come; 0 before the first
        Next, ///< the one behind the newest, which is idle
        Max, ///< 2^31 - 1; a GOAWAY with it announces the end and refuses nothing
    };
    Which which = Which::This;
    std::int32_t number = 0; ///< with Number
};

struct LabAct
{
    ActKind kind = ActKind::SendBytes;
    ActWhen when = ActWhen::AfterResponse;
    /// Never early. Whole milliseconds are slept; a rest below 1 ms is waited for by an immediate
    /// in each turn of the server's loop, which keeps serving. Bytes and frames after a response
    /// with a delay of 0 go out in the same write as the response; from 1 us on in a write of their
    /// own.
    std::chrono::microseconds delay{0};
    /// For SendBytes and Data; for SendBytes kWellFormedResponse stands for a response without a
    /// tag: in HTTP/2 on the next stream, so that it answers a request that is not read yet or was
    /// never sent. In HTTP/1.1 kTagPlace in it stands for the tag of the newest request, so that
    /// a response written by hand is its answer.
    std::string bytes = {};
    /// On each Nth request of a connection, counted from 1; in HTTP/2 the request on stream 2N-1 is
    /// the Nth. With OnConnect on each Nth connection, with OnIdlePing on each Nth such PING.
    int every = 1;
    /// For Goaway (its last stream), RstStream, WindowUpdate, Headers and Data.
    LabStream stream = {};
    std::uint32_t code = 0; ///< for Goaway and RstStream, as H2ErrorCode or beyond
    std::vector<H2Setting> settings = {}; ///< for Settings; any ids, any values
    std::uint32_t increment = 1; ///< for WindowUpdate
    int status = 200; ///< for Status and Headers
    LabBody body = LabBody::Drain; ///< for Status with BeforeBody
    Milliseconds freeze{0}; ///< for Freeze: how long
};

inline constexpr std::string_view kWellFormedResponse = "@response";
inline constexpr std::string_view kTagPlace = "@tag";

/// Named limits of an act.
inline constexpr std::chrono::microseconds kMaxActDelay = std::chrono::minutes(10);
inline constexpr std::size_t kMaxActBytes = 1024 * 1024;
inline constexpr std::size_t kMaxActDataBytes = 16 * 1024; ///< one frame, as every client takes it
inline constexpr std::size_t kMaxActSettings = 32;
inline constexpr int kMaxEvery = 1'000'000;
inline constexpr Milliseconds kMaxFreeze{60'000};

std::string_view name(ActKind kind); ///< "send-bytes", "fin", "rst", ...
std::string_view name(ActWhen when); ///< "after-response", "instead-of-response", ...
std::string_view name(LabStream::Which which); ///< "this", "previous", ...
std::string_view name(LabBody body); ///< "drain", "close", "misread"

/// Whether a connection of HTTP/2 (or else of HTTP/1.1) has such acts. Others it leaves out, also
/// instead of a response.
bool belongsToH2(ActKind kind);
bool belongsToH1(ActKind kind);

/// Reads an object with the field `act`, its name, and, each of which may be absent but where said,
/// when, delay_us, every and:
/// - send-bytes, data: bytes (required). A character of it is one byte, so that U+001F U+008B is 1f
///   8b; those above U+00FF are refused;
/// - status: status (required), 200 to 599, instead-of-response or before-body only, with the
///   latter body ("drain"); headers: status, stream;
/// - freeze: ms (required);
/// - goaway: last (a stream; "newest"), code ("NO_ERROR");
/// - rst-stream: stream ("this"), code (required); data: stream ("this");
/// - settings: settings (required), a list of objects with id and value;
/// - window-update: stream (0, the connection), increment (1).
/// A stream is a number or a word of LabStream; a code is its name in RFC 9113 or a number; a
/// setting's id likewise, as "MAX_CONCURRENT_STREAMS". Fails as labScriptFromJson().
Result<LabAct> labActFromJson(const nlohmann::json &json, const std::string &where);
nlohmann::json toJson(const LabAct &act);

} // namespace reusescope
