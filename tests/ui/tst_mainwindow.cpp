// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, with the real engine:
// - A request that is selected in any view is selected in all, and explained in the strip.
// - Everything works by keyboard: pages, run, stop, tables, search.
// - A page that is about no run has the whole width: what is about runs is hidden while it is
// shown,
//   its shortcuts are the page's, and its menu is there only then.
// - A run that cannot start says why and starts nothing.
// - A run and the Frontier page's measurement never go on at the same time.
// - A server on another machine gets requests only after an answer to a question that says how
// many,
//   with Cancel as its default, once per host; the limit in force is shown, also after the run.
// - A run that verified no certificate is marked as long as its results are shown.
// - The policies that a run has beyond the usual stand above its figures, and are its own: not what
//   was chosen since.
// - Failures that nobody expected, and errors, are said above the pages; the next run clears them.
// - The window can be light or dark at any time, and every text stays legible: 4.5:1.
// - Results can be written as CSV and as JSON, in the background.
#include "ui/mainwindow.h"
#include "ui/pages/detailsstrip.h"
#include "ui/pages/experimentpanel.h"
#include "ui/pages/frontierpage.h"
#include "ui/pages/looppage.h"
#include "ui/pages/overviewpage.h"
#include "ui/pages/variantcard.h"
#include "ui/theme/appstyle.h"
#include "ui/theme/theme.h"
#include "ui/views/tracecolors.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace reusescope;

namespace {

constexpr int kDeadlineMs = 60'000;

Experiment small()
{
    Experiment experiment;
    experiment.schedulers = {"none", "fresh-poll"};
    experiment.workload.count = 60;
    experiment.workload.warmup = 10;
    experiment.repeats = 3;
    return experiment;
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void linkedSelection();
    void cardSelectsTheSlowest();
    void keyboard();
    void pagesOfTheirOwn();
    void refusesToRun();
    void oneMeasurementAtATime();
    void asksForConsent();
    void marksUnverifiedRuns();
    void tellsPolicies();
    void saysWhatFailed();
    void stops();
    void themes_data();
    void themes();
    void writesFiles();
    void remembers();

private:
    void run();
    QString visibleNotice() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    QApplication::setStyle(new AppStyle);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestMainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("settings.ini")),
                                          QSettings::IniFormat);
    m_settings = std::make_unique<Settings>(*m_store);
    m_settings->setLastFolder(m_folder->path());
    m_window = std::make_unique<MainWindow>(std::vector<Scenario>(), *m_settings);
    m_window->setExperiment(small(), std::nullopt);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_settings.reset();
    m_store.reset();
    m_folder.reset();
}

void TestMainWindow::run()
{
    QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
    m_window->run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
}

QString TestMainWindow::visibleNotice() const
{
    for (const auto *label : m_window->findChildren<QLabel *>()) {
        if (label->autoFillBackground() && label->isVisible())
            return label->text();
    }
    return {};
}

void TestMainWindow::linkedSelection()
{
    run();
    auto *strip = m_window->findChild<DetailsStrip *>();
    QVERIFY(strip->isEmpty());
    m_window->showPage(MainWindow::Page::Requests);
    auto *table = m_window->pageWidget(MainWindow::Page::Requests)->findChild<QTableView *>();
    QCOMPARE(table->model()->rowCount(),
             static_cast<int>(m_window->bridge().recording().requests().size()));

    // From the table to everywhere.
    table->setCurrentIndex(table->model()->index(40, 0));
    const RequestRecord &request = m_window->bridge().recording().requests()[40];
    QVERIFY(m_window->selection().request()
            == std::optional(RequestKey{request.variant, request.index}));
    QVERIFY(!strip->isEmpty());
    QVERIFY(strip->sentence().endsWith(QLatin1Char('.')));

    // From anywhere to the table, also while another page is shown.
    m_window->showPage(MainWindow::Page::Timeline);
    const RequestRecord &other = m_window->bridge().recording().requests()[90];
    m_window->selection().selectRequest(RequestKey{other.variant, other.index});
    m_window->showPage(MainWindow::Page::Requests);
    QCOMPARE(table->currentIndex().row(), 90);

    // A request that does not exist selects nothing.
    m_window->selection().selectRequest(RequestKey{1, 4'000'000});
    QVERIFY(strip->isEmpty());

    // A new run forgets the selection.
    m_window->selection().selectRequest(RequestKey{other.variant, other.index});
    run();
    QVERIFY(!m_window->selection().request());
    QVERIFY(strip->isEmpty());
}

