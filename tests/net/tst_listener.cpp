// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, with real loopback sockets:
// - listen() takes loopback addresses only and says so in a sentence; port 0 is replaced by the
// port in use;
// - a port that is taken is an error that names the address;
// - every connection is handed over once, non-blocking, with its peer; more than one readiness
// takes at once as well;
// - the callback may close the listener; closed, it hands over nothing more;
// - without descriptors left it neither spins nor loses who waits.
#include "core/net/listener.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <vector>

using namespace reusescope;
using namespace reusescope::test;

namespace {

/// Leaves room for no descriptor beyond those that are open, while it lives.
class NoDescriptorsLeft
{
public:
    NoDescriptorsLeft()
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const int lowestFree = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(lowestFree);
        rlimit none = m_before;
        none.rlim_cur = static_cast<rlim_t>(lowestFree);
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoDescriptorsLeft() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    NoDescriptorsLeft(const NoDescriptorsLeft &) = delete;
    NoDescriptorsLeft &operator=(const NoDescriptorsLeft &) = delete;

private:
    rlimit m_before{};
};

} // namespace

class ListenerTest : public QObject
{
    Q_OBJECT

private slots:
    void listensOnLoopbackOnly_data();
    void listensOnLoopbackOnly();
    void takenPortIsAnError();
    void handsOverEachConnection();
    void callbackMayClose();
    void closeCallbackRunsInClosing();
    void noDescriptorsLeft();
};

void ListenerTest::listensOnLoopbackOnly_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("allowed");
    QTest::addRow("127.0.0.1") << "127.0.0.1" << true;
    QTest::addRow("127.0.0.2") << "127.0.0.2" << true;
    QTest::addRow("::1") << "::1" << true;
    QTest::addRow("any IPv4") << "0.0.0.0" << false;
    QTest::addRow("any IPv6") << "::" << false;
    QTest::addRow("a documentation address") << "192.0.2.1" << false;
}

void ListenerTest::listensOnLoopbackOnly()
{
    QFETCH(QString, address);
    QFETCH(bool, allowed);
    const Endpoint at = Endpoint::parse(address.toStdString(), 0).value();
    if (address == "::1" && boundSocket(at, true).descriptor() < 0)
        QSKIP("this machine has no ::1");
    LoopRun run(makeEpollPoller());
    Listener listener(run.loop, [](int descriptor, const Endpoint &) { ::close(descriptor); });
    const Result<Endpoint> listening = listener.listen(at);
    QCOMPARE(listening.hasValue(), allowed);
    if (allowed) {
        QVERIFY(listening->port() != 0);
        QVERIFY(connectTo(*listening).descriptor() >= 0);
    } else {
        QCOMPARE(listening.error().kind, ErrorKind::Input);
        QCOMPARE(QString::fromStdString(listening.error().detail),
                 QString("cannot listen on %1: only loopback addresses are allowed")
                     .arg(QString::fromStdString(at.text())));
    }
}

void ListenerTest::takenPortIsAnError()
{
    LoopRun run(makeEpollPoller());
    const Socket other = boundSocket(Endpoint::loopback(0), true);
    Listener listener(run.loop, [](int descriptor, const Endpoint &) { ::close(descriptor); });
    const Result<Endpoint> listening = listener.listen(localEndpoint(other));
    QVERIFY(!listening.hasValue());
    QCOMPARE(listening.error().kind, ErrorKind::Io);
    QCOMPARE(listening.error().native, long{EADDRINUSE});
    QCOMPARE(QString::fromStdString(listening.error().detail),
             QString("cannot listen on %1: Address already in use")
                 .arg(QString::fromStdString(localEndpoint(other).text())));
    QVERIFY(!run.loop.isAlive());
}

void ListenerTest::handsOverEachConnection()
{
    LoopRun run(makeEpollPoller());
    std::vector<Socket> accepted;
    std::vector<std::string> peers;
    Listener listener(run.loop, [&](int descriptor, const Endpoint &peer) {
        QCOMPARE(run.loop.phase(), Phase::Poll);
        QVERIFY((::fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0);
        QVERIFY((::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
        accepted.emplace_back(descriptor);
        peers.push_back(peer.text());
    });
    const Result<Endpoint> listening = listener.listen(Endpoint::loopback(0));
    QVERIFY(listening.hasValue());
    std::vector<Socket> clients;
    std::vector<std::string> expected;
    for (int index = 0; index < Listener::kAcceptsPerReadiness + 6; ++index) {
        clients.push_back(connectTo(*listening));
        expected.push_back(localEndpoint(clients.back()).text());
    }
    run.loop.run(RunMode::NoWait);
    QCOMPARE(accepted.size(), std::size_t{Listener::kAcceptsPerReadiness});
    QVERIFY(run.until([&] { return accepted.size() == clients.size(); }));
    QCOMPARE(peers, expected);
}

void ListenerTest::callbackMayClose()
{
    LoopRun run(makeEpollPoller());
    int accepted = 0;
    std::optional<Listener> listener;
    listener.emplace(run.loop, [&](int descriptor, const Endpoint &) {
        ++accepted;
        ::close(descriptor);
        listener->close({});
    });
    const Result<Endpoint> listening = listener->listen(Endpoint::loopback(0));
    QVERIFY(listening.hasValue());
    const Socket first = connectTo(*listening);
    const Socket second = connectTo(*listening);
    QVERIFY(!run.loop.run());
    QCOMPARE(accepted, 1);
    QVERIFY(connectTo(*listening).descriptor() < 0);
}

void ListenerTest::closeCallbackRunsInClosing()
{
    LoopRun run(makeEpollPoller());
    Listener listener(run.loop, [](int descriptor, const Endpoint &) { ::close(descriptor); });
    QVERIFY(listener.listen(Endpoint::loopback(0)).hasValue());
    std::optional<Phase> phase;
    listener.close([&] { phase = run.loop.phase(); });
    QVERIFY(!run.loop.run());
    QCOMPARE(*phase, Phase::Closing);
}

void ListenerTest::noDescriptorsLeft()
{
    LoopRun run(makeEpollPoller());
    std::vector<Socket> accepted;
    Listener listener(run.loop,
                      [&](int descriptor, const Endpoint &) { accepted.emplace_back(descriptor); });
    const Result<Endpoint> listening = listener.listen(Endpoint::loopback(0));
    QVERIFY(listening.hasValue());
    const Socket client = connectTo(*listening);
    QVERIFY(client.descriptor() >= 0);
    {
        const NoDescriptorsLeft limit;
        run.loop.run(RunMode::Once);
        QCOMPARE(accepted.size(), std::size_t{0});
        // Not spinning: nothing but the pause ends the next sleep.
        const PollTimeout timeout = run.loop.pollTimeout();
        QCOMPARE(timeout.reason, TimeoutReason::NextTimer);
        QCOMPARE(std::string_view(timeout.timerLabel), std::string_view("accept-pause"));
        run.loop.run(RunMode::Once);
        QCOMPARE(accepted.size(), std::size_t{0});
    }
    QVERIFY(run.until([&] { return accepted.size() == 1; }));
}

QTEST_GUILESS_MAIN(ListenerTest)
#include "tst_listener.moc"
