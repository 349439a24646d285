// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QAbstractTableModel>

#include <vector>

// What belongs to one selected request. Thread: UI. Ownership: values, copied when a request is
// shown; clear() when none is.

namespace reusescope {

/// The attempts of a request, the last one included: a row each.
class AttemptsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        ConnectionColumn,
        EndColumn,
        QueueColumn,
        ConnectColumn,
        ValidateColumn,
        LimitColumn,
        WriteColumn,
        FirstByteColumn,
        LastByteColumn,
        ColumnCount,
    };

    using QAbstractTableModel::QAbstractTableModel;
    void show(const Recording &recording, const RequestRecord &request);
    void clear();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        ConnectionId connection;
        QString end;
        TimePoints points;
    };
    std::vector<Row> m_rows;
};

/// What happened to the connection of a request around it, in order of time.
class ConnectionHistoryModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { TimeColumn, TurnColumn, PhaseColumn, EventColumn, DetailColumn, ColumnCount };

    /// Events shown before and after the request's end, at most.
    static constexpr std::size_t kMostBefore = 200;
    static constexpr std::size_t kMostAfter = 50;

    using QAbstractTableModel::QAbstractTableModel;
    void show(const Recording &recording, const RequestRecord &request);
    void clear();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<ConnectionEvent> m_events;
    Nanoseconds m_origin{0};
};

} // namespace reusescope
