// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/scenario.h"
#include "ui/lessons/lessonlibrary.h"
#include "ui/lessons/prediction.h"
#include "ui/settings.h"

#include <QWidget>

#include <array>
#include <map>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

namespace reusescope {

class LessonList;
class LessonRun;
class QuestionView;
class ScriptEditor;
class ScriptPlayer;

/// The lessons, each in five steps: read, predict, run, reveal, on real sockets. The answer is not
/// shown before somebody has predicted, or has said that they skip it.
///
/// Thread: UI. Ownership: refers to the settings, where progress is kept. It starts no run; the
/// window does, on scenarioWanted(). The user's own lessons are read again whenever the page is
/// shown and reload() is called; a file with a mistake is listed with it.
class LessonsPage : public QWidget
{
    Q_OBJECT

public:
    enum class Step { Read, Predict, Run, Reveal, OnRealSockets };
    static constexpr std::size_t kSteps = 5;

    /// `scenarios`: those that a lesson may refer to.
    LessonsPage(const std::vector<Scenario> &scenarios, Settings &settings,
                QWidget *parent = nullptr);
    ~LessonsPage() override;

    /// The page's actions, for the menu bar; owned by the page.
    QMenu *menu() const { return m_menu; }
    /// Whether progress is kept; a window under a script's control keeps nothing.
    void setRemembers(bool remembers) { m_remembers = remembers; }

    const std::vector<LessonEntry> &lessons() const { return m_lessons; }
    std::size_t current() const { return m_current; }
    void openLesson(std::size_t index);
    /// By its file's name without .md, or by what follows the number in it. False: there is none.
    bool openLesson(const QString &name);
    void reload();
    LessonProgress progressOf(std::size_t index) const;

    Step step() const { return m_step; }
    bool mayGoTo(Step step) const;
    void goTo(Step step); ///< does nothing where that may not be
    void predict(); ///< commits the answers as they stand, when all are given
    void skip();
    void tryAgain();
    QuestionView &question(std::size_t index) { return *m_questions[index]; }
    ScriptPlayer &player();
    bool exportHtml(const QString &path);

signals:
    /// "See it on real sockets": the scenario is to be run, and the Phases page shown.
    void scenarioWanted(const QString &name);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    enum Control { Next, Back, Reload, Export, Reset, ControlCount };

    void makeActions();
    QAction *addControl(Control control, const QString &text, const QString &tip,
                        const QList<QKeySequence> &keys);
    QWidget *buttonFor(Control control);
    QWidget *makeListSide();
    QWidget *makeLessonSide();
    QWidget *makeStepBar();
    QWidget *makePredictStep();
    QWidget *makeRunStep();
    QWidget *makeSocketsStep();
    QTextBrowser *makeText(const QString &name);

    void readLessons();
    void fillList();
    void showLesson();
    void showQuestions();
    void showTexts();
    void showStep();
    void showControls();
    void showNotice(const QString &text);
    void next();
    void back();
    void noteResult();
    void askForReset();
    void askForExport();
    const LessonEntry *entry() const; ///< null: there are no lessons
    const lesson::Lesson *lesson() const; ///< null: none, or one with a mistake
    QString scenarioTitle() const;

    Settings &m_settings;
    bool m_remembers = true;
    std::map<std::string, QString> m_scenarios; // titles by name
    std::vector<LessonEntry> m_lessons;
    std::map<QString, LessonProgress> m_progress; // of this session
    std::size_t m_current = 0;

    Step m_step = Step::Read;
    bool m_hasPredicted = false;
    bool m_hasSkipped = false;
    std::uint32_t m_attempt = 0;
    std::vector<Prediction> m_predictions;

    QMenu *m_menu;
    LessonRun *m_run;
    std::array<QAction *, ControlCount> m_actions{};
    LessonList *m_list = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_notice = nullptr;
    std::array<QToolButton *, kSteps> m_stepButtons{};
    QSplitter *m_splitter = nullptr;
    QStackedWidget *m_stack = nullptr;
    ScriptEditor *m_script = nullptr;
    QWidget *m_scriptSide = nullptr;
    QTextBrowser *m_read = nullptr;
    QTextBrowser *m_reveal = nullptr;
    QTextBrowser *m_sockets = nullptr;
    QTextBrowser *m_mistakes = nullptr;
    QWidget *m_questionHolder = nullptr;
    std::vector<QuestionView *> m_questions;
    QLabel *m_predicted = nullptr;
    QPushButton *m_skip = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_onSockets = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace reusescope
