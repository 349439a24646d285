// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/looppage.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/loop/looptext.h"
#include "ui/loop/scripteditor.h"
#include "ui/pages/looppane.h"
#include "ui/settings.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSaveFile>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace reusescope {

using ::operator|; // Qt's for keys, which one of core's would hide

namespace {

constexpr int kSpacing = 8;
constexpr int kScriptWidth = 460;
constexpr int kMostShownMistakes = 4; // without scrolling
constexpr int kHighestMaxTurns = 1'000'000'000;
/// While it plays, differences are marked in logs up to this length; in longer ones when it pauses.
constexpr std::size_t kMostMarkedWhilePlaying = 1'000;

/// Steps per second, by position of the slider.
constexpr std::array kSpeeds{1, 2, 5, 10, 20, 50, 100, 1'000, 10'000, ScriptPlayer::kFullSpeed};
constexpr int kUsualSpeed = 1;

/// The lines of a log that belong to the order of callbacks.
struct OrderLines
{
    std::vector<std::size_t> keys; // equal words have equal ones
    std::vector<std::size_t> rows; // where they stand in the log
};

using Keys = std::unordered_map<std::string_view, std::size_t>;

OrderLines orderLinesOf(const ScriptTrack &track, Keys &known)
{
    OrderLines lines;
    std::size_t row = 0;
    for (const script::Entry &entry : track.entries()) {
        if (entry.kind == script::EntryKind::Callback || entry.kind == script::EntryKind::Log) {
            lines.keys.push_back(known.emplace(entry.text, known.size()).first->second);
            lines.rows.push_back(row);
        }
        ++row;
    }
    return lines;
}

std::vector<bool> rowMarks(const OrderLines &lines, const std::vector<bool> &marks,
                           std::size_t rowCount)
{
    std::vector<bool> rows(rowCount);
    for (std::size_t i = 0; i < marks.size(); ++i)
        rows[lines.rows[i]] = marks[i];
    return rows;
}

} // namespace

LoopPage::LoopPage(Settings &settings, QWidget *parent)
    : QWidget(parent),
      m_settings(settings),
      m_examples(loopExamples()),
      m_menu(new QMenu(tr("&Loop"), this))
{
    makeActions();
    m_splitter = new QSplitter;
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeScriptSide());
    m_splitter->addWidget(makeLoopSide());
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({kScriptWidth, 3 * kScriptWidth});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    layout->addWidget(m_splitter);
    setFocusProxy(m_editor);

    connect(m_editor, &ScriptEditor::parsedAgain, this, &LoopPage::onParsed);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, &LoopPage::showName);
    connect(&m_player, &ScriptPlayer::replaced, this, [this] { showTracks(true); });
    connect(&m_player, &ScriptPlayer::advanced, this, [this] { showTracks(false); });
    connect(&m_player, &ScriptPlayer::controlsChanged, this, &LoopPage::showControls);
    m_speed->setValue(kUsualSpeed);
    showSpeed();
    setComparing(false);
    if (m_examples.empty())
        onParsed();
    else
        showExample(0);
    m_editor->document()->clearUndoRedoStacks();
}

