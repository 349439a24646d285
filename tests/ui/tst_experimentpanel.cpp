// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - An experiment that is set comes back as it was, scenario by scenario.
// - What a scenario requires holds for its own fields: once another is edited, or options have
//   changed it, nothing is required.
// - What cannot run is said as a sentence, and Run is disabled with it as its tooltip.
// - Fields that do not apply are disabled and do not reach the experiment.
// - With a URL nothing of the lab's script applies, and there is no scenario.
// - While a run goes on nothing can be changed, and only Stop can be pressed.
// - Protocols, TLS, the request and the limits come back as they were; TLS fields apply to TLS
// only,
//   limits to a URL only; header fields and the body's file are checked at once.
// - The policies of reuse come back as they were, to the last byte; what is not as usual is said
//   while they are folded; what cannot matter is disabled and says why; one button restores what is
//   usual.
// - Everything can be reached with the Tab key.
// - A copied table has a header with units, bare numbers, and at most its limit of rows.
#include "tests/ui/sampleruns.h"
#include "ui/models/requestsmodel.h"
#include "ui/pages/experimentpanel.h"
#include "ui/pages/reuseoptions.h"
#include "ui/pages/tablecopy.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryFile>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace reusescope;

namespace {

Scenario scenario(const char *name, const char *title)
{
    Scenario made;
    made.name = name;
    made.title = title;
    made.lookFor = "What to look for.";
    return made;
}

QPushButton *button(QWidget &panel, const QString &text)
{
    for (auto *each : panel.findChildren<QPushButton *>()) {
        if (each->text().remove(QLatin1Char('&')) == text)
            return each;
    }
    return nullptr;
}

QToolButton *heading(QWidget &panel, const QString &text)
{
    for (auto *each : panel.findChildren<QToolButton *>()) {
        if (each->text() == text)
            return each;
    }
    return nullptr;
}

} // namespace

class TestExperimentPanel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void keepsAnExperiment();
    void requiresNothingOfAnother();
    void reordersSchedulers();
    void saysWhatIsWrong();
    void fieldsThatDoNotApply();
    void urlHasNoLab();
    void protocols_data();
    void protocols();
    void targetOptions();
    void checksTheRequest();
    void policies();
    void policiesWhileFolded_data();
    void policiesWhileFolded();
    void policiesWithoutEffect_data();
    void policiesWithoutEffect();
    void policyDefaults();
    void running();
    void reachedByTab();
    void copiesATable();
};

void TestExperimentPanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestExperimentPanel::keepsAnExperiment()
{
    Scenario first = scenario("first", "The first");
    Scenario second = scenario("second", "The second");
    second.experiment.schedulers = {"peek", "after-idle:25", "none"};
    second.experiment.workload = {WorkloadKind::Burst, 123, 45, 8, Milliseconds{7}};
    second.experiment.dispatchFrom = DispatchFrom::Timers;
    second.experiment.client.frontEnd = FrontEnd::Pool;
    second.experiment.client.connections = 3;
    second.experiment.client.pipelining = 2;
    second.experiment.client.keepAlive = Milliseconds{1234};
    second.experiment.client.requestTimeout = Milliseconds{777};
    second.experiment.loopModel = LoopModel::TimersFirst;
    second.experiment.poll = PollStrategy::Spin;
    second.experiment.repeats = 4;
    second.experiment.seed = 99;
    second.experiment.lab.delay = Milliseconds{11};
    second.experiment.lab.bodyBytes = 4096;
    second.experiment.lab.keepAliveHint = "timeout=5";
    second.experiment.lab.acts.push_back({ActKind::Fin, ActWhen::AfterResponse, {}, {}, 3});
    second.experiment.injection.every = 10;

    ExperimentPanel panel({first, second});
    QCOMPARE(panel.scenario()->name, std::string("first"));
    auto *choice = panel.findChild<QComboBox *>();
    choice->setCurrentIndex(1);
    emit choice->activated(1);
    QCOMPARE(panel.scenario()->name, std::string("second"));
    const Experiment kept = panel.experiment();
    const Experiment &wanted = second.experiment;
    QCOMPARE(kept.schedulers, wanted.schedulers);
    QCOMPARE(kept.workload.kind, wanted.workload.kind);
    QCOMPARE(kept.workload.count, wanted.workload.count);
    QCOMPARE(kept.workload.warmup, wanted.workload.warmup);
    QCOMPARE(kept.workload.width, wanted.workload.width);
    QCOMPARE(kept.workload.gap.count(), wanted.workload.gap.count());
    QCOMPARE(kept.dispatchFrom, wanted.dispatchFrom);
    QCOMPARE(kept.client.frontEnd, wanted.client.frontEnd);
    QCOMPARE(kept.client.connections, wanted.client.connections);
    QCOMPARE(kept.client.pipelining, wanted.client.pipelining);
    QCOMPARE(kept.client.keepAlive.count(), wanted.client.keepAlive.count());
    QCOMPARE(kept.client.requestTimeout.count(), wanted.client.requestTimeout.count());
    QCOMPARE(kept.loopModel, wanted.loopModel);
    QCOMPARE(kept.poll, wanted.poll);
    QCOMPARE(kept.repeats, wanted.repeats);
    QCOMPARE(kept.seed, wanted.seed);
    QCOMPARE(kept.lab.delay.count(), wanted.lab.delay.count());
    QCOMPARE(kept.lab.bodyBytes, wanted.lab.bodyBytes);
    QCOMPARE(kept.lab.keepAliveHint, wanted.lab.keepAliveHint);
    QCOMPARE(kept.lab.acts.size(), wanted.lab.acts.size());
    QCOMPARE(kept.injection.every, wanted.injection.every);
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
}

