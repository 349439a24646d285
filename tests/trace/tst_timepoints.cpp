// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - a CompactDuration keeps nanoseconds up to 1.07 s, 4 us steps up to 71 minutes, saturates above,
//   and tells "did not happen" from 0
// - a segment runs from the latest earlier point to its own; it is absent when its point is
// - the segments of an answered request add up to its latency, whatever happened on the way
// - names of outcomes, reasons, events and segments are distinct and fit the contract
// - timer labels survive the way through a number; unknown ones become "other"

#include "core/trace/records.h"
#include "core/trace/timepoints.h"

#include <QTest>

#include <random>
#include <set>
#include <string>

using namespace reusescope;

namespace {

CompactDuration us(std::int64_t value)
{
    return CompactDuration(std::chrono::microseconds(value));
}

TimePoints pointsOf(CompactDuration assigned, CompactDuration validated, CompactDuration connected,
                    CompactDuration sent, CompactDuration firstByte, CompactDuration done)
{
    TimePoints points;
    points.queued = std::chrono::seconds(5);
    points.assigned = assigned;
    points.validated = validated;
    points.connected = connected;
    points.sent = sent;
    points.firstByte = firstByte;
    points.done = done;
    return points;
}

// "queue 0+5 write 5+3": start and length of the segments that are there, in us.
QString dump(const TimePoints &points)
{
    QStringList parts;
    for (const Segment which : kSegments) {
        const auto start = segmentStart(points, which);
        const auto length = segment(points, which);
        if (start.has_value() != length.has_value())
            return QStringLiteral("start and length disagree");
        if (length)
            parts << QStringLiteral("%1 %2+%3")
                         .arg(QString::fromStdString(std::string(name(which))))
                         .arg(start->count() / 1000)
                         .arg(length->count() / 1000);
    }
    return parts.join(u' ');
}

} // namespace

class TestTimePoints : public QObject
{
    Q_OBJECT

private slots:
    void compactDuration_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<qint64>("kept");
        QTest::addRow("zero") << qint64(0) << qint64(0);
        QTest::addRow("negative") << qint64(-7) << qint64(0);
        QTest::addRow("one") << qint64(1) << qint64(1);
        QTest::addRow("last exact") << qint64(0x3fff'ffff) << qint64(0x3fff'ffff);
        QTest::addRow("first coarse") << qint64(0x4000'0000) << qint64(0x4000'0000);
        QTest::addRow("within a step") << qint64(0x4000'0000 + 3999) << qint64(0x4000'0000);
        QTest::addRow("next step") << qint64(0x4000'0000 + 4000) << qint64(0x4000'0000 + 4000);
        const qint64 most = 0x4000'0000 + qint64{0xffff'fffe - 0x4000'0000} * 4000;
        QTest::addRow("largest") << most << most;
        QTest::addRow("beyond") << qint64(0x7fff'ffff'ffff'ffff) << most;
    }

    void compactDuration()
    {
        QFETCH(qint64, ns);
        QFETCH(qint64, kept);
        const CompactDuration duration{Nanoseconds(ns)};
        QVERIFY(duration.has());
        QCOMPARE(duration.value().count(), kept);
        QCOMPARE(duration.optional()->count(), kept);
    }

    void absentIsNotZero()
    {
        QVERIFY(!CompactDuration().has());
        QVERIFY(!CompactDuration().optional());
        QVERIFY(CompactDuration() != CompactDuration(Nanoseconds(0)));
    }

    void compactDurationStaysInSteps()
    {
        std::mt19937_64 random(7);
        std::uniform_int_distribution<std::int64_t> values(0, 4'200'000'000'000);
        for (int i = 0; i < 10'000; ++i) {
            const std::int64_t ns = values(random);
            const std::int64_t lost = ns - CompactDuration(Nanoseconds(ns)).value().count();
            QVERIFY(lost >= 0 && lost < 4000);
        }
    }