QAction *LoopPage::addControl(Control control, const QString &text, const QString &tip,
                              const QList<QKeySequence> &keys)
{
    QAction *action = m_menu->addAction(text);
    action->setShortcuts(keys);
    m_actions[control] = action;
    m_tips[control] = keys.isEmpty()
        ? tip
        : tr("%1 (%2)").arg(tip, keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(m_tips[control]);
    addAction(action);
    return action;
}

void LoopPage::makeActions()
{
    m_menu->setToolTipsVisible(true);
    QAction *run = addControl(Run, tr("&Run"), tr("Run at the chosen speed"), {Qt::Key_F5});
    connect(run, &QAction::triggered, this, [this] { m_player.play(); });
    QAction *pause =
        addControl(Pause, tr("&Pause"), tr("Pause"), {Qt::Key_Escape, Qt::SHIFT | Qt::Key_F5});
    connect(pause, &QAction::triggered, this, [this] { m_player.pause(); });
    m_menu->addSeparator();
    const auto addStep = [&](Control control, const QString &text, const QString &tip,
                             const QKeySequence &key, ScriptPlayer::Step unit) {
        QAction *action = addControl(control, text, tip, {key});
        connect(action, &QAction::triggered, this, [this, unit] { m_player.step(unit); });
    };
    addStep(Callback, tr("&Callback"), tr("Step to the next callback, or over the next sleep"),
            Qt::Key_F10, ScriptPlayer::Step::Callback);
    addStep(PhaseStep, tr("P&hase"),
            tr("Step to the end of the next phase in which something runs, or of the next poll"),
            Qt::Key_F11, ScriptPlayer::Step::Phase);
    addStep(Turn, tr("&Turn"), tr("Step to the end of the turn"), Qt::SHIFT | Qt::Key_F11,
            ScriptPlayer::Step::Turn);
    QAction *back = addControl(Back, tr("&Back"), tr("Undo the last step"), {Qt::Key_F9});
    connect(back, &QAction::triggered, &m_player, &ScriptPlayer::back);
    QAction *restart = addControl(Restart, tr("Re&start"), tr("Back to the start of the program"),
                                  {Qt::SHIFT | Qt::Key_F9});
    connect(restart, &QAction::triggered, &m_player, &ScriptPlayer::restart);
    m_menu->addSeparator();
    QAction *compare =
        addControl(Compare, tr("Co&mpare models"),
                   tr("Both models of the loop side by side, differences marked"), {Qt::Key_F7});
    compare->setCheckable(true);
    connect(compare, &QAction::toggled, this, &LoopPage::chooseModels);
    QAction *next = addControl(NextMistake, tr("&Next mistake"),
                               tr("Go to the next mistake in the script"), {Qt::Key_F8});
    connect(next, &QAction::triggered, this, [this] { m_editor->goToNextMistake(); });
    m_menu->addSeparator();
    QAction *open = addControl(Open, tr("&Open…"), tr("Open a loop script"), {QKeySequence::Open});
    connect(open, &QAction::triggered, this, &LoopPage::open);
    QAction *save = addControl(Save, tr("S&ave…"), tr("Save the script"), {QKeySequence::Save});
    connect(save, &QAction::triggered, this, &LoopPage::save);
}

QWidget *LoopPage::buttonFor(Control control)
{
    auto *button = new QToolButton;
    button->setDefaultAction(m_actions[control]);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(m_actions[control]->text().remove(QLatin1Char('&')));
    button->setMinimumHeight(button->fontMetrics().height() + 12);
    return button;
}

QWidget *LoopPage::makeScriptSide()
{
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, kSpacing / 2, 0);
    column->setSpacing(kSpacing);

    auto *top = new QHBoxLayout;
    m_exampleBox = new QComboBox;
    m_exampleBox->setAccessibleName(tr("Examples"));
    m_exampleBox->setToolTip(tr("Takes an example into the editor; undo brings your text back"));
    m_exampleBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_exampleBox->setMinimumContentsLength(6);
    m_exampleBox->setPlaceholderText(tr("Examples"));
    for (const LoopExample &example : m_examples) {
        m_exampleBox->addItem(example.title);
        m_exampleBox->setItemData(m_exampleBox->count() - 1, example.title, Qt::ToolTipRole);
    }
    connect(m_exampleBox, &QComboBox::activated, this, [this](int index) {
        if (index >= 0)
            showExample(static_cast<std::size_t>(index));
    });
    top->addWidget(m_exampleBox, 1);
    top->addWidget(buttonFor(Open));
    top->addWidget(buttonFor(Save));
    column->addLayout(top);

    m_name = new QLabel;
    m_name->setTextFormat(Qt::PlainText);
    m_name->setAccessibleName(tr("File of the script"));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->hide();
    column->addWidget(m_name);
    m_notice = new QLabel;
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setAccessibleName(tr("Notice"));
    m_notice->hide();
    column->addWidget(m_notice);

    m_editor = new ScriptEditor;
    column->addWidget(m_editor, 1);

    m_verdict = new QLabel;
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_verdict->setAccessibleName(tr("Whether the script is valid"));
    column->addWidget(m_verdict);
    m_mistakes = new QListWidget;
    m_mistakes->setAccessibleName(tr("Mistakes in the script"));
    m_mistakes->setToolTip(tr("Click or press Return to go to the place; F8 goes to the next"));
    m_mistakes->setWordWrap(true);
    m_mistakes->setAlternatingRowColors(true);
    m_mistakes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_mistakes->setFixedHeight(kMostShownMistakes * (m_mistakes->fontMetrics().height() + 8));
    m_mistakes->hide();
    const auto goTo = [this](QListWidgetItem *item) {
        m_editor->goToMistake(static_cast<std::size_t>(m_mistakes->row(item)));
    };
    connect(m_mistakes, &QListWidget::itemClicked, this, goTo);
    connect(m_mistakes, &QListWidget::itemActivated, this, goTo);
    column->addWidget(m_mistakes);
    return side;
}

