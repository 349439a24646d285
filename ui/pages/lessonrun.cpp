// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lessonrun.h"

#include "ui/loop/looptext.h"
#include "ui/pages/looppane.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>
#include <utility>

namespace reusescope {

using ::operator|; // Qt's for keys, which one of core's would hide

namespace {

constexpr int kSpacing = 8;

} // namespace

LessonRun::LessonRun(QWidget *parent) : QWidget(parent), m_pane(new LoopPane(0))
{
    m_player.setMaxTurns(lesson::kMaxLessonTurns);
    m_player.setSpeed(ScriptPlayer::kFullSpeed);
    makeActions();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpacing / 2, 0);
    column->setSpacing(kSpacing);
    column->addWidget(makeButtons());
    column->addWidget(makeModels());
    m_pane->setWide(false);
    column->addWidget(m_pane, 1);

    connect(m_pane, &LoopPane::lineWanted, this, &LessonRun::lineWanted);
    connect(&m_player, &ScriptPlayer::replaced, this, [this] { showTrack(true); });
    connect(&m_player, &ScriptPlayer::advanced, this, [this] { showTrack(false); });
    connect(&m_player, &ScriptPlayer::controlsChanged, this, &LessonRun::showControls);
}

void LessonRun::makeActions()
{
    const auto add = [this](Control control, const QString &text, const QString &tip,
                            const QKeySequence &key, std::function<void()> what) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, std::move(what));
        addAction(action);
        m_actions[control] = action;
    };
    const auto stepBy = [this](ScriptPlayer::Step unit) {
        return [this, unit] { m_player.step(unit); };
    };
    add(Callback, tr("&Callback"), tr("Step to the next callback, or over the next sleep"),
        Qt::Key_F10, stepBy(ScriptPlayer::Step::Callback));
    add(PhaseStep, tr("P&hase"),
        tr("Step to the end of the next phase in which something runs, or of the next poll"),
        Qt::Key_F11, stepBy(ScriptPlayer::Step::Phase));
    add(Turn, tr("&Turn"), tr("Step to the end of the turn"), Qt::SHIFT | Qt::Key_F11,
        stepBy(ScriptPlayer::Step::Turn));
    add(StepBack, tr("Step &back"), tr("Undo the last step"), Qt::Key_F9,
        [this] { m_player.back(); });
    add(Restart, tr("Re&start"), tr("Back to the start of the program"), Qt::SHIFT | Qt::Key_F9,
        [this] { m_player.restart(); });
    add(ToTheEnd, tr("To the &end"), tr("Run to the end of the program"), Qt::Key_F5,
        [this] { m_player.play(); });
}

void LessonRun::addActionsTo(QMenu &menu)
{
    for (QAction *action : m_actions)
        menu.addAction(action);
}

QWidget *LessonRun::makeButtons()
{
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(new QLabel(tr("Step:")));
    for (QAction *action : m_actions) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        button->setMinimumHeight(button->fontMetrics().height() + 12);
        if (action == m_actions[Callback])
            setFocusProxy(button);
        if (action == m_actions[StepBack])
            row->addSpacing(kSpacing);
        row->addWidget(button);
    }
    row->addStretch(1);
    return buttons;
}

QWidget *LessonRun::makeModels()
{
    m_modelsRow = new QWidget;
    auto *row = new QHBoxLayout(m_modelsRow);
    row->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("&Model of the loop:"));
    m_models = new QComboBox;
    m_models->setAccessibleName(tr("Model of the loop"));
    m_models->setToolTip(tr("The lesson compares them: run it in each"));
    label->setBuddy(m_models);
    connect(m_models, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0)
            m_player.setModels({static_cast<LoopModel>(m_models->itemData(index).toInt())});
    });
    row->addWidget(label);
    row->addWidget(m_models);
    row->addStretch(1);
    return m_modelsRow;
}

void LessonRun::load(const lesson::Lesson &lesson)
{
    const std::vector<LoopModel> models = lesson::modelsOf(lesson);
    {
        const QSignalBlocker blocker(m_models);
        m_models->clear();
        for (const LoopModel model : models)
            m_models->addItem(tr("%1: %2").arg(shortModelText(model), modelOriginText(model)),
                              static_cast<int>(model));
    }
    m_modelsRow->setVisible(models.size() > 1);
    m_player.setModels({lesson.model});
    m_player.load(lesson.program);
}

void LessonRun::showTrack(bool isOther)
{
    if (m_player.trackCount() == 0)
        return;
    const ScriptTrack &track = m_player.track(0);
    m_pane->show(track, isOther);
    m_executed = linesOf(track.program(), track.executed());
    emit executedChanged();
}

void LessonRun::showControls()
{
    for (const Control control : {Callback, PhaseStep, Turn, ToTheEnd})
        m_actions[control]->setEnabled(isVisible() && m_player.canStep() && !m_player.isPlaying());
    for (const Control control : {StepBack, Restart})
        m_actions[control]->setEnabled(isVisible() && m_player.canGoBack());
}

void LessonRun::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showControls();
}

void LessonRun::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    showControls();
}

} // namespace reusescope
