// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/figures.h"

#include <QWidget>

namespace reusescope {

/// The figures of one variant at a glance. Painted, so that the figures of all cards align.
/// Pressing it (mouse, Enter or Space) asks for the variant's slowest request. Thread: UI. Its
/// table twin is SummaryModel.
class VariantCard : public QWidget
{
    Q_OBJECT

public:
    explicit VariantCard(std::size_t position, QWidget *parent = nullptr);

    /// `reference`: the name of the variant that ratios refer to.
    /// `running`: more may come.
    void setFigures(const VariantFigures &figures, const QString &reference, bool running);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void activated();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QFont bigFont() const;
    QFont smallFont() const;
    QString ratioLine() const;

    std::size_t m_position;
    VariantFigures m_figures;
    QString m_reference;
    bool m_isRunning = false;
};

} // namespace reusescope
