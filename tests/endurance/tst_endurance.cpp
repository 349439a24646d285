// SPDX-License-Identifier: GPL-3.0-or-later
// Many requests against a lab that misbehaves by a fixed script, with a fixed seed, on real sockets
// and two threads: 20,000 in the ordinary suite, as many as REUSESCOPE_ENDURANCE says otherwise
// (./test --endurance: a million):
// - started = settled, each request once;
// - after the first tenth of each lab's requests the memory does not grow;
// - in the end the descriptors are as many as at the beginning;
// - no socket of the process is left in CLOSE_WAIT.
#include "core/client/client.h"
#include "core/lab/labserver.h"
#include "core/loop/phaseloop.h"
#include "tests/support/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <map>
#include <random>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kUsual = 20'000;
constexpr std::uint32_t kWidth = 16;
constexpr qint64 kMiB = 1024 * 1024;
constexpr qint64 kSlack = kFreedMemoryIsKept ? 1024 * kMiB : kMiB; // of the allocator

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').at(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

int descriptors()
{
    return static_cast<int>(QDir(QStringLiteral("/proc/self/fd"))
                                .entryList(QDir::AllEntries | QDir::NoDotAndDotDot)
                                .size());
}

/// Sockets of this machine with `port` at either end that wait for their close.
int closeWaiting(std::uint16_t port)
{
    QFile file(QStringLiteral("/proc/net/tcp"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray hexPort = QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    int count = 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> cells = line.simplified().split(' ');
        if (cells.size() > 3 && cells[3] == "08"
            && (cells[1].endsWith(":" + hexPort) || cells[2].endsWith(":" + hexPort)))
            ++count;
    }
    return count;
}

LabAct act(ActKind kind, ActWhen when, int every)
{
    LabAct made;
    made.kind = kind;
    made.when = when;
    made.every = every;
    return made;
}

/// What an HTTP/1.1 server does to its connections; each kills its connection, so that each has a
/// lab of its own.
std::vector<LabScript> misbehaviours()
{
    using Kind = ActKind;
    using When = ActWhen;
    LabAct poison = act(Kind::SendBytes, When::AfterResponse, 5);
    poison.bytes = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    LabAct late = act(Kind::Fin, When::AfterResponse, 11);
    late.delay = 300us;
    std::vector<LabScript> scripts;
    for (const LabAct &each :
         {poison, late, act(Kind::Fin, When::AfterResponse, 7),
          act(Kind::Rst, When::AfterResponse, 9), act(Kind::Status408, When::AfterResponse, 13),
          act(Kind::Fin, When::InsteadOfResponse, 12),
          act(Kind::Rst, When::InsteadOfResponse, 14)}) {
        LabScript script;
        script.bodyBytes = 100;
        script.acts = {each};
        scripts.push_back(script);
    }
    LabScript closes;
    closes.closeEvery = 6;
    scripts.push_back(closes);
    return scripts;
}

/// Always kWidth requests under way, of seeded methods, until all have settled.
class Load final : private ClientListener
{
public:
    Load(std::uint16_t port, std::uint32_t requests)
        : total(requests),
          m_loop(LoopModel::TimersLast, PollStrategy::Sleep, m_clock, makeEpollPoller()),
          m_client(m_loop, target(port), options(), *schedulerFactory("fresh-poll"), *this)
    { }

    void run()
    {
        for (std::uint32_t i = 0; i < kWidth; ++i)
            submit();
        m_loop.run();
        m_client.closeIdle();
        m_loop.run();
    }

    const std::uint32_t total;
    std::uint32_t started = 0;
    std::uint32_t settled = 0;
    std::map<Outcome, std::uint32_t> outcomes;
    std::vector<qint64> memory; ///< at each tenth

private:
    static Url target(std::uint16_t port)
    {
        Url url;
        url.scheme = "http";
        url.host = "127.0.0.1";
        url.port = port;
        return url;
    }
    static ClientOptions options()
    {
        ClientOptions options;
        options.expectTag = true;
        options.connections = kWidth;
        options.requestTimeout = 30s; // a last net
        return options;
    }
    void submit()
    {
        if (started == total)
            return;
        RequestSpec spec;
        spec.index = ++started;
        spec.method = m_random() % 4 == 0 ? Method::Post : Method::Get;
        m_client.submit(spec);
    }
    void requestSettled(const RequestRecord &record) override
    {
        ++settled;
        ++outcomes[record.outcome];
        if (settled % std::max(1u, total / 10) == 0)
            memory.push_back(residentBytes());
        submit();
    }
    void attemptEnded(const AttemptRecord &) override { }
    void connectionEvent(const ConnectionEvent &) override { }

    RealClock m_clock;
    std::mt19937 m_random{1};
    PhaseLoop m_loop;
    Client m_client;
};

} // namespace

class TestEndurance : public QObject
{
    Q_OBJECT

private slots:
    void requests()
    {
        bool given = false;
        const int wanted = qEnvironmentVariableIntValue("REUSESCOPE_ENDURANCE", &given);
        const std::uint32_t total = given ? static_cast<std::uint32_t>(wanted) : kUsual;
        const int before = descriptors();
        std::map<Outcome, std::uint32_t> outcomes;
        const std::vector<LabScript> scripts = misbehaviours();
        const auto each = static_cast<std::uint32_t>(total / scripts.size());
        for (const LabScript &script : scripts) {
            LabServer lab;
            const auto endpoint = lab.start(script);
            QVERIFY(endpoint.hasValue());
            Load load(endpoint->port(), each);
            load.run();
            QCOMPARE(load.started, each);
            QCOMPARE(load.settled, each);
            for (const auto &[outcome, count] : load.outcomes)
                outcomes[outcome] += count;
            // A new lab and its thread have memory of their own; it is there after a tenth.
            qInfo("memory in KiB: %lld after a tenth, %lld in the end", load.memory.front() / 1024,
                  load.memory.back() / 1024);
            QVERIFY(load.memory.back() - load.memory.front() <= kSlack);
            // The lab has to see the last ends yet.
            QTRY_COMPARE_WITH_TIMEOUT(closeWaiting(endpoint->port()), 0, 20'000);
        }
        std::uint32_t ok = 0;
        for (const auto &[outcome, count] : outcomes) {
            qInfo("%s: %u", name(outcome).data(), count);
            ok += isOk(outcome) ? count : 0;
        }
        // Most of what the labs do hits connections, not requests.
        QVERIFY(ok > total / 10 * 9);
        QVERIFY(outcomes[Outcome::OkReplayed] > 0);
        QVERIFY(outcomes[Outcome::FailedStale] > 0); // what must not be sent again
        QCOMPARE(outcomes[Outcome::FailedTimeout], 0u);
        QCOMPARE(descriptors(), before);
    }
};

QTEST_GUILESS_MAIN(TestEndurance)
#include "tst_endurance.moc"
