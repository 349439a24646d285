// SPDX-License-Identifier: GPL-3.0-or-later
// The case book's kinds C (unsolicited bytes, framing) and D (interim and early answers), on real
// loopback sockets and virtual time, each under every scheduler and every cut of the server's
// bytes:
// - what nobody has asked for is never anybody's answer once the loop has seen it, under any
//   scheduler; it discards the connection under a name of its own;
// - a message ends where its framing says; what is left over ends reuse and fails nobody;
// - a request that was not sent whole is never followed by another one on its connection.
// How the bytes were cut decides under which of two names a leftover is known: behind its response
// (excess) when one read brought both, on an idle connection (idle) otherwise.
#include "tests/support/casebook.h"

#include <QTest>

#include <cstring>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = H1CaseBench;
using Kind = ConnectionEventKind;
using Reply = ScriptedPeer::Reply;
using PeerRequest = ScriptedPeer::Request;

constexpr const char *kPoison = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-marker: poison\r\n\r\n";

std::string tagged(const PeerRequest &request, std::string_view before, std::string_view behind)
{
    return std::string(before) + "x-reusescope-tag: " + std::to_string(request.tag) + "\r\n\r\n"
        + std::string(behind);
}

/// The first request of the run gets this, all later ones the normal answer.
void answerFirst(Bench &bench, std::string before, std::string behind = {},
                 ScriptedPeer::Reply how = {})
{
    bench.peer.answer = [=](const PeerRequest &request) {
        if (request.connection > 0 || request.number > 1)
            return Reply{ScriptedPeer::ok(request)};
        Reply reply = how;
        reply.bytes = tagged(request, before, behind);
        return reply;
    };
}

/// Lets everything arrive that the peer has to say.
void settleDown(Bench &bench, Milliseconds time = 30ms)
{
    bench.after(time);
    bench.run();
}

bool isDiscardedFor(const Bench &bench, std::initializer_list<Reason> reasons)
{
    return std::find(reasons.begin(), reasons.end(), bench.lastDiscard()) != reasons.end();
}

std::string firstBytes(const Bench &bench, std::initializer_list<Kind> kinds)
{
    for (const ConnectionEvent &event : bench.events)
        if (std::find(kinds.begin(), kinds.end(), event.kind) != kinds.end())
            return std::string(event.bytes.view());
    return {};
}

/// Of what was left over or came unasked, however it was cut: the beginning is kept.
void beginsAs(const Bench &bench, std::string_view whole)
{
    const std::string kept =
        firstBytes(bench, {Kind::ExcessBytes, Kind::IdleBytes, Kind::Idle408, Kind::Upgraded});
    QVERIFY(!kept.empty());
    if (bench.whole())
        QCOMPARE(QByteArray(kept.data(), qsizetype(kept.size())),
                 QByteArray(whole.data(), qsizetype(std::min(whole.size(), KeptBytes::kMost))));
}

std::uint32_t valueOf(const Bench &bench, Kind kind)
{
    std::uint32_t sum = 0;
    for (const ConnectionEvent &event : bench.events)
        sum += event.kind == kind ? event.value : 0;
    return sum;
}

/// The next request has a connection of its own, and its own answer.
void nextIsFresh(Bench &bench)
{
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.records.back().connection.value, 2u);
}

void nextIsReused(Bench &bench)
{
    CHECK_OUTCOME(bench.one(), Outcome::OkReused);
    QCOMPARE(bench.peer.connections(), 1);
}

/// The bytes are in the kernel, unseen, when the request is queued from the poll that completed the
/// one before: nothing but a look at the socket can tell.
void c29SameTurn(Bench &bench)
{
    bench.onSettled = [&](const RequestRecord &record) {
        if (record.index > 1)
            return;
        bench.peer.send(0, kPoison);
        bench.submit();
    };
    bench.submit();
    bench.run();
    const bool looks = bench.scheduler == "timer-0" || bench.scheduler == "fresh-poll"
        || bench.scheduler == "peek";
    CHECK_OUTCOME(bench.record(2), looks ? Outcome::OkFresh : Outcome::FailedPoison);
    CHECK_REASON(bench.record(2), looks ? Reason::IdleBytes : Reason::MissingTag);
    bench.onSettled = {};
    CHECK_OUTCOME(bench.one(), looks ? Outcome::OkReused : Outcome::OkFresh);
}

