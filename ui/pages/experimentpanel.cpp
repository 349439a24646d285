// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experimentpanel.h"

#include "core/base/url.h"
#include "core/experiment/schedulers.h"
#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/pages/reuseoptions.h"
#include "ui/pages/targetoptions.h"
#include "ui/reference/qnamrun.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace reusescope {

namespace {

constexpr int kMaxMilliseconds = 3'600'000;
constexpr int kMostShownBodyBytes = static_cast<int>(kMaxLabBodyBytes);
constexpr int kUrlCharacters = 2048;
// At some 200 bytes each.
constexpr std::int64_t kMostKept = 10'000'000;

// Positions in the combo box of targets.
constexpr int kLabTarget = 0;
constexpr int kUrlTarget = 1;

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

/// "after-idle:N" takes a parameter, which is edited in the list.
bool hasParameter(const std::string &name)
{
    return name.find(':') != std::string::npos;
}

std::string withoutParameter(const std::string &name)
{
    return name.substr(0, name.find(':'));
}

QString suggestion(const SchedulerInfo &info)
{
    return hasParameter(info.name) ? fromUtf8(withoutParameter(info.name)) + QStringLiteral(":50")
                                   : fromUtf8(info.name);
}

using Protocols = std::vector<Protocol>;

/// The choices of the combo box, in its order.
const std::vector<std::pair<Protocols, QString>> &protocolChoices()
{
    static const std::vector<std::pair<Protocols, QString>> choices{
        {{Protocol::H1}, ExperimentPanel::tr("HTTP/1.1")},
        {{Protocol::H2}, ExperimentPanel::tr("HTTP/2")},
        {{Protocol::H1, Protocol::H2}, ExperimentPanel::tr("both")},
        {{Protocol::Auto}, ExperimentPanel::tr("automatic")},
    };
    return choices;
}

QString groupText(ScenarioGroup group)
{
    switch (group) {
    case ScenarioGroup::Loop: return ExperimentPanel::tr("Event loop and schedulers");
    case ScenarioGroup::IdleClose: return ExperimentPanel::tr("Closes on idle connections");
    case ScenarioGroup::Framing: return ExperimentPanel::tr("Unasked bytes and framing");
    case ScenarioGroup::EarlyAnswers: return ExperimentPanel::tr("Interim and early answers");
    case ScenarioGroup::Tls: return ExperimentPanel::tr("TLS");
    case ScenarioGroup::Http2: return ExperimentPanel::tr("HTTP/2");
    case ScenarioGroup::Pool: return ExperimentPanel::tr("Pool policy");
    case ScenarioGroup::Measuring: return ExperimentPanel::tr("Measuring");
    case ScenarioGroup::Own: return ExperimentPanel::tr("Others");
    }
    return {};
}

QString explanation(const SchedulerInfo &info)
{
    QString text = QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                       .arg(schedulerText(info.title).toHtmlEscaped(),
                            schedulerText(info.explanation).toHtmlEscaped());
    if (!info.releases.empty())
        text += QStringLiteral("<p>%1</p>")
                    .arg(ExperimentPanel::tr("Used by undici %1")
                             .arg(schedulerText(info.releases).toHtmlEscaped()));
    return text;
}

} // namespace

ExperimentPanel::ExperimentPanel(std::vector<Scenario> scenarios, QWidget *parent)
    : QWidget(parent), m_scenarios(std::move(scenarios))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    m_form = makeForm();
    auto *scroll = new QScrollArea;
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    column->addWidget(scroll, 1);
    // As wide as the fields need with the scroll bar, so that nothing is ever cut off.
    setMinimumWidth(m_form->minimumSizeHint().width()
                    + scroll->verticalScrollBar()->sizeHint().width());

    auto *line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    column->addWidget(line);
    auto *bottom = new QVBoxLayout;
    bottom->setContentsMargins(12, 8, 12, 12);
    bottom->setSpacing(8);
    m_problem = new QLabel;
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    bottom->addWidget(m_problem);
    auto *buttons = new QHBoxLayout;
    m_run = new QPushButton(tr("&Run"));
    m_run->setDefault(true);
    m_stop = new QPushButton(tr("&Stop"));
    m_stop->setEnabled(false);
    for (QPushButton *button : {m_run, m_stop}) {
        button->setMinimumHeight(button->sizeHint().height() + 4);
        buttons->addWidget(button, 1);
    }
    connect(m_run, &QPushButton::clicked, this, &ExperimentPanel::runRequested);
    connect(m_stop, &QPushButton::clicked, this, &ExperimentPanel::stopRequested);
    bottom->addLayout(buttons);
    column->addLayout(bottom);

    if (!m_scenarios.empty()) {
        const auto usual = std::find_if(m_scenarios.begin(), m_scenarios.end(),
                                        [](const auto &s) { return s.name == "sequential-reuse"; });
        const Scenario &first = usual == m_scenarios.end() ? m_scenarios.front() : *usual;
        setExperiment(first.experiment, first);
    } else {
        setExperiment(Experiment(), std::nullopt);
    }
}

