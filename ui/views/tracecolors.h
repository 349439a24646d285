// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/timepoints.h"

#include <QColor>

class QPalette;

namespace reusescope {

// The colours of what is recorded: those of Okabe and Ito (2008), which colour-blind people can
// tell apart, moved in lightness where one would have less than 3:1 against its ground. A colour is
// never the only mark.

/// Whether the palette's text is lighter than its ground.
bool isDark(const QPalette &palette);

/// The colour of the variant at a position of the run's list; repeats after eight.
QColor variantColor(int index, bool dark);
QColor segmentColor(Segment segment, bool dark);
/// The pattern that goes with the colour, for brushes over it.
Qt::BrushStyle segmentPattern(Segment segment);

/// Failures, in bars, marks and charts.
QColor failureColor(bool dark);
/// Callbacks of the loop, against its sleep.
QColor callbackColor(bool dark);
QColor sleepColor(bool dark);

/// Black or white, whichever is easier to read on `ground`.
QColor textColorOn(const QColor &ground);
/// `share` of `over` on `ground`, opaque.
QColor blended(const QColor &ground, const QColor &over, qreal share);
/// Ratio of WCAG 2: 1 to 21.
qreal contrast(const QColor &one, const QColor &other);

} // namespace reusescope
