// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - a row per variant, columns aligned, durations with three digits and the fitting unit
// - a difference that cannot be resolved is marked so
// - everything that makes the figures less than they seem is said below the table
// - no name can send control characters to the terminal

#include "core/report/texttable.h"
#include "tests/report/samplerun.h"

#include <QTest>

using namespace reusescope;

class TestTextTable : public QObject
{
    Q_OBJECT

private slots:
    void durations_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::addRow("zero") << qint64(0) << "0 ns";
        QTest::addRow("ns") << qint64(850) << "850 ns";
        QTest::addRow("us, two decimals") << qint64(1'000) << "1.00 us";
        QTest::addRow("us, one decimal") << qint64(12'345) << "12.3 us";
        QTest::addRow("us, none") << qint64(153'499) << "153 us";
        QTest::addRow("rounds up to ten") << qint64(9'996) << "10.0 us";
        QTest::addRow("rounds up to a hundred") << qint64(99'960) << "100 us";
        QTest::addRow("rounds up to the next unit") << qint64(999'500) << "1.00 ms";
        QTest::addRow("ms") << qint64(501'341'000) << "501 ms";
        QTest::addRow("s") << qint64(2'500'000'000) << "2.50 s";
        QTest::addRow("many seconds") << qint64(4'398'046'511'104) << "4398 s";
    }

    void durations()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, text);
        const sample::GermanLocale german;
        QCOMPARE(QString::fromStdString(shortDuration(Nanoseconds(ns))), text);
    }

    void table()
    {
        const QString expected = QStringLiteral(
            "sequential-reuse at http://127.0.0.1:41234/ (lab)\n"
            "sequential, 2 requests per variant in 5 blocks, dispatched from poll; client front "
            "end, h1; loop timers-last, poll sleep\n"
            "\n"
            "scheduler     p50     p90     p99     max        p50 / first  polls  stalls  "
            "connections  ok  failed\n"
            "none       401 us  401 us  401 us  401 us                  1      -       0  "
            "          1   1       0\n"
            "timer-0    501 ms  501 ms  501 ms  501 ms  1250 [1250, 1251]      1       "
            "1            3   1       1  1 failed-connect\n");
        QCOMPARE(QString::fromStdString(resultTable(sample::run())), expected);
    }

    void protocolsThatAreCompared()
    {
        RunResult run = sample::run();
        run.variants[1].scheduler = "none";
        run.variants[1].protocol = run.variants[1].spoken = Protocol::H2;
        const QString table = QString::fromStdString(resultTable(run));
        QVERIFY2(table.contains(" front end, h1 and h2; "), qPrintable(table));
        QVERIFY2(table.contains("\nh1/none  "), qPrintable(table));
        QVERIFY2(table.contains("\nh2/none  "), qPrintable(table));
    }

    void whatTheServerChose()
    {
        RunResult run = sample::run();
        for (VariantResult &variant : run.variants) {
            variant.protocol = Protocol::Auto;
            variant.spoken = Protocol::H2;
        }
        const QString table = QString::fromStdString(resultTable(run));
        QVERIFY2(table.contains(" front end, h2 (auto); "), qPrintable(table));
        QVERIFY2(table.contains("\nnone  "), qPrintable(table));
    }

    void ratioThatCannotBeResolved()
    {
        RunResult run = sample::run();
        run.variants[1].blockMedians.resize(3);
        run.variants[1].ratio = {0.987, 0.9512, 1.02, false};
        const QString table = QString::fromStdString(resultTable(run));
        QVERIFY2(table.contains("0.987 [0.951, 1.02] not resolvable"), qPrintable(table));
    }

    void ratioOfTooFewBlocksHasNoInterval()
    {
        RunResult run = sample::run();
        run.variants[1].blockMedians.resize(2);
        run.variants[1].ratio = {0.987, 0.9512, 1.02, false};
        QVERIFY(resultTable(run).find("ms  0.987 not resolvable  ") != std::string::npos);
    }

    void ratiosOfAnySize_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QString>("text");
        QTest::addRow("thousands") << 1250.25 << "1250";
        QTest::addRow("hundreds") << 99.96 << "100";
        QTest::addRow("tens") << 65.299 << "65.3";
        QTest::addRow("ones") << 1.0 << "1.00";
        QTest::addRow("rounds up to one") << 0.99951 << "1.00";
        QTest::addRow("tenths") << 0.1 << "0.100";
        QTest::addRow("thousandths") << 0.000264 << "0.000264";
        QTest::addRow("next to nothing") << 0.00000001 << "0.000000";
    }

    void ratiosOfAnySize()
    {
        QFETCH(double, ratio);
        QFETCH(QString, text);
        RunResult run = sample::run();
        run.variants[1].blockMedians.resize(3);
        run.variants[1].ratio = {ratio, ratio, ratio, true};
        const QString table = QString::fromStdString(resultTable(run));
        const QString cell = QStringLiteral("  %1 [%1, %1]  ").arg(text);
        QVERIFY2(table.contains(cell), qPrintable(table));
    }

    void notableOutcomes()
    {
        RunResult run = sample::run();
        RequestRecord record = sample::reused();
        record.outcome = Outcome::OkReplayed;
        run.variants[1].summary.add(record);
        QVERIFY(resultTable(run).find("  1 ok-replayed, 1 failed-connect\n") != std::string::npos);
    }

    void rangeOfPolls()
    {
        RunResult run = sample::run();
        RequestRecord record = sample::reused();
        record.pollsBeforeWrite = 3;
        run.variants[1].summary.add(record);
        QVERIFY(resultTable(run).find(" 1-3 ") != std::string::npos);
    }

    /// C12
    void idleConnectionsAtTheEnd()
    {
        RunResult run = sample::run();
        run.variants[0].idleClosedAtEnd = 1;
        QVERIFY(resultTable(run).find("\n1 idle connection was closed at the end\n")
                != std::string::npos);
        run.variants[1].idleClosedAtEnd = 7;
        QVERIFY(resultTable(run).find("\n8 idle connections were closed at the end\n")
                != std::string::npos);
    }

    /// C77
    void combOfDelayedAcks()
    {
        RunResult run = sample::run();
        RequestRecord record = sample::reused();
        record.points.done = sample::us(
            std::chrono::duration<double, std::micro>(record.points.firstByte.value()).count()
            + 44'000);
        for (int i = 0; i < 12; ++i)
            run.variants[1].summary.add(record);
        QVERIFY(resultTable(run).find("timer-0: 12 of ") != std::string::npos);
        QVERIFY(resultTable(run).find(" responses had 40 ms in last-byte: a delayed ACK")
                != std::string::npos);
    }

    void nothingMeasured()
    {
        RunResult run = sample::run();
        run.variants = {VariantResult()};
        run.variants[0].scheduler = "peek";
        const QString table = QString::fromStdString(resultTable(run));
        QVERIFY2(table.contains("\npeek         -    -    -    -            1      -       0"),
                 qPrintable(table));
    }

    void notes_data()
    {
        QTest::addColumn<std::function<void(RunResult &)>>("change");
        QTest::addColumn<QString>("note");
        using Change = std::function<void(RunResult &)>;
        QTest::addRow("dropped") << Change([](RunResult &run) { run.eventsDropped = 9; })
                                 << "9 trace events were dropped: records are missing, the figures "
                                    "above are complete\n";
        QTest::addRow("blocks") << Change([](RunResult &run) {
            run.variants[1].blockMedians.resize(2);
        }) << "with fewer than 3 blocks no difference is resolvable; --repeats makes more\n";
        QTest::addRow("wake-ups") << Change([](RunResult &run) { run.instrumentWakeups = 2; })
                                  << "the program itself woke the loop 2 times\n";
        QTest::addRow("interrupted") << Change([](RunResult &run) { run.interrupted = true; })
                                     << "interrupted: not all requests were made\n";
        QTest::addRow("error") << Change([](RunResult &run) {
            run.error = Error{ErrorKind::Connect, 111, "refused"};
        }) << "the run could not go on: refused\n";
        QTest::addRow("rate") << Change([](RunResult &run) { run.experiment.limits.perSecond = 5; })
                              << "limited to 5 requests a second: each waits in a timer for its "
                                 "turn, which is no part of its time\n";
        QTest::addRow("requests") << Change([](RunResult &run) {
            run.experiment.limits.requests = 9000;
        }) << "limited to 9000 requests in all\n";
        QTest::addRow("elsewhere")
            << Change([](RunResult &run) { run.experiment.url = "http://host.example/"; })
            << "limited to 10 requests a second: each waits in a timer for its turn, which is no "
               "part of its time; 1000 requests in all\n";
        QTest::addRow("policies") << Change([](RunResult &run) {
            run.experiment.client.maxAge = Milliseconds{30'000};
            run.experiment.client.replay = ReplayPolicy::Never;
        }) << "reuse policy: max_age_ms=30000 replay=never\n";
        QTest::addRow("redirects") << Change([](RunResult &run) {
            run.variants[0].statuses = {{200, 5}, {301, 7}, {304, 2}, {307, 1}};
        }) << "none: 8 answers were redirects (301, 307): not followed\n";
        QTest::addRow("one redirect") << Change([](RunResult &run) {
            run.variants[0].statuses = {{302, 1}};
        }) << "none: 1 answer was a redirect (302): not followed\n";
        QTest::addRow("redirects and where the first leads")
            << Change([](RunResult &run) {
                   run.variants[0].statuses = {{301, 2}};
                   run.variants[0].firstRedirect = "https://127.0.0.1/\x1b[2J";
               })
            << "none: 2 answers were redirects (301): not followed, the first leads to "
               "https://127.0.0.1/?[2J\n";
        QTest::addRow("a redirect with a long way to go")
            << Change([](RunResult &run) {
                   run.variants[0].statuses = {{308, 1}};
                   run.variants[0].firstRedirect = std::string(201, 'x');
               })
            << "none: 1 answer was a redirect (308): not followed, it leads to " + QString(200, 'x')
                + "...\n";
        QTest::addRow("HTTP/2")
            << Change([](RunResult &run) {
                   run.variants[0].http2.emplace();
                   run.variants[0].http2->connections = 1;
                   run.variants[0].http2->mostStreams = 100;
                   run.variants[0].http2->sent = {1, 2, 3};
                   run.variants[0].http2->received = {0, 4};
               })
            << "none: HTTP/2 on 1 connection, at most 100 streams at a time, 6 frames sent, 4 "
               "received\n";
        QTest::addRow("HTTP/2 with its troubles")
            << Change([](RunResult &run) {
                   run.variants[0].http2.emplace();
                   run.variants[0].http2->connections = 2;
                   run.variants[0].http2->goaways = 1;
                   run.variants[0].http2->refusedStreams = 3;
               })
            << "none: HTTP/2 on 2 connections, at most 0 streams at a time, 0 frames sent, 0 "
               "received, 1 GOAWAY, 3 refused streams\n";
        QTest::addRow("unsettled") << Change([](RunResult &run) { run.variants[0].unsettled = 4; })
                                   << "none: 4 requests were started but never settled\n";
        QTest::addRow("paced") << Change([](RunResult &run) {
            RequestRecord record = sample::fresh();
            record.intended = sample::us(99);
            run.variants[0].summary.add(record);
        }) << "none from the intended start: p50 500 us, p99 500 us, max 500 us\n";
    }

    void notes()
    {
        QFETCH(std::function<void(RunResult &)>, change);
        QFETCH(QString, note);
        RunResult run = sample::run();
        QVERIFY(!QString::fromStdString(resultTable(run)).contains(note));
        change(run);
        const QString table = QString::fromStdString(resultTable(run));
        QVERIFY2(table.endsWith("\n\n" + note), qPrintable(table));
    }

    void unexpectedSentences()
    {
        const QString table =
            QString::fromStdString(resultTable(sample::run(), {"peek: one", "none: two"}));
        QVERIFY(table.endsWith("\n\nunexpected: peek: one\nunexpected: none: two\n"));
    }

    void controlCharactersAreReplaced()
    {
        RunResult run = sample::run();
        run.scenario = "a\x1b[2Jb";
        run.url = "http://x/\r\n\x7f";
        run.variants[0].scheduler = "n\xc2\x9b"
                                    "31mone";
        run.error = Error{ErrorKind::Io, 0, "bad\x1b]0;"};
        const QString table = QString::fromStdString(resultTable(run, {"\x1b[31mred"}));
        QVERIFY(table.startsWith("a?[2Jb at http://x/??? (lab)\n"));
        QVERIFY(table.contains("\nn?31mone "));
        QVERIFY(table.contains("go on: bad?]0;\n"));
        QVERIFY(table.contains("unexpected: ?[31mred\n"));
        for (const QChar c : table)
            QVERIFY(c == u'\n' || c.isPrint());
    }
};

QTEST_APPLESS_MAIN(TestTextTable)
#include "tst_texttable.moc"
