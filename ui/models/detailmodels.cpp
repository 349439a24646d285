// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/detailmodels.h"

#include "ui/format/text.h"
#include "ui/models/roles.h"

#include <algorithm>
#include <iterator>

namespace reusescope {

namespace {

// How far around a request its connection's events are looked for: with many connections they lie
// between those of others.
constexpr std::size_t kSearched = 200'000;

QVariant aligned(bool left)
{
    return QVariant::fromValue(
        Qt::Alignment(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)));
}

} // namespace

void AttemptsModel::show(const Recording &recording, const RequestRecord &request)
{
    beginResetModel();
    m_rows.clear();
    if (request.attempts > 1) {
        for (const AttemptRecord &attempt : recording.attemptsOf(request.variant, request.index)) {
            m_rows.push_back({attempt.connection, attemptEndText(attempt), attempt.points});
        }
    }
    m_rows.push_back({request.connection, outcomeText(request.outcome), request.points});
    endResetModel();
}

void AttemptsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int AttemptsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AttemptsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AttemptsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return aligned(column == EndColumn);
    if (role != Qt::DisplayRole && role != CopyRole && role != Qt::ToolTipRole)
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (column) {
    case NumberColumn: return countText(static_cast<std::uint64_t>(index.row()) + 1);
    case ConnectionColumn: return row.connection ? countText(row.connection.value) : tr("–");
    case EndColumn: return row.end;
    case QueueColumn: return durationText(segment(row.points, Segment::Queue));
    case ConnectColumn: return durationText(segment(row.points, Segment::Connect));
    case ValidateColumn: return durationText(segment(row.points, Segment::Validate));
    case LimitColumn: return durationText(segment(row.points, Segment::Limit));
    case WriteColumn: return durationText(segment(row.points, Segment::Write));
    case FirstByteColumn: return durationText(segment(row.points, Segment::FirstByte));
    case LastByteColumn: return durationText(segment(row.points, Segment::LastByte));
    default: return {};
    }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(section == EndColumn);
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    switch (section) {
    case NumberColumn: return tr("Attempt");
    case ConnectionColumn: return tr("Connection");
    case EndColumn: return tr("Ended");
    case QueueColumn: return tr("Queue");
    case ConnectColumn: return tr("Connect");
    case ValidateColumn: return tr("Validate");
    case LimitColumn: return tr("Limit");
    case WriteColumn: return tr("Write");
    case FirstByteColumn: return tr("First byte");
    case LastByteColumn: return tr("Last byte");
    default: return {};
    }
}

void ConnectionHistoryModel::show(const Recording &recording, const RequestRecord &request)
{
    beginResetModel();
    m_events.clear();
    m_origin = recording.origin();
    const auto &events = recording.connectionEvents();
    const Nanoseconds end = request.points.queued
        + (request.points.done.has() ? request.points.done.value() : Nanoseconds{0});
    const auto belongs = [&](const ConnectionEvent &event) {
        return event.variant == request.variant && event.connection == request.connection;
    };
    const auto after =
        std::partition_point(events.begin(), events.end(),
                             [&](const ConnectionEvent &event) { return event.at <= end; });
    std::size_t searched = 0;
    for (auto it = after;
         it != events.begin() && searched < kSearched && m_events.size() < kMostBefore;
         ++searched) {
        --it;
        if (belongs(*it))
            m_events.push_back(*it);
    }
    std::reverse(m_events.begin(), m_events.end());
    const std::size_t before = m_events.size();
    searched = 0;
    for (auto it = after;
         it != events.end() && searched < kSearched && m_events.size() < before + kMostAfter;
         ++it, ++searched) {
        if (belongs(*it))
            m_events.push_back(*it);
    }
    endResetModel();
}

void ConnectionHistoryModel::clear()
{
    beginResetModel();
    m_events.clear();
    endResetModel();
}

int ConnectionHistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int ConnectionHistoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ConnectionHistoryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return aligned(column != TimeColumn && column != TurnColumn);
    if (role != Qt::DisplayRole && role != CopyRole && role != Qt::ToolTipRole)
        return {};
    const ConnectionEvent &event = m_events[static_cast<std::size_t>(index.row())];
    switch (column) {
    case TimeColumn: return durationText(event.at - m_origin);
    case TurnColumn: return countText(event.turn);
    case PhaseColumn: return phaseText(event.phase);
    case EventColumn: return connectionEventText(event.kind);
    case DetailColumn: return connectionEventDetail(event);
    default: return {};
    }
}

QVariant ConnectionHistoryModel::headerData(int section, Qt::Orientation orientation,
                                            int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(section != TimeColumn && section != TurnColumn);
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case TurnColumn: return tr("Turn");
    case PhaseColumn: return tr("Phase");
    case EventColumn: return tr("Event");
    case DetailColumn: return tr("Detail");
    default: return {};
    }
}

} // namespace reusescope
