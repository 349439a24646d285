// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP/2 cases C58 to C71 of the case book against the client, on real loopback sockets and
// virtual time: each under every scheduler, with the server's bytes whole, one by one, and cut at
// every single place.
#include "tests/support/clientbench.h"
#include "tests/support/h2peer.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = BasicClientBench<H2Peer>;
using Peer = H2Peer::Connection;
using PeerRequest = H2Peer::Request;

ClientOptions http2()
{
    ClientOptions options = Bench::tagged();
    options.protocol = Protocol::H2;
    return options;
}

/// How one execution of a case is to go.
struct Setting
{
    std::string scheduler = "none";
    Delivery delivery;
};

struct CaseBench : Bench
{
    CaseBench(const Setting &setting, const ClientOptions &options)
        : Bench(setting.scheduler, options), keepAlive(loop, "idle-gap", [this] { afterGap(); })
    {
        peer.delivery = setting.delivery;
    }
    /// Keeps the loop alive, then acts.
    void after(
        Milliseconds gap, std::function<void()> action = [] {})
    {
        afterGap = std::move(action);
        loop.updateTime();
        keepAlive.start(gap);
    }
    void submitMany(int count, Method method = Method::Get)
    {
        client.beginBatch();
        for (int i = 0; i < count; ++i)
            submit(method);
        client.endBatch();
    }
    const RequestRecord &record(std::uint32_t index) const
    {
        return *std::find_if(records.begin(), records.end(),
                             [index](const RequestRecord &each) { return each.index == index; });
    }
    /// Bytes that the peer has sent on its first connection.
    std::size_t serverBytes() { return peer.connections() > 0 ? peer.at(0).bytesSent() : 0; }

    TimerHandle keepAlive;
    std::function<void()> afterGap = [] {};
};

/// A frame as it stands on the wire (RFC 9113 section 4.1).
std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream, std::string payload)
{
    std::string out;
    for (const int shift : {16, 8, 0})
        out += static_cast<char>(payload.size() >> shift & 0xff);
    out += static_cast<char>(type);
    out += static_cast<char>(flags);
    for (const int shift : {24, 16, 8, 0})
        out += static_cast<char>(stream >> shift & 0xff);
    return out + payload;
}

std::string word(std::uint32_t value)
{
    std::string out;
    for (const int shift : {24, 16, 8, 0})
        out += static_cast<char>(value >> shift & 0xff);
    return out;
}

std::string goawayFrame(std::uint32_t lastStream)
{
    return frame(7, 0, 0, word(lastStream) + word(0));
}

QLatin1String text(std::string_view word)
{
    return {word.data(), static_cast<qsizetype>(word.size())};
}

#define CHECK_OUTCOME(record, expected) QCOMPARE(text(name((record).outcome)), text(name(expected)))
#define CHECK_REASON(record, expected) QCOMPARE(text(name((record).reason)), text(name(expected)))

// Each returns how many bytes the server sent on its first connection; failures end the test.

void c58GoawayInFlight(CaseBench &bench)
{
    bench.peer.answer = [&](Peer &peer, const PeerRequest &request) {
        if (request.connection > 0) {
            peer.ok(request);
        } else if (request.stream == 5) {
            QVERIFY(peer.codec.goaway(1));
            const PeerRequest first = bench.peer.requests.front();
            bench.peer.later(1ms, [&peer, first] { peer.ok(first); });
        }
    };
    bench.client.beginBatch();
    bench.submit();
    bench.submit(Method::Post);
    bench.submit(Method::Post);
    bench.client.endBatch();
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{3});
    CHECK_OUTCOME(bench.record(1), Outcome::OkFresh);
    QCOMPARE(bench.record(1).connection.value, 1u);
    for (const std::uint32_t index : {2u, 3u}) {
        CHECK_OUTCOME(bench.record(index), Outcome::OkReplayed);
        CHECK_REASON(bench.record(index), Reason::Goaway);
        QCOMPARE(bench.record(index).connection.value, 2u);
        QCOMPARE(bench.record(index).attempts, std::uint8_t{2});
    }
    QCOMPARE(bench.attempts.size(), std::size_t{2});
    QCOMPARE(bench.client.connectionsOpened(), 2u);
    QCOMPARE(bench.count(ConnectionEventKind::GoawayReceived), 1);
}

