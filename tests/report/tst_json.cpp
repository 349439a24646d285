// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - the object holds every field of the contract, under its name and with its type
// - all outcomes and all segments are named; percentiles of nothing are left out
// - latency_from_intended_us is there exactly when the run was paced
// - the text is JSON in every locale and with every byte in a name
// - a file appears whole or not at all; failures tell the path that was asked for

#include "core/report/json.h"
#include "tests/report/samplerun.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string>

using namespace reusescope;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// JSON with single quotes, for the eye.
json parsed(std::string object)
{
    std::replace(object.begin(), object.end(), '\'', '"');
    return json::parse(object);
}

QString text(const json &object)
{
    return QString::fromStdString(object.dump(1));
}

} // namespace

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void headOfTheRun()
    {
        const json object = toJson(sample::run());
        QCOMPARE(text(object.at("schema")), text(json(1)));
        QCOMPARE(text(object.at("program")), text(json("reusescope 0.1.0")));
        QCOMPARE(text(object.at("seed")), text(json(1)));
        QCOMPARE(text(object.at("target")),
                 text(parsed("{ 'url': 'http://127.0.0.1:41234/', 'lab': true, "
                             "'scenario': 'sequential-reuse' }")));
        QCOMPARE(text(object.at("loop")),
                 text(parsed("{ 'model': 'timers-last', 'poll': 'sleep', "
                             "'instrument_wakeups': 0, 'turns': 12 }")));
        QCOMPARE(text(object.at("host")),
                 text(parsed("{ 'os': 'Debian', 'kernel': '6.1', 'cpu': 'Some CPU', "
                             "'cores': 2 }")));
        QCOMPARE(text(object.at("interrupted")), text(json(false)));
        QCOMPARE(text(object.at("error")), text(json()));
        QCOMPARE(text(object.at("unexpected")), text(json::array()));
        QCOMPARE(object.at("variants").size(), std::size_t{2});
        QCOMPARE(text(object.at("settings").at("count")), text(json(2)));
    }

    void variant()
    {
        const json actual = toJson(sample::run()).at("variants").at(1);
        const json expected = parsed(
            "{ "
            "'scheduler': 'timer-0', 'protocol': 'h1', 'protocol_asked_for': 'h1', "
            "'statuses': { '204': 1 }, 'body_bytes': 12, 'workload': 'sequential', "
            "'dispatch_from': 'poll', 'front_end': 'client', "
            "'started': 2, 'settled': 2, 'unsettled': 0, 'failed': 1, 'events_dropped': 0, "
            "'connections_opened': 3, 'idle_closed_at_end': 0, 'wall_s': 0.8, 'requests_per_s': "
            "2.5, "
            "'outcomes': { 'ok-fresh': 0, 'ok-reused': 1, 'ok-replayed': 0, 'failed-stale': 0, "
            "'failed-reset': 0, 'failed-truncated': 0, 'failed-timeout': 0, 'failed-poison': 0, "
            "'failed-protocol': 0, 'failed-connect': 1, 'cancelled': 0 }, "
            "'latency_us': { 'count': 1, 'min': 501341.0, 'mean': 501341.0, 'p50': 501341.0, "
            "'p90': 501341.0, 'p99': 501341.0, 'p99_9': 501341.0, 'max': 501341.0 }, "
            "'segments_us': { "
            "'queue': { 'count': 2, 'p50': 0.0, 'p99': 1.0, 'max': 1.0 }, "
            "'connect': { 'count': 0 }, "
            "'validate': { 'count': 1, 'p50': 501234.0, 'p99': 501234.0, 'max': 501234.0 }, "
            "'limit': { 'count': 0 }, "
            "'write': { 'count': 1, 'p50': 6.0, 'p99': 6.0, 'max': 6.0 }, "
            "'first-byte': { 'count': 1, 'p50': 100.0, 'p99': 100.0, 'max': 100.0 }, "
            "'last-byte': { 'count': 1, 'p50': 1.0, 'p99': 1.0, 'max': 1.0 } }, "
            "'polls_before_write': { '1': 1 }, "
            "'stall_count': 1, "
            "'stalls': [ { 'request': 17, 'segment': 'validate', 'segment_us': 501234.0, "
            "'queued_from': 'check', 'woken_by': 'timer' } ], "
            "'ratio_to_first': { 'p50': 1250.25, 'low': 1249.5, 'high': 1251.0, "
            "'resolvable': true }, "
            "'block_medians_us': [ 501341.0, 501341.0, 501341.0 ] }");
        QCOMPARE(text(actual), text(expected));
    }

    void typesHoldWithoutAnyRequest()
    {
        RunResult run = sample::run();
        run.variants = {VariantResult{}};
        run.scenario.clear();
        const json object = toJson(run);
        const json &variant = object.at("variants").at(0);
        QCOMPARE(text(variant.at("latency_us")), text(json({{"count", 0}})));
        QVERIFY(variant.at("latency_us").is_object());
        QVERIFY(variant.at("polls_before_write").is_object());
        QVERIFY(variant.at("polls_before_write").empty());
        QVERIFY(variant.at("stalls").is_array());
        QVERIFY(variant.at("block_medians_us").is_array());
        QCOMPARE(variant.at("segments_us").size(), std::size_t{7});
        QCOMPARE(text(variant.at("segments_us").at("queue")), text(parsed("{ 'count': 0 }")));
        QCOMPARE(text(variant.at("requests_per_s")), text(json(0.0)));
        QVERIFY(object.at("target").at("scenario").is_null());
    }

    void fieldsOfTheWholeRun()
    {
        RunResult run = sample::run();
        run.eventsDropped = 7;
        run.instrumentWakeups = 2;
        run.interrupted = true;
        run.error = Error{ErrorKind::Connect, 111, "127.0.0.1:9: Connection refused"};
        const json object = toJson(run, {"none: one thing", "peek: another"});
        for (const json &variant : object.at("variants"))
            QCOMPARE(text(variant.at("events_dropped")), text(json(7)));
        QCOMPARE(text(object.at("loop").at("instrument_wakeups")), text(json(2)));
        QCOMPARE(text(object.at("interrupted")), text(json(true)));
        QCOMPARE(text(object.at("error")), text(json("127.0.0.1:9: Connection refused")));
        QCOMPARE(text(object.at("unexpected")), text(json({"none: one thing", "peek: another"})));
    }

    void http2OnlyWhereItWasSpoken()
    {
        RunResult run = sample::run();
        QVERIFY(!toJson(run).at("variants").at(0).contains("http2"));
        run.variants[0].protocol = Protocol::Auto;
        run.variants[0].spoken = Protocol::H2;
        Http2Figures &figures = run.variants[0].http2.emplace();
        figures.connections = 2;
        figures.received[static_cast<std::size_t>(H2FrameType::Headers)] = 9;
        figures.sent[static_cast<std::size_t>(H2FrameType::RstStream)] = 4;
        figures.goaways = 1;
        figures.refusedStreams = 3;
        figures.mostStreams = 100;
        const json variant = toJson(run).at("variants").at(0);
        QCOMPARE(text(variant.at("protocol")), text(json("h2")));
        QCOMPARE(text(variant.at("protocol_asked_for")), text(json("auto")));
        QCOMPARE(text(variant.at("http2")),
                 text(parsed("{ 'connections': 2, 'most_streams': 100, 'goaways': 1, "
                             "'refused_streams': 3, 'frames_sent': { 'RST_STREAM': 4 }, "
                             "'frames_received': { 'HEADERS': 9 } }")));
    }

    void firstRedirectOnlyWhereThereWasOne()
    {
        RunResult run = sample::run();
        QVERIFY(!toJson(run).at("variants").at(0).contains("first_redirect"));
        run.variants[0].firstRedirect = "/new";
        QCOMPARE(text(toJson(run).at("variants").at(0).at("first_redirect")), text(json("/new")));
    }

    void limitsAndWhatIsSent()
    {
        RunResult run = sample::run();
        QCOMPARE(text(toJson(run).at("limits")),
                 text(parsed("{ 'remote': false, 'requests_per_s': null, 'requests': null, "
                             "'requests_planned': 614 }")));
        run.experiment.url = "https://host.example/";
        run.experiment.limits.requests = 2000;
        run.experiment.method = Method::Post;
        run.experiment.client.extraHeaders = {{"Authorization", "Bearer secret"}, {"a", "b"}};
        run.experiment.client.body = std::make_shared<const std::string>("12345");
        const json object = toJson(run);
        QCOMPARE(text(object.at("limits")),
                 text(parsed("{ 'remote': true, 'requests_per_s': 10, 'requests': 2000, "
                             "'requests_planned': 614 }")));
        const json &settings = object.at("settings");
        QCOMPARE(text(settings.at("headers")), text(json({"Authorization", "a"})));
        QCOMPARE(text(settings.at("request_body_bytes")), text(json(5)));
        QCOMPARE(text(settings.at("method")), text(json("POST")));
        QVERIFY(object.dump().find("secret") == std::string::npos);
    }

    void fromIntendedOnlyWhenPaced()
    {
        RunResult run = sample::run();
        QVERIFY(!toJson(run).at("variants").at(0).contains("latency_from_intended_us"));
        run.experiment.workload.kind = WorkloadKind::Paced;
        RequestRecord record = sample::fresh();
        record.intended = sample::us(99);
        run.variants[0].summary.add(record);
        const json variant = toJson(run).at("variants").at(0);
        QCOMPARE(text(variant.at("latency_from_intended_us").at("count")), text(json(1)));
        QCOMPARE(text(variant.at("latency_from_intended_us").at("max")), text(json(500.0)));
        QCOMPARE(text(variant.at("workload")), text(json("paced")));
    }

    void fileInAnyLocale()
    {
        const std::string path = file("run.json");
        QVERIFY(writeJson(path, toJson(sample::run())));
        const QByteArray plain = sample::read(path);
        {
            const sample::GermanLocale german;
            QVERIFY(writeJson(path, toJson(sample::run())));
        }
        QCOMPARE(sample::read(path), plain);
        QVERIFY(plain.startsWith("{\n  \"schema\": 1,\n  \"program\""));
        QVERIFY(plain.endsWith("}\n"));
        QCOMPARE(text(json::parse(plain.toStdString())), text(json(toJson(sample::run()))));
    }

    void bytesThatAreNoText()
    {
        RunResult run = sample::run();
        run.scenario = "a\xff\x1b[2J\"b";
        QVERIFY(writeJson(file("run.json"), toJson(run)));
        const json object = json::parse(sample::read(file("run.json")).toStdString());
        QCOMPARE(text(object.at("target").at("scenario")), text(json("a\xef\xbf\xbd\x1b[2J\"b")));
        QVERIFY(!sample::read(file("run.json")).contains('\x1b'));
    }

    void replacesAFileAndLeavesNothingElse()
    {
        QVERIFY(writeJson(file("run.json"), json::parse("[1, 2, 3]")));
        QVERIFY(writeJson(file("run.json"), json::parse("[4]")));
        QCOMPARE(sample::read(file("run.json")), QByteArray("[\n  4\n]\n"));
        QCOMPARE(entries(), QStringList("run.json"));
    }

    void linkStaysALink()
    {
        fs::create_directory(folder() / "elsewhere");
        QVERIFY(writeJson(file("elsewhere/run.json"), json::parse("[1]")));
        fs::create_symlink("elsewhere/run.json", folder() / "link.json");
        QVERIFY(writeJson(file("link.json"), json::parse("[2]")));
        QVERIFY(fs::is_symlink(folder() / "link.json"));
        QCOMPARE(sample::read(file("elsewhere/run.json")), QByteArray("[\n  2\n]\n"));
    }

    // A pipe of our own: where the rule is broken, a device of the system would be replaced.
    void pipeIsWrittenDirectly()
    {
        const std::string path = file("pipe");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
        QVERIFY(reader >= 0);
        QVERIFY(writeJson(path, json::parse("[1]")));
        std::array<char, 64> buffer{};
        const ssize_t count = ::read(reader, buffer.data(), buffer.size());
        ::close(reader);
        QCOMPARE(QByteArray(buffer.data(), count), QByteArray("[\n  1\n]\n"));
        QVERIFY(fs::is_fifo(path));
        QCOMPARE(entries(), QStringList("pipe"));
    }

    void failedWriteLeavesTheOldFileAndNothingElse()
    {
        QVERIFY(writeJson(file("run.json"), json::parse("[1]")));
        // A limit on the size of files stands for a full disk.
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{1024, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const Result<void> written = writeJson(file("run.json"), std::string(5000, 'x'));
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!written);
        QCOMPARE(written.error().native, long{EFBIG});
        QCOMPARE(written.error().detail, file("run.json") + ": File too large");
        QCOMPARE(sample::read(file("run.json")), QByteArray("[\n  1\n]\n"));
        QCOMPARE(entries(), QStringList("run.json"));
    }

    void failures_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("error");
        QTest::addRow("missing folder") << "none/run.json" << ENOENT;
        QTest::addRow("below a file") << "file/run.json" << ENOTDIR;
        QTest::addRow("a folder") << "folder" << EISDIR;
    }

    void failures()
    {
        QFETCH(QString, path);
        QFETCH(int, error);
        QVERIFY(writeJson(file("file"), json::parse("[1]")));
        fs::create_directory(folder() / "folder");
        const QStringList before = entries();
        const Result<void> written = writeJson(file(path.toStdString()), json::parse("[2]"));
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::File);
        QCOMPARE(written.error().native, long{error});
        QVERIFY(written.error().detail.starts_with(file(path.toStdString()) + ": "));
        QCOMPARE(entries(), before);
    }

private:
    fs::path folder() const { return m_folder->path().toStdString(); }
    std::string file(std::string_view name) const { return (folder() / name).string(); }
    QStringList entries() const
    {
        return QDir(m_folder->path())
            .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
