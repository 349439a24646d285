// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/cardframe.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace reusescope {

namespace {

constexpr qreal kRadius = 6;

} // namespace

CardFrame::CardFrame(const QString &title, QWidget *content, QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 8, 8);
    layout->setSpacing(4);
    auto *label = new QLabel(title);
    QFont bold = label->font();
    bold.setWeight(QFont::DemiBold);
    label->setFont(bold);
    layout->addWidget(label);
    layout->addWidget(content, 1);
}

void CardFrame::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border());
    painter.setBrush(theme.card());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

MutedLabel::MutedLabel(const QString &text, QWidget *parent)
    : QWidget(parent), m_label(new QLabel(text))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_label->setWordWrap(true);
    layout->addWidget(m_label);
    restyle();
}

void MutedLabel::setText(const QString &text)
{
    m_label->setText(text);
}

void MutedLabel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

void MutedLabel::restyle()
{
    QPalette muted = m_label->palette();
    muted.setColor(QPalette::WindowText, Theme(palette()).mutedText());
    m_label->setPalette(muted);
}

} // namespace reusescope
