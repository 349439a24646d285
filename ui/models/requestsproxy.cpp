// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestsproxy.h"

#include "core/trace/summary.h"
#include "ui/format/text.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace reusescope {

namespace {

constexpr int kRowsPerStep = 4096;
constexpr std::size_t kRun = 4096;
constexpr std::size_t kMergesPerStep = 16384;
// A table sorted by anything but arrival takes up what has come at most this often, so that rows
// do not jump about under the reader's eyes.
constexpr std::chrono::milliseconds kResortInterval{1000};

bool isStalled(const RequestRecord &request)
{
    const auto validate = segment(request.points, Segment::Validate);
    return validate && *validate >= Summary::kStallAtLeast;
}

} // namespace

/// The filter's words, looked up once in everything that has few values, so that matching a
/// request is a handful of table reads.
struct RequestsProxy::Matcher
{
    struct Word
    {
        std::array<bool, 256> variant{};
        std::array<bool, 256> outcome{};
        std::array<bool, 256> reason{};
        std::array<bool, kPhaseCount> phase{};
        std::optional<std::uint32_t> request;
        std::optional<std::uint32_t> connection;
    };

    RequestFilter filter;
    std::vector<Word> words;
};

RequestsProxy::RequestsProxy(RequestsModel &source, QObject *parent)
    : QAbstractProxyModel(parent), m_source(source)
{
    setSourceModel(&source);
    m_upTo = source.rowCount();
    connect(&source, &QAbstractItemModel::rowsInserted, this, &RequestsProxy::sourceGrew);
    connect(&source, &QAbstractItemModel::modelReset, this, &RequestsProxy::sourceReset);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RequestsProxy::work);
}

void RequestsProxy::setFilter(const RequestFilter &filter)
{
    if (m_filter == filter)
        return;
    m_filter = filter;
    begin(true);
}

void RequestsProxy::sort(int column, Qt::SortOrder order)
{
    if (m_column == column && m_order == order)
        return;
    m_column = column;
    m_order = order;
    // A job that was to replace the rows still has to.
    begin(m_job.step != Step::None && m_job.reset);
}

bool RequestsProxy::isPlain() const
{
    return m_column < 0 && m_filter == RequestFilter();
}

void RequestsProxy::sourceReset()
{
    setStep(Step::None);
    m_timer.stop();
    beginResetModel();
    m_rows.clear();
    m_rows.shrink_to_fit();
    m_plain = isPlain();
    m_upTo = m_plain ? m_source.rowCount() : 0;
    endResetModel();
    sourceGrew();
}

void RequestsProxy::sourceGrew()
{
    const int rows = m_source.rowCount();
    if (rows == m_upTo || isBusy())
        return;
    if (m_plain && isPlain()) {
        beginInsertRows({}, m_upTo, rows - 1);
        m_upTo = rows;
        endInsertRows();
    } else if (m_column < 0) {
        begin(false);
    } else if (!m_timer.isActive()) {
        const auto since = m_sinceApplied.isValid()
            ? std::chrono::milliseconds(m_sinceApplied.elapsed())
            : kResortInterval;
        m_timer.start(std::max(std::chrono::milliseconds{0}, kResortInterval - since));
    }
}

void RequestsProxy::begin(bool reset)
{
    m_job = Job();
    m_job.reset = reset;
    m_job.upTo = m_source.rowCount();
    m_job.appends =
        !reset && m_column < 0 && !m_plain && std::is_sorted(m_rows.begin(), m_rows.end());
    if (m_job.appends)
        m_job.next = m_upTo;
    m_job.matcher = matcher();
    m_job.step = Step::Collect;
    emit busyChanged(true);
    m_timer.start(0);
}

void RequestsProxy::setStep(Step step)
{
    const bool was = isBusy();
    m_job.step = step;
    if (step == Step::None)
        m_job = Job();
    if (was != isBusy())
        emit busyChanged(isBusy());
}

void RequestsProxy::work()
{
    if (!isBusy())
        begin(false);
    QElapsedTimer slice;
    slice.start();
    while (std::chrono::milliseconds(slice.elapsed()) < kSlice) {
        if (!advance())
            return;
    }
    m_timer.start(0);
}

void RequestsProxy::finish()
{
    if (!isBusy() && m_source.rowCount() != m_upTo)
        begin(false);
    while (isBusy())
        advance();
}

bool RequestsProxy::advance()
{
    switch (m_job.step) {
    case Step::Collect: collect(); break;
    case Step::SortRuns: sortRuns(); break;
    case Step::Merge: merge(); break;
    case Step::None: break;
    }
    return isBusy();
}

