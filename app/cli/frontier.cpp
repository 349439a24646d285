// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/frontier.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressbar.h"
#include "app/options/optionvalues.h"
#include "core/report/frontierreport.h"
#include "core/report/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace reusescope::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};

std::optional<Fault> faultFromName(std::string_view text)
{
    for (const Fault fault : {Fault::Poison, Fault::Fin, Fault::Reset}) {
        if (name(fault) == text)
            return fault;
    }
    return std::nullopt;
}

/// Each a name of a comma list.
template <typename Value>
Result<void> applyNames(const std::vector<std::string> &lists, const char *option,
                        std::optional<Value> (*fromName)(std::string_view), const char *names,
                        std::vector<Value> &target)
{
    if (lists.empty())
        return {};
    const auto words = splitNames(option, lists);
    if (!words)
        return words.error();
    target.clear();
    for (const std::string &word : *words) {
        const auto value = fromName(word);
        if (!value)
            return refused(
                fmt::format("{} takes {}, or a list of them, not \"{}\"", option, names, word));
        if (std::find(target.begin(), target.end(), *value) != target.end())
            return refused(fmt::format("{} has \"{}\" twice", option, word));
        target.push_back(*value);
    }
    return {};
}

Result<FrontierQuestion> resolveFrontier(const FrontierOptions &options)
{
    FrontierQuestion question;
    if (!options.schedulers.empty()) {
        auto names = splitNames("--scheduler", options.schedulers);
        if (!names)
            return names.error();
        question.schedulers = std::move(*names);
    }
    if (const auto done = applyNames(options.sources, "--dispatch-from", &dispatchFromFromName,
                                     "poll, check or timers", question.sources);
        !done)
        return done.error();
    if (const auto done = applyNames(options.faults, "--fault", &faultFromName,
                                     "poison, fin or rst", question.faults);
        !done)
        return done.error();
    if (!options.blocks.empty()) {
        const auto words = splitNames("--blocked-ms", options.blocks);
        if (!words)
            return words.error();
        question.blocks.clear();
        for (const std::string &word : *words) {
            Milliseconds block{0};
            if (const auto done =
                    applyMs(word, {"--blocked-ms", 0, kMaxFrontierBlock.count()}, block);
                !done)
                return done.error();
            question.blocks.push_back(block);
        }
    }
    if (const auto done = apply(options.trials, {"--trials", 1, kMaxTrials}, question.trials);
        !done)
        return done.error();
    if (const auto done = applyName(options.poll, "--poll", &pollStrategyFromName, "sleep or spin",
                                    question.poll);
        !done)
        return done.error();
    if (const auto done = apply<std::uint64_t>(
            options.seed, {"--seed", 0, std::numeric_limits<std::uint64_t>::max()}, question.seed);
        !done)
        return done.error();
    if (const auto valid = validate(question); !valid)
        return valid.error();
    return question;
}

void follow(Frontier &frontier, const std::atomic<bool> &ended, const Interrupt &interrupt,
            bool quiet)
{
    ProgressBar bar(!quiet);
    bool stopping = false;
    while (!ended) {
        if (interrupt.requested() && !stopping) {
            stopping = true;
            frontier.stop();
        }
        const Frontier::Status status = frontier.status();
        if (status.done > 0) {
            const double share = static_cast<double>(status.done) / status.planned;
            const double elapsed = std::chrono::duration<double>(status.elapsed).count();
            bar.show(share,
                     fmt::format("{} of {} trials, {:.0f} s left", status.done, status.planned,
                                 std::ceil(elapsed / share - elapsed)));
        }
        if (stopping)
            std::this_thread::sleep_for(kBetweenLooks);
        else
            interrupt.wait(kBetweenLooks);
    }
}

} // namespace

ExitCode frontier(const FrontierOptions &options)
{
    const Interrupt interrupt;
    const auto question = resolveFrontier(options);
    if (!question)
        return complain(question.error());
    if (!options.quiet)
        fmt::print(
            stderr, "this takes about {:.0f} s; two processors are kept busy\n",
            std::ceil(std::chrono::duration<double>(Frontier::expectedTime(*question)).count()));

    const RealClock clock;
    Frontier measuring(*question, clock);
    FrontierResult result;
    std::atomic<bool> ended{false};
    std::thread worker([&] {
        result = measuring.run();
        ended = true;
    });
    follow(measuring, ended, interrupt, options.quiet);
    worker.join();

    if (result.error)
        return complain(*result.error);
    ExitCode code = ExitCode::Ok;
    if (result.unsettled > 0) {
        complain(fmt::format("{} requests never came to an end", result.unsettled));
        code = ExitCode::Unexpected;
    }
    if (result.interrupted)
        code = ExitCode::Interrupted;
    if (options.json != "-") {
        if (const auto printed = print(frontierTable(result)); !printed)
            code = complain(printed.error());
    }
    if (options.json) {
        if (const auto done = writeJson(*options.json, toJson(result)); !done)
            code = complain(done.error());
    }
    if (options.csv) {
        if (const auto done = writeFrontierCsv(*options.csv, result); !done)
            code = complain(done.error());
    }
    return code;
}

} // namespace reusescope::cli
