// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace reusescope {

/// What is known about the connection of a request, a sentence each: its protocol, and for HTTP/2
/// the peer's settings, its streams, the windows, and how a GOAWAY went. Only what was recorded.
/// Thread: UI. Reads all events of the recording once, so for one connection at a time.
QStringList connectionSentences(const Recording &recording, const RequestRecord &request);

/// How many HTTP/2 frames of each type a connection has received and sent, those types only of
/// which there were any, and all of them together.
///
/// Thread: UI. Ownership: values, copied by show().
class FrameCountsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { TypeColumn, ReceivedColumn, SentColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void show(const Http2State &state);
    void clear();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString type;
        std::uint64_t received = 0;
        std::uint64_t sent = 0;
    };
    std::vector<Row> m_rows;
};

} // namespace reusescope
