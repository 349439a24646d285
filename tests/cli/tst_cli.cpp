// SPDX-License-Identifier: GPL-3.0-or-later
// The built program as a process. Rules:
// - exit codes: 0 ok, 1 unexpected, --fail-if or no descriptor left, 2 usage, 3 not reachable, 4
// files, 130 interrupted
// - every refusal is one sentence on standard error, with nothing on standard output
// - `--json -` puts exactly one object of schema 1 on standard output, the table goes to standard
// error
// - CSV files have a header, CRLF and '.' in every locale
// - an interrupted run writes what it has measured; a second signal ends the program at once
// - failures that the scenario expects are none
#include "tests/support/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr int kLastNetMs = 120'000;

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

QString program()
{
    return QStringLiteral(REUSESCOPE_BINARY_DIR "/bin/reusescope-cli");
}

void start(QProcess &process, const QStringList &arguments, const char *locale = "C.UTF-8")
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("REUSESCOPE_DATA_DIR"));
    environment.insert(QStringLiteral("LC_ALL"), QString::fromLatin1(locale));
    process.setProcessEnvironment(environment);
    process.start(program(), arguments);
    QVERIFY(process.waitForStarted(kLastNetMs));
}

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

Outcome runProgram(const QStringList &arguments, const char *locale = "C.UTF-8")
{
    QProcess process;
    start(process, arguments, locale);
    return finish(process);
}

/// A run that is over in well under a second, plus `more`.
QStringList shortRun(const QStringList &more = {})
{
    return QStringList{"run",      "--scheduler", "none,peek", "--count", "20",
                       "--warmup", "5",           "--repeats", "1"}
    + more;
}

QList<QByteArray> csvRows(const QString &file)
{
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly))
        return {};
    QByteArray text = opened.readAll();
    if (!text.endsWith("\r\n"))
        return {};
    text.chop(2);
    QList<QByteArray> rows;
    qsizetype begin = 0;
    for (qsizetype end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n", begin)) {
        rows.append(text.mid(begin, end - begin));
        begin = end + 2;
    }
    rows.append(text.mid(begin));
    return rows;
}

/// An HTTP server of a few lines in the test's own thread, so that the test decides what happens
/// after which request.
class TinyServer
{
public:
    explicit TinyServer(bool listening = true)
    {
        m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        m_ok = bind(m_listener, reinterpret_cast<sockaddr *>(&address), length) == 0
            && getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length) == 0
            && (!listening || listen(m_listener, 16) == 0);
        m_port = ntohs(address.sin_port);
    }
    ~TinyServer()
    {
        close(m_connection);
        close(m_listener);
    }
    TinyServer(const TinyServer &) = delete;
    TinyServer &operator=(const TinyServer &) = delete;

    bool ok() const { return m_ok; }
    QString url(const char *scheme = "http") const
    {
        return QStringLiteral("%1://127.0.0.1:%2/").arg(QLatin1String(scheme)).arg(m_port);
    }

    /// Waits for the next request, which ends with `end`. False: the client has gone, or the last
    /// net.
    bool readRequest(const QByteArray &end = "\r\n\r\n")
    {
        if (m_connection < 0 && !acceptOne())
            return false;
        m_request.clear();
        while (!m_request.endsWith(end)) {
            if (!readSome())
                return false;
        }
        return true;
    }
    bool reply(const QByteArray &answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    {
        return send(m_connection, answer.constData(), static_cast<std::size_t>(answer.size()),
                    MSG_NOSIGNAL)
            > 0;
    }
    /// Of the connection that it has; the next request comes on another one.
    void hangUp()
    {
        close(m_connection);
        m_connection = -1;
    }
    bool answerOne() { return readRequest() && reply(); }
    const QByteArray &request() const { return m_request; } ///< the last one

    /// Waits for a connection and for its first bytes, answers them with `reply` and ends it: with
    /// a reset when that is empty.
    void greetOne(const QByteArray &reply)
    {
        m_request.clear();
        if (!acceptOne() || !readSome())
            return;
        if (reply.isEmpty()) {
            const linger reset{1, 0};
            setsockopt(m_connection, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        } else {
            send(m_connection, reply.constData(), static_cast<std::size_t>(reply.size()),
                 MSG_NOSIGNAL);
            shutdown(m_connection, SHUT_WR);
            while (readSome()) { } // so that no reset overtakes the answer
        }
        close(m_connection);
        m_connection = -1;
    }

private:
    static bool waitFor(int fd)
    {
        pollfd waited{fd, POLLIN, 0};
        return poll(&waited, 1, kLastNetMs) == 1;
    }
    bool acceptOne()
    {
        if (!waitFor(m_listener))
            return false;
        m_connection = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        return m_connection >= 0;
    }
    bool readSome()
    {
        char buffer[4096];
        if (!waitFor(m_connection))
            return false;
        const ssize_t got = recv(m_connection, buffer, sizeof buffer, 0);
        if (got <= 0)
            return false;
        m_request.append(buffer, got);
        return true;
    }

    QByteArray m_request;
    int m_listener = -1;
    int m_connection = -1;
    quint16 m_port = 0;
    bool m_ok = false;
};

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answers_data();
    void answers();
    void refuses_data();
    void refuses();
    void jsonOnStandardOutput();
    void jsonFile();
    void csvFiles_data();
    void csvFiles();
    void failIf_data();
    void failIf();
    void expectedFailuresAreNoFailure();
    void unexpectedOutcome();
    void wrongServers_data();
    void wrongServers();
    void brokenServers_data();
    void brokenServers();
    void redirectsAreReported();
    void redirectsAreFollowed();
    void redirectsElsewhereAreRefused();
    void whatIsSent();
    void protocolsAreCompared();
    void limitsAreShown();
    void idleLimits();
    void idleInterrupted();
    void frontierOfOneCell();
    void notReachable_data();
    void notReachable();
    void fullDisk();
    void noDescriptorsLeft_data();
    void noDescriptorsLeft();
    void interrupted_data();
    void interrupted();
    void secondInterruptEndsAtOnce();
    void serves();
    void servesTls();
    void listsScenarios();
    void listsSchedulers();

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString file(const char *name, const QByteArray &text) const;

    QTemporaryDir m_folder;
};

