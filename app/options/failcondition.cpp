// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/failcondition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace reusescope {

namespace {

using Figure = FailCondition::Figure;
using Relation = FailCondition::Relation;

struct FigureName
{
    std::string_view text;
    Figure figure;
};
constexpr std::array kFigures{
    FigureName{"min", Figure::Min},       FigureName{"mean", Figure::Mean},
    FigureName{"p50", Figure::P50},       FigureName{"p90", Figure::P90},
    FigureName{"p99", Figure::P99},       FigureName{"p99.9", Figure::P999},
    FigureName{"max", Figure::Max},       FigureName{"stalls", Figure::Stalls},
    FigureName{"failed", Figure::Failed},
};

struct Unit
{
    std::string_view text;
    double nanoseconds;
};
constexpr std::array kUnits{Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}};

// An hour: no latency that this program can measure is longer.
constexpr double kLongestNs = 3600e9;

bool isCount(Figure figure)
{
    return figure == Figure::Stalls || figure == Figure::Failed;
}

Error refused(std::string_view text, std::string_view why)
{
    return {ErrorKind::Input, 0,
            fmt::format("--fail-if \"{}\": {}; expected [SCHEDULER:]FIGURE>VALUE such as p99>5ms, "
                        "timer-0:p50>2ms or stalls>0",
                        text, why)};
}

std::optional<std::int64_t> parseCount(std::string_view text)
{
    std::int64_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc{} || end != text.data() + text.size() || count < 0)
        return std::nullopt;
    return count;
}

std::optional<std::int64_t> parseDuration(std::string_view text)
{
    double number = 0;
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (problem != std::errc{} || !std::isfinite(number) || number < 0)
        return std::nullopt;
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    for (const Unit &unit : kUnits) {
        const double ns = number * unit.nanoseconds;
        if (rest == unit.text && ns <= kLongestNs)
            return std::llround(ns);
    }
    return std::nullopt;
}

std::optional<std::int64_t> measured(Figure figure, const VariantResult &variant)
{
    const Summary &summary = variant.summary;
    switch (figure) {
    case Figure::Stalls: return static_cast<std::int64_t>(summary.stallCount());
    case Figure::Failed: return static_cast<std::int64_t>(summary.failed());
    default: break;
    }
    const Histogram &latency = summary.latency();
    if (latency.count() == 0)
        return std::nullopt;
    switch (figure) {
    case Figure::Min: return latency.min().count();
    case Figure::Mean: return latency.mean().count();
    case Figure::P50: return latency.percentile(0.5).count();
    case Figure::P90: return latency.percentile(0.9).count();
    case Figure::P99: return latency.percentile(0.99).count();
    case Figure::P999: return latency.percentile(0.999).count();
    case Figure::Max: return latency.max().count();
    case Figure::Stalls:
    case Figure::Failed: break;
    }
    return std::nullopt;
}

bool holds(Relation relation, std::int64_t value, std::int64_t limit)
{
    switch (relation) {
    case Relation::Above: return value > limit;
    case Relation::AtLeast: return value >= limit;
    case Relation::Below: return value < limit;
    case Relation::AtMost: return value <= limit;
    }
    return false;
}

} // namespace

Result<FailCondition> FailCondition::parse(std::string_view text)
{
    const std::size_t sign = text.find_first_of("<>");
    if (sign == std::string_view::npos)
        return refused(text, "there is no comparison in it");

    FailCondition condition;
    condition.text = text;
    const bool orEqual = sign + 1 < text.size() && text[sign + 1] == '=';
    if (text[sign] == '>')
        condition.relation = orEqual ? Relation::AtLeast : Relation::Above;
    else
        condition.relation = orEqual ? Relation::AtMost : Relation::Below;

    // The last colon, since a scheduler's name may have one of its own (after-idle:100).
    std::string_view left = text.substr(0, sign);
    if (const std::size_t colon = left.rfind(':'); colon != std::string_view::npos) {
        if (colon == 0)
            return refused(text, "there is no scheduler before the colon");
        condition.scheduler = left.substr(0, colon);
        left.remove_prefix(colon + 1);
    }
    const auto figure = std::find_if(kFigures.begin(), kFigures.end(),
                                     [&](const FigureName &known) { return known.text == left; });
    if (figure == kFigures.end())
        return refused(text,
                       fmt::format("\"{}\" is none of min, mean, p50, p90, p99, p99.9, max, stalls "
                                   "and failed",
                                   left));
    condition.figure = figure->figure;

    const std::string_view right = text.substr(sign + (orEqual ? 2 : 1));
    const bool count = isCount(condition.figure);
    const auto value = count ? parseCount(right) : parseDuration(right);
    if (!value)
        return refused(text,
                       count ? fmt::format("\"{}\" is not a whole number", right)
                             : fmt::format("\"{}\" is not a duration with ns, us, ms or s of at "
                                           "most an hour",
                                           right));
    condition.value = *value;
    return condition;
}

std::vector<std::string> heldConditions(const std::vector<FailCondition> &conditions,
                                        const RunResult &result)
{
    std::vector<std::string> sentences;
    const std::vector<std::string> titles = titlesOf(result);
    for (const FailCondition &condition : conditions) {
        for (std::size_t i = 0; i < result.variants.size(); ++i) {
            const VariantResult &variant = result.variants[i];
            if (!condition.scheduler.empty() && condition.scheduler != variant.scheduler
                && condition.scheduler != titles[i])
                continue;
            const auto value = measured(condition.figure, variant);
            if (!value) {
                sentences.push_back(fmt::format(
                    "--fail-if {}: {} had no answered request to show that it does not hold",
                    condition.text, titles[i]));
            } else if (holds(condition.relation, *value, condition.value)) {
                const std::string shown = isCount(condition.figure)
                    ? fmt::format("{}", *value)
                    : fmt::format("{:.3f} ms", static_cast<double>(*value) / 1e6);
                sentences.push_back(
                    fmt::format("--fail-if {} holds for {}: {}", condition.text, titles[i], shown));
            }
        }
    }
    return sentences;
}

} // namespace reusescope
