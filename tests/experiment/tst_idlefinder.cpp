// SPDX-License-Identifier: GPL-3.0-or-later
// Finding a server's limit for idle connections, on real loopback sockets and virtual time:
// - the limits of used and of unused connections are found to a few milliseconds, with the manner;
// - a request shortly before the end is answered: the gap between the two is narrower than asked
// for;
// - the server's hint is reported and not followed;
// - a server that looks at its connections once a second ends them over a second, and that is seen;
// - a server that never closes, that closes with each response, that goes silent, that is not
// there:
//   each is told as what it is;
// - stop() keeps what was found;
// - what is advised, and the share of gaps in danger, follow from the findings by the stated rules;
// - times of requests are read as stated, and mistakes are told with their line.
#include "core/experiment/idlefinder.h"
#include "tests/support/scriptedpeer.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;

struct Bench
{
    Bench() { question.upTo = 10s; }

    /// The peer ends a connection `limit` after its newest response.
    void endAfter(Milliseconds limit, bool reset = false)
    {
        peer.answer = [this, limit, reset](const PeerRequest &request) {
            if (request.number == 1) { // no gap is longer, so that the second is the last one
                if (reset)
                    peer.resetLater(request.connection, limit);
                else
                    peer.finLater(request.connection, limit);
            }
            return Reply{ScriptedPeer::ok(request, hint)};
        };
    }
    IdleFindings run()
    {
        question.url.scheme = "http";
        question.url.host = "127.0.0.1";
        question.url.port = peer.port();
        finder = std::make_unique<IdleFinder>(
            question, clock, std::make_unique<PeerPoller>(makeEpollPoller(), clock, peer));
        return finder->run();
    }

    VirtualClock clock{std::chrono::seconds(1)};
    ScriptedPeer peer{clock};
    IdleQuestion question;
    std::string hint;
    std::unique_ptr<IdleFinder> finder;
};

bool isNear(Nanoseconds value, Nanoseconds expected)
{
    return value >= expected - 3ms && value <= expected + 3ms;
}

IdleFindings closesAt(std::initializer_list<Milliseconds> times)
{
    IdleFindings findings;
    findings.connectTime = 1ms;
    for (const Milliseconds time : times)
        findings.closes.push_back({true, true, time, Reason::IdleFin});
    return findings;
}

} // namespace

class TestIdleFinder : public QObject
{
    Q_OBJECT

private slots:
    void findsBothLimits()
    {
        Bench bench;
        bench.endAfter(3000ms);
        bench.hint = "keep-alive: timeout=1\r\n";
        // Of the unused ones only: used ones have ended by then.
        bench.peer.onAccept = [&](int connection) { bench.peer.finLater(connection, 7000ms); };
        const IdleFindings findings = bench.run();
        QVERIFY(!findings.error);
        const auto used = closeInterval(findings, true);
        const auto unused = closeInterval(findings, false);
        QVERIFY(used && unused);
        QVERIFY(isNear(used->low, 3000ms) && isNear(used->high, 3000ms));
        QVERIFY(isNear(unused->low, 7000ms) && isNear(unused->high, 7000ms));
        QVERIFY(used->samples >= bench.question.tries);
        QCOMPARE(unused->samples, bench.question.tries);
        QCOMPARE(commonManner(findings, true), Reason::IdleFin);
        QCOMPARE(findings.hint.value_or(0ms).count(), 1000);
        const auto answered = longestAnswered(findings);
        QVERIFY(answered.has_value());
        QVERIFY(used->low - *answered <= bench.question.resolution + 2ms);
        QVERIFY(!hasZombies(findings));
        QCOMPARE(keepAliveAdvice(findings).keepAlive.value_or(0ms).count(), 2500);
    }

