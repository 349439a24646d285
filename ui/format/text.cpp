// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/text.h"

#include "core/base/h2names.h"
#include "core/base/sentence.h"
#include "ui/format/language.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace reusescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Text)
};

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Three significant digits, or none behind the point where the value has three before it.
QString threeDigits(double value)
{
    const double size = std::abs(value);
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return QLocale().toString(value, 'f', decimals);
}

QString withUnit(const QString &number, const char *unit)
{
    return number + QChar(QChar::Nbsp) + QString::fromUtf8(unit);
}

struct Scaled
{
    double value;
    const char *unit;
    bool isWhole; // has no decimals
};

/// A value that rounds up to 1000 of a unit is 1.00 of the next.
Scaled inItsUnit(Nanoseconds duration)
{
    const auto ns = static_cast<double>(duration.count());
    const double size = std::abs(ns);
    if (size < 999.5)
        return {ns, "ns", true};
    if (size < 999.5e3)
        return {ns / 1e3, "µs", false};
    if (size < 999.5e6)
        return {ns / 1e6, "ms", false};
    if (size < 99.95e9)
        return {ns / 1e9, "s", false};
    return {ns / 60e9, "min", false};
}

/// By the first bytes, as file(1) would.
QString formatGuess(std::string_view bytes)
{
    constexpr std::string_view kGzip = "\x1f\x8b";
    constexpr std::string_view kHttp = "HTTP/";
    if (bytes.substr(0, kHttp.size()) == kHttp.substr(0, bytes.size()))
        return Text::tr("HTTP");
    if (bytes.starts_with(kGzip))
        return Text::tr("gzip");
    // Alert, handshake or data of TLS (RFC 8446 section 5.1).
    if (bytes.size() > 1 && bytes[0] >= 0x15 && bytes[0] <= 0x17 && bytes[1] == 0x03)
        return Text::tr("TLS");
    const bool isText = std::all_of(bytes.begin(), bytes.end(), [](char c) {
        return (c >= 0x20 && c <= 0x7e) || c == '\r' || c == '\n' || c == '\t';
    });
    return isText ? Text::tr("text") : Text::tr("unknown");
}

} // namespace

QString durationText(Nanoseconds duration)
{
    const Scaled scaled = inItsUnit(duration);
    return withUnit(scaled.isWhole ? QLocale().toString(scaled.value, 'f', 0)
                                   : threeDigits(scaled.value),
                    scaled.unit);
}

QString shortDurationText(Nanoseconds duration)
{
    const Scaled scaled = inItsUnit(duration);
    return withUnit(QLocale().toString(scaled.value, 'g', 3), scaled.unit);
}

QString durationText(std::optional<Nanoseconds> duration)
{
    return duration ? durationText(*duration) : QStringLiteral("–");
}

QString durationText(CompactDuration duration)
{
    return durationText(duration.optional());
}

