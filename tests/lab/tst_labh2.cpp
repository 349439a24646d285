// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, with a client of HTTP/2 on real sockets, plain and over TLS where it matters:
// - the protocol follows from ALPN or from the first bytes, however they come; a lab that speaks
// only one turns the other away;
// - each request is answered on its stream with its tag, framed and sized as the script says, HEAD
// without a body, and never early, thousands at a time;
// - the first SETTINGS say the script's limit, may come late and may not come at all;
// - each act does what its name says, at its moment, on each Nth request; acts of the other
// protocol are left out;
// - every case from C58 to C71 that needs a server's doing can be written as a script;
// - dispatch acts reach idle connections of HTTP/2, and a done ticket means that the client's
// kernel has the bytes;
// - `close` says goodbye and answers what has come; garbage gets a GOAWAY and an end, and the
// server goes on.
#include "core/lab/labserver.h"
#include "tests/lab/h2client.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <random>
#include <thread>

using namespace reusescope;
using namespace reusescope::test;
using nlohmann::json;

namespace {

constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::string_view kH1Request = "GET / HTTP/1.1\r\nhost: lab\r\n\r\n";

LabScript scriptFrom(std::string_view text)
{
    const Result<LabScript> script = labScriptFromJson(json::parse(text), "");
    if (!script)
        qFatal("%s", script.error().detail.c_str());
    return *script;
}

/// All that comes until the end, or a reset.
std::string readAll(const Socket &socket)
{
    const timeval deadline{60, 0}; // a last net
    ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
    std::string bytes;
    char buffer[4096];
    for (;;) {
        const ssize_t got = ::recv(socket.descriptor(), buffer, sizeof buffer, 0);
        if (got <= 0)
            return bytes;
        bytes.append(buffer, static_cast<std::size_t>(got));
    }
}

bool isGoneForH2(const H2Answer &answer)
{
    return answer.closed && answer.end == H2StreamEnd::RefusedByGoaway && answer.unprocessed;
}

} // namespace

class LabH2Test : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_lab.stop(); }

    void answers_data();
    void answers();
    void manyStreams_data();
    void manyStreams();
    void mostStreams();
    void longBodies();
    void neverEarly();
    void splitHeadAndBody();

    void firstBytesInPieces();
    void bothProtocolsOnOnePort();
    void tlsWithoutAlpn();
    void onlyHttp1();
    void onlyHttp2();
    void wantedProtocolsGoFirst();

    void limitOfStreams();
    void lateSettings();
    void noSettings();
    void window();

    void goawayInFlight();
    void goawayIdle();
    void goawayRefusesThis();
    void goawayThatAnnounces();
    void refusedStream();
    void resetBehindTheHead();
    void limitZeroAndBack();
    void idleFrames();
    void blackHole();
    void blackHoleWithAnswersDue();
    void tooManyPings();
    void wrongPlace_data();
    void wrongPlace();
    void lateFrames();
    void lateFramesAfterOurReset();
    void brokenGoaway_data();
    void brokenGoaway();
    void brokenFrames_data();
    void brokenFrames();
    void truncated();
    void endsOfTheConnection_data();
    void endsOfTheConnection();
    void recordsOfTls_data();
    void recordsOfTls();
    void onConnect();
    void poisonOnTheNextStream();
    void ticketsOfBusyConnections();
    void everyNth();
    void actsOfTheOtherProtocol();

    void close();
    void closeWaitsForAnswers();
    void framesGoBeforeTheEnd_data();
    void framesGoBeforeTheEnd();
    void closeEvery();
    void clientThatHalfCloses();
    void clientThatHasCancelled();
    void garbage();
    void anyFramesUnderAnyScript();
    void tooManyThatWait();
    void newScriptIsForLaterRequests();

private:
    Endpoint start(const LabScript &script, bool tls = false)
    {
        const Result<Endpoint> at =
            m_lab.start(script, 0, tls ? std::optional(TlsServerOptions{}) : std::nullopt);
        if (!at)
            qFatal("%s", at.error().detail.c_str());
        m_at = *at;
        return *m_at;
    }
    Endpoint start(std::string_view script, bool tls = false)
    {
        return start(scriptFrom(script), tls);
    }
    bool waitForActs(std::uint64_t ticket) const
    {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (!m_lab.actsDone(ticket)) {
            if (std::chrono::steady_clock::now() > deadline)
                return false;
            std::this_thread::yield();
        }
        return true;
    }

    LabServer m_lab;
    std::optional<Endpoint> m_at; // of the last start()
};

void LabH2Test::answers_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<bool>("tls");
    QTest::addColumn<bool>("head");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("declared"); // -1: none
    QTest::addRow("plain") << QByteArray("{}") << false << false << 2 << 2;
    QTest::addRow("over TLS") << QByteArray("{}") << true << false << 2 << 2;
    QTest::addRow("no body") << QByteArray(R"({"body_bytes": 0})") << false << false << 0 << 0;
    QTest::addRow("HEAD") << QByteArray(R"({"body_bytes": 7})") << false << true << 0 << 7;
    QTest::addRow("chunked declares nothing")
        << QByteArray(R"({"body_bytes": 7, "framing": "chunked"})") << false << false << 7 << -1;
    QTest::addRow("100 kB over TLS")
        << QByteArray(R"({"body_bytes": 100000})") << true << false << 100'000 << 100'000;
}

