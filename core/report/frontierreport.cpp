// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/frontierreport.h"

#include "core/report/outputfile.h"
#include "core/report/texttable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace reusescope {

namespace {

using Json = nlohmann::ordered_json;

double microseconds(Nanoseconds value)
{
    return std::chrono::duration<double, std::micro>(value).count();
}

std::string signedDuration(std::optional<Nanoseconds> value)
{
    if (!value)
        return "-";
    const bool isBefore = *value < Nanoseconds{0};
    return fmt::format("{}{}", isBefore ? '-' : '+', shortDuration(isBefore ? -*value : *value));
}

std::string caughtText(const FrontierCell &cell)
{
    const Share share = cell.beforeWrite();
    if (share.trials == 0)
        return "no trial";
    std::string text = fmt::format("{:5.1f} % [{:.1f}, {:.1f}] of {}", 100 * share.share(),
                                   100 * share.low(), 100 * share.high(), share.trials);
    if (cell.tooFew())
        text += ", too few";
    return text;
}

std::string percentOf(const Share &share)
{
    return share.trials > 0 ? fmt::format("{:.0f} %", 100 * share.share()) : "-";
}

Json numberOrNull(std::optional<Nanoseconds> value)
{
    return value ? Json(microseconds(*value)) : Json();
}

Json shareObject(const Share &share)
{
    return {{"caught", share.caught},
            {"trials", share.trials},
            {"share", share.trials > 0 ? Json(share.share()) : Json()},
            {"low", share.trials > 0 ? Json(share.low()) : Json()},
            {"high", share.trials > 0 ? Json(share.high()) : Json()},
            {"too_few", share.trials < kFewTrials}};
}

} // namespace

std::string frontierTable(const FrontierResult &result)
{
    std::size_t width = 9;
    for (const FrontierCell &cell : result.cells)
        width = std::max(width, cell.scheduler.size());
    std::string text = fmt::format(
        "{:<{}}  {:<6}  {:<6}  {:>5}  {:<38}  {:>8}  {:>6}  {:>5}  {:>6}  {:>8}  "
        "{:>9}  {:>9}  {:>8}  {:>6}\n",
        "scheduler", width, "from", "fault", "block", "caught before the write",
        name(Moment::LongBefore), name(Moment::Before), name(Moment::JustBefore),
        name(Moment::InBetween), "exposed", "added p50", "added p99", "poisoned", "behind");
    for (const FrontierCell &cell : result.cells) {
        const auto exposed = cell.exposure();
        text += fmt::format(
            "{:<{}}  {:<6}  {:<6}  {:>2} ms  {:<38}  {:>8}  {:>6}  {:>5}  {:>6}  "
            "{:>8}  {:>9}  {:>9}  {:>8}  {:>6}\n",
            cell.scheduler, width, name(cell.source), name(cell.fault), cell.block.count(),
            caughtText(cell), percentOf(cell.of(Moment::LongBefore)),
            percentOf(cell.of(Moment::Before)), percentOf(cell.of(Moment::JustBefore)),
            percentOf(cell.of(Moment::InBetween)), exposed ? shortDuration(*exposed) : "-",
            signedDuration(result.added(cell, 0.5)), signedDuration(result.added(cell, 0.99)),
            cell.poisoned, cell.of(Moment::After).trials);
    }
    text += fmt::format(
        "\ncaught: of the faults that the server had committed before the request was written, "
        "those after which it was not written\nthere; 95 % interval (Wilson). Then the same for "
        "the "
        "moments: so many µs before the request was queued; queued, and not\nyet written. exposed: "
        "95 % of the faults that were missed were so much older than the write, or less. added: "
        "from queued\nto written, against none from the same phase, without a fault. behind: "
        "faults behind the write, which nobody can catch\nand which do not count. too few: fewer "
        "than {} at one of the moments.\n",
        kFewTrials);
    if (result.interrupted)
        text += "interrupted: this is what was measured until then\n";
    return text;
}

Json toJson(const FrontierResult &result)
{
    const FrontierQuestion &question = result.question;
    Json out{{"schema", 1},
             {"program", "reusescope " REUSESCOPE_VERSION},
             {"seed", question.seed},
             {"trials", question.trials},
             {"poll", name(question.poll)},
             {"interrupted", result.interrupted},
             {"unsettled", result.unsettled}};
    Json &cells = out["cells"] = Json::array();
    for (const FrontierCell &cell : result.cells) {
        Json object{{"scheduler", cell.scheduler},
                    {"dispatch_from", name(cell.source)},
                    {"fault", name(cell.fault)},
                    {"block_ms", cell.block.count()},
                    {"caught", shareObject(cell.beforeWrite())},
                    {"too_few", cell.tooFew()},
                    {"exposed_us", numberOrNull(cell.exposure())},
                    {"poisoned", cell.poisoned},
                    {"replayed", cell.replayed},
                    {"failed", cell.failed},
                    {"left_out", cell.leftOut}};
        Json &moments = object["moments"] = Json::object();
        for (int i = 0; i < kMomentCount; ++i)
            moments[std::string(name(static_cast<Moment>(i)))] =
                shareObject(cell.moments[static_cast<std::size_t>(i)]);
        const Histogram &cost = cell.undisturbed;
        object["queued_to_written_us"] = {{"count", cost.count()},
                                          {"p50", microseconds(cost.percentile(0.5))},
                                          {"p99", microseconds(cost.percentile(0.99))}};
        object["added_us"] = {{"p50", numberOrNull(result.added(cell, 0.5))},
                              {"p99", numberOrNull(result.added(cell, 0.99))}};
        cells.push_back(std::move(object));
    }
    return out;
}

Result<void> writeFrontierCsv(const std::filesystem::path &directory, const FrontierResult &result)
{
    std::error_code problem;
    std::filesystem::create_directories(directory, problem);
    if (problem)
        return systemError(ErrorKind::File, problem.value(), directory.string());
    std::string text = "scheduler,dispatch_from,fault,block_ms,moment,trials,caught,share,low,high,"
                       "exposed_us,added_p50_us,added_p99_us\r\n";
    const auto number = [](std::optional<Nanoseconds> value) {
        return value ? fmt::format("{:.3f}", microseconds(*value)) : std::string();
    };
    for (const FrontierCell &cell : result.cells) {
        for (int i = 0; i < kMomentCount; ++i) {
            const Share &share = cell.moments[static_cast<std::size_t>(i)];
            const bool any = share.trials > 0;
            text += fmt::format(
                "{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", cell.scheduler, name(cell.source),
                name(cell.fault), cell.block.count(), name(static_cast<Moment>(i)), share.trials,
                share.caught, any ? fmt::format("{:.6f}", share.share()) : "",
                any ? fmt::format("{:.6f}", share.low()) : "",
                any ? fmt::format("{:.6f}", share.high()) : "", number(cell.exposure()),
                number(result.added(cell, 0.5)), number(result.added(cell, 0.99)));
        }
    }
    Result<OutputFile> file = OutputFile::create(directory / "frontier.csv");
    if (!file)
        return file.error();
    file->write(text);
    return file->close();
}

} // namespace reusescope
