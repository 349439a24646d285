// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP/2 against the same nghttpd as h2load: one connection, N requests always under way. Round by
// round the two take turns (A B A B ...), so that drift of the machine hits both alike. Ours traces
// as a run does, with a reader that empties the queue. Besides: what a request costs the engine's
// thread by N, and with all requests queued at once behind the server's limit of 100 streams.
//
//     bench_h2 [REQUESTS] [ROUNDS] [--only TEXT] [--json]
//
// --only: the rows whose title has TEXT in it; the first of them is then what the others' processor
// time is compared with.
// What is aimed at: requests/s at least 0.9 times h2load's, and processor time per request at most
// 1.1 times that of the first row of its kind.
#include "core/experiment/variantrun.h"
#include "core/validation/registry.h"
#include "tests/servers/certificate.h"
#include "tests/servers/serverprocess.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace reusescope;

namespace {

constexpr int kManyStreams = 4000; // what nghttpd allows, so that it is never what limits
constexpr int kQueuedStreams = 100;
constexpr int kBodyBytes = 100;
constexpr int kMaxRounds = 100; // blocks are numbered in a byte
constexpr const char *kFile = "answer.txt";
constexpr double kRateBar = 0.9;
constexpr double kCpuBar = 1.1;

[[noreturn]] void give(std::string_view sentence)
{
    fmt::print(stderr, "bench_h2: {}\n", sentence);
    std::exit(2);
}

struct Options
{
    int requests = 100'000; // per round and row
    int rounds = 5;
    std::string_view only; // part of a title
    bool json = false;
};

Options parse(int argc, char **argv)
{
    Options options;
    int *next = &options.requests;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--json") {
            options.json = true;
            continue;
        }
        if (word == "--only" && i + 1 < argc) {
            options.only = argv[++i];
            continue;
        }
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *next);
        if (error != std::errc{} || end != word.data() + word.size() || *next < 1)
            give("usage: bench_h2 [REQUESTS] [ROUNDS] [--only TEXT] [--json]");
        next = &options.rounds;
    }
    options.rounds = std::min(options.rounds, kMaxRounds);
    return options;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// nghttpd with one worker, plain or with a certificate.
class Nghttpd
{
public:
    Nghttpd(bool secure, int streams)
    {
        const QString program = findProgram(QStringLiteral("nghttpd"));
        if (program.isEmpty())
            give("nghttpd is not installed (installers/bootstrap --tests)");
        QFile file(m_folder.filePath(QString::fromLatin1(kFile)));
        const auto certificate = writeCertificate(m_folder.path());
        if (!certificate || !file.open(QIODevice::WriteOnly)
            || file.write(QByteArray(kBodyBytes, 'a')) != kBodyBytes)
            give("cannot write what the server needs");
        file.close();
        m_target.scheme = secure ? "https" : "http";
        m_target.host = "127.0.0.1";
        m_target.port = freePort();
        m_target.target = std::string("/") + kFile;
        m_certificate = certificate->pem;
        QStringList arguments{"--address=127.0.0.1",    "-n1", "-m",
                              QString::number(streams), "-d",  m_folder.path()};
        if (!secure)
            arguments << "--no-tls";
        arguments << QString::number(m_target.port);
        if (secure)
            arguments << certificate->key << certificate->certificate;
        if (const auto problem =
                m_process.start({program, arguments, m_folder.path(), {m_target.port}}))
            give(problem->toStdString());
    }

    const Url &target() const { return m_target; }
    const std::string &certificate() const { return m_certificate; }

private:
    QTemporaryDir m_folder;
    Url m_target;
    std::string m_certificate;
    ServerProcess m_process;
};

