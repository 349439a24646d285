// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/idlepage.h"

#include "core/base/url.h"
#include "core/report/json.h"
#include "ui/charts/idlechart.h"
#include "ui/format/idletext.h"
#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/models/roles.h"
#include "ui/pages/tablecopy.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
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

constexpr int kUrlCharacters = 4096;
constexpr qint64 kMaxTimesBytes = 64 * 1024 * 1024;
constexpr double kMaxPerSecond = 1e6;
constexpr int kProgressSteps = 1000;

/// Whole seconds, rounded up.
QString timeText(Nanoseconds time)
{
    const double seconds = std::ceil(std::chrono::duration<double>(time).count());
    return IdlePage::tr("%1 s").arg(static_cast<int>(std::max(0.0, seconds)));
}

QString countOf(std::size_t count)
{
    return countText(static_cast<std::uint64_t>(count));
}

} // namespace

IdlePage::IdlePage(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 8);
    column->setSpacing(8);
    auto *what = new QLabel(tr(
        "How long does a server keep an idle connection? Some connections are only watched until "
        "it ends them, others carry another request after a gap that comes ever closer to the "
        "end."));
    what->setWordWrap(true);
    column->addWidget(what);
    column->addLayout(makeTarget());
    column->addLayout(makeChoices());
    column->addLayout(makeControls());
    column->addLayout(makeFacts());

    m_chart = new IdleChart;
    makeTable();
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({320, 180});
    column->addWidget(splitter, 1);

    const auto addKeys = [this](const QList<QKeySequence> &keys, void (IdlePage::*what_)()) {
        auto *action = new QAction(this);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, what_);
        addAction(action);
    };
    addKeys({QKeySequence(Qt::Key_F5)}, &IdlePage::run);
    addKeys({QKeySequence(Qt::Key_Escape), QKeySequence(Qt::SHIFT | Qt::Key_F5)}, &IdlePage::stop);
    connect(&m_run, &IdleRun::progressed, this, &IdlePage::showProgress);
    connect(&m_run, &IdleRun::finished, this, &IdlePage::showEnd);
    setFocusProxy(m_url);
    const IdleQuestion usual;
    setQuestion(usual);
    m_upTo = usual.upTo;
    showGapsFrom();
    adaptToTarget();
    showFindings();
}

IdlePage::~IdlePage() = default;

QLayout *IdlePage::makeTarget()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    auto *label = new QLabel(tr("&URL"));
    m_url = new QLineEdit;
    m_url->setMaxLength(kUrlCharacters);
    m_url->setPlaceholderText(QStringLiteral("http://127.0.0.1:8080/"));
    m_url->setAccessibleName(tr("URL"));
    label->setBuddy(m_url);
    row->addWidget(label);
    row->addWidget(m_url, 1);
    m_protocol = new QComboBox;
    m_protocol->addItems({tr("usual protocol"), tr("HTTP/1.1"), tr("HTTP/2")});
    m_protocol->setAccessibleName(tr("Protocol"));
    m_protocol->setToolTip(tr("Usual: HTTP/1.1, over TLS what the server chooses by ALPN"));
    row->addWidget(m_protocol);
    m_insecure = new QCheckBox(tr("&Accept any certificate"));
    m_insecure->setToolTip(tr("Verifies nothing: whoever answers is taken for the server"));
    row->addWidget(m_insecure);
    connect(m_url, &QLineEdit::returnPressed, this, &IdlePage::run);
    connect(m_url, &QLineEdit::textChanged, this, &IdlePage::adaptToTarget);
    return row;
}

