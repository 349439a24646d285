// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestsmodel.h"

#include "ui/format/text.h"
#include "ui/models/roles.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace reusescope {

namespace {

/// The duration a column shows; nothing for columns that show something else.
std::optional<CompactDuration> durationOf(const RequestRecord &request, int column)
{
    const auto part = [&](Segment which) {
        const auto length = segment(request.points, which);
        return length ? CompactDuration(*length) : CompactDuration();
    };
    switch (column) {
    case RequestsModel::LatencyColumn: return request.points.done;
    case RequestsModel::QueueColumn: return part(Segment::Queue);
    case RequestsModel::ConnectColumn: return part(Segment::Connect);
    case RequestsModel::ValidateColumn: return part(Segment::Validate);
    case RequestsModel::LimitColumn: return part(Segment::Limit);
    case RequestsModel::WriteColumn: return part(Segment::Write);
    case RequestsModel::FirstByteColumn: return part(Segment::FirstByte);
    case RequestsModel::LastByteColumn: return part(Segment::LastByte);
    case RequestsModel::IdleBeforeColumn: return request.idleBefore;
    default: return std::nullopt;
    }
}

// Beyond any run that can be asked for; keeps a wrong index from claiming memory.
constexpr std::uint32_t kMostIndexed = 200'000'000;

bool knowsPolls(const RequestRecord &request)
{
    return request.reused && request.pollsBeforeWrite != kPollsUnknown;
}

bool isText(int column)
{
    switch (column) {
    case RequestsModel::VariantColumn:
    case RequestsModel::OutcomeColumn:
    case RequestsModel::QueuedFromColumn:
    case RequestsModel::ReasonColumn: return true;
    default: return false;
    }
}

} // namespace

RequestsModel::RequestsModel(const Recording &recording, const VariantNames &names, QObject *parent)
    : QAbstractTableModel(parent), m_recording(recording), m_names(names)
{
    update();
}

void RequestsModel::update()
{
    const auto recorded = static_cast<int>(
        std::min<std::size_t>(m_recording.requests().size(), std::numeric_limits<int>::max()));
    if (recorded <= m_rows)
        return;
    beginInsertRows({}, m_rows, recorded - 1);
    takeNote(m_rows, recorded);
    m_rows = recorded;
    endInsertRows();
}

void RequestsModel::reset()
{
    beginResetModel();
    m_rowsByIndex.clear();
    m_rows = static_cast<int>(m_recording.requests().size());
    takeNote(0, m_rows);
    endResetModel();
}

void RequestsModel::takeNote(int from, int to)
{
    for (int row = from; row < to; ++row) {
        const RequestRecord &record = request(row);
        if (record.index == 0 || record.index > kMostIndexed)
            continue;
        if (m_rowsByIndex.size() <= record.variant)
            m_rowsByIndex.resize(record.variant + std::size_t{1});
        auto &rows = m_rowsByIndex[record.variant];
        if (rows.size() <= record.index)
            rows.resize(record.index + std::size_t{1});
        rows[record.index] = static_cast<std::uint32_t>(row) + 1;
    }
}

int RequestsModel::rowOf(std::uint8_t variant, std::uint32_t index) const
{
    if (variant >= m_rowsByIndex.size() || index >= m_rowsByIndex[variant].size())
        return -1;
    return static_cast<int>(m_rowsByIndex[variant][index]) - 1;
}

const RequestRecord &RequestsModel::request(int row) const
{
    return m_recording.requests()[static_cast<std::size_t>(row)];
}

std::uint64_t RequestsModel::sortKey(int row, int column) const
{
    const RequestRecord &record = request(row);
    if (const auto duration = durationOf(record, column))
        return duration->has() ? static_cast<std::uint64_t>(duration->value().count()) + 1 : 0;
    switch (column) {
    case IndexColumn: return (std::uint64_t{record.index} << 8) | record.variant;
    case VariantColumn: return record.variant;
    case OutcomeColumn: return static_cast<std::uint64_t>(record.outcome);
    case PollsColumn: return knowsPolls(record) ? std::uint64_t{record.pollsBeforeWrite} + 1 : 0;
    case QueuedFromColumn: return static_cast<std::uint64_t>(record.queuedFrom);
    case QueuedAtColumn: return static_cast<std::uint64_t>(record.points.queued.count());
    case ConnectionColumn: return (std::uint64_t{record.variant} << 32) | record.connection.value;
    case UseColumn: return record.connectionUse;
    case StreamColumn: return record.stream;
    case AttemptsColumn: return record.attempts;
    case StatusColumn: return record.status;
    case BytesColumn: return record.bodyBytes;
    case ReasonColumn: return static_cast<std::uint64_t>(record.reason);
    default: return 0;
    }
}

int RequestsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RequestsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RequestsModel::text(const RequestRecord &request, int column) const
{
    if (const auto duration = durationOf(request, column))
        return durationText(*duration);
    switch (column) {
    case IndexColumn: return countText(request.index);
    case VariantColumn: return m_names.at(request.variant);
    case OutcomeColumn:
        return request.warmup ? tr("%1 (warm-up)").arg(outcomeText(request.outcome))
                              : outcomeText(request.outcome);
    case PollsColumn: return knowsPolls(request) ? countText(request.pollsBeforeWrite) : tr("–");
    case QueuedFromColumn: return phaseText(request.queuedFrom);
    case QueuedAtColumn: return durationText(request.points.queued - m_recording.origin());
    case ConnectionColumn:
        return request.connection ? countText(request.connection.value) : tr("–");
    case UseColumn: return countText(request.connectionUse);
    case StreamColumn: return request.stream ? QString::number(request.stream) : tr("–");
    case AttemptsColumn: return countText(request.attempts);
    case StatusColumn: return request.status ? QString::number(request.status) : tr("–");
    case BytesColumn: return bytesText(request.bodyBytes);
    case ReasonColumn: return reasonText(request.reason);
    default: return {};
    }
}

QVariant RequestsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const RequestRecord &record = request(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(record, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight)));
    case Qt::ToolTipRole: return column == ReasonColumn ? reasonText(record.reason) : QVariant();
    case SortRole: return QVariant::fromValue(sortKey(index.row(), column));
    case VariantRole: return int{record.variant};
    case OutcomeRole: return static_cast<int>(record.outcome);
    case CopyRole: break;
    default: return {};
    }
    if (const auto duration = durationOf(record, column))
        return duration->has()
            ? QString::number(static_cast<double>(duration->value().count()) / 1000.0, 'f', 3)
            : QString();
    switch (column) {
    case QueuedAtColumn:
        return QString::number(
            static_cast<double>((record.points.queued - m_recording.origin()).count()) / 1000.0,
            'f', 3);
    case IndexColumn: return QString::number(record.index);
    case PollsColumn:
        return knowsPolls(record) ? QString::number(record.pollsBeforeWrite) : QString();
    case ConnectionColumn: return QString::number(record.connection.value);
    case UseColumn: return QString::number(record.connectionUse);
    case StreamColumn: return record.stream ? QString::number(record.stream) : QString();
    case StatusColumn: return record.status ? QString::number(record.status) : QString();
    case BytesColumn: return QString::number(record.bodyBytes);
    default: return text(record, column);
    }
}

QVariant RequestsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (isText(section) ? Qt::AlignLeft : Qt::AlignRight)));
    if (role == CopyHeaderRole) {
        const QString title = headerData(section, orientation, Qt::DisplayRole).toString();
        return durationOf({}, section) || section == QueuedAtColumn ? tr("%1 (µs)").arg(title)
            : section == BytesColumn                                ? tr("%1 (B)").arg(title)
                                                                    : title;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case IndexColumn: return tip ? tr("Number of the request within its variant") : tr("Request");
    case VariantColumn: return tip ? tr("The variant's scheduler") : tr("Scheduler");
    case OutcomeColumn: return tip ? tr("How the request ended") : tr("Outcome");
    case LatencyColumn: return tip ? tr("From queued to done") : tr("Latency");
    case QueueColumn:
        return tip ? tr("From queued until a connection was chosen or begun") : tr("Queue");
    case ConnectColumn: return tip ? tr("Until the new connection was ready") : tr("Connect");
    case ValidateColumn:
        return tip ? tr("Until the scheduler gave its verdict on the idle connection")
                   : tr("Validate");
    case LimitColumn: return tip ? tr("HTTP/2: until a stream was free") : tr("Limit");
    case WriteColumn: return tip ? tr("Until write had taken the last byte") : tr("Write");
    case FirstByteColumn:
        return tip ? tr("Until the first byte of the response") : tr("First byte");
    case LastByteColumn: return tip ? tr("Until the response was complete") : tr("Last byte");
    case PollsColumn:
        return tip ? tr("Polls completed between assignment and write, on reused connections")
                   : tr("Polls");
    case QueuedFromColumn:
        return tip ? tr("Phase of the loop in which the request reached its connection")
                   : tr("From");
    case QueuedAtColumn: return tip ? tr("Time since the start of the run") : tr("Queued at");
    case ConnectionColumn: return tip ? tr("The last connection it used") : tr("Connection");
    case UseColumn: return tip ? tr("The how-manieth request of that connection") : tr("Use");
    case StreamColumn: return tip ? tr("HTTP/2: the stream that carried it") : tr("Stream");
    case IdleBeforeColumn:
        return tip ? tr("How long the connection had been idle before") : tr("Idle before");
    case AttemptsColumn: return tip ? tr("Connections it was assigned to") : tr("Attempts");
    case StatusColumn: return tip ? tr("HTTP status") : tr("Status");
    case BytesColumn: return tip ? tr("Bytes of the body") : tr("Body");
    case ReasonColumn: return tip ? tr("Why not reused, why moved, or why failed") : tr("Reason");
    default: return {};
    }
}

} // namespace reusescope
