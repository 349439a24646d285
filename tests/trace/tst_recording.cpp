// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - every event goes to its list, in order of arrival; nothing that is there moves
// - figures per variant are kept while events arrive
// - the first event sets the origin; the end is the latest time of anything
// - attempts and connection events are found by variant and number
// - clear() forgets everything, the origin included

#include "core/trace/recording.h"

#include <QTest>

using namespace reusescope;
using std::chrono::microseconds;

class TestRecording : public QObject
{
    Q_OBJECT

private slots:
    void emptyHasNoTimes()
    {
        const Recording recording;
        QCOMPARE(recording.origin().count(), 0);
        QCOMPARE(recording.end().count(), 0);
        QVERIFY(recording.summaries().empty());
    }

    void eventsGoToTheirLists()
    {
        Recording recording;
        const std::vector<TraceEvent> events{
            ProgressRecord{.at = Nanoseconds(10)},
            RequestRecord{.index = 1},
            PhaseRecord{.turn = 7},
            AttemptRecord{.request = 1},
            ConnectionEvent{.value = 3},
            RequestRecord{.index = 2},
        };
        recording.apply(events);
        recording.apply(events);
        QCOMPARE(recording.progress().size(), 2u);
        QCOMPARE(recording.phases().size(), 2u);
        QCOMPARE(recording.attempts().size(), 2u);
        QCOMPARE(recording.connectionEvents().size(), 2u);
        QCOMPARE(recording.requests().size(), 4u);
        QCOMPARE(recording.requests()[1].index, 2u);
        QCOMPARE(recording.requests()[2].index, 1u);
        QCOMPARE(recording.phases()[0].turn, 7u);
    }

    void growingMovesNothing()
    {
        Recording recording;
        const std::vector<TraceEvent> events(1000, RequestRecord{.index = 1});
        recording.apply(events);
        const RequestRecord *first = &recording.requests().front();
        for (int i = 0; i < 20; ++i)
            recording.apply(events);
        QCOMPARE(&recording.requests().front(), first);
    }

    void summariesPerVariant()
    {
        Recording recording;
        RequestRecord record{.index = 1, .variant = 2, .outcome = Outcome::OkFresh};
        recording.apply(std::vector<TraceEvent>{record});
        QCOMPARE(recording.summaries().size(), 3u);
        record.variant = 0;
        record.outcome = Outcome::FailedStale;
        recording.apply(std::vector<TraceEvent>{record, record});
        QCOMPARE(recording.summaries()[0].count(Outcome::FailedStale), 2u);
        QCOMPARE(recording.summaries()[1].settled(), 0u);
        QCOMPARE(recording.summaries()[2].count(Outcome::OkFresh), 1u);
    }

    void originAndEnd()
    {
        Recording recording;
        recording.apply(std::vector<TraceEvent>{ProgressRecord{.at = microseconds(100)}});
        QCOMPARE(recording.origin(), microseconds(100));
        QCOMPARE(recording.end(), microseconds(100));

        RequestRecord request;
        request.points.queued = microseconds(150);
        request.points.done = CompactDuration(microseconds(70));
        recording.apply(std::vector<TraceEvent>{request});
        QCOMPARE(recording.end(), microseconds(220));

        recording.apply(std::vector<TraceEvent>{PhaseRecord{
            .start = microseconds(200), .duration = CompactDuration(microseconds(50))}});
        QCOMPARE(recording.end(), microseconds(250));

        AttemptRecord attempt;
        attempt.points.queued = microseconds(260);
        recording.apply(std::vector<TraceEvent>{attempt});
        QCOMPARE(recording.end(), microseconds(260));

        recording.apply(std::vector<TraceEvent>{ConnectionEvent{.at = microseconds(240)}});
        QCOMPARE(recording.end(), microseconds(260));
        QCOMPARE(recording.origin(), microseconds(100));
    }

    void findsByVariantAndNumber()
    {
        Recording recording;
        recording.apply(std::vector<TraceEvent>{
            AttemptRecord{.request = 5, .variant = 0, .reason = Reason::IdleFin},
            AttemptRecord{.request = 5, .variant = 1, .reason = Reason::IdleReset},
            AttemptRecord{.request = 6, .variant = 0, .reason = Reason::IdleBytes},
            AttemptRecord{.request = 5, .variant = 0, .reason = Reason::ClosedUnanswered},
            ConnectionEvent{.connection = {1}, .variant = 0, .kind = ConnectionEventKind::Opening},
            ConnectionEvent{.connection = {1}, .variant = 1, .kind = ConnectionEventKind::IdleFin},
            ConnectionEvent{.connection = {2}, .variant = 0, .kind = ConnectionEventKind::IdleFin},
            ConnectionEvent{.connection = {1}, .variant = 0, .kind = ConnectionEventKind::Closed},
        });
        const auto attempts = recording.attemptsOf(0, 5);
        QCOMPARE(attempts.size(), 2u);
        QCOMPARE(attempts[0].reason, Reason::IdleFin);
        QCOMPARE(attempts[1].reason, Reason::ClosedUnanswered);
        const auto events = recording.eventsOf(0, ConnectionId{1});
        QCOMPARE(events.size(), 2u);
        QCOMPARE(events[0].kind, ConnectionEventKind::Opening);
        QCOMPARE(events[1].kind, ConnectionEventKind::Closed);
        QVERIFY(recording.attemptsOf(3, 5).empty());
    }

    void clearForgetsAll()
    {
        Recording recording;
        recording.apply(std::vector<TraceEvent>{RequestRecord{.index = 1},
                                                ProgressRecord{.at = microseconds(100)}});
        recording.clear();
        QVERIFY(recording.requests().empty());
        QVERIFY(recording.summaries().empty());
        recording.apply(std::vector<TraceEvent>{ProgressRecord{.at = microseconds(7)}});
        QCOMPARE(recording.origin(), microseconds(7));
        QCOMPARE(recording.end(), microseconds(7));
    }
};

QTEST_APPLESS_MAIN(TestRecording)
#include "tst_recording.moc"
