// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, on real runs against the lab over TLS, under every scheduler (case book C52 to C55):
// - requests are answered and the connection is reused;
// - a late session ticket or a key update on the idle connection is never taken for poison and
//   costs no connection, also when it lies in the kernel as the request is queued;
// - a response behind a ticket, which nobody asked for, never becomes the answer under fresh-poll
//   and peek, always under none;
// - close_notify alone and a FIN alone end the idle connection; no request fails for it;
// - bytes in the record of the response are seen before the connection is pooled;
// - a further connection resumes the session of an earlier one;
// - a client that does not trust the lab, and a plain target on https://, fail with a sentence.
#include "core/lab/labserver.h"
#include "tests/support/enginerun.h"

#include <QTest>

using namespace reusescope;

namespace {

constexpr const char *kSchedulers[] = {"none",       "timer-0", "immediate-unref", "immediate-ref",
                                       "fresh-poll", "peek",    "background",      "after-idle:0"};

Experiment experimentWith(const QString &scheduler, std::vector<LabAct> acts)
{
    Experiment experiment = smallExperiment({scheduler.toStdString()});
    experiment.labTls = true;
    experiment.lab.acts = std::move(acts);
    return experiment;
}

LabAct act(ActKind kind, ActWhen when, std::string bytes = {})
{
    LabAct made;
    made.kind = kind;
    made.when = when;
    made.bytes = std::move(bytes);
    return made;
}

int count(const Told &told, Outcome outcome)
{
    const auto records = told.all<RequestRecord>();
    return static_cast<int>(
        std::count_if(records.begin(), records.end(), [outcome](const RequestRecord &record) {
            return record.outcome == outcome;
        }));
}

int count(const Told &told, ConnectionEventKind kind)
{
    const auto events = told.all<ConnectionEvent>();
    return static_cast<int>(
        std::count_if(events.begin(), events.end(),
                      [kind](const ConnectionEvent &event) { return event.kind == kind; }));
}

bool allSettledOk(const Told &told, std::size_t requests = 15)
{
    const auto records = told.all<RequestRecord>();
    return told.result && !told.result->error && told.result->variants.front().unsettled == 0
        && records.size() == requests
        && std::all_of(records.begin(), records.end(),
                       [](const RequestRecord &record) { return isOk(record.outcome); });
}

} // namespace

class TestTls : public QObject
{
    Q_OBJECT

private slots:
    void reuses_data() { rows(); }
    void reuses()
    {
        QFETCH(QString, scheduler);
        const Told told = EngineRun().run(experimentWith(scheduler, {}));
        QVERIFY(allSettledOk(told));
        QCOMPARE(told.result->variants.front().connectionsOpened, 1u);
        QCOMPARE(count(told, ConnectionEventKind::Secured), 1);
        QCOMPARE(count(told, Outcome::OkFresh), 1);
        const auto records = told.all<RequestRecord>();
        const auto connecting = segment(records.front().points, Segment::Connect);
        QVERIFY(connecting.has_value());
        const auto parts = connectParts(records.front().points);
        QVERIFY(parts.has_value());
        QVERIFY(parts->tcp > Nanoseconds(0) && parts->tls > Nanoseconds(0));
        QCOMPARE(parts->tcp + parts->tls, *connecting);
        QVERIFY(!connectParts(records.back().points).has_value()); // reused
    }

    void recordsWithoutData_data() { rows(); }
    void recordsWithoutData()
    {
        QFETCH(QString, scheduler);
        for (const ActKind kind : {ActKind::SessionTicket, ActKind::KeyUpdate}) {
            for (const bool onDispatch : {false, true}) {
                Experiment experiment = experimentWith(
                    scheduler,
                    {act(kind, onDispatch ? ActWhen::OnDispatch : ActWhen::AfterResponse)});
                experiment.injection.every = onDispatch ? 2 : 0;
                experiment.dispatchFrom = DispatchFrom::Timers;
                // immediate-unref stalls for half a second on each
                experiment.workload.count = 4;
                experiment.workload.warmup = 1;
                const Told told = EngineRun().run(experiment);
                QVERIFY(allSettledOk(told, 5));
                QCOMPARE(told.result->variants.front().connectionsOpened, 1u);
                QCOMPARE(count(told, ConnectionEventKind::IdleBytes), 0);
            }
        }
    }

