// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/idlemodel.h"

#include "ui/format/idletext.h"
#include "ui/models/roles.h"

#include <QLocale>

#include <algorithm>

namespace reusescope {

namespace {

double milliseconds(Nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

} // namespace

void IdleModel::setFindings(const IdleFindings &findings)
{
    std::vector<Row> rows;
    for (const IdleClose &close : findings.closes)
        rows.push_back({close.after, close.used, std::nullopt, close.how});
    for (const IdleProbe &probe : findings.probes)
        rows.push_back({probe.gap, true, probe.fate, probe.reason});
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.after < b.after; });
    if (rows == m_rows)
        return;
    beginResetModel();
    m_rows = std::move(rows);
    m_secure = findings.url.starts_with("https:");
    endResetModel();
}

int IdleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int IdleModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString IdleModel::connectionText(const Row &row) const
{
    if (row.fate)
        return tr("asked after a gap");
    return row.used ? tr("used") : tr("unused");
}

QVariant IdleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == After ? Qt::AlignRight | Qt::AlignVCenter
                                                : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole && role != CopyRole)
        return {};
    switch (index.column()) {
    case Connection: return connectionText(row);
    case After:
        if (role == Qt::DisplayRole)
            return QLocale().toString(milliseconds(row.after), 'f', 1);
        if (role == CopyRole)
            return QString::number(milliseconds(row.after), 'f', 3);
        return milliseconds(row.after);
    case Fate: return row.fate ? fateText(*row.fate) : tr("closed by the server");
    case How: return row.fate == IdleProbe::Fate::Answered ? QString() : endText(row.how, m_secure);
    default: return {};
    }
}

QVariant IdleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Connection: return tr("Connection");
    case After: return tr("After (ms)");
    case Fate: return tr("What became of it");
    case How: return tr("How");
    default: return {};
    }
}

} // namespace reusescope
