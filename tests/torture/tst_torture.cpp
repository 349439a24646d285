// SPDX-License-Identifier: GPL-3.0-or-later
// Every call that can fail, failing once. A scenario runs undisturbed, and its fallible calls are
// counted by kind; then it runs once more for each call and each way in which that may fail:
// - it ends: no crash, no endless wait;
// - every request settles exactly once;
// - descriptors and memory are given back;
// - what a caller has to hide (EINTR, EAGAIN of a write, one byte at a time) makes no request fail.
// The scenarios of one thread run on real loopback sockets and virtual time, against a pumped peer
// whose own calls do not count; those of the engine have all their threads and real time.
// Each run takes a seeded tenth; REUSESCOPE_TORTURE=all (./test --torture) takes all of it, and a
// label, as it is printed when something fails, that one alone.
#include "core/client/client.h"
#include "core/experiment/engine.h"
#include "core/lab/labserver.h"
#include "core/loop/phaseloop.h"
#include "tests/support/enginerun.h"
#include "tests/support/h2peer.h"
#include "tests/support/peerpoller.h"
#include "tests/support/scriptedpeer.h"
#include "tests/support/tlspeer.h"
#include "tests/torture/faults.h"
#include "tests/torture/peeraside.h"

#include <QTest>

#include <csignal>
#include <dirent.h>
#include <random>
#include <system_error>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr unsigned kSeed = 5;
constexpr int kShare = 10; // one in so many re-runs
constexpr unsigned kDeadline = 20; // seconds of real time for a run, a last net
constexpr Nanoseconds kBegin = 1s; // of virtual time
constexpr Nanoseconds kPatience = 3600s; // of virtual time: nothing here waits longer

constexpr std::size_t kOverSendBuffer = 6'000'000; // Linux lets it grow to 4 MiB

char label[160]; // of the run under way, for the handler of signals

void tellLabel(int number)
{
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, label, std::strlen(label));
    std::signal(number, SIG_DFL);
    std::raise(number == SIGALRM ? SIGABRT : number);
}

int descriptors()
{
    const Aside ours;
    DIR *folder = ::opendir("/proc/self/fd");
    int count = 0;
    while (::readdir(folder))
        ++count;
    ::closedir(folder);
    return count;
}

/// What became of a scenario's requests.
struct Ending
{
    std::vector<int> settled; ///< by index, 1-based: how often
    std::vector<Outcome> outcomes; ///< likewise the last one
    std::uint32_t submitted = 0;
    bool refused = false; ///< the system gave not even what a loop and a client need
    bool outOfMemory = false;
    Nanoseconds took{0}; ///< of virtual time

    /// "ok-fresh ok-reused ...", in the order of the requests.
    QString text() const
    {
        QStringList all;
        for (std::size_t i = 1; i < outcomes.size(); ++i)
            all << QString::fromLatin1(name(outcomes[i]).data());
        return all.join(' ');
    }
    QString fault() const
    {
        for (std::uint32_t index = 1; index <= submitted; ++index) {
            const int times = index < settled.size() ? settled[index] : 0;
            if (times != 1)
                return QStringLiteral("request %1 of %2 has settled %3 times")
                    .arg(index)
                    .arg(submitted)
                    .arg(times);
        }
        return {};
    }
};

