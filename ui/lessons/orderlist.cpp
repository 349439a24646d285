// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/orderlist.h"

#include <QFontDatabase>
#include <QKeyEvent>

namespace reusescope {

namespace {

constexpr int kIndexRole = Qt::UserRole;
constexpr int kPadding = 6; // above and below a word

} // namespace

OrderList::OrderList(QWidget *parent) : QListWidget(parent)
{
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setTabKeyNavigation(false);
    setToolTip(tr("Drag a line, or move the current one with Alt+Up and Alt+Down"));
    connect(model(), &QAbstractItemModel::rowsMoved, this, &OrderList::number);
    // A line that is dropped comes as a new row, whose content follows.
    connect(model(), &QAbstractItemModel::rowsRemoved, this, &OrderList::number);
}

void OrderList::setWords(const QStringList &words, const std::vector<std::size_t> &order)
{
    m_words = words;
    clear();
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(this->font().pointSizeF());
    for (const std::size_t index : order) {
        auto *item = new QListWidgetItem(this);
        item->setData(kIndexRole, static_cast<int>(index));
        item->setFont(font);
        item->setSizeHint(QSize(0, fontMetrics().height() + 2 * kPadding));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    }
    number();
    setCurrentRow(0);
    updateGeometry();
}

std::vector<std::size_t> OrderList::order() const
{
    std::vector<std::size_t> order;
    for (int row = 0; row < count(); ++row)
        order.push_back(static_cast<std::size_t>(item(row)->data(kIndexRole).toInt()));
    return order;
}

void OrderList::moveCurrent(int by)
{
    const int from = currentRow();
    const int to = from + by;
    if (m_frozen || from < 0 || to < 0 || to >= count())
        return;
    insertItem(to, takeItem(from));
    setCurrentRow(to);
    number();
}

void OrderList::setFrozen(bool frozen)
{
    m_frozen = frozen;
    setDragDropMode(frozen ? QAbstractItemView::NoDragDrop : QAbstractItemView::InternalMove);
}

QSize OrderList::sizeHint() const
{
    const int line = fontMetrics().height() + 2 * kPadding;
    return {200, count() * line + 2 * frameWidth()};
}

void OrderList::keyPressEvent(QKeyEvent *event)
{
    const bool isMove = event->modifiers().testFlag(Qt::AltModifier)
        && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down);
    if (isMove)
        moveCurrent(event->key() == Qt::Key_Up ? -1 : 1);
    else
        QListWidget::keyPressEvent(event);
}

void OrderList::number()
{
    for (int row = 0; row < count(); ++row) {
        const auto index = item(row)->data(kIndexRole).toInt();
        item(row)->setText(tr("%1.  %2").arg(row + 1).arg(m_words.value(index)));
    }
}

} // namespace reusescope
