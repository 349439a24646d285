// SPDX-License-Identifier: GPL-3.0-or-later
// Rules: a response that nobody asked for lies in the kernel when the next request is queued on the
// idle connection, from poll, check or timers, on each poller and in both loop models, also after
// the loop was blocked for 5 ms. Which schedulers take it as the answer equals what the real
// releases of undici do:
//   none: always; timer-0: never (unless the loop is blocked past its millisecond after the
//   dispatch, facts of undici too); immediate-unref, immediate-ref: from poll; our own fresh-poll
//   and peek: never.
// A FIN or a reset in its place never fails a request, and one that was seen before the write is no
// replay.
#include "tests/support/clientbench.h"

#include <QTest>

using namespace reusescope;

namespace {

constexpr const char *kPoison =
    "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: keep-alive\r\n\r\npoison";

struct Expected
{
    const char *scheduler;
    bool poisonedFrom[3]; // poll, check, timers
};
constexpr Expected kMatrix[] = {
    {"none", {true, true, true}},
    {"timer-0", {false, false, false}},
    {"immediate-unref", {true, false, false}},
    {"immediate-ref", {true, false, false}},
    {"fresh-poll", {false, false, false}},
    {"peek", {false, false, false}},
    {"after-idle:0", {false, false, false}},
    {"after-idle:1000", {true, true, true}},
    // Armed when the response completed: from poll its check phase comes without a fresh poll,
    // later it has fired already.
    {"background", {true, true, true}},
};
constexpr Phase kFrom[] = {Phase::Poll, Phase::Check, Phase::Timers};

enum class Attack { Poison, Fin, Reset };

} // namespace

class TestPoisonMatrix : public QObject
{
    Q_OBJECT
private slots:
    void poison_data() { rows(); }
    void poison()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, from);
        QFETCH(bool, poisoned);
        QFETCH(int, blockMs);
        for (const bool epoll : {true, false}) {
            ClientBench bench(scheduler.toStdString(), ClientBench::tagged(), modelOfRow(), epoll);
            attack(bench, kFrom[from], Attack::Poison, Milliseconds{blockMs});
            QCOMPARE(bench.records.size(), std::size_t{2});
            const RequestRecord &second = bench.records.back();
            QCOMPARE(name(second.queuedFrom), name(kFrom[from]));
            if (poisoned) {
                QCOMPARE(name(second.outcome), name(Outcome::FailedPoison));
                QCOMPARE(second.reason, Reason::MissingTag);
                QCOMPARE(second.pollsBeforeWrite, 0u);
                QCOMPARE(bench.peer.connections(), 1);
            } else {
                QCOMPARE(name(second.outcome), name(Outcome::OkFresh));
                QCOMPARE(second.reason, Reason::IdleBytes);
                QCOMPARE(bench.peer.connections(), 2);
                QCOMPARE(bench.attempts.size(), std::size_t{1});
                QVERIFY(!bench.attempts.front().written);
            }
        }
    }

    void blockedAfterDispatch_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("from");
        QTest::addColumn<bool>("poisoned");
        QTest::addColumn<int>("model");
        // Past its millisecond the timer fires before any poll, unless its phase came first.
        constexpr Expected kBlocked[] = {
            {"none", {true, true, true}},
            {"timer-0", {true, true, false}},
            {"immediate-ref", {true, false, false}},
            {"fresh-poll", {false, false, false}},
            {"peek", {false, false, false}},
        };
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst})
            for (const Expected &expected : kBlocked)
                for (int from = 0; from < 3; ++from)
                    QTest::addRow("%s from %s, %s", expected.scheduler, name(kFrom[from]).data(),
                                  name(model).data())
                        << expected.scheduler << from << expected.poisonedFrom[from]
                        << static_cast<int>(model);
    }
    void blockedAfterDispatch()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, from);
        QFETCH(bool, poisoned);
        ClientBench bench(scheduler.toStdString(), ClientBench::tagged(), modelOfRow());
        attack(bench, kFrom[from], Attack::Poison, Milliseconds{0}, Milliseconds{6});
        const RequestRecord &second = bench.records.back();
        QCOMPARE(name(second.outcome), name(poisoned ? Outcome::FailedPoison : Outcome::OkFresh));
    }

    void finAndReset_data() { rows(); }
    void finAndReset()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, from);
        QFETCH(bool, poisoned);
        QFETCH(int, blockMs);
        for (const Attack what : {Attack::Fin, Attack::Reset}) {
            ClientBench bench(scheduler.toStdString(), ClientBench::tagged(), modelOfRow());
            attack(bench, kFrom[from], what, Milliseconds{blockMs});
            const RequestRecord &second = bench.records.back();
            QVERIFY2(isOk(second.outcome), name(second.outcome).data());
            QCOMPARE(bench.attempts.size(), std::size_t{1});
            if (poisoned) {
                // Blind: a reset socket may refuse the write, a closed one takes it. Either way a
                // GET is sent again.
                QVERIFY(second.outcome == Outcome::OkReplayed || !bench.attempts.front().written);
            } else {
                QCOMPARE(name(second.outcome), name(Outcome::OkFresh));
                QVERIFY(!bench.attempts.front().written);
                QCOMPARE(second.reason, what == Attack::Fin ? Reason::IdleFin : Reason::IdleReset);
            }
            QCOMPARE(bench.client.underWay(), std::size_t{0});
        }
    }

private:
    static void rows()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("from");
        QTest::addColumn<bool>("poisoned");
        QTest::addColumn<int>("blockMs");
        QTest::addColumn<int>("model");
        for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst})
            for (const Expected &expected : kMatrix)
                for (int from = 0; from < 3; ++from)
                    for (const int block : {0, 5})
                        QTest::addRow("%s from %s, blocked %d ms, %s", expected.scheduler,
                                      name(kFrom[from]).data(), block, name(model).data())
                            << expected.scheduler << from << expected.poisonedFrom[from] << block
                            << static_cast<int>(model);
    }
    static LoopModel modelOfRow()
    {
        QFETCH(int, model);
        return static_cast<LoopModel>(model);
    }

    static void attack(ClientBench &bench, Phase from, Attack what, Milliseconds block,
                       Milliseconds blockAfter = Milliseconds{0})
    {
        bench.onSettled = [&bench, from, what, block, blockAfter](const RequestRecord &) {
            if (bench.submitted > 1)
                return;
            bench.in(from, [&bench, what, block, blockAfter] {
                switch (what) {
                case Attack::Poison: bench.peer.send(0, kPoison); break;
                case Attack::Fin: bench.peer.fin(0); break;
                case Attack::Reset: bench.peer.reset(0); break;
                }
                for (int tries = 0; tries < 1000 && !bench.client.idleSocketsHaveNews(); ++tries)
                    bench.peer.waitForIo(Milliseconds{1});
                bench.clock.advance(block);
                bench.submit();
                bench.clock.advance(blockAfter);
            });
        };
        bench.submit();
        bench.run();
    }
};

QTEST_GUILESS_MAIN(TestPoisonMatrix)
#include "tst_poisonmatrix.moc"
