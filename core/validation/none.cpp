// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

class None final : public ValidationScheduler
{
public:
    bool validates() const override { return false; }
    std::optional<Verdict> begin() override { return kClean; }
    void cancel() override { }
};

} // namespace

std::unique_ptr<ValidationScheduler> makeNone(SchedulerContext)
{
    return std::make_unique<None>();
}

} // namespace reusescope