QString TestCli::file(const char *name, const QByteArray &text) const
{
    QFile written(path(name));
    if (!written.open(QIODevice::WriteOnly) || written.write(text) != text.size())
        return {};
    return path(name);
}

void TestCli::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY2(QFile::exists(program()), qPrintable(program()));
}

void TestCli::answers_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("pattern");
    QTest::addRow("version")
        << QStringList{"--version"}
        << "^reusescope \\d+\\.\\d+\\.\\d+\ncommit [^\n]+\ncompiler [^\n]+ [0-9.]+\n"
           "llhttp \\d[^\n]*\nnghttp2 \\d[^\n]*\nOpenSSL \\d[^\n]*\n$";
    QTest::addRow("help") << QStringList{"--help"} << "run.*scenarios.*schedulers.*serve";
    QTest::addRow("help of run") << QStringList{"run", "--help"}
                                 << "--scheduler.*--fail-if.*Exit codes";
    QTest::addRow("run") << shortRun() << "none .*peek ";
}

void TestCli::answers()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, pattern);
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    const QRegularExpression expected(pattern, QRegularExpression::DotMatchesEverythingOption);
    QVERIFY2(expected.match(QString::fromUtf8(outcome.out)).hasMatch(), outcome.out);
}

void TestCli::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");

    const auto row = [](const char *name, const QStringList &arguments, const char *says) {
        QTest::addRow("%s", name) << arguments << 2 << says;
    };
    row("no command", {}, "no command");
    row("unknown command", {"rnu"}, "did you mean \"run\"?");
    row("unknown command, nothing near", {"xyzzy"}, "there is no command \"xyzzy\"");
    row("two commands", {"scenarios", "schedulers"}, "");
    row("unknown option", {"run", "--shceduler", "none"}, "did you mean \"--scheduler\"?");
    row("unknown option with value", {"run", "--cuont=5"}, "did you mean \"--count\"?");
    row("two scenarios", {"run", "burst-8", "fin-on-idle"},
        "\"fin-on-idle\" is one argument too many");
    row("missing value", {"run", "--count"}, "--count needs a value");
    row("repeated option", {"run", "--count", "1", "--count", "2"},
        "--count is given more than once");
    row("flag with a value", {"run", "--quiet=maybe"}, "take no value");
    row("forgotten value", {"run", "--csv", "--quiet"}, "--csv needs a value");
    row("unknown scheduler", {"run", "--scheduler", "none,peak"}, "peek");
    row("empty scheduler", {"run", "--scheduler", "none,,peek"}, "empty name");
    row("scheduler without its number", {"run", "--scheduler", "after-idle"}, "after-idle");
    row("unknown scenario", {"run", "burst-9"}, "did you mean \"burst-8\"?");
    row("scenario and url", {"run", "burst-8", "--url", "http://127.0.0.1:1/"}, "not both");
    row("unknown workload", {"run", "--workload", "fast"},
        "--workload takes sequential, burst, parallel, paced or sweep, not \"fast\"");
    row("sweep without an end", {"run", "--workload", "sweep"}, "--workload sweep needs --gap-to");
    row("an end without a sweep", {"run", "--gap-to", "5"}, "--gap-to needs --workload sweep");
    row("sweep from poll",
        {"run", "--workload", "sweep", "--gap-to", "5", "--dispatch-from", "poll"},
        "dispatches it from timers");
    row("reuse order", {"run", "--reuse", "random"}, "--reuse takes lifo or fifo, not \"random\"");
    row("replay", {"run", "--replay", "sometimes"}, "--replay takes never, idempotent or always");
    row("age limit", {"run", "--max-age", "-1"}, "--max-age takes");
    row("idle without a URL", {"idle"}, "idle needs --url");
    row("idle, rate", {"idle", "--url", "http://127.0.0.1:1/", "--rate", "0"}, "--rate takes");
    row("idle, limit", {"idle", "--url", "http://127.0.0.1:1/", "--up-to", "1h"}, "--up-to takes");
    row("idle, another machine without a yes", {"idle", "--url", "http://server.invalid/"},
        "--yes agrees to that");
    row("idle, authorities without TLS", {"idle", "--url", "http://127.0.0.1:1/", "--insecure"},
        "--insecure needs an https:// --url");
    row("frontier, scheduler", {"frontier", "--scheduler", "peak"}, "peek");
    row("frontier, fault", {"frontier", "--fault", "poison,fire"},
        "--fault takes poison, fin or rst, or a list of them, not \"fire\"");
    row("frontier, source twice", {"frontier", "--dispatch-from", "poll,poll"}, "twice");
    row("frontier, trials", {"frontier", "--trials", "0"}, "--trials takes");
    row("unknown protocol", {"run", "--protocol", "h3"},
        "--protocol takes h1, h2 or auto, or a list of them, not \"h3\"");
    row("unknown protocol in a list", {"run", "--protocol", "h1,H2"}, "not \"H2\"");
    row("empty protocol", {"run", "--protocol", "h1,"}, "empty name");
    row("protocol twice", {"run", "--protocol", "h2,h1,h2"}, "\"h2\" is listed twice");
    row("max streams", {"run", "--max-streams", "0"},
        "--max-streams takes a whole number from 1 to 100000");
    row("ping", {"run", "--ping", "-1"}, "--ping takes");
    row("max rate", {"run", "--max-rate", "0"}, "--max-rate takes");
    row("max requests", {"run", "--max-requests", "1e9"}, "--max-requests takes");
    row("method", {"run", "--method", "BREW"}, "--method takes GET, HEAD, POST");
    row("header that frames", {"run", "--header", "Transfer-Encoding: chunked"},
        "the header \"Transfer-Encoding\" cannot be sent");
    row("header in two lines", {"run", "--header", "a: b\r\nc: d"}, "a control character");
    row("header without a colon", {"run", "--header", "Accept"}, "no colon");
    row("flag --yes with a value", {"run", "--yes=please"}, "take no value");
    row("another machine without a yes", {"run", "--url", "https://server.invalid/"},
        "server.invalid is not on this machine: the run sends it 600 GET requests, 10 a second at "
        "most; --yes agrees to that");
    row("another machine, more than it gets",
        {"run", "--url", "https://server.invalid/", "--yes", "--count", "1000"},
        "gets at most 1000 requests in all");
    row("more than the limit asked for",
        {"run", "--url", "http://127.0.0.1:1/", "--max-requests", "10", "--count", "11"},
        "the target gets at most 10 requests in all");
    row("count 0", {"run", "--count", "0"},
        "--count takes a whole number from 1 to 100000000, not \"0\"");
    row("count negative", {"run", "--count", "-5"}, "not \"-5\"");
    row("count not a number", {"run", "--count", "many"}, "not \"many\"");
    row("count with rest", {"run", "--count", "5x"}, "not \"5x\"");
    row("count with fraction", {"run", "--count", "1.5"}, "not \"1.5\"");
    row("count too large", {"run", "--count", "99999999999999999999"}, "--count takes");
    row("count empty", {"run", "--count", ""}, "--count takes");
    row("warmup", {"run", "--warmup", "-1"}, "--warmup takes");
    row("width", {"run", "--workload", "burst", "--width", "10001"},
        "--width takes a whole number from 1 to 10000");
    row("width of a sequential run", {"run", "--width", "8"}, "--workload burst or parallel");
    row("gap", {"run", "--gap", "soon"}, "--gap takes");
    row("gap from poll", {"run", "--gap", "5", "--dispatch-from", "poll"},
        "--dispatch-from timers");
    row("paced without gap", {"run", "--workload", "paced"}, "--gap");
    row("dispatch from", {"run", "--dispatch-from", "idle"},
        "--dispatch-from takes poll, check or timers");
    row("front end", {"run", "--front-end", "agent"}, "--front-end takes client or pool");
    row("connections", {"run", "--connections", "0"}, "--connections takes");
    row("pipelining", {"run", "--pipelining", "1001"}, "--pipelining takes");
    row("loop model", {"run", "--loop-model", "libuv"},
        "--loop-model takes timers-last or timers-first");
    row("poll", {"run", "--poll", "busy"}, "--poll takes sleep or spin");
    row("delay", {"run", "--delay", "-1"}, "--delay takes");
    row("body bytes", {"run", "--body-bytes", "1e3"}, "--body-bytes takes");
    row("hint", {"run", "--hint", "timeout=5\r\nx: y"}, "--hint takes");
    row("keep alive", {"run", "--keep-alive", "0"}, "--keep-alive takes");
    row("repeats", {"run", "--repeats", "101"}, "--repeats takes a whole number from 1 to 100");
    row("seed", {"run", "--seed", "18446744073709551616"}, "--seed takes");
    row("timeout", {"run", "--timeout", "never"}, "--timeout takes");
    row("fail if", {"run", "--fail-if", "p99"}, "--fail-if \"p99\"");
    row("fail if for another scheduler",
        {"run", "--scheduler", "none", "--fail-if", "peek:p50>1ms"},
        "peek is not among the schedulers");
    row("url without scheme", {"run", "--url", "localhost"}, "localhost");
    row("url of another scheme", {"run", "--url", "ftp://127.0.0.1/"}, "ftp");
    row("lab option with url", {"run", "--url", "http://127.0.0.1:1/", "--delay", "5"}, "--delay");
    row("serve auto", {"serve", "--protocol", "auto"}, "--protocol takes h1 or h2, not \"auto\"");
    row("tls with url", {"run", "--tls", "--url", "http://127.0.0.1:1/"},
        "--tls is for the lab; with --url write https://");
    row("ca without https", {"run", "--ca", "x.pem"}, "--ca needs an https:// --url");
    row("insecure without https", {"run", "--insecure", "--url", "http://127.0.0.1:1/"},
        "--insecure needs an https:// --url");
    row("key without cert", {"run", "--key", "x.pem", "--url", "https://127.0.0.1:1/"},
        "--key needs --cert");
    row("serve port", {"serve", "--port", "65536"}, "--port takes a whole number from 0 to 65535");
    row("too much to record", {"run", "--csv", path("too-much"), "--count", "100000000"}, "--csv");

    const auto files = [](const char *name, const QStringList &arguments, const char *says) {
        QTest::addRow("%s", name) << arguments << 4 << says;
    };
    files("scenario file that is not there", {"run", "/nowhere/at-all.json"},
          "/nowhere/at-all.json");
    files("body file that is not there", {"run", "--body", "/nowhere/at-all"}, "/nowhere/at-all");
    files("csv folder is a file", shortRun({"--csv", file("plain", "x")}), "plain");
    files("csv folder below a file", shortRun({"--csv", path("plain") + "/csv"}), "plain/csv");
    files("json in no folder", shortRun({"--json", path("missing/run.json")}), "missing/run.json");
    files("json is a folder", shortRun({"--json", m_folder.path()}), "directory");
    files("list in no folder", {"schedulers", "--json", path("missing/list.json")},
          "missing/list.json");
}

