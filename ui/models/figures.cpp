// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/figures.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace reusescope {

namespace {

struct Figures
{
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

QString pollsText(const std::map<std::uint32_t, std::uint64_t> &polls)
{
    if (polls.empty())
        return {};
    if (polls.size() == 1)
        return countText(polls.begin()->first);
    const auto most =
        std::max_element(polls.begin(), polls.end(), [](const auto &left, const auto &right) {
            return left.second < right.second;
        });
    return Figures::tr("mostly %1 (%2 to %3)")
        .arg(countText(most->first), countText(polls.begin()->first),
             countText(polls.rbegin()->first));
}

QString pollsRange(const std::map<std::uint32_t, std::uint64_t> &polls)
{
    if (polls.empty())
        return {};
    const QString least = countText(polls.begin()->first);
    return polls.size() == 1 ? least
                             : Figures::tr("%1–%2").arg(least, countText(polls.rbegin()->first));
}

QString outcomeWord(Outcome outcome)
{
    switch (outcome) {
    case Outcome::OkFresh: return Figures::tr("fresh");
    case Outcome::OkReused: return Figures::tr("reused");
    case Outcome::OkReplayed: return Figures::tr("replayed");
    case Outcome::FailedStale: return Figures::tr("stale");
    case Outcome::FailedReset: return Figures::tr("reset");
    case Outcome::FailedTruncated: return Figures::tr("truncated");
    case Outcome::FailedTimeout: return Figures::tr("timed out");
    case Outcome::FailedPoison: return Figures::tr("poisoned");
    case Outcome::FailedProtocol: return Figures::tr("malformed");
    case Outcome::FailedConnect: return Figures::tr("not connected");
    case Outcome::Cancelled: return Figures::tr("cancelled");
    }
    return {};
}

} // namespace

std::vector<VariantFigures> figuresOf(const Recording &recording, const VariantNames &names,
                                      const RunResult *result)
{
    const auto &summaries = recording.summaries();
    std::vector<VariantFigures> all(
        std::max(static_cast<std::size_t>(names.count()), summaries.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        VariantFigures &figures = all[i];
        figures.name = names.at(i);
        if (i >= summaries.size())
            continue;
        const Summary &summary = summaries[i];
        const Histogram &latency = summary.latency();
        figures.settled = summary.settled();
        figures.failed = summary.failed();
        for (std::size_t outcome = 0; outcome < figures.outcomes.size(); ++outcome)
            figures.outcomes[outcome] = summary.count(static_cast<Outcome>(outcome));
        figures.answered = latency.count();
        figures.p50 = latency.percentile(0.5);
        figures.p90 = latency.percentile(0.9);
        figures.p99 = latency.percentile(0.99);
        figures.p999 = latency.percentile(0.999);
        figures.max = latency.max();
        figures.stalls = summary.stallCount();
        figures.delayedAck = delayedAck(summary);
        figures.polls = pollsText(summary.pollsBeforeWrite());
        figures.pollsShort = pollsRange(summary.pollsBeforeWrite());
        if (all[0].answered > 0 && figures.answered > 0 && all[0].p50 > Nanoseconds{0})
            figures.ratio =
                static_cast<double>(figures.p50.count()) / static_cast<double>(all[0].p50.count());
        if (result && i < result->variants.size()) {
            const VariantResult &variant = result->variants[i];
            if (i > 0 && variant.blockMedians.size() >= 3) {
                figures.interval = variant.ratio;
                figures.ratio = variant.ratio.p50;
            }
        }
    }
    return all;
}

QString outcomesText(const VariantFigures &figures)
{
    QStringList parts;
    const auto append = [&](Outcome outcome) {
        const std::uint64_t count = figures.outcomes[static_cast<std::size_t>(outcome)];
        if (count > 0)
            parts << Figures::tr("%1 %2").arg(countText(count), outcomeWord(outcome));
    };
    for (int i = kOutcomeCount - 1; i > static_cast<int>(Outcome::OkReplayed); --i)
        append(static_cast<Outcome>(i));
    append(Outcome::OkReplayed);
    append(Outcome::OkReused);
    append(Outcome::OkFresh);
    return parts.join(QStringLiteral(", "));
}

HistogramBins histogramBins(const Recording &recording, qsizetype variants, int bins)
{
    HistogramBins result;
    const auto &summaries = recording.summaries();
    Nanoseconds low = Nanoseconds::max();
    Nanoseconds high{0};
    for (const Summary &summary : summaries) {
        if (summary.latency().count() == 0)
            continue;
        low = std::min(low, summary.latency().min());
        high = std::max(high, summary.latency().max());
    }
    if (high == Nanoseconds{0})
        return result;
    low = std::max(low, Nanoseconds{1});
    // A single value still gets a bin with a width.
    high = std::max(high, low + low / 10) + Nanoseconds{1};
    bins = std::clamp(bins, 1, HistogramBins::kMost);
    const Histogram none;
    const auto count = std::max(static_cast<std::size_t>(variants), summaries.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Histogram &latency = i < summaries.size() ? summaries[i].latency() : none;
        const auto buckets = latency.logBins(low, high, bins);
        if (result.edges.empty() && !buckets.empty()) {
            for (const auto &bucket : buckets)
                result.edges.push_back(bucket.low);
            result.edges.push_back(buckets.back().high);
        }
        auto &counts = result.counts.emplace_back();
        for (const auto &bucket : buckets)
            counts.push_back(bucket.count);
        result.totals.push_back(latency.count());
    }
    return result;
}

std::vector<PercentilePoint> percentileCurve(const Histogram &histogram, double most, int points)
{
    std::vector<PercentilePoint> curve;
    const std::uint64_t count = histogram.count();
    if (count == 0)
        return curve;
    const double end = std::min(most, std::log10(static_cast<double>(count)));
    const int steps = std::clamp(points, 2, kMostPercentilePoints) - 1;
    // One pass over the buckets for all points: percentile() would take one each.
    const auto buckets = histogram.buckets();
    std::uint64_t below = 0;
    std::size_t bucket = 0;
    for (int step = 0; step <= steps; ++step) {
        const double nines = end * step / steps;
        const double share = 1 - std::pow(10.0, -nines);
        const auto rank = std::clamp<std::uint64_t>(
            static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count))), 1, count);
        while (bucket + 1 < buckets.size() && below + buckets[bucket].count < rank)
            below += buckets[bucket++].count;
        const Nanoseconds middle =
            buckets[bucket].low + (buckets[bucket].high - buckets[bucket].low) / 2;
        curve.push_back({nines, std::clamp(middle, histogram.min(), histogram.max())});
        if (end <= 0)
            break;
    }
    return curve;
}

QString percentText(double share)
{
    // As many decimals as the nines need: 0.5 is "50", 0.9999 is "99.99".
    for (int decimals = 0; decimals < 4; ++decimals) {
        const double scaled = share * 100 * std::pow(10.0, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6)
            return QLocale().toString(share * 100, 'f', decimals);
    }
    return QLocale().toString(share * 100, 'f', 4);
}

} // namespace reusescope
