// SPDX-License-Identifier: GPL-3.0-or-later
// The case book's kinds A (loop phases, schedulers) and B (idle-close races), as far as they
// concern a client, on real loopback sockets and virtual time, each under every scheduler for which
// it makes sense and every cut of the server's bytes:
// - what validation costs, and that it depends on nothing but the loop;
// - a timer that is late or due closes no connection that is in use;
// - whatever a server does to idle connections, no request that was not written fails; one that was
//   is sent again by the rules, and its failed attempt stays visible.
#include "tests/support/casebook.h"

#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = H1CaseBench;
using Kind = ConnectionEventKind;
using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;

Nanoseconds validated(const RequestRecord &record)
{
    return segment(record.points, Segment::Validate).value_or(0ns);
}

void settleDown(Bench &bench, Milliseconds time = 30ms)
{
    bench.after(time);
    bench.run();
}

/// Submits from timers, `gap` after now.
void submitAfter(Bench &bench, Milliseconds gap, Method method = Method::Get)
{
    bench.after(gap, [&bench, method] { bench.submit(method); });
    bench.run();
}

void c01TimerFloor(Bench &bench)
{
    for (int i = 0; i < 3; ++i)
        bench.one();
    for (const std::uint32_t index : {2u, 3u}) {
        CHECK_OUTCOME(bench.record(index), Outcome::OkReused);
        if (bench.scheduler == "timer-0")
            QVERIFY(validated(bench.record(index)) >= 1ms);
        else if (bench.scheduler != "immediate-unref")
            QCOMPARE(validated(bench.record(index)).count(), 0);
    }
}

/// The end is seen between the queueing and the verdict: the request goes elsewhere, the late
/// callback does nothing.
template <bool Reset> void c04Cancel(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(5ms, [&] {
        bench.submit(Method::Post);
        if (Reset)
            bench.peer.reset(0);
        else
            bench.peer.fin(0);
    });
    bench.run();
    settleDown(bench, 600ms);
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    CHECK_REASON(bench.record(2), Reset ? Reason::IdleReset : Reason::IdleFin);
    QCOMPARE(bench.attempts.size(), std::size_t{1});
    QVERIFY(!bench.attempts[0].written);
    QCOMPARE(bench.count(Kind::ValidationCancelled), 1);
    QCOMPARE(bench.peer.requests().size(), std::size_t{2}); // each was sent once
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
}

/// The clock stands still from the queueing to the verdict.
void c05ClockStands(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.onSettled = [&](const RequestRecord &record) {
        if (record.index == 1)
            bench.submit();
    };
    const Nanoseconds before = bench.clock.now();
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
    QCOMPARE((bench.clock.now() - before).count(), 0);
}

void c06FreshSocket(Bench &bench)
{
    bench.submit();
    bench.run();
    QVERIFY(!bench.record(1).points.validated.has());
    QVERIFY(!segment(bench.record(1).points, Segment::Validate).has_value());
}

/// The idle timer would be due while the request waits for its verdict, or for its response.
void c08AssignmentDisarms(Bench &bench)
{
    bench.peer.answer = [](const PeerRequest &request) {
        return Reply{ScriptedPeer::ok(request), 50ms};
    };
    bench.submit();
    bench.run();
    submitAfter(bench, 999ms);
    CHECK_OUTCOME(bench.record(2), Outcome::OkReused);
    QCOMPARE(bench.count(Kind::Discarded), 0);
}

void c08LateTimer(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(10ms, [&] {
        bench.clock.advance(1500ms); // the loop is kept from its timers
        bench.submit();
    });
    bench.run();
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    CHECK_REASON(bench.record(2), Reason::KeepAliveExpired);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
    QCOMPARE(bench.count(Kind::Discarded), 1);
}

void c12IdleHoldsNothing(Bench &bench)
{
    const Nanoseconds before = bench.clock.now();
    bench.submit();
    bench.run(); // returns though the connection is open
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    QVERIFY(bench.clock.now() - before < 1s);
    bench.client.closeIdle();
    bench.run();
    QCOMPARE(bench.count(Kind::Closed), 1);
}