void TestCli::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.startsWith("reusescope-cli: "), outcome.err);
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(outcome.code, code);
}

void TestCli::jsonOnStandardOutput()
{
    const Outcome outcome = runProgram(shortRun({"--json", "-", "--seed", "7"}));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("peek"), outcome.err); // the table

    QJsonParseError problem;
    const QJsonObject object = QJsonDocument::fromJson(outcome.out, &problem).object();
    QCOMPARE(problem.error, QJsonParseError::NoError);
    QCOMPARE(object["schema"].toInt(), 1);
    QVERIFY(object["program"].toString().startsWith("reusescope "));
    QCOMPARE(object["seed"].toInt(), 7);
    QCOMPARE(object["target"]["lab"].toBool(), true);
    QCOMPARE(object["target"]["scenario"].toString(), QString("sequential-reuse"));
    QVERIFY(object["target"]["url"].toString().startsWith("http://127.0.0.1:"));
    QCOMPARE(object["loop"]["model"].toString(), QString("timers-last"));
    QCOMPARE(object["loop"]["poll"].toString(), QString("sleep"));
    QCOMPARE(object["loop"]["instrument_wakeups"].toInt(-1), 0);
    QVERIFY(object["host"]["cores"].toInt() > 0);

    const QJsonArray variants = object["variants"].toArray();
    QCOMPARE(variants.size(), 2);
    const char *const schedulers[] = {"none", "peek"};
    for (int i = 0; i < 2; ++i) {
        const QJsonObject variant = variants[i].toObject();
        QCOMPARE(variant["scheduler"].toString(), QString(schedulers[i]));
        QCOMPARE(variant["protocol"].toString(), QString("h1"));
        QCOMPARE(variant["workload"].toString(), QString("sequential"));
        QCOMPARE(variant["dispatch_from"].toString(), QString("poll"));
        QCOMPARE(variant["front_end"].toString(), QString("client"));
        QCOMPARE(variant["started"].toInt(), 20);
        QCOMPARE(variant["settled"].toInt(), 20);
        QCOMPARE(variant["unsettled"].toInt(-1), 0);
        QCOMPARE(variant["events_dropped"].toInt(-1), 0);
        QVERIFY(variant["connections_opened"].toInt() >= 1);
        QCOMPARE(variant["idle_closed_at_end"].toInt(), 1); // C12
        QVERIFY(variant["wall_s"].toDouble() > 0);
        QVERIFY(variant["requests_per_s"].toDouble() > 0);
        QCOMPARE(variant["outcomes"]["ok-reused"].toInt() + variant["outcomes"]["ok-fresh"].toInt(),
                 20);
        const QJsonObject latency = variant["latency_us"].toObject();
        QCOMPARE(latency["count"].toInt(), 20);
        double before = 0;
        for (const char *figure : {"min", "p50", "p90", "p99", "p99_9", "max"}) {
            QVERIFY2(latency[figure].toDouble() >= before, figure);
            before = latency[figure].toDouble();
        }
        QVERIFY(latency["mean"].toDouble() > 0);
        for (const char *segment :
             {"queue", "connect", "validate", "write", "first-byte", "last-byte"})
            QVERIFY2(variant["segments_us"][segment].isObject(), segment);
        QCOMPARE(variant["segments_us"]["write"]["count"].toInt(), 20);
        QVERIFY(variant["polls_before_write"].isObject());
        QVERIFY(variant["stalls"].isArray());
        QVERIFY(variant["stall_count"].isDouble());
        QVERIFY(variant["ratio_to_first"]["p50"].toDouble() > 0);
    }

    const Outcome quiet = runProgram(shortRun({"--json", "-", "--quiet"}));
    QCOMPARE(quiet.code, 0);
    QCOMPARE(quiet.err, QByteArray());
    QVERIFY(QJsonDocument::fromJson(quiet.out).isObject());
}

