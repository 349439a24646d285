// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, with plain blocking sockets against the running server:
// - a response goes out in one write, with the tag of its request, framed and sized as the script
// says, HEAD without a body;
// - pipelined requests are answered in order, also with a delay, and also when the client reads
// late;
// - keep-alive, the hint, `close` and `close_every` end connections where they say, and only there;
// - a delay is never early;
// - each act does what its name says, at its time, on each Nth request; a FIN is no reset;
// - dispatch acts reach idle connections that have carried a response, and a done ticket means that
// the client's kernel has
//   the bytes; every ticket gets done;
// - C51: it can answer a request before its body, and then reads the body, closes, or takes it for
// the next request;
// - C78: a frozen server does nothing on any connection, and can still be stopped;
// - garbage gets a 400 and an end, and the server goes on;
// - a new script is for later requests; stop() ends open connections; a taken port is a sentence.
#include "core/lab/labserver.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <chrono>
#include <linux/tcp.h>
#include <optional>
#include <thread>

using namespace reusescope;
using namespace reusescope::test;

namespace {

constexpr std::chrono::seconds kDeadline{60}; // a last net

std::string request(std::uint32_t tag, std::string_view method = "GET", std::string_view more = {})
{
    std::string text = std::string(method) + " / HTTP/1.1\r\nhost: lab\r\n";
    if (tag != 0)
        text += "x-reusescope-tag: " + std::to_string(tag) + "\r\n";
    return text.append(more).append("\r\n");
}

struct Response
{
    std::string head;
    std::string body; // without framing

    bool has(std::string_view line) const
    {
        return head.find("\r\n" + std::string(line) + "\r\n") != std::string::npos;
    }
    bool hasTag(std::uint32_t tag) const { return has("x-reusescope-tag: " + std::to_string(tag)); }
    bool isOk() const { return head.starts_with("HTTP/1.1 200 OK\r\n"); }
};

/// How a connection goes on after what was read.
enum class Next { Bytes, End, Reset, Nothing };

class Client
{
public:
    explicit Client(const Endpoint &server) : m_socket(connectTo(server))
    {
        const timeval deadline{kDeadline.count(), 0};
        ::setsockopt(m_socket.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
    }

    Socket &socket() { return m_socket; }
    void send(const std::string &bytes) { m_socket.send(bytes); }

    /// One response; nothing when the connection ends first.
    std::optional<Response> read(bool bodyless = false)
    {
        Response response;
        std::size_t end = std::string::npos;
        while ((end = m_received.find("\r\n\r\n")) == std::string::npos) {
            if (!receive())
                return std::nullopt;
        }
        response.head = take(end + 4);
        if (bodyless)
            return response;
        if (response.has("transfer-encoding: chunked")) {
            for (;;) {
                const std::optional<std::string> line = takeLine();
                if (!line)
                    return std::nullopt;
                const std::size_t size = std::stoul(*line, nullptr, 16);
                if (!receiveAtLeast(size + 2))
                    return std::nullopt;
                response.body += take(size);
                take(2);
                if (size == 0)
                    return response;
            }
        }
        const std::size_t at = response.head.find("content-length: ");
        const std::size_t size =
            at == std::string::npos ? 0 : std::stoul(response.head.substr(at + 16));
        if (!receiveAtLeast(size))
            return std::nullopt;
        response.body = take(size);
        return response;
    }
    std::optional<Response> exchange(std::uint32_t tag)
    {
        send(request(tag));
        return read();
    }

    /// Exactly these bytes next?
    bool readExactly(std::string_view expected)
    {
        return receiveAtLeast(expected.size()) && take(expected.size()) == expected;
    }
    /// What one recv() gives, beyond what was read before.
    std::string receiveOnce()
    {
        receive();
        return take(m_received.size());
    }

    /// Waits for what comes next, unless `now`.
    Next next(bool now = false)
    {
        if (!m_received.empty())
            return Next::Bytes;
        char byte;
        const ssize_t got =
            ::recv(m_socket.descriptor(), &byte, 1, now ? MSG_PEEK | MSG_DONTWAIT : MSG_PEEK);
        if (got > 0)
            return Next::Bytes;
        if (got == 0)
            return Next::End;
        return errno == EAGAIN ? Next::Nothing : Next::Reset;
    }

private:
    bool receive()
    {
        char buffer[64 * 1024];
        const ssize_t got = ::recv(m_socket.descriptor(), buffer, sizeof buffer, 0);
        if (got <= 0)
            return false;
        m_received.append(buffer, static_cast<std::size_t>(got));
        return true;
    }
    bool receiveAtLeast(std::size_t count)
    {
        while (m_received.size() < count) {
            if (!receive())
                return false;
        }
        return true;
    }
    std::string take(std::size_t count)
    {
        const std::string taken = m_received.substr(0, count);
        m_received.erase(0, count);
        return taken;
    }
    std::optional<std::string> takeLine()
    {
        std::size_t end = std::string::npos;
        while ((end = m_received.find("\r\n")) == std::string::npos) {
            if (!receive())
                return std::nullopt;
        }
        const std::string line = take(end);
        take(2);
        return line;
    }

    Socket m_socket;
    std::string m_received;
};

bool waitForActs(const LabServer &lab, std::uint64_t ticket)
{
    const auto deadline = std::chrono::steady_clock::now() + kDeadline;
    while (!lab.actsDone(ticket)) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::yield();
    }
    return true;
}

LabScript scriptWith(LabAct act)
{
    LabScript script;
    script.acts.push_back(std::move(act));
    return script;
}

LabAct act(ActKind kind, ActWhen when, std::string bytes = {}, std::chrono::microseconds delay = {},
           int every = 1)
{
    return {kind, when, delay, std::move(bytes), every};
}

constexpr std::string_view kPoison =
    "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: keep-alive\r\n\r\npoison";

} // namespace

class LabServerTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void answersInOneWrite();
    void framesTheBody_data();
    void framesTheBody();
    void headHasNoBody();
    void requestBodyIsSkipped();
    void splitsHeadAndBody();
    void pipelined_data();
    void pipelined();
    void lateReader();
    void keepAliveAndHint();
    void closes_data();
    void closes();
    void clientAsksForClose();
    void delayIsNeverEarly();
    void halfClosedClientIsAnswered();
    void bytesAfterTheResponse_data();
    void bytesAfterTheResponse();
    void actsEndTheConnection_data();
    void actsEndTheConnection();
    void everyNth();
    void instead();
    void insteadWithAPartOfAResponse();
    void finIsNoReset();
    void stopReading();
    void answersBeforeTheBody_data();
    void answersBeforeTheBody();
    void speaksBeforeTheBody();
    void idleActsAreForIdleConnections();
    void writesTheTagWhereItIsAskedFor();
    void freezesAsAWhole();
    void stopsWhileFrozen();
    void abandonedConnectionIsLetGo();
    void actAfterLongResponse();
    void dispatchActs_data();
    void dispatchActs();
    void dispatchActsOnIdleConnectionsOnly();
    void dispatchActWithDelay();
    void everyTicketGetsDone();
    void ticketWithoutServerIsDone();
    void garbage_data();
    void garbage();
    void newScriptIsForLaterRequests();
    void manyConnections();
    void stopWhileConnected();
    void startsAgain();
    void takenPort();
    void refusesAScriptOutsideOfItsLimits();

private:
    Endpoint start(const LabScript &script);

    std::optional<LabServer> m_lab;
};

void LabServerTest::init()
{
    m_lab.emplace();
}

Endpoint LabServerTest::start(const LabScript &script)
{
    const Result<Endpoint> listening = m_lab->start(script);
    return listening ? *listening : Endpoint();
}

void LabServerTest::answersInOneWrite()
{
    Client client(start({}));
    client.send(request(7));
    QCOMPARE(client.receiveOnce(),
             std::string("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n"
                         "x-reusescope-tag: 7\r\n\r\nok"));
    client.send(request(0));
    QCOMPARE(
        client.receiveOnce(),
        std::string("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok"));
    const LabServer::Counters counters = m_lab->counters();
    QCOMPARE(counters.connections, std::uint64_t{1});
    QCOMPARE(counters.openConnections, std::uint64_t{1});
    QCOMPARE(counters.requests, std::uint64_t{2});
    QCOMPARE(counters.responses, std::uint64_t{2});
    QCOMPARE(counters.actsPerformed, std::uint64_t{0});
}

void LabServerTest::framesTheBody_data()
{
    QTest::addColumn<bool>("chunked");
    QTest::addColumn<qulonglong>("bytes");
    for (const bool chunked : {false, true}) {
        for (const qulonglong bytes : {0ULL, 1ULL, 65'536ULL, 65'537ULL, 16'777'216ULL})
            QTest::addRow("%s, %llu bytes", chunked ? "chunked" : "length", bytes)
                << chunked << bytes;
    }
}

void LabServerTest::framesTheBody()
{
    QFETCH(bool, chunked);
    QFETCH(qulonglong, bytes);
    LabScript script;
    script.framing = chunked ? Framing::Chunked : Framing::Length;
    script.bodyBytes = bytes;
    Client client(start(script));
    for (std::uint32_t tag = 1; tag <= 2; ++tag) {
        const std::optional<Response> response = client.exchange(tag);
        QVERIFY(response && response->isOk());
        QVERIFY(response->hasTag(tag));
        QCOMPARE(response->has("transfer-encoding: chunked"), chunked);
        QCOMPARE(response->body.size(), std::size_t{bytes});
    }
    QCOMPARE(client.next(true), Next::Nothing);
}

