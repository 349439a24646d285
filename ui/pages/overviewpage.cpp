// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overviewpage.h"

#include "ui/charts/histogramchart.h"
#include "ui/charts/percentilechart.h"
#include "ui/pages/cardframe.h"
#include "ui/pages/tablecopy.h"
#include "ui/pages/variantcard.h"
#include "ui/pages/variantswatch.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace reusescope {

namespace {

// While a run goes on the parts of the page take turns, so that no turn of the window's own loop
// does the work of all of them: each is new ten times a second.
constexpr std::chrono::milliseconds kRefreshInterval{33};
constexpr int kFiguresPart = 0;
constexpr int kHistogramPart = 1;
constexpr int kPercentilesPart = 2;
constexpr int kParts = 3;

constexpr int kBins = 120;
constexpr int kPoints = 160;
constexpr int kNarrowestCard = 180;
constexpr int kSpacing = 10;

// Pages of the figures below the cards.
constexpr int kCharts = 0;
constexpr int kTables = 1;
constexpr int kNoFigures = 2;

QTableView *makeTable(QAbstractItemModel &model, const QString &name)
{
    auto *table = new QTableView;
    table->setModel(&model);
    prepareTable(*table);
    table->setAccessibleName(name);
    table->setFrameShape(QFrame::NoFrame);
    // These tables have few rows, so asking each for its width costs nothing.
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

OverviewPage::OverviewPage(const Recording &recording, const VariantNames &names, QWidget *parent)
    : QWidget(parent), m_recording(recording), m_names(names), m_stack(new QStackedWidget)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_stack->addWidget(makeIntroduction());
    m_stack->addWidget(makeContent());
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, &OverviewPage::refreshNext);
}

QWidget *OverviewPage::makeIntroduction()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(48, 32, 48, 32);
    m_introTitle = new QLabel;
    QFont title = m_introTitle->font();
    title.setPointSizeF(title.pointSizeF() * 1.7);
    title.setWeight(QFont::DemiBold);
    m_introTitle->setFont(title);
    m_introTitle->setWordWrap(true);
    m_introText = new QLabel;
    m_introText->setWordWrap(true);
    m_introText->setTextFormat(Qt::PlainText);
    m_introText->setMaximumWidth(680);
    auto *hint = new MutedLabel(tr("Press Run (F5) to start. What it shows are real requests over "
                                   "real sockets; nothing here is canned."));
    hint->setMaximumWidth(680);
    column->addStretch(2);
    column->addWidget(m_introTitle);
    column->addSpacing(8);
    column->addWidget(m_introText);
    column->addSpacing(16);
    column->addWidget(hint);
    column->addStretch(3);
    return page;
}

QWidget *OverviewPage::makeContent()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    column->setSpacing(kSpacing);

    auto *top = new QHBoxLayout;
    m_heading = new QLabel;
    QFont bold = m_heading->font();
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    bold.setWeight(QFont::DemiBold);
    m_heading->setFont(bold);
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    top->addWidget(m_heading, 1);
    m_form = new QButtonGroup(this);
    const QStringList forms{tr("&Charts"), tr("Ta&bles")};
    for (int id = 0; id < forms.size(); ++id) {
        auto *button = new QPushButton(forms.at(id));
        button->setCheckable(true);
        button->setChecked(id == 0);
        m_form->addButton(button, id);
        top->addWidget(button);
    }
    connect(m_form, &QButtonGroup::idClicked, this, [this](int id) { setShowsTables(id == 1); });
    column->addLayout(top);
    m_policies = new MutedLabel;
    m_policies->setToolTip(tr("What this run was told beyond the usual, under Reuse at the left"));
    m_policies->hide();
    column->addWidget(m_policies);

    m_cardArea = new QWidget;
    // It takes the columns that there is room for, so it asks for the room of one only.
    m_cardArea->setMinimumWidth(kNarrowestCard);
    m_cardArea->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cardGrid = new QGridLayout(m_cardArea);
    m_cardGrid->setContentsMargins(0, 0, 0, 0);
    m_cardGrid->setSpacing(kSpacing);
    column->addWidget(m_cardArea);

    m_figures = new QStackedWidget;
    m_figures->addWidget(makeCharts());
    m_figures->addWidget(makeTables());
    m_noFigures = new QLabel;
    m_noFigures->setAlignment(Qt::AlignCenter);
    m_noFigures->setWordWrap(true);
    m_figures->addWidget(m_noFigures);
    column->addWidget(m_figures, 1);
    return page;
}

QWidget *OverviewPage::makeCharts()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpacing);
    m_legend = new VariantLegend(m_names);
    column->addWidget(m_legend);
    auto *row = new QHBoxLayout;
    row->setSpacing(kSpacing);
    m_histogramChart = new HistogramChart;
    m_percentileChart = new PercentileChart;
    row->addWidget(new CardFrame(tr("How latency is distributed"), m_histogramChart), 1);
    row->addWidget(new CardFrame(tr("Latency by percentile"), m_percentileChart), 1);
    column->addLayout(row, 1);
    return page;
}

