// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/language.h"

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace reusescope {

enum class ThemeChoice { Auto, Light, Dark };

/// How far somebody has come with a lesson.
enum class LessonProgress { Untouched, Done, RightAtFirstTry };

/// What the window remembers, with a type and a default each.
///
/// Thread: UI. Ownership: refers to a QSettings that must outlive it. What is stored may have been
/// edited by anyone: a value that makes no sense reads as the default.
class Settings
{
public:
    explicit Settings(QSettings &store) : m_store(store) { }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    Language language() const;
    void setLanguage(Language language);
    QByteArray geometry() const;
    void setGeometry(const QByteArray &geometry);
    QByteArray splitter() const;
    void setSplitter(const QByteArray &state);
    QString lastFolder() const; ///< where a file was last opened or saved
    void setLastFolder(const QString &folder);
    LessonProgress lessonProgress(const QString &lesson) const;
    void setLessonProgress(const QString &lesson, LessonProgress progress);
    void forgetLessonProgress(); ///< of all

private:
    QSettings &m_store;
};

} // namespace reusescope
