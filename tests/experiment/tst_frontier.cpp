// SPDX-License-Identifier: GPL-3.0-or-later
// The safety frontier:
// - Wilson's interval has known values;
// - the share before the write leaves out what came behind it; the exposure is that of missed
//   faults; a cell has too few trials when one of the moments before the write has;
// - what a question may ask is checked;
// - a real run: every request settles; no moment counts more trials than were asked for, so that
//   all weigh the same; what lay in the kernel long before a request was queued is caught by every
//   scheduler that looks at the socket, whatever the loop was doing, and by none when the loop was
//   kept from looking; none never catches bytes that came after its request was queued, which
//   checks the stamps;
// - a stopped run keeps what it has.
#include "core/experiment/frontier.h"

#include <QTest>

#include <cmath>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr int kTrials = 3;

FrontierQuestion small()
{
    FrontierQuestion question;
    question.schedulers = {"none", "peek", "fresh-poll"};
    question.sources = {DispatchFrom::Poll, DispatchFrom::Timers};
    question.faults = {Fault::Poison, Fault::Fin, Fault::Reset};
    question.blocks = {5ms};
    question.trials = kTrials;
    return question;
}

} // namespace

class TestFrontier : public QObject
{
    Q_OBJECT

private slots:
    void wilson_data()
    {
        QTest::addColumn<int>("caught");
        QTest::addColumn<int>("trials");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addRow("none of 200") << 0 << 200 << 0.0 << 0.018846;
        QTest::addRow("all of 200") << 200 << 200 << 0.981154 << 1.0;
        QTest::addRow("half of 200") << 100 << 200 << 0.431361 << 0.568639;
        QTest::addRow("1 of 10") << 1 << 10 << 0.017876 << 0.404150;
        QTest::addRow("no trial") << 0 << 0 << 0.0 << 1.0;
    }
    void wilson()
    {
        QFETCH(int, caught);
        QFETCH(int, trials);
        QFETCH(double, low);
        QFETCH(double, high);
        const Share share{caught, trials};
        QVERIFY2(std::abs(share.low() - low) < 1e-5,
                 qPrintable(QString::number(share.low(), 'g', 9)));
        QVERIFY2(std::abs(share.high() - high) < 1e-5,
                 qPrintable(QString::number(share.high(), 'g', 9)));
    }

    void sums()
    {
        FrontierCell cell;
        cell.moments[0] = {3, 4};
        cell.moments[3] = {1, 2};
        cell.moments[4] = {0, 9}; // behind the write
        QCOMPARE(cell.beforeWrite().caught, 4);
        QCOMPARE(cell.beforeWrite().trials, 6);
        QVERIFY(!cell.exposure());
        for (int us = 1; us <= 100; ++us)
            cell.missedAge.add(std::chrono::microseconds(us));
        const auto exposure = cell.exposure();
        QVERIFY(exposure && *exposure >= 94us && *exposure <= 96us);
    }

    void tooFew()
    {
        FrontierCell cell;
        for (const Moment moment :
             {Moment::LongBefore, Moment::Before, Moment::JustBefore, Moment::InBetween})
            cell.moments[static_cast<std::size_t>(moment)] = {0, kFewTrials};
        QVERIFY(!cell.tooFew()); // whatever there was behind the write
        cell.moments[static_cast<std::size_t>(Moment::JustBefore)].trials = kFewTrials - 1;
        QVERIFY(cell.tooFew());
    }

    void wrongQuestions()
    {
        QVERIFY(validate(FrontierQuestion()));
        FrontierQuestion question;
        question.schedulers = {"peak"};
        QVERIFY(!validate(question));
        question.schedulers = {"peek", "peek"};
        QVERIFY(!validate(question));
        question.schedulers = {"peek"};
        question.trials = 0;
        QVERIFY(!validate(question));
        question.trials = 1;
        question.blocks = {101ms};
        QVERIFY(!validate(question));
        question.blocks.clear();
        QVERIFY(!validate(question));
    }

    void realRun()
    {
        const RealClock clock;
        Frontier frontier(small(), clock);
        const FrontierResult result = frontier.run();
        QVERIFY(!result.error && !result.interrupted);
        QCOMPARE(result.unsettled, 0);
        QCOMPARE(result.cells.size(), std::size_t{3 * 2 * 3});
        int missedByNone = 0;
        int counted = 0;
        for (const FrontierCell &cell : result.cells) {
            const Share &early = cell.of(Moment::LongBefore);
            if (cell.scheduler != "none") {
                QCOMPARE(early.caught, early.trials);
            } else {
                missedByNone += cell.beforeWrite().trials - cell.beforeWrite().caught;
                if (cell.fault == Fault::Poison)
                    QCOMPARE(cell.of(Moment::InBetween).caught, 0);
            }
            const int missed = cell.beforeWrite().trials - cell.beforeWrite().caught;
            QCOMPARE(cell.poisoned + cell.replayed + cell.failed, missed);
            QCOMPARE(cell.missedAge.count(), static_cast<std::uint64_t>(missed));
            if (cell.fault != Fault::Poison)
                QCOMPARE(cell.poisoned, 0);
            QVERIFY(cell.undisturbed.count() <= kTrials);
            counted += static_cast<int>(cell.undisturbed.count());
            for (const Share &share : cell.moments) {
                QVERIFY(share.trials <= kTrials);
                QVERIFY(share.caught <= share.trials);
                counted += share.trials;
            }
            QCOMPARE(cell.of(Moment::After).caught, 0);
        }
        QVERIFY(missedByNone > 0);
        const Frontier::Status status = frontier.status();
        QCOMPARE(status.done, counted);
        QCOMPARE(status.planned, 3 * 2 * 3 * (kMomentCount + 1) * kTrials);
    }

    void stopped()
    {
        const RealClock clock;
        FrontierQuestion question = small();
        question.trials = 1000;
        Frontier frontier(question, clock);
        bool told = false;
        const FrontierResult result = frontier.run([&](const FrontierResult &soFar) {
            told = !soFar.cells.empty();
            frontier.stop();
        });
        QVERIFY(told);
        QVERIFY(result.interrupted);
        QVERIFY(frontier.status().done < frontier.status().planned);
        QVERIFY(Frontier::expectedTime(question) > 60s);
    }
};

QTEST_GUILESS_MAIN(TestFrontier)
#include "tst_frontier.moc"