QWidget *OverviewPage::makeTables()
{
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSpacing);
    grid->addWidget(new CardFrame(tr("Variants"), makeTable(m_summary, tr("Variants"))), 0, 0, 1,
                    2);
    grid->addWidget(
        new CardFrame(tr("Requests per bin of latency"), makeTable(m_histogram, tr("Histogram"))),
        1, 0);
    grid->addWidget(
        new CardFrame(tr("Latency by percentile"), makeTable(m_percentiles, tr("Percentiles"))), 1,
        1);
    grid->setRowStretch(0, 2);
    grid->setRowStretch(1, 3);
    return page;
}

void OverviewPage::setIntroduction(const QString &title, const QString &text)
{
    m_introTitle->setText(title);
    m_introText->setText(text);
    m_heading->setText(title);
    m_heading->setToolTip(text.isEmpty() ? QString()
                                         : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()));
}

void OverviewPage::setPolicies(const QString &text)
{
    m_policies->setText(tr("Reuse: %1").arg(text));
    m_policies->setVisible(!text.isEmpty());
}

void OverviewPage::setShowsTables(bool tables)
{
    m_form->button(tables ? 1 : 0)->setChecked(true);
    m_showsTables = tables;
    refresh();
}

bool OverviewPage::showsTables() const
{
    return m_showsTables;
}

void OverviewPage::recordingGrew()
{
    if (!isVisible() || m_cards.empty())
        return;
    m_stale = kParts;
    if (!m_refresh.isActive())
        m_refresh.start();
}

void OverviewPage::recordingReset()
{
    m_result.reset();
    m_legend->namesChanged();
    qDeleteAll(m_cards);
    m_cards.clear();
    for (qsizetype i = 0; i < m_names.count(); ++i) {
        auto *card = new VariantCard(static_cast<std::size_t>(i), m_cardArea);
        connect(card, &VariantCard::activated, this,
                [this, i] { emit slowestWanted(static_cast<std::uint8_t>(i)); });
        m_cards.push_back(card);
    }
    m_cardColumns = 0;
    arrangeCards();
    refresh();
}

void OverviewPage::runFinished(std::shared_ptr<const RunResult> result)
{
    m_result = std::move(result);
    refresh();
}

void OverviewPage::refresh()
{
    m_stack->setCurrentIndex(m_cards.empty() ? 0 : 1);
    for (int part = 0; part < kParts; ++part)
        refreshPart(part);
    m_stale = 0;
    m_refresh.stop();
}

void OverviewPage::refreshNext()
{
    refreshPart(m_nextPart);
    m_nextPart = (m_nextPart + 1) % kParts;
    if (--m_stale > 0)
        m_refresh.start();
}

void OverviewPage::refreshPart(int part)
{
    switch (part) {
    case kFiguresPart: refreshFigures(); break;
    case kHistogramPart: refreshHistogram(); break;
    case kPercentilesPart: refreshPercentiles(); break;
    }
}

void OverviewPage::refreshFigures()
{
    auto figures = figuresOf(m_recording, m_names, m_result.get());
    const bool any = std::any_of(figures.begin(), figures.end(),
                                 [](const VariantFigures &each) { return each.answered > 0; });
    for (std::size_t i = 0; i < m_cards.size() && i < figures.size(); ++i)
        m_cards[i]->setFigures(figures[i], m_names.at(0), m_result == nullptr);
    // The table of variants says what the cards say.
    m_cardArea->setVisible(!m_showsTables);
    if (m_showsTables)
        m_summary.setFigures(std::move(figures));
    if (!any && !m_showsTables)
        m_noFigures->setText(m_result
                                 ? tr("No request was answered, so there is no latency to show.\n"
                                      "The Requests page says of each one why.")
                                 : tr("Waiting for the first answers…"));
    m_figures->setCurrentIndex(m_showsTables ? kTables : any ? kCharts : kNoFigures);
}

void OverviewPage::refreshHistogram()
{
    const HistogramBins bins = histogramBins(m_recording, m_names.count(), kBins);
    if (m_showsTables)
        m_histogram.setBins(bins, m_names);
    else
        m_histogramChart->setBins(bins);
}

void OverviewPage::refreshPercentiles()
{
    if (m_showsTables) {
        m_percentiles.setLatencies(m_recording, m_names);
        return;
    }
    std::vector<std::vector<PercentilePoint>> curves(m_cards.size());
    for (std::size_t i = 0; i < curves.size() && i < m_recording.summaries().size(); ++i)
        curves[i] = percentileCurve(m_recording.summaries()[i].latency(),
                                    PercentileChart::kMostNines, kPoints);
    m_percentileChart->setPercentiles(curves);
}

void OverviewPage::arrangeCards()
{
    if (m_cards.empty())
        return;
    const auto count = static_cast<int>(m_cards.size());
    const int room = width() - 2 * kSpacing;
    int columns = std::clamp((room + kSpacing) / (kNarrowestCard + kSpacing), 1, count);
    // Rows of equal length rather than a full one and a rest.
    const int rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    if (columns == m_cardColumns)
        return;
    m_cardColumns = columns;
    for (int i = 0; i < count; ++i) {
        VariantCard *card = m_cards[static_cast<std::size_t>(i)];
        m_cardGrid->removeWidget(card);
        m_cardGrid->addWidget(card, i / columns, i % columns);
    }
    for (int column = 0; column < m_cardGrid->columnCount(); ++column)
        m_cardGrid->setColumnStretch(column, column < columns ? 1 : 0);
}

void OverviewPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_stack->setCurrentIndex(m_cards.empty() ? 0 : 1);
    recordingGrew();
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrangeCards();
}

} // namespace reusescope
