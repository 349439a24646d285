// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/idletext.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QLocale>

namespace reusescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(reusescope::IdleText)
};

constexpr double kSmallestShare = 1e-6; // that four decimals of a percentage show

/// Rounded outwards, so that the truth lies inside.
QString betweenText(const IdleInterval &interval)
{
    const QLocale locale;
    const auto low = std::chrono::floor<Milliseconds>(interval.low).count();
    const auto high = std::chrono::ceil<Milliseconds>(interval.high).count();
    const QString text =
        Text::tr("between %1 and %2 ms, %3 connections", nullptr, interval.samples);
    return text.arg(locale.toString(static_cast<qlonglong>(low)),
                    locale.toString(static_cast<qlonglong>(high)),
                    locale.toString(interval.samples));
}

QString limitText(const IdleFindings &findings, bool used)
{
    const int watched = used ? findings.usedWatched : findings.unusedWatched;
    const auto interval = closeInterval(findings, used);
    if (!interval) {
        if (watched == 0)
            return Text::tr("not watched");
        // Rounded down: so long at least.
        const auto tenths = std::chrono::floor<Milliseconds>(findings.watchedFor).count() / 100;
        return Text::tr("none of %1 was closed within %2 s")
            .arg(QLocale().toString(watched),
                 QLocale().toString(static_cast<double>(tenths) / 10, 'f', 1));
    }
    const QString how = endText(commonManner(findings, used), findings.url.starts_with("https:"));
    return Text::tr("closed %1, by the server: %2").arg(betweenText(*interval), how);
}

QString hintText(const IdleFindings &findings)
{
    if (!findings.hint)
        return Text::tr("none");
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*findings.hint);
    return QStringLiteral("Keep-Alive: timeout=%1").arg(seconds.count());
}

QString proofText(const IdleFindings &findings)
{
    const auto longest = longestAnswered(findings);
    QString text = longest
        ? Text::tr("a request was answered after %1").arg(millisecondsText(*longest))
        : Text::tr("no request after a gap was answered on its connection");
    if (hasZombies(findings))
        text += Text::tr("; zombies: a connection stayed open and gave no answer");
    return text;
}

QString dangerText(const IdleFindings &findings, const IdleUse &use)
{
    const auto window = dangerWindow(findings);
    if (!window)
        return Text::tr("none was found");
    const QString where = Text::tr("%1 to %2 after the last response")
                              .arg(millisecondsText(window->low), millisecondsText(window->high));
    const auto share = shareOf(use, *window);
    return share ? Text::tr("%1; %2 of your gaps lie in it").arg(where, shareText(*share)) : where;
}

QString wholeMilliseconds(Nanoseconds time)
{
    return QLocale().toString(
        static_cast<qlonglong>(std::chrono::floor<Milliseconds>(time).count()));
}

/// As KeepAliveAdvice::how says it in English.
QString howText(const KeepAliveAdvice &advice, const IdleFindings &findings)
{
    if (advice.longestAnswered)
        return Text::tr("a request was answered after an idle time of %1 ms, and no end was seen "
                        "in %2 ms")
            .arg(wholeMilliseconds(*advice.longestAnswered),
                 wholeMilliseconds(findings.watchedFor));
    if (!advice.earliestEnd)
        return {};
    const QString margin =
        Text::tr("a margin of %1 ms (two round trips of %2, the spread of %3, and %4 ms for "
                 "coarse timers)")
            .arg(wholeMilliseconds(advice.margin), millisecondsText(advice.roundTrip),
                 millisecondsText(advice.spread), wholeMilliseconds(kCoarseTimerTick));
    return (advice.keepAlive ? Text::tr("the earliest end, %1 ms, less %2")
                             : Text::tr("the earliest end, %1 ms, leaves nothing after %2"))
        .arg(wholeMilliseconds(*advice.earliestEnd), margin);
}

QString adviceText(const IdleFindings &findings)
{
    const KeepAliveAdvice advice = keepAliveAdvice(findings);
    const QString how = howText(advice, findings);
    if (advice.keepAlive)
        return Text::tr("%1 s: %2")
            .arg(QLocale().toString(std::chrono::duration<double>(*advice.keepAlive).count(), 'f',
                                    1),
                 how);
    return how.isEmpty() ? QStringLiteral("–") : Text::tr("keep no connection: %1").arg(how);
}

} // namespace

QString fateText(IdleProbe::Fate fate)
{
    switch (fate) {
    case IdleProbe::Fate::Answered: return Text::tr("answered");
    case IdleProbe::Fate::ClosedBefore: return Text::tr("closed before it was due");
    case IdleProbe::Fate::ClosedUnder: return Text::tr("met the end on its way");
    case IdleProbe::Fate::NoAnswer: return Text::tr("no answer");
    case IdleProbe::Fate::Failed: return Text::tr("failed");
    }
    return {};
}

QString endText(Reason how, bool secure)
{
    switch (how) {
    case Reason::IdleFin: return secure ? Text::tr("close_notify or FIN") : Text::tr("FIN");
    case Reason::IdleReset: return Text::tr("RST");
    case Reason::Idle408: return Text::tr("408");
    case Reason::IdleBytes: return Text::tr("bytes that nobody asked for");
    case Reason::IdleLineBreaks: return Text::tr("line breaks");
    case Reason::Goaway: return Text::tr("GOAWAY");
    case Reason::PeerClosing: return Text::tr("with the response");
    default: return reasonText(how);
    }
}

QString millisecondsText(Nanoseconds time)
{
    return Text::tr("%1 ms").arg(
        QLocale().toString(std::chrono::duration<double, std::milli>(time).count(), 'f', 1));
}

std::vector<IdleFact> idleFacts(const IdleFindings &findings, const IdleUse &use, bool goesOn)
{
    const bool isOpen = goesOn && !dangerWindow(findings);
    const QString notYet = Text::tr("not known yet");
    return {{Text::tr("Used connections"), limitText(findings, true)},
            {Text::tr("Unused connections"), limitText(findings, false)},
            {Text::tr("Server's hint"), hintText(findings)},
            {Text::tr("Asked again"), proofText(findings)},
            {Text::tr("Danger window"), isOpen ? notYet : dangerText(findings, use)},
            {Text::tr("Suggested keep-alive"), isOpen ? notYet : adviceText(findings)}};
}

std::optional<double> shareOf(const IdleUse &use, const IdleInterval &window)
{
    if (!use.gaps.empty())
        return shareInDanger(window, use.gaps);
    if (use.perSecond)
        return shareInDanger(window, *use.perSecond);
    return std::nullopt;
}

QString shareText(double share)
{
    if (share > 0 && share < kSmallestShare)
        return Text::tr("less than %1 %").arg(QLocale().toString(100 * kSmallestShare, 'f', 4));
    return Text::tr("%1 %").arg(QLocale().toString(100 * share, 'f', 4));
}

} // namespace reusescope
