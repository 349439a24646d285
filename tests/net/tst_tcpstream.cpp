// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, on each poller and with real loopback sockets:
// - connect() always reports later: from poll, or from pending for a failure known at once; a
// failure is one sentence;
// - a stream that is closed or destroyed while connecting reports nothing;
// - the end of the stream and a reset reach the handler as readable, and read() tells them apart;
// - peek() tells nothing, bytes, end and reset apart and takes none of them away;
// - after a half close the other direction goes on;
// - a full socket buffer answers WouldBlock, and writable comes once there is room;
// - the close callback runs in the closing phase, with the descriptor closed before;
// - an unreferenced stream does not hold the loop alive.
#include "core/net/tcpstream.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <fcntl.h>
#include <netinet/tcp.h>
#include <optional>

using namespace reusescope;
using namespace reusescope::test;

namespace {

struct Recorder final : ByteStream::Handler
{
    void streamReadable() override
    {
        ++readable;
        if (onReadable)
            onReadable();
    }
    void streamWritable() override { ++writable; }

    int readable = 0;
    int writable = 0;
    std::function<void()> onReadable;
};

/// A stream that is connected to a plain socket.
struct Pair
{
    explicit Pair(LoopRun &run, const Endpoint &at = Endpoint::loopback(0))
        : stream(run.loop, handler)
    {
        const Socket listening = boundSocket(at, true);
        stream.connect(localEndpoint(listening),
                       [this](Result<void> result) { connected = result.hasValue(); });
        peer = acceptFrom(listening);
        run.until([this] { return connected.has_value(); });
    }
    bool isConnected() const { return connected.value_or(false) && peer.descriptor() >= 0; }

    Recorder handler;
    TcpStream stream;
    Socket peer;
    std::optional<bool> connected;
};

bool isOpen(int descriptor)
{
    return ::fcntl(descriptor, F_GETFD) >= 0;
}

} // namespace

class TcpStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void connects_data();
    void connects();
    void refusedIsReportedFromTheLoop();
    void failureKnownAtOnceIsReportedInPending();
    void closedWhileConnecting();
    void destroyedWhileConnecting();
    void readsWhatThePeerSent();
    void endIsReadable();
    void resetIsReadable();
    void resetIsSeenWithReadingOff();
    void peekTakesNothingAway_data();
    void peekTakesNothingAway();
    void halfClose();
    void fullBufferThenWritable();
    void readingOffStaysSilent();
    void closeCallbackRunsInClosing();
    void closeFromTheHandler();
    void resetReachesThePeer();
    void destructorClosesTheDescriptor();
    void unreferencedDoesNotHoldTheLoop();
    void adoptsAnAcceptedDescriptor();

private:
    static std::unique_ptr<Poller> poller();
};

std::unique_ptr<Poller> TcpStreamTest::poller()
{
    QFETCH_GLOBAL(bool, epoll);
    return epoll ? makeEpollPoller() : makePollPoller();
}

void TcpStreamTest::initTestCase_data()
{
    QTest::addColumn<bool>("epoll");
    QTest::addRow("epoll") << true;
    QTest::addRow("poll") << false;
}

void TcpStreamTest::connects_data()
{
    QTest::addColumn<QString>("address");
    QTest::addRow("IPv4") << "127.0.0.1";
    QTest::addRow("IPv6") << "::1";
}

void TcpStreamTest::connects()
{
    QFETCH(QString, address);
    const Endpoint at = Endpoint::parse(address.toStdString(), 0).value();
    const Socket listening = boundSocket(at, true);
    if (listening.descriptor() < 0)
        QSKIP("this machine has no ::1");

    LoopRun run(poller());
    Recorder handler;
    TcpStream stream(run.loop, handler);
    int calls = 0;
    std::optional<Phase> phase;
    stream.connect(localEndpoint(listening), [&](Result<void> result) {
        ++calls;
        phase = run.loop.phase();
        QVERIFY(result.hasValue());
    });
    QCOMPARE(calls, 0);
    QVERIFY(run.until([&] { return calls > 0; }));
    QCOMPARE(calls, 1);
    QCOMPARE(*phase, Phase::Poll);
    QCOMPARE(stream.peer().text(), localEndpoint(listening).text());
    int noDelay = 0;
    socklen_t length = sizeof noDelay;
    QCOMPARE(::getsockopt(stream.descriptor(), IPPROTO_TCP, TCP_NODELAY, &noDelay, &length), 0);
    QVERIFY(noDelay != 0);
    QVERIFY((::fcntl(stream.descriptor(), F_GETFL) & O_NONBLOCK) != 0);
    QVERIFY((::fcntl(stream.descriptor(), F_GETFD) & FD_CLOEXEC) != 0);
}

