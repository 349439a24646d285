// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QFormLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace reusescope {

/// A heading that shows or hides the fields below it; folded at first. While folded it can say in a
/// line what the fields hold.
///
/// Thread: UI. Ownership: of its fields, as their parent.
class FoldSection : public QWidget
{
    Q_OBJECT

public:
    explicit FoldSection(const QString &title, QWidget *parent = nullptr);

    QFormLayout &form() { return *m_form; }
    /// Below the fields.
    void addBelow(QWidget *widget);
    bool isOpen() const;
    void setOpen(bool open);
    /// What is worth knowing of the fields while they are hidden; empty: nothing.
    void setSummary(const QString &text);

private:
    void showSummary();

    QToolButton *m_heading;
    QLabel *m_summary;
    QWidget *m_content;
    QVBoxLayout *m_column;
    QFormLayout *m_form;
};

} // namespace reusescope
