// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - every limit is accepted at both ends and refused beyond them, in one sentence that names the
//   limit
// - a combination that makes no sense is refused with what to do instead
// - the requests that a run makes are counted with the warm-up of every block, and a target that is
//   not on this machine gets at most kRemoteRequests of them, unless the limit is raised
// - such a target needs a consent, which holds for its host alone, and has a limit of its rate
// - the variants are the schedulers, protocol by protocol; HTTP/2 beside others is one
// - a policy that is not as usual is told, under the name that it has in JSON, unless it cannot
//   matter: with HTTP/2 alone, with one connection, or when nothing of a body is dropped
// - words and their names go both ways
#include "core/experiment/experiment.h"

#include "core/experiment/policysettings.h"

#include <QTest>

#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace reusescope;

namespace {

struct Row
{
    const char *name;
    std::function<void(Experiment &)> change;
    const char *sentence; // empty: valid
};

Row limit(const char *rowName, std::function<void(Experiment &)> change, const char *sentence = "")
{
    return {rowName, std::move(change), sentence};
}

void manySchedulers(Experiment &experiment, int count)
{
    experiment.schedulers.clear();
    for (int i = 0; i < count; ++i)
        experiment.schedulers.push_back("after-idle:" + std::to_string(i));
}

const std::vector<Row> &limitRows()
{
    static const std::vector<Row> rows{
        limit("defaults", [](Experiment &) {}),
        limit("count 1", [](Experiment &e) { e.workload.count = 1; }),
        limit(
            "count 0", [](Experiment &e) { e.workload.count = 0; },
            "the number of requests must be from 1 to 100000000, not 0"),
        limit("count most", [](Experiment &e) { e.workload.count = kMaxRequests; }),
        limit(
            "count too many", [](Experiment &e) { e.workload.count = kMaxRequests + 1; },
            "the number of requests must be from 1 to 100000000, not 100000001"),
        limit("warm-up 0", [](Experiment &e) { e.workload.warmup = 0; }),
        limit(
            "warm-up negative", [](Experiment &e) { e.workload.warmup = -1; },
            "the number of warm-up requests must be from 0 to 100000000, not -1"),
        limit(
            "warm-up too many", [](Experiment &e) { e.workload.warmup = kMaxRequests + 1; },
            "the number of warm-up requests must be from 0 to 100000000, not 100000001"),
        limit("width most",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Burst;
                  e.workload.width = kMaxWidth;
              }),
        limit(
            "width 0", [](Experiment &e) { e.workload.width = 0; },
            "the width must be from 1 to 10000, not 0"),
        limit(
            "width too large",
            [](Experiment &e) {
                e.workload.kind = WorkloadKind::Burst;
                e.workload.width = kMaxWidth + 1;
            },
            "the width must be from 1 to 10000, not 10001"),
        limit("gap most",
              [](Experiment &e) {
                  e.dispatchFrom = DispatchFrom::Timers;
                  e.workload.gap = kMaxGap;
              }),
        limit(
            "gap negative", [](Experiment &e) { e.workload.gap = Milliseconds{-1}; },
            "the gap in ms must be from 0 to 600000, not -1"),
        limit(
            "gap too long",
            [](Experiment &e) {
                e.dispatchFrom = DispatchFrom::Timers;
                e.workload.gap = kMaxGap + Milliseconds{1};
            },
            "the gap in ms must be from 0 to 600000, not 600001"),
        limit("connections most", [](Experiment &e) { e.client.connections = kMaxConnections; }),
        limit(
            "connections 0", [](Experiment &e) { e.client.connections = 0; },
            "the number of connections must be from 1 to 1000, not 0"),
        limit(
            "connections too many",
            [](Experiment &e) { e.client.connections = kMaxConnections + 1; },
            "the number of connections must be from 1 to 1000, not 1001"),
        limit("pipelining most", [](Experiment &e) { e.client.pipelining = kMaxPipelining; }),
        limit(
            "pipelining 0", [](Experiment &e) { e.client.pipelining = 0; },
            "the pipelining depth must be from 1 to 1000, not 0"),
        limit(
            "pipelining too deep", [](Experiment &e) { e.client.pipelining = kMaxPipelining + 1; },
            "the pipelining depth must be from 1 to 1000, not 1001"),
        limit("repeats most", [](Experiment &e) { e.repeats = kMaxRepeats; }),
        limit(
            "repeats 0", [](Experiment &e) { e.repeats = 0; },
            "the number of repeats must be from 1 to 100, not 0"),
        limit(
            "repeats too many", [](Experiment &e) { e.repeats = kMaxRepeats + 1; },
            "the number of repeats must be from 1 to 100, not 101"),
        limit("timeout none", [](Experiment &e) { e.client.requestTimeout = Milliseconds{0}; }),
        limit("timeout most", [](Experiment &e) { e.client.requestTimeout = kMaxTimeout; }),
        limit(
            "timeout negative", [](Experiment &e) { e.client.requestTimeout = Milliseconds{-1}; },
            "the request timeout in ms must be from 0 to 3600000, not -1"),
        limit(
            "timeout too long",
            [](Experiment &e) { e.client.requestTimeout = kMaxTimeout + Milliseconds{1}; },
            "the request timeout in ms must be from 0 to 3600000, not 3600001"),
        limit("keep-alive 1 ms", [](Experiment &e) { e.client.keepAlive = Milliseconds{1}; }),
        limit(
            "keep-alive 0", [](Experiment &e) { e.client.keepAlive = Milliseconds{0}; },
            "the keep-alive limit in ms must be from 1 to 3600000, not 0"),
        limit(
            "keep-alive too long",
            [](Experiment &e) { e.client.keepAlive = kMaxTimeout + Milliseconds{1}; },
            "the keep-alive limit in ms must be from 1 to 3600000, not 3600001"),
        limit("injection most", [](Experiment &e) { e.injection.every = kMaxRequests; }),
        limit(
            "injection negative", [](Experiment &e) { e.injection.every = -1; },
            "the injection interval must be from 0 to 100000000, not -1"),
        limit("blocking most",
              [](Experiment &e) {
                  e.injection = {1, kMaxInjectionBlock};
              }),
        limit(
            "blocking too long",
            [](Experiment &e) {
                e.injection = {1, kMaxInjectionBlock + Milliseconds{1}};
            },
            "the injection's blocking time in ms must be from 0 to 1000, not 1001"),
        limit(
            "blocking negative",
            [](Experiment &e) {
                e.injection = {1, Milliseconds{-1}};
            },
            "the injection's blocking time in ms must be from 0 to 1000, not -1"),
        limit("streams most", [](Experiment &e) { e.client.maxStreams = kMaxStreams; }),
        limit(
            "streams 0", [](Experiment &e) { e.client.maxStreams = 0; },
            "the number of streams must be from 1 to 100000, not 0"),
        limit(
            "ping negative", [](Experiment &e) { e.client.pingInterval = Milliseconds{-1}; },
            "the PING interval in ms must be from 0 to 3600000, not -1"),
        limit("rate most", [](Experiment &e) { e.limits.perSecond = kMaxRate; }),
        limit(
            "rate 0", [](Experiment &e) { e.limits.perSecond = 0; },
            "the limit of requests per second must be from 1 to 1000000, not 0"),
        limit(
            "limit of requests 0", [](Experiment &e) { e.limits.requests = 0; },
            "the limit of requests must be from 1 to 100000000, not 0"),
        limit("schedulers most", [](Experiment &e) { manySchedulers(e, kMaxVariants); }),
        limit(
            "schedulers none", [](Experiment &e) { manySchedulers(e, 0); },
            "the number of schedulers must be from 1 to 32, not 0"),
        limit(
            "schedulers too many", [](Experiment &e) { manySchedulers(e, kMaxVariants + 1); },
            "the number of schedulers must be from 1 to 32, not 33"),
    };
    return rows;
}

