// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/phases.h"
#include "core/trace/timepoints.h"

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

// What is recorded about a run. Plain values without pointers, small because a long run makes
// millions of them.

namespace reusescope {

/// How a request ended.
enum class Outcome : std::uint8_t {
    OkFresh,
    OkReused,
    OkReplayed,
    FailedStale, ///< written on a reused connection that the peer had closed; not replayed
    FailedReset,
    FailedTruncated,
    FailedTimeout,
    FailedPoison, ///< the response taken as the answer belongs to another request, or to none
    FailedProtocol,
    FailedConnect,
    Cancelled,
};
inline constexpr int kOutcomeCount = 11;
std::string_view name(Outcome outcome); ///< "ok-fresh", ...
constexpr bool isOk(Outcome outcome)
{
    return outcome <= Outcome::OkReplayed;
}

/// Why a request did not simply go out on an idle connection, why a connection was discarded, or
/// what made a request fail. One enum, since the same facts answer all three questions.
enum class Reason : std::uint8_t {
    None,
    NoConnection, ///< there was none yet
    AllBusy, ///< every open connection carried a request
    IdleFin, ///< the peer closed while the connection was idle
    IdleReset,
    IdleBytes, ///< bytes that nobody asked for
    IdleLineBreaks, ///< only CR and LF
    Idle408, ///< 408 Request Timeout on the idle connection
    KeepAliveExpired, ///< the idle limit was over, by timer or by the check at reuse
    HintTooShort, ///< the peer's keep-alive hint leaves no time after the margin
    PeerClosing, ///< `Connection: close`, HTTP/1.0 or a body that the end delimits
    ExcessBytes, ///< bytes behind a complete response
    Upgraded,
    RequestUnfinished, ///< the response came before the request was sent
    PipelineBroken, ///< an earlier request on the same connection failed
    ClosedUnanswered, ///< FIN after the write, before any byte of the response
    ResetUnanswered, ///< RST after the write, before any byte of the response
    Truncated, ///< the response ended in its middle
    ConnectRefused,
    ConnectFailed, ///< another failure to connect
    TlsFailed, ///< the handshake
    ResolveFailed,
    ConnectTimeout,
    HeaderTimeout,
    BodyTimeout,
    RequestTimeout, ///< the user's limit for the whole request
    MalformedResponse,
    LimitExceeded,
    ForeignTag, ///< the response carried another request's tag
    MissingTag, ///< the lab answers with a tag, this response had none
    RunStopped,
    PoolLimit, ///< closed to keep to the connection limit
    RunEnded, ///< closed when the run was over
};
std::string_view name(Reason reason); ///< "idle-fin", ...

/// What ended the longest sleep of poll between the queueing of a request and its write, and why
/// poll slept.
struct SleepRecord
{
    CompactDuration slept{}; ///< absent: poll was not entered in between
    std::int32_t timeoutMs = 0;
    TimeoutReason reason = TimeoutReason::NothingAlive;
    WokenBy wokenBy = WokenBy::Nothing;
    std::uint8_t timer = 0; ///< timer label number (see TimerLabels) that limited the sleep
};

struct RequestRecord
{
    std::uint32_t index = 0; ///< 1-based within the variant; warm-up included; also the tag
    std::uint8_t variant = 0; ///< position in the run's list
    bool warmup = false; ///< not measured
    Outcome outcome = Outcome::Cancelled;
    Reason reason = Reason::None; ///< why not reused, why moved, or why failed
    Phase queuedFrom = Phase::Main; ///< phase in which it reached the connection, which decides
                                    ///< what validation is worth
    Phase writtenIn = Phase::Main;
    Phase firedIn = Phase::Main; ///< phase in which the verdict came
    bool reused = false; ///< the connection had carried a request before
    std::uint8_t attempts = 0; ///< connections it was assigned to
    std::uint8_t block = 0; ///< of the interleaved comparison, 1-based; 0 in warm-up
    std::uint16_t status = 0; ///< HTTP status, 0: no response
    TimePoints points{};
    CompactDuration intended{}; ///< paced runs: how long before `queued` it should have been queued
    CompactDuration idleBefore{}; ///< how long the reused connection had been idle when the request
                                  ///< was assigned
    ConnectionId connection{}; ///< the last one
    std::uint32_t connectionUse = 0; ///< 1: the connection's first request
    std::uint32_t queuedTurn = 0;
    std::uint32_t firedTurn = 0;
    std::uint32_t writtenTurn = 0;
    std::uint32_t pollsBeforeWrite = 0; ///< completed between assignment and write
    std::uint32_t bodyBytes = 0; ///< saturates
    SleepRecord sleep{};
};

/// An attempt of a request that did not settle it.
struct AttemptRecord
{
    std::uint32_t request = 0; ///< RequestRecord::index
    std::uint8_t variant = 0;
    bool written = false; ///< whether the request was on the wire: a replay; otherwise a move
    Reason reason = Reason::None; ///< why it ended
    ConnectionId connection{};
    TimePoints points{}; ///< `done`: when this attempt ended
};

/// A phase of a turn in which something ran; polls always.
struct PhaseRecord
{
    Nanoseconds start{0};
    CompactDuration duration{}; ///< with the sleep
    CompactDuration slept{}; ///< poll only
    std::uint32_t turn = 0;
    std::int32_t timeoutMs = 0;
    std::int32_t fd = -1; ///< with WokenBy::Io
    std::uint8_t variant = 0;
    Phase phase = Phase::Main;
    TimeoutReason reason : 4 = TimeoutReason::NothingAlive;
    WokenBy wokenBy : 4 = WokenBy::Nothing;
    std::uint8_t timer = 0; ///< timer label number of the timer that limited the sleep
};
static_assert(sizeof(PhaseRecord) == 32);

enum class ConnectionEventKind : std::uint8_t {
    Opening, ///< value: 0
    Resolved, ///< value: number of addresses
    AddressFailed, ///< value: its place among the addresses, from 1
    AddressLost, ///< another address answered first; value: likewise
    Connected, ///< TCP; value: local port
    Secured, ///< TLS; value: 1 when a ticket resumed an earlier session
    Hint, ///< value: the peer's keep-alive hint in ms
    ExpiryPlanned, ///< value: ms from now at which we retire it
    IdleFin,
    IdleReset,
    IdleBytes, ///< value: how many
    IdleLineBreaks, ///< value: how many
    Idle408,
    ExcessBytes, ///< value: how many
    ValidationCancelled, ///< a request was waiting for the verdict
    Discarded, ///< reason says why; value: requests carried
    Closed, ///< the closing phase has released it
};
std::string_view name(ConnectionEventKind kind);

struct ConnectionEvent
{
    Nanoseconds at{0};
    ConnectionId connection{};
    std::uint32_t value = 0;
    std::uint32_t turn = 0;
    std::uint8_t variant = 0;
    ConnectionEventKind kind = ConnectionEventKind::Opening;
    Reason reason = Reason::None;
    Phase phase = Phase::Main;
};

/// Progress of the run, at each change of block. The engine's controls travel in the same queue, so
/// that order is kept.
struct ProgressRecord
{
    enum class Kind : std::uint8_t { RunStarted, BlockStarted, BlockEnded, RunEnded };
    Kind kind = Kind::RunStarted;
    std::uint8_t variant = 0;
    std::uint8_t block = 0;
    Nanoseconds at{0};
};

using TraceEvent =
    std::variant<RequestRecord, AttemptRecord, PhaseRecord, ConnectionEvent, ProgressRecord>;
static_assert(std::is_trivially_copyable_v<TraceEvent>);

/// Timer labels as small numbers, for records. 0 is "none", labels that are not listed become
/// "other".
std::uint8_t timerLabelNumber(std::string_view label);
std::string_view timerLabel(std::uint8_t number);

} // namespace reusescope
