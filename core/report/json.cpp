// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json.h"

#include "core/experiment/result.h"
#include "core/report/outputfile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace reusescope {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kTemporaryNames = 100;

double microseconds(Nanoseconds value)
{
    return std::chrono::duration<double, std::micro>(value).count();
}

Json stringOrNull(const std::string &text)
{
    return text.empty() ? Json() : Json(text);
}

Json latency(const Histogram &histogram)
{
    Json out{{"count", histogram.count()}};
    if (histogram.count() == 0)
        return out;
    out["min"] = microseconds(histogram.min());
    out["mean"] = microseconds(histogram.mean());
    out["p50"] = microseconds(histogram.percentile(0.5));
    out["p90"] = microseconds(histogram.percentile(0.9));
    out["p99"] = microseconds(histogram.percentile(0.99));
    out["p99_9"] = microseconds(histogram.percentile(0.999));
    out["max"] = microseconds(histogram.max());
    return out;
}

void addFigures(Json &to, const Histogram &histogram)
{
    to["p50"] = microseconds(histogram.percentile(0.5));
    to["p99"] = microseconds(histogram.percentile(0.99));
    to["max"] = microseconds(histogram.max());
}

Json segments(const Summary &summary)
{
    Json out = Json::object();
    for (const Segment which : kSegments) {
        const Histogram &histogram = summary.segment(which);
        Json &figures = out[std::string(name(which))];
        figures["count"] = histogram.count();
        if (histogram.count() == 0)
            continue;
        addFigures(figures, histogram);
    }
    if (summary.connectTls().count() > 0) {
        Json &connect = out[std::string(name(Segment::Connect))];
        addFigures(connect["tcp"], summary.connectTcp());
        addFigures(connect["tls"], summary.connectTls());
    }
    return out;
}

Json stalls(const Summary &summary)
{
    Json out = Json::array();
    for (const Stall &stall : summary.stalls()) {
        out.push_back({{"request", stall.request},
                       {"segment", name(stall.segment)},
                       {"segment_us", microseconds(stall.duration)},
                       {"queued_from", name(stall.queuedFrom)},
                       {"woken_by", name(stall.wokenBy)}});
    }
    return out;
}

Json frames(const H2FrameCounts &counts)
{
    Json out = Json::object();
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (counts[type] > 0)
            out[std::string(name(static_cast<H2FrameType>(type)))] = counts[type];
    }
    return out;
}

Json http2Object(const Http2Figures &figures)
{
    return {{"connections", figures.connections},  {"most_streams", figures.mostStreams},
            {"goaways", figures.goaways},          {"refused_streams", figures.refusedStreams},
            {"frames_sent", frames(figures.sent)}, {"frames_received", frames(figures.received)}};
}

Json limitsObject(const Experiment &experiment)
{
    const auto orNull = [](const std::optional<int> &limit) {
        return limit ? Json(*limit) : Json();
    };
    return {{"remote", isRemote(experiment)},
            {"requests_per_s", orNull(rateLimit(experiment))},
            {"requests", orNull(requestLimit(experiment))},
            {"requests_planned", plannedRequests(experiment)}};
}

// Without their values: what an Authorization or a Cookie holds is nobody else's.
Json headerNames(const Experiment &experiment)
{
    Json out = Json::array();
    for (const auto &header : experiment.client.extraHeaders)
        out.push_back(header.first);
    return out;
}

Json variantObject(const VariantResult &variant, const RunResult &result)
{
    const Experiment &experiment = result.experiment;
    const Summary &summary = variant.summary;
    const double wall = std::chrono::duration<double>(variant.wall).count();
    Json out{{"scheduler", variant.scheduler},
             {"protocol", name(variant.spoken)},
             {"protocol_asked_for", name(variant.protocol)},
             {"workload", name(experiment.workload.kind)},
             {"dispatch_from", name(experiment.dispatchFrom)},
             {"front_end", name(experiment.client.frontEnd)},
             {"started", variant.started},
             {"settled", variant.settled},
             {"unsettled", variant.unsettled},
             {"failed", summary.failed()},
             {"events_dropped", result.eventsDropped},
             {"connections_opened", variant.connectionsOpened},
             {"idle_closed_at_end", variant.idleClosedAtEnd},
             {"wall_s", wall},
             {"requests_per_s", wall > 0 ? static_cast<double>(variant.settled) / wall : 0.0}};
    for (int i = 0; i < kOutcomeCount; ++i) {
        const auto outcome = static_cast<Outcome>(i);
        out["outcomes"][std::string(name(outcome))] = summary.count(outcome);
    }
    Json &statuses = out["statuses"] = Json::object();
    for (const auto &[status, answers] : variant.statuses)
        statuses[std::to_string(status)] = answers;
    out["body_bytes"] = variant.bodyBytes;
    if (!variant.firstRedirect.empty())
        out["first_redirect"] = variant.firstRedirect;
    if (variant.http2)
        out["http2"] = http2Object(*variant.http2);
    out["latency_us"] = latency(summary.latency());
    if (experiment.workload.kind == WorkloadKind::Paced)
        out["latency_from_intended_us"] = latency(summary.latencyFromIntended());
    out["segments_us"] = segments(summary);
    Json &polls = out["polls_before_write"] = Json::object();
    for (const auto &[count, requests] : summary.pollsBeforeWrite())
        polls[std::to_string(count)] = requests;
    out["stall_count"] = summary.stallCount();
    out["stalls"] = stalls(summary);
    if (const auto comb = delayedAck(summary))
        out["delayed_ack"] = {
            {"segment", name(comb->segment)}, {"requests", comb->requests}, {"of", comb->of}};
    out["ratio_to_first"] = {{"p50", variant.ratio.p50},
                             {"low", variant.ratio.low},
                             {"high", variant.ratio.high},
                             {"resolvable", variant.ratio.resolvable}};
    Json &medians = out["block_medians_us"] = Json::array();
    for (const Nanoseconds median : variant.blockMedians)
        medians.push_back(microseconds(median));
    return out;
}