void LabServerTest::headHasNoBody()
{
    LabScript script;
    script.bodyBytes = 5;
    Client client(start(script));
    client.send(request(1, "HEAD"));
    const std::optional<Response> response = client.read(true);
    QVERIFY(response && response->isOk());
    QVERIFY(response->has("content-length: 5"));
    // A body would stand in front of the next response.
    const std::optional<Response> next = client.exchange(2);
    QVERIFY(next && next->isOk() && next->hasTag(2));
}

void LabServerTest::requestBodyIsSkipped()
{
    Client client(start({}));
    client.send(request(1, "POST", "content-length: 5\r\n") + "he");
    client.send("llo" + request(2));
    for (std::uint32_t tag = 1; tag <= 2; ++tag) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->isOk() && response->hasTag(tag));
    }
}

void LabServerTest::splitsHeadAndBody()
{
    const auto dataSegments = [](Client &client) {
        tcp_info info{};
        socklen_t length = sizeof info;
        ::getsockopt(client.socket().descriptor(), IPPROTO_TCP, TCP_INFO, &info, &length);
        return info.tcpi_data_segs_in;
    };
    LabScript script;
    const Endpoint at = start(script);
    Client whole(at);
    QVERIFY(whole.exchange(1).has_value());
    QCOMPARE(dataSegments(whole), 1u);
    script.splitHeadAndBody = true;
    m_lab->setScript(script);
    Client split(at);
    const std::optional<Response> response = split.exchange(1);
    QVERIFY(response && response->isOk());
    QCOMPARE(response->body, std::string("ok"));
    QCOMPARE(dataSegments(split), 2u);
}

void LabServerTest::pipelined_data()
{
    QTest::addColumn<int>("delay");
    QTest::addRow("at once") << 0;
    QTest::addRow("1 ms each") << 1;
}

void LabServerTest::pipelined()
{
    QFETCH(int, delay);
    LabScript script;
    script.delay = Milliseconds(delay);
    Client client(start(script));
    std::string all;
    for (std::uint32_t tag = 1; tag <= 20; ++tag)
        all += request(tag);
    const std::size_t cut = all.size() - 10;
    client.send(all.substr(0, cut));
    client.send(all.substr(cut));
    for (std::uint32_t tag = 1; tag <= 20; ++tag) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->isOk());
        QVERIFY(response->hasTag(tag));
    }
    QCOMPARE(client.next(true), Next::Nothing);
}

void LabServerTest::lateReader()
{
    // Far more than the socket buffers and the limit of waiting input hold, in both directions.
    LabScript script;
    script.bodyBytes = 1000;
    Client client(start(script));
    constexpr std::uint32_t kRequests = 60'000;
    std::thread sender([&] {
        for (std::uint32_t tag = 1; tag <= kRequests; ++tag)
            client.send(request(tag));
    });
    bool inOrder = true;
    for (std::uint32_t tag = 1; tag <= kRequests && inOrder; ++tag) {
        const std::optional<Response> response = client.read();
        inOrder = response && response->isOk() && response->hasTag(tag);
    }
    if (!inOrder)
        client.socket().close();
    sender.join();
    QVERIFY(inOrder);
}

void LabServerTest::keepAliveAndHint()
{
    LabScript script;
    script.keepAliveHint = "timeout=5, max=10";
    Client client(start(script));
    for (std::uint32_t tag = 1; tag <= 5; ++tag) {
        const std::optional<Response> response = client.exchange(tag);
        QVERIFY(response && response->isOk());
        QVERIFY(response->has("keep-alive: timeout=5, max=10"));
        QVERIFY(response->has("connection: keep-alive"));
    }
    QCOMPARE(m_lab->counters().connections, std::uint64_t{1});
}

void LabServerTest::closes_data()
{
    QTest::addColumn<bool>("close");
    QTest::addColumn<int>("closeEvery");
    QTest::addColumn<int>("responses");
    QTest::addRow("each") << true << 0 << 1;
    QTest::addRow("every first") << false << 1 << 1;
    QTest::addRow("every third") << false << 3 << 3;
}

void LabServerTest::closes()
{
    QFETCH(bool, close);
    QFETCH(int, closeEvery);
    QFETCH(int, responses);
    LabScript script;
    script.close = close;
    script.closeEvery = closeEvery;
    Client client(start(script));
    // All at once: what lies behind the last response must not be answered.
    std::string all;
    for (int index = 1; index <= responses + 2; ++index)
        all += request(static_cast<std::uint32_t>(index));
    client.send(all);
    for (int index = 1; index <= responses; ++index) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(static_cast<std::uint32_t>(index)));
        QCOMPARE(response->has("connection: close"), index == responses);
    }
    QCOMPARE(client.next(), Next::End);
    QCOMPARE(m_lab->counters().requests, static_cast<std::uint64_t>(responses));
}