const std::vector<Row> &combinationRows()
{
    static const std::vector<Row> rows{
        limit(
            "scheduler mistyped",
            [](Experiment &e) {
                e.schedulers = {"none", "peak"};
            },
            "there is no scheduler \"peak\" (did you mean \"peek\"?); the schedulers are none, "
            "timer-0, immediate-unref, immediate-ref, fresh-poll, peek, background, after-idle:N"),
        limit(
            "scheduler without its number", [](Experiment &e) { e.schedulers = {"after-idle"}; },
            "the scheduler \"after-idle\" needs a number of milliseconds from 0 to 600000, as in "
            "\"after-idle:50\""),
        limit(
            "scheduler twice",
            [](Experiment &e) {
                e.schedulers = {"peek", "none", "peek"};
            },
            "the scheduler \"peek\" is listed twice"),
        limit("h2", [](Experiment &e) { e.protocols = {Protocol::H2}; }),
        limit(
            "protocol twice",
            [](Experiment &e) {
                e.protocols = {Protocol::H2, Protocol::H1, Protocol::H2};
            },
            "the protocol \"h2\" is listed twice"),
        limit(
            "too many variants",
            [](Experiment &e) {
                manySchedulers(e, kMaxVariants);
                e.protocols = {Protocol::H1, Protocol::H2};
            },
            "the number of variants must be from 1 to 32, not 33"),
        limit("body",
              [](Experiment &e) {
                  e.method = Method::Put;
                  e.client.body = std::make_shared<const std::string>("x");
              }),
        limit(
            "body of a GET",
            [](Experiment &e) { e.client.body = std::make_shared<const std::string>("x"); },
            "a GET request carries no body; use POST, PUT or DELETE"),
        limit(
            "body of a HEAD",
            [](Experiment &e) {
                e.method = Method::Head;
                e.client.body = std::make_shared<const std::string>();
            },
            "a HEAD request carries no body; use POST, PUT or DELETE"),
        limit(
            "body too long",
            [](Experiment &e) {
                e.method = Method::Post;
                e.client.body = std::make_shared<const std::string>(kMaxBodyBytes + 1, 'x');
            },
            "a request's body has at most 67108864 bytes, not 67108865"),
        limit(
            "header that frames",
            [](Experiment &e) {
                e.client.extraHeaders = {{"Content-Length", "5"}};
            },
            "the header \"Content-Length\" cannot be sent: where a message ends is the program's "
            "to say"),
        limit(
            "header with a line break",
            [](Experiment &e) {
                e.client.extraHeaders = {{"a", "b\r\nHost: c"}};
            },
            "the header \"a\" cannot be sent: its value holds a control character"),
        limit(
            "paced without a gap", [](Experiment &e) { e.workload.kind = WorkloadKind::Paced; },
            "a paced workload needs a gap of at least 1 ms between its requests"),
        limit("paced, 1 ms",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Paced;
                  e.workload.gap = Milliseconds{1};
              }),
        limit(
            "sequential with a width", [](Experiment &e) { e.workload.width = 2; },
            "a sequential workload has a width of 1; use burst or parallel for more"),
        limit("parallel with a width",
              [](Experiment &e) {
                  e.workload.kind = WorkloadKind::Parallel;
                  e.workload.width = 2;
              }),
        limit(
            "gap from poll", [](Experiment &e) { e.workload.gap = Milliseconds{5}; },
            "a gap needs requests that are dispatched from timers, or the paced workload"),
        limit(
            "gap from check",
            [](Experiment &e) {
                e.workload.gap = Milliseconds{5};
                e.dispatchFrom = DispatchFrom::Check;
            },
            "a gap needs requests that are dispatched from timers, or the paced workload"),
        limit(
            "injection with a URL",
            [](Experiment &e) {
                e.url = "http://127.0.0.1:8080/";
                e.injection.every = 1;
            },
            "an injection needs the built-in lab, not a URL"),
        limit(
            "URL unusable", [](Experiment &e) { e.url = "http://"; },
            "the URL \"http://\" cannot be used: it names no host"),
        limit(
            "lab out of its limits", [](Experiment &e) { e.lab.delay = Milliseconds{-1}; },
            "/delay_ms: expected a whole number from 0 to 600000"),
        limit("on this machine by number", [](Experiment &e) { e.url = "http://127.0.0.1/"; }),
        limit("on this machine by IPv6 number", [](Experiment &e) { e.url = "http://[::1]/"; }),
        limit("on this machine by name", [](Experiment &e) { e.url = "http://localhost:81/"; }),
        limit("elsewhere, within the limit",
              [](Experiment &e) {
                  e.url = "http://host.example/";
                  e.schedulers = {"none", "peek"};
                  e.workload.count = 480;
                  e.workload.warmup = 20;
                  e.repeats = 1;
              }),
        limit(
            "elsewhere, one request too many",
            [](Experiment &e) {
                e.url = "http://host.example/";
                e.schedulers = {"none"};
                e.workload.count = 980;
                e.workload.warmup = 21;
                e.repeats = 1;
            },
            "a target that is not on this machine gets at most 1000 requests in all, not 1001: "
            "lower the count, the warm-up, the repeats or the number of variants, or raise the "
            "limit"),
        limit(
            "elsewhere, too many by the warm-up of the blocks",
            [](Experiment &e) {
                e.url = "http://192.0.2.1/";
                e.schedulers = {"none"};
                e.workload = {WorkloadKind::Burst, 100, 100, 100, Milliseconds{0}};
                e.repeats = 100;
            },
            "a target that is not on this machine gets at most 1000 requests in all, not 10100: "
            "lower the count, the warm-up, the repeats or the number of variants, or raise the "
            "limit"),
        limit(
            "a name that only begins like this machine's",
            [](Experiment &e) { e.url = "http://localhost.example/"; },
            "a target that is not on this machine gets at most 1000 requests in all, not 11600: "
            "lower the count, the warm-up, the repeats or the number of variants, or raise the "
            "limit"),
        limit("elsewhere, more than usual by a raised limit",
              [](Experiment &e) {
                  e.url = "http://host.example/";
                  e.limits.requests = 11'600;
              }),
        limit(
            "elsewhere, one more than the raised limit",
            [](Experiment &e) {
                e.url = "http://host.example/";
                e.limits.requests = 11'599;
            },
            "the target gets at most 11599 requests in all, not 11600: lower the count, the "
            "warm-up, the repeats or the number of variants, or raise the limit"),
        limit(
            "here, more than the limit asked for",
            [](Experiment &e) {
                e.url = "http://127.0.0.1/";
                e.limits.requests = 1;
            },
            "the target gets at most 1 requests in all, not 11600: lower the count, the warm-up, "
            "the repeats or the number of variants, or raise the limit"),
        limit(
            "elsewhere, two protocols count",
            [](Experiment &e) {
                e.url = "https://host.example/";
                e.protocols = {Protocol::H1, Protocol::H2};
                e.schedulers = {"none"};
                e.workload.count = 500;
                e.workload.warmup = 1;
                e.repeats = 1;
            },
            "a target that is not on this machine gets at most 1000 requests in all, not 1002: "
            "lower the count, the warm-up, the repeats or the number of variants, or raise the "
            "limit"),
    };
    return rows;
}