constexpr Milliseconds kServerLimit = 1000ms;

/// The server ends each connection kServerLimit after its last response.
void closeAtLimit(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        if (request.number == 1) // the second one comes too late in each case
            bench.peer.finLater(request.connection, kServerLimit);
        return Reply{ScriptedPeer::ok(request)};
    };
}

/// 993 to 1010 ms in steps of 0.5 ms.
void c15EdgeOfKeepAlive(Bench &bench)
{
    closeAtLimit(bench);
    const bool steps = bench.whole();
    for (int half = 2 * 993; half <= 2 * 1010; half += steps ? 1 : 11) {
        const auto gap = std::chrono::microseconds(half * 500);
        bench.submit();
        bench.run();
        const int first = bench.peer.connections();
        bench.after(std::chrono::floor<Milliseconds>(gap), [&] {
            bench.clock.advance(gap - std::chrono::floor<Milliseconds>(gap));
            bench.submit();
        });
        bench.run();
        const RequestRecord &second = bench.records.back();
        QVERIFY2(isOk(second.outcome), name(second.outcome).data());
        const bool stalls = bench.scheduler == "immediate-unref";
        if (gap < kServerLimit - 3ms && !stalls)
            CHECK_OUTCOME(second, Outcome::OkReused);
        if (gap > kServerLimit + 3ms)
            CHECK_OUTCOME(second, Outcome::OkFresh);
        QVERIFY(bench.peer.connections() <= first + 1);
        settleDown(bench, 3s);
        QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    }
}

/// With a hint and a margin the race never happens: ours is the shorter limit.
void c15HintAndMargin(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        bench.peer.finLater(request.connection, kServerLimit);
        return Reply{ScriptedPeer::ok(request, "keep-alive: timeout=1\r\n")};
    };
    for (const Milliseconds gap : {450ms, 995ms, 1000ms, 1005ms}) {
        bench.submit();
        bench.run();
        submitAfter(bench, gap);
        CHECK_OUTCOME(bench.records.back(), gap < 500ms ? Outcome::OkReused : Outcome::OkFresh);
        settleDown(bench, 3s);
    }
    QCOMPARE(bench.count(Kind::IdleFin), 0);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
}

/// Hint, FIN in ms, and when the connection has to be gone.
template <const char *const &Hint, int FinMs, int PlannedMs> void c16Hint(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        if (request.connection == 0)
            bench.peer.finLater(0, Milliseconds{FinMs});
        std::string field(Hint);
        if (!field.empty())
            field.insert(0, "keep-alive: ").append("\r\n");
        return Reply{ScriptedPeer::ok(request, field)};
    };
    bench.submit();
    bench.run();
    const Nanoseconds from = bench.clock.now();
    settleDown(bench, 6s);
    const auto discarded =
        std::find_if(bench.events.begin(), bench.events.end(),
                     [](const ConnectionEvent &event) { return event.kind == Kind::Discarded; });
    QVERIFY(discarded != bench.events.end());
    const Milliseconds when = std::chrono::round<Milliseconds>(discarded->at - from);
    const Milliseconds expected{std::min(FinMs, PlannedMs)};
    QVERIFY2(when >= expected - 2ms && when <= expected + 2ms,
             std::to_string(when.count()).c_str());
    CHECK_REASON(*discarded, FinMs < PlannedMs ? Reason::IdleFin : Reason::KeepAliveExpired);
    int planned = 0;
    for (const ConnectionEvent &event : bench.events)
        planned += event.kind == Kind::ExpiryPlanned ? static_cast<int>(event.value) : 0;
    QCOMPARE(planned, PlannedMs == 4000 ? 0 : PlannedMs); // announced only where a hint decided
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
}
constexpr const char *kTimeout3 = "timeout=3";
constexpr const char *kNoHint = "";
constexpr const char *kBareNumber = "2";
constexpr const char *kWithUnit = "2s";
constexpr const char *kNonsense = "asdasd=1s";

