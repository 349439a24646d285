// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/requestsmodel.h"

#include <QAbstractProxyModel>
#include <QElapsedTimer>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace reusescope {

/// Which requests a table shows.
struct RequestFilter
{
    enum class Kind { All, Failed, Stalled, Detoured };

    Kind kind = Kind::All;
    int variant = -1; ///< -1: every one
    bool warmup = true;
    /// Every word must occur in the scheduler, the outcome, the reason or the phase, or be the
    /// number of the request ("#17") or of the connection ("c3").
    QString words;

    friend bool operator==(const RequestFilter &, const RequestFilter &) = default;
};

/// Sorts and filters the requests while they come in, however many there are.
///
/// Thread: UI. Works in slices of some milliseconds, so that the window keeps answering; until a
/// new order is ready the old one stays (isBusy()). In the order of settling without a filter it
/// keeps nothing per row. While a run goes on, a sorted table takes up new rows every now and then.
class RequestsProxy : public QAbstractProxyModel
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kSlice{5};

    explicit RequestsProxy(RequestsModel &source, QObject *parent = nullptr);

    void setFilter(const RequestFilter &filter);
    const RequestFilter &filter() const { return m_filter; }
    bool isBusy() const { return m_job.step != Step::None; }
    /// Does all that is to do at once; for tests and copies.
    void finish();
    /// The row that shows a row of the source; -1: none.
    int shownRow(int sourceRow) const;

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< -1: as settled

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

signals:
    void busyChanged(bool busy);

private:
    struct Entry
    {
        std::uint64_t key;
        std::uint32_t row;
        friend auto operator<=>(const Entry &, const Entry &) = default;
    };
    enum class Step { None, Collect, SortRuns, Merge };
    struct Matcher;
    struct Job
    {
        Step step = Step::None;
        int upTo = 0; ///< rows of the source it covers
        bool reset = false; ///< the filter has changed: other rows, not another order
        bool appends = false; ///< what is shown stays, only new rows are looked at
        std::shared_ptr<const Matcher> matcher;
        int next = 0; ///< row or entry to go on with
        std::vector<Entry> entries;
        // Merge: runs of `width` entries in `entries` become runs of 2 * width in `merged`.
        std::vector<Entry> merged;
        std::size_t width = 0;
        std::size_t left = 0, leftEnd = 0, right = 0, rightEnd = 0;
    };

    bool isPlain() const; ///< order of settling, no filter
    void sourceGrew();
    void sourceReset();
    void begin(bool reset);
    void work();
    bool advance(); ///< false: the job is done
    void collect();
    void sortRuns();
    void merge();
    void apply();
    void takeUp(std::vector<std::uint32_t> rows, int upTo, bool reset);
    void setStep(Step step);
    static bool matches(const Matcher &matcher, const RequestRecord &request);
    std::shared_ptr<const Matcher> matcher() const;

    RequestsModel &m_source;
    RequestFilter m_filter;
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    int m_upTo = 0; // rows of the source that are taken into account
    bool m_plain = true; // what is shown now: rows 0..m_upTo of the source, m_rows is empty
    std::vector<std::uint32_t> m_rows;
    Job m_job;
    QTimer m_timer;
    QElapsedTimer m_sinceApplied;
};

} // namespace reusescope
