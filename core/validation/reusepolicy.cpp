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

bool mayReplay(const ReplayQuestion &question)
{
    if (!question.written)
        return true;
    if (question.unprocessed)
        return !question.bodyStreamed;
    return !question.responseBegun && question.connectionReused && question.idempotent
        && !question.bodyStreamed && question.replays == 0;
}

} // namespace reusescope
