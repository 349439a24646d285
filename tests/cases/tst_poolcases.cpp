// SPDX-License-Identifier: GPL-3.0-or-later
// The case book's kinds G (pool policy) and H (measuring), and the policies that other cases need,
// on real loopback sockets and virtual time:
// - C17: a connection that has carried nothing has an idle limit of its own
// - C37: a dropped body is read up to the drain limit, else the connection is discarded; the
//   request succeeds, however the bytes are cut
// - C72: LIFO keeps few connections in use and the server closes the others; FIFO keeps all alive
// - C73: what is part of the key of a pool never shares a connection
// - C74: a busy connection ends at its age limit
// - C75: each miss has its own reason
// - C76: a waiter always gets a connection
// - C79: time in the queue is no time of the server's
#include "tests/support/casebook.h"

#include <QTest>

#include <netinet/tcp.h>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = H1CaseBench;
using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;

constexpr std::size_t kLongBody = 3000;
constexpr std::uint64_t kWanted = 10;

ClientOptions with(void (*change)(ClientOptions &))
{
    ClientOptions options = Bench::tagged();
    options.keepAlive = 60s;
    change(options);
    return options;
}

/// A request whose time is over before its connection stands: what is left was never used.
void leaveAnUnusedConnection(Bench &bench)
{
    bench.submit();
    bench.clock.advance(200ms);
    bench.after(1ms);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{1});
    CHECK_OUTCOME(bench.records[0], Outcome::FailedTimeout);
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
}

void c17UnusedLimit(Bench &bench)
{
    leaveAnUnusedConnection(bench);
    bench.after(39s);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    bench.after(2s);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    CHECK_REASON(*std::find_if(bench.events.begin(), bench.events.end(),
                               [](const ConnectionEvent &event) {
                                   return event.kind == ConnectionEventKind::Discarded;
                               }),
                 Reason::KeepAliveExpired);
}

void c17UsedIsKept(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(41s);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
}

void c17CutByTheServer(Bench &bench)
{
    leaveAnUnusedConnection(bench);
    bench.after(30s, [&] { bench.peer.fin(0); });
    bench.run();
    bench.after(1ms);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    CHECK_REASON(bench.events.back(), Reason::None); // closed
    QCOMPARE(word(name(bench.lastDiscard())), word("idle-fin"));
    QCOMPARE(bench.records.size(), std::size_t{1}); // nobody else was told
}

Reply longBody(const PeerRequest &request)
{
    return {ScriptedPeer::ok(request, {}, std::string(kLongBody, 'x'))};
}

Reply longChunkedBody(const PeerRequest &request)
{
    std::string text = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-reusescope-tag: "
        + std::to_string(request.tag) + "\r\n\r\n";
    for (std::size_t left = kLongBody; left > 0; left -= 0x64)
        text += "64\r\n" + std::string(0x64, 'x') + "\r\n";
    return {text + "0\r\n\r\n"};
}

template <Reply (*Body)(const PeerRequest &)> void c37Drained(Bench &bench)
{
    bench.peer.answer = Body;
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records[0], Outcome::OkFresh);
    QCOMPARE(bench.records[0].bodyBytes, std::uint32_t{kWanted});
    QCOMPARE(bench.count(ConnectionEventKind::Drained), 1);
    for (const ConnectionEvent &event : bench.events) {
        if (event.kind == ConnectionEventKind::Drained)
            QCOMPARE(event.value, static_cast<std::uint32_t>(kLongBody - kWanted));
    }
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
}

template <Reply (*Body)(const PeerRequest &)> void c37Unread(Bench &bench)
{
    bench.peer.answer = Body;
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records[0], Outcome::OkFresh);
    QCOMPARE(bench.records[0].bodyBytes, std::uint32_t{kWanted});
    QCOMPARE(int(bench.records[0].status), 200);
    QCOMPARE(bench.count(ConnectionEventKind::Drained), 0);
    QCOMPARE(word(name(bench.lastDiscard())), word("body-unread"));
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

