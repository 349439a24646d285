// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracefacts.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace reusescope {
namespace {

struct Facts
{
    Q_DECLARE_TR_FUNCTIONS(TraceFacts)
};

/// A heading over rows of names and right-aligned values.
class FactTable
{
public:
    explicit FactTable(const QString &heading)
        : m_text(QStringLiteral("<p style='white-space:pre'><b>%1</b></p><table>")
                     .arg(heading.toHtmlEscaped()))
    { }

    void add(const QString &name, const QString &value)
    {
        m_text += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align='right' "
                                 "style='white-space:pre'>%2</td></tr>")
                      .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }

    void add(const QString &name, Nanoseconds value) { add(name, durationText(value)); }

    QString text() const { return m_text + QStringLiteral("</table>"); }

private:
    QString m_text;
};

QString withVariant(const QString &text, const QString &variant)
{
    return variant.isEmpty() ? text : text + QStringLiteral(" · ") + variant;
}

QString howItEnded(const RequestRecord &record)
{
    QString text = outcomeText(record.outcome);
    if (record.status != 0)
        text += QStringLiteral(", %1").arg(record.status);
    return text;
}

QString requestHeading(std::uint32_t index, const QString &variant)
{
    return withVariant(Facts::tr("Request %1").arg(countText(index)), variant);
}

void addSegments(FactTable &table, const TimePoints &points)
{
    for (const Segment each : kSegments) {
        if (const std::optional<Nanoseconds> duration = segment(points, each))
            table.add(segmentText(each), *duration);
    }
    if (points.done.has())
        table.add(Facts::tr("total"), points.done.value());
}

QString phaseInTurn(Phase phase, std::uint32_t turn)
{
    return Facts::tr("%1, turn %2").arg(phaseText(phase), countText(turn));
}

} // namespace

QString requestFacts(const RequestRecord &record, const QString &variant)
{
    FactTable table(requestHeading(record.index, variant));
    table.add(Facts::tr("outcome"), howItEnded(record));
    if (record.reason != Reason::None)
        table.add(Facts::tr("reason"), reasonText(record.reason));
    if (record.warmup)
        table.add(Facts::tr("warm-up"), Facts::tr("not measured"));
    addSegments(table, record.points);
    if (record.connection) {
        table.add(Facts::tr("connection"),
                  Facts::tr("%1, request %2 on it")
                      .arg(countText(record.connection.value), countText(record.connectionUse)));
    }
    if (record.stream != 0)
        table.add(Facts::tr("stream"), QString::number(record.stream));
    if (record.idleBefore.has())
        table.add(Facts::tr("idle before"), record.idleBefore.value());
    if (record.attempts > 1)
        table.add(Facts::tr("attempts"), countText(record.attempts));
    const bool knowsLoop = record.pollsBeforeWrite != kPollsUnknown;
    if (knowsLoop)
        table.add(Facts::tr("queued from"), phaseInTurn(record.queuedFrom, record.queuedTurn));
    if (record.points.validated.has())
        table.add(Facts::tr("verdict in"), phaseInTurn(record.firedIn, record.firedTurn));
    if (record.points.sent.has() && knowsLoop) {
        table.add(Facts::tr("written in"), phaseInTurn(record.writtenIn, record.writtenTurn));
        table.add(Facts::tr("polls before write"), countText(record.pollsBeforeWrite));
    }
    if (record.sleep.slept.has()) {
        table.add(
            Facts::tr("longest sleep"),
            Facts::tr("%1, ended by %2")
                .arg(durationText(record.sleep.slept.value()), wokenByText(record.sleep.wokenBy)));
    }
    return table.text();
}

QString attemptFacts(const AttemptRecord &record, const QString &variant)
{
    FactTable table(requestHeading(record.request, variant));
    table.add(Facts::tr("attempt"),
              record.written ? Facts::tr("replayed on another connection")
                             : Facts::tr("moved to another connection, unwritten"));
    table.add(Facts::tr("reason"), reasonText(record.reason));
    addSegments(table, record.points);
    return table.text();
}

QString eventFacts(const ConnectionEvent &event, Nanoseconds at)
{
    FactTable table(
        Facts::tr("Connection %1 · %2").arg(countText(event.connection.value), eventLabel(event)));
    table.add(Facts::tr("event"), connectionEventText(event.kind));
    table.add(Facts::tr("at"), at);
    if (const QString detail = connectionEventDetail(event); !detail.isEmpty())
        table.add(Facts::tr("detail"), detail);
    if (event.reason != Reason::None)
        table.add(Facts::tr("reason"), reasonText(event.reason));
    table.add(Facts::tr("seen in"), phaseInTurn(event.phase, event.turn));
    return table.text();
}