void LabServerTest::clientAsksForClose()
{
    Client client(start({}));
    client.send(request(1, "GET", "Connection: foo, Close\r\n"));
    const std::optional<Response> response = client.read();
    QVERIFY(response && response->has("connection: close"));
    QCOMPARE(client.next(), Next::End);
}

void LabServerTest::delayIsNeverEarly()
{
    LabScript script;
    script.delay = Milliseconds{10};
    Client client(start(script));
    for (std::uint32_t tag = 1; tag <= 5; ++tag) {
        const auto sent = std::chrono::steady_clock::now();
        const std::optional<Response> response = client.exchange(tag);
        const auto took = std::chrono::steady_clock::now() - sent;
        QVERIFY(response && response->hasTag(tag));
        QVERIFY(took >= Milliseconds{10});
    }
}

void LabServerTest::halfClosedClientIsAnswered()
{
    LabScript script;
    script.delay = Milliseconds{1};
    Client client(start(script));
    client.send(request(1) + request(2));
    ::shutdown(client.socket().descriptor(), SHUT_WR);
    for (std::uint32_t tag = 1; tag <= 2; ++tag) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(tag));
    }
    QCOMPARE(client.next(), Next::End);
}

void LabServerTest::bytesAfterTheResponse_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<int>("delay");
    const QByteArray poison(kPoison.data(), qsizetype(kPoison.size()));
    QTest::addRow("response, same write") << QByteArray("@response") << poison << 0;
    QTest::addRow("response, at once behind it") << QByteArray("@response") << poison << 1;
    QTest::addRow("response, 500 us behind it") << QByteArray("@response") << poison << 500;
    QTest::addRow("response, 2500 us behind it") << QByteArray("@response") << poison << 2500;
    QTest::addRow("line break") << QByteArray("\r\n") << QByteArray("\r\n") << 1000;
    QTest::addRow("NUL") << QByteArray("\0\1", 2) << QByteArray("\0\1", 2) << 0;
}

void LabServerTest::bytesAfterTheResponse()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    QFETCH(int, delay);
    const std::chrono::microseconds wait(delay);
    Client client(start(
        scriptWith(act(ActKind::SendBytes, ActWhen::AfterResponse, bytes.toStdString(), wait))));
    const auto sent = std::chrono::steady_clock::now();
    client.send(request(1));
    if (delay == 0) {
        const std::string together = client.receiveOnce();
        QVERIFY(together.ends_with("\r\n\r\nok" + expected.toStdString()));
    } else {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(1));
        QVERIFY(client.readExactly(expected.toStdString()));
        QVERIFY(std::chrono::steady_clock::now() - sent >= wait);
    }
    QCOMPARE(m_lab->counters().actsPerformed, std::uint64_t{1});
    QCOMPARE(client.next(true), Next::Nothing);
}

void LabServerTest::actsEndTheConnection_data()
{
    QTest::addColumn<ActKind>("kind");
    QTest::addColumn<int>("delay");
    QTest::addColumn<Next>("next");
    for (const int delay : {0, 300, 1200}) {
        QTest::addRow("fin, %d us", delay) << ActKind::Fin << delay << Next::End;
        QTest::addRow("rst, %d us", delay) << ActKind::Rst << delay << Next::Reset;
        QTest::addRow("408, %d us", delay) << ActKind::Status408 << delay << Next::End;
    }
}

void LabServerTest::actsEndTheConnection()
{
    QFETCH(ActKind, kind);
    QFETCH(int, delay);
    QFETCH(Next, next);
    const Endpoint at = start(
        scriptWith(act(kind, ActWhen::AfterResponse, {}, std::chrono::microseconds(delay), 2)));
    Client client(at);
    QVERIFY(client.exchange(1).has_value());
    QCOMPARE(client.next(true), Next::Nothing);
    client.send(request(2));
    if (kind == ActKind::Rst) {
        // The reset may overtake what was not yet read.
        while (client.next() == Next::Bytes)
            client.receiveOnce();
    } else {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(2));
    }
    if (kind == ActKind::Status408) {
        const std::optional<Response> late = client.read();
        QVERIFY(late && late->head.starts_with("HTTP/1.1 408 Request Timeout\r\n"));
        QVERIFY(late->has("connection: close"));
    }
    if (kind != ActKind::Rst)
        QCOMPARE(client.next(), next);
    QCOMPARE(m_lab->counters().actsPerformed, std::uint64_t{1});
}

void LabServerTest::everyNth()
{
    Client client(start(scriptWith(act(ActKind::SendBytes, ActWhen::AfterResponse, "!", {}, 3))));
    for (std::uint32_t tag = 1; tag <= 9; ++tag) {
        client.send(request(tag));
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(tag));
        if (tag % 3 == 0)
            QVERIFY(client.readExactly("!"));
        QCOMPARE(client.next(true), Next::Nothing);
    }
    QCOMPARE(m_lab->counters().actsPerformed, std::uint64_t{3});
}

