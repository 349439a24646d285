// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <vector>

namespace reusescope {

/// A log-linear histogram of durations in fixed memory: every value below 1024 ns has its own
/// bucket, every power of two above is split into 512 equal ones, and a bucket reports its middle:
/// the value error is below 0.1 %. Values above kMax count in the last bucket.
///
/// Thread: one at a time. Count, mean, minimum and maximum are exact. The first add() or merge()
/// allocates the counts (136 KiB), later ones nothing. Negative values count as 0.
class Histogram
{
public:
    struct Bucket
    {
        Nanoseconds low{0}; ///< inclusive
        Nanoseconds high{0}; ///< exclusive
        std::uint64_t count = 0;
    };

    static constexpr Nanoseconds kMax{std::int64_t{1} << 42}; ///< 73 minutes

    void add(Nanoseconds value);
    void merge(const Histogram &other);
    void clear();

    std::uint64_t count() const { return m_count; }
    Nanoseconds min() const; ///< 0 when empty, as all that follow
    Nanoseconds max() const;
    Nanoseconds mean() const;
    /// The smallest recorded value v (to the bucket's precision, never outside min..max) with at
    /// least `share` of all values <= v; share in [0, 1].
    Nanoseconds percentile(double share) const;
    std::uint64_t countAtOrAbove(Nanoseconds value) const; ///< to the bucket's precision

    /// The lower bound of the bucket in which `value` counts: a value for which countAtOrAbove() is
    /// exact.
    static Nanoseconds bucketLow(Nanoseconds value);

    std::vector<Bucket> buckets() const; ///< those with a count, ascending
    /// `bins` buckets of equal ratio from `low` to `high`, for drawing: values outside count in the
    /// first or last.
    std::vector<Bucket> logBins(Nanoseconds low, Nanoseconds high, int bins) const;

private:
    // Empty until the first value. 64 bits: a run of 100 million requests times repeats and merged
    // variants would come too close to the end of 32.
    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_count = 0;
    std::int64_t m_sum = 0; // saturates after 292 years
    std::int64_t m_min = 0;
    std::int64_t m_max = 0;
};

} // namespace reusescope