void TestExperimentPanel::requiresNothingOfAnother()
{
    Scenario strict = scenario("strict", "Strict");
    strict.experiment.schedulers = {"none", "peek"};
    strict.expected["*"] = {{}, {Outcome::FailedStale}};
    ExperimentPanel panel({strict});
    const auto isRequired = [&panel] {
        return !panel.scenario()->expected.at("*").required.empty();
    };
    QVERIFY(isRequired());
    auto *schedulers = panel.findChild<QListWidget *>();
    schedulers->item(1)->setCheckState(Qt::Unchecked);
    QVERIFY(isRequired());

    const auto *options = panel.findChild<ReuseOptions *>();
    auto *order = options->findChild<QComboBox *>();
    order->setCurrentIndex(1);
    QVERIFY(!isRequired());
    const Expectation left = panel.scenario()->expected.at("*");
    QCOMPARE(std::ranges::count(left.allowed, Outcome::FailedStale), 1);
    QCOMPARE(std::ranges::count(left.allowed, Outcome::OkReused), 1);
    emit panel.findChild<QComboBox *>()->activated(0); // the scenario again
    QVERIFY(isRequired());

    // As the command line gives it, with options that change what happens.
    panel.setExperiment(strict.experiment, requiringNothing(strict));
    QVERIFY(!isRequired());
}

void TestExperimentPanel::reordersSchedulers()
{
    ExperimentPanel panel({});
    auto *list = panel.findChild<QListWidget *>();
    const std::vector<std::string> before = panel.experiment().schedulers;
    QVERIFY(before.size() >= 2);
    panel.show();
    panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    list->setFocus();
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Up, Qt::ControlModifier);
    const std::vector<std::string> after = panel.experiment().schedulers;
    QCOMPARE(after.size(), before.size());
    QCOMPARE(after[0], before[1]);
    QCOMPARE(after[1], before[0]);
}

void TestExperimentPanel::saysWhatIsWrong()
{
    ExperimentPanel panel({});
    panel.show();
    QPushButton *run = button(panel, QStringLiteral("Run"));
    QVERIFY(run && run->isEnabled());
    auto *list = panel.findChild<QListWidget *>();
    for (int row = 0; row < list->count(); ++row)
        list->item(row)->setCheckState(Qt::Unchecked);
    QVERIFY(!run->isEnabled());
    QCOMPARE(panel.problem(), QStringLiteral("Check at least one scheduler."));
    QCOMPARE(run->toolTip(), panel.problem());
    list->item(0)->setCheckState(Qt::Checked);
    QVERIFY(run->isEnabled());

    for (int row = 0; row < list->count(); ++row) {
        if (list->item(row)->text().startsWith(QLatin1String("after-idle"))) {
            list->item(row)->setCheckState(Qt::Checked);
            list->item(row)->setText(QStringLiteral("after-idle:soon"));
        }
    }
    QVERIFY(!run->isEnabled());
    QVERIFY2(panel.problem().contains(QStringLiteral("after-idle")), qPrintable(panel.problem()));
}