void LabH2Test::answers()
{
    QFETCH(QByteArray, script);
    QFETCH(bool, tls);
    QFETCH(bool, head);
    QFETCH(int, bytes);
    QFETCH(int, declared);
    H2Client client(start(script.toStdString(), tls), tls);
    QCOMPARE(client.protocol, std::string(tls ? "h2" : ""));
    for (std::uint32_t tag = 1; tag <= 3; ++tag) {
        const std::int32_t id = client.send(tag, head ? Method::Head : Method::Get);
        QVERIFY(client.untilClosed(id));
        const H2Answer &answer = client.answers[id];
        QVERIFY(answer.isComplete());
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.tag, std::optional(tag));
        QCOMPARE(answer.body.size(), static_cast<std::size_t>(bytes));
        QCOMPARE(answer.contentLength ? static_cast<int>(*answer.contentLength) : -1, declared);
    }
    const LabServer::Counters counters = m_lab.counters();
    QCOMPARE(counters.requests, std::uint64_t{3});
    QCOMPARE(counters.responses, std::uint64_t{3});
    QCOMPARE(counters.h2Connections, std::uint64_t{1});
    QCOMPARE(counters.h1Connections, std::uint64_t{0});
    QCOMPARE(counters.mostStreams, std::uint64_t{1});
}

void LabH2Test::manyStreams_data()
{
    QTest::addColumn<int>("delay");
    QTest::addColumn<bool>("tls");
    QTest::addRow("at once") << 0 << false;
    QTest::addRow("after a while") << 3 << false;
    QTest::addRow("after a while, over TLS") << 3 << true;
}

void LabH2Test::manyStreams()
{
    QFETCH(int, delay);
    QFETCH(bool, tls);
    constexpr std::uint32_t kStreams = 2000;
    LabScript script;
    script.delay = Milliseconds(delay);
    script.h2.maxConcurrentStreams = kStreams;
    H2ClientOptions options;
    options.maxStreams = kStreams;
    options.streamsBeforeSettings = kStreams;
    H2Client client(start(script, tls), tls, options);
    for (std::uint32_t tag = 1; tag <= kStreams; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.completed() == kStreams; }));
    for (const auto &[id, answer] : client.answers) {
        QCOMPARE(answer.tag, std::optional((static_cast<std::uint32_t>(id) + 1) / 2));
        QCOMPARE(answer.body.size(), std::size_t{2});
    }
    QCOMPARE(m_lab.counters().responses, std::uint64_t{kStreams});
}

void LabH2Test::mostStreams()
{
    constexpr std::uint32_t kStreams = 2000;
    H2ClientOptions options;
    options.maxStreams = kStreams;
    options.streamsBeforeSettings = kStreams;
    H2Client client(start(R"({"h2": {"max_concurrent_streams": 2000}, "acts": [
        {"act": "headers", "when": "instead-of-response"}]})"),
                    false, options);
    for (std::uint32_t tag = 1; tag <= kStreams; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.received(H2FrameType::Headers) == kStreams; }));
    QCOMPARE(m_lab.counters().mostStreams, std::uint64_t{kStreams});
    QCOMPARE(m_lab.counters().responses, std::uint64_t{0});
}

void LabH2Test::longBodies()
{
    H2Client client(start(R"({"body_bytes": 1000000})"), false);
    for (std::uint32_t tag = 1; tag <= 10; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.completed() == 10; }));
    for (const auto &[id, answer] : client.answers)
        QCOMPARE(answer.body.size(), std::size_t{1'000'000});
}

void LabH2Test::neverEarly()
{
    H2Client client(start(R"({"delay_ms": 20})"), false);
    const auto begun = std::chrono::steady_clock::now();
    for (std::uint32_t tag = 1; tag <= 50; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return !client.answers.empty(); }));
    QVERIFY(std::chrono::steady_clock::now() - begun >= Milliseconds(20));
    QVERIFY(client.until([&client] { return client.completed() == 50; }));
}

void LabH2Test::splitHeadAndBody()
{
    H2Client client(start(R"({"split_head_and_body": true, "body_bytes": 10})"), false);
    for (std::uint32_t tag = 1; tag <= 3; ++tag)
        QVERIFY(client.exchange(tag));
    QCOMPARE(client.answers[5].body.size(), std::size_t{10});
    const std::int32_t head = client.send(4, Method::Head);
    QVERIFY(client.untilClosed(head));
    QVERIFY(client.answers[head].isComplete());
}

