// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lessonspage.h"

#include "ui/format/language.h"
#include "ui/lessons/lessonexport.h"
#include "ui/lessons/lessonhtml.h"
#include "ui/lessons/lessonlist.h"
#include "ui/lessons/questionview.h"
#include "ui/loop/looptext.h"
#include "ui/loop/scripteditor.h"
#include "ui/pages/lessonrun.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace reusescope {

using ::operator|; // Qt's for keys, which one of core's would hide

namespace {

constexpr int kSpacing = 8;
constexpr int kListWidth = 236;
constexpr int kTextMargin = 14;
constexpr int kIndent = 24; // of lists
constexpr int kButtonPadding = 32; // both sides together

using Lines = std::array<std::vector<int>, ScriptEditor::kSides>; // that ran

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

QString stepText(LessonsPage::Step step)
{
    switch (step) {
    case LessonsPage::Step::Read: return LessonsPage::tr("Read");
    case LessonsPage::Step::Predict: return LessonsPage::tr("Predict");
    case LessonsPage::Step::Run: return LessonsPage::tr("Run");
    case LessonsPage::Step::Reveal: return LessonsPage::tr("Reveal");
    case LessonsPage::Step::OnRealSockets: return LessonsPage::tr("On real sockets");
    }
    return {};
}

/// Fusion's pressed buttons hardly differ from the others on a dark ground.
void markButton(QToolButton &button)
{
    QPalette colors = QApplication::palette();
    if (button.isChecked()) {
        colors.setColor(QPalette::Button, colors.color(QPalette::Highlight));
        colors.setColor(QPalette::ButtonText, colors.color(QPalette::HighlightedText));
    }
    button.setPalette(colors);
}

/// Fusion gives long texts no air.
void setTextWithAir(QPushButton &button, const QString &text)
{
    button.setText(text);
    button.setMinimumWidth(button.fontMetrics().size(Qt::TextShowMnemonic, text).width()
                           + kButtonPadding);
}

QLabel *makeLabel(const QString &name)
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAccessibleName(name);
    return label;
}

} // namespace

LessonsPage::LessonsPage(const std::vector<Scenario> &scenarios, Settings &settings,
                         QWidget *parent)
    : QWidget(parent),
      m_settings(settings),
      m_menu(new QMenu(tr("&Lessons"), this)),
      m_run(new LessonRun)
{
    for (const Scenario &scenario : scenarios)
        m_scenarios.emplace(scenario.name, scenarioText(scenario.title));
    makeActions();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    layout->setSpacing(2 * kSpacing);
    layout->addWidget(makeListSide());
    layout->addWidget(makeLessonSide(), 1);
    setFocusProxy(m_list);

    connect(m_run, &LessonRun::executedChanged, this, [this] {
        m_script->setExecuted(Lines{m_run->executed(), {}});
    });
    connect(m_run, &LessonRun::lineWanted, this, [this](int line) { m_script->goToLine(line); });
    readLessons();
    fillList();
    openLesson(std::size_t{0});
}

LessonsPage::~LessonsPage() = default;

ScriptPlayer &LessonsPage::player()
{
    return m_run->player();
}

QAction *LessonsPage::addControl(Control control, const QString &text, const QString &tip,
                                 const QList<QKeySequence> &keys)
{
    QAction *action = m_menu->addAction(text);
    action->setShortcuts(keys);
    action->setToolTip(
        keys.isEmpty() ? tip
                       : tr("%1 (%2)").arg(tip, keys.first().toString(QKeySequence::NativeText)));
    m_actions[control] = action;
    addAction(action);
    return action;
}

