// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracefacts.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace reusescope {
namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TraceFacts", text);
}

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
    return withVariant(tr("Request %1").arg(countText(index)), variant);
}

void addSegments(FactTable &table, const TimePoints &points)
{
    for (const Segment each : kSegments) {
        if (const std::optional<Nanoseconds> duration = segment(points, each))
            table.add(segmentText(each), *duration);
    }
    if (points.done.has())
        table.add(tr("total"), points.done.value());
}

QString phaseInTurn(Phase phase, std::uint32_t turn)
{
    return tr("%1, turn %2").arg(phaseText(phase), countText(turn));
}

} // namespace

QString requestFacts(const RequestRecord &record, const QString &variant)
{
    FactTable table(requestHeading(record.index, variant));
    table.add(tr("outcome"), howItEnded(record));
    if (record.reason != Reason::None)
        table.add(tr("reason"), reasonText(record.reason));
    if (record.warmup)
        table.add(tr("warm-up"), tr("not measured"));
    addSegments(table, record.points);
    if (record.connection) {
        table.add(tr("connection"),
                  tr("%1, request %2 on it")
                      .arg(countText(record.connection.value), countText(record.connectionUse)));
    }
    if (record.stream != 0)
        table.add(tr("stream"), QString::number(record.stream));
    if (record.idleBefore.has())
        table.add(tr("idle before"), record.idleBefore.value());
    if (record.attempts > 1)
        table.add(tr("attempts"), countText(record.attempts));
    const bool knowsLoop = record.pollsBeforeWrite != kPollsUnknown;
    if (knowsLoop)
        table.add(tr("queued from"), phaseInTurn(record.queuedFrom, record.queuedTurn));
    if (record.points.validated.has())
        table.add(tr("verdict in"), phaseInTurn(record.firedIn, record.firedTurn));
    if (record.points.sent.has() && knowsLoop) {
        table.add(tr("written in"), phaseInTurn(record.writtenIn, record.writtenTurn));
        table.add(tr("polls before write"), countText(record.pollsBeforeWrite));
    }
    if (record.sleep.slept.has()) {
        table.add(
            tr("longest sleep"),
            tr("%1, ended by %2")
                .arg(durationText(record.sleep.slept.value()), wokenByText(record.sleep.wokenBy)));
    }
    return table.text();
}

QString attemptFacts(const AttemptRecord &record, const QString &variant)
{
    FactTable table(requestHeading(record.request, variant));
    table.add(tr("attempt"),
              record.written ? tr("replayed on another connection")
                             : tr("moved to another connection, unwritten"));
    table.add(tr("reason"), reasonText(record.reason));
    addSegments(table, record.points);
    return table.text();
}

QString eventFacts(const ConnectionEvent &event, Nanoseconds at)
{
    FactTable table(
        tr("Connection %1 · %2").arg(countText(event.connection.value), eventLabel(event)));
    table.add(tr("event"), connectionEventText(event.kind));
    table.add(tr("at"), at);
    if (const QString detail = connectionEventDetail(event); !detail.isEmpty())
        table.add(tr("detail"), detail);
    if (event.reason != Reason::None)
        table.add(tr("reason"), reasonText(event.reason));
    table.add(tr("seen in"), phaseInTurn(event.phase, event.turn));
    return table.text();
}

QString phaseFacts(const PhaseRecord &record, Nanoseconds at, const TurnFrames &frames)
{
    FactTable table(tr("Turn %1 · %2").arg(countText(record.turn), phaseText(record.phase)));
    table.add(tr("begins at"), at);
    if (record.duration.has())
        table.add(tr("duration"), record.duration.value());
    if (record.phase == Phase::Poll) {
        if (record.slept.has())
            table.add(tr("slept"), record.slept.value());
        table.add(tr("timeout"), timeoutLabel(record));
        table.add(tr("ended by"), wokenLabel(record));
        if (frames.connections > 0) {
            table.add(tr("HTTP/2 frames received"), countText(frames.received));
            table.add(tr("HTTP/2 frames sent"), countText(frames.sent));
            table.add(tr("streams open after it"), countText(frames.open));
        }
        if (frames.connections > 1)
            table.add(tr("on connections"), countText(frames.connections));
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
        parts += tr("total") + QLatin1Char(' ') + durationText(record.points.done.value());
    return parts.join(QStringLiteral(", "));
}

QString eventLabel(const ConnectionEvent &event)
{
    const auto milliseconds = [&] { return durationText(Nanoseconds(Milliseconds{event.value})); };
    switch (event.kind) {
    case ConnectionEventKind::IdleFin: return tr("FIN");
    case ConnectionEventKind::IdleReset: return tr("RST");
    case ConnectionEventKind::IdleBytes:
    case ConnectionEventKind::UnreadAtClose:
    case ConnectionEventKind::ExcessBytes: return tr("%1 B").arg(countText(event.value));
    case ConnectionEventKind::Drained: return tr("%1 B drained").arg(countText(event.value));
    case ConnectionEventKind::ExcessLineBreaks:
    case ConnectionEventKind::IdleLineBreaks: return tr("%1 B CR LF").arg(countText(event.value));
    case ConnectionEventKind::Idle408: return QStringLiteral("408");
    case ConnectionEventKind::Hint: return tr("hint %1").arg(milliseconds());
    case ConnectionEventKind::ExpiryPlanned: return tr("expires in %1").arg(milliseconds());
    case ConnectionEventKind::Discarded:
        return event.reason == Reason::None ? tr("discarded")
                                            : tr("discarded: %1").arg(reasonText(event.reason));
    case ConnectionEventKind::Closed: return tr("closed");
    case ConnectionEventKind::SettingsReceived: return streamCountText(event.value);
    case ConnectionEventKind::GoawayReceived:
        return tr("GOAWAY %1, %2").arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::StreamReset:
        return tr("stream %1: %2").arg(QString::number(event.value), h2ErrorText(event.code));
    case ConnectionEventKind::PingAcked:
        return tr("answered in %1")
            .arg(durationText(Nanoseconds{std::chrono::microseconds{event.value}}));
    case ConnectionEventKind::ConnectionError:
        return tr("our GOAWAY, %1").arg(h2ErrorText(event.code));
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
    return record.timeoutMs < 0 ? tr("no limit")
                                : QString::number(record.timeoutMs) + QChar::Nbsp + tr("ms");
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
    return tr("%1, %2").arg(timeoutFigure(record), timeoutReason(record));
}

QString wokenLabel(const PhaseRecord &record)
{
    if (record.wokenBy == WokenBy::Io && record.fd >= 0)
        return tr("%1, fd %2").arg(wokenByText(record.wokenBy)).arg(record.fd);
    return wokenByText(record.wokenBy);
}

} // namespace reusescope