QWidget *ExperimentPanel::makeForm()
{
    auto *form = new QWidget;
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(12, 12, 12, 4);
    column->setSpacing(6);
    addTarget(*column);
    addSchedulers(*column);
    addWorkload(*column);
    addClient(*column);
    addLab(*column);
    column->addStretch(1);

    // One edge for the fields of all sections.
    QList<QWidget *> labels;
    for (QFormLayout *section : form->findChildren<QFormLayout *>()) {
        for (int row = 0; row < section->rowCount(); ++row) {
            // A check box has its row for itself.
            if (const QLayoutItem *label = section->itemAt(row, QFormLayout::LabelRole))
                labels << label->widget();
        }
    }
    int widest = 0;
    for (const QWidget *label : labels)
        widest = std::max(widest, label->sizeHint().width());
    for (QWidget *label : labels)
        label->setMinimumWidth(widest);
    return form;
}

QFormLayout *ExperimentPanel::addSection(QVBoxLayout &column, const QString &title)
{
    if (column.count() > 0)
        column.addSpacing(8);
    auto *heading = new QLabel(title);
    QFont bold = heading->font();
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    column.addWidget(heading);
    auto *form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(5);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    column.addLayout(form);
    return form;
}

QSpinBox *ExperimentPanel::addNumber(QFormLayout &form, const QString &label, int low, int high,
                                     const QString &suffix, const QString &tip)
{
    auto *box = new QSpinBox;
    box->setRange(low, high);
    box->setSuffix(suffix);
    box->setGroupSeparatorShown(true);
    box->setToolTip(tip);
    // The widest value must not decide how wide the panel is.
    box->setMinimumWidth(90);
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(box, &QSpinBox::valueChanged, this, &ExperimentPanel::edited);
    form.addRow(label, box);
    return box;
}

QComboBox *ExperimentPanel::makeChoice(const QStringList &texts, const QString &tip)
{
    auto *box = new QComboBox;
    box->addItems(texts);
    box->setToolTip(tip);
    box->setMinimumContentsLength(10);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(box, &QComboBox::currentIndexChanged, this, &ExperimentPanel::edited);
    return box;
}

QComboBox *ExperimentPanel::addChoice(QFormLayout &form, const QString &label,
                                      const QStringList &texts, const QString &tip)
{
    QComboBox *box = makeChoice(texts, tip);
    form.addRow(label, box);
    return box;
}

/// Group by group, each under its heading when there are several. The data of an entry is the
/// place of its scenario; a heading has none and cannot be chosen.
void ExperimentPanel::addScenarios()
{
    const bool grouped = !m_scenarios.empty()
        && std::any_of(m_scenarios.begin(), m_scenarios.end(), [this](const Scenario &each) {
               return each.group != m_scenarios.front().group;
           });
    const Scenario *last = nullptr;
    for (std::size_t i = 0; i < m_scenarios.size(); ++i) {
        const Scenario &scenario = m_scenarios[i];
        if (grouped && (!last || last->group != scenario.group)) {
            m_scenario->addItem(groupText(scenario.group));
            auto *heading = qobject_cast<QStandardItemModel *>(m_scenario->model())
                                ->item(m_scenario->count() - 1);
            heading->setFlags(Qt::NoItemFlags);
            QFont bold = heading->font();
            bold.setBold(true);
            heading->setFont(bold);
        }
        m_scenario->addItem(fromUtf8(scenario.name), static_cast<int>(i));
        m_scenario->setItemData(m_scenario->count() - 1,
                                QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                                    .arg(scenarioText(scenario.title).toHtmlEscaped(),
                                         scenarioText(scenario.lookFor).toHtmlEscaped()),
                                Qt::ToolTipRole);
        last = &scenario;
    }
}

