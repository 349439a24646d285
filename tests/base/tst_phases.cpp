// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here: the words for models, strategies, phases, reasons and causes, which options
// and result files hold; those that are read back give the same value, and no other text does.

#include "core/base/phases.h"

#include <QTest>

#include <string>

using namespace reusescope;

namespace {

template <typename Enum> QString namesUpTo(Enum last)
{
    std::string names;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        names += name(static_cast<Enum>(i));
        names += ' ';
    }
    return QString::fromStdString(names).trimmed();
}

} // namespace

class TestPhases : public QObject
{
    Q_OBJECT

private slots:
    void names()
    {
        QCOMPARE(namesUpTo(LoopModel::TimersFirst), QString("timers-last timers-first"));
        QCOMPARE(namesUpTo(PollStrategy::Spin), QString("sleep spin"));
        QCOMPARE(namesUpTo(Phase::Closing),
                 QString("main timers pending idle prepare poll check closing"));
        QCOMPARE(static_cast<int>(Phase::Closing) + 1, kPhaseCount);
        QCOMPARE(namesUpTo(TimeoutReason::NoTimer),
                 QString("stopping nothing-alive pending idle-active closing no-wait next-timer "
                         "no-timer"));
        QCOMPARE(namesUpTo(WokenBy::Wakeup), QString("nothing io timer wakeup"));
    }

    void modelsReadBack()
    {
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst})
            QVERIFY(loopModelFromName(name(model)) == model);
        for (const char *text : {"", "timers", "timers-last ", "Timers-Last", "timers-firstt"})
            QVERIFY2(!loopModelFromName(text), text);
    }

    void strategiesReadBack()
    {
        for (const PollStrategy strategy : {PollStrategy::Sleep, PollStrategy::Spin})
            QVERIFY(pollStrategyFromName(name(strategy)) == strategy);
        for (const char *text : {"", "Sleep", "spin ", "spinn"})
            QVERIFY2(!pollStrategyFromName(text), text);
    }
};

QTEST_GUILESS_MAIN(TestPhases)
#include "tst_phases.moc"
