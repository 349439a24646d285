// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/loop/scripttrack.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace reusescope {

/// What a program did, line by line: the newest kMostKeptEntries.
///
/// Thread: UI. Ownership: shares nothing with a track, it copies its entries in show().
class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Turn, PhaseName, Time, What, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 100, ///< script::EntryKind as int
        DiffersRole, ///< bool: the other model's log has no counterpart
        RepeatsRole, ///< bool: turn, phase or time of the line before it
    };

    explicit LogModel(QObject *parent = nullptr);

    /// The entries of a track; only what is new since the last time when it is the same one. What
    /// is marked as different stays so.
    void show(const ScriptTrack &track, bool isOther);
    void clear();
    /// By row.
    void setDifferences(const std::vector<bool> &rows);

    const script::Entry &entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    std::uint64_t hiddenCount() const { return m_seen - m_entries.size(); } ///< older lines

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;
    bool repeats(int row, int column) const;

    script::Program m_program; // names only: for the words of the lines
    std::deque<script::Entry> m_entries;
    std::deque<bool> m_differs; // as long as m_entries
    std::uint64_t m_seen = 0; // entries of the track so far
};

} // namespace reusescope
