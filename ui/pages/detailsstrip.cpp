// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detailsstrip.h"

#include "ui/format/explain.h"
#include "ui/format/text.h"
#include "ui/theme/theme.h"
#include "ui/views/tracecolors.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

namespace reusescope {

SegmentBar::SegmentBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SegmentBar::sizeHint() const
{
    return {240, fontMetrics().height() + 2};
}

void SegmentBar::setPoints(std::optional<TimePoints> points)
{
    m_points = points;
    QStringList parts;
    if (points) {
        for (const Segment which : kSegments) {
            if (const auto duration = segment(*points, which))
                parts << tr("%1 %2").arg(segmentText(which), durationText(*duration));
        }
    }
    setToolTip(parts.join(QStringLiteral("\n")));
    setAccessibleName(tr("Segments: %1").arg(parts.join(QStringLiteral(", "))));
    setVisible(points.has_value());
    update();
}

void SegmentBar::paintEvent(QPaintEvent *)
{
    if (!m_points || !m_points->done.has() || m_points->done.value() <= Nanoseconds{0})
        return;
    const Theme theme(palette());
    QPainter painter(this);
    const double scale =
        static_cast<double>(width()) / static_cast<double>(m_points->done.value().count());
    painter.fillRect(rect(), theme.grid());
    for (const Segment which : kSegments) {
        const auto duration = segment(*m_points, which);
        const auto start = segmentStart(*m_points, which);
        if (!duration || !start)
            continue;
        const double left = static_cast<double>(start->count()) * scale;
        const double right = static_cast<double>((*start + *duration).count()) * scale;
        QRectF area(left, 0, std::max(1.0, right - left), height());
        const QColor color = theme.segment(which);
        painter.fillRect(area, color);
        area.adjust(6, 0, -6, 0);
        const QString text = tr("%1 %2").arg(segmentText(which), durationText(*duration));
        const QString shorter = segmentText(which);
        const double room = area.width();
        painter.setPen(textColorOn(color));
        const QFontMetrics metrics = painter.fontMetrics();
        if (metrics.horizontalAdvance(text) <= room)
            painter.drawText(area, static_cast<int>(Qt::AlignCenter), text);
        else if (metrics.horizontalAdvance(shorter) <= room)
            painter.drawText(area, static_cast<int>(Qt::AlignCenter), shorter);
    }
}

DetailsStrip::DetailsStrip(QWidget *parent)
    : QWidget(parent), m_title(new QLabel), m_bar(new SegmentBar), m_sentence(new QLabel)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(5);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    row->addWidget(m_title);
    row->addWidget(m_bar, 1);
    column->addLayout(row);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    // Two lines, so that nothing above moves when a longer sentence comes.
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    column->addWidget(m_sentence);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    clear();
}

void DetailsStrip::showRequest(const RequestRecord &request, const QString &scheduler,
                               const QString &note)
{
    m_isEmpty = false;
    m_title->setText(tr("Request %1 · %2 · %3")
                         .arg(countText(request.index), scheduler, outcomeText(request.outcome)));
    m_bar->setPoints(request.points);
    const QString why = whySentence(request, scheduler);
    m_sentence->setText(note.isEmpty() ? why : why + QLatin1Char(' ') + note);
    m_sentence->setAccessibleName(m_sentence->text());
}

void DetailsStrip::clear()
{
    m_isEmpty = true;
    m_title->setText(tr("No request selected"));
    m_bar->setPoints(std::nullopt);
    m_sentence->setText(tr("Select a request in the timeline, in the phases or in the table to see "
                           "why it took as long as it did."));
}

QString DetailsStrip::sentence() const
{
    return m_sentence->text();
}

void DetailsStrip::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.card());
    painter.fillRect(QRect(0, 0, width(), 1), theme.border());
}

} // namespace reusescope