void LabServerTest::instead()
{
    LabScript script;
    script.delay = Milliseconds{1};
    script.acts = {
        act(ActKind::SendBytes, ActWhen::InsteadOfResponse, "@response", {}, 2),
        act(ActKind::Fin, ActWhen::InsteadOfResponse, {}, std::chrono::microseconds(200), 4)};
    Client client(start(script));
    client.send(request(1) + request(2) + request(3) + request(4) + request(5));
    for (std::uint32_t tag = 1; tag <= 4; ++tag) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->isOk());
        QCOMPARE(response->hasTag(tag), tag % 2 == 1);
        QCOMPARE(response->body, std::string(tag % 2 == 1 ? "ok" : "poison"));
    }
    QCOMPARE(client.next(), Next::End);
    QCOMPARE(m_lab->counters().responses, std::uint64_t{2});
    QCOMPARE(m_lab->counters().requests, std::uint64_t{4});
}

void LabServerTest::insteadWithAPartOfAResponse()
{
    LabScript script;
    script.acts = {act(ActKind::SendBytes, ActWhen::InsteadOfResponse,
                       "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart"),
                   act(ActKind::Fin, ActWhen::InsteadOfResponse)};
    Client client(start(script));
    client.send(request(1));
    QVERIFY(client.readExactly("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart"));
    QCOMPARE(client.next(), Next::End);
}

void LabServerTest::finIsNoReset()
{
    const Endpoint at = start(scriptWith(act(ActKind::Fin, ActWhen::AfterResponse)));
    Client client(at);
    QVERIFY(client.exchange(1).has_value());
    QCOMPARE(client.next(), Next::End);
    client.send(request(2));
    // A round trip on another connection: by now the server has met the request.
    Client other(at);
    QVERIFY(other.exchange(3).has_value());
    client.send(request(4));
    pollfd entry{client.socket().descriptor(), POLLIN, 0};
    QCOMPARE(::poll(&entry, 1, 0), 1);
    QCOMPARE(int(entry.revents), POLLIN);
    QCOMPARE(m_lab->counters().requests, std::uint64_t{2});
    QCOMPARE(m_lab->counters().openConnections, std::uint64_t{2});
}

void LabServerTest::stopReading()
{
    const Endpoint at =
        start(scriptWith(act(ActKind::StopReading, ActWhen::AfterResponse, {}, {}, 2)));
    Client client(at);
    QVERIFY(client.exchange(1).has_value());
    QVERIFY(client.exchange(2).has_value());
    client.send(request(3));
    Client other(at);
    QVERIFY(other.exchange(4).has_value());
    QCOMPARE(client.next(true), Next::Nothing);
    QCOMPARE(m_lab->counters().requests, std::uint64_t{3});
    QCOMPARE(m_lab->counters().openConnections, std::uint64_t{2});
}

void LabServerTest::answersBeforeTheBody_data()
{
    QTest::addColumn<LabBody>("body");
    QTest::addColumn<bool>("bodyIsARequest");
    for (const bool isRequest : {false, true}) {
        for (const LabBody body : {LabBody::Drain, LabBody::Close, LabBody::Misread})
            QTest::addRow("%s, %s", name(body).data(), isRequest ? "a request" : "text")
                << body << isRequest;
    }
}

void LabServerTest::answersBeforeTheBody()
{
    QFETCH(LabBody, body);
    QFETCH(bool, bodyIsARequest);
    LabAct refusal = act(ActKind::Status, ActWhen::BeforeBody);
    refusal.status = 403;
    refusal.body = body;
    Client client(start(scriptWith(refusal)));
    const std::string text =
        bodyIsARequest ? request(0, "GET", "x-reusescope-tag: 77\r\n") : std::string("HELLO");
    client.send(request(1, "POST", "content-length: " + std::to_string(text.size()) + "\r\n"));
    // The whole body is still to come.
    const std::optional<Response> refused = client.read();
    QVERIFY(refused && refused->head.starts_with("HTTP/1.1 403") && refused->hasTag(1));
    QCOMPARE(refused->has("connection: close"), body == LabBody::Close);
    client.send(text);
    client.send(request(2));
    if (body == LabBody::Close) {
        QCOMPARE(client.next(), Next::End);
        return;
    }
    if (body == LabBody::Misread) {
        const std::optional<Response> second = client.read();
        QVERIFY(second.has_value());
        QCOMPARE(second->isOk(), bodyIsARequest);
        if (!bodyIsARequest) {
            QVERIFY(second->head.starts_with("HTTP/1.1 400"));
            QCOMPARE(client.next(), Next::End);
            return;
        }
        QVERIFY(second->hasTag(77)); // an answer to what nobody meant as a request
    }
    const std::optional<Response> response = client.read();
    QVERIFY(response && response->isOk() && response->hasTag(2));
    QCOMPARE(client.next(true), Next::Nothing);
    QCOMPARE(m_lab->counters().requests, std::uint64_t{body == LabBody::Misread ? 3u : 2u});
    QCOMPARE(m_lab->counters().responses, m_lab->counters().requests);
}