template <int FinMs> void c18CloseAfterAnswer(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        Reply reply{ScriptedPeer::ok(request)};
        reply.fin = FinMs == 0 && request.connection == 0;
        if (FinMs > 0 && request.connection == 0)
            bench.peer.finLater(0, Milliseconds{FinMs});
        return reply;
    };
    bench.submit();
    bench.run();
    submitAfter(bench, 20ms);
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh); // it was seen before the write
    QCOMPARE(bench.count(Kind::IdleFin), 1);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
}

/// Seen only behind the write: sent again.
void c18InTheSameTurn(Bench &bench)
{
    bench.onSettled = [&](const RequestRecord &record) {
        if (record.index > 1)
            return;
        bench.peer.fin(0);
        bench.submit();
    };
    bench.submit();
    bench.run();
    const bool looks = bench.scheduler == "timer-0" || bench.scheduler == "fresh-poll"
        || bench.scheduler == "peek";
    CHECK_OUTCOME(bench.record(2), looks ? Outcome::OkFresh : Outcome::OkReplayed);
    QCOMPARE(bench.attempts.size(), std::size_t{1});
    QCOMPARE(bench.attempts[0].written, !looks);
}

/// How the second request of the first connection is met.
template <typename End> void meetSecond(Bench &bench, End end)
{
    bench.peer.answer = [=](const PeerRequest &request) {
        if (request.connection > 0 || request.number == 1)
            return Reply{ScriptedPeer::ok(request)};
        return end(request);
    };
}

Reply finAfter(Milliseconds delay)
{
    Reply reply;
    reply.delay = delay;
    reply.fin = true;
    return reply;
}

Reply resetAfter(Milliseconds delay)
{
    Reply reply;
    reply.delay = delay;
    reply.reset = true;
    return reply;
}

template <int DelayMs> void c19CrossingFin(Bench &bench)
{
    meetSecond(bench, [](const PeerRequest &) { return finAfter(Milliseconds{DelayMs}); });
    bench.one();
    CHECK_OUTCOME(bench.one(), Outcome::OkReplayed);
    CHECK_REASON(bench.record(2), Reason::ClosedUnanswered);
    QCOMPARE(bench.attempts.size(), std::size_t{1});
    QVERIFY(bench.attempts[0].written);
    QVERIFY(!bench.attempts[0].points.firstByte.has());
}

/// One byte of an answer, and it is nobody's to send again.
void c19NotBehindAByte(Bench &bench)
{
    meetSecond(bench, [](const PeerRequest &) {
        Reply reply{"H"};
        reply.fin = true;
        return reply;
    });
    bench.one();
    CHECK_OUTCOME(bench.one(), Outcome::FailedTruncated);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
}

template <int IdleMs> void c20ResetOnIdle(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.resetLater(0, Milliseconds{IdleMs});
    settleDown(bench, Milliseconds{IdleMs + 10});
    QCOMPARE(bench.count(Kind::IdleReset), 1);
    QCOMPARE(word(name(bench.lastDiscard())), word("idle-reset"));
    QCOMPARE(bench.records.size(), std::size_t{1}); // nothing reached the caller
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
}

/// after-idle probes only what was idle for long enough; the loop reads idle sockets anyway.
void c21SeenWithoutProbe(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.finLater(0, 500ms);
    submitAfter(bench, 900ms);
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
}

/// Nothing but a probe could tell: the FIN has not been polled.
void c21ProbeSkipped(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(900ms, [&] {
        bench.peer.fin(0);
        bench.submit();
    });
    bench.run();
    const bool probed = bench.scheduler == "after-idle:500";
    CHECK_OUTCOME(bench.record(2), probed ? Outcome::OkFresh : Outcome::OkReplayed);
    QCOMPARE(bench.attempts.size(), std::size_t{1});
    QCOMPARE(bench.attempts[0].written, !probed);
    QVERIFY(bench.record(2).idleBefore.has() == false); // that of the attempt that settled it
}

constexpr int kMany = 14; // more than Client::kMaxAttempts

void openMany(Bench &bench)
{
    for (int i = 0; i < kMany; ++i)
        bench.submit();
    bench.run();
    QCOMPARE(bench.client.idleConnections(), std::size_t{kMany});
}

