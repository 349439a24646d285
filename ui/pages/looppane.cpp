// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/looppane.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/loop/logdelegate.h"
#include "ui/loop/looppicture.h"
#include "ui/loop/looptext.h"
#include "ui/pages/tablecopy.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kSpacing = 6;

QLabel *makeLabel(const QString &name, bool wraps)
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(wraps);
    label->setAccessibleName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// So that the layout below does not jump when a sentence gets longer.
void reserveLines(QLabel &label, int lines)
{
    label.setFixedHeight(lines * label.fontMetrics().lineSpacing() + 2);
    label.setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

/// What it names, at the place where it fires, else where it is introduced.
int lineOf(const script::Program &program, script::NameIndex name)
{
    for (const script::Reaction &reaction : program.reactions) {
        if (reaction.name == name)
            return reaction.where.line;
    }
    return program.names[name].where.line;
}

} // namespace

LoopPane::LoopPane(std::size_t accent, QWidget *parent)
    : QWidget(parent),
      m_accent(accent),
      m_picture(new LoopPicture),
      m_splitter(new QSplitter),
      m_left(new QSplitter(Qt::Vertical)),
      m_order(new QLineEdit)
{
    m_picture->setAccent(accent);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpacing);
    column->addWidget(makeHead());
    m_splitter->setChildrenCollapsible(false);
    m_left->setChildrenCollapsible(false);
    m_left->addWidget(m_picture);
    m_splitter->addWidget(m_left);
    m_splitter->addWidget(makeLists());
    column->addWidget(m_splitter, 1);

    auto *orderRow = new QHBoxLayout;
    auto *orderLabel = new QLabel(tr("Order:"));
    m_order->setReadOnly(true);
    m_order->setAccessibleName(tr("Order of callbacks"));
    m_order->setPlaceholderText(tr("nothing ran yet"));
    m_order->setToolTip(tr("The callbacks and log lines in their order"));
    orderLabel->setBuddy(m_order);
    orderRow->addWidget(orderLabel);
    orderRow->addWidget(m_order, 1);
    column->addLayout(orderRow);
}

QWidget *LoopPane::makeHead()
{
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_title = makeLabel(tr("Model of the loop"), false);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_where = makeLabel(tr("Where the loop stands"), false);
    m_where->setFont(bold);
    m_poll = makeLabel(tr("Poll timeout now"), true);
    m_alive = makeLabel(tr("Alive"), true);
    column->addWidget(m_title);
    column->addWidget(m_where);
    column->addWidget(m_poll);
    column->addWidget(m_alive);
    return head;
}

