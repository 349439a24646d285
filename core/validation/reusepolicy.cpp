// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/reusepolicy.h"

#include <algorithm>

namespace reusescope {

std::optional<Milliseconds> ReusePolicy::idleLimit(std::optional<Milliseconds> hint) const
{
    if (!hint)
        return std::min(keepAlive, keepAliveMax);
    const Milliseconds limit = std::min(*hint - margin, keepAliveMax);
    if (limit <= Milliseconds{0})
        return std::nullopt;
    return limit;
}

std::string_view name(ReplayPolicy policy)
{
    switch (policy) {
    case ReplayPolicy::Never: return "never";
    case ReplayPolicy::Idempotent: return "idempotent";
    case ReplayPolicy::Always: return "always";
    }
    return {};
}

std::optional<ReplayPolicy> replayPolicyFromName(std::string_view text)
{
    for (const ReplayPolicy policy :
         {ReplayPolicy::Never, ReplayPolicy::Idempotent, ReplayPolicy::Always}) {
        if (name(policy) == text)
            return policy;
    }
    return std::nullopt;
}

bool mayReplay(const ReplayQuestion &question)
{
    if (!question.written)
        return true;
    if (question.unprocessed)
        return !question.bodyStreamed;
    const bool allowed = question.policy == ReplayPolicy::Always
        || (question.policy == ReplayPolicy::Idempotent && question.idempotent);
    return allowed && !question.responseBegun && question.connectionReused && !question.bodyStreamed
        && question.replays == 0;
}

} // namespace reusescope
