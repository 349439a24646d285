// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/variantcard.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/pages/variantswatch.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kPadding = 11;
constexpr int kGap = 5;
constexpr int kSlack = 2; // what eliding wants beyond the advance of a text
constexpr qreal kRadius = 6;

} // namespace

VariantCard::VariantCard(std::size_t position, QWidget *parent)
    : QWidget(parent), m_position(position)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

QFont VariantCard::bigFont() const
{
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 1.8);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont VariantCard::smallFont() const
{
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

QSize VariantCard::sizeHint() const
{
    const int lines = QFontMetrics(font()).height() + QFontMetrics(bigFont()).height()
        + 4 * QFontMetrics(smallFont()).height();
    return {210, 2 * kPadding + lines + 5 * kGap};
}

QSize VariantCard::minimumSizeHint() const
{
    return {170, sizeHint().height()};
}

void VariantCard::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit activated();
}

void VariantCard::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: emit activated(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void VariantCard::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void VariantCard::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

QString VariantCard::ratioLine() const
{
    if (m_figures.answered == 0)
        return m_figures.settled > 0 ? tr("no answers")
            : m_isRunning            ? tr("waiting for its turn")
                                     : tr("did not run");
    if (m_position == 0)
        return tr("the reference");
    if (!m_figures.ratio)
        return {};
    if (!m_figures.interval)
        return tr("%1 of %2").arg(ratioText(*m_figures.ratio), m_reference);
    if (!m_figures.interval->resolvable)
        return tr("no resolvable difference");
    return tr("%1 of %2 (%3–%4)")
        .arg(ratioText(*m_figures.ratio), m_reference, ratioText(m_figures.interval->low).mid(1),
             ratioText(m_figures.interval->high).mid(1));
}

void VariantCard::setFigures(const VariantFigures &figures, const QString &reference, bool running)
{
    m_figures = figures;
    m_reference = reference;
    m_isRunning = running;
    const bool any = figures.answered > 0;
    QString text = tr("Median %1, p99 %2, maximum %3")
                       .arg(any ? durationText(figures.p50) : tr("none"),
                            any ? durationText(figures.p99) : tr("none"),
                            any ? durationText(figures.max) : tr("none"));
    if (figures.ratio && m_position > 0)
        text += tr("; %1 the median of %2").arg(ratioText(*figures.ratio), reference);
    if (figures.interval)
        text += figures.interval->resolvable
            ? tr(" (95 % interval %1 to %2)")
                  .arg(ratioText(figures.interval->low), ratioText(figures.interval->high))
            : tr(" (a difference that these blocks do not resolve)");
    text += tr("; %1 stalls; polls before write: %2; %3", nullptr, pluralOf(figures.stalls))
                .arg(countText(figures.stalls), figures.polls.isEmpty() ? tr("–") : figures.polls,
                     outcomesText(figures));
    if (figures.delayedAck)
        text += tr("; %1 of %2 responses had 40 ms in %3: a delayed ACK that meets Nagle's "
                   "algorithm on the server's side")
                    .arg(countText(figures.delayedAck->requests), countText(figures.delayedAck->of),
                         segmentText(figures.delayedAck->segment));
    setAccessibleName(figures.name);
    setAccessibleDescription(text);
    setToolTip(QStringLiteral("<p><b>%1</b></p><p>%2</p><p>%3</p>")
                   .arg(figures.name.toHtmlEscaped(), text.toHtmlEscaped(),
                        tr("Click to select its slowest request.")));
    update();
}

void VariantCard::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? theme.selection() : theme.border());
    painter.setBrush(theme.card());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    // The colour of the variant, as an edge at the top.
    painter.setPen(QPen(theme.variant(m_position), 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(kRadius, 1), QPointF(width() - kRadius, 1));

    const QRect area = rect().adjusted(kPadding, kPadding, -kPadding, -kPadding);
    int top = area.top();
    const auto line = [&](const QFont &font) {
        const int height = QFontMetrics(font).height();
        const QRect row(area.left(), top, area.width(), height);
        top += height + kGap;
        painter.setFont(font);
        return row;
    };
    const auto write = [&](const QRect &where, const QString &text, const QColor &color,
                           Qt::Alignment alignment = Qt::AlignLeft) {
        painter.setPen(color);
        painter.drawText(where, static_cast<int>(alignment | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, where.width()));
    };
    /// A name in a muted tone and its value in a plain one, at the left or at the right.
    const auto pair = [&](const QRect &row, bool left, const QString &name, const QString &value) {
        const int nameWidth = painter.fontMetrics().horizontalAdvance(name);
        const int width =
            nameWidth + kGap + painter.fontMetrics().horizontalAdvance(value) + kSlack;
        const int begin = left ? row.left() : std::max(row.left(), row.right() + 1 - width);
        write({begin, row.top(), nameWidth + kSlack, row.height()}, name, theme.mutedText());
        write({begin + nameWidth + kGap, row.top(), row.right() + 1 - begin - nameWidth - kGap,
               row.height()},
              value, theme.text());
    };

    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    QRect row = line(bold);
    const int swatch = variantSwatchWidth(fontMetrics());
    paintVariantSwatch(painter, QRect(row.left(), row.top(), swatch, row.height()), m_position,
                       theme);
    painter.setFont(bold);
    write(row.adjusted(swatch + 8, 0, 0, 0), m_figures.name, theme.text());

    const bool any = m_figures.answered > 0;
    const QFont big = bigFont();
    row = line(big);
    const QString median = any ? durationText(m_figures.p50) : tr("–");
    write(row, median, theme.text());
    const int used = painter.fontMetrics().horizontalAdvance(median) + 8;
    const int baseline = row.top()
        + (row.height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2;
    painter.setFont(smallFont());
    painter.setPen(theme.mutedText());
    if (any && used + painter.fontMetrics().horizontalAdvance(tr("median")) <= row.width())
        painter.drawText(row.left() + used, baseline, tr("median"));

    row = line(smallFont());
    write(row, ratioLine(), theme.mutedText());
    row = line(smallFont());
    pair(row, true, tr("p99"), any ? durationText(m_figures.p99) : tr("–"));
    pair(row, false, tr("max"), any ? durationText(m_figures.max) : tr("–"));
    row = line(smallFont());
    pair(row, true, tr("stalls"), countText(m_figures.stalls));
    pair(row, false, tr("polls"), m_figures.polls.isEmpty() ? tr("–") : m_figures.pollsShort);
    row = line(smallFont());
    write(row, outcomesText(m_figures), m_figures.failed > 0 ? theme.failure() : theme.mutedText());
}

} // namespace reusescope
