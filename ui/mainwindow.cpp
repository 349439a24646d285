// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/base/url.h"
#include "core/report/csv.h"
#include "core/report/json.h"
#include "ui/format/explain.h"
#include "ui/format/language.h"
#include "ui/format/policytext.h"
#include "ui/format/text.h"
#include "ui/pages/detailsstrip.h"
#include "ui/pages/experimentpanel.h"
#include "ui/pages/frontierpage.h"
#include "ui/pages/idlepage.h"
#include "ui/pages/lessonspage.h"
#include "ui/pages/looppage.h"
#include "ui/pages/overviewpage.h"
#include "ui/pages/requestspage.h"
#include "ui/pages/tablecopy.h"
#include "ui/pages/timeaxispage.h"
#include "ui/theme/theme.h"
#include "ui/views/phasesview.h"
#include "ui/views/timelineview.h"
#include "ui/views/timescale.h"
#include "ui/views/tracecolors.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QThread>
#include <QToolTip>
#include <QVBoxLayout>

#include <chrono>

namespace reusescope {

using ::operator|; // Qt's for keys, which one of core's would hide

namespace {

constexpr std::chrono::milliseconds kStatusInterval{250};

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

QString methodName(Method method)
{
    const std::string_view text = name(method);
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

QString requestCount(std::uint64_t count)
{
    return MainWindow::tr("%1 requests", nullptr, pluralOf(count)).arg(countText(count));
}

} // namespace

MainWindow::MainWindow(std::vector<Scenario> scenarios, Settings &settings, QWidget *parent)
    : QMainWindow(parent), m_settings(settings), m_systemPalette(QApplication::palette())
{
    setWindowTitle(QStringLiteral("Reusescope"));
    m_panel = new ExperimentPanel(scenarios);
    makePages(scenarios);
    makeMenus();
    makeStatusBar();

    connect(&m_bridge, &EngineBridge::runStarted, this, &MainWindow::onRunStarted);
    connect(&m_bridge, &EngineBridge::recordingGrew, this, &MainWindow::onRecordingGrew);
    connect(&m_bridge, &EngineBridge::runFinished, this, &MainWindow::onRunFinished);
    connect(m_panel, &ExperimentPanel::runRequested, this, &MainWindow::run);
    connect(m_panel, &ExperimentPanel::stopRequested, this, &MainWindow::stop);
    connect(m_panel, &ExperimentPanel::scenarioChanged, this, &MainWindow::showIntroduction);
    connect(&m_selection, &Selection::requestChanged, this, &MainWindow::showSelected);
    m_statusTimer.setInterval(kStatusInterval);
    connect(&m_statusTimer, &QTimer::timeout, this, &MainWindow::showStatus);

    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::onPageChanged);