/// Requests per second of h2load.
double runH2load(const Url &target, int streams, int requests)
{
    static const QString program = findProgram(QStringLiteral("h2load"));
    if (program.isEmpty())
        give("h2load is not installed (installers/bootstrap --tests)");
    QProcess process;
    process.start(program,
                  {"-c1", "-t1", "-m", QString::number(streams), "-n", QString::number(requests),
                   QString::fromStdString(target.text())});
    if (!process.waitForFinished(-1))
        give("h2load does not run");
    const QString output = QString::fromUtf8(process.readAllStandardOutput());
    static const QRegularExpression rate(QStringLiteral("finished in \\S+, ([0-9.]+) req/s"));
    static const QRegularExpression succeeded(QStringLiteral("(\\d+) succeeded"));
    if (succeeded.match(output).captured(1).toInt() != requests)
        give(fmt::format("h2load has not got all answers:\n{}", output.toStdString()));
    return rate.match(output).captured(1).toDouble();
}

/// Empties the queue now and then on a thread of its own, as the window does.
class Reader
{
public:
    explicit Reader(EventQueue &events)
        : m_events(events), m_thread([this] {
              std::vector<TraceEvent> batch;
              while (!m_stop) {
                  batch.clear();
                  m_events.drain(batch);
                  std::this_thread::sleep_for(Milliseconds{10});
              }
          })
    { }
    ~Reader()
    {
        m_stop = true;
        m_thread.join();
    }

private:
    EventQueue &m_events;
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

Nanoseconds threadTime()
{
    timespec spent{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::seconds(spent.tv_sec) + Nanoseconds(spent.tv_nsec);
}

/// The engine on one connection that stays open over all rounds.
class Ours
{
public:
    Ours(const Nghttpd &server, int width, int warmup, EventQueue &events)
    {
        m_experiment.url = server.target().text();
        m_experiment.schedulers = {"none"};
        m_experiment.protocols = {Protocol::H2};
        m_experiment.workload.kind = WorkloadKind::Parallel;
        m_experiment.workload.width = width;
        m_experiment.client.maxStreams =
            kManyStreams; // so that only the width limits, or the server
        m_experiment.client.keepAlive = kMaxTimeout; // it waits while the others have their turn
        m_experiment.client.tls.caPem = server.certificate();
        if (server.target().isSecure())
            m_tls = std::move(
                TlsClientContext::make(m_experiment.client.tls, server.target().host).value());
        m_run = std::make_unique<VariantRun>(
            m_experiment, server.target(), std::uint8_t{0}, schedulerFactory("none").value(),
            VariantRun::Environment{m_clock, events, nullptr, m_tls.get(), m_counters},
            makeEpollPoller());
        m_run->runBlock({0, warmup, 0});
    }

    struct Measured
    {
        double perSecond = 0;
        double cpuMicroseconds = 0; ///< of the engine's thread, per request
    };
    Measured runRound(int round, int requests)
    {
        const Nanoseconds cpuBefore = threadTime();
        const Nanoseconds before = m_clock.now();
        m_run->runBlock({static_cast<std::uint8_t>(round), 0, requests});
        const std::chrono::duration<double> wall = m_clock.now() - before;
        const std::chrono::duration<double, std::micro> cpu = threadTime() - cpuBefore;
        return {requests / wall.count(), cpu.count() / requests};
    }
    void finish()
    {
        m_run->finish();
        const VariantResult result = m_run->takeResult();
        if (result.summary.failed() > 0 || result.unsettled > 0)
            give("requests have failed");
        if (result.connectionsOpened != 1)
            give("more than one connection was opened");
    }

private:
    RealClock m_clock;
    RunCounters m_counters;
    Experiment m_experiment;
    std::unique_ptr<TlsClientContext> m_tls;
    std::unique_ptr<VariantRun> m_run;
};

/// What is measured under one title.
struct Row
{
    std::string title;
    const Nghttpd &server;
    int streams = 0; // at a time
    std::size_t reference = 0; // the row whose processor time this one's is compared with
    std::unique_ptr<Ours> ours;
    std::vector<double> theirRate, ourRate, cpu; // by round
};

double medianRatio(const std::vector<double> &values, const std::vector<double> &to)
{
    std::vector<double> ratios;
    std::transform(values.begin(), values.end(), to.begin(), std::back_inserter(ratios),
                   std::divides<>());
    return median(std::move(ratios));
}

void print(const std::vector<Row> &rows, const Options &options)
{
    fmt::print("{} rounds of {} requests; medians\n\n", options.rounds, options.requests);
    fmt::print("  {:<30} {:>12} {:>12} {:>7} {:>5}  {:>9} {:>9} {:>5}\n", "", "h2load/s", "ours/s",
               "ratio", "", "CPU us", "to first", "");
    for (const Row &row : rows) {
        const double rate = medianRatio(row.ourRate, row.theirRate);
        const double cpu = medianRatio(row.cpu, rows[row.reference].cpu);
        fmt::print("  {:<30} {:12.0f} {:12.0f} {:7.3f} {:>5}  {:9.3f} {:9.3f} {:>5}\n", row.title,
                   median(row.theirRate), median(row.ourRate), rate,
                   rate >= kRateBar ? "met" : "below", median(row.cpu), cpu,
                   cpu <= kCpuBar ? "met" : "above");
    }
}

void printJson(const std::vector<Row> &rows, const Options &options)
{
    using nlohmann::json;
    json out{{"rounds", options.rounds}, {"requests", options.requests}, {"rows", json::array()}};
    for (const Row &row : rows)
        out["rows"].push_back({{"title", row.title},
                               {"h2load_per_s", row.theirRate},
                               {"ours_per_s", row.ourRate},
                               {"cpu_us", row.cpu},
                               {"ratio", medianRatio(row.ourRate, row.theirRate)},
                               {"cpu_to_first", medianRatio(row.cpu, rows[row.reference].cpu)}});
    fmt::print("{}\n", out.dump(2));
}

} // namespace

int main(int argc, char **argv)
{
    const Options options = parse(argc, argv);
    EventQueue events;
    const Reader reader(events);
    const Nghttpd plain(false, kManyStreams);
    const Nghttpd secure(true, kManyStreams);
    const Nghttpd limited(false, kQueuedStreams);

    std::vector<Row> rows;
    const auto add = [&](const Nghttpd &server, const std::string &title, int width, int streams,
                         std::size_t reference) {
        const std::string whole = fmt::format("{}, {}", server.target().scheme, title);
        if (whole.find(options.only) == std::string::npos)
            return;
        // As many as there will be at a time, so that nothing is measured for the first time.
        const int warmup = width + kManyStreams;
        rows.push_back({whole,
                        server,
                        std::min(width, streams),
                        std::min(reference, rows.size()),
                        std::make_unique<Ours>(server, width, warmup, events),
                        {},
                        {},
                        {}});
    };
    for (const Nghttpd *server : {&plain, &secure}) {
        const std::size_t reference = rows.size();
        for (const int width : {100, 1000, 2000})
            add(*server, fmt::format("{} in flight", width), width, kManyStreams, reference);
    }
    add(limited, fmt::format("{} queued behind {}", options.requests, kQueuedStreams),
        options.requests, kQueuedStreams, 0);
    if (rows.empty())
        give("no row has such a title");

    for (int round = 1; round <= options.rounds; ++round) {
        for (Row &row : rows) {
            row.theirRate.push_back(runH2load(row.server.target(), row.streams, options.requests));
            const Ours::Measured measured = row.ours->runRound(round, options.requests);
            row.ourRate.push_back(measured.perSecond);
            row.cpu.push_back(measured.cpuMicroseconds);
        }
    }
    for (const Row &row : rows)
        row.ours->finish();
    if (events.dropped() > 0)
        give("the reader was too slow, events were dropped");
    if (options.json)
        printJson(rows, options);
    else
        print(rows, options);
}