constexpr int kPool = 6;
constexpr Milliseconds kPace = 300ms;
constexpr Milliseconds kServerLimit = 3s;

/// A burst of kPool, then one request each kPace from a client whose server ends what has been
/// idle for kServerLimit.
void burstThenPaced(Bench &bench, int requests)
{
    std::vector<Nanoseconds> answered(kPool);
    bench.peer.answer = [&](const PeerRequest &request) {
        if (static_cast<std::size_t>(request.connection) < answered.size())
            answered[static_cast<std::size_t>(request.connection)] = bench.clock.now();
        return Reply{ScriptedPeer::ok(request)};
    };
    for (int i = 0; i < kPool; ++i)
        bench.submit();
    bench.run();
    QCOMPARE(bench.client.connectionsOpened(), std::uint32_t{kPool});
    for (int i = 0; i < requests; ++i) {
        bench.after(kPace, [&] {
            for (int each = 0; each < kPool; ++each) {
                if (bench.clock.now() - answered[static_cast<std::size_t>(each)] >= kServerLimit)
                    bench.peer.fin(each);
            }
            bench.submit();
        });
        bench.run();
    }
}

void c72Lifo(Bench &bench)
{
    burstThenPaced(bench, 14);
    QCOMPARE(bench.client.connectionsOpened(), std::uint32_t{kPool});
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    QCOMPARE(bench.count(ConnectionEventKind::IdleFin), kPool - 1);
    for (std::size_t i = kPool; i < bench.records.size(); ++i) {
        CHECK_OUTCOME(bench.records[i], Outcome::OkReused);
        QCOMPARE(bench.records[i].connection.value, bench.records.back().connection.value);
        QVERIFY(bench.records[i].idleBefore.value() < 2 * kPace);
    }
}

void c72Fifo(Bench &bench)
{
    burstThenPaced(bench, 14);
    QCOMPARE(bench.client.connectionsOpened(), std::uint32_t{kPool});
    QCOMPARE(bench.client.idleConnections(), std::size_t{kPool});
    QCOMPARE(bench.count(ConnectionEventKind::IdleFin), 0);
    for (std::size_t i = 2 * kPool; i < bench.records.size(); ++i) {
        CHECK_OUTCOME(bench.records[i], Outcome::OkReused);
        QVERIFY(bench.records[i].idleBefore.value() >= kPool * kPace - 10ms);
        QCOMPARE(bench.records[i].connection.value, bench.records[i - kPool].connection.value);
    }
}

struct Silent final : ClientListener
{
    void requestSettled(const RequestRecord &record) override { records.push_back(record); }
    void attemptEnded(const AttemptRecord &) override { }
    void connectionEvent(const ConnectionEvent &) override { }
    std::vector<RequestRecord> records;
};

/// A client is one key: its URL, protocol, credentials and TLS identity.
void c73OtherCredentials(Bench &bench)
{
    bench.submit();
    bench.run();
    Silent listener;
    ClientOptions options = Bench::tagged();
    options.extraHeaders.emplace_back("authorization", "Basic b3RoZXI6b3RoZXI=");
    Url url;
    url.scheme = "http";
    url.host = "127.0.0.1";
    url.port = bench.peer.port();
    Client other(bench.loop, url, options, *schedulerFactory(bench.scheduler), listener);
    RequestSpec spec;
    spec.index = 7;
    other.submit(spec);
    bench.run();
    QCOMPARE(listener.records.size(), std::size_t{1});
    CHECK_OUTCOME(listener.records[0], Outcome::OkFresh);
    QCOMPARE(bench.peer.connections(), 2);
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
    QCOMPARE(bench.peer.connections(), 2);
    other.closeIdle();
    bench.after(1ms);
    bench.run();
}

