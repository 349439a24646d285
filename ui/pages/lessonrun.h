// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/loop/scriptplayer.h"

#include <QWidget>

#include <array>
#include <vector>

class QAction;
class QComboBox;
class QMenu;

namespace reusescope {

class LoopPane;

/// The script of a lesson, step by step: in the model of the lesson or, where it compares them, in
/// the one that is chosen.
///
/// Thread: UI. Copies the program.
class LessonRun : public QWidget
{
    Q_OBJECT

public:
    explicit LessonRun(QWidget *parent = nullptr);

    /// Its actions, which stay its own; they work while it is visible.
    void addActionsTo(QMenu &menu);
    void load(const lesson::Lesson &lesson); ///< at the start of its program
    ScriptPlayer &player() { return m_player; }
    /// The lines of the script that belong to what ran last: ascending, 1 is the first.
    const std::vector<int> &executed() const { return m_executed; }

    /// Its lines wrap within room that is always there, and a scroll area would give it all that it
    /// likes to have instead of what there is.
    bool hasHeightForWidth() const override { return false; }

signals:
    void executedChanged();
    void lineWanted(int line); ///< of the script, 1 is the first

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    enum Control { Callback, PhaseStep, Turn, StepBack, Restart, ToTheEnd, ControlCount };

    void makeActions();
    QWidget *makeButtons();
    QWidget *makeModels();
    void showTrack(bool isOther);
    void showControls();

    ScriptPlayer m_player;
    std::vector<int> m_executed;
    std::array<QAction *, ControlCount> m_actions{};
    QComboBox *m_models = nullptr;
    QWidget *m_modelsRow = nullptr;
    LoopPane *m_pane;
};

} // namespace reusescope
