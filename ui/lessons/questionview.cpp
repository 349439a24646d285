// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/questionview.h"

#include "ui/lessons/orderlist.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace reusescope {

namespace {

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

QLabel *makeText(const QString &html)
{
    auto *label = new QLabel(html);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    return label;
}

} // namespace

QuestionView::QuestionView(const lesson::Question &question, const QString &heading,
                           std::uint32_t seed, QWidget *parent)
    : QWidget(parent), m_question(question)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto *title = new QLabel(heading);
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    column->addWidget(title);
    column->addWidget(makeText(fromUtf8(htmlOf(question.text))));

    if (question.asksForOrder()) {
        QStringList words;
        for (const lesson::OrderItem &item : question.order)
            words << fromUtf8(item.word);
        m_order = new OrderList;
        m_order->setWords(words, shuffled(question, seed));
        m_order->setAccessibleName(tr("%1: put the lines in order").arg(heading));
        m_order->setAccessibleDescription(fromUtf8(plainText(question.text)) + QLatin1Char(' ')
                                          + m_order->toolTip());
        column->addWidget(m_order);
        auto *hint = new QLabel(tr("Drag the lines, or use Alt+Up and Alt+Down."));
        hint->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(hint);
        setFocusProxy(m_order);
        return;
    }
    auto *grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    grid->setVerticalSpacing(8);
    auto *group = new QButtonGroup(this);
    for (const lesson::Choice &choice : question.choices) {
        const auto row = static_cast<int>(m_choices.size());
        auto *button = new QRadioButton;
        button->setAccessibleName(fromUtf8(plainText(choice.text)));
        if (row == 0)
            button->setAccessibleDescription(fromUtf8(plainText(question.text)));
        group->addButton(button, row);
        // A radio button's own text neither wraps nor shows code.
        QLabel *text = makeText(fromUtf8(htmlOf(choice.text)));
        text->installEventFilter(this);
        text->setCursor(Qt::PointingHandCursor);
        grid->addWidget(button, row, 0, Qt::AlignTop);
        grid->addWidget(text, row, 1);
        m_choices.push_back(button);
        m_texts.push_back(text);
    }
    connect(group, &QButtonGroup::idClicked, this, &QuestionView::answered);
    connect(group, &QButtonGroup::idToggled, this, &QuestionView::answered);
    column->addLayout(grid);
    if (!m_choices.empty())
        setFocusProxy(m_choices.front());
}

Prediction QuestionView::prediction() const
{
    Prediction prediction;
    if (m_order)
        prediction.order = m_order->order();
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i]->isChecked())
            prediction.choice = i;
    }
    return prediction;
}

void QuestionView::choose(std::size_t index)
{
    m_choices[index]->setChecked(true);
}

void QuestionView::setFrozen(bool frozen)
{
    if (m_order)
        m_order->setFrozen(frozen);
    for (QRadioButton *button : m_choices)
        button->setEnabled(!frozen);
}

bool QuestionView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto text = std::find(m_texts.begin(), m_texts.end(), watched);
        if (text != m_texts.end()) {
            m_choices[static_cast<std::size_t>(text - m_texts.begin())]->click();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace reusescope