template <int WhenMs> void c59GoawayIdle(CaseBench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.later(100ms, [&] { bench.peer.at(0).codec.goaway(1); });
    bench.onEvent = [&](const ConnectionEvent &event) {
        if (event.kind != ConnectionEventKind::GoawayReceived)
            return;
        if (WhenMs == 0)
            bench.in(Phase::Check, [&] { bench.submit(); });
        else
            bench.after(Milliseconds{WhenMs}, [&] { bench.submit(); });
    };
    bench.after(3000ms);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    CHECK_REASON(bench.record(2), Reason::NoConnection);
    QCOMPARE(bench.record(2).connection.value, 2u);
    QCOMPARE(bench.record(2).attempts, std::uint8_t{1});
    QVERIFY(!bench.peer.at(0).isOpen());
}

void refuse(CaseBench &bench, int times, H2ErrorCode code)
{
    bench.peer.answer = [times, code, seen = 0](Peer &peer, const PeerRequest &request) mutable {
        if (seen++ < times)
            peer.codec.reset(request.stream, code);
        else
            peer.ok(request);
    };
}

void c60RefusedOnce(CaseBench &bench)
{
    refuse(bench, 1, H2ErrorCode::RefusedStream);
    bench.submit(Method::Post);
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::OkReplayed);
    CHECK_REASON(bench.records.front(), Reason::StreamRefused);
    QCOMPARE(bench.records.front().attempts, std::uint8_t{2});
    QCOMPARE(bench.client.connectionsOpened(), 1u);
    QCOMPARE(bench.count(ConnectionEventKind::StreamReset), 1);
}

void c60RefusedAlways(CaseBench &bench)
{
    refuse(bench, 100, H2ErrorCode::RefusedStream);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::FailedReset);
    CHECK_REASON(bench.records.front(), Reason::StreamRefused);
    QCOMPARE(bench.peer.requests.size(), std::size_t{2});
}

void c60OtherCode(CaseBench &bench)
{
    refuse(bench, 1, H2ErrorCode::InternalError);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::FailedReset);
    CHECK_REASON(bench.records.front(), Reason::StreamReset);
    QCOMPARE(bench.peer.requests.size(), std::size_t{1});
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
}

void c61EarlyBurst(CaseBench &bench)
{
    bench.peer.options.settings = {{H2SettingId::MaxConcurrentStreams, 5}};
    int mostAfterwards = 0;
    bool limited = false;
    bench.peer.onAccept = [&](Peer &peer) {
        peer.holdsOutput = true;
        bench.peer.later(20ms, [&peer] { peer.holdsOutput = false; });
    };
    bench.peer.answer = [&](Peer &peer, const PeerRequest &request) {
        if (limited)
            mostAfterwards = std::max(mostAfterwards, peer.openStreams);
        bench.peer.later(limited ? 1ms : 30ms, [&peer, request] { peer.ok(request); });
    };
    bench.onEvent = [&](const ConnectionEvent &event) {
        limited = limited || event.kind == ConnectionEventKind::SettingsReceived;
    };
    bench.submitMany(20);
    bench.run();
    QVERIFY(limited);
    QCOMPARE(bench.records.size(), std::size_t{20});
    bench.submitMany(20);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{40});
    QVERIFY(std::all_of(bench.records.begin(), bench.records.end(),
                        [](const RequestRecord &record) { return isOk(record.outcome); }));
    QCOMPARE(mostAfterwards, 5);
    QVERIFY(segment(bench.record(40).points, Segment::Limit).has_value());
    QVERIFY(!segment(bench.record(21).points, Segment::Limit).has_value());
    QCOMPARE(bench.client.connectionsOpened(), 1u);
}