void ExperimentPanel::addTarget(QVBoxLayout &column)
{
    QFormLayout *form = addSection(column, tr("Target"));
    m_scenario = makeChoice({}, tr("A built-in experiment to start from"));
    // Names and headings need the whole width of the panel.
    auto *scenarioLabel = new QLabel(tr("Scenario"));
    scenarioLabel->setBuddy(m_scenario);
    form->addRow(scenarioLabel);
    form->addRow(m_scenario);
    addScenarios();
    connect(m_scenario, &QComboBox::activated, this, &ExperimentPanel::chooseScenario);
    m_target = addChoice(*form, tr("Server"), {tr("built-in lab"), tr("a URL")},
                         tr("The lab runs in this program, on this machine only"));
    m_url = new QLineEdit;
    m_url->setPlaceholderText(QStringLiteral("http://localhost/"));
    m_url->setMaxLength(kUrlCharacters);
    m_url->setToolTip(
        tr("An http:// or https:// address: a name, an IPv4 address or an IPv6 address in "
           "brackets"));
    connect(m_url, &QLineEdit::textChanged, this, &ExperimentPanel::changed);
    form->addRow(tr("URL"), m_url);
    QStringList protocols;
    for (const auto &[chosen, text] : protocolChoices())
        protocols << text;
    m_protocol = addChoice(
        *form, tr("Protocol"), protocols,
        tr("What is spoken on the connection; with both, they are compared. Automatic: HTTP/2 "
           "where the server chooses it, which takes TLS."));
    m_labTls = new QCheckBox(tr("The lab speaks &TLS"));
    m_labTls->setToolTip(tr("With a certificate that it makes for the run, and that is trusted for "
                            "it"));
    connect(m_labTls, &QCheckBox::toggled, this, &ExperimentPanel::edited);
    form->addRow(m_labTls);
    m_options = new TargetOptions;
    connect(m_options, &TargetOptions::changed, this, &ExperimentPanel::edited);
    column.addWidget(m_options);
}

void ExperimentPanel::addSchedulers(QVBoxLayout &column)
{
    addSection(column, tr("Schedulers"));
    m_schedulers = new QListWidget;
    m_schedulers->setSpacing(1);
    m_schedulers->setAccessibleName(tr("Schedulers"));
    m_schedulers->setDragDropMode(QAbstractItemView::InternalMove);
    m_schedulers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_schedulers->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_schedulers->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    connect(m_schedulers, &QListWidget::itemChanged, this, &ExperimentPanel::changed);
    connect(m_schedulers->model(), &QAbstractItemModel::rowsMoved, this, &ExperimentPanel::changed);
    for (const int by : {-1, 1}) {
        auto *move = new QAction(by < 0 ? tr("Move &up") : tr("Move &down"), m_schedulers);
        move->setShortcut(by < 0 ? QKeySequence(Qt::CTRL | Qt::Key_Up)
                                 : QKeySequence(Qt::CTRL | Qt::Key_Down));
        move->setShortcutContext(Qt::WidgetShortcut);
        connect(move, &QAction::triggered, this, [this, by] { moveScheduler(by); });
        m_schedulers->addAction(move);
    }
    m_schedulers->setContextMenuPolicy(Qt::ActionsContextMenu);
    column.addWidget(m_schedulers);
    auto *hint = new QLabel(tr("The first checked one is the reference; drag, or Ctrl+Up and "
                               "Ctrl+Down, to reorder."));
    hint->setWordWrap(true);
    QFont small = hint->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    hint->setFont(small);
    column.addWidget(hint);
    addSection(column, tr("For reference"));
    m_qnam = new QCheckBox(tr("&QNetworkAccessManager (Qt)"));
    m_qnam->setToolTip(
        tr("The same requests through Qt's own client, as one more variant. Its loop, its "
           "connections and how it validates cannot be seen, so it shows fewer facts. It opens up "
           "to six connections for HTTP/1.1, whatever is chosen here."));
    connect(m_qnam, &QCheckBox::toggled, this, &ExperimentPanel::changed);
    column.addWidget(m_qnam);
}