using Names = std::vector<std::string>;
using Protocols = std::vector<Protocol>;

} // namespace

class TestExperiment : public QObject
{
    Q_OBJECT
private slots:
    void limits_data() { name(limitRows()); }
    void limits() { check(limitRows()); }
    void combinations_data() { name(combinationRows()); }
    void combinations() { check(combinationRows()); }

    void plannedRequests_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("warmup");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("repeats");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("warmupAgain");
        QTest::addColumn<int>("planned");
        QTest::addRow("one block") << 10 << 3 << 1 << 1 << 1 << 3 << 13 * 2;
        QTest::addRow("five of warm-up again") << 10 << 30 << 1 << 4 << 4 << 5 << (40 + 15) * 2;
        QTest::addRow("a whole burst of warm-up again")
            << 10 << 30 << 8 << 2 << 2 << 8 << (40 + 8) * 2;
        QTest::addRow("never more than the first") << 10 << 2 << 8 << 3 << 3 << 2 << (12 + 4) * 2;
        QTest::addRow("no warm-up at all") << 10 << 0 << 1 << 5 << 5 << 0 << 10 * 2;
        QTest::addRow("fewer requests than repeats") << 3 << 9 << 1 << 5 << 3 << 5 << (12 + 10) * 2;
    }
    void plannedRequests()
    {
        QFETCH(int, count);
        QFETCH(int, warmup);
        QFETCH(int, width);
        QFETCH(int, repeats);
        Experiment experiment;
        experiment.schedulers = {"none", "peek"};
        experiment.workload = {WorkloadKind::Burst, count, warmup, width, Milliseconds{0}};
        experiment.repeats = repeats;
        QTEST(blockCount(experiment), "blocks");
        QCOMPARE(warmupOfBlock(experiment, 0), warmup);
        QTEST(warmupOfBlock(experiment, 1), "warmupAgain");
        QTEST(static_cast<int>(reusescope::plannedRequests(experiment)), "planned");
    }

    void plannedRequestsAtTheLimits()
    {
        Experiment experiment;
        manySchedulers(experiment, kMaxVariants);
        experiment.workload = {WorkloadKind::Burst, kMaxRequests, kMaxRequests, kMaxWidth,
                               Milliseconds{0}};
        experiment.repeats = kMaxRepeats;
        QCOMPARE(reusescope::plannedRequests(experiment),
                 (200'000'000LL + 99 * 10'000) * kMaxVariants);
    }

    void variants_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<Protocols>("protocols");
        QTest::addColumn<Names>("schedulers");
        QTest::addColumn<QString>("variants");
        QTest::addColumn<QString>("titles");
        const QString lab;
        const QString https = "https://127.0.0.1/";
        const Names two{"none", "peek"};
        QTest::addRow("lab") << lab << Protocols{} << two << "h1/none h1/peek"
                             << "none peek";
        QTest::addRow("http") << "http://127.0.0.1/" << Protocols{} << two << "h1/none h1/peek"
                              << "none peek";
        QTest::addRow("https") << https << Protocols{} << two << "auto/none auto/peek"
                               << "none peek";
        QTest::addRow("https, h1") << https << Protocols{Protocol::H1} << two << "h1/none h1/peek"
                                   << "none peek";
        QTest::addRow("h2 alone") << lab << Protocols{Protocol::H2} << two << "h2/none h2/peek"
                                  << "none peek";
        QTest::addRow("h1 and h2")
            << lab << Protocols{Protocol::H1, Protocol::H2} << two << "h1/none h1/peek h2/none"
            << "h1/none h1/peek h2/none";
        QTest::addRow("h2 is the reference")
            << lab << Protocols{Protocol::H2, Protocol::H1} << Names{"peek"} << "h2/none h1/peek"
            << "h2/none h1/peek";
        QTest::addRow("all") << https << Protocols{Protocol::Auto, Protocol::H1, Protocol::H2}
                             << two << "auto/none auto/peek h1/none h1/peek h2/none"
                             << "auto/none auto/peek h1/none h1/peek h2/none";
    }
    void variants()
    {
        QFETCH(QString, url);
        QFETCH(Protocols, protocols);
        QFETCH(Names, schedulers);
        Experiment experiment;
        experiment.url = url.toStdString();
        experiment.protocols = protocols;
        experiment.schedulers = schedulers;
        const std::vector<Variant> all = variantsOf(experiment);
        QStringList names;
        for (const Variant &variant : all)
            names << QString("%1/%2").arg(reusescope::name(variant.protocol).data(),
                                          QString::fromStdString(variant.scheduler));
        QTEST(names.join(' '), "variants");
        QStringList titles;
        for (const std::string &title : titlesOf(all))
            titles << QString::fromStdString(title);
        QTEST(titles.join(' '), "titles");
        QCOMPARE(reusescope::plannedRequests(experiment),
                 (experiment.workload.count + experiment.workload.warmup + 4 * 5)
                     * std::ssize(all));
    }

    void policies_data()
    {
        QTest::addColumn<std::function<void(Experiment &)>>("change");
        QTest::addColumn<QString>("text");
        using Change = std::function<void(Experiment &)>;
        const auto all = [](Experiment &e) {
            ClientOptions &client = e.client;
            client.reuseOrder = ReuseOrder::Fifo;
            client.keepAliveMax = Milliseconds{21};
            client.keepAliveMargin = Milliseconds{22};
            client.unusedLimit = Milliseconds{23};
            client.maxAge = Milliseconds{24};
            client.replay = ReplayPolicy::Always;
            client.readBytes = 0;
            client.drainLimit = 26;
            client.connections = 2;
        };
        const QString everything =
            "reuse=fifo keep_alive_max_ms=21 keep_alive_margin_ms=22 unused_limit_ms=23 "
            "max_age_ms=24 replay=always read_bytes=0 drain_limit_bytes=26";
        QTest::addRow("usual") << Change([](Experiment &) {}) << QString();
        QTest::addRow("all") << Change(all) << everything;
        QTest::addRow("all, also HTTP/2") << Change([all](Experiment &e) {
            all(e);
            e.protocols = {Protocol::H1, Protocol::H2};
        }) << everything;
        QTest::addRow("all, HTTP/2 if the server takes it") << Change([all](Experiment &e) {
            all(e);
            e.protocols = {Protocol::Auto};
        }) << everything;
        QTest::addRow("HTTP/2 alone") << Change([all](Experiment &e) {
            all(e);
            e.protocols = {Protocol::H2};
        }) << "unused_limit_ms=23 max_age_ms=24 replay=always read_bytes=0";
        QTest::addRow("one connection") << Change([](Experiment &e) {
            e.client.reuseOrder = ReuseOrder::Fifo;
            e.client.maxAge = Milliseconds{1};
        }) << "max_age_ms=1";
        QTest::addRow("nothing dropped")
            << Change([](Experiment &e) { e.client.drainLimit = 1; }) << QString();
        QTest::addRow("the usual said") << Change([](Experiment &e) {
            e.client.replay = ReplayPolicy::Idempotent;
            e.client.drainLimit = 131'072;
        }) << QString();
    }

    void policies()
    {
        QFETCH(std::function<void(Experiment &)>, change);
        QFETCH(QString, text);
        Experiment experiment;
        change(experiment);
        QCOMPARE(QString::fromStdString(changedPoliciesText(experiment)), text);
    }

    void limitsInForce_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<int>("asked"); // 0: nothing
        QTest::addColumn<bool>("remote");
        QTest::addColumn<int>("rate"); // 0: none
        QTest::addColumn<int>("requests");
        QTest::addRow("lab") << "" << 0 << false << 0 << 0;
        QTest::addRow("lab, asked for") << "" << 7 << false << 7 << 7;
        QTest::addRow("this machine") << "http://127.8.9.1/" << 0 << false << 0 << 0;
        QTest::addRow("this machine, asked for") << "http://localhost/" << 7 << false << 7 << 7;
        QTest::addRow("elsewhere") << "https://host.example/" << 0 << true << 10 << 1000;
        QTest::addRow("elsewhere, raised")
            << "https://host.example/" << 5000 << true << 5000 << 5000;
        QTest::addRow("elsewhere by number") << "http://192.0.2.1/" << 0 << true << 10 << 1000;
        QTest::addRow("elsewhere by IPv6 number")
            << "http://[2001:db8::1]/" << 0 << true << 10 << 1000;
        QTest::addRow("all interfaces") << "http://0.0.0.0/" << 0 << true << 10 << 1000;
        QTest::addRow("a name that begins like this machine's")
            << "http://localhost.example/" << 0 << true << 10 << 1000;
        QTest::addRow("no URL at all") << "nonsense" << 0 << false << 0 << 0;
    }
    void limitsInForce()
    {
        QFETCH(QString, url);
        QFETCH(int, asked);
        Experiment experiment;
        experiment.url = url.toStdString();
        if (asked > 0) {
            experiment.limits.perSecond = asked;
            experiment.limits.requests = asked;
        }
        QTEST(isRemote(experiment), "remote");
        QTEST(rateLimit(experiment).value_or(0), "rate");
        QTEST(requestLimit(experiment).value_or(0), "requests");
        QFETCH(bool, remote);
        QCOMPARE(consentSentence(experiment).has_value(), remote);
    }

    void consentIsForOneHost()
    {
        Experiment experiment;
        experiment.url = "https://host.example:8443/path?query";
        experiment.schedulers = {"none"};
        experiment.workload.count = 80;
        experiment.workload.warmup = 20;
        experiment.repeats = 1;
        QCOMPARE(QString::fromStdString(consentSentence(experiment).value().text()),
                 QString("host.example:8443 is not on this machine: the run sends it 100 GET "
                         "requests, 10 a second at most"));
        experiment.method = Method::Post;
        experiment.limits.perSecond = 25;
        QCOMPARE(QString::fromStdString(consentSentence(experiment).value().text()),
                 QString("host.example:8443 is not on this machine: the run sends it 100 POST "
                         "requests, 25 a second at most"));
        giveConsent(experiment);
        QVERIFY(!consentSentence(experiment));
        experiment.url = "https://host.example/another/path";
        QVERIFY(!consentSentence(experiment));
        experiment.url = "https://other.example/";
        QVERIFY(consentSentence(experiment));
    }

    void namesGoBothWays()
    {
        for (const Protocol value : {Protocol::H1, Protocol::H2, Protocol::Auto})
            QCOMPARE(protocolFromName(reusescope::name(value)), std::optional(value));
        for (const WorkloadKind value : {WorkloadKind::Sequential, WorkloadKind::Burst,
                                         WorkloadKind::Parallel, WorkloadKind::Paced})
            QCOMPARE(workloadKindFromName(reusescope::name(value)), std::optional(value));
        for (const DispatchFrom value :
             {DispatchFrom::Poll, DispatchFrom::Check, DispatchFrom::Timers})
            QCOMPARE(dispatchFromFromName(reusescope::name(value)), std::optional(value));
        QVERIFY(!protocolFromName("H1"));
        QVERIFY(!workloadKindFromName(""));
        QVERIFY(!workloadKindFromName("swoop"));
        Workload sweep;
        sweep.kind = WorkloadKind::Sweep;
        sweep.gap = Milliseconds{100};
        sweep.gapTo = Milliseconds{200};
        QCOMPARE(gapBefore(sweep, -3, 5).count(), 100); // warm-up
        QCOMPARE(gapBefore(sweep, 0, 5).count(), 100);
        QCOMPARE(gapBefore(sweep, 1, 5).count(), 125);
        QCOMPARE(gapBefore(sweep, 4, 5).count(), 200);
        QCOMPARE(gapBefore(sweep, 0, 1).count(), 100);
        QVERIFY(!dispatchFromFromName("idle"));
    }

private:
    static void name(const std::vector<Row> &rows)
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < rows.size(); ++row)
            QTest::newRow(rows[row].name) << row;
    }
    static void check(const std::vector<Row> &rows)
    {
        QFETCH(std::size_t, row);
        Experiment experiment;
        rows[row].change(experiment);
        const Result<void> outcome = validate(experiment);
        QCOMPARE(QString::fromStdString(outcome ? std::string() : outcome.error().detail),
                 QString(rows[row].sentence));
        if (!outcome)
            QCOMPARE(outcome.error().kind, ErrorKind::Input);
    }
};

QTEST_GUILESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