void TestCli::jsonFile()
{
    const QString written = path("run.json");
    const Outcome outcome = runProgram(shortRun({"--json", written}));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("peek"));
    QFile opened(written);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(opened.readAll()).isObject());
}

void TestCli::csvFiles_data()
{
    QTest::addColumn<QByteArray>("locale");
    QTest::addRow("C") << QByteArray("C.UTF-8");
    QTest::addRow("decimal comma") << QByteArray("de_DE.UTF-8");
}

void TestCli::csvFiles()
{
    QFETCH(QByteArray, locale);
    const QDir folder(path("csv/new/" + locale));
    const Outcome outcome = runProgram(shortRun({"--csv", folder.path()}), locale.constData());
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);

    const QList<QByteArray> requests = csvRows(folder.filePath("requests.csv"));
    QCOMPARE(requests.size(), 41);
    const QList<QByteArray> columns = requests[0].split(',');
    for (const char *column :
         {"index", "variant", "scheduler", "protocol", "connection", "use", "reused",
          "idle_before_us", "queued_from", "polls_before_write", "queued_us", "sent_us",
          "first_byte_us", "done_us", "attempts", "status", "bytes", "outcome", "reason"})
        QVERIFY2(columns.contains(column), column);
    const qsizetype done = columns.indexOf("done_us");
    for (qsizetype i = 1; i < requests.size(); ++i) {
        const QList<QByteArray> cells = requests[i].split(',');
        QCOMPARE(cells.size(), columns.size()); // a decimal comma would make more of them
        bool isNumber = false;
        cells[done].toDouble(&isNumber);
        QVERIFY2(isNumber, cells[done]);
    }
    QCOMPARE(csvRows(folder.filePath("summary.csv")).size(), 3);
    QVERIFY(csvRows(folder.filePath("histogram.csv")).size() > 2);
    QVERIFY(csvRows(folder.filePath("phases.csv")).size() > 2);
}

void TestCli::failIf_data()
{
    QTest::addColumn<QStringList>("expressions");
    QTest::addColumn<int>("code");
    QTest::addRow("holds") << QStringList{"p50>1ns"} << 1;
    QTest::addRow("does not hold") << QStringList{"max>1000s"} << 0;
    QTest::addRow("one of two holds") << QStringList{"failed>0", "none:min>1ns"} << 1;
    QTest::addRow("neither of two holds") << QStringList{"failed>0", "peek:max>1000s"} << 0;
}

void TestCli::failIf()
{
    QFETCH(QStringList, expressions);
    QFETCH(int, code);
    QStringList arguments = shortRun();
    for (const QString &expression : expressions)
        arguments << "--fail-if" << expression;
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.code, code);
    QCOMPARE(outcome.err.contains("--fail-if"), code == 1);
}

void TestCli::expectedFailuresAreNoFailure()
{
    const Outcome outcome =
        runProgram({"run", "poison-on-idle", "--scheduler", "none,peek", "--json", "-", "--quiet"});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    const QJsonArray variants = QJsonDocument::fromJson(outcome.out).object()["variants"].toArray();
    QCOMPARE(variants.size(), 2);
    QVERIFY(variants[0]["outcomes"]["failed-poison"].toInt() > 0);
    QCOMPARE(variants[1]["outcomes"]["failed-poison"].toInt(-1), 0);
}

