// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs say of themselves is said everywhere alike. Rules, for each program and
// command:
// - the man page has the options of --help, with their values and its words, and no others
// - so have the completions of bash (asked as bash would), zsh and fish; what --help lists as
//   values is completed
// - the exit codes of --help stand in the man page, and those of README and man page are the same
// - README's table of options has those of "run", and no others
// - examples in man pages, README and docs use commands and options that exist, with values that do
// Whoever changes an option runs installers/manuals.
#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTest>

namespace {

constexpr int kLastNetMs = 120'000;
constexpr int kTextColumn = 34; // of --help
const QString kSource = QStringLiteral(REUSESCOPE_SOURCE_DIR);
const QString kBin = QStringLiteral(REUSESCOPE_BINARY_DIR "/bin");
const QString kCli = QStringLiteral("reusescope-cli");
const QString kWindow = QStringLiteral("reusescope");

struct Option
{
    QString value;
    QString text;
};

using Options = QMap<QString, Option>; // by "--name" or "-n"

struct Help
{
    Options options;
    QString exitCodes; ///< in one line
    QStringList commands;
};

QString output(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(kLastNetMs) || process.exitCode() != 0)
        return {};
    return QString::fromUtf8(process.readAllStandardOutput());
}

QString textOf(const QString &path)
{
    QFile file(kSource + QLatin1Char('/') + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// As CLI11 prints it: "  -h,--help   text", with the text in the next line where names are long.
Help helpOf(const QString &program, const QString &command)
{
    Help help;
    QStringList arguments{QStringLiteral("--help")};
    if (!command.isEmpty())
        arguments.prepend(command);
    const QString text = output(kBin + QLatin1Char('/') + program, arguments);
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype at = 0; at < lines.size(); ++at) {
        const QString &line = lines[at];
        if (!line.startsWith(QStringLiteral("  -")))
            continue;
        const bool isLong = at + 1 < lines.size()
            && lines[at + 1].startsWith(QString(kTextColumn, QLatin1Char(' ')));
        const QString head = (isLong ? line : line.left(kTextColumn)).trimmed();
        const Option found{head.section(QLatin1Char(' '), 1),
                           isLong ? lines[at + 1].trimmed() : line.mid(kTextColumn)};
        for (const QString &name : head.section(QLatin1Char(' '), 0, 0).split(QLatin1Char(',')))
            help.options.insert(name, found);
    }
    static const QRegularExpression word(QStringLiteral("^  ([a-z]+) {2,}\\S"),
                                         QRegularExpression::MultilineOption);
    const QString commands = text.section(QStringLiteral("\nSubcommands:\n"), 1);
    for (auto it = word.globalMatch(commands); it.hasNext();)
        help.commands << it.next().captured(1);
    const qsizetype codes = text.indexOf(QStringLiteral("Exit codes: "));
    if (codes >= 0)
        help.exitCodes = text.mid(codes).simplified();
    return help;
}

/// The page's lines without roff's escapes.
QString manPage(const QString &program)
{
    QString text = textOf(QStringLiteral("installers/man/%1.1").arg(program));
    text.replace(QStringLiteral("\\(aq"), QStringLiteral("'"));
    text.replace(QStringLiteral("\\-"), QStringLiteral("-"));
    text.replace(QStringLiteral("\\&"), QString());
    text.replace(QStringLiteral("\\e"), QStringLiteral("\\"));
    return text;
}

QString section(const QString &page, const QString &title)
{
    const QString head = QStringLiteral("\n.SH %1\n").arg(title);
    const qsizetype begin = page.indexOf(head);
    if (begin < 0)
        return {};
    const qsizetype from = begin + head.size();
    const qsizetype end = page.indexOf(QStringLiteral("\n.SH "), from);
    return page.mid(from, end < 0 ? -1 : end - from);
}

QString sectionOf(const QString &program, const QString &command)
{
    return section(manPage(program),
                   command.isEmpty() ? QStringLiteral("OPTIONS")
                                     : QStringLiteral("COMMAND ") + command);
}

Options manOptions(const QString &text)
{
    Options options;
    static const QRegularExpression entry(QStringLiteral("^\\.TP\n(\\\\fB-.*)\n(.*)\\.$"),
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression name(QStringLiteral("\\\\fB(-[^\\\\]+)\\\\fR"));
    static const QRegularExpression value(QStringLiteral("\\\\fI([^\\\\]+)\\\\fR"));
    for (auto it = entry.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString tag = match.captured(1);
        Option option{value.match(tag).captured(1), match.captured(2)};
        if (tag.endsWith(QStringLiteral(" ...")))
            option.value += QStringLiteral(" ...");
        for (auto names = name.globalMatch(tag); names.hasNext();)
            options.insert(names.next().captured(1), option);
    }
    return options;
}

QString dump(const Options &options)
{
    QStringList lines;
    for (auto it = options.begin(); it != options.end(); ++it)
        lines << it.key() + QStringLiteral(" | ") + it->value + QStringLiteral(" | ") + it->text;
    return lines.join(QLatin1Char('\n'));
}

QStringList namesOf(const Options &options)
{
    return options.keys();
}

/// The words of "a|b|c", with "[,...]" behind or without; none for other values.
QStringList choicesOf(QString value)
{
    value.remove(QStringLiteral(" ..."));
    value.remove(QStringLiteral("[,...]"));
    static const QRegularExpression words(
        QStringLiteral("^[a-zA-Z0-9][a-zA-Z0-9-]*(\\|[a-zA-Z0-9][a-zA-Z0-9-]*)+$"));
    return words.match(value).hasMatch() ? value.split(QLatin1Char('|')) : QStringList();
}

/// What bash offers behind `words`, whose last one is being typed.
QStringList bashOffers(const QString &program, const QStringList &words)
{
    const QString script =
        QStringLiteral("PATH=\"$1:$PATH\"; . \"$2\"; function=$3; shift 3; COMP_WORDS=(\"$@\"); "
                       "COMP_CWORD=$(($# - 1)); \"$function\"; printf '%s\\n' \"${COMPREPLY[@]}\"");
    QString function = program;
    function.replace(QLatin1Char('-'), QLatin1Char('_'));
    QStringList offers =
        output(QStringLiteral("bash"),
               QStringList{QStringLiteral("-c"), script, QStringLiteral("bash"), kBin,
                           kSource + QStringLiteral("/installers/completions/%1.bash").arg(program),
                           QStringLiteral("_") + function, program}
                   + words)
            .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    offers.sort();
    return offers;
}

/// A program's command lines in a document: all that begins with its name in code, be it a block,
/// `this` or roff's example.
QList<QStringList> commandLines(const QString &document)
{
    QList<QStringList> lines;
    static const QRegularExpression code(
        QStringLiteral("(?:^ {4,}|`|^)(?:[A-Z_]+=\\S+ )*(?:\\S*/)?(reusescope(?:-cli)?)(?= |$|`)"
                       "([^`\n]*)(?:`|$)"),
        QRegularExpression::MultilineOption);
    for (auto it = code.globalMatch(document); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        // A comment stands behind two spaces or more.
        static const QRegularExpression comment(QStringLiteral("  +.*$"));
        QString rest = match.captured(2);
        const QString given = rest.trimmed().remove(comment);
        lines << QStringList(match.captured(1)) + QProcess::splitCommand(given);
    }
    return lines;
}

QString firstMistake(const QStringList &line, const QMap<QString, Help> &cli, const Help &window)
{
    const bool isCli = line[0] == kCli;
    Help help = isCli ? cli[QString()] : window;
    qsizetype at = 1;
    if (isCli && at < line.size() && !line[at].startsWith(QLatin1Char('-'))) {
        if (!cli.contains(line[at]))
            return QStringLiteral("there is no command %1").arg(line[at]);
        help = cli[line[at++]];
    }
    for (; at < line.size(); ++at) {
        QString word = line[at];
        word.remove(QLatin1Char('['));
        word.remove(QLatin1Char(']'));
        if (!word.startsWith(QStringLiteral("--")))
            continue;
        const auto option = help.options.constFind(word);
        if (option == help.options.constEnd())
            return QStringLiteral("there is no option %1").arg(word);
        const QStringList choices = choicesOf(option->value);
        if (choices.isEmpty() || at + 1 == line.size())
            continue;
        static const QRegularExpression separators(QStringLiteral("[|,\\]]"));
        for (const QString &value : line[at + 1].split(separators, Qt::SkipEmptyParts)) {
            if (!choices.contains(value))
                return QStringLiteral("%1 does not take %2").arg(word, value);
        }
    }
    return {};
}

} // namespace

class TestManuals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void commands();
    void manPages_data() { programsAndCommands(); }
    void manPages();
    void bash_data() { programsAndCommands(); }
    void bash();
    void zsh_data() { programsAndCommands(); }
    void zsh();
    void fish_data() { programsAndCommands(); }
    void fish();
    void namesThatBashAsksFor();
    void exitCodes();
    void tableOfReadme();
    void examples_data();
    void examples();

private:
    void programsAndCommands();
    const Help &help(const QString &program, const QString &command);

    QMap<QString, Help> m_cli; // by command, "" for the program itself
    Help m_window;
};

