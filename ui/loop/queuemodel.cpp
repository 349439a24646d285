// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/queuemodel.h"

#include "ui/format/text.h"
#include "ui/loop/looptext.h"

#include <algorithm>
#include <utility>

namespace reusescope {

using script::LoopState;

namespace {

// The internal id of an index: 0 for a group, else the group of an item plus one.
quintptr idOfItemsIn(int group)
{
    return static_cast<quintptr>(group) + 1;
}

} // namespace

QueueModel::QueueModel(QObject *parent) : QAbstractItemModel(parent)
{
    setModel(LoopModel::TimersLast);
}

void QueueModel::setModel(LoopModel model)
{
    beginResetModel();
    m_model = model;
    const auto phases = phasesOf(model);
    std::copy(phases.begin(), phases.end(), m_phases.begin());
    m_phases.back() = Phase::Main;
    for (std::size_t group = 0; group < m_items.size(); ++group)
        m_items[group] = takeItems(group);
    endResetModel();
}

void QueueModel::setState(const LoopState &state)
{
    m_state = state;
    for (int group = 0; group < kGroups; ++group) {
        Items &items = m_items[static_cast<std::size_t>(group)];
        Items fresh = takeItems(static_cast<std::size_t>(group));
        const QModelIndex parent = index(group, 0);
        const int before = static_cast<int>(items.size());
        const int now = static_cast<int>(fresh.size());
        if (now < before) {
            beginRemoveRows(parent, now, before - 1);
            items.resize(fresh.size());
            endRemoveRows();
        } else if (now > before) {
            beginInsertRows(parent, before, now - 1);
            items = std::move(fresh);
            endInsertRows();
            fresh = items;
        }
        items = std::move(fresh);
        if (now > 0)
            emit dataChanged(index(0, 0, parent), index(now - 1, ColumnCount - 1, parent));
    }
    emit dataChanged(index(0, 0), index(kGroups - 1, ColumnCount - 1));
}

QueueModel::Items QueueModel::takeItems(std::size_t group)
{
    Items items = itemsOf(m_state, m_phases[group]);
    m_counts[group] = items.size();
    items.resize(std::min(items.size(), kMostItems));
    return items;
}

QModelIndex QueueModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? idOfItemsIn(parent.row()) : quintptr{0});
}

QModelIndex QueueModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return kGroups;
    if (parent.internalId() != 0 || parent.column() != 0)
        return 0;
    return static_cast<int>(m_items[static_cast<std::size_t>(parent.row())].size());
}

int QueueModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (index.internalId() == 0)
        return groupText(index.row(), index.column());
    const auto group = static_cast<std::size_t>(index.internalId()) - 1;
    return itemText(m_items[group][static_cast<std::size_t>(index.row())], static_cast<int>(group),
                    index.column());
}

QString QueueModel::groupText(int group, int column) const
{
    const Phase phase = m_phases[static_cast<std::size_t>(group)];
    const bool isWaiting = phase == Phase::Main;
    switch (column) {
    case What:
        if (isWaiting)
            return tr("waiting requests");
        return phase == m_state.phase ? tr("%1 (now)").arg(phaseText(phase)) : phaseText(phase);
    case Detail: {
        if (phase == Phase::Poll)
            return pollTimeoutText(m_state);
        const std::size_t count = m_counts[static_cast<std::size_t>(group)];
        return count == 0 ? tr("nothing") : countText(count);
    }
    default: return {};
    }
}

QString QueueModel::itemText(const LoopState::Item &item, int group, int column) const
{
    const Phase phase = m_phases[static_cast<std::size_t>(group)];
    switch (column) {
    case What: return tr("%1, %2").arg(QString::fromStdString(item.label), nameKindText(item.kind));
    case Detail:
        return phase == Phase::Timers || phase == Phase::Poll ? itemDetail(item, m_state.now)
                                                              : QString();
    case Holds:
        // A closing handle and a completion hold the loop whatever was said about them.
        if (phase == Phase::Main)
            return {};
        if (phase == Phase::Closing || phase == Phase::Pending)
            return tr("yes");
        return item.referenced ? tr("yes") : tr("no, unref");
    default: return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractItemModel::headerData(section, orientation, role);
    switch (section) {
    case What: return tr("Queued or active");
    case Detail: return tr("When");
    case Holds: return tr("Keeps alive");
    default: return {};
    }
}

} // namespace reusescope
