// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

/// One look at the socket right before the write.
class Peek final : public ValidationScheduler
{
public:
    Peek(SchedulerContext context, Nanoseconds idleAtLeast)
        : m_context(std::move(context)), m_idleAtLeast(idleAtLeast)
    { }

    std::optional<Verdict> begin() override
    {
        if (m_context.connection.idleFor() < m_idleAtLeast)
            return kClean;
        return verdictOf(m_context.connection.look());
    }
    void cancel() override { }
    bool validatesBackToBack() const override { return true; }

private:
    SchedulerContext m_context;
    Nanoseconds m_idleAtLeast;
};

} // namespace

std::unique_ptr<ValidationScheduler> makePeek(SchedulerContext context)
{
    return std::make_unique<Peek>(std::move(context), Nanoseconds{0});
}

std::unique_ptr<ValidationScheduler> makeAfterIdle(SchedulerContext context,
                                                   Milliseconds idleAtLeast)
{
    return std::make_unique<Peek>(std::move(context), idleAtLeast);
}

} // namespace reusescope
