// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lessonlibrary.h"

#include <QStandardPaths>

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
    std::vector<LessonEntry> entries;
    for (const std::filesystem::path &folder : folders) {
        addLessons(lesson::readLessons(folder), false, scenarios, entries);
        if (!entries.empty())
            break;
    }
    addLessons(lesson::readLessons(ownFolder.toStdString()), true, scenarios, entries);
    return entries;
}

QString ownLessonsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        + QStringLiteral("/lessons");
}

} // namespace reusescope
