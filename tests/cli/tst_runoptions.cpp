// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a run starts from its scenario, or from the default experiment with --url; what was given
// replaces, what was not
//   given stays
// - burst and parallel get a width of 8 and as many connections as that, unless something else was
// given
// - a gap means that requests come from timers, unless the workload is paced; leaving timers drops
// the scenario's gap
// - a server on another machine gets defaults below its limit of requests
// - what a scenario requires is dropped when more changes than schedulers, repeats and seed
// - the lab's options change the lab, and are refused with --url
// - protocols are compared like schedulers; HTTP/2 alone is one variant unless schedulers are given
// - headers are checked, a body is read once and makes the method POST unless one was given
// - --yes is the consent to the URL's host, and no other option is
#include "app/options/runoptions.h"

#include <CLI/CLI.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace reusescope;

class TestRunOptions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void startsFromDefaultScenario();
    void everyOptionReachesTheRequest();
    void whatWasNotGivenStays();
    void width_data();
    void width();
    void gap_data();
    void gap();
    void url_data();
    void url();
    void labOptionsNeedTheLab();
    void protocols_data();
    void protocols();
    void headers();
    void body();
    void bodyThatCannotBeUsed_data();
    void bodyThatCannotBeUsed();
    void consent();
    void schedulersAddUp();
    void changedScenarioRequiresNothing_data();
    void changedScenarioRequiresNothing();
};

namespace {

Result<RunRequest> resolved(const std::vector<std::string> &arguments)
{
    CLI::App app;
    RunOptions options;
    addRunOptions(app, options);
    // CLI11 takes its arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return resolve(options);
}

QByteArray problem(const Result<RunRequest> &request)
{
    return request ? QByteArray() : QByteArray::fromStdString(request.error().detail);
}

std::vector<std::string> words(const QString &line)
{
    std::vector<std::string> out;
    for (const QString &word : line.split(' ', Qt::SkipEmptyParts))
        out.push_back(word.toStdString());
    return out;
}

} // namespace

void TestRunOptions::initTestCase()
{
    qputenv("REUSESCOPE_DATA_DIR", REUSESCOPE_SOURCE_DIR "/resources");
}

void TestRunOptions::startsFromDefaultScenario()
{
    const auto request = resolved({});
    QVERIFY2(request.hasValue(), problem(request));
    QVERIFY(request->scenario.has_value());
    QCOMPARE(request->scenario->name, std::string(kDefaultScenario));
    QCOMPARE(request->experiment.workload.count, 2000);
    QCOMPARE(request->experiment.url, std::string());
    QVERIFY(!request->csvFolder && !request->jsonFile && !request->quiet);
}

void TestRunOptions::everyOptionReachesTheRequest()
{
    const auto request = resolved(words(
        "burst-8 --scheduler peek,after-idle:7 --workload parallel --count 11 --warmup 12 --width "
        "3 "
        "--dispatch-from check --front-end pool --protocol h1 --protocol h2,auto --max-streams 14 "
        "--ping 15 --max-rate 16 --max-requests 17000 --method DELETE --connections 4 --pipelining "
        "2 "
        "--loop-model timers-first --poll spin --delay 5 --body-bytes 6 --hint timeout=9 "
        "--keep-alive 8 --keep-alive-max 21 --keep-alive-margin 22 --unused-limit 23 --max-age 24 "
        "--reuse fifo --replay never --read-bytes 25 --drain-limit 26 --repeats 2 --seed "
        "18446744073709551615 --timeout 13 --csv some/folder "
        "--json - --quiet --fail-if p50>1s --fail-if peek:failed>0"));
    QVERIFY2(request.hasValue(), problem(request));
    const Experiment &experiment = request->experiment;
    QCOMPARE(request->scenario->name, std::string("burst-8"));
    QVERIFY((experiment.schedulers == std::vector<std::string>{"peek", "after-idle:7"}));
    QVERIFY(experiment.workload.kind == WorkloadKind::Parallel);
    QCOMPARE(experiment.workload.count, 11);
    QCOMPARE(experiment.workload.warmup, 12);
    QCOMPARE(experiment.workload.width, 3);
    QVERIFY(experiment.dispatchFrom == DispatchFrom::Check);
    QVERIFY(experiment.client.frontEnd == FrontEnd::Pool);
    QVERIFY((experiment.protocols
             == std::vector<Protocol>{Protocol::H1, Protocol::H2, Protocol::Auto}));
    QCOMPARE(experiment.client.maxStreams, 14);
    QVERIFY(experiment.client.pingInterval == Milliseconds(15));
    QCOMPARE(experiment.limits.perSecond, std::optional(16));
    QCOMPARE(experiment.limits.requests, std::optional(17000));
    QVERIFY(experiment.method == Method::Delete);
    QCOMPARE(experiment.client.connections, 4);
    QCOMPARE(experiment.client.pipelining, 2);
    QVERIFY(experiment.loopModel == LoopModel::TimersFirst);
    QVERIFY(experiment.poll == PollStrategy::Spin);
    QVERIFY(experiment.lab.delay == Milliseconds(5));
    QCOMPARE(experiment.lab.bodyBytes, std::uint64_t(6));
    QCOMPARE(experiment.lab.keepAliveHint, std::string("timeout=9"));
    QVERIFY(experiment.client.keepAlive == Milliseconds(8));
    QVERIFY(experiment.client.keepAliveMax == Milliseconds(21));
    QVERIFY(experiment.client.keepAliveMargin == Milliseconds(22));
    QVERIFY(experiment.client.unusedLimit == Milliseconds(23));
    QVERIFY(experiment.client.maxAge == Milliseconds(24));
    QVERIFY(experiment.client.reuseOrder == ReuseOrder::Fifo);
    QVERIFY(experiment.client.replay == ReplayPolicy::Never);
    QCOMPARE(experiment.client.readBytes, std::optional(std::uint64_t(25)));
    QCOMPARE(experiment.client.drainLimit, std::uint64_t(26));
    QCOMPARE(experiment.repeats, 2);
    QCOMPARE(experiment.seed, ~std::uint64_t(0));
    QVERIFY(experiment.client.requestTimeout == Milliseconds(13));
    QVERIFY(request->csvFolder == std::filesystem::path("some/folder"));
    QVERIFY(request->jsonFile == std::string("-"));
    QVERIFY(request->quiet);
    QCOMPARE(static_cast<int>(request->failIf.size()), 2);
    QCOMPARE(request->failIf[1].scheduler, std::string("peek"));
}

