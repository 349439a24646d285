// SPDX-License-Identifier: GPL-3.0-or-later
// What core promises when the system refuses (core/README.md), each kind by itself:
// - memory: std::bad_alloc comes out of the call, also where C code lies between, and what was made
//   can be destroyed;
// - a run without memory gives up: what was measured stays, what is under way settles as cancelled;
// - a run, a measurement without a descriptor or a thread ends with a sentence that says so;
// - a lab without memory closes its connections and listens no more, and can be started again;
// - a name is not resolved without a helper, a listener that cannot be watched serves later, and
// TLS
//   that does not know whom to expect connects to nobody.
#include "core/experiment/frontier.h"
#include "core/experiment/idlefinder.h"
#include "core/experiment/runner.h"
#include "core/experiment/variantrun.h"
#include "core/http/h1clientcodec.h"
#include "core/http/h2memory.h"
#include "core/loop/coarsetimer.h"
#include "core/loop/timeoutqueue.h"
#include "core/net/listener.h"
#include "core/net/resolver.h"
#include "core/net/tlsstream.h"
#include "tests/http/h2frames.h"
#include "tests/support/enginerun.h"
#include "tests/support/scriptedpeer.h"
#include "tests/torture/faults.h"
#include "tests/torture/peeraside.h"

#include <QTest>

#include <malloc.h>
#include <netdb.h>
#include <openssl/ssl.h>

using namespace reusescope;
using namespace reusescope::test;
using namespace std::chrono_literals;

namespace {

constexpr timeval kSocketDeadline{60, 0}; // a last net

const Failure &failure(Fallible kind, std::string_view named)
{
    for (const Failure &each : faultsOf(kind))
        if (each.name == named)
            return each;
    qFatal("no such failure");
}

struct LoopOnly
{
    RealClock clock;
    PhaseLoop loop{LoopModel::TimersLast, PollStrategy::Sleep, clock, makeEpollPoller()};
};

void timeouts()
{
    LoopOnly only;
    PhaseLoop &loop = only.loop;
    TimeoutQueue queue(loop);
    Timeout first(queue, "first", [] {});
    Timeout second(queue, "second", [] {});
    Timeout third(queue, "third", [] {});
    first.start(1ms);
    second.start(2ms);
    third.start(3ms);
    third.unref();
    second.stop();
    first.start(4ms);
    loop.run();
}

void coarseTimers()
{
    LoopOnly only;
    PhaseLoop &loop = only.loop;
    CoarseTimerQueue queue(loop);
    CoarseTimer first(queue, [] {});
    CoarseTimer second(queue, [] {});
    first.start(1000ms);
    second.start(2000ms);
    first.clear();
    first.refresh();
}

/// A field longer than what a string holds without memory.
const std::string kLong(200, 'l');

void h1Response()
{
    H1ClientCodec codec;
    codec.startResponse(Method::Get);
    codec.feed("HTTP/1.1 302 " + kLong + "\r\nLocation: http://" + kLong
               + "/\r\nKeep-Alive: " + kLong + "\r\ncontent-length: 2\r\n\r\nok");
}

/// Both roles: what is asked and answered goes from one codec to the other.
void h2Exchange()
{
    ClientNotes clientNotes;
    ServerNotes serverNotes;
    H2ClientCodec client(clientNotes);
    H2ServerCodec server(serverNotes);
    serverNotes.onRequest = [&](std::int32_t stream, const ReceivedRequest &) {
        ResponseFields fields;
        fields.status = 200;
        fields.contentLength = kLong.size();
        server.respond(stream, fields, kLong);
    };
    H2Request request;
    request.head.method = Method::Get;
    const std::string target = "/" + kLong;
    request.head.target = target;
    request.head.host = "h";
    QVERIFY(client.submit(request).id == 1);
    client.ping(1);
    for (int i = 0; i < 4; ++i) {
        server.feed(takeOutput(client));
        client.feed(takeOutput(server));
    }
    client.close();
    server.close();
}

void numericName()
{
    LoopOnly only;
    PhaseLoop &loop = only.loop;
    Resolver resolver(loop);
    resolver.resolve("127.0.0.1", 80, [](const Result<Resolver::Addresses> &) {});
    resolver.resolve({}, 80, [](const Result<Resolver::Addresses> &) {});
    loop.run();
}

Experiment oneAfterTheOther(int count)
{
    Experiment experiment = smallExperiment();
    experiment.workload.count = count;
    experiment.workload.warmup = 0;
    return experiment;
}

int connectedTo(std::uint16_t port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &kSocketDeadline, sizeof kSocketDeadline);
    const Endpoint to = Endpoint::loopback(port);
    if (::connect(fd, to.address(), to.length()) == 0)
        return fd;
    ::close(fd);
    return -1;
}

} // namespace

