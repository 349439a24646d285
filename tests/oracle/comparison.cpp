// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/comparison.h"

#include "core/script/parser.h"
#include "core/script/writer.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/shrinker.h"

#include <uv.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace reusescope::oracle {

using script::Program;

namespace {

constexpr std::uint64_t kMaxReported = 5;
constexpr std::size_t kLinesAfterDifference = 5;

bool isScript(const Program &program)
{
    return script::parseScript(script::writeScript(program)).isValid();
}

std::string upToSleep(const std::string &transcript)
{
    const auto found = transcript.find(std::string(Transcript::kAsleep) + '\n');
    if (found == std::string::npos)
        return transcript;
    return transcript.substr(0, found + Transcript::kAsleep.size() + 1);
}

bool isSame(const std::string &oracle, const std::string &shown, const Executor &ours)
{
    return shown == (ours.endsAsleep ? upToSleep(oracle) : oracle);
}

bool differs(const Program &program, const Executor &oracle, const Executor &ours)
{
    const auto expected = oracle.execute(program);
    const auto shown = ours.execute(program);
    return expected && shown && !isSame(*expected, *shown, ours);
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
    const std::string expected = *oracle.execute(program);
    const std::string shown = *ours.execute(program);
    return "seed " + std::to_string(seed) + " differs, shrunk to\n" + script::writeScript(program)
        + "-- " + oracle.name + '\n' + beginning(expected, shown) + "-- " + ours.name + '\n'
        + beginning(shown, expected);
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

std::string Comparison::summary() const
{
    return std::to_string(compared) + " programs compared, " + std::to_string(leftOut)
        + " left out, " + std::to_string(different) + " different";
}

Comparison compare(const Seeds &seeds, const Executor &oracle, const std::vector<Executor> &ours)
{
    Comparison result;
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        const Program program = generateProgram(seed);
        const auto expected = oracle.execute(program);
        bool isCompared = expected.has_value();
        const Executor *different = nullptr;
        for (const Executor &one : ours) {
            const auto shown = isCompared ? one.execute(program) : std::nullopt;
            isCompared = shown.has_value();
            if (isCompared && !different && !isSame(*expected, *shown, one))
                different = &one;
        }
        ++(isCompared ? result.compared : result.leftOut);
        if (!isCompared || !different || ++result.different > kMaxReported)
            continue;
        const Program small = shrink(program, [&](const Program &candidate) {
            // The first one says whether a program is to be left out.
            return isScript(candidate) && ours.front().execute(candidate)
                && differs(candidate, oracle, *different);
        });
        result.report += describe(seed, small, oracle, *different);
    }
    return result;
}

Executor libuv(Configuration configuration)
{
    return {std::string("libuv ") + uv_version_string(), [configuration](const Program &program) {
                return executeOnUv(program, configuration);
            }};
}

std::vector<Executor> ours(const UvRules &rules, Configuration configuration)
{
    std::vector<Executor> all;
    for (const PollerKind poller : {PollerKind::Epoll, PollerKind::Poll}) {
        const auto execute = [=](const Program &program) -> std::optional<std::string> {
            Outcome outcome = executeOnOurs(program, rules.model, poller, configuration);
            if (rules.model == LoopModel::TimersLast && !rules.collectsDueTimers
                && outcome.dueTimerFromTimer)
                return std::nullopt;
            return std::move(outcome.transcript);
        };
        all.push_back({"our loop on " + std::string(name(poller)), execute});
    }
    if (configuration == Configuration::AsNode)
        return all;
    using Step = script::ScriptRun::Step;
    constexpr std::array kSteps{std::pair{Step::Callback, "callback"},
                                std::pair{Step::Phase, "phase"}, std::pair{Step::Turn, "turn"}};
    for (const auto &[step, unit] : kSteps) {
        const auto execute = [rules, step = step](const Program &program) {
            return executeInSteps(program, rules.model, step);
        };
        all.push_back({"our loop, all virtual, stepped by " + std::string(unit), execute, true});
    }
    return all;
}

} // namespace reusescope::oracle