template <int GapMs> void c29Later(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.after(Milliseconds{GapMs}, [&] { bench.submit(); });
    bench.peer.send(0, kPoison);
    bench.run();
    CHECK_OUTCOME(bench.record(2), Outcome::OkFresh);
    QCOMPARE(bench.count(Kind::IdleBytes), 1);
    QCOMPARE(word(name(bench.lastDiscard())), word("idle-bytes"));
}

void c30Polite408(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.send(0, "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
    bench.peer.fin(0);
    settleDown(bench);
    QCOMPARE(bench.count(Kind::Idle408) + bench.count(Kind::IdleBytes), 1);
    if (bench.whole())
        QCOMPARE(word(name(bench.lastDiscard())), word("idle-408"));
    QCOMPARE(bench.records.size(), std::size_t{1}); // nobody was told
    beginsAs(bench, "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
    nextIsFresh(bench);
}

void c30Unused408(Bench &bench)
{
    bench.submit();
    bench.clock.advance(200ms); // over before it was connected
    settleDown(bench, 1ms);
    QCOMPARE(bench.client.idleConnections(), std::size_t{1});
    bench.peer.send(0, "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
    bench.peer.fin(0);
    settleDown(bench);
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    QCOMPARE(bench.records.size(), std::size_t{1});
    QVERIFY(isDiscardedFor(bench, {Reason::Idle408, Reason::IdleBytes}));
    nextIsFresh(bench);
}

void c31SameSegment(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n", std::string("ok") + kPoison);
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    if (bench.whole()) {
        QCOMPARE(bench.count(Kind::ExcessBytes), 1);
        QCOMPARE(std::size_t{valueOf(bench, Kind::ExcessBytes)}, std::strlen(kPoison));
    }
    beginsAs(bench, kPoison);
    nextIsFresh(bench);
}

void c31Behind(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        if (request.connection == 0)
            bench.peer.sendLater(0, kPoison, 1ms);
        return Reply{ScriptedPeer::ok(request)};
    };
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::IdleBytes}));
    nextIsFresh(bench);
}

void c32TooLong(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n", "11111\r\n");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.records[0].bodyBytes, 1u);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    if (bench.whole())
        QCOMPARE(valueOf(bench, Kind::ExcessBytes), 6u);
    nextIsFresh(bench);
}

void c33SameSegment(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n", "ok\r\n");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    settleDown(bench);
    // Never as bytes, however they came.
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessLineBreaks, Reason::IdleLineBreaks}));
    if (bench.whole())
        QCOMPARE(valueOf(bench, Kind::ExcessLineBreaks), 2u);
    nextIsFresh(bench);
}

void c33Later(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        if (request.connection == 0)
            bench.peer.sendLater(0, "\r\n", 20ms);
        return Reply{ScriptedPeer::ok(request)};
    };
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::IdleLineBreaks}));
    nextIsFresh(bench);
}

void c34WithContent(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n", "hello");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.records[0].bodyBytes, 0u);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    if (bench.whole())
        QCOMPARE(valueOf(bench, Kind::ExcessBytes), 5u);
    nextIsFresh(bench);
}

void c34ThenAResponse(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 204 No Content\r\n", kPoison);
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    nextIsFresh(bench);
}

void c35HeadWithoutBytes(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n");
    CHECK_OUTCOME(bench.one(Method::Head), Outcome::OkFresh);
    settleDown(bench);
    nextIsReused(bench);
}

void c35HeadWithBytes(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n", "hello");
    CHECK_OUTCOME(bench.one(Method::Head), Outcome::OkFresh);
    QCOMPARE(bench.records[0].bodyBytes, 0u);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    nextIsFresh(bench);
}

void c36TrailerThenPause(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        if (request.number > 1)
            return Reply{ScriptedPeer::ok(request)};
        bench.peer.sendLater(0, "\r\n", 50ms);
        return Reply{tagged(request, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n",
                            "2\r\nok\r\n0\r\nx-trailer: 1\r\n")};
    };
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    // The blank line ends the message, not the last chunk.
    QVERIFY(bench.records[0].points.done.value() >= 50ms);
    QCOMPARE(bench.count(Kind::Trailers), 1);
    QCOMPARE(valueOf(bench, Kind::Trailers), 1u);
    QCOMPARE(bench.records[0].bodyBytes, 2u);
    nextIsReused(bench);
}

