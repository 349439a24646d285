// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

namespace reusescope {

namespace {

constexpr int kExactBits = 10; // below 2^10 ns every value has a bucket of its own
constexpr int kSplitBits = 9; // every octave above is split into 2^9
constexpr std::size_t kExact = std::size_t{1} << kExactBits;
constexpr std::size_t kSplit = std::size_t{1} << kSplitBits;
constexpr int kMaxBits =
    static_cast<int>(std::bit_width(static_cast<std::uint64_t>(Histogram::kMax.count()))) - 1;
constexpr std::size_t kBucketCount = kExact + std::size_t{kMaxBits - kExactBits} * kSplit;
static_assert(std::has_single_bit(static_cast<std::uint64_t>(Histogram::kMax.count())));

std::size_t indexOf(std::int64_t value)
{
    if (value < 0)
        return 0;
    if (value >= Histogram::kMax.count())
        return kBucketCount - 1;
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits < kExact)
        return static_cast<std::size_t>(bits);
    const int octave = static_cast<int>(std::bit_width(bits)) - 1;
    const auto within = static_cast<std::size_t>(bits >> (octave - kSplitBits)) - kSplit;
    return kExact + static_cast<std::size_t>(octave - kExactBits) * kSplit + within;
}

struct Span
{
    std::int64_t low;
    std::int64_t width;
};

Span spanOf(std::size_t index)
{
    if (index < kExact)
        return {static_cast<std::int64_t>(index), 1};
    const std::size_t above = index - kExact;
    const auto octave = static_cast<int>(above / kSplit) + kExactBits;
    const std::int64_t width = std::int64_t{1} << (octave - kSplitBits);
    return {static_cast<std::int64_t>(kSplit + above % kSplit) * width, width};
}

std::int64_t middleOf(std::size_t index)
{
    const Span span = spanOf(index);
    return span.low + (span.width - 1) / 2;
}

std::int64_t saturatingSum(std::int64_t a, std::int64_t b)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return a > most - b ? most : a + b;
}

} // namespace

void Histogram::add(Nanoseconds value)
{
    // Lazily: a summary holds a histogram per segment, and most
    // runs leave some of them empty.
    if (m_counts.empty())
        m_counts.resize(kBucketCount);
    const std::int64_t ns = std::max<std::int64_t>(value.count(), 0);
    ++m_counts[indexOf(ns)];
    m_min = m_count == 0 ? ns : std::min(m_min, ns);
    m_max = std::max(m_max, ns);
    m_sum = saturatingSum(m_sum, ns);
    ++m_count;
}

void Histogram::merge(const Histogram &other)
{
    if (other.m_count == 0)
        return;
    if (m_counts.empty())
        m_counts.resize(kBucketCount);
    for (std::size_t i = 0; i < kBucketCount; ++i)
        m_counts[i] += other.m_counts[i];
    m_min = m_count == 0 ? other.m_min : std::min(m_min, other.m_min);
    m_max = std::max(m_max, other.m_max);
    m_sum = saturatingSum(m_sum, other.m_sum);
    m_count += other.m_count;
}

void Histogram::clear()
{
    std::fill(m_counts.begin(), m_counts.end(), 0);
    m_count = 0;
    m_sum = m_min = m_max = 0;
}

Nanoseconds Histogram::min() const
{
    return Nanoseconds(m_min);
}

Nanoseconds Histogram::max() const
{
    return Nanoseconds(m_max);
}

Nanoseconds Histogram::mean() const
{
    return Nanoseconds(m_count == 0 ? 0 : m_sum / static_cast<std::int64_t>(m_count));
}

Nanoseconds Histogram::percentile(double share) const
{
    if (m_count == 0)
        return Nanoseconds{0};
    // 0.07 * 100 is a trifle above 7 in binary; without the allowance such shares would be off by
    // one rank.
    const auto count = static_cast<double>(m_count);
    const double exactRank = std::ceil(share * count - count * 1e-12);
    if (!(exactRank > 1))
        return min();
    if (exactRank >= count)
        return max();
    const auto rank = static_cast<std::uint64_t>(exactRank);
    std::uint64_t passed = 0;
    for (std::size_t i = indexOf(m_min); i < kBucketCount; ++i) {
        passed += m_counts[i];
        if (passed >= rank)
            return Nanoseconds(std::clamp(middleOf(i), m_min, m_max));
    }
    return max();
}

std::uint64_t Histogram::countAtOrAbove(Nanoseconds value) const
{
    if (m_count == 0 || value.count() > m_max)
        return 0;
    if (value.count() <= m_min)
        return m_count;
    std::uint64_t above = 0;
    for (std::size_t i = indexOf(value.count()); i < kBucketCount; ++i)
        above += m_counts[i];
    return above;
}

Nanoseconds Histogram::bucketLow(Nanoseconds value)
{
    return Nanoseconds(spanOf(indexOf(value.count())).low);
}

std::vector<Histogram::Bucket> Histogram::buckets() const
{
    std::vector<Bucket> out;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] == 0)
            continue;
        const Span span = spanOf(i);
        out.push_back({Nanoseconds(span.low), Nanoseconds(span.low + span.width), m_counts[i]});
    }
    return out;
}

std::vector<Histogram::Bucket> Histogram::logBins(Nanoseconds low, Nanoseconds high, int bins) const
{
    std::vector<Bucket> out;
    if (bins <= 0)
        return out;
    const std::int64_t first = std::max<std::int64_t>(low.count(), 1);
    const std::int64_t last = std::max(high.count(), first + 1);
    const double ratio = static_cast<double>(last) / static_cast<double>(first);
    out.reserve(static_cast<std::size_t>(bins));
    std::int64_t edge = first;
    for (int i = 1; i <= bins; ++i) {
        const std::int64_t next = i == bins
            ? last
            : std::clamp(static_cast<std::int64_t>(std::llround(
                             static_cast<double>(first) * std::pow(ratio, double(i) / bins))),
                         edge, last);
        out.push_back({Nanoseconds(edge), Nanoseconds(next), 0});
        edge = next;
    }
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] == 0)
            continue;
        const Nanoseconds value(std::clamp(middleOf(i), m_min, m_max));
        const auto behind =
            std::upper_bound(out.begin() + 1, out.end(), value,
                             [](Nanoseconds v, const Bucket &bin) { return v < bin.low; });
        std::prev(behind)->count += m_counts[i];
    }
    return out;
}

} // namespace reusescope