void TestCli::unexpectedOutcome()
{
    const QString scenario = file("wrong.json", R"({
        "title": "Expects poison where there is none", "look_for": "Exit code 1.",
        "workload": { "kind": "sequential", "count": 3, "warmup": 1 }, "repeats": 1,
        "schedulers": [ "none" ],
        "expect": { "none": { "allowed": [], "required": [ "failed-poison" ] } } })");
    const Outcome outcome = runProgram({"run", scenario});
    QVERIFY2(outcome.err.contains("failed-poison"), outcome.err);
    QCOMPARE(outcome.code, 1);
}

void TestCli::wrongServers_data()
{
    QTest::addColumn<QStringList>("serve");
    QTest::addColumn<QString>("scheme"); // that the client takes it for
    QTest::addColumn<QStringList>("run");
    QTest::addColumn<QByteArray>("says");
    QTest::addRow("certificate that nobody trusts")
        << QStringList{"--tls"} << "https" << QStringList{}
        << QByteArray("the certificate of 127.0.0.1 is signed by an authority that is not trusted "
                      "here (self-signed certificate); trust it with --ca FILE, or look at it "
                      "anyway with --insecure");
    QTest::addRow("no HTTP/2 by ALPN")
        << QStringList{"--tls", "--protocol", "h1"} << "https"
        << QStringList{"--insecure", "--protocol", "h2"}
        << QByteArray("127.0.0.1 speaks none of the protocols that were offered (ALPN)");
    QTest::addRow("no HTTP/1.1 by ALPN")
        << QStringList{"--tls", "--protocol", "h2"} << "https"
        << QStringList{"--insecure", "--protocol", "h1"}
        << QByteArray("127.0.0.1 speaks none of the protocols that were offered (ALPN)");
    QTest::addRow("plain server on https://")
        << QStringList{} << "https" << QStringList{}
        << QByteArray("127.0.0.1 does not answer in TLS; is it an http:// server?");
    QTest::addRow("TLS server on http://")
        << QStringList{"--tls"} << "http" << QStringList{}
        << QByteArray("closed every connection without an answer: a server for https:// does that");
    QTest::addRow("TLS server on http://, HTTP/2")
        << QStringList{"--tls"} << "http" << QStringList{"--protocol", "h2"}
        << QByteArray("closed the connection before it had said anything in HTTP/2");
    QTest::addRow("preface answered by HTTP/1.1")
        << QStringList{"--protocol", "h1"} << "http" << QStringList{"--protocol", "h2"}
        << QByteArray("does not speak HTTP/2: the peer answered in HTTP/1");
    QTest::addRow("HTTP/1.1 to a server of HTTP/2 alone")
        << QStringList{"--protocol", "h2"} << "http" << QStringList{}
        << QByteArray("one that speaks HTTP/2 alone (--protocol h2)");
}

void TestCli::wrongServers()
{
    QFETCH(QStringList, serve);
    QFETCH(QString, scheme);
    QFETCH(QStringList, run);
    QFETCH(QByteArray, says);
    QProcess server;
    start(server, QStringList{"serve"} + serve);
    while (!server.canReadLine())
        QVERIFY(server.waitForReadyRead(kLastNetMs));
    const QString line = QString::fromUtf8(server.readLine()).trimmed();
    const QString url = scheme + line.mid(line.indexOf("://"));
    const Outcome outcome =
        runProgram(QStringList{"run", "--url", url, "--scheduler", "none", "--count", "5",
                               "--warmup", "1", "--repeats", "1"}
                   + run);
    QVERIFY2(outcome.err.startsWith("reusescope-cli: "), outcome.err);
    QVERIFY2(outcome.err.contains(says), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.code, 3);
    QCOMPARE(kill(static_cast<pid_t>(server.processId()), SIGINT), 0);
    QCOMPARE(finish(server).code, 0);
}

void TestCli::brokenServers_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("protocol");
    QTest::addColumn<QByteArray>("answer"); // empty: a reset
    QTest::addColumn<QByteArray>("says");
    const QByteArray alert("\x15\x03\x01\x00\x02\x02\x46", 7); // fatal, protocol_version
    const QByteArray badRequest("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    QTest::addRow("reset during the handshake")
        << "https"
        << "auto" << QByteArray()
        << QByteArray("127.0.0.1 reset the connection during the TLS handshake");
    QTest::addRow("reset during the handshake, HTTP/2")
        << "https"
        << "h2" << QByteArray()
        << QByteArray("127.0.0.1 reset the connection during the TLS handshake");
    QTest::addRow("reset at the preface")
        << "http"
        << "h2" << QByteArray()
        << QByteArray("closed the connection before it had said anything in HTTP/2");
    QTest::addRow("TLS alert on http://")
        << "http"
        << "h1" << alert << QByteArray("answers in TLS; is it an https:// server?");
    QTest::addRow("TLS alert on http://, HTTP/2")
        << "http"
        << "h2" << alert << QByteArray("answers in TLS; is it an https:// server?");
    QTest::addRow("TLS alert in the handshake") << "https"
                                                << "auto" << alert << QByteArray("127.0.0.1");
    QTest::addRow("400 to the preface")
        << "http"
        << "h2" << badRequest << QByteArray("does not speak HTTP/2");
    QTest::addRow("400 to the handshake")
        << "https"
        << "auto" << badRequest
        << QByteArray("127.0.0.1 does not answer in TLS; is it an http:// server?");
}

void TestCli::brokenServers()
{
    QFETCH(QString, scheme);
    QFETCH(QString, protocol);
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, says);
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process,
          {"run", "--url", server.url(scheme.toLatin1().constData()), "--protocol", protocol,
           "--scheduler", "none", "--count", "1", "--warmup", "0", "--repeats", "1"});
    server.greetOne(answer);
    const Outcome outcome = finish(process);
    QVERIFY2(outcome.err.startsWith("reusescope-cli: "), outcome.err);
    QVERIFY2(outcome.err.contains(says), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.code, 3);
}