QLayout *IdlePage::makeChoices()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    const auto addNumber = [&](int low, const auto &high, const QString &prefix,
                               const QString &suffix, const QString &name, const QString &tip) {
        auto *box = new QSpinBox;
        box->setRange(low, static_cast<int>(high));
        box->setPrefix(prefix);
        box->setSuffix(suffix);
        box->setAccessibleName(name);
        box->setToolTip(tip);
        row->addWidget(box);
        return box;
    };
    m_longest = addNumber(1, std::chrono::duration_cast<std::chrono::seconds>(kMaxIdleTime).count(),
                          tr("up to "), tr(" s"), tr("Longest idle time"),
                          tr("A server that keeps a connection for longer is said to do so"));
    m_tries = addNumber(1, kMaxIdleTries, QString(), tr(" watched"), tr("Watched connections"),
                        tr("Connections of each kind that are only watched until the server ends "
                           "them"));
    m_probes = addNumber(0, kMaxIdleProbes, QString(), tr(" asking"), tr("Asking connections"),
                         tr("Connections at a time that carry another request after a gap"));
    m_unused = new QCheckBox(tr("Unused ones, &too"));
    m_unused->setToolTip(tr("Watch connections that never carried a request as well"));
    row->addWidget(m_unused);
    row->addSpacing(16);
    auto *label = new QLabel(tr("Your &gaps"));
    m_gaps = new QComboBox;
    m_gaps->addItems({tr("not known"), tr("by a rate"), tr("from a file…")});
    m_gaps->setAccessibleName(tr("Your gaps"));
    m_gaps->setToolTip(tr("The time between your own requests: how many of them would meet the end "
                          "of a connection? A file has the time of one request in each line, in "
                          "seconds."));
    label->setBuddy(m_gaps);
    row->addWidget(label);
    row->addWidget(m_gaps);
    m_rate = new QDoubleSpinBox;
    m_rate->setRange(0.001, kMaxPerSecond);
    m_rate->setDecimals(3);
    m_rate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_rate->setValue(0.2);
    m_rate->setSuffix(tr(" requests/s"));
    m_rate->setAccessibleName(tr("Requests per second"));
    m_rate->setToolTip(tr("Of requests that come by chance, one by one"));
    row->addWidget(m_rate);
    m_file = new QLabel;
    m_file->setTextFormat(Qt::PlainText);
    row->addWidget(m_file);
    row->addStretch(1);
    connect(m_gaps, &QComboBox::activated, this, &IdlePage::onGapsFromChosen);
    connect(m_rate, &QDoubleSpinBox::valueChanged, this, &IdlePage::showGapsFrom);
    return row;
}

QLayout *IdlePage::makeControls()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    m_runButton = new QPushButton(tr("&Measure"));
    m_stopButton = new QPushButton(tr("&Stop"));
    m_stopButton->setEnabled(false);
    m_saveButton = new QPushButton(tr("Sa&ve…"));
    m_saveButton->setToolTip(tr("The result as JSON"));
    m_saveButton->setEnabled(false);
    m_progress = new QProgressBar;
    m_progress->setFixedWidth(160);
    m_progress->setMaximumHeight(fontMetrics().height() + 4);
    m_progress->setRange(0, kProgressSteps);
    m_progress->setValue(0);
    m_progress->setAccessibleName(tr("Progress of the measurement"));
    m_state = new QLabel;
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    for (QWidget *part : {static_cast<QWidget *>(m_runButton), static_cast<QWidget *>(m_stopButton),
                          static_cast<QWidget *>(m_saveButton), static_cast<QWidget *>(m_progress)})
        row->addWidget(part);
    row->addWidget(m_state, 1);
    connect(m_runButton, &QPushButton::clicked, this, &IdlePage::run);
    connect(m_stopButton, &QPushButton::clicked, this, &IdlePage::stop);
    connect(m_saveButton, &QPushButton::clicked, this, &IdlePage::save);
    return row;
}

QLayout *IdlePage::makeFacts()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const IdleFact &fact : idleFacts({}, {})) {
        auto *title = new QLabel(fact.title);
        title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        auto *value = new QLabel;
        value->setTextFormat(Qt::PlainText);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAccessibleName(fact.title);
        QFont bold = value->font();
        bold.setWeight(QFont::DemiBold);
        value->setFont(bold);
        grid->addWidget(title, row, 0);
        grid->addWidget(value, row, 1);
        m_facts.push_back(value);
        ++row;
    }
    return grid;
}

void IdlePage::makeTable()
{
    m_table = new QTableView;
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_model);
    sorted->setSortRole(SortRole);
    m_table->setModel(sorted);
    prepareTable(*m_table);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(IdleModel::After, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setAccessibleName(tr("What became of each connection"));
    // The plain copy of every table would say nothing about rows it left out.
    qDeleteAll(m_table->actions());
    auto *copy = new QAction(tr("&Copy as a table"), m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &IdlePage::copyRows);
    m_table->addAction(copy);
}