void LessonsPage::makeActions()
{
    m_menu->setToolTipsVisible(true);
    connect(addControl(Next, tr("&Next step"), tr("Go on in the lesson"),
                       {Qt::ALT | Qt::Key_Right, Qt::CTRL | Qt::Key_Return}),
            &QAction::triggered, this, &LessonsPage::next);
    connect(addControl(Back, tr("&Previous step"), tr("Go back in the lesson"),
                       {Qt::ALT | Qt::Key_Left}),
            &QAction::triggered, this, &LessonsPage::back);
    m_menu->addSeparator();
    m_run->addActionsTo(*m_menu);
    m_menu->addSeparator();
    connect(addControl(Reload, tr("&Read the lessons again"),
                       tr("Reads the files again, after you have changed one of your own in %1")
                           .arg(ownLessonsFolder()),
                       {QKeySequence(Qt::CTRL | Qt::Key_R)}),
            &QAction::triggered, this, &LessonsPage::reload);
    connect(addControl(Export, tr("E&xport as HTML…"),
                       tr("Writes the lesson with its trace and pictures as one page"),
                       {QKeySequence(Qt::CTRL | Qt::Key_E)}),
            &QAction::triggered, this, &LessonsPage::askForExport);
    m_actions[Export]->setIconText(tr("Export…"));
    connect(addControl(Reset, tr("Reset pro&gress…"), tr("Forgets which lessons are done"), {}),
            &QAction::triggered, this, &LessonsPage::askForReset);
    m_actions[Reset]->setIconText(tr("Reset…"));
}

QWidget *LessonsPage::buttonFor(Control control)
{
    auto *button = new QToolButton;
    button->setDefaultAction(m_actions[control]);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(m_actions[control]->text().remove(QLatin1Char('&')));
    button->setMinimumHeight(button->fontMetrics().height() + 12);
    return button;
}

QWidget *LessonsPage::makeListSide()
{
    auto *side = new QWidget;
    side->setFixedWidth(kListWidth);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpacing);
    m_list = new LessonList;
    connect(m_list, &LessonList::currentRowChanged, this, [this](int row) {
        if (row >= 0 && static_cast<std::size_t>(row) != m_current)
            openLesson(static_cast<std::size_t>(row));
    });
    column->addWidget(m_list, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(buttonFor(Export));
    buttons->addStretch(1);
    buttons->addWidget(buttonFor(Reset));
    column->addLayout(buttons);
    return side;
}

QWidget *LessonsPage::makeLessonSide()
{
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpacing);

    m_title = makeLabel(tr("Lesson"));
    QFont big = m_title->font();
    big.setPointSizeF(big.pointSizeF() * 1.5);
    big.setWeight(QFont::DemiBold);
    m_title->setFont(big);
    column->addWidget(m_title);
    column->addWidget(makeStepBar());
    m_notice = makeLabel(tr("Notice"));
    m_notice->hide();
    column->addWidget(m_notice);

    m_read = makeText(tr("Text to read"));
    m_reveal = makeText(tr("What was right, and what the trace proves"));
    m_mistakes = makeText(tr("What is wrong with this lesson"));
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_read); // in the order of the steps
    m_stack->addWidget(makePredictStep());
    m_stack->addWidget(makeRunStep());
    m_stack->addWidget(m_reveal);
    m_stack->addWidget(makeSocketsStep());
    m_stack->addWidget(m_mistakes);

    m_scriptSide = new QWidget;
    auto *scriptColumn = new QVBoxLayout(m_scriptSide);
    scriptColumn->setContentsMargins(kSpacing / 2, 0, 0, 0);
    m_script = new ScriptEditor;
    m_script->setReadOnly(true);
    m_script->setAccessibleName(tr("Script of the lesson"));
    scriptColumn->addWidget(m_script);

    m_splitter = new QSplitter;
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_scriptSide);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({620, 390});
    column->addWidget(m_splitter, 1);

    auto *bottom = new QHBoxLayout;
    m_back = new QPushButton;
    connect(m_back, &QPushButton::clicked, m_actions[Back], &QAction::trigger);
    m_skip = new QPushButton;
    setTextWithAir(*m_skip, tr("&Skip the questions"));
    m_skip->setToolTip(
        tr("Shows the answers without a prediction; the lesson does not count as done"));
    connect(m_skip, &QPushButton::clicked, this, &LessonsPage::skip);
    m_again = new QPushButton;
    setTextWithAir(*m_again, tr("Try a&gain"));
    m_again->setToolTip(tr("Answers the questions once more, with the words in another order"));
    connect(m_again, &QPushButton::clicked, this, &LessonsPage::tryAgain);
    m_next = new QPushButton;
    m_next->setDefault(true);
    connect(m_next, &QPushButton::clicked, m_actions[Next], &QAction::trigger);
    bottom->addWidget(m_back);
    bottom->addStretch(1);
    bottom->addWidget(m_again);
    bottom->addWidget(m_skip);
    bottom->addWidget(m_next);
    column->addLayout(bottom);
    return side;
}

