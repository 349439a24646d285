// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/loopexamples.h"

#include "ui/format/language.h"

#include <QDir>
#include <QFile>

// Outside of every namespace, as Qt asks for.
static void initializeLoops()
{
    Q_INIT_RESOURCE(loops);
}

namespace reusescope {

std::vector<LoopExample> loopExamples()
{
    initializeLoops();
    std::vector<LoopExample> examples;
    const QDir folder(QStringLiteral(":/loops"));
    const QStringList names = folder.entryList(QDir::Files, QDir::Name);
    for (const QString &name : names) {
        const QString translated = folder.filePath(languageOfTexts() + QLatin1Char('/') + name);
        QFile file(QFile::exists(translated) ? translated : folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        LoopExample example;
        example.text = QString::fromUtf8(file.readAll());
        QString first = example.text.section(QLatin1Char('\n'), 0, 0);
        while (first.startsWith(QLatin1Char('#')) || first.startsWith(QLatin1Char(' ')))
            first.remove(0, 1);
        example.title = first;
        examples.push_back(example);
    }
    return examples;
}

} // namespace reusescope
