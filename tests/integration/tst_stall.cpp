// SPDX-License-Identifier: GPL-3.0-or-later
// Rules (the half-second stall, undici#5600), on virtual time, counting turns, sleeps and what
// ended them:
// - through the pool front end requests reach the connection from check, where an unref'd immediate
// waits for the next timer:
//   six to a 10 ms server take over 1 s; with immediate-ref, fresh-poll and peek under 0.25 s
// - the same through the direct client, dispatched from poll, does not stall; from check and from
// timers it does
// - the stall ends with the coarse tick while one is pending, else with the keep-alive timer, on
// the very connection that it retires
#include "tests/support/clientbench.h"

#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr Milliseconds kServerDelay{10};

/// `count` requests, one after the other, from `from`.
void runSequence(ClientBench &bench, Phase from, std::uint32_t count)
{
    bench.onSettled = [&bench, from, count](const RequestRecord &) {
        if (bench.submitted < count)
            bench.in(from, [&bench] { bench.submit(); });
    };
    bench.submit();
    bench.run();
}

Nanoseconds validateSegment(const RequestRecord &record)
{
    return segment(record.points, Segment::Validate).value_or(0ns);
}

} // namespace

class TestStall : public QObject
{
    Q_OBJECT
private slots:
    void sixThroughThePool_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<bool>("stalls");
        QTest::addRow("none") << "none" << false;
        QTest::addRow("timer-0") << "timer-0" << false;
        QTest::addRow("immediate-unref") << "immediate-unref" << true;
        QTest::addRow("immediate-ref") << "immediate-ref" << false;
        QTest::addRow("fresh-poll") << "fresh-poll" << false;
        QTest::addRow("peek") << "peek" << false;
        QTest::addRow("background") << "background" << false;
    }
    void sixThroughThePool()
    {
        QFETCH(QString, scheduler);
        QFETCH(bool, stalls);
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
            ClientOptions options = ClientBench::tagged();
            options.frontEnd = FrontEnd::Pool;
            ClientBench bench(scheduler.toStdString(), options, model);
            bench.peer.answer = [](const ScriptedPeer::Request &request) {
                return ScriptedPeer::Reply{ScriptedPeer::ok(request), kServerDelay, false, false};
            };
            const Nanoseconds begin = bench.clock.now();
            runSequence(bench, Phase::Poll, 6);
            QCOMPARE(bench.records.size(), std::size_t{6});
            QCOMPARE(bench.peer.connections(), 1);
            const Nanoseconds took = bench.records.back().points.queued
                + bench.records.back().points.done.value() - begin;
            if (stalls)
                QVERIFY2(took > 1s, std::to_string(took.count()).c_str());
            else
                QVERIFY2(took < 250ms, std::to_string(took.count()).c_str());
            for (std::size_t i = 1; i < bench.records.size(); ++i) {
                const RequestRecord &record = bench.records[i];
                QCOMPARE(name(record.queuedFrom), name(Phase::Check));
                if (!stalls)
                    continue;
                // One sleep, ended by the tick, in the turn after; then the check phase writes.
                QCOMPARE(record.firedTurn - record.queuedTurn, 1u);
                QCOMPARE(name(record.firedIn), name(Phase::Check));
                QCOMPARE(record.pollsBeforeWrite, 1u);
                QCOMPARE(name(record.sleep.wokenBy), name(WokenBy::Timer));
                QCOMPARE(timerLabel(record.sleep.timer), std::string_view("coarse-tick"));
                QVERIFY(validateSegment(record) > 400ms);
            }
        }
    }

    void directClient_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<bool>("stalls");
        QTest::addRow("poll") << int(Phase::Poll) << false;
        QTest::addRow("check") << int(Phase::Check) << true;
        QTest::addRow("timers") << int(Phase::Timers) << true;
    }
    void directClient()
    {
        QFETCH(int, from);
        QFETCH(bool, stalls);
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
            ClientBench bench("immediate-unref", ClientBench::tagged(), model);
            runSequence(bench, static_cast<Phase>(from), 6);
            QCOMPARE(bench.records.size(), std::size_t{6});
            for (std::size_t i = 1; i < bench.records.size(); ++i) {
                const RequestRecord &record = bench.records[i];
                QCOMPARE(record.queuedFrom, static_cast<Phase>(from));
                QCOMPARE(validateSegment(record) > 300ms, stalls);
                QCOMPARE(record.pollsBeforeWrite, stalls ? 1u : 0u);
            }
        }
    }

    void endsWithTheKeepAliveTimer()
    {
        // Without a coarse deadline there is no tick: the next timer is the keep-alive timer of
        // another idle connection.
        ClientOptions options = ClientBench::tagged();
        options.headerTimeout = 0ms;
        options.bodyTimeout = 0ms;
        options.connections = 2;
        ClientBench bench("immediate-unref", options);
        std::uint32_t settled = 0;
        bench.onSettled = [&](const RequestRecord &) {
            if (++settled == 2)
                bench.in(Phase::Timers, [&] { bench.submit(); });
        };
        bench.submit();
        bench.submit();
        bench.run();
        const RequestRecord &last = bench.records.back();
        QCOMPARE(name(last.outcome), name(Outcome::OkReused));
        QCOMPARE(timerLabel(last.sleep.timer), std::string_view("keep-alive"));
        QVERIFY(validateSegment(last) > 3900ms);
        QVERIFY(validateSegment(last) <= 4000ms);
    }
};

QTEST_GUILESS_MAIN(TestStall)
#include "tst_stall.moc"
