// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - a delay outside [1, 2^31-1] ms becomes 1 ms;
// - the delay counts from the fresh time, not from the cached loop time;
// - unreferenced timeouts do not hold the loop; restart, stop and self-destruction work.

#include "core/loop/phaseloop.h"
#include "core/loop/timeout.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <memory>

using namespace reusescope;

class TestTimeout : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void delayIsClamped_data()
    {
        QTest::addColumn<qint64>("delay");
        QTest::addColumn<int>("waited");
        QTest::addRow("zero") << qint64{0} << 1;
        QTest::addRow("negative") << qint64{-5} << 1;
        QTest::addRow("one") << qint64{1} << 1;
        QTest::addRow("two") << qint64{2} << 2;
        QTest::addRow("largest") << qint64{2147483647} << 2147483647;
        QTest::addRow("too large") << qint64{2147483648} << 1;
    }

    void delayIsClamped()
    {
        QFETCH(qint64, delay);
        QFETCH(int, waited);
        TestLoop t;
        Timeout timeout(t.loop, "timeout", [] {});
        timeout.start(Milliseconds{delay});
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{waited});
    }

    void countsFromTheFreshTime()
    {
        TestLoop t;
        t.clock.advance(Milliseconds{50});
        Timeout timeout(t.loop, "timeout", [] {});
        timeout.start(Milliseconds{20});
        QVERIFY(!t.loop.run());
        QVERIFY(t.clock.now() == Milliseconds{70});
    }

    void zeroTimeoutFromATimeoutCostsItsFloor()
    {
        TestLoop t;
        Nanoseconds fired{0};
        Timeout second(t.loop, "second", [&] { fired = t.clock.now(); });
        Timeout first(t.loop, "first", [&] { second.start(Milliseconds{0}); });
        first.start(Milliseconds{0});
        QVERIFY(!t.loop.run());
        QVERIFY(fired == Milliseconds{2});
    }

    void restartAndStop()
    {
        TestLoop t;
        int fired = 0;
        Timeout timeout(t.loop, "timeout", [&] { ++fired; });
        timeout.start(Milliseconds{10});
        timeout.start(Milliseconds{30});
        QVERIFY(timeout.isActive());
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
        QVERIFY(t.clock.now() == Milliseconds{30});
        timeout.start(Milliseconds{10});
        timeout.stop();
        QVERIFY(!t.loop.run());
        QCOMPARE(fired, 1);
    }

    void unreferencedDoesNotHoldTheLoop()
    {
        TestLoop t;
        Timeout timeout(t.loop, "timeout", [] { QFAIL("must not fire"); });
        timeout.unref();
        timeout.start(Milliseconds{1});
        QVERIFY(!t.loop.run());
        timeout.ref();
        QVERIFY(t.loop.isAlive());
    }

    void destroysItself()
    {
        TestLoop t;
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<Timeout> timeout;
        timeout = std::make_unique<Timeout>(t.loop, "timeout", [&, witness] {
            timeout.reset();
            ++*witness;
        });
        timeout->start(Milliseconds{1});
        QVERIFY(!t.loop.run());
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestTimeout)
#include "tst_timeout.moc"