void TestExperimentPanel::fieldsThatDoNotApply()
{
    Experiment experiment;
    experiment.workload.kind = WorkloadKind::Burst;
    experiment.workload.width = 8;
    experiment.workload.gap = Milliseconds{5};
    experiment.dispatchFrom = DispatchFrom::Timers;
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    QCOMPARE(panel.experiment().workload.width, 8);
    for (auto *box : panel.findChildren<QComboBox *>()) {
        if (box->findText(QStringLiteral("burst")) >= 0)
            box->setCurrentIndex(static_cast<int>(WorkloadKind::Sequential));
        if (box->findText(QStringLiteral("check")) >= 0)
            box->setCurrentIndex(static_cast<int>(DispatchFrom::Check));
    }
    QCOMPARE(panel.experiment().workload.width, 1);
    QCOMPARE(panel.experiment().workload.gap.count(), Milliseconds::rep{0});
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
}

void TestExperimentPanel::urlHasNoLab()
{
    Scenario only = scenario("only", "The only one");
    only.experiment.lab.acts.push_back({ActKind::Rst, ActWhen::OnDispatch, {}, {}, 1});
    only.experiment.injection.every = 5;
    ExperimentPanel panel({only});
    QComboBox *target = nullptr;
    for (auto *box : panel.findChildren<QComboBox *>()) {
        if (box->findText(QStringLiteral("a URL")) >= 0)
            target = box;
    }
    QVERIFY(target);
    QSignalSpy changed(&panel, &ExperimentPanel::scenarioChanged);
    target->setCurrentIndex(1);
    QVERIFY(changed.count() > 0);
    QVERIFY(!panel.scenario());
    QVERIFY(panel.problem().contains(QStringLiteral("URL")));
    QLineEdit *url = nullptr;
    for (auto *edit : panel.findChildren<QLineEdit *>()) {
        if (edit->placeholderText().startsWith(QLatin1String("http")))
            url = edit;
    }
    for (const char *good : {"http://127.0.0.1:8080/", "http://[::1]:8080/x", "http://localhost"}) {
        url->setText(QString::fromLatin1(good));
        QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
        QCOMPARE(panel.experiment().url, std::string(good));
    }
    for (const char *bad : {"127.0.0.1", "ftp://127.0.0.1/", "http://", "http://a b/"}) {
        url->setText(QString::fromLatin1(bad));
        QVERIFY2(!panel.problem().isEmpty(), bad);
        QVERIFY(!button(panel, QStringLiteral("Run"))->isEnabled());
    }
    QVERIFY(panel.experiment().lab.acts.empty());
    QCOMPARE(panel.experiment().injection.every, 0);
}

void TestExperimentPanel::protocols_data()
{
    using List = std::vector<Protocol>;
    QTest::addColumn<List>("given");
    QTest::addColumn<List>("expected");
    QTest::addRow("usual") << List{} << List{Protocol::H1};
    QTest::addRow("HTTP/1.1") << List{Protocol::H1} << List{Protocol::H1};
    QTest::addRow("HTTP/2") << List{Protocol::H2} << List{Protocol::H2};
    QTest::addRow("both") << List{Protocol::H1, Protocol::H2} << List{Protocol::H1, Protocol::H2};
    QTest::addRow("automatic") << List{Protocol::Auto} << List{Protocol::Auto};
    QTest::addRow("an order of its own")
        << List{Protocol::H2, Protocol::H1} << List{Protocol::H2, Protocol::H1};
}

void TestExperimentPanel::protocols()
{
    QFETCH(std::vector<Protocol>, given);
    QFETCH(std::vector<Protocol>, expected);
    Experiment experiment;
    experiment.protocols = given;
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    QCOMPARE(panel.experiment().protocols, expected);
    panel.setExperiment(Experiment(), std::nullopt);
    QCOMPARE(panel.experiment().protocols, std::vector<Protocol>{Protocol::H1});
}

