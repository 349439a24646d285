// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/frontierrun.h"
#include "ui/models/frontiermodel.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableView;

namespace reusescope {

class FrontierChart;

/// What each scheduler catches and what it costs: choices, Run and Stop, the picture, and its
/// table.
///
/// Thread: UI. Ownership: its run, which ends with it.
class FrontierPage : public QWidget
{
    Q_OBJECT

public:
    explicit FrontierPage(QWidget *parent = nullptr);
    ~FrontierPage() override;

    void run(); ///< what is chosen; no-op while it runs
    void stop();
    bool isRunning() const { return m_run.isRunning(); }
    const FrontierResult &result() const { return m_run.result(); }
    /// Says why nothing can be measured at present, as a sentence; empty: it can.
    void setObstacle(std::function<QString()> obstacle) { m_obstacle = std::move(obstacle); }
    /// Fills the choices.
    void setQuestion(const FrontierQuestion &question);

signals:
    void finished();
    void copied(int rows, bool complete);

protected:
    void changeEvent(QEvent *event) override;

private:
    QHBoxLayout *makeChoices();
    QWidget *makeLegend();
    void styleLegend();
    FrontierQuestion question() const;
    QString refusal(const FrontierQuestion &asked) const;
    void showExpected();
    void showProgress();
    void showEnd();
    void showWhole(const Frontier::Status &status);
    void saveReports();
    void copyRows();

    std::function<QString()> m_obstacle;
    FrontierRun m_run;
    FrontierModel m_model;
    std::vector<QCheckBox *> m_schedulers;
    QComboBox *m_fault = nullptr;
    QSpinBox *m_trials = nullptr;
    QPushButton *m_runButton = nullptr;
    QPushButton *m_stopButton = nullptr;
    QPushButton *m_saveButton = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_state = nullptr;
    FrontierChart *m_chart = nullptr;
    QTableView *m_table = nullptr;
    std::vector<QLabel *> m_forms; // of the legend: poll, check, timers, blocked, too few
};

} // namespace reusescope
