// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/report/idlereport.h"
#include "ui/bridge/idlerun.h"
#include "ui/models/idlemodel.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableView;

namespace reusescope {

class IdleChart;

/// How long a server keeps idle connections: the target, Run and Stop, what was found in words, the
/// picture, and its table.
///
/// Thread: UI. Ownership: its run, which ends with it.
class IdlePage : public QWidget
{
    Q_OBJECT

public:
    explicit IdlePage(QWidget *parent = nullptr);
    ~IdlePage() override;

    /// Takes over the URL, when there is one, with its TLS options and the user's consent.
    void setTarget(const Experiment &experiment);
    /// Fills the choices but the target.
    void setQuestion(const IdleQuestion &question);
    /// Whether there is somebody to ask about a server on another machine.
    void setAsks(bool asks) { m_asks = asks; }

    void run(); ///< what is chosen; no-op while it runs
    void stop(); ///< what was found is kept
    bool isRunning() const { return m_run.isRunning(); }
    const IdleFindings &findings() const { return m_run.findings(); }
    const IdleUse &use() const { return m_use; }
    void setRate(double perSecond);
    /// Reads the times of the user's requests; what is wrong with the file is shown. False: it was
    /// not taken.
    bool readTimes(const QString &path);

signals:
    void finished();
    void refused(const QString &sentence); ///< instead of a run
    void copied(int rows, bool complete);

private:
    enum GapsFrom { Unknown, Rate, File };

    QLayout *makeTarget();
    QLayout *makeChoices();
    QLayout *makeControls();
    QLayout *makeFacts();
    void makeTable();
    void adaptToTarget();
    void refuse(const QString &sentence);
    void askForConsent(const IdleQuestion &question);
    void begin(IdleQuestion question);
    void onGapsFromChosen(int from);
    void chooseTimes();
    void showGapsFrom();
    void showFindings();
    void showProgress();
    void showEnd();
    void save();
    void copyRows();

    IdleRun m_run;
    IdleModel m_model;
    IdleUse m_use; // its gaps sorted
    std::vector<Nanoseconds> m_fileGaps; // of the file, also while they are not in use
    TlsClientOptions m_tls;
    std::string m_consentedHost;
    Nanoseconds m_upTo{0}; // of the last run
    int m_gapsFrom = Unknown;
    bool m_asks = true;

    QLineEdit *m_url = nullptr;
    QComboBox *m_protocol = nullptr;
    QCheckBox *m_insecure = nullptr;
    QSpinBox *m_longest = nullptr;
    QSpinBox *m_tries = nullptr;
    QSpinBox *m_probes = nullptr;
    QCheckBox *m_unused = nullptr;
    QComboBox *m_gaps = nullptr;
    QDoubleSpinBox *m_rate = nullptr;
    QLabel *m_file = nullptr;
    QPushButton *m_runButton = nullptr;
    QPushButton *m_stopButton = nullptr;
    QPushButton *m_saveButton = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_state = nullptr;
    std::vector<QLabel *> m_facts;
    IdleChart *m_chart = nullptr;
    QTableView *m_table = nullptr;
};

} // namespace reusescope