void ExperimentPanel::addWorkload(QVBoxLayout &column)
{
    QFormLayout *form = addSection(column, tr("Workload"));
    m_workload = addChoice(
        *form, tr("Kind"),
        {tr("sequential"), tr("burst"), tr("parallel"), tr("paced"), tr("sweep")},
        tr("Sequential: the next request when the last is done. Burst: a width of them at once. "
           "Parallel: always a width of them under way. Paced: at intended times, a gap apart. "
           "Sweep: one at a time, after an idle time that grows from the gap to the last gap."));
    m_count = addNumber(*form, tr("Requests"), 1, kMaxRequests, {},
                        tr("Measured requests per scheduler"));
    m_warmup = addNumber(*form, tr("Warm-up"), 0, kMaxRequests, {},
                         tr("Requests before them, per scheduler, not measured"));
    m_repeats = addNumber(*form, tr("Blocks"), 1, kMaxRepeats, {},
                          tr("The schedulers take turns in this many blocks, so that drift of the "
                             "machine hits all of them"));
    m_width = addNumber(*form, tr("Width"), 1, kMaxWidth, {}, tr("Requests at a time"));
    m_dispatch =
        addChoice(*form, tr("Dispatch from"), {tr("poll"), tr("check"), tr("timers")},
                  tr("The phase from which the next request is issued: inside the callback that "
                     "completed the last one, from an immediate, or from a timer"));
    m_gap = addNumber(*form, tr("Gap"), 0, kMaxMilliseconds, tr(" ms"),
                      tr("Idle time before a request from timers; the interval of a paced run"));
    m_gapTo = addNumber(*form, tr("Last gap"), 0, kMaxMilliseconds, tr(" ms"),
                        tr("Of a sweep: the idle time before the last request of a block"));
}

void ExperimentPanel::addClient(QVBoxLayout &column)
{
    QFormLayout *form = addSection(column, tr("Client and loop"));
    m_frontEnd = addChoice(*form, tr("Front end"), {tr("client"), tr("pool")},
                           tr("A pool has a queue of its own, drained from check"));
    m_connections = addNumber(*form, tr("Connections"), 1, kMaxConnections, {},
                              tr("Open at the same time, at most"));
    m_pipelining = addNumber(*form, tr("Pipelining"), 1, kMaxPipelining, {},
                             tr("Requests on the wire per connection, at most"));
    m_streams = addNumber(*form, tr("Streams"), 1, kMaxStreams, {},
                          tr("HTTP/2: open at the same time per connection, at most; the server's "
                             "limit holds as well"));
    m_keepAlive = addNumber(*form, tr("Keep-alive"), 1, kMaxMilliseconds, tr(" ms"),
                            tr("How long a connection may idle when the server gives no hint"));
    m_timeout = addNumber(*form, tr("Timeout"), 0, kMaxMilliseconds, tr(" ms"),
                          tr("Limit for a whole request"));
    m_timeout->setSpecialValueText(tr("none"));
    m_loopModel = addChoice(*form, tr("Loop model"), {tr("timers last"), tr("timers first")},
                            tr("Timers last: libuv 1.45 and later. Timers first: libuv 1.44 and "
                               "earlier."));
    m_poll = addChoice(*form, tr("Poll"), {tr("sleep"), tr("spin")},
                       tr("Spin never sleeps and burns a core"));
    m_reuse = new ReuseOptions;
    connect(m_reuse, &ReuseOptions::changed, this, &ExperimentPanel::edited);
    column.addWidget(m_reuse);
}

void ExperimentPanel::addLab(QVBoxLayout &column)
{
    m_lab = new QWidget;
    auto *inside = new QVBoxLayout(m_lab);
    inside->setContentsMargins(0, 8, 0, 0);
    inside->setSpacing(6);
    QFormLayout *form = addSection(*inside, tr("Lab server"));
    m_delay = addNumber(*form, tr("Reply delay"), 0, static_cast<int>(kMaxLabDelay.count()),
                        tr(" ms"), tr("From the end of a request to its response"));
    m_bodyBytes = addNumber(*form, tr("Body"), 0, kMostShownBodyBytes, tr(" B"),
                            tr("Size of every response's body"));
    m_hint = new QLineEdit;
    m_hint->setPlaceholderText(tr("none, or timeout=5"));
    m_hint->setMaxLength(static_cast<int>(kMaxHintBytes));
    m_hint->setToolTip(tr("Value of the Keep-Alive header that the lab sends"));
    connect(m_hint, &QLineEdit::textChanged, this, &ExperimentPanel::edited);
    form->addRow(tr("Hint"), m_hint);
    m_acts = new QLabel;
    m_acts->setWordWrap(true);
    inside->addWidget(m_acts);
    column.addWidget(m_lab);
}

