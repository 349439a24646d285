// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/phases.h"
#include "core/trace/records.h"
#include "core/trace/timepoints.h"

#include <QString>

#include <cstdint>
#include <optional>

// Values as text for people: translated, in the numbers of the user's locale (QLocale's default).
// Files never use these.

namespace reusescope {

/// Three significant digits with the unit that suits: "980 ns", "212 µs", "1.08 ms", "12.4 s".
/// A dash when the duration is absent.
QString durationText(Nanoseconds duration);
QString durationText(std::optional<Nanoseconds> duration);
QString durationText(CompactDuration duration);
/// As durationText(), without zeros at the end: "10 µs", "1.5 ms"; for axes.
QString shortDurationText(Nanoseconds duration);
QString countText(std::uint64_t count); ///< "200,000"
QString rateText(double perSecond); ///< the number only: "5,230", "87.4"
QString ratioText(double ratio); ///< "×10.4", "×0.21", "×0.00023"
/// How an attempt that did not settle its request ended, and how long after the request had been
/// given to that connection; an end of the peer's within a millisecond of that is called a race.
QString attemptEndText(const AttemptRecord &attempt);
/// What bytes that nobody asked for begin with, as text (C escapes), in base 16, and what they look
/// like: `"H" (48, HTTP)`. Empty for none.
QString keptBytesText(std::string_view bytes);
QString bytesText(std::uint64_t bytes); ///< "512 B", "1.50 KiB"

// One word or few, lower case, as they stand in tables and in the middle of sentences.
QString phaseText(Phase phase);
QString segmentText(Segment segment);
QString outcomeText(Outcome outcome);
QString reasonText(Reason reason); ///< empty for Reason::None
QString timeoutReasonText(TimeoutReason reason);
QString wokenByText(WokenBy cause);
QString connectionEventText(ConnectionEventKind kind);
QString loopModelText(LoopModel model);

QString h2ErrorText(std::uint32_t code); ///< "REFUSED_STREAM", "error code 99"
/// What SETTINGS_MAX_CONCURRENT_STREAMS allows: "100 streams", "any number of streams".
QString streamCountText(std::uint32_t count);

/// What a connection event says besides its kind: "3 requests carried", "5 bytes"; empty when
/// nothing.
QString connectionEventDetail(const ConnectionEvent &event);

/// An error's detail in the window's language, as far as core says it with a Sentence.
QString detailText(const Error &error);

/// One sentence that says what failed and, where the user can do something, what.
QString errorSentence(const Error &error);

} // namespace reusescope
