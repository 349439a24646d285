// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QString>

namespace reusescope {

/// One sentence, made of recorded facts only, that says why a request took as long as it did, or
/// why it failed: "Waited 1.08 ms of 1.21 ms in validate: timer-0 armed in poll of turn 411, poll
/// slept 1.06 ms until the timer was due, written in timers of turn 412." `variant` is its title: a
/// scheduler, with a protocol before it where several are compared ("h1/none").
QString whySentence(const RequestRecord &request, const QString &variant);

/// How the last frame of an HTTP/2 response came: with how many others in one poll. Empty where
/// nothing was recorded about that, as for HTTP/1.1.
QString framesSentence(const Recording &recording, const RequestRecord &request);

} // namespace reusescope