void TestExperimentPanel::targetOptions()
{
    Experiment experiment;
    experiment.url = "https://127.0.0.1:8443/";
    experiment.client.tls.verify = false;
    experiment.client.tls.caFile = "/etc/ca.pem";
    experiment.client.tls.certificateFile = "/etc/client.pem";
    experiment.client.tls.keyFile = "/etc/key.pem";
    experiment.client.extraHeaders = {{"accept", "text/html"}, {"x-one", "1"}};
    experiment.client.body = std::make_shared<const std::string>("body");
    experiment.client.maxStreams = 7;
    experiment.method = Method::Post;
    experiment.limits.perSecond = 5;
    experiment.limits.requests = 100'000;
    experiment.references = {"qnam"};
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
    const Experiment kept = panel.experiment();
    QCOMPARE(kept.protocols, std::vector<Protocol>{Protocol::Auto}); // what https:// usually means
    QVERIFY(!kept.client.tls.verify);
    QCOMPARE(kept.client.tls.caFile, experiment.client.tls.caFile);
    QCOMPARE(kept.client.tls.certificateFile, experiment.client.tls.certificateFile);
    QCOMPARE(kept.client.tls.keyFile, experiment.client.tls.keyFile);
    QCOMPARE(kept.client.extraHeaders, experiment.client.extraHeaders);
    QCOMPARE(kept.client.body, experiment.client.body);
    QCOMPARE(kept.client.maxStreams, 7);
    QCOMPARE(kept.method, Method::Post);
    QCOMPARE(kept.limits.perSecond, experiment.limits.perSecond);
    QCOMPARE(kept.limits.requests, experiment.limits.requests);
    QCOMPARE(kept.references, experiment.references);
    QVERIFY(ExperimentPanel({}).experiment().references.empty()); // off by default

    experiment.url.clear();
    experiment.labTls = true;
    panel.setExperiment(experiment, std::nullopt);
    QVERIFY(panel.experiment().labTls);
    QVERIFY(!panel.experiment().client.tls.verify);
    QVERIFY(!panel.experiment().limits.perSecond);

    experiment.labTls = false;
    panel.setExperiment(experiment, std::nullopt);
    QVERIFY(panel.experiment().client.tls.verify); // there is nothing to verify
    QVERIFY(panel.experiment().client.tls.caFile.empty());
}

void TestExperimentPanel::checksTheRequest()
{
    Experiment experiment;
    experiment.method = Method::Post;
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    auto *headers = panel.findChild<QPlainTextEdit *>();
    headers->setPlainText(QStringLiteral("accept: */*\n\n x-two : 2"));
    QVERIFY2(!panel.problem().isEmpty(), "a blank before the colon would end the name");
    headers->setPlainText(QStringLiteral("accept: */*\n\nx-two: 2"));
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
    QCOMPARE(panel.experiment().client.extraHeaders.size(), std::size_t{2});
    headers->setPlainText(QStringLiteral("content-length: 3"));
    QVERIFY(!panel.problem().isEmpty());
    headers->clear();

    QLineEdit *body = nullptr;
    for (auto *each : panel.findChildren<QLineEdit *>()) {
        if (each->accessibleName() == QLatin1String("Body file"))
            body = each;
    }
    QVERIFY(body);
    body->setText(QStringLiteral("/nowhere/at/all"));
    QVERIFY(panel.problem().contains(QStringLiteral("body file")));
    body->setText(QStringLiteral("/dev/zero")); // reading it would never end
    QVERIFY(panel.problem().contains(QStringLiteral("body file")));
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("hello");
    file.close();
    body->setText(file.fileName());
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
    QCOMPARE(*panel.experiment().client.body, std::string("hello"));
}

void TestExperimentPanel::policies()
{
    Experiment experiment;
    ClientOptions &client = experiment.client;
    client.reuseOrder = ReuseOrder::Fifo;
    client.keepAliveMax = kMaxTimeout;
    client.keepAliveMargin = Milliseconds{0};
    client.unusedLimit = Milliseconds{23};
    client.maxAge = Milliseconds{24};
    client.replay = ReplayPolicy::Always;
    client.readBytes = 0; // drops each body at once, unlike its absence
    client.drainLimit = kMaxCountedBytes - 1; // more than an int, and odd
    ExperimentPanel panel({});
    const auto text = [](const Experiment &of) {
        QStringList all;
        for (const PolicySetting each : kPolicySettings)
            all << QString::fromStdString(valueText(each, of.client));
        return all.join(QLatin1Char(' '));
    };
    QCOMPARE(text(panel.experiment()), text(Experiment()));
    panel.setExperiment(experiment, std::nullopt);
    QCOMPARE(text(panel.experiment()),
             QStringLiteral("fifo 3600000 0 23 24 always 0 "
                            "1099511627775"));
    QVERIFY2(panel.problem().isEmpty(), qPrintable(panel.problem()));
    panel.setExperiment(Experiment(), std::nullopt);
    QVERIFY(!panel.experiment().client.readBytes);
    QCOMPARE(text(panel.experiment()), text(Experiment()));
}