/// With the tag and the blank line.
std::size_t headBytes(const Bench &bench, const char *head)
{
    PeerRequest request;
    request.tag = bench.record(1).index;
    return tagged(request, head, {}).size();
}

void malformed(Bench &bench, const char *head, const char *body)
{
    answerFirst(bench, head, body);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.record(1), Outcome::FailedProtocol);
    CHECK_REASON(bench.record(1), Reason::MalformedResponse);
    QCOMPARE(bench.count(Kind::Malformed), 1);
    // The head that contradicts itself, and not what follows.
    QVERIFY(valueOf(bench, Kind::Malformed) > std::strlen("HTTP/1.1 200 OK\r\n"));
    QVERIFY(valueOf(bench, Kind::Malformed) <= headBytes(bench, head));
    settleDown(bench);
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    nextIsFresh(bench);
}

void c38Different(Bench &bench)
{
    malformed(bench, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n", "okk");
}

void c38Equal(Bench &bench)
{
    malformed(bench, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n", "ok");
}

void c38WithChunked(Bench &bench)
{
    malformed(bench, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n",
              "2\r\nok\r\n0\r\n\r\n");
}

void discardsForClosing(Bench &bench, const char *head)
{
    answerFirst(bench, head, "ok");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(word(name(bench.lastDiscard())), word("peer-closing"));
    nextIsFresh(bench);
}

void c39Tokens(Bench &bench)
{
    discardsForClosing(bench,
                       "HTTP/1.1 200 OK\r\nconnection: Keep-Alive, Close\r\ncontent-length: 2\r\n");
}

void c39OtherCase(Bench &bench)
{
    discardsForClosing(bench, "HTTP/1.1 200 OK\r\nCONNECTION: foo ,CLOSE\r\ncontent-length: 2\r\n");
}

void c40Without(Bench &bench)
{
    discardsForClosing(bench, "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n");
    QCOMPARE(bench.count(Kind::Http10), 1);
    QCOMPARE(valueOf(bench, Kind::Http10), 0u);
}

void c40WithToken(Bench &bench)
{
    answerFirst(bench, "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n", "ok");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(bench.count(Kind::Http10), 1);
    QCOMPARE(valueOf(bench, Kind::Http10), 1u);
    nextIsReused(bench);
    QCOMPARE(bench.count(Kind::Http10), 1); // the other one was of HTTP/1.1
}

void c41EndedByFin(Bench &bench)
{
    Reply end;
    end.fin = true;
    answerFirst(bench, "HTTP/1.1 200 OK\r\n", "body", end);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.record(1), Outcome::OkFresh);
    QCOMPARE(bench.record(1).bodyBytes, 4u);
    QCOMPARE(word(name(bench.lastDiscard())), word("peer-closing"));
    nextIsFresh(bench);
}

void c41EndedByReset(Bench &bench)
{
    Reply end;
    end.reset = true;
    answerFirst(bench, "HTTP/1.1 200 OK\r\n", "body", end);
    bench.submit();
    bench.run();
    CHECK_OUTCOME(bench.record(1), Outcome::FailedReset);
    CHECK_REASON(bench.record(1), Reason::Truncated);
    nextIsFresh(bench);
}

template <const char *const &Bytes> void c42Foreign(Bench &bench)
{
    bench.submit();
    bench.run();
    bench.peer.send(0, Bytes);
    settleDown(bench);
    QCOMPARE(bench.count(Kind::IdleBytes), 1);
    QCOMPARE(word(name(bench.lastDiscard())), word("idle-bytes"));
    beginsAs(bench, Bytes);
    nextIsFresh(bench);
}
constexpr const char *kGzip = "\x1f\x8b\x08";
constexpr const char *kOneByte = "H";

void c43SteadyNoise(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        bench.peer.sendLater(request.connection, "twelve bytes", 1000ms);
        return Reply{ScriptedPeer::ok(request)};
    };
    constexpr int kRequests = 4;
    for (int i = 0; i < kRequests; ++i) {
        bench.after(2000ms, [&] { bench.submit(); });
        bench.run();
    }
    settleDown(bench, 2000ms);
    QCOMPARE(bench.records.size(), std::size_t{kRequests});
    for (const RequestRecord &record : bench.records)
        CHECK_OUTCOME(record, Outcome::OkFresh);
    QCOMPARE(bench.peer.connections(), kRequests);
    QCOMPARE(bench.count(Kind::IdleBytes), kRequests);
}

