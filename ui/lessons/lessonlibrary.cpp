// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lessonlibrary.h"

#include "core/experiment/scenario.h"
#include "ui/format/language.h"

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

void addLessons(std::vector<lesson::LessonFile> files, bool isOwn,
                const std::vector<std::string> &scenarios, std::vector<LessonEntry> &entries)
{
    for (lesson::LessonFile &file : files) {
        LessonEntry entry;
        const QString name = QString::fromStdString(file.name);
        entry.key = isOwn ? QStringLiteral("own-") + name : name;
        entry.isOwn = isOwn;
        entry.mistakes = file.parsed.isValid() ? lesson::checkLesson(file.parsed.lesson, scenarios)
                                               : file.parsed.mistakes;
        entry.file = std::move(file);
        entries.push_back(std::move(entry));
    }
}

} // namespace

QString LessonEntry::title() const
{
    const std::string &title = file.parsed.lesson.title;
    return QString::fromStdString(title.empty() ? file.name : title);
}

std::vector<LessonEntry> loadLessons(const std::vector<std::filesystem::path> &folders,
                                     const QString &ownFolder,
                                     const std::vector<std::string> &scenarios)
{
    const std::filesystem::path own = ownFolder.toStdString();
    const std::string language = languageOfTexts().toStdString();
    std::vector<lesson::LessonFile> ownFiles = lesson::readLessons(own, language);
    std::vector<lesson::LessonFile> files;
    for (const std::filesystem::path &folder : folders) {
        if (folder == own)
            continue;
        files = lesson::readLessons(folder, language);
        if (!files.empty())
            break;
    }
    std::vector<LessonEntry> entries;
    std::erase_if(files, [&ownFiles](const lesson::LessonFile &file) {
        return std::any_of(
            ownFiles.begin(), ownFiles.end(),
            [&file](const lesson::LessonFile &each) { return each.name == file.name; });
    });
    addLessons(std::move(files), false, scenarios, entries);
    addLessons(std::move(ownFiles), true, scenarios, entries);
    return entries;
}

QString ownLessonsFolder()
{
    const std::filesystem::path folder = userDataFolder();
    return folder.empty() ? QString() : QString::fromStdString((folder / "lessons").string());
}

} // namespace reusescope