Json settings(const Experiment &experiment)
{
    const Workload &workload = experiment.workload;
    return {{"count", workload.count},
            {"warmup", workload.warmup},
            {"width", workload.width},
            {"gap_ms", workload.gap.count()},
            {"gap_to_ms", workload.gapTo.count()},
            {"repeats", experiment.repeats},
            {"connections", experiment.client.connections},
            {"http2_connections",
             experiment.http2Connections > 0 ? experiment.http2Connections
                                             : experiment.client.connections},
            {"pipelining", experiment.client.pipelining},
            {"max_streams", experiment.client.maxStreams},
            {"ping_ms", experiment.client.pingInterval.count()},
            {"method", name(experiment.method)},
            {"headers", headerNames(experiment)},
            {"request_body_bytes", experiment.client.body ? experiment.client.body->size() : 0},
            {"keep_alive_ms", experiment.client.keepAlive.count()},
            {"reuse", name(experiment.client.reuseOrder)},
            {"keep_alive_max_ms", experiment.client.keepAliveMax.count()},
            {"keep_alive_margin_ms", experiment.client.keepAliveMargin.count()},
            {"unused_limit_ms",
             experiment.client.unusedLimit.count() > 0 ? experiment.client.unusedLimit.count()
                                                       : experiment.client.keepAlive.count()},
            {"max_age_ms", experiment.client.maxAge.count()},
            {"replay", name(experiment.client.replay)},
            {"read_bytes",
             experiment.client.readBytes ? Json(*experiment.client.readBytes) : Json(nullptr)},
            {"drain_limit_bytes", experiment.client.drainLimit},
            {"request_timeout_ms", experiment.client.requestTimeout.count()},
            {"inject_every", experiment.injection.every},
            {"inject_block_ms", experiment.injection.block.count()}};
}

Result<void> writeAll(Result<OutputFile> file, const std::string &text)
{
    if (!file)
        return file.error();
    file->write(text);
    return file->close();
}

Result<void> replaceFile(const std::filesystem::path &path, const std::string &text)
{
    for (int attempt = 0; attempt < kTemporaryNames; ++attempt) {
        std::filesystem::path temporary = path;
        temporary += fmt::format(".{}-{}.tmp", ::getpid(), attempt);
        Result<OutputFile> file = OutputFile::createNew(temporary);
        if (!file && file.error().native == EEXIST)
            continue;
        // A sentence about the name that the user gave helps more than one about ours.
        if (!file)
            return systemError(ErrorKind::File, static_cast<int>(file.error().native),
                               path.string());
        Result<void> written = writeAll(std::move(file), text);
        if (written && std::rename(temporary.c_str(), path.c_str()) == 0)
            return {};
        const int error = written ? errno : static_cast<int>(written.error().native);
        ::unlink(temporary.c_str());
        return systemError(ErrorKind::File, error, path.string());
    }
    return systemError(ErrorKind::File, EEXIST, path.string());
}

} // namespace

nlohmann::ordered_json toJson(const RunResult &result, const std::vector<std::string> &unexpected)
{
    const Experiment &experiment = result.experiment;
    Json out{{"schema", 1},
             {"program", "reusescope " REUSESCOPE_VERSION},
             {"seed", experiment.seed},
             {"interrupted", result.interrupted},
             {"error", result.error ? Json(result.error->detail) : Json()},
             {"unexpected", unexpected}};
    out["target"] = {
        {"url", result.url}, {"lab", result.lab}, {"scenario", stringOrNull(result.scenario)}};
    if (!result.redirectedFrom.empty())
        out["target"]["redirected_from"] = result.redirectedFrom;
    if (result.url.starts_with("https:"))
        out["target"]["certificate_verified"] = result.experiment.client.tls.verify;
    out["limits"] = limitsObject(experiment);
    out["loop"] = {{"model", name(experiment.loopModel)},
                   {"poll", name(experiment.poll)},
                   {"instrument_wakeups", result.instrumentWakeups},
                   {"turns", result.turns}};
    out["host"] = {{"os", result.host.os},
                   {"kernel", result.host.kernel},
                   {"cpu", result.host.cpu},
                   {"cores", result.host.cores}};
    out["settings"] = settings(experiment);
    Json &variants = out["variants"] = Json::array();
    for (const VariantResult &variant : result.variants)
        variants.push_back(variantObject(variant, result));
    return out;
}

Result<void> writeJson(std::string_view pathOrDash, const nlohmann::ordered_json &object)
{
    // Names and addresses can hold bytes that are no UTF-8; a report with a replacement character
    // is better than none.
    const std::string text =
        object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    if (pathOrDash == "-")
        return writeAll(OutputFile::standardOutput(), text);

    std::filesystem::path path(pathOrDash);
    std::error_code ignored;
    const std::filesystem::file_status there = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
        return writeAll(OutputFile::create(path), text);
    // A link stays a link: what it points to is replaced.
    const std::filesystem::path target = std::filesystem::canonical(path, ignored);
    return replaceFile(ignored ? path : target, text);
}

} // namespace reusescope