QWidget *LoopPane::makeLists()
{
    m_table = new QTableView;
    m_table->setModel(&m_log);
    prepareTable(*m_table);
    m_table->setItemDelegate(new LogDelegate(m_table));
    m_table->setAccessibleName(tr("Log"));
    m_table->setToolTip(tr("Return or a double click goes to the line in the script"));
    m_table->setFrameShape(QFrame::NoFrame);
    QHeaderView *header = m_table->horizontalHeader();
    const auto widthOf = [this](const QString &widest) {
        return m_table->fontMetrics().horizontalAdvance(widest) + 20;
    };
    header->setMinimumSectionSize(24);
    header->resizeSection(LogModel::Turn, widthOf(tr("Turn") + QStringLiteral("0")));
    header->resizeSection(LogModel::PhaseName, widthOf(phaseText(Phase::Prepare)));
    header->resizeSection(LogModel::Time, widthOf(loopTimeText(Nanoseconds{1'000'500'000})));
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QTableView::activated, this, &LoopPane::goToLineOf);

    m_hidden = makeLabel(tr("Lines that are not shown"), false);
    m_hidden->setContentsMargins(6, 3, 6, 3);
    m_hidden->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_hidden->hide();
    auto *log = new QWidget;
    auto *column = new QVBoxLayout(log);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_hidden);
    column->addWidget(m_table, 1);
    log->setFocusProxy(m_table);

    m_tree = new QTreeView;
    m_tree->setModel(&m_queues);
    m_tree->setAccessibleName(tr("Queues and active handles, by phase"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setColumnWidth(QueueModel::What, widthOf(QStringLiteral("names, prepare handle ")));
    m_tree->setColumnWidth(QueueModel::Detail, widthOf(QStringLiteral("in 1000.5 ms")));
    m_tree->expandAll();

    m_lists = new QTabWidget;
    m_lists->setDocumentMode(true);
    m_lists->setAccessibleName(tr("Log and queues"));
    m_lists->addTab(log, tr("Log"));
    m_lists->setTabBarAutoHide(true);
    return m_lists;
}

void LoopPane::show(const ScriptTrack &track, bool isOther)
{
    const script::LoopState state = track.state();
    if (isOther) {
        m_program = track.program();
        m_model = track.model();
        const bool hasRequests =
            std::any_of(m_program.names.begin(), m_program.names.end(),
                        [](const auto &name) { return name.kind == script::NameKind::Reuse; });
        m_picture->setModel(m_model, hasRequests);
        m_queues.setModel(m_model);
        m_tree->expandAll();
        m_title->setText(tr("%1: %2").arg(shortModelText(m_model), modelOriginText(m_model)));
        m_title->setToolTip(m_title->text());
    }
    const Executed &executed = track.executed();
    QString ran;
    if (executed.name != script::kNoName && !track.entries().empty()) {
        const auto &entries = track.entries();
        const auto last =
            std::find_if(entries.rbegin(), entries.rend(), [](const script::Entry &entry) {
                return entry.kind == script::EntryKind::Callback;
            });
        if (last != entries.rend())
            ran = QString::fromStdString(last->text);
    }
    m_picture->setState(state, ran, track.isOver());
    m_queues.setState(state);
    showFacts(track, state);

    // Who has scrolled up to read stays there.
    const QScrollBar *bar = m_table->verticalScrollBar();
    const bool follows = isOther || bar->value() >= bar->maximum();
    m_log.show(track, isOther);
    if (follows)
        m_table->scrollToBottom();
    const std::uint64_t hidden = m_log.hiddenCount();
    m_hidden->setVisible(hidden > 0);
    m_hidden->setText(
        tr("%1 earlier lines are not shown", nullptr, pluralOf(hidden)).arg(countText(hidden)));
}

void LoopPane::showFacts(const ScriptTrack &track, const script::LoopState &state)
{
    QString where;
    if (track.isOver() && !track.limit().empty())
        where = tr("Stopped in turn %1, at %2").arg(countText(state.turn), loopTimeText(state.now));
    else if (track.isOver())
        where = tr("Over after turn %1, at %2").arg(countText(state.turn), loopTimeText(state.now));
    else if (track.position() == 0)
        where = tr("At the start");
    else
        where = tr("Turn %1, %2, at %3")
                    .arg(countText(state.turn), phaseText(state.phase), loopTimeText(state.now));
    m_where->setText(where);
    if (track.isOver()) {
        m_poll->setText(track.limit().empty() ? tr("The program is over.")
                                              : QString::fromStdString(track.limit()));
    } else {
        m_poll->setText(track.position() == 0 ? tr("The main program runs with the first step.")
                                              : pollSentence(state));
    }
    m_alive->setText(track.position() == 0 ? QString() : aliveSentence(state));

    QString order = QString::fromStdString(track.order());
    if (track.isOrderCut())
        order.prepend(QStringLiteral("… "));
    if (order != m_order->text()) {
        m_order->setText(order);
        m_order->end(false);
    }
}

QString LoopPane::order() const
{
    return m_order->text();
}

void LoopPane::setWide(bool wide)
{
    reserveLines(*m_poll, wide ? 1 : 2);
    reserveLines(*m_alive, wide ? 1 : 2);
    if (wide) {
        m_left->addWidget(m_tree);
        m_tree->show();
    } else {
        m_lists->addTab(m_tree, tr("Queues"));
    }
    m_splitter->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    m_splitter->setSizes(wide ? QList{420, 480} : QList{320, 260});
    m_left->setSizes({340, 220});
}

void LoopPane::alignTwo(LoopPane &one, LoopPane &other)
{
    const auto follow = [](LoopPane &leader, LoopPane &follower) {
        connect(leader.m_splitter, &QSplitter::splitterMoved, &follower, [&leader, &follower] {
            follower.m_splitter->setSizes(leader.m_splitter->sizes());
        });
        connect(leader.m_lists, &QTabWidget::currentChanged, &follower,
                [&follower](int index) { follower.m_lists->setCurrentIndex(index); });
    };
    follow(one, other);
    follow(other, one);
}

void LoopPane::goToLineOf(const QModelIndex &index)
{
    const script::NameIndex name = m_log.entry(index.row()).name;
    if (name < m_program.names.size())
        emit lineWanted(lineOf(m_program, name));
}

} // namespace reusescope