void IdlePage::setTarget(const Experiment &experiment)
{
    if (experiment.url.empty() || isRunning())
        return;
    m_url->setText(QString::fromStdString(experiment.url));
    m_tls = experiment.client.tls;
    m_insecure->setChecked(!m_tls.verify);
    if (!experiment.limits.consentedHost.empty())
        m_consentedHost = experiment.limits.consentedHost;
}

void IdlePage::setQuestion(const IdleQuestion &question)
{
    m_longest->setValue(
        static_cast<int>(std::chrono::ceil<std::chrono::seconds>(question.upTo).count()));
    m_tries->setValue(question.tries);
    m_probes->setValue(question.probes);
    m_unused->setChecked(question.unused);
}

void IdlePage::adaptToTarget()
{
    const auto url = Url::parse(m_url->text().trimmed().toStdString());
    m_insecure->setVisible(url && url->isSecure());
}

void IdlePage::refuse(const QString &sentence)
{
    m_state->setText(sentence);
    emit refused(sentence);
}

void IdlePage::run()
{
    if (m_run.isRunning())
        return;
    const std::string text = m_url->text().trimmed().toStdString();
    if (text.empty()) {
        m_url->setFocus();
        refuse(tr("Give the URL of the server to be measured."));
        return;
    }
    const auto url = Url::parse(text);
    if (!url) {
        refuse(errorSentence(url.error()));
        return;
    }
    constexpr std::array kProtocols{Protocol::H1, Protocol::H1, Protocol::H2};
    IdleQuestion question;
    question.url = *url;
    question.protocol = m_protocol->currentIndex() == 0 && url->isSecure()
        ? Protocol::Auto
        : kProtocols[static_cast<std::size_t>(m_protocol->currentIndex())];
    if (url->isSecure()) {
        question.tls = m_tls;
        question.tls.verify = !m_insecure->isChecked();
    }
    question.upTo = std::chrono::seconds(m_longest->value());
    question.tries = m_tries->value();
    question.probes = m_probes->value();
    question.unused = m_unused->isChecked();

    Experiment experiment;
    experiment.url = text;
    if (!isRemote(experiment)) {
        begin(question);
        return;
    }
    question.pause = Milliseconds{(1000 + kRemoteRate - 1) / kRemoteRate};
    if (url->host == m_consentedHost)
        begin(question);
    else if (m_asks)
        askForConsent(question);
    else
        refuse(tr("%1 is not on this machine, and nobody has agreed to measure it.")
                   .arg(QString::fromStdString(url->hostHeader())));
}

