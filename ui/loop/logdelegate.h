// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace reusescope {

/// Paints the lines of a LogModel: polls muted, what ran in the normal ink, limits as a warning;
/// lines that the other model does not have with a mark and a ground of their own. Turn, phase and
/// time stand where they begin, as in a table of contents. Thread: UI.
class LogDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace reusescope
