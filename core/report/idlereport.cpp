// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/idlereport.h"

#include "core/report/outputfile.h"
#include "core/report/texttable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace reusescope {

namespace {

using Json = nlohmann::ordered_json;
using Fate = IdleProbe::Fate;

double milliseconds(Nanoseconds value)
{
    return std::chrono::duration<double, std::milli>(value).count();
}

double microseconds(Nanoseconds value)
{
    return std::chrono::duration<double, std::micro>(value).count();
}

std::string_view manner(Reason how, bool secure)
{
    switch (how) {
    case Reason::IdleFin: return secure ? "close_notify or FIN" : "FIN";
    case Reason::IdleReset: return "RST";
    case Reason::Idle408: return "408";
    case Reason::IdleBytes: return "bytes that nobody asked for";
    case Reason::IdleLineBreaks: return "line breaks";
    case Reason::Goaway: return "GOAWAY";
    case Reason::PeerClosing: return "with the response";
    default: return name(how);
    }
}

/// Rounded outwards, so that the truth lies inside.
std::string between(const IdleInterval &interval)
{
    const auto low = std::chrono::floor<Milliseconds>(interval.low).count();
    const auto high = std::chrono::ceil<Milliseconds>(interval.high).count();
    return fmt::format("between {} and {} ms, {} {}", low, high, interval.samples,
                       interval.samples == 1 ? "connection" : "connections");
}

std::string closeSentence(const IdleFindings &findings, bool used)
{
    const std::string_view which = used ? "used connections" : "unused connections";
    const int watched = used ? findings.usedWatched : findings.unusedWatched;
    if (watched == 0)
        return {};
    const auto interval = closeInterval(findings, used);
    if (!interval)
        return fmt::format("{}: none was closed in {} ms\n", which,
                           std::chrono::floor<Milliseconds>(findings.watchedFor).count());
    const bool secure = findings.url.starts_with("https:");
    return fmt::format("{}: closed {}, by the server ({})\n", which, between(*interval),
                       manner(commonManner(findings, used), secure));
}

std::string dangerSentences(const IdleFindings &findings, const IdleUse &use)
{
    const auto window = dangerWindow(findings);
    if (!window)
        return {};
    std::string text = fmt::format(
        "danger window: a request between {:.1f} and {:.1f} ms after the last response can meet "
        "the end on its way\n",
        milliseconds(window->low), milliseconds(window->high));
    if (use.perSecond)
        text += fmt::format("at {} requests/s: {:.4f} % of the gaps lie in it\n", *use.perSecond,
                            100 * shareInDanger(*window, *use.perSecond));
    if (!use.gaps.empty())
        text += fmt::format("of the {} gaps given: {:.4f} % lie in it\n", use.gaps.size(),
                            100 * shareInDanger(*window, use.gaps));
    return text;
}

std::string probeRows(const IdleFindings &findings)
{
    if (findings.probes.empty())
        return {};
    std::string text = "\n    gap (ms)  what became of a request after it\n";
    for (const IdleProbe &probe : findings.probes) {
        text += fmt::format("{:>12.1f}  {}", milliseconds(probe.gap), name(probe.fate));
        if (probe.fate != Fate::Answered && probe.reason != Reason::None)
            text += fmt::format(" ({})", name(probe.reason));
        text += '\n';
    }
    return text;
}

Json intervalOrNull(const std::optional<IdleInterval> &interval)
{
    if (!interval)
        return nullptr;
    return {{"low_us", microseconds(interval->low)},
            {"high_us", microseconds(interval->high)},
            {"samples", interval->samples}};
}

Json kind(const IdleFindings &findings, bool used)
{
    Json out{{"watched", used ? findings.usedWatched : findings.unusedWatched},
             {"closed", intervalOrNull(closeInterval(findings, used))},
             {"manner", name(commonManner(findings, used))}};
    Json &closes = out["closes"] = Json::array();
    for (const IdleClose &close : findings.closes) {
        if (close.used == used)
            closes.push_back({{"after_us", microseconds(close.after)},
                              {"how", name(close.how)},
                              {"watched", close.watched}});
    }
    return out;
}

Result<void> writeRows(const std::filesystem::path &path, std::string_view text)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    file->write(text);
    return file->close();
}

} // namespace