void c74MaxAgeWhileBusy(Bench &bench)
{
    for (int i = 0; i < 8; ++i) {
        bench.after(150ms, [&] { bench.submit(); });
        bench.run();
    }
    QCOMPARE(bench.records.size(), std::size_t{8});
    // 1.2 s and an age of 1 s; a stalled validation is a tick longer.
    const bool stalls = bench.scheduler == "immediate-unref";
    QCOMPARE(bench.client.connectionsOpened(), stalls ? 3u : 2u);
    int misses = 0;
    for (const RequestRecord &record : bench.records) {
        if (record.reason == Reason::TooOld)
            ++misses;
        QVERIFY(isOk(record.outcome));
    }
    QCOMPARE(word(name(bench.lastDiscard())), word("too-old"));
    QVERIFY(misses <= 2); // the timer has ended it, or the check when it was picked
}

void c74MaxAgeWhileIdle(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(999ms);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    bench.after(2ms);
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    QCOMPARE(word(name(bench.lastDiscard())), word("too-old"));
}

void c74MaxAgeBehindABlockedLoop(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(10ms, [&] {
        bench.clock.advance(2s); // the loop was kept from its timers
        bench.submit();
    });
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    CHECK_REASON(bench.records.back(), Reason::TooOld);
}

void c74Purge(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.client.closeIdle();
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

void c75Reasons(Bench &bench)
{
    bench.submit();
    bench.submit(); // two connections are allowed
    bench.run();
    CHECK_REASON(bench.record(1), Reason::NoConnection);
    CHECK_REASON(bench.record(2), Reason::AllBusy);
    CHECK_REASON(bench.one(), Reason::None);
    bench.peer.fin(0);
    bench.peer.fin(1);
    bench.after(10ms, [&] { bench.submit(); });
    bench.run();
    CHECK_REASON(bench.record(4), Reason::NoConnection); // both FINs were seen before
    bench.after(10ms, [&] {
        bench.clock.advance(70s);
        bench.submit();
    });
    bench.run();
    CHECK_REASON(bench.record(5), Reason::KeepAliveExpired);
}

/// Connection limit 1: the one that the waiter waits for ends with its answer.
void c76EndsWithItsAnswer(Bench &bench)
{
    bench.peer.answer = [](const PeerRequest &request) {
        Reply reply{ScriptedPeer::ok(request)};
        reply.delay = 20ms;
        reply.fin = request.connection == 0;
        return reply;
    };
    bench.submit();
    bench.submit();
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    QVERIFY(isOk(bench.record(2).outcome));
    QCOMPARE(bench.record(2).connection.value, 2u);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
    QVERIFY(segment(bench.record(2).points, Segment::Queue).value_or(0ns) >= 20ms);
}

/// The same when it is cut off: the waiter is nobody's victim.
void c76CutOff(Bench &bench)
{
    bench.peer.answer = [](const PeerRequest &request) {
        if (request.connection > 0)
            return Reply{ScriptedPeer::ok(request)};
        Reply reply{ScriptedPeer::ok(request).substr(0, 30), 20ms};
        reply.reset = true;
        return reply;
    };
    bench.submit();
    bench.submit();
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.record(1), Outcome::FailedReset);
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

/// The client's side never holds a small write back (Nagle).
void c77NoDelay(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        return Reply{ScriptedPeer::ok(request)};
    };
    int noDelay = -1;
    bench.onEvent = [&](const ConnectionEvent &event) {
        if (event.kind != ConnectionEventKind::Connected)
            return;
        // Whichever of our descriptors has this local port is the client's.
        for (int fd = 3; fd < 256; ++fd) {
            sockaddr_in address{};
            socklen_t length = sizeof address;
            if (::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &length) != 0
                || ntohs(address.sin_port) != event.value)
                continue;
            socklen_t size = sizeof noDelay;
            ::getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &noDelay, &size);
        }
    };
    bench.submit();
    bench.run();
    QVERIFY(noDelay > 0);
}