    void segments_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<TimePoints>("points");
        using std::chrono::seconds;
        QTest::addRow("nothing happened") << QString() << TimePoints{.queued = seconds(12)};
        QTest::addRow("reused") << "queue 0+2 validate 2+3 write 5+4 first-byte 9+10 last-byte 19+1"
                                << pointsOf(us(2), us(5), {}, us(9), us(19), us(20));
        QTest::addRow("reused without validation")
            << "queue 0+2 write 2+7 first-byte 9+10 last-byte 19+1"
            << pointsOf(us(2), {}, {}, us(9), us(19), us(20));
        QTest::addRow("fresh") << "queue 0+2 connect 2+30 write 32+1 first-byte 33+7 last-byte 40+0"
                               << pointsOf(us(2), {}, us(32), us(33), us(40), us(40));
        QTest::addRow("connected, then validated")
            << "queue 0+1 connect 1+2 validate 3+3 write 6+4 first-byte 10+1 last-byte 11+1"
            << pointsOf(us(1), us(6), us(3), us(10), us(11), us(12));
        QTest::addRow("validated, then connected")
            << "queue 0+1 connect 3+3 validate 1+2 write 6+4 first-byte 10+1 last-byte 11+1"
            << pointsOf(us(1), us(3), us(6), us(10), us(11), us(12));
        QTest::addRow("validated and connected at once")
            << "queue 0+1 connect 1+2 validate 3+0 write 3+1 first-byte 4+1 last-byte 5+1"
            << pointsOf(us(1), us(3), us(3), us(4), us(5), us(6));
        QTest::addRow("failed while validating")
            << "queue 0+2" << pointsOf(us(2), {}, {}, {}, {}, us(500));
        QTest::addRow("no answer")
            << "queue 0+2 validate 2+1 write 3+1" << pointsOf(us(2), us(3), {}, us(4), {}, us(90));
        QTest::addRow("answered before it was sent")
            << "queue 0+2 write 2+8 first-byte 10+0 last-byte 10+5"
            << pointsOf(us(2), {}, {}, us(10), us(6), us(15));
        QTest::addRow("answered and never sent") << "queue 0+2 first-byte 2+4 last-byte 6+9"
                                                 << pointsOf(us(2), {}, {}, {}, us(6), us(15));
        QTest::addRow("under way")
            << "queue 0+2 write 2+2 first-byte 4+2" << pointsOf(us(2), {}, {}, us(4), us(6), {});
    }

    void segments()
    {
        QFETCH(TimePoints, points);
        QFETCH(QString, expected);
        QCOMPARE(dump(points), expected);
    }

    void segmentsAddUp()
    {
        std::mt19937 random(99);
        std::uniform_int_distribution step(0, 1000);
        std::bernoulli_distribution happened(0.7);
        for (int i = 0; i < 5000; ++i) {
            std::int64_t now = 0;
            const auto next = [&] { return us(now += step(random)); };
            TimePoints points;
            for (CompactDuration *point : {&points.assigned, &points.validated, &points.connected,
                                           &points.opened, &points.sent, &points.firstByte}) {
                if (happened(random))
                    *point = next();
            }
            if (happened(random))
                std::swap(points.validated, points.connected);
            points.done = next();
            if (!points.firstByte.has())
                points.firstByte = points.done;
            Nanoseconds sum{0};
            for (const Segment which : kSegments)
                sum += segment(points, which).value_or(Nanoseconds(0));
            QCOMPARE(sum, points.done.value());
        }
    }

    void partsOfConnecting()
    {
        TimePoints points;
        points.assigned = us(10);
        points.connected = us(150);
        QVERIFY(!connectParts(points).has_value()); // plain
        points.transport = us(40);
        QCOMPARE(connectParts(points)->tcp, us(30).value());
        QCOMPARE(connectParts(points)->tls, us(110).value());
        points.connected = {};
        QVERIFY(!connectParts(points).has_value()); // the handshake failed
    }

    void limitFollowsConnecting()
    {
        TimePoints points;
        points.assigned = us(10);
        points.opened = us(70);
        points.sent = us(75);
        QCOMPARE(*segment(points, Segment::Limit), us(60).value());
        QCOMPARE(*segment(points, Segment::Write), us(5).value());
        points.opened = {};
        QVERIFY(!segment(points, Segment::Limit).has_value());
        QCOMPARE(*segment(points, Segment::Write), us(65).value());
    }

    void namesAreDistinct()
    {
        std::set<std::string_view> outcomes, reasons, events, segmentNames;
        for (int i = 0; i < kOutcomeCount; ++i)
            outcomes.insert(name(static_cast<Outcome>(i)));
        QCOMPARE(outcomes.size(), std::size_t{kOutcomeCount});
        QVERIFY(!outcomes.contains("unknown"));
        constexpr int reasonCount = static_cast<int>(Reason::BodyUnread) + 1;
        for (int i = 0; i < reasonCount; ++i)
            reasons.insert(name(static_cast<Reason>(i)));
        QCOMPARE(reasons.size(), std::size_t{reasonCount});
        QVERIFY(!reasons.contains("unknown"));
        constexpr int eventCount = static_cast<int>(ConnectionEventKind::UnreadAtClose) + 1;
        for (int i = 0; i < eventCount; ++i)
            events.insert(name(static_cast<ConnectionEventKind>(i)));
        QCOMPARE(events.size(), std::size_t{eventCount});
        QVERIFY(!events.contains("unknown"));
        for (const Segment which : kSegments)
            segmentNames.insert(name(which));
        QCOMPARE(segmentNames,
                 (std::set<std::string_view>{"queue", "connect", "validate", "limit", "write",
                                             "first-byte", "last-byte"}));
    }

    void outcomeNames()
    {
        QCOMPARE(name(Outcome::OkFresh), std::string_view("ok-fresh"));
        QCOMPARE(name(Outcome::OkReplayed), std::string_view("ok-replayed"));
        QCOMPARE(name(Outcome::FailedPoison), std::string_view("failed-poison"));
        QCOMPARE(name(Outcome::Cancelled), std::string_view("cancelled"));
        QVERIFY(isOk(Outcome::OkReused));
        QVERIFY(!isOk(Outcome::FailedStale));
    }

    void timerLabels()
    {
        for (const std::string_view label :
             {"validation", "keep-alive", "coarse-tick", "connect-deadline", "header-deadline",
              "body-deadline", "request-deadline", "idle-gap", "pacing", "other"}) {
            QVERIFY(timerLabelNumber(label) != 0);
            QCOMPARE(timerLabel(timerLabelNumber(label)), label);
        }
        QCOMPARE(timerLabelNumber(""), std::uint8_t{0});
        QCOMPARE(timerLabel(0), std::string_view("none"));
        QCOMPARE(timerLabel(timerLabelNumber("tea-time")), std::string_view("other"));
        QCOMPARE(timerLabel(255), std::string_view("other"));
    }
};

QTEST_APPLESS_MAIN(TestTimePoints)
#include "tst_timepoints.moc"
