// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - The table has a row per connection that ended and per request after a gap, by time; a copy has
//   bare numbers; every column has a title.
// - What was found is said in sentences, with the share of the user's own gaps.
// - The close-up holds the danger window, or the edge of the answers, and is absent before an end;
//   shares of gaps add up and agree with the share in danger; ticks are round and inside.
// - The picture paints each finding, in light and in dark, also in its least size.
// - A measurement is started and ended by buttons and keys; a stopped one keeps what it has; a page
//   that is destroyed while it measures ends the measurement.
// - Without a URL, and for a server on another machine without consent, nothing is sent, and the
//   page says why.
// - A file of times is taken or refused with a sentence; what was there before stays.
// - Every widget that takes the focus has a name.
#include "core/lab/labserver.h"
#include "ui/charts/idlechart.h"
#include "ui/format/idletext.h"
#include "ui/format/text.h"
#include "ui/models/idlemodel.h"
#include "ui/models/roles.h"
#include "ui/pages/idlepage.h"
#include "ui/theme/appstyle.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <memory>
#include <numeric>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr int kDeadlineMs = 60'000;

/// Ends a connection `limit` after each response; 0: never.
struct SmallServer
{
    explicit SmallServer(Milliseconds limit)
    {
        LabScript script;
        script.keepAliveHint = "timeout=1";
        if (limit > 0ms)
            script.acts.push_back({.kind = ActKind::Fin, .delay = limit});
        if (const auto endpoint = lab.start(script))
            target.url = "http://" + endpoint->text() + "/";
    }

    LabServer lab;
    Experiment target;
};

IdleFindings sample()
{
    IdleFindings findings;
    findings.url = "http://127.0.0.1/";
    findings.usedWatched = 2;
    findings.unusedWatched = 1;
    findings.connectTime = 1ms;
    findings.hint = 5s;
    findings.watchedFor = 9s;
    findings.closes = {{true, true, 5010ms, Reason::IdleFin},
                       {true, true, 5000ms, Reason::IdleFin},
                       {false, true, 2000ms, Reason::Idle408}};
    findings.probes = {{250ms, IdleProbe::Fate::Answered, Reason::None},
                       {4995ms, IdleProbe::Fate::Answered, Reason::None},
                       {8000ms, IdleProbe::Fate::ClosedBefore, Reason::IdleFin}};
    return findings;
}

QPushButton *button(const QWidget &page, const QString &text)
{
    for (auto *one : page.findChildren<QPushButton *>()) {
        if (one->text().remove(QLatin1Char('&')) == text)
            return one;
    }
    return nullptr;
}

/// Few enough to end soon.
IdleQuestion small()
{
    IdleQuestion question;
    question.upTo = 20s;
    question.tries = 2;
    question.probes = 2;
    question.unused = false;
    return question;
}

bool says(const QWidget &page, const QString &part)
{
    for (const QLabel *label : page.findChildren<QLabel *>()) {
        if (label->text().contains(part))
            return true;
    }
    return false;
}

QString writtenFile(const QTemporaryDir &folder, const QString &name, const QByteArray &text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return {};
    return file.fileName();
}

} // namespace