void TestMainWindow::cardSelectsTheSlowest()
{
    run();
    m_window->showPage(MainWindow::Page::Overview);
    const auto cards = m_window->findChildren<VariantCard *>();
    QCOMPARE(cards.size(), 2);
    cards[1]->setFocus();
    QTest::keyClick(cards[1], Qt::Key_Return);
    const auto selected = m_window->selection().request();
    QVERIFY(selected);
    QCOMPARE(selected->variant, std::uint8_t{1});
    Nanoseconds found{0};
    Nanoseconds slowest{0};
    for (const RequestRecord &request : m_window->bridge().recording().requests()) {
        if (request.variant != 1 || request.warmup)
            continue;
        slowest = std::max(slowest, request.points.done.value());
        if (request.index == selected->index)
            found = request.points.done.value();
    }
    QCOMPARE(found.count(), slowest.count());
    QVERIFY(!m_window->selection().isFollowing());
}

void TestMainWindow::keyboard()
{
    auto *tabs = m_window->findChild<QTabWidget *>();
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.get(), key, modifiers);
    };
    for (int page = 0; page < 4; ++page) {
        press(static_cast<Qt::Key>(Qt::Key_1 + page), Qt::ControlModifier);
        QCOMPARE(tabs->currentIndex(), page);
    }
    QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
    press(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    auto *overview = static_cast<OverviewPage *>(m_window->pageWidget(MainWindow::Page::Overview));
    press(Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(overview->showsTables());
    press(Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!overview->showsTables());
    press(Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(tabs->currentIndex(), 3);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    const bool follows = m_window->selection().isFollowing();
    press(Qt::Key_L, Qt::ControlModifier);
    QCOMPARE(m_window->selection().isFollowing(), !follows);
}

void TestMainWindow::pagesOfTheirOwn()
{
    const auto *panel = m_window->findChild<ExperimentPanel *>();
    const auto *details = m_window->findChild<DetailsStrip *>();
    const auto *progress = m_window->statusBar()->findChild<QProgressBar *>();
    LoopPage &page = m_window->loopPage();
    const auto isSetUpForRuns = [&] {
        return panel->isVisible() && details->isVisible() && progress->isVisible()
            && !page.menu()->menuAction()->isVisible();
    };
    const auto isSetUpForThePage = [&] {
        return !panel->isVisible() && !details->isVisible() && !progress->isVisible()
            && page.menu()->menuAction()->isVisible();
    };
    QVERIFY(isSetUpForRuns());
    QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
    QVERIFY(page.isVisible());
    QVERIFY(isSetUpForThePage());

    // A run's keys are the page's.
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    QVERIFY(page.player().isPlaying());
    QVERIFY(!m_window->bridge().isRunning());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(!page.player().isPlaying());

    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(isSetUpForRuns());
    const std::uint64_t steps = page.player().stepCount();
    QTest::keyClick(m_window.get(), Qt::Key_F10);
    QCOMPARE(page.player().stepCount(), steps);
    run();
}

void TestMainWindow::refusesToRun()
{
    auto *list = m_window->findChild<ExperimentPanel *>()->findChild<QListWidget *>();
    for (int row = 0; row < list->count(); ++row)
        list->item(row)->setCheckState(Qt::Unchecked);
    QSignalSpy refused(m_window.get(), &MainWindow::runRefused);
    m_window->run();
    QCOMPARE(refused.count(), 1);
    QVERIFY(!m_window->bridge().isRunning());
    QCOMPARE(visibleNotice(), refused.first().first().toString());
}

void TestMainWindow::oneMeasurementAtATime()
{
    FrontierPage &frontier = m_window->frontierPage();
    QSignalSpy refused(m_window.get(), &MainWindow::runRefused);
    QSignalSpy measured(&frontier, &FrontierPage::finished);
    frontier.run();
    QVERIFY(frontier.isRunning());
    m_window->run();
    QVERIFY(!m_window->bridge().isRunning());
    QCOMPARE(refused.count(), 1);
    QVERIFY(visibleNotice().contains(QStringLiteral("Frontier")));
    frontier.stop();
    QTRY_COMPARE_WITH_TIMEOUT(measured.count(), 1, kDeadlineMs);

    Experiment longRun = small();
    longRun.workload.count = 2'000'000;
    m_window->setExperiment(longRun, std::nullopt);
    QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
    m_window->run();
    QVERIFY(m_window->bridge().isRunning());
    frontier.run();
    QVERIFY(!frontier.isRunning());
    m_window->stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
}

void TestMainWindow::asksForConsent()
{
    Experiment experiment = small();
    // Every address of this machine: not a loopback address by its name, and nobody listens.
    experiment.url = "http://0.0.0.0:1/";
    experiment.schedulers = {"none"};
    m_window->setExperiment(experiment, std::nullopt);
    QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
    int asked = 0;
    bool agree = false;
    QString text;
    bool isCancelDefault = false;
    const auto answer = [&] {
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (!box)
            return;
        ++asked;
        text = box->text();
        isCancelDefault = box->defaultButton() == box->button(QMessageBox::Cancel);
        for (QAbstractButton *button : box->buttons()) {
            if (agree == (box->buttonRole(button) == QMessageBox::AcceptRole)) {
                button->click();
                return;
            }
        }
    };
    QTimer::singleShot(0, this, answer);
    m_window->run();
    QCOMPARE(asked, 1);
    QVERIFY(isCancelDefault);
    QVERIFY2(text.contains(QStringLiteral("0.0.0.0"))
                 && text.contains(QString::number(plannedRequests(experiment))),
             qPrintable(text));
    QVERIFY(!m_window->bridge().isRunning());
    agree = true;
    QTimer::singleShot(0, this, answer);
    m_window->run();
    QCOMPARE(asked, 2);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    const auto showsLimit = [this] {
        const auto labels = m_window->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->text() == QLatin1String("limit: 10 requests/s, 1,000 in all");
        });
    };
    QVERIFY(showsLimit());
    QTimer::singleShot(0, this, answer);
    m_window->run();
    QCOMPARE(asked, 2);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kDeadlineMs);
    m_window->setExperiment(small(), std::nullopt);
    run();
    QVERIFY(!showsLimit());
}

