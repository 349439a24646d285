// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/idlefinder.h"

#include "core/base/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace reusescope {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Milliseconds kStep{100}; // what is advised is a round number
constexpr int kRoundTrips = 2;
constexpr std::size_t kMaxLineBytes = 64;

constexpr double kFarthest = 1e12; // seconds, from 0

/// The digits at the front of `text`, which are taken off it: `most` at most, one at least.
std::optional<int> takeNumber(std::string_view &text, std::size_t most)
{
    int number = 0;
    const std::string_view digits = text.substr(0, most);
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem != std::errc{} || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - digits.data()));
    return number;
}

bool take(std::string_view &text, std::string_view allowed)
{
    if (text.empty() || allowed.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

/// "Z", "+01:00", "+0100" or nothing, in seconds east of Greenwich.
std::optional<int> offsetFrom(std::string_view text)
{
    if (text.empty() || text == "Z" || text == "z")
        return 0;
    const int sign = text.front() == '-' ? -1 : 1;
    if (!take(text, "+-"))
        return std::nullopt;
    const auto hours = takeNumber(text, 2);
    take(text, ":");
    const auto minutes = text.empty() ? std::nullopt : takeNumber(text, 2);
    if (!hours || !minutes || !text.empty() || *hours > 23 || *minutes > 59)
        return std::nullopt;
    return sign * (*hours * 3600 + *minutes * 60);
}

/// A date and time as ISO 8601 and RFC 3339 have it, such as 2026-02-28T23:59:59.123Z; a space may
/// stand for the T; without an offset it is UTC. Seconds since 1970.
std::optional<double> secondsFromDate(std::string_view text)
{
    const auto year = takeNumber(text, 4);
    const bool isDate = year && take(text, "-");
    const auto month = isDate ? takeNumber(text, 2) : std::nullopt;
    const auto day = month && take(text, "-") ? takeNumber(text, 2) : std::nullopt;
    const auto hour = day && take(text, "Tt ") ? takeNumber(text, 2) : std::nullopt;
    const auto minute = hour && take(text, ":") ? takeNumber(text, 2) : std::nullopt;
    if (!minute || !take(text, ":"))
        return std::nullopt;
    const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
    double second = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + length, second);
    if (problem != std::errc{} || end != text.data() + length)
        return std::nullopt;
    const auto offset = offsetFrom(text.substr(length));
    const std::chrono::year_month_day date{std::chrono::year{*year},
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    // 60 is a leap second.
    if (!offset || !date.ok() || *hour > 23 || *minute > 59 || second >= 61)
        return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch();
    return static_cast<double>(std::chrono::seconds(days).count() + *hour * 3600 + *minute * 60
                               - *offset)
        + second;
}

std::optional<double> secondsFrom(std::string_view text)
{
    double seconds = 0;
    const char *const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, seconds);
    if (problem != std::errc{} || stopped != end || !std::isfinite(seconds)
        || std::abs(seconds) > kFarthest)
        return std::nullopt;
    return seconds;
}

Milliseconds roundedDown(Nanoseconds value)
{
    return std::chrono::floor<Milliseconds>(value) / kStep * kStep;
}

} // namespace

int mostConnections(const IdleQuestion &question)
{
    return question.tries * (question.unused ? 2 : 1) + question.probes * (1 + kMaxIdleRounds);
}

std::optional<IdleInterval> closeInterval(const IdleFindings &findings, bool used)
{
    std::optional<IdleInterval> interval;
    for (const IdleClose &close : findings.closes) {
        if (close.used != used)
            continue;
        if (!interval)
            interval = IdleInterval{close.after, close.after, 0};
        interval->low = std::min(interval->low, close.after);
        interval->high = std::max(interval->high, close.after);
        ++interval->samples;
    }
    return interval;
}

std::optional<Nanoseconds> longestAnswered(const IdleFindings &findings)
{
    std::optional<Nanoseconds> longest;
    for (const IdleProbe &probe : findings.probes) {
        if (probe.fate == IdleProbe::Fate::Answered)
            longest = std::max(longest.value_or(probe.gap), probe.gap);
    }
    return longest;
}

