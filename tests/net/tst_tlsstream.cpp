// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, with both ends on one loop over real loopback sockets:
// - a handshake agrees on a protocol (ALPN) and shows the peer's certificate; a ticket resumes it;
// - what a person can do about a failed handshake is in its sentence: expired, wrong host (with
// both names), unknown authority, no common protocol, a server that does not speak TLS, resets or
// closes;
// - an idle stream with tickets or key updates in it has nothing; with data, close_notify, a FIN or
// a reset it has that, also behind a ticket and behind what OpenSSL holds already;
// - looking takes nothing away; data that OpenSSL holds is told again without a poll;
// - secrets are appended to the key log; a file that cannot be used is named.
#include "core/net/tlsstream.h"
#include "tests/net/netfixture.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <optional>

using namespace reusescope;
using namespace reusescope::test;

namespace {

struct Recorder final : ByteStream::Handler
{
    void streamReadable() override
    {
        if (onReadable)
            onReadable();
    }
    void streamWritable() override { }

    std::function<void()> onReadable;
};

Socket nonBlocking(Socket socket)
{
    ::fcntl(socket.descriptor(), F_SETFL, O_NONBLOCK);
    return socket;
}

/// Two connected descriptors.
struct Wire
{
    Wire()
    {
        const Socket listening = boundSocket(Endpoint::loopback(0), true);
        client = nonBlocking(connectTo(localEndpoint(listening)));
        server = nonBlocking(acceptFrom(listening));
    }

    Socket client;
    Socket server;
};

std::string readAll(ByteStream &stream, std::size_t atOnce = 4096)
{
    std::vector<char> buffer(atOnce);
    std::string text;
    for (;;) {
        const IoResult result = stream.read(buffer);
        if (result.status != IoStatus::Done)
            return text;
        text.append(buffer.data(), result.bytes);
    }
}

TlsClientOptions insecure()
{
    TlsClientOptions options;
    options.verify = false;
    return options;
}

std::unique_ptr<TlsClientContext> clientContext(const TlsClientOptions &options,
                                                const std::string &host = "localhost")
{
    auto made = TlsClientContext::make(options, host);
    return made ? std::move(*made) : nullptr;
}

std::unique_ptr<TlsServerContext> serverContext(const TlsServerOptions &options = {})
{
    auto made = TlsServerContext::make(options);
    return made ? std::move(*made) : nullptr;
}

/// A client's and a server's stream over one wire, after their handshake.
struct Pair
{
    Pair(LoopRun &loopRun, TlsClientContext &clientSide, TlsServerContext &serverSide)
        : run(loopRun), client(run.loop, clientHandler), server(run.loop, serverHandler)
    {
        Wire wire;
        server.startServer(wire.server.release(), Endpoint::loopback(1), serverSide,
                           [this](const Result<void> &outcome) { accepted = outcome.hasValue(); });
        client.startClient(wire.client.release(), Endpoint::loopback(2), clientSide,
                           [this](const Result<void> &outcome) {
                               connected = outcome.hasValue();
                               if (!outcome)
                                   error = outcome.error();
                           });
        run.until([this] { return connected && accepted; });
    }
    ~Pair()
    {
        client.close([this] { ++closed; });
        if (!isReset)
            server.close([this] { ++closed; });
        run.until([this] { return closed == 2; });
    }
    void reset()
    {
        isReset = true;
        server.reset([this] { ++closed; });
    }
    bool isOpen() const { return connected.value_or(false) && accepted.value_or(false); }
    /// Until the client's kernel has something.
    bool arrives()
    {
        pollfd entry{client.descriptor(), POLLIN, 0};
        return ::poll(&entry, 1, 60'000) == 1;
    }

    LoopRun &run;
    Recorder clientHandler;
    Recorder serverHandler;
    TlsStream client;
    TlsStream server;
    std::optional<bool> connected;
    std::optional<bool> accepted;
    Error error;
    bool isReset = false;
    int closed = 0;
};

} // namespace

class TlsStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_run = std::make_unique<LoopRun>(makeEpollPoller()); }
    void agrees();
    void trustsAFile();
    void resumesWithATicket();
    void refusals_data();
    void refusals();
    void peersWithoutTls_data();
    void peersWithoutTls();
    void idleLooks_data();
    void idleLooks();
    void heldDataIsToldAgain();
    void bothWaysWithFullBuffers();
    void keyLog();
    void unusableFiles();

