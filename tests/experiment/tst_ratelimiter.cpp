// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - in no stretch of time more than the burst plus the rate times its length are let go
// - a full bucket lets the whole burst go at once, and not one more
// - whoever comes at readyAt() is let go, and whoever comes a nanosecond before is not
// - what was not used does not add up beyond the burst
#include "core/experiment/ratelimiter.h"

#include <QTest>

#include <random>

using namespace reusescope;

class TestRateLimiter : public QObject
{
    Q_OBJECT
private slots:
    void aFullBucketIsOneBurst_data()
    {
        QTest::addColumn<int>("rate");
        QTest::addColumn<int>("burst");
        QTest::addRow("ten a second, one by one") << 10 << 1;
        QTest::addRow("ten a second, eight at a time") << 10 << 8;
        QTest::addRow("one a second") << 1 << 1;
        QTest::addRow("a million a second") << 1'000'000 << 5000;
    }
    void aFullBucketIsOneBurst()
    {
        QFETCH(int, rate);
        QFETCH(int, burst);
        const Nanoseconds interval = Nanoseconds(std::chrono::seconds(1)) / rate;
        for (const Nanoseconds begin : {Nanoseconds{0}, Nanoseconds(std::chrono::hours(1000))}) {
            RateLimiter limiter(rate, burst);
            for (int i = 0; i < burst; ++i)
                QVERIFY(limiter.take(1, begin));
            QVERIFY(!limiter.take(1, begin));
            QCOMPARE(limiter.readyAt(1), begin + interval);
            QVERIFY(!limiter.take(1, begin + interval - Nanoseconds{1}));
            QVERIFY(limiter.take(1, begin + interval));
            QVERIFY(!limiter.take(1, begin + interval));
        }
    }

    void nothingAddsUpBeyondTheBurst()
    {
        RateLimiter limiter(10, 3);
        QVERIFY(limiter.take(3, Nanoseconds{0}));
        const Nanoseconds muchLater = std::chrono::seconds(60);
        QVERIFY(limiter.take(3, muchLater));
        QVERIFY(!limiter.take(1, muchLater));
    }

    void severalAtATimeWaitForAllTheirTokens()
    {
        RateLimiter limiter(10, 4);
        QVERIFY(limiter.take(4, Nanoseconds{0}));
        QCOMPARE(limiter.readyAt(4), Nanoseconds(Milliseconds{400}));
        QVERIFY(!limiter.take(4, Milliseconds{399}));
        QVERIFY(limiter.take(1, Milliseconds{399}));
        QCOMPARE(limiter.readyAt(4), Nanoseconds(Milliseconds{500}));
    }

    void noStretchOfTimeHasMore()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 20; ++round) {
            const int rate = std::uniform_int_distribution<int>(1, 2000)(random);
            const int burst = std::uniform_int_distribution<int>(1, 20)(random);
            RateLimiter limiter(rate, burst);
            std::vector<Nanoseconds> gone;
            Nanoseconds now{0};
            for (int i = 0; i < 400; ++i) {
                const std::int64_t most = 2'000'000'000 / rate;
                now += Nanoseconds(std::uniform_int_distribution<std::int64_t>(0, most)(random));
                const int wanted = std::uniform_int_distribution<int>(1, burst)(random);
                if (limiter.take(wanted, now))
                    gone.insert(gone.end(), static_cast<std::size_t>(wanted), now);
            }
            for (std::size_t from = 0; from < gone.size(); ++from) {
                for (std::size_t to = from; to < gone.size(); ++to) {
                    const double seconds =
                        std::chrono::duration<double>(gone[to] - gone[from]).count();
                    QVERIFY(static_cast<double>(to - from + 1) <= burst + rate * seconds + 1e-6);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestRateLimiter)
#include "tst_ratelimiter.moc"