void LabH2Test::firstBytesInPieces()
{
    const Endpoint at = start("{}");
    Socket client = connectTo(at);
    for (const char c : kPreface) {
        client.send(std::string(1, c));
        QCOMPARE(m_lab.counters().h1Connections, std::uint64_t{0});
    }
    char first[9];
    QCOMPARE(::recv(client.descriptor(), first, sizeof first, MSG_WAITALL), ssize_t{9});
    QCOMPARE(first[3], '\x04'); // SETTINGS

    // An HTTP/1.1 request that begins in the same way.
    Socket other = connectTo(at);
    for (const char c : std::string("P"))
        other.send(std::string(1, c));
    other.send("OST / HTTP/1.1\r\nhost: lab\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    QVERIFY(readAll(other).starts_with("HTTP/1.1 200 OK\r\n"));
    QCOMPARE(m_lab.counters().h1Connections, std::uint64_t{1});
    QCOMPARE(m_lab.counters().h2Connections, std::uint64_t{1});

    // One that says too little is not held.
    Socket third = connectTo(at);
    third.send("PRI * HT");
    ::shutdown(third.descriptor(), SHUT_WR);
    QCOMPARE(readAll(third), std::string());
}

void LabH2Test::bothProtocolsOnOnePort()
{
    const Endpoint at = start("{}");
    H2Client modern(at, false);
    QVERIFY(modern.exchange(1));
    Socket old = connectTo(at);
    old.send("GET / HTTP/1.1\r\nhost: lab\r\nconnection: close\r\n\r\n");
    QVERIFY(readAll(old).starts_with("HTTP/1.1 200 OK\r\n"));
    QVERIFY(modern.exchange(2));
    QCOMPARE(m_lab.counters().connections, std::uint64_t{2});
    QCOMPARE(m_lab.counters().h1Connections, std::uint64_t{1});
    QCOMPARE(m_lab.counters().h2Connections, std::uint64_t{1});
}

void LabH2Test::tlsWithoutAlpn()
{
    H2Client client(start("{}", true), true, {}, {});
    QCOMPARE(client.protocol, std::string());
    QVERIFY(client.exchange(1));
}

void LabH2Test::onlyHttp1()
{
    const Endpoint plain = start(R"({"protocols": "h1"})");
    Socket socket = connectTo(plain);
    socket.send(std::string(kPreface));
    const std::string answer = readAll(socket);
    QVERIFY(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"));
    H2Client client(plain, false);
    client.send(1);
    QVERIFY(client.until([&client] { return client.ended || client.codec.isFailed(); }));
    QVERIFY(client.codec.isFailed());
    m_lab.stop();

    const Endpoint secure = start(R"({"protocols": "h1"})", true);
    const H2Client refused(secure, true);
    QVERIFY(refused.handshakeError().has_value());
    const H2Client old(secure, true, {}, {"h2", "http/1.1"});
    QVERIFY(!old.handshakeError());
    QCOMPARE(old.protocol, std::string("http/1.1"));
}

void LabH2Test::onlyHttp2()
{
    const Endpoint plain = start(R"({"protocols": "h2"})");
    Socket socket = connectTo(plain);
    socket.send(std::string(kH1Request));
    QCOMPARE(readAll(socket), std::string());
    H2Client client(plain, false);
    QVERIFY(client.exchange(1));
    QCOMPARE(m_lab.counters().h1Connections, std::uint64_t{0});
    m_lab.stop();

    const Endpoint secure = start(R"({"protocols": "h2"})", true);
    const H2Client refused(secure, true, {}, {"http/1.1"});
    QVERIFY(refused.handshakeError().has_value());
    H2Client welcome(secure, true, {}, {"http/1.1", "h2"});
    QCOMPARE(welcome.protocol, std::string("h2"));
    QVERIFY(welcome.exchange(1));
}

void LabH2Test::wantedProtocolsGoFirst()
{
    TlsServerOptions options;
    options.protocols = {"http/1.1", "h2"};
    const Result<Endpoint> at = m_lab.start({}, 0, options);
    QVERIFY(at.hasValue());
    const H2Client client(*at, true, {}, {"h2", "http/1.1"});
    QCOMPARE(client.protocol, std::string("http/1.1"));
    m_lab.stop();
    const H2Client usual(start("{}", true), true, {}, {"http/1.1", "h2"});
    QCOMPARE(usual.protocol, std::string("h2"));
}

void LabH2Test::limitOfStreams()
{
    H2Client client(start(R"({"delay_ms": 1, "h2": {"max_concurrent_streams": 5}})"), false);
    client.flush();
    QVERIFY(client.until([&client] { return client.settings.size() == 1; }));
    QCOMPARE(client.settings[0].maxConcurrentStreams, 5u);
    std::uint32_t tag = 0;
    while (tag < 50) {
        while (tag < 50 && client.codec.freeStreams() > 0)
            client.submit(++tag);
        client.flush();
        QVERIFY(client.until([&client] { return client.codec.freeStreams() > 0; }));
    }
    QVERIFY(client.until([&client] { return client.completed() == 50; }));
    QCOMPARE(m_lab.counters().mostStreams, std::uint64_t{5});
}

void LabH2Test::lateSettings() // C61
{
    H2Client client(
        start(R"({"delay_ms": 1, "h2": {"max_concurrent_streams": 5, "settings_delay_ms": 20},
            "acts": [{"act": "session-ticket", "when": "on-connect"}]})"),
        false);
    const auto begun = std::chrono::steady_clock::now();
    for (std::uint32_t tag = 1; tag <= 20; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.arrives());
    QVERIFY(std::chrono::steady_clock::now() - begun >= Milliseconds(20));
    QVERIFY(client.until([&client] { return client.codec.openStreams() == 0; }));
    QCOMPARE(client.settings.front().maxConcurrentStreams, 5u);
    QCOMPARE(client.completed(), std::size_t{5});
    for (std::int32_t id = 11; id < 40; id += 2) {
        QVERIFY(client.answers[id].unprocessed);
        QCOMPARE(client.answers[id].code, H2ErrorCode::RefusedStream);
    }
    QCOMPARE(m_lab.counters().mostStreams, std::uint64_t{5});
    QVERIFY(client.exchange(21));
}

void LabH2Test::noSettings()
{
    H2Client client(start(R"({"h2": {"no_settings": true}})"), false);
    client.send(1);
    QVERIFY(client.until([&client] { return client.codec.isFailed(); }));
    QVERIFY(client.settings.empty());
}

void LabH2Test::window()
{
    H2Client client(start(R"({"h2": {"initial_window": 1000000}})"), false);
    QVERIFY(client.exchange(1));
    QCOMPARE(client.settings.front().initialWindowSize, 1'000'000u);
    QCOMPARE(client.codec.windows().send, std::int64_t{1'000'000});
}

void LabH2Test::goawayInFlight() // C58
{
    H2Client client(start(R"({"delay_ms": 5, "acts": [
        {"act": "goaway", "when": "instead-of-response", "every": 3, "last": 1}]})"),
                    false);
    for (std::uint32_t tag = 1; tag <= 3; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.codec.openStreams() == 0; }));
    QVERIFY(client.answers[1].isComplete());
    QVERIFY(isGoneForH2(client.answers[3]));
    QVERIFY(isGoneForH2(client.answers[5]));
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].lastStreamId, 1);
    QCOMPARE(client.goaways[0].code, H2ErrorCode::NoError);
    QCOMPARE(m_lab.counters().responses, std::uint64_t{1});
}

void LabH2Test::goawayIdle() // C59
{
    H2Client client(start(R"({"acts": [{"act": "goaway", "delay_us": 1500}]})"), false);
    const auto begun = std::chrono::steady_clock::now();
    QVERIFY(client.exchange(1));
    QVERIFY(client.until([&client] { return !client.goaways.empty(); }));
    QVERIFY(std::chrono::steady_clock::now() - begun >= std::chrono::microseconds(1500));
    QCOMPARE(client.goaways[0].lastStreamId, 1);
    QVERIFY(!client.ended);
    QCOMPARE(m_lab.counters().openConnections, std::uint64_t{1});
}