void TestExperimentPanel::policiesWhileFolded_data()
{
    using Change = std::function<void(ClientOptions &)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("summary");
    const auto row = [](const char *name, Change change, const char *summary) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(summary);
    };
    row(
        "usual", [](ClientOptions &) {}, "");
    row(
        "order and age",
        [](ClientOptions &c) {
            c.connections = 2;
            c.reuseOrder = ReuseOrder::Fifo;
            c.maxAge = Milliseconds{30'000};
        },
        "FIFO, age limit 30 s");
    row(
        "longest", [](ClientOptions &c) { c.keepAliveMax = Milliseconds{1234}; },
        "keep at most 1,234 ms");
    row(
        "no margin", [](ClientOptions &c) { c.keepAliveMargin = Milliseconds{0}; }, "margin 0 ms");
    row(
        "unused", [](ClientOptions &c) { c.unusedLimit = Milliseconds{1500}; },
        "unused limit 1.5 s");
    row(
        "no replay", [](ClientOptions &c) { c.replay = ReplayPolicy::Never; }, "no replay");
    row(
        "bodies",
        [](ClientOptions &c) {
            c.readBytes = 0;
            c.drainLimit = 65'536;
        },
        "read 0 B of bodies, drain 65,536 B");
    row(
        "without effect", [](ClientOptions &c) { c.drainLimit = 1; }, "");
}

void TestExperimentPanel::policiesWhileFolded()
{
    QFETCH(std::function<void(ClientOptions &)>, change);
    QFETCH(QString, summary);
    Experiment experiment;
    change(experiment.client);
    ExperimentPanel panel({});
    panel.show();
    QToolButton *fold = heading(panel, QStringLiteral("Reuse"));
    QVERIFY(fold && !fold->isChecked());
    const auto isShown = [&panel](const QString &text) {
        const auto labels = panel.findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&](const QLabel *each) { return each->isVisible() && each->text() == text; });
    };
    panel.setExperiment(experiment, std::nullopt);
    QVERIFY(!fold->isChecked());
    QCOMPARE(fold->accessibleDescription(), summary);
    QCOMPARE(isShown(summary), !summary.isEmpty());
    fold->click();
    QVERIFY(!isShown(summary)); // the fields say it
    fold->click();
    QCOMPARE(isShown(summary), !summary.isEmpty());
    panel.setExperiment(Experiment(), std::nullopt);
    QVERIFY(fold->accessibleDescription().isEmpty());
}

void TestExperimentPanel::policiesWithoutEffect_data()
{
    using Change = std::function<void(Experiment &)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("disabled");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, Change change, const QStringList &disabled,
                        const char *why) {
        QTest::newRow(name) << std::move(change) << disabled << QString::fromUtf8(why);
    };
    const auto several = [](Experiment &e) {
        e.client.connections = 2;
        e.client.readBytes = 10;
    };
    row("everything matters", several, {}, "");
    row(
        "one connection",
        [several](Experiment &e) {
            several(e);
            e.client.connections = 1;
        },
        {"Order"}, "one connection");
    row(
        "whole bodies",
        [several](Experiment &e) {
            several(e);
            e.client.readBytes.reset();
        },
        {"Drain limit"}, "nothing is left to drain");
    row(
        "HTTP/2",
        [several](Experiment &e) {
            several(e);
            e.protocols = {Protocol::H2};
        },
        {"Order", "Keep at most", "Hint margin", "Drain limit"}, "only HTTP/2");
    row(
        "both protocols",
        [several](Experiment &e) {
            several(e);
            e.protocols = {Protocol::H1, Protocol::H2};
        },
        {}, "");
}

