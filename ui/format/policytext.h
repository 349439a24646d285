// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/policysettings.h"

#include <QString>

namespace reusescope {

/// The policies that are not as usual and can matter, as "FIFO, age limit 30 s"; empty: none.
QString policyText(const Experiment &experiment);
/// "No effect here: ...", as a sentence.
QString withoutEffectText(WithoutEffect why);

} // namespace reusescope
