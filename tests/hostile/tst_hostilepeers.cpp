// SPDX-License-Identifier: GPL-3.0-or-later
// Peers that mean harm. A client meets servers, on real loopback sockets and virtual time:
// - what has no end (fields, lines, interim responses, extensions, trailers, line breaks) ends at a
//   named limit, long before all of it was taken;
// - what is slow, or announced and never sent, ends at a deadline;
// - what is malformed fails its request; the next one is answered;
// - floods of HTTP/2 frames end in a limit or a deadline.
// The lab meets clients that do the like, and answers a polite one afterwards.
// In all of it the memory of the process stays bounded.
#include "core/lab/labserver.h"
#include "tests/support/casebook.h"
#include "tests/support/h2peer.h"
#include "tests/support/sanitizers.h"

#include <QFile>
#include <QTest>

#include <poll.h>
#include <set>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;
using H2Bench = BasicClientBench<H2Peer>;

constexpr std::size_t kEndless = 24 * 1024 * 1024; // bytes: more than any buffer on the way
constexpr std::size_t kTaken = 12 * 1024 * 1024; // what the kernel's buffers may have swallowed
constexpr qint64 kMiB = 1024 * 1024;
constexpr qint64 kMemory = (kFreedMemoryIsKept ? 1024 : 64) * kMiB; // with the peer's own copies

std::string repeated(std::string_view unit, std::size_t bytes)
{
    std::string text;
    text.reserve(bytes + unit.size());
    while (text.size() < bytes)
        text += unit;
    return text;
}

/// A literal with all its NULs but the last.
template <std::size_t Size> QByteArray bytesOf(const char (&literal)[Size])
{
    return QByteArray(literal, static_cast<qsizetype>(Size - 1));
}

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').at(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream,
                  const std::string &payload)
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

constexpr const char *kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::uint8_t kData = 0, kHeaders = 1, kRst = 3, kSettings = 4, kPing = 6,
                       kWindowUpdate = 8, kContinuation = 9;

std::string word(std::uint32_t value)
{
    std::string out;
    for (const int shift : {24, 16, 8, 0})
        out += static_cast<char>(value >> shift & 0xff);
    return out;
}

/// What a hostile client sends to the lab, until it is cut off or all is sent. Returns the bytes.
std::size_t attack(std::uint16_t port, std::string_view first, std::string_view unit)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const Endpoint to = Endpoint::loopback(port);
    (void)::connect(fd, to.address(), to.length());
    const std::string much = repeated(unit, 64 * 1024);
    std::size_t sent = 0;
    std::string_view left = first;
    while (sent < kEndless) {
        pollfd entry{fd, POLLOUT | POLLIN, 0};
        if (::poll(&entry, 1, 2000) != 1 || (entry.revents & (POLLERR | POLLHUP)) != 0)
            break; // it takes no more, or has cut us off
        char buffer[65536];
        if ((entry.revents & POLLIN) != 0 && ::recv(fd, buffer, sizeof buffer, 0) == 0)
            break;
        if ((entry.revents & POLLOUT) == 0)
            continue;
        if (left.empty())
            left = much;
        const ssize_t got = ::send(fd, left.data(), left.size(), MSG_NOSIGNAL);
        if (got < 0 && errno == EAGAIN)
            continue;
        if (got <= 0)
            break;
        sent += static_cast<std::size_t>(got);
        left.remove_prefix(static_cast<std::size_t>(got));
    }
    ::close(fd);
    return sent;
}

/// What the lab says to one request of HTTP/1.1.
QByteArray politely(std::uint16_t port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const Endpoint to = Endpoint::loopback(port);
    QByteArray answer;
    constexpr std::string_view kRequest =
        "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    if (::connect(fd, to.address(), to.length()) == 0
        && ::send(fd, kRequest.data(), kRequest.size(), MSG_NOSIGNAL) > 0) {
        char buffer[4096];
        for (ssize_t got = 0; (got = ::recv(fd, buffer, sizeof buffer, 0)) > 0;)
            answer.append(buffer, got);
    }
    ::close(fd);
    return answer;
}

} // namespace