class TestRefusals : public QObject
{
    Q_OBJECT

private slots:
    void everyAllocation_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("timeouts") << 0;
        QTest::newRow("coarse timers") << 1;
        QTest::newRow("HTTP/1.1") << 2;
        QTest::newRow("HTTP/2") << 3;
        QTest::newRow("addresses") << 4;
    }
    void everyAllocation()
    {
        QFETCH(int, which);
        constexpr void (*kWorks[])() = {timeouts, coarseTimers, h1Response, h2Exchange,
                                        numericName};
        for (const Fallible kind : {Fallible::Allocate, Fallible::LibraryMemory}) {
            kWorks[which](); // what is made once is made here
            const std::int64_t before = liveBlocks();
            std::uint64_t number = 0;
            for (bool struck = true; struck;) {
                FaultWindow window(false, kind, ++number, failure(kind, "no memory"));
                bool thrown = false;
                try {
                    kWorks[which]();
                } catch (const std::bad_alloc &) {
                    thrown = true;
                }
                window.close();
                struck = window.hasStruck();
                QCOMPARE(thrown, struck);
                QCOMPARE(liveBlocks(), before);
            }
            QVERIFY(kind == Fallible::LibraryMemory || number > 2);
            QVERIFY(kind == Fallible::Allocate || which != 3 || number > 2);
        }
    }

    /// nghttp2 does not give all back when it finds no memory. (LeakSanitizer knows better than
    /// these figures, which it takes away.)
    void forgottenBlocks_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("small") << 3000;
        QTest::newRow("large") << 100'000;
    }
    void forgottenBlocks()
    {
        QFETCH(int, size);
        constexpr int kBlocks = 200;
        const std::size_t before = mallinfo2().uordblks;
        {
            H2Memory memory;
            std::vector<void *> given;
            for (int i = 0; i < kBlocks; ++i)
                given.push_back(memory.allocate(static_cast<std::size_t>(size)));
            for (int i = 0; i < kBlocks; i += 3) // first, last and between, kept or not
                memory.free(given[static_cast<std::size_t>(i)]);
            for (int i = 0; i < kBlocks; i += 6)
                QVERIFY(memory.allocate(static_cast<std::size_t>(size)));
        }
        const std::size_t after = mallinfo2().uordblks;
        QVERIFY(after < before + static_cast<std::size_t>(size) * kBlocks / 4);
    }

    /// An exception of any kind crosses nghttp2, not memory's alone.
    void listenerThatThrows()
    {
        ClientNotes notes;
        H2ClientCodec codec(notes);
        H2Request request;
        request.head.host = "h";
        QVERIFY(codec.submit(request).id == 1);
        takeOutput(codec);
        notes.onHead = [](const H2Exchange &) { throw std::runtime_error("of the listener"); };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 codec.feed(settings() + headers(1, {{":status", "200"}})));
    }

    void callbackThatThrows()
    {
        LoopOnly only;
        {
            TimerHandle timer(only.loop, "throws", [] { throw std::runtime_error("callback"); });
            timer.start(Milliseconds{0});
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, only.loop.run());
        } // the loop does not hold its call for one under way
    }

    void runWithoutMemory()
    {
        VirtualClock clock{1s};
        ScriptedPeer peer(clock);
        PeerAside aside(peer);
        std::optional<FaultWindow> window;
        const Failure &noMemory = failure(Fallible::Allocate, "no memory");
        // The third answer ends its connection, and what comes then needs a new one.
        peer.answer = [&](const ScriptedPeer::Request &request) {
            if (request.tag == 3)
                window.emplace(false, Fallible::Allocate, 1, noMemory);
            return ScriptedPeer::Reply{ScriptedPeer::ok(request), 0ms, request.tag == 3, false};
        };
        EventQueue events(64);
        RunCounters counters;
        Experiment experiment = oneAfterTheOther(6);
        experiment.client.expectTag = true;
        Url url;
        url.scheme = "http";
        url.host = "127.0.0.1";
        url.port = peer.port();
        VariantResult result;
        std::optional<Error> failed;
        {
            VariantRun run(experiment, url, 0, *schedulerFactory("none"),
                           {clock, events, nullptr, nullptr, counters},
                           std::make_unique<PeerPoller>(makeEpollPoller(), clock, aside));
            run.runBlock({1, 0, 6});
            QVERIFY(window && window->hasStruck());
            window.reset();
            run.runBlock({2, 0, 6}); // nothing comes of it
            run.finish();
            failed = run.failure();
            result = run.takeResult();
        }
        QVERIFY(failed);
        QCOMPARE(failed->kind, ErrorKind::System);
        QCOMPARE(failed->native, long{ENOMEM});
        std::vector<TraceEvent> told;
        events.drain(told);
        QStringList outcomes;
        for (const TraceEvent &event : told) {
            if (const auto *record = std::get_if<RequestRecord>(&event))
                outcomes << QString::fromLatin1(name(record->outcome).data()) + ' '
                        + QString::fromLatin1(name(record->reason).data());
        }
        QCOMPARE(outcomes.join(", "),
                 QStringLiteral("ok-fresh no-connection, ok-reused none, ok-reused none, "
                                "cancelled out-of-memory"));
        QCOMPARE(result.started, result.settled);
        QCOMPARE(result.unsettled, std::uint64_t{0});
    }

    void runThatCannotBegin_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no descriptor for the loop")
            << static_cast<int>(Fallible::EpollCreate)
            << "the run cannot be carried out: Too many open files";
        QTest::newRow("no descriptor for wake-ups")
            << static_cast<int>(Fallible::EventDescriptor)
            << "the run cannot be carried out: Too many open files";
        QTest::newRow("no thread for the lab")
            << static_cast<int>(Fallible::Thread)
            << "cannot start the lab server: Resource temporarily unavailable";
        QTest::newRow("no memory") << static_cast<int>(Fallible::Allocate)
                                   << "the run cannot be carried out: Cannot allocate memory";
    }
    void runThatCannotBegin()
    {
        QFETCH(int, kind);
        QFETCH(QString, sentence);
        const auto call = static_cast<Fallible>(kind);
        EventQueue events(64);
        RunCounters counters;
        Runner runner(events, counters);
        const Experiment experiment = oneAfterTheOther(3);
        const std::string scenario;
        RunResult result;
        FaultWindow window(false, call, 1, faultsOf(call)[0]);
        runner.run(experiment, scenario, result);
        window.close();
        QVERIFY(window.hasStruck());
        QVERIFY(result.error);
        QCOMPARE(QString::fromStdString(result.error->detail), sentence);
        QCOMPARE(result.error->kind, ErrorKind::System);
    }

    void measurementsThatCannotBegin()
    {
        const RealClock clock;
        const auto refusedWith = [](const std::optional<Error> &error, long code) {
            return error && error->kind == ErrorKind::System && error->native == code;
        };
        {
            Frontier frontier({}, clock);
            FaultWindow window(false, Fallible::EpollCreate, 1,
                               failure(Fallible::EpollCreate, "EMFILE"));
            QVERIFY(refusedWith(frontier.run().error, EMFILE));
        }
        {
            Frontier frontier({}, clock);
            FaultWindow window(false, Fallible::Thread, 1, failure(Fallible::Thread, "EAGAIN"));
            QVERIFY(refusedWith(frontier.run().error, EAGAIN));
        }
        {
            IdleQuestion question;
            question.url.scheme = "http";
            question.url.host = "127.0.0.1";
            IdleFinder finder(question, clock, makeEpollPoller());
            FaultWindow window(false, Fallible::Allocate, 5,
                               failure(Fallible::Allocate, "no memory"));
            QVERIFY(refusedWith(finder.run().error, ENOMEM));
        }
    }

    void labWithoutMemory()
    {
        LabServer lab;
        const auto at = lab.start(LabScript());
        QVERIFY(at);
        const int before = connectedTo(at->port());
        QVERIFY(before >= 0);
        {
            FaultWindow window(true, Fallible::LibraryMemory, 1,
                               failure(Fallible::LibraryMemory, "no memory"));
            const Aside ours;
            const int asking = connectedTo(at->port());
            const std::string hello = std::string(kPreface) + settings();
            QCOMPARE(::send(asking, hello.data(), hello.size(), MSG_NOSIGNAL),
                     static_cast<ssize_t>(hello.size()));
            char byte = 0;
            QVERIFY(::recv(asking, &byte, 1, 0) <= 0);
            QVERIFY(errno != EAGAIN);
            ::close(asking);
            QVERIFY(window.hasStruck());
        }
        char byte = 0;
        QCOMPARE(::recv(before, &byte, 1, 0), ssize_t{0});
        ::close(before);
        lab.stop();
        QCOMPARE(connectedTo(at->port()), -1);
        const auto again = lab.start(LabScript());
        QVERIFY(again);
        const int fd = connectedTo(again->port());
        QVERIFY(fd >= 0);
        ::close(fd);
    }

    void nameWithoutAHelper_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("no thread") << static_cast<int>(Fallible::Thread);
        QTest::newRow("no descriptor") << static_cast<int>(Fallible::EventDescriptor);
    }
    void nameWithoutAHelper()
    {
        QFETCH(int, kind);
        LoopOnly only;
        Resolver resolver(only.loop);
        std::vector<Result<Resolver::Addresses>> answers;
        const auto ask = [&] {
            resolver.resolve("localhost", 80, [&](Result<Resolver::Addresses> answer) {
                answers.push_back(std::move(answer));
            });
            only.loop.run();
        };
        {
            const auto call = static_cast<Fallible>(kind);
            FaultWindow window(false, call, 1, faultsOf(call)[0]);
            ask();
            QVERIFY(window.hasStruck());
        }
        QCOMPARE(answers.size(), std::size_t{1});
        QVERIFY(!answers[0]);
        QCOMPARE(answers[0].error().kind, ErrorKind::Resolve);
        QCOMPARE(answers[0].error().native, long{EAI_SYSTEM});
        ask(); // the next one tries again
        QCOMPARE(answers.size(), std::size_t{2});
        QVERIFY(answers[1]);
    }

    void listenerThatCannotBeWatched()
    {
        LoopOnly only;
        int accepted = 0;
        Listener listener(only.loop, [&](int fd, const Endpoint &) {
            ::close(fd);
            ++accepted;
            listener.close([] {});
        });
        const auto at = listener.listen(Endpoint::loopback(0));
        QVERIFY(at);
        const int waiting = connectedTo(at->port());
        QVERIFY(waiting >= 0);
        FaultWindow window(false, Fallible::EpollAdd, 1, failure(Fallible::EpollAdd, "ENOSPC"));
        only.loop.run();
        window.close();
        QVERIFY(window.hasStruck());
        QCOMPARE(accepted, 1);
        ::close(waiting);
    }

    /// Without a name to compare with, any valid certificate would do.
    void tlsThatDoesNotKnowWhomToExpect_data()
    {
        QTest::addColumn<int>(
            "number"); // 1 asks whether it is an address, and so does OpenSSL by 3
        QTest::newRow("name to check") << 2;
        QTest::newRow("name to ask for") << 4;
    }
    void tlsThatDoesNotKnowWhomToExpect()
    {
        QFETCH(int, number);
        LoopOnly only;
        struct Nobody final : ByteStream::Handler
        {
            void streamReadable() override { }
            void streamWritable() override { }
        } handler;
        const auto context = TlsClientContext::make({}, "localhost");
        QVERIFY(context);
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
        {
            TlsStream stream(only.loop, handler);
            FaultWindow window(false, Fallible::TlsSetting, static_cast<std::uint64_t>(number),
                               failure(Fallible::TlsSetting, "no memory"));
            QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                                     stream.startClient(ends[0], Endpoint::loopback(443), **context,
                                                        [](const Result<void> &) {}));
            QVERIFY(window.hasStruck());
        }
        char byte = 0;
        QCOMPARE(::recv(ends[1], &byte, 1, 0), ssize_t{0}); // not a byte of a hello
        ::close(ends[1]);
    }
};

QTEST_GUILESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
