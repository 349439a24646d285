// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of the HTTP/1.1 client, on real loopback sockets and virtual time, on both pollers where
// the sockets matter:
// - the points and segments of a request: what did not happen is absent; segments add up to the
// whole
// - when a connection is reused, expires, is discarded, and under which name
// - a request that was not written is moved, one that was written is replayed by the rules or
// fails, each settles once
// - limits on connections and pipelining hold, waiting requests always end, the order of reuse
// follows the option
// - deadlines: coarse and native header and body limits, the whole request, connecting
#include "tests/support/clientbench.h"

#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;

Nanoseconds sumOfSegments(const RequestRecord &record)
{
    Nanoseconds sum{0};
    for (const Segment which : kSegments)
        sum += segment(record.points, which).value_or(0ns);
    return sum;
}

/// Answers the given texts in turn; a later request gets the normal answer.
std::function<Reply(const PeerRequest &)> inTurn(std::vector<Reply> replies)
{
    return
        [replies = std::move(replies), next = std::size_t{0}](const PeerRequest &request) mutable {
            if (next >= replies.size())
                return Reply{ScriptedPeer::ok(request)};
            Reply reply = replies[next++];
            const std::size_t at = reply.bytes.find("TAG");
            if (at != std::string::npos)
                reply.bytes.replace(at, 3, std::to_string(request.tag));
            return reply;
        };
}

ClientOptions withConnections(int connections, int pipelining = 1)
{
    ClientOptions options = ClientBench::tagged();
    options.connections = connections;
    options.pipelining = pipelining;
    return options;
}

constexpr const char *kTagged = "x-reusescope-tag: TAG\r\n\r\n";

} // namespace