void LabH2Test::goawayRefusesThis()
{
    H2Client client(start(R"({"acts": [{"act": "goaway", "when": "instead-of-response", "every": 2,
        "last": "previous", "code": "HTTP_1_1_REQUIRED"}]})"),
                    false);
    QVERIFY(client.exchange(1));
    const std::int32_t id = client.send(2);
    QVERIFY(client.untilClosed(id));
    QVERIFY(isGoneForH2(client.answers[id]));
    QCOMPARE(client.goaways[0].lastStreamId, 1);
    QCOMPARE(client.goaways[0].code, H2ErrorCode::Http11Required);
}

void LabH2Test::goawayThatAnnounces()
{
    // What came before the client has seen it, and after, is answered; the second one ends it.
    H2Client client(start(R"({"delay_ms": 2, "acts": [
        {"act": "goaway", "when": "on-connect", "last": "max"},
        {"act": "goaway", "when": "after-response", "every": 2},
        {"act": "fin", "when": "after-response", "every": 2}]})"),
                    false);
    client.submit(1);
    client.send(2);
    QVERIFY(client.until([&client] { return client.ended; }));
    QCOMPARE(client.completed(), std::size_t{2});
    QCOMPARE(client.goaways.size(), std::size_t{2});
    QCOMPARE(client.goaways[0].lastStreamId, 2'147'483'647);
    QCOMPARE(client.goaways[1].lastStreamId, 3);
    QVERIFY(!client.reset);
}

void LabH2Test::refusedStream() // C60
{
    H2Client client(start(R"({"acts": [{"act": "rst-stream", "when": "instead-of-response",
        "every": 2, "code": "REFUSED_STREAM"}]})"),
                    false);
    for (std::uint32_t tag = 1; tag <= 4; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.codec.openStreams() == 0; }));
    QVERIFY(client.answers[1].isComplete());
    QVERIFY(client.answers[5].isComplete());
    for (const std::int32_t id : {3, 7}) {
        QCOMPARE(client.answers[id].end, H2StreamEnd::ResetByPeer);
        QCOMPARE(client.answers[id].code, H2ErrorCode::RefusedStream);
        QVERIFY(client.answers[id].unprocessed);
    }
    QVERIFY(client.exchange(5));
}

void LabH2Test::resetBehindTheHead()
{
    H2Client client(start(R"({"body_bytes": 10000, "acts": [
        {"act": "headers", "when": "instead-of-response", "every": 2, "status": 206},
        {"act": "data", "when": "instead-of-response", "every": 2, "bytes": "part"},
        {"act": "rst-stream", "when": "instead-of-response", "every": 2,
         "code": "INTERNAL_ERROR"}]})"),
                    false);
    // Among many, so that what waits before them does not change it.
    for (std::uint32_t tag = 1; tag <= 100; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.codec.openStreams() == 0; }));
    QCOMPARE(client.completed(), std::size_t{50});
    for (std::int32_t id = 3; id < 200; id += 4) {
        const H2Answer &answer = client.answers[id];
        QCOMPARE(answer.status, 206);
        QCOMPARE(answer.tag, std::optional((static_cast<std::uint32_t>(id) + 1) / 2));
        QCOMPARE(answer.body, std::string("part"));
        QCOMPARE(answer.end, H2StreamEnd::ResetByPeer);
        QCOMPARE(answer.code, H2ErrorCode::InternalError);
        QVERIFY(!answer.unprocessed);
    }
}

void LabH2Test::limitZeroAndBack() // C62
{
    H2Client client(start(R"({"acts": [
        {"act": "settings", "settings": [{"id": "MAX_CONCURRENT_STREAMS", "value": 0}]},
        {"act": "settings", "settings": [{"id": 3, "value": 7}], "delay_us": 2000}]})"),
                    false);
    QVERIFY(client.exchange(1));
    QVERIFY(client.until([&client] { return client.settings.size() == 3; }));
    QCOMPARE(client.settings[1].maxConcurrentStreams, 0u);
    QCOMPARE(client.codec.freeStreams(), 7u);
    QVERIFY(client.exchange(2));
}

void LabH2Test::idleFrames() // C63
{
    H2Client client(start(R"({"acts": [
        {"act": "settings", "when": "on-dispatch", "settings": []},
        {"act": "ping", "when": "on-dispatch"},
        {"act": "window-update", "when": "on-dispatch", "increment": 1000}]})"),
                    false);
    QVERIFY(client.exchange(1));
    // The answers to the client's own frames are on their way as long as it does not wait.
    QVERIFY(client.until([&client] { return client.settings.size() == 1; }));
    const std::uint64_t updates = client.received(H2FrameType::WindowUpdate);
    const std::int64_t window = client.codec.windows().send;
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QVERIFY(client.hasArrived());
    QVERIFY(client.until(
        [&client, updates] { return client.received(H2FrameType::WindowUpdate) == updates + 1; }));
    QCOMPARE(client.settings.size(), std::size_t{2});
    QCOMPARE(client.received(H2FrameType::Ping), std::uint64_t{1});
    QCOMPARE(client.codec.windows().send, window + 1000);
    QVERIFY(client.exchange(2));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{3});
}

void LabH2Test::blackHole() // C64
{
    const Endpoint at = start(R"({"acts": [{"act": "stop-reading"}]})");
    H2Client client(at, false);
    QVERIFY(client.exchange(1));
    while (m_lab.counters().actsPerformed == 0)
        std::this_thread::yield();
    client.codec.ping(7);
    client.send(2);
    // The lab has been past it when it answers another one that came later, twice.
    for (std::uint32_t tag = 1; tag <= 2; ++tag) {
        H2Client other(at, false);
        QVERIFY(other.exchange(tag));
    }
    QVERIFY(!client.hasArrived());
    QVERIFY(client.pingAcks.empty());
    QVERIFY(!client.ended);
    QCOMPARE(m_lab.counters().requests, std::uint64_t{3});
}