QString countText(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString rateText(double perSecond)
{
    return perSecond < 99.95 ? threeDigits(perSecond)
                             : countText(static_cast<std::uint64_t>(std::llround(perSecond)));
}

QString ratioText(double ratio)
{
    if (ratio <= 0 || ratio >= 0.1)
        return QStringLiteral("×") + threeDigits(ratio);
    const int decimals = 1 - static_cast<int>(std::floor(std::log10(ratio)));
    return QStringLiteral("×") + QLocale().toString(ratio, 'f', std::min(decimals, 9));
}

QString bytesText(std::uint64_t bytes)
{
    if (bytes < 1024)
        return withUnit(countText(bytes), "B");
    const auto size = static_cast<double>(bytes);
    if (size < 999.5 * 1024)
        return withUnit(threeDigits(size / 1024), "KiB");
    if (size < 999.5 * 1024 * 1024)
        return withUnit(threeDigits(size / (1024 * 1024)), "MiB");
    return withUnit(threeDigits(size / (1024.0 * 1024 * 1024)), "GiB");
}

QString phaseText(Phase phase)
{
    switch (phase) {
    case Phase::Main: return Text::tr("main");
    case Phase::Timers: return Text::tr("timers");
    case Phase::Pending: return Text::tr("pending");
    case Phase::Idle: return Text::tr("idle");
    case Phase::Prepare: return Text::tr("prepare");
    case Phase::Poll: return Text::tr("poll");
    case Phase::Check: return Text::tr("check");
    case Phase::Closing: return Text::tr("closing");
    }
    return {};
}

QString segmentText(Segment segment)
{
    switch (segment) {
    case Segment::Queue: return Text::tr("queue");
    case Segment::Connect: return Text::tr("connect");
    case Segment::Validate: return Text::tr("validate");
    case Segment::Limit: return Text::tr("limit");
    case Segment::Write: return Text::tr("write");
    case Segment::FirstByte: return Text::tr("first byte");
    case Segment::LastByte: return Text::tr("last byte");
    }
    return {};
}

QString outcomeText(Outcome outcome)
{
    switch (outcome) {
    case Outcome::OkFresh: return Text::tr("ok, fresh");
    case Outcome::OkReused: return Text::tr("ok, reused");
    case Outcome::OkReplayed: return Text::tr("ok, replayed");
    case Outcome::FailedStale: return Text::tr("failed: stale");
    case Outcome::FailedReset: return Text::tr("failed: reset");
    case Outcome::FailedTruncated: return Text::tr("failed: truncated");
    case Outcome::FailedTimeout: return Text::tr("failed: timeout");
    case Outcome::FailedPoison: return Text::tr("failed: poison");
    case Outcome::FailedProtocol: return Text::tr("failed: protocol");
    case Outcome::FailedConnect: return Text::tr("failed: connect");
    case Outcome::Cancelled: return Text::tr("cancelled");
    }
    return {};
}

QString reasonText(Reason reason)
{
    switch (reason) {
    case Reason::None: return {};
    case Reason::NoConnection: return Text::tr("there was no connection yet");
    case Reason::AllBusy: return Text::tr("every open connection was busy");
    case Reason::IdleFin: return Text::tr("the peer closed the idle connection");
    case Reason::IdleReset: return Text::tr("the peer reset the idle connection");
    case Reason::IdleBytes:
        return Text::tr("bytes that nobody asked for came on the idle connection");
    case Reason::IdleLineBreaks: return Text::tr("stray line breaks came on the idle connection");
    case Reason::Idle408: return Text::tr("the peer sent 408 on the idle connection");
    case Reason::KeepAliveExpired: return Text::tr("the keep-alive time was over");
    case Reason::HintTooShort: return Text::tr("the keep-alive hint left no time after the margin");
    case Reason::PeerClosing: return Text::tr("the peer had announced to close");
    case Reason::ExcessBytes: return Text::tr("bytes followed a complete response");
    case Reason::ExcessLineBreaks:
        return Text::tr("stray line breaks followed a complete response");
    case Reason::Upgraded: return Text::tr("the connection was upgraded");
    case Reason::RequestUnfinished:
        return Text::tr("the response came before the request was sent");
    case Reason::PipelineBroken:
        return Text::tr("an earlier request on the same connection failed");
    case Reason::ClosedUnanswered:
        return Text::tr("the peer closed after the write, before any byte of the response");
    case Reason::ResetUnanswered:
        return Text::tr("the peer reset the connection after the write, before any byte of the "
                        "response");
    case Reason::Truncated: return Text::tr("the response ended in its middle");
    case Reason::ConnectRefused: return Text::tr("the connection was refused");
    case Reason::ConnectFailed: return Text::tr("connecting failed");
    case Reason::TlsFailed: return Text::tr("the TLS handshake failed");
    case Reason::ResolveFailed: return Text::tr("the name did not resolve");
    case Reason::ConnectTimeout: return Text::tr("connecting took longer than its limit");
    case Reason::HeaderTimeout: return Text::tr("the response head took longer than its limit");
    case Reason::BodyTimeout: return Text::tr("the body paused for longer than its limit");
    case Reason::RequestTimeout: return Text::tr("the request took longer than its limit");
    case Reason::MalformedResponse: return Text::tr("the response was malformed");
    case Reason::LimitExceeded: return Text::tr("the response exceeded a limit");
    case Reason::ForeignTag: return Text::tr("the response belongs to another request");
    case Reason::MissingTag: return Text::tr("the response belongs to no request");
    case Reason::RunStopped: return Text::tr("the run was stopped");
    case Reason::PoolLimit: return Text::tr("the connection limit was reached");
    case Reason::RunEnded: return Text::tr("the run was over");
    case Reason::Goaway: return Text::tr("the peer sent GOAWAY");
    case Reason::StreamRefused: return Text::tr("the peer refused the stream (REFUSED_STREAM)");
    case Reason::StreamReset: return Text::tr("the peer reset the stream");
    case Reason::StreamIdsUsedUp: return Text::tr("the connection's stream ids were used up");
    case Reason::PingTimeout: return Text::tr("a PING was not answered in time");
    case Reason::Misdirected:
        return Text::tr("the peer answered 421: this connection is not for this host");
    case Reason::Http11Required: return Text::tr("the peer requires HTTP/1.1 for this request");
    case Reason::NoCommonProtocol:
        return Text::tr("the peer does not speak the protocol asked for");
    case Reason::TooOld: return Text::tr("the connection was over its age limit");
    case Reason::OutOfMemory: return Text::tr("this program had no memory left");
    case Reason::BodyUnread:
        return Text::tr("more of the dropped body was to come than the drain limit allows");
    }
    return fromView(name(reason));
}

QString timeoutReasonText(TimeoutReason reason)
{
    switch (reason) {
    case TimeoutReason::Stopping: return Text::tr("the loop was stopping");
    case TimeoutReason::NothingAlive: return Text::tr("nothing kept the loop alive");
    case TimeoutReason::Pending: return Text::tr("callbacks were pending");
    case TimeoutReason::IdleActive: return Text::tr("an idle handle was active");
    case TimeoutReason::Closing: return Text::tr("a handle was closing");
    case TimeoutReason::NoWait: return Text::tr("the run mode forbids sleeping");
    case TimeoutReason::NextTimer: return Text::tr("until the next timer");
    case TimeoutReason::NoTimer: return Text::tr("no timer, so without limit");
    }
    return {};
}

QString wokenByText(WokenBy cause)
{
    switch (cause) {
    case WokenBy::Nothing: return Text::tr("nothing");
    case WokenBy::Io: return Text::tr("a socket");
    case WokenBy::Timer: return Text::tr("a timer");
    case WokenBy::Wakeup: return Text::tr("another thread");
    }
    return {};
}

QString attemptEndText(const AttemptRecord &attempt)
{
    constexpr Nanoseconds kRace = Milliseconds{1};
    const QString end = (attempt.written ? Text::tr("replayed: %1") : Text::tr("moved: %1"))
                            .arg(reasonText(attempt.reason));
    if (!attempt.points.assigned.has() || !attempt.points.done.has())
        return end;
    const Nanoseconds after = attempt.points.done.value() - attempt.points.assigned.value();
    const bool isPeersEnd = attempt.reason == Reason::IdleFin || attempt.reason == Reason::IdleReset
        || attempt.reason == Reason::ClosedUnanswered || attempt.reason == Reason::ResetUnanswered;
    return isPeersEnd && after < kRace
        ? Text::tr("%1, %2 after it was assigned: a race, not a slow server")
              .arg(end, durationText(after))
        : Text::tr("%1, %2 after it was assigned").arg(end, durationText(after));
}

QString keptBytesText(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    QString text;
    QStringList digits;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        digits << QStringLiteral("%1").arg(byte, 2, 16, QLatin1Char('0'));
        if (c == '\r')
            text += QStringLiteral("\\r");
        else if (c == '\n')
            text += QStringLiteral("\\n");
        else if (byte < 0x20 || byte > 0x7e || c == '"' || c == '\\')
            text += QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
        else
            text += QLatin1Char(c);
    }
    return Text::tr("\"%1\" (%2; %3)").arg(text, digits.join(QLatin1Char(' ')), formatGuess(bytes));
}

