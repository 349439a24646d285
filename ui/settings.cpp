// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QDir>

namespace reusescope {

namespace {

constexpr const char *kTheme = "window/theme";
constexpr const char *kLanguage = "window/language";
constexpr const char *kGeometry = "window/geometry";
constexpr const char *kSplitter = "window/splitter";
constexpr const char *kFolder = "files/folder";
constexpr const char *kLessons = "lessons";

} // namespace

ThemeChoice Settings::theme() const
{
    const QString text = m_store.value(QLatin1String(kTheme)).toString();
    return text == QLatin1String("light") ? ThemeChoice::Light
        : text == QLatin1String("dark")   ? ThemeChoice::Dark
                                          : ThemeChoice::Auto;
}

void Settings::setTheme(ThemeChoice theme)
{
    m_store.setValue(QLatin1String(kTheme),
                     theme == ThemeChoice::Light      ? QStringLiteral("light")
                         : theme == ThemeChoice::Dark ? QStringLiteral("dark")
                                                      : QStringLiteral("auto"));
}

Language Settings::language() const
{
    const QString text = m_store.value(QLatin1String(kLanguage)).toString();
    return languageFromName(text).value_or(Language::System);
}

void Settings::setLanguage(Language language)
{
    m_store.setValue(QLatin1String(kLanguage), languageName(language));
}

QByteArray Settings::geometry() const
{
    return m_store.value(QLatin1String(kGeometry)).toByteArray();
}

void Settings::setGeometry(const QByteArray &geometry)
{
    m_store.setValue(QLatin1String(kGeometry), geometry);
}

QByteArray Settings::splitter() const
{
    return m_store.value(QLatin1String(kSplitter)).toByteArray();
}

void Settings::setSplitter(const QByteArray &state)
{
    m_store.setValue(QLatin1String(kSplitter), state);
}

QString Settings::lastFolder() const
{
    const QString folder = m_store.value(QLatin1String(kFolder)).toString();
    return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString &folder)
{
    m_store.setValue(QLatin1String(kFolder), folder);
}

LessonProgress Settings::lessonProgress(const QString &lesson) const
{
    const QString text =
        m_store.value(QLatin1String(kLessons) + QLatin1Char('/') + lesson).toString();
    return text == QLatin1String("right") ? LessonProgress::RightAtFirstTry
        : text == QLatin1String("done")   ? LessonProgress::Done
                                          : LessonProgress::Untouched;
}

void Settings::setLessonProgress(const QString &lesson, LessonProgress progress)
{
    const QString key = QLatin1String(kLessons) + QLatin1Char('/') + lesson;
    if (progress == LessonProgress::Untouched)
        m_store.remove(key);
    else
        m_store.setValue(key,
                         progress == LessonProgress::RightAtFirstTry ? QStringLiteral("right")
                                                                     : QStringLiteral("done"));
}

void Settings::forgetLessonProgress()
{
    m_store.remove(QLatin1String(kLessons));
}

} // namespace reusescope