void c44Upgrade(Bench &bench)
{
    answerFirst(bench,
                "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n",
                "\x01\x02\x03");
    bench.submit();
    bench.run();
    QCOMPARE(int(bench.record(1).status), 101);
    QCOMPARE(word(name(bench.lastDiscard())), word("upgraded"));
    QCOMPARE(bench.count(Kind::Upgraded), 1);
    if (bench.whole()) {
        QCOMPARE(valueOf(bench, Kind::Upgraded), 3u);
        beginsAs(bench, "\x01\x02\x03");
    }
    nextIsFresh(bench);
}

/// What comes while the first one is in validation waits for its response instead.
void submitBehindEachOther(Bench &bench, int count)
{
    bench.submit();
    bench.after(600ms, [&bench, count] {
        for (int i = 1; i < count; ++i)
            bench.submit();
    });
    bench.run();
}

/// All answers of one read, cut anywhere: each request gets its own, in order.
template <int Depth> void c46InOrder(Bench &bench)
{
    bench.submit(); // pipelining begins on a connection that stands
    bench.run();
    std::string all;
    bench.peer.answer = [&](const PeerRequest &request) {
        all += ScriptedPeer::ok(request, {}, std::string(std::size_t(request.number), 'b'));
        if (request.number < Depth + 1)
            return Reply{};
        return Reply{std::exchange(all, {})};
    };
    submitBehindEachOther(bench, Depth);
    QCOMPARE(bench.records.size(), std::size_t{Depth + 1});
    for (std::size_t i = 1; i < bench.records.size(); ++i) {
        QCOMPARE(std::size_t{bench.records[i].index}, i + 1);
        CHECK_OUTCOME(bench.records[i], Outcome::OkReused);
        QCOMPARE(std::size_t{bench.records[i].bodyBytes}, i + 1);
    }
    QCOMPARE(bench.peer.connections(), 1);
}

/// The connection breaks in the third of five: two are answered, one fails, two go out again.
void c46BrokenMidway(Bench &bench)
{
    bench.submit();
    bench.run();
    std::string all;
    bench.peer.answer = [&](const PeerRequest &request) {
        if (request.connection > 0)
            return Reply{ScriptedPeer::ok(request)};
        all += ScriptedPeer::ok(request);
        if (request.number < 6)
            return Reply{};
        Reply reply{all.substr(0, all.size() / 5 * 2 + 20)};
        reply.fin = true;
        return reply;
    };
    submitBehindEachOther(bench, 5);
    QCOMPARE(bench.records.size(), std::size_t{6});
    CHECK_OUTCOME(bench.record(2), Outcome::OkReused);
    CHECK_OUTCOME(bench.record(3), Outcome::OkReused);
    CHECK_OUTCOME(bench.record(4), Outcome::FailedTruncated);
    CHECK_OUTCOME(bench.record(5), Outcome::OkReplayed);
    CHECK_OUTCOME(bench.record(6), Outcome::OkReplayed);
    QVERIFY(bench.record(5).points.sent.value() <= bench.record(6).points.sent.value());
}

void c47EarlyHints(Bench &bench)
{
    answerFirst(bench,
                "HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\n"
                "content-length: 2\r\n",
                "ok");
    CHECK_OUTCOME(bench.one(), Outcome::OkFresh);
    QCOMPARE(int(bench.records[0].status), 200);
    QCOMPARE(bench.records[0].bodyBytes, 2u);
    QCOMPARE(bench.count(Kind::Interim), 1);
    QCOMPARE(valueOf(bench, Kind::Interim), 103u);
    nextIsReused(bench);
}

/// Answers as soon as so many bytes of the first connection's request have come, and reads no
/// further.
void answerEarly(Bench &bench, std::size_t behind, const std::string &bytes, bool fin = false)
{
    bench.peer.answerEarly = [=](int connection, std::size_t received) -> std::optional<Reply> {
        if (connection > 0 || received < behind)
            return std::nullopt;
        Reply reply{bytes};
        reply.fin = fin;
        return reply;
    };
}