QString phaseFacts(const PhaseRecord &record, Nanoseconds at, const TurnFrames &frames)
{
    FactTable table(Facts::tr("Turn %1 · %2").arg(countText(record.turn), phaseText(record.phase)));
    table.add(Facts::tr("begins at"), at);
    if (record.duration.has())
        table.add(Facts::tr("duration"), record.duration.value());
    if (record.phase == Phase::Poll) {
        if (record.slept.has())
            table.add(Facts::tr("slept"), record.slept.value());
        table.add(Facts::tr("timeout"), timeoutLabel(record));
        table.add(Facts::tr("ended by"), wokenLabel(record));
        if (frames.connections > 0) {
            table.add(Facts::tr("HTTP/2 frames received"), countText(frames.received));
            table.add(Facts::tr("HTTP/2 frames sent"), countText(frames.sent));
            table.add(Facts::tr("streams open after it"), countText(frames.open));
        }
        if (frames.connections > 1)
            table.add(Facts::tr("on connections"), countText(frames.connections));
    }
    return table.text();
}

QString requestSummary(const RequestRecord &record, const QString &variant)
{
    QStringList parts{requestHeading(record.index, variant), howItEnded(record)};
    for (const Segment each : kSegments) {
        if (const std::optional<Nanoseconds> duration = segment(record.points, each))
            parts += segmentText(each) + QLatin1Char(' ') + durationText(*duration);
    }
    if (record.points.done.has())
        parts += Facts::tr("total") + QLatin1Char(' ') + durationText(record.points.done.value());
    return parts.join(QStringLiteral(", "));
}

QString eventLabel(const ConnectionEvent &event)
{
    const auto milliseconds = [&] { return durationText(Nanoseconds(Milliseconds{event.value})); };
    switch (event.kind) {
    case ConnectionEventKind::IdleFin: return Facts::tr("FIN");
    case ConnectionEventKind::IdleReset: return Facts::tr("RST");
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::UnreadAtClose:
    case ConnectionEventKind::ExcessBytes: return Facts::tr("%1 B").arg(countText(event.value));
    case ConnectionEventKind::Drained: return Facts::tr("%1 B drained").arg(countText(event.value));
    case ConnectionEventKind::ExcessLineBreaks:
    case ConnectionEventKind::IdleLineBreaks:
        return Facts::tr("%1 B CR LF").arg(countText(event.value));
    case ConnectionEventKind::Idle408: return QStringLiteral("408");
    case ConnectionEventKind::Hint: return Facts::tr("hint %1").arg(milliseconds());
    case ConnectionEventKind::ExpiryPlanned: return Facts::tr("expires in %1").arg(milliseconds());
    case ConnectionEventKind::Discarded:
        return event.reason == Reason::None
            ? Facts::tr("discarded")
            : Facts::tr("discarded: %1").arg(reasonText(event.reason));
    case ConnectionEventKind::Closed: return Facts::tr("closed");
    case ConnectionEventKind::SettingsReceived: return streamCountText(event.value);
    case ConnectionEventKind::GoawayReceived:
        return Facts::tr("GOAWAY %1, %2")
            .arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::StreamReset:
        return Facts::tr("stream %1: %2")
            .arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::PingAcked:
        return Facts::tr("answered in %1")
            .arg(durationText(Nanoseconds{std::chrono::microseconds{event.value}}));
    case ConnectionEventKind::ConnectionError:
        return Facts::tr("our GOAWAY, %1").arg(h2ErrorText(event.code));
    case ConnectionEventKind::PingSent:
    case ConnectionEventKind::PingReceived:
    case ConnectionEventKind::Http2:
    case ConnectionEventKind::LateFrames:
    case ConnectionEventKind::Opening:
    case ConnectionEventKind::Resolved:
    case ConnectionEventKind::AddressFailed:
    case ConnectionEventKind::AddressLost:
    case ConnectionEventKind::Connected:
    case ConnectionEventKind::Secured:
    case ConnectionEventKind::Trailers:
    case ConnectionEventKind::Http10:
    case ConnectionEventKind::Malformed:
    case ConnectionEventKind::BodyUnsent:
    case ConnectionEventKind::Upgraded:
    case ConnectionEventKind::ValidationCancelled: return connectionEventText(event.kind);
    case ConnectionEventKind::Interim: return QString::number(event.value);
    }
    return {};
}

QString timeoutFigure(const PhaseRecord &record)
{
    return record.timeoutMs < 0 ? Facts::tr("no limit")
                                : QString::number(record.timeoutMs) + QChar::Nbsp + Facts::tr("ms");
}

QString timeoutReason(const PhaseRecord &record)
{
    const QString text = timeoutReasonText(record.reason);
    if (record.reason != TimeoutReason::NextTimer || record.timer == 0)
        return text;
    const std::string_view label = timerLabel(record.timer);
    return QStringLiteral("%1 (%2)").arg(
        text, QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())));
}

QString timeoutLabel(const PhaseRecord &record)
{
    return Facts::tr("%1, %2").arg(timeoutFigure(record), timeoutReason(record));
}

QString wokenLabel(const PhaseRecord &record)
{
    if (record.wokenBy == WokenBy::Io && record.fd >= 0)
        return Facts::tr("%1, fd %2").arg(wokenByText(record.wokenBy)).arg(record.fd);
    return wokenByText(record.wokenBy);
}

} // namespace reusescope