/// A client under torture, with what it takes to run it.
template <typename Peer> class Rack : private ClientListener
{
public:
    using Script = std::function<void(Rack &)>;

    Rack(Peer &usedPeer, VirtualClock &usedClock, const ClientOptions &options,
         const std::string &scheduler, TlsClientContext *tls, std::unique_ptr<Poller> poller,
         Ending &ending)
        : peer(usedPeer),
          clock(usedClock),
          m_ending(ending),
          m_aside(usedPeer),
          m_loop(LoopModel::TimersLast, PollStrategy::Sleep, usedClock,
                 std::make_unique<PeerPoller>(std::move(poller), usedClock, m_aside)),
          m_client(m_loop, target(usedPeer.port(), tls), options, *schedulerFactory(scheduler),
                   *this, tls)
    { }

    void submit(Method method = Method::Get)
    {
        RequestSpec spec;
        spec.index = ++m_ending.submitted;
        spec.method = method;
        m_client.submit(spec);
    }
    void run()
    {
        m_loop.run();
        if (clock.now() > kPatience)
            qFatal("%s: it has waited too long", label);
    }
    void one(Method method = Method::Get)
    {
        submit(method);
        run();
    }
    /// Lets the loop live for so long.
    void rest(Milliseconds time)
    {
        TimerHandle timer(m_loop, "rest", [] {});
        timer.start(time);
        m_loop.run();
    }
    void finish()
    {
        m_client.closeIdle();
        m_loop.run();
    }
    void giveUp() { m_client.giveUp(Reason::OutOfMemory); }

    Peer &peer;
    VirtualClock &clock;

private:
    static Url target(std::uint16_t port, const TlsClientContext *tls)
    {
        Url url;
        url.scheme = tls ? "https" : "http";
        url.host = "127.0.0.1";
        url.port = port;
        return url;
    }
    void requestSettled(const RequestRecord &record) override
    {
        const Aside ours;
        const std::size_t needed = record.index + 1;
        m_ending.settled.resize(std::max(m_ending.settled.size(), needed));
        m_ending.outcomes.resize(std::max(m_ending.outcomes.size(), needed));
        ++m_ending.settled[record.index];
        m_ending.outcomes[record.index] = record.outcome;
    }
    void attemptEnded(const AttemptRecord &) override { }
    void connectionEvent(const ConnectionEvent &) override { }

    Ending &m_ending;
    PeerAside<Peer> m_aside;
    PhaseLoop m_loop;
    Client m_client;
};

/// A scenario that a re-run repeats from nothing. Its FaultWindow opens inside.
struct Scenario
{
    const char *name;
    bool everyThread = false;
    std::function<Ending()> run;
    QString usual; ///< its outcomes, undisturbed; with all threads each is ok, in either way
};

std::optional<FaultWindow> window; // of the run under way, from its first call on
std::function<void()> openWindow;

template <typename Peer>
Ending onRack(const ClientOptions &options, const std::string &scheduler, bool secure,
              const std::function<void(Peer &)> &prepare, const typename Rack<Peer>::Script &script,
              std::unique_ptr<Poller> (*makePoller)() = makeEpollPoller)
{
    Ending ending;
    VirtualClock clock{kBegin};
    Peer peer(clock);
    prepare(peer);
    TlsClientOptions tlsOptions;
    if constexpr (std::is_same_v<Peer, TlsPeer>)
        tlsOptions.caPem = TlsPeer::context().certificatePem();
    openWindow();
    std::unique_ptr<TlsClientContext> tls;
    if (secure) {
        try {
            auto made = TlsClientContext::make(tlsOptions, "127.0.0.1");
            ending.refused = !made;
            if (made)
                tls = std::move(*made);
        } catch (const std::bad_alloc &) {
            ending.refused = true;
        }
        if (ending.refused) {
            window->close();
            return ending;
        }
    }
    try {
        Rack<Peer> rack(peer, clock, options, scheduler, tls.get(), makePoller(), ending);
        try {
            script(rack);
            rack.finish();
        } catch (const std::bad_alloc &) {
            ending.outOfMemory = true;
            rack.giveUp();
        }
    } catch (const std::bad_alloc &) {
        ending.refused = true;
    } catch (const std::system_error &) {
        ending.refused = true;
    }
    window->close();
    ending.took = clock.now() - kBegin;
    return ending;
}

ClientOptions tagged()
{
    ClientOptions options;
    options.expectTag = true;
    options.headerTimeout = 20s;
    options.bodyTimeout = 20s;
    return options;
}

Ending onH1(
    const ClientOptions &options, const std::string &scheduler,
    const std::function<void(Rack<ScriptedPeer> &)> &script,
    const std::function<void(ScriptedPeer &)> &prepare = [](ScriptedPeer &) {},
    std::unique_ptr<Poller> (*makePoller)() = makeEpollPoller)
{
    return onRack<ScriptedPeer>(options, scheduler, false, prepare, script, makePoller);
}

Ending sequential()
{
    return onH1(tagged(), "fresh-poll", [](Rack<ScriptedPeer> &rack) {
        for (int i = 0; i < 4; ++i)
            rack.one();
    });
}

Ending onPoll()
{
    return onH1(
        tagged(), "background",
        [](Rack<ScriptedPeer> &rack) {
            for (int i = 0; i < 3; ++i)
                rack.one();
        },
        [](ScriptedPeer &) {}, makePollPoller);
}

Ending pool()
{
    ClientOptions options = tagged();
    options.frontEnd = FrontEnd::Pool;
    options.connections = 3;
    return onH1(options, "timer-0", [](Rack<ScriptedPeer> &rack) {
        for (int i = 0; i < 6; ++i)
            rack.submit(i % 2 == 0 ? Method::Get : Method::Post);
        rack.run();
        rack.one();
    });
}

