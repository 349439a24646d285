// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/variantnames.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QWidget>

namespace reusescope {

/// Width of a swatch that suits a font.
int variantSwatchWidth(const QFontMetrics &metrics);
/// A variant's line in its colour and dash with its mark on it, as charts draw it.
void paintVariantSwatch(QPainter &painter, const QRect &area, std::size_t position,
                        const Theme &theme);

/// The key to the charts: a swatch and a name per variant, in as many rows as are needed.
/// Thread: UI.
class VariantLegend : public QWidget
{
    Q_OBJECT

public:
    explicit VariantLegend(const VariantNames &names, QWidget *parent = nullptr);

    void namesChanged();

    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Calls `place(position, area)` for each entry; returns the height.
    template <typename Place> int layOut(int width, Place place) const;

    const VariantNames &m_names;
};

} // namespace reusescope