    setTheme(m_settings.theme());
    showIntroduction();
    showStatus();
    onPageChanged();
    resize(1280, 800);
}

MainWindow::~MainWindow()
{
    if (m_writer)
        m_writer->wait();
}

void MainWindow::makePages(const std::vector<Scenario> &scenarios)
{
    m_overview = new OverviewPage(m_bridge.recording(), m_names);
    m_timeline = new TimelineView(m_bridge.recording(), m_selection);
    m_phases = new PhasesView(m_bridge.recording(), m_selection);
    m_requests = new RequestsPage(m_bridge.recording(), m_names, m_selection);
    const auto tellCopied = [this](int rows, bool complete) {
        statusBar()->showMessage(
            complete
                ? tr("Copied %1 rows.", nullptr, rows)
                      .arg(countText(static_cast<std::uint64_t>(rows)))
                : tr("Copied the first %1 rows; export as CSV to have all of them.", nullptr, rows)
                      .arg(countText(static_cast<std::uint64_t>(rows))),
            5000);
    };
    connect(m_requests, &RequestsPage::copied, this, tellCopied);

    connect(m_overview, &OverviewPage::slowestWanted, this, &MainWindow::selectSlowest);

    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    addRunPage(m_overview, tr("Overview"));
    addRunPage(new TimeAxisPage(m_timeline, tr("Requests by connection"), m_bridge.recording(),
                                m_selection),
               tr("Timeline"));
    addRunPage(
        new TimeAxisPage(m_phases, tr("Phases of the loop"), m_bridge.recording(), m_selection),
        tr("Phases"));
    addRunPage(m_requests, tr("Requests"));
    m_loop = new LoopPage(m_settings);
    addOwnPage(m_loop, tr("Loop"), m_loop->menu());
    m_lessons = new LessonsPage(scenarios, m_settings);
    addOwnPage(m_lessons, tr("Lessons"), m_lessons->menu());
    connect(m_lessons, &LessonsPage::scenarioWanted, this, &MainWindow::runScenario);
    m_frontier = new FrontierPage;
    m_frontier->setObstacle([this] {
        return m_bridge.isRunning()
            ? tr("A run is under way, which would blur the figures of both; stop it first.")
            : QString();
    });
    addOwnPage(m_frontier, tr("Frontier"), nullptr);
    connect(m_frontier, &FrontierPage::copied, this, tellCopied);
    m_idle = new IdlePage;
    addOwnPage(m_idle, tr("Idle limits"), nullptr);
    connect(m_idle, &IdlePage::copied, this, tellCopied);

    m_notice = new QLabel;
    m_notice->setWordWrap(true);
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setContentsMargins(12, 8, 12, 8);
    m_notice->setAutoFillBackground(true);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_notice->hide();
    m_unverified = new QLabel(
        tr("Certificates were not verified in this run (“Accept any certificate”): nothing shows "
           "that the answers came from the server that was asked."));
    m_unverified->setWordWrap(true);
    m_unverified->setTextFormat(Qt::PlainText);
    m_unverified->setContentsMargins(12, 8, 12, 8);
    m_unverified->setAutoFillBackground(true);
    QFont loud = m_unverified->font();
    loud.setWeight(QFont::DemiBold);
    m_unverified->setFont(loud);
    m_unverified->hide();
    m_details = new DetailsStrip;

    auto *right = new QWidget;
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_unverified);
    column->addWidget(m_notice);
    column->addWidget(m_tabs, 1);
    column->addWidget(m_details);

    m_splitter = new QSplitter;
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(m_panel);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({m_panel->minimumWidth(), 1000});
    setCentralWidget(m_splitter);
}

void MainWindow::addRunPage(QWidget *page, const QString &title)
{
    const int index = m_tabs->addTab(page, title);
    m_tabs->setTabToolTip(index, tr("Ctrl+%1").arg(index + 1));
}

void MainWindow::addOwnPage(QWidget *page, const QString &title, QMenu *menu)
{
    addRunPage(page, title);
    m_ownPages.push_back({page, menu});
}

bool MainWindow::isAboutRun() const
{
    return std::none_of(m_ownPages.begin(), m_ownPages.end(),
                        [this](const OwnPage &own) { return own.page == m_tabs->currentWidget(); });
}

void MainWindow::onPageChanged()
{
    const bool aboutRun = isAboutRun();
    const auto setSizePolicies = [this](bool shown, QSizePolicy::Policy policy) {
        for (const OwnPage &own : m_ownPages) {
            if ((own.page == m_tabs->currentWidget()) == shown)
                own.page->setSizePolicy(policy, policy);
        }
    };
    // Such a page never stands beside the experiment: the window need not have room for both.
    setSizePolicies(false, QSizePolicy::Ignored);
    m_panel->setVisible(aboutRun);
    setSizePolicies(true, QSizePolicy::Preferred);
    m_details->setVisible(aboutRun);
    m_notice->setVisible(aboutRun && m_noticeIsUp);
    m_unverified->setVisible(aboutRun && m_isUnverified);
    for (QWidget *part : m_runStatus)
        part->setVisible(aboutRun);
    for (const OwnPage &own : m_ownPages) {
        if (own.menu)
            own.menu->menuAction()->setVisible(own.page == m_tabs->currentWidget());
    }
    enableActions();
}