QWidget *LessonsPage::makeStepBar()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (std::size_t i = 0; i < kSteps; ++i) {
        const auto step = static_cast<Step>(i);
        auto *button = new QToolButton;
        button->setText(tr("%1  %2").arg(i + 1).arg(stepText(step)));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setMinimumHeight(button->fontMetrics().height() + 12);
        connect(button, &QToolButton::clicked, this, [this, step] {
            goTo(step);
            showStep(); // so that the button of the step that is shown stays down
        });
        row->addWidget(button);
        m_stepButtons[i] = button;
    }
    row->addStretch(1);
    return bar;
}

QTextBrowser *LessonsPage::makeText(const QString &name)
{
    auto *text = new QTextBrowser;
    text->setAccessibleName(name);
    text->setOpenLinks(false);
    text->document()->setDocumentMargin(kTextMargin);
    text->document()->setIndentWidth(kIndent);
    QFont font = text->font();
    font.setPointSizeF(font.pointSizeF() * 1.1);
    text->setFont(font);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return text;
}

QWidget *LessonsPage::makePredictStep()
{
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(kTextMargin, kTextMargin, kTextMargin, kTextMargin);
    column->setSpacing(kSpacing);
    m_predicted = makeLabel(tr("State of your prediction"));
    column->addWidget(m_predicted);
    m_questionHolder = new QWidget;
    new QVBoxLayout(m_questionHolder);
    m_questionHolder->layout()->setContentsMargins(0, 0, 0, 0);
    m_questionHolder->layout()->setSpacing(3 * kSpacing);
    column->addWidget(m_questionHolder);
    column->addStretch(1);
    scroll->setWidget(content);
    return scroll;
}

QWidget *LessonsPage::makeRunStep()
{
    // So that a small window need not be as high as the picture.
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_run);
    scroll->setWidget(content);
    scroll->setFocusProxy(m_run);
    return scroll;
}

QWidget *LessonsPage::makeSocketsStep()
{
    auto *step = new QWidget;
    auto *column = new QVBoxLayout(step);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpacing);
    m_sockets = makeText(tr("What to look at on real sockets"));
    column->addWidget(m_sockets, 1);
    m_onSockets = new QPushButton;
    setTextWithAir(*m_onSockets, tr("See it on &real sockets"));
    connect(m_onSockets, &QPushButton::clicked, this, [this] {
        if (lesson())
            emit scenarioWanted(fromUtf8(lesson()->scenario));
    });
    auto *row = new QHBoxLayout;
    row->addWidget(m_onSockets);
    row->addStretch(1);
    column->addLayout(row);
    return step;
}

const LessonEntry *LessonsPage::entry() const
{
    return m_current < m_lessons.size() ? &m_lessons[m_current] : nullptr;
}

const lesson::Lesson *LessonsPage::lesson() const
{
    const LessonEntry *const shown = entry();
    return shown && shown->isUsable() ? &shown->file.parsed.lesson : nullptr;
}

void LessonsPage::readLessons()
{
    std::vector<std::string> names;
    for (const auto &[name, title] : m_scenarios)
        names.push_back(name);
    std::vector<std::filesystem::path> folders = dataFolders();
    for (std::filesystem::path &folder : folders)
        folder /= "lessons";
    // The questions refer to the lessons.
    qDeleteAll(m_questions);
    m_questions.clear();
    m_lessons = loadLessons(folders, ownLessonsFolder(), names);
    for (const LessonEntry &lesson : m_lessons)
        m_progress.emplace(lesson.key, m_settings.lessonProgress(lesson.key));
}

void LessonsPage::fillList()
{
    std::vector<LessonProgress> progress;
    for (std::size_t i = 0; i < m_lessons.size(); ++i)
        progress.push_back(progressOf(i));
    m_list->show(m_lessons, std::move(progress), m_current);
    m_actions[Reset]->setEnabled(
        std::any_of(m_progress.begin(), m_progress.end(),
                    [](const auto &each) { return each.second != LessonProgress::Untouched; }));
}

LessonProgress LessonsPage::progressOf(std::size_t index) const
{
    const auto found = m_progress.find(m_lessons[index].key);
    return found == m_progress.end() ? LessonProgress::Untouched : found->second;
}

void LessonsPage::openLesson(std::size_t index)
{
    m_current = index;
    m_attempt = 0;
    m_hasPredicted = false;
    m_hasSkipped = false;
    m_predictions.clear();
    m_notice->hide();
    showLesson();
    m_step = Step::Read;
    showStep();
}

