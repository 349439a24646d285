// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - A duration has three significant digits and the unit that keeps them before 1000.
// - A value that would round up to 1000 of a unit is 1.00 of the next.
// - What is absent is a dash, not a zero.
// - Numbers follow the user's locale.
// - Every value of every enumeration has a text of its own.
// - An error code of HTTP/2 has its name, another number is shown as it came; the largest limit of
//   streams is no limit.
// - An error is one sentence, with a full stop, that contains the detail.
#include "ui/format/text.h"

#include <QLocale>
#include <QSet>
#include <QTest>

using namespace reusescope;

namespace {

QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void durations_data();
    void durations();
    void absentDuration();
    void german();
    void countsAndRates();
    void bytes();
    void everyValueHasItsText();
    void attemptEnds();
    void keptBytes();
    void http2();
    void errors_data();
    void errors();
};

void TestText::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestText::durations_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64{0} << "0 ns";
    QTest::newRow("nanoseconds") << qint64{980} << "980 ns";
    QTest::newRow("largest nanoseconds") << qint64{999} << "999 ns";
    QTest::newRow("one microsecond") << qint64{1000} << "1.00 µs";
    QTest::newRow("two before the point") << qint64{21'240} << "21.2 µs";
    QTest::newRow("three before the point") << qint64{212'400} << "212 µs";
    QTest::newRow("rounds into the next unit") << qint64{999'600} << "1.00 ms";
    QTest::newRow("rounds into the next digit") << qint64{9'996'000} << "10.0 ms";
    QTest::newRow("milliseconds") << qint64{1'080'000} << "1.08 ms";
    QTest::newRow("a stall") << qint64{438'210'000} << "438 ms";
    QTest::newRow("seconds") << qint64{2'502'000'000} << "2.50 s";
    QTest::newRow("minutes") << qint64{300'000'000'000} << "5.00 min";
    QTest::newRow("before the reference") << qint64{-1'080'000} << "-1.08 ms";
}

void TestText::durations()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(plain(durationText(Nanoseconds{ns})), text);
}

void TestText::absentDuration()
{
    QCOMPARE(durationText(std::optional<Nanoseconds>()), QStringLiteral("–"));
    QCOMPARE(durationText(CompactDuration()), QStringLiteral("–"));
    QCOMPARE(plain(durationText(CompactDuration(Nanoseconds{0}))), QStringLiteral("0 ns"));
}

void TestText::german()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(plain(durationText(Nanoseconds{1'080'000})), QStringLiteral("1,08 ms"));
    QCOMPARE(countText(200'000), QStringLiteral("200.000"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestText::countsAndRates()
{
    QCOMPARE(countText(0), QStringLiteral("0"));
    QCOMPARE(countText(200'000), QStringLiteral("200,000"));
    QCOMPARE(rateText(87.42), QStringLiteral("87.4"));
    QCOMPARE(rateText(5230.4), QStringLiteral("5,230"));
    QCOMPARE(ratioText(10.42), QStringLiteral("×10.4"));
    QCOMPARE(ratioText(0.214), QStringLiteral("×0.21"));
    QCOMPARE(ratioText(0.000234), QStringLiteral("×0.00023"));
    QCOMPARE(ratioText(0.0), QStringLiteral("×0.00"));
}

void TestText::bytes()
{
    QCOMPARE(plain(bytesText(512)), QStringLiteral("512 B"));
    QCOMPARE(plain(bytesText(1536)), QStringLiteral("1.50 KiB"));
    QCOMPARE(plain(bytesText(16 * 1024 * 1024)), QStringLiteral("16.0 MiB"));
}

void TestText::everyValueHasItsText()
{
    const auto distinct = [](int count, auto text) {
        QSet<QString> seen;
        for (int i = 0; i < count; ++i)
            seen.insert(text(i));
        return seen.size() == count && !seen.contains(QString());
    };
    QVERIFY(distinct(kOutcomeCount, [](int i) { return outcomeText(static_cast<Outcome>(i)); }));
    QVERIFY(distinct(kPhaseCount, [](int i) { return phaseText(static_cast<Phase>(i)); }));
    QVERIFY(distinct(kSegmentCount, [](int i) { return segmentText(static_cast<Segment>(i)); }));
    QVERIFY(distinct(static_cast<int>(TimeoutReason::NoTimer) + 1,
                     [](int i) { return timeoutReasonText(static_cast<TimeoutReason>(i)); }));
    QVERIFY(distinct(static_cast<int>(ConnectionEventKind::UnreadAtClose) + 1, [](int i) {
        return connectionEventText(static_cast<ConnectionEventKind>(i));
    }));
    QVERIFY(reasonText(Reason::None).isEmpty());
    QVERIFY(distinct(static_cast<int>(Reason::BodyUnread),
                     [](int i) { return reasonText(static_cast<Reason>(i + 1)); }));
}

/// C25
void TestText::attemptEnds()
{
    AttemptRecord attempt;
    attempt.reason = Reason::IdleFin;
    QCOMPARE(attemptEndText(attempt), QStringLiteral("moved: ") + reasonText(Reason::IdleFin));
    attempt.points.assigned = CompactDuration(std::chrono::microseconds(5));
    attempt.points.done = CompactDuration(std::chrono::microseconds(17));
    QVERIFY(plain(attemptEndText(attempt))
                .endsWith(
                    QStringLiteral(", 12.0 µs after it was assigned: a race, not a slow server")));
    attempt.points.done = CompactDuration(std::chrono::microseconds(2005));
    QVERIFY(
        plain(attemptEndText(attempt)).endsWith(QStringLiteral(", 2.00 ms after it was assigned")));
    attempt.written = true;
    attempt.reason = Reason::StreamRefused;
    attempt.points.done = CompactDuration(std::chrono::microseconds(17));
    QVERIFY(attemptEndText(attempt).startsWith(QStringLiteral("replayed: ")));
    QVERIFY(!attemptEndText(attempt).contains(QStringLiteral("race"))); // nobody has closed
}

void TestText::keptBytes()
{
    QCOMPARE(keptBytesText({}), QString());
    QCOMPARE(keptBytesText("H"), QStringLiteral("\"H\" (48; HTTP)"));
    QCOMPARE(keptBytesText("a\r\n"), QStringLiteral("\"a\\r\\n\" (61 0d 0a; text)"));
    QCOMPARE(keptBytesText("\x1f\x8b\x08"), QStringLiteral("\"\\x1f\\x8b\\x08\" (1f 8b 08; gzip)"));
    QCOMPARE(keptBytesText("\x15\x03\x03"), QStringLiteral("\"\\x15\\x03\\x03\" (15 03 03; TLS)"));
    QCOMPARE(keptBytesText("\"\xff"), QStringLiteral("\"\\x22\\xff\" (22 ff; unknown)"));

    ConnectionEvent event;
    event.kind = ConnectionEventKind::ExcessBytes;
    event.value = 5;
    event.bytes = KeptBytes("hello");
    QCOMPARE(plain(connectionEventDetail(event)),
             QStringLiteral("5 B: \"hello\" (68 65 6c 6c 6f; text)"));
    // No more is kept than fits, and it says how many there were.
    event.value = 1000;
    event.bytes = KeptBytes(std::string(1000, 'x'));
    QCOMPARE(event.bytes.view().size(), KeptBytes::kMost);
    QVERIFY(connectionEventDetail(event).startsWith(bytesText(1000) + QStringLiteral(": \"xxx")));
    event.kind = ConnectionEventKind::BodyUnsent;
    event.value = 64 * 1024;
    event.code = 1024 * 1024;
    QCOMPARE(plain(connectionEventDetail(event)), QStringLiteral("64.0 KiB of 1.00 MiB"));
    event.kind = ConnectionEventKind::Malformed;
    QCOMPARE(plain(connectionEventDetail(event)), QStringLiteral("at byte 65,536"));
}

void TestText::http2()
{
    QCOMPARE(h2ErrorText(0), QStringLiteral("NO_ERROR"));
    QCOMPARE(h2ErrorText(7), QStringLiteral("REFUSED_STREAM"));
    QCOMPARE(h2ErrorText(13), QStringLiteral("HTTP_1_1_REQUIRED"));
    QCOMPARE(h2ErrorText(14), QStringLiteral("error code 14"));
    QCOMPARE(h2ErrorText(0xffff'ffff), QStringLiteral("error code 4294967295"));
    QCOMPARE(streamCountText(1), QStringLiteral("1 stream"));
    QCOMPARE(streamCountText(2000), QStringLiteral("2,000 streams"));
    QCOMPARE(streamCountText(0x7fff'ffff), QStringLiteral("any number of streams"));

    ConnectionEvent event;
    event.kind = ConnectionEventKind::GoawayReceived;
    event.value = 5;
    event.code = 11;
    QCOMPARE(connectionEventDetail(event), QStringLiteral("last stream 5, ENHANCE_YOUR_CALM"));
    event.kind = ConnectionEventKind::PingAcked;
    event.value = 1500;
    QCOMPARE(plain(connectionEventDetail(event)), QStringLiteral("after 1.50 ms"));
    event.kind = ConnectionEventKind::Http2;
    event.value = 1;
    QCOMPARE(connectionEventDetail(event), QStringLiteral("agreed on by ALPN"));
}

void TestText::errors_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("start");
    QTest::newRow("resolve") << static_cast<int>(ErrorKind::Resolve) << "The target's name";
    QTest::newRow("connect") << static_cast<int>(ErrorKind::Connect) << "The target cannot";
    QTest::newRow("timeout") << static_cast<int>(ErrorKind::Timeout) << "The target did not";
    QTest::newRow("file") << static_cast<int>(ErrorKind::File) << "The file";
    QTest::newRow("input") << static_cast<int>(ErrorKind::Input) << "Some detail.";
}

void TestText::errors()
{
    QFETCH(int, kind);
    QFETCH(QString, start);
    const QString text = errorSentence(Error{static_cast<ErrorKind>(kind), 0, "some detail"});
    QVERIFY2(text.startsWith(start), qPrintable(text));
    QVERIFY(text.endsWith(QLatin1Char('.')));
    QVERIFY(text.contains(QStringLiteral("ome detail")));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
