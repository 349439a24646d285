// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/comparison.h"

#include "core/script/parser.h"
#include "core/script/writer.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/shrinker.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace reusescope::oracle {

using script::Program;

namespace {

constexpr std::uint64_t kMaxReported = 5;
constexpr std::size_t kLinesAfterDifference = 5;

bool isScript(const Program &program)
{
    return script::parseScript(script::writeScript(program)).isValid();
}

bool differs(const Program &program, const Executor &oracle, const Executor &ours)
{
    const auto expected = oracle(program);
    const auto shown = ours(program);
    return expected && shown && *expected != *shown;
}

/// The lines up to a few after the first one in which the transcript is not like the other.
std::string beginning(std::string_view transcript, std::string_view other)
{
    const auto mismatch =
        std::mismatch(transcript.begin(), transcript.end(), other.begin(), other.end());
    auto end = static_cast<std::size_t>(mismatch.first - transcript.begin());
    for (std::size_t lines = 0; lines <= kLinesAfterDifference && end < transcript.size(); ++lines)
        end = std::min(transcript.find('\n', end), transcript.size() - 1) + 1;
    std::string text = "    ";
    for (const char character : transcript.substr(0, end)) {
        text += character;
        if (character == '\n')
            text += "    ";
    }
    text += end < transcript.size() ? "..." : "(end)";
    return text + '\n';
}

std::string describe(std::uint64_t seed, const Program &program, const Executor &oracle,
                     const Executor &ours)
{
    const std::string expected = *oracle(program);
    const std::string shown = *ours(program);
    return "seed " + std::to_string(seed) + " differs, shrunk to\n" + script::writeScript(program)
        + "-- the oracle\n" + beginning(expected, shown) + "-- ours\n" + beginning(shown, expected);
}

} // namespace

std::optional<Seeds> seedsFromText(std::string_view text)
{
    Seeds seeds;
    const char *end = text.data() + text.size();
    const auto [dash, firstError] = std::from_chars(text.data(), end, seeds.first);
    if (firstError != std::errc() || dash == end || *dash != '-')
        return std::nullopt;
    const auto [rest, lastError] = std::from_chars(dash + 1, end, seeds.last);
    if (lastError != std::errc() || rest != end || seeds.last < seeds.first)
        return std::nullopt;
    return seeds;
}

Comparison compare(const Seeds &seeds, const Executor &oracle, const Executor &ours)
{
    Comparison result;
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        const Program program = generateProgram(seed);
        const auto shown = ours(program);
        const auto expected = shown ? oracle(program) : std::nullopt;
        if (!expected) {
            ++result.leftOut;
            continue;
        }
        ++result.compared;
        if (*expected == *shown)
            continue;
        if (++result.different > kMaxReported)
            continue;
        const Program small = shrink(program, [&](const Program &candidate) {
            return isScript(candidate) && differs(candidate, oracle, ours);
        });
        result.report += describe(seed, small, oracle, ours);
    }
    return result;
}

Executor ours(const UvRules &rules, PollerKind poller)
{
    return [rules, poller](const Program &program) -> std::optional<std::string> {
        Outcome outcome = executeOnOurs(program, rules.model, poller);
        if (rules.model == LoopModel::TimersLast && !rules.collectsDueTimers
            && outcome.dueTimerFromTimer)
            return std::nullopt;
        return std::move(outcome.transcript);
    };
}

Executor libuv()
{
    return [](const Program &program) { return executeOnUv(program); };
}

} // namespace reusescope::oracle
