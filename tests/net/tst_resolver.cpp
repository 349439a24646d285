// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - a numeric address, and what cannot be a name, is answered in pending, never from inside
// resolve();
// - a name is answered in poll, with the port in every address; each lookup is answered once;
// - a failure is ErrorKind::Resolve with a sentence that names the host;
// - a lookup holds the loop alive, a resolver without one does not;
// - destroyed during a lookup, or by its own answer, it calls nothing any more and releases the
// loop.
#include "core/net/resolver.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <netdb.h>
#include <optional>

using namespace reusescope;
using namespace reusescope::test;

namespace {

struct Outcome
{
    int calls = 0;
    Phase phase = Phase::Main;
    std::optional<Result<Resolver::Addresses>> result;
};

Resolver::Resolved into(Outcome &outcome, PhaseLoop &loop)
{
    return [&outcome, &loop](Result<Resolver::Addresses> result) {
        ++outcome.calls;
        outcome.phase = loop.phase();
        outcome.result = std::move(result);
    };
}

} // namespace

class ResolverTest : public QObject
{
    Q_OBJECT

private slots:
    void numericIsAnsweredInPending_data();
    void numericIsAnsweredInPending();
    void localhost();
    void unresolvableName();
    void notAHostName_data();
    void notAHostName();
    void severalAtOnce();
    void destroyedDuringALookup();
    void destroyedBeforeANumericAnswer();
    void destroyedByItsOwnAnswer();
    void resolvesAgainFromTheAnswer();
};

void ResolverTest::numericIsAnsweredInPending_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("text");
    QTest::addRow("IPv4") << "127.0.0.1"
                          << "127.0.0.1:81";
    QTest::addRow("IPv6") << "::1"
                          << "[::1]:81";
}

void ResolverTest::numericIsAnsweredInPending()
{
    QFETCH(QString, host);
    QFETCH(QString, text);
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    Outcome outcome;
    resolver.resolve(host.toStdString(), 81, into(outcome, run.loop));
    QCOMPARE(outcome.calls, 0);
    QVERIFY(!run.loop.run());
    QCOMPARE(outcome.calls, 1);
    QCOMPARE(outcome.phase, Phase::Pending);
    QVERIFY(outcome.result->hasValue());
    QCOMPARE(outcome.result->value().size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(outcome.result->value().front().text()), text);
}

void ResolverTest::localhost()
{
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    QVERIFY(!run.loop.isAlive());
    Outcome outcome;
    resolver.resolve("localhost", 81, into(outcome, run.loop));
    QCOMPARE(outcome.calls, 0);
    QVERIFY(run.loop.isAlive());
    QVERIFY(run.until([&] { return outcome.calls > 0; }));
    QCOMPARE(outcome.calls, 1);
    QCOMPARE(outcome.phase, Phase::Poll);
    QVERIFY(outcome.result->hasValue());
    QVERIFY(!outcome.result->value().empty());
    for (const Endpoint &address : outcome.result->value()) {
        QVERIFY(address.isLoopback());
        QCOMPARE(address.port(), std::uint16_t{81});
    }
    QVERIFY(!run.loop.isAlive());
}

void ResolverTest::unresolvableName()
{
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    Outcome outcome;
    // RFC 6761 section 6.4: .invalid never resolves.
    resolver.resolve("name.invalid", 80, into(outcome, run.loop));
    QVERIFY(run.until([&] { return outcome.calls > 0; }));
    QCOMPARE(outcome.phase, Phase::Poll);
    QVERIFY(!outcome.result->hasValue());
    const Error &error = outcome.result->error();
    QCOMPARE(error.kind, ErrorKind::Resolve);
    QVERIFY(error.native != 0);
    // Without a name server at all the reason is another one than with one that answers.
    QCOMPARE(QString::fromStdString(error.detail),
             QString("cannot resolve \"name.invalid\": %1").arg(::gai_strerror(int(error.native))));
    QVERIFY(!run.loop.isAlive());
}

void ResolverTest::notAHostName_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("a NUL inside") << QByteArray("127.0.0.1\0.example", 18);
    QTest::addRow("too long") << QByteArray(300, 'a');
}

void ResolverTest::notAHostName()
{
    QFETCH(QByteArray, host);
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    Outcome outcome;
    resolver.resolve(host.toStdString(), 80, into(outcome, run.loop));
    QCOMPARE(outcome.calls, 0);
    QVERIFY(!run.loop.run());
    QCOMPARE(outcome.calls, 1);
    QCOMPARE(outcome.phase, Phase::Pending);
    QVERIFY(!outcome.result->hasValue());
    QCOMPARE(outcome.result->error().kind, ErrorKind::Resolve);
    QVERIFY(outcome.result->error().detail.ends_with("it is not a host name"));
}

void ResolverTest::severalAtOnce()
{
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    std::array<Outcome, 20> outcomes;
    for (std::size_t index = 0; index < outcomes.size(); ++index) {
        resolver.resolve(index % 2 == 0 ? "localhost" : "127.0.0.1",
                         static_cast<std::uint16_t>(index + 1), into(outcomes[index], run.loop));
    }
    // The lookups are all that holds the loop.
    QVERIFY(!run.loop.run());
    for (std::size_t index = 0; index < outcomes.size(); ++index) {
        QCOMPARE(outcomes[index].calls, 1);
        QVERIFY(outcomes[index].result->hasValue());
        QCOMPARE(std::size_t{outcomes[index].result->value().front().port()}, index + 1);
    }
}

void ResolverTest::destroyedDuringALookup()
{
    LoopRun run(makeEpollPoller());
    Outcome outcome;
    {
        Resolver resolver(run.loop);
        resolver.resolve("name.invalid", 80, into(outcome, run.loop));
        resolver.resolve("localhost", 80, into(outcome, run.loop));
        QVERIFY(run.loop.isAlive());
    }
    QVERIFY(!run.loop.isAlive());
    QVERIFY(!run.loop.run());
    QCOMPARE(outcome.calls, 0);
}

void ResolverTest::destroyedBeforeANumericAnswer()
{
    LoopRun run(makeEpollPoller());
    Outcome outcome;
    {
        Resolver resolver(run.loop);
        resolver.resolve("127.0.0.1", 80, into(outcome, run.loop));
    }
    QVERIFY(!run.loop.run());
    QCOMPARE(outcome.calls, 0);
}

void ResolverTest::destroyedByItsOwnAnswer()
{
    LoopRun run(makeEpollPoller());
    auto resolver = std::make_unique<Resolver>(run.loop);
    Outcome later;
    bool answered = false;
    resolver->resolve("localhost", 80, [&](Result<Resolver::Addresses>) {
        answered = true;
        resolver.reset();
    });
    resolver->resolve("localhost", 80, into(later, run.loop));
    QVERIFY(!run.loop.run());
    QVERIFY(answered);
    QCOMPARE(later.calls, 0);
}

void ResolverTest::resolvesAgainFromTheAnswer()
{
    LoopRun run(makeEpollPoller());
    Resolver resolver(run.loop);
    Outcome second;
    resolver.resolve("localhost", 80, [&](Result<Resolver::Addresses>) {
        resolver.resolve("localhost", 81, into(second, run.loop));
    });
    QVERIFY(!run.loop.run());
    QCOMPARE(second.calls, 1);
    QVERIFY(second.result->hasValue());
}

QTEST_GUILESS_MAIN(ResolverTest)
#include "tst_resolver.moc"