std::string idleText(const IdleFindings &findings, const IdleUse &use)
{
    std::string text = fmt::format("{} ({})\n\n", findings.url,
                                   findings.spoken == Protocol::H2 ? "HTTP/2" : "HTTP/1.1");
    text += closeSentence(findings, true);
    text += closeSentence(findings, false);
    text += findings.hint
        ? fmt::format("hint: Keep-Alive: timeout={}\n",
                      std::chrono::duration_cast<std::chrono::seconds>(*findings.hint).count())
        : std::string("hint: none\n");
    if (const auto longest = longestAnswered(findings))
        text += fmt::format("longest gap with an answer on the same connection: {:.1f} ms\n",
                            milliseconds(*longest));
    if (hasZombies(findings))
        text += "zombies: a connection stayed open and gave no answer\n";
    text += dangerSentences(findings, use);
    const KeepAliveAdvice advice = keepAliveAdvice(findings);
    if (advice.keepAlive)
        text +=
            fmt::format("advice: keep-alive {} ms: {}\n", advice.keepAlive->count(), advice.how);
    else if (!advice.how.empty())
        text += fmt::format("advice: keep no connection: {}\n", advice.how);
    text += probeRows(findings);
    if (findings.interrupted)
        text += "\ninterrupted: this is what was found until then\n";
    return text;
}

Json toJson(const IdleFindings &findings, const IdleUse &use)
{
    Json out{
        {"schema", 1},
        {"program", "reusescope " REUSESCOPE_VERSION},
        {"url", findings.url},
        {"protocol", name(findings.spoken)},
        {"interrupted", findings.interrupted},
        {"watched_for_us", microseconds(findings.watchedFor)},
        {"hint_ms", findings.hint ? Json(findings.hint->count()) : Json()},
        {"connect_us", findings.connectTime ? Json(microseconds(*findings.connectTime)) : Json()},
        {"used", kind(findings, true)},
        {"unused", kind(findings, false)}};
    Json &probes = out["probes"] = Json::array();
    for (const IdleProbe &probe : findings.probes)
        probes.push_back({{"gap_us", microseconds(probe.gap)},
                          {"fate", name(probe.fate)},
                          {"reason", name(probe.reason)}});
    const auto longest = longestAnswered(findings);
    out["longest_answered_us"] = longest ? Json(microseconds(*longest)) : Json();
    out["zombies"] = hasZombies(findings);
    const auto window = dangerWindow(findings);
    Json danger{{"window", intervalOrNull(window)}};
    if (window && use.perSecond) {
        danger["requests_per_s"] = *use.perSecond;
        danger["share_at_rate"] = shareInDanger(*window, *use.perSecond);
    }
    if (window && !use.gaps.empty()) {
        danger["gaps"] = use.gaps.size();
        danger["share_of_gaps"] = shareInDanger(*window, use.gaps);
    }
    out["danger"] = danger;
    const KeepAliveAdvice advice = keepAliveAdvice(findings);
    out["advice"] = {{"keep_alive_ms", advice.keepAlive ? Json(advice.keepAlive->count()) : Json()},
                     {"margin_ms", advice.margin.count()},
                     {"how", advice.how}};
    return out;
}

Result<void> writeIdleCsv(const std::filesystem::path &directory, const IdleFindings &findings)
{
    std::error_code problem;
    std::filesystem::create_directories(directory, problem);
    if (problem)
        return systemError(ErrorKind::File, problem.value(), directory.string());
    std::string closes = "used,watched,after_us,how\r\n";
    for (const IdleClose &close : findings.closes)
        closes += fmt::format("{},{},{:.3f},{}\r\n", close.used, close.watched,
                              microseconds(close.after), name(close.how));
    std::string probes = "gap_us,fate,reason\r\n";
    for (const IdleProbe &probe : findings.probes)
        probes += fmt::format("{:.3f},{},{}\r\n", microseconds(probe.gap), name(probe.fate),
                              name(probe.reason));
    const Result<void> first = writeRows(directory / "idle_closes.csv", closes);
    const Result<void> second = writeRows(directory / "idle_probes.csv", probes);
    return first ? second : first;
}

} // namespace reusescope
