// SPDX-License-Identifier: GPL-3.0-or-later
// The TLS cases C52 to C57 of the case book against the client, on real loopback sockets and
// virtual time: each under every scheduler, with the server's bytes whole, one by one, and cut at
// every single place behind the handshake (and at some within it).
#include "tests/support/clientbench.h"
#include "tests/support/tlspeer.h"

#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = BasicClientBench<TlsPeer>;
using Peer = TlsPeer::Connection;

TlsClientContext &trusting()
{
    static const std::unique_ptr<TlsClientContext> context = [] {
        TlsClientOptions options;
        options.caPem = TlsPeer::context().certificatePem();
        return std::move(TlsClientContext::make(options, "127.0.0.1").value());
    }();
    return *context;
}

struct Setting
{
    std::string scheduler = "none";
    Delivery delivery;
};

struct CaseBench : Bench
{
    explicit CaseBench(const Setting &setting)
        : Bench(setting.scheduler, Bench::tagged(), LoopModel::TimersLast, true, &trusting()),
          scheduler(setting.scheduler),
          gap(loop, "idle-gap", [this] { std::exchange(afterGap, {})(); })
    {
        peer.delivery = setting.delivery;
    }
    const std::string scheduler;
    /// Keeps the loop alive for a while, then acts.
    void after(Milliseconds wait, std::function<void()> action)
    {
        afterGap = std::move(action);
        loop.updateTime();
        gap.start(wait);
        run();
    }
    std::size_t serverBytes() { return peer.connections() > 0 ? peer.at(0).bytesSent() : 0; }
    std::size_t handshakeBytes()
    {
        return peer.connections() > 0 ? peer.at(0).handshakeBytes() : 0;
    }

    TimerHandle gap;
    std::function<void()> afterGap;
};

QLatin1String text(std::string_view word)
{
    return {word.data(), static_cast<qsizetype>(word.size())};
}

#define CHECK_OUTCOME(record, expected) QCOMPARE(text(name((record).outcome)), text(name(expected)))
#define CHECK_REASON(record, expected) QCOMPARE(text(name((record).reason)), text(name(expected)))

void c52SessionTicket(CaseBench &bench)
{
    bench.one();
    bench.peer.later(100ms, [&] { bench.peer.at(0).ticket(); });
    bench.after(200ms, [&] { bench.submit(); });
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QCOMPARE(bench.client.connectionsOpened(), 1u);
    QCOMPARE(bench.count(ConnectionEventKind::IdleBytes), 0);
}

void c53CloseNotifyOnly(CaseBench &bench)
{
    bench.one();
    bench.peer.later(10ms, [&] { bench.peer.at(0).closeNotify(); });
    bench.after(20ms, [&] { bench.submit(); });
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
    QCOMPARE(bench.count(ConnectionEventKind::IdleFin), 1);
    QCOMPARE(bench.records.back().attempts, std::uint8_t{1});
}

/// In one piece with the response, so that OpenSSL has it before the connection is pooled.
void c53CloseNotifyAtOnce(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, int connection, std::uint32_t tag) {
        peer.send(TlsPeer::ok(tag));
        if (connection == 0)
            peer.closeNotify();
    };
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    bench.after(20ms, [&] { QCOMPARE(bench.client.idleConnections(), std::size_t{0}); });
    QCOMPARE(bench.count(ConnectionEventKind::IdleFin), 1);
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

void c54FinOnlyIdle(CaseBench &bench)
{
    bench.one();
    bench.peer.later(10ms, [&] { bench.peer.at(0).fin(); });
    bench.after(20ms, [&] { bench.submit(); });
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.count(ConnectionEventKind::IdleFin), 1);
}

void c54FinInLengthBody(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, int, std::uint32_t tag) {
        const std::string whole = TlsPeer::ok(tag, "a body that is cut");
        peer.send(whole.substr(0, whole.size() - 5));
        peer.fin();
    };
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::FailedTruncated);
    CHECK_REASON(bench.records.back(), Reason::Truncated);
}

void unframed(Peer &peer, std::uint32_t tag)
{
    peer.send("HTTP/1.1 200 OK\r\nx-reusescope-tag: " + std::to_string(tag)
              + "\r\n\r\nwhatever comes until the end");
}

void c54FinAfterUnframedBody(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, int, std::uint32_t tag) {
        unframed(peer, tag);
        peer.fin();
    };
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::FailedTruncated);
    CHECK_REASON(bench.records.back(), Reason::Truncated);
}

/// The same with a close_notify is a whole response.
void c54EndOfUnframedBody(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, int, std::uint32_t tag) {
        unframed(peer, tag);
        peer.closeNotify();
        peer.fin();
    };
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.records.back().bodyBytes, 28u);
}

/// Two writes are two records, which the client's kernel gets as the delivery cuts them.
void c55BufferedInside(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, int connection, std::uint32_t tag) {
        peer.send(TlsPeer::ok(tag));
        if (connection == 0)
            peer.send(TlsPeer::ok(777, "poison"));
    };
    bench.one();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    bench.after(50ms, [&] { bench.submit(); });
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
    QCOMPARE(bench.count(ConnectionEventKind::IdleBytes)
                 + bench.count(ConnectionEventKind::ExcessBytes),
             1);
}