void TestCli::redirectsAreReported()
{
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process,
          {"run", "--url", server.url() + "old?a=b", "--scheduler", "none", "--count", "3",
           "--warmup", "0", "--repeats", "1", "--json", "-"});
    const QByteArray moved =
        "HTTP/1.1 301 Moved Permanently\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n";
    QVERIFY(server.readRequest() && server.reply(moved));
    QVERIFY2(server.request().startsWith("GET /old?a=b HTTP/1.1\r\n"), server.request());
    QVERIFY(server.readRequest() && server.reply(moved));
    QVERIFY2(server.request().startsWith("GET /old?a=b HTTP/1.1\r\n"), server.request());
    QVERIFY(server.answerOne());
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains(
                 "none: 2 answers were redirects (301): not followed, the first leads to /new\n"),
             outcome.err);
    const QJsonValue variant =
        QJsonDocument::fromJson(outcome.out).object()["variants"].toArray().at(0);
    QCOMPARE(variant["statuses"].toObject(), (QJsonObject{{"200", 1}, {"301", 2}}));
    QCOMPARE(variant["body_bytes"].toInt(), 2);
    QCOMPARE(variant["first_redirect"].toString(), QString("/new"));
}

void TestCli::redirectsAreFollowed()
{
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process,
          {"run", "--url", server.url() + "a/old?a=b", "--follow", "--scheduler", "none", "--count",
           "2", "--warmup", "0", "--repeats", "1", "--json", "-"});
    QVERIFY(server.readRequest()
            && server.reply("HTTP/1.1 302 Found\r\nLocation: ../new\r\nContent-Length: 0\r\n\r\n"));
    QVERIFY2(server.request().startsWith("GET /a/old?a=b HTTP/1.1\r\n"), server.request());
    server.hangUp();
    QVERIFY(server.answerOne()); // where it leads: asked whether it leads on
    QVERIFY2(server.request().startsWith("GET /new HTTP/1.1\r\n"), server.request());
    server.hangUp();
    QVERIFY(server.answerOne() && server.answerOne()); // the run
    QVERIFY2(server.request().startsWith("GET /new HTTP/1.1\r\n"), server.request());
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("/new, redirected from " + server.url().toUtf8() + "a/old?a=b\n"),
             outcome.err);
    const QJsonValue target = QJsonDocument::fromJson(outcome.out).object()["target"];
    QCOMPARE(target["url"].toString(), server.url() + "new");
    QCOMPARE(target["redirected_from"].toString(), server.url() + "a/old?a=b");
}

void TestCli::redirectsElsewhereAreRefused()
{
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process, {"run", "--url", server.url(), "--follow", "--count", "1", "--warmup", "0"});
    QVERIFY(server.readRequest()
            && server.reply("HTTP/1.1 302 Found\r\nLocation: http://example.invalid/x\r\n"
                            "Content-Length: 0\r\n\r\n"));
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(" redirects to http://example.invalid/x, another server than the "
                                  "one that was agreed to: give that as the URL"),
             outcome.err);
}

void TestCli::whatIsSent()
{
    TinyServer server;
    QVERIFY(server.ok());
    const QString body = file("request-body", "field=value&end");
    QProcess process;
    start(process,
          {"run", "--url", server.url() + "path", "--scheduler", "none", "--count", "1", "--warmup",
           "0", "--repeats", "1", "--method", "PUT", "--header", "Accept: text/plain", "--header",
           "X-Two:b", "--body", body});
    QVERIFY(server.readRequest("&end"));
    const QByteArray request = server.request();
    QVERIFY(server.reply());
    QCOMPARE(finish(process).code, 0);
    QVERIFY2(request.startsWith("PUT /path HTTP/1.1\r\n"), request);
    QVERIFY2(request.contains("\r\nAccept: text/plain\r\n"), request);
    QVERIFY2(request.contains("\r\nX-Two: b\r\n"), request);
    QVERIFY2(request.toLower().contains("\r\ncontent-length: 15\r\n"), request);
    QVERIFY2(request.endsWith("\r\n\r\nfield=value&end"), request);
    QVERIFY2(!request.contains("x-reusescope"), request); // only the lab gets our tags
}

void TestCli::protocolsAreCompared()
{
    const QDir folder(path("protocols"));
    const Outcome outcome =
        runProgram({"run", "--protocol", "h1,h2", "--scheduler", "none,peek", "--count", "20",
                    "--warmup", "5", "--repeats", "1", "--json", "-", "--csv", folder.path()});
    QCOMPARE(outcome.code, 0);
    for (const char *title : {"h1/none ", "h1/peek ", "h2/none "})
        QVERIFY2(outcome.err.contains(title), outcome.err);
    const QJsonArray variants = QJsonDocument::fromJson(outcome.out).object()["variants"].toArray();
    QCOMPARE(variants.size(), 3);
    const char *const protocols[] = {"h1", "h1", "h2"};
    const char *const schedulers[] = {"none", "peek", "none"};
    for (int i = 0; i < 3; ++i) {
        const QJsonValue variant = variants[i];
        QCOMPARE(variant["protocol"].toString(), QString(protocols[i]));
        QCOMPARE(variant["scheduler"].toString(), QString(schedulers[i]));
        QCOMPARE(variant["settled"].toInt(), 20);
        QCOMPARE(variant["statuses"].toObject(), (QJsonObject{{"200", 20}}));
        QCOMPARE(variant["http2"].isObject(), i == 2);
    }
    QCOMPARE(variants[2]["http2"]["connections"].toInt(), 1);
    QCOMPARE(variants[2]["http2"]["frames_sent"]["HEADERS"].toInt(), 25);
    QCOMPARE(variants[2]["http2"]["frames_received"]["HEADERS"].toInt(), 25);

    const QList<QByteArray> rows = csvRows(folder.filePath("requests.csv"));
    QCOMPARE(rows.size(), 61);
    const QList<QByteArray> columns = rows[0].split(',');
    for (qsizetype i = 1; i < rows.size(); ++i) {
        const QList<QByteArray> cells = rows[i].split(',');
        QCOMPARE(cells.size(), columns.size());
        const bool http2 = cells[columns.indexOf("variant")] == "2";
        QCOMPARE(cells[columns.indexOf("protocol")], QByteArray(http2 ? "h2" : "h1"));
        QCOMPARE(cells[columns.indexOf("stream")].isEmpty(), !http2);
    }
}

