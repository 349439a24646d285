// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progressbar.h"
#include "app/options/optionvalues.h"
#include "core/experiment/idlefinder.h"
#include "core/report/idlereport.h"
#include "core/report/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <iterator>
#include <thread>

namespace reusescope::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::size_t kMaxTimesBytes = 64 * 1024 * 1024;
constexpr double kMaxPerSecond = 1e6;

struct IdleRequest
{
    IdleQuestion question;
    IdleUse use;
};

Result<std::vector<Nanoseconds>> readGaps(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return systemError(ErrorKind::File, errno, fmt::format("--times {}", path));
    std::string text;
    for (std::array<char, 65536> part; in.read(part.data(), part.size()), in.gcount() > 0;) {
        text.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > kMaxTimesBytes)
            return refused(fmt::format("--times {}: at most {} bytes", path, kMaxTimesBytes));
    }
    auto gaps = gapsFromTimes(text);
    if (!gaps)
        return refused(fmt::format("--times {}: {}", path, gaps.error().detail));
    return gaps;
}

Result<double> parseRate(const std::string &text)
{
    double rate = 0;
    const char *const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, rate);
    if (problem != std::errc{} || stopped != end || !std::isfinite(rate) || rate <= 0
        || rate > kMaxPerSecond)
        return refused(
            fmt::format("--rate takes requests per second, such as 2.5, not \"{}\"", text));
    return rate;
}

/// The same consent and limits as a run's.
Result<void> applyManners(const IdleOptions &options, IdleQuestion &question)
{
    Experiment experiment;
    experiment.url = *options.url;
    if (options.consent)
        giveConsent(experiment);
    if (const auto sentence = consentSentence(experiment))
        return refused(fmt::format("{}; --yes agrees to that", sentence->text()));
    if (const auto rate = rateLimit(experiment))
        question.pause = Milliseconds{(1000 + *rate - 1) / *rate};
    return {};
}

Result<IdleRequest> resolveIdle(const IdleOptions &options)
{
    IdleRequest request;
    IdleQuestion &question = request.question;
    if (!options.url)
        return refused("idle needs --url, the server to find the limits of");
    const auto url = Url::parse(*options.url);
    if (!url)
        return url.error();
    question.url = *url;
    question.protocol = url->isSecure() ? Protocol::Auto : Protocol::H1;
    if (const auto done = applyName(options.protocol, "--protocol", &protocolFromName,
                                    "h1, h2 or auto", question.protocol);
        !done)
        return done.error();
    if (const auto done =
            applyMs(options.upTo, {"--up-to", 100, kMaxIdleTime.count()}, question.upTo);
        !done)
        return done.error();
    if (const auto done = apply(options.tries, {"--tries", 1, kMaxIdleTries}, question.tries);
        !done)
        return done.error();
    if (const auto done = apply(options.probes, {"--probes", 0, kMaxIdleProbes}, question.probes);
        !done)
        return done.error();
    if ((options.ca || options.insecure) && !url->isSecure())
        return refused(
            fmt::format("{} needs an https:// --url", options.ca ? "--ca" : "--insecure"));
    question.tls.caFile = options.ca.value_or("");
    question.tls.verify = !options.insecure;
    if (options.rate) {
        const auto rate = parseRate(*options.rate);
        if (!rate)
            return rate.error();
        request.use.perSecond = *rate;
    }
    if (options.times) {
        auto gaps = readGaps(*options.times);
        if (!gaps)
            return gaps.error();
        request.use.gaps = std::move(*gaps);
    }
    if (const auto done = applyManners(options, question); !done)
        return done.error();
    return request;
}

void follow(IdleFinder &finder, const std::atomic<bool> &ended, const Interrupt &interrupt,
            bool quiet)
{
    ProgressBar bar(!quiet);
    bool stopping = false;
    while (!ended) {
        if (interrupt.requested() && !stopping) {
            stopping = true;
            finder.stop();
        }
        const IdleFinder::Status status = finder.status();
        const double elapsed = std::chrono::duration<double>(status.elapsed).count();
        const double expected = std::chrono::duration<double>(status.expected).count();
        if (expected > 0)
            bar.show(std::min(1.0, elapsed / expected),
                     fmt::format("{} ends seen, {} requests after a gap; at most {:.0f} s left",
                                 status.closes, status.probes,
                                 std::ceil(std::max(0.0, expected - elapsed))));
        if (stopping)
            std::this_thread::sleep_for(kBetweenLooks);
        else
            interrupt.wait(kBetweenLooks);
    }
}

} // namespace

ExitCode idle(const IdleOptions &options)
{
    const Interrupt interrupt;
    const auto request = resolveIdle(options);
    if (!request)
        return complain(request.error());
    const IdleQuestion &question = request->question;
    if (!options.quiet)
        fmt::print(stderr, "watching {} idle connections for at most {:.0f} s\n",
                   question.tries * (question.unused ? 2 : 1),
                   std::chrono::duration<double>(question.upTo).count());

    const RealClock clock;
    IdleFinder finder(question, clock, makeEpollPoller());
    IdleFindings findings;
    std::atomic<bool> ended{false};
    std::thread worker([&] {
        findings = finder.run();
        ended = true;
    });
    follow(finder, ended, interrupt, options.quiet);
    worker.join();

    if (findings.error)
        return complain(
                   fmt::format("{} cannot be measured: {}", findings.url, findings.error->detail)),
               ExitCode::Unreachable;
    ExitCode code = findings.interrupted ? ExitCode::Interrupted : ExitCode::Ok;
    if (options.json != "-") {
        if (const auto printed = print(idleText(findings, request->use)); !printed)
            code = complain(printed.error());
    }
    if (options.json) {
        if (const auto done = writeJson(*options.json, toJson(findings, request->use)); !done)
            code = complain(done.error());
    }
    if (options.csv) {
        if (const auto done = writeIdleCsv(*options.csv, findings); !done)
            code = complain(done.error());
    }
    return code;
}

} // namespace reusescope::cli