QAction *MainWindow::addAction(QMenu *menu, const QString &text, const QList<QKeySequence> &keys,
                               std::function<void()> action)
{
    QAction *added = menu->addAction(text, this, std::move(action));
    added->setShortcuts(keys);
    return added;
}

void MainWindow::makeMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    m_openAction =
        addAction(file, tr("&Open scenario…"), {QKeySequence::Open}, [this] { openScenario(); });
    file->addSeparator();
    m_csvAction = addAction(file, tr("Export as &CSV…"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
                            [this] { exportCsv(); });
    m_jsonAction =
        addAction(file, tr("Export as &JSON…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                  [this] { exportJson(); });
    file->addSeparator();
    addAction(file, tr("&Quit"), {QKeySequence::Quit, QKeySequence(Qt::CTRL | Qt::Key_Q)},
              [this] { close(); });

    QMenu *runMenu = menuBar()->addMenu(tr("&Run"));
    m_runAction = addAction(runMenu, tr("&Run"), {QKeySequence(Qt::Key_F5)}, [this] { run(); });
    m_stopAction = addAction(runMenu, tr("&Stop"),
                             {QKeySequence(Qt::SHIFT | Qt::Key_F5), QKeySequence(Qt::Key_Escape)},
                             [this] { stop(); });

    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (int i = 0; i < m_tabs->count(); ++i)
        addAction(view, m_tabs->tabText(i), {QKeySequence(Qt::CTRL | (Qt::Key_1 + i))},
                  [this, i] { showPage(static_cast<Page>(i)); });
    view->addSeparator();
    QAction *tables =
        addAction(view, tr("Overview as &tables"), {QKeySequence(Qt::CTRL | Qt::Key_T)}, [this] {
            showPage(Page::Overview);
            m_overview->setShowsTables(!m_overview->showsTables());
        });
    tables->setToolTip(tr("Cards and charts as tables"));
    addAction(view, tr("&Find requests"), {QKeySequence::Find}, [this] {
        showPage(Page::Requests);
        m_requests->focusFilter();
    });
    view->addSeparator();
    QAction *follow = view->addAction(tr("F&ollow the run"));
    follow->setShortcut(Qt::CTRL | Qt::Key_L);
    follow->setCheckable(true);
    follow->setChecked(m_selection.isFollowing());
    connect(follow, &QAction::toggled, &m_selection, &Selection::setFollowing);
    connect(&m_selection, &Selection::followingChanged, follow, &QAction::setChecked);
    view->addSeparator();
    m_themes = new QActionGroup(this);
    const QStringList themes{tr("&Automatic colours"), tr("&Light"), tr("&Dark")};
    for (int i = 0; i < themes.size(); ++i) {
        QAction *choice = m_themes->addAction(themes.at(i));
        choice->setCheckable(true);
        choice->setData(i);
        view->addAction(choice);
    }
    connect(m_themes, &QActionGroup::triggered, this, [this](QAction *choice) {
        setTheme(static_cast<ThemeChoice>(choice->data().toInt()));
        if (m_remembers)
            m_settings.setTheme(m_theme);
    });

    makeLanguageMenu(*view);

    for (const OwnPage &own : m_ownPages) {
        if (own.menu)
            menuBar()->addMenu(own.menu);
    }

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    addAction(help, tr("&Keyboard shortcuts"), {QKeySequence::HelpContents},
              [this] { showShortcuts(); });
    addAction(help, tr("&About Reusescope"), {}, [this] { showAbout(); });
}

void MainWindow::makeLanguageMenu(QMenu &view)
{
    QMenu *menu = view.addMenu(tr("Lan&guage"));
    auto *languages = new QActionGroup(menu);
    // Languages are named in themselves, for whoever looks for theirs.
    const std::initializer_list<std::pair<Language, QString>> choices{
        {Language::System, tr("As the &system")},
        {Language::English, QStringLiteral("&English")},
        {Language::German, QStringLiteral("&Deutsch")}};
    for (const auto &[language, text] : choices) {
        QAction *choice = languages->addAction(text);
        choice->setCheckable(true);
        choice->setChecked(language == m_settings.language());
        choice->setData(static_cast<int>(language));
        menu->addAction(choice);
    }
    connect(languages, &QActionGroup::triggered, this, [this](QAction *choice) {
        m_settings.setLanguage(static_cast<Language>(choice->data().toInt()));
        statusBar()->showMessage(tr("The language changes at the next start."), 5000);
    });
}

void MainWindow::makeStatusBar()
{
    m_state = new QLabel;
    m_state->setTextFormat(Qt::PlainText);
    m_progress = new QProgressBar;
    m_progress->setFixedWidth(180);
    m_progress->setMaximumHeight(fontMetrics().height() + 4);
    m_progress->setAccessibleName(tr("Progress of the run"));
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(6, 0, 6, 0);
    statusBar()->addWidget(m_progress);
    statusBar()->addWidget(m_state, 1);
    m_runStatus = {m_progress, m_state};
    const auto add = [this](const QString &widest, const QString &tip) {
        auto *label = new QLabel;
        label->setToolTip(tip);
        label->setMinimumWidth(label->fontMetrics().horizontalAdvance(widest) + 12);
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        statusBar()->addPermanentWidget(label);
        m_runStatus.push_back(label);
        return label;
    };
    m_rate =
        add(tr("%1 requests/s").arg(QStringLiteral("00,000")), tr("Requests settled per second"));
    m_turns = add(tr("%1 loop turns/s").arg(QStringLiteral("000,000")),
                  tr("Turns of the engine's loop per second"));
    m_limit = add(QString(), tr("The limits that are in force for the target"));
    m_dropped = add(tr("%1 events dropped", nullptr, 0).arg(0),
                    tr("Events that the window was too slow to take; figures in the cards may then "
                       "lack requests, the results do not"));
    m_wakeups = add(tr("%1 instrument wake-ups", nullptr, 0).arg(0),
                    tr("How often this program itself has woken the engine's loop during the run"));
}

void MainWindow::setExperiment(const Experiment &experiment,
                               const std::optional<Scenario> &scenario)
{
    m_panel->setExperiment(experiment, scenario);
    m_idle->setTarget(experiment);
}

void MainWindow::run()
{
    if (m_bridge.isRunning())
        return;
    if (m_writer) {
        statusBar()->showMessage(tr("A file is still being written."), 3000);
        return;
    }
    QString refusal = m_panel->problem();
    if (m_frontier->isRunning())
        refusal = tr("The page Frontier is measuring, which would blur the figures of both; stop "
                     "it first.");
    if (refusal.isEmpty()) {
        Experiment experiment = m_panel->experiment();
        if (!hasConsent(experiment))
            return;
        m_ranScenario = m_panel->scenario();
        QStringList names;
        for (const std::string &title : titlesOf(variantsOf(experiment)))
            names << fromUtf8(title);
        m_names.set(names);
        const auto started =
            m_bridge.start(experiment, m_ranScenario ? m_ranScenario->name : std::string());
        if (started) {
            m_ranLimit = requestLimit(experiment);
            m_overview->setPolicies(policyText(experiment));
            showUnverified(!experiment.client.tls.verify);
            showStatus();
            return;
        }
        refusal = errorSentence(started.error());
    }
    showNotice(refusal, true);
    emit runRefused(refusal);
}

bool MainWindow::hasConsent(Experiment &experiment)
{
    if (!consentSentence(experiment))
        return true;
    const auto url = Url::parse(experiment.url);
    const QString host = url ? fromUtf8(url->host) : QString();
    // A script has nobody to ask: the engine refuses what it has not agreed to by an option.
    if (!m_remembers)
        return true;
    if (!m_consentedHosts.contains(host)) {
        QMessageBox box(
            QMessageBox::Warning, tr("A server on another machine"),
            tr("%1 is not on this machine: the run sends it %2 %3 requests, %4 a second at "
               "most.")
                .arg(host, countText(static_cast<std::uint64_t>(plannedRequests(experiment))),
                     methodName(experiment.method),
                     countText(
                         static_cast<std::uint64_t>(rateLimit(experiment).value_or(kRemoteRate)))),
            QMessageBox::NoButton, this);
        box.setTextFormat(Qt::PlainText);
        const auto most = requestLimit(experiment);
        box.setInformativeText(
            (most ? tr("At most %1 in all. ").arg(requestCount(static_cast<std::uint64_t>(*most)))
                  : QString())
            + tr("Go on only when it is yours, or when its owner agrees. The limits can be changed "
                 "under Limits, at the left."));
        QPushButton *send = box.addButton(tr("&Send them"), QMessageBox::AcceptRole);
        box.setDefaultButton(box.addButton(QMessageBox::Cancel));
        box.exec();
        if (box.clickedButton() != send)
            return false;
        m_consentedHosts.insert(host);
    }
    giveConsent(experiment);
    return true;
}

void MainWindow::showUnverified(bool shown)
{
    m_isUnverified = shown;
    const QColor ground = Theme(palette()).failure();
    QPalette colors = palette();
    colors.setColor(QPalette::Window, ground);
    colors.setColor(QPalette::WindowText, textColorOn(ground));
    m_unverified->setPalette(colors);
    m_unverified->setVisible(isAboutRun() && shown);
}

void MainWindow::runScenario(const QString &name)
{
    showPage(Page::Phases);
    if (m_bridge.isRunning()) {
        statusBar()->showMessage(tr("Another run is under way; stop it first."), 5000);
        return;
    }
    const auto scenario = findScenario(name.toStdString());
    if (!scenario) {
        showNotice(errorSentence(scenario.error()), true);
        return;
    }
    m_panel->setExperiment(scenario->experiment, *scenario);
    run();
}

void MainWindow::stop()
{
    if (m_bridge.isRunning())
        m_bridge.stop();
}

void MainWindow::onRunStarted()
{
    hideNotice();
    m_selection.selectRequest(std::nullopt);
    m_selection.setRange({Nanoseconds{0}, Milliseconds{100}});
    m_selection.setFollowing(true);
    m_timeline->setVariantNames(m_names.all());
    m_phases->setVariantNames(m_names.all());
    m_timeline->recordingReset();
    m_phases->recordingReset();
    m_requests->recordingReset();
    m_overview->recordingReset();
    m_lastStatus = {};
    m_sinceStatus.start();
    m_sinceStart.start();
    m_statusTimer.start();
    enableActions();
    showStatus();
}

void MainWindow::onRecordingGrew()
{
    m_timeline->recordingGrew();
    m_phases->recordingGrew();
    m_requests->recordingGrew();
    m_overview->recordingGrew();
    if (m_selection.request() && m_details->isEmpty())
        showSelected();
}

void MainWindow::onRunFinished()
{
    m_statusTimer.stop();
    const auto result = m_bridge.result();
    m_overview->runFinished(result);
    std::vector<std::vector<std::string>> chains;
    if (result) {
        for (const VariantResult &variant : result->variants)
            chains.push_back(variant.peerChain);
    }
    m_requests->setPeerChains(std::move(chains));
    enableActions();
    showStatus();
    if (result && result->error) {
        showNotice(errorSentence(*result->error), true);
    } else if (result && !result->interrupted) {
        const auto sentences = unexpectedOfLastRun();
        if (!sentences.empty()) {
            QStringList lines;
            for (const Sentence &sentence : sentences)
                lines << sentenceText(sentence);
            showNotice(tr("Not as expected: %1").arg(lines.join(QStringLiteral("; "))), true);
        }
    }
    emit runFinished();
}

std::vector<Sentence> MainWindow::unexpectedOfLastRun() const
{
    const auto result = m_bridge.result();
    if (!result)
        return {};
    return unexpected(m_ranScenario ? &*m_ranScenario : nullptr, *result);
}

void MainWindow::showSelected()
{
    const auto key = m_selection.request();
    const RequestRecord *request = key ? m_requests->find(*key) : nullptr;
    if (request)
        m_details->showRequest(*request, m_names.at(request->variant),
                               framesSentence(m_bridge.recording(), *request));
    else
        m_details->clear();
}

void MainWindow::selectSlowest(std::uint8_t variant)
{
    const Recording &recording = m_bridge.recording();
    const RequestRecord *slowest = nullptr;
    for (const RequestRecord &request : recording.requests()) {
        if (request.variant != variant || request.warmup || !request.points.done.has())
            continue;
        if (!slowest || request.points.done.value() > slowest->points.done.value())
            slowest = &request;
    }
    if (!slowest)
        return;
    const Nanoseconds begin = slowest->points.queued - recording.origin();
    m_selection.setFollowing(false);
    m_selection.setRange(around({begin, begin + slowest->points.done.value()}));
    m_selection.selectRequest(RequestKey{slowest->variant, slowest->index});
}

void MainWindow::showStatus()
{
    const EngineStatus status = m_bridge.status();
    const bool running = m_bridge.isRunning();
    // Since the last look while it runs, then over the whole run.
    const EngineStatus before = running ? m_lastStatus : EngineStatus();
    const QElapsedTimer &since = running ? m_sinceStatus : m_sinceStart;
    const double seconds = since.isValid() ? static_cast<double>(since.elapsed()) / 1000.0 : 0.0;
    const auto rate = [&](std::uint64_t now, std::uint64_t then) {
        return seconds > 0 && now >= then ? rateText(static_cast<double>(now - then) / seconds)
                                          : countText(0);
    };
    m_rate->setText(tr("%1 requests/s").arg(rate(status.requestsDone, before.requestsDone)));
    m_turns->setText(tr("%1 loop turns/s").arg(rate(status.turns, before.turns)));
    if (running)
        m_sinceStatus.start();
    QStringList limits;
    if (status.rateLimit > 0)
        limits << tr("%1 requests/s").arg(countText(static_cast<std::uint64_t>(status.rateLimit)));
    if (m_ranLimit)
        limits << tr("%1 in all").arg(countText(static_cast<std::uint64_t>(*m_ranLimit)));
    m_limit->setText(limits.isEmpty() ? QString()
                                      : tr("limit: %1").arg(limits.join(QStringLiteral(", "))));
    m_dropped->setText(tr("%1 events dropped", nullptr, pluralOf(status.eventsDropped))
                           .arg(countText(status.eventsDropped)));
    m_wakeups->setText(tr("%1 instrument wake-ups", nullptr, pluralOf(status.instrumentWakeups))
                           .arg(countText(status.instrumentWakeups)));
    m_lastStatus = status;

    // In thousandths: the counts themselves may exceed what a progress bar can hold.
    m_progress->setRange(0, 1000);
    m_progress->setValue(status.requestsPlanned == 0 ? 0
                                                     : static_cast<int>(1000 * status.requestsDone
                                                                        / status.requestsPlanned));
    const auto result = m_bridge.result();
    const QString done = requestCount(status.requestsDone);
    m_state->setText(
        running ? tr("%1 of %2")
                      .arg(countText(status.requestsDone), requestCount(status.requestsPlanned))
            : !result             ? tr("Ready")
            : result->error       ? tr("Ended by an error after %1").arg(done)
            : result->interrupted ? tr("Stopped after %1").arg(done)
                                  : tr("Finished: %1").arg(done));
}

void MainWindow::showIntroduction()
{
    const auto scenario = m_panel->scenario();
    if (scenario) {
        const QString title = scenarioText(scenario->title);
        m_overview->setIntroduction(title, scenarioText(scenario->lookFor));
        setWindowTitle(tr("%1 – Reusescope").arg(title));
    } else {
        m_overview->setIntroduction(tr("A server of your own"),
                                    tr("Enter its URL at the left. Every scheduler sends its "
                                       "requests there in turn, so choose a server that is yours "
                                       "to load."));
        setWindowTitle(QStringLiteral("Reusescope"));
    }
}

void MainWindow::showNotice(const QString &text, bool failure)
{
    const Theme theme(palette());
    QPalette colors = palette();
    colors.setColor(QPalette::Window, theme.card());
    colors.setColor(QPalette::WindowText, failure ? theme.failure() : theme.text());
    m_notice->setPalette(colors);
    m_notice->setText(text);
    m_noticeIsUp = true;
    m_notice->setVisible(isAboutRun());
}

void MainWindow::hideNotice()
{
    m_noticeIsUp = false;
    m_notice->hide();
}

void MainWindow::enableActions()
{
    const bool running = m_bridge.isRunning();
    const bool hasResult = m_bridge.result() != nullptr && !running && !m_writer;
    const bool aboutRun = isAboutRun();
    m_panel->setRunning(running);
    m_runAction->setEnabled(aboutRun && !running);
    m_stopAction->setEnabled(aboutRun && running);
    m_openAction->setEnabled(aboutRun && !running);
    m_csvAction->setEnabled(aboutRun && hasResult);
    m_jsonAction->setEnabled(aboutRun && hasResult);
}

void MainWindow::showPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    if (QWidget *shown = m_tabs->currentWidget();
        shown->focusPolicy() != Qt::NoFocus || shown->focusProxy())
        shown->setFocus(Qt::ShortcutFocusReason);
}

QWidget *MainWindow::pageWidget(Page page) const
{
    return m_tabs->widget(static_cast<int>(page));
}

void MainWindow::setTheme(ThemeChoice theme)
{
    m_theme = theme;
    for (QAction *choice : m_themes->actions())
        choice->setChecked(choice->data().toInt() == static_cast<int>(theme));
    applyTheme();
}

void MainWindow::applyTheme()
{
    const bool dark = m_theme == ThemeChoice::Dark
        || (m_theme == ThemeChoice::Auto && Theme(m_systemPalette).isDark());
    const QPalette palette = Theme(dark).palette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    if (m_noticeIsUp)
        showNotice(m_notice->text(), true);
    showUnverified(m_isUnverified);
}

void MainWindow::setRemembers(bool remembers)
{
    m_remembers = remembers;
    m_lessons->setRemembers(remembers);
    m_idle->setAsks(remembers);
}

void MainWindow::restoreGeometryFromSettings()
{
    if (!m_settings.geometry().isEmpty())
        restoreGeometry(m_settings.geometry());
    if (!m_settings.splitter().isEmpty())
        m_splitter->restoreState(m_settings.splitter());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_remembers) {
        m_settings.setGeometry(saveGeometry());
        m_settings.setSplitter(m_splitter->saveState());
    }
    m_bridge.stop();
    QMainWindow::closeEvent(event);
}

