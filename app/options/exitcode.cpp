// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/exitcode.h"

#include <fmt/format.h>

#include <algorithm>

namespace reusescope {

namespace {

bool anyFailedConnect(const RunResult &result)
{
    return std::any_of(result.variants.begin(), result.variants.end(),
                       [](const VariantResult &variant) {
                           return variant.summary.count(Outcome::FailedConnect) > 0;
                       });
}

/// Requests were taken, and each connection was ended without an answer.
bool closedUnanswered(const RunResult &result)
{
    return std::all_of(
        result.variants.begin(), result.variants.end(), [](const VariantResult &variant) {
            const Summary &summary = variant.summary;
            return summary.settled() > 0 && variant.statuses.empty()
                && summary.count(Outcome::FailedReset) + summary.count(Outcome::FailedTruncated)
                == summary.settled();
        });
}

} // namespace

ExitCode exitCodeFor(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Input: return ExitCode::Usage;
    case ErrorKind::File: return ExitCode::File;
    case ErrorKind::System: return ExitCode::Unexpected;
    case ErrorKind::Cancelled: return ExitCode::Interrupted;
    default: return ExitCode::Unreachable;
    }
}

bool nothingAnswered(const RunResult &result)
{
    return std::all_of(
        result.variants.begin(), result.variants.end(),
        [](const VariantResult &variant) { return variant.summary.latency().count() == 0; });
}

Judgement judge(const RunResult &result, bool interrupted,
                const std::vector<std::string> &unexpected)
{
    if (result.error)
        return {exitCodeFor(*result.error), {result.error->detail}};
    if (interrupted)
        return {ExitCode::Interrupted, {}};
    if (nothingAnswered(result) && anyFailedConnect(result))
        return {ExitCode::Unreachable,
                {fmt::format("{} could not be reached: no connection could be made", result.url)}};
    if (!result.lab && result.url.starts_with("http:") && closedUnanswered(result))
        return {ExitCode::Unreachable,
                {fmt::format("{} closed every connection without an answer: a server for https:// "
                             "does that, and one that speaks HTTP/2 alone (--protocol h2)",
                             result.url)}};
    return {unexpected.empty() ? ExitCode::Ok : ExitCode::Unexpected, unexpected};
}

} // namespace reusescope