bool ExperimentPanel::usesUrl() const
{
    return m_target->currentIndex() == kUrlTarget;
}

bool ExperimentPanel::isSecure() const
{
    if (!usesUrl())
        return m_labTls->isChecked();
    const auto url = Url::parse(m_url->text().trimmed().toStdString());
    return url && url->isSecure();
}

Protocols ExperimentPanel::protocols() const
{
    const auto index = static_cast<std::size_t>(m_protocol->currentIndex());
    // Behind the usual choices: one that came with the experiment.
    return index < protocolChoices().size() ? protocolChoices()[index].first : m_base.protocols;
}

void ExperimentPanel::showProtocols(const Protocols &chosen)
{
    const auto &choices = protocolChoices();
    const auto usual = static_cast<int>(choices.size());
    while (m_protocol->count() > usual)
        m_protocol->removeItem(usual);
    const Protocols shown = chosen.empty()
        ? Protocols{isSecure() && usesUrl() ? Protocol::Auto : Protocol::H1}
        : chosen;
    const auto known = std::ranges::find(choices, shown, &std::pair<Protocols, QString>::first);
    if (known == choices.end()) {
        QStringList names;
        for (const Protocol each : shown)
            names << QString::fromUtf8(name(each).data(),
                                       static_cast<qsizetype>(name(each).size()));
        m_protocol->addItem(names.join(QStringLiteral(", ")));
    }
    m_protocol->setCurrentIndex(static_cast<int>(known - choices.begin()));
}

void ExperimentPanel::chooseScenario(int entry)
{
    const auto index = static_cast<std::size_t>(m_scenario->itemData(entry).toInt());
    const Scenario &scenario = m_scenarios[index];
    setExperiment(scenario.experiment, scenario);
}

void ExperimentPanel::setExperiment(const Experiment &experiment,
                                    const std::optional<Scenario> &scenario)
{
    m_isShowing = true;
    m_base = experiment;
    m_isEdited = !scenario;
    if (scenario) {
        m_chosen = scenario;
        auto known = std::find_if(m_scenarios.begin(), m_scenarios.end(), [&](const Scenario &s) {
            return s.name == scenario->name && s.file == scenario->file;
        });
        if (known == m_scenarios.end()) {
            known = m_scenarios.insert(known, *scenario);
            m_scenario->addItem(fromUtf8(scenario->name), static_cast<int>(m_scenarios.size()) - 1);
        }
        m_scenario->setCurrentIndex(
            m_scenario->findData(static_cast<int>(known - m_scenarios.begin())));
    }
    m_target->setCurrentIndex(experiment.url.empty() ? kLabTarget : kUrlTarget);
    if (!experiment.url.empty())
        m_url->setText(fromUtf8(experiment.url));
    m_labTls->setChecked(experiment.labTls);
    showProtocols(experiment.protocols);
    m_options->setExperiment(experiment);
    showSchedulers(experiment.schedulers);
    m_qnam->setChecked(std::ranges::count(experiment.references, kQnamVariant) > 0);
    const Workload &workload = experiment.workload;
    m_workload->setCurrentIndex(static_cast<int>(workload.kind));
    m_count->setValue(workload.count);
    m_warmup->setValue(workload.warmup);
    m_repeats->setValue(experiment.repeats);
    m_width->setValue(workload.width);
    m_dispatch->setCurrentIndex(static_cast<int>(experiment.dispatchFrom));
    m_gap->setValue(static_cast<int>(workload.gap.count()));
    m_gapTo->setValue(static_cast<int>(workload.gapTo.count()));
    m_frontEnd->setCurrentIndex(static_cast<int>(experiment.client.frontEnd));
    m_connections->setValue(experiment.client.connections);
    m_pipelining->setValue(experiment.client.pipelining);
    m_streams->setValue(experiment.client.maxStreams);
    m_keepAlive->setValue(static_cast<int>(experiment.client.keepAlive.count()));
    m_timeout->setValue(static_cast<int>(experiment.client.requestTimeout.count()));
    m_reuse->setClient(experiment.client);
    m_loopModel->setCurrentIndex(static_cast<int>(experiment.loopModel));
    m_poll->setCurrentIndex(static_cast<int>(experiment.poll));
    m_delay->setValue(static_cast<int>(experiment.lab.delay.count()));
    m_bodyBytes->setValue(static_cast<int>(experiment.lab.bodyBytes));
    m_hint->setText(fromUtf8(experiment.lab.keepAliveHint));
    QStringList also;
    if (!experiment.lab.acts.empty())
        also << tr("acts of its script on idle or busy connections");
    if (experiment.lab.close || experiment.lab.closeEvery > 0)
        also << tr("closing after responses");
    if (experiment.lab.splitHeadAndBody)
        also << tr("head and body in two writes");
    m_acts->setText(tr("Also: %1.").arg(also.join(QStringLiteral(", "))));
    m_acts->setVisible(!also.isEmpty());
    m_isShowing = false;
    changed();
    emit scenarioChanged();
}

