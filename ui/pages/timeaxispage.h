// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/views/selection.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace reusescope {

/// One painted view over the linked time axis, with the controls of that axis above it.
///
/// Thread: UI. Ownership: takes the view; recording and selection must outlive it.
class TimeAxisPage : public QWidget
{
    Q_OBJECT

public:
    TimeAxisPage(QWidget *view, const QString &title, const Recording &recording,
                 Selection &selection, QWidget *parent = nullptr);

private:
    void showRange();

    const Recording &m_recording;
    Selection &m_selection;
    QLabel *m_range;
    QCheckBox *m_follow;
};

} // namespace reusescope
