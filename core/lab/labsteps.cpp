// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labsteps.h"

#include <algorithm>
#include <utility>

namespace reusescope {

bool LabSteps::isLater(const Entry &one, const Entry &other)
{
    return one.step.due != other.step.due ? one.step.due > other.step.due
                                          : one.number > other.number;
}

void LabSteps::push(LabStep step)
{
    m_heap.push_back({std::move(step), ++m_pushed});
    std::push_heap(m_heap.begin(), m_heap.end(), isLater);
}

LabStep LabSteps::pop()
{
    std::pop_heap(m_heap.begin(), m_heap.end(), isLater);
    LabStep step = std::move(m_heap.back().step);
    m_heap.pop_back();
    return step;
}

} // namespace reusescope