void TestRunOptions::whatWasNotGivenStays()
{
    const auto plain = resolved({"poison-after-block"});
    const auto changed = resolved({"poison-after-block", "--count", "10"});
    QVERIFY2(plain.hasValue(), problem(plain));
    QVERIFY2(changed.hasValue(), problem(changed));
    QCOMPARE(changed->experiment.workload.count, 10);
    QCOMPARE(changed->experiment.workload.warmup, plain->experiment.workload.warmup);
    QCOMPARE(changed->experiment.injection.every, plain->experiment.injection.every);
    QVERIFY(changed->experiment.injection.block == plain->experiment.injection.block);
    QVERIFY(changed->experiment.schedulers == plain->experiment.schedulers);
    QCOMPARE(changed->experiment.lab.acts.size(), plain->experiment.lab.acts.size());
    QCOMPARE(changed->scenario->experiment.workload.count, plain->experiment.workload.count);
}

void TestRunOptions::width_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("connections");
    QTest::addRow("sequential") << "" << 1 << 1;
    QTest::addRow("burst") << "--workload burst" << 8 << 8;
    QTest::addRow("parallel of a width") << "--workload parallel --width 3" << 3 << 3;
    QTest::addRow("more than connections may be")
        << "--workload burst --width 5000" << 5000 << kMaxConnections;
    QTest::addRow("connections given") << "--workload burst --width 6 --connections 2" << 6 << 2;
    QTest::addRow("width of a scenario that is one") << "burst-8 --width 16" << 16 << 16;
    QTest::addRow("scenario made sequential") << "burst-8 --workload sequential" << 1 << 8;
    QTest::addRow("scenario as it is") << "burst-8" << 8 << 8;
}

void TestRunOptions::width()
{
    QFETCH(QString, line);
    QFETCH(int, width);
    QFETCH(int, connections);
    const auto request = resolved(words(line));
    QVERIFY2(request.hasValue(), problem(request));
    QCOMPARE(request->experiment.workload.width, width);
    QCOMPARE(request->experiment.client.connections, connections);
}

void TestRunOptions::gap_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("gapMs");
    QTest::addRow("none") << ""
                          << "poll" << 0;
    QTest::addRow("implies timers") << "--gap 5"
                                    << "timers" << 5;
    QTest::addRow("with timers") << "--gap 5 --dispatch-from timers"
                                 << "timers" << 5;
    QTest::addRow("paced") << "--gap 5 --workload paced"
                           << "poll" << 5;
    QTest::addRow("zero") << "--gap 0"
                          << "poll" << 0;
    QTest::addRow("of the scenario") << "stall-from-timers"
                                     << "timers" << 60;
    QTest::addRow("dropped with timers") << "stall-from-timers --dispatch-from poll"
                                         << "poll" << 0;
}

void TestRunOptions::gap()
{
    QFETCH(QString, line);
    QFETCH(QString, source);
    QFETCH(int, gapMs);
    const auto request = resolved(words(line));
    QVERIFY2(request.hasValue(), problem(request));
    const std::string_view actual = name(request->experiment.dispatchFrom);
    QCOMPARE(QString::fromUtf8(actual.data(), static_cast<qsizetype>(actual.size())), source);
    QVERIFY(request->experiment.workload.gap == Milliseconds(gapMs));
}