void c22MassDeath(Bench &bench)
{
    openMany(bench);
    for (int i = 0; i < kMany; ++i)
        bench.peer.reset(i);
    submitAfter(bench, 10ms);
    const RequestRecord &record = bench.records.back();
    CHECK_OUTCOME(record, Outcome::OkFresh);
    QCOMPARE(record.attempts, std::uint8_t{1});
    QCOMPARE(bench.count(Kind::Discarded), kMany);
}

/// The same unseen: at most one of them costs an attempt.
void c22MassDeathUnseen(Bench &bench)
{
    openMany(bench);
    bench.after(10ms, [&] {
        for (int i = 0; i < kMany; ++i)
            bench.peer.fin(i);
        bench.submit();
    });
    bench.run();
    const RequestRecord &record = bench.records.back();
    QVERIFY2(isOk(record.outcome), name(record.outcome).data());
    QVERIFY(record.attempts <= 2);
    settleDown(bench);
    QCOMPARE(bench.count(Kind::Discarded), kMany);
    QCOMPARE(bench.client.connectionsOpened(), std::uint32_t{kMany + 1});
}

template <Method What> void c23Zombie(Bench &bench)
{
    meetSecond(bench, [](const PeerRequest &request) {
        return Reply{ScriptedPeer::ok(request), 3'600'000ms};
    });
    bench.one();
    CHECK_OUTCOME(bench.one(What), Outcome::FailedTimeout);
    CHECK_REASON(bench.record(2), Reason::RequestTimeout);
    QVERIFY(bench.record(2).reused);
    QVERIFY(bench.record(2).points.sent.has()); // written, never acknowledged
    QVERIFY(!bench.record(2).points.firstByte.has());
    QCOMPARE(bench.peer.connections(), 1); // not sent again
    CHECK_OUTCOME(bench.one(What), Outcome::OkFresh);
}

template <Method What, bool Reset> void c24Unsafe(Bench &bench)
{
    meetSecond(bench, [](const PeerRequest &) { return Reset ? resetAfter(0ms) : finAfter(0ms); });
    bench.one();
    bench.one(What);
    const ReplayPolicy policy = bench.options.replay;
    const bool replayed = policy == ReplayPolicy::Always
        || (policy == ReplayPolicy::Idempotent && isIdempotent(What));
    CHECK_OUTCOME(bench.record(2),
                  replayed    ? Outcome::OkReplayed
                      : Reset ? Outcome::FailedReset
                              : Outcome::FailedStale);
    CHECK_REASON(bench.record(2), Reset ? Reason::ResetUnanswered : Reason::ClosedUnanswered);
    QCOMPARE(bench.attempts.size(), std::size_t{replayed ? 1u : 0u});
}

/// The end and the reservation fall into one millisecond, in either order.
template <bool EndFirst> void c25SameMillisecond(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(50ms, [&] {
        if (EndFirst)
            bench.peer.fin(0);
        bench.submit();
        bench.clock.advance(200us);
        if (!EndFirst)
            bench.peer.fin(0);
    });
    bench.run();
    const RequestRecord &record = bench.record(2);
    QVERIFY2(isOk(record.outcome), name(record.outcome).data());
    QCOMPARE(bench.attempts.size(), std::size_t{1});
    // From the reservation to what was seen of the end: a race, not a slow server.
    const AttemptRecord &attempt = bench.attempts[0];
    const Nanoseconds seen = attempt.points.done.value() - attempt.points.assigned.value();
    if (bench.scheduler != "immediate-unref")
        QVERIFY(seen <= 2ms);
    // A server that closes with the request unread makes its kernel send a reset.
    QVERIFY(attempt.reason == (attempt.written ? Reason::ClosedUnanswered : Reason::IdleFin)
            || (attempt.written && attempt.reason == Reason::ResetUnanswered));
}

void c26SecondSilent(Bench &bench)
{
    meetSecond(bench, [](const PeerRequest &) { return finAfter(0ms); });
    bench.one();
    CHECK_OUTCOME(bench.one(), Outcome::OkReplayed);
    CHECK_REASON(bench.record(2), Reason::ClosedUnanswered);
}

