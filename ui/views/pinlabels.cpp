// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/pinlabels.h"

#include <algorithm>

namespace reusescope {

std::vector<PlacedLabel> placePinLabels(std::span<const PinLabel> pins, int right, int gap)
{
    std::vector<PlacedLabel> placed;
    for (const PinLabel &pin : pins) {
        const bool fitsRight = pin.x + gap + pin.width <= right;
        const int left = fitsRight ? pin.x + gap : pin.x - gap - pin.width;
        const auto isTaken = [&](int row) {
            for (std::size_t each = 0; each < placed.size(); ++each) {
                if (placed[each].row == row && placed[each].left < left + pin.width + gap
                    && left < placed[each].left + pins[each].width + gap)
                    return true;
            }
            return false;
        };
        int row = 0;
        while (isTaken(row))
            ++row;
        placed.push_back({left, row});
    }
    return placed;
}

} // namespace reusescope