void TestMainWindow::marksUnverifiedRuns()
{
    Experiment experiment = small();
    experiment.labTls = true;
    experiment.client.tls.verify = false;
    m_window->setExperiment(experiment, std::nullopt);
    run();
    QVERIFY(visibleNotice().contains(QStringLiteral("not verified")));
    m_window->showPage(MainWindow::Page::Requests);
    QVERIFY(visibleNotice().contains(QStringLiteral("not verified")));
    m_window->setExperiment(small(), std::nullopt);
    QVERIFY(visibleNotice().contains(QStringLiteral("not verified")));
    run();
    QCOMPARE(visibleNotice(), QString());
}

void TestMainWindow::tellsPolicies()
{
    const auto told = [this] {
        for (const auto *label :
             m_window->pageWidget(MainWindow::Page::Overview)->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().startsWith(QLatin1String("Reuse: ")))
                return label->text();
        }
        return QString();
    };
    Experiment experiment = small();
    experiment.client.maxAge = Milliseconds{30'000};
    experiment.client.replay = ReplayPolicy::Never;
    m_window->setExperiment(experiment, std::nullopt);
    QCOMPARE(told(), QString()); // nothing has run
    run();
    QCOMPARE(told(), QStringLiteral("Reuse: age limit 30 s, no replay"));
    m_window->setExperiment(small(), std::nullopt);
    QCOMPARE(told(), QStringLiteral("Reuse: age limit 30 s, no replay"));
    run();
    QCOMPARE(told(), QString());
}

