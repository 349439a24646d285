// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/scenario.h"
#include "ui/bridge/enginebridge.h"
#include "ui/models/variantnames.h"
#include "ui/settings.h"
#include "ui/views/selection.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QPalette>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QProgressBar;
class QSplitter;
class QTabWidget;

namespace reusescope {

class DetailsStrip;
class ExperimentPanel;
class LessonsPage;
class FrontierPage;
class IdlePage;
class LoopPage;
class OverviewPage;
class PhasesView;
class RequestsPage;
class TimelineView;

/// The window: the experiment at the left, the pages, the selected request below them, and the
/// state of the run. Pages that are not about a run have the whole width and their own menu.
///
/// Thread: UI. Ownership: owns the bridge with engine and recording, the selection and all pages;
/// refers to the settings. Ends a run and waits for files being written when it is destroyed.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page { Overview, Timeline, Phases, Requests, Loop, Lessons, Frontier, Idle };

    MainWindow(std::vector<Scenario> scenarios, Settings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    void setExperiment(const Experiment &experiment, const std::optional<Scenario> &scenario);
    /// Starts what is chosen; says why not where that cannot be.
    void run();
    void stop();
    void showPage(Page page);
    QWidget *pageWidget(Page page) const;
    LoopPage &loopPage() { return *m_loop; }
    LessonsPage &lessonsPage() { return *m_lessons; }
    FrontierPage &frontierPage() { return *m_frontier; }
    IdlePage &idlePage() { return *m_idle; }
    /// Chooses the built-in scenario, starts it and shows the phases; says why not where that
    /// cannot be.
    void runScenario(const QString &name);
    void setTheme(ThemeChoice theme);
    /// What About shows: the version with its libraries, a line for each, and the licences.
    void setAbout(const QString &version, const QString &licences);
    /// Whether geometry and choices are kept; a window under a script's control keeps nothing.
    void setRemembers(bool remembers);
    void restoreGeometryFromSettings();

    const EngineBridge &bridge() const { return m_bridge; }
    Selection &selection() { return m_selection; }
    /// What the last run did that its scenario does not expect.
    std::vector<Sentence> unexpectedOfLastRun() const;

signals:
    void runFinished();
    void runRefused(const QString &sentence);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void makePages(const std::vector<Scenario> &scenarios);
    void addRunPage(QWidget *page, const QString &title);
    /// A page that is about no run: while it is shown, everything that is about one is hidden and
    /// its actions are off, so that the page may use their shortcuts.
    void addOwnPage(QWidget *page, const QString &title, QMenu *menu);
    void makeMenus();
    void makeLanguageMenu(QMenu &view);
    void makeStatusBar();
    QAction *addAction(class QMenu *menu, const QString &text, const QList<QKeySequence> &keys,
                       std::function<void()> action);

    void onRunStarted();
    void onRecordingGrew();
    void onRunFinished();
    void showSelected();
    void selectSlowest(std::uint8_t variant);
    void onPageChanged();
    void showStatus();
    void showIntroduction();
    bool isAboutRun() const; ///< the page that is shown
    void showNotice(const QString &text, bool failure);
    void hideNotice();
    /// Asks once per host; true: the run may go on.
    bool hasConsent(Experiment &experiment);
    void showUnverified(bool shown);
    void enableActions();
    void applyTheme();
    void openScenario();
    void loadScenarioFile(const QString &path);
    void exportCsv();
    void exportJson();
    void exportInBackground(std::function<Result<void>()> write, const QString &done);
    void showShortcuts();
    void showAbout();

    Settings &m_settings;
    bool m_remembers = true;
    QPalette m_systemPalette;
    ThemeChoice m_theme = ThemeChoice::Auto;
    VariantNames m_names;
    EngineBridge m_bridge;
    Selection m_selection;
    std::optional<Scenario> m_ranScenario;
    std::optional<int> m_ranLimit; // of requests in all, in force for the last run
    QSet<QString> m_consentedHosts; // since the program was started
    std::unique_ptr<QThread> m_writer;

    QSplitter *m_splitter = nullptr;
    ExperimentPanel *m_panel = nullptr;
    QTabWidget *m_tabs = nullptr;
    OverviewPage *m_overview = nullptr;
    TimelineView *m_timeline = nullptr;
    PhasesView *m_phases = nullptr;
    RequestsPage *m_requests = nullptr;
    DetailsStrip *m_details = nullptr;
    QLabel *m_unverified = nullptr; // as long as results of such a run are shown
    bool m_isUnverified = false;
    QLabel *m_notice = nullptr;
    bool m_noticeIsUp = false; // also while a page of its own hides it
    LoopPage *m_loop = nullptr;
    LessonsPage *m_lessons = nullptr;
    FrontierPage *m_frontier = nullptr;
    IdlePage *m_idle = nullptr;
    struct OwnPage
    {
        QWidget *page;
        QMenu *menu;
    };
    std::vector<OwnPage> m_ownPages;
    std::vector<QWidget *> m_runStatus; // in the status bar

    QAction *m_runAction = nullptr;
    QAction *m_stopAction = nullptr;
    QString m_version;
    QString m_licences;
    QAction *m_openAction = nullptr;
    QAction *m_csvAction = nullptr;
    QAction *m_jsonAction = nullptr;
    QActionGroup *m_themes = nullptr;

    QLabel *m_state = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_rate = nullptr;
    QLabel *m_turns = nullptr;
    QLabel *m_limit = nullptr;
    QLabel *m_dropped = nullptr;
    QLabel *m_wakeups = nullptr;
    QTimer m_statusTimer;
    QElapsedTimer m_sinceStatus;
    QElapsedTimer m_sinceStart;
    EngineStatus m_lastStatus;
};

} // namespace reusescope
