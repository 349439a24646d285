// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

class QCoreApplication;

// The language of the window. Files and the command line are English with a decimal point in any
// language.

namespace reusescope {

class Sentence;

enum class Language { System, English, German };

/// "auto", "en", "de"; as options and settings have them.
std::optional<Language> languageFromName(const QString &name);
QString languageName(Language language);

/// The one that System stands for: the first that the user prefers among those that there are.
Language languageOfSystem();

/// Loads the translations, those of Qt's own texts as well, and makes the language's numbers the
/// default; for System, numbers are the system's also where its language is not among ours. To be
/// called once, before any widget is made.
void useLanguage(QCoreApplication &application, Language language);

/// "de" or "en": the language that translated texts are in, for what lies beside them in files.
QString languageOfTexts();

/// What QObject::tr() takes as the number that chooses between singular and plural. The number
/// itself is written by countText(), as tr() would write it without group separators.
int pluralOf(std::uint64_t count);

// What core and the data that come with the program say in English; the same, when it is not known.
QString scenarioText(const std::string &english); ///< a title or a paragraph
QString schedulerText(const std::string &english);
/// A number in it is as in English.
QString sentenceText(const Sentence &sentence);

} // namespace reusescope
