// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frontierpage.h"

#include "core/report/frontierreport.h"
#include "core/report/json.h"
#include "ui/charts/frontierchart.h"
#include "ui/format/text.h"
#include "ui/pages/tablecopy.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace reusescope {

namespace {

constexpr std::array kFaults{Fault::Poison, Fault::Fin, Fault::Reset};
constexpr int kLegendMark = 12;
constexpr int kBlockedForm = 3;
constexpr int kFewForm = 4;

QString timeText(Nanoseconds time)
{
    const auto seconds = static_cast<int>(std::ceil(std::chrono::duration<double>(time).count()));
    return seconds < 90 ? FrontierPage::tr("%1 s").arg(seconds)
                        : FrontierPage::tr("%1 min").arg((seconds + 59) / 60);
}

QPixmap markPixmap(Mark mark, const QColor &color, bool hollow, qreal ratio)
{
    QPixmap pixmap(QSize(kLegendMark + 4, kLegendMark + 4) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(kLegendMark / 2.0 + 2, kLegendMark / 2.0 + 2);
    painter.setPen(hollow ? QPen(color, 2) : QPen(Qt::NoPen));
    painter.setBrush(hollow ? QBrush() : QBrush(color));
    painter.drawPath(Theme::markPath(mark, kLegendMark - 2));
    return pixmap;
}

} // namespace

FrontierPage::FrontierPage(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 8);
    column->setSpacing(8);
    auto *what = new QLabel(
        tr("A server does something to an idle connection: it sends a response that nobody asked "
           "for, or it closes. At the same time the next request is queued. Which schedulers "
           "notice before they write, and what does looking cost?"));
    what->setWordWrap(true);
    column->addWidget(what);
    column->addLayout(makeChoices());
    column->addWidget(makeLegend());

    m_chart = new FrontierChart;
    m_table = new QTableView;
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_model);
    sorted->setSortRole(Qt::UserRole);
    m_table->setModel(sorted);
    prepareTable(*m_table);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setAccessibleName(tr("The cells of the frontier"));
    auto *copy = new QAction(tr("&Copy rows"), m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &FrontierPage::copyRows);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    column->addWidget(splitter, 1);

    connect(&m_run, &FrontierRun::progressed, this, &FrontierPage::showProgress);
    connect(&m_run, &FrontierRun::finished, this, &FrontierPage::showEnd);
    FrontierResult empty;
    empty.question = question();
    m_chart->setResult(empty);
    styleLegend();
    showExpected();
}

FrontierPage::~FrontierPage() = default;

QHBoxLayout *FrontierPage::makeChoices()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    m_fault = new QComboBox;
    m_fault->addItems({tr("Poison"), tr("FIN"), tr("RST")});
    m_fault->setToolTip(tr("What the server does: a whole response, a close, a reset"));
    m_fault->setAccessibleName(tr("Fault"));
    row->addWidget(m_fault);
    m_trials = new QSpinBox;
    m_trials->setRange(1, kMaxTrials);
    m_trials->setValue(kFewTrials);
    const auto showTrials = [this](int trials) {
        m_trials->setSuffix(tr(" trials", nullptr, trials));
    };
    showTrials(m_trials->value());
    connect(m_trials, &QSpinBox::valueChanged, this, showTrials);
    m_trials->setAccessibleName(tr("Trials"));
    m_trials->setToolTip(tr("Of each combination and moment; fewer than %1 do not make a statement")
                             .arg(kFewTrials));
    row->addWidget(m_trials);
    m_runButton = new QPushButton(tr("&Measure"));
    m_stopButton = new QPushButton(tr("&Stop"));
    m_stopButton->setEnabled(false);
    m_saveButton = new QPushButton(tr("Sa&ve…"));
    m_saveButton->setToolTip(tr("The result as JSON"));
    m_saveButton->setEnabled(false);
    row->addWidget(m_runButton);
    row->addWidget(m_stopButton);
    row->addWidget(m_saveButton);
    m_progress = new QProgressBar;
    m_progress->setFixedWidth(160);
    m_progress->setMaximumHeight(fontMetrics().height() + 4);
    m_progress->setAccessibleName(tr("Progress of the measurement"));
    row->addWidget(m_progress);
    m_state = new QLabel;
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true); // a sentence in it does not make the window wider
    row->addWidget(m_state, 1);
    connect(m_trials, &QSpinBox::valueChanged, this, &FrontierPage::showExpected);
    connect(m_runButton, &QPushButton::clicked, this, &FrontierPage::run);
    connect(m_stopButton, &QPushButton::clicked, this, &FrontierPage::stop);
    connect(m_saveButton, &QPushButton::clicked, this, &FrontierPage::saveReports);
    return row;
}

QWidget *FrontierPage::makeLegend()
{
    auto *legend = new QWidget;
    auto *rows = new QVBoxLayout(legend);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    auto *row = new QHBoxLayout;
    row->setSpacing(14);
    rows->addLayout(row);
    const FrontierQuestion usual;
    const auto add = [&](const QString &name, bool checked) {
        auto *box = new QCheckBox(name);
        box->setChecked(checked);
        box->setToolTip(tr("Measured when checked"));
        connect(box, &QCheckBox::toggled, this, &FrontierPage::showExpected);
        m_schedulers.push_back(box);
        row->addWidget(box);
    };
    for (const std::string &name : usual.schedulers)
        add(QString::fromStdString(name), true);
    row->addStretch(1);
    row = new QHBoxLayout;
    row->setSpacing(8);
    rows->addLayout(row);
    for (const QString &text :
         {tr("from poll"), tr("from check"), tr("from timers"), tr("hollow: the loop was blocked"),
          tr("faint: too few trials for a statement")}) {
        auto *mark = new QLabel;
        m_forms.push_back(mark);
        row->addWidget(mark);
        row->addWidget(new QLabel(text));
    }
    row->addStretch(1);
    return legend;
}

