// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/outcomedelegate.h"

#include "core/trace/records.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace reusescope {

void VariantDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    // Room for the mark is made by an empty decoration of its size.
    const int size = item.fontMetrics.height();
    item.features |= QStyleOptionViewItem::HasDecoration;
    item.decorationSize = {size - 4, size};
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const QRect area = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &item, item.widget);
    const Theme theme(item.palette);
    const auto position = static_cast<std::size_t>(index.data(VariantRole).toInt());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(QRectF(area).center());
    painter->setPen(Qt::NoPen);
    painter->setBrush(item.state & QStyle::State_Selected
                          ? item.palette.color(QPalette::HighlightedText)
                          : theme.variant(position));
    painter->drawPath(Theme::markPath(Theme::mark(position), 9));
    painter->restore();
}

void OutcomeDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const auto outcome = static_cast<Outcome>(index.data(OutcomeRole).toInt());
    const Theme theme(option->palette);
    if (!isOk(outcome) && outcome != Outcome::Cancelled)
        option->palette.setColor(QPalette::Text, theme.failure());
    else if (outcome == Outcome::OkReplayed)
        option->palette.setColor(QPalette::Text, theme.warning());
}

} // namespace reusescope
