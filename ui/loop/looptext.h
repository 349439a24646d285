// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/scriptrun.h"

#include <QString>

#include <array>
#include <vector>

// What happens in a loop program, in words: translated, in the numbers of the user's locale.

namespace reusescope {

/// Exact to the microsecond, in ms, without zeros at the end: "10.5 ms".
QString loopTimeText(Nanoseconds time);
QString nameKindText(script::NameKind kind); ///< "timeout", "native timer", ...
/// The two models in as few words as tell them apart: "Timers last", "Timers first".
QString shortModelText(LoopModel model);
QString shortModelTextWithin(LoopModel model); ///< within a sentence
/// And whose they are: "libuv 1.45 and later, Node 20 and later".
QString modelOriginText(LoopModel model);

/// The phases of a turn in their order.
std::array<Phase, 7> phasesOf(LoopModel model);
/// What is queued for a phase or active in it, in the order of the callbacks. Check holds the
/// handles, then the immediates; Main the requests that wait for a verdict, which is no phase.
std::vector<script::LoopState::Item> itemsOf(const script::LoopState &state, Phase phase);
/// What there is to say besides the label: "in 5 ms", "37 B unread"; empty when nothing.
QString itemDetail(const script::LoopState::Item &item, Nanoseconds now);

/// "0 ms", "≤ 10 ms", "no limit": what poll would be told now.
QString pollTimeoutText(const script::LoopState &state);
/// The same as a sentence with the reason.
QString pollSentence(const script::LoopState &state);
/// Whether the loop is alive, and what holds it.
QString aliveSentence(const script::LoopState &state);

/// A line of the log, without turn, phase and time.
QString entryText(const script::Entry &entry, const script::Program &program);

} // namespace reusescope
