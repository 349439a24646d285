// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/looptext.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace reusescope {

using script::Entry;
using script::EntryKind;
using script::LoopState;
using script::NameKind;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LoopText)
};

constexpr qsizetype kMostNames = 4;

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "A, B and C"; of many only the first.
QString listText(QStringList names)
{
    names.removeDuplicates();
    if (names.size() > kMostNames) {
        const qsizetype more = names.size() - kMostNames + 1;
        names = names.mid(0, kMostNames - 1);
        return Text::tr("%1 and %2 more").arg(names.join(QStringLiteral(", "))).arg(more);
    }
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return Text::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

QStringList labelsOf(const std::vector<LoopState::Item> &items, bool referenced)
{
    QStringList labels;
    for (const LoopState::Item &item : items) {
        if (item.referenced == referenced)
            labels << fromUtf8(item.label);
    }
    return labels;
}

QString idleReason(const LoopState &state)
{
    if (state.idle.empty())
        return Text::tr("an immediate is queued, for which Node keeps an idle handle active");
    QStringList labels;
    for (const LoopState::Item &item : state.idle)
        labels << fromUtf8(item.label);
    return labels.size() == 1 ? Text::tr("idle handle %1 is active").arg(labels.first())
                              : Text::tr("idle handles %1 are active").arg(listText(labels));
}

QString pollText(const Entry &entry, const script::Program &program)
{
    const QString timer = fromUtf8(entry.text);
    QString why = timeoutReasonText(entry.reason);
    if (entry.reason == TimeoutReason::NextTimer && entry.timeoutMs == 0)
        why = timer.isEmpty() ? Text::tr("a timer is due") : Text::tr("timer %1 is due").arg(timer);
    else if (entry.reason == TimeoutReason::NextTimer && !timer.isEmpty())
        why = Text::tr("until timer %1").arg(timer);
    QString text = entry.timeoutMs == 0 ? Text::tr("does not sleep: %1").arg(why)
        : entry.timeoutMs > 0
        ? Text::tr("sleeps up to %1: %2").arg(loopTimeText(Milliseconds(entry.timeoutMs)), why)
        : Text::tr("sleeps: %1").arg(why);

    QString found;
    switch (entry.wokenBy) {
    case WokenBy::Io:
        if (entry.name < program.names.size())
            found = fromUtf8(program.names[entry.name].label);
        else
            found = wokenByText(entry.wokenBy);
        break;
    case WokenBy::Timer: found = timer.isEmpty() ? wokenByText(entry.wokenBy) : timer; break;
    case WokenBy::Wakeup: found = Text::tr("a wake-up"); break;
    case WokenBy::Nothing: break;
    }
    if (entry.timeoutMs == 0 || entry.slept == Nanoseconds{0})
        return found.isEmpty() ? text : Text::tr("%1; finds %2 at once").arg(text, found);
    return found.isEmpty()
        ? Text::tr("%1; ends after %2").arg(text, loopTimeText(entry.slept))
        : Text::tr("%1; woken by %2 after %3").arg(text, found, loopTimeText(entry.slept));
}

} // namespace

QString loopTimeText(Nanoseconds time)
{
    constexpr double kNsPerMs = 1e6;
    constexpr int kDecimals = 3;
    QLocale locale;
    QString number = locale.toString(static_cast<double>(time.count()) / kNsPerMs, 'f', kDecimals);
    while (number.endsWith(locale.zeroDigit()))
        number.chop(1);
    if (number.endsWith(locale.decimalPoint()))
        number.chop(locale.decimalPoint().size());
    return number + QChar(QChar::Nbsp) + QStringLiteral("ms");
}

QString nameKindText(NameKind kind)
{
    switch (kind) {
    case NameKind::Timeout: return Text::tr("timeout");
    case NameKind::Immediate: return Text::tr("immediate");
    case NameKind::Timer: return Text::tr("native timer");
    case NameKind::Idle: return Text::tr("idle handle");
    case NameKind::Prepare: return Text::tr("prepare handle");
    case NameKind::Check: return Text::tr("check handle");
    case NameKind::Async: return Text::tr("async");
    case NameKind::Socket: return Text::tr("socket");
    case NameKind::Pending: return Text::tr("completion");
    case NameKind::Reuse: return Text::tr("request");
    }
    return {};
}

QString shortModelText(LoopModel model)
{
    return model == LoopModel::TimersLast ? Text::tr("Timers last") : Text::tr("Timers first");
}

QString shortModelTextWithin(LoopModel model)
{
    return model == LoopModel::TimersLast ? Text::tr("timers last") : Text::tr("timers first");
}

QString modelOriginText(LoopModel model)
{
    return model == LoopModel::TimersLast ? Text::tr("libuv 1.45 and later, Node 20 and later")
                                          : Text::tr("libuv 1.44 and earlier, Node 18");
}