void TestRunOptions::url_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("more");
    QTest::addColumn<int>("count");
    QTest::addRow("address of this machine") << "http://127.0.0.1:1/"
                                             << "" << 2000;
    QTest::addRow("IPv6 address of this machine") << "http://[::1]:1/"
                                                  << "" << 2000;
    QTest::addRow("localhost") << "http://localhost/"
                               << "" << 2000;
    QTest::addRow("another machine") << "http://server.invalid/"
                                     << "" << 80;
    QTest::addRow("another machine, all schedulers")
        << "http://192.0.2.1/"
        << "--scheduler none,timer-0,immediate-unref,immediate-ref,fresh-poll,peek,background,"
           "after-idle:1"
        << 80;
    QTest::addRow("another machine, own count") << "http://server.invalid/"
                                                << "--count 7" << 7;
}

void TestRunOptions::url()
{
    QFETCH(QString, url);
    QFETCH(QString, more);
    QFETCH(int, count);
    const auto request = resolved(words("--url " + url + ' ' + more));
    QVERIFY2(request.hasValue(), problem(request));
    QCOMPARE(request->experiment.url, url.toStdString());
    QVERIFY(!request->scenario);
    QCOMPARE(request->experiment.workload.count, count);
}

void TestRunOptions::labOptionsNeedTheLab()
{
    for (const char *option : {"--delay 1", "--body-bytes 1", "--hint timeout=1"}) {
        const auto request = resolved(words(QString("--url http://127.0.0.1:1/ ") + option));
        QVERIFY(!request);
        QVERIFY(request.error().kind == ErrorKind::Input);
    }
}

void TestRunOptions::protocols_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("titles");
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("http2Connections");
    const QString all = "none timer-0 immediate-ref fresh-poll peek";
    QTest::addRow("none given") << "" << all << 1 << 0;
    QTest::addRow("none given, https") << "--url https://127.0.0.1/" << all << 1 << 0;
    QTest::addRow("h2") << "--protocol h2"
                        << "none" << 1 << 1;
    QTest::addRow("h2, a scenario that lists schedulers") << "poison-on-idle --protocol h2"
                                                          << "none" << 1 << 1;
    QTest::addRow("h2 and a scheduler") << "--protocol h2 --scheduler peek"
                                        << "peek" << 1 << 1;
    QTest::addRow("h2, schedulers compared") << "--protocol h2 --scheduler peek,none"
                                             << "peek none" << 1 << 1;
    QTest::addRow("both") << "--protocol h1,h2 --scheduler none,peek"
                          << "h1/none h1/peek h2/none" << 1 << 1;
    QTest::addRow("given twice") << "--protocol h2 --protocol h1 --scheduler peek"
                                 << "h2/none h1/peek" << 1 << 1;
    QTest::addRow("h2 is wide on one connection") << "--protocol h2 --workload parallel --width 100"
                                                  << "none" << 100 << 1;
    QTest::addRow("h2 on several connections")
        << "--protocol h2 --workload parallel --width 100 --connections 10"
        << "none" << 10 << 0;
    QTest::addRow("h1 needs as many") << "--protocol h1,h2 --scheduler none --workload burst"
                                      << "h1/none h2/none" << 8 << 1;
}

void TestRunOptions::protocols()
{
    QFETCH(QString, line);
    const auto request = resolved(words(line));
    QVERIFY2(request.hasValue(), problem(request));
    QStringList titles;
    for (const std::string &title : titlesOf(variantsOf(request->experiment)))
        titles << QString::fromStdString(title);
    QTEST(titles.join(' '), "titles");
    QTEST(request->experiment.client.connections, "connections");
    QTEST(request->experiment.http2Connections, "http2Connections");
}

void TestRunOptions::headers()
{
    const auto request = resolved({"--header", "Accept: text/html", "--header", "x-y:  z, w "});
    QVERIFY2(request.hasValue(), problem(request));
    QVERIFY((request->experiment.client.extraHeaders
             == std::vector<std::pair<std::string, std::string>>{{"Accept", "text/html"},
                                                                 {"x-y", "z, w"}}));
    const auto refused = resolved({"--header", "Content-Length: 4"});
    QCOMPARE(problem(refused),
             QByteArray("the header \"Content-Length\" cannot be sent: where a message ends is the "
                        "program's to say"));
    QCOMPARE(refused.error().kind, ErrorKind::Input);
}