Ending endsOnIdle()
{
    return onH1(tagged(), "peek", [](Rack<ScriptedPeer> &rack) {
        const auto behind = [&rack](const std::function<void(int)> &act) {
            const Aside ours;
            const int last = rack.peer.connections() - 1;
            if (last >= 0 && rack.peer.isOpen(last))
                act(last);
        };
        rack.one();
        behind([&](int last) {
            rack.peer.send(last, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        });
        rack.one();
        behind([&](int last) { rack.peer.fin(last); });
        rack.one(Method::Post);
        behind([&](int last) { rack.peer.reset(last); });
        rack.one();
        behind([&](int last) { rack.peer.finLater(last, 1ms); });
        rack.rest(2ms);
        rack.one();
    });
}

Ending bodies()
{
    ClientOptions options = tagged();
    options.body = std::make_shared<const std::string>(kOverSendBuffer, 'x');
    options.readBytes = 10;
    return onH1(
        options, "none",
        [](Rack<ScriptedPeer> &rack) {
            rack.one(Method::Post);
            rack.one(Method::Put);
        },
        [](ScriptedPeer &peer) {
            peer.answer = [](const ScriptedPeer::Request &request) {
                std::string text = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n"
                                   "keep-alive: timeout=5\r\nx-reusescope-tag: "
                    + std::to_string(request.tag) + "\r\n\r\n";
                for (int i = 0; i < 200; ++i)
                    text += "64;a=b\r\n" + std::string(0x64, 'x') + "\r\n";
                return ScriptedPeer::Reply{text + "0\r\ntrailer: t\r\n\r\n"};
            };
        });
}

Ending pipelined()
{
    ClientOptions options = tagged();
    options.pipelining = 3;
    return onH1(
        options, "immediate-ref",
        [](Rack<ScriptedPeer> &rack) {
            for (int i = 0; i < 7; ++i)
                rack.submit();
            rack.run();
        },
        [](ScriptedPeer &peer) {
            peer.answer = [](const ScriptedPeer::Request &request) {
                return ScriptedPeer::Reply{ScriptedPeer::ok(request), 0ms,
                                           request.connection == 0 && request.number == 3, false};
            };
        });
}

Ending failures()
{
    ClientOptions options = tagged();
    options.requestTimeout = 30s;
    return onH1(
        options, "after-idle:1",
        [](Rack<ScriptedPeer> &rack) {
            for (int i = 0; i < 4; ++i)
                rack.one();
            {
                const Aside ours;
                rack.peer.stopListening();
            }
            rack.one();
        },
        [](ScriptedPeer &peer) {
            peer.answer = [](const ScriptedPeer::Request &request) {
                switch (request.tag) {
                case 1: return ScriptedPeer::Reply{};
                case 2: return ScriptedPeer::Reply{"HTTP/1.1 200 OK\r\nbad line\r\n\r\n"};
                case 3: return ScriptedPeer::Reply{"HTTP/1.1 200 OK\r\ncontent-le", 0ms, true};
                default: return ScriptedPeer::Reply{{}, 0ms, false, true};
                }
            };
        });
}

Ending overTls()
{
    return onRack<TlsPeer>(
        tagged(), "peek", true, [](TlsPeer &) {},
        [](Rack<TlsPeer> &rack) {
            const auto behind = [&rack](const std::function<void(TlsPeer::Connection &)> &act) {
                const Aside ours;
                const int last = rack.peer.connections() - 1;
                if (last >= 0 && rack.peer.at(last).isOpen() && rack.peer.at(last).isSecure())
                    act(rack.peer.at(last));
            };
            rack.one();
            behind([](TlsPeer::Connection &connection) { connection.ticket(); });
            rack.one();
            behind([](TlsPeer::Connection &connection) { connection.closeNotify(); });
            rack.one(Method::Post);
            behind([](TlsPeer::Connection &connection) { connection.fin(); });
            rack.one();
        });
}

ClientOptions forStreams()
{
    ClientOptions options = tagged();
    options.protocol = Protocol::H2;
    options.maxStreams = 4;
    return options;
}

Ending streams()
{
    return onRack<H2Peer>(
        forStreams(), "none", false,
        [](H2Peer &peer) {
            peer.answer = [](H2Peer::Connection &connection, const H2Peer::Request &request) {
                connection.ok(request, request.tag == 2 ? 30'000 : 2);
            };
        },
        [](Rack<H2Peer> &rack) {
            for (int i = 0; i < 6; ++i)
                rack.submit(i == 3 ? Method::Post : Method::Get);
            rack.run();
            rack.one();
        });
}

Ending streamsThatEnd()
{
    ClientOptions options = forStreams();
    options.pingInterval = 5s;
    options.pingTimeout = 2s;
    options.body = std::make_shared<const std::string>(100, 'b');
    return onRack<H2Peer>(
        options, "none", false,
        [](H2Peer &peer) {
            peer.answer = [](H2Peer::Connection &connection, const H2Peer::Request &request) {
                switch (request.tag) {
                case 1: connection.codec.reset(request.stream, H2ErrorCode::Cancel); return;
                case 2: connection.codec.goaway(1, H2ErrorCode::NoError, {}); return;
                case 5: connection.blackHole(); return;
                case 6: connection.fin(); return;
                case 7: connection.reset(); return;
                default: connection.ok(request);
                }
            };
        },
        [](Rack<H2Peer> &rack) {
            for (int i = 0; i < 4; ++i)
                rack.submit(Method::Post);
            rack.run();
            for (int i = 0; i < 4; ++i)
                rack.one();
        });
}

/// The whole program, but for its window: threads, lab and queue.
Ending onEngine(const Experiment &experiment)
{
    Ending ending;
    std::optional<EngineRun> run;
    {
        const Aside ours;
        run.emplace();
    }
    openWindow();
    const Aside ours;
    const Told told = run->run(experiment);
    if (!told.result) {
        ending.refused = true;
        return ending;
    }
    ending.refused = told.result->error.has_value();
    for (const RequestRecord &record : told.all<RequestRecord>()) {
        const std::size_t needed = record.index + 1;
        ending.settled.resize(std::max(ending.settled.size(), needed));
        ending.outcomes.resize(std::max(ending.outcomes.size(), needed));
        ++ending.settled[record.index];
        ending.outcomes[record.index] = record.outcome;
        ending.submitted = std::max(ending.submitted, record.index);
    }
    for (const VariantResult &variant : told.result->variants) {
        if (variant.started != variant.settled || variant.unsettled != 0)
            qWarning("%s: %llu started, %llu settled", label,
                     static_cast<unsigned long long>(variant.started),
                     static_cast<unsigned long long>(variant.settled));
        ending.outOfMemory = ending.outOfMemory || variant.started != variant.settled;
    }
    return ending;
}

Experiment quick()
{
    Experiment experiment = smallExperiment({"fresh-poll"});
    experiment.workload.kind = WorkloadKind::Parallel;
    experiment.workload.width = 2;
    experiment.workload.count = 6;
    experiment.workload.warmup = 0;
    experiment.client.connections = 2;
    experiment.client.requestTimeout = 300ms;
    experiment.client.connectTimeout = 300ms;
    return experiment;
}

Ending engineH1()
{
    return onEngine(quick());
}

Ending engineTls()
{
    Experiment experiment = quick();
    experiment.labTls = true;
    experiment.protocols = {Protocol::H2};
    experiment.lab.bodyBytes = 20'000;
    return onEngine(experiment);
}

Ending engineByName()
{
    LabServer lab;
    const auto at = lab.start(LabScript());
    Experiment experiment = quick();
    experiment.url = "http://localhost:" + std::to_string(at->port()) + "/";
    return onEngine(experiment);
}

const Scenario kScenarios[] = {
    {"sequential", false, sequential, QStringLiteral("ok-fresh ok-reused ok-reused ok-reused")},
    {"on poll(2)", false, onPoll, QStringLiteral("ok-fresh ok-reused ok-reused")},
    {"pool", false, pool,
     QStringLiteral("ok-fresh ok-fresh ok-fresh ok-reused ok-reused ok-reused ok-reused")},
    {"ends on idle", false, endsOnIdle,
     QStringLiteral("ok-fresh ok-fresh ok-fresh ok-fresh ok-fresh")},
    {"bodies", false, bodies, QStringLiteral("ok-fresh ok-reused")},
    {"pipelined", false, pipelined,
     QStringLiteral("ok-fresh ok-reused ok-reused ok-replayed ok-fresh ok-reused ok-reused")},
    {"failures", false, failures,
     QStringLiteral("failed-timeout failed-protocol failed-truncated failed-reset failed-connect")},
    {"TLS", false, overTls, QStringLiteral("ok-fresh ok-reused failed-stale ok-fresh")},
    {"streams", false, streams,
     QStringLiteral("ok-fresh ok-reused ok-reused ok-reused ok-reused ok-reused ok-reused")},
    {"streams that end", false, streamsThatEnd,
     QStringLiteral("failed-reset failed-timeout ok-replayed ok-replayed failed-timeout "
                    "failed-truncated failed-reset ok-fresh")},
    {"engine, HTTP/1.1", true, engineH1, {}},
    {"engine, HTTP/2 over TLS", true, engineTls, {}},
    {"engine, by name", true, engineByName, {}},
};

} // namespace

class TestTorture : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const int number : {SIGSEGV, SIGABRT, SIGALRM, SIGBUS, SIGFPE})
            std::signal(number, tellLabel);
    }

    void everyCall_data()
    {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < std::size(kScenarios); ++i)
            QTest::newRow(kScenarios[i].name) << static_cast<int>(i);
    }
    void everyCall()
    {
        QFETCH(int, which);
        const Scenario &scenario = kScenarios[which];
        const QByteArray wanted = qgetenv("REUSESCOPE_TORTURE");
        const bool all = wanted == "all";

        setLabel(scenario.name, "undisturbed");
        openWindow = [&] { window.emplace(scenario.everyThread); };
        CallCounts counts{};
        const Ending usual = undisturbed(scenario, counts);
        QVERIFY2(usual.fault().isEmpty(), qPrintable(usual.fault()));
        QVERIFY(usual.submitted > 0 && !usual.refused && !usual.outOfMemory);
        if (!scenario.everyThread)
            QCOMPARE(usual.text(), scenario.usual);
        else
            QVERIFY(std::all_of(usual.outcomes.begin() + 1, usual.outcomes.end(), isOk));

        std::mt19937 random{kSeed};
        int possible = 0;
        int done = 0;
        int struck = 0;
        QStringList figures;
        for (std::size_t k = 0; k < kFallibleKinds; ++k) {
            const auto kind = static_cast<Fallible>(k);
            if (counts[k] > 0)
                figures << QStringLiteral("%1 %2").arg(name(kind).data()).arg(counts[k]);
            for (std::uint64_t number = 1; number <= counts[k]; ++number) {
                for (const Failure &fault : faultsOf(kind)) {
                    ++possible;
                    setLabel(scenario.name,
                             QByteArray(name(kind).data()) + ' ' + QByteArray::number(number) + ' '
                                 + fault.name);
                    const bool isChosen = random() % kShare == 0;
                    if (!(wanted.isEmpty() ? isChosen : all || wanted == label))
                        continue;
                    ++done;
                    openWindow = [&] { window.emplace(scenario.everyThread, kind, number, fault); };
                    const QString wrong = disturbed(scenario, usual, fault);
                    struck += window->hasStruck() ? 1 : 0;
                    window.reset();
                    QVERIFY2(wrong.isEmpty(), qPrintable(QLatin1String(label) + ": " + wrong));
                }
            }
        }
        qInfo("%s: %d re-runs of %d, %d met their fault; calls: %s", scenario.name, done, possible,
              struck, qPrintable(figures.join(", ")));
        // Threads differ from run to run in how often they call; the others do not.
        if (!scenario.everyThread)
            QCOMPARE(struck, done);
    }

    /// What a request becomes when a socket fails that is well otherwise: soon, not at a deadline.
    void failuresThatNobodyElseTells_data()
    {
        QTest::addColumn<int>("scenario");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("failure");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *scenario, Fallible kind, int number, const char *failure,
                            const char *expected) {
            const auto place = std::find_if(
                std::begin(kScenarios), std::end(kScenarios),
                [&](const Scenario &each) { return each.name == std::string(scenario); });
            QTest::addRow("%s, %s %d", scenario, name(kind).data(), number)
                << static_cast<int>(place - std::begin(kScenarios)) << static_cast<int>(kind)
                << number << failure << expected;
        };
        // Nothing was written: it moves. Something was, of a GET on a reused connection: it is
        // sent again. Else it has failed.
        row("sequential", Fallible::Send, 1, "ENOBUFS", "ok-fresh ok-reused ok-reused ok-reused");
        row("sequential", Fallible::Send, 2, "ENOBUFS", "ok-fresh ok-fresh ok-reused ok-reused");
        row("bodies", Fallible::Send, 2, "ENOBUFS", "failed-reset ok-fresh");
        row("streams", Fallible::Send, 3, "ENOBUFS",
            "ok-fresh ok-reused ok-reused ok-reused ok-reused ok-reused ok-fresh");
        row("TLS", Fallible::Send, 4, "ENOBUFS", "ok-fresh ok-fresh failed-stale ok-fresh");
        // A new connection of HTTP/2 or TLS that cannot say hello was none.
        row("streams", Fallible::Send, 1, "ENOBUFS",
            "failed-connect failed-connect failed-connect failed-connect ok-fresh ok-reused "
            "ok-reused");
        row("TLS", Fallible::Send, 1, "ENOBUFS", "failed-connect ok-fresh failed-stale ok-fresh");
        // Nobody can wait for the socket.
        row("sequential", Fallible::EpollAdd, 2, "ENOSPC",
            "failed-connect ok-fresh ok-reused ok-reused");
        row("sequential", Fallible::EpollChange, 1, "ENOMEM",
            "failed-reset ok-fresh ok-reused ok-reused");
        row("bodies", Fallible::EpollChange, 2, "ENOMEM", "failed-reset ok-fresh");
        row("streams", Fallible::EpollAdd, 2, "ENOSPC",
            "failed-connect failed-connect failed-connect failed-connect ok-fresh ok-reused "
            "ok-reused");
    }
    void failuresThatNobodyElseTells()
    {
        QFETCH(int, scenario);
        QFETCH(int, kind);
        QFETCH(int, number);
        QFETCH(QString, failure);
        QFETCH(QString, expected);
        const auto ways = faultsOf(static_cast<Fallible>(kind));
        const auto way = std::find_if(ways.begin(), ways.end(),
                                      [&](const Failure &each) { return failure == each.name; });
        QVERIFY(way != ways.end());
        setLabel(kScenarios[scenario].name, failure.toUtf8());
        openWindow = [&] {
            window.emplace(false, static_cast<Fallible>(kind), static_cast<std::uint64_t>(number),
                           *way);
        };
        const Ending ending = kScenarios[scenario].run();
        QVERIFY(window->hasStruck());
        window.reset();
        QCOMPARE(ending.fault(), QString());
        QCOMPARE(ending.text(), expected);
        QVERIFY(ending.took < 1s);
    }