void TestMainWindow::saysWhatFailed()
{
    Experiment unreachable = small();
    unreachable.url = "http://127.0.0.1:1/"; // nothing listens on port 1
    m_window->setExperiment(unreachable, std::nullopt);
    run();
    QVERIFY2(!visibleNotice().isEmpty(), "an error must be seen");
    m_window->setExperiment(small(), std::nullopt);
    run();
    QVERIFY2(visibleNotice().isEmpty(), qPrintable(visibleNotice()));
}

void TestMainWindow::stops()
{
    Experiment longRun = small();
    longRun.workload.count = 2'000'000;
    m_window->setExperiment(longRun, std::nullopt);
    QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
    m_window->run();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->bridge().recording().requests().empty(), kDeadlineMs);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    QVERIFY(m_window->bridge().result()->interrupted);
}

void TestMainWindow::themes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestMainWindow::themes()
{
    QFETCH(bool, dark);
    run();
    m_window->setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    // Widgets take it over once the event loop of the application runs.
    const QPalette palette = QApplication::palette();
    const Theme theme(palette);
    QCOMPARE(theme.isDark(), dark);
    const std::vector<QColor> grounds{palette.color(QPalette::Window),
                                      palette.color(QPalette::Base), theme.card(),
                                      palette.color(QPalette::AlternateBase)};
    for (const QColor &ground : grounds) {
        for (const QColor &text : {theme.text(), theme.mutedText(), theme.failure()})
            QVERIFY2(contrast(text, ground) >= 4.5,
                     qPrintable(text.name() + QStringLiteral(" on ") + ground.name()));
    }
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
            >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 4.5);
    // Lines of charts need less, and have marks.
    for (std::size_t i = 0; i < 8; ++i)
        QVERIFY(contrast(theme.variant(i), theme.ground()) >= 3);
}

void TestMainWindow::writesFiles()
{
    run();
    const auto trigger = [&](const QString &text) {
        for (auto *action : m_window->findChildren<QAction *>()) {
            if (action->text().remove(QLatin1Char('&')) == text) {
                QVERIFY(action->isEnabled());
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(text));
    };
    const auto accept = [&](const QString &path) {
        auto *dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path);
        dialog->close();
    };
    trigger(QStringLiteral("Export as CSV…"));
    accept(m_folder->filePath(QStringLiteral("csv")));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder->filePath(QStringLiteral("csv/phases.csv"))),
                             kDeadlineMs);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QAction *json = nullptr;
    for (auto *action : m_window->findChildren<QAction *>()) {
        if (action->text().contains(QStringLiteral("JSON")))
            json = action;
    }
    QTRY_VERIFY_WITH_TIMEOUT(json->isEnabled(), kDeadlineMs);
    trigger(QStringLiteral("Export as JSON…"));
    accept(m_folder->filePath(QStringLiteral("run.json")));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder->filePath(QStringLiteral("run.json"))),
                             kDeadlineMs);
    QTRY_VERIFY_WITH_TIMEOUT(json->isEnabled(), kDeadlineMs);
}

void TestMainWindow::remembers()
{
    m_window->resize(1111, 777);
    m_window->close();
    QVERIFY(!m_settings->geometry().isEmpty());
    m_settings->setTheme(ThemeChoice::Dark);
    QCOMPARE(m_settings->theme(), ThemeChoice::Dark);
    m_store->setValue(QStringLiteral("window/theme"), QStringLiteral("no such theme"));
    QCOMPARE(m_settings->theme(), ThemeChoice::Auto);
    m_store->setValue(QStringLiteral("window/geometry"), QByteArray("nonsense"));
    m_store->setValue(QStringLiteral("window/splitter"), QByteArray("nonsense"));
    MainWindow again({}, *m_settings);
    again.restoreGeometryFromSettings();
    again.show();
    QVERIFY(again.width() >= 800);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
