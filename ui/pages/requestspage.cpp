// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/requestspage.h"

#include "ui/format/text.h"
#include "ui/pages/cardframe.h"
#include "ui/pages/certificatechain.h"
#include "ui/pages/outcomedelegate.h"
#include "ui/pages/tablecopy.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <chrono>

namespace reusescope {

namespace {

constexpr int kSpacing = 10;
constexpr std::chrono::milliseconds kFilterDelay{200};

/// Widths for the longest usual text of a column; asking every row would take too long.
int columnWidth(const QFontMetrics &metrics, int column)
{
    const auto wide = [&](const char *sample) {
        return metrics.horizontalAdvance(QString::fromUtf8(sample)) + 20;
    };
    switch (column) {
    case RequestsModel::VariantColumn: return wide("●     immediate-unref");
    case RequestsModel::OutcomeColumn: return wide("● ok, reused (warm-up)");
    case RequestsModel::IdleBeforeColumn: return wide("Idle before");
    case RequestsModel::ConnectionColumn: return wide("Connection");
    case RequestsModel::ReasonColumn: return wide("the peer closed the idle connection, too");
    case RequestsModel::IndexColumn: return wide("2,000,000");
    case RequestsModel::PollsColumn:
    case RequestsModel::UseColumn:
    case RequestsModel::StreamColumn:
    case RequestsModel::StatusColumn: return wide("Status");
    case RequestsModel::AttemptsColumn: return wide("Attempts");
    default: return wide("00.00 ms ");
    }
}

} // namespace

RequestsPage::RequestsPage(const Recording &recording, const VariantNames &names,
                           Selection &selection, QWidget *parent)
    : QWidget(parent),
      m_recording(recording),
      m_names(names),
      m_selection(selection),
      m_model(recording, names),
      m_proxy(m_model)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    column->setSpacing(kSpacing);
    column->addWidget(makeFilter());

    m_table = new QTableView;
    m_table->setModel(&m_proxy);
    prepareTable(*m_table);
    m_table->setAccessibleName(tr("Requests"));
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setSectionsMovable(true);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, &m_proxy,
            &RequestsProxy::sort);
    m_table->setItemDelegateForColumn(RequestsModel::VariantColumn, new VariantDelegate(m_table));
    m_table->setItemDelegateForColumn(RequestsModel::OutcomeColumn, new OutcomeDelegate(m_table));
    for (int i = 0; i < RequestsModel::ColumnCount; ++i)
        m_table->setColumnWidth(i,
                                std::max(columnWidth(m_table->fontMetrics(), i),
                                         m_table->horizontalHeader()->sectionSizeHint(i)));
    m_table->horizontalHeader()->setStretchLastSection(true);
    // The plain copy of every table would say nothing about rows it left out.
    qDeleteAll(m_table->actions());
    auto *copy = new QAction(tr("&Copy as a table"), m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &RequestsPage::copyRows);
    m_table->addAction(copy);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(makeDetails());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RequestsPage::takeSelectionFromTable);
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &RequestsPage::showSelection);
    connect(&m_proxy, &RequestsProxy::busyChanged, this, &RequestsPage::showCounts);
    connect(&m_selection, &Selection::requestChanged, this, &RequestsPage::showSelection);
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(kFilterDelay);
    connect(&m_filterDelay, &QTimer::timeout, this, &RequestsPage::applyFilter);
    setFocusProxy(m_table);
    showCounts();
}

