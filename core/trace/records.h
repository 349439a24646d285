// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/h2names.h"
#include "core/base/ids.h"
#include "core/base/phases.h"
#include "core/trace/timepoints.h"

#include <algorithm>
#include <array>
#include <cstddef>
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
    ExcessLineBreaks, ///< only CR and LF there
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
    Goaway, ///< HTTP/2: the peer takes no new streams here, or did not process this one
    StreamRefused, ///< REFUSED_STREAM: the peer did not process the request
    StreamReset, ///< RST_STREAM with another code
    StreamIdsUsedUp, ///< 2^31 - 1 was reached
    PingTimeout, ///< a PING was not acknowledged: nobody is there any more
    Misdirected, ///< 421: this connection is not for this host
    Http11Required, ///< HTTP_1_1_REQUIRED: the peer wants the request on HTTP/1.1
    NoCommonProtocol, ///< the peer does not speak the protocol asked for
    TooOld, ///< over the client's limit for the age of a connection
    BodyUnread, ///< more of a dropped body was to come than the client reads to keep a connection
    OutOfMemory, ///< of this program
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

/// RequestRecord::pollsBeforeWrite of a client whose loop is not ours to see.
inline constexpr std::uint32_t kPollsUnknown = 0xffff'ffff;

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
    std::uint32_t pollsBeforeWrite = 0; ///< completed between assignment and write; kPollsUnknown
    std::uint32_t bodyBytes = 0; ///< saturates
    std::uint32_t stream = 0; ///< HTTP/2: its id on the connection; 0: HTTP/1.1, or none was opened
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
    ExcessLineBreaks, ///< value: how many
    Drained, ///< of a body that the caller had dropped; value: bytes
    ValidationCancelled, ///< a request was waiting for the verdict
    Discarded, ///< reason says why; value: requests carried
    Closed, ///< the closing phase has released it
    // HTTP/2
    Http2, ///< it is spoken here; value: 1 by ALPN, 0 by prior knowledge
    SettingsReceived, ///< value: the streams that the peer allows at a time
    GoawayReceived, ///< value: the last stream it processes; code: its error code
    StreamReset, ///< by the peer; value: the stream; code: its error code
    PingSent, ///< ours, after a quiet time
    PingAcked, ///< value: microseconds since it was sent
    PingReceived,
    LateFrames, ///< value: those for streams that were over, ignored, so far
    ConnectionError, ///< ours, with a GOAWAY; code: its error code
    // HTTP/1.1
    Interim, ///< value: the status of a 1xx response, as it came
    Trailers, ///< value: the number of fields behind a chunked body
    Http10, ///< a response of HTTP/1.0; value: 1 with the keep-alive token; when that changes
    Malformed, ///< value: the byte of the response at which it was given up; code: llhttp's
    BodyUnsent, ///< answered before the request was out; value: bytes of its body sent; code: of
                ///< all
    Upgraded, ///< value: bytes behind the 101
    UnreadAtClose, ///< value: bytes in the kernel that nobody has read, TLS records included
};
std::string_view name(ConnectionEventKind kind);

/// The beginning of what a peer sent and nobody had asked for. Kept in the record itself, so that
/// nothing is allocated where it is seen.
class KeptBytes
{
public:
    static constexpr std::size_t kMost = 31; ///< fills a cache line with the rest of the record

    KeptBytes() = default;
    explicit KeptBytes(std::string_view bytes)
        : m_size(static_cast<std::uint8_t>(std::min(bytes.size(), kMost)))
    {
        std::copy_n(bytes.begin(), m_size, m_bytes.begin());
    }
    std::string_view view() const { return {m_bytes.data(), m_size}; }

private:
    std::array<char, kMost> m_bytes{};
    std::uint8_t m_size = 0;
};

struct ConnectionEvent
{
    Nanoseconds at{0};
    ConnectionId connection{};
    std::uint32_t value = 0;
    std::uint32_t turn = 0;
    std::uint32_t code = 0; ///< an H2ErrorCode, or any other number that the peer sent
    std::uint8_t variant = 0;
    ConnectionEventKind kind = ConnectionEventKind::Opening;
    Reason reason = Reason::None;
    Phase phase = Phase::Main;
    KeptBytes bytes{}; ///< of IdleBytes, Idle408, ExcessBytes and Upgraded
};
static_assert(sizeof(ConnectionEvent) == 64);

/// The HTTP/2 frames that one poll brought to a connection, and those that left with its answers.
struct FrameBatch
{
    Nanoseconds at{0};
    ConnectionId connection{};
    std::uint32_t turn = 0;
    std::uint16_t received = 0; ///< saturates, likewise the others
    std::uint16_t sent = 0; ///< since the last batch
    std::uint16_t open = 0; ///< streams, after it
    std::uint8_t variant = 0;
};
static_assert(sizeof(FrameBatch) == 24);

/// An HTTP/2 connection as it stands: sent when the peer's settings or a GOAWAY have come, every
/// kHttp2StateInterval while frames come, and at its end.
struct Http2State
{
    Nanoseconds at{0};
    ConnectionId connection{};
    std::uint8_t variant = 0;
    bool over = false; ///< the last one of this connection
    bool goaway = false; ///< one has come
    std::uint32_t maxStreams = 0; ///< at a time: what the peer allows
    std::uint32_t peerStreamWindow = 0; ///< bytes that it takes at first on each stream
    std::uint32_t peerMaxFrame = 0; ///< bytes
    std::int32_t sendWindow = 0; ///< bytes that the peer takes now on the connection
    std::int32_t receiveWindow = 0; ///< bytes that we take in all
    std::int32_t unreturned = 0; ///< of them, received and not given back yet
    std::uint32_t openStreams = 0;
    std::uint32_t mostStreams = 0; ///< open at the same time so far
    std::uint32_t lateFrames = 0;
    std::array<std::uint32_t, kH2FrameTypes> received{}; ///< frames by type
    std::array<std::uint32_t, kH2FrameTypes> sent{};
};
inline constexpr Nanoseconds kHttp2StateInterval = Milliseconds{200};

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

using TraceEvent = std::variant<RequestRecord, AttemptRecord, PhaseRecord, ConnectionEvent,
                                FrameBatch, Http2State, ProgressRecord>;
static_assert(std::is_trivially_copyable_v<TraceEvent>);

/// Timer labels as small numbers, for records. 0 is "none", labels that are not listed become
/// "other".
std::uint8_t timerLabelNumber(std::string_view label);
std::string_view timerLabel(std::uint8_t number);

} // namespace reusescope