void LabH2Test::blackHoleWithAnswersDue()
{
    const Endpoint at = start(R"({"delay_ms": 3, "acts": [
        {"act": "stop-reading", "when": "instead-of-response", "every": 3},
        {"act": "data", "when": "instead-of-response", "every": 3, "delay_us": 6000,
         "bytes": "late"}]})");
    H2Client client(at, false);
    for (std::uint32_t tag = 1; tag <= 3; ++tag)
        client.submit(tag);
    client.flush();
    // Acts are still done, by themselves.
    QVERIFY(client.until([&client] { return client.received(H2FrameType::Data) == 1; }));
    QCOMPARE(client.received(H2FrameType::Headers), std::uint64_t{0});
    QCOMPARE(m_lab.counters().responses, std::uint64_t{0});
}

void LabH2Test::tooManyPings() // C65
{
    H2Client client(start(R"({"acts": [
        {"act": "settings", "when": "instead-of-response", "every": 2, "settings": []},
        {"act": "goaway", "when": "on-idle-ping", "every": 2, "code": "ENHANCE_YOUR_CALM"},
        {"act": "fin", "when": "on-idle-ping", "every": 2}]})"),
                    false);
    QVERIFY(client.exchange(1));
    // With a stream open a PING is no offence.
    const std::int32_t open = client.send(2);
    QVERIFY(client.until([&client] { return client.settings.size() == 2; }));
    for (std::uint64_t payload = 1; payload <= 3; ++payload)
        client.codec.ping(payload);
    client.flush();
    QVERIFY(client.until([&client] { return client.pingAcks.size() == 3; }));
    QVERIFY(client.codec.reset(open));
    client.flush();
    client.codec.ping(4);
    client.flush();
    QVERIFY(client.until([&client] { return client.pingAcks.size() == 4; }));
    QVERIFY(client.goaways.empty());
    client.codec.ping(5);
    client.flush();
    QVERIFY(client.until([&client] { return client.ended; }));
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].code, H2ErrorCode::EnhanceYourCalm);
    QCOMPARE(client.goaways[0].lastStreamId, open);
}

void LabH2Test::wrongPlace_data() // C68
{
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("reset");
    QTest::addRow("421") << QByteArray(R"("act": "status", "status": 421)") << 421 << false;
    QTest::addRow("HTTP_1_1_REQUIRED")
        << QByteArray(R"("act": "rst-stream", "code": "HTTP_1_1_REQUIRED")") << 0 << true;
}

void LabH2Test::wrongPlace()
{
    QFETCH(QByteArray, act);
    QFETCH(int, status);
    QFETCH(bool, reset);
    H2Client client(
        start(R"({"acts": [{"when": "instead-of-response", )" + act.toStdString() + "}]}"), false);
    const std::int32_t id = client.send(9);
    QVERIFY(client.untilClosed(id));
    const H2Answer &answer = client.answers[id];
    QCOMPARE(answer.status, status);
    QCOMPARE(answer.end, reset ? H2StreamEnd::ResetByPeer : H2StreamEnd::Complete);
    if (reset)
        QCOMPARE(answer.code, H2ErrorCode::Http11Required);
    else
        QCOMPARE(answer.tag, std::optional(9u));
}

void LabH2Test::lateFrames() // C69, after END_STREAM
{
    H2Client client(start(R"({"acts": [
        {"act": "data", "bytes": "late"},
        {"act": "headers", "status": 500, "delay_us": 100}]})"),
                    false);
    for (std::uint32_t tag = 1; tag <= 5; ++tag)
        QVERIFY(client.exchange(tag));
    QVERIFY(client.until([&client] {
        return client.received(H2FrameType::Headers) == 10 || client.codec.isFailed();
    }));
    QVERIFY(!client.codec.isFailed());
    QCOMPARE(client.received(H2FrameType::Data), std::uint64_t{10});
    QCOMPARE(client.codec.counters().lateFrames, std::uint64_t{10});
    for (const auto &[id, answer] : client.answers) {
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body.size(), std::size_t{2});
    }
}

void LabH2Test::lateFramesAfterOurReset() // C69
{
    H2Client client(start(R"({"acts": [
        {"act": "headers", "when": "instead-of-response", "delay_us": 3000, "every": 2},
        {"act": "data", "when": "instead-of-response", "delay_us": 3000, "every": 2,
         "bytes": "late"}]})"),
                    false);
    QVERIFY(client.exchange(1));
    const std::int32_t id = client.send(2);
    QVERIFY(client.codec.reset(id));
    client.flush();
    QVERIFY(client.until([&client] { return client.received(H2FrameType::Data) == 2; }));
    QVERIFY(!client.codec.isFailed());
    QCOMPARE(client.codec.counters().lateFrames, std::uint64_t{2});
    QVERIFY(client.exchange(3));
}

void LabH2Test::brokenGoaway_data() // C71
{
    QTest::addColumn<QByteArray>("acts");
    QTest::addRow("rising") << QByteArray(
        R"({"act": "goaway", "last": 1}, {"act": "goaway", "last": 3})");
    QTest::addRow("rising beyond all")
        << QByteArray(R"({"act": "goaway", "last": 0}, {"act": "goaway", "last": "max"})");
    QTest::addRow("from the wrong side") << QByteArray(R"({"act": "goaway", "last": 2})");
}

void LabH2Test::brokenGoaway()
{
    QFETCH(QByteArray, acts);
    H2Client client(start(R"({"acts": [)" + acts.toStdString() + "]}"), false);
    const std::int32_t id = client.send(1);
    QVERIFY(client.until([&client] { return client.codec.isFailed(); }));
    QVERIFY(client.answers[id].closed);
    QVERIFY(client.codec.error().detail.find("GOAWAY") != std::string::npos);
}