void TestManuals::initTestCase()
{
    m_cli.insert(QString(), helpOf(kCli, QString()));
    for (const QString &command : m_cli[QString()].commands)
        m_cli.insert(command, helpOf(kCli, command));
    m_window = helpOf(kWindow, QString());
    QVERIFY(m_cli.size() > 5);
    QVERIFY(m_cli[QStringLiteral("run")].options.contains(QStringLiteral("--scheduler")));
    QVERIFY(m_window.options.contains(QStringLiteral("--grab")));
}

const Help &TestManuals::help(const QString &program, const QString &command)
{
    return program == kCli ? m_cli[command] : m_window;
}

void TestManuals::programsAndCommands()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("command");
    QTest::newRow("reusescope") << kWindow << QString();
    for (auto it = m_cli.begin(); it != m_cli.end(); ++it)
        QTest::newRow(qPrintable(kCli + QLatin1Char(' ') + it.key())) << kCli << it.key();
}

void TestManuals::commands()
{
    QStringList named;
    static const QRegularExpression heading(QStringLiteral("^\\.SH COMMAND (.*)$"),
                                            QRegularExpression::MultilineOption);
    const QString page = manPage(kCli);
    for (auto it = heading.globalMatch(page); it.hasNext();)
        named << it.next().captured(1);
    QStringList known = m_cli[QString()].commands;
    known.sort();
    named.sort();
    QCOMPARE(named, known);
    QCOMPARE(bashOffers(kCli, {QString()}), known);
    const QString synopsis = section(page, QStringLiteral("SYNOPSIS"));
    for (const QString &command : known)
        QVERIFY2(synopsis.contains(QStringLiteral(".B reusescope-cli ") + command),
                 qPrintable(command));
}