std::shared_ptr<const RequestsProxy::Matcher> RequestsProxy::matcher() const
{
    auto result = std::make_shared<Matcher>(Matcher{m_filter, {}});
    const QStringList words =
        m_filter.words.split(QLatin1Char(' '), Qt::SkipEmptyParts, Qt::CaseInsensitive);
    for (const QString &text : words) {
        Matcher::Word word;
        const auto occursIn = [&](const QString &where) {
            return where.contains(text, Qt::CaseInsensitive);
        };
        for (std::size_t i = 0; i < word.variant.size(); ++i)
            word.variant[i] = occursIn(m_source.variantName(i));
        for (std::size_t i = 0; i < kOutcomeCount; ++i)
            word.outcome[i] = occursIn(outcomeText(static_cast<Outcome>(i)));
        for (std::size_t i = 0; i <= static_cast<std::size_t>(Reason::RunEnded); ++i)
            word.reason[i] = occursIn(reasonText(static_cast<Reason>(i)));
        for (std::size_t i = 0; i < kPhaseCount; ++i)
            word.phase[i] = occursIn(phaseText(static_cast<Phase>(i)));
        const auto number = [](QStringView digits) -> std::optional<std::uint32_t> {
            bool ok = false;
            const uint value = digits.toUInt(&ok);
            return ok ? std::optional<std::uint32_t>(value) : std::nullopt;
        };
        if (text.startsWith(QLatin1Char('#')))
            word.request = number(QStringView(text).mid(1));
        else if (text.startsWith(QLatin1Char('c'), Qt::CaseInsensitive))
            word.connection = number(QStringView(text).mid(1));
        else
            word.request = number(text);
        result->words.push_back(word);
    }
    return result;
}

bool RequestsProxy::matches(const Matcher &matcher, const RequestRecord &request)
{
    const RequestFilter &filter = matcher.filter;
    if (filter.variant >= 0 && request.variant != filter.variant)
        return false;
    if (request.warmup && !filter.warmup)
        return false;
    switch (filter.kind) {
    case RequestFilter::Kind::All: break;
    case RequestFilter::Kind::Failed:
        if (isOk(request.outcome))
            return false;
        break;
    case RequestFilter::Kind::Stalled:
        if (!isStalled(request))
            return false;
        break;
    case RequestFilter::Kind::Detoured:
        if (request.attempts < 2)
            return false;
        break;
    }
    return std::all_of(matcher.words.begin(), matcher.words.end(), [&](const Matcher::Word &word) {
        return word.variant[request.variant]
            || word.outcome[static_cast<std::size_t>(request.outcome)]
            || word.reason[static_cast<std::size_t>(request.reason)]
            || word.phase[static_cast<std::size_t>(request.queuedFrom)]
            || word.request == request.index || word.connection == request.connection.value;
    });
}

void RequestsProxy::collect()
{
    const int end = std::min(m_job.upTo, m_job.next + kRowsPerStep);
    for (int row = m_job.next; row < end; ++row) {
        if (!matches(*m_job.matcher, m_source.request(row)))
            continue;
        std::uint64_t key = 0;
        if (m_column >= 0) {
            key = m_source.sortKey(row, m_column);
            if (m_order == Qt::DescendingOrder)
                key = ~key;
        }
        m_job.entries.push_back({key, static_cast<std::uint32_t>(row)});
    }
    m_job.next = end;
    if (end < m_job.upTo)
        return;
    m_job.next = 0;
    if (m_column < 0)
        apply();
    else
        setStep(Step::SortRuns);
}

void RequestsProxy::sortRuns()
{
    const auto begin = m_job.entries.begin() + m_job.next;
    const auto length = std::min<std::ptrdiff_t>(kRun, m_job.entries.end() - begin);
    std::sort(begin, begin + length);
    m_job.next += static_cast<int>(length);
    if (static_cast<std::size_t>(m_job.next) < m_job.entries.size())
        return;
    m_job.width = kRun;
    setStep(Step::Merge);
}

