// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, against servers that nobody here wrote, plain and over TLS, HTTP/1.1 and HTTP/2:
// - of many requests each settles once and is answered in full; so many connections are opened as
//   the server's limit of requests per connection asks for, and each is left for that reason;
// - an idle connection that the server has ended is seen to be so at once by a loop that runs, and
//   by every scheduler but none when nothing has looked since; no request is lost for it;
// - the limit for idle connections that is found by measurement is the one that a plain blocking
//   socket meets, to 50 ms (REUSESCOPE_IDLE_SECONDS=3 sets it to so many seconds in the servers,
//   and has unused connections measured as well);
// - a request that a GOAWAY gives back unprocessed is answered in the end,
//   however often it happens;
// - with Auto the server chooses HTTP/2 by ALPN where it speaks it; a server of another protocol
//   fails the request at once, with a sentence;
// - while a server restarts, each request settles once: it is answered, or it fails with a reason;
//   after it all are answered, and it is known why each connection was opened.
#include "core/experiment/idlefinder.h"
#include "tests/servers/realclient.h"
#include "tests/servers/runningserver.h"

#include <QScopeGuard>
#include <QTest>

#include <map>
#include <memory>
#include <poll.h>
#include <set>
#include <sys/socket.h>
#include <unistd.h>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kRequests = 1000;
constexpr int kConnections = 5; // of a parallel run of HTTP/1.1

constexpr const char *kSchedulers[] = {"none", "timer-0", "immediate-ref", "fresh-poll", "peek"};

const Server &serverNamed(const QString &name)
{
    const auto &all = servers();
    return *std::find_if(all.begin(), all.end(),
                         [&](const Server &server) { return name == QLatin1String(server.name); });
}

bool has(const std::vector<Access> &accesses, Access access)
{
    return std::find(accesses.begin(), accesses.end(), access) != accesses.end();
}

QByteArray text(const RequestRecord &record)
{
    return QStringLiteral("request %1 on connection %2: %3, %4, status %5, %6 bytes")
        .arg(record.index)
        .arg(record.connection.value)
        .arg(QLatin1String(name(record.outcome).data()))
        .arg(QLatin1String(name(record.reason).data()))
        .arg(record.status)
        .arg(record.bodyBytes)
        .toUtf8();
}

bool isAnswered(const RequestRecord &record)
{
    return isOk(record.outcome) && record.status == 200 && record.bodyBytes == kAnswerBytes;
}

/// What was wrong, empty when each request of the client has settled once.
QString settledOnce(const RealClient &run)
{
    std::set<std::uint32_t> indexes;
    for (const RequestRecord &record : run.records)
        if (!indexes.insert(record.index).second)
            return QStringLiteral("request %1 has settled twice").arg(record.index);
    if (run.client.underWay() > 0 || indexes.size() != run.submitted)
        return QStringLiteral("%1 of %2 requests have settled")
            .arg(indexes.size())
            .arg(run.submitted);
    return {};
}

std::size_t answeredOn(const RealClient &run, ConnectionId connection)
{
    return static_cast<std::size_t>(
        std::count_if(run.records.begin(), run.records.end(), [=](const RequestRecord &record) {
            return record.connection == connection && isOk(record.outcome);
        }));
}

/// The connections of the client, why they were left and what they have answered, in order:
/// "2 opened: peer-closing 100, run-ended 17".
QString story(const RealClient &run)
{
    QStringList words;
    for (const ConnectionEvent &event : run.eventsOf(ConnectionEventKind::Discarded))
        words << QStringLiteral("%1 %2")
                     .arg(QLatin1String(name(event.reason).data()))
                     .arg(answeredOn(run, event.connection));
    return QStringLiteral("%1 opened: %2")
        .arg(run.client.connectionsOpened())
        .arg(words.join(", "));
}

QString timesStory(std::uint32_t opened, const char *words)
{
    QStringList all;
    for (std::uint32_t i = 0; i < opened; ++i)
        all << QLatin1String(words);
    return QStringLiteral("%1 opened: %2").arg(opened).arg(all.join(", "));
}

// Only within a test function: QSKIP returns.
#define SKIP_UNLESS_INSTALLED(server)                                                              \
    if (!(server).always && findProgram(QString::fromLatin1((server).program)).isEmpty())          \
    QSKIP("it is not installed (./test --servers installs it)")

} // namespace