void TestManuals::manPages()
{
    QFETCH(QString, program);
    QFETCH(QString, command);
    const Options &known = help(program, command).options;
    QVERIFY(!known.isEmpty());
    QCOMPARE(dump(manOptions(sectionOf(program, command))), dump(known));
}

void TestManuals::bash()
{
    QFETCH(QString, program);
    QFETCH(QString, command);
    const Options &known = help(program, command).options;
    const QStringList words = command.isEmpty() ? QStringList() : QStringList(command);
    QCOMPARE(bashOffers(program, words + QStringList(QStringLiteral("-"))), namesOf(known));
    for (auto it = known.begin(); it != known.end(); ++it) {
        QStringList choices = choicesOf(it->value);
        if (choices.isEmpty())
            continue;
        choices.sort();
        QCOMPARE(bashOffers(program, words + QStringList{it.key(), QString()}), choices);
        // Split as bash does it, at the sign.
        QCOMPARE(bashOffers(program,
                            words + QStringList{it.key(), QStringLiteral("="), choices[0].left(2)}),
                 choices.filter(QRegularExpression(QStringLiteral("^") + choices[0].left(2))));
    }
}

void TestManuals::namesThatBashAsksFor()
{
    const QStringList run{QStringLiteral("run")};
    QCOMPARE(bashOffers(kCli, run + QStringList(QStringLiteral("poison-on"))),
             QStringList(QStringLiteral("poison-on-idle")));
    QCOMPARE(bashOffers(
                 kCli, run + QStringList{QStringLiteral("--scheduler"), QStringLiteral("none,fr")}),
             QStringList(QStringLiteral("none,fresh-poll")));
    QCOMPARE(bashOffers(kWindow, {QStringLiteral("poison-on")}),
             QStringList(QStringLiteral("poison-on-idle")));
}

