// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lessons/prediction.h"

#include <QWidget>

#include <vector>

class QLabel;
class QRadioButton;

namespace reusescope {

class OrderList;

/// One question of a lesson, to be answered. Thread: UI. Ownership: refers to the question.
class QuestionView : public QWidget
{
    Q_OBJECT

public:
    /// `heading`: "Question 1 of 2"; `seed`: of the order in which the words are shown.
    QuestionView(const lesson::Question &question, const QString &heading, std::uint32_t seed,
                 QWidget *parent = nullptr);

    Prediction prediction() const;
    void choose(std::size_t index); ///< a choice
    OrderList *orderList() const { return m_order; } ///< null: it has choices
    void setFrozen(bool frozen);

signals:
    void answered(); ///< a choice was made

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    const lesson::Question &m_question;
    OrderList *m_order = nullptr;
    std::vector<QRadioButton *> m_choices;
    std::vector<QLabel *> m_texts; // of the choices
};

} // namespace reusescope
