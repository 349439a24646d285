// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

/// A referenced immediate, scheduled again until one poll that began after begin() has completed:
/// what had reached the kernel by then has been delivered to the connection, which would have
/// cancelled.
class FreshPoll final : public ValidationScheduler
{
public:
    explicit FreshPoll(SchedulerContext context)
        : m_context(std::move(context)),
          m_immediate(m_context.immediates, [this] { checkReached(); })
    { }

    std::optional<Verdict> begin() override
    {
        m_pollsBegun = m_context.loop.pollsBegun();
        m_immediate.schedule();
        return std::nullopt;
    }
    void cancel() override { m_immediate.cancel(); }
    bool validatesBackToBack() const override { return true; }

private:
    void checkReached()
    {
        if (m_context.loop.pollsCompleted() > m_pollsBegun)
            m_context.answered(kClean);
        else
            m_immediate.schedule();
    }

    SchedulerContext m_context;
    Immediate m_immediate;
    std::uint32_t m_pollsBegun = 0;
};

} // namespace

std::unique_ptr<ValidationScheduler> makeFreshPoll(SchedulerContext context)
{
    return std::make_unique<FreshPoll>(std::move(context));
}

} // namespace reusescope
