// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - The sentence names the longest segment, its share of the whole, and what was recorded about it.
// - A wait in validate says where the scheduler was armed, what poll did, and where it was written;
//   from 20 ms on it is called a stall.
// - A request that moved, was replayed or failed says why.
// - Nothing is said that was not recorded.
#include "ui/format/explain.h"

#include <QLocale>
#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

/// A reused request that spent `validate` in validation, 20 µs to write and 100 µs to answer.
RequestRecord reused(Nanoseconds validate)
{
    RequestRecord request;
    request.index = 17;
    request.outcome = Outcome::OkReused;
    request.reused = true;
    request.attempts = 1;
    request.connection = ConnectionId{3};
    request.queuedFrom = Phase::Poll;
    request.queuedTurn = 411;
    request.firedIn = request.writtenIn = Phase::Timers;
    request.firedTurn = request.writtenTurn = 412;
    request.pollsBeforeWrite = 1;
    request.points.assigned = CompactDuration(1us);
    request.points.validated = CompactDuration(1us + validate);
    request.points.sent = CompactDuration(21us + validate);
    request.points.firstByte = CompactDuration(121us + validate);
    request.points.done = CompactDuration(130us + validate);
    return request;
}

SleepRecord sleep(Nanoseconds slept, WokenBy by, const char *timer)
{
    SleepRecord record;
    record.slept = CompactDuration(slept);
    record.timeoutMs = 1;
    record.reason = TimeoutReason::NextTimer;
    record.wokenBy = by;
    record.timer = timerLabelNumber(timer);
    return record;
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sentence_data();
    void sentence();
    void frames();
};