QWidget *LoopPage::makeLoopSide()
{
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(kSpacing / 2, 0, 0, 0);
    column->setSpacing(kSpacing);

    auto *steps = new QHBoxLayout;
    steps->setSpacing(4);
    for (const Control control : {Run, Pause})
        steps->addWidget(buttonFor(control));
    steps->addSpacing(kSpacing);
    steps->addWidget(new QLabel(tr("Step:")));
    for (const Control control : {Callback, PhaseStep, Turn})
        steps->addWidget(buttonFor(control));
    steps->addSpacing(kSpacing);
    for (const Control control : {Back, Restart})
        steps->addWidget(buttonFor(control));
    steps->addStretch(1);
    auto *compare = new QCheckBox(m_actions[Compare]->text());
    compare->setToolTip(m_tips[Compare]);
    connect(compare, &QCheckBox::toggled, m_actions[Compare], &QAction::setChecked);
    connect(m_actions[Compare], &QAction::toggled, compare, &QCheckBox::setChecked);
    steps->addWidget(compare);
    column->addLayout(steps);

    auto *choices = new QHBoxLayout;
    const auto addLabel = [&](const QString &text, QWidget *buddy) {
        auto *label = new QLabel(text);
        label->setBuddy(buddy);
        choices->addWidget(label);
        choices->addWidget(buddy);
    };
    m_speed = new QSlider(Qt::Horizontal);
    m_speed->setRange(0, static_cast<int>(kSpeeds.size()) - 1);
    m_speed->setPageStep(1);
    m_speed->setFixedWidth(110);
    m_speed->setAccessibleName(tr("Speed"));
    connect(m_speed, &QSlider::valueChanged, this, &LoopPage::showSpeed);
    addLabel(tr("Spee&d:"), m_speed);
    m_speedText = new QLabel;
    m_speedText->setMinimumWidth(m_speedText->fontMetrics().horizontalAdvance(
                                     tr("%1 steps/s", nullptr, 10'000).arg(countText(10'000)))
                                 + 4);
    choices->addWidget(m_speedText);
    choices->addStretch(1);
    m_models = new QComboBox;
    m_models->setAccessibleName(tr("Model of the loop"));
    for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
        m_models->addItem(shortModelText(model));
        m_models->setItemData(m_models->count() - 1, modelOriginText(model), Qt::ToolTipRole);
    }
    connect(m_models, &QComboBox::currentIndexChanged, this, &LoopPage::chooseModels);
    addLabel(tr("&Model:"), m_models);
    choices->addSpacing(kSpacing);
    m_maxTurns = new QSpinBox;
    m_maxTurns->setRange(1, kHighestMaxTurns);
    m_maxTurns->setValue(static_cast<int>(ScriptPlayer::kUsualMaxTurns));
    m_maxTurns->setGroupSeparatorShown(true);
    m_maxTurns->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_maxTurns->setKeyboardTracking(false);
    m_maxTurns->setAccessibleName(tr("Turn limit"));
    m_maxTurns->setToolTip(tr("A program that has not ended is stopped after so many turns"));
    connect(m_maxTurns, &QSpinBox::valueChanged, this,
            [this](int turns) { m_player.setMaxTurns(static_cast<std::uint32_t>(turns)); });
    addLabel(tr("Turn &limit:"), m_maxTurns);
    column->addLayout(choices);

    auto *panes = new QHBoxLayout;
    panes->setSpacing(2 * kSpacing);
    for (std::size_t i = 0; i < m_panes.size(); ++i) {
        m_panes[i] = new LoopPane(i);
        connect(m_panes[i], &LoopPane::lineWanted, this,
                [this](int line) { m_editor->goToLine(line); });
        panes->addWidget(m_panes[i], 1);
    }
    LoopPane::alignTwo(*m_panes[0], *m_panes[1]);
    column->addLayout(panes, 1);

    m_difference = new QLabel;
    m_difference->setTextFormat(Qt::PlainText);
    m_difference->setWordWrap(true);
    m_difference->setAccessibleName(tr("First difference between the models"));
    m_difference->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_difference);
    return side;
}

