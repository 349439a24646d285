// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here, on the source tree itself:
// - a part of core includes only the parts that stand below it;
// - core includes neither Qt nor ui nor app, and names every own header from the root;
// - ui sees of core only base, trace, experiment, report, script and lesson, and does not include
// app;
// - the command line program includes neither Qt nor ui.

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

/// What each part of core may include besides itself.
const QHash<QString, QSet<QString>> &allowedInCore()
{
    static const QHash<QString, QSet<QString>> allowed{
        {"base", {}},
        {"loop", {"base"}},
        {"net", {"loop", "base"}},
        {"http", {"base"}},
        {"trace", {"base"}},
        {"validation", {"net", "trace", "loop", "base"}},
        {"script", {"validation", "net", "trace", "loop", "base"}},
        {"lesson", {"script", "loop", "base"}},
        {"client", {"validation", "http", "net", "trace", "loop", "base"}},
        {"lab", {"net", "http", "loop", "base"}},
        {"experiment", {"client", "lab", "validation", "http", "net", "trace", "loop", "base"}},
        {"report", {"experiment", "trace", "base"}},
    };
    return allowed;
}

const QSet<QString> &coreSeenByUi()
{
    static const QSet<QString> seen{"base", "trace", "experiment", "report", "script", "lesson"};
    return seen;
}

/// Why `file` (from the root) may not include `header`; empty when it may.
QString wrongArrow(const QString &file, const QString &header, bool inQuotes)
{
    const QStringList from = file.split('/');
    const QStringList to = header.split('/');
    const bool isQt = !inQuotes && QRegularExpression("^Qt?[A-Z]").match(header).hasMatch();
    if (from[0] == "core") {
        if (isQt)
            return "core includes no Qt";
        if (!inQuotes)
            return {};
        if (to[0] != "core" || to.size() < 3)
            return "core includes only core, named from the root";
        if (!allowedInCore().contains(from[1]))
            return "core/" + from[1] + " is not a known part";
        if (to[1] != from[1] && !allowedInCore()[from[1]].contains(to[1]))
            return "core/" + from[1] + " does not stand above core/" + to[1];
    } else if (from[0] == "ui") {
        if (to[0] == "app")
            return "ui does not stand above app";
        if (inQuotes && to[0] == "core" && (to.size() < 3 || !coreSeenByUi().contains(to[1])))
            return "ui sees of core only base, trace, experiment, report, script and lesson";
    } else if (file.startsWith("app/cli/") && (isQt || to[0] == "ui")) {
        return "the command line program knows neither Qt nor ui";
    }
    return {};
}

/// "file:line: reason" for each wrong include of `text`.
QStringList wrongArrows(const QString &file, const QString &text)
{
    static const QRegularExpression include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    QStringList wrong;
    const QStringList lines = text.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QRegularExpressionMatch match = include.match(lines[i]);
        if (!match.hasMatch())
            continue;
        const QString reason = wrongArrow(file, match.captured(2), match.captured(1) == "\"");
        if (!reason.isEmpty())
            wrong << QStringLiteral("%1:%2: includes %3: %4")
                         .arg(file)
                         .arg(i + 1)
                         .arg(match.captured(2), reason);
    }
    return wrong;
}

} // namespace

class TestLayering : public QObject
{
    Q_OBJECT

private slots:
    void theRuleItself_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char *file, const char *line, bool allowed) {
            QTest::addRow("%s %s", file, line) << file << line << allowed;
        };
        row("core/net/tcpstream.h", "#include \"core/loop/handle.h\"", true);
        row("core/net/tcpstream.h", "#include \"core/net/bytestream.h\"", true);
        row("core/net/tcpstream.h", "#include <vector>", true);
        row("core/net/tcpstream.h", "// #include \"core/client/pool.h\"", true);
        row("core/net/tcpstream.h", "#include \"core/http/message.h\"", false);
        row("core/net/tcpstream.h", "#  include \"core/client/pool.h\"", false);
        row("core/net/tcpstream.h", "#include \"bytestream.h\"", false);
        row("core/net/tcpstream.h", "#include \"../net/bytestream.h\"", false);
        row("core/http/h1codec.cpp", "#include \"core/base/clock.h\"", true);
        row("core/http/h1codec.cpp", "#include \"core/loop/phaseloop.h\"", false);
        row("core/lab/labserver.h", "#include \"core/http/message.h\"", true);
        row("core/lab/labserver.h", "#include \"core/client/pool.h\"", false);
        row("core/client/pool.h", "#include \"core/lab/labserver.h\"", false);
        row("core/experiment/runner.h", "#include \"core/lab/labserver.h\"", true);
        row("core/script/world.cpp", "#include \"core/validation/registry.h\"", true);
        row("core/script/world.cpp", "#include \"core/client/client.h\"", false);
        row("core/validation/registry.cpp", "#include \"core/script/parser.h\"", false);
        row("core/report/csv.h", "#include \"core/experiment/experiment.h\"", true);
        row("core/report/csv.h", "#include \"core/client/pool.h\"", false);
        row("core/unknown/a.h", "#include \"core/base/clock.h\"", false);
        row("core/base/url.cpp", "#include <QString>", false);
        row("core/base/url.cpp", "#include <QtCore/QString>", false);
        row("core/base/url.cpp", "#include \"ui/format/format.h\"", false);
        row("ui/pages/runpage.h", "#include \"core/experiment/experiment.h\"", true);
        row("ui/pages/looppage.h", "#include \"core/script/scriptrun.h\"", true);
        row("ui/pages/runpage.h", "#include <QWidget>", true);
        row("ui/pages/runpage.h", "#include \"ui/models/roles.h\"", true);
        row("ui/pages/runpage.h", "#include \"core/client/pool.h\"", false);
        row("ui/pages/runpage.h", "#include \"core/loop/phaseloop.h\"", false);
        row("ui/pages/runpage.h", "#include \"app/options/options.h\"", false);
        row("app/gui/main.cpp", "#include <QApplication>", true);
        row("app/cli/main.cpp", "#include \"core/report/csv.h\"", true);
        row("app/cli/main.cpp", "#include <QString>", false);
        row("app/cli/main.cpp", "#include \"ui/format/format.h\"", false);
    }

    void theRuleItself()
    {
        QFETCH(QString, file);
        QFETCH(QString, line);
        QFETCH(bool, allowed);
        const QStringList wrong = wrongArrows(file, "// first line\n" + line);
        QCOMPARE(wrong.isEmpty(), allowed);
        if (!allowed)
            QVERIFY2(wrong[0].startsWith(file + ":2: "), qPrintable(wrong[0]));
    }

    void theSourceTree()
    {
        const QString root = QStringLiteral(REUSESCOPE_SOURCE_DIR) + '/';
        QStringList wrong;
        int files = 0;
        for (const QString folder : {"core", "ui", "app"}) {
            QDirIterator it(root + folder, {"*.h", "*.cpp", "*.c"}, QDir::Files,
                            QDirIterator::Subdirectories);
            while (it.hasNext()) {
                QFile file(it.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                ++files;
                wrong += wrongArrows(file.fileName().mid(root.size()),
                                     QString::fromUtf8(file.readAll()));
            }
        }
        QVERIFY2(files > 10, "the source tree was not found");
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