void LabH2Test::brokenFrames_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addRow("no frame") << QByteArray(
        R"("act": "send-bytes", "bytes": "HTTP/1.1 200 OK\r\n")");
    QTest::addRow("a reset of no stream")
        << QByteArray(R"("act": "rst-stream", "stream": 0, "code": "CANCEL")");
    QTest::addRow("a reset of an idle stream")
        << QByteArray(R"("act": "rst-stream", "stream": "next", "code": "CANCEL")");
    QTest::addRow("a window too large")
        << QByteArray(R"("act": "window-update", "increment": 2147483647)");
    QTest::addRow("no increment") << QByteArray(R"("act": "window-update", "increment": 0)");
    QTest::addRow("a setting too large") << QByteArray(
        R"("act": "settings", "settings": [{"id": "INITIAL_WINDOW_SIZE", "value": 2147483648}])");
    QTest::addRow("data on an idle stream")
        << QByteArray(R"("act": "data", "stream": "next", "bytes": "x")");
}

void LabH2Test::brokenFrames()
{
    QFETCH(QByteArray, act);
    H2Client client(start(R"({"acts": [{)" + act.toStdString() + "}]}"), false);
    client.send(1);
    QVERIFY(client.until([&client] { return client.codec.isFailed(); }));
    // It takes the client's GOAWAY for what it is and goes on serving.
    m_lab.setScript({});
    H2Client other(*m_at, false);
    QVERIFY(other.exchange(1));
}

void LabH2Test::truncated()
{
    H2Client client(start(R"({"acts": [
        {"act": "headers", "when": "instead-of-response"},
        {"act": "data", "when": "instead-of-response", "bytes": "half"},
        {"act": "fin", "when": "instead-of-response"}]})"),
                    false);
    const std::int32_t id = client.send(1);
    QVERIFY(client.until([&client] { return client.ended; }));
    QVERIFY(!client.reset);
    QCOMPARE(client.answers[id].status, 200);
    QCOMPARE(client.answers[id].body, std::string("half"));
    QCOMPARE(client.answers[id].end, H2StreamEnd::ConnectionOver);
}

void LabH2Test::endsOfTheConnection_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<bool>("tls");
    QTest::addColumn<bool>("reset");
    for (const bool tls : {false, true}) {
        const char *where = tls ? "over TLS" : "plain";
        QTest::addRow("fin, %s", where) << QByteArray("fin") << tls << false;
        QTest::addRow("rst, %s", where) << QByteArray("rst") << tls << true;
    }
    QTest::addRow("fin-only") << QByteArray("fin-only") << true << false;
    QTest::addRow("close-notify") << QByteArray("close-notify") << true << false;
}

void LabH2Test::endsOfTheConnection()
{
    QFETCH(QByteArray, act);
    QFETCH(bool, tls);
    QFETCH(bool, reset);
    H2Client client(
        start(R"({"acts": [{"act": ")" + act.toStdString() + R"(", "every": 2}]})", tls), tls);
    QVERIFY(client.exchange(1));
    const std::int32_t id = client.send(2);
    QVERIFY(client.until([&client] { return client.ended; }));
    QCOMPARE(client.reset, reset);
    if (!reset) // which may take what was sent before with it
        QVERIFY(client.answers[id].isComplete());
}

void LabH2Test::framesGoBeforeTheEnd_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<bool>("tls");
    QTest::addRow("fin") << QByteArray("fin") << false;
    QTest::addRow("close-notify") << QByteArray("close-notify") << true;
    QTest::addRow("fin-only") << QByteArray("fin-only") << true;
    QTest::addRow("stop-reading") << QByteArray("stop-reading") << false;
}

void LabH2Test::framesGoBeforeTheEnd()
{
    QFETCH(QByteArray, act);
    QFETCH(bool, tls);
    H2Client client(start(R"({"acts": [{"act": "goaway", "when": "on-dispatch"}, {"act": ")"
                              + act.toStdString() + R"(", "when": "on-dispatch"}]})",
                          tls),
                    tls);
    QVERIFY(client.exchange(1));
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QVERIFY(client.until([&client] { return !client.goaways.empty() || client.ended; }));
    QCOMPARE(client.goaways.size(), std::size_t{1});
}

void LabH2Test::recordsOfTls_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addRow("late ticket") << QByteArray("session-ticket");
    QTest::addRow("key update") << QByteArray("key-update");
}

void LabH2Test::recordsOfTls()
{
    QFETCH(QByteArray, act);
    H2Client client(
        start(R"({"acts": [{"act": ")" + act.toStdString() + R"(", "when": "on-dispatch"}]})",
              true),
        true);
    QVERIFY(client.exchange(1));
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{1});
    QVERIFY(client.exchange(2));
}

void LabH2Test::onConnect()
{
    const Endpoint at = start(R"({"acts": [
        {"act": "ping", "when": "on-connect"},
        {"act": "goaway", "when": "on-connect", "every": 2},
        {"act": "fin", "when": "on-connect", "every": 3}]})");
    H2Client first(at, false);
    QVERIFY(first.exchange(1));
    QCOMPARE(first.received(H2FrameType::Ping), std::uint64_t{1});
    H2Client second(at, false);
    const std::int32_t id = second.send(1);
    QVERIFY(second.untilClosed(id));
    QVERIFY(isGoneForH2(second.answers[id]));
    QCOMPARE(second.goaways[0].lastStreamId, 0);
    H2Client third(at, false);
    third.flush();
    QVERIFY(third.until([&third] { return third.ended; }));
    QCOMPARE(third.settings.size(), std::size_t{1});
}

void LabH2Test::poisonOnTheNextStream()
{
    H2Client client(start(R"({"acts": [
        {"act": "send-bytes", "bytes": "@response", "when": "on-dispatch"}]})"),
                    false);
    QVERIFY(client.exchange(1));
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QVERIFY(client.hasArrived());
    // It lies in the kernel when the request goes out.
    const std::int32_t id = client.send(2);
    QVERIFY(client.untilClosed(id));
    QVERIFY(client.answers[id].isComplete());
    QCOMPARE(client.answers[id].tag, std::optional<std::uint32_t>());
    QCOMPARE(client.answers[id].body, std::string("poison"));
}

