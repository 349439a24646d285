// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appstyle.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kCellMargin = 6;

void drawRadioButton(const QStyleOption &option, QPainter &painter)
{
    const Theme theme(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool checked = option.state & QStyle::State_On;
    const qreal side = std::min(option.rect.width(), option.rect.height()) - 1;
    const QRectF box(option.rect.x() + 0.5, option.rect.y() + 0.5, side, side);
    const QColor outline = enabled ? theme.mutedText() : theme.axis();
    const QColor fill = enabled ? theme.selection() : theme.axis();

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(checked ? fill : outline, 1));
    painter.setBrush(option.palette.color(QPalette::Base));
    painter.drawEllipse(box);
    if (checked) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        const qreal inset = side * 0.25;
        painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset));
    }
    painter.restore();
}

} // namespace

AppStyle::AppStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                             QPainter *painter, const QWidget *widget) const
{
    if (element == PE_IndicatorRadioButton) {
        drawRadioButton(*option, *painter);
        return;
    }
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const Theme theme(option->palette);
    const bool enabled = option->state & State_Enabled;
    const bool checked = option->state & State_On;
    const bool partly = option->state & State_NoChange;
    const qreal side = std::min(option->rect.width(), option->rect.height()) - 1;
    const QRectF box(option->rect.x() + 0.5, option->rect.y() + 0.5, side, side);
    const QColor outline = enabled ? theme.mutedText() : theme.axis();
    const QColor fill = enabled ? theme.selection() : theme.axis();

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(checked || partly ? fill : outline, 1));
    painter->setBrush(checked || partly ? fill : option->palette.color(QPalette::Base));
    painter->drawRoundedRect(box, 2, 2);
    painter->setPen(QPen(Qt::white, side / 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    QPainterPath mark;
    if (checked) {
        mark.moveTo(box.left() + 0.24 * side, box.top() + 0.52 * side);
        mark.lineTo(box.left() + 0.43 * side, box.top() + 0.71 * side);
        mark.lineTo(box.left() + 0.77 * side, box.top() + 0.30 * side);
    } else if (partly) {
        mark.moveTo(box.left() + 0.25 * side, box.center().y());
        mark.lineTo(box.left() + 0.75 * side, box.center().y());
    }
    painter->drawPath(mark);
    painter->restore();
}

QRect AppStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                               SubControl part, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    const auto *box = qobject_cast<const QComboBox *>(widget);
    if (control != CC_ComboBox || part != SC_ComboBoxListBoxPopup || !box)
        return rect;
    const int bars = QProxyStyle::pixelMetric(PM_ScrollBarExtent, option, widget)
        + 2 * QProxyStyle::pixelMetric(PM_DefaultFrameWidth, option, widget);
    rect.setWidth(
        std::max(rect.width(), box->view()->sizeHintForColumn(box->modelColumn()) + bars));
    return rect;
}

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption *option,
                          const QWidget *widget) const
{
    switch (metric) {
    case PM_FocusFrameHMargin:
        if (qobject_cast<const QTableView *>(widget))
            return kCellMargin;
        break;
    case PM_HeaderMargin: return kCellMargin + 1;
    default: break;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace reusescope
