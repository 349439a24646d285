// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonfiles.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

namespace reusescope::lesson {

namespace {

/// At most one byte more than a lesson may have, which is enough to be refused.
Result<std::string> readText(const std::filesystem::path &file)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::fopen(file.c_str(), "rb"),
                                                                  &std::fclose);
    if (!stream)
        return systemError(ErrorKind::File, errno, "cannot be read");
    std::string text(kMaxLessonBytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream.get()));
    if (std::ferror(stream.get()))
        return systemError(ErrorKind::File, errno, "cannot be read");
    return text;
}

} // namespace

LessonFile readLesson(const std::filesystem::path &file)
{
    LessonFile lesson;
    lesson.name = file.stem().string();
    lesson.file = file;
    // A pipe or a device would never end.
    std::error_code problem;
    if (std::filesystem::exists(file, problem)
        && !std::filesystem::is_regular_file(file, problem)) {
        lesson.parsed.mistakes.push_back({{}, "is no file"});
        return lesson;
    }
    Result<std::string> text = readText(file);
    if (text) {
        lesson.text = std::move(*text);
        lesson.parsed = parseLesson(lesson.text);
    } else {
        lesson.parsed.mistakes.push_back({{}, text.error().detail});
    }
    return lesson;
}

std::vector<LessonFile> readLessons(const std::filesystem::path &folder,
                                    const std::string &language)
{
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (std::filesystem::directory_iterator it(folder, problem), end; !problem && it != end;
         it.increment(problem)) {
        if (it->path().extension() == ".md")
            files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    files.resize(std::min(files.size(), kMaxLessonsInFolder));
    std::vector<LessonFile> lessons;
    lessons.reserve(files.size());
    for (const std::filesystem::path &file : files) {
        const std::filesystem::path translated = folder / language / file.filename();
        const bool isTranslated = !language.empty() && std::filesystem::exists(translated, problem);
        lessons.push_back(readLesson(isTranslated ? translated : file));
    }
    return lessons;
}

} // namespace reusescope::lesson
