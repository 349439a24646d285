// SPDX-License-Identifier: GPL-3.0-or-later
// `reusescope-cli loop` as a process. Rules:
// - the golden traces of libuv come out word for word with --order
// - the transcript goes to standard output, to standard error when JSON is there
// - --json writes one object of schema 1; with --repeat the distribution, with as many runs as
// asked
// - every mistake of a script is a line with file, line and column, exit code 2; a file that cannot
//   be read is 4; wrong options are one sentence, with the nearest word, and 2
// - a limit is told on standard error and is no failure
// - Ctrl-C ends a run with 130, what has been printed stays
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

constexpr int kLastNetMs = 120'000;

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

Outcome finish(QProcess &process)
{
    Outcome outcome;
    if (!process.waitForFinished(kLastNetMs)) {
        process.kill();
        process.waitForFinished(kLastNetMs);
        return outcome;
    }
    if (process.exitStatus() == QProcess::NormalExit)
        outcome.code = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

void start(QProcess &process, const QStringList &arguments)
{
    process.start(QStringLiteral(REUSESCOPE_BINARY_DIR "/bin/reusescope-cli"),
                  QStringList{"loop"} + arguments);
    QVERIFY(process.waitForStarted(kLastNetMs));
}

/// `script` comes through standard input.
Outcome loop(const QByteArray &script, const QStringList &arguments = {})
{
    QProcess process;
    start(process, QStringList{"-"} + arguments);
    process.write(script);
    process.closeWriteChannel();
    return finish(process);
}

Outcome loopFile(const QStringList &arguments)
{
    QProcess process;
    start(process, arguments);
    return finish(process);
}

QString golden(const char *file)
{
    return QStringLiteral(REUSESCOPE_SOURCE_DIR "/tests/data/loop/") + file;
}

QJsonObject object(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace

class TestLoopCommand : public QObject
{
    Q_OBJECT

private slots:
    void goldenTraces_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("timers-first, default")
            << golden("golden-default.loop") << "timers-first"
            << QByteArray("A B idle P async C | close idle P2 P C2 C | idle P2 P C2 C |\n");
        QTest::newRow("timers-first, once")
            << golden("golden-once.loop") << "timers-first"
            << QByteArray("A B idle P async C | close, then idle P2 P C2 C |\n");
        QTest::newRow("timers-last, default")
            << golden("golden-default.loop") << "timers-last"
            << QByteArray("A idle P async C | close B idle P2 P C2 C | idle P2 P C2 C |\n");
        QTest::newRow("timers-last, once")
            << golden("golden-once.loop") << "timers-last"
            << QByteArray("idle P async C | close A, then idle P2 P C2 C | B\n");
    }
    void goldenTraces()
    {
        QFETCH(QString, file);
        QFETCH(QString, model);
        QFETCH(QByteArray, order);
        for (const char *clock : {"virtual", "real"}) {
            const Outcome outcome =
                loopFile({file, "--loop-model", model, "--clock", clock, "--order"});
            QCOMPARE(outcome.out, order);
            QCOMPARE(outcome.code, 0);
            QVERIFY(outcome.err.isEmpty());
        }
    }

    void transcript()
    {
        const Outcome outcome = loop("log begin\ntimer T 2\n");
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out,
                 QByteArray("loop timers-last, virtual clock\n"
                            "\n"
                            "main program\n"
                            "                0     ms  \"begin\"\n"
                            "\n"
                            "turn 1\n"
                            "  poll          2     ms  sleeps up to 2 ms: next-timer T; woken by T "
                            "after 2 ms\n"
                            "  timers        2     ms  T\n"
                            "\n"
                            "run() answers 0: nothing is alive any more\n"
                            "order: begin T\n"));
    }

    void json()
    {
        const Outcome outcome = loop("socket S\nat 2 S receives fin\n", {"--json", "-"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.err.contains("woken by S after 2 ms"));
        const QJsonObject all = object(outcome.out);
        QCOMPARE(all["schema"].toInt(), 1);
        QVERIFY(all["program"].toString().startsWith("reusescope "));
        QCOMPARE(all["loop"].toObject()["model"].toString(), "timers-last");
        QCOMPARE(all["loop"].toObject()["clock"].toString(), "virtual");
        QCOMPARE(all["order"].toString(), "S");
        QVERIFY(all["stopped_by_limit"].isBool() && !all["stopped_by_limit"].toBool());
        const QJsonArray entries = all["entries"].toArray();
        QCOMPARE(entries.size(), 3);
        const QJsonObject poll = entries[0].toObject();
        QCOMPARE(poll["kind"].toString(), "poll");
        QCOMPARE(poll["turn"].toInt(), 1);
        QCOMPARE(poll["at_us"].toDouble(), 2000.0);
        QCOMPARE(poll["timeout_ms"].toInt(), -1);
        QCOMPARE(poll["reason"].toString(), "no-timer");
        QCOMPARE(poll["slept_us"].toDouble(), 2000.0);
        QCOMPARE(poll["woken_by"].toString(), "io");
        QCOMPARE(poll["name"].toString(), "S");
        QCOMPARE(entries[1].toObject()["word"].toString(), "S");
        QCOMPARE(entries[2].toObject()["kind"].toString(), "run-ended");
        QVERIFY(!entries[2].toObject()["alive"].toBool(true));
    }

    void jsonFileBesideTheTranscript()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("run.json");
        const Outcome outcome = loop("log a\n", {"--json", path, "--order"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray("a\n"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(object(file.readAll())["order"].toString(), "a");
    }

    void quiet()
    {
        const Outcome outcome = loop("log a\n", {"--quiet"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.isEmpty() && outcome.err.isEmpty());
    }

    void repeated()
    {
        const QByteArray racy = "setTimeout 0 A\nsetImmediate B\n";
        const Outcome outcome =
            loop(racy, {"--clock", "real", "--repeat", "200", "--json", "-", "--quiet"});
        QCOMPARE(outcome.code, 0);
        const QJsonObject all = object(outcome.out);
        QCOMPARE(all["runs"].toInt(), 200);
        int runs = 0;
        double percent = 0;
        int before = 200;
        for (const QJsonValue &each : all["orders"].toArray()) {
            const int count = each.toObject()["count"].toInt();
            QVERIFY(count > 0 && count <= before);
            before = count;
            runs += count;
            percent += each.toObject()["percent"].toDouble();
            const QString order = each.toObject()["order"].toString();
            QVERIFY2(order == "A B" || order == "B A", qPrintable(order));
        }
        QCOMPARE(runs, 200);
        QVERIFY(qAbs(percent - 100) < 0.01);
    }

    void repeatedForPeople()
    {
        const Outcome outcome = loop("log a\n", {"--repeat", "4"});
        QCOMPARE(outcome.out,
                 QByteArray("loop timers-last, virtual clock, 4 runs\n"
                            "\n"
                            "    count  percent  order\n"
                            "        4   100.00  a\n"));
    }

    void mistakes()
    {
        const Outcome outcome = loop("log fine\nidel I\nsetTimeout x A\n");
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty());
        const QList<QByteArray> lines = outcome.err.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("standard input:2:1: "), lines[0].constData());
        QVERIFY2(lines[1].startsWith("standard input:3:12: "), lines[1].constData());
    }

    void limit()
    {
        const Outcome outcome = loop("idle I\n", {"--turns", "3"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.err,
                 QByteArray("reusescope-cli: the program was stopped after 3 turns\n"));
        QVERIFY(outcome.out.endsWith("the program was stopped after 3 turns\norder: I I I\n"));
        const Outcome asJson = loop("idle I\n", {"--turns", "3", "--json", "-", "--quiet"});
        QVERIFY(object(asJson.out)["stopped_by_limit"].toBool());
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *what, const QStringList &arguments, int code,
                            const char *says) {
            QTest::newRow(what) << arguments << code << QByteArray(says);
        };
        const QString file = golden("golden-once.loop");
        row("no script", {}, 2, "no script given");
        row("a file that is not there", {"nowhere.loop"}, 4, "nowhere.loop: No such file");
        row("a folder", {REUSESCOPE_SOURCE_DIR}, 4, "directory");
        row("a model", {file, "--loop-model", "timers-lats"}, 2, "did you mean \"timers-last\"?");
        row("a clock", {file, "--clock", "rael"}, 2, "did you mean \"real\"?");
        row("no turns", {file, "--turns", "0"}, 2, "--turns takes a whole number from 1");
        row("no number", {file, "--repeat", "often"}, 2, "--repeat takes a whole number from 1");
        row("an option", {file, "--ordr"}, 2, "did you mean \"--order\"?");
        row("two scripts", {file, file}, 2, "one argument too many");
        row("a folder that is not there", {file, "--quiet", "--json", "/nowhere/run.json"}, 4,
            "/nowhere/");
    }
    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        const Outcome outcome = loopFile(arguments);
        QCOMPARE(outcome.code, code);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    void interrupted()
    {
        QProcess process;
        start(process, {"-", "--clock", "real"});
        process.write("log begin\ntimer T 3600000\nidle I\nwhen I fires\n stop I\n");
        process.closeWriteChannel();
        QByteArray seen;
        while (!seen.contains("I\n")) { // then it sleeps for an hour
            QVERIFY(process.waitForReadyRead(kLastNetMs));
            seen += process.readAllStandardOutput();
        }
        QVERIFY(seen.contains("\"begin\""));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Outcome outcome = finish(process);
        QCOMPARE(outcome.code, 130);
    }
};

QTEST_GUILESS_MAIN(TestLoopCommand)
#include "tst_loopcommand.moc"