void TcpStreamTest::refusedIsReportedFromTheLoop()
{
    LoopRun run(poller());
    Recorder handler;
    TcpStream stream(run.loop, handler);
    // Bound but not listening: refused, and nobody else can take the port meanwhile.
    const Socket silent = boundSocket(Endpoint::loopback(0), false);
    const Endpoint target = localEndpoint(silent);
    std::optional<Phase> phase;
    std::optional<Error> error;
    stream.connect(target, [&](Result<void> result) {
        phase = run.loop.phase();
        if (!result)
            error = result.error();
    });
    QVERIFY(!phase.has_value());
    QVERIFY(run.until([&] { return phase.has_value(); }));
    // Linux may refuse a loopback connection inside connect() or a moment later.
    QVERIFY(*phase == Phase::Poll || *phase == Phase::Pending);
    QVERIFY(error.has_value());
    QCOMPARE(error->kind, ErrorKind::Connect);
    QCOMPARE(error->native, long{ECONNREFUSED});
    QCOMPARE(QString::fromStdString(error->detail),
             QString("cannot connect to %1: Connection refused")
                 .arg(QString::fromStdString(target.text())));
    QCOMPARE(handler.readable + handler.writable, 0);
}

void TcpStreamTest::failureKnownAtOnceIsReportedInPending()
{
    LoopRun run(poller());
    Recorder handler;
    TcpStream stream(run.loop, handler);
    std::optional<Phase> phase;
    // An address of no family: socket() itself refuses.
    stream.connect(Endpoint(), [&](Result<void> result) {
        phase = run.loop.phase();
        QVERIFY(!result.hasValue());
        QCOMPARE(result.error().kind, ErrorKind::Connect);
        stream.close({});
    });
    QVERIFY(!phase.has_value());
    QVERIFY(run.loop.isAlive());
    QVERIFY(run.until([&] { return phase.has_value(); }));
    QCOMPARE(*phase, Phase::Pending);
}

void TcpStreamTest::closedWhileConnecting()
{
    LoopRun run(poller());
    const Socket listening = boundSocket(Endpoint::loopback(0), true);
    Recorder handler;
    TcpStream inProgress(run.loop, handler);
    TcpStream failing(run.loop, handler);
    int calls = 0;
    int closed = 0;
    inProgress.connect(localEndpoint(listening), [&](Result<void>) { ++calls; });
    failing.connect(Endpoint(), [&](Result<void>) { ++calls; });
    inProgress.close([&] { ++closed; });
    failing.close([&] { ++closed; });
    QVERIFY(!run.loop.run());
    QCOMPARE(closed, 2);
    QCOMPARE(calls, 0);
}

void TcpStreamTest::destroyedWhileConnecting()
{
    LoopRun run(poller());
    const Socket listening = boundSocket(Endpoint::loopback(0), true);
    Recorder handler;
    int calls = 0;
    {
        TcpStream inProgress(run.loop, handler);
        TcpStream failing(run.loop, handler);
        inProgress.connect(localEndpoint(listening), [&](Result<void>) { ++calls; });
        failing.connect(Endpoint(), [&](Result<void>) { ++calls; });
    }
    QVERIFY(!run.loop.run());
    QCOMPARE(calls, 0);
}

void TcpStreamTest::readsWhatThePeerSent()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    std::array<char, 16> buffer{};
    QCOMPARE(pair.stream.read(buffer).status, IoStatus::WouldBlock);
    pair.peer.send("hello");
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
    const IoResult result = pair.stream.read(buffer);
    QCOMPARE(result.status, IoStatus::Done);
    QCOMPARE(QByteArray(buffer.data(), qsizetype(result.bytes)), QByteArray("hello"));
    QCOMPARE(pair.stream.read(buffer).status, IoStatus::WouldBlock);
    QCOMPARE(pair.handler.writable, 0);
}