bool LessonsPage::openLesson(const QString &name)
{
    const auto found =
        std::find_if(m_lessons.begin(), m_lessons.end(), [&](const LessonEntry &lesson) {
            const QString own = QString::fromStdString(lesson.file.name);
            return own == name || own.section(QLatin1Char('-'), 1) == name;
        });
    if (found == m_lessons.end())
        return false;
    openLesson(static_cast<std::size_t>(found - m_lessons.begin()));
    return true;
}

void LessonsPage::reload()
{
    const QString key = entry() ? entry()->key : QString();
    readLessons();
    const auto found = std::find_if(m_lessons.begin(), m_lessons.end(),
                                    [&](const LessonEntry &lesson) { return lesson.key == key; });
    fillList();
    openLesson(found == m_lessons.end() ? 0 : static_cast<std::size_t>(found - m_lessons.begin()));
}

void LessonsPage::showLesson()
{
    const QSignalBlocker blocker(m_list);
    m_list->setCurrentRow(m_lessons.empty() ? -1 : static_cast<int>(m_current));
    m_title->setText(entry() ? entry()->title() : tr("There are no lessons"));
    showTexts();
    showQuestions();
    if (!lesson())
        return;
    m_script->replaceText(fromUtf8(lesson()->script).trimmed());
    m_run->load(*lesson());
}

void LessonsPage::showQuestions()
{
    qDeleteAll(m_questions);
    m_questions.clear();
    if (!lesson())
        return;
    const std::vector<lesson::Question> &questions = lesson()->questions;
    const bool comparesModels = lesson::modelsOf(*lesson()).size() > 1;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        QString heading = questions.size() == 1
            ? tr("Question")
            : tr("Question %1 of %2").arg(i + 1).arg(questions.size());
        if (comparesModels && questions[i].asksForOrder())
            heading = tr("%1, %2 (%3)")
                          .arg(heading, shortModelTextWithin(questions[i].model),
                               modelOriginText(questions[i].model));
        // Another order in each lesson and attempt, and the same one for everybody.
        const auto seed = static_cast<std::uint32_t>(31 * m_current + 7 * i + 1000 * m_attempt + 1);
        auto *view = new QuestionView(questions[i], heading, seed);
        connect(view, &QuestionView::answered, this, &LessonsPage::showControls);
        m_questionHolder->layout()->addWidget(view);
        m_questions.push_back(view);
    }
}

void LessonsPage::showTexts()
{
    const Theme theme(palette());
    const auto show = [&](QTextBrowser *view, const QString &html) {
        const int place = view->verticalScrollBar()->value();
        view->document()->setDefaultStyleSheet(lessonStyle(theme));
        view->setHtml(html);
        view->verticalScrollBar()->setValue(place);
    };
    const LessonEntry *const shown = entry();
    if (!shown) {
        show(m_mistakes,
             tr("<p>The lessons of the program were not found. They belong into "
                "<code>share/reusescope/lessons</code> beside the program's folder.</p>"));
        return;
    }
    if (!shown->isUsable()) {
        show(
            m_mistakes,
            tr("<p>This lesson cannot be used yet:</p>%1<p>It is the file <code>%2</code>. When it "
               "is mended, choose <i>Read the lessons again</i> (Ctrl+R).</p>")
                .arg(mistakesHtml(shown->mistakes),
                     fromUtf8(shown->file.file.string()).toHtmlEscaped()));
        return;
    }
    show(m_read, fromUtf8(htmlOf(lesson()->introduction)));
    show(m_sockets,
         tr("<p class='muted'>Scenario <code>%1</code>: %2</p>")
                 .arg(fromUtf8(lesson()->scenario).toHtmlEscaped(), scenarioTitle().toHtmlEscaped())
             + fromUtf8(htmlOf(lesson()->onRealSockets)));
    m_onSockets->setToolTip(
        tr("Runs the scenario %1 and shows the Phases page").arg(fromUtf8(lesson()->scenario)));
    QString reveal;
    if (m_hasPredicted || m_hasSkipped) {
        if (m_hasSkipped && !m_hasPredicted)
            reveal = tr("<p class='muted'>You have skipped the questions; here are the "
                        "answers.</p>");
        reveal += answersHtml(*lesson(), m_predictions, theme);
        reveal += QStringLiteral("<h2>%1</h2>").arg(tr("What the trace proves"));
        reveal += revealHtml(*lesson());
        for (const LoopModel model : lesson::modelsOf(*lesson())) {
            reveal += QStringLiteral("<h3>%1</h3>")
                          .arg(tr("The trace with %1").arg(shortModelTextWithin(model)));
            reveal += traceHtml(*lesson(), lesson::outcomeOf(lesson()->program, model));
        }
    }
    show(m_reveal, reveal);
}