Reason commonManner(const IdleFindings &findings, bool used)
{
    std::map<Reason, int> counts;
    for (const IdleClose &close : findings.closes) {
        if (close.used == used)
            ++counts[close.how];
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == counts.end() ? Reason::None : most->first;
}

bool hasZombies(const IdleFindings &findings)
{
    return std::any_of(findings.probes.begin(), findings.probes.end(), [](const IdleProbe &probe) {
        return probe.fate == IdleProbe::Fate::NoAnswer;
    });
}

KeepAliveAdvice keepAliveAdvice(const IdleFindings &findings)
{
    KeepAliveAdvice advice;
    const std::optional<IdleInterval> closes = closeInterval(findings, true);
    std::optional<Nanoseconds> end;
    Nanoseconds spread{0};
    if (closes) {
        end = closes->low;
        spread = closes->high - closes->low;
    }
    for (const IdleProbe &probe : findings.probes) {
        if (probe.fate == IdleProbe::Fate::NoAnswer || probe.fate == IdleProbe::Fate::ClosedUnder)
            end = std::min(end.value_or(probe.gap), probe.gap);
    }
    if (!end) {
        const std::optional<Nanoseconds> longest = longestAnswered(findings);
        if (!longest)
            return advice;
        advice.keepAlive = roundedDown(*longest);
        advice.longestAnswered = longest;
        advice.how = fmt::format("a request was answered after an idle time of {} ms, and no end "
                                 "was seen in {} ms",
                                 std::chrono::floor<Milliseconds>(*longest).count(),
                                 std::chrono::floor<Milliseconds>(findings.watchedFor).count());
        return advice;
    }
    const Nanoseconds roundTrip = findings.connectTime.value_or(Nanoseconds{0});
    advice.earliestEnd = end;
    advice.roundTrip = roundTrip;
    advice.spread = spread;
    advice.margin =
        std::chrono::ceil<Milliseconds>(kRoundTrips * roundTrip + spread) + kCoarseTimerTick;
    const Milliseconds keepAlive = roundedDown(*end - advice.margin);
    const std::string margin = fmt::format(
        "a margin of {} ms (two round trips of {:.1f} ms, the spread of {:.1f} ms, and {} ms for "
        "coarse timers)",
        advice.margin.count(), Seconds(roundTrip).count() * 1e3, Seconds(spread).count() * 1e3,
        kCoarseTimerTick.count());
    if (keepAlive > Milliseconds{0}) {
        advice.keepAlive = keepAlive;
        advice.how = fmt::format("the earliest end, {} ms, less {}",
                                 std::chrono::floor<Milliseconds>(*end).count(), margin);
    } else {
        advice.how = fmt::format("the earliest end, {} ms, leaves nothing after {}",
                                 std::chrono::floor<Milliseconds>(*end).count(), margin);
    }
    return advice;
}

std::optional<IdleInterval> dangerWindow(const IdleFindings &findings)
{
    std::optional<IdleInterval> window = closeInterval(findings, true);
    if (!window || window->high == Nanoseconds{0})
        return std::nullopt;
    const Nanoseconds roundTrip = findings.connectTime.value_or(Nanoseconds{0});
    window->low = std::max(window->low - roundTrip, Nanoseconds{0});
    window->high += roundTrip;
    return window;
}

double shareInDanger(const IdleInterval &window, double perSecond)
{
    return std::exp(-perSecond * Seconds(window.low).count())
        - std::exp(-perSecond * Seconds(window.high).count());
}

double shareInDanger(const IdleInterval &window, const std::vector<Nanoseconds> &gaps)
{
    if (gaps.empty())
        return 0;
    const auto inside = std::count_if(gaps.begin(), gaps.end(), [&](Nanoseconds gap) {
        return gap >= window.low && gap <= window.high;
    });
    return static_cast<double>(inside) / static_cast<double>(gaps.size());
}

Result<std::vector<Nanoseconds>> gapsFromTimes(std::string_view text)
{
    const auto wrong = [](std::size_t line, const Sentence &what) {
        return inputError("line {}: {}", line, what);
    };
    std::vector<double> times;
    bool areDates = false; // as the first one
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
            line.remove_prefix(1);
        if (line.empty() || line.front() == '#')
            continue;
        std::optional<double> seconds;
        if (line.size() <= kMaxLineBytes) {
            if (times.empty())
                areDates = secondsFromDate(line).has_value();
            seconds = areDates ? secondsFromDate(line) : secondsFrom(line);
        }
        if (!seconds)
            return wrong(number,
                         Sentence(areDates ? phrase("expected a date and time, such as "
                                                    "2026-02-28T23:59:59.123Z")
                                           : phrase("expected a time in seconds, such as 12.345")));
        if (times.size() == kMaxRequestTimes)
            return wrong(number, Sentence("more than {} times", kMaxRequestTimes));
        times.push_back(*seconds);
    }
    if (times.size() < 2)
        return inputError("at least two times are needed for a gap");
    std::sort(times.begin(), times.end());
    std::vector<Nanoseconds> gaps;
    gaps.reserve(times.size() - 1);
    for (std::size_t i = 1; i < times.size(); ++i) {
        const double gap = std::min(times[i] - times[i - 1], 1e9);
        gaps.push_back(std::chrono::duration_cast<Nanoseconds>(Seconds(gap)));
    }
    return gaps;
}

} // namespace reusescope
