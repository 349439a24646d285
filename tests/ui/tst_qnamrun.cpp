// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, with the real engine against the lab on this machine:
// - qnam settles every request of every workload, beside the schedulers and in their blocks, over
//   plain and TLS, HTTP/1.1 and HTTP/2, and its figures are in the result;
// - what Qt does not tell is absent: no turn, no poll, no connection;
// - a run that is stopped settles what was under way as cancelled;
// - a port without a server ends the run with an error;
// - a reference variant that the engine was not given is refused.
#include "core/experiment/engine.h"
#include "core/trace/recording.h"
#include "ui/reference/qnamrun.h"

#include <QtTest>

using namespace reusescope;

namespace {

constexpr int kDeadlineMs = 60'000;

struct Run
{
    EventQueue events{1 << 16};
    Recording recording;
    Engine engine{events, qtReferences()};

    bool isOver()
    {
        std::vector<TraceEvent> batch;
        events.drain(batch, 1 << 16);
        recording.apply(batch);
        return !engine.isRunning() && batch.empty();
    }
};

Experiment small()
{
    Experiment experiment;
    experiment.schedulers = {"none"};
    experiment.references = {kQnamVariant};
    experiment.workload.count = 60;
    experiment.workload.warmup = 6;
    experiment.repeats = 3;
    return experiment;
}

} // namespace

class TestQnamRun : public QObject
{
    Q_OBJECT

private slots:
    void settlesAll_data()
    {
        QTest::addColumn<WorkloadKind>("kind");
        QTest::addColumn<int>("width");
        QTest::addColumn<DispatchFrom>("from");
        QTest::addColumn<bool>("tls");
        QTest::addColumn<std::vector<Protocol>>("protocols");
        using List = std::vector<Protocol>;
        const List h1{Protocol::H1};
        const auto poll = DispatchFrom::Poll;
        QTest::addRow("sequential") << WorkloadKind::Sequential << 1 << poll << false << h1;
        QTest::addRow("from check")
            << WorkloadKind::Sequential << 1 << DispatchFrom::Check << false << h1;
        QTest::addRow("from timers")
            << WorkloadKind::Sequential << 1 << DispatchFrom::Timers << false << h1;
        QTest::addRow("burst") << WorkloadKind::Burst << 4 << poll << false << h1;
        QTest::addRow("parallel") << WorkloadKind::Parallel << 4 << poll << false << h1;
        QTest::addRow("paced") << WorkloadKind::Paced << 1 << poll << false << h1;
        QTest::addRow("TLS") << WorkloadKind::Sequential << 1 << poll << true << h1;
        QTest::addRow("HTTP/2, plain")
            << WorkloadKind::Parallel << 8 << poll << false << List{Protocol::H2};
        QTest::addRow("HTTP/2 over TLS")
            << WorkloadKind::Parallel << 8 << poll << true << List{Protocol::H2};
        QTest::addRow("both over TLS")
            << WorkloadKind::Parallel << 8 << poll << true << List{Protocol::H1, Protocol::H2};
    }