/// Other acts leave the request to be answered as usual, and a request without a body has no such
/// moment.
void LabServerTest::speaksBeforeTheBody()
{
    constexpr const char *kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    LabAct go = act(ActKind::SendBytes, ActWhen::BeforeBody, kContinue);
    go.delay = std::chrono::microseconds(1500);
    Client client(start(scriptWith(go)));
    const std::optional<Response> plain = client.exchange(1);
    QVERIFY(plain && plain->isOk() && plain->hasTag(1));
    client.send(request(2, "POST", "transfer-encoding: chunked\r\n") + "2\r\nhi\r\n0\r\n\r\n");
    QVERIFY(client.readExactly(kContinue));
    const std::optional<Response> response = client.read();
    QVERIFY(response && response->isOk() && response->hasTag(2));
}

void LabServerTest::idleActsAreForIdleConnections()
{
    LabScript script;
    LabAct first = act(ActKind::SendBytes, ActWhen::Idle, "first");
    first.delay = std::chrono::milliseconds(50);
    LabAct second = act(ActKind::SendBytes, ActWhen::Idle, "second");
    second.delay = std::chrono::milliseconds(50);
    second.every = 2;
    script.acts = {first, second};
    Client client(start(script));
    client.send(request(1) + request(2));
    for (std::uint32_t tag = 1; tag <= 2; ++tag) {
        const std::optional<Response> response = client.read();
        QVERIFY(response && response->hasTag(tag));
    }
    // The first request was followed by the second one, so that only that one's acts are left.
    QVERIFY(client.readExactly("firstsecond"));
    QCOMPARE(m_lab->counters().actsPerformed, std::uint64_t{2});
}

void LabServerTest::writesTheTagWhereItIsAskedFor()
{
    Client client(start(scriptWith(act(ActKind::SendBytes, ActWhen::InsteadOfResponse,
                                       "HTTP/1.0 200 Fine\r\nx-reusescope-tag: @tag\r\n"
                                       "content-length: 4\r\n\r\n@tag"))));
    client.send(request(4711));
    const std::optional<Response> response = client.read();
    QVERIFY(response && response->hasTag(4711));
    QCOMPARE(response->body, std::string("4711"));
}

void LabServerTest::freezesAsAWhole()
{
    LabAct freeze = act(ActKind::Freeze, ActWhen::AfterResponse);
    freeze.freeze = Milliseconds{150};
    const Endpoint at = start(scriptWith(freeze));
    Client other(at);
    Client client(at);
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY(client.exchange(1).has_value());
    // The freeze has begun right behind that response, or is about to: nothing else comes between.
    const std::optional<Response> late = other.exchange(2);
    QVERIFY(late && late->hasTag(2));
    QVERIFY(std::chrono::steady_clock::now() - begin >= freeze.freeze);
}

void LabServerTest::stopsWhileFrozen()
{
    LabAct freeze = act(ActKind::Freeze, ActWhen::AfterResponse);
    freeze.freeze = kMaxFreeze;
    Client client(start(scriptWith(freeze)));
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY(client.exchange(1).has_value());
    m_lab->stop();
    QVERIFY(std::chrono::steady_clock::now() - begin < freeze.freeze / 2);
}

void LabServerTest::abandonedConnectionIsLetGo()
{
    const Endpoint at = start(scriptWith(act(ActKind::StopReading, ActWhen::AfterResponse)));
    {
        Client client(at);
        QVERIFY(client.exchange(1).has_value());
    }
    Client other(at);
    QVERIFY(other.exchange(2).has_value());
    QCOMPARE(m_lab->counters().openConnections, std::uint64_t{1});
}

void LabServerTest::actAfterLongResponse()
{
    LabScript script = scriptWith(act(ActKind::SendBytes, ActWhen::AfterResponse, "!"));
    script.bodyBytes = 8 * 1024 * 1024;
    Client client(start(script));
    const std::optional<Response> response = client.exchange(1);
    QVERIFY(response && response->isOk());
    QCOMPARE(response->body.find('!'), std::string::npos);
    QVERIFY(client.readExactly("!"));
}