void limitToNone(CaseBench &bench)
{
    bench.submit();
    bench.run();
    const H2Setting none{H2SettingId::MaxConcurrentStreams, 0};
    bench.peer.later(1ms, [&bench, none] { bench.peer.at(0).codec.submitSettings({&none, 1}); });
    // Settings come byte by byte at worst; nothing else marks that all of them are there.
    bench.onEvent = [&bench, seen = 0](const ConnectionEvent &event) mutable {
        if (event.kind == ConnectionEventKind::SettingsReceived && event.value == 0 && seen++ == 0)
            bench.in(Phase::Check, [&bench] { bench.submit(); });
    };
    bench.after(10ms);
}

/// Also C13: what waits holds the loop, though nothing else is active.
void c62LimitNoneForGood(CaseBench &bench)
{
    limitToNone(bench);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.records.back(), Outcome::FailedTimeout);
    CHECK_REASON(bench.records.back(), Reason::HeaderTimeout);
    QCOMPARE(bench.records.back().points.done.value(), Nanoseconds(500ms));
    QCOMPARE(bench.client.connectionsOpened(), 1u);
}

void c62LimitResumes(CaseBench &bench)
{
    limitToNone(bench);
    bench.peer.later(200ms, [&] {
        const H2Setting one{H2SettingId::MaxConcurrentStreams, 1};
        bench.peer.at(0).codec.submitSettings({&one, 1});
    });
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    const Nanoseconds waited = segment(bench.records.back().points, Segment::Limit).value();
    QVERIFY2(waited >= 100ms && waited <= 200ms, std::to_string(waited.count()).c_str());
    QCOMPARE(segment(bench.records.back().points, Segment::Queue).value(), Nanoseconds(0));
    QCOMPARE(bench.client.connectionsOpened(), 1u);
}

void c63IdleFrames(CaseBench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.later(1ms, [&] {
        Peer &peer = bench.peer.at(0);
        const H2Setting window{H2SettingId::InitialWindowSize, 100'000};
        peer.codec.submitSettings({&window, 1});
        peer.codec.ping(7);
        peer.codec.sendRaw(frame(8, 0, 0, word(1000)));
    });
    bench.after(100ms, [&] { bench.submit(); });
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QCOMPARE(bench.client.connectionsOpened(), 1u);
    QCOMPARE(bench.count(ConnectionEventKind::PingReceived), 1);
    QCOMPARE(bench.count(ConnectionEventKind::SettingsReceived), 2);
}

template <Method kMethod> void c64BlackHole(CaseBench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.answer = [](Peer &peer, const PeerRequest &request) {
        if (request.connection == 0)
            peer.blackHole();
        else
            peer.ok(request);
    };
    bench.submit(kMethod);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    QCOMPARE(bench.count(ConnectionEventKind::PingSent), 1);
    QCOMPARE(bench.count(ConnectionEventKind::PingAcked), 0);
    if (kMethod == Method::Get) {
        CHECK_OUTCOME(bench.records.back(), Outcome::OkReplayed);
        QCOMPARE(bench.records.back().connection.value, 2u);
    } else {
        CHECK_OUTCOME(bench.records.back(), Outcome::FailedTimeout);
    }
    CHECK_REASON(bench.records.back(), Reason::PingTimeout);
    const Nanoseconds took = bench.records.back().points.done.value();
    QVERIFY2(took >= 1499ms && took <= 1502ms, std::to_string(took.count()).c_str());
}

void c65NoPingsWhenIdle(CaseBench &bench)
{
    bench.submit();
    bench.run();
    bench.after(10s, [&] { bench.submit(); });
    bench.run();
    QCOMPARE(bench.peer.at(0).pings, 0);
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
}

void c65TooManyPings(CaseBench &bench)
{
    std::vector<Nanoseconds> pings;
    bench.peer.onPing = [](Peer &peer) { peer.codec.goaway(1, H2ErrorCode::EnhanceYourCalm); };
    bench.onEvent = [&](const ConnectionEvent &event) {
        if (event.kind == ConnectionEventKind::PingSent)
            pings.push_back(event.at);
    };
    bench.submit();
    bench.run();
    const Nanoseconds first = bench.clock.now();
    bench.after(1500ms);
    bench.run();
    QCOMPARE(pings.size(), std::size_t{1});
    QVERIFY(pings.front() - first >= 999ms && pings.front() - first <= 1001ms);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkFresh);
    const Nanoseconds second = bench.clock.now();
    bench.after(2500ms);
    bench.run();
    QCOMPARE(pings.size(), std::size_t{2});
    QVERIFY(pings.back() - second >= 1999ms && pings.back() - second <= 2001ms);
}

