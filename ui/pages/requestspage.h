// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/models/connectionfacts.h"
#include "ui/models/detailmodels.h"
#include "ui/models/requestsmodel.h"
#include "ui/models/requestsproxy.h"
#include "ui/models/variantnames.h"
#include "ui/views/selection.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTabWidget;
class QTableView;

namespace reusescope {

class CertificateChainView;

/// Every request in a table that sorts, filters and copies, and below it the attempts and the
/// connection of the selected one.
///
/// Thread: UI. Ownership: everything referred to must outlive it. Shows new rows only while it is
/// visible.
class RequestsPage : public QWidget
{
    Q_OBJECT

public:
    RequestsPage(const Recording &recording, const VariantNames &names, Selection &selection,
                 QWidget *parent = nullptr);

    void recordingGrew();
    void recordingReset();
    /// The record of a request; null when it has not settled.
    const RequestRecord *find(RequestKey key);
    void focusFilter();
    /// The certificates that the servers of the variants have shown, by position; known when a run
    /// is over.
    void setPeerChains(std::vector<std::vector<std::string>> chains);

signals:
    void copied(int rows, bool complete);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeFilter();
    QWidget *makeDetails();
    QWidget *makeConnection();
    void showConnection(const RequestRecord *request);
    void applyFilter();
    void showCounts();
    void takeSelectionFromTable();
    void showSelection();
    void showDetails();
    void copyRows();

    const Recording &m_recording;
    const VariantNames &m_names;
    Selection &m_selection;
    RequestsModel m_model;
    RequestsProxy m_proxy;
    AttemptsModel m_attempts;
    ConnectionHistoryModel m_history;
    FrameCountsModel m_frames;
    std::vector<std::vector<std::string>> m_peerChains;
    std::optional<Nanoseconds> m_shownStateAt; // of the connection whose facts are shown

    QLineEdit *m_words = nullptr;
    QComboBox *m_kind = nullptr;
    QComboBox *m_variant = nullptr;
    QCheckBox *m_warmup = nullptr;
    QLabel *m_counts = nullptr;
    QTableView *m_table = nullptr;
    QTableView *m_attemptsTable = nullptr;
    QTableView *m_historyTable = nullptr;
    QTabWidget *m_connectionTabs = nullptr;
    QLabel *m_facts = nullptr;
    CertificateChainView *m_certificates = nullptr;
    QTimer m_filterDelay;
    bool m_isSelecting = false; // the table is being told, not asked
};

} // namespace reusescope