void FrontierPage::styleLegend()
{
    const Theme theme(palette());
    const qreal ratio = devicePixelRatioF();
    for (QCheckBox *box : m_schedulers) {
        const std::size_t position = m_chart->position(box->text().toStdString());
        box->setIcon(QIcon(markPixmap(Mark::Disc, theme.variant(position), false, ratio)));
    }
    const Mark marks[] = {Mark::Disc, Mark::Square, Mark::Triangle, Mark::Disc, Mark::Disc};
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        QColor color = theme.mutedText();
        if (i == kFewForm)
            color.setAlphaF(0.4F);
        m_forms[i]->setPixmap(markPixmap(marks[i], color, i == kBlockedForm, ratio));
    }
}

void FrontierPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_chart)
        styleLegend();
}

FrontierQuestion FrontierPage::question() const
{
    FrontierQuestion question;
    question.schedulers.clear();
    for (const QCheckBox *box : m_schedulers) {
        if (box->isChecked())
            question.schedulers.push_back(box->text().toStdString());
    }
    question.faults = {kFaults[static_cast<std::size_t>(m_fault->currentIndex())]};
    question.trials = m_trials->value();
    return question;
}

void FrontierPage::setQuestion(const FrontierQuestion &question)
{
    for (QCheckBox *box : m_schedulers) {
        const auto &names = question.schedulers;
        box->setChecked(std::find(names.begin(), names.end(), box->text().toStdString())
                        != names.end());
    }
    const auto fault = std::find(kFaults.begin(), kFaults.end(), question.faults.front());
    m_fault->setCurrentIndex(static_cast<int>(fault - kFaults.begin()));
    m_trials->setValue(question.trials);
}

QString FrontierPage::refusal(const FrontierQuestion &asked) const
{
    if (asked.schedulers.empty())
        return tr("Check at least one scheduler.");
    const auto valid = validate(asked);
    return valid ? QString() : errorSentence(valid.error());
}

void FrontierPage::showExpected()
{
    if (m_run.isRunning())
        return;
    const FrontierQuestion asked = question();
    const QString wrong = refusal(asked);
    m_state->setText(wrong.isEmpty()
                         ? tr("takes about %1 on a quiet machine, and keeps two processors busy")
                               .arg(timeText(Frontier::expectedTime(asked)))
                         : wrong);
}

void FrontierPage::run()
{
    if (m_run.isRunning())
        return;
    const FrontierQuestion asked = question();
    QString wrong = refusal(asked);
    if (wrong.isEmpty() && m_obstacle)
        wrong = m_obstacle();
    if (!wrong.isEmpty()) {
        m_state->setText(wrong);
        emit finished();
        return;
    }
    m_runButton->setEnabled(false);
    m_stopButton->setEnabled(true);
    m_saveButton->setEnabled(false);
    m_stopButton->setFocus();
    showExpected();
    FrontierResult empty;
    empty.question = asked;
    m_chart->setResult(empty);
    m_model.setResult(empty);
    styleLegend();
    m_run.start(asked);
}

void FrontierPage::stop()
{
    m_run.stop();
}

void FrontierPage::showProgress()
{
    const Frontier::Status status = m_run.status();
    m_progress->setRange(0, std::max(1, status.planned));
    m_progress->setValue(status.done);
    if (!m_run.result().cells.empty()) {
        m_chart->setResult(m_run.result());
        m_model.setResult(m_run.result());
    }
    if (status.done > 0) {
        const auto left = status.elapsed / status.done * (status.planned - status.done);
        m_state->setText(tr("%1 of %2 trials, %3 left", nullptr, status.planned)
                             .arg(countText(static_cast<std::uint64_t>(status.done)),
                                  countText(static_cast<std::uint64_t>(status.planned)),
                                  timeText(left)));
    }
}

void FrontierPage::showEnd()
{
    const FrontierResult &result = m_run.result();
    m_runButton->setEnabled(true);
    m_stopButton->setEnabled(false);
    m_saveButton->setEnabled(!result.cells.empty());
    m_runButton->setFocus();
    if (result.error)
        m_state->setText(errorSentence(*result.error));
    else if (result.interrupted)
        m_state->setText(tr("stopped; this is what was measured until then"));
    else
        showWhole(m_run.status());
    emit finished();
}

/// A measurement is over as well when some moments were not hit as often as wanted.
void FrontierPage::showWhole(const Frontier::Status &status)
{
    m_progress->setValue(m_progress->maximum());
    const QString done = countText(static_cast<std::uint64_t>(status.done));
    m_state->setText(status.done == status.planned
                         ? tr("%1 trials", nullptr, status.done).arg(done)
                         : tr("%1 trials; %2 were wanted", nullptr, status.done)
                               .arg(done, countText(static_cast<std::uint64_t>(status.planned))));
}

void FrontierPage::saveReports()
{
    auto *dialog = new QFileDialog(this, tr("Save the frontier"), QString(),
                                   tr("JSON (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const auto done = writeJson(QFile::encodeName(path).toStdString(), toJson(m_run.result()));
        m_state->setText(done ? tr("Saved as %1.").arg(path) : errorSentence(done.error()));
    });
    dialog->open();
}

void FrontierPage::copyRows()
{
    const CopiedTable table = copiedTable(*m_table);
    QGuiApplication::clipboard()->setText(table.text);
    emit copied(table.rows, table.complete);
}

} // namespace reusescope