    void poisonBehindATicket_data() { rows(); }
    void poisonBehindATicket()
    {
        QFETCH(QString, scheduler);
        Experiment experiment = experimentWith(
            scheduler,
            {act(ActKind::SessionTicket, ActWhen::OnDispatch),
             act(ActKind::SendBytes, ActWhen::OnDispatch, std::string(kWellFormedResponse))});
        experiment.injection.every = 3;
        const Told told = EngineRun().run(experiment);
        QVERIFY(told.result && !told.result->error);
        QCOMPARE(told.result->variants.front().unsettled, 0u);
        const int poisoned = count(told, Outcome::FailedPoison);
        if (scheduler == "none")
            QCOMPARE(poisoned, 4);
        if (scheduler == "fresh-poll" || scheduler == "peek" || scheduler == "after-idle:0") {
            QCOMPARE(poisoned, 0);
            QVERIFY(allSettledOk(told));
            QCOMPARE(told.result->variants.front().connectionsOpened, 5u);
        }
    }

    void endsWhileIdle_data() { rows(); }
    void endsWhileIdle()
    {
        QFETCH(QString, scheduler);
        for (const ActKind kind : {ActKind::CloseNotify, ActKind::FinOnly, ActKind::Fin}) {
            Experiment experiment = experimentWith(scheduler, {act(kind, ActWhen::OnDispatch)});
            experiment.injection.every = 3;
            const Told told = EngineRun().run(experiment);
            QVERIFY2(allSettledOk(told), name(kind).data());
            QCOMPARE(told.result->variants.front().connectionsOpened, 5u);
            if (scheduler == "fresh-poll" || scheduler == "peek")
                QCOMPARE(count(told, Outcome::OkReplayed), 0);
        }
    }

    void bytesInTheRecordOfTheResponse_data() { rows(); }
    void bytesInTheRecordOfTheResponse()
    {
        QFETCH(QString, scheduler);
        const Told told = EngineRun().run(experimentWith(
            scheduler,
            {act(ActKind::SendBytes, ActWhen::AfterResponse, std::string(kWellFormedResponse))}));
        QVERIFY(allSettledOk(told));
        QCOMPARE(count(told, Outcome::OkFresh), 15);
        QCOMPARE(count(told, ConnectionEventKind::ExcessBytes), 15);
        // Every connection but the first had a ticket to offer.
        const auto events = told.all<ConnectionEvent>();
        const auto resumed =
            std::count_if(events.begin(), events.end(), [](const ConnectionEvent &event) {
                return event.kind == ConnectionEventKind::Secured && event.value == 1;
            });
        QCOMPARE(static_cast<int>(resumed), 14);
    }

    void longBodies()
    {
        Experiment experiment = experimentWith("peek", {});
        experiment.lab.bodyBytes = 1'000'000;
        for (const Framing framing : {Framing::Length, Framing::Chunked}) {
            experiment.lab.framing = framing;
            const Told told = EngineRun().run(experiment);
            QVERIFY(allSettledOk(told));
            for (const RequestRecord &record : told.all<RequestRecord>())
                QCOMPARE(record.bodyBytes, 1'000'000u);
        }
    }

    void failures_data()
    {
        QTest::addColumn<bool>("labTls");
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("not trusted") << true << "https"
                                     << "signed by an authority that is not trusted here";
        QTest::addRow("plain server") << false << "https"
                                      << "does not answer in TLS; is it an http:// server?";
    }
    void failures()
    {
        QFETCH(bool, labTls);
        QFETCH(QString, scheme);
        QFETCH(QString, sentence);
        LabServer lab;
        const auto endpoint =
            lab.start({}, 0, labTls ? std::optional(TlsServerOptions{}) : std::nullopt);
        QVERIFY(endpoint);
        Experiment experiment = smallExperiment();
        experiment.url = scheme.toStdString() + "://" + endpoint->text() + "/";
        const Told told = EngineRun().run(experiment);
        QVERIFY(told.result && told.result->error);
        QVERIFY(told.result->error->kind == ErrorKind::Tls);
        QVERIFY2(told.result->error->detail.find(sentence.toStdString()) != std::string::npos,
                 told.result->error->detail.c_str());
    }

    void anyCertificateWillDo()
    {
        LabServer lab;
        const auto endpoint = lab.start({}, 0, TlsServerOptions{});
        QVERIFY(endpoint);
        Experiment experiment = smallExperiment();
        experiment.url = "https://" + endpoint->text() + "/";
        experiment.client.tls.verify = false;
        QVERIFY(allSettledOk(EngineRun().run(experiment)));
    }

private:
    static void rows()
    {
        QTest::addColumn<QString>("scheduler");
        for (const char *scheduler : kSchedulers)
            QTest::addRow("%s", scheduler) << scheduler;
    }
};

QTEST_GUILESS_MAIN(TestTls)
#include "tst_tls.moc"