void c66WindowLeak(CaseBench &bench)
{
    // Ten are more than the connection's window holds; byte by byte one has to do.
    const std::uint32_t bodies = bench.peer.delivery.kind == Delivery::Kind::Whole ? 10 : 1;
    bench.peer.answer = [bodies](Peer &peer, const PeerRequest &request) {
        if (request.tag > bodies) {
            peer.ok(request);
            return;
        }
        ResponseFields fields;
        fields.tag = request.tag;
        peer.codec.respondHead(request.stream, fields);
        peer.codec.sendFiller(request.stream, 65'535, false);
    };
    for (std::uint32_t i = 0; i < bodies; ++i) {
        bench.submit();
        bench.run();
        CHECK_OUTCOME(bench.records.back(), Outcome::FailedTimeout);
    }
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QCOMPARE(bench.client.connectionsOpened(), 1u);
    QVERIFY(bench.states.back().unreturned <= bench.states.back().receiveWindow / 2);
}

void c67IdsUsedUp(CaseBench &bench)
{
    for (int i = 0; i < 3; ++i) {
        bench.submit();
        bench.run();
    }
    QCOMPARE(bench.record(1).stream, 2'147'483'645u);
    QCOMPARE(bench.record(2).stream, 2'147'483'647u);
    CHECK_OUTCOME(bench.record(2), Outcome::OkReused);
    CHECK_OUTCOME(bench.record(3), Outcome::OkFresh);
    QCOMPARE(bench.record(3).connection.value, 2u);
    QCOMPARE(text(name(bench.lastDiscard())), text(name(Reason::StreamIdsUsedUp)));
}

template <int Times> void c68Misdirected(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, const PeerRequest &request) {
        const bool misdirected = request.connection < Times;
        peer.ok(request, 0, misdirected ? 421 : 200);
    };
    bench.submit(Method::Post);
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::OkReplayed);
    CHECK_REASON(bench.records.front(), Reason::Misdirected);
    QCOMPARE(bench.records.front().status, std::uint16_t{Times > 1 ? 421 : 200});
    QCOMPARE(bench.records.front().connection.value, 2u);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

template <bool OnStream> void c68Http11Required(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, const PeerRequest &request) {
        if (OnStream)
            peer.codec.reset(request.stream, H2ErrorCode::Http11Required);
        else
            peer.codec.goaway(0, H2ErrorCode::Http11Required);
    };
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::OkReplayed);
    CHECK_REASON(bench.records.front(), Reason::Http11Required);
    QCOMPARE(bench.records.front().stream, 0u);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QCOMPARE(bench.client.connectionsOpened(), 2u);
}

