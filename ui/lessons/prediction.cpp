// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/prediction.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace reusescope {

std::vector<std::size_t> shuffled(const lesson::Question &question, std::uint32_t seed)
{
    constexpr int kTries = 100; // of three shuffles one has no line right
    std::mt19937 random(seed);
    Prediction best;
    std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
    for (int i = 0; i < kTries && fewest > 0; ++i) {
        Prediction prediction;
        prediction.order.resize(question.order.size());
        std::iota(prediction.order.begin(), prediction.order.end(), std::size_t{0});
        // Fisher and Yates by hand: std::shuffle may differ from one library to the next.
        for (std::size_t left = prediction.order.size(); left > 1; --left)
            std::swap(prediction.order[left - 1], prediction.order[random() % left]);
        const std::vector<bool> right = rightLines(question, prediction);
        const auto count = std::count(right.begin(), right.end(), true);
        if (count < fewest) {
            fewest = count;
            best = std::move(prediction);
        }
    }
    return best.order;
}

std::vector<bool> rightLines(const lesson::Question &question, const Prediction &prediction)
{
    std::vector<bool> right(question.order.size());
    for (std::size_t i = 0; i < right.size() && i < prediction.order.size(); ++i)
        right[i] = question.order[prediction.order[i]].word == question.order[i].word;
    return right;
}

bool isRight(const lesson::Question &question, const Prediction &prediction)
{
    if (!prediction.isComplete(question))
        return false;
    if (!question.asksForOrder())
        return question.choices[*prediction.choice].isRight;
    const std::vector<bool> right = rightLines(question, prediction);
    return std::all_of(right.begin(), right.end(), [](bool line) { return line; });
}

} // namespace reusescope
