// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/scriptrun.h"

#include <QAbstractItemModel>

#include <array>
#include <vector>

namespace reusescope {

/// What is queued and active, by phase in the order of the model, as a tree: the readable twin of
/// the painted loop. The phases always stand there, then "waiting requests".
///
/// Thread: UI.
class QueueModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { What, Detail, Holds, ColumnCount };
    static constexpr std::size_t kMostItems = 500;

    explicit QueueModel(QObject *parent = nullptr);

    void setModel(LoopModel model);
    void setState(const script::LoopState &state);
    const script::LoopState &state() const { return m_state; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static constexpr int kGroups = 8; // the phases, and the waiting requests
    using Items = std::vector<script::LoopState::Item>;

    Items takeItems(std::size_t group);
    QString groupText(int group, int column) const;
    QString itemText(const script::LoopState::Item &item, int group, int column) const;

    LoopModel m_model = LoopModel::TimersLast;
    std::array<Phase, kGroups> m_phases{}; // Main last: the waiting requests
    script::LoopState m_state;
    std::array<Items, kGroups> m_items;
    std::array<std::size_t, kGroups> m_counts{}; // with what is not in m_items
};

} // namespace reusescope