QWidget *RequestsPage::makeFilter()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_words = new QLineEdit;
    m_words->setPlaceholderText(tr("Filter: words, request number (#17), connection (c3)"));
    m_words->setClearButtonEnabled(true);
    m_words->setAccessibleName(tr("Filter"));
    m_words->setMaxLength(200);
    connect(m_words, &QLineEdit::textChanged, this, [this] { m_filterDelay.start(); });
    row->addWidget(m_words, 1);
    m_kind = new QComboBox;
    m_kind->setAccessibleName(tr("Kind of requests"));
    m_kind->addItem(tr("All requests"), static_cast<int>(RequestFilter::Kind::All));
    m_kind->addItem(tr("Failed"), static_cast<int>(RequestFilter::Kind::Failed));
    m_kind->addItem(tr("Stalled in validate"), static_cast<int>(RequestFilter::Kind::Stalled));
    m_kind->addItem(tr("Moved or replayed"), static_cast<int>(RequestFilter::Kind::Detoured));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &RequestsPage::applyFilter);
    row->addWidget(m_kind);
    m_variant = new QComboBox;
    m_variant->setAccessibleName(tr("Scheduler"));
    m_variant->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_variant->addItem(tr("All schedulers"));
    connect(m_variant, &QComboBox::currentIndexChanged, this, &RequestsPage::applyFilter);
    row->addWidget(m_variant);
    m_warmup = new QCheckBox(tr("&Warm-up"));
    m_warmup->setToolTip(tr("Also show the requests that were made before measuring"));
    m_warmup->setChecked(true);
    connect(m_warmup, &QCheckBox::toggled, this, &RequestsPage::applyFilter);
    row->addWidget(m_warmup);
    m_counts = new QLabel;
    m_counts->setMinimumWidth(
        m_counts->fontMetrics().horizontalAdvance(QStringLiteral("200,000 of 200,000")));
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_counts);
    return bar;
}

QWidget *RequestsPage::makeDetails()
{
    auto *details = new QWidget;
    auto *row = new QHBoxLayout(details);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpacing);
    const auto add = [&](QAbstractItemModel &model, const QString &title, int stretch) {
        auto *table = new QTableView;
        table->setModel(&model);
        prepareTable(*table);
        table->setAccessibleName(title);
        table->setFrameShape(QFrame::NoFrame);
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        row->addWidget(new CardFrame(title, table), stretch);
        return table;
    };
    m_attemptsTable = add(m_attempts, tr("Attempts of the selected request"), 6);
    row->addWidget(new CardFrame(tr("Its connection"), makeConnection()), 5);
    return details;
}

QWidget *RequestsPage::makeConnection()
{
    m_connectionTabs = new QTabWidget;
    m_connectionTabs->setDocumentMode(true);
    m_connectionTabs->setAccessibleName(tr("Its connection"));
    const auto makeTable = [](QAbstractItemModel &model, const QString &title) {
        auto *table = new QTableView;
        table->setModel(&model);
        prepareTable(*table);
        table->setAccessibleName(title);
        table->setFrameShape(QFrame::NoFrame);
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        return table;
    };
    m_historyTable = makeTable(m_history, tr("Events of the connection around the request"));
    m_historyTable->horizontalHeader()->setStretchLastSection(true);
    m_connectionTabs->addTab(m_historyTable, tr("Events"));

    m_facts = new QLabel;
    m_facts->setWordWrap(true);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_facts->setContentsMargins(8, 6, 8, 6);
    auto *scroll = new QScrollArea;
    scroll->setWidget(m_facts);
    scroll->setWidgetResizable(true);
    m_facts->setAutoFillBackground(false); // the card shows through
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QTableView *frames = makeTable(m_frames, tr("Frames by type"));
    frames->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    auto *http2 = new QWidget;
    auto *row = new QHBoxLayout(http2);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(scroll, 1);
    row->addWidget(frames, 1);
    m_connectionTabs->addTab(http2, tr("HTTP/2"));

    m_certificates = new CertificateChainView;
    m_connectionTabs->addTab(m_certificates, tr("Certificates"));
    showConnection(nullptr);
    return m_connectionTabs;
}

void RequestsPage::showConnection(const RequestRecord *request)
{
    const Http2State *state =
        request ? m_recording.http2StateOf(request->variant, request->connection) : nullptr;
    m_shownStateAt = state ? std::optional(state->at) : std::nullopt;
    m_connectionTabs->setTabVisible(1, state != nullptr);
    if (state) {
        m_facts->setText(connectionSentences(m_recording, *request).join(QLatin1Char('\n')));
        m_frames.show(*state);
    } else {
        m_facts->clear();
        m_frames.clear();
    }
    const bool hasChain = request && request->variant < m_peerChains.size()
        && !m_peerChains[request->variant].empty();
    m_connectionTabs->setTabVisible(2, hasChain);
    if (hasChain)
        m_certificates->show(m_peerChains[request->variant]);
    else
        m_certificates->clear();
}

