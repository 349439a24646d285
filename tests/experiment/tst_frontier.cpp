// SPDX-License-Identifier: GPL-3.0-or-later
// The safety frontier:
// - Wilson's interval has known values;
// - the share before the write leaves out what came behind it; the exposure is that of missed
// faults;
// - what a question may ask is checked;
// - a real run: every request settles; what lay in the kernel long before a request was queued is
//   caught by every scheduler that looks at the socket, whatever the loop was doing, and by none
//   when the loop was kept from looking; a stopped run keeps what it has.
#include "core/experiment/frontier.h"

#include <QTest>

#include <cmath>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

FrontierQuestion small()
{
    FrontierQuestion question;
    question.schedulers = {"none", "peek", "fresh-poll"};
    question.sources = {DispatchFrom::Poll, DispatchFrom::Timers};
    question.faults = {Fault::Poison, Fault::Fin, Fault::Reset};
    question.blocks = {5ms};
    question.trials = 4;
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
        const Frontier::Status status = frontier.status();
        QCOMPARE(status.done, status.planned);
        int missedByNone = 0;
        for (const FrontierCell &cell : result.cells) {
            const Share &early = cell.moments[static_cast<std::size_t>(Moment::LongBefore)];
            if (cell.scheduler == "none")
                missedByNone += cell.beforeWrite().trials - cell.beforeWrite().caught;
            else
                QCOMPARE(early.caught, early.trials);
            const int missed = cell.beforeWrite().trials - cell.beforeWrite().caught;
            QCOMPARE(cell.poisoned + cell.replayed + cell.failed, missed);
            QCOMPARE(cell.missedAge.count(), static_cast<std::uint64_t>(missed));
            if (cell.fault != Fault::Poison)
                QCOMPARE(cell.poisoned, 0);
            QVERIFY(cell.undisturbed.count() <= 4);
        }
        QVERIFY(missedByNone > 0);
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