void ExperimentPanel::showSchedulers(const std::vector<std::string> &checked)
{
    m_schedulers->clear();
    const auto add = [this](const QString &name, bool check) {
        auto *item = new QListWidgetItem(name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                       | Qt::ItemIsDragEnabled);
        item->setCheckState(check ? Qt::Checked : Qt::Unchecked);
        for (const SchedulerInfo &info : availableSchedulers()) {
            if (withoutParameter(info.name) != withoutParameter(name.toStdString()))
                continue;
            item->setToolTip(explanation(info));
            if (hasParameter(info.name))
                item->setFlags(item->flags() | Qt::ItemIsEditable);
        }
        m_schedulers->addItem(item);
    };
    for (const std::string &name : checked)
        add(fromUtf8(name), true);
    for (const SchedulerInfo &info : availableSchedulers()) {
        const bool listed =
            std::any_of(checked.begin(), checked.end(), [&](const std::string &name) {
                return withoutParameter(name) == withoutParameter(info.name);
            });
        if (!listed)
            add(suggestion(info), false);
    }
    m_schedulers->setFixedHeight((m_schedulers->sizeHintForRow(0) + 2 * m_schedulers->spacing())
                                     * m_schedulers->count()
                                 + 2 * m_schedulers->frameWidth() + 4);
}

void ExperimentPanel::moveScheduler(int by)
{
    const int from = m_schedulers->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_schedulers->count())
        return;
    m_schedulers->insertItem(to, m_schedulers->takeItem(from));
    m_schedulers->setCurrentRow(to);
    changed();
}

Experiment ExperimentPanel::experiment() const
{
    Experiment experiment = m_base;
    experiment.url = usesUrl() ? m_url->text().trimmed().toStdString() : std::string();
    experiment.protocols = protocols();
    experiment.labTls = !usesUrl() && m_labTls->isChecked();
    m_options->apply(experiment, isSecure(), usesUrl());
    experiment.schedulers.clear();
    for (int row = 0; row < m_schedulers->count(); ++row) {
        const QListWidgetItem *item = m_schedulers->item(row);
        if (item->checkState() == Qt::Checked)
            experiment.schedulers.push_back(item->text().trimmed().toStdString());
    }
    experiment.references.clear();
    if (m_qnam->isChecked())
        experiment.references.emplace_back(kQnamVariant);
    Workload &workload = experiment.workload;
    workload.kind = static_cast<WorkloadKind>(m_workload->currentIndex());
    workload.count = m_count->value();
    workload.warmup = m_warmup->value();
    experiment.repeats = m_repeats->value();
    // A field that does not apply is disabled and keeps its value for when it does.
    workload.width = m_width->isEnabled() ? m_width->value() : 1;
    workload.gap = Milliseconds{m_gap->isEnabled() ? m_gap->value() : 0};
    workload.gapTo = Milliseconds{m_gapTo->isEnabled() ? m_gapTo->value() : 0};
    experiment.dispatchFrom = m_dispatch->isEnabled()
        ? static_cast<DispatchFrom>(m_dispatch->currentIndex())
        : DispatchFrom::Timers;
    experiment.client.frontEnd = static_cast<FrontEnd>(m_frontEnd->currentIndex());
    experiment.client.connections = m_connections->value();
    experiment.client.pipelining = m_pipelining->value();
    experiment.client.maxStreams = m_streams->value();
    experiment.client.keepAlive = Milliseconds{m_keepAlive->value()};
    experiment.client.requestTimeout = Milliseconds{m_timeout->value()};
    m_reuse->apply(experiment.client);
    experiment.loopModel = static_cast<LoopModel>(m_loopModel->currentIndex());
    experiment.poll = static_cast<PollStrategy>(m_poll->currentIndex());
    if (usesUrl()) {
        // Whatever the scenario wanted of its lab does not apply to a server of somebody else.
        experiment.lab = LabScript();
        experiment.injection = Injection();
        return experiment;
    }
    experiment.lab.delay = Milliseconds{m_delay->value()};
    experiment.lab.bodyBytes = static_cast<std::uint64_t>(m_bodyBytes->value());
    experiment.lab.keepAliveHint = m_hint->text().trimmed().toStdString();
    return experiment;
}

