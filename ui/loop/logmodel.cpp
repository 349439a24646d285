// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/logmodel.h"

#include "ui/format/text.h"
#include "ui/loop/looptext.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace reusescope {

using script::Entry;
using script::EntryKind;

LogModel::LogModel(QObject *parent) : QAbstractTableModel(parent) { }

void LogModel::show(const ScriptTrack &track, bool isOther)
{
    const std::deque<Entry> &entries = track.entries();
    const std::uint64_t fresh = track.entryCount() - (isOther ? 0 : m_seen);
    if (isOther || fresh >= entries.size()) {
        if (!isOther && fresh == 0)
            return;
        beginResetModel();
        if (isOther)
            m_program.names = track.program().names;
        m_entries = entries;
        m_differs.assign(m_entries.size(), false);
        m_seen = track.entryCount();
        endResetModel();
        return;
    }
    if (fresh == 0)
        return;
    const auto kept = entries.size() - static_cast<std::size_t>(fresh);
    if (m_entries.size() > kept) {
        const auto gone = m_entries.size() - kept;
        beginRemoveRows({}, 0, static_cast<int>(gone) - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + static_cast<std::ptrdiff_t>(gone));
        m_differs.erase(m_differs.begin(), m_differs.begin() + static_cast<std::ptrdiff_t>(gone));
        endRemoveRows();
    }
    const int first = static_cast<int>(m_entries.size());
    beginInsertRows({}, first, first + static_cast<int>(fresh) - 1);
    m_entries.insert(m_entries.end(), entries.end() - static_cast<std::ptrdiff_t>(fresh),
                     entries.end());
    m_differs.resize(m_entries.size(), false);
    m_seen = track.entryCount();
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_entries.clear();
    m_differs.clear();
    m_seen = 0;
    endResetModel();
}

void LogModel::setDifferences(const std::vector<bool> &rows)
{
    int first = -1;
    int last = -1;
    for (std::size_t i = 0; i < m_differs.size(); ++i) {
        const bool differs = i < rows.size() && rows[i];
        if (m_differs[i] == differs)
            continue;
        m_differs[i] = differs;
        first = first < 0 ? static_cast<int>(i) : first;
        last = static_cast<int>(i);
    }
    if (first >= 0)
        emit dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const bool differs = m_differs[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole:
    case CopyRole: return text(row, index.column());
    case Qt::AccessibleTextRole:
        return differs && index.column() == What ? tr("%1, only in this model").arg(text(row, What))
                                                 : text(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() != What)
            return {};
        return differs ? tr("%1\nOnly in this model, or in another place.").arg(text(row, What))
                       : text(row, What);
    case Qt::TextAlignmentRole:
        if (index.column() == Turn || index.column() == Time)
            return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case KindRole: return static_cast<int>(entry(row).kind);
    case DiffersRole: return differs;
    case RepeatsRole: return repeats(row, index.column());
    default: return {};
    }
}

bool LogModel::repeats(int row, int column) const
{
    if (row == 0)
        return false;
    const Entry &before = entry(row - 1);
    const Entry &here = entry(row);
    const bool isSameTurn = before.turn == here.turn;
    switch (column) {
    case Turn: return isSameTurn;
    case PhaseName: return isSameTurn && before.phase == here.phase;
    case Time: return isSameTurn && before.at == here.at;
    default: return false;
    }
}

QString LogModel::text(int row, int column) const
{
    const Entry &line = entry(row);
    switch (column) {
    case Turn: return countText(line.turn);
    case PhaseName: return phaseText(line.phase);
    case Time: return loopTimeText(line.at);
    case What: return entryText(line, m_program);
    default: return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != CopyRole))
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Turn: return tr("Turn");
    case PhaseName: return tr("Phase");
    case Time: return tr("Time");
    case What: return tr("What ran");
    default: return {};
    }
}

} // namespace reusescope
