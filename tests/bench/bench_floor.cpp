// SPDX-License-Identifier: GPL-3.0-or-later
// How far the engine is from the floor: one blocking socket that writes a request and reads its
// reply, without a loop, a parser or records. Both send the same bytes to the same lab server from
// the same thread, in interleaved blocks (floor, none, ..., floor, none, ...), so that drift of the
// machine hits all alike. The engine records everything, as in any run.
//
//     bench_floor [REQUESTS PER BLOCK] [ROUNDS] [--poll sleep|spin] [--only NAME,...]
//         [--cpus free|same|apart] [--json]
//
// Where the system puts the two threads changes the wake-ups by half: `same` and `apart` pin them.
// `latency` is from queueing (for the floor: before the write) to the return of the read; `turn` is
// from one request to the next, with everything that happens in between. Medians, both.
#include "core/experiment/result.h"
#include "core/experiment/variantrun.h"
#include "core/http/h1clientcodec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace reusescope;

namespace {

constexpr int kWarmup = 200;
constexpr std::string_view kFloor = "floor";
constexpr std::string_view kFloorEpoll =
    "floor-epoll"; // asks epoll before each read, as loops must

[[noreturn]] void give(std::string_view sentence)
{
    fmt::print(stderr, "bench_floor: {}\n", sentence);
    std::exit(2);
}

bool isFloor(std::string_view row)
{
    return row == kFloor || row == kFloorEpoll;
}

struct Options
{
    int requests = 5000;
    int rounds = 9;
    PollStrategy poll = PollStrategy::Sleep;
    std::vector<std::string> rows{"floor",      "floor-epoll", "none",   "immediate-ref",
                                  "fresh-poll", "peek",        "timer-0"};
    std::string_view cpus = "free";
    bool json = false;
};

Options parse(int argc, char **argv)
{
    Options options;
    int *next = &options.requests;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool hasValue = i + 1 < argc;
        if (word == "--json") {
            options.json = true;
        } else if (word == "--poll" && hasValue) {
            const std::string_view value = argv[++i];
            if (value != "sleep" && value != "spin")
                give("--poll is sleep or spin");
            options.poll = value == "spin" ? PollStrategy::Spin : PollStrategy::Sleep;
        } else if (word == "--cpus" && hasValue) {
            options.cpus = argv[++i];
            if (options.cpus != "free" && options.cpus != "same" && options.cpus != "apart")
                give("--cpus is free, same or apart");
        } else if (word == "--only" && hasValue) {
            options.rows.clear();
            const std::string_view list = argv[++i];
            for (std::size_t at = 0; at <= list.size();) {
                const std::size_t comma = std::min(list.find(',', at), list.size());
                options.rows.emplace_back(list.substr(at, comma - at));
                at = comma + 1;
            }
        } else {
            const auto [end, error] =
                std::from_chars(word.data(), word.data() + word.size(), *next);
            if (error != std::errc{} || end != word.data() + word.size() || *next < 1)
                give("usage: bench_floor [REQUESTS] [ROUNDS] [--poll sleep|spin] [--only NAME,...] "
                     "[--cpus free|same|apart] [--json]");
            next = &options.rounds;
        }
    }
    options.rounds = std::min(options.rounds, kMaxRepeats);
    return options;
}

/// What one row measured, by round.
struct Row
{
    std::string name;
    std::vector<Nanoseconds> p50;
    std::vector<Nanoseconds> turn; // from one request to the next
};