void RequestsProxy::merge()
{
    const std::size_t size = m_job.entries.size();
    if (m_job.width >= size) {
        apply();
        return;
    }
    std::size_t left = kMergesPerStep;
    while (left > 0) {
        if (m_job.left == m_job.leftEnd && m_job.right == m_job.rightEnd) {
            const std::size_t begin = m_job.rightEnd;
            if (begin == size) {
                m_job.entries.swap(m_job.merged);
                m_job.merged.clear();
                m_job.width *= 2;
                m_job.left = m_job.leftEnd = m_job.right = m_job.rightEnd = 0;
                return;
            }
            if (begin == 0)
                m_job.merged.reserve(size);
            m_job.left = begin;
            m_job.leftEnd = std::min(size, begin + m_job.width);
            m_job.right = m_job.leftEnd;
            m_job.rightEnd = std::min(size, m_job.leftEnd + m_job.width);
        }
        const bool takeLeft = m_job.left < m_job.leftEnd
            && (m_job.right == m_job.rightEnd
                || m_job.entries[m_job.left] < m_job.entries[m_job.right]);
        m_job.merged.push_back(m_job.entries[takeLeft ? m_job.left++ : m_job.right++]);
        --left;
    }
}

void RequestsProxy::apply()
{
    std::vector<std::uint32_t> rows;
    // Entries of a job that only looked at new rows go behind those that are shown.
    const bool appends =
        m_column < 0 && !m_job.reset && !m_plain && std::is_sorted(m_rows.begin(), m_rows.end());
    if (appends)
        rows = m_rows;
    rows.reserve(rows.size() + m_job.entries.size());
    for (const Entry &entry : m_job.entries)
        rows.push_back(entry.row);
    const int upTo = m_job.upTo;
    const bool reset = m_job.reset;
    setStep(Step::None);
    m_sinceApplied.start();
    takeUp(std::move(rows), upTo, reset);
    sourceGrew();
}

void RequestsProxy::takeUp(std::vector<std::uint32_t> rows, int upTo, bool reset)
{
    const bool plain = isPlain();
    if (reset) {
        beginResetModel();
        m_rows = plain ? std::vector<std::uint32_t>() : std::move(rows);
        m_plain = plain;
        m_upTo = upTo;
        endResetModel();
        return;
    }

    // What is shown so far, in its order, then what has come since; then the new order.
    const int shown = rowCount();
    std::vector<std::uint32_t> before;
    if (m_plain) {
        before.resize(static_cast<std::size_t>(shown));
        for (std::size_t i = 0; i < before.size(); ++i)
            before[i] = static_cast<std::uint32_t>(i);
    } else {
        before = m_rows;
    }
    const auto all = static_cast<int>(rows.size());
    if (all > shown) {
        for (const std::uint32_t row : rows) {
            if (row >= static_cast<std::uint32_t>(m_upTo))
                before.push_back(row);
        }
        beginInsertRows({}, shown, all - 1);
        m_rows = before;
        m_plain = false;
        m_upTo = upTo;
        endInsertRows();
    }
    m_upTo = upTo;
    if (before == rows && !plain) {
        m_rows = std::move(rows);
        m_plain = false;
        return;
    }
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList held = persistentIndexList();
    if (!held.isEmpty()) {
        std::vector<int> position(static_cast<std::size_t>(upTo), -1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            position[rows[i]] = static_cast<int>(i);
        QModelIndexList moved;
        moved.reserve(held.size());
        for (const QModelIndex &index : held) {
            const std::uint32_t row = before[static_cast<std::size_t>(index.row())];
            moved << createIndex(position[row], index.column());
        }
        changePersistentIndexList(held, moved);
    }
    m_plain = plain;
    m_rows = plain ? std::vector<std::uint32_t>() : std::move(rows);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

int RequestsProxy::shownRow(int sourceRow) const
{
    if (m_plain)
        return sourceRow < m_upTo ? sourceRow : -1;
    const auto found =
        std::find(m_rows.begin(), m_rows.end(), static_cast<std::uint32_t>(sourceRow));
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QModelIndex RequestsProxy::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex RequestsProxy::parent(const QModelIndex &) const
{
    return {};
}

int RequestsProxy::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return m_plain ? m_upTo : static_cast<int>(m_rows.size());
}

int RequestsProxy::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_source.columnCount();
}

QModelIndex RequestsProxy::mapToSource(const QModelIndex &proxyIndex) const
{
    if (!proxyIndex.isValid())
        return {};
    const int row = m_plain ? proxyIndex.row()
                            : static_cast<int>(m_rows[static_cast<std::size_t>(proxyIndex.row())]);
    return m_source.index(row, proxyIndex.column());
}

QModelIndex RequestsProxy::mapFromSource(const QModelIndex &sourceIndex) const
{
    if (!sourceIndex.isValid())
        return {};
    const int row = shownRow(sourceIndex.row());
    return row < 0 ? QModelIndex() : createIndex(row, sourceIndex.column());
}

QVariant RequestsProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? m_source.headerData(section, orientation, role)
                                         : QVariant();
}

} // namespace reusescope