QString connectionEventText(ConnectionEventKind kind)
{
    switch (kind) {
    case ConnectionEventKind::Opening: return Text::tr("opening");
    case ConnectionEventKind::Resolved: return Text::tr("resolved");
    case ConnectionEventKind::AddressFailed: return Text::tr("address failed");
    case ConnectionEventKind::AddressLost: return Text::tr("address was slower");
    case ConnectionEventKind::Connected: return Text::tr("connected");
    case ConnectionEventKind::Secured: return Text::tr("TLS established");
    case ConnectionEventKind::Hint: return Text::tr("keep-alive hint");
    case ConnectionEventKind::ExpiryPlanned: return Text::tr("expiry planned");
    case ConnectionEventKind::IdleFin: return Text::tr("FIN while idle");
    case ConnectionEventKind::IdleReset: return Text::tr("RST while idle");
    case ConnectionEventKind::IdleBytes: return Text::tr("bytes while idle");
    case ConnectionEventKind::IdleLineBreaks: return Text::tr("line breaks while idle");
    case ConnectionEventKind::Idle408: return Text::tr("408 while idle");
    case ConnectionEventKind::ExcessBytes: return Text::tr("excess bytes");
    case ConnectionEventKind::ExcessLineBreaks: return Text::tr("excess line breaks");
    case ConnectionEventKind::Drained: return Text::tr("dropped body read");
    case ConnectionEventKind::ValidationCancelled: return Text::tr("validation cancelled");
    case ConnectionEventKind::Discarded: return Text::tr("discarded");
    case ConnectionEventKind::Closed: return Text::tr("closed");
    case ConnectionEventKind::Http2: return Text::tr("HTTP/2");
    case ConnectionEventKind::SettingsReceived: return Text::tr("SETTINGS");
    case ConnectionEventKind::GoawayReceived: return Text::tr("GOAWAY");
    case ConnectionEventKind::StreamReset: return Text::tr("RST_STREAM");
    case ConnectionEventKind::PingSent: return Text::tr("PING sent");
    case ConnectionEventKind::PingAcked: return Text::tr("PING answered");
    case ConnectionEventKind::PingReceived: return Text::tr("PING received");
    case ConnectionEventKind::LateFrames: return Text::tr("late frames");
    case ConnectionEventKind::ConnectionError: return Text::tr("connection error");
    case ConnectionEventKind::Interim: return Text::tr("interim response");
    case ConnectionEventKind::Trailers: return Text::tr("trailer fields");
    case ConnectionEventKind::Http10: return Text::tr("HTTP/1.0");
    case ConnectionEventKind::Malformed: return Text::tr("malformed response");
    case ConnectionEventKind::BodyUnsent: return Text::tr("answered before the body was sent");
    case ConnectionEventKind::Upgraded: return Text::tr("upgraded");
    case ConnectionEventKind::UnreadAtClose: return Text::tr("unread at the close");
    }
    return {};
}