class TestClient : public QObject
{
    Q_OBJECT
private slots:
    void pointsOfAFreshRequest()
    {
        ClientBench bench("timer-0");
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::OkFresh));
        QCOMPARE(record.reason, Reason::NoConnection);
        QVERIFY(!record.reused);
        QCOMPARE(record.connectionUse, 1u);
        QCOMPARE(record.attempts, std::uint8_t{1});
        QCOMPARE(record.status, std::uint16_t{200});
        QCOMPARE(record.bodyBytes, 2u);
        QVERIFY(record.points.connected.has());
        QVERIFY(!record.points.validated.has());
        QVERIFY(!record.idleBefore.has());
        QVERIFY(!segment(record.points, Segment::Validate).has_value());
        QCOMPARE(sumOfSegments(record), record.points.done.value());
    }

    void pointsOfAReusedRequest()
    {
        ClientBench bench("timer-0");
        bench.onSettled = [&](const RequestRecord &) {
            if (bench.submitted == 1)
                bench.in(Phase::Timers, [&] { bench.submit(); });
        };
        bench.one();
        const RequestRecord &record = bench.records.back();
        QCOMPARE(bench.records.size(), std::size_t{2});
        QCOMPARE(name(record.outcome), name(Outcome::OkReused));
        QCOMPARE(record.reason, Reason::None);
        QVERIFY(record.reused);
        QCOMPARE(record.connectionUse, 2u);
        QVERIFY(!record.points.connected.has());
        QVERIFY(!segment(record.points, Segment::Connect).has_value());
        QCOMPARE(record.idleBefore.value(), Nanoseconds(1ms));
        QCOMPARE(segment(record.points, Segment::Validate).value(), Nanoseconds(1ms));
        QCOMPARE(timerLabel(record.sleep.timer), std::string_view("validation"));
        QCOMPARE(record.sleep.timeoutMs, 1);
        QCOMPARE(sumOfSegments(record), record.points.done.value());
        QCOMPARE(bench.client.connectionsOpened(), 1u);
    }

    void noValidationMeansNoSegment()
    {
        ClientBench bench("none");
        bench.one();
        const RequestRecord &record = bench.one();
        QVERIFY(record.reused);
        QVERIFY(!record.points.validated.has());
    }

    void discards_data()
    {
        QTest::addColumn<QString>("head");
        QTest::addColumn<bool>("fin");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<int>("reason");
        const auto row = [](const char *title, const char *head, bool fin, Outcome outcome,
                            Reason reason) {
            QTest::addRow("%s", title) << head << fin << int(outcome) << int(reason);
        };
        row("Connection: close",
            "HTTP/1.1 200 OK\r\nconnection: Foo, CLOSE\r\ncontent-length: 2\r\n%ok", false,
            Outcome::OkFresh, Reason::PeerClosing);
        row("HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n%ok", false, Outcome::OkFresh,
            Reason::PeerClosing);
        row("the end delimits the body", "HTTP/1.1 200 OK\r\n%body", true, Outcome::OkFresh,
            Reason::PeerClosing);
        row("hint without headroom",
            "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n%ok", false,
            Outcome::OkFresh, Reason::HintTooShort);
        row("excess bytes", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n%11111\r\n", false,
            Outcome::OkFresh, Reason::ExcessBytes);
        row("excess line break", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n%ok\r\n", false,
            Outcome::OkFresh, Reason::ExcessLineBreaks);
        row("a second answer in the same segment",
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n%okHTTP/1.1 200 OK\r\ncontent-length: "
            "0\r\n\r\n",
            false, Outcome::OkFresh, Reason::ExcessBytes);
        row("204 with a body", "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n%hello", false,
            Outcome::OkFresh, Reason::ExcessBytes);
        row("upgrade",
            "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n%rest", false,
            Outcome::OkFresh, Reason::Upgraded);
        row("truncated", "HTTP/1.1 200 OK\r\ncontent-length: 42\r\n%8 bytes.", true,
            Outcome::FailedTruncated, Reason::Truncated);
        row("closed without a byte", "", true, Outcome::FailedTruncated, Reason::ClosedUnanswered);
        row("malformed", "NOT HTTP\r\n\r\n", false, Outcome::FailedProtocol,
            Reason::MalformedResponse);
        row("two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n%ok",
            false, Outcome::FailedProtocol, Reason::MalformedResponse);
    }
    void discards()
    {
        QFETCH(QString, head);
        QFETCH(bool, fin);
        QFETCH(int, outcome);
        QFETCH(int, reason);
        ClientBench bench("none");
        Reply reply{head.replace("%", kTagged).toStdString()};
        reply.fin = fin;
        bench.peer.answer = inTurn({reply});
        const RequestRecord record = bench.one();
        QCOMPARE(name(record.outcome), name(static_cast<Outcome>(outcome)));
        QCOMPARE(name(bench.lastDiscard()), name(static_cast<Reason>(reason)));
        // The next one has a connection of its own.
        QCOMPARE(name(bench.one().outcome), name(Outcome::OkFresh));
        QCOMPARE(bench.peer.connections(), 2);
        QCOMPARE(bench.count(ConnectionEventKind::Closed), 1);
    }

    void limitsAreNamed()
    {
        ClientBench bench("none");
        bench.peer.answer =
            inTurn({{"HTTP/1.1 200 OK\r\nx: " + std::string(70'000, 'a') + "\r\n\r\n"}});
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::FailedProtocol));
        QCOMPARE(name(record.reason), name(Reason::LimitExceeded));
    }

    void idleEvents_data()
    {
        QTest::addColumn<QString>("bytes");
        QTest::addColumn<int>("event");
        QTest::addColumn<int>("reason");
        QTest::addRow("poison") << "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
                                << int(ConnectionEventKind::IdleBytes) << int(Reason::IdleBytes);
        QTest::addRow("a single byte")
            << "H" << int(ConnectionEventKind::IdleBytes) << int(Reason::IdleBytes);
        QTest::addRow("line breaks")
            << "\r\n\r\n"
            << int(ConnectionEventKind::IdleLineBreaks) << int(Reason::IdleLineBreaks);
        QTest::addRow("polite 408") << "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"
                                    << int(ConnectionEventKind::Idle408) << int(Reason::Idle408);
        QTest::addRow("FIN") << "" << int(ConnectionEventKind::IdleFin) << int(Reason::IdleFin);
        QTest::addRow("RST") << "RST" << int(ConnectionEventKind::IdleReset)
                             << int(Reason::IdleReset);
    }
    void idleEvents()
    {
        QFETCH(QString, bytes);
        QFETCH(int, event);
        QFETCH(int, reason);
        for (const bool epoll : {true, false}) {
            // Seen by the loop while the connection is idle, with whatever scheduler: also with
            // none.
            ClientBench bench("none", ClientBench::tagged(), LoopModel::TimersLast, epoll);
            TimerHandle hold(bench.loop, "other", [] {});
            bench.onSettled = [&](const RequestRecord &) {
                if (bench.submitted > 1)
                    return;
                hold.start(10ms);
                if (bytes.isEmpty())
                    bench.peer.fin(0);
                else if (bytes == "RST")
                    bench.peer.reset(0);
                else
                    bench.peer.send(0, bytes.toStdString());
            };
            bench.one();
            QCOMPARE(bench.count(static_cast<ConnectionEventKind>(event)), 1);
            QCOMPARE(name(bench.lastDiscard()), name(static_cast<Reason>(reason)));
            QCOMPARE(bench.client.idleConnections(), std::size_t{0});
            QCOMPARE(name(bench.one().outcome), name(Outcome::OkFresh));
            QCOMPARE(bench.records.size(), std::size_t{2});
        }
    }

    void movesWhatWaitsForValidation_data()
    {
        QTest::addColumn<QString>("scheduler");
        for (const char *scheduler : {"timer-0", "immediate-ref", "immediate-unref", "fresh-poll"})
            QTest::addRow("%s", scheduler) << scheduler;
    }
    void movesWhatWaitsForValidation()
    {
        QFETCH(QString, scheduler);
        // Also for POST: nothing was written.
        ClientBench bench(scheduler.toStdString());
        bench.onSettled = [&](const RequestRecord &) {
            if (bench.submitted > 1)
                return;
            bench.in(Phase::Timers, [&] {
                bench.submit(Method::Post);
                bench.peer.fin(0);
            });
        };
        bench.one();
        const RequestRecord &record = bench.records.back();
        QCOMPARE(name(record.outcome), name(Outcome::OkFresh));
        QCOMPARE(name(record.reason), name(Reason::IdleFin));
        QCOMPARE(record.attempts, std::uint8_t{2});
        QCOMPARE(bench.attempts.size(), std::size_t{1});
        QVERIFY(!bench.attempts.front().written);
        QCOMPARE(bench.count(ConnectionEventKind::ValidationCancelled), 1);
        QCOMPARE(bench.peer.requests().size(), std::size_t{2});
    }

    void replay_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<bool>("reset");
        QTest::addColumn<int>("outcome");
        QTest::addRow("GET, FIN") << int(Method::Get) << false << int(Outcome::OkReplayed);
        QTest::addRow("GET, RST") << int(Method::Get) << true << int(Outcome::OkReplayed);
        QTest::addRow("POST, FIN") << int(Method::Post) << false << int(Outcome::FailedStale);
        QTest::addRow("POST, RST") << int(Method::Post) << true << int(Outcome::FailedReset);
    }
    void replay()
    {
        QFETCH(int, method);
        QFETCH(bool, reset);
        QFETCH(int, outcome);
        ClientBench bench("none");
        bench.one();
        Reply end;
        end.fin = !reset;
        end.reset = reset;
        bench.peer.answer = inTurn({end});
        const RequestRecord &record = bench.one(static_cast<Method>(method));
        QCOMPARE(name(record.outcome), name(static_cast<Outcome>(outcome)));
        const bool replayed = isOk(record.outcome);
        QCOMPARE(bench.attempts.size(), std::size_t(replayed ? 1 : 0));
        if (replayed) {
            QVERIFY(bench.attempts.front().written);
            QCOMPARE(record.attempts, std::uint8_t{2});
            QVERIFY(bench.attempts.front().connection != record.connection);
        }
        QCOMPARE(name(record.reason),
                 name(reset ? Reason::ResetUnanswered : Reason::ClosedUnanswered));
    }

    void replaysOnlyOnce()
    {
        ClientBench bench("none", withConnections(2));
        bench.submit();
        bench.submit();
        bench.run();
        Reply end;
        end.fin = true;
        bench.peer.answer = inTurn({end, end, end});
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::FailedStale));
        QCOMPARE(record.attempts, std::uint8_t{2});
    }

    void keepAliveExpires()
    {
        ClientBench bench("none");
        TimerHandle hold(bench.loop, "other", [] {});
        bench.onSettled = [&](const RequestRecord &) {
            if (bench.submitted == 1)
                hold.start(5000ms);
        };
        bench.one();
        QCOMPARE(name(bench.lastDiscard()), name(Reason::KeepAliveExpired));
        const ConnectionEvent &discarded = *std::find_if(
            bench.events.begin(), bench.events.end(), [](const ConnectionEvent &event) {
                return event.kind == ConnectionEventKind::Discarded;
            });
        QCOMPARE(discarded.phase, Phase::Timers);
        QCOMPARE((discarded.at - bench.records.front().points.queued) / 1ms, 4000);
    }

    void hintSetsTheLimit()
    {
        ClientBench bench("none");
        bench.peer.answer = [](const PeerRequest &request) {
            return Reply{ScriptedPeer::ok(request, "keep-alive: timeout=5\r\n")};
        };
        TimerHandle hold(bench.loop, "other", [] {});
        bench.onSettled = [&](const RequestRecord &) { hold.start(3500ms); };
        bench.one();
        QCOMPARE(name(bench.lastDiscard()), name(Reason::KeepAliveExpired));
        QCOMPARE(bench.count(ConnectionEventKind::Hint), 1);
        QCOMPARE((bench.events.back().at - bench.records.front().points.queued) / 1ms, 3000);
    }

    void expiredWhileTheLoopWasBlocked()
    {
        // The timer has had no chance to run: the clock decides at reuse.
        ClientBench bench("none");
        bench.onSettled = [&](const RequestRecord &) {
            if (bench.submitted > 1)
                return;
            bench.clock.advance(4000ms);
            bench.submit();
        };
        bench.one();
        const RequestRecord &record = bench.records.back();
        QCOMPARE(name(record.outcome), name(Outcome::OkFresh));
        QCOMPARE(name(record.reason), name(Reason::KeepAliveExpired));
        QCOMPARE(record.attempts, std::uint8_t{1});
        QCOMPARE(bench.peer.connections(), 2);
    }

    void idleConnectionsDoNotHoldTheLoop()
    {
        ClientBench bench("timer-0");
        bench.one();
        QVERIFY(!bench.loop.isAlive());
        QCOMPARE(bench.client.idleConnections(), std::size_t{1});
        bench.client.closeIdle();
        bench.run();
        QCOMPARE(name(bench.lastDiscard()), name(Reason::RunEnded));
        QCOMPARE(bench.count(ConnectionEventKind::Closed), 1);
    }

    void connectionLimit_data()
    {
        QTest::addColumn<int>("frontEnd");
        QTest::addRow("client") << int(FrontEnd::Client);
        QTest::addRow("pool") << int(FrontEnd::Pool);
    }
    void connectionLimit()
    {
        QFETCH(int, frontEnd);
        ClientOptions options = withConnections(3);
        options.frontEnd = static_cast<FrontEnd>(frontEnd);
        ClientBench bench("immediate-ref", options);
        for (int i = 0; i < 10; ++i)
            bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{10});
        QCOMPARE(bench.peer.connections(), 3);
        for (const RequestRecord &record : bench.records)
            QVERIFY(isOk(record.outcome));
        // In the order of submission, as far as each connection is concerned.
        for (std::size_t i = 1; i < bench.peer.requests().size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (bench.peer.requests()[i].connection == bench.peer.requests()[j].connection)
                    QVERIFY(bench.peer.requests()[i].tag > bench.peer.requests()[j].tag);
            }
        }
    }

    void backToBackIsNotValidatedAsInUndici()
    {
        // Two requests behind one connection of a direct client: the second goes out from check,
        // without validation; our own schedulers look all the same.
        for (const auto &[scheduler, validated] :
             {std::pair("timer-0", false), std::pair("fresh-poll", true)}) {
            ClientBench bench(scheduler);
            bench.submit();
            bench.submit();
            bench.run();
            const RequestRecord &second = bench.records.back();
            QCOMPARE(name(second.queuedFrom), name(Phase::Check));
            QCOMPARE(second.points.validated.has(), validated);
            QCOMPARE(second.pollsBeforeWrite, validated ? 1u : 0u);
            QCOMPARE(name(second.outcome), name(Outcome::OkReused));
        }
    }

    void aWaiterAlwaysEnds()
    {
        // The only connection dies while a request waits for it (hyper#1446).
        ClientBench bench("none");
        Reply end;
        end.fin = true;
        bench.peer.answer = inTurn({end});
        bench.submit(Method::Post);
        bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{2});
        QCOMPARE(name(bench.records[0].outcome), name(Outcome::FailedTruncated));
        QCOMPARE(name(bench.records[1].outcome), name(Outcome::OkFresh));
    }

    void reuseOrder()
    {
        for (const ReuseOrder order : {ReuseOrder::Lifo, ReuseOrder::Fifo}) {
            ClientOptions options = withConnections(2);
            options.reuseOrder = order;
            ClientBench bench("none", options);
            bench.peer.answer = [](const PeerRequest &request) {
                // The second connection becomes idle last.
                return Reply{ScriptedPeer::ok(request), request.connection == 1 ? 5ms : 0ms, false,
                             false};
            };
            bench.submit();
            bench.submit();
            bench.run();
            bench.one();
            QCOMPARE(bench.peer.requests().back().connection, order == ReuseOrder::Lifo ? 1 : 0);
        }
    }

    void pipelining()
    {
        ClientBench bench("none", withConnections(1, 3));
        for (int i = 0; i < 7; ++i)
            bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{7});
        for (std::size_t i = 0; i < bench.records.size(); ++i) {
            QCOMPARE(bench.records[i].index, static_cast<std::uint32_t>(i + 1));
            QVERIFY(isOk(bench.records[i].outcome));
        }
        QCOMPARE(bench.peer.connections(), 1);
        QCOMPARE(bench.records[2].connectionUse, 3u);
    }

    void pipelinedOnesAreSentAgainBehindAFailure()
    {
        // K9: the first response says close; what was written behind it goes to a new connection.
        ClientBench bench("none", withConnections(1, 2));
        bench.one();
        bench.peer.answer =
            inTurn({{std::string("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n")
                     + kTagged + "ok"},
                    {""}});
        bench.submit();
        bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{3});
        QStringList outcomes;
        for (const RequestRecord &record : bench.records)
            outcomes << QString::fromUtf8(name(record.outcome).data());
        outcomes.sort();
        QCOMPARE(outcomes, QStringList({"ok-fresh", "ok-replayed", "ok-reused"}));
    }

    void postIsNotPipelined()
    {
        ClientBench bench("none", withConnections(1, 4));
        bench.submit();
        bench.submit(Method::Post);
        bench.submit();
        bench.run();
        for (const RequestRecord &record : bench.records)
            QVERIFY(isOk(record.outcome));
        QCOMPARE(bench.records.size(), std::size_t{3});
    }

    void poisonIsSeenByItsTag_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<int>("reason");
        QTest::addRow("another request's") << "x-reusescope-tag: 77\r\n" << int(Reason::ForeignTag);
        QTest::addRow("none") << "" << int(Reason::MissingTag);
    }
    void poisonIsSeenByItsTag()
    {
        QFETCH(QString, tag);
        QFETCH(int, reason);
        ClientBench bench("none");
        bench.peer.answer =
            inTurn({{"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n" + tag.toStdString() + "\r\n"}});
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::FailedPoison));
        QCOMPARE(name(record.reason), name(static_cast<Reason>(reason)));
        QCOMPARE(name(bench.lastDiscard()), name(static_cast<Reason>(reason)));
    }

    void headHasNoBody()
    {
        ClientBench bench("none");
        bench.one(Method::Head);
        const RequestRecord &record = bench.one(Method::Head);
        QCOMPARE(name(record.outcome), name(Outcome::OkReused));
        QCOMPARE(record.bodyBytes, 0u);
    }

    void deadlines_data()
    {
        QTest::addColumn<int>("headerMs");
        QTest::addColumn<int>("bodyMs");
        QTest::addColumn<int>("requestMs");
        QTest::addColumn<bool>("sendsHead");
        QTest::addColumn<int>("reason");
        QTest::addColumn<int>("atLeastMs");
        QTest::addColumn<int>("atMostMs");
        QTest::addRow("native header limit")
            << 200 << 0 << 0 << false << int(Reason::HeaderTimeout) << 200 << 201;
        QTest::addRow("coarse header limit")
            << 2000 << 0 << 0 << false << int(Reason::HeaderTimeout) << 1999 << 2700;
        QTest::addRow("native body limit")
            << 0 << 300 << 0 << true << int(Reason::BodyTimeout) << 300 << 301;
        QTest::addRow("coarse body limit")
            << 0 << 1500 << 0 << true << int(Reason::BodyTimeout) << 1499 << 2200;
        QTest::addRow("whole request")
            << 300'000 << 0 << 250 << false << int(Reason::RequestTimeout) << 250 << 251;
    }
    void deadlines()
    {
        QFETCH(int, headerMs);
        QFETCH(int, bodyMs);
        QFETCH(int, requestMs);
        QFETCH(bool, sendsHead);
        QFETCH(int, reason);
        QFETCH(int, atLeastMs);
        QFETCH(int, atMostMs);
        ClientOptions options = ClientBench::tagged();
        options.headerTimeout = Milliseconds{headerMs};
        options.bodyTimeout = Milliseconds{bodyMs};
        options.requestTimeout = Milliseconds{requestMs};
        ClientBench bench("none", options);
        bench.peer.answer = inTurn(
            {{sendsHead ? std::string("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n") + kTagged + "part"
                        : std::string()}});
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::FailedTimeout));
        QCOMPARE(name(record.reason), name(static_cast<Reason>(reason)));
        const auto took = record.points.done.value() / 1ms;
        QVERIFY2(took >= atLeastMs && took <= atMostMs, std::to_string(took).c_str());
        QCOMPARE(name(bench.one().outcome), name(Outcome::OkFresh));
    }

    void timesOutWhileWaiting()
    {
        ClientOptions options = ClientBench::tagged();
        options.requestTimeout = 100ms;
        ClientBench bench("none", options);
        bench.peer.answer = inTurn({{""}, {""}});
        bench.submit();
        bench.submit();
        bench.run();
        QCOMPARE(bench.records.size(), std::size_t{2});
        for (const RequestRecord &record : bench.records)
            QCOMPARE(name(record.outcome), name(Outcome::FailedTimeout));
    }

    void refused()
    {
        ClientBench bench("none");
        bench.peer.stopListening();
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::FailedConnect));
        QCOMPARE(name(record.reason), name(Reason::ConnectRefused));
        QVERIFY(bench.client.lastConnectError().has_value());
        QCOMPARE(bench.client.lastConnectError()->kind, ErrorKind::Connect);
        QVERIFY(!record.points.connected.has());
        QCOMPARE(bench.count(ConnectionEventKind::Closed), 1);
    }

    void cancelAllSettlesEverything()
    {
        for (const char *scheduler : {"none", "timer-0", "immediate-unref", "fresh-poll"}) {
            ClientBench bench(scheduler, withConnections(2));
            bench.submit();
            bench.run();
            bench.peer.answer = inTurn({{""}, {""}, {""}});
            for (int i = 0; i < 5; ++i)
                bench.submit();
            bench.client.cancelAll();
            bench.run();
            QCOMPARE(bench.records.size(), std::size_t{6});
            for (std::size_t i = 1; i < bench.records.size(); ++i) {
                QCOMPARE(name(bench.records[i].outcome), name(Outcome::Cancelled));
                QCOMPARE(name(bench.records[i].reason), name(Reason::RunStopped));
            }
            QCOMPARE(bench.client.underWay(), std::size_t{0});
            QVERIFY(!bench.loop.isAlive());
        }
    }

    void destroyedWithRequestsUnderWay()
    {
        // Nothing may be touched after it; the sanitizers look.
        ClientBench bench("timer-0", withConnections(2));
        bench.submit();
        bench.submit();
        bench.loop.run(RunMode::NoWait);
        QCOMPARE(bench.records.size(), std::size_t{0});
    }

    void answersByteByByte()
    {
        ClientBench bench("none");
        const std::string answer =
            std::string("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n") + kTagged + "ok";
        bench.peer.answer = [&](const PeerRequest &request) {
            std::string text = answer;
            text.replace(text.find("TAG"), 3, std::to_string(request.tag));
            for (std::size_t i = 0; i < text.size(); ++i)
                bench.peer.sendLater(request.connection, text.substr(i, 1),
                                     Milliseconds(static_cast<int>(i)));
            return Reply{};
        };
        const RequestRecord &record = bench.one();
        QCOMPARE(name(record.outcome), name(Outcome::OkFresh));
        QVERIFY(segment(record.points, Segment::LastByte).value() > 30ms);
        QCOMPARE(bench.records.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