void MainWindow::openScenario()
{
    auto *dialog = new QFileDialog(this, tr("Open scenario"), m_settings.lastFolder(),
                                   tr("Scenarios (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::loadScenarioFile);
    dialog->open();
}

void MainWindow::loadScenarioFile(const QString &path)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const auto scenario = loadScenario(path.toStdString());
    if (!scenario) {
        showNotice(errorSentence(scenario.error()), true);
        return;
    }
    hideNotice();
    m_panel->setExperiment(scenario->experiment, *scenario);
}

void MainWindow::exportCsv()
{
    auto *dialog =
        new QFileDialog(this, tr("Export as CSV into a folder"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_settings.setLastFolder(folder);
        const auto result = m_bridge.result();
        exportInBackground(
            [this, folder, result] {
                return writeCsv(folder.toStdString(), *result, m_bridge.recording());
            },
            tr("Written: requests.csv, summary.csv, histogram.csv and phases.csv in %1")
                .arg(folder));
    });
    dialog->open();
}

void MainWindow::exportJson()
{
    auto *dialog =
        new QFileDialog(this, tr("Export as JSON"), m_settings.lastFolder(), tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("reusescope.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        const auto result = m_bridge.result();
        const auto sentences = textsOf(unexpectedOfLastRun());
        exportInBackground(
            [path, result, sentences] {
                return writeJson(path.toStdString(), toJson(*result, sentences));
            },
            tr("Written: %1").arg(path));
    });
    dialog->open();
}

void MainWindow::exportInBackground(std::function<Result<void>()> write, const QString &done)
{
    // The recording does not change meanwhile: run() waits until the writer is gone.
    auto outcome = std::make_shared<std::optional<Error>>();
    m_writer.reset(QThread::create([write = std::move(write), outcome] {
        if (const auto written = write(); !written)
            *outcome = written.error();
    }));
    connect(m_writer.get(), &QThread::finished, this, [this, outcome, done] {
        m_writer->wait();
        m_writer.reset();
        if (*outcome)
            showNotice(errorSentence(**outcome), true);
        else
            statusBar()->showMessage(done, 8000);
        enableActions();
    });
    m_writer->start();
    enableActions();
}

void MainWindow::showShortcuts()
{
    const std::initializer_list<std::pair<QString, QString>> shortcuts{
        {QStringLiteral("F5"), tr("Run")},
        {tr("Esc, Shift+F5"), tr("Stop")},
        {tr("Ctrl+1 … Ctrl+8"),
         tr("Overview, Timeline, Phases, Requests, Loop, Lessons, Frontier, Idle limits")},
        {tr("Ctrl+T"), tr("Overview as tables or as charts")},
        {tr("Ctrl+F"), tr("Find requests")},
        {tr("Ctrl+L"), tr("Follow the run")},
        {QStringLiteral("+  −  0"), tr("Timeline and phases: zoom in, zoom out, whole run")},
        {tr("← →  Home End"), tr("Timeline and phases: move in time")},
        {tr("Shift+← →"), tr("Timeline: request before or after, same connection")},
        {tr("Enter"), tr("Timeline and phases: zoom to the selected request")},
        {tr("Ctrl+C"), tr("Copy the selected rows of a table")},
        {tr("Ctrl+E, Ctrl+Shift+E"), tr("Export as CSV, as JSON")},
        {tr("Ctrl+O"), tr("Open a scenario")},
        {tr("Ctrl+↑ ↓"), tr("List of schedulers: reorder")},
        {tr("F5, Esc"), tr("Loop: run, pause")},
        {tr("F10  F11  Shift+F11"), tr("Loop: step by callback, phase, turn")},
        {tr("F9, Shift+F9"), tr("Loop: back one step, restart")},
        {QStringLiteral("F7"), tr("Loop: compare the models")},
        {QStringLiteral("F8"), tr("Loop: next mistake")},
        {tr("Ctrl+O, Ctrl+S"), tr("Loop: open, save the script")},
        {QStringLiteral("Alt+→  Alt+←"), tr("Lessons: next step, previous step")},
        {QStringLiteral("Alt+↑ ↓"), tr("Lessons: move a line of your prediction")},
        {QStringLiteral("F10  F11  F9  F5"), tr("Lessons: step, step back, run to the end")},
        {tr("Ctrl+E"), tr("Lessons: export as HTML")},
        {tr("F5, Esc"), tr("Idle limits: measure, stop")},
    };
    QString text = QStringLiteral("<table cellspacing='4'>");
    for (const auto &[keys, what] : shortcuts)
        text += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
    text += QStringLiteral("</table>");
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Keyboard shortcuts"), text,
                                QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->open();
}

void MainWindow::setAbout(const QString &version, const QString &licences)
{
    m_version = version;
    m_licences = licences;
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(
        QMessageBox::NoIcon, tr("About Reusescope"),
        tr("<h3>Reusescope %1</h3>"
           "<p>An oscilloscope for HTTP connection reuse: what it costs to reuse a connection, in "
           "which phase of the event loop each step runs, and what each way of validating an idle "
           "socket costs and catches.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later. Made with "
           "Qt, llhttp, nghttp2, OpenSSL, {fmt}, CLI11 and JSON for Modern C++.</p>")
                .arg(QApplication::applicationVersion().toHtmlEscaped())
            + QStringLiteral("<p>%1</p>")
                  .arg(
                      m_version.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))),
        QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setDetailedText(m_licences); // behind a button of its own
    box->open();
}

} // namespace reusescope