QString h2ErrorText(std::uint32_t code)
{
    // The codes of RFC 9113 are known by their names; any other number is the peer's own.
    constexpr auto kLast = static_cast<std::uint32_t>(H2ErrorCode::Http11Required);
    return code <= kLast ? fromView(name(static_cast<H2ErrorCode>(code)))
                         : Text::tr("error code %1").arg(QString::number(code));
}

QString streamCountText(std::uint32_t count)
{
    // The largest number that the setting can have: it stands for "no limit" before the peer's
    // settings came (RFC 9113 section 6.5.2).
    if (count >= 0x7fff'ffffu)
        return Text::tr("any number of streams");
    return Text::tr("%1 streams", nullptr, pluralOf(count)).arg(countText(count));
}

QString loopModelText(LoopModel model)
{
    return model == LoopModel::TimersLast ? Text::tr("timers last (libuv 1.45 and later)")
                                          : Text::tr("timers first (libuv 1.44 and earlier)");
}

QString connectionEventDetail(const ConnectionEvent &event)
{
    switch (event.kind) {
    case ConnectionEventKind::Resolved:
        return Text::tr("%1 addresses", nullptr, pluralOf(event.value)).arg(event.value);
    case ConnectionEventKind::AddressFailed:
    case ConnectionEventKind::AddressLost: return Text::tr("address %1").arg(event.value);
    case ConnectionEventKind::Connected: return Text::tr("local port %1").arg(event.value);
    case ConnectionEventKind::Secured:
        return event.value == 1 ? Text::tr("resumed with a ticket") : Text::tr("full handshake");
    case ConnectionEventKind::Hint: return durationText(Nanoseconds{Milliseconds{event.value}});
    case ConnectionEventKind::ExpiryPlanned:
        return Text::tr("in %1").arg(durationText(Nanoseconds{Milliseconds{event.value}}));
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::Idle408:
    case ConnectionEventKind::ExcessBytes:
    case ConnectionEventKind::Upgraded:
        return event.bytes.view().empty()
            ? bytesText(event.value)
            : Text::tr("%1: %2").arg(bytesText(event.value), keptBytesText(event.bytes.view()));
    case ConnectionEventKind::IdleLineBreaks:
    case ConnectionEventKind::ExcessLineBreaks:
    case ConnectionEventKind::UnreadAtClose:
    case ConnectionEventKind::Drained: return bytesText(event.value);
    case ConnectionEventKind::Interim: return QString::number(event.value);
    case ConnectionEventKind::Trailers: return countText(event.value);
    case ConnectionEventKind::Http10:
        return event.value == 1 ? Text::tr("with keep-alive") : Text::tr("without keep-alive");
    case ConnectionEventKind::Malformed: return Text::tr("at byte %1").arg(countText(event.value));
    case ConnectionEventKind::BodyUnsent:
        return Text::tr("%1 of %2").arg(bytesText(event.value), bytesText(event.code));
    case ConnectionEventKind::Discarded:
        return Text::tr("%1, %2 carried").arg(reasonText(event.reason), countText(event.value));
    case ConnectionEventKind::Http2:
        return event.value == 1 ? Text::tr("agreed on by ALPN") : Text::tr("by prior knowledge");
    case ConnectionEventKind::SettingsReceived:
        return Text::tr("%1 at a time").arg(streamCountText(event.value));
    case ConnectionEventKind::GoawayReceived:
        return Text::tr("last stream %1, %2")
            .arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::StreamReset:
        return Text::tr("stream %1, %2").arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::PingAcked:
        return Text::tr("after %1")
            .arg(durationText(Nanoseconds{std::chrono::microseconds{event.value}}));
    case ConnectionEventKind::LateFrames: return Text::tr("%1 so far").arg(countText(event.value));
    case ConnectionEventKind::ConnectionError: return h2ErrorText(event.code);
    case ConnectionEventKind::PingSent:
    case ConnectionEventKind::PingReceived:
    case ConnectionEventKind::Opening:
    case ConnectionEventKind::IdleFin:
    case ConnectionEventKind::IdleReset:
    case ConnectionEventKind::ValidationCancelled:
    case ConnectionEventKind::Closed: return {};
    }
    return {};
}

QString detailText(const Error &error)
{
    return error.sentence ? sentenceText(*error.sentence) : QString::fromStdString(error.detail);
}

QString errorSentence(const Error &error)
{
    const QString detail = detailText(error);
    switch (error.kind) {
    case ErrorKind::Resolve:
        return Text::tr("The target's name does not resolve; check its spelling and the network "
                        "(%1).")
            .arg(detail);
    case ErrorKind::Connect:
        return Text::tr("The target cannot be reached; check that its server runs and listens on "
                        "this port (%1).")
            .arg(detail);
    case ErrorKind::Timeout:
        return Text::tr("The target did not answer in time; check that it runs (%1).").arg(detail);
    case ErrorKind::File:
        return Text::tr("The file cannot be used; check its path and permissions (%1).")
            .arg(detail);
    case ErrorKind::Tls: return Text::tr("TLS failed (%1).").arg(detail);
    case ErrorKind::Http1:
    case ErrorKind::Http2:
        return Text::tr("The target does not speak HTTP as expected (%1).").arg(detail);
    case ErrorKind::PeerClosed:
    case ErrorKind::Io: return Text::tr("The connection broke (%1).").arg(detail);
    case ErrorKind::System:
        return Text::tr("The system refused this program what it needs (%1).").arg(detail);
    case ErrorKind::Cancelled: return Text::tr("The run was stopped.");
    case ErrorKind::Input: break;
    }
    // An input error is a sentence about what to enter.
    QString sentence = detail;
    if (sentence.isEmpty())
        return Text::tr("This value cannot be used.");
    sentence.front() = sentence.front().toUpper();
    if (!sentence.endsWith(QLatin1Char('.')))
        sentence += QLatin1Char('.');
    return sentence;
}

} // namespace reusescope
