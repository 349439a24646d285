// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/options/version.h"
#include "core/base/nearest.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace reusescope;
using namespace reusescope::cli;

constexpr const char *kLoopExitCodes =
    "Exit codes: 0 ok, also when a limit ended the program (standard error tells which);\n"
    "2 usage, or mistakes in the script; 4 file errors; 130 interrupted.";

void addLoopOptions(CLI::App &command, LoopOptions &options)
{
    command.add_option("FILE", options.file,
                       "A loop script (docs/loop-script.md); - is standard input");
    command
        .add_option("--loop-model", options.loopModel, "libuv since 1.45 (the default), or before")
        ->type_name("timers-last|timers-first");
    command
        .add_option(
            "--clock", options.clock,
            "virtual (the default): time passes only by \"busy\" and by poll's sleep; real: "
            "the machine's clock and real sockets")
        ->type_name("virtual|real");
    command.add_option("--turns", options.turns, "Stop after so many turns; 1000 unless given")
        ->type_name("N");
    command
        .add_option("--repeat", options.repeat,
                    "Run it N times and show how often each order of callbacks came")
        ->type_name("N");
    command.add_option("--json", options.json, "Write one JSON object, - is standard output")
        ->type_name("FILE|-");
    command.add_flag("--order", options.order, "Only the order of callbacks");
    command.add_flag("--quiet", options.quiet,
                     "Nothing but errors and what --order and --json ask for");
}

constexpr const char *kFrontierExitCodes =
    "Exit codes: 0 ok; 1 a request never came to an end; 2 usage; 4 file errors; 130 interrupted\n"
    "(what was measured until then is shown).";

void addFrontierOptions(CLI::App &command, FrontierOptions &options)
{
    const auto addList = [&command](const char *option, std::vector<std::string> &target,
                                    const char *text, const char *type) {
        command.add_option(option, target, text)->type_name(type)->allow_extra_args(false);
    };
    addList("--scheduler", options.schedulers,
            "Default: none,timer-0,immediate-ref,fresh-poll,peek,background", "NAME[,...]");
    addList("--dispatch-from", options.sources,
            "The phases that requests are queued from; default: all", "poll|check|timers[,...]");
    addList("--fault", options.faults, "What the server does; default: poison",
            "poison|fin|rst[,...]");
    addList("--blocked-ms", options.blocks,
            "How long the loop is kept busy before the request is queued; default: 0,5",
            "MS[,...]");
    command
        .add_option("--trials", options.trials,
                    "Of each combination and moment of the fault; default: 200")
        ->type_name("N");
    command.add_option("--poll", options.poll, "spin never sleeps and burns a core")
        ->type_name("sleep|spin");
    command.add_option("--seed", options.seed, "Of the order and the moments")->type_name("N");
    command.add_option("--csv", options.csv, "Write a CSV file into this folder")->type_name("DIR");
    command.add_option("--json", options.json, "Write one JSON object, - is standard output")
        ->type_name("FILE|-");
    command.add_flag("--quiet", options.quiet, "Nothing on standard error but errors");
}

constexpr const char *kIdleExitCodes =
    "Exit codes: 0 ok; 2 usage; 3 target not reachable; 4 file errors; 130 interrupted (what was\n"
    "found until then is shown).";

void addIdleOptions(CLI::App &command, IdleOptions &options)
{
    command.add_option("--url", options.url, "The server, http:// or https://")->type_name("URL");
    command
        .add_option("--protocol", options.protocol,
                    "Default: h1, for https:// URLs auto (the server's choice)")
        ->type_name("h1|h2|auto");
    command.add_option("--up-to", options.upTo, "Wait no longer than this; default: 90000")
        ->type_name("MS");
    command
        .add_option("--tries", options.tries,
                    "Connections that are only watched, of each kind; default: 5")
        ->type_name("N");
    command
        .add_option("--probes", options.probes,
                    "Connections at a time that ask again after a gap; default: 12")
        ->type_name("N");
    command
        .add_option("--rate", options.rate,
                    "Your requests per second: how many of their gaps hit the danger window")
        ->type_name("R");
    command
        .add_option("--times", options.times,
                    "The same for a file with the times of requests, one in each line, in seconds "
                    "or as dates")
        ->type_name("FILE");
    command.add_option("--ca", options.ca, "Authorities to trust, PEM")->type_name("FILE");
    command.add_flag("--insecure", options.insecure, "Accept any certificate");
    command.add_flag("--yes", options.consent, "Agree to measure a server on another machine");
    command.add_option("--csv", options.csv, "Write CSV files into this folder")->type_name("DIR");
    command.add_option("--json", options.json, "Write one JSON object, - is standard output")
        ->type_name("FILE|-");
    command.add_flag("--quiet", options.quiet, "Nothing on standard error but errors");
}

/// What CLI11 could not place is ours to explain, in one sentence with the nearest known word.
std::optional<std::string> leftOver(const CLI::App &app, const CLI::App *command)
{
    const std::vector<std::string> rest = command ? command->remaining() : app.remaining();
    if (rest.empty())
        return std::nullopt;
    const std::string word = rest.front().substr(0, rest.front().find('='));
    const std::string where = command ? command->get_name() + " --help" : "--help";

    std::vector<std::string> known;
    const bool isOption = word.starts_with('-');
    if (isOption) {
        for (const CLI::Option *option : (command ? command : &app)->get_options()) {
            for (const std::string &name : option->get_lnames())
                known.push_back("--" + name);
        }
    } else if (!command) {
        for (const CLI::App *each : app.get_subcommands({}))
            known.push_back(each->get_name());
    }
    const std::string meant = nearest(word, known);
    const std::string hint = meant.empty() ? fmt::format("; see {}", where)
                                           : fmt::format(", did you mean \"{}\"?", meant);
    if (isOption)
        return fmt::format("there is no option \"{}\"{}", word, hint);
    if (command)
        return fmt::format("\"{}\" is one argument too many; see {}", word, where);
    return fmt::format("there is no command \"{}\"{}", word, hint);
}