    void manners_data()
    {
        QTest::addColumn<int>("how");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addRow("reset") << int(Reason::IdleReset) << QByteArray();
        QTest::addRow("408") << int(Reason::Idle408)
                             << QByteArray(
                                    "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
        QTest::addRow("bytes") << int(Reason::IdleBytes) << QByteArray("bye");
    }
    void manners()
    {
        QFETCH(int, how);
        QFETCH(QByteArray, bytes);
        Bench bench;
        bench.question.unused = false;
        bench.question.tries = 2;
        if (bytes.isEmpty()) {
            bench.endAfter(1500ms, true);
        } else {
            bench.peer.answer = [&](const PeerRequest &request) {
                bench.peer.sendLater(request.connection, bytes.toStdString(), 1500ms);
                return Reply{ScriptedPeer::ok(request)};
            };
        }
        const IdleFindings findings = bench.run();
        QCOMPARE(commonManner(findings, true), static_cast<Reason>(how));
        const auto used = closeInterval(findings, true);
        QVERIFY(used && isNear(used->low, 1500ms));
        QVERIFY(!closeInterval(findings, false));
    }

    void neverCloses()
    {
        Bench bench;
        const IdleFindings findings = bench.run();
        QVERIFY(!findings.error && !findings.interrupted);
        QVERIFY(!closeInterval(findings, true) && !closeInterval(findings, false));
        QVERIFY(findings.watchedFor >= 10s);
        QVERIFY(isNear(longestAnswered(findings).value_or(0ns), 8000ms));
        QCOMPARE(keepAliveAdvice(findings).keepAlive.value_or(0ms).count(), 8000);
        QVERIFY(!dangerWindow(findings));
    }

    void closesWithEachResponse()
    {
        Bench bench;
        bench.question.unused = false;
        bench.peer.answer = [](const PeerRequest &request) {
            Reply reply{ScriptedPeer::ok(request, "connection: close\r\n")};
            reply.fin = true;
            return reply;
        };
        const IdleFindings findings = bench.run();
        QCOMPARE(commonManner(findings, true), Reason::PeerClosing);
        QVERIFY(!longestAnswered(findings));
        const KeepAliveAdvice advice = keepAliveAdvice(findings);
        QVERIFY(!advice.keepAlive && !advice.how.empty());
        QVERIFY(!dangerWindow(findings));
    }

    void zombie()
    {
        Bench bench;
        bench.question.unused = false;
        std::map<int, Nanoseconds> last;
        bench.peer.answer = [&](const PeerRequest &request) {
            const Nanoseconds now = bench.clock.now();
            const bool silent = request.number > 1 && now - last[request.connection] > 1800ms;
            last[request.connection] = now;
            return Reply{ScriptedPeer::ok(request), silent ? 3'600'000ms : 0ms};
        };
        const IdleFindings findings = bench.run();
        QVERIFY(hasZombies(findings));
        QVERIFY(!closeInterval(findings, true));
        // Bisection has come close to where the silence begins.
        const auto answered = longestAnswered(findings);
        QVERIFY(answered && *answered <= 1802ms && *answered >= 1785ms);
        const auto keepAlive = keepAliveAdvice(findings).keepAlive;
        QVERIFY(keepAlive && *keepAlive <= 1300ms && *keepAlive >= 1200ms);
    }

    void notThere()
    {
        Bench bench;
        bench.peer.stopListening();
        const IdleFindings findings = bench.run();
        QVERIFY(findings.error.has_value());
        QVERIFY(findings.error->kind == ErrorKind::Connect);
        QVERIFY(bench.clock.now() < 2s); // it began at one second; the unused ones are not awaited
    }

    void looksOnceASecond()
    {
        Bench bench;
        bench.question.unused = false;
        bench.peer.answer = [&](const PeerRequest &request) {
            const Nanoseconds limit = bench.clock.now() + 3000ms;
            if (request.number == 1)
                bench.peer.finLater(
                    request.connection,
                    Milliseconds(std::chrono::ceil<std::chrono::seconds>(limit)
                                 - std::chrono::floor<Milliseconds>(bench.clock.now())));
            return Reply{ScriptedPeer::ok(request)};
        };
        const auto used = closeInterval(bench.run(), true);
        QVERIFY(used.has_value());
        QVERIFY(used->low >= 2997ms && used->low <= 3200ms);
        QVERIFY(used->high >= 3800ms && used->high <= 4003ms);
    }

    void stopKeepsWhatWasFound()
    {
        Bench bench;
        bench.peer.answer = [&](const PeerRequest &request) {
            if (request.number == 2) // the first answer after a gap
                bench.finder->stop();
            return Reply{ScriptedPeer::ok(request)};
        };
        const IdleFindings findings = bench.run();
        QCOMPARE(bench.finder->findings().url, findings.url); // as of the last status
        QVERIFY(findings.interrupted);
        QVERIFY(findings.watchedFor < 1s);
        QVERIFY(!findings.error);
        QVERIFY(bench.finder->status().expected >= 0ns);
    }

    void advice()
    {
        // 2 ms for two round trips, 20 ms of spread, 500 ms for timers; rounded down.
        const KeepAliveAdvice advice = keepAliveAdvice(closesAt({5000ms, 5010ms, 4990ms}));
        QCOMPARE(advice.margin.count(), 522);
        QCOMPARE(advice.keepAlive.value_or(0ms).count(), 4400);
        QVERIFY(!keepAliveAdvice(closesAt({400ms})).keepAlive);
        QVERIFY(!keepAliveAdvice(IdleFindings()).keepAlive);
    }

    void danger()
    {
        const auto window = dangerWindow(closesAt({5000ms, 5010ms}));
        QVERIFY(window.has_value());
        QCOMPARE(window->low.count(), Nanoseconds(4999ms).count());
        QCOMPARE(window->high.count(), Nanoseconds(5011ms).count());
        const double expected = std::exp(-0.5 * 4.999) - std::exp(-0.5 * 5.011);
        QVERIFY(std::abs(shareInDanger(*window, 0.5) - expected) < 1e-12);
        QCOMPARE(shareInDanger(*window, std::vector<Nanoseconds>{1s, 5s, 5005ms, 6s}), 0.5);
    }

    void times()
    {
        const auto gaps = gapsFromTimes("# a comment\n10.5\r\n\n  10\n12.75 \n");
        QVERIFY(gaps.hasValue());
        QCOMPARE(gaps->size(), std::size_t{2});
        QCOMPARE((*gaps)[0].count(), Nanoseconds(500ms).count());
        QCOMPARE((*gaps)[1].count(), Nanoseconds(2250ms).count());
    }
    void dates()
    {
        const auto gaps = gapsFromTimes("2028-02-29T00:00:01+01:00\n2028-02-28 22:59:59.250\n"
                                        "2028-02-28T23:00:03.5Z\n2028-02-28t18:30:04-0430\n");
        QVERIFY2(gaps.hasValue(), gaps ? "" : gaps.error().detail.c_str());
        QCOMPARE(gaps->size(), std::size_t{3});
        // 22:59:59.25, 23:00:01, 23:00:03.5 and 23:00:04 UTC
        QVERIFY(isNear((*gaps)[0], 1750ms) && isNear((*gaps)[1], 2500ms));
        QVERIFY(isNear((*gaps)[2], 500ms));
    }

    void wrongTimes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        QTest::addRow("empty") << QByteArray() << QByteArray("at least two times");
        QTest::addRow("one") << QByteArray("1\n") << QByteArray("at least two times");
        QTest::addRow("word") << QByteArray("1\n2\nthree\n") << QByteArray("line 3: ");
        QTest::addRow("unit") << QByteArray("1s\n2s\n") << QByteArray("line 1: ");
        QTest::addRow("not a number") << QByteArray("1\nnan\n") << QByteArray("line 2: ");
        QTest::addRow("infinite") << QByteArray("1\ninf\n") << QByteArray("line 2: ");
        QTest::addRow("too large") << QByteArray("1\n1e300\n") << QByteArray("line 2: ");
        QTest::addRow("no such day")
            << QByteArray("2027-02-29T00:00:00Z\n1\n") << QByteArray("line 1: ");
        for (const char *wrong :
             {"2", "2026-01-01", "2026-01-01T24:00:00", "2026-01-01T00:60:00",
              "2026-01-01T00:00:61", "2026-01-01T00:00:-1", "2026-01-01T00:00:00+1",
              "2026-01-01T00:00:00+01:", "2026-01-01T00:00:00Zulu", "2026-13-01T00:00:00",
              "2026-01--1T00:00:00", "2026-01-01T00:00:", "2026-01-01T00:00:1.2.3"})
            QTest::addRow("date %s", wrong) << "2026-01-01T00:00:00Z\n" + QByteArray(wrong) + '\n'
                                            << QByteArray("line 2: ");
        QTest::addRow("NUL") << QByteArray("1\n2\0\n", 5) << QByteArray("line 2: ");
    }
    void wrongTimes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, sentence);
        const auto gaps = gapsFromTimes(text.toStdString());
        QVERIFY(!gaps);
        QVERIFY2(QByteArray::fromStdString(gaps.error().detail).contains(sentence),
                 gaps.error().detail.c_str());
    }
};

QTEST_GUILESS_MAIN(TestIdleFinder)
#include "tst_idlefinder.moc"