void LabServerTest::dispatchActs_data()
{
    QTest::addColumn<ActKind>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("seen");
    QTest::addColumn<Next>("next");
    QTest::addRow("poison") << ActKind::SendBytes << QByteArray("@response")
                            << QByteArray(kPoison.data(), qsizetype(kPoison.size()))
                            << Next::Nothing;
    QTest::addRow("one letter") << ActKind::SendBytes << QByteArray("H") << QByteArray("H")
                                << Next::Nothing;
    QTest::addRow("fin") << ActKind::Fin << QByteArray() << QByteArray() << Next::End;
    QTest::addRow("rst") << ActKind::Rst << QByteArray() << QByteArray() << Next::Reset;
    QTest::addRow("408") << ActKind::Status408 << QByteArray()
                         << QByteArray("HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n"
                                       "connection: close\r\n\r\n")
                         << Next::End;
}

void LabServerTest::dispatchActs()
{
    QFETCH(ActKind, kind);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, seen);
    QFETCH(Next, next);
    const Endpoint at = start(scriptWith(act(kind, ActWhen::OnDispatch, bytes.toStdString())));
    for (int round = 0; round < 50; ++round) {
        Client client(at);
        QVERIFY(client.exchange(1).has_value());
        QVERIFY(waitForActs(*m_lab, m_lab->performDispatchActs()));
        // Without waiting: the client's kernel has it already.
        if (!seen.isEmpty()) {
            QCOMPARE(client.next(true), Next::Bytes);
            QVERIFY(client.readExactly(seen.toStdString()));
        }
        QCOMPARE(client.next(true), next);
    }
}

void LabServerTest::dispatchActsOnIdleConnectionsOnly()
{
    LabScript script = scriptWith(act(ActKind::SendBytes, ActWhen::OnDispatch, "!", {}, 2));
    const Endpoint at = start(script);
    Client unused(at);
    Client oneRequest(at);
    QVERIFY(oneRequest.exchange(1).has_value());
    Client twoRequests(at);
    QVERIFY(twoRequests.exchange(1).has_value());
    QVERIFY(twoRequests.exchange(2).has_value());
    Client inARequest(at);
    QVERIFY(inARequest.exchange(1).has_value());
    QVERIFY(inARequest.exchange(2).has_value());
    inARequest.send("GET / HTTP/1.1\r\n");
    Client fence(at);
    QVERIFY(fence.exchange(1).has_value());

    QVERIFY(waitForActs(*m_lab, m_lab->performDispatchActs()));
    QCOMPARE(m_lab->counters().actsPerformed, std::uint64_t{1});
    QCOMPARE(unused.next(true), Next::Nothing);
    QCOMPARE(oneRequest.next(true), Next::Nothing);
    QCOMPARE(inARequest.next(true), Next::Nothing);
    QCOMPARE(fence.next(true), Next::Nothing);
    QVERIFY(twoRequests.readExactly("!"));
    // The one that was skipped is not disturbed.
    inARequest.send("\r\n");
    QVERIFY(inARequest.read().has_value());
}

void LabServerTest::dispatchActWithDelay()
{
    const std::chrono::microseconds delay{1700};
    Client client(start(scriptWith(act(ActKind::SendBytes, ActWhen::OnDispatch, "!", delay))));
    QVERIFY(client.exchange(1).has_value());
    const auto asked = std::chrono::steady_clock::now();
    QVERIFY(waitForActs(*m_lab, m_lab->performDispatchActs()));
    QVERIFY(std::chrono::steady_clock::now() - asked >= delay);
    QCOMPARE(client.next(true), Next::Bytes);
}

