// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/frontiermodel.h"

#include "ui/format/text.h"
#include "ui/models/roles.h"

#include <QLocale>

namespace reusescope {

namespace {

QVariant microseconds(std::optional<Nanoseconds> value)
{
    return value ? QVariant(std::chrono::duration<double, std::micro>(*value).count()) : QVariant();
}

QVariant percent(const Share &share)
{
    return share.trials > 0 ? QVariant(100 * share.share()) : QVariant();
}

QString text(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

} // namespace

void FrontierModel::setResult(const FrontierResult &result)
{
    const bool sameRows = result.cells.size() == m_result.cells.size();
    if (!sameRows)
        beginResetModel();
    m_result = result;
    if (!sameRows)
        endResetModel();
    else if (!m_result.cells.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int FrontierModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_result.cells.size());
}

int FrontierModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FrontierModel::number(const FrontierCell &cell, int column) const
{
    const Share share = cell.beforeWrite();
    switch (column) {
    case Scheduler: return QString::fromStdString(cell.scheduler);
    case Source: return text(name(cell.source));
    case FaultKind: return text(name(cell.fault));
    case Block: return static_cast<int>(cell.block.count());
    case Caught: return percent(share);
    case Low: return share.trials > 0 ? QVariant(100 * share.low()) : QVariant();
    case High: return share.trials > 0 ? QVariant(100 * share.high()) : QVariant();
    case Trials: return share.trials;
    case LongBefore: return percent(cell.of(Moment::LongBefore));
    case Before: return percent(cell.of(Moment::Before));
    case JustBefore: return percent(cell.of(Moment::JustBefore));
    case InBetween: return percent(cell.of(Moment::InBetween));
    case Exposed: return microseconds(cell.exposure());
    case AddedP50: return microseconds(m_result.added(cell, 0.5));
    case AddedP99: return microseconds(m_result.added(cell, 0.99));
    case Poisoned: return cell.poisoned;
    case Replayed: return cell.replayed;
    case Failed: return cell.failed;
    case Behind: return cell.of(Moment::After).trials;
    default: return {};
    }
}

QVariant FrontierModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const int column = index.column();
    const QVariant value = number(m_result.cells[static_cast<std::size_t>(index.row())], column);
    switch (role) {
    case SortRole:
    case CopyRole: return value;
    case Qt::TextAlignmentRole:
        return QVariant(column <= FaultKind ? Qt::AlignLeft | Qt::AlignVCenter
                                            : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::DisplayRole:
        if (value.typeId() == QMetaType::Double)
            return QLocale().toString(value.toDouble(), 'f', 1);
        if (value.typeId() == QMetaType::Int) {
            const bool few = m_result.cells[static_cast<std::size_t>(index.row())].tooFew();
            const QString count = QLocale().toString(value.toInt());
            return column == Trials && few ? tr("%1, too few").arg(count) : count;
        }
        return value;
    default: return {};
    }
}

QVariant FrontierModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Scheduler: return tr("Scheduler");
    case Source: return tr("From");
    case FaultKind: return tr("Fault");
    case Block: return tr("Blocked (ms)");
    case Caught: return tr("Caught (%)");
    case Low: return tr("low (%)");
    case High: return tr("high (%)");
    case Trials: return tr("of");
    case LongBefore: return tr("2000-200 µs (%)");
    case Before: return tr("200-20 µs (%)");
    case JustBefore: return tr("20-0 µs (%)");
    case InBetween: return tr("queued (%)");
    case Exposed: return tr("Exposed (µs)");
    case AddedP50: return tr("Added p50 (µs)");
    case AddedP99: return tr("Added p99 (µs)");
    case Poisoned: return tr("Poisoned");
    case Replayed: return tr("Replayed");
    case Failed: return tr("Failed");
    case Behind: return tr("Behind the write");
    default: return {};
    }
}

} // namespace reusescope
