// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/models/variantnames.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <vector>

namespace reusescope {

/// The settled requests of a recording, in order of settling: a row per request, read where it
/// lies.
///
/// Thread: UI. Ownership: none; recording and names must outlive the model. The model shows what
/// had been recorded at the last update(); call reset() right after the recording was cleared.
class RequestsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        IndexColumn,
        VariantColumn,
        OutcomeColumn,
        LatencyColumn,
        QueueColumn,
        ConnectColumn,
        ValidateColumn,
        LimitColumn,
        WriteColumn,
        FirstByteColumn,
        LastByteColumn,
        PollsColumn,
        QueuedFromColumn,
        QueuedAtColumn,
        ConnectionColumn,
        UseColumn,
        StreamColumn,
        IdleBeforeColumn,
        AttemptsColumn,
        StatusColumn,
        BytesColumn,
        ReasonColumn,
        ColumnCount,
    };

    RequestsModel(const Recording &recording, const VariantNames &names, QObject *parent = nullptr);

    void update(); ///< shows what has come since, as one insertion
    void reset();

    const Recording &recording() const { return m_recording; }
    const RequestRecord &request(int row) const;
    QString variantName(std::size_t position) const { return m_names.at(position); }
    /// The row of a request, found in constant time; -1: not recorded (or not yet shown).
    int rowOf(std::uint8_t variant, std::uint32_t index) const;
    /// The value by which a column sorts, order-preserving in 64 bits; what is absent sorts first.
    std::uint64_t sortKey(int row, int column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    void takeNote(int from, int to);
    QString text(const RequestRecord &request, int column) const;

    const Recording &m_recording;
    const VariantNames &m_names;
    int m_rows = 0;
    // Row plus 1 by variant and index; 0: none.
    std::vector<std::vector<std::uint32_t>> m_rowsByIndex;
};

} // namespace reusescope