void c26FirstSilent(Bench &bench)
{
    bench.peer.answer = [](const PeerRequest &) { return finAfter(0ms); };
    CHECK_OUTCOME(bench.one(), Outcome::FailedTruncated);
    CHECK_REASON(bench.record(1), Reason::ClosedUnanswered);
    QCOMPARE(bench.attempts.size(), std::size_t{0});
}

/// The server ends idle connections at 100 ms; the request comes at 99, 100, 101 ms.
template <int AtMs> void c27GracefulStop(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        if (request.number == 1 && request.connection < 3)
            bench.peer.finLater(request.connection, 100ms);
        return Reply{ScriptedPeer::ok(request)};
    };
    for (int i = 0; i < 3; ++i)
        bench.submit();
    bench.run();
    bench.after(Milliseconds{AtMs}, [&] {
        for (int i = 0; i < 3; ++i)
            bench.submit();
    });
    bench.run();
    QCOMPARE(bench.records.size(), std::size_t{6});
    for (const RequestRecord &record : bench.records) {
        QVERIFY2(isOk(record.outcome), name(record.outcome).data());
        QVERIFY(record.attempts <= 2);
    }
}

void c28EqualIntervals(Bench &bench)
{
    bench.peer.answer = [&bench](const PeerRequest &request) {
        bench.peer.finLater(request.connection, kServerLimit);
        return Reply{ScriptedPeer::ok(request, "keep-alive: timeout=1\r\n")};
    };
    constexpr int kRequests = 5;
    for (int i = 0; i < kRequests; ++i)
        submitAfter(bench, kServerLimit);
    QCOMPARE(bench.records.size(), std::size_t{kRequests});
    for (const RequestRecord &record : bench.records) {
        CHECK_OUTCOME(record, Outcome::OkFresh); // the hint less our margin came first
        QVERIFY(!record.reused);
    }
    QCOMPARE(bench.count(Kind::IdleFin), 0);
}

void c28SaysWhetherReused(Bench &bench)
{
    bench.one();
    submitAfter(bench, 700ms);
    QVERIFY(bench.record(2).reused);
    QVERIFY(bench.record(2).idleBefore.value() >= 700ms);
    QVERIFY(!bench.record(1).idleBefore.has());
}

ClientOptions plain()
{
    return Bench::tagged();
}

ClientOptions with(void (*change)(ClientOptions &))
{
    ClientOptions options = plain();
    change(options);
    return options;
}

constexpr auto kOneSecond = [](ClientOptions &o) { o.keepAlive = 1s; };
constexpr auto kHalfMargin = [](ClientOptions &o) { o.keepAliveMargin = 500ms; };
constexpr auto kOneMargin = [](ClientOptions &o) { o.keepAliveMargin = 1s; };
constexpr auto kManyConnections = [](ClientOptions &o) { o.connections = kMany; };
constexpr auto kThree = [](ClientOptions &o) { o.connections = 3; };
constexpr auto kDeadline = [](ClientOptions &o) { o.requestTimeout = 2s; };
constexpr auto kNever = [](ClientOptions &o) { o.replay = ReplayPolicy::Never; };
constexpr auto kAlways = [](ClientOptions &o) { o.replay = ReplayPolicy::Always; };

const std::vector<std::string> kWaiting{"timer-0", "immediate-unref", "immediate-ref",
                                        "fresh-poll"};
const std::vector<std::string> kWithoutClock{"none", "immediate-ref", "fresh-poll", "peek",
                                             "background"};
const std::vector<std::string> kWithoutStall{"none", "timer-0",    "immediate-ref", "fresh-poll",
                                             "peek", "background", "after-idle:1"};

