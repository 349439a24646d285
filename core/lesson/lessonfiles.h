// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace reusescope::lesson {

/// A file of a folder of lessons, right or not.
struct LessonFile
{
    std::string name; ///< the file's name without .md
    std::filesystem::path file;
    std::string text; ///< empty when it cannot be read
    ParsedLesson parsed;
};

inline constexpr std::size_t kMaxLessonsInFolder = 200;

/// Reads one file. One that cannot be read has that as its mistake, at line 0.
LessonFile readLesson(const std::filesystem::path &file);

/// All lessons (*.md) of a folder by name, at most kMaxLessonsInFolder; none when there is no such
/// folder. Where the folder of that name in it, as "de", has a file of the same name, that one is
/// read instead: the lesson in another language.
std::vector<LessonFile> readLessons(const std::filesystem::path &folder,
                                    const std::string &language = {});

} // namespace reusescope::lesson
