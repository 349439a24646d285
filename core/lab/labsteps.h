// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/lab/labplan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace reusescope {

/// Something that a connection does later: an act, or what its session has planned when `act` is
/// null.
struct LabStep
{
    Nanoseconds due{0};
    const LabAct *act = nullptr; ///< in `plan`
    SharedLabPlan plan = {};
    std::uint64_t ticket = 0; ///< 0: none
    std::int32_t stream = 0; ///< of HTTP/2, whose request this belongs to; 0: none
    std::optional<std::uint32_t> tag = {}; ///< of that request
    std::uint64_t request = 0; ///< the newest one when this was planned; for ActWhen::Idle
};

/// What is to be done, by due time, then as pushed. The cost grows with the logarithm of what
/// waits; once warm nothing is allocated.
class LabSteps
{
public:
    bool isEmpty() const { return m_heap.empty(); }
    std::size_t size() const { return m_heap.size(); }
    Nanoseconds nextDue() const { return m_heap.front().step.due; } ///< of one that is there
    void push(LabStep step);
    LabStep pop();

private:
    struct Entry
    {
        LabStep step;
        std::uint64_t number = 0;
    };
    static bool isLater(const Entry &one, const Entry &other);

    std::vector<Entry> m_heap; // the first one is due first
    std::uint64_t m_pushed = 0;
};

} // namespace reusescope