void TestCli::limitsAreShown()
{
    const Outcome outcome = runProgram({"run", "--scheduler", "none", "--count", "4", "--warmup",
                                        "0", "--repeats", "1", "--max-rate", "100", "--json", "-"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("limited to 100 requests a second"), outcome.err);
    const QJsonValue limits = QJsonDocument::fromJson(outcome.out).object()["limits"];
    QCOMPARE(limits["requests_per_s"].toInt(), 100);
    QVERIFY(limits["requests"].isNull());
    QCOMPARE(limits["remote"].toBool(true), false);
}

void TestCli::idleLimits()
{
    QProcess lab;
    start(lab, {"serve"});
    while (!lab.canReadLine())
        QVERIFY(lab.waitForReadyRead(kLastNetMs));
    const QString url = QString::fromUtf8(lab.readLine()).trimmed().section(' ', -1);
    const QString times = file("times", "1\n1.5\n4\n");
    const Outcome outcome = runProgram({"idle", "--url", url, "--up-to", "700", "--tries", "2",
                                        "--probes", "2", "--rate", "2", "--times", times, "--json",
                                        "-", "--csv", path("idle"), "--quiet"});
    lab.terminate();
    QVERIFY(lab.waitForFinished(kLastNetMs));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    const QJsonObject object = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(object["schema"].toInt(), 1);
    QCOMPARE(object["used"]["watched"].toInt(), 2);
    QCOMPARE(object["unused"]["watched"].toInt(), 2);
    QVERIFY(object["used"]["closed"].isNull()); // the lab keeps them
    QVERIFY(object["longest_answered_us"].toDouble()
            >= 498'000); // a timer may be early by its millisecond
    QCOMPARE(object["probes"].toArray().size(), 2);
    QCOMPARE(csvRows(QDir(path("idle")).filePath("idle_probes.csv")).size(), 3);
    QCOMPARE(csvRows(QDir(path("idle")).filePath("idle_closes.csv")).size(), 1);
}

void TestCli::idleInterrupted()
{
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process, {"idle", "--url", server.url(), "--up-to", "600000"});
    QVERIFY(server.answerOne());
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.code, 130);
    QVERIFY2(outcome.out.contains("interrupted"), outcome.out);
}

void TestCli::frontierOfOneCell()
{
    const Outcome outcome = runProgram({"frontier", "--scheduler", "peek", "--dispatch-from",
                                        "poll", "--fault", "fin", "--blocked-ms", "0", "--trials",
                                        "2", "--json", "-", "--csv", path("frontier"), "--quiet"});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    const QJsonObject object = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(object["schema"].toInt(), 1);
    QCOMPARE(object["unsettled"].toInt(), 0);
    const QJsonArray cells = object["cells"].toArray();
    QCOMPARE(cells.size(), 1);
    QCOMPARE(cells[0]["scheduler"].toString(), QStringLiteral("peek"));
    QCOMPARE(cells[0]["moments"].toObject().size(), 5);
    QVERIFY(cells[0]["caught"]["too_few"].toBool());
    QCOMPARE(csvRows(QDir(path("frontier")).filePath("frontier.csv")).size(), 6);
}

void TestCli::notReachable_data()
{
    QTest::addColumn<QString>("url");
    QTest::addRow("refused") << QString();
    QTest::addRow("name does not resolve") << "http://nowhere.invalid/";
}

void TestCli::notReachable()
{
    QFETCH(QString, url);
    const TinyServer deaf(false); // holds a port on which nothing listens
    QVERIFY(deaf.ok());
    const QString target = url.isEmpty() ? deaf.url() : url;
    const Outcome outcome =
        runProgram({"run", "--url", target, "--count", "20", "--repeats", "1", "--yes"});
    QVERIFY2(outcome.err.startsWith("reusescope-cli: "), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.code, 3);
}

void TestCli::noDescriptorsLeft_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("limit"); // in the middle of those that lead there
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("run") << shortRun() << 13
                         << QByteArray("the run cannot be carried out: Too many open files");
    QTest::newRow("frontier") << QStringList{"frontier", "--trials", "1"} << 13
                              << QByteArray("the measurement cannot go on: Too many open files");
    QTest::newRow("serve") << QStringList{"serve"} << 7
                           << QByteArray("cannot start the lab server: Too many open files");
}

void TestCli::noDescriptorsLeft()
{
    if (reusescope::kTypesNeedDescriptors)
        QSKIP("the sanitizer itself needs descriptors");
    QFETCH(QStringList, arguments);
    QFETCH(int, limit);
    QFETCH(QByteArray, sentence);
    QProcess process;
    process.setChildProcessModifier([limit] {
        const rlimit few{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
        setrlimit(RLIMIT_NOFILE, &few);
    });
    start(process, arguments);
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.endsWith("reusescope-cli: " + sentence + '\n'), outcome.err);
    QCOMPARE(outcome.code, 1);
}

void TestCli::fullDisk()
{
    const Outcome json = runProgram(shortRun({"--json", "/dev/full"}));
    QVERIFY2(json.err.contains("/dev/full"), json.err);
    QVERIFY(json.out.contains("peek")); // what could be written is
    QCOMPARE(json.code, 4);

    for (const QStringList &arguments :
         {shortRun(), shortRun({"--json", "-"}), QStringList{"schedulers"}}) {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        start(process, arguments);
        const Outcome outcome = finish(process);
        QVERIFY2(outcome.err.contains("standard output"), outcome.err);
        QCOMPARE(outcome.code, 4);
    }
}

void TestCli::interrupted_data()
{
    QTest::addColumn<int>("signal");
    QTest::addRow("SIGINT") << SIGINT;
    QTest::addRow("SIGTERM") << SIGTERM;
}

