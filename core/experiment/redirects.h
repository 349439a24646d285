// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/url.h"
#include "core/experiment/experiment.h"

namespace reusescope {

/// Redirects that are followed one after another, at most.
inline constexpr int kMaxRedirects = 5;

/// Where the redirects (3xx with a Location) that begin at `start` end: makes one GET for each, by
/// itself, before a run. `start` when there is none.
///
/// Thread: any; returns when the answers have come, or their limits are over.
/// Fails with ErrorKind::Input, and a sentence, for a redirect to a host that nobody has agreed to
/// (consentSentence()), to something that is no URL, or for one too many. A target that does not
/// answer is no failure here: the run will say so.
Result<Url> endOfRedirects(const Experiment &experiment, const Url &start);

} // namespace reusescope