void TestRunOptions::body()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath("body").toStdString();
    const std::string bytes("a\0b\r\n", 5);
    std::ofstream(file, std::ios::binary) << bytes;
    const auto request = resolved({"--body", file});
    QVERIFY2(request.hasValue(), problem(request));
    QCOMPARE(*request->experiment.client.body, bytes);
    QCOMPARE(request->experiment.method, Method::Post);

    const auto put = resolved({"--body", file, "--method", "PUT"});
    QVERIFY2(put.hasValue(), problem(put));
    QCOMPARE(put->experiment.method, Method::Put);

    std::ofstream(file, std::ios::binary | std::ios::trunc).close();
    const auto empty = resolved({"--body", file});
    QVERIFY2(empty.hasValue(), problem(empty));
    QVERIFY(empty->experiment.client.body && empty->experiment.client.body->empty());
}

void TestRunOptions::bodyThatCannotBeUsed_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("says");
    QTest::addRow("no such file") << "--body /nowhere/at-all" << static_cast<int>(ErrorKind::File)
                                  << QByteArray("--body /nowhere/at-all: No such file");
    QTest::addRow("a folder") << "--body /" << static_cast<int>(ErrorKind::File)
                              << QByteArray("--body /: Is a directory");
    QTest::addRow("without an end") << "--body /dev/zero" << static_cast<int>(ErrorKind::Input)
                                    << QByteArray("at most 67108864 bytes");
    QTest::addRow("with GET") << "--body /dev/null --method GET"
                              << static_cast<int>(ErrorKind::Input)
                              << QByteArray("a GET request carries no body");
    QTest::addRow("method") << "--method get" << static_cast<int>(ErrorKind::Input)
                            << QByteArray("--method takes GET, HEAD, POST, PUT, DELETE or OPTIONS, "
                                          "not \"get\"");
    QTest::addRow("PATCH") << "--method PATCH" << static_cast<int>(ErrorKind::Input)
                           << QByteArray("not \"PATCH\"");
}

void TestRunOptions::bodyThatCannotBeUsed()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, says);
    const auto request = resolved(words(line));
    QVERIFY(!request);
    QTEST(static_cast<int>(request.error().kind), "kind");
    QVERIFY2(problem(request).contains(says), problem(request));
}

void TestRunOptions::consent()
{
    const auto without = resolved(words("--url http://server.invalid/ --max-rate 100"));
    QVERIFY2(without.hasValue(), problem(without));
    QVERIFY(consentSentence(without->experiment));
    const auto with = resolved(words("--url http://server.invalid/ --yes"));
    QVERIFY2(with.hasValue(), problem(with));
    QVERIFY(!consentSentence(with->experiment));
    QCOMPARE(rateLimit(with->experiment), std::optional(kRemoteRate));
    QCOMPARE(requestLimit(with->experiment), std::optional(kRemoteRequests));

    const QByteArray tooMany =
        problem(resolved(words("--url http://server.invalid/ --yes --count 1000")));
    QVERIFY2(tooMany.contains("gets at most 1000 requests in all"), tooMany);
    const auto raised =
        resolved(words("--url http://server.invalid/ --yes --count 1000 --max-requests 6000"));
    QVERIFY2(raised.hasValue(), problem(raised));
}

void TestRunOptions::schedulersAddUp()
{
    const auto request = resolved(words("--scheduler none,peek --scheduler timer-0"));
    QVERIFY2(request.hasValue(), problem(request));
    QVERIFY(
        (request->experiment.schedulers == std::vector<std::string>{"none", "peek", "timer-0"}));
}

void TestRunOptions::changedScenarioRequiresNothing_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("required");
    QTest::addRow("as it is") << "" << true;
    QTest::addRow("other schedulers") << "--scheduler none,background --repeats 2 --seed 3" << true;
    QTest::addRow("reports") << "--json - --quiet --fail-if failed>0" << true;
    QTest::addRow("dispatched from check") << "--dispatch-from check" << false;
    QTest::addRow("fewer requests than one injection") << "--count 3" << false;
    QTest::addRow("slower lab") << "--delay 5" << false;
    QTest::addRow("another protocol") << "--protocol h2 --scheduler immediate-ref" << false;
    QTest::addRow("another method") << "--method HEAD" << false;
    QTest::addRow("a slower pace") << "--max-rate 100" << false;
}

void TestRunOptions::changedScenarioRequiresNothing()
{
    QFETCH(QString, line);
    QFETCH(bool, required);
    const auto request = resolved(words("poison-on-idle " + line));
    QVERIFY2(request.hasValue(), problem(request));
    const Expectation &expectation = request->scenario->expected.at("immediate-ref");
    QCOMPARE(!expectation.required.empty(), required);
    for (const Outcome outcome : {Outcome::OkReused, Outcome::FailedPoison})
        QVERIFY(std::find(expectation.allowed.begin(), expectation.allowed.end(), outcome)
                != expectation.allowed.end());
}

QTEST_APPLESS_MAIN(TestRunOptions)
#include "tst_runoptions.moc"