private:
    static void setLabel(const char *scenario, const QByteArray &what)
    {
        std::snprintf(label, sizeof label, "%s/%s", scenario, what.constData());
    }

    static Ending undisturbed(const Scenario &scenario, CallCounts &counts)
    {
        scenario.run(); // what is made once for all runs is made here
        window.reset();
        const Ending ending = scenario.run();
        counts = window->counts();
        window.reset();
        return ending;
    }

    /// What a harmless fault has changed; empty: nothing.
    static QString difference(const Ending &usual, const Ending &ending)
    {
        if (ending.refused || ending.outOfMemory)
            return QStringLiteral("the scenario broke off");
        for (std::size_t i = 1; i < usual.outcomes.size(); ++i) {
            // What fails anyhow may fail otherwise: a peer that ends a connection answers what
            // comes later with a reset.
            if (isOk(usual.outcomes[i]) && !isOk(ending.outcomes[i]))
                return QStringLiteral("request %1 ends in %2, not in %3")
                    .arg(i)
                    .arg(name(ending.outcomes[i]).data(), name(usual.outcomes[i]).data());
        }
        return {};
    }

    /// What is wrong; empty: nothing.
    static QString disturbed(const Scenario &scenario, const Ending &usual, const Failure &fault)
    {
        ::alarm(kDeadline);
        const int before = descriptors();
        const std::int64_t blocks = liveBlocks();
        QString wrong;
        {
            const Ending ending = scenario.run();
            const Aside ours;
            wrong = ending.fault();
            if (wrong.isEmpty() && !scenario.everyThread && fault.isHarmless)
                wrong = difference(usual, ending);
            if (wrong.isEmpty() && scenario.everyThread && ending.outOfMemory)
                wrong = QStringLiteral("not all that was started has settled");
        }
        ::alarm(0);
        if (wrong.isEmpty() && descriptors() != before)
            wrong = QStringLiteral("%1 descriptors more").arg(descriptors() - before);
        const std::int64_t kept = liveBlocks() - blocks;
        if (wrong.isEmpty() && !scenario.everyThread && kept != 0)
            wrong = QStringLiteral("%1 blocks of memory more").arg(kept);
        return wrong;
    }
};

QTEST_GUILESS_MAIN(TestTorture)
#include "tst_torture.moc"