void c69LateFrames(CaseBench &bench)
{
    bench.peer.answer = [](Peer &peer, const PeerRequest &request) {
        peer.ok(request);
        if (request.stream == 1)
            peer.codec.sendRaw(frame(0, 0, 1, std::string(100, 'x')) + frame(8, 0, 1, word(1)));
    };
    bench.submit();
    bench.run();
    bench.after(10ms, [&] { bench.submit(); });
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QVERIFY(bench.count(ConnectionEventKind::LateFrames) >= 1);
    QVERIFY(bench.states.back().unreturned <= 524'288 / 2);
}

void c69LateAfterReset(CaseBench &bench)
{
    bench.peer.answer = [&](Peer &peer, const PeerRequest &request) {
        if (request.stream != 1) {
            peer.ok(request);
            return;
        }
        // After the client's limit of 100 ms.
        bench.peer.later(200ms, [&peer] { peer.codec.sendRaw(frame(0, 1, 1, "late")); });
    };
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::FailedTimeout);
    bench.after(200ms, [&] { bench.submit(); });
    bench.run();
    CHECK_OUTCOME(bench.records.back(), Outcome::OkReused);
    QCOMPARE(bench.client.connectionsOpened(), 1u);
}

void c71GoawayRises(CaseBench &bench)
{
    bench.peer.answer = [&](Peer &peer, const PeerRequest &request) {
        if (request.connection > 0)
            peer.ok(request);
        else if (request.stream == 3)
            peer.codec.sendRaw(goawayFrame(1) + goawayFrame(3));
    };
    bench.submitMany(2);
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{2});
    CHECK_OUTCOME(bench.record(1), Outcome::FailedProtocol);
    CHECK_OUTCOME(bench.record(2), Outcome::OkReplayed);
    QCOMPARE(bench.count(ConnectionEventKind::ConnectionError), 1);
    while (bench.peer.at(0).isOpen()) {
        bench.peer.waitForIo(1000ms);
        bench.peer.pump();
    }
    QCOMPARE(bench.peer.at(0).goawayLast, 0);
}

void c71GoawayOfWrongSide(CaseBench &bench)
{
    bench.peer.answer = [&](Peer &peer, const PeerRequest &) {
        peer.codec.sendRaw(goawayFrame(2));
    };
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.records.front(), Outcome::FailedProtocol);
    QCOMPARE(bench.count(ConnectionEventKind::ConnectionError), 1);
    while (bench.peer.at(0).isOpen()) {
        bench.peer.waitForIo(1000ms);
        bench.peer.pump();
    }
    QCOMPARE(bench.peer.at(0).goawayLast, 0);
}

ClientOptions withHeaderTimeout()
{
    ClientOptions options = http2();
    options.headerTimeout = 500ms;
    options.keepAlive = 60s;
    return options;
}

ClientOptions withPings(bool whenIdle)
{
    ClientOptions options = http2();
    options.pingInterval = 1000ms;
    options.pingTimeout = 500ms;
    options.pingsWithoutStreams = whenIdle;
    options.keepAlive = 60s;
    return options;
}

ClientOptions withRequestTimeout()
{
    ClientOptions options = http2();
    options.requestTimeout = 100ms;
    return options;
}

ClientOptions nearLastId()
{
    ClientOptions options = http2();
    options.firstStreamId = 2'147'483'645;
    return options;
}

struct Case
{
    const char *name;
    ClientOptions options;
    void (*run)(CaseBench &);
};

