// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/records.h"

#include <array>
#include <cstddef>

namespace reusescope {

namespace {

constexpr std::array<std::string_view, 14> kTimerLabels{
    "none",
    "validation",
    "keep-alive",
    "coarse-tick",
    "connect-deadline",
    "header-deadline",
    "body-deadline",
    "request-deadline",
    "idle-gap",
    "pacing",
    "ping",
    "age",
    "ping-deadline",
    "other",
};
constexpr std::size_t kOther = kTimerLabels.size() - 1;

} // namespace

std::string_view name(Outcome outcome)
{
    switch (outcome) {
    case Outcome::OkFresh: return "ok-fresh";
    case Outcome::OkReused: return "ok-reused";
    case Outcome::OkReplayed: return "ok-replayed";
    case Outcome::FailedStale: return "failed-stale";
    case Outcome::FailedReset: return "failed-reset";
    case Outcome::FailedTruncated: return "failed-truncated";
    case Outcome::FailedTimeout: return "failed-timeout";
    case Outcome::FailedPoison: return "failed-poison";
    case Outcome::FailedProtocol: return "failed-protocol";
    case Outcome::FailedConnect: return "failed-connect";
    case Outcome::Cancelled: return "cancelled";
    }
    return "unknown";
}

std::string_view name(Reason reason)
{
    switch (reason) {
    case Reason::None: return "none";
    case Reason::NoConnection: return "no-connection";
    case Reason::AllBusy: return "all-busy";
    case Reason::IdleFin: return "idle-fin";
    case Reason::IdleReset: return "idle-reset";
    case Reason::IdleBytes: return "idle-bytes";
    case Reason::IdleLineBreaks: return "idle-line-breaks";
    case Reason::Idle408: return "idle-408";
    case Reason::KeepAliveExpired: return "keep-alive-expired";
    case Reason::HintTooShort: return "hint-too-short";
    case Reason::PeerClosing: return "peer-closing";
    case Reason::ExcessBytes: return "excess-bytes";
    case Reason::ExcessLineBreaks: return "excess-line-breaks";
    case Reason::Upgraded: return "upgraded";
    case Reason::RequestUnfinished: return "request-unfinished";
    case Reason::PipelineBroken: return "pipeline-broken";
    case Reason::ClosedUnanswered: return "closed-unanswered";
    case Reason::ResetUnanswered: return "reset-unanswered";
    case Reason::Truncated: return "truncated";
    case Reason::ConnectRefused: return "connect-refused";
    case Reason::ConnectFailed: return "connect-failed";
    case Reason::TlsFailed: return "tls-failed";
    case Reason::ResolveFailed: return "resolve-failed";
    case Reason::ConnectTimeout: return "connect-timeout";
    case Reason::HeaderTimeout: return "header-timeout";
    case Reason::BodyTimeout: return "body-timeout";
    case Reason::RequestTimeout: return "request-timeout";
    case Reason::MalformedResponse: return "malformed-response";
    case Reason::LimitExceeded: return "limit-exceeded";
    case Reason::ForeignTag: return "foreign-tag";
    case Reason::MissingTag: return "missing-tag";
    case Reason::RunStopped: return "run-stopped";
    case Reason::PoolLimit: return "pool-limit";
    case Reason::RunEnded: return "run-ended";
    case Reason::Goaway: return "goaway";
    case Reason::StreamRefused: return "stream-refused";
    case Reason::StreamReset: return "stream-reset";
    case Reason::StreamIdsUsedUp: return "stream-ids-used-up";
    case Reason::PingTimeout: return "ping-timeout";
    case Reason::Misdirected: return "misdirected";
    case Reason::Http11Required: return "http11-required";
    case Reason::NoCommonProtocol: return "no-common-protocol";
    case Reason::TooOld: return "too-old";
    case Reason::BodyUnread: return "body-unread";
    case Reason::OutOfMemory: return "out-of-memory";
    }
    return "unknown";
}

std::string_view name(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::Opening: return "opening";
    case ConnectionEventKind::Resolved: return "resolved";
    case ConnectionEventKind::AddressFailed: return "address-failed";
    case ConnectionEventKind::AddressLost: return "address-lost";
    case ConnectionEventKind::Connected: return "connected";
    case ConnectionEventKind::Secured: return "secured";
    case ConnectionEventKind::Hint: return "hint";
    case ConnectionEventKind::ExpiryPlanned: return "expiry-planned";
    case ConnectionEventKind::IdleFin: return "idle-fin";
    case ConnectionEventKind::IdleReset: return "idle-reset";
    case ConnectionEventKind::IdleBytes: return "idle-bytes";
    case ConnectionEventKind::IdleLineBreaks: return "idle-line-breaks";
    case ConnectionEventKind::Idle408: return "idle-408";
    case ConnectionEventKind::ExcessBytes: return "excess-bytes";
    case ConnectionEventKind::ExcessLineBreaks: return "excess-line-breaks";
    case ConnectionEventKind::Drained: return "drained";
    case ConnectionEventKind::ValidationCancelled: return "validation-cancelled";
    case ConnectionEventKind::Discarded: return "discarded";
    case ConnectionEventKind::Closed: return "closed";
    case ConnectionEventKind::Http2: return "http2";
    case ConnectionEventKind::SettingsReceived: return "settings";
    case ConnectionEventKind::GoawayReceived: return "goaway";
    case ConnectionEventKind::StreamReset: return "stream-reset";
    case ConnectionEventKind::PingSent: return "ping-sent";
    case ConnectionEventKind::PingAcked: return "ping-acked";
    case ConnectionEventKind::PingReceived: return "ping-received";
    case ConnectionEventKind::LateFrames: return "late-frames";
    case ConnectionEventKind::ConnectionError: return "connection-error";
    case ConnectionEventKind::Interim: return "interim";
    case ConnectionEventKind::Trailers: return "trailers";
    case ConnectionEventKind::Http10: return "http10";
    case ConnectionEventKind::Malformed: return "malformed";
    case ConnectionEventKind::BodyUnsent: return "body-unsent";
    case ConnectionEventKind::Upgraded: return "upgraded";
    case ConnectionEventKind::UnreadAtClose: return "unread-at-close";
    }
    return "unknown";
}

std::uint8_t timerLabelNumber(std::string_view label)
{
    if (label.empty())
        return 0;
    for (std::size_t i = 0; i < kTimerLabels.size(); ++i) {
        if (kTimerLabels[i] == label)
            return static_cast<std::uint8_t>(i);
    }
    return static_cast<std::uint8_t>(kOther);
}

std::string_view timerLabel(std::uint8_t number)
{
    return number < kTimerLabels.size() ? kTimerLabels[number] : kTimerLabels[kOther];
}

} // namespace reusescope