void LabServerTest::everyTicketGetsDone()
{
    LabScript script =
        scriptWith(act(ActKind::SendBytes, ActWhen::OnDispatch, std::string(kMaxActBytes, 'x')));
    script.acts.push_back(
        act(ActKind::SendBytes, ActWhen::OnDispatch, "later", Milliseconds{60'000}));
    const Endpoint at = start(script);
    std::uint64_t last = 0;
    {
        // It never reads: sooner or later its buffers are full.
        Client client(at);
        QVERIFY(client.exchange(1).has_value());
        for (int count = 0; count < 64; ++count)
            last = m_lab->performDispatchActs();
        QVERIFY(!m_lab->actsDone(last));
    }
    QVERIFY(waitForActs(*m_lab, last));
    Client other(at);
    QVERIFY(other.exchange(2).has_value());
}

void LabServerTest::ticketWithoutServerIsDone()
{
    QVERIFY(m_lab->actsDone(m_lab->performDispatchActs()));
    LabScript script =
        scriptWith(act(ActKind::SendBytes, ActWhen::OnDispatch, "late", Milliseconds{60'000}));
    Client client(start(script));
    QVERIFY(client.exchange(1).has_value());
    const std::uint64_t ticket = m_lab->performDispatchActs();
    m_lab->stop();
    QVERIFY(m_lab->actsDone(ticket));
    QVERIFY(m_lab->actsDone(m_lab->performDispatchActs()));
}

void LabServerTest::garbage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("no method") << QByteArray("\x01\x02\x03\r\n\r\n");
    QTest::addRow("gzip") << QByteArray("\x1f\x8b\x08\x00\x00\r\n\r\n", 9);
    QTest::addRow("a response") << QByteArray("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    QTest::addRow("TLS hello") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
                                             15);
    QTest::addRow("two lengths") << QByteArray(
        "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx");
    QTest::addRow("a head without end")
        << QByteArray("GET / HTTP/1.1\r\nx: ").append(QByteArray(300'000, 'x'));
    QTest::addRow("after a good request")
        << QByteArray("GET / HTTP/1.1\r\nhost: lab\r\n\r\n\x01\x02\r\n\r\n");
}

void LabServerTest::garbage()
{
    QFETCH(QByteArray, bytes);
    const Endpoint at = start({});
    Client client(at);
    client.send(bytes.toStdString());
    std::optional<Response> response = client.read();
    if (response && response->isOk())
        response = client.read();
    QVERIFY(response.has_value());
    QVERIFY(response->head.starts_with("HTTP/1.1 400 Bad Request\r\n"));
    QVERIFY(response->has("connection: close"));
    QCOMPARE(client.next(), Next::End);
    // Good requests come too late on this connection, but not on another one.
    client.send(request(1));
    Client other(at);
    const std::optional<Response> good = other.exchange(2);
    QVERIFY(good && good->isOk() && good->hasTag(2));
    QCOMPARE(client.next(true), Next::End);
}

void LabServerTest::newScriptIsForLaterRequests()
{
    LabScript script;
    script.bodyBytes = 3;
    Client client(start(script));
    for (std::uint32_t round = 1; round <= 20; ++round) {
        script.bodyBytes = round;
        m_lab->setScript(script);
        const std::optional<Response> response = client.exchange(round);
        QVERIFY(response && response->hasTag(round));
        QCOMPARE(response->body.size(), std::size_t{round});
    }
}

void LabServerTest::manyConnections()
{
    const Endpoint at = start({});
    std::vector<Client> clients;
    constexpr std::uint32_t kCount = 200;
    for (std::uint32_t index = 0; index < kCount; ++index)
        clients.emplace_back(at);
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t index = 0; index < kCount; ++index)
            clients[index].send(request(index + 1));
        for (std::uint32_t index = 0; index < kCount; ++index) {
            const std::optional<Response> response = clients[index].read();
            QVERIFY(response && response->isOk());
            QVERIFY(response->hasTag(index + 1));
        }
    }
    QCOMPARE(m_lab->counters().connections, std::uint64_t{kCount});
    QCOMPARE(m_lab->counters().openConnections, std::uint64_t{kCount});
    QCOMPARE(m_lab->counters().responses, std::uint64_t{3 * kCount});
}

void LabServerTest::stopWhileConnected()
{
    LabScript script;
    script.delay = Milliseconds{60'000};
    const Endpoint at = start(script);
    Client idle(at);
    Client waiting(at);
    waiting.send(request(1));
    m_lab->stop();
    QCOMPARE(idle.next(), Next::End);
    // A reset when the request was still unread.
    const Next ended = waiting.next();
    QVERIFY(ended == Next::End || ended == Next::Reset);
    QVERIFY(connectTo(at).descriptor() < 0);
    QCOMPARE(m_lab->counters().openConnections, std::uint64_t{0});
    m_lab->stop();
}

void LabServerTest::startsAgain()
{
    for (int round = 0; round < 3; ++round) {
        Client client(start({}));
        const std::optional<Response> response = client.exchange(1);
        QVERIFY(response && response->isOk());
        QCOMPARE(m_lab->counters().requests, std::uint64_t{1});
        QCOMPARE(m_lab->start({}).error().detail, std::string("the lab server runs already"));
        m_lab->stop();
    }
}

void LabServerTest::takenPort()
{
    const Socket other = boundSocket(Endpoint::loopback(0), true);
    const Endpoint taken = localEndpoint(other);
    const Result<Endpoint> listening = m_lab->start({}, taken.port());
    QVERIFY(!listening.hasValue());
    QCOMPARE(listening.error().kind, ErrorKind::Io);
    QCOMPARE(listening.error().native, long{EADDRINUSE});
    QCOMPARE(listening.error().detail,
             "cannot listen on " + taken.text() + ": Address already in use");
    // The failure leaves nothing behind.
    Client client(start({}));
    QVERIFY(client.exchange(1).has_value());
}

void LabServerTest::refusesAScriptOutsideOfItsLimits()
{
    LabScript script;
    script.closeEvery = -1;
    const Result<Endpoint> listening = m_lab->start(script);
    QVERIFY(!listening.hasValue());
    QCOMPARE(listening.error().kind, ErrorKind::Input);
    QCOMPARE(listening.error().detail,
             std::string("/close_every: expected a whole number from 0 to 1000000"));
}

QTEST_GUILESS_MAIN(LabServerTest)
#include "tst_labserver.moc"