void TestCli::interrupted()
{
    QFETCH(int, signal);
    constexpr int answeredBefore = 20;
    TinyServer server;
    QVERIFY(server.ok());
    const QDir folder(path(signal == SIGINT ? "int" : "term"));
    QProcess process;
    start(process,
          {"run", "--url", server.url(), "--scheduler", "none", "--count", "1000000", "--warmup",
           "0", "--repeats", "1", "--csv", folder.path(), "--json", folder.filePath("run.json")});
    for (int i = 0; i < answeredBefore; ++i)
        QVERIFY(server.answerOne());
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), signal), 0);
    while (server.answerOne()) { }
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.code, 130);
    QVERIFY2(outcome.out.contains("none"), outcome.out);

    // The last answer may have been under way when the run was stopped.
    QVERIFY(csvRows(folder.filePath("requests.csv")).size() >= answeredBefore);
    QFile opened(folder.filePath("run.json"));
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QJsonObject object = QJsonDocument::fromJson(opened.readAll()).object();
    const QJsonValue variant = object["variants"].toArray().at(0);
    QVERIFY(variant["settled"].toInt() >= answeredBefore - 1);
    QCOMPARE(variant["settled"].toInt(), variant["started"].toInt());
}

void TestCli::secondInterruptEndsAtOnce()
{
    // Nobody reads from the pipe, so writing the report would wait forever.
    const QString pipe = path("pipe");
    QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
    TinyServer server;
    QVERIFY(server.ok());
    QProcess process;
    start(process,
          {"run", "--url", server.url(), "--scheduler", "none", "--count", "1000000", "--json",
           pipe});
    QVERIFY(server.answerOne());
    const auto pid = static_cast<pid_t>(process.processId());
    QCOMPARE(kill(pid, SIGINT), 0);
    while (server.answerOne()) { } // until the run has closed its connection
    QCOMPARE(kill(pid, SIGINT), 0);
    QCOMPARE(finish(process).code, 130);
}

void TestCli::serves()
{
    QProcess server;
    start(server, {"serve", "--delay", "1"});
    while (!server.canReadLine())
        QVERIFY(server.waitForReadyRead(kLastNetMs));
    const QString line = QString::fromUtf8(server.readLine()).trimmed();
    const QString prefix = QStringLiteral("listening on ");
    QVERIFY2(line.startsWith(prefix + "http://127.0.0.1:"), qPrintable(line));

    const Outcome outcome = runProgram({"run", "--url", line.mid(prefix.size()), "--count", "5",
                                        "--warmup", "1", "--repeats", "1", "--scheduler", "peek"});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);

    QCOMPARE(kill(static_cast<pid_t>(server.processId()), SIGINT), 0);
    QCOMPARE(finish(server).code, 0);
}

void TestCli::servesTls()
{
    QProcess server;
    start(server, {"serve", "--tls"});
    while (!server.canReadLine())
        QVERIFY(server.waitForReadyRead(kLastNetMs));
    const QString url =
        QString::fromUtf8(server.readLine()).trimmed().mid(QStringLiteral("listening on ").size());
    QVERIFY2(url.startsWith("https://127.0.0.1:"), qPrintable(url));
    const QStringList run{"run", "--url",     url, "--count",     "5",   "--warmup",
                          "1",   "--repeats", "1", "--scheduler", "peek"};

    Outcome outcome = runProgram(run);
    QVERIFY2(outcome.err.contains("is signed by an authority that is not trusted here"),
             outcome.err);
    QCOMPARE(outcome.code, 3);

    outcome = runProgram(run + QStringList{"--insecure"});
    QCOMPARE(outcome.err, QByteArray());
    QVERIFY2(outcome.out.contains("NOT VERIFIED"), outcome.out);
    QCOMPARE(outcome.code, 0);

    outcome = runProgram(run + QStringList{"--insecure", "--json", "-"});
    const QJsonObject target =
        QJsonDocument::fromJson(outcome.out).object().value("target").toObject();
    QCOMPARE(target.value("certificate_verified"), QJsonValue(false));

    QCOMPARE(kill(static_cast<pid_t>(server.processId()), SIGINT), 0);
    QCOMPARE(finish(server).code, 0);
}

void TestCli::listsScenarios()
{
    const Outcome table = runProgram({"scenarios"});
    QCOMPARE(table.err, QByteArray()); // every file was understood
    QCOMPARE(table.code, 0);
    const Outcome outcome = runProgram({"scenarios", "--json", "-"});
    QCOMPARE(outcome.code, 0);

    const QStringList files = QDir(QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/scenarios"))
                                  .entryList({"*.json"}, QDir::Files, QDir::Name);
    QVERIFY(files.contains("sequential-reuse.json"));
    QStringList listed;
    for (const QJsonValue scenario :
         QJsonDocument::fromJson(outcome.out).object()["scenarios"].toArray()) {
        listed << scenario["name"].toString() + ".json";
        QVERIFY(!scenario["title"].toString().isEmpty());
        QVERIFY(!scenario["look_for"].toString().isEmpty());
        QVERIFY(table.out.contains(scenario["name"].toString().toUtf8()));
    }
    listed.sort();
    QCOMPARE(listed, files);
    // Group by group, each under its heading once.
    for (const char *heading : {"Event loop and schedulers", "HTTP/2", "Pool policy"})
        QCOMPARE(table.out.count(QByteArray("== ") + heading + " ==\n"), 1);
    QVERIFY(table.out.indexOf("sequential-reuse: ") < table.out.indexOf("== Closes on idle"));
    QVERIFY(!table.out.contains("== Others ==")); // each says what it is about
}

void TestCli::listsSchedulers()
{
    const Outcome table = runProgram({"schedulers"});
    QCOMPARE(table.code, 0);
    const Outcome outcome = runProgram({"schedulers", "--json", "-"});
    QCOMPARE(outcome.code, 0);
    QStringList listed;
    for (const QJsonValue scheduler :
         QJsonDocument::fromJson(outcome.out).object()["schedulers"].toArray()) {
        listed << scheduler["name"].toString();
        QVERIFY(!scheduler["explanation"].toString().isEmpty());
        QVERIFY(table.out.contains(scheduler["name"].toString().toUtf8()));
    }
    const QStringList expected{"none",       "timer-0", "immediate-unref", "immediate-ref",
                               "fresh-poll", "peek",    "background",      "after-idle:N"};
    QCOMPARE(listed, expected);
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
