// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/validation/registry.h"

#include <vector>

namespace reusescope {

/// What can be chosen, for the window and the command line.
inline const std::vector<SchedulerInfo> &availableSchedulers()
{
    return schedulerInfos();
}

} // namespace reusescope