QString LessonsPage::scenarioTitle() const
{
    const auto found = lesson() ? m_scenarios.find(lesson()->scenario) : m_scenarios.end();
    return found == m_scenarios.end() ? QString() : found->second;
}

bool LessonsPage::mayGoTo(Step step) const
{
    if (!lesson())
        return false;
    return step <= Step::Predict || m_hasPredicted || m_hasSkipped;
}

void LessonsPage::goTo(Step step)
{
    if (!mayGoTo(step))
        return;
    m_step = step;
    showStep();
    // By keyboard one goes on in what has just come.
    QWidget *shown = m_stack->currentWidget();
    if (step == Step::Predict && !m_questions.empty())
        shown = m_questions.front();
    else if (step == Step::OnRealSockets)
        shown = m_onSockets;
    shown->setFocus(Qt::OtherFocusReason);
}

void LessonsPage::showStep()
{
    const bool isUsable = lesson() != nullptr;
    m_stack->setCurrentIndex(isUsable ? static_cast<int>(m_step) : m_stack->indexOf(m_mistakes));
    m_scriptSide->setVisible(isUsable);
    for (std::size_t i = 0; i < kSteps; ++i) {
        const auto step = static_cast<Step>(i);
        const bool may = mayGoTo(step);
        m_stepButtons[i]->setEnabled(may);
        m_stepButtons[i]->setChecked(isUsable && step == m_step);
        markButton(*m_stepButtons[i]);
        m_stepButtons[i]->setToolTip(may || !isUsable ? QString()
                                                      : tr("Predict first, or skip the questions"));
    }
    m_predicted->setText(m_hasPredicted ? tr("This is your prediction. See what the loop does.")
                             : m_hasSkipped
                             ? tr("You have seen the answers; you can still put them in order.")
                             : QString());
    m_predicted->setVisible(!m_predicted->text().isEmpty());
    for (QuestionView *view : m_questions)
        view->setFrozen(m_hasPredicted);
    // What runs is marked in the script where it is being run.
    m_script->setExecuted(m_step == Step::Run ? Lines{m_run->executed(), {}} : Lines{});
    showControls();
}

void LessonsPage::showControls()
{
    const bool isUsable = lesson() != nullptr;
    m_actions[Export]->setEnabled(isUsable);

    const bool asks = isUsable && m_step == Step::Predict && !m_hasPredicted;
    const bool complete =
        std::all_of(m_questions.begin(), m_questions.end(), [this](const QuestionView *view) {
            const auto index = static_cast<std::size_t>(
                std::find(m_questions.begin(), m_questions.end(), view) - m_questions.begin());
            return view->prediction().isComplete(lesson()->questions[index]);
        });
    m_skip->setVisible(asks && !m_hasSkipped);
    m_again->setVisible(isUsable && m_hasPredicted
                        && (m_step == Step::Predict || m_step == Step::Reveal));
    setTextWithAir(*m_back,
                   m_step == Step::Read
                       ? tr("← Back")
                       : tr("← %1").arg(stepText(static_cast<Step>(static_cast<int>(m_step) - 1))));
    m_actions[Back]->setEnabled(isUsable && m_step != Step::Read);
    QString onward;
    QString tip = m_actions[Next]->toolTip();
    bool may = isUsable;
    if (asks) {
        onward = tr("This is my prediction →");
        may = complete;
        if (!complete)
            tip = tr("Answer every question first");
    } else if (m_step == Step::OnRealSockets || !isUsable) {
        onward = tr("Next lesson →");
        may = m_current + 1 < m_lessons.size();
    } else {
        onward = tr("%1 →").arg(stepText(static_cast<Step>(static_cast<int>(m_step) + 1)));
    }
    m_actions[Next]->setEnabled(may);
    setTextWithAir(*m_next, onward);
    m_next->setEnabled(may);
    m_next->setToolTip(tip);
    m_back->setEnabled(m_actions[Back]->isEnabled());
    m_back->setToolTip(m_actions[Back]->toolTip());
}

