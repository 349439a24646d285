// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/explain.h"

#include "core/trace/summary.h"
#include "ui/format/language.h"
#include "ui/format/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace reusescope {

namespace {

struct Explain
{
    Q_DECLARE_TR_FUNCTIONS(Explain)
};

struct LongestSegment
{
    Segment which = Segment::FirstByte;
    Nanoseconds duration{0};
    bool any = false;
};

LongestSegment longestSegment(const TimePoints &points)
{
    LongestSegment longest;
    for (const Segment which : kSegments) {
        const auto duration = segment(points, which);
        if (duration && (!longest.any || *duration > longest.duration))
            longest = {which, *duration, true};
    }
    return longest;
}

QString place(Phase phase, std::uint32_t turn)
{
    return Explain::tr("%1 of turn %2").arg(phaseText(phase)).arg(turn);
}

QString written(const RequestRecord &request)
{
    if (request.pollsBeforeWrite == kPollsUnknown)
        return Explain::tr("written by a client whose loop cannot be seen");
    return Explain::tr("written in %1").arg(place(request.writtenIn, request.writtenTurn));
}

/// "timer-0 armed in poll of turn 411".
QString armed(const RequestRecord &request, const QString &scheduler)
{
    const QString where = place(request.queuedFrom, request.queuedTurn);
    if (scheduler == QLatin1String("peek") || scheduler.startsWith(QLatin1String("after-idle")))
        return Explain::tr("%1 looked at the socket in %2").arg(scheduler, where);
    if (scheduler == QLatin1String("background"))
        return Explain::tr("background validation had not fired when the request came in %1")
            .arg(where);
    return Explain::tr("%1 armed in %2").arg(scheduler, where);
}

QString timerName(std::uint8_t number)
{
    const std::string_view label = timerLabel(number);
    if (label.empty() || label == "none" || label == "other")
        return Explain::tr("the timer");
    if (label.find("validat") != std::string_view::npos)
        return Explain::tr("the timer");
    if (label == "coarse-tick")
        return Explain::tr("the coarse tick");
    return Explain::tr("the %1 timer")
        .arg(QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())));
}

QString pollCount(std::uint32_t polls)
{
    return Explain::tr("%1 polls", nullptr, pluralOf(polls)).arg(countText(polls));
}

/// What poll did between the assignment and the write.
QString polled(const RequestRecord &request)
{
    const SleepRecord &sleep = request.sleep;
    if (!sleep.slept.has())
        return request.pollsBeforeWrite == 0
            ? Explain::tr("no poll in between")
            : Explain::tr("%1 without sleep").arg(pollCount(request.pollsBeforeWrite));
    const QString slept = durationText(sleep.slept);
    if (sleep.timeoutMs == 0)
        return Explain::tr("poll looked for %1 without sleeping (%2)")
            .arg(slept, timeoutReasonText(sleep.reason));
    switch (sleep.wokenBy) {
    case WokenBy::Timer:
        return Explain::tr("poll slept %1 until %2 was due").arg(slept, timerName(sleep.timer));
    case WokenBy::Io: return Explain::tr("poll slept %1 until a socket was ready").arg(slept);
    case WokenBy::Wakeup:
        return Explain::tr("poll slept %1 until another thread woke it").arg(slept);
    case WokenBy::Nothing: break;
    }
    return Explain::tr("poll slept %1").arg(slept);
}

QString frameCount(std::uint32_t frames)
{
    return Explain::tr("%1 frames", nullptr, pluralOf(frames)).arg(countText(frames));
}

QString validation(const RequestRecord &request, const QString &scheduler)
{
    if (request.pollsBeforeWrite == kPollsUnknown)
        return Explain::tr("how %1 validates is its own").arg(scheduler);
    if (!request.reused)
        return Explain::tr("a new connection needs no validation");
    if (scheduler == QLatin1String("none"))
        return Explain::tr("not validated");
    const auto duration = segment(request.points, Segment::Validate);
    if (!duration)
        return Explain::tr("%1 asked for no validation").arg(scheduler);
    return Explain::tr("validated by %1 in %2, %3")
        .arg(scheduler, durationText(*duration),
             request.pollsBeforeWrite == 0
                 ? Explain::tr("without a poll")
                 : Explain::tr("after %1").arg(pollCount(request.pollsBeforeWrite)));
}

QString connectionName(const RequestRecord &request)
{
    return request.connection ? Explain::tr("connection %1").arg(request.connection.value)
                              : Explain::tr("a connection it does not tell of");
}

/// Why the connection that answered was not the one first chosen, or not an idle one.
QString detour(const RequestRecord &request)
{
    if (request.outcome == Outcome::OkReplayed)
        return Explain::tr("replayed on %1 because %2")
            .arg(connectionName(request), reasonText(request.reason));
    if (request.attempts > 1)
        return Explain::tr("moved to %1 before it was written because %2")
            .arg(connectionName(request), reasonText(request.reason));
    return {};
}