void LoopPage::showExample(std::size_t index)
{
    m_exampleBox->setCurrentIndex(static_cast<int>(index));
    m_path.clear();
    m_notice->hide();
    m_editor->replaceText(m_examples[index].text);
    m_editor->document()->setModified(false);
    showName();
}

bool LoopPage::isComparing() const
{
    return m_actions[Compare]->isChecked();
}

void LoopPage::setComparing(bool comparing)
{
    if (comparing == isComparing())
        chooseModels();
    else
        m_actions[Compare]->setChecked(comparing);
}

void LoopPage::chooseModels()
{
    const bool comparing = isComparing();
    m_models->setEnabled(!comparing);
    m_models->setToolTip(comparing ? tr("Both are shown; end the comparison to choose one")
                                   : tr("Which libuv the loop is like"));
    m_panes[1]->setVisible(comparing);
    m_difference->setVisible(comparing);
    for (LoopPane *pane : m_panes)
        pane->setWide(!comparing);
    const LoopModel chosen =
        m_models->currentIndex() == 0 ? LoopModel::TimersLast : LoopModel::TimersFirst;
    if (comparing)
        m_player.setModels({LoopModel::TimersLast, LoopModel::TimersFirst});
    else
        m_player.setModels({chosen});
}

void LoopPage::onParsed()
{
    const script::ParsedScript &parsed = m_editor->parsed();
    m_mistakes->clear();
    for (const script::Mistake &mistake : parsed.mistakes)
        m_mistakes->addItem(tr("%1:%2: %3")
                                .arg(mistake.where.line)
                                .arg(mistake.where.column)
                                .arg(QString::fromStdString(mistake.sentence)));
    m_mistakes->setVisible(!parsed.isValid());
    const std::size_t count = parsed.mistakes.size();
    m_verdict->setText(count == 0
                           ? tr("The script is valid.")
                           : tr("%1. What is shown at the right is the script as it was before.")
                                 .arg(tr("%1 mistakes", nullptr, pluralOf(count)).arg(count)));
    if (parsed.isValid())
        m_player.load(parsed.program);
    else
        m_player.pause();
    showControls();
}

void LoopPage::showTracks(bool areOthers)
{
    for (std::size_t i = 0; i < m_player.trackCount(); ++i)
        m_panes[i]->show(m_player.track(i), areOthers);
    markDifferences();
    showDifference();
    showExecuted();
}

void LoopPage::markDifferences()
{
    if (m_player.trackCount() != 2)
        return;
    const ScriptTrack &left = m_player.track(0);
    const ScriptTrack &right = m_player.track(1);
    if (m_player.isPlaying()
        && left.entries().size() + right.entries().size() > kMostMarkedWhilePlaying)
        return;
    Keys keys;
    const OrderLines leftLines = orderLinesOf(left, keys);
    const OrderLines rightLines = orderLinesOf(right, keys);
    const Differences differences =
        differencesOf(leftLines.keys, rightLines.keys, !left.isOver(), !right.isOver());
    m_panes[0]->log().setDifferences(rowMarks(leftLines, differences.left, left.entries().size()));
    m_panes[1]->log().setDifferences(
        rowMarks(rightLines, differences.right, right.entries().size()));
}

void LoopPage::showDifference()
{
    const OrderComparison *comparison = m_player.comparison();
    if (!comparison)
        return;
    const auto &first = comparison->first();
    if (!first) {
        const QString count = countText(comparison->agreed());
        m_difference->setText(m_player.isOver()
                                  ? tr("The order is the same in both models: %1 words.", nullptr,
                                       pluralOf(comparison->agreed()))
                                        .arg(count)
                                  : tr("No difference so far: %1 words agree.", nullptr,
                                       pluralOf(comparison->agreed()))
                                        .arg(count));
        return;
    }
    const auto side = [&](std::size_t index) {
        const auto &word = first->words[index];
        const QString model = shortModelTextWithin(m_player.track(index).model());
        return word ? tr("“%1” in turn %2 with %3")
                          .arg(QString::fromStdString(word->text), countText(word->turn), model)
                    : tr("the end with %1").arg(model);
    };
    m_difference->setText(
        tr("First difference at word %1: %2, %3.").arg(countText(first->place), side(0), side(1)));
}

