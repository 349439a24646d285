// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/loop/logmodel.h"
#include "ui/loop/queuemodel.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSplitter;
class QTabWidget;
class QTableView;
class QTreeView;

namespace reusescope {

class LoopPicture;

/// One execution of a loop program: the picture of the loop, where it stands and why poll would
/// sleep, the log, the queues as a list, and the order of the callbacks.
///
/// Thread: UI. Ownership: refers to no track beyond show().
class LoopPane : public QWidget
{
    Q_OBJECT

public:
    explicit LoopPane(std::size_t accent, QWidget *parent = nullptr);

    /// `isOther`: not the same track as the last time, or not where it was.
    void show(const ScriptTrack &track, bool isOther);
    LogModel &log() { return m_log; }
    const QueueModel &queues() const { return m_queues; }
    QString order() const;
    /// Picture and log beside each other, the list of queues below the picture; or, in a narrow
    /// pane, all below each other with list and log as tabs.
    void setWide(bool wide);
    /// Whatever is chosen or moved in one is so in the other, so that their rows stay level.
    static void alignTwo(LoopPane &one, LoopPane &other);

signals:
    void lineWanted(int line); ///< of the script, 1 is the first

private:
    QWidget *makeHead();
    QWidget *makeLists();
    void showFacts(const ScriptTrack &track, const script::LoopState &state);
    void goToLineOf(const QModelIndex &index);

    std::size_t m_accent;
    LogModel m_log;
    QueueModel m_queues;
    LoopModel m_model = LoopModel::TimersLast;
    script::Program m_program; // of the track shown
    LoopPicture *m_picture;
    QSplitter *m_splitter;
    QSplitter *m_left; // picture and, in a wide pane, the tree
    QTabWidget *m_lists = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_where = nullptr;
    QLabel *m_poll = nullptr;
    QLabel *m_alive = nullptr;
    QLabel *m_hidden = nullptr;
    QTableView *m_table = nullptr;
    QTreeView *m_tree = nullptr;
    QLineEdit *m_order;
};

} // namespace reusescope