private:
    std::unique_ptr<LoopRun> m_run;
};

void TlsStreamTest::agrees()
{
    TlsClientOptions options = insecure();
    options.protocols = {"h2", "http/1.1"};
    TlsServerOptions lab;
    lab.protocols = {"http/1.1"};
    const auto client = clientContext(options);
    const auto server = serverContext(lab);
    Pair pair(*m_run, *client, *server);
    QVERIFY(pair.isOpen());
    QCOMPARE(pair.client.info().protocol, std::string("http/1.1"));
    QCOMPARE(pair.server.info().protocol, std::string("http/1.1"));
    QCOMPARE(pair.client.info().version, std::string("TLSv1.3"));
    QVERIFY(!pair.client.info().resumed);
    QCOMPARE(pair.client.info().peerChain.size(), std::size_t{1});

    QVERIFY(pair.client.write("question").status == IoStatus::Done);
    std::string heard;
    pair.serverHandler.onReadable = [&] { heard += readAll(pair.server); };
    QVERIFY(m_run->until([&] { return heard == "question"; }));
}

void TlsStreamTest::trustsAFile()
{
    const auto server = serverContext();
    QTemporaryDir folder;
    QFile file(folder.filePath("ca.pem"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(server->certificatePem().c_str());
    file.close();
    TlsClientOptions options;
    options.caFile = file.fileName().toStdString();
    for (const char *host : {"localhost", "127.0.0.1", "::1"}) {
        const auto client = clientContext(options, host);
        Pair pair(*m_run, *client, *server);
        QVERIFY2(pair.isOpen(), pair.error.detail.c_str());
    }
}

void TlsStreamTest::resumesWithATicket()
{
    const auto client = clientContext(insecure());
    const auto server = serverContext();
    for (const bool resumed : {false, true, true}) {
        Pair pair(*m_run, *client, *server);
        QVERIFY(pair.isOpen());
        QCOMPARE(pair.client.info().resumed, resumed);
        // The tickets come behind the handshake; reading takes them in.
        QVERIFY(pair.server.write("x").status == IoStatus::Done);
        std::string heard;
        pair.clientHandler.onReadable = [&] { heard += readAll(pair.client); };
        QVERIFY(m_run->until([&] { return heard == "x"; }));
    }
}

void TlsStreamTest::refusals_data()
{
    QTest::addColumn<QString>("names");
    QTest::addColumn<int>("validSeconds");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QString>("offered");
    QTest::addColumn<QString>("sentence");
    QTest::addRow("expired") << "localhost" << -60 << true << ""
                             << "the certificate of localhost expired on ";
    QTest::addRow("wrong host") << "example.test,192.0.2.7" << 3600 << true << ""
                                << "the certificate is for example.test, 192.0.2.7, not for "
                                   "localhost";
    QTest::addRow("unknown authority")
        << "localhost" << 3600 << false << ""
        << "the certificate of localhost is signed by an authority that is not trusted here";
    QTest::addRow("no common protocol")
        << "localhost" << 3600 << true << "h2"
        << "localhost speaks none of the protocols that were offered (ALPN)";
}

void TlsStreamTest::refusals()
{
    QFETCH(QString, names);
    QFETCH(int, validSeconds);
    QFETCH(bool, trusted);
    QFETCH(QString, offered);
    QFETCH(QString, sentence);
    TlsServerOptions lab;
    lab.names.clear();
    for (const QString &name : names.split(','))
        lab.names.push_back(name.toStdString());
    lab.validFor = std::chrono::seconds(validSeconds);
    lab.protocols = {"http/1.1"};
    const auto server = serverContext(lab);
    QVERIFY(server);
    QTemporaryDir folder;
    QFile file(folder.filePath("ca.pem"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto another = serverContext();
    file.write((trusted ? server : another)->certificatePem().c_str());
    file.close();
    TlsClientOptions options;
    options.caFile = file.fileName().toStdString();
    if (!offered.isEmpty())
        options.protocols = {offered.toStdString()};
    const auto client = clientContext(options);
    Pair pair(*m_run, *client, *server);
    QCOMPARE(pair.connected, std::optional(false));
    QVERIFY(pair.error.kind == ErrorKind::Tls);
    QVERIFY2(pair.error.detail.starts_with(sentence.toStdString()), pair.error.detail.c_str());
}

void TlsStreamTest::peersWithoutTls_data()
{
    QTest::addColumn<QString>("act");
    QTest::addColumn<QString>("sentence");
    QTest::addRow("plain HTTP") << "HTTP/1.1 400 Bad Request\r\n\r\n"
                                << "localhost does not answer in TLS; is it an http:// server?";
    QTest::addRow("closes") << "close"
                            << "localhost closed the connection during the TLS handshake";
    QTest::addRow("resets") << "reset"
                            << "localhost reset the connection during the TLS handshake";
}

void TlsStreamTest::peersWithoutTls()
{
    QFETCH(QString, act);
    QFETCH(QString, sentence);
    const auto context = clientContext(insecure());
    Wire wire;
    Recorder handler;
    TlsStream client(m_run->loop, handler);
    std::optional<Error> error;
    client.startClient(wire.client.release(), Endpoint::loopback(1), *context,
                       [&](const Result<void> &outcome) { error = outcome.error(); });
    QVERIFY(wire.server.waitFor(POLLIN)); // the greeting has arrived
    if (act == "reset") {
        wire.server.reset();
    } else if (act == "close") {
        char greeting[4096];
        while (::recv(wire.server.descriptor(), greeting, sizeof greeting, 0) > 0) { }
        wire.server.close();
    } else {
        wire.server.send(act.toStdString());
    }
    QVERIFY(m_run->until([&] { return error.has_value(); }));
    QVERIFY(error->kind == ErrorKind::Tls);
    QCOMPARE(QString::fromStdString(error->detail), sentence);
    bool closed = false;
    client.close([&] { closed = true; });
    QVERIFY(m_run->until([&] { return closed; }));
}

void TlsStreamTest::idleLooks_data()
{
    QTest::addColumn<QStringList>("acts");
    QTest::addColumn<int>("look");
    const auto row = [](const char *title, const QStringList &acts, IdleLook look) {
        QTest::addRow("%s", title) << acts << static_cast<int>(look);
    };
    row("nothing", {}, IdleLook::Nothing);
    row("late ticket", {"ticket"}, IdleLook::Nothing);
    row("two late tickets", {"ticket", "ticket"}, IdleLook::Nothing);
    row("key update", {"key update"}, IdleLook::Nothing);
    row("data", {"data"}, IdleLook::Bytes);
    row("data behind a ticket", {"ticket", "data"}, IdleLook::Bytes);
    row("close_notify", {"close_notify"}, IdleLook::End);
    row("close_notify behind a ticket", {"ticket", "close_notify"}, IdleLook::End);
    row("FIN alone", {"fin"}, IdleLook::End);
    row("FIN behind a ticket", {"ticket", "fin"}, IdleLook::End);
    row("reset", {"reset"}, IdleLook::Reset);
    row("data and close_notify", {"data", "close_notify"}, IdleLook::Bytes);
}

void TlsStreamTest::idleLooks()
{
    QFETCH(QStringList, acts);
    QFETCH(int, look);
    const auto client = clientContext(insecure());
    TlsServerOptions lab;
    lab.ticketsAtHandshake = false;
    const auto server = serverContext(lab);
    Pair pair(*m_run, *client, *server);
    QVERIFY(pair.isOpen());
    // So that nothing of the handshake is left behind.
    QVERIFY(pair.server.write("x").status == IoStatus::Done);
    QVERIFY(pair.arrives());
    QCOMPARE(readAll(pair.client), std::string("x"));

    for (const QString &act : acts) {
        if (act == "ticket")
            pair.server.sendTicket();
        else if (act == "key update")
            pair.server.requestKeyUpdate();
        else if (act == "data")
            QVERIFY(pair.server.write("poison").status == IoStatus::Done);
        else if (act == "close_notify")
            pair.server.sendCloseNotify();
        else if (act == "fin")
            pair.server.sendFinOnly();
        else
            pair.reset();
    }
    if (!acts.isEmpty())
        QVERIFY(pair.arrives());
    // What arrived last decides: the kernel has it all once the server's side is done, since
    // loopback delivers within the call.
    for (int times = 0; times < 3; ++times)
        QCOMPARE(static_cast<int>(pair.client.peek()), look);
    char buffer[64];
    const IoResult result = pair.client.read(buffer);
    switch (static_cast<IdleLook>(look)) {
    case IdleLook::Nothing: QVERIFY(result.status == IoStatus::WouldBlock); break;
    case IdleLook::Bytes: QCOMPARE(std::string(buffer, result.bytes), std::string("poison")); break;
    case IdleLook::End: QVERIFY(result.status == IoStatus::End); break;
    case IdleLook::Reset: QVERIFY(result.status == IoStatus::Failed); break;
    }
    if (acts.contains("reset"))
        QCOMPARE(result.errorNumber, ECONNRESET);
}

void TlsStreamTest::heldDataIsToldAgain()
{
    const auto client = clientContext(insecure());
    const auto server = serverContext();
    Pair pair(*m_run, *client, *server);
    QVERIFY(pair.isOpen());
    const std::string sent(10'000, 'a');
    std::string heard;
    int calls = 0;
    pair.clientHandler.onReadable = [&] { // one small read per call, as a paused reader does
        ++calls;
        char buffer[1000];
        const IoResult result = pair.client.read(buffer);
        if (result.status == IoStatus::Done)
            heard.append(buffer, result.bytes);
    };
    QVERIFY(pair.server.write(sent).status == IoStatus::Done);
    QVERIFY(m_run->until([&] { return heard.size() == sent.size(); }));
    QVERIFY(heard == sent);
    QVERIFY(calls >= 10);
}

void TlsStreamTest::bothWaysWithFullBuffers()
{
    const auto client = clientContext(insecure());
    const auto server = serverContext();
    Pair pair(*m_run, *client, *server);
    QVERIFY(pair.isOpen());
    constexpr std::size_t kBytes = 8 << 20;
    const std::string block(64 * 1024, 'b');
    std::size_t written = 0;
    std::size_t heard = 0;
    pair.clientHandler.onReadable = [&] { heard += readAll(pair.client, 64 * 1024).size(); };
    const auto push = [&] {
        while (written < kBytes) {
            const IoResult result = pair.server.write(block);
            if (result.status != IoStatus::Done)
                break;
            written += result.bytes;
        }
    };
    QVERIFY(m_run->until(
        [&] {
            push();
            return written >= kBytes && heard == written;
        },
        RunMode::NoWait));
}

void TlsStreamTest::keyLog()
{
    QTemporaryDir folder;
    TlsClientOptions options = insecure();
    options.keyLogFile = folder.filePath("keys.log").toStdString();
    const auto client = clientContext(options);
    const auto server = serverContext();
    Pair pair(*m_run, *client, *server);
    QVERIFY(pair.isOpen());
    QFile file(folder.filePath("keys.log"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("CLIENT_HANDSHAKE_TRAFFIC_SECRET "));
    QVERIFY(text.contains("CLIENT_TRAFFIC_SECRET_0 "));
    QVERIFY(text.endsWith('\n'));
}

void TlsStreamTest::unusableFiles()
{
    QTemporaryDir folder;
    const std::string missing = folder.filePath("missing.pem").toStdString();
    TlsClientOptions options;
    options.caFile = missing;
    auto made = TlsClientContext::make(options, "localhost");
    QVERIFY(!made);
    QVERIFY(made.error().kind == ErrorKind::File);
    QVERIFY(made.error().detail.starts_with(missing + " cannot be used as certificate authority"));
    options = insecure();
    options.certificateFile = missing;
    made = TlsClientContext::make(options, "localhost");
    QVERIFY(made.error().detail.starts_with(missing + " cannot be used as client certificate"));
    options = insecure();
    options.keyLogFile = folder.filePath("no/such/folder").toStdString();
    made = TlsClientContext::make(options, "localhost");
    QVERIFY(made.error().kind == ErrorKind::File);
}

QTEST_GUILESS_MAIN(TlsStreamTest)
#include "tst_tlsstream.moc"