std::optional<Scenario> ExperimentPanel::scenario() const
{
    if (usesUrl() || !m_chosen)
        return std::nullopt;
    return m_isEdited ? requiringNothing(*m_chosen) : m_chosen;
}

QString ExperimentPanel::problem() const
{
    if (usesUrl() && m_url->text().trimmed().isEmpty())
        return tr("Enter the http:// or https:// URL of the server to measure.");
    const Experiment chosen = experiment();
    if (chosen.schedulers.empty())
        return tr("Check at least one scheduler.");
    const std::int64_t requests = plannedRequests(chosen);
    if (requests > kMostKept)
        return tr("The window keeps every request in memory, %1 of them at most; these are %2. "
                  "Lower the number of requests, or use reusescope-cli.")
            .arg(countText(static_cast<std::uint64_t>(kMostKept)),
                 countText(static_cast<std::uint64_t>(requests)));
    if (const QString wrong = m_options->problem(); !wrong.isEmpty())
        return wrong;
    const auto valid = validate(chosen);
    return valid ? QString() : errorSentence(valid.error());
}

void ExperimentPanel::adaptToWorkload()
{
    const auto kind = static_cast<WorkloadKind>(m_workload->currentIndex());
    const bool wide = kind == WorkloadKind::Burst || kind == WorkloadKind::Parallel;
    m_width->setEnabled(wide);
    const bool timed = m_dispatch->currentIndex() == static_cast<int>(DispatchFrom::Timers);
    const bool sweeps = kind == WorkloadKind::Sweep;
    m_dispatch->setEnabled(!sweeps);
    m_gap->setEnabled(kind == WorkloadKind::Paced || timed || sweeps);
    m_gapTo->setEnabled(sweeps);
    m_url->setEnabled(usesUrl());
    m_lab->setEnabled(!usesUrl());
    m_labTls->setEnabled(!usesUrl());
    m_options->adapt(isSecure(), usesUrl());
    const auto speaks = [chosen = protocols()](Protocol other) {
        return std::ranges::any_of(chosen, [other](Protocol each) { return each != other; });
    };
    m_pipelining->setEnabled(speaks(Protocol::H2));
    m_streams->setEnabled(speaks(Protocol::H1));
    m_reuse->adapt(experiment());
    m_scenario->setEnabled(m_scenario->count() > 0);
}

void ExperimentPanel::edited()
{
    if (!m_isShowing && sender() != m_repeats && sender() != m_target)
        m_isEdited = true;
    changed();
}

void ExperimentPanel::changed()
{
    if (m_isShowing || !m_run)
        return;
    adaptToWorkload();
    const QString text = problem();
    m_problem->setText(text);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, Theme(palette()).failure());
    m_problem->setPalette(colors);
    m_problem->setVisible(!text.isEmpty());
    m_run->setEnabled(text.isEmpty() && !m_isRunning);
    m_run->setToolTip(text.isEmpty() ? tr("Start the experiment (F5)") : text);
    if (sender() == m_target)
        emit scenarioChanged();
}

void ExperimentPanel::setRunning(bool running)
{
    m_isRunning = running;
    m_form->setEnabled(!running);
    m_stop->setEnabled(running);
    changed();
}

} // namespace reusescope