constexpr const char *kExpectationFailed =
    "HTTP/1.1 417 Expectation Failed\r\ncontent-length: 0\r\nx-reusescope-tag: 1\r\n\r\n";
constexpr const char *kEarlyOk =
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-reusescope-tag: 1\r\n\r\nok";
constexpr const char *kTooLarge =
    "HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\nx-reusescope-tag: 1\r\n\r\n";

void earlyAnswer(Bench &bench, int status)
{
    bench.submit(Method::Post);
    bench.run();
    CHECK_OUTCOME(bench.record(1), Outcome::OkFresh);
    QCOMPARE(int(bench.record(1).status), status);
    QCOMPARE(word(name(bench.lastDiscard())), word("request-unfinished"));
    QCOMPARE(bench.count(Kind::BodyUnsent), 1);
    const auto unsent =
        std::find_if(bench.events.begin(), bench.events.end(),
                     [](const ConnectionEvent &event) { return event.kind == Kind::BodyUnsent; });
    QCOMPARE(std::size_t{unsent->code}, bench.options.body->size());
    QVERIFY(unsent->value > 0 && unsent->value < unsent->code);
    settleDown(bench);
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
    // The next one is not written behind half a body.
    bench.peer.answerEarly = {};
    CHECK_OUTCOME(bench.one(Method::Post), Outcome::OkFresh);
    QCOMPARE(bench.peer.connections(), 2);
}

void c48FinalBeforeTheBody(Bench &bench)
{
    answerEarly(bench, 1, kExpectationFailed);
    earlyAnswer(bench, 417);
}

void c49EarlyFinal(Bench &bench)
{
    answerEarly(bench, 64 * 1024, kEarlyOk);
    earlyAnswer(bench, 200);
}

/// close() with unread bytes makes the kernel send a reset, behind the 413.
void c50TooLargeAndReset(Bench &bench)
{
    answerEarly(bench, 64 * 1024, kTooLarge, true);
    bench.submit(Method::Post);
    bench.run();
    CHECK_OUTCOME(bench.record(1), Outcome::OkFresh);
    QCOMPARE(int(bench.record(1).status), 413);
    settleDown(bench);
    QCOMPARE(bench.client.idleConnections(), std::size_t{0});
}

/// The server refuses a POST from its head. What it then does with the body is what its client
/// gets to see of it.
constexpr const char *kRefusal = "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n";
constexpr const char *kSmuggled = "HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nsmuggled";

void c51Drains(Bench &bench)
{
    answerFirst(bench, kRefusal);
    CHECK_OUTCOME(bench.one(Method::Post), Outcome::OkFresh);
    QCOMPARE(int(bench.records[0].status), 403);
    nextIsReused(bench);
}

void c51Closes(Bench &bench)
{
    answerFirst(bench, "HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n");
    CHECK_OUTCOME(bench.one(Method::Post), Outcome::OkFresh);
    QCOMPARE(word(name(bench.lastDiscard())), word("peer-closing"));
    nextIsFresh(bench);
}

/// It has lost its place: an answer to what stood in the body follows.
void c51MisreadsAtOnce(Bench &bench)
{
    answerFirst(bench, kRefusal, kSmuggled);
    CHECK_OUTCOME(bench.one(Method::Post), Outcome::OkFresh);
    QCOMPARE(int(bench.records[0].status), 403);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::ExcessBytes, Reason::IdleBytes}));
    nextIsFresh(bench);
}

void c51MisreadsLater(Bench &bench)
{
    bench.peer.answer = [&](const PeerRequest &request) {
        if (request.connection > 0)
            return Reply{ScriptedPeer::ok(request)};
        bench.peer.sendLater(0, kSmuggled, 1ms);
        return Reply{tagged(request, kRefusal, {})};
    };
    CHECK_OUTCOME(bench.one(Method::Post), Outcome::OkFresh);
    settleDown(bench);
    QVERIFY(isDiscardedFor(bench, {Reason::IdleBytes}));
    nextIsFresh(bench);
}

ClientOptions plain()
{
    ClientOptions options = Bench::tagged();
    options.keepAlive = 60s;
    return options;
}

ClientOptions pipelined(int depth)
{
    ClientOptions options = plain();
    options.pipelining = depth;
    return options;
}

