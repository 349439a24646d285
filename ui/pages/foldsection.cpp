// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/foldsection.h"

#include <QFormLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace reusescope {

namespace {

constexpr int kBelowArrow = 22; // in line with the heading's text

} // namespace

FoldSection::FoldSection(const QString &title, QWidget *parent)
    : QWidget(parent),
      m_heading(new QToolButton),
      m_summary(new QLabel),
      m_content(new QWidget),
      m_column(new QVBoxLayout(m_content)),
      m_form(new QFormLayout)
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(4);

    m_heading->setText(title);
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setArrowType(Qt::RightArrow);
    QFont bold = m_heading->font();
    bold.setWeight(QFont::DemiBold);
    m_heading->setFont(bold);
    outer->addWidget(m_heading);

    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setContentsMargins(kBelowArrow, 0, 0, 0);
    m_summary->hide();
    outer->addWidget(m_summary);

    m_column->setContentsMargins(0, 0, 0, 4);
    m_column->setSpacing(5);
    m_form->setHorizontalSpacing(10);
    m_form->setVerticalSpacing(5);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_column->addLayout(m_form);
    m_content->hide();
    outer->addWidget(m_content);

    connect(m_heading, &QToolButton::toggled, this, [this](bool open) {
        m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_content->setVisible(open);
        showSummary();
    });
}

void FoldSection::addBelow(QWidget *widget)
{
    m_column->addWidget(widget);
}

bool FoldSection::isOpen() const
{
    return m_heading->isChecked();
}

void FoldSection::setOpen(bool open)
{
    m_heading->setChecked(open);
}

void FoldSection::setSummary(const QString &text)
{
    m_summary->setText(text);
    m_heading->setAccessibleDescription(text);
    showSummary();
}

void FoldSection::showSummary()
{
    m_summary->setVisible(!isOpen() && !m_summary->text().isEmpty());
}

} // namespace reusescope
