// SPDX-License-Identifier: GPL-3.0-or-later
// C70: whatever an HTTP/2 peer and the caller do to each other, each request settles exactly once
// and frees its place: seeded runs with aborts, GOAWAY, refusals, changing limits, killed and
// closed connections, pauses and bodies, on virtual time.
#include "tests/support/clientbench.h"
#include "tests/support/h2peer.h"

#include <QTest>

#include <map>
#include <random>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

using Bench = BasicClientBench<H2Peer>;
using Peer = H2Peer::Connection;
using PeerRequest = H2Peer::Request;

constexpr int kSeeds = 20;
constexpr std::uint32_t kRequests = 2000;

class Churn
{
public:
    explicit Churn(unsigned seed) : m_random(seed), m_bench("none", options(m_random))
    {
        m_bench.peer.options.settings = {{H2SettingId::MaxConcurrentStreams, pick(1, 60)}};
        m_bench.peer.answer = [this](Peer &peer, const PeerRequest &request) {
            answer(peer, request);
        };
        m_bench.onSettled = [this](const RequestRecord &record) {
            ++settled[record.index];
            refill();
        };
    }

    void run()
    {
        refill();
        m_bench.run();
    }

    std::map<std::uint32_t, int> settled;
    std::map<Outcome, int> outcomes() const
    {
        std::map<Outcome, int> counts;
        for (const RequestRecord &record : m_bench.records)
            ++counts[record.outcome];
        return counts;
    }
    const Client &client() const { return m_bench.client; }

private:
    static ClientOptions options(std::mt19937 &random)
    {
        ClientOptions options = Bench::tagged();
        options.protocol = Protocol::H2;
        options.connections = 1 + static_cast<int>(random() % 4);
        options.frontEnd = random() % 2 == 0 ? FrontEnd::Client : FrontEnd::Pool;
        options.headerTimeout = 400ms;
        options.bodyTimeout = 300ms;
        options.requestTimeout = random() % 2 == 0 ? 0ms : 250ms;
        options.pingInterval = 200ms;
        options.pingTimeout = 100ms;
        options.keepAlive = 50ms;
        return options;
    }

    std::uint32_t pick(std::uint32_t low, std::uint32_t high)
    {
        return low + static_cast<std::uint32_t>(m_random() % (high - low + 1));
    }
    bool chance(std::uint32_t percent) { return m_random() % 100 < percent; }

    /// Some submit at once, some from inside of what settles others.
    void refill()
    {
        m_bench.client.beginBatch();
        while (m_bench.submitted < kRequests && m_bench.client.underWay() < 120)
            m_bench.submit(chance(20) ? Method::Post : Method::Get);
        m_bench.client.endBatch();
    }

    void answer(Peer &peer, const PeerRequest &request)
    {
        switch (m_random() % 100) {
        case 0: peer.codec.goaway(request.stream - 2 > 0 ? request.stream - 2 : 0); return;
        case 1: peer.codec.goaway(request.stream); break;
        case 2: peer.reset(); return;
        case 3: peer.fin(); return;
        case 4: peer.blackHole(); return;
        case 5:
        case 6:
        case 7: peer.codec.reset(request.stream, H2ErrorCode::RefusedStream); return;
        case 8: peer.codec.reset(request.stream, H2ErrorCode::InternalError); return;
        case 10: return; // never answered
        case 11: {
            ResponseFields fields;
            fields.tag = request.tag;
            peer.codec.respondHead(request.stream, fields);
            peer.codec.sendFiller(request.stream, 70'000, false);
            return; // never ended
        }
        case 12: {
            const H2Setting limit{H2SettingId::MaxConcurrentStreams, pick(0, 50)};
            peer.codec.submitSettings({&limit, 1});
            // A limit of 0 for good would only fail what waits.
            const H2Setting later{H2SettingId::MaxConcurrentStreams, pick(1, 50)};
            m_bench.peer.later(20ms, [&peer, later] { peer.codec.submitSettings({&later, 1}); });
            break;
        }
        case 13: peer.codec.ping(1); break;
        case 14: peer.codec.sendRaw("not a frame at all, and too long"); return;
        case 15: peer.ok(request, 0, 421); return;
        default: break;
        }
        const auto bytes = std::uint64_t{chance(10) ? pick(0, 200'000) : 2};
        if (chance(30))
            m_bench.peer.later(Milliseconds{pick(1, 30)},
                               [&peer, request, bytes] { peer.ok(request, bytes); });
        else
            peer.ok(request, bytes);
    }

    std::mt19937 m_random;
    Bench m_bench;
};

} // namespace

class TestH2Churn : public QObject
{
    Q_OBJECT

private slots:
    void settlesEachOnce_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= kSeeds; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void settlesEachOnce()
    {
        QFETCH(unsigned, seed);
        Churn churn(seed);
        churn.run();
        QCOMPARE(churn.settled.size(), std::size_t{kRequests});
        for (const auto &[index, times] : churn.settled)
            QVERIFY2(times == 1,
                     qPrintable(QStringLiteral("request %1: %2").arg(index).arg(times)));
        QCOMPARE(churn.client().underWay(), std::size_t{0});
        // The seeds do what they are made for.
        const std::map<Outcome, int> outcomes = churn.outcomes();
        for (const Outcome outcome :
             {Outcome::OkReused, Outcome::OkReplayed, Outcome::FailedReset, Outcome::FailedTimeout})
            QVERIFY2(outcomes.count(outcome) == 1, name(outcome).data());
    }
};

QTEST_GUILESS_MAIN(TestH2Churn)
#include "tst_h2churn.moc"
