// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/idlefinder.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace reusescope {

/// Every connection that was seen to end and every request after a gap, by time: the table twin of
/// the picture.
class IdleModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Connection, After, Fate, How, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFindings(const IdleFindings &findings);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        Nanoseconds after{0};
        bool used = true;
        std::optional<IdleProbe::Fate> fate; // absent: it was seen to end
        Reason how = Reason::None;
        friend bool operator==(const Row &, const Row &) = default;
    };

    QString connectionText(const Row &row) const;

    std::vector<Row> m_rows;
    bool m_secure = false;
};

} // namespace reusescope
