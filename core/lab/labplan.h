// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/labscript.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace reusescope {

/// A script with what can be prepared before any request: immutable, shared by all who still follow
/// it.
struct LabPlan
{
    explicit LabPlan(const LabScript &source);

    bool hasActs(ActWhen when) const { return m_hasActs[static_cast<std::size_t>(when)]; }

    LabScript script;
    std::string body; ///< for HTTP/1.1, framed as the script says

private:
    std::array<bool, kActMoments> m_hasActs{}; // as ActWhen enumerates them
};

using SharedLabPlan = std::shared_ptr<const LabPlan>;

/// Whether an act belongs to the Nth of what it counts.
inline bool isDueOn(const LabAct &act, std::uint64_t number)
{
    return number % static_cast<std::uint64_t>(act.every) == 0;
}

} // namespace reusescope
