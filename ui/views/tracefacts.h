// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"
#include "ui/views/looptrace.h"

#include <QString>

namespace reusescope {

// What is known about a part of a trace, as rich text for tooltips: every figure with its unit.

/// `variant` is the name of its variant; empty leaves it out.
QString requestFacts(const RequestRecord &record, const QString &variant);
QString attemptFacts(const AttemptRecord &record, const QString &variant);
/// `at` is relative to the recording's origin.
QString eventFacts(const ConnectionEvent &event, Nanoseconds at);
/// `frames`: what the turn moved by HTTP/2, shown with its poll.
QString phaseFacts(const PhaseRecord &record, Nanoseconds at, const TurnFrames &frames = {});

/// One line of plain text, for assistive techniques.
QString requestSummary(const RequestRecord &record, const QString &variant);

/// "FIN", "RST", "12 B", "408", "hint 5 s": what a mark in a lane is labelled with.
QString eventLabel(const ConnectionEvent &event);
/// What a sleep was limited by: "1 ms", "until the next timer (validation)", and both.
QString timeoutFigure(const PhaseRecord &record);
QString timeoutReason(const PhaseRecord &record);
QString timeoutLabel(const PhaseRecord &record);
/// "a socket, fd 7": what ended it.
QString wokenLabel(const PhaseRecord &record);

} // namespace reusescope
