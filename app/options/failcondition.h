// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/experiment/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// A limit that a run must keep, as `--fail-if` takes it:
///
///     [SCHEDULER:]FIGURE(>|>=|<|<=)VALUE
///
/// FIGURE is a latency over the measured requests (min, mean, p50, p90, p99, p99.9, max; VALUE is
/// then a duration with ns, us, ms or s) or a count (stalls, failed; VALUE is then a whole number).
/// Without a scheduler it holds when it does for any variant. Where protocols are compared,
/// SCHEDULER may also be a variant's title ("h2/none").
struct FailCondition
{
    enum class Figure : std::uint8_t { Min, Mean, P50, P90, P99, P999, Max, Stalls, Failed };
    enum class Relation : std::uint8_t { Above, AtLeast, Below, AtMost };

    std::string text; ///< as given, for sentences
    std::string scheduler; ///< or a title; empty: any
    Figure figure = Figure::P50;
    Relation relation = Relation::Above;
    std::int64_t value = 0; ///< nanoseconds, or a count

    /// Fails with ErrorKind::Input and one sentence.
    static Result<FailCondition> parse(std::string_view text);
};

/// One sentence for each condition and variant for which it holds. A latency of a variant without
/// any answered request cannot be shown to keep its limit, so it counts as held.
std::vector<std::string> heldConditions(const std::vector<FailCondition> &conditions,
                                        const RunResult &result);

} // namespace reusescope