void TcpStreamTest::endIsReadable()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.peer.close();
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
    std::array<char, 16> buffer{};
    QCOMPARE(pair.stream.read(buffer).status, IoStatus::End);
}

void TcpStreamTest::resetIsReadable()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.peer.reset();
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
    std::array<char, 16> buffer{};
    const IoResult result = pair.stream.read(buffer);
    QCOMPARE(result.status, IoStatus::Failed);
    QCOMPARE(result.errorNumber, ECONNRESET);
    const IoResult written = pair.stream.write("x");
    QCOMPARE(written.status, IoStatus::Failed);
    QCOMPARE(written.errorNumber, EPIPE);
}

void TcpStreamTest::resetIsSeenWithReadingOff()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.stream.watchReading(false);
    pair.stream.watchWriting(true);
    pair.handler.onReadable = [&] { pair.stream.close({}); };
    pair.peer.reset();
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
    QCOMPARE(pair.stream.descriptor(), -1);
}

void TcpStreamTest::peekTakesNothingAway_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<IdleLook>("look");
    QTest::addColumn<IoStatus>("status");
    QTest::addRow("nothing") << "nothing" << IdleLook::Nothing << IoStatus::WouldBlock;
    QTest::addRow("bytes") << "bytes" << IdleLook::Bytes << IoStatus::Done;
    QTest::addRow("bytes before the end") << "bytes+end" << IdleLook::Bytes << IoStatus::Done;
    QTest::addRow("end") << "end" << IdleLook::End << IoStatus::End;
    QTest::addRow("reset") << "reset" << IdleLook::Reset << IoStatus::Failed;
}

void TcpStreamTest::peekTakesNothingAway()
{
    QFETCH(QString, kind);
    QFETCH(IdleLook, look);
    QFETCH(IoStatus, status);
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    if (kind.startsWith("bytes"))
        pair.peer.send("four");
    if (kind.endsWith("end"))
        pair.peer.close();
    if (kind == "reset")
        pair.peer.reset();
    if (kind != "nothing")
        QVERIFY(run.until([&] { return pair.handler.readable > 0; }));

    QCOMPARE(pair.stream.peek(), look);
    QCOMPARE(pair.stream.peek(), look);
    std::array<char, 16> buffer{};
    const IoResult result = pair.stream.read(buffer);
    QCOMPARE(result.status, status);
    QCOMPARE(result.bytes, status == IoStatus::Done ? std::size_t{4} : std::size_t{0});
    QCOMPARE(result.errorNumber, status == IoStatus::Failed ? ECONNRESET : 0);
    if (kind == "bytes+end")
        QCOMPARE(pair.stream.peek(), IdleLook::End);
}

void TcpStreamTest::halfClose()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.stream.shutdownWriting();
    char byte;
    QCOMPARE(::recv(pair.peer.descriptor(), &byte, 1, 0), ssize_t{0});
    pair.peer.send("late");
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
    std::array<char, 16> buffer{};
    QCOMPARE(pair.stream.read(buffer).bytes, std::size_t{4});
    QCOMPARE(pair.stream.write("x").errorNumber, EPIPE);
}

void TcpStreamTest::fullBufferThenWritable()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    const std::string block(256 * 1024, 'b');
    std::size_t sent = 0;
    IoResult result = pair.stream.write(block);
    while (result.status == IoStatus::Done) {
        sent += result.bytes;
        QVERIFY2(sent < std::size_t{1} << 30, "the kernel takes everything");
        result = pair.stream.write(block);
    }
    QCOMPARE(result.status, IoStatus::WouldBlock);
    pair.stream.watchWriting(true);
    run.loop.run(RunMode::NoWait);
    QCOMPARE(pair.handler.writable, 0);

    std::string drained(block.size(), '\0');
    std::size_t received = 0;
    // Without sleeping, since it is the draining here that makes room.
    const auto drainAndLook = [&] {
        const ssize_t got =
            ::recv(pair.peer.descriptor(), drained.data(), drained.size(), MSG_DONTWAIT);
        received += got > 0 ? static_cast<std::size_t>(got) : 0;
        return pair.handler.writable > 0;
    };
    QVERIFY(run.until(drainAndLook, RunMode::NoWait));
    QVERIFY(received > 0);
    QCOMPARE(pair.stream.write("x").status, IoStatus::Done);
    pair.stream.watchWriting(false);
    const int before = pair.handler.writable;
    run.loop.run(RunMode::NoWait);
    QCOMPARE(pair.handler.writable, before);
}

