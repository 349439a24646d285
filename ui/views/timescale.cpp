// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timescale.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace reusescope {
namespace {

constexpr int kEndMargin = 50; // a fiftieth of the range, for what is marked at the very end

struct Unit
{
    std::int64_t nanoseconds;
    int exponent;
    const char *name;
};
constexpr std::array kUnits{Unit{1, 0, "ns"}, Unit{1'000, 3, "µs"}, Unit{1'000'000, 6, "ms"},
                            Unit{1'000'000'000, 9, "s"}};

const Unit &unitFor(Nanoseconds largest)
{
    const Unit *best = &kUnits.front();
    for (const Unit &unit : kUnits) {
        if (largest.count() >= unit.nanoseconds)
            best = &unit;
    }
    return *best;
}

QString withUnit(const QString &number, const Unit &unit)
{
    return number + QChar::Nbsp + QString::fromUtf8(unit.name);
}

} // namespace

TimeScale::TimeScale(TimeRange range, int left, int width)
    : m_range(range),
      m_left(left),
      m_width(std::max(width, 1)),
      m_pixelsPerNanosecond(m_width
                            / static_cast<double>(std::max(range.span(), Nanoseconds{1}).count()))
{ }

double TimeScale::x(Nanoseconds time) const
{
    return m_left + offset(time);
}

int TimeScale::edge(Nanoseconds time) const
{
    return static_cast<int>(std::lround(x(time)));
}

Nanoseconds TimeScale::time(double x) const
{
    return m_range.begin
        + Nanoseconds{std::llround((x - static_cast<double>(m_left)) / m_pixelsPerNanosecond)};
}

Nanoseconds TimeScale::duration(double pixels) const
{
    return std::max(Nanoseconds{1}, Nanoseconds{std::llround(pixels / m_pixelsPerNanosecond)});
}

TimeRange zoomed(TimeRange range, double factor, Nanoseconds anchor)
{
    const auto scaled = [factor](Nanoseconds distance) {
        return Nanoseconds{std::llround(static_cast<double>(distance.count()) * factor)};
    };
    return {anchor - scaled(anchor - range.begin), anchor + scaled(range.end - anchor)};
}

TimeRange moved(TimeRange range, Nanoseconds by)
{
    return {range.begin + by, range.end + by};
}

TimeRange following(TimeRange range, Nanoseconds length)
{
    const Nanoseconds end = length + range.span() / kEndMargin;
    if (range.begin <= Nanoseconds{0} || end < range.span())
        return {Nanoseconds{0}, length + length / kEndMargin};
    return {end - range.span(), end};
}

TimeRange limited(TimeRange range, Nanoseconds length)
{
    return range.end > length + range.span() / kEndMargin ? following(range, length) : range;
}

TimeRange showing(TimeRange present, TimeRange what)
{
    if (present.contains(what))
        return present;
    const Nanoseconds span = std::max(present.span(), 5 * what.span());
    const Nanoseconds begin = what.begin - (span - what.span()) / 2;
    return {begin, begin + span};
}

TimeRange around(TimeRange what)
{
    return {what.begin - 2 * what.span(), what.end + 2 * what.span()};
}

Nanoseconds tickStep(Nanoseconds atLeast)
{
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            // The last power of ten that an int64 holds with its factors.
            if (factor * power >= atLeast.count() || power >= 1'000'000'000'000'000'000)
                return Nanoseconds{factor * power};
        }
    }
}

std::vector<Nanoseconds> ticks(TimeRange range, Nanoseconds step)
{
    std::vector<Nanoseconds> result;
    std::int64_t number = range.begin / step;
    if (number * step < range.begin)
        ++number;
    for (; number * step <= range.end; ++number)
        result.push_back(number * step);
    return result;
}

QString tickLabel(Nanoseconds tick, Nanoseconds step, Nanoseconds largest)
{
    const Unit &unit = unitFor(largest);
    int stepExponent = 0;
    for (std::int64_t rest = step.count(); rest >= 10 && rest % 10 == 0; rest /= 10)
        ++stepExponent;
    const int decimals = std::max(0, unit.exponent - stepExponent);
    const double value = static_cast<double>(tick.count()) / static_cast<double>(unit.nanoseconds);
    return withUnit(QLocale().toString(value, 'f', decimals), unit);
}

Nanoseconds decadeBelow(Nanoseconds duration)
{
    std::int64_t power = 1;
    while (power <= duration.count() / 10)
        power *= 10;
    return Nanoseconds{power};
}

Nanoseconds decadeAbove(Nanoseconds duration)
{
    const Nanoseconds below = decadeBelow(duration);
    return below >= duration ? below : 10 * below;
}

} // namespace reusescope
