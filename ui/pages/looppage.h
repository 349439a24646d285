// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/loop/loopexamples.h"
#include "ui/loop/scriptplayer.h"

#include <QWidget>

#include <array>

class QAction;
class QComboBox;
class QLabel;
class QListWidget;
class QMenu;
class QSlider;
class QSpinBox;
class QSplitter;

namespace reusescope {

class LoopPane;
class ScriptEditor;
class Settings;

/// A loop script, and what the loop does with it: step by step, back, at a speed, in one model of
/// the loop or in both with their differences marked.
///
/// Thread: UI. Ownership: refers to the settings. A change of the script starts it anew; while the
/// script has a mistake, what is shown stays as it was.
class LoopPage : public QWidget
{
    Q_OBJECT

public:
    explicit LoopPage(Settings &settings, QWidget *parent = nullptr);

    /// The page's actions, for the menu bar; owned by the page. Their shortcuts work while the
    /// page is visible.
    QMenu *menu() const { return m_menu; }
    ScriptEditor &editor() { return *m_editor; }
    ScriptPlayer &player() { return m_player; }
    LoopPane &pane(std::size_t index) { return *m_panes[index]; }
    const std::vector<LoopExample> &examples() const { return m_examples; }

    void showExample(std::size_t index);
    void setComparing(bool comparing);
    bool isComparing() const;
    /// Reads a script from a file; says so where that cannot be.
    void openFile(const QString &path);
    bool saveFile(const QString &path);

private:
    enum Control {
        Run,
        Pause,
        Callback,
        PhaseStep,
        Turn,
        Back,
        Restart,
        Compare,
        NextMistake,
        Open,
        Save,
        ControlCount
    };

    void makeActions();
    QWidget *makeScriptSide();
    QWidget *makeLoopSide();
    QAction *addControl(Control control, const QString &text, const QString &tip,
                        const QList<QKeySequence> &keys);
    QWidget *buttonFor(Control control);
    void chooseModels();
    void onParsed();
    void showTracks(bool areOthers);
    void markDifferences();
    void showDifference();
    void showExecuted();
    void showControls();
    void setControl(Control control, const QString &whyNot);
    void showSpeed();
    void showName();
    void showNotice(const QString &text);
    void open();
    void save();

    Settings &m_settings;
    std::vector<LoopExample> m_examples;
    ScriptPlayer m_player;
    QString m_path; // of the script's file; empty: none

    QMenu *m_menu;
    std::array<QAction *, ControlCount> m_actions{};
    std::array<QString, ControlCount> m_tips;
    QSplitter *m_splitter = nullptr;
    ScriptEditor *m_editor = nullptr;
    QComboBox *m_exampleBox = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_notice = nullptr;
    QLabel *m_verdict = nullptr;
    QListWidget *m_mistakes = nullptr;
    std::array<LoopPane *, 2> m_panes{};
    QSlider *m_speed = nullptr;
    QLabel *m_speedText = nullptr;
    QComboBox *m_models = nullptr;
    QSpinBox *m_maxTurns = nullptr;
    QLabel *m_difference = nullptr;
};

} // namespace reusescope
