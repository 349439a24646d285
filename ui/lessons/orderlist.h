// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include <vector>

namespace reusescope {

/// Words to put in order, by dragging or with Alt+Up and Alt+Down. Each line begins with its
/// number, so that a screen reader tells where a word has come to. Thread: UI.
class OrderList : public QListWidget
{
    Q_OBJECT

public:
    explicit OrderList(QWidget *parent = nullptr);

    /// The words by index, and the order in which they are shown.
    void setWords(const QStringList &words, const std::vector<std::size_t> &order);
    std::vector<std::size_t> order() const; ///< of indices into the words
    void moveCurrent(int by); ///< -1: up
    /// Whether it can still be changed; it can be read in any case.
    void setFrozen(bool frozen);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void number();

    QStringList m_words;
    bool m_frozen = false;
};

} // namespace reusescope
