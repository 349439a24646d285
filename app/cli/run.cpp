// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressbar.h"
#include "app/options/reports.h"
#include "core/experiment/engine.h"
#include "core/report/texttable.h"
#include "core/trace/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace reusescope::cli {

namespace {

// Short enough that the queue cannot fill up in between, long enough not to take the engine's
// processor from it: this thread looks by itself, since being notified per request would disturb
// what is measured.
constexpr std::chrono::milliseconds kBetweenDrains{10};

// --csv keeps every event in memory until the run has ended.
constexpr std::uint64_t kMaxRecordedRequests = 20'000'000;

bool hasEnded(const std::vector<TraceEvent> &events)
{
    return std::any_of(events.begin(), events.end(), [](const TraceEvent &event) {
        const auto *progress = std::get_if<ProgressRecord>(&event);
        return progress && progress->kind == ProgressRecord::Kind::RunEnded;
    });
}

Result<void> checkMemory(const RunRequest &request)
{
    const auto requests = static_cast<std::uint64_t>(plannedRequests(request.experiment));
    if (request.csvFolder && requests > kMaxRecordedRequests)
        return Error{ErrorKind::Input, 0,
                     fmt::format("--csv keeps all requests in memory: at most {} can be recorded, "
                                 "this run makes {}",
                                 kMaxRecordedRequests, requests)};
    return {};
}

Result<void> checkConsent(const RunRequest &request)
{
    if (const auto sentence = consentSentence(request.experiment))
        return Error{ErrorKind::Input, 0,
                     fmt::format("{}; --yes agrees to that", sentence->text())};
    return {};
}

/// Follows the run until its last event; fills `recording` when all of it is needed.
void follow(Engine &engine, EventQueue &events, const Interrupt &interrupt, bool quiet,
            Recording *recording)
{
    ProgressBar bar(!quiet);
    std::vector<TraceEvent> batch;
    bool stopping = false;
    while (true) {
        batch.clear();
        events.drain(batch);
        if (recording)
            recording->apply(batch);
        if (hasEnded(batch))
            return;
        if (interrupt.requested() && !stopping) {
            stopping = true;
            engine.stop();
        }
        bar.update(engine.status());
        if (stopping)
            std::this_thread::sleep_for(kBetweenDrains); // the signal has left wait() useless
        else
            interrupt.wait(kBetweenDrains);
    }
}

/// In what way the run is not as it should be; empty: it is.
std::vector<std::string> findings(const RunRequest &request, const RunResult &result)
{
    const Scenario *scenario = request.scenario ? &*request.scenario : nullptr;
    std::vector<std::string> sentences = textsOf(unexpected(scenario, result));
    const std::vector<std::string> held = heldConditions(request.failIf, result);
    sentences.insert(sentences.end(), held.begin(), held.end());
    return sentences;
}

} // namespace

ExitCode run(const RunOptions &options)
{
    const Interrupt interrupt;
    const auto request = resolve(options);
    if (!request)
        return complain(request.error());
    if (const auto fits = checkMemory(*request); !fits)
        return complain(fits.error());
    if (const auto agreed = checkConsent(*request); !agreed)
        return complain(agreed.error());
    if (const auto writable = checkReports(*request); !writable)
        return complain(writable.error());

    EventQueue events;
    Engine engine(events);
    const auto started = engine.start(request->experiment,
                                      request->scenario ? request->scenario->name : std::string());
    if (!started)
        return complain(started.error());
    Recording recording;
    follow(engine, events, interrupt, request->quiet, request->csvFolder ? &recording : nullptr);
    const std::shared_ptr<const RunResult> result = engine.result();

    const std::vector<std::string> sentences = findings(*request, *result);
    const bool interrupted = interrupt.requested() || result->interrupted;
    const Judgement judgement = judge(*result, interrupted, sentences);
    for (const std::string &sentence : judgement.sentences)
        complain(sentence);
    ExitCode code = judgement.code;

    // Without an answer there are no figures, and the sentence that says why has been said.
    const bool hasFigures =
        (code != ExitCode::Unreachable && !result->error) || !nothingAnswered(*result);
    // With JSON on standard output the table must not get in between.
    if (hasFigures && request->jsonFile != "-") {
        if (const auto printed = print(resultTable(*result)); !printed)
            code = complain(printed.error());
    } else if (hasFigures && !request->quiet) {
        fmt::print(stderr, "{}", resultTable(*result));
    }
    for (const Error &error : writeReports(*request, *result, recording, sentences))
        code = complain(error);
    return code;
}

} // namespace reusescope::cli