Nanoseconds median(std::vector<Nanoseconds> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Round by round: what a round met hit both.
Nanoseconds medianDifference(std::vector<Nanoseconds> values, const std::vector<Nanoseconds> &from)
{
    std::transform(values.begin(), values.end(), from.begin(), values.begin(), std::minus<>());
    return median(std::move(values));
}

double microseconds(Nanoseconds duration)
{
    return std::chrono::duration<double, std::micro>(duration).count();
}

class Floor
{
public:
    Floor(const Url &target, bool spin, bool epoll) : m_spin(spin)
    {
        RequestHead head;
        head.target = target.target;
        const std::string host = target.hostHeader();
        head.host = host;
        head.tag = 10'001; // as long as most of the engine's
        H1ClientCodec::appendRequest(m_request, head);
        m_fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const Endpoint server = Endpoint::loopback(target.port);
        const int one = 1;
        if (::connect(m_fd, server.address(), server.length()) != 0
            || ::setsockopt(m_fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0)
            give("cannot connect to the lab");
        if (epoll) {
            m_epoll = ::epoll_create1(EPOLL_CLOEXEC);
            epoll_event readable{};
            readable.events = EPOLLIN;
            if (m_epoll < 0 || ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_fd, &readable) != 0)
                give("cannot watch a socket");
        }
        learnReply();
    }
    ~Floor()
    {
        ::close(m_fd);
        if (m_epoll >= 0)
            ::close(m_epoll);
    }
    Floor(const Floor &) = delete;
    Floor &operator=(const Floor &) = delete;

    void runBlock(int requests, Row &row)
    {
        for (int i = 0; i < kWarmup; ++i)
            exchange();
        Histogram latency;
        Histogram turn;
        const RealClock clock;
        Nanoseconds before = clock.now();
        for (int i = 0; i < requests; ++i) {
            exchange();
            latency.add(clock.now() - before);
            const Nanoseconds next = clock.now();
            turn.add(next - before);
            before = next;
        }
        row.turn.push_back(turn.percentile(0.5));
        row.p50.push_back(latency.percentile(0.5));
    }

private:
    std::size_t receive()
    {
        if (m_epoll >= 0) {
            epoll_event ready[64];
            while (::epoll_wait(m_epoll, ready, 64, m_spin ? 0 : -1) == 0) { }
        }
        ssize_t got = 0;
        do {
            got = ::recv(m_fd, m_reply, sizeof m_reply, m_spin ? MSG_DONTWAIT : 0);
        } while (got < 0 && errno == EAGAIN);
        if (got <= 0)
            give("the lab has closed the connection");
        return static_cast<std::size_t>(got);
    }
    void send()
    {
        if (::send(m_fd, m_request.data(), m_request.size(), MSG_NOSIGNAL)
            != static_cast<ssize_t>(m_request.size()))
            give("the lab takes no more");
    }
    void exchange()
    {
        send();
        for (std::size_t got = 0; got < m_replyBytes;)
            got += receive();
    }
    /// All replies are as long as the first one.
    void learnReply()
    {
        send();
        H1ClientCodec codec{H1Limits()};
        codec.startResponse(Method::Get);
        while (true) {
            const std::size_t got = receive();
            m_replyBytes += got;
            if (codec.feed({m_reply, got}).status == H1ClientCodec::Status::MessageEnd)
                return;
        }
    }

    bool m_spin;
    int m_fd = -1;
    int m_epoll = -1;
    std::string m_request;
    std::size_t m_replyBytes = 0;
    char m_reply[65536];
};

/// Empties the queue now and then on a thread of its own, as the window does, and keeps how far
/// apart requests were queued.
class Reader
{
public:
    explicit Reader(EventQueue &events) : m_events(events), m_thread([this] { read(); }) { }
    ~Reader() { stop(); }

    void stop()
    {
        m_stop = true;
        if (m_thread.joinable())
            m_thread.join();
    }
    /// After stop(): by round, the time from one measured request to the next.
    std::vector<Nanoseconds> turns(std::uint8_t variant) const
    {
        std::vector<Nanoseconds> out;
        for (const auto &[key, block] : m_blocks)
            if (key.first == variant)
                out.push_back(block.turn.percentile(0.5));
        return out;
    }

private:
    struct Block
    {
        Nanoseconds last{0};
        Histogram turn;
    };

    void read()
    {
        std::vector<TraceEvent> batch;
        for (bool last = false; !last;) {
            last = m_stop;
            batch.clear();
            m_events.drain(batch);
            for (const TraceEvent &event : batch)
                if (const auto *record = std::get_if<RequestRecord>(&event))
                    note(*record);
            if (!last)
                std::this_thread::sleep_for(Milliseconds{30});
        }
    }
    void note(const RequestRecord &record)
    {
        if (record.warmup)
            return;
        Block &block = m_blocks[{record.variant, record.block}];
        if (block.last > Nanoseconds{0})
            block.turn.add(record.points.queued - block.last);
        block.last = record.points.queued;
    }

    EventQueue &m_events;
    std::map<std::pair<std::uint8_t, std::uint8_t>, Block> m_blocks;
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

/// The calling thread, and threads that it starts from now on.
void pinTo(unsigned cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (::sched_setaffinity(0, sizeof set, &set) != 0)
        give("cannot pin a thread");
}

std::vector<Row> measure(const Options &options)
{
    LabServer lab;
    if (options.cpus != "free")
        pinTo(options.cpus == "same" ? 0 : 1);
    const Result<Endpoint> endpoint = lab.start(LabScript{});
    if (options.cpus != "free")
        pinTo(0);
    if (!endpoint)
        give(endpoint.error().detail);
    Url target;
    target.host = "127.0.0.1";
    target.port = endpoint->port();

    Experiment experiment;
    experiment.poll = options.poll;
    experiment.client.keepAlive =
        kMaxTimeout; // a contestant waits while the others have their turn
    experiment.schedulers = options.rows;
    std::erase_if(experiment.schedulers, isFloor);
    if (!experiment.schedulers.empty()) {
        if (const Result<void> ok = validate(experiment); !ok)
            give(ok.error().detail);
    }

    EventQueue events;
    RunCounters counters;
    const RealClock clock;
    Reader reader(events);
    const bool spin = options.poll == PollStrategy::Spin;
    Floor floor(target, spin, false);
    Floor floorEpoll(target, spin, true);
    std::vector<std::unique_ptr<VariantRun>> engines;
    for (std::size_t i = 0; i < experiment.schedulers.size(); ++i)
        engines.push_back(std::make_unique<VariantRun>(
            experiment, target, static_cast<std::uint8_t>(i),
            schedulerFactory(experiment.schedulers[i]).value(),
            VariantRun::Environment{clock, events, &lab, nullptr, counters}, makeEpollPoller()));

    std::vector<Row> rows;
    for (const std::string &name : options.rows)
        rows.push_back({name, {}, {}});
    for (int round = 0; round < options.rounds; ++round) {
        std::size_t engine = 0;
        for (Row &row : rows) {
            if (isFloor(row.name)) {
                (row.name == kFloor ? floor : floorEpoll).runBlock(options.requests, row);
                continue;
            }
            // A timer takes its millisecond each time: fewer show it as well.
            const bool slow = row.name == "timer-0" || row.name.starts_with("immediate-unref");
            const int requests = slow ? std::max(options.requests / 25, 20) : options.requests;
            engines[engine++]->runBlock(
                {static_cast<std::uint8_t>(round + 1), slow ? 10 : kWarmup, requests});
        }
    }
    for (const auto &engine : engines)
        engine->finish();
    reader.stop();
    if (events.dropped() > 0)
        give("the reader was too slow, events were dropped");
    std::uint8_t variant = 0;
    for (Row &row : rows) {
        if (isFloor(row.name))
            continue;
        const VariantResult result = engines[variant]->takeResult();
        if (result.summary.failed() > 0 || result.unsettled > 0)
            give("requests have failed");
        row.p50 = result.blockMedians;
        row.turn = reader.turns(variant++);
    }
    return rows;
}

void print(const std::vector<Row> &rows, const Options &options)
{
    fmt::print("{} rounds of {} requests, poll {}; p50 of each round in us\n", options.rounds,
               options.requests, name(options.poll));
    for (const Row &row : rows) {
        fmt::print("  {:<14}", row.name);
        for (const Nanoseconds p50 : row.p50)
            fmt::print(" {:7.2f}", microseconds(p50));
        fmt::print("\n");
    }
    const auto rowNamed = [&rows](std::string_view wanted) {
        return std::find_if(rows.begin(), rows.end(),
                            [wanted](const Row &row) { return row.name == wanted; });
    };
    const auto floor = rowNamed(kFloor);
    const auto none = rowNamed("none");
    fmt::print("\n  {:<14} {:>9} {:>9} {:>9}  {:<24} {}\n", "", "latency", "turn", "to none",
               "latency to floor", "turn to floor");
    for (const Row &row : rows) {
        fmt::print("  {:<14} {:9.2f} {:9.2f} ", row.name, microseconds(median(row.p50)),
                   microseconds(median(row.turn)));
        if (none != rows.end())
            fmt::print("{:+9.2f} ", microseconds(medianDifference(row.p50, none->p50)));
        if (floor != rows.end()) {
            const Ratio latency = ratioOfMedians(row.p50, floor->p50, 1);
            const Ratio turn = ratioOfMedians(row.turn, floor->turn, 1);
            fmt::print(
                " {:<24} {:.3f} [{:.3f}, {:.3f}]",
                fmt::format("{:.3f} [{:.3f}, {:.3f}]", latency.p50, latency.low, latency.high),
                turn.p50, turn.low, turn.high);
        }
        fmt::print("\n");
    }
}

void printJson(const std::vector<Row> &rows, const Options &options)
{
    using nlohmann::json;
    json out{{"rounds", options.rounds},
             {"requests", options.requests},
             {"poll", name(options.poll)},
             {"rows", json::array()}};
    for (const Row &row : rows) {
        json entry{{"name", row.name}, {"p50_us", json::array()}, {"turn_us", json::array()}};
        for (const Nanoseconds p50 : row.p50)
            entry["p50_us"].push_back(microseconds(p50));
        for (const Nanoseconds turn : row.turn)
            entry["turn_us"].push_back(microseconds(turn));
        if (rows.front().name == kFloor) {
            const Ratio ratio = ratioOfMedians(row.p50, rows.front().p50, 1);
            entry["latency_to_floor"] = {
                {"p50", ratio.p50}, {"low", ratio.low}, {"high", ratio.high}};
        }
        out["rows"].push_back(std::move(entry));
    }
    fmt::print("{}\n", out.dump(2));
}

} // namespace

int main(int argc, char **argv)
{
    const Options options = parse(argc, argv);
    const std::vector<Row> rows = measure(options);
    if (options.json)
        printJson(rows, options);
    else
        print(rows, options);
}