class TestHostilePeers : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_memory = residentBytes(); }
    void cleanup()
    {
        const qint64 grown = residentBytes() - m_memory;
        QVERIFY2(grown < kMemory, qPrintable(QStringLiteral("%1 bytes more").arg(grown)));
    }

    void withoutEnd_data()
    {
        QTest::addColumn<QByteArray>("begins");
        QTest::addColumn<QByteArray>("goesOn");
        const auto row = [](const char *name, const char *begins, const char *goesOn) {
            QTest::addRow("%s", name) << QByteArray(begins) << QByteArray(goesOn);
        };
        row("header fields", "HTTP/1.1 200 OK\r\n", "name: value\r\n");
        row("a header line", "HTTP/1.1 200 OK\r\nname: ", "valuevaluevalue");
        row("a field name", "HTTP/1.1 200 OK\r\n", "namenamename");
        row("a status line", "HTTP/1.1 200 ", "OK OK OK ");
        row("interim responses", "", "HTTP/1.1 103 Early Hints\r\n\r\n");
        row("an extension", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "aaaaaaaa");
        row("extensions of many chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            "1;extension=value\r\nx\r\n");
        row("zeros of a chunk size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            "00000000");
        row("a trailer", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "t: v\r\n");
        row("line breaks", "", "\r\n\r\n");
    }
    void withoutEnd()
    {
        QFETCH(QByteArray, begins);
        QFETCH(QByteArray, goesOn);
        H1CaseBench bench({}, H1CaseBench::tagged());
        bench.peer.answer = [&](const PeerRequest &request) {
            if (request.connection > 0)
                return Reply{ScriptedPeer::ok(request)};
            return Reply{begins.toStdString() + repeated(goesOn.toStdString(), kEndless)};
        };
        bench.submit();
        bench.run();
        CHECK_OUTCOME(bench.record(1), Outcome::FailedProtocol);
        CHECK_REASON(bench.record(1), Reason::LimitExceeded);
        QVERIFY(bench.peer.bytesSent(0) < kTaken);
        CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    }

    void malformed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addRow("NUL in a value")
            << bytesOf("HTTP/1.1 200 OK\r\na: b\0c\r\ncontent-length: 0\r\n\r\n");
        QTest::addRow("NUL in a name")
            << bytesOf("HTTP/1.1 200 OK\r\na\0b: c\r\ncontent-length: 0\r\n\r\n");
        QTest::addRow("a lone CR")
            << QByteArray("HTTP/1.1 200 OK\r\na: b\rc\r\ncontent-length: 0\r\n\r\n");
        QTest::addRow("a lone LF")
            << QByteArray("HTTP/1.1 200 OK\na: b\r\ncontent-length: 0\r\n\r\n");
        QTest::addRow("noise") << QByteArray("\xff\xfe\xfd\xfc\xfb\xfa");
    }
    void malformed()
    {
        QFETCH(QByteArray, bytes);
        H1CaseBench bench({}, H1CaseBench::tagged());
        bench.peer.answer = [&](const PeerRequest &request) {
            return Reply{request.connection > 0 ? ScriptedPeer::ok(request) : bytes.toStdString()};
        };
        bench.submit();
        bench.run();
        CHECK_OUTCOME(bench.record(1), Outcome::FailedProtocol);
        CHECK_REASON(bench.record(1), Reason::MalformedResponse);
        CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    }

    void deadlines_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("drips");
        QTest::addColumn<int>("reason");
        QTest::addRow("10 GB announced, nothing sent")
            << QByteArray("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n") << false
            << int(Reason::BodyTimeout);
        QTest::addRow("a head, one byte per second")
            << QByteArray() << true << int(Reason::HeaderTimeout);
        QTest::addRow("a body, one byte per second")
            << QByteArray("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n") << true
            << int(Reason::RequestTimeout);
    }
    void deadlines()
    {
        QFETCH(QByteArray, head);
        QFETCH(bool, drips);
        QFETCH(int, reason);
        ClientOptions options = H1CaseBench::tagged();
        options.expectTag = false;
        options.headerTimeout = 10s;
        options.bodyTimeout = 5s;
        options.requestTimeout = 60s;
        H1CaseBench bench({}, options);
        bench.peer.answer = [&](const PeerRequest &request) {
            if (request.connection > 0)
                return Reply{ScriptedPeer::ok(request)};
            constexpr std::string_view kSlow =
                "HTTP/1.1 200 OK\r\nslow: yes, very very slow indeed";
            for (int second = 1; drips && second < 100; ++second) {
                const auto at = static_cast<std::size_t>(second) % kSlow.size();
                bench.peer.sendLater(0,
                                     head.isEmpty() ? std::string(1, kSlow[at - 1 + (at == 0)])
                                                    : std::string("x"),
                                     Milliseconds{1000 * second});
            }
            return Reply{head.toStdString()};
        };
        const Nanoseconds begun = bench.clock.now();
        bench.submit();
        bench.run();
        CHECK_OUTCOME(bench.record(1), Outcome::FailedTimeout);
        CHECK_REASON(bench.record(1), static_cast<Reason>(reason));
        QVERIFY(bench.clock.now() - begun <= 62s);
        CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    }

    void compressedNothing()
    {
        H1CaseBench bench({}, H1CaseBench::tagged());
        bench.peer.answer = [](const PeerRequest &request) {
            return Reply{ScriptedPeer::ok(request, "content-encoding: gzip\r\n", "")};
        };
        CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
        CHECK_OUTCOME(bench.one(), Outcome::OkReused);
    }

    void frameFloods_data()
    {
        QTest::addColumn<QByteArray>("begins");
        QTest::addColumn<QByteArray>("unit");
        const auto row = [](const char *name, const std::string &unit,
                            const std::string &begins = {}) {
            QTest::addRow("%s", name)
                << QByteArray::fromStdString(begins) << QByteArray::fromStdString(unit);
        };
        row("SETTINGS", frame(kSettings, 0, 0, {}));
        row("PING", frame(kPing, 0, 0, "12345678"));
        row("RST_STREAM of the request", frame(kRst, 0, 1, word(2)));
        row("RST_STREAM of streams that were never opened", frame(kRst, 0, 1001, word(8)));
        row("CONTINUATION", frame(kContinuation, 0, 1, std::string(64, '\0')),
            frame(kHeaders, 0, 1, std::string("\x88")));
        row("empty DATA", frame(kData, 0, 1, {}), frame(kHeaders, 4, 1, std::string("\x88")));
        row("WINDOW_UPDATE", frame(kWindowUpdate, 0, 0, word(0x7fffffff)));
        row("a frame of the largest size", frame(kSettings, 0, 0, std::string(16'380, 'x')));
        row("unknown frames", frame(0xee, 0, 0, "something"));
    }
    void frameFloods()
    {
        QFETCH(QByteArray, begins);
        QFETCH(QByteArray, unit);
        ClientOptions options = H2Bench::tagged();
        options.protocol = Protocol::H2;
        options.expectTag = false;
        options.requestTimeout = 5s;
        H2Bench bench("none", options);
        const std::string flood = repeated(unit.toStdString(), 2 * 1024 * 1024);
        bench.peer.answer = [&](H2Peer::Connection &peer, const H2Peer::Request &request) {
            if (request.connection > 0)
                peer.ok(request);
            else
                peer.codec.sendRaw(begins.toStdString() + flood);
        };
        bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{1});
        const RequestRecord &record = bench.records[0];
        QVERIFY2(!isOk(record.outcome), name(record.outcome).data());
        const std::set<Reason> named{Reason::LimitExceeded, Reason::MalformedResponse,
                                     Reason::RequestTimeout, Reason::StreamReset};
        QVERIFY2(named.count(record.reason) == 1, name(record.reason).data());
    }

    void labSurvives_data()
    {
        QTest::addColumn<QByteArray>("begins");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<bool>("isCutOff");
        const auto row = [](const char *name, const std::string &begins, const std::string &unit,
                            bool isCutOff = true) {
            QTest::addRow("%s", name)
                << QByteArray::fromStdString(begins) << QByteArray::fromStdString(unit) << isCutOff;
        };
        row("a request line without end", "GET /", "aaaaaaaa");
        row("header fields without end", "GET / HTTP/1.1\r\n", "name: value\r\n");
        row("a header line without end", "GET / HTTP/1.1\r\nname: ", "valuevalue");
        row("extensions without end",
            "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;", "aaaa");
        row("noise", "\xff\xfe\xfd", "\xff\xfe\xfd");
        row("a NUL", bytesOf("GET / HTTP/1.1\r\na: \0b\r\n\r\n").toStdString(), "x");
        row("requests that nobody reads the answers of", "", "GET / HTTP/1.1\r\nhost: a\r\n\r\n",
            false);
        const std::string greeting = std::string(kPreface) + frame(kSettings, 0, 0, {});
        row("SETTINGS", greeting, frame(kSettings, 0, 0, {}));
        row("PING", greeting, frame(kPing, 0, 0, "12345678"), false);
        row("CONTINUATION", greeting + frame(kHeaders, 0, 1, std::string("\x82")),
            frame(kContinuation, 0, 1, std::string(64, '\0')));
        row("RST_STREAM", greeting, frame(kRst, 0, 1, word(8)));
        row("a preface and noise", kPreface, "noise");
    }
    void labSurvives()
    {
        QFETCH(QByteArray, begins);
        QFETCH(QByteArray, unit);
        QFETCH(bool, isCutOff);
        LabServer lab;
        const auto endpoint = lab.start(LabScript());
        QVERIFY(endpoint.hasValue());
        QVERIFY(endpoint->text().starts_with("127.0.0.1:"));
        const std::size_t sent = attack(endpoint->port(), begins.toStdString(), unit.toStdString());
        if (isCutOff)
            QVERIFY2(sent < kEndless, "it has taken all");
        const QByteArray answer = politely(endpoint->port());
        QVERIFY2(answer.startsWith("HTTP/1.1 200"), answer);
    }

    void labTakesManyConnections()
    {
        LabServer lab;
        const auto endpoint = lab.start(LabScript());
        QVERIFY(endpoint.hasValue());
        std::vector<int> silent;
        for (int i = 0; i < 500; ++i) {
            const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const Endpoint to = Endpoint::loopback(endpoint->port());
            if (::connect(fd, to.address(), to.length()) == 0)
                (void)::send(fd, "G", 1, MSG_NOSIGNAL); // and never another byte
            silent.push_back(fd);
        }
        QVERIFY(politely(endpoint->port()).startsWith("HTTP/1.1 200"));
        for (const int fd : silent)
            ::close(fd);
        QVERIFY(politely(endpoint->port()).startsWith("HTTP/1.1 200"));
    }

private:
    qint64 m_memory = 0;
};

QTEST_GUILESS_MAIN(TestHostilePeers)
#include "tst_hostilepeers.moc"
