// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace reusescope {

/// A label that belongs to a vertical line.
struct PinLabel
{
    int x = 0; ///< of the line
    int width = 0; ///< of the label
};

struct PlacedLabel
{
    int left = 0;
    int row = 0;
};

/// Places labels beside their lines, ascending by x, so that none overlaps another: to the right of
/// the line, or to its left when it would end behind `right`, in the first row that is free there.
/// As many rows as labels are always enough.
std::vector<PlacedLabel> placePinLabels(std::span<const PinLabel> pins, int right, int gap);

} // namespace reusescope