void RequestsPage::setPeerChains(std::vector<std::vector<std::string>> chains)
{
    m_peerChains = std::move(chains);
    showDetails();
}

void RequestsPage::recordingGrew()
{
    if (!isVisible())
        return;
    const QScrollBar *bar = m_table->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_model.update();
    showCounts();
    if (const RequestRecord *request =
            m_shownStateAt && m_selection.request() ? find(*m_selection.request()) : nullptr) {
        const Http2State *state = m_recording.http2StateOf(request->variant, request->connection);
        if (state && state->at != *m_shownStateAt)
            showConnection(request);
    }
    if (m_selection.isFollowing() && atEnd
        && m_table->horizontalHeader()->sortIndicatorSection() < 0)
        m_table->scrollToBottom();
}

void RequestsPage::recordingReset()
{
    {
        const QSignalBlocker blocker(m_variant);
        m_variant->clear();
        m_variant->addItem(tr("All schedulers"));
        m_variant->addItems(m_names.all());
    }
    m_model.reset();
    applyFilter();
    m_attempts.clear();
    m_history.clear();
    m_peerChains.clear();
    showConnection(nullptr);
    showCounts();
}

const RequestRecord *RequestsPage::find(RequestKey key)
{
    m_model.update();
    const int row = m_model.rowOf(key.variant, key.index);
    return row < 0 ? nullptr : &m_model.request(row);
}

void RequestsPage::focusFilter()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void RequestsPage::applyFilter()
{
    RequestFilter filter;
    filter.words = m_words->text().simplified();
    filter.kind = static_cast<RequestFilter::Kind>(m_kind->currentData().toInt());
    filter.variant = m_variant->currentIndex() - 1;
    filter.warmup = m_warmup->isChecked();
    m_proxy.setFilter(filter);
}

void RequestsPage::showCounts()
{
    const auto shown = static_cast<std::uint64_t>(m_proxy.rowCount());
    const auto all = static_cast<std::uint64_t>(m_model.rowCount());
    m_counts->setText(m_proxy.isBusy() && m_proxy.rowCount() == 0 ? tr("looking…")
                          : shown == all                          ? countText(all)
                                         : tr("%1 of %2").arg(countText(shown), countText(all)));
}

void RequestsPage::takeSelectionFromTable()
{
    if (m_isSelecting)
        return;
    const QModelIndex source = m_proxy.mapToSource(m_table->currentIndex());
    if (!source.isValid())
        return;
    const RequestRecord &request = m_model.request(source.row());
    m_selection.selectRequest(RequestKey{request.variant, request.index});
}

void RequestsPage::showSelection()
{
    showDetails();
    if (!isVisible() || !m_selection.request())
        return;
    const RequestKey key = *m_selection.request();
    const int row = m_proxy.shownRow(m_model.rowOf(key.variant, key.index));
    if (row < 0 || row == m_table->currentIndex().row())
        return;
    m_isSelecting = true;
    m_table->selectionModel()->setCurrentIndex(
        m_proxy.index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(m_proxy.index(row, 0), QAbstractItemView::PositionAtCenter);
    m_isSelecting = false;
}

void RequestsPage::showDetails()
{
    if (!isVisible())
        return;
    const RequestRecord *request = m_selection.request() ? find(*m_selection.request()) : nullptr;
    if (!request) {
        m_attempts.clear();
        m_history.clear();
        showConnection(nullptr);
        return;
    }
    m_attempts.show(m_recording, *request);
    m_history.show(m_recording, *request);
    showConnection(request);
}

void RequestsPage::copyRows()
{
    const CopiedTable table = copiedTable(*m_table);
    QGuiApplication::clipboard()->setText(table.text);
    emit copied(table.rows, table.complete);
}

void RequestsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model.update();
    showCounts();
    showSelection();
}

} // namespace reusescope