ClientOptions impatient()
{
    ClientOptions options = plain();
    options.requestTimeout = 100ms;
    return options;
}

ClientOptions posting()
{
    static const auto body = std::make_shared<const std::string>("GET / HTTP/1.1\r\n\r\n");
    ClientOptions options = plain();
    options.body = body;
    return options;
}

/// More than the sockets' buffers hold.
ClientOptions uploading()
{
    static const auto body = std::make_shared<const std::string>(8 * 1024 * 1024, 'u');
    ClientOptions options = plain();
    options.body = body;
    return options;
}

const H1CaseBook &framing()
{
    static const H1CaseBook all({
        {"C29 idle poison, same turn", plain(), c29SameTurn},
        {"C29 idle poison, 1 ms later", plain(), c29Later<1>},
        {"C29 idle poison, 10 ms later", plain(), c29Later<10>},
        {"C30 polite 408", plain(), c30Polite408},
        {"C30 polite 408 on an unused connection", impatient(), c30Unused408},
        {"C31 double answer, same segment", plain(), c31SameSegment},
        {"C31 double answer, 1 ms behind", plain(), c31Behind},
        {"C32 body too long", plain(), c32TooLong},
        {"C33 stray CRLF, same segment", plain(), c33SameSegment},
        {"C33 stray CRLF, 20 ms later", plain(), c33Later},
        {"C34 204 with content", plain(), c34WithContent},
        {"C34 204, then a response", plain(), c34ThenAResponse},
        {"C35 HEAD without the bytes", plain(), c35HeadWithoutBytes},
        {"C35 HEAD with the bytes", plain(), c35HeadWithBytes},
        {"C36 chunked end", plain(), c36TrailerThenPause},
        {"C38 two different lengths", plain(), c38Different},
        {"C38 two equal lengths", plain(), c38Equal},
        {"C38 length and chunked", plain(), c38WithChunked},
        {"C39 close token in a list", plain(), c39Tokens},
        {"C39 close token in another case", plain(), c39OtherCase},
        {"C40 HTTP/1.0 without a token", plain(), c40Without},
        {"C40 HTTP/1.0 with keep-alive", plain(), c40WithToken},
        {"C41 no length, FIN", plain(), c41EndedByFin},
        {"C41 no length, RST", plain(), c41EndedByReset},
        {"C42 foreign bytes, gzip", plain(), c42Foreign<kGzip>},
        {"C42 foreign bytes, one", plain(), c42Foreign<kOneByte>},
        {"C43 steady noise", plain(), c43SteadyNoise},
        {"C44 upgrade", plain(), c44Upgrade},
        {"C46 pipelining, depth 2", pipelined(2), c46InOrder<2>},
        {"C46 pipelining, depth 8", pipelined(8), c46InOrder<8>},
        {"C46 pipelining, broken midway", pipelined(5), c46BrokenMidway},
        {"C47 103", plain(), c47EarlyHints},
        {"C51 server desync, drains", posting(), c51Drains},
        {"C51 server desync, closes", posting(), c51Closes},
        {"C51 server desync, misreads at once", posting(), c51MisreadsAtOnce},
        {"C51 server desync, misreads later", posting(), c51MisreadsLater},
    });
    return all;
}

/// What they carry is large, and not the server's: whole and byte by byte is all that can differ.
const H1CaseBook &early()
{
    static const H1CaseBook all({
        {"C48 final answer before the body", uploading(), c48FinalBeforeTheBody},
        {"C49 early final answer", uploading(), c49EarlyFinal},
        {"C50 413 and reset", uploading(), c50TooLargeAndReset},
    });
    return all;
}

} // namespace

class TestFramingCases : public QObject
{
    Q_OBJECT

private slots:
    void wholeAndByteByByte_data() { framing().addRows(); }
    void wholeAndByteByByte() { framing().runRow(); }
    void everySplit_data() { framing().addSplitRows(); }
    void everySplit() { framing().runSplits(); }
    void earlyAnswers_data() { early().addRows(); }
    void earlyAnswers() { early().runRow(); }
    void earlyAnswersEverySplit_data() { early().addSplitRows(); }
    void earlyAnswersEverySplit() { early().runSplits(); }
};

QTEST_GUILESS_MAIN(TestFramingCases)
#include "tst_framingcases.moc"
