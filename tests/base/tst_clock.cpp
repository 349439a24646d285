// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - the real clock never goes back and is CLOCK_MONOTONIC, so that its times compare with the
// system's;
// - the virtual clock stands still until it is told to advance.

#include "core/base/clock.h"

#include <QTest>

#include <ctime>

using namespace reusescope;

class TestClock : public QObject
{
    Q_OBJECT

private slots:
    void realClockIsTheSystemsMonotonicOne()
    {
        const auto systemNow = [] {
            timespec time{};
            ::clock_gettime(CLOCK_MONOTONIC, &time);
            return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
        };
        const RealClock clock;
        for (int i = 0; i < 1000; ++i) {
            const Nanoseconds before = systemNow();
            const Nanoseconds now = clock.now();
            const Nanoseconds after = systemNow();
            QVERIFY(before <= now && now <= after);
        }
    }

    void virtualClockMovesOnlyWhenTold()
    {
        VirtualClock clock;
        QVERIFY(clock.now() == Nanoseconds{0});
        clock.advance(Milliseconds{3});
        clock.advance(Nanoseconds{1});
        QVERIFY(clock.now() == Nanoseconds{3'000'001});
        QVERIFY(clock.now() == Nanoseconds{3'000'001});
        QVERIFY(VirtualClock(Nanoseconds{7}).now() == Nanoseconds{7});
    }
};

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