void LabH2Test::ticketsOfBusyConnections()
{
    // One that has carried nothing, one with a stream open, one that is gone: no act, and done.
    const Endpoint at = start(R"({"acts": [
        {"act": "ping", "when": "on-dispatch"},
        {"act": "ping", "when": "instead-of-response", "every": 2}]})");
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    H2Client fresh(at, false);
    fresh.flush();
    QVERIFY(fresh.until([&fresh] { return !fresh.settings.empty(); }));
    H2Client busy(at, false);
    QVERIFY(busy.exchange(1));
    busy.send(2);
    QVERIFY(busy.until([&busy] { return busy.received(H2FrameType::Ping) == 1; }));
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{1});
}

void LabH2Test::everyNth()
{
    H2Client client(start(R"({"delay_ms": 1, "acts": [
        {"act": "data", "every": 3, "bytes": "late"}]})"),
                    false);
    for (std::uint32_t tag = 1; tag <= 30; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.received(H2FrameType::Data) == 40; }));
    QCOMPARE(client.codec.counters().lateFrames, std::uint64_t{10});
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{10});
}

void LabH2Test::actsOfTheOtherProtocol()
{
    const Endpoint at = start(R"({"acts": [
        {"act": "goaway", "when": "on-connect"},
        {"act": "status-408", "when": "instead-of-response"},
        {"act": "rst-stream", "when": "instead-of-response", "every": 2, "code": "CANCEL"}]})");
    Socket old = connectTo(at);
    old.send(std::string(kH1Request));
    QVERIFY(readAll(old).starts_with("HTTP/1.1 408 Request Timeout\r\n"));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{1});

    m_lab.setScript(scriptFrom(R"({"acts": [
        {"act": "goaway", "when": "instead-of-response"}, {"act": "ping"}]})"));
    Socket other = connectTo(at);
    other.send("GET / HTTP/1.1\r\nhost: lab\r\nconnection: close\r\n\r\n");
    QVERIFY(readAll(other).starts_with("HTTP/1.1 200 OK\r\n"));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{1});

    m_lab.setScript(
        scriptFrom(R"({"acts": [{"act": "status-408", "when": "instead-of-response"}]})"));
    H2Client client(at, false);
    QVERIFY(client.exchange(1));
    QCOMPARE(m_lab.counters().actsPerformed, std::uint64_t{1});

    m_lab.setScript(scriptFrom(
        R"({"acts": [{"act": "status", "status": 503, "when": "instead-of-response", "every": 2}]})"));
    Socket third = connectTo(at);
    third.send(std::string(kH1Request)
               + "GET / HTTP/1.1\r\nhost: lab\r\nx-reusescope-tag: 4\r\n\r\n"
                 "GET / HTTP/1.1\r\nhost: lab\r\nconnection: close\r\n\r\n");
    const std::string answers = readAll(third);
    const std::size_t refusal = answers.find("HTTP/1.1 503 ");
    QVERIFY(refusal != std::string::npos);
    QVERIFY(answers.find("x-reusescope-tag: 4\r\n", refusal) != std::string::npos);
    QVERIFY(answers.find("HTTP/1.1 200 OK\r\n", refusal) != std::string::npos);
}

void LabH2Test::close()
{
    H2Client client(start(R"({"close": true, "delay_ms": 2})"), false);
    for (std::uint32_t tag = 1; tag <= 100; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.ended; }));
    QVERIFY(!client.reset);
    QCOMPARE(client.completed(), std::size_t{100});
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].lastStreamId, 199);
}

void LabH2Test::closeWaitsForAnswers()
{
    H2Client client(start(R"({"close": true, "acts": [
        {"act": "headers", "when": "instead-of-response", "every": 2}]})"),
                    false);
    client.submit(1);
    const std::int32_t open = client.send(2);
    QVERIFY(client.until([&client] { return client.completed() == 1; }));
    client.codec.ping(1);
    client.flush();
    QVERIFY(client.until([&client] { return !client.pingAcks.empty() || client.ended; }));
    QVERIFY(!client.ended);
    QVERIFY(client.codec.reset(open));
    client.flush();
    QVERIFY(client.until([&client] { return client.ended; }));
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].lastStreamId, open);
}

void LabH2Test::closeEvery()
{
    H2Client client(start(R"({"close_every": 3})"), false);
    QVERIFY(client.exchange(1));
    QVERIFY(client.exchange(2));
    QVERIFY(client.goaways.empty());
    const std::int32_t id = client.send(3);
    QVERIFY(client.until([&client] { return client.ended; }));
    QVERIFY(client.answers[id].isComplete());
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].lastStreamId, id);
}

void LabH2Test::clientThatHalfCloses()
{
    const Endpoint at = start(R"({"delay_ms": 2, "acts": [
        {"act": "ping", "when": "instead-of-response", "every": 2}]})");
    // Answers still come, and what gets none holds nothing.
    H2Client client(at, false);
    client.submit(1);
    client.send(2);
    client.shutdownWriting();
    QVERIFY(client.until([&client] { return client.ended; }));
    QVERIFY(!client.reset);
    QVERIFY(client.answers[1].isComplete());
    QCOMPARE(client.answers[3].end, H2StreamEnd::ConnectionOver);
    while (m_lab.counters().openConnections > 0)
        std::this_thread::yield();
}

void LabH2Test::clientThatHasCancelled()
{
    H2Client client(start(R"({"delay_ms": 600000})"), false);
    const std::int32_t id = client.send(1);
    QVERIFY(client.codec.reset(id));
    client.flush();
    client.shutdownWriting();
    QVERIFY(client.until([&client] { return client.ended; }));
}

void LabH2Test::garbage()
{
    const Endpoint at = start("{}");
    Socket socket = connectTo(at);
    socket.send(std::string(kPreface) + "\x01\x02this is no frame at all, but it goes on and on");
    const std::string answer = readAll(socket);
    // SETTINGS, and GOAWAY as the last frame.
    QVERIFY(answer.size() > 18);
    QCOMPARE(answer[3], '\x04');
    H2Client client(at, false);
    QVERIFY(client.exchange(1));
    QCOMPARE(m_lab.counters().requests, std::uint64_t{1});
}