std::array<Phase, 7> phasesOf(LoopModel model)
{
    if (model == LoopModel::TimersFirst)
        return {Phase::Timers, Phase::Pending, Phase::Idle,   Phase::Prepare,
                Phase::Poll,   Phase::Check,   Phase::Closing};
    return {Phase::Pending, Phase::Idle,    Phase::Prepare, Phase::Poll,
            Phase::Check,   Phase::Closing, Phase::Timers};
}

std::vector<LoopState::Item> itemsOf(const LoopState &state, Phase phase)
{
    switch (phase) {
    case Phase::Main: return state.reuses;
    case Phase::Timers: return state.timers;
    case Phase::Pending: return state.pending;
    case Phase::Idle: return state.idle;
    case Phase::Prepare: return state.prepare;
    case Phase::Poll: return state.watched;
    case Phase::Check: {
        std::vector<LoopState::Item> items = state.check;
        items.insert(items.end(), state.immediates.begin(), state.immediates.end());
        return items;
    }
    case Phase::Closing: return state.closing;
    }
    return {};
}

QString itemDetail(const LoopState::Item &item, Nanoseconds now)
{
    if (item.kind == NameKind::Socket && item.unread > 0)
        return Text::tr("%1 unread").arg(bytesText(item.unread));
    if (item.kind != NameKind::Timeout && item.kind != NameKind::Timer)
        return {};
    // A handle that is closing has no time any more.
    if (item.due == Nanoseconds{0} && now > Nanoseconds{0})
        return Text::tr("due");
    return item.due <= now ? Text::tr("due") : Text::tr("in %1").arg(loopTimeText(item.due - now));
}

QString pollTimeoutText(const LoopState &state)
{
    if (state.pollTimeout.ms < 0)
        return Text::tr("no limit");
    const QString time = loopTimeText(Milliseconds(state.pollTimeout.ms));
    return state.pollTimeout.ms == 0 ? time : QStringLiteral("≤ ") + time;
}

QString pollSentence(const LoopState &state)
{
    const auto atOnce = [](const QString &why) {
        return Text::tr("Poll would not sleep (0 ms): %1.").arg(why);
    };
    switch (state.pollTimeout.reason) {
    case TimeoutReason::Stopping: return atOnce(Text::tr("the loop is stopping"));
    case TimeoutReason::NothingAlive: return atOnce(Text::tr("no referenced handle is active"));
    case TimeoutReason::Pending: return atOnce(Text::tr("completions are pending"));
    case TimeoutReason::IdleActive: return atOnce(idleReason(state));
    case TimeoutReason::Closing: return atOnce(Text::tr("a handle waits for its close callback"));
    case TimeoutReason::NoWait: return atOnce(Text::tr("the run mode forbids sleeping"));
    case TimeoutReason::NoTimer:
        return Text::tr("Poll would sleep without limit: no timer is set, only an event ends it.");
    case TimeoutReason::NextTimer: break;
    }
    QString timer = fromUtf8(state.pollTimer);
    bool referenced = true;
    for (const LoopState::Item &item : state.timers) {
        if (item.label == state.pollTimer) {
            referenced = item.referenced;
            break;
        }
    }
    if (!referenced)
        timer = Text::tr("%1 (unref, which does not matter here)").arg(timer);
    if (state.pollTimeout.ms == 0)
        return atOnce(Text::tr("timer %1 is due").arg(timer));
    return Text::tr("Poll would sleep up to %1: until timer %2.")
        .arg(loopTimeText(Milliseconds(state.pollTimeout.ms)), timer);
}

QString aliveSentence(const LoopState &state)
{
    QStringList holding;
    QStringList others;
    for (const auto *items : {&state.timers, &state.immediates, &state.idle, &state.prepare,
                              &state.check, &state.watched}) {
        holding += labelsOf(*items, true);
        others += labelsOf(*items, false);
    }
    for (const LoopState::Item &item : state.pending)
        holding << fromUtf8(item.label);
    for (const LoopState::Item &item : state.closing)
        holding << Text::tr("%1 (closing)").arg(fromUtf8(item.label));
    if (state.alive && !holding.isEmpty())
        return Text::tr("Alive: held by %1.").arg(listText(holding));
    if (state.alive)
        return Text::tr("Alive.");
    if (others.isEmpty())
        return Text::tr("Not alive: nothing is active.");
    return Text::tr("Not alive: what is active does not count, it is unref (%1).")
        .arg(listText(others));
}

QString entryText(const Entry &entry, const script::Program &program)
{
    switch (entry.kind) {
    case EntryKind::Callback: {
        const QString word = fromUtf8(entry.text);
        return entry.detail.empty() ? word
                                    : QStringLiteral("%1 (%2)").arg(word, fromUtf8(entry.detail));
    }
    case EntryKind::Log: return QStringLiteral("“%1”").arg(fromUtf8(entry.text));
    case EntryKind::Poll: return pollText(entry, program);
    case EntryKind::RunEnded:
        return entry.alive ? Text::tr("the run ends: something is still alive")
                           : Text::tr("the run ends: nothing is alive any more");
    case EntryKind::Limit: return fromUtf8(entry.text);
    }
    return {};
}

} // namespace reusescope
