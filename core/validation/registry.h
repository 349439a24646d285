// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/validation/validationscheduler.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// A scheduler as people meet it.
struct SchedulerInfo
{
    std::string name; ///< as typed; a parameter is shown as a letter: "after-idle:N"
    std::string title;
    std::string explanation; ///< one paragraph
    std::string releases; ///< the releases of undici that used it; empty: none did
};

using SchedulerFactory = std::function<std::unique_ptr<ValidationScheduler>(SchedulerContext)>;

/// All built-in schedulers, in the order in which they are best explained.
const std::vector<SchedulerInfo> &schedulerInfos();

/// The factory for a name, with its parameter where it takes one ("after-idle:50", in ms).
/// ErrorKind::Input with one sentence that names the known ones, and the nearest.
Result<SchedulerFactory> schedulerFactory(std::string_view name);

} // namespace reusescope
