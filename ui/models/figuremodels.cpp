// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/figuremodels.h"

#include "ui/format/text.h"
#include "ui/models/roles.h"

#include <algorithm>
#include <array>
#include <utility>

namespace reusescope {

namespace {

// The last one is the maximum.
constexpr std::array kShares{0.0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0};

QVariant aligned(bool left)
{
    return QVariant::fromValue(
        Qt::Alignment(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)));
}

QString microseconds(Nanoseconds duration)
{
    return QString::number(static_cast<double>(duration.count()) / 1000.0, 'f', 3);
}

/// Replaces what a model shows: as a change when the shape stays, so that selections do.
template <typename Begin, typename Assign, typename End, typename Changed>
void replace(bool sameShape, Begin begin, Assign assign, End end, Changed changed)
{
    if (!sameShape)
        begin();
    assign();
    if (sameShape)
        changed();
    else
        end();
}

} // namespace

void SummaryModel::setFigures(std::vector<VariantFigures> figures)
{
    replace(
        figures.size() == m_figures.size(), [this] { beginResetModel(); },
        [&] { m_figures = std::move(figures); }, [this] { endResetModel(); },
        [this] {
            if (!m_figures.empty())
                emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        });
}

int SummaryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_figures.size());
}

int SummaryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SummaryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const VariantFigures &figures = m_figures[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return aligned(column == VariantColumn || column == PollsColumn
                       || column == OutcomesColumn);
    if (role == VariantRole)
        return index.row();
    if (role != Qt::DisplayRole && role != CopyRole && role != SortRole)
        return {};
    const bool display = role == Qt::DisplayRole;
    const auto latency = [&](Nanoseconds value) -> QVariant {
        if (figures.answered == 0)
            return display ? tr("–") : QString();
        return display ? durationText(value) : microseconds(value);
    };
    const auto count = [&](std::uint64_t value) -> QVariant {
        return display ? countText(value) : QString::number(value);
    };
    switch (column) {
    case VariantColumn: return figures.name;
    case SettledColumn: return count(figures.settled);
    case FailedColumn: return count(figures.failed);
    case P50Column: return latency(figures.p50);
    case P90Column: return latency(figures.p90);
    case P99Column: return latency(figures.p99);
    case P999Column: return latency(figures.p999);
    case MaxColumn: return latency(figures.max);
    case RatioColumn:
        if (!figures.ratio)
            return display ? tr("–") : QString();
        return display ? ratioText(*figures.ratio) : QString::number(*figures.ratio, 'f', 4);
    case IntervalColumn:
        if (!figures.interval)
            return display ? tr("–") : QString();
        return tr("%1 to %2")
            .arg(ratioText(figures.interval->low), ratioText(figures.interval->high));
    case StallsColumn: return count(figures.stalls);
    case PollsColumn: return figures.polls.isEmpty() ? tr("–") : figures.polls;
    case OutcomesColumn: return outcomesText(figures);
    default: return {};
    }
}

QVariant SummaryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(section == VariantColumn || section == PollsColumn
                       || section == OutcomesColumn);
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    const auto latency = [&](const QString &title) {
        return role == CopyHeaderRole ? tr("%1 (µs)").arg(title) : title;
    };
    switch (section) {
    case VariantColumn: return tr("Scheduler");
    case SettledColumn: return tr("Settled");
    case FailedColumn: return tr("Failed");
    case P50Column: return latency(tr("Median"));
    case P90Column: return latency(tr("p90"));
    case P99Column: return latency(tr("p99"));
    case P999Column: return latency(tr("p99.9"));
    case MaxColumn: return latency(tr("Max"));
    case RatioColumn: return tr("Median ratio");
    case IntervalColumn: return tr("95 % interval");
    case StallsColumn: return tr("Stalls");
    case PollsColumn: return tr("Polls before write");
    case OutcomesColumn: return tr("Outcomes");
    default: return {};
    }
}

void HistogramModel::setBins(const HistogramBins &bins, const VariantNames &names)
{
    std::vector<Row> rows;
    for (std::size_t bin = 0; bin + 1 < bins.edges.size(); ++bin) {
        Row row{bins.edges[bin], bins.edges[bin + 1], {}};
        bool any = false;
        for (const auto &counts : bins.counts) {
            row.counts.push_back(counts[bin]);
            any = any || counts[bin] > 0;
        }
        if (any)
            rows.push_back(std::move(row));
    }
    replace(
        rows.size() == m_rows.size() && names.all() == m_names, [this] { beginResetModel(); },
        [&] {
            m_rows = std::move(rows);
            m_names = names.all();
        },
        [this] { endResetModel(); },
        [this] {
            if (!m_rows.empty())
                emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        });
}

int HistogramModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int HistogramModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstVariantColumn + static_cast<int>(m_names.size());
}

QVariant HistogramModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(false);
    if (role != Qt::DisplayRole && role != CopyRole && role != SortRole)
        return {};
    const bool display = role == Qt::DisplayRole;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() == LowColumn)
        return display ? durationText(row.low) : microseconds(row.low);
    if (index.column() == HighColumn)
        return display ? durationText(row.high) : microseconds(row.high);
    const auto variant = static_cast<std::size_t>(index.column() - FirstVariantColumn);
    const std::uint64_t count = variant < row.counts.size() ? row.counts[variant] : 0;
    return display ? countText(count) : QString::number(count);
}

QVariant HistogramModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(false);
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    const bool copy = role == CopyHeaderRole;
    if (section == LowColumn)
        return copy ? tr("From (µs)") : tr("From");
    if (section == HighColumn)
        return copy ? tr("Below (µs)") : tr("Below");
    return m_names.value(section - FirstVariantColumn);
}

void PercentileModel::setLatencies(const Recording &recording, const VariantNames &names)
{
    const auto &summaries = recording.summaries();
    std::vector<std::vector<std::optional<Nanoseconds>>> latencies;
    for (const double share : kShares) {
        auto &row = latencies.emplace_back();
        for (std::size_t i = 0; i < static_cast<std::size_t>(names.count()); ++i) {
            if (i < summaries.size() && summaries[i].latency().count() > 0)
                row.push_back(summaries[i].latency().percentile(share));
            else
                row.push_back(std::nullopt);
        }
    }
    replace(
        names.all() == m_names && !m_latencies.empty(), [this] { beginResetModel(); },
        [&] {
            m_latencies = std::move(latencies);
            m_names = names.all();
        },
        [this] { endResetModel(); },
        [this] { emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); });
}

int PercentileModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_latencies.size());
}

int PercentileModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_names.size());
}

QVariant PercentileModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(false);
    if (role != Qt::DisplayRole && role != CopyRole && role != SortRole)
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (index.column() == 0) {
        const double share = kShares[row];
        return share <= 0 ? tr("min") : share >= 1 ? tr("max") : percentText(share) + tr(" %");
    }
    const auto &latency = m_latencies[row][static_cast<std::size_t>(index.column() - 1)];
    if (role == Qt::DisplayRole)
        return durationText(latency);
    return latency ? microseconds(*latency) : QString();
}

QVariant PercentileModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(false);
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    if (section == 0)
        return tr("Percentile");
    const QString name = m_names.value(section - 1);
    return role == CopyHeaderRole ? tr("%1 (µs)").arg(name) : name;
}

} // namespace reusescope
