// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/lessons/prediction.h"
#include "ui/theme/theme.h"

#include <QString>

#include <vector>

// The parts of a lesson as HTML: for the page, whose text views know a small part of CSS, and for
// files. Texts of a lesson are escaped.

namespace reusescope {

/// For a text view in the colours of the theme.
QString lessonStyle(const Theme &theme);

/// What was right and what was not, question by question; without predictions (skipped) just the
/// answers.
QString answersHtml(const lesson::Lesson &lesson, const std::vector<Prediction> &predictions,
                    const Theme &theme);
/// The text of the reveal and what the loop confirms.
QString revealHtml(const lesson::Lesson &lesson);
/// What ran, line by line; a line begins with turn, phase and time where these are new.
QString traceHtml(const lesson::Lesson &lesson, const lesson::Outcome &outcome);
/// The mistakes of a lesson that cannot be used.
QString mistakesHtml(const std::vector<script::Mistake> &mistakes);

} // namespace reusescope
