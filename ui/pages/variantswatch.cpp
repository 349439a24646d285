// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/variantswatch.h"

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kInner = 7; // between swatch and name
constexpr int kBetween = 20; // between entries

} // namespace

int variantSwatchWidth(const QFontMetrics &metrics)
{
    return metrics.height() * 2;
}

void paintVariantSwatch(QPainter &painter, const QRect &area, std::size_t position,
                        const Theme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = theme.variant(position);
    const QPointF middle = QRectF(area).center();
    painter.setPen(QPen(color, 1.8, Theme::dash(position), Qt::FlatCap));
    painter.drawLine(QPointF(area.left(), middle.y()), QPointF(area.right() + 1, middle.y()));
    painter.translate(middle);
    painter.setPen(QPen(theme.card(), 1));
    painter.setBrush(color);
    painter.drawPath(Theme::markPath(Theme::mark(position), 9));
    painter.restore();
}

VariantLegend::VariantLegend(const VariantNames &names, QWidget *parent)
    : QWidget(parent), m_names(names)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void VariantLegend::namesChanged()
{
    setAccessibleName(tr("Variants: %1").arg(m_names.all().join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

template <typename Place> int VariantLegend::layOut(int width, Place place) const
{
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height();
    int x = 0;
    int y = 0;
    for (qsizetype i = 0; i < m_names.count(); ++i) {
        const auto position = static_cast<std::size_t>(i);
        const int needed =
            variantSwatchWidth(metrics) + kInner + metrics.horizontalAdvance(m_names.at(position));
        if (x > 0 && x + needed > width) {
            x = 0;
            y += height + 4;
        }
        place(position, QRect(x, y, needed, height));
        x += needed + kBetween;
    }
    return y + height;
}

bool VariantLegend::hasHeightForWidth() const
{
    return true;
}

int VariantLegend::heightForWidth(int width) const
{
    return layOut(width, [](std::size_t, const QRect &) {});
}

QSize VariantLegend::sizeHint() const
{
    return {300, heightForWidth(std::max(width(), 300))};
}

void VariantLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme theme(palette());
    const int swatch = variantSwatchWidth(fontMetrics());
    layOut(width(), [&](std::size_t position, const QRect &area) {
        paintVariantSwatch(painter, QRect(area.left(), area.top(), swatch, area.height()), position,
                           theme);
        painter.setPen(theme.text());
        painter.drawText(area.adjusted(swatch + kInner, 0, 0, 0),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), m_names.at(position));
    });
}

} // namespace reusescope
