// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/scenario.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace reusescope {

class ReuseOptions;
class TargetOptions;

/// Everything that can be chosen about a run. What cannot run is said at once, below the fields and
/// at the button.
///
/// Thread: UI. Ownership: values only. It starts nothing; the window does, on runRequested().
class ExperimentPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ExperimentPanel(std::vector<Scenario> scenarios, QWidget *parent = nullptr);

    /// Shows an experiment, with the scenario that it belongs to.
    void setExperiment(const Experiment &experiment, const std::optional<Scenario> &scenario);
    Experiment experiment() const;
    /// The scenario chosen, its fields as in its file; absent with a URL. It requires nothing once
    /// more was edited than schedulers and repeats.
    std::optional<Scenario> scenario() const;
    /// Why the experiment cannot run, as a sentence; empty: it can.
    QString problem() const;
    void setRunning(bool running);

signals:
    void runRequested();
    void stopRequested();
    void scenarioChanged();

private:
    QWidget *makeForm();
    void addTarget(QVBoxLayout &column);
    void addScenarios();
    void addSchedulers(QVBoxLayout &column);
    void addWorkload(QVBoxLayout &column);
    void addClient(QVBoxLayout &column);
    void addLab(QVBoxLayout &column);
    QFormLayout *addSection(QVBoxLayout &column, const QString &title);
    QSpinBox *addNumber(QFormLayout &form, const QString &label, int low, int high,
                        const QString &suffix, const QString &tip);
    QComboBox *makeChoice(const QStringList &texts, const QString &tip);
    QComboBox *addChoice(QFormLayout &form, const QString &label, const QStringList &texts,
                         const QString &tip);

    bool usesUrl() const;
    bool isSecure() const; ///< the target speaks TLS
    std::vector<Protocol> protocols() const;
    void showProtocols(const std::vector<Protocol> &chosen);
    void chooseScenario(int entry);
    void showSchedulers(const std::vector<std::string> &checked);
    void moveScheduler(int by);
    void edited(); ///< more than what is compared, and how often
    void changed();
    void adaptToWorkload();

    std::vector<Scenario> m_scenarios;
    Experiment m_base; // what the fields do not show
    std::optional<Scenario> m_chosen;
    bool m_isEdited = false; // not the experiment of m_chosen any more
    bool m_isShowing = false; // the fields are being set, not edited
    bool m_isRunning = false;

    QWidget *m_form = nullptr;
    QComboBox *m_scenario = nullptr;
    QComboBox *m_target = nullptr;
    QLineEdit *m_url = nullptr;
    QListWidget *m_schedulers = nullptr;
    QCheckBox *m_qnam = nullptr;
    QComboBox *m_workload = nullptr;
    QSpinBox *m_count = nullptr;
    QSpinBox *m_warmup = nullptr;
    QSpinBox *m_repeats = nullptr;
    QSpinBox *m_width = nullptr;
    QComboBox *m_dispatch = nullptr;
    QSpinBox *m_gap = nullptr;
    QComboBox *m_protocol = nullptr;
    QCheckBox *m_labTls = nullptr;
    TargetOptions *m_options = nullptr;
    QComboBox *m_frontEnd = nullptr;
    QSpinBox *m_connections = nullptr;
    QSpinBox *m_pipelining = nullptr;
    QSpinBox *m_streams = nullptr;
    QSpinBox *m_gapTo = nullptr;
    QSpinBox *m_keepAlive = nullptr;
    QSpinBox *m_timeout = nullptr;
    ReuseOptions *m_reuse = nullptr;
    QComboBox *m_loopModel = nullptr;
    QComboBox *m_poll = nullptr;
    QWidget *m_lab = nullptr;
    QSpinBox *m_delay = nullptr;
    QSpinBox *m_bodyBytes = nullptr;
    QLineEdit *m_hint = nullptr;
    QLabel *m_acts = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_stop = nullptr;
};

} // namespace reusescope