void c79HiddenQueue(Bench &bench)
{
    bench.peer.answer = [](const PeerRequest &request) {
        return Reply{ScriptedPeer::ok(request), request.number == 1 ? 400ms : 5ms};
    };
    bench.submit();
    bench.submit();
    bench.run();
    const RequestRecord &second = bench.record(2);
    QVERIFY(isOk(second.outcome));
    QVERIFY(segment(second.points, Segment::Queue).value_or(0ns) >= 400ms);
    const auto server = segment(second.points, Segment::FirstByte).value_or(0ns);
    QVERIFY(server >= 5ms && server < 100ms);
    const auto validate = segment(second.points, Segment::Validate).value_or(0ns);
    QVERIFY(validate < 100ms || bench.scheduler == "immediate-unref");
}

const H1CaseBook &book()
{
    static const H1CaseBook all({
        {"C17 unused connection, our limit", with([](ClientOptions &o) {
             o.requestTimeout = 100ms;
             o.unusedLimit = 40s;
         }),
         c17UnusedLimit},
        {"C17 the limit is not for used ones", with([](ClientOptions &o) { o.unusedLimit = 40s; }),
         c17UsedIsKept},
        {"C17 unused connection, the server's limit",
         with([](ClientOptions &o) { o.requestTimeout = 100ms; }), c17CutByTheServer},
        {"C37 drained, length", with([](ClientOptions &o) { o.readBytes = kWanted; }),
         c37Drained<longBody>},
        {"C37 drained, chunked", with([](ClientOptions &o) { o.readBytes = kWanted; }),
         c37Drained<longChunkedBody>},
        {"C37 discarded, length", with([](ClientOptions &o) {
             o.readBytes = kWanted;
             o.drainLimit = kLongBody - kWanted - 1;
         }),
         c37Unread<longBody>},
        {"C37 discarded, chunked", with([](ClientOptions &o) {
             o.readBytes = kWanted;
             o.drainLimit = 1000;
         }),
         c37Unread<longChunkedBody>},
        {"C72 LIFO", with([](ClientOptions &o) { o.connections = kPool; }), c72Lifo},
        {"C72 FIFO", with([](ClientOptions &o) {
             o.connections = kPool;
             o.reuseOrder = ReuseOrder::Fifo;
         }),
         c72Fifo},
        {"C73 other credentials", with([](ClientOptions &) {}), c73OtherCredentials},
        {"C74 age limit, busy", with([](ClientOptions &o) { o.maxAge = 1s; }), c74MaxAgeWhileBusy},
        {"C74 age limit, idle", with([](ClientOptions &o) { o.maxAge = 1s; }), c74MaxAgeWhileIdle},
        {"C74 age limit behind a blocked loop", with([](ClientOptions &o) { o.maxAge = 1s; }),
         c74MaxAgeBehindABlockedLoop},
        {"C74 purge", with([](ClientOptions &) {}), c74Purge},
        {"C75 reasons", with([](ClientOptions &o) { o.connections = 2; }), c75Reasons},
        {"C76 ends with its answer", with([](ClientOptions &) {}), c76EndsWithItsAnswer},
        {"C76 ends with its answer, pool",
         with([](ClientOptions &o) { o.frontEnd = FrontEnd::Pool; }), c76EndsWithItsAnswer},
        {"C76 cut off", with([](ClientOptions &) {}), c76CutOff},
        {"C77 no delay", with([](ClientOptions &) {}), c77NoDelay},
        {"C79 hidden queue", with([](ClientOptions &) {}), c79HiddenQueue},
        {"C79 hidden queue, pool", with([](ClientOptions &o) { o.frontEnd = FrontEnd::Pool; }),
         c79HiddenQueue},
    });
    return all;
}

} // namespace

class TestPoolCases : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByteByByte_data() { book().addRows(); }
    void wholeAndByteByByte() { book().runRow(); }
    void everySplit_data() { book().addSplitRows(); }
    void everySplit() { book().runSplits(); }
};

QTEST_GUILESS_MAIN(TestPoolCases)
#include "tst_poolcases.moc"
