// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - every field that is wrong is refused as "SOURCE: /pointer: expected ...", and nothing that a
//   file can hold ends the program; what the types cannot say is refused as "SOURCE: sentence"
// - a text that is no JSON is refused with line and column
// - fields that are absent have the defaults; those that are given arrive
// - a file that cannot be read, a folder and a file that is too large are told apart
// - name by name, the folder of the environment comes first, then the user's, then the one beside
//   the program, then the installed one
// - an unknown name is answered with the known ones and the nearest of them; a known name whose
// file
//   is broken with what is wrong in it
// - what differs from the expectation is said in one sentence each; requests that did not settle
//   always are; what an interruption cancelled or kept from happening never is
#include "core/experiment/result.h"
#include "core/experiment/scenario.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <string>

using namespace reusescope;

namespace {

QString said(const Result<Scenario> &scenario)
{
    return scenario ? QString("accepted") : QString::fromStdString(scenario.error().detail);
}

/// A valid scenario but for `fields`, which stand in front.
std::string with(const std::string &fields)
{
    return R"({"title": "t", )" + fields + "}";
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

constexpr const char *kOutcomes =
    "expected a list of outcomes out of ok-fresh, ok-reused, ok-replayed, failed-stale, "
    "failed-reset, failed-truncated, failed-timeout, failed-poison, failed-protocol, "
    "failed-connect, cancelled";
constexpr const char *kSchedulers =
    "the schedulers are none, timer-0, immediate-unref, immediate-ref, fresh-poll, peek, "
    "background, after-idle:N";

RunResult runOf(const std::string &scheduler, std::initializer_list<Outcome> outcomes)
{
    RunResult run;
    VariantResult &variant = run.variants.emplace_back();
    variant.scheduler = scheduler;
    for (const Outcome outcome : outcomes) {
        RequestRecord record;
        record.outcome = outcome;
        record.points.done = CompactDuration(Nanoseconds{1});
        variant.summary.add(record);
        ++variant.started;
        ++variant.settled;
    }
    return run;
}

QStringList sentences(const Scenario *scenario, const RunResult &run)
{
    QStringList out;
    for (const std::string &sentence : textsOf(unexpected(scenario, run)))
        out << QString::fromStdString(sentence);
    return out;
}

} // namespace

class TestScenario : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        qunsetenv("REUSESCOPE_DATA_DIR");
        qputenv("XDG_DATA_HOME", m_folder->filePath("home").toUtf8());
    }

    void wrongFields_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const std::string &fields,
                            const std::string &sentence) {
            QTest::newRow(name) << QString::fromStdString(with(fields))
                                << QString::fromStdString("here: " + sentence);
        };
        const auto whole = [](const char *name, const char *text, const char *sentence) {
            QTest::newRow(name) << QString(text) << QString("here: ") + sentence;
        };
        const std::string count = "expected a whole number from 1 to 100000000";
        const std::string countOrNone = "expected a whole number from 0 to 100000000";

        whole("document: list", "[]", "the document: expected an object");
        whole("document: null", "null", "the document: expected an object");
        whole("title: absent", "{}", "/title: expected a text");
        whole("title: number", R"({"title": 1})", "/title: expected a text");
        row("unknown field", R"("titel": "")",
            "/titel: unknown field, expected one of title, look_for, tls, lab, workload, "
            "schedulers, protocol, "
            "dispatch_from, front_end, connections, http2_connections, pipelining, loop_model, "
            "poll, repeats, "
            "injection, keep_alive_ms, timeout_ms, ping_ms, reuse, expect, group, method, body, "
            "body_bytes, header_timeout_ms");
        row("look_for: list", R"("look_for": [])", "/look_for: expected a text");
        row("lab: list", R"("lab": [])", "/lab: expected an object");
        row("lab: its field", R"("lab": {"framing": "none"})",
            "/lab/framing: expected one of length, chunked");
        row("workload: text", R"("workload": "burst")", "/workload: expected an object");
        row("workload: unknown field", R"("workload": {"number": 1})",
            "/workload/number: unknown field, expected one of kind, count, warmup, width, gap_ms, "
            "gap_to_ms");
        row("kind: unknown", R"("workload": {"kind": "swoop"})",
            "/workload/kind: expected one of sequential, burst, parallel, paced, sweep");
        row("kind: number", R"("workload": {"kind": 0})",
            "/workload/kind: expected one of sequential, burst, parallel, paced, sweep");
        row("count: 0", R"("workload": {"count": 0})", "/workload/count: " + count);
        row("count: negative", R"("workload": {"count": -5})", "/workload/count: " + count);
        row("count: fraction", R"("workload": {"count": 1.5})", "/workload/count: " + count);
        row("count: whole, but written as a fraction", R"("workload": {"count": 1.0})",
            "/workload/count: " + count);
        row("count: text", R"("workload": {"count": "5"})", "/workload/count: " + count);
        row("count: null", R"("workload": {"count": null})", "/workload/count: " + count);
        row("count: too many", R"("workload": {"count": 100000001})", "/workload/count: " + count);
        row("count: beyond 64 bits", R"("workload": {"count": 99999999999999999999})",
            "/workload/count: " + count);
        row("warmup: true", R"("workload": {"warmup": true})", "/workload/warmup: " + countOrNone);
        row("width: 0", R"("workload": {"width": 0})", "/workload/width: " + count);
        row("gap: negative", R"("workload": {"gap_ms": -1})", "/workload/gap_ms: " + countOrNone);
        row("schedulers: text", R"("schedulers": "none")",
            "/schedulers: expected a list of scheduler names");
        row("schedulers: empty", R"("schedulers": [])",
            "/schedulers: expected a list of scheduler names");
        row("schedulers: number in it", R"("schedulers": ["none", 1])",
            "/schedulers: expected a list of scheduler names");
        const std::string protocols = "/protocol: expected h1, h2 or auto, or a list of them";
        row("protocol: unknown", R"("protocol": "h3")", protocols);
        row("protocol: number", R"("protocol": 2)", protocols);
        row("protocol: null", R"("protocol": null)", protocols);
        row("protocol: empty", R"("protocol": [])", protocols);
        row("protocol: unknown in a list", R"("protocol": ["h1", "H2"])", protocols);
        row("protocol: list in a list", R"("protocol": [["h1"]])", protocols);
        row("protocol: twice", R"("protocol": ["h1", "h1"])",
            "the protocol \"h1\" is listed twice");
        row("expect: mistyped protocol", R"("expect": {"h3/peek": {}})",
            std::string(R"(/expect/h3~1peek: there is no scheduler "h3/peek"; )") + kSchedulers);
        row("dispatch_from: unknown", R"("dispatch_from": "idle")",
            "/dispatch_from: expected one of poll, check, timers");
        row("front_end: unknown", R"("front_end": "agent")",
            "/front_end: expected one of client, pool");
        row("connections: 0", R"("connections": 0)", "/connections: " + count);
        row("pipelining: 0", R"("pipelining": 0)", "/pipelining: " + count);
        row("group: unknown", R"("group": "misc")",
            "/group: expected one of loop, idle-close, framing, early-answers, tls, http2, pool, "
            "measuring, own");
        row("method: unknown", R"("method": "get")",
            "/method: expected one of GET, HEAD, POST, PUT, DELETE, OPTIONS");
        row("body: without a method that has one", R"("body": "a")",
            "a GET request carries no body; use POST, PUT or DELETE");
        row("body: given twice", R"("method": "POST", "body": "a", "body_bytes": 3)",
            "/body_bytes: expected either body or body_bytes");
        row("body_bytes: 0", R"("method": "POST", "body_bytes": 0)",
            "/body_bytes: expected a whole number from 1 to 67108864");
        row("header_timeout_ms: text", R"("header_timeout_ms": "1")",
            "/header_timeout_ms: expected a whole number from 0 to 100000000");
        row("loop_model: unknown", R"("loop_model": "timers")",
            "/loop_model: expected one of timers-last, timers-first");
        row("poll: unknown", R"("poll": "busy")", "/poll: expected one of sleep, spin");
        row("repeats: 0", R"("repeats": 0)", "/repeats: " + count);
        row("injection: number", R"("injection": 5)", "/injection: expected an object");
        row("injection: unknown field", R"("injection": {"nth": 5})",
            "/injection/nth: unknown field, expected one of every, block_ms");
        row("every: negative", R"("injection": {"every": -1})", "/injection/every: " + countOrNone);
        row("block_ms: text", R"("injection": {"block_ms": "5"})",
            "/injection/block_ms: " + countOrNone);
        row("keep_alive_ms: negative", R"("keep_alive_ms": -1)", "/keep_alive_ms: " + countOrNone);
        row("timeout_ms: list", R"("timeout_ms": [])", "/timeout_ms: " + countOrNone);
        row("expect: list", R"("expect": [])",
            R"(/expect: expected an object with a scheduler or "*" as each name)");
        row("expect: mistyped scheduler", R"("expect": {"peak": {}})",
            std::string(R"(/expect/peak: there is no scheduler "peak" (did you mean "peek"?); )")
                + kSchedulers);
        row("expectation: list", R"("expect": {"*": []})", "/expect/*: expected an object");
        row("expectation: unknown field", R"("expect": {"none": {"allow": []}})",
            "/expect/none/allow: unknown field, expected one of allowed, required");
        row("allowed: text", R"("expect": {"*": {"allowed": "ok-fresh"}})",
            std::string("/expect/*/allowed: ") + kOutcomes);
        row("allowed: unknown outcome", R"("expect": {"*": {"allowed": ["ok-fresh", "ok"]}})",
            std::string("/expect/*/allowed: ") + kOutcomes);
        row("required: number in it", R"("expect": {"*": {"required": [0]}})",
            std::string("/expect/*/required: ") + kOutcomes);

        // What only the whole experiment shows.
        row("scheduler mistyped", R"("schedulers": ["peak"])",
            std::string(R"(there is no scheduler "peak" (did you mean "peek"?); )") + kSchedulers);
        row("sequential with a width", R"("workload": {"width": 2})",
            "a sequential workload has a width of 1; use burst or parallel for more");
        row("connections: too many", R"("connections": 1001)",
            "the number of connections must be from 1 to 1000, not 1001");
        row("keep_alive_ms: 0", R"("keep_alive_ms": 0)",
            "the keep-alive limit in ms must be from 1 to 3600000, not 0");
    }
    void wrongFields()
    {
        QFETCH(QString, text);
        const Result<Scenario> scenario = parseScenario(text.toStdString(), "here");
        QTEST(said(scenario), "sentence");
        QCOMPARE(scenario.error().kind, ErrorKind::Input);
    }

    void noJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("begins");
        QTest::addRow("empty") << QByteArray() << "here: parse error at line 1, column 1: ";
        QTest::addRow("cut off") << QByteArray("{\n  \"title\": \"t\"")
                                 << "here: parse error at line 2, column 15: ";
        QTest::addRow("comma at the end")
            << QByteArray("{\n\n\"title\": \"t\",}") << "here: parse error at line 3, column 14: ";
        QTest::addRow("something behind")
            << QByteArray("{\"title\": \"t\"}\n}") << "here: parse error at line 2, column 1: ";
        QTest::addRow("no UTF-8") << QByteArray("{\"title\": \"\xff\"}")
                                  << "here: parse error at line 1, column 12: ";
        QTest::addRow("a NUL") << QByteArray("{\"title\": \"t\"}\0", 15)
                               << "here: holds a NUL, which JSON has not";
        QTest::addRow("a number beyond any double")
            << QByteArray("{\"title\": 1e999}") << "here: number overflow parsing '1e999'";
        QTest::addRow("nested without end")
            << QByteArray(1'000'000, '[') << "here: parse error at line 1, column 1000001: ";
    }
    void noJson()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, begins);
        const Result<Scenario> scenario = parseScenario(text.toStdString(), "here");
        QVERIFY2(said(scenario).startsWith(begins), qPrintable(said(scenario)));
        QCOMPARE(scenario.error().kind, ErrorKind::Input);
    }

    void nestedDeeplyButClosed()
    {
        const std::string text =
            R"({"title": )" + std::string(500'000, '[') + std::string(500'000, ']') + "}";
        QCOMPARE(said(parseScenario(text, "here")), QString("here: /title: expected a text"));
    }

    void absentFieldsHaveTheDefaults()
    {
        const Result<Scenario> scenario = parseScenario(R"({"title": "only that"})", "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        QCOMPARE(scenario->title, std::string("only that"));
        const Experiment usual;
        const Experiment &read = scenario->experiment;
        QCOMPARE(read.schedulers, usual.schedulers);
        QCOMPARE(read.workload.count, usual.workload.count);
        QCOMPARE(read.workload.warmup, usual.workload.warmup);
        QCOMPARE(read.repeats, usual.repeats);
        QCOMPARE(read.client.keepAlive, usual.client.keepAlive);
        QCOMPARE(read.injection.every, 0);
        QVERIFY(read.url.empty());
        QVERIFY(scenario->expected.empty());
    }

    void givenFieldsArrive()
    {
        const Result<Scenario> scenario = parseScenario(
            R"({"title": "t", "look_for": "l", "lab": {"delay_ms": 3, "hint": "timeout=5"},
                "workload": {"kind": "paced", "count": 11, "warmup": 2, "width": 4, "gap_ms": 7},
                "schedulers": ["peek", "after-idle:9"], "dispatch_from": "timers",
                "front_end": "pool", "connections": 5, "http2_connections": 2, "pipelining": 6,
                "loop_model": "timers-first", "poll": "spin", "repeats": 8,
                "injection": {"every": 9, "block_ms": 10}, "keep_alive_ms": 12, "timeout_ms": 13,
                "ping_ms": 14,
                "reuse": { "order": "fifo", "keep_alive_max_ms": 21, "margin_ms": 22,
                           "unused_limit_ms": 23, "max_age_ms": 24, "replay": "always",
                           "read_bytes": 25, "drain_limit_bytes": 26 },
                "expect": {"after-idle:9": {"required": ["failed-poison"]},
                           "*": {"allowed": ["ok-fresh", "cancelled"]}}})",
            "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        const Experiment &read = scenario->experiment;
        QCOMPARE(scenario->lookFor, std::string("l"));
        QCOMPARE(read.lab.delay, Milliseconds{3});
        QCOMPARE(read.lab.keepAliveHint, std::string("timeout=5"));
        QCOMPARE(read.workload.kind, WorkloadKind::Paced);
        QCOMPARE(read.workload.count, 11);
        QCOMPARE(read.workload.warmup, 2);
        QCOMPARE(read.workload.width, 4);
        QCOMPARE(read.workload.gap, Milliseconds{7});
        QCOMPARE(read.schedulers, (std::vector<std::string>{"peek", "after-idle:9"}));
        QCOMPARE(read.dispatchFrom, DispatchFrom::Timers);
        QCOMPARE(read.client.frontEnd, FrontEnd::Pool);
        QCOMPARE(read.client.connections, 5);
        QCOMPARE(read.http2Connections, 2);
        QCOMPARE(read.client.pipelining, 6);
        QCOMPARE(read.loopModel, LoopModel::TimersFirst);
        QCOMPARE(read.poll, PollStrategy::Spin);
        QCOMPARE(read.repeats, 8);
        QCOMPARE(read.injection.every, 9);
        QCOMPARE(read.injection.block, Milliseconds{10});
        QCOMPARE(read.client.keepAlive, Milliseconds{12});
        QCOMPARE(read.client.requestTimeout, Milliseconds{13});
        QCOMPARE(read.client.pingInterval, Milliseconds{14});
        const ClientOptions &client = read.client;
        QVERIFY(client.reuseOrder == ReuseOrder::Fifo);
        QCOMPARE(client.keepAliveMax.count(), 21);
        QCOMPARE(client.keepAliveMargin.count(), 22);
        QCOMPARE(client.unusedLimit.count(), 23);
        QCOMPARE(client.maxAge.count(), 24);
        QVERIFY(client.replay == ReplayPolicy::Always);
        QCOMPARE(client.readBytes.value_or(0), std::uint64_t{25});
        QCOMPARE(client.drainLimit, std::uint64_t{26});
        QCOMPARE(scenario->expected.size(), std::size_t{2});
        QCOMPARE(scenario->expected.at("after-idle:9").required,
                 std::vector<Outcome>{Outcome::FailedPoison});
        QCOMPARE(scenario->expected.at("*").allowed,
                 (std::vector<Outcome>{Outcome::OkFresh, Outcome::Cancelled}));
    }

    void protocols_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("titles");
        QTest::addRow("one") << R"("protocol": "h1", "schedulers": ["none", "peek"])"
                             << "none peek";
        QTest::addRow("h2 alone") << R"("protocol": "h2")"
                                  << "none";
        QTest::addRow("h2 alone, with schedulers")
            << R"("protocol": "h2", "schedulers": ["peek", "none"])"
            << "peek none";
        QTest::addRow("a list") << R"("protocol": ["h1", "h2"], "schedulers": ["peek", "none"])"
                                << "h1/peek h1/none h2/none";
    }
    void protocols()
    {
        QFETCH(QString, fields);
        const Result<Scenario> scenario = parseScenario(with(fields.toStdString()), "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        QStringList titles;
        for (const std::string &title : titlesOf(variantsOf(scenario->experiment)))
            titles << QString::fromStdString(title);
        QTEST(titles.join(' '), "titles");
    }

    void expectationsMayNameAProtocol()
    {
        const Result<Scenario> scenario =
            parseScenario(with(R"("protocol": ["h1", "h2"], "schedulers": ["none"],
                    "expect": {"h2/none": {"required": ["failed-reset"]},
                               "none": {"allowed": ["ok-fresh"]}})"),
                          "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        RunResult result;
        for (const Protocol protocol : {Protocol::H1, Protocol::H2}) {
            VariantResult &variant = result.variants.emplace_back();
            variant.scheduler = "none";
            variant.protocol = protocol;
            RequestRecord record;
            record.outcome = Outcome::FailedReset;
            variant.summary.add(record);
            variant.started = 1;
        }
        const std::vector<std::string> sentences = textsOf(unexpected(&*scenario, result));
        QCOMPARE(sentences.size(), std::size_t{1});
        QCOMPARE(sentences[0], std::string("h1/none: 1 request ended failed-reset"));
    }

    void loadsAFile()
    {
        const QString path = m_folder->filePath("my-own.json");
        write(path, R"({"title": "mine"})");
        const Result<Scenario> scenario = loadScenario(path.toStdString());
        QVERIFY2(scenario, qPrintable(said(scenario)));
        QCOMPARE(scenario->name, std::string("my-own"));
        QCOMPARE(scenario->title, std::string("mine"));
        QCOMPARE(scenario->file, std::filesystem::path(path.toStdString()));
    }

    void doesNotLoad_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("native");
        QTest::addColumn<QString>("sentence");
        const int file = static_cast<int>(ErrorKind::File);
        const int input = static_cast<int>(ErrorKind::Input);
        QTest::addRow("missing") << "absent.json" << file << ENOENT
                                 << "cannot read the scenario %1: No such file or directory";
        QTest::addRow("behind a file") << "wrong.json/x.json" << file << ENOTDIR
                                       << "cannot read the scenario %1: Not a directory";
        QTest::addRow("a folder") << "folder.json" << file << EISDIR
                                  << "%1 is a folder, not a scenario file";
        QTest::addRow("too large")
            << "large.json" << input << 0 << "%1: a scenario has at most 4194304 bytes";
        QTest::addRow("wrong inside")
            << "wrong.json" << input << 0 << "%1: /title: expected a text";
    }
    void doesNotLoad()
    {
        QFETCH(QString, file);
        QFETCH(QString, sentence);
        const QString path = m_folder->filePath(file);
        write(m_folder->filePath("wrong.json"), "{}");
        write(m_folder->filePath("large.json"), QByteArray(4 * 1024 * 1024 + 1, ' '));
        QVERIFY(std::filesystem::create_directory(m_folder->filePath("folder.json").toStdString()));
        const Result<Scenario> scenario = loadScenario(path.toStdString());
        QCOMPARE(said(scenario), sentence.arg(path));
        QTEST(static_cast<int>(scenario.error().kind), "kind");
        QTEST(static_cast<int>(scenario.error().native), "native");
    }

    void aFileOfTheLargestSizeIsRead()
    {
        QByteArray text = R"({"title": "mine"})";
        text.append(QByteArray(4 * 1024 * 1024 - text.size(), ' '));
        const QString path = m_folder->filePath("large.json");
        write(path, text);
        QVERIFY(loadScenario(path.toStdString()));
    }

    void foldersInTheirOrder()
    {
        using Paths = std::vector<std::filesystem::path>;
        const std::filesystem::path folder = m_folder->path().toStdString();
        const std::filesystem::path beside =
            std::filesystem::path(REUSESCOPE_BINARY_DIR) / "share" / "reusescope";
        const std::filesystem::path installed = REUSESCOPE_INSTALLED_DATA;
        const Paths usual{folder / "home" / "reusescope", beside, installed};
        QCOMPARE(dataFolders(), usual);
        qputenv("REUSESCOPE_DATA_DIR", "");
        QCOMPARE(dataFolders(), usual);
        qputenv("REUSESCOPE_DATA_DIR", m_folder->path().toUtf8());
        QCOMPARE(dataFolders(), (Paths{folder, usual[0], beside, installed}));
        qunsetenv("REUSESCOPE_DATA_DIR");

        // What is no absolute path is no folder of the user's.
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", "/the/home");
        for (const char *none : {"", "relative"}) {
            qputenv("XDG_DATA_HOME", none);
            QCOMPARE(dataFolders(),
                     (Paths{"/the/home/.local/share/reusescope", beside, installed}));
        }
        qunsetenv("HOME");
        QCOMPARE(dataFolders(), (Paths{beside, installed}));
        qputenv("HOME", home);
    }

    void theUsersScenariosComeBeforeTheProgramsOwn()
    {
        const QString scenarios = m_folder->filePath("home/reusescope/scenarios");
        std::filesystem::create_directories(scenarios.toStdString());
        write(scenarios + "/burst-8.json", R"({"title": "of the user"})");
        QCOMPARE(findScenario("burst-8")->title, std::string("of the user"));
        own("burst-8", R"({"title": "of the environment"})");
        QCOMPARE(findScenario("burst-8")->title, std::string("of the environment"));
        QVERIFY(findScenario("sequential-reuse"));
    }

    void ownScenariosHideBuiltInOnesOfTheSameName()
    {
        own("burst-8", R"({"title": "my burst"})");
        own("zz-mine", R"({"title": "mine"})");
        write(m_folder->filePath("scenarios/notes.txt"), "not a scenario");
        std::vector<Error> errors;
        const std::vector<Scenario> all = builtInScenarios(&errors);
        QVERIFY(errors.empty());
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const Scenario &a, const Scenario &b) {
            return std::pair(a.group, a.name) < std::pair(b.group, b.name);
        }));
        QCOMPARE(all.back().title, std::string("mine"));
        QCOMPARE(std::count_if(all.begin(), all.end(),
                               [](const Scenario &s) { return s.name == "burst-8"; }),
                 std::ptrdiff_t{1});
        const Result<Scenario> burst = findScenario("burst-8");
        QVERIFY(burst);
        QCOMPARE(burst->title, std::string("my burst"));
        QVERIFY(findScenario("sequential-reuse"));
    }

    void aBrokenFileIsReportedAndHidesNothingElse()
    {
        own("aa-broken", "{");
        std::vector<Error> errors;
        QVERIFY(builtInScenarios(&errors).size() > 5);
        QCOMPARE(errors.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(errors[0].detail).contains("aa-broken.json: parse error"));
        const QString sentence = said(findScenario("aa-broken"));
        QVERIFY2(sentence.contains("/aa-broken.json: parse error at line 1, column 2"),
                 qPrintable(sentence));
    }

    void findsByPath()
    {
        own("mine", R"({"title": "mine"})");
        const QString path = m_folder->filePath("scenarios/mine.json");
        QCOMPARE(findScenario(path.toStdString())->title, std::string("mine"));
        // A path is never looked up among the names.
        QVERIFY(said(findScenario("mine.json")).startsWith("cannot read the scenario mine.json: "));
        QVERIFY(said(findScenario("./mine")).startsWith("cannot read the scenario ./mine: "));
        QCOMPARE(findScenario("mine")->title, std::string("mine"));
    }

    void unknownNamesAreAnsweredWithTheKnownOnes()
    {
        const QString near = said(findScenario("burst-9"));
        QVERIFY2(near.startsWith("there is no scenario \"burst-9\" (did you mean \"burst-8\"?); "
                                 "the scenarios are burst-8, coarse-timeouts, "),
                 qPrintable(near));
        const Result<Scenario> far = findScenario("qqqqqqqqq");
        QVERIFY2(
            said(far).startsWith("there is no scenario \"qqqqqqqqq\"; the scenarios are burst-8, "),
            qPrintable(said(far)));
        QCOMPARE(far.error().kind, ErrorKind::Input);
        QVERIFY(said(findScenario(std::string(100'000, 'q'))).size() < 10'000); // not all of it
        QVERIFY(!findScenario(""));
    }

    void unexpectedOutcomes_data()
    {
        QTest::addColumn<QString>("expect");
        QTest::addColumn<QList<int>>("outcomes");
        QTest::addColumn<QStringList>("said");
        const int fresh = static_cast<int>(Outcome::OkFresh);
        const int reused = static_cast<int>(Outcome::OkReused);
        const int replayed = static_cast<int>(Outcome::OkReplayed);
        const int poison = static_cast<int>(Outcome::FailedPoison);
        const int reset = static_cast<int>(Outcome::FailedReset);
        const int cancelled = static_cast<int>(Outcome::Cancelled);
        const auto row = [](const char *name, const char *expect, const QList<int> &outcomes,
                            const QStringList &expected) {
            QTest::newRow(name) << QString(expect) << outcomes << expected;
        };
        row("nothing expected: ok ones", "{}", {fresh, reused, replayed}, {});
        row("nothing expected: failed ones", "{}", {fresh, poison, poison, reset},
            {"peek: 1 request ended failed-reset", "peek: 2 requests ended failed-poison"});
        row("nothing expected: cancelled", "{}", {cancelled}, {"peek: 1 request ended cancelled"});
        row("empty expectation: ok ones only", R"({"peek": {}})", {fresh, reset},
            {"peek: 1 request ended failed-reset"});
        row("allowed: also an ok one may be missing in it",
            R"({"peek": {"allowed": ["ok-fresh"]}})", {fresh, reused, reused},
            {"peek: 2 requests ended ok-reused"});
        row("allowed need not occur", R"({"peek": {"allowed": ["ok-fresh", "failed-poison"]}})",
            {fresh}, {});
        row("required, occurs",
            R"({"peek": {"allowed": ["ok-fresh"], "required": ["failed-poison"]}})",
            {fresh, poison}, {});
        row("required, does not occur",
            R"({"peek": {"allowed": ["ok-fresh"], "required": ["failed-poison"]}})", {fresh},
            {"peek: no request ended failed-poison, though the scenario expects it"});
        row("required alone allows nothing else", R"({"peek": {"required": ["failed-poison"]}})",
            {poison, fresh}, {"peek: 1 request ended ok-fresh"});
        row("the scheduler's own before all others",
            R"({"*": {"allowed": ["failed-reset"]}, "peek": {"allowed": ["ok-fresh"]}})",
            {fresh, reset}, {"peek: 1 request ended failed-reset"});
        row("all others",
            R"({"none": {"allowed": ["ok-fresh"]}, "*": {"allowed": ["failed-reset"]}})", {reset},
            {});
        row("another scheduler's does not count", R"({"none": {"allowed": ["failed-reset"]}})",
            {reset}, {"peek: 1 request ended failed-reset"});
    }
    void unexpectedOutcomes()
    {
        QFETCH(QString, expect);
        QFETCH(QList<int>, outcomes);
        RunResult run = runOf("peek", {});
        for (const int outcome : outcomes) {
            RequestRecord record;
            record.outcome = static_cast<Outcome>(outcome);
            record.points.done = CompactDuration(Nanoseconds{1});
            run.variants[0].summary.add(record);
        }
        const Result<Scenario> scenario =
            parseScenario(with("\"expect\": " + expect.toStdString()), "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        QTEST(sentences(&*scenario, run), "said");
    }

    void withoutAScenarioEveryFailureIsUnexpected()
    {
        QCOMPARE(sentences(nullptr, runOf("none", {Outcome::OkReplayed})), QStringList());
        QCOMPARE(sentences(nullptr, runOf("none", {Outcome::OkFresh, Outcome::FailedStale})),
                 QStringList{"none: 1 request ended failed-stale"});
    }

    void unsettledRequestsAlwaysAre()
    {
        RunResult run = runOf("none", {Outcome::OkFresh});
        run.variants[0].started = 3;
        run.variants[0].unsettled = 2;
        const QStringList expected{"none: 2 of 3 requests did not settle"};
        QCOMPARE(sentences(nullptr, run), expected);
        run.interrupted = true;
        QCOMPARE(sentences(nullptr, run), expected);
    }

    void anInterruptionIsNoFaultOfTheRun()
    {
        const Result<Scenario> scenario = parseScenario(
            with(R"("expect": {"*": {"allowed": ["ok-fresh"], "required": ["failed-poison"]}})"),
            "here");
        QVERIFY2(scenario, qPrintable(said(scenario)));
        RunResult run = runOf("none", {Outcome::OkFresh, Outcome::Cancelled});
        QCOMPARE(sentences(&*scenario, run).size(), 2);
        run.interrupted = true;
        QCOMPARE(sentences(&*scenario, run), QStringList());
        run.variants[0].summary.add([] {
            RequestRecord record;
            record.outcome = Outcome::FailedReset;
            return record;
        }());
        QCOMPARE(sentences(&*scenario, run), QStringList{"none: 1 request ended failed-reset"});
    }

    void eachVariantIsJudged()
    {
        RunResult run = runOf("none", {Outcome::FailedReset});
        run.variants.push_back(runOf("peek", {Outcome::OkFresh}).variants[0]);
        run.variants.push_back(runOf("timer-0", {Outcome::FailedStale}).variants[0]);
        QCOMPARE(sentences(nullptr, run),
                 (QStringList{"none: 1 request ended failed-reset",
                              "timer-0: 1 request ended failed-stale"}));
    }

private:
    /// A scenario in the folder of the environment.
    void own(const QString &name, const QByteArray &text)
    {
        std::filesystem::create_directory(m_folder->filePath("scenarios").toStdString());
        write(m_folder->filePath("scenarios/" + name + ".json"), text);
        qputenv("REUSESCOPE_DATA_DIR", m_folder->path().toUtf8());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestScenario)
#include "tst_scenario.moc"
