// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/logticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace reusescope {

namespace {

std::int64_t powerOfTen(int exponent)
{
    std::int64_t power = 1;
    for (int i = 0; i < exponent; ++i)
        power *= 10;
    return power;
}

std::int64_t decadeOf(Nanoseconds duration)
{
    return powerOfTen(static_cast<int>(std::floor(
        std::log10(static_cast<double>(std::max<std::int64_t>(1, duration.count()))) + 1e-12)));
}

template <typename Digits>
std::vector<Nanoseconds> ticksOf(const Digits &digits, Nanoseconds low, Nanoseconds high,
                                 int everyDecade)
{
    std::vector<Nanoseconds> ticks;
    // Decades count from 1 ns, so that leaving out every second one does not depend on the range.
    int decade = 0;
    for (std::int64_t power = 1; power <= high.count() && decade < 19; power *= 10, ++decade) {
        if (decade % everyDecade != 0)
            continue;
        for (const int digit : digits) {
            const Nanoseconds tick{power * digit};
            if (tick >= low && tick <= high)
                ticks.push_back(tick);
        }
    }
    return ticks;
}

} // namespace

double logPosition(Nanoseconds duration)
{
    return std::log10(static_cast<double>(std::max<std::int64_t>(1, duration.count())));
}

std::vector<Nanoseconds> logTicks(Nanoseconds low, Nanoseconds high, int most)
{
    const auto limit = static_cast<std::size_t>(std::max(2, most));
    const std::initializer_list<int> fine{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::initializer_list<int> usual{1, 2, 5};
    const std::initializer_list<int> decades{1};
    for (const auto &digits : {fine, usual, decades}) {
        auto ticks = ticksOf(digits, low, high, 1);
        if (ticks.size() <= limit && ticks.size() >= 2)
            return ticks;
    }
    for (int every = 2; every < 19; ++every) {
        auto ticks = ticksOf(decades, low, high, every);
        if (ticks.size() <= limit && ticks.size() >= 2)
            return ticks;
    }
    // Less than two such ticks: even steps, in the finest of two digits that has few enough.
    for (std::int64_t step = std::max<std::int64_t>(1, decadeOf(high) / 10);; step *= 2) {
        std::vector<Nanoseconds> ticks;
        for (std::int64_t at = (low.count() + step - 1) / step * step; at <= high.count();
             at += step)
            ticks.push_back(Nanoseconds{at});
        if (ticks.size() <= limit)
            return ticks;
    }
}

LogRange roundedRange(Nanoseconds low, Nanoseconds high)
{
    constexpr std::array<std::int64_t, 4> kSteps{1, 2, 5, 10};
    low = std::max(low, Nanoseconds{1});
    high = std::max(high, low);
    LogRange range;
    for (const std::int64_t step : kSteps) {
        if (step * decadeOf(low) <= low.count())
            range.low = Nanoseconds{step * decadeOf(low)};
    }
    for (auto step = kSteps.rbegin(); step != kSteps.rend(); ++step) {
        if (*step * decadeOf(high) >= high.count())
            range.high = Nanoseconds{*step * decadeOf(high)};
    }
    if (range.low == range.high)
        range.high = 2 * range.low;
    return range;
}

} // namespace reusescope
