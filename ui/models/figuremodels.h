// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/result.h"
#include "ui/models/figures.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

// The table twins of the overview: the same figures as cards and charts, to read and to copy.
// Thread: UI. Ownership: values only.

namespace reusescope {

/// A row per variant, the figures of its card.
class SummaryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        VariantColumn,
        SettledColumn,
        FailedColumn,
        P50Column,
        P90Column,
        P99Column,
        P999Column,
        MaxColumn,
        RatioColumn,
        IntervalColumn,
        StallsColumn,
        PollsColumn,
        OutcomesColumn,
        ColumnCount,
    };

    using QAbstractTableModel::QAbstractTableModel;
    void setFigures(std::vector<VariantFigures> figures);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<VariantFigures> m_figures;
};

/// A row per bin that has a count, a column per variant.
class HistogramModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { LowColumn, HighColumn, FirstVariantColumn };

    using QAbstractTableModel::QAbstractTableModel;
    void setBins(const HistogramBins &bins, const VariantNames &names);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        Nanoseconds low{0};
        Nanoseconds high{0};
        std::vector<std::uint64_t> counts;
    };
    std::vector<Row> m_rows;
    QStringList m_names;
};

/// A row per percentile, a column per variant.
class PercentileModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setLatencies(const Recording &recording, const VariantNames &names);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<std::vector<std::optional<Nanoseconds>>> m_latencies; // by percentile, then variant
    QStringList m_names;
};

} // namespace reusescope