void IdlePage::askForConsent(const IdleQuestion &question)
{
    auto *box = new QMessageBox(
        QMessageBox::Warning, tr("A server on another machine"),
        tr("%1 is not on this machine: it gets up to %2 connections, %3 a second at most, which "
           "then stand idle.")
            .arg(QString::fromStdString(question.url.hostHeader()),
                 countOf(static_cast<std::size_t>(mostConnections(question))),
                 countOf(static_cast<std::size_t>(kRemoteRate))),
        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Go on only when it is yours, or when its owner agrees."));
    QPushButton *agreed = box->addButton(tr("&Measure it"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(agreed, &QPushButton::clicked, this, [this, question] {
        m_consentedHost = question.url.host;
        begin(question);
    });
    box->open();
}

void IdlePage::begin(IdleQuestion question)
{
    if (m_run.isRunning())
        return;
    m_upTo = question.upTo;
    m_runButton->setEnabled(false);
    m_stopButton->setEnabled(true);
    m_saveButton->setEnabled(false);
    m_stopButton->setFocus();
    m_progress->setValue(0);
    m_state->setText(tr("this takes at most about %1").arg(timeText(question.upTo)));
    m_run.start(question);
    showFindings();
}

void IdlePage::stop()
{
    m_run.stop();
}

void IdlePage::onGapsFromChosen(int from)
{
    if (from == File) {
        m_gaps->setCurrentIndex(m_gapsFrom); // until there is one
        chooseTimes();
        return;
    }
    m_gapsFrom = from;
    showGapsFrom();
}

void IdlePage::chooseTimes()
{
    auto *dialog = new QFileDialog(this, tr("The times of your requests"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &IdlePage::readTimes);
    dialog->open();
}

bool IdlePage::readTimes(const QString &path)
{
    const auto isWrong = [&](const QString &sentence) {
        m_state->setText(tr("%1: %2").arg(QFileInfo(path).fileName(), sentence));
        return false;
    };
    QFile file(path);
    // What is no regular file may never end.
    if (!QFileInfo(path).isFile())
        return isWrong(tr("not a file"));
    if (file.size() > kMaxTimesBytes)
        return isWrong(tr("larger than %1").arg(bytesText(kMaxTimesBytes)));
    if (!file.open(QIODevice::ReadOnly))
        return isWrong(file.errorString());
    auto gaps = gapsFromTimes(file.read(kMaxTimesBytes).toStdString());
    if (!gaps)
        return isWrong(detailText(gaps.error()));
    m_fileGaps = std::move(*gaps);
    std::sort(m_fileGaps.begin(), m_fileGaps.end());
    m_file->setText(tr("%1: %2 gaps", nullptr, pluralOf(m_fileGaps.size()))
                        .arg(QFileInfo(path).fileName(), countOf(m_fileGaps.size())));
    m_gapsFrom = File;
    showGapsFrom();
    return true;
}

void IdlePage::setRate(double perSecond)
{
    m_rate->setValue(perSecond);
    m_gapsFrom = Rate;
    showGapsFrom();
}

void IdlePage::showGapsFrom()
{
    m_gaps->setCurrentIndex(m_gapsFrom);
    m_rate->setVisible(m_gapsFrom == Rate);
    m_file->setVisible(m_gapsFrom == File);
    m_use = IdleUse();
    if (m_gapsFrom == Rate)
        m_use.perSecond = m_rate->value();
    else if (m_gapsFrom == File)
        m_use.gaps = m_fileGaps;
    m_chart->setUse(m_use);
    showFindings();
}

void IdlePage::showFindings()
{
    const IdleFindings &findings = m_run.findings();
    m_chart->setFindings(findings, m_upTo, m_run.isRunning());
    m_model.setFindings(findings);
    const bool isEmpty = findings.url.empty() || findings.error;
    const std::vector<IdleFact> facts = idleFacts(findings, m_use, m_run.isRunning());
    for (std::size_t i = 0; i < facts.size(); ++i)
        m_facts[i]->setText(isEmpty ? QStringLiteral("–") : facts[i].value);
}

void IdlePage::showProgress()
{
    showFindings();
    const IdleFinder::Status status = m_run.status();
    if (status.expected <= Nanoseconds{0})
        return;
    const double share = std::chrono::duration<double>(status.elapsed)
        / std::chrono::duration<double>(status.expected);
    m_progress->setValue(static_cast<int>(kProgressSteps * std::clamp(share, 0.0, 1.0)));
    m_state->setText(tr("%1 ends seen, %2 requests after a gap; at most about %3 left")
                         .arg(countOf(status.closes), countOf(status.probes),
                              timeText(status.expected - status.elapsed)));
}

void IdlePage::showEnd()
{
    const IdleFindings &findings = m_run.findings();
    m_runButton->setEnabled(true);
    m_stopButton->setEnabled(false);
    m_saveButton->setEnabled(!findings.error);
    if (m_stopButton->hasFocus() || !focusWidget())
        m_runButton->setFocus();
    m_progress->setValue(kProgressSteps);
    showFindings();
    if (findings.error)
        m_state->setText(errorSentence(*findings.error));
    else if (findings.interrupted)
        m_state->setText(tr("stopped; this is what was found until then"));
    else
        m_state->setText(tr("%1 ends seen, %2 requests after a gap, in %3")
                             .arg(countOf(findings.closes.size()), countOf(findings.probes.size()),
                                  durationText(m_run.status().elapsed)));
    emit finished();
}

void IdlePage::save()
{
    auto *dialog = new QFileDialog(this, tr("Save the idle limits"), QString(),
                                   tr("JSON (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const auto done =
            writeJson(QFile::encodeName(path).toStdString(), toJson(m_run.findings(), m_use));
        m_state->setText(done ? tr("Saved as %1.").arg(path) : errorSentence(done.error()));
    });
    dialog->open();
}

void IdlePage::copyRows()
{
    const CopiedTable table = copiedTable(*m_table);
    QGuiApplication::clipboard()->setText(table.text);
    emit copied(table.rows, table.complete);
}

} // namespace reusescope
