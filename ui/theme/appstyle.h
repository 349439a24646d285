// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace reusescope {

/// Fusion, with check boxes and radio buttons whose outline can be seen on dark grounds too: Fusion
/// derives it from the window's colour by darkening, which a dark window leaves nothing of. Tables
/// get some air between columns, so that a number and the text to its right stay apart.
/// The list of a combo box is as wide as its widest entry, however narrow the box itself is.
class AppStyle : public QProxyStyle
{
    Q_OBJECT

public:
    AppStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                         const QWidget *widget = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
                    const QWidget *widget = nullptr) const override;
};

} // namespace reusescope