/// CLI11's own words for a missing or repeated value are about types and counts.
std::string sentence(const CLI::ParseError &error)
{
    const std::string text = error.what();
    const std::string option = text.substr(0, text.find_first_of(": "));
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&error) && option.starts_with("--")) {
        const bool missing = text.ends_with("missing");
        return option + (missing ? " needs a value" : " is given more than once");
    }
    if (dynamic_cast<const CLI::ConversionError *>(&error)) // only flags have a type of their own
        return "--quiet, --order, --tls, --insecure, --follow and --yes take no value";
    return text;
}

} // namespace

int main(int argc, char **argv)
{
    // A reader that goes away is a failed write with an error to report, not a silent end.
    std::signal(SIGPIPE, SIG_IGN);

    CLI::App app("Reusescope: an oscilloscope for HTTP connection reuse, in the terminal.",
                 "reusescope-cli");
    app.set_version_flag("--version", versionText(libraryVersions()),
                         "The version, the commit, the compiler and the libraries");
    app.footer(kRunExitCodes);
    app.get_formatter()->column_width(34);

    RunOptions runOptions;
    CLI::App *const runCommand = app.add_subcommand("run", "Run a scenario, or requests to a URL");
    addRunOptions(*runCommand, runOptions);

    ListOptions listOptions;
    CLI::App *const scenarios = app.add_subcommand("scenarios", "The built-in scenarios");
    CLI::App *const schedulers = app.add_subcommand("schedulers", "The validation schedulers");
    for (CLI::App *list : {scenarios, schedulers})
        list->add_option("--json", listOptions.json, "Write one JSON object, - is standard output")
            ->type_name("FILE|-");

    ServeOptions serveOptions;
    CLI::App *const serveCommand =
        app.add_subcommand("serve", "The lab server alone, on loopback, until interrupted");
    serveCommand->add_option("SCENARIO", serveOptions.scenario,
                             "A built-in scenario or the path of a scenario file, for its lab");
    serveCommand->add_option("--port", serveOptions.port, "0 (the default): any free one")
        ->type_name("N");
    addLabOptions(*serveCommand, serveOptions.lab, "Options");
    serveCommand->add_flag("--tls", serveOptions.tls,
                           "Speak TLS, with a certificate made at start; clients need --insecure");
    serveCommand
        ->add_option("--protocol", serveOptions.protocol,
                     "Only that; default: both, by ALPN or by the client's first bytes")
        ->type_name("h1|h2");

    LoopOptions loopOptions;
    CLI::App *const loopCommand = app.add_subcommand(
        "loop", "Run a loop script: what runs in which phase, and why poll slept");
    addLoopOptions(*loopCommand, loopOptions);

    FrontierOptions frontierOptions;
    CLI::App *const frontierCommand = app.add_subcommand(
        "frontier", "What each scheduler catches of what a server does, and what it costs");
    addFrontierOptions(*frontierCommand, frontierOptions);

    IdleOptions idleOptions;
    CLI::App *const idleCommand =
        app.add_subcommand("idle", "Find out how long a server keeps idle connections");
    addIdleOptions(*idleCommand, idleOptions);

    app.allow_extras();
    for (CLI::App *command : {runCommand, frontierCommand, idleCommand, scenarios, schedulers,
                              serveCommand, loopCommand}) {
        command->allow_extras();
        command->footer(kRunExitCodes);
    }
    loopCommand->footer(kLoopExitCodes);
    idleCommand->footer(kIdleExitCodes);
    frontierCommand->footer(kFrontierExitCodes);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success &answer) { // --help, --version
        return app.exit(answer);
    } catch (const CLI::ParseError &error) {
        complain(sentence(error));
        return static_cast<int>(ExitCode::Usage);
    }

    const std::vector<CLI::App *> chosen = app.get_subcommands();
    const CLI::App *const command = chosen.empty() ? nullptr : chosen.front();
    if (const auto problem = leftOver(app, command)) {
        complain(*problem);
        return static_cast<int>(ExitCode::Usage);
    }
    if (!command) {
        complain("no command given: run, frontier, idle, loop, scenarios, schedulers or serve; see "
                 "--help");
        return static_cast<int>(ExitCode::Usage);
    }
    if (chosen.size() > 1) {
        complain(fmt::format("one command at a time, not {} and {}", chosen[0]->get_name(),
                             chosen[1]->get_name()));
        return static_cast<int>(ExitCode::Usage);
    }

    ExitCode code = ExitCode::Ok;
    try {
        if (command == runCommand)
            code = run(runOptions);
        else if (command == frontierCommand)
            code = frontier(frontierOptions);
        else if (command == idleCommand)
            code = idle(idleOptions);
        else if (command == serveCommand)
            code = serve(serveOptions);
        else if (command == loopCommand)
            code = loop(loopOptions);
        else if (command == scenarios)
            code = listScenarios(listOptions);
        else
            code = listSchedulers(listOptions);
    } catch (const std::bad_alloc &) {
        complain("no memory is left");
        code = ExitCode::Unexpected;
    } catch (const std::system_error &failure) { // no thread or no descriptor is left
        complain(failure.what());
        code = ExitCode::Unexpected;
    }
    return static_cast<int>(code);
}
