// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/logdelegate.h"

#include "core/script/transcript.h"
#include "ui/loop/logmodel.h"
#include "ui/theme/theme.h"
#include "ui/views/tracecolors.h"

#include <QPainter>

namespace reusescope {

namespace {

constexpr qreal kDifferenceTint = 0.18;

QColor inkOf(script::EntryKind kind, const Theme &theme)
{
    switch (kind) {
    case script::EntryKind::Callback: return theme.text();
    case script::EntryKind::Log: return theme.success();
    case script::EntryKind::Poll:
    case script::EntryKind::RunEnded: return theme.mutedText();
    case script::EntryKind::Limit: return theme.failure();
    }
    return theme.text();
}

} // namespace

void LogDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(LogModel::RepeatsRole).toBool())
        option->text.clear();
}

void LogDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const Theme theme(option.palette);
    QStyleOptionViewItem styled = option;
    const bool differs = index.data(LogModel::DiffersRole).toBool();
    const bool isSelected = option.state & QStyle::State_Selected;
    const auto kind = static_cast<script::EntryKind>(index.data(LogModel::KindRole).toInt());
    const QColor ink = index.column() == LogModel::What ? inkOf(kind, theme) : theme.mutedText();
    styled.palette.setColor(QPalette::Text, ink);
    styled.font.setBold(kind == script::EntryKind::Callback && index.column() == LogModel::What);
    if (differs && !isSelected) {
        const QColor ground = blended(theme.ground(), theme.warning(), kDifferenceTint);
        painter->fillRect(option.rect, ground);
        styled.features &= ~QStyleOptionViewItem::Alternate;
    }
    if (differs && index.column() == LogModel::What) {
        const QString sign = QStringLiteral("≠");
        const int width = option.fontMetrics.horizontalAdvance(sign) + 8;
        QRect place = option.rect;
        place.setLeft(place.right() - width);
        styled.rect.setRight(place.left());
        QStyledItemDelegate::paint(painter, styled, index);
        if (isSelected)
            painter->fillRect(place, option.palette.brush(QPalette::Highlight));
        painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText)
                                   : theme.text());
        painter->drawText(place, Qt::AlignCenter, sign);
        return;
    }
    QStyledItemDelegate::paint(painter, styled, index);
}

} // namespace reusescope
