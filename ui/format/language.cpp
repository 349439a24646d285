// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/language.h"

#include "core/base/sentence.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <limits>

// Outside of a namespace, as Q_INIT_RESOURCE demands it: a static library's resources are dropped
// by the linker where nobody names them.
static void initTranslations()
{
    Q_INIT_RESOURCE(reusescope_translations);
}

namespace reusescope {

namespace {

void install(QCoreApplication &application, const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(&application);
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

/// The sources have plural forms only; their singular is a translation, below any other.
void installEnglishPlurals()
{
    initTranslations();
    install(*QCoreApplication::instance(), QStringLiteral("reusescope_en"),
            QStringLiteral(":/translations"));
}

Q_COREAPP_STARTUP_FUNCTION(installEnglishPlurals)

} // namespace

std::optional<Language> languageFromName(const QString &name)
{
    for (const Language each : {Language::System, Language::English, Language::German}) {
        if (name == languageName(each))
            return each;
    }
    return std::nullopt;
}

QString languageName(Language language)
{
    switch (language) {
    case Language::System: return QStringLiteral("auto");
    case Language::English: return QStringLiteral("en");
    case Language::German: return QStringLiteral("de");
    }
    return {};
}

Language languageOfSystem()
{
    for (const QString &preferred : QLocale::system().uiLanguages()) {
        switch (QLocale(preferred).language()) {
        case QLocale::English: return Language::English;
        case QLocale::German: return Language::German;
        default: break;
        }
    }
    return Language::English;
}

void useLanguage(QCoreApplication &application, Language language)
{
    const Language spoken = language == Language::System ? languageOfSystem() : language;
    const QLocale usual = spoken == Language::German
        ? QLocale(QLocale::German, QLocale::Germany)
        : QLocale(QLocale::English, QLocale::UnitedKingdom);
    const QLocale system = QLocale::system();
    // The C locale has no group separators, which long numbers need. A country's own habits, as in
    // de_CH, are kept.
    const bool isKept = language == Language::System ? system.language() != QLocale::C
                                                     : system.language() == usual.language();
    QLocale::setDefault(isKept ? system : usual);
    if (spoken != Language::German)
        return;
    install(application, QStringLiteral("qtbase_de"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, QStringLiteral("reusescope_de"), QStringLiteral(":/translations"));
}

QString languageOfTexts()
{
    //: The code of the language that this file translates into.
    return QCoreApplication::translate("Language", "en");
}

int pluralOf(std::uint64_t count)
{
    return static_cast<int>(
        std::min(count, static_cast<std::uint64_t>(std::numeric_limits<int>::max())));
}

QString scenarioText(const std::string &english)
{
    return QCoreApplication::translate("Scenario", english.c_str());
}

QString schedulerText(const std::string &english)
{
    return QCoreApplication::translate("Scheduler", english.c_str());
}

QString sentenceText(const Sentence &sentence)
{
    if (!sentence.isPattern())
        return QString::fromStdString(sentence.pattern());
    static const QString place = QStringLiteral("{}");
    const QString pattern = QCoreApplication::translate("Sentence", sentence.pattern().c_str());
    QString text;
    qsizetype from = 0;
    for (const Sentence &part : sentence.parts()) {
        const qsizetype at = pattern.indexOf(place, from);
        if (at < 0)
            break;
        text += pattern.mid(from, at - from) + sentenceText(part);
        from = at + place.size();
    }
    return text + pattern.mid(from);
}

} // namespace reusescope
