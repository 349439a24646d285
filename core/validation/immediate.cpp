// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

/// setImmediate(): the next check phase, of this very turn when begun in poll. Unreferenced it does
/// not keep poll from sleeping, so that begun outside of poll it waits for whatever ends that
/// sleep.
class ImmediateScheduler final : public ValidationScheduler
{
public:
    ImmediateScheduler(SchedulerContext context, bool referenced)
        : m_context(std::move(context)),
          m_referenced(referenced),
          m_immediate(m_context.immediates, [this] { m_context.answered(kClean); })
    { }

    std::optional<Verdict> begin() override
    {
        m_immediate.schedule(m_referenced);
        return std::nullopt;
    }
    void cancel() override { m_immediate.cancel(); }

private:
    SchedulerContext m_context;
    bool m_referenced;
    Immediate m_immediate;
};

} // namespace

std::unique_ptr<ValidationScheduler> makeImmediateUnref(SchedulerContext context)
{
    return std::make_unique<ImmediateScheduler>(std::move(context), false);
}

std::unique_ptr<ValidationScheduler> makeImmediateRef(SchedulerContext context)
{
    return std::make_unique<ImmediateScheduler>(std::move(context), true);
}

} // namespace reusescope
