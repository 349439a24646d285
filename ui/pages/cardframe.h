// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace reusescope {

/// A rounded frame with a title line, around one thing. Thread: UI.
class CardFrame : public QWidget
{
    Q_OBJECT

public:
    CardFrame(const QString &title, QWidget *content, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// A label in the theme's muted tone that follows light and dark.
class MutedLabel : public QWidget
{
    Q_OBJECT

public:
    explicit MutedLabel(const QString &text = {}, QWidget *parent = nullptr);
    void setText(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void restyle();

    QLabel *m_label;
};

} // namespace reusescope
