// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace reusescope {

/// What somebody thinks the answer to a question is.
struct Prediction
{
    std::vector<std::size_t> order; ///< places in the right order, as they were put
    std::optional<std::size_t> choice;

    bool isComplete(const lesson::Question &question) const
    {
        return question.asksForOrder() ? order.size() == question.order.size() : choice.has_value();
    }
};

/// The words of an order question in another order than the right one, the same for the same seed:
/// where possible no line is right. (The right one only where every word is the same.)
std::vector<std::size_t> shuffled(const lesson::Question &question, std::uint32_t seed);

/// Which lines of a predicted order are where they belong; equal words may stand for each other.
std::vector<bool> rightLines(const lesson::Question &question, const Prediction &prediction);
bool isRight(const lesson::Question &question, const Prediction &prediction);

} // namespace reusescope
