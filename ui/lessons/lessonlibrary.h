// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonfiles.h"

#include <QString>

#include <filesystem>
#include <string>
#include <vector>

namespace reusescope {

/// A lesson of the list, right or not.
struct LessonEntry
{
    QString key; ///< under which progress is kept
    bool isOwn = false; ///< from the user's folder
    lesson::LessonFile file;
    /// What is wrong in the file or, when it can be read, what the loop does not do. Line 0: the
    /// file itself.
    std::vector<script::Mistake> mistakes;

    bool isUsable() const { return mistakes.empty(); }
    QString title() const; ///< the file's name when it has none
};

/// The program's lessons, from the first of the folders that has any, then the user's own, each by
/// file name; one of the user's with the same file name takes the place of the program's. Every one
/// is checked against the loop. `scenarios`: the names they may refer to. In the window's language
/// where there is such a file; in any language the key is the same.
std::vector<LessonEntry> loadLessons(const std::vector<std::filesystem::path> &folders,
                                     const QString &ownFolder,
                                     const std::vector<std::string> &scenarios);

/// Where the user's own lessons lie: "lessons" in the program's data folder of the user.
QString ownLessonsFolder();

} // namespace reusescope