void TestExperimentPanel::policiesWithoutEffect()
{
    QFETCH(std::function<void(Experiment &)>, change);
    QFETCH(QStringList, disabled);
    QFETCH(QString, why);
    Experiment experiment;
    change(experiment);
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    const auto *options = panel.findChild<ReuseOptions *>();
    QVERIFY(options);
    QStringList found;
    int fields = 0;
    for (auto *form : options->findChildren<QFormLayout *>()) {
        for (int row = 0; row < form->rowCount(); ++row, ++fields) {
            const QWidget *field = form->itemAt(row, QFormLayout::FieldRole)->widget();
            QVERIFY(field->toolTip().size() > 40);
            if (field->isEnabled())
                continue;
            found << qobject_cast<QLabel *>(form->labelForField(const_cast<QWidget *>(field)))
                         ->text();
            QVERIFY2(field->toolTip().contains(why), qPrintable(field->toolTip()));
        }
    }
    QCOMPARE(fields, static_cast<int>(kPolicySettings.size()));
    QCOMPARE(found, disabled);
}

void TestExperimentPanel::policyDefaults()
{
    Experiment experiment;
    experiment.client.keepAlive = Milliseconds{77};
    ExperimentPanel panel({});
    panel.setExperiment(experiment, std::nullopt);
    QPushButton *defaults = button(panel, QStringLiteral("Defaults"));
    QVERIFY(defaults);
    QVERIFY(!defaults->isEnabled());
    experiment.client.reuseOrder = ReuseOrder::Fifo;
    experiment.client.maxAge = Milliseconds{24};
    experiment.client.readBytes = 3;
    panel.setExperiment(experiment, std::nullopt);
    QVERIFY(defaults->isEnabled());
    defaults->click();
    for (const PolicySetting each : kPolicySettings)
        QVERIFY2(isUsual(each, panel.experiment().client), name(each).data());
    QVERIFY(!defaults->isEnabled());
    QCOMPARE(panel.experiment().client.keepAlive.count(), 77); // not one of them
}

void TestExperimentPanel::running()
{
    ExperimentPanel panel({});
    panel.setRunning(true);
    QVERIFY(!button(panel, QStringLiteral("Run"))->isEnabled());
    QVERIFY(button(panel, QStringLiteral("Stop"))->isEnabled());
    QVERIFY(!panel.findChild<QListWidget *>()->isEnabled());
    panel.setRunning(false);
    QVERIFY(button(panel, QStringLiteral("Run"))->isEnabled());
    QVERIFY(!button(panel, QStringLiteral("Stop"))->isEnabled());
}

void TestExperimentPanel::reachedByTab()
{
    ExperimentPanel panel({scenario("one", "One")});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QList<QWidget *> wanted;
    for (auto *each : panel.findChildren<QWidget *>()) {
        const bool input = qobject_cast<QComboBox *>(each) || qobject_cast<QSpinBox *>(each)
            || qobject_cast<QListWidget *>(each) || qobject_cast<QPushButton *>(each)
            || (qobject_cast<QLineEdit *>(each) && !qobject_cast<QSpinBox *>(each->parent()));
        if (input && each->isEnabled() && each->isVisible())
            wanted << each;
    }
    QVERIFY(wanted.size() > 15);
    QList<QWidget *> reached;
    QWidget *at = panel.nextInFocusChain();
    for (int i = 0; i < 500 && at != &panel; ++i, at = at->nextInFocusChain()) {
        if (at->focusPolicy() & Qt::TabFocus)
            reached << at;
    }
    for (QWidget *each : wanted)
        QVERIFY2(reached.contains(each), each->metaObject()->className());
}

void TestExperimentPanel::copiesATable()
{
    Recording recording;
    samples::fill(recording, 1, 3000, 2);
    VariantNames names;
    names.set({QStringLiteral("none"), QStringLiteral("=timer\t0")});
    RequestsModel model(recording, names);
    QTableView table;
    table.setModel(&model);
    prepareTable(table);
    table.selectRow(0);
    CopiedTable copied = copiedTable(table);
    QCOMPARE(copied.rows, 1);
    QVERIFY(copied.complete);
    const QStringList lines = copied.text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].count(QLatin1Char('\t')), RequestsModel::ColumnCount - 1);
    QCOMPARE(lines[1].count(QLatin1Char('\t')), RequestsModel::ColumnCount - 1);
    QVERIFY(lines[0].contains(QStringLiteral("Latency (µs)")));
    QVERIFY(lines[1].contains(QStringLiteral("8019.000")));
    table.selectAll();
    copied = copiedTable(table);
    QCOMPARE(copied.rows, kMostCopiedRows);
    QVERIFY(!copied.complete);
}

QTEST_MAIN(TestExperimentPanel)
#include "tst_experimentpanel.moc"