void TestExplain::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestExplain::sentence_data()
{
    QTest::addColumn<RequestRecord>("request");
    QTest::addColumn<QString>("scheduler");
    QTest::addColumn<QString>("expected");

    RequestRecord timer = reused(1080us);
    timer.sleep = sleep(1060us, WokenBy::Timer, "validation");
    QTest::newRow("timer-0 pays its floor")
        << timer << "timer-0"
        << "Waited 1.08 ms of 1.21 ms in validate: timer-0 armed in poll of turn 411, poll slept "
           "1.06 ms until the timer was due, written in timers of turn 412.";

    RequestRecord stall = reused(438ms);
    stall.queuedFrom = Phase::Check;
    stall.writtenIn = Phase::Check;
    stall.sleep = sleep(437ms, WokenBy::Timer, "coarse-tick");
    QTest::newRow("immediate-unref stalls")
        << stall << "immediate-unref"
        << "Stalled 438 ms of 438 ms in validate: immediate-unref armed in check of turn 411, poll "
           "slept 437 ms until the coarse tick was due, written in check of turn 412.";

    RequestRecord immediate = reused(140us);
    immediate.writtenIn = Phase::Check;
    immediate.writtenTurn = 411;
    immediate.pollsBeforeWrite = 0;
    QTest::newRow("immediate-ref from poll sees no poll")
        << immediate << "immediate-ref"
        << "Waited 140 µs of 270 µs in validate: immediate-ref armed in poll of turn 411, no poll "
           "in between, written in check of turn 411.";

    RequestRecord fresh = reused(150us);
    fresh.writtenIn = Phase::Check;
    fresh.sleep = sleep(8us, WokenBy::Nothing, "none");
    fresh.sleep.timeoutMs = 0;
    fresh.sleep.reason = TimeoutReason::IdleActive;
    QTest::newRow("fresh-poll looks once")
        << fresh << "fresh-poll"
        << "Waited 150 µs of 280 µs in validate: fresh-poll armed in poll of turn 411, poll looked "
           "for 8.00 µs without sleeping (an idle handle was active), written in check of turn "
           "412.";

    RequestRecord limited = reused(0us);
    limited.points.opened = CompactDuration(2ms);
    limited.points.sent = CompactDuration(2020us);
    limited.points.firstByte = CompactDuration(2120us);
    limited.points.done = CompactDuration(2130us);
    limited.stream = 201;
    limited.writtenIn = Phase::Poll;
    QTest::newRow("a stream had to become free")
        << limited << "none"
        << "Waited 2.00 ms of 2.13 ms for a free stream of connection 3: as many as the limit "
           "allows were open, written in poll of turn 412.";

    RequestRecord none = reused(0us);
    none.points.validated = CompactDuration();
    none.writtenIn = Phase::Poll;
    none.writtenTurn = 411;
    none.pollsBeforeWrite = 0;
    QTest::newRow("none goes out at once")
        << none << "none"
        << "Waited 100 µs of 130 µs for the first byte: written in poll of turn 411 on connection "
           "3, not validated.";

    QTest::newRow("protocols are compared")
        << none << "h1/none"
        << "Waited 100 µs of 130 µs for the first byte: written in poll of turn 411 on connection "
           "3, not validated.";

    RequestRecord reference = none;
    reference.pollsBeforeWrite = kPollsUnknown;
    reference.connection = ConnectionId{};
    QTest::newRow("a client whose loop cannot be seen")
        << reference << "qnam"
        << "Waited 100 µs of 130 µs for the first byte: written by a client whose loop cannot be "
           "seen on a connection it does not tell of, how qnam validates is its own.";

    RequestRecord peek = reused(3us);
    peek.writtenIn = Phase::Poll;
    peek.writtenTurn = 411;
    peek.pollsBeforeWrite = 0;
    QTest::newRow("peek costs little")
        << peek << "peek"
        << "Waited 100 µs of 133 µs for the first byte: written in poll of turn 411 on connection "
           "3, validated by peek in 3.00 µs, without a poll.";

    RequestRecord background = reused(110us);
    background.sleep = sleep(90us, WokenBy::Io, "none");
    QTest::newRow("background came too early")
        << background << "background"
        << "Waited 110 µs of 240 µs in validate: background validation had not fired when the "
           "request came in poll of turn 411, poll slept 90.0 µs until a socket was ready, written "
           "in timers of turn 412.";

    RequestRecord young = reused(0us);
    young.points.validated = CompactDuration();
    QTest::newRow("after-idle trusts a young connection")
        << young << "after-idle:50"
        << "Waited 100 µs of 130 µs for the first byte: written in timers of turn 412 on "
           "connection 3, after-idle:50 asked for no validation.";

    RequestRecord first = reused(0us);
    first.outcome = Outcome::OkFresh;
    first.reused = false;
    first.reason = Reason::NoConnection;
    first.connection = ConnectionId{1};
    first.points.validated = CompactDuration();
    first.points.connected = CompactDuration(900us);
    first.points.sent = CompactDuration(920us);
    first.points.firstByte = CompactDuration(1020us);
    first.points.done = CompactDuration(1030us);
    QTest::newRow("fresh connects")
        << first << "timer-0"
        << "Spent 899 µs of 1.03 ms to connect: there was no connection yet, written in timers of "
           "turn 412 on the new connection 1.";

    RequestRecord moved = first;
    moved.attempts = 2;
    moved.reason = Reason::IdleFin;
    moved.connection = ConnectionId{4};
    QTest::newRow("moved before the write")
        << moved << "peek"
        << "Spent 899 µs of 1.03 ms to connect, written in timers of turn 412 on the new "
           "connection 4, moved to connection 4 before it was written because the peer closed the "
           "idle connection.";

    RequestRecord replayed = first;
    replayed.outcome = Outcome::OkReplayed;
    replayed.attempts = 2;
    replayed.reason = Reason::ClosedUnanswered;
    replayed.connection = ConnectionId{5};
    QTest::newRow("replayed after the write")
        << replayed << "none"
        << "Spent 899 µs of 1.03 ms to connect, written in timers of turn 412 on the new "
           "connection 5, replayed on connection 5 because the peer closed after the write, before "
           "any byte of the response.";

    RequestRecord poison = reused(140us);
    poison.outcome = Outcome::FailedPoison;
    poison.reason = Reason::ForeignTag;
    poison.writtenIn = Phase::Check;
    poison.writtenTurn = 411;
    poison.pollsBeforeWrite = 0;
    poison.idleBefore = CompactDuration(60ms);
    QTest::newRow("poisoned")
        << poison << "immediate-ref"
        << "Failed after 270 µs by poison: the response belongs to another request, written in "
           "check of turn 411 on connection 3 after 60.0 ms of idling, validated by immediate-ref "
           "in 140 µs, without a poll.";

    RequestRecord refused;
    refused.outcome = Outcome::FailedConnect;
    refused.reason = Reason::ConnectRefused;
    refused.points.assigned = CompactDuration(1us);
    refused.points.done = CompactDuration(80us);
    QTest::newRow("never connected") << refused << "none"
                                     << "Failed after 80.0 µs: the connection was refused, it was "
                                        "never written.";

    RequestRecord stopped;
    stopped.outcome = Outcome::Cancelled;
    stopped.reason = Reason::RunStopped;
    stopped.points.done = CompactDuration(5ms);
    QTest::newRow("stopped") << stopped << "none"
                             << "Cancelled after 5.00 ms: the run was stopped, it was never "
                                "written.";

    RequestRecord queued = reused(0us);
    queued.points.assigned = CompactDuration(400ms);
    queued.points.validated = CompactDuration();
    queued.points.sent = CompactDuration(400020us);
    queued.points.firstByte = CompactDuration(400120us);
    queued.points.done = CompactDuration(400130us);
    queued.reason = Reason::AllBusy;
    QTest::newRow("hidden queue")
        << queued << "none"
        << "Waited 400 ms of 400 ms in the queue: every open connection was busy, written in "
           "timers of turn 412.";
}

void TestExplain::sentence()
{
    QFETCH(RequestRecord, request);
    QFETCH(QString, scheduler);
    QFETCH(QString, expected);
    const QString sentence =
        whySentence(request, scheduler).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    QCOMPARE(sentence, expected);
}

void TestExplain::frames()
{
    RequestRecord request = reused(0us);
    request.stream = 7;
    request.points.queued = 5s;
    FrameBatch other;
    other.at = 6s;
    other.connection = ConnectionId{9};
    FrameBatch batch = other;
    batch.connection = request.connection;
    batch.turn = 413;
    batch.received = 38;
    batch.sent = 1;
    Recording recording;
    QCOMPARE(framesSentence(recording, request), QString());
    recording.apply(std::vector<TraceEvent>{other, batch});
    QCOMPARE(framesSentence(recording, request),
             QStringLiteral("It was completed by one of 38 frames that came in one poll, in turn "
                            "413; 1 frame left with the answers."));
    request.stream = 0;
    QCOMPARE(framesSentence(recording, request), QString());
}

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