void LessonsPage::next()
{
    if (lesson() && m_step == Step::Predict && !m_hasPredicted) {
        predict();
    } else if (lesson() && m_step != Step::OnRealSockets) {
        goTo(static_cast<Step>(static_cast<int>(m_step) + 1));
    } else if (m_current + 1 < m_lessons.size()) {
        openLesson(m_current + 1);
        m_read->setFocus(Qt::OtherFocusReason);
    }
}

void LessonsPage::back()
{
    if (m_step != Step::Read)
        goTo(static_cast<Step>(static_cast<int>(m_step) - 1));
}

void LessonsPage::predict()
{
    if (!lesson() || m_hasPredicted)
        return;
    std::vector<Prediction> predictions;
    for (std::size_t i = 0; i < m_questions.size(); ++i) {
        predictions.push_back(m_questions[i]->prediction());
        if (!predictions.back().isComplete(lesson()->questions[i]))
            return;
    }
    m_predictions = std::move(predictions);
    m_hasPredicted = true;
    noteResult();
    showTexts();
    m_reveal->verticalScrollBar()->setValue(0);
    goTo(Step::Run);
}

void LessonsPage::noteResult()
{
    bool allRight = true;
    for (std::size_t i = 0; i < m_predictions.size(); ++i)
        allRight = allRight && isRight(lesson()->questions[i], m_predictions[i]);
    const bool isFirstTry =
        m_attempt == 0 && !m_hasSkipped && progressOf(m_current) == LessonProgress::Untouched;
    LessonProgress &progress = m_progress[entry()->key];
    if (allRight && isFirstTry)
        progress = LessonProgress::RightAtFirstTry;
    else if (progress == LessonProgress::Untouched)
        progress = LessonProgress::Done;
    if (m_remembers)
        m_settings.setLessonProgress(entry()->key, progress);
    fillList();
}

void LessonsPage::skip()
{
    if (!lesson())
        return;
    m_hasSkipped = true;
    showTexts();
    goTo(Step::Run);
}

void LessonsPage::tryAgain()
{
    if (!lesson() || !m_hasPredicted)
        return;
    ++m_attempt;
    m_hasPredicted = false;
    m_hasSkipped = false;
    m_predictions.clear();
    m_run->player().restart();
    showTexts();
    showQuestions();
    goTo(Step::Predict);
}

void LessonsPage::showNotice(const QString &text)
{
    m_notice->setText(text);
    m_notice->show();
}

void LessonsPage::askForReset()
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Reset progress"),
                                tr("Forget which lessons are done, and which were right at the "
                                   "first try?"),
                                QMessageBox::Reset | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box](QAbstractButton *button) {
        if (box->standardButton(button) != QMessageBox::Reset)
            return;
        for (auto &[key, progress] : m_progress)
            progress = LessonProgress::Untouched;
        if (m_remembers)
            m_settings.forgetLessonProgress();
        fillList();
    });
    box->open();
}

void LessonsPage::askForExport()
{
    if (!lesson())
        return;
    auto *dialog = new QFileDialog(this, tr("Export the lesson as HTML"), m_settings.lastFolder(),
                                   tr("HTML (*.html)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(fromUtf8(entry()->file.name) + QStringLiteral(".html"));
    connect(dialog, &QFileDialog::fileSelected, this, &LessonsPage::exportHtml);
    dialog->open();
}

bool LessonsPage::exportHtml(const QString &path)
{
    if (!lesson())
        return false;
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const QByteArray page = lessonAsHtml(*lesson(), scenarioTitle());
    if (!file.open(QIODevice::WriteOnly) || file.write(page) != page.size() || !file.commit()) {
        showNotice(tr("%1 cannot be written: %2.").arg(path, file.errorString()));
        return false;
    }
    showNotice(tr("Written: %1").arg(path));
    return true;
}

void LessonsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_stack) {
        fillList();
        showTexts();
        for (QToolButton *button : m_stepButtons)
            markButton(*button);
    }
}

void LessonsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (event->spontaneous() || m_step != Step::Read)
        return;
    // The user may have added one.
    reload();
}

} // namespace reusescope
