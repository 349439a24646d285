// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QByteArray>
#include <QString>

namespace reusescope {

/// The whole lesson as one HTML page that needs nothing else, on a light ground: texts, script,
/// questions with the answers folded away, the trace as a table, and pictures of the loop after
/// each of its first callbacks.
///
/// Thread: UI (it paints widgets). `scenarioTitle`: of the lesson's scenario.
QByteArray lessonAsHtml(const lesson::Lesson &lesson, const QString &scenarioTitle);

} // namespace reusescope
