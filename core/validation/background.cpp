// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

/// Begins when the response completes, so that the wait overlaps with what the caller does; holds
/// up only a request that comes before the check phase has been reached.
class Background final : public ValidationScheduler
{
public:
    explicit Background(SchedulerContext context)
        : m_context(std::move(context)), m_immediate(m_context.immediates, [this] { fired(); })
    { }

    void becameIdle() override
    {
        m_requestWaits = false;
        m_immediate.schedule();
    }
    std::optional<Verdict> begin() override
    {
        if (!m_immediate.isScheduled())
            return kClean;
        m_requestWaits = true;
        return std::nullopt;
    }
    void cancel() override
    {
        m_requestWaits = false;
        m_immediate.cancel();
    }

private:
    void fired()
    {
        if (!m_requestWaits)
            return;
        m_requestWaits = false;
        m_context.answered(kClean);
    }

    SchedulerContext m_context;
    Immediate m_immediate;
    bool m_requestWaits = false;
};

} // namespace

std::unique_ptr<ValidationScheduler> makeBackground(SchedulerContext context)
{
    return std::make_unique<Background>(std::move(context));
}

} // namespace reusescope