const H1CaseBook &book()
{
    static const H1CaseBook all({
        {"C01 timer floor", plain(), c01TimerFloor},
        {"C04 cancel, FIN", plain(), c04Cancel<false>, kWaiting},
        {"C04 cancel, RST", plain(), c04Cancel<true>, kWaiting},
        {"C05 the clock stands still", plain(), c05ClockStands, kWithoutClock},
        {"C06 fresh socket", plain(), c06FreshSocket},
        {"C08 idle timer due at the assignment", with(kOneSecond), c08AssignmentDisarms},
        {"C08 late timer", with(kOneSecond), c08LateTimer},
        {"C12 idle connections hold nothing", plain(), c12IdleHoldsNothing},
        {"C15 edge of keep-alive", plain(), c15EdgeOfKeepAlive},
        {"C15 hint and margin", with(kHalfMargin), c15HintAndMargin, kWithoutStall},
        {"C16 timeout=3, FIN at 3.0 s", with(kOneMargin), c16Hint<kTimeout3, 3000, 2000>},
        {"C16 timeout=3, FIN at 4.0 s", with(kOneMargin), c16Hint<kTimeout3, 4000, 2000>},
        {"C16 no hint, FIN at 3.0 s", plain(), c16Hint<kNoHint, 3000, 4000>},
        {"C16 a bare number", plain(), c16Hint<kBareNumber, 5000, 4000>},
        {"C16 a unit", plain(), c16Hint<kWithUnit, 5000, 4000>},
        {"C16 nonsense", plain(), c16Hint<kNonsense, 5000, 4000>},
        {"C18 FIN with the answer", plain(), c18CloseAfterAnswer<0>},
        {"C18 FIN 1 ms behind", plain(), c18CloseAfterAnswer<1>},
        {"C18 FIN 5 ms behind", plain(), c18CloseAfterAnswer<5>},
        {"C18 FIN in the same turn", plain(), c18InTheSameTurn},
        {"C19 crossing FIN, at once", plain(), c19CrossingFin<0>},
        {"C19 crossing FIN, a round trip later", plain(), c19CrossingFin<1>},
        {"C19 behind a byte", plain(), c19NotBehindAByte},
        {"C20 reset on idle, +50 ms", plain(), c20ResetOnIdle<50>},
        {"C20 reset on idle, +2 s", plain(), c20ResetOnIdle<2000>},
        {"C21 seen without a probe", plain(), c21SeenWithoutProbe, {"after-idle:10000"}},
        {"C21 probe skipped, or not",
         plain(),
         c21ProbeSkipped,
         {"after-idle:10000", "after-idle:500"}},
        {"C22 mass death", with(kManyConnections), c22MassDeath},
        {"C22 mass death, unseen", with(kManyConnections), c22MassDeathUnseen},
        {"C23 zombie, GET", with(kDeadline), c23Zombie<Method::Get>},
        {"C23 zombie, POST", with(kDeadline), c23Zombie<Method::Post>},
        {"C24 POST, FIN", plain(), c24Unsafe<Method::Post, false>},
        {"C24 POST, RST", plain(), c24Unsafe<Method::Post, true>},
        {"C24 POST, FIN, always", with(kAlways), c24Unsafe<Method::Post, false>},
        {"C24 POST, RST, always", with(kAlways), c24Unsafe<Method::Post, true>},
        {"C24 GET, FIN, never", with(kNever), c24Unsafe<Method::Get, false>},
        {"C24 GET, FIN", plain(), c24Unsafe<Method::Get, false>},
        {"C25 end, then reservation", plain(), c25SameMillisecond<true>},
        {"C25 reservation, then end", plain(), c25SameMillisecond<false>},
        {"C26 silent close, second request", plain(), c26SecondSilent},
        {"C26 silent close, first request", plain(), c26FirstSilent},
        {"C27 graceful stop, 1 ms before", with(kThree), c27GracefulStop<99>},
        {"C27 graceful stop, at the moment", with(kThree), c27GracefulStop<100>},
        {"C27 graceful stop, 1 ms behind", with(kThree), c27GracefulStop<101>},
        {"C28 equal intervals", with(kHalfMargin), c28EqualIntervals, kWithoutStall},
        {"C28 says whether it was reused", plain(), c28SaysWhetherReused},
    });
    return all;
}

} // namespace

class TestReuseCases : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByteByByte_data() { book().addRows(); }
    void wholeAndByteByByte() { book().runRow(); }
    void everySplit_data() { book().addSplitRows(); }
    void everySplit() { book().runSplits(); }
};

QTEST_GUILESS_MAIN(TestReuseCases)
#include "tst_reusecases.moc"
