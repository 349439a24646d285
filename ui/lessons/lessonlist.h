// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lessons/lessonlibrary.h"
#include "ui/settings.h"

#include <QListWidget>

#include <vector>

namespace reusescope {

/// The lessons with a mark each: a star for right at the first try, a disc for done, a ring for
/// what is open, a triangle for a file that cannot be used. Thread: UI.
class LessonList : public QListWidget
{
    Q_OBJECT

public:
    explicit LessonList(QWidget *parent = nullptr);

    /// `progress`: one for each lesson. The current row becomes `current`, without a signal.
    void show(const std::vector<LessonEntry> &lessons, std::vector<LessonProgress> progress,
              std::size_t current);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showMarks();

    std::vector<LessonProgress> m_progress;
    std::vector<bool> m_usable;
};

} // namespace reusescope