/// The client goes with a ticket unread: the request that it wrote must reach the server.
void c56UnreadTicket(CaseBench &bench)
{
    bench.one();
    std::uint32_t arrived = 0;
    bench.peer.answer = [&](Peer &, int, std::uint32_t tag) { arrived = tag; };
    bench.peer.at(0).ticket();
    bench.peer.pump(); // all of it, or its first bytes, lie in the client's kernel
    bench.submit(Method::Post);
    bench.client.cancelAll(); // before any poll
    bench.run();
    for (int i = 0; i < 100 && bench.peer.at(0).isOpen(); ++i) {
        bench.peer.waitForIo(100ms);
        bench.peer.pump();
    }
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.records.back(), Outcome::Cancelled);
    if (bench.records.back().points.sent.has())
        QCOMPARE(arrived, 2u);
    // Nobody has read the ticket before a poll, but who looks into TLS takes it in.
    const bool looks = bench.scheduler == "peek" || bench.scheduler == "after-idle:1";
    if (!looks)
        QCOMPARE(bench.count(ConnectionEventKind::UnreadAtClose), 1);
}

/// A connection that closes has left the pool, however long its peer takes to answer.
void c57SlowShutdown(CaseBench &bench)
{
    bench.one();
    bench.client.closeIdle(); // the peer never answers the close_notify
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    QCOMPARE(bench.records.back().connection.value, 2u);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

struct Case
{
    const char *name;
    void (*run)(CaseBench &);
};

constexpr Case kCases[] = {
    {"C52 session ticket", c52SessionTicket},
    {"C53 close_notify only", c53CloseNotifyOnly},
    {"C53 close_notify behind the response", c53CloseNotifyAtOnce},
    {"C54 FIN only, idle", c54FinOnlyIdle},
    {"C54 FIN only in a body with a length", c54FinInLengthBody},
    {"C54 FIN only behind an unframed body", c54FinAfterUnframedBody},
    {"C54 close_notify behind an unframed body", c54EndOfUnframedBody},
    {"C55 buffered inside", c55BufferedInside},
    {"C56 unread ticket", c56UnreadTicket},
    {"C57 slow shutdown", c57SlowShutdown},
};

constexpr const char *kSchedulers[] = {"none",       "timer-0", "immediate-unref", "immediate-ref",
                                       "fresh-poll", "peek",    "background",      "after-idle:1"};

struct Executed
{
    std::size_t bytes = 0;
    std::size_t handshake = 0;
};

Executed execute(const Case &each, const Setting &setting)
{
    CaseBench bench(setting);
    each.run(bench);
    if (!QTest::currentTestFailed())
        [&] { QCOMPARE(bench.records.size(), std::size_t{bench.submitted}); }();
    return {bench.serverBytes(), bench.handshakeBytes()};
}

} // namespace

class TestTlsClient : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByteByByte_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<bool>("byteByByte");
        for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i)
            for (const char *scheduler : kSchedulers)
                for (const bool byteByByte : {false, true})
                    QTest::addRow("%s, %s, %s", kCases[i].name, scheduler,
                                  byteByByte ? "byte by byte" : "whole")
                        << i << QString::fromLatin1(scheduler) << byteByByte;
    }
    void wholeAndByteByByte()
    {
        QFETCH(int, which);
        QFETCH(QString, scheduler);
        QFETCH(bool, byteByByte);
        execute(kCases[which],
                {scheduler.toStdString(),
                 {byteByByte ? Delivery::Kind::ByteByByte : Delivery::Kind::Whole, 0}});
    }

    void everySplit_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i)
            QTest::newRow(kCases[i].name) << i;
    }
    /// The schedulers take turns; with REUSESCOPE_ALL_SPLITS every cut, also in the handshake, is
    /// made under each of them.
    void everySplit()
    {
        QFETCH(int, which);
        const Executed whole = execute(kCases[which], {});
        QVERIFY(whole.handshake > 0 && whole.bytes > whole.handshake);
        constexpr std::size_t kStepInHandshake = 97;
        const bool all = qEnvironmentVariableIsSet("REUSESCOPE_ALL_SPLITS");
        std::size_t turn = 0;
        for (std::size_t at = 1; at < whole.bytes;
             at += at < whole.handshake && !all ? kStepInHandshake : 1) {
            ++turn;
            for (std::size_t i = 0; i < std::size(kSchedulers); ++i) {
                if (!all && i != turn % std::size(kSchedulers))
                    continue;
                execute(kCases[which], {kSchedulers[i], {Delivery::Kind::SplitAt, at}});
                if (QTest::currentTestFailed()) {
                    qWarning("cut at byte %zu under %s", at, kSchedulers[i]);
                    return;
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTlsClient)
#include "tst_tlsclient.moc"