void TestManuals::zsh()
{
    QFETCH(QString, program);
    QFETCH(QString, command);
    QString text = textOf(QStringLiteral("installers/completions/_%1").arg(program));
    if (!command.isEmpty()) {
        text = text.section(QStringLiteral("\n        %1)\n").arg(command), 1)
                   .section(QStringLiteral(";;"), 0, 0);
    } else if (program == kCli) {
        text = text.section(QStringLiteral("case $state"), 0, 0);
    }
    const Options &known = help(program, command).options;
    QStringList named;
    static const QRegularExpression specification(
        QStringLiteral("^ +'(\\*?)(-[^\\[=]+)=?\\[.*?(?<!\\\\)\\](.*)' ?\\\\?$"),
        QRegularExpression::MultilineOption);
    for (auto it = specification.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString name = match.captured(2);
        named << name;
        QVERIFY2(known.contains(name), qPrintable(name));
        const QString value = known[name].value;
        QCOMPARE(match.captured(3).isEmpty(), value.isEmpty());
        QCOMPARE(!match.captured(1).isEmpty(), value.endsWith(QStringLiteral(" ...")));
        const QStringList choices = choicesOf(value);
        if (!choices.isEmpty())
            QVERIFY2(match.captured(3).contains(choices.join(QLatin1Char(' '))), qPrintable(name));
    }
    named.sort();
    QCOMPARE(named, namesOf(known));
}

void TestManuals::fish()
{
    QFETCH(QString, program);
    QFETCH(QString, command);
    const QString text = textOf(QStringLiteral("installers/completions/%1.fish").arg(program));
    const Options &known = help(program, command).options;
    QString condition;
    if (program == kCli)
        condition = command.isEmpty()
            ? QStringLiteral(" -n 'not __fish_seen_subcommand_from [a-z ]+'")
            : QStringLiteral(" -n '__fish_seen_subcommand_from %1'").arg(command);
    const QRegularExpression line(
        QStringLiteral("^complete -c %1%2((?: -[sl] \\S+)+)(.*) -d '.+'$").arg(program, condition),
        QRegularExpression::MultilineOption);
    QStringList named;
    for (auto it = line.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        QString last;
        const QStringList words = match.captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (qsizetype i = 0; i + 1 < words.size(); i += 2) {
            last = (words[i] == QStringLiteral("-l") ? QStringLiteral("--") : QStringLiteral("-"))
                + words[i + 1];
            named << last;
        }
        QVERIFY2(known.contains(last), qPrintable(last));
        QCOMPARE(match.captured(2).isEmpty(), known[last].value.isEmpty());
        const QStringList choices = choicesOf(known[last].value);
        if (!choices.isEmpty())
            QVERIFY2(match.captured(2).contains(choices.join(QLatin1Char(' '))), qPrintable(last));
    }
    named.sort();
    QCOMPARE(named, namesOf(known));
}