void LoopPage::showExecuted()
{
    if (!m_editor->parsed().isValid())
        return;
    std::array<std::vector<int>, ScriptEditor::kSides> lines;
    for (std::size_t i = 0; i < m_player.trackCount(); ++i)
        lines[i] = linesOf(m_player.track(i).program(), m_player.track(i).executed());
    m_editor->setExecuted(std::move(lines));
}

void LoopPage::setControl(Control control, const QString &whyNot)
{
    m_actions[control]->setEnabled(whyNot.isEmpty());
    m_actions[control]->setToolTip(
        whyNot.isEmpty() ? m_tips[control] : tr("%1\nNot now: %2").arg(m_tips[control], whyNot));
}

void LoopPage::showControls()
{
    const bool isValid = m_editor->parsed().isValid();
    const QString mistake = isValid ? QString() : tr("the script has a mistake");
    QString onward = mistake;
    if (onward.isEmpty() && m_player.isReplaying())
        onward = tr("it is on its way back");
    if (onward.isEmpty() && m_player.isOver())
        onward = tr("the program is over");
    for (const Control control : {Callback, PhaseStep, Turn})
        setControl(control, onward);
    if (onward.isEmpty() && m_player.isPlaying())
        onward = tr("it is running");
    setControl(Run, onward);
    setControl(Pause, m_player.isPlaying() ? QString() : tr("it is not running"));
    QString backward = mistake;
    if (backward.isEmpty() && !m_player.canGoBack())
        backward = tr("this is the start");
    setControl(Back, backward);
    setControl(Restart, backward);
    setControl(NextMistake, isValid ? tr("the script has no mistake") : QString());
}

void LoopPage::showSpeed()
{
    const int speed = kSpeeds[static_cast<std::size_t>(m_speed->value())];
    QString text = tr("full speed");
    if (speed != ScriptPlayer::kFullSpeed)
        text = tr("%1 steps/s", nullptr, speed).arg(countText(static_cast<std::uint64_t>(speed)));
    m_speedText->setText(text);
    m_speed->setToolTip(tr("Steps by callback in a second: %1").arg(text));
    m_speed->setAccessibleDescription(text);
    m_player.setSpeed(speed);
}

void LoopPage::showName()
{
    m_name->setVisible(!m_path.isEmpty());
    const QString name = QFileInfo(m_path).fileName();
    m_name->setText(m_editor->document()->isModified() ? tr("%1 (changed)").arg(name) : name);
    m_name->setToolTip(m_path);
}

void LoopPage::showNotice(const QString &text)
{
    m_notice->setText(text);
    m_notice->show();
}

void LoopPage::open()
{
    auto *dialog = new QFileDialog(this, tr("Open a loop script"), m_settings.lastFolder(),
                                   tr("Loop scripts (*.loop);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &LoopPage::openFile);
    dialog->open();
}

void LoopPage::openFile(const QString &path)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        showNotice(tr("%1 cannot be read: %2.").arg(path, file.errorString()));
        return;
    }
    constexpr auto kMost = static_cast<qint64>(script::kMaxScriptBytes);
    const QByteArray bytes = file.read(kMost + 1);
    if (bytes.size() > kMost) {
        showNotice(tr("%1 is too large for a loop script: more than %2.")
                       .arg(path, bytesText(script::kMaxScriptBytes)));
        return;
    }
    m_notice->hide();
    m_path = path;
    m_exampleBox->setCurrentIndex(-1);
    m_editor->replaceText(QString::fromUtf8(bytes));
    m_editor->document()->setModified(false);
    showName();
}

void LoopPage::save()
{
    if (!m_path.isEmpty()) {
        saveFile(m_path);
        return;
    }
    auto *dialog = new QFileDialog(this, tr("Save the script"), m_settings.lastFolder(),
                                   tr("Loop scripts (*.loop);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("loop"));
    dialog->selectFile(QStringLiteral("script.loop"));
    connect(dialog, &QFileDialog::fileSelected, this, &LoopPage::saveFile);
    dialog->open();
}

bool LoopPage::saveFile(const QString &path)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const QByteArray bytes = m_editor->toPlainText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        showNotice(tr("%1 cannot be written: %2.").arg(path, file.errorString()));
        return false;
    }
    m_notice->hide();
    m_path = path;
    m_editor->document()->setModified(false);
    showName();
    return true;
}

} // namespace reusescope
