// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/texttable.h"

#include "core/experiment/policysettings.h"
#include "core/experiment/result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>

namespace reusescope {

namespace {

std::string printable(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F steer some terminals, too.
        const bool c1 = byte == 0xc2 && i + 1 < text.size()
            && static_cast<unsigned char>(text[i + 1]) >= 0x80
            && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        if (c1)
            ++i;
        out += c1 || byte < 0x20 || byte == 0x7f ? '?' : text[i];
    }
    return out;
}

using Row = std::vector<std::string>;

const Row kHeader{"scheduler", "p50",    "p90",         "p99", "max",    "p50 / first",
                  "polls",     "stalls", "connections", "ok",  "failed", ""};

// A bootstrap over fewer blocks has no interval worth the name.
constexpr std::size_t kBlocksForInterval = 3;
constexpr int kMostDecimals = 6;

// How many decimals make three significant digits, after rounding.
int decimals(double value)
{
    int count = 0;
    for (double limit = 99.95; count < kMostDecimals && value < limit; limit /= 10)
        ++count;
    return count;
}

std::string number(double value)
{
    return fmt::format("{:.{}f}", value, decimals(value));
}

std::string ratioText(const VariantResult &variant, bool first)
{
    if (first)
        return "1";
    const Ratio &ratio = variant.ratio;
    std::string text = number(ratio.p50);
    if (variant.blockMedians.size() >= kBlocksForInterval)
        text += fmt::format(" [{}, {}]", number(ratio.low), number(ratio.high));
    return ratio.resolvable ? text : text + " not resolvable";
}

// What a plain "ok" or "failed" would hide.
std::string notableOutcomes(const Summary &summary)
{
    std::string text;
    for (int i = 0; i < kOutcomeCount; ++i) {
        const auto outcome = static_cast<Outcome>(i);
        const bool usual = outcome == Outcome::OkFresh || outcome == Outcome::OkReused;
        if (!usual && summary.count(outcome) > 0)
            fmt::format_to(std::back_inserter(text), "{}{} {}", text.empty() ? "" : ", ",
                           summary.count(outcome), name(outcome));
    }
    return text;
}

std::string pollsText(const Summary &summary)
{
    const auto &polls = summary.pollsBeforeWrite();
    if (polls.empty())
        return "-";
    const auto least = polls.begin()->first;
    const auto most = polls.rbegin()->first;
    return least == most ? fmt::format("{}", least) : fmt::format("{}-{}", least, most);
}

Row variantRow(const VariantResult &variant, const std::string &title, bool first)
{
    const Summary &summary = variant.summary;
    const Histogram &latency = summary.latency();
    Row row{printable(title)};
    for (const double share : {0.5, 0.9, 0.99, 1.0})
        row.push_back(latency.count() == 0 ? "-" : shortDuration(latency.percentile(share)));
    row.push_back(ratioText(variant, first));
    row.push_back(pollsText(summary));
    row.push_back(fmt::format("{}", summary.stallCount()));
    row.push_back(fmt::format("{}", variant.connectionsOpened));
    row.push_back(fmt::format("{}", summary.settled() - summary.failed()));
    row.push_back(fmt::format("{}", summary.failed()));
    row.push_back(notableOutcomes(summary));
    return row;
}

// Names and outcomes to the left, figures to the right.
std::string aligned(const std::vector<Row> &rows)
{
    std::vector<std::size_t> widths(kHeader.size());
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    const std::size_t last = kHeader.size() - 1;
    std::string out;
    for (const Row &row : rows) {
        out += row[0];
        out.append(widths[0] - row[0].size(), ' ');
        for (std::size_t i = 1; i < last; ++i) {
            out.append(2 + widths[i] - row[i].size(), ' ');
            out += row[i];
        }
        if (!row[last].empty())
            out += "  " + row[last];
        out += '\n';
    }
    return out;
}

// "h1", "h1 and h2"; what was asked for, with what it became where the server chose.
std::string protocolsText(const RunResult &result)
{
    std::vector<std::string> names;
    for (const VariantResult &variant : result.variants) {
        const std::string text = variant.protocol == variant.spoken
            ? std::string(name(variant.protocol))
            : fmt::format("{} ({})", name(variant.spoken), name(variant.protocol));
        if (std::find(names.begin(), names.end(), text) == names.end())
            names.push_back(text);
    }
    return fmt::format("{}", fmt::join(names, " and "));
}

std::string title(const RunResult &result)
{
    const Experiment &experiment = result.experiment;
    const Workload &workload = experiment.workload;
    std::string what = printable(result.scenario.empty() ? result.url : result.scenario);
    if (!result.scenario.empty())
        what += fmt::format(" at {}", printable(result.url));
    if (!result.redirectedFrom.empty())
        what += fmt::format(", redirected from {}", printable(result.redirectedFrom));
    std::string kind(name(workload.kind));
    if (workload.kind == WorkloadKind::Burst || workload.kind == WorkloadKind::Parallel)
        kind += fmt::format(" {}", workload.width);
    return fmt::format("{}{}\n{}, {} requests per variant in {} {}, dispatched from {}; {} front "
                       "end, {}; loop {}, poll {}\n",
                       what, result.lab ? " (lab)" : "", kind, workload.count, experiment.repeats,
                       experiment.repeats == 1 ? "block" : "blocks", name(experiment.dispatchFrom),
                       name(experiment.client.frontEnd), protocolsText(result),
                       name(experiment.loopModel), name(experiment.poll));
}

// What was in force, so that nobody takes a limited run for a slow server.
std::string limitsNote(const Experiment &experiment)
{
    const std::optional<int> rate = rateLimit(experiment);
    const std::optional<int> requests = requestLimit(experiment);
    if (!rate && !requests)
        return {};
    std::string out = "limited to";
    if (rate)
        fmt::format_to(
            std::back_inserter(out),
            " {} requests a second: each waits in a timer for its turn, which is no part "
            "of its time",
            *rate);
    if (requests)
        fmt::format_to(std::back_inserter(out), "{} {} requests in all", rate ? ";" : "",
                       *requests);
    return out;
}

std::string redirectsNote(const VariantResult &variant)
{
    constexpr std::size_t kMostShown = 200;
    std::uint64_t redirects = 0;
    std::string statuses;
    for (const auto &[status, answers] : variant.statuses) {
        if (!isRedirect(status))
            continue;
        redirects += answers;
        fmt::format_to(std::back_inserter(statuses), "{}{}", statuses.empty() ? "" : ", ", status);
    }
    if (redirects == 0)
        return {};
    std::string out =
        fmt::format("{} {} ({}): not followed", redirects,
                    redirects == 1 ? "answer was a redirect" : "answers were redirects", statuses);
    if (!variant.firstRedirect.empty())
        fmt::format_to(std::back_inserter(out), ", {} to {}{}",
                       redirects == 1 ? "it leads" : "the first leads",
                       variant.firstRedirect.substr(0, kMostShown),
                       variant.firstRedirect.size() > kMostShown ? "..." : "");
    return out;
}

// A figure of which there are none is not worth a reader's time.
std::string http2Note(const Http2Figures &figures)
{
    const auto total = [](const H2FrameCounts &counts) {
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    std::string out =
        fmt::format("HTTP/2 on {} {}, at most {} {} at a time, {} frames sent, {} received",
                    figures.connections, figures.connections == 1 ? "connection" : "connections",
                    figures.mostStreams, figures.mostStreams == 1 ? "stream" : "streams",
                    total(figures.sent), total(figures.received));
    if (figures.goaways > 0)
        fmt::format_to(std::back_inserter(out), ", {} GOAWAY", figures.goaways);
    if (figures.refusedStreams > 0)
        fmt::format_to(std::back_inserter(out), ", {} refused {}", figures.refusedStreams,
                       figures.refusedStreams == 1 ? "stream" : "streams");
    return out;
}

std::vector<std::string> notes(const RunResult &result, const std::vector<std::string> &unexpected)
{
    std::vector<std::string> out;
    if (!result.experiment.client.tls.verify)
        out.push_back("NOT VERIFIED: whoever answered, its certificate was not checked "
                      "(--insecure)");
    const std::string limits = limitsNote(result.experiment);
    if (!limits.empty())
        out.push_back(limits);
    const std::string policies = changedPoliciesText(result.experiment);
    if (!policies.empty())
        out.push_back("reuse policy: " + policies);
    const std::vector<std::string> titles = titlesOf(result);
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        const VariantResult &variant = result.variants[i];
        if (variant.http2)
            out.push_back(fmt::format("{}: {}", titles[i], http2Note(*variant.http2)));
        const std::string redirects = redirectsNote(variant);
        if (!redirects.empty())
            out.push_back(fmt::format("{}: {}", titles[i], redirects));
    }
    const auto tooFewBlocks = [](const VariantResult &variant) {
        return variant.blockMedians.size() < kBlocksForInterval;
    };
    if (result.variants.size() > 1
        && std::any_of(result.variants.begin() + 1, result.variants.end(), tooFewBlocks))
        out.push_back(
            fmt::format("with fewer than {} blocks no difference is resolvable; --repeats "
                        "makes more",
                        kBlocksForInterval));
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        const Histogram &intended = result.variants[i].summary.latencyFromIntended();
        if (intended.count() > 0)
            out.push_back(fmt::format("{} from the intended start: p50 {}, p99 {}, max {}",
                                      titles[i], shortDuration(intended.percentile(0.5)),
                                      shortDuration(intended.percentile(0.99)),
                                      shortDuration(intended.max())));
    }
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        if (const auto comb = delayedAck(result.variants[i].summary))
            out.push_back(fmt::format("{}: {} of {} responses had 40 ms in {}: a delayed ACK that "
                                      "meets Nagle's algorithm on the server's side (TCP_NODELAY)",
                                      titles[i], comb->requests, comb->of, name(comb->segment)));
    }
    const auto kept = std::accumulate(
        result.variants.begin(), result.variants.end(), std::uint64_t{0},
        [](std::uint64_t sum, const VariantResult &each) { return sum + each.idleClosedAtEnd; });
    if (kept > 0)
        out.push_back(fmt::format("{} idle {} closed at the end", kept,
                                  kept == 1 ? "connection was" : "connections were"));
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        if (result.variants[i].unsettled > 0)
            out.push_back(fmt::format("{}: {} requests were started but never settled", titles[i],
                                      result.variants[i].unsettled));
    }
    if (result.eventsDropped > 0)
        out.push_back(fmt::format("{} trace events were dropped: records are missing, the figures "
                                  "above are complete",
                                  result.eventsDropped));
    if (result.instrumentWakeups > 0)
        out.push_back(
            fmt::format("the program itself woke the loop {} times", result.instrumentWakeups));
    if (result.interrupted)
        out.push_back("interrupted: not all requests were made");
    if (result.error)
        out.push_back(fmt::format("the run could not go on: {}", result.error->detail));
    for (const std::string &sentence : unexpected)
        out.push_back(fmt::format("unexpected: {}", sentence));
    return out;
}

} // namespace

std::string shortDuration(Nanoseconds value)
{
    constexpr std::array<std::string_view, 4> units{"ns", "us", "ms", "s"};
    auto scaled = static_cast<double>(value.count());
    std::size_t unit = 0;
    // What would round up to a fourth digit is told in the next unit.
    while (unit + 1 < units.size() && scaled >= 999.5) {
        scaled /= 1000;
        ++unit;
    }
    return fmt::format("{:.{}f} {}", scaled, unit == 0 ? 0 : decimals(scaled), units[unit]);
}

std::string resultTable(const RunResult &result, const std::vector<std::string> &unexpected)
{
    std::vector<Row> rows{kHeader};
    const std::vector<std::string> titles = titlesOf(result);
    for (std::size_t i = 0; i < result.variants.size(); ++i)
        rows.push_back(variantRow(result.variants[i], titles[i], i == 0));
    std::string out = title(result) + '\n' + aligned(rows);
    const std::vector<std::string> remarks = notes(result, unexpected);
    if (!remarks.empty())
        out += '\n';
    for (const std::string &remark : remarks)
        out += printable(remark) + '\n';
    return out;
}

} // namespace reusescope
