// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here, for idle, prepare and check handles alike:
// - the last started runs first; starting an active handle changes nothing;
// - what a callback starts waits for the next turn, and then runs before the older ones;
// - what a callback stops or destroys, itself included, is not called any more;
// - a handle without a callback is active and calls nothing.

#include "core/loop/phaseloop.h"
#include "tests/support/testloop.h"

#include <QTest>

#include <memory>

using namespace reusescope;

namespace {

std::unique_ptr<PhaseHandle> makeHandle(Phase phase, PhaseLoop &loop, Callback called)
{
    switch (phase) {
    case Phase::Idle: return std::make_unique<IdleHandle>(loop, std::move(called));
    case Phase::Prepare: return std::make_unique<PrepareHandle>(loop, std::move(called));
    default: return std::make_unique<CheckHandle>(loop, std::move(called));
    }
}

} // namespace

class TestPhaseHandle : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("model");
        QTest::addColumn<bool>("epoll");
        QTest::addColumn<int>("phase");
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
            for (const bool epoll : {true, false}) {
                for (const Phase phase : {Phase::Idle, Phase::Prepare, Phase::Check})
                    QTest::addRow("%s, %s, %s", name(model).data(), epoll ? "epoll" : "poll",
                                  name(phase).data())
                        << static_cast<int>(model) << epoll << static_cast<int>(phase);
            }
        }
    }

    void stoppedAndRestarted()
    {
        TestLoop t;
        TraceText trace;
        std::unique_ptr<PhaseHandle> k[3];
        k[0] = make(t, [&] { trace("k0"); });
        k[1] = make(t, [&] { trace("k1"); });
        k[2] = make(t, [&] {
            trace("k2");
            if (k[1]->isActive() && t.loop.turn() == 1)
                k[1]->stop();
        });
        for (const auto &handle : k)
            handle->start();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("k2 k0"));
        k[1]->start();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("k1 k2 k0"));
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("k1 k2 k0")); // the order is stable
    }

    void startingAnActiveHandleKeepsItsPlace()
    {
        TestLoop t;
        TraceText trace;
        const auto a = make(t, [&] { trace("a"); });
        const auto b = make(t, [&] { trace("b"); });
        a->start();
        b->start();
        a->start();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("b a"));
    }

    void startedByACallbackWaitsForTheNextTurn()
    {
        TestLoop t;
        TraceText trace;
        const auto late = make(t, [&] { trace("late"); });
        const auto a = make(t, [&] {
            trace("a");
            late->start();
        });
        const auto b = make(t, [&] { trace("b"); });
        a->start();
        b->start();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("b a"));
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("late b a"));
    }

    void restartedByItsOwnCallbackWaitsForTheNextTurn()
    {
        TestLoop t;
        TraceText trace;
        std::unique_ptr<PhaseHandle> self = make(t, [&] {
            trace("self");
            self->stop();
            self->start();
        });
        const auto other = make(t, [&] { trace("other"); });
        self->start();
        other->start();
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("other self"));
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("self other")); // started last, so it runs first
    }

    void stoppedByItsOwnCallback()
    {
        TestLoop t;
        int calls = 0;
        std::unique_ptr<PhaseHandle> self = make(t, [&] {
            ++calls;
            self->stop();
        });
        self->start();
        QVERIFY(!t.loop.run(RunMode::NoWait));
        QCOMPARE(calls, 1);
    }

    void destroyedByItsOwnCallback()
    {
        TestLoop t;
        std::unique_ptr<PhaseHandle> self;
        const auto witness = std::make_shared<int>(0);
        self = make(t, [&, witness] {
            self.reset();
            ++*witness; // the closure is still there
        });
        self->start();
        QVERIFY(!t.loop.run(RunMode::NoWait));
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L); // and gone afterwards
    }

    void destroyedAndReplacedByItsOwnCallback()
    {
        TestLoop t;
        TraceText trace;
        std::unique_ptr<PhaseHandle> self;
        self = make(t, [&] {
            trace("old");
            self.reset(); // the next one may get the same address
            self = make(t, [&] { trace("new"); });
            self->start();
        });
        self->start();
        t.loop.run(RunMode::NoWait);
        t.loop.run(RunMode::NoWait);
        QCOMPARE(trace.take(), QString("old new"));
    }

    void destroyedByANeighbour()
    {
        TestLoop t;
        TraceText trace;
        std::unique_ptr<PhaseHandle> victim = make(t, [&] { trace("victim"); });
        std::unique_ptr<PhaseHandle> killer;
        killer = make(t, [&] {
            trace("killer");
            victim.reset();
            killer->stop();
        });
        victim->start();
        killer->start();
        QVERIFY(!t.loop.run(RunMode::NoWait));
        QCOMPARE(trace.take(), QString("killer"));
    }

    void closedByANeighbour()
    {
        TestLoop t;
        TraceText trace;
        const auto victim = make(t, [&] { trace("victim"); });
        std::unique_ptr<PhaseHandle> killer;
        killer = make(t, [&] {
            trace("killer");
            victim->close([&] { trace("closed"); });
            killer->stop();
        });
        victim->start();
        killer->start();
        QVERIFY(!t.loop.run(RunMode::NoWait));
        QCOMPARE(trace.take(), QString("killer closed"));
    }

    void withoutACallback()
    {
        TestLoop t;
        const auto handle = make(t, {});
        handle->start();
        QVERIFY(handle->isActive());
        QVERIFY(t.loop.run(RunMode::NoWait));
    }

private:
    static std::unique_ptr<PhaseHandle> make(TestLoop &t, Callback called)
    {
        QFETCH_GLOBAL(int, phase);
        return makeHandle(static_cast<Phase>(phase), t.loop, std::move(called));
    }
};

QTEST_GUILESS_MAIN(TestPhaseHandle)
#include "tst_phasehandle.moc"
