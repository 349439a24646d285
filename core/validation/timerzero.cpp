// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/timeoutqueue.h"
#include "core/validation/schedulers.h"

namespace reusescope {

namespace {

/// setTimeout(0).unref(): never sooner than the next whole loop-time millisecond.
class TimerZero final : public ValidationScheduler
{
public:
    explicit TimerZero(SchedulerContext context)
        : m_context(std::move(context)),
          m_timeout(m_context.timeouts, "validation", [this] { m_context.answered(kClean); })
    {
        m_timeout.unref();
    }

    std::optional<Verdict> begin() override
    {
        m_timeout.start(Milliseconds{0});
        return std::nullopt;
    }
    void cancel() override { m_timeout.stop(); }

private:
    SchedulerContext m_context;
    Timeout m_timeout;
};

} // namespace

std::unique_ptr<ValidationScheduler> makeTimerZero(SchedulerContext context)
{
    return std::make_unique<TimerZero>(std::move(context));
}

} // namespace reusescope