const std::vector<Case> &cases()
{
    static const std::vector<Case> all{
        {"C58 GOAWAY in flight", http2(), c58GoawayInFlight},
        {"C59 GOAWAY idle, request in the same turn", http2(), c59GoawayIdle<0>},
        {"C59 GOAWAY idle, request 1 ms later", http2(), c59GoawayIdle<1>},
        {"C59 GOAWAY idle, request 3 s later", http2(), c59GoawayIdle<3000>},
        {"C60 refused once", http2(), c60RefusedOnce},
        {"C60 refused always", http2(), c60RefusedAlways},
        {"C60 another code", http2(), c60OtherCode},
        {"C61 early burst", http2(), c61EarlyBurst},
        {"C62 limit 0 for good", withHeaderTimeout(), c62LimitNoneForGood},
        {"C62 limit 0, then 1", withHeaderTimeout(), c62LimitResumes},
        {"C63 idle frames", http2(), c63IdleFrames},
        {"C64 black hole, GET", withPings(false), c64BlackHole<Method::Get>},
        {"C64 black hole, POST", withPings(false), c64BlackHole<Method::Post>},
        {"C65 no pings without streams", withPings(false), c65NoPingsWhenIdle},
        {"C65 too many pings", withPings(true), c65TooManyPings},
        {"C66 window leak", withRequestTimeout(), c66WindowLeak},
        {"C67 ids used up", nearLastId(), c67IdsUsedUp},
        {"C68 421 once", http2(), c68Misdirected<1>},
        {"C68 421 always", http2(), c68Misdirected<10>},
        {"C68 HTTP_1_1_REQUIRED on the stream", http2(), c68Http11Required<true>},
        {"C68 HTTP_1_1_REQUIRED in GOAWAY", http2(), c68Http11Required<false>},
        {"C69 late frames", http2(), c69LateFrames},
        {"C69 late after our reset", withRequestTimeout(), c69LateAfterReset},
        {"C71 last id rises", http2(), c71GoawayRises},
        {"C71 last id of the wrong side", http2(), c71GoawayOfWrongSide},
    };
    return all;
}

const std::vector<std::string> &schedulers()
{
    static const std::vector<std::string> all{
        "none",       "timer-0", "immediate-unref", "immediate-ref",
        "fresh-poll", "peek",    "background",      "after-idle:1",
    };
    return all;
}

/// Behind it C61 and C66 only repeat themselves: one more answer, more filler.
constexpr std::size_t kPlaces = 600;

std::size_t execute(const Case &each, const Setting &setting)
{
    CaseBench bench(setting, each.options);
    each.run(bench);
    // Whatever happened: each request has settled once.
    if (!QTest::currentTestFailed())
        [&] { QCOMPARE(bench.records.size(), std::size_t{bench.submitted}); }();
    return bench.serverBytes();
}

} // namespace

class TestH2Client : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByteByByte_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<bool>("byteByByte");
        for (std::size_t i = 0; i < cases().size(); ++i)
            for (const std::string &scheduler : schedulers())
                for (const bool byteByByte : {false, true})
                    QTest::addRow("%s, %s, %s", cases()[i].name, scheduler.c_str(),
                                  byteByByte ? "byte by byte" : "whole")
                        << static_cast<int>(i) << QString::fromStdString(scheduler) << byteByByte;
    }
    void wholeAndByteByByte()
    {
        QFETCH(int, which);
        QFETCH(QString, scheduler);
        QFETCH(bool, byteByByte);
        const Case &each = cases()[static_cast<std::size_t>(which)];
        execute(each,
                {scheduler.toStdString(),
                 {byteByByte ? Delivery::Kind::ByteByByte : Delivery::Kind::Whole, 0}});
    }

    void everySplit_data()
    {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    /// The schedulers take turns: none of them is asked on HTTP/2, which the test above shows. With
    /// REUSESCOPE_ALL_SPLITS every cut is made under each of them, also the many in C61 and C66.
    void everySplit()
    {
        QFETCH(int, which);
        const Case &each = cases()[static_cast<std::size_t>(which)];
        const std::size_t bytes = execute(each, {});
        const bool all = qEnvironmentVariableIsSet("REUSESCOPE_ALL_SPLITS");
        const std::size_t places = all ? bytes : std::min(bytes, kPlaces);
        for (std::size_t at = 1; at < places; ++at) {
            for (std::size_t i = 0; i < schedulers().size(); ++i) {
                if (!all && i != at % schedulers().size())
                    continue;
                execute(each, {schedulers()[i], {Delivery::Kind::SplitAt, at}});
                if (QTest::currentTestFailed()) {
                    qWarning("cut at byte %zu under %s", at, schedulers()[i].c_str());
                    return;
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestH2Client)
#include "tst_h2client.moc"
