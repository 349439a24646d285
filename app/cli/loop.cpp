// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "core/base/nearest.h"
#include "core/report/json.h"
#include "core/script/parser.h"
#include "core/script/scriptrun.h"
#include "core/script/transcriptjson.h"
#include "core/script/transcripttext.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reusescope::cli {

namespace {

using namespace script; // but for RunOptions, which is also a type of the command run

constexpr std::uint32_t kMaxTurns = 100'000'000;
constexpr std::uint32_t kMaxRepeats = 1'000'000;

// On virtual time nobody waits for a line, so that a system call can pay for many.
constexpr std::size_t kTextAtOnce = 16 * 1024;

/// The options of the command, understood.
struct LoopRequest
{
    script::RunOptions run;
    std::uint32_t repeats = 0; ///< 0: one run, shown as it goes
    bool textOnError = false; ///< the transcript goes to standard error
};

Error refused(std::string sentence)
{
    return {ErrorKind::Input, 0, std::move(sentence)};
}

Error wrongName(std::string_view option, std::string_view given,
                const std::vector<std::string> &known)
{
    const std::string near = nearest(given, known);
    return refused(fmt::format("{} takes {} or {}, not \"{}\"{}", option, known[0], known[1], given,
                               near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

Result<std::uint32_t> parseNumber(std::string_view option, std::string_view text,
                                  std::uint32_t most)
{
    std::uint32_t number = 0;
    const char *const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stopped != end || number < 1 || number > most)
        return refused(
            fmt::format("{} takes a whole number from 1 to {}, not \"{}\"", option, most, text));
    return number;
}

Result<LoopRequest> resolve(const LoopOptions &options)
{
    LoopRequest request;
    if (options.loopModel) {
        const auto model = loopModelFromName(*options.loopModel);
        if (!model)
            return wrongName("--loop-model", *options.loopModel, {"timers-last", "timers-first"});
        request.run.model = *model;
    }
    if (options.clock) {
        if (options.clock != "virtual" && options.clock != "real")
            return wrongName("--clock", *options.clock, {"virtual", "real"});
        request.run.clock = options.clock == "real" ? ClockKind::Real : ClockKind::Virtual;
    }
    if (options.turns) {
        const auto turns = parseNumber("--turns", *options.turns, kMaxTurns);
        if (!turns)
            return turns.error();
        request.run.maxTurns = *turns;
    }
    if (options.repeat) {
        const auto repeats = parseNumber("--repeat", *options.repeat, kMaxRepeats);
        if (!repeats)
            return repeats.error();
        request.repeats = *repeats;
    }
    request.textOnError = options.json == "-";
    return request;
}

/// At most one byte more than a script may have, which is enough to be refused.
Result<std::string> readScript(const std::string &fileOrDash)
{
    const bool isStandardInput = fileOrDash == "-";
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(
        isStandardInput ? stdin : std::fopen(fileOrDash.c_str(), "rb"),
        isStandardInput ? [](std::FILE *) { return 0; } : &std::fclose);
    if (!file)
        return systemError(ErrorKind::File, errno, fileOrDash);
    std::string text(kMaxScriptBytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()))
        return systemError(ErrorKind::File, errno, isStandardInput ? "standard input" : fileOrDash);
    return text;
}

std::string_view nameOf(ClockKind clock)
{
    return clock == ClockKind::Real ? "real" : "virtual";
}

nlohmann::ordered_json jsonHead(const LoopRequest &request)
{
    return {{"schema", 1},
            {"program", "reusescope " REUSESCOPE_VERSION},
            {"loop", {{"model", name(request.run.model)}, {"clock", nameOf(request.run.clock)}}}};
}

/// Where the transcript goes.
class Terminal
{
public:
    Terminal(const LoopRequest &request, bool quiet)
        : m_silent(quiet), m_onError(request.textOnError)
    { }

    /// False: nobody can read it any more.
    bool show(std::string_view text)
    {
        if (m_silent || text.empty() || !m_written)
            return bool(m_written);
        if (m_onError)
            fmt::print(stderr, "{}", text);
        else
            m_written = print(text);
        return bool(m_written);
    }
    const Result<void> &written() const { return m_written; }

private:
    bool m_silent;
    bool m_onError;
    Result<void> m_written;
};

/// Hands entries to several.
class Fork final : public EntrySink
{
public:
    void add(EntrySink &sink) { m_sinks.push_back(&sink); }
    void entry(const Entry &entry) override
    {
        if (entry.kind == EntryKind::Limit)
            m_limit = entry.text;
        for (EntrySink *sink : m_sinks)
            sink->entry(entry);
    }
    const std::string &limit() const { return m_limit; } ///< that ended the program; empty: none

private:
    std::vector<EntrySink *> m_sinks;
    std::string m_limit;
};

ExitCode finish(const LoopOptions &options, const Terminal &terminal, const Interrupt &interrupt,
                const nlohmann::ordered_json &object)
{
    ExitCode code = interrupt.requested() ? ExitCode::Interrupted : ExitCode::Ok;
    if (!terminal.written())
        code = complain(terminal.written().error());
    if (options.json) {
        if (const auto written = writeJson(*options.json, object); !written)
            code = complain(written.error());
    }
    return code;
}

ExitCode runOnce(const LoopOptions &options, const LoopRequest &request, const Program &program,
                 const Interrupt &interrupt)
{
    TranscriptText text(program);
    TranscriptJson json(program);
    OrderText order;
    Fork sinks;
    sinks.add(order);
    const bool showsTurns = !options.order && !options.quiet;
    if (showsTurns)
        sinks.add(text);
    if (options.json)
        sinks.add(json);

    Terminal terminal(request, options.quiet && !options.order);
    if (showsTurns)
        terminal.show(fmt::format("loop {}, {} clock\n\n", name(request.run.model),
                                  nameOf(request.run.clock)));
    ScriptRun run(program, request.run, &sinks);
    // On the real clock a line is to be seen when it happens.
    const bool atOnce = request.run.clock == ClockKind::Real;
    const auto unit = atOnce ? ScriptRun::Step::Callback : ScriptRun::Step::Turn;
    bool readable = true;
    while (readable && !interrupt.requested() && run.step(unit)) {
        if (atOnce || text.size() >= kTextAtOnce)
            readable = terminal.show(text.take());
    }
    terminal.show(text.take());
    terminal.show(options.order ? printable(order.text()) + "\n"
                                : fmt::format("order: {}\n", printable(order.text())));
    if (!sinks.limit().empty())
        complain(sinks.limit());

    nlohmann::ordered_json object = jsonHead(request);
    object["entries"] = json.takeEntries();
    if (json.entriesLeftOut() > 0)
        object["entries_left_out"] = json.entriesLeftOut();
    object["order"] = order.text();
    object["stopped_by_limit"] = run.wasStoppedByLimit();
    if (interrupt.requested())
        object["interrupted"] = true;
    return finish(options, terminal, interrupt, object);
}

ExitCode runRepeatedly(const LoopOptions &options, const LoopRequest &request,
                       const Program &program, const Interrupt &interrupt)
{
    std::map<std::string, std::uint32_t> counts;
    std::uint32_t runs = 0;
    std::string limit;
    while (runs < request.repeats && !interrupt.requested()) {
        OrderText order;
        Fork sinks;
        sinks.add(order);
        ScriptRun run(program, request.run, &sinks);
        run.runToEnd();
        if (interrupt.requested())
            break; // an order that was cut off says nothing
        ++runs;
        ++counts[order.text()];
        limit = sinks.limit().empty() ? limit : sinks.limit();
    }

    std::vector<std::pair<std::string, std::uint32_t>> orders(counts.begin(), counts.end());
    std::stable_sort(orders.begin(), orders.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    nlohmann::ordered_json object = jsonHead(request);
    object["runs"] = runs;
    auto &list = object["orders"] = nlohmann::ordered_json::array();
    std::string text;
    if (!options.order)
        text = fmt::format("loop {}, {} clock, {} runs\n\n{:>9} {:>8}  order\n",
                           name(request.run.model), nameOf(request.run.clock), runs, "count",
                           "percent");
    for (const auto &[order, count] : orders) {
        const double percent = 100.0 * count / runs;
        list.push_back({{"count", count}, {"percent", percent}, {"order", order}});
        if (options.order)
            text += printable(order) + "\n";
        else
            text += fmt::format("{:>9} {:>8.2f}  {}\n", count, percent, printable(order));
    }
    object["stopped_by_limit"] = !limit.empty();
    if (interrupt.requested())
        object["interrupted"] = true;

    Terminal terminal(request, options.quiet && !options.order);
    terminal.show(text);
    if (!limit.empty())
        complain(limit);
    return finish(options, terminal, interrupt, object);
}

} // namespace

ExitCode loop(const LoopOptions &options)
{
    const Interrupt interrupt;
    if (options.file.empty()) {
        complain("no script given: name a file, or - for standard input; see loop --help");
        return ExitCode::Usage;
    }
    auto request = resolve(options);
    if (!request)
        return complain(request.error());
    const auto text = readScript(options.file);
    if (!text)
        return complain(text.error());
    const ParsedScript script = parseScript(*text);
    for (const Mistake &mistake : script.mistakes)
        fmt::print(stderr, "{}\n",
                   describe(mistake, options.file == "-" ? "standard input" : options.file));
    if (!script.isValid())
        return ExitCode::Usage;

    request->run.interrupted = [&interrupt] { return interrupt.requested(); };
    if (request->repeats > 0)
        return runRepeatedly(options, *request, script.program, interrupt);
    return runOnce(options, *request, script.program, interrupt);
}

} // namespace reusescope::cli