void TcpStreamTest::readingOffStaysSilent()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.stream.watchReading(false);
    pair.peer.send("unseen");
    run.loop.run(RunMode::NoWait);
    QCOMPARE(pair.handler.readable, 0);
    QCOMPARE(pair.stream.peek(), IdleLook::Bytes);
    pair.stream.watchReading(true);
    QVERIFY(run.until([&] { return pair.handler.readable > 0; }));
}

void TcpStreamTest::closeCallbackRunsInClosing()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    const int descriptor = pair.stream.descriptor();
    std::optional<Phase> phase;
    bool open = true;
    pair.stream.close([&] {
        phase = run.loop.phase();
        open = isOpen(descriptor);
    });
    QVERIFY(!phase.has_value());
    QCOMPARE(pair.stream.descriptor(), -1);
    QVERIFY(!run.loop.run());
    QCOMPARE(*phase, Phase::Closing);
    QVERIFY(!open);
}

void TcpStreamTest::closeFromTheHandler()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    bool closed = false;
    pair.handler.onReadable = [&] { pair.stream.close([&] { closed = true; }); };
    pair.stream.watchWriting(true);
    pair.peer.send("x");
    QVERIFY(pair.peer.waitFor(POLLOUT));
    QVERIFY(run.until([&] { return closed; }));
    QCOMPARE(pair.handler.readable, 1);
}

void TcpStreamTest::resetReachesThePeer()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    pair.stream.reset({});
    char byte;
    QCOMPARE(::recv(pair.peer.descriptor(), &byte, 1, 0), ssize_t{-1});
    QCOMPARE(errno, ECONNRESET);
}

void TcpStreamTest::destructorClosesTheDescriptor()
{
    LoopRun run(poller());
    int descriptor = -1;
    Socket peer;
    {
        Pair pair(run);
        QVERIFY(pair.isConnected());
        descriptor = pair.stream.descriptor();
        peer = std::move(pair.peer);
    }
    QVERIFY(!isOpen(descriptor));
    char byte;
    QCOMPARE(::recv(peer.descriptor(), &byte, 1, 0), ssize_t{0});
    QVERIFY(!run.loop.run());
}

void TcpStreamTest::unreferencedDoesNotHoldTheLoop()
{
    LoopRun run(poller());
    Pair pair(run);
    QVERIFY(pair.isConnected());
    QVERIFY(run.loop.isAlive());
    pair.stream.setReferenced(false);
    QVERIFY(!run.loop.isAlive());
    pair.stream.setReferenced(true);
    QVERIFY(run.loop.isAlive());
}

void TcpStreamTest::adoptsAnAcceptedDescriptor()
{
    LoopRun run(poller());
    const Socket listening = boundSocket(Endpoint::loopback(0), true);
    Socket client = connectTo(localEndpoint(listening));
    Socket accepted = acceptFrom(listening);
    ::fcntl(accepted.descriptor(), F_SETFL, O_NONBLOCK);
    Recorder handler;
    TcpStream stream(run.loop, handler);
    stream.adopt(accepted.release(), localEndpoint(client));
    QCOMPARE(stream.peer().text(), localEndpoint(client).text());
    client.send("x");
    QVERIFY(run.until([&] { return handler.readable > 0; }));
    QCOMPARE(stream.write("y").status, IoStatus::Done);
    QVERIFY(client.waitFor(POLLIN));
}

QTEST_GUILESS_MAIN(TcpStreamTest)
#include "tst_tcpstream.moc"