namespace {

/// From the last byte of a response to the end, as read(2) tells it; absent: there was none.
std::optional<Nanoseconds> lifeOfAnIdleConnection(const Url &url, Milliseconds limit)
{
    const RealClock clock;
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto close = qScopeGuard([fd] { ::close(fd); });
    const Endpoint to = Endpoint::loopback(url.port);
    const std::string request = "GET " + url.target + " HTTP/1.1\r\nHost: " + url.host + "\r\n\r\n";
    if (::connect(fd, to.address(), to.length()) != 0
        || ::send(fd, request.data(), request.size(), MSG_NOSIGNAL) < 0)
        return std::nullopt;
    std::string response;
    Nanoseconds last{0};
    while (true) {
        pollfd entry{fd, POLLIN, 0};
        if (::poll(&entry, 1, static_cast<int>(limit.count())) != 1)
            return std::nullopt;
        char buffer[4096];
        const ssize_t got = ::read(fd, buffer, sizeof buffer);
        if (got <= 0)
            return clock.now() - last;
        response.append(buffer, static_cast<std::size_t>(got));
        last = clock.now();
    }
}

} // namespace

class TestServers : public QObject
{
    Q_OBJECT

private slots:
    void manyRequests_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<Access>("access");
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<std::uint32_t>("width");
        for (const Server &server : servers()) {
            for (const Access access : server.accesses) {
                const auto row = [&](const char *scheduler, std::uint32_t width) {
                    QTest::addRow("%s, %s, %s, %u at once", server.name, name(access), scheduler,
                                  width)
                        << QString::fromLatin1(server.name) << access
                        << QString::fromLatin1(scheduler) << width;
                };
                if (isH2(access)) { // nothing idle is validated there
                    row("none", 1);
                    row("none", 100);
                    continue;
                }
                for (const char *scheduler : kSchedulers)
                    row(scheduler, 1);
                row("peek", 50);
            }
        }
    }
    void manyRequests()
    {
        QFETCH(QString, server);
        QFETCH(Access, access);
        QFETCH(QString, scheduler);
        QFETCH(std::uint32_t, width);
        const Server &kind = serverNamed(server);
        SKIP_UNLESS_INSTALLED(kind);
        RunningServer *running = provide(kind);
        QVERIFY2(running, qPrintable(m_problem));

        ClientOptions options = running->clientOptions(access);
        if (width > 1 && !isH2(access))
            options.connections = kConnections;
        RealLoop real;
        RealClient run(real.loop, running->target(access), scheduler.toStdString(), options);
        run.submitAll(kRequests, width);
        QVERIFY(real.run());
        run.client.closeIdle();
        QVERIFY(real.run());

        QCOMPARE(settledOnce(run), QString());
        for (const RequestRecord &record : run.records)
            QVERIFY2(isAnswered(record), text(record));
        QCOMPARE(run.eventsOf(ConnectionEventKind::Closed).size(),
                 std::size_t{run.client.connectionsOpened()});

        // A server that ends a connection says so in time, and takes nothing that it will not
        // answer.
        for (const AttemptRecord &attempt : run.attempts)
            QVERIFY2(attempt.reason == Reason::Goaway, name(attempt.reason).data());
        const bool limited = has(kind.limitsRequests, access);
        if (width == 1 || isH2(access)) {
            const std::string left =
                (isH2(access) ? "goaway " : "peer-closing ") + std::to_string(kRequestLimit);
            QCOMPARE(story(run),
                     limited ? timesStory(kRequests / kRequestLimit, left.c_str())
                             : timesStory(1, "run-ended 1000"));
            return;
        }
        std::size_t answered = 0;
        std::size_t atTheEnd = 0;
        for (const ConnectionEvent &event : run.eventsOf(ConnectionEventKind::Discarded)) {
            answered += answeredOn(run, event.connection);
            if (event.reason == Reason::RunEnded) {
                ++atTheEnd;
                continue;
            }
            QVERIFY2(limited && event.reason == Reason::PeerClosing
                         && answeredOn(run, event.connection) == std::size_t{kRequestLimit},
                     qPrintable(story(run)));
        }
        QCOMPARE(answered, std::size_t{kRequests});
        QVERIFY2(atTheEnd <= std::size_t{kConnections}, qPrintable(story(run)));
        if (!limited)
            QCOMPARE(run.client.connectionsOpened(), std::uint32_t{kConnections});
    }

    // Each of the last requests is moved nineteen times, and never was any of them processed.
    void manyMoves()
    {
        constexpr int kLimit = 5;
        constexpr std::uint32_t kWidth = 100;
        RunningServer running;
        const auto problem = running.start(serverNamed("nginx"), kLimit);
        QVERIFY2(!problem, qPrintable(problem.value_or(QString())));
        RealLoop real;
        RealClient run(real.loop, running.target(Access::PlainH2), "none",
                       running.clientOptions(Access::PlainH2));
        run.submitAll(kWidth, kWidth);
        QVERIFY(real.run());
        QCOMPARE(settledOnce(run), QString());
        for (const RequestRecord &record : run.records)
            QVERIFY2(isAnswered(record), text(record));
        QCOMPARE(story(run), timesStory(kWidth / kLimit, "goaway 5"));
    }

    void choosesByAlpn_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<Access>("access");
        const auto row = [](const char *server, Access access) {
            QTest::addRow("%s, %s", server, name(access)) << QString::fromLatin1(server) << access;
        };
        for (const Server &server : servers())
            if (has(server.accesses, Access::SecureH2))
                row(server.name, Access::SecureH2);
        row("nginx", Access::SecureH1); // others offer both protocols there as well
    }
    void choosesByAlpn()
    {
        QFETCH(QString, server);
        QFETCH(Access, access);
        const Server &kind = serverNamed(server);
        SKIP_UNLESS_INSTALLED(kind);
        RunningServer *running = provide(kind);
        QVERIFY2(running, qPrintable(m_problem));

        ClientOptions options = running->clientOptions(access);
        options.protocol = Protocol::Auto;
        RealLoop real;
        RealClient run(real.loop, running->target(access), "none", options);
        run.submitAll(2, 1);
        QVERIFY(real.run());
        QCOMPARE(settledOnce(run), QString());
        for (const RequestRecord &record : run.records) {
            QVERIFY2(isAnswered(record), text(record));
            QCOMPARE(record.stream > 0, isH2(access));
        }
        QCOMPARE(run.client.connectionsOpened(), 1u);
    }

    void wrongProtocol_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<Access>("access"); // whose port is used
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<Protocol>("protocol");
        QTest::addColumn<QString>("sentence"); // empty: the server just ends the connection
        const auto row = [](const char *server, Access access, const char *scheme,
                            Protocol protocol, const char *sentence) {
            QTest::addRow("%s of %s, %s to %s", name(protocol).data(), scheme, name(access), server)
                << QString::fromLatin1(server) << access << QString::fromLatin1(scheme) << protocol
                << QString::fromLatin1(sentence);
        };
        row("nginx", Access::PlainH1, "https", Protocol::H1, "does not answer in TLS");
        row("nginx", Access::PlainH1, "http", Protocol::H2, "does not speak HTTP/2");
        row("nginx", Access::SecureH1, "https", Protocol::H2, "none of the protocols");
        row("nginx", Access::SecureH1, "http", Protocol::H2, "does not speak HTTP/2");
        row("nginx", Access::PlainH2, "http", Protocol::H1, "answers in HTTP/2");
        row("nghttpd", Access::PlainH2, "http", Protocol::H1, "answers in HTTP/2");
        row("nghttpd over tls", Access::SecureH2, "https", Protocol::H1, "");
        row("nghttpd over tls", Access::SecureH2, "http", Protocol::H1, "");
        row("nghttpd over tls", Access::SecureH2, "http", Protocol::H2, "closed the connection");
    }
    void wrongProtocol()
    {
        QFETCH(QString, server);
        QFETCH(Access, access);
        QFETCH(QString, scheme);
        QFETCH(Protocol, protocol);
        QFETCH(QString, sentence);
        RunningServer *running = provide(serverNamed(server));
        QVERIFY2(running, qPrintable(m_problem));

        Url target = running->target(access);
        target.scheme = scheme.toStdString();
        ClientOptions options = running->clientOptions(access);
        options.protocol = protocol;
        RealLoop real;
        RealClient run(real.loop, target, "none", options);
        run.submit();
        QVERIFY(real.run());
        QCOMPARE(settledOnce(run), QString());
        const RequestRecord &record = run.records.front();
        QVERIFY2(!isOk(record.outcome) && record.reason != Reason::None, text(record));
        if (sentence.isEmpty())
            return;
        QVERIFY2(record.outcome == Outcome::FailedConnect, text(record));
        const auto error = run.client.lastConnectError();
        QVERIFY(error);
        QVERIFY2(error->detail.find(sentence.toStdString()) != std::string::npos,
                 error->detail.c_str());
    }

    void idleLimit_data()
    {
        QTest::addColumn<QString>("server");
        for (const Server &server : servers())
            if (server.endsIdle
                && std::find(server.accesses.begin(), server.accesses.end(), Access::PlainH1)
                    != server.accesses.end())
                QTest::addRow("%s", server.name) << QString::fromLatin1(server.name);
    }
    /// What the finder says holds for a plain blocking socket before it, to 50 ms.
    void idleLimit()
    {
        QFETCH(QString, server);
        const Server &kind = serverNamed(server);
        SKIP_UNLESS_INSTALLED(kind);
        RunningServer *running = provide(kind);
        QVERIFY2(running, qPrintable(m_problem));

        IdleQuestion question;
        question.url = running->target(Access::PlainH1);
        question.upTo = 10s;
        question.tries = 5;
        question.probes = 5;
        // They may be kept for a minute, so only when asked for.
        question.unused = qEnvironmentVariableIsSet("REUSESCOPE_IDLE_SECONDS");
        const RealClock clock;
        const std::optional<Nanoseconds> truth = lifeOfAnIdleConnection(question.url, 10s);
        IdleFinder finder(question, clock, makeEpollPoller());
        const IdleFindings findings = finder.run();
        QVERIFY2(!findings.error, findings.error ? findings.error->detail.c_str() : "");
        QVERIFY(truth.has_value());
        const auto found = closeInterval(findings, true);
        QVERIFY(found.has_value());
        const auto ms = [](Nanoseconds value) {
            return std::chrono::duration<double, std::milli>(value).count();
        };
        qInfo("%s: %.1f to %.1f ms, %d samples, %s; a blocking socket: %.1f ms", kind.name,
              ms(found->low), ms(found->high), found->samples,
              name(commonManner(findings, true)).data(), ms(*truth));
        if (const auto unused = closeInterval(findings, false))
            qInfo("%s: unused connections %.1f to %.1f ms, %d samples, %s", kind.name,
                  ms(unused->low), ms(unused->high), unused->samples,
                  name(commonManner(findings, false)).data());
        // lighttpd looks at its connections once a second, so that two of them may live for times
        // a second apart by the moment at which they began alone.
        const Milliseconds near{server == QLatin1String("lighttpd") ? 1050 : 50};
        QVERIFY(*truth >= found->low - near && *truth <= found->high + near);
        // It was closed as late as it had been answered, and not much later than that.
        const auto answered = longestAnswered(findings);
        QVERIFY(answered.has_value());
        QVERIFY(*answered <= found->high + near);
        QVERIFY(*answered >= found->low - near);
        QCOMPARE(findings.hint.has_value(), kind.hints);
    }

    void idleClose_data()
    {
        QTest::addColumn<QString>("server");
        for (const Server &server : servers())
            if (server.endsIdle)
                QTest::addRow("%s", server.name) << QString::fromLatin1(server.name);
    }
    void idleClose()
    {
        QFETCH(QString, server);
        const Server &kind = serverNamed(server);
        SKIP_UNLESS_INSTALLED(kind);
        RunningServer *running = provide(kind);
        QVERIFY2(running, qPrintable(m_problem));

        // Nothing looks at these after their response, and none believes a hint.
        RealLoop unseen;
        std::vector<Waiting> notLooked;
        for (const Access access : kind.accesses) {
            for (const char *scheduler : kSchedulers) {
                ClientOptions options = running->clientOptions(access);
                options.keepAliveMargin = -options.keepAliveMax;
                notLooked.push_back(
                    {access, scheduler,
                     std::make_unique<RealClient>(unseen.loop, running->target(access), scheduler,
                                                  options)});
                notLooked.back().run->submit();
            }
        }
        const auto idle = [](const std::vector<Waiting> &all) {
            return std::all_of(all.begin(), all.end(), [](const Waiting &one) {
                return one.run->isSettled() && one.run->client.idleConnections() == 1;
            });
        };
        QVERIFY(unseen.run([&] { return idle(notLooked); }));

        // The loop of these runs.
        RealLoop seen;
        std::vector<Waiting> looking;
        for (const Access access : kind.accesses) {
            looking.push_back(
                {access, "none",
                 std::make_unique<RealClient>(seen.loop, running->target(access), "none",
                                              running->clientOptions(access))});
            looking.back().run->submit();
        }
        QVERIFY(seen.run([&] { return idle(looking); }));
        QVERIFY(seen.run([&] {
            return std::all_of(looking.begin(), looking.end(), [](const Waiting &one) {
                return !one.run->eventsOf(ConnectionEventKind::Discarded).empty();
            });
        }));
        for (const Waiting &one : looking) {
            const Reason why = one.run->eventsOf(ConnectionEventKind::Discarded).front().reason;
            const bool believedHint = kind.hints && !isH2(one.access);
            QVERIFY2(believedHint           ? why == Reason::KeepAliveExpired
                         : isH2(one.access) ? why == Reason::Goaway || why == Reason::IdleFin
                                            : why == Reason::IdleFin,
                     message(one, name(why)));
            one.run->submit();
        }
        QVERIFY(seen.run([&] { return idle(looking); }));
        for (const Waiting &one : looking) {
            QVERIFY2(isAnswered(one.run->records.back()), text(one.run->records.back()));
            QCOMPARE(one.run->client.connectionsOpened(), 2u);
            QVERIFY(one.run->attempts.empty());
        }

        // The server has ended those by now as well, or will in a moment.
        QVERIFY(seen.run([&] {
            return std::all_of(notLooked.begin(), notLooked.end(), [](const Waiting &one) {
                return one.run->client.idleSocketsHaveNews();
            });
        }));
        for (const Waiting &one : notLooked)
            one.run->submit();
        QVERIFY(unseen.run([&] { return idle(notLooked); }));
        for (const Waiting &one : notLooked) {
            const RequestRecord &record = one.run->records.back();
            QVERIFY2(isAnswered(record), text(record));
            QCOMPARE(one.run->client.connectionsOpened(), 2u);
            QCOMPARE(one.run->attempts.size(), std::size_t{1});
            const AttemptRecord &attempt = one.run->attempts.front();
            // Only who does not look writes to a connection that is over.
            const bool mayWrite = one.scheduler == "none" || isH2(one.access);
            QVERIFY2(mayWrite || !attempt.written, message(one, name(attempt.reason)));
            if (!isH2(one.access))
                QCOMPARE(record.outcome, attempt.written ? Outcome::OkReplayed : Outcome::OkFresh);
        }
    }

    void restart_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<Access>("access");
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<std::uint32_t>("width");
        for (const Server &server : servers()) {
            for (const Access access : server.accesses) {
                const auto row = [&](const char *scheduler, std::uint32_t width) {
                    QTest::addRow("%s, %s, %s, %u at once", server.name, name(access), scheduler,
                                  width)
                        << QString::fromLatin1(server.name) << access
                        << QString::fromLatin1(scheduler) << width;
                };
                row("none", 1);
                if (!isH2(access))
                    row("peek", 1);
                row("fresh-poll", isH2(access) ? 20 : 8);
            }
        }
    }
    void restart()
    {
        QFETCH(QString, server);
        QFETCH(Access, access);
        QFETCH(QString, scheduler);
        QFETCH(std::uint32_t, width);
        const Server &kind = serverNamed(server);
        SKIP_UNLESS_INSTALLED(kind);
        RunningServer running; // of its own, since it is stopped
        const auto problem = running.start(kind);
        QVERIFY2(!problem, qPrintable(problem.value_or(QString())));

        constexpr std::uint32_t kBefore = 20; // answered before the server stops
        constexpr std::uint32_t kFailed = 5; // that fail before it starts again
        constexpr std::uint32_t kAfter = 60; // submitted after that
        QVERIFY(kAfter + width < std::uint32_t{kRequestLimit}); // which is not what is tested here
        ClientOptions options = running.clientOptions(access);
        options.connections = isH2(access) ? 1 : static_cast<int>(std::min(width, 4u));
        RealLoop real;
        RealClient run(real.loop, running.target(access), scheduler.toStdString(), options);
        std::uint32_t failed = 0;
        std::uint32_t firstAfter = 0; // index of the first request submitted after the start
        std::uint32_t openedBefore = 0; // connections, before it stopped
        std::uint32_t openedUntilStart = 0;
        std::optional<QString> notRestarted;
        run.onSettled = [&](const RequestRecord &record) {
            if (run.records.size() == kBefore) {
                openedBefore = run.client.connectionsOpened();
                running.process.stop();
            }
            failed += isOk(record.outcome) ? 0 : 1;
            if (failed >= kFailed && firstAfter == 0) {
                notRestarted = running.process.restart();
                openedUntilStart = run.client.connectionsOpened();
                firstAfter = run.submitted + 1;
                run.submitMore(kAfter);
            }
        };
        run.submitAll(kBefore + kFailed + width, width);
        QVERIFY(real.run());
        run.client.closeIdle();
        QVERIFY(real.run());

        QVERIFY2(!notRestarted, qPrintable(notRestarted.value_or(QString())));
        QVERIFY(firstAfter > 0);
        QCOMPARE(settledOnce(run), QString());
        std::size_t refused = 0;
        std::uint32_t answeredAfter = 0;
        for (const RequestRecord &record : run.records) {
            if (record.connection.value > openedUntilStart)
                QVERIFY2(isAnswered(record), text(record));
            answeredAfter += record.index >= firstAfter && isOk(record.outcome) ? 1 : 0;
            if (isOk(record.outcome))
                continue;
            QVERIFY2(record.outcome == Outcome::FailedConnect
                         || record.outcome == Outcome::FailedReset
                         || record.outcome == Outcome::FailedStale
                         || record.outcome == Outcome::FailedTruncated,
                     text(record));
            QVERIFY2(record.reason != Reason::None, text(record));
            refused += record.reason == Reason::ConnectRefused ? 1 : 0;
        }
        // A connection that was begun before the start, and refused, may have been given some: at
        // most as many as are under way.
        QVERIFY(answeredAfter >= kAfter - (width > 1 ? width : 0));
        // Whoever opened a connection while nobody listened was refused; nothing else opened one
        // but the first requests and, with all connections gone, those after the start.
        const auto opened = std::size_t{run.client.connectionsOpened()};
        const std::size_t refusedConnections = run.discardedFor(Reason::ConnectRefused);
        QCOMPARE(run.eventsOf(ConnectionEventKind::Closed).size(), opened);
        const std::size_t answering = opened - refusedConnections;
        QVERIFY2(answering > openedBefore
                     && answering <= openedBefore + static_cast<std::size_t>(options.connections),
                 qPrintable(story(run)));
        if (!isH2(access))
            QCOMPARE(refusedConnections, refused);
        if (width == 1)
            QCOMPARE(opened, 1 + kFailed + 1);
    }

private:
    struct Waiting
    {
        Access access;
        std::string scheduler;
        std::unique_ptr<RealClient> run;
    };

    static QByteArray message(const Waiting &one, std::string_view what)
    {
        return QByteArray(name(one.access)) + ", " + one.scheduler.c_str() + ": " + what.data();
    }
    /// Started at its first use; null when that fails.
    RunningServer *provide(const Server &kind)
    {
        auto &running = m_running[QString::fromLatin1(kind.name)];
        if (running)
            return running.get();
        auto made = std::make_unique<RunningServer>();
        if (const auto problem = made->start(kind)) {
            m_problem = *problem;
            return nullptr;
        }
        running = std::move(made);
        return running.get();
    }

    std::map<QString, std::unique_ptr<RunningServer>> m_running;
    QString m_problem; // of the last server that did not start
};

QTEST_GUILESS_MAIN(TestServers)
#include "tst_servers.moc"
