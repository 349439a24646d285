// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frontier.h"

#include <QAbstractTableModel>

namespace reusescope {

/// The cells of a frontier as a table. Qt::UserRole gives the bare number, for sorting and copying.
class FrontierModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Scheduler,
        Source,
        FaultKind,
        Block,
        Caught,
        Low,
        High,
        Trials,
        LongBefore, ///< caught at that moment, as the next three
        Before,
        JustBefore,
        InBetween,
        Exposed,
        AddedP50,
        AddedP99,
        Poisoned,
        Replayed,
        Failed,
        Behind, ///< faults behind the write
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(const FrontierResult &result);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant number(const FrontierCell &cell, int column) const;

    FrontierResult m_result;
};

} // namespace reusescope