QString failure(const RequestRecord &request, const QString &scheduler)
{
    const QString total = durationText(request.points.done);
    QStringList facts;
    switch (request.outcome) {
    case Outcome::Cancelled: facts << Explain::tr("Cancelled after %1").arg(total); break;
    case Outcome::FailedPoison: facts << Explain::tr("Failed after %1 by poison").arg(total); break;
    default: facts << Explain::tr("Failed after %1").arg(total); break;
    }
    if (request.reason != Reason::None)
        facts.last() += Explain::tr(": %1").arg(reasonText(request.reason));
    if (request.points.sent.has()) {
        facts << Explain::tr("%1 on %2").arg(written(request), connectionName(request));
        if (request.idleBefore.has())
            facts.last() +=
                Explain::tr(" after %1 of idling").arg(durationText(request.idleBefore));
        facts << validation(request, scheduler);
    } else {
        facts << Explain::tr("it was never written");
    }
    return facts.join(QStringLiteral(", "));
}

QString success(const RequestRecord &request, const QString &scheduler)
{
    const LongestSegment longest = longestSegment(request.points);
    const QString total = durationText(request.points.done);
    if (!longest.any)
        return Explain::tr("Took %1").arg(total);
    const QString share = Explain::tr("%1 of %2").arg(durationText(longest.duration), total);
    QStringList facts;
    switch (longest.which) {
    case Segment::Queue:
        facts << Explain::tr("Waited %1 in the queue").arg(share);
        if (request.reason != Reason::None)
            facts.last() += Explain::tr(": %1").arg(reasonText(request.reason));
        facts << written(request);
        break;
    case Segment::Connect:
        facts << Explain::tr("Spent %1 to connect").arg(share);
        if (const auto parts = connectParts(request.points))
            facts.last() += Explain::tr(" (TCP %1, TLS %2)")
                                .arg(durationText(parts->tcp), durationText(parts->tls));
        if (request.attempts <= 1 && request.reason != Reason::None)
            facts.last() += Explain::tr(": %1").arg(reasonText(request.reason));
        facts << Explain::tr("%1 on the new %2").arg(written(request), connectionName(request));
        break;
    case Segment::Validate:
        facts << (longest.duration >= Summary::kStallAtLeast
                      ? Explain::tr("Stalled %1 in validate: %2")
                      : Explain::tr("Waited %1 in validate: %2"))
                     .arg(share, armed(request, scheduler));
        facts << polled(request);
        facts << written(request);
        break;
    case Segment::Limit:
        facts << Explain::tr("Waited %1 for a free stream of %2: as many as the limit allows were "
                             "open")
                     .arg(share, connectionName(request));
        facts << written(request);
        break;
    case Segment::Write:
        facts << Explain::tr("Spent %1 to write the request to %2")
                     .arg(share, connectionName(request));
        facts << validation(request, scheduler);
        break;
    case Segment::FirstByte:
        facts << Explain::tr("Waited %1 for the first byte: %2 on %3")
                     .arg(share, written(request), connectionName(request));
        facts << validation(request, scheduler);
        break;
    case Segment::LastByte:
        facts << Explain::tr("Spent %1 from the first byte to the last, %2 of body")
                     .arg(share, bytesText(request.bodyBytes));
        facts << validation(request, scheduler);
        break;
    }
    const QString moved = detour(request);
    if (!moved.isEmpty())
        facts << moved;
    return facts.join(QStringLiteral(", "));
}

} // namespace

QString whySentence(const RequestRecord &request, const QString &variant)
{
    // A title says the protocol as well where several are compared: "h1/none".
    const QString scheduler = variant.mid(variant.lastIndexOf(QLatin1Char('/')) + 1);
    return (isOk(request.outcome) ? success(request, scheduler) : failure(request, scheduler))
        + QLatin1Char('.');
}

QString framesSentence(const Recording &recording, const RequestRecord &request)
{
    if (request.stream == 0 || !request.points.done.has() || !isOk(request.outcome))
        return {};
    const Nanoseconds done = request.points.queued + request.points.done.value();
    const auto &batches = recording.frameBatches();
    // A batch is noted when its poll has handed out all of it, so it follows the answers in it.
    auto batch = std::ranges::lower_bound(batches, done, {}, &FrameBatch::at);
    constexpr int kMostLooked = 1000; // connections that have a batch in the same turn
    for (int looked = 0; batch != batches.end() && looked < kMostLooked; ++batch, ++looked) {
        if (batch->variant != request.variant || batch->connection != request.connection)
            continue;
        if (batch->received <= 1)
            return Explain::tr("It was completed by the only frame of turn %1; %2 left with its "
                               "answers.")
                .arg(countText(batch->turn), frameCount(batch->sent));
        return Explain::tr("It was completed by one of %1 that came in one poll, in turn %2; %3 "
                           "left with the answers.")
            .arg(frameCount(batch->received), countText(batch->turn), frameCount(batch->sent));
    }
    return {};
}

} // namespace reusescope