    void settlesAll()
    {
        QFETCH(WorkloadKind, kind);
        QFETCH(int, width);
        QFETCH(DispatchFrom, from);
        QFETCH(bool, tls);
        QFETCH(std::vector<Protocol>, protocols);
        Experiment experiment = small();
        experiment.workload.kind = kind;
        experiment.workload.width = width;
        experiment.dispatchFrom = from;
        if (kind == WorkloadKind::Paced || from == DispatchFrom::Timers)
            experiment.workload.gap = Milliseconds{1};
        experiment.labTls = tls;
        experiment.protocols = protocols;
        QVERIFY(bool(validate(experiment)));
        Run run;
        QVERIFY(bool(run.engine.start(experiment)));
        QTRY_VERIFY_WITH_TIMEOUT(run.isOver(), kDeadlineMs);
        const auto result = run.engine.result();
        QVERIFY2(!result->error, result->error ? result->error->detail.c_str() : "");
        const std::vector<Variant> variants = variantsOf(experiment);
        QCOMPARE(result->variants.size(), variants.size());
        QCOMPARE(variants.size(), 2 * protocols.size());
        for (std::size_t each = 0; each < variants.size(); ++each) {
            const VariantResult &variant = result->variants[each];
            QCOMPARE(variant.scheduler, variants[each].scheduler);
            QCOMPARE(variant.started, std::uint64_t{60});
            QCOMPARE(variant.settled, std::uint64_t{60});
            QCOMPARE(variant.summary.latency().count(), std::uint64_t{60});
            QCOMPARE(variant.blockMedians.size(), std::size_t{3});
            if (!variants[each].isReference)
                continue;
            QVERIFY(variant.connectionsOpened >= 1);
            QVERIFY(variant.summary.pollsBeforeWrite().empty());
            QCOMPARE(variant.spoken, variants[each].protocol);
            QCOMPARE(!variant.peerChain.empty(), tls);
            QCOMPARE(variant.statuses.at(200), std::uint64_t{60});
        }
        int seen = 0;
        for (const RequestRecord &record : run.recording.requests()) {
            if (!variants[record.variant].isReference)
                continue;
            ++seen;
            QVERIFY(isOk(record.outcome));
            QVERIFY(!record.connection);
            QCOMPARE(record.pollsBeforeWrite, kPollsUnknown);
            QCOMPARE(record.writtenTurn, 0u);
            QVERIFY(!record.points.validated.has());
            QVERIFY(record.points.firstByte.has());
            QVERIFY(record.points.firstByte.value() <= record.points.done.value());
        }
        QVERIFY(seen >= 66 * static_cast<int>(protocols.size()));
    }

    void stops()
    {
        Experiment experiment = small();
        experiment.workload.kind = WorkloadKind::Parallel;
        experiment.workload.width = 3;
        experiment.workload.count = 1'000'000;
        experiment.repeats = 100;
        experiment.lab.delay = Milliseconds{5};
        Run run;
        QVERIFY(bool(run.engine.start(experiment)));
        QTRY_VERIFY_WITH_TIMEOUT((run.isOver(), run.recording.summaries().size() > 0), kDeadlineMs);
        run.engine.stop();
        QTRY_VERIFY_WITH_TIMEOUT(run.isOver(), kDeadlineMs);
        const auto result = run.engine.result();
        QVERIFY(result->interrupted);
        for (const VariantResult &variant : result->variants)
            QCOMPARE(variant.started, variant.settled);
    }

    void stopsWhileItRuns()
    {
        Experiment experiment = small();
        experiment.workload.warmup = 0;
        experiment.workload.count = 2;
        experiment.workload.kind = WorkloadKind::Parallel;
        experiment.workload.width = 2;
        experiment.repeats = 1;
        // Stopped once the first variant is through, so while the reference waits for an answer.
        experiment.lab.delay = Milliseconds{300};
        Run run;
        QVERIFY(bool(run.engine.start(experiment)));
        QTRY_VERIFY_WITH_TIMEOUT((run.isOver(), run.recording.requests().size() >= 2), kDeadlineMs);
        run.engine.stop();
        QTRY_VERIFY_WITH_TIMEOUT(run.isOver(), kDeadlineMs);
        for (const VariantResult &variant : run.engine.result()->variants)
            QCOMPARE(variant.started, variant.settled);
    }

    void refusesWhatItCannotReach()
    {
        Experiment experiment = small();
        experiment.url = "http://127.0.0.1:1/";
        Run run;
        QVERIFY(bool(run.engine.start(experiment)));
        QTRY_VERIFY_WITH_TIMEOUT(run.isOver(), kDeadlineMs);
        QVERIFY(run.engine.result()->error.has_value());
    }

    void unknownReference()
    {
        Experiment experiment = small();
        experiment.references = {"nobody"};
        Run run;
        const auto started = run.engine.start(experiment);
        QVERIFY(!started);
        QVERIFY(started.error().detail.find("nobody") != std::string::npos);
        EventQueue events(16);
        Engine without(events);
        experiment.references = {kQnamVariant};
        QVERIFY(!without.start(experiment));
    }
};

QTEST_GUILESS_MAIN(TestQnamRun)
#include "tst_qnamrun.moc"