class TestIdlePage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        QApplication::setStyle(new AppStyle);
    }

    void table()
    {
        IdleModel model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        model.setFindings(sample());
        QCOMPARE(model.rowCount(), 6);
        const auto at = [&](int row, int column, int role) {
            return model.index(row, column).data(role).toString();
        };
        const char *const times[] = {"250.000",  "2000.000", "4995.000",
                                     "5000.000", "5010.000", "8000.000"};
        for (int row = 0; row < model.rowCount(); ++row)
            QCOMPARE(at(row, IdleModel::After, CopyRole), QString::fromLatin1(times[row]));
        QCOMPARE(at(1, IdleModel::Connection, Qt::DisplayRole), IdleModel::tr("unused"));
        QCOMPARE(at(1, IdleModel::How, Qt::DisplayRole), QStringLiteral("408"));
        QCOMPARE(at(0, IdleModel::Fate, Qt::DisplayRole), fateText(IdleProbe::Fate::Answered));
        QVERIFY(at(0, IdleModel::How, Qt::DisplayRole).isEmpty());
        QCOMPARE(at(5, IdleModel::Fate, Qt::DisplayRole), fateText(IdleProbe::Fate::ClosedBefore));
        for (int column = 0; column < IdleModel::ColumnCount; ++column)
            QVERIFY(
                !model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    }

    void sentences()
    {
        IdleUse use;
        use.gaps = {1s, 5s, 5005ms, 6s};
        const auto facts = idleFacts(sample(), use);
        QCOMPARE(facts.size(), std::size_t{6});
        QVERIFY(facts[0].value.contains("5,000") && facts[0].value.contains("5,010"));
        QVERIFY(facts[0].value.contains("FIN"));
        QVERIFY(facts[1].value.contains("2,000") && facts[1].value.contains("408"));
        QVERIFY(facts[2].value.contains("timeout=5"));
        QVERIFY(facts[3].value.contains("4,995.0"));
        QVERIFY(facts[4].value.contains("50.0000 %"));
        QVERIFY(facts[5].value.startsWith("4.4 s")); // 5,000 less 2, 10 and 500, rounded down
        IdleFindings kept;
        kept.usedWatched = 5;
        kept.watchedFor = 90s;
        QVERIFY(idleFacts(kept, {})[0].value.contains("90.0 s"));
        // What has no end so far may still have one, so nothing is advised.
        QVERIFY(idleFacts(kept, {})[4].value != "not known yet");
        QCOMPARE(idleFacts(kept, {}, true)[4].value, QStringLiteral("not known yet"));
        QCOMPARE(idleFacts(kept, {}, true)[5].value, QStringLiteral("not known yet"));
        QVERIFY(idleFacts(sample(), use, true)[5].value.startsWith("4.4 s"));
        QVERIFY(shareText(1e-9) != shareText(0));
    }

    void closeUp()
    {
        QVERIFY(!closeUpOf(IdleFindings()));
        const auto range = closeUpOf(sample());
        const auto window = dangerWindow(sample());
        QVERIFY(range && window);
        QVERIFY(range->low < window->low && range->high > window->high);
        QVERIFY(range->high - range->low < 200ms);
        IdleFindings zombies;
        zombies.probes = {{1000ms, IdleProbe::Fate::Answered, Reason::None},
                          {1500ms, IdleProbe::Fate::NoAnswer, Reason::RequestTimeout},
                          {9000ms, IdleProbe::Fate::NoAnswer, Reason::RequestTimeout}};
        const auto edge = closeUpOf(zombies);
        QVERIFY(edge && edge->low < 1000ms && edge->high > 1500ms && edge->high < 9000ms);
    }

    void shares()
    {
        const std::vector<Nanoseconds> edges{0ns, 1s, 4999ms, 5011ms, 1'000'000s};
        QVERIFY(gapShares({}, edges).empty());
        IdleUse rate;
        rate.perSecond = 0.2;
        IdleUse file;
        file.gaps = {500ms, 1s, 5s, 6s};
        const auto window = dangerWindow(sample());
        for (const IdleUse &use : {rate, file}) {
            const auto found = gapShares(use, edges);
            QCOMPARE(found.size(), std::size_t{4});
            QVERIFY(std::abs(std::accumulate(found.begin(), found.end(), 0.0) - 1) < 1e-9);
            QVERIFY(std::abs(found[2] - *shareOf(use, *window)) < 1e-9);
        }
    }

    void ticks()
    {
        const auto ticks = evenTicks(4975ms, 5028ms, 6);
        QVERIFY(ticks.size() >= 2 && ticks.size() <= 6);
        for (const Nanoseconds tick : ticks)
            QVERIFY(tick >= 4975ms && tick <= 5028ms && tick % 10ms == 0ns);
    }

    void paints_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::addRow("light") << false << QSize(1200, 340);
        QTest::addRow("dark") << true << QSize(1200, 340);
        QTest::addRow("small") << false << QSize(620, 240);
    }
    void paints()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        IdleChart chart;
        chart.setPalette(Theme(dark).palette());
        chart.resize(size);
        IdleFindings findings;
        findings.url = sample().url;
        chart.setFindings(findings, 90s, true);
        QImage before = chart.grab().toImage();
        const auto differs = [&] {
            chart.setFindings(findings, 90s, true);
            const QImage after = chart.grab().toImage();
            const bool changed = after != before;
            before = after;
            return changed;
        };
        for (const IdleClose &close : sample().closes) {
            findings.closes.push_back(close);
            QVERIFY(differs());
        }
        for (const IdleProbe &probe : sample().probes) {
            findings.probes.push_back(probe);
            QVERIFY(differs());
        }
        findings.hint = 5s;
        QVERIFY(differs());
        IdleUse use;
        use.perSecond = 0.1;
        chart.setUse(use);
        QVERIFY(chart.grab().toImage() != before);
        QVERIFY(chart.minimumSizeHint().width() <= size.width());
    }

    void measures()
    {
        const SmallServer server(400ms);
        IdlePage page;
        page.setTarget(server.target);
        page.setQuestion(small());
        page.setRate(0.5);
        page.resize(1200, 720);
        page.show();
        QSignalSpy finished(&page, &IdlePage::finished);
        QTest::mouseClick(button(page, "Measure"), Qt::LeftButton);
        QVERIFY(page.isRunning());
        QVERIFY(!button(page, "Measure")->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
        QVERIFY(!page.isRunning());
        const IdleFindings &found = page.findings();
        QVERIFY(!found.error && !found.interrupted);
        const auto used = closeInterval(found, true);
        QVERIFY(used);
        // It counts from when the response was read, which is later than when it was sent; on a
        // busy machine by much.
        QVERIFY(used->low >= 200ms);
        QVERIFY(used->samples >= 2);
        QVERIFY(says(page, "timeout=1"));
        QVERIFY(says(page, "of your gaps"));
        QVERIFY(button(page, "Measure")->isEnabled());
        QVERIFY(!button(page, "Stop")->isEnabled());
        auto *table = page.findChild<QTableView *>();
        QCOMPARE(table->model()->rowCount(),
                 static_cast<int>(found.closes.size() + found.probes.size()));
        QSignalSpy copied(&page, &IdlePage::copied);
        table->setFocus();
        QTest::keySequence(table, QKeySequence::Copy);
        QCOMPARE(copied.count(), 1);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(lines.size(), table->model()->rowCount() + 2); // header, and a line end behind
        QVERIFY(lines.at(1).split('\t').at(IdleModel::After).toDouble() > 0);
        for (const QWidget *widget : page.findChildren<QWidget *>()) {
            const auto *labelled = qobject_cast<const QAbstractButton *>(widget);
            if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible()
                && widget->parentWidget()->inherits("reusescope::IdlePage"))
                QVERIFY2(!widget->accessibleName().isEmpty()
                             || (labelled && !labelled->text().isEmpty()),
                         widget->metaObject()->className());
        }
    }

    void stopsByKey()
    {
        const SmallServer server(0ms);
        IdlePage page;
        page.setTarget(server.target);
        page.setQuestion(small());
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QSignalSpy finished(&page, &IdlePage::finished);
        QTest::keyClick(&page, Qt::Key_F5);
        QVERIFY(page.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!page.findings().probes.empty(), kDeadlineMs);
        QTest::keyClick(&page, Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
        QVERIFY(page.findings().interrupted);
        QVERIFY(!page.findings().probes.empty());
        QVERIFY(button(page, "Save…")->isEnabled());
    }

    void destroyedWhileItMeasures()
    {
        const SmallServer server(0ms);
        auto page = std::make_unique<IdlePage>();
        page->setTarget(server.target);
        page->setQuestion(small());
        page->run();
        QVERIFY(page->isRunning());
        page.reset(); // returns, and soon
    }

    void notThere()
    {
        Experiment experiment;
        {
            const SmallServer server(0ms);
            experiment = server.target;
        }
        IdlePage page;
        page.setTarget(experiment);
        QSignalSpy finished(&page, &IdlePage::finished);
        page.run();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
        QVERIFY(page.findings().error.has_value());
        QVERIFY(says(page, errorSentence(*page.findings().error)));
        QVERIFY(!button(page, "Save…")->isEnabled());
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addRow("nothing") << QString();
        QTest::addRow("no URL") << QStringLiteral("ftp://127.0.0.1/");
        QTest::addRow("another machine") << QStringLiteral("http://192.0.2.1/");
    }
    void refuses()
    {
        QFETCH(QString, url);
        IdlePage page;
        page.setAsks(false);
        page.findChild<QLineEdit *>()->setText(url);
        QSignalSpy refused(&page, &IdlePage::refused);
        page.run();
        QVERIFY(!page.isRunning());
        QCOMPARE(refused.count(), 1);
        const QString sentence = refused.first().first().toString();
        QVERIFY(!sentence.isEmpty() && says(page, sentence));
    }

    void times()
    {
        const QTemporaryDir folder;
        IdlePage page;
        page.setRate(2);
        QVERIFY(page.use().perSecond.has_value());
        const QString wrong = writtenFile(folder, QStringLiteral("wrong.txt"), "1\ntwo\n");
        QVERIFY(!page.readTimes(wrong));
        QVERIFY(says(page, "line 2"));
        QVERIFY(!page.readTimes(folder.path()));
        QVERIFY(!page.readTimes(folder.filePath(QStringLiteral("missing.txt"))));
        QVERIFY(page.use().perSecond.has_value() && page.use().gaps.empty());
        QVERIFY(page.readTimes(writtenFile(folder, QStringLiteral("right.txt"), "9\n1\n3\n")));
        QVERIFY(!page.use().perSecond);
        QCOMPARE(page.use().gaps, (std::vector<Nanoseconds>{2s, 6s}));
    }
};

QTEST_MAIN(TestIdlePage)
#include "tst_idlepage.moc"