void LabH2Test::anyFramesUnderAnyScript()
{
    constexpr std::array kKinds{ActKind::SendBytes,     ActKind::Fin,         ActKind::Rst,
                                ActKind::StopReading,   ActKind::Status,      ActKind::Status408,
                                ActKind::FinOnly,       ActKind::CloseNotify, ActKind::Goaway,
                                ActKind::SessionTicket, ActKind::KeyUpdate,   ActKind::RstStream,
                                ActKind::Settings,      ActKind::Ping,        ActKind::Headers,
                                ActKind::Data,          ActKind::WindowUpdate};
    std::mt19937 random(1);
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    const auto anyAct = [&] {
        LabAct act;
        act.kind = kKinds[below(kKinds.size())];
        act.when = act.kind == ActKind::Status ? ActWhen::InsteadOfResponse
                                               : static_cast<ActWhen>(below(kActMoments));
        act.delay = std::chrono::microseconds(below(2) * below(1500));
        act.every = static_cast<int>(1 + below(4));
        if (act.kind == ActKind::SendBytes || act.kind == ActKind::Data)
            act.bytes = below(2) == 0 ? std::string(kWellFormedResponse) : std::string("\0\xff", 2);
        act.stream = {static_cast<LabStream::Which>(below(6)), static_cast<std::int32_t>(below(8))};
        act.code = static_cast<std::uint32_t>(below(16));
        act.settings = {{static_cast<H2SettingId>(below(8)), static_cast<std::uint32_t>(random())}};
        act.increment = static_cast<std::uint32_t>(below(2) == 0 ? 0x7fffffff : below(10));
        act.status = static_cast<int>(200 + below(400));
        return act;
    };
    // GET http://lab/, from the static table of HPACK but for the authority.
    const std::string getRequest = std::string("\x82\x84\x86\x01\x03lab", 8);
    const auto anyFrame = [&](std::size_t request) {
        const bool good = below(8) != 0;
        std::string payload = getRequest;
        if (!good) {
            payload.assign(below(40), '\0');
            for (char &c : payload)
                c = static_cast<char>(random());
        }
        std::string frame(9, '\0');
        frame[2] = static_cast<char>(payload.size());
        frame[3] = static_cast<char>(good ? 1 : below(11));
        frame[4] = static_cast<char>(good ? 5 : random());
        frame[8] = static_cast<char>(good ? 2 * request + 1 : below(64));
        return frame + payload;
    };

    const Endpoint at = start("{}");
    for (int round = 0; round < 300; ++round) {
        LabScript script;
        for (std::size_t count = below(5); count > 0; --count)
            script.acts.push_back(anyAct());
        script.delay = Milliseconds(below(2));
        script.close = below(8) == 0;
        script.h2.settingsDelay = Milliseconds(below(2));
        script.h2.sendsSettings = below(4) != 0;
        QVERIFY(validate(script).hasValue());
        m_lab.setScript(script);
        Socket socket = connectTo(at);
        socket.send(std::string(kPreface) + std::string("\0\0\0\x04\0\0\0\0\0", 9));
        const std::size_t frames = below(20);
        for (std::size_t count = 0; count < frames; ++count)
            socket.send(anyFrame(count));
        // Each is one more turn of the lab's loop, so that it has come to this connection.
        for (int turn = 0; turn < 3; ++turn)
            QVERIFY(waitForActs(m_lab.performDispatchActs()));
        if (below(4) == 0)
            socket.reset();
        else if (below(2) == 0)
            ::shutdown(socket.descriptor(), SHUT_WR);
    }
    m_lab.setScript({});
    H2Client client(at, false);
    QVERIFY(client.exchange(1));
    QVERIFY(waitForActs(m_lab.performDispatchActs()));
    QVERIFY(m_lab.counters().requests > 300);
    QVERIFY(m_lab.counters().actsPerformed > 100);
}

void LabH2Test::tooManyThatWait()
{
    // Each request stands for as many steps as it has acts.
    constexpr std::uint32_t kStreams = 4000;
    LabScript script;
    script.h2.maxConcurrentStreams = kStreams;
    LabAct act;
    act.kind = ActKind::Ping;
    act.when = ActWhen::InsteadOfResponse;
    act.delay = kMaxActDelay;
    script.acts.assign(kMaxActs, act);
    H2ClientOptions options;
    options.maxStreams = kStreams;
    options.streamsBeforeSettings = kStreams;
    H2Client client(start(script), false, options);
    for (std::uint32_t tag = 1; tag <= kStreams; ++tag)
        client.submit(tag);
    client.flush();
    QVERIFY(client.until([&client] { return client.ended; }));
    QCOMPARE(client.goaways.size(), std::size_t{1});
    QCOMPARE(client.goaways[0].code, H2ErrorCode::EnhanceYourCalm);
    H2Client other(*m_at, false);
    other.codec.ping(1);
    other.flush();
    QVERIFY(other.until([&other] { return other.pingAcks.size() == 1; }));
}

void LabH2Test::newScriptIsForLaterRequests()
{
    H2Client client(start(R"({"body_bytes": 3, "delay_ms": 5})"), false);
    const std::int32_t first = client.send(1);
    while (m_lab.counters().requests == 0)
        std::this_thread::yield();
    m_lab.setScript(scriptFrom(R"({"body_bytes": 4})"));
    const std::int32_t second = client.send(2);
    QVERIFY(client.untilClosed(first));
    QVERIFY(client.untilClosed(second));
    QCOMPARE(client.answers[first].body.size(), std::size_t{3});
    QCOMPARE(client.answers[second].body.size(), std::size_t{4});
}

QTEST_GUILESS_MAIN(LabH2Test)
#include "tst_labh2.moc"