void TestManuals::exitCodes()
{
    static const QRegularExpression code(QStringLiteral("(?:: |; |, )(\\d+) "));
    QSet<QString> told;
    for (const Help &each : m_cli) {
        for (auto it = code.globalMatch(each.exitCodes); it.hasNext();)
            told.insert(it.next().captured(1));
    }
    QVERIFY(told.size() > 3);

    QSet<QString> inReadme;
    static const QRegularExpression row(QStringLiteral("^\\| (\\d+) \\|"),
                                        QRegularExpression::MultilineOption);
    const QString readme = textOf(QStringLiteral("README.md"));
    for (auto it = row.globalMatch(readme); it.hasNext();)
        inReadme.insert(it.next().captured(1));
    QCOMPARE(inReadme, told);

    static const QRegularExpression entry(QStringLiteral("^\\.B (\\d+)$"),
                                          QRegularExpression::MultilineOption);
    for (const QString &program : {kCli, kWindow}) {
        QSet<QString> inPage;
        const QString page = section(manPage(program), QStringLiteral("EXIT STATUS"));
        for (auto it = entry.globalMatch(page); it.hasNext();)
            inPage.insert(it.next().captured(1));
        QCOMPARE(inPage, told);
    }
    // The commands that have words of their own for them.
    const QString common = m_cli[QString()].exitCodes;
    QVERIFY(!common.isEmpty());
    for (auto it = m_cli.begin(); it != m_cli.end(); ++it) {
        if (it->exitCodes != common)
            QVERIFY2(sectionOf(kCli, it.key()).simplified().contains(it->exitCodes),
                     qPrintable(it.key()));
    }
}

void TestManuals::tableOfReadme()
{
    QSet<QString> inTable;
    static const QRegularExpression row(QStringLiteral("^\\| (`--.*?) \\| "),
                                        QRegularExpression::MultilineOption);
    static const QRegularExpression option(QStringLiteral("`(--[a-z-]+)"));
    const QString readme = textOf(QStringLiteral("README.md"));
    for (auto it = row.globalMatch(readme); it.hasNext();) {
        const QString cell = it.next().captured(1);
        for (auto names = option.globalMatch(cell); names.hasNext();)
            inTable.insert(names.next().captured(1));
    }
    const QStringList names = namesOf(m_cli[QStringLiteral("run")].options);
    QSet<QString> known(names.begin(), names.end());
    known -= {QStringLiteral("-h"), QStringLiteral("--help")};
    const QSet<QString> missing = known - inTable;
    const QSet<QString> unknown = inTable - known;
    QVERIFY2(missing.isEmpty(), qPrintable(missing.values().join(QLatin1Char(' '))));
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.values().join(QLatin1Char(' '))));
}

void TestManuals::examples_data()
{
    QTest::addColumn<QString>("document");
    QTest::addColumn<int>("atLeast");
    QTest::newRow("reusescope-cli.1") << manPage(kCli) << 8;
    QTest::newRow("reusescope.1") << manPage(kWindow) << 4;
    QTest::newRow("README.md") << textOf(QStringLiteral("README.md")) << 8;
    const QStringList documents =
        QDir(kSource + QStringLiteral("/docs")).entryList({QStringLiteral("*.md")}, QDir::Files);
    for (const QString &name : documents)
        QTest::newRow(qPrintable(name)) << textOf(QStringLiteral("docs/") + name) << 0;
}

void TestManuals::examples()
{
    QFETCH(QString, document);
    QFETCH(int, atLeast);
    QVERIFY(!document.isEmpty());
    const QList<QStringList> lines = commandLines(document);
    QVERIFY2(lines.size() >= atLeast, qPrintable(QString::number(lines.size())));
    for (const QStringList &line : lines) {
        const QString mistake = firstMistake(line, m_cli, m_window);
        QVERIFY2(mistake.isEmpty(), qPrintable(line.join(QLatin1Char(' ')) + ": " + mistake));
    }
}

QTEST_GUILESS_MAIN(TestManuals)
#include "tst_manuals.moc"
