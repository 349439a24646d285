// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - The German translation is complete: no text is unfinished or gone, each keeps the placeholders,
//   the mnemonic, the blanks at its ends and the line breaks of its source.
// - lupdate finds no text that the translations lack, and none that they have too many.
// - Every built-in scenario, every scheduler and every pattern of core's sentences is translated,
//   and nothing that there is not; a pattern keeps its places.
// - In a German window, what is wrong with an input is said in German.
// - English has a singular: one of a thing is never named in the plural.
// - A German window shows no text of ours that was not looked up in the translation, and at
//   1280x800 none of its labels, buttons, boxes, tabs and column headings is cut; nor is one in any
//   step of any lesson.
// - In a German window the lessons and the examples of loop scripts are the German files, and so is
//   a lesson's exported page. A lesson keeps its progress in another language, and the user's own
//   file of the same name takes its place.
// - No menu has a mnemonic twice.
// - What the command line says and what is exported are the same in every language, with a decimal
//   point.
#include "core/base/url.h"
#include "core/experiment/extraheaders.h"
#include "core/experiment/scenario.h"
#include "core/validation/registry.h"
#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/loop/loopexamples.h"
#include "ui/mainwindow.h"
#include "ui/pages/experimentpanel.h"
#include "ui/pages/frontierpage.h"
#include "ui/pages/idlepage.h"
#include "ui/pages/lessonspage.h"
#include "ui/theme/appstyle.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QStyleOptionComboBox>
#include <QStyleOptionSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <memory>

using namespace reusescope;

namespace {

constexpr int kDeadlineMs = 120'000;

struct Message
{
    QString context;
    QString source;
    QStringList translations; // one, or one for each plural form
    QString state; // "", "unfinished", "vanished", "obsolete"
    bool isPlural = false;

    QString place() const { return context + QStringLiteral(": ") + source; }
};

QString pathOf(const char *file)
{
    return QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/translations/")
        + QString::fromLatin1(file);
}

/// Fails the test when the file is no such XML.
std::vector<Message> messagesIn(const QString &path)
{
    QFile file(path);
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning() << path << file.errorString();
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto element = xml.name();
        if (element == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (element == QLatin1String("message")) {
            messages.push_back({context, {}, {}, {}, xml.attributes().value("numerus") == u"yes"});
        } else if (element == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (element == QLatin1String("translation")) {
            messages.back().state = xml.attributes().value("type").toString();
            if (!messages.back().isPlural)
                messages.back().translations << xml.readElementText();
        } else if (element == QLatin1String("numerusform")) {
            messages.back().translations << xml.readElementText();
        }
    }
    if (xml.hasError()) {
        qWarning() << path << xml.errorString();
        messages.clear();
    }
    return messages;
}

QStringList matches(const QString &text, const QRegularExpression &pattern)
{
    QStringList found;
    for (auto each = pattern.globalMatch(text); each.hasNext();)
        found << each.next().captured();
    found.sort();
    return found;
}

QString blanksAtEnds(const QString &text)
{
    static const QRegularExpression first(QStringLiteral("^\\s*"));
    static const QRegularExpression last(QStringLiteral("\\s*$"));
    return first.match(text).captured() + QLatin1Char('|') + last.match(text).captured();
}

QStringList withoutRepeats(QStringList list)
{
    list.removeDuplicates();
    return list;
}

/// What a translation has lost of its source; empty: nothing.
QString lossIn(const QString &source, const QString &translation)
{
    static const QRegularExpression placeholder(QStringLiteral("%L?(?:[1-9]|n)"));
    static const QString place = QStringLiteral("{}");
    static const QRegularExpression mnemonic(QStringLiteral("&(?=[^\\s&])"));
    static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
    if (translation.isEmpty())
        return QStringLiteral("everything");
    if (withoutRepeats(matches(source, placeholder))
        != withoutRepeats(matches(translation, placeholder)))
        return QStringLiteral("placeholders");
    if (source.count(place) != translation.count(place))
        return QStringLiteral("places");
    if (matches(source, tag) != matches(translation, tag))
        return QStringLiteral("tags");
    if (matches(source, mnemonic).size() != matches(translation, mnemonic).size())
        return QStringLiteral("mnemonic");
    if (blanksAtEnds(source) != blanksAtEnds(translation))
        return QStringLiteral("blanks at an end");
    if (source.count(QLatin1Char('\n')) != translation.count(QLatin1Char('\n')))
        return QStringLiteral("line breaks");
    if (source.endsWith(QLatin1Char(':')) != translation.endsWith(QLatin1Char(':'))
        || source.endsWith(QStringLiteral("…")) != translation.endsWith(QStringLiteral("…")))
        return QStringLiteral("the sign at the end");
    return {};
}

QStringList keysOf(const std::vector<Message> &messages)
{
    QStringList keys;
    for (const Message &message : messages)
        keys << message.place() + (message.isPlural ? QStringLiteral(" (plural)") : QString());
    keys.sort();
    return keys;
}

/// The patterns of core's sentences (core/base/sentence.h), from the sources.
QSet<QString> sentencePatterns()
{
    static const QRegularExpression made(QStringLiteral(
        "\\b(?:Sentence|inputError|phrase)\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)"));
    static const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    QSet<QString> patterns;
    for (const char *folder : {"app", "core", "ui"}) {
        QDirIterator files(QStringLiteral(REUSESCOPE_SOURCE_DIR "/") + QLatin1String(folder),
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            auto places = made.globalMatch(QString::fromUtf8(file.readAll()));
            while (places.hasNext()) {
                QString pattern;
                auto literals = literal.globalMatch(places.next().captured(1));
                while (literals.hasNext())
                    pattern += literals.next().captured(1);
                patterns.insert(pattern.replace(QStringLiteral("\\\""), QStringLiteral("\"")));
            }
        }
    }
    return patterns;
}

/// Below all other translations: sees what none of them knew.
class Misses : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        // Contexts of ours are not named after classes of Qt's.
        if (*context != '\0' && *context != 'Q')
            m_texts.insert(QString::fromUtf8(context) + QStringLiteral(": ")
                           + QString::fromUtf8(source));
        return {};
    }
    QStringList texts() const { return {m_texts.begin(), m_texts.end()}; }

private:
    mutable QSet<QString> m_texts;
};

QString plainTextOf(const QLabel &label)
{
    if (label.textFormat() == Qt::PlainText || !Qt::mightBeRichText(label.text()))
        return label.text();
    QTextDocument document;
    document.setHtml(label.text());
    return document.toPlainText();
}

QString cutLabel(const QLabel &label)
{
    const QString text = plainTextOf(label);
    if (text.isEmpty())
        return {};
    const bool isCut = label.wordWrap()
        ? label.heightForWidth(label.width()) > label.height()
        : label.fontMetrics().size(Qt::TextShowMnemonic, text).width()
            > label.contentsRect().width();
    return isCut ? text : QString();
}

QString cutComboBox(const QComboBox &box)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = box.isEditable();
    const int room =
        box.style()
            ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box)
            .width();
    for (int i = 0; i < box.count(); ++i) {
        // The heading of a group is only seen in the list, which is as wide as it needs to be. What
        // files name, as scenarios and examples, is the same in any language, and has a tip.
        const QModelIndex item = box.model()->index(i, 0);
        const bool isName = item.data(Qt::ToolTipRole).isValid();
        if ((item.flags() & Qt::ItemIsEnabled) && !isName
            && box.fontMetrics().horizontalAdvance(box.itemText(i)) > room)
            return box.itemText(i);
    }
    return {};
}

/// The list that opens is as wide as its widest item.
QString cutList(const QComboBox &box)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const int room =
        box.style()
            ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxListBoxPopup, &box)
            .width();
    return box.view()->sizeHintForColumn(0) > room
        ? QStringLiteral("the list of ") + box.currentText()
        : QString();
}

QStringList cutHeaders(const QHeaderView &header)
{
    QStringList cut;
    for (int i = 0; i < header.count() && header.orientation() == Qt::Horizontal; ++i) {
        const QString text =
            header.model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
        const int margins = 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin);
        if (!header.isSectionHidden(i)
            && header.fontMetrics().horizontalAdvance(text) + margins > header.sectionSize(i))
            cut << text;
    }
    return cut;
}

/// Texts of the visible widgets that do not fit into them.
QStringList cutTexts(const QWidget &window)
{
    QStringList cut;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&window) || !widget->isVisible())
            continue;
        QString text;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            text = cutLabel(*label);
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            text = button->sizeHint().width() > button->width() ? button->text() : QString();
        else if (const auto *box = qobject_cast<const QComboBox *>(widget))
            text = cutComboBox(*box) + cutList(*box);
        else if (const auto *spin = qobject_cast<const QAbstractSpinBox *>(widget))
            text = spin->minimumSizeHint().width() > spin->width() ? spin->text() : QString();
        else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
            text = line->fontMetrics().horizontalAdvance(line->placeholderText())
                    > line->contentsRect().width() - 6
                ? line->placeholderText()
                : QString();
        else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
            text = tabs->sizeHint().width() > tabs->width() ? tabs->tabText(0) : QString();
        else if (const auto *header = qobject_cast<const QHeaderView *>(widget))
            text = cutHeaders(*header).join(QStringLiteral(", "));
        if (!text.isEmpty())
            cut << QStringLiteral("%1 (%2, %3 wide)")
                       .arg(text, QLatin1String(widget->metaObject()->className()))
                       .arg(widget->width());
    }
    return cut;
}

QStringList doubledMnemonics(const QMenu &menu)
{
    QSet<QString> seen;
    QStringList doubled;
    for (const QAction *action : menu.actions()) {
        const QString key = QKeySequence::mnemonic(action->text()).toString();
        if (!key.isEmpty() && seen.contains(key))
            doubled << menu.title() + QStringLiteral(": ") + action->text();
        seen.insert(key);
        if (action->menu())
            doubled += doubledMnemonics(*action->menu());
    }
    return doubled;
}

struct Ended
{
    int code = -1;
    QByteArray output;
    QByteArray errors;
};

Ended runIn(const QByteArray &locale, const QString &program, const QStringList &arguments,
            const QString &home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"LANG", "LANGUAGE", "LC_ALL", "LC_NUMERIC", "LC_MESSAGES"})
        environment.insert(QLatin1String(name), QString::fromLatin1(locale));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(REUSESCOPE_BINARY_DIR "/bin/") + program, arguments);
    if (!process.waitForFinished(kDeadlineMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class TestTranslation : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void complete_data();
    void complete();
    void lupdateFindsNothingNew_data();
    void lupdateFindsNothingNew();
    void dataTexts();
    void singular();
    void commandLine_data();
    void commandLine();
    void exports();
    void refusesOtherLanguages();
    // The last ones: languages are chosen once.
    void germanWindow();
    void germanSentences();
    void germanLessons();
    void germanExamples();
};

void TestTranslation::initTestCase()
{
    QApplication::setStyle(new AppStyle);
}

void TestTranslation::complete_data()
{
    QTest::addColumn<QString>("path");
    QTest::addRow("German") << pathOf("reusescope_de.ts");
    QTest::addRow("German, data") << pathOf("data_de.ts");
    QTest::addRow("English plurals") << pathOf("reusescope_en.ts");
}

void TestTranslation::complete()
{
    QFETCH(QString, path);
    const std::vector<Message> messages = messagesIn(path);
    QVERIFY(!messages.empty());
    for (const Message &message : messages) {
        QVERIFY2(message.state.isEmpty(),
                 qPrintable(message.place() + QStringLiteral(" is ") + message.state));
        QCOMPARE(message.translations.size(), message.isPlural ? 2 : 1);
        for (const QString &translation : message.translations) {
            const QString loss = lossIn(message.source, translation);
            QVERIFY2(loss.isEmpty(), qPrintable(message.place() + QStringLiteral(" lost ") + loss));
        }
    }
}

void TestTranslation::lupdateFindsNothingNew_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addRow("German") << QStringLiteral("reusescope_de.ts") << QStringList();
    QTest::addRow("English plurals")
        << QStringLiteral("reusescope_en.ts") << QStringList{QStringLiteral("-pluralonly")};
}

void TestTranslation::lupdateFindsNothingNew()
{
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    QTemporaryDir folder;
    const QString copy = folder.filePath(file);
    const QString original = pathOf(qPrintable(file));
    QVERIFY(QFile::copy(original, copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(REUSESCOPE_SOURCE_DIR));
    lupdate.start(QStringLiteral(REUSESCOPE_LUPDATE),
                  options
                      + QStringList{QStringLiteral("-silent"), QStringLiteral("-no-obsolete"),
                                    QStringLiteral("-locations"), QStringLiteral("none"),
                                    QStringLiteral("ui"), QStringLiteral("app/gui"),
                                    QStringLiteral("-I"), QStringLiteral("."),
                                    QStringLiteral("-ts"), copy});
    QVERIFY2(lupdate.waitForFinished(kDeadlineMs) && lupdate.exitCode() == 0,
             lupdate.readAllStandardError().constData());
    QCOMPARE(keysOf(messagesIn(original)), keysOf(messagesIn(copy)));
}

void TestTranslation::dataTexts()
{
    QSet<QString> wanted;
    std::vector<Error> unreadable;
    for (const Scenario &scenario : builtInScenarios(&unreadable)) {
        for (const std::string &text : {scenario.title, scenario.lookFor})
            wanted.insert(QStringLiteral("Scenario: ") + QString::fromStdString(text));
    }
    QVERIFY(unreadable.empty() && !wanted.isEmpty());
    for (const SchedulerInfo &info : schedulerInfos()) {
        for (const std::string &text : {info.title, info.explanation, info.releases}) {
            if (!text.empty())
                wanted.insert(QStringLiteral("Scheduler: ") + QString::fromStdString(text));
        }
    }
    const QSet<QString> patterns = sentencePatterns();
    QVERIFY(!patterns.isEmpty());
    for (const QString &pattern : patterns)
        wanted.insert(QStringLiteral("Sentence: ") + pattern);
    QStringList sorted(wanted.begin(), wanted.end());
    sorted.sort();
    QCOMPARE(keysOf(messagesIn(pathOf("data_de.ts"))), sorted);
}

void TestTranslation::singular()
{
    QCOMPARE(streamCountText(1), QStringLiteral("1 stream"));
    QCOMPARE(streamCountText(0), QStringLiteral("0 streams"));
    QCOMPARE(streamCountText(2), QStringLiteral("2 streams"));
    for (const Message &message : messagesIn(pathOf("reusescope_en.ts"))) {
        QVERIFY(message.isPlural);
        QCOMPARE(message.translations.at(1), message.source);
    }
    QCOMPARE(pluralOf(1), 1);
    QVERIFY(pluralOf(1ull << 32) > 1);
}

void TestTranslation::commandLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addRow("help") << QStringList{QStringLiteral("run"), QStringLiteral("--help")};
    QTest::addRow("schedulers") << QStringList{QStringLiteral("schedulers")};
    QTest::addRow("scenarios as JSON")
        << QStringList{QStringLiteral("scenarios"), QStringLiteral("--json"), QStringLiteral("-")};
    QTest::addRow("loop") << QStringList{
        QStringLiteral("loop"),
        QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/loops/2-zero-is-not-zero.loop")};
    QTest::addRow("mistake") << QStringList{QStringLiteral("run"), QStringLiteral("nothing")};
}

void TestTranslation::commandLine()
{
    QFETCH(QStringList, arguments);
    QTemporaryDir home;
    const QString program = QStringLiteral("reusescope-cli");
    const Ended english = runIn("C", program, arguments, home.path());
    const Ended german = runIn("de_DE.UTF-8", program, arguments, home.path());
    QVERIFY(english.code >= 0 && !(english.output + english.errors).isEmpty());
    QCOMPARE(german.code, english.code);
    QCOMPARE(german.output, english.output);
    QCOMPARE(german.errors, english.errors);
}

void TestTranslation::exports()
{
    QTemporaryDir folder;
    const QString json = folder.filePath(QStringLiteral("run.json"));
    const QString csv = folder.filePath(QStringLiteral("csv"));
    const Ended ended =
        runIn("de_DE.UTF-8", QStringLiteral("reusescope"),
              {QStringLiteral("--lang"), QStringLiteral("de"), QStringLiteral("--run"),
               QStringLiteral("--exit"), QStringLiteral("--count"), QStringLiteral("40"),
               QStringLiteral("--scheduler"), QStringLiteral("none,peek"), QStringLiteral("--json"),
               json, QStringLiteral("--csv"), csv},
              folder.path());
    QVERIFY2(ended.code == 0, ended.errors.constData());

    QFile object(json);
    QVERIFY(object.open(QIODevice::ReadOnly));
    const QJsonDocument document = QJsonDocument::fromJson(object.readAll());
    QVERIFY(document.object().contains(QStringLiteral("variants")));

    for (const char *name : {"requests.csv", "summary.csv", "histogram.csv", "phases.csv"}) {
        QFile file(csv + QLatin1Char('/') + QLatin1String(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QVERIFY(lines.size() > 2);
        const QByteArray row = lines.at(1).trimmed();
        QVERIFY(!row.contains('"'));
        // A decimal comma would be a column more.
        QCOMPARE(row.count(','), lines.at(0).count(','));
        static const QRegularExpression decimals(QStringLiteral("\\d\\.\\d"));
        QVERIFY2(decimals.match(QString::fromLatin1(row)).hasMatch(), row.constData());
    }
}

void TestTranslation::refusesOtherLanguages()
{
    QTemporaryDir home;
    const Ended ended = runIn("C", QStringLiteral("reusescope"),
                              {QStringLiteral("--lang"), QStringLiteral("xx")}, home.path());
    QCOMPARE(ended.code, 2);
    QVERIFY(ended.errors.contains("--lang takes de, en or auto, not \"xx\""));
}

void TestTranslation::germanWindow()
{
    Misses misses;
    QCoreApplication::installTranslator(&misses);
    useLanguage(*qApp, Language::German);
    QCOMPARE(streamCountText(1), QStringLiteral("1 Stream"));
    QCOMPARE(durationText(Nanoseconds{1'500}), QStringLiteral("1,50\u00a0µs"));
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Abbrechen"));

    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    Settings settings(store);
    MainWindow window(builtInScenarios(nullptr), settings);
    window.setRemembers(false);
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));

    Experiment experiment;
    experiment.schedulers = {"none", "immediate-ref", "fresh-poll"};
    experiment.workload.count = 60;
    experiment.repeats = 3;
    window.setExperiment(experiment, std::nullopt);
    QSignalSpy finished(&window, &MainWindow::runFinished);
    window.run();
    QVERIFY(finished.wait(kDeadlineMs));
    window.selection().selectRequest(RequestKey{1, 20});

    QStringList doubled;
    for (const QAction *action : window.menuBar()->actions()) {
        if (action->menu())
            doubled += doubledMnemonics(*action->menu());
    }
    QCOMPARE(doubled, QStringList());

    QStringList cut;
    const auto *tabs = window.findChild<QTabWidget *>();
    for (int page = 0; page < tabs->count(); ++page) {
        window.showPage(static_cast<MainWindow::Page>(page));
        QCoreApplication::processEvents();
        window.grab();
        QCOMPARE(window.size(), QSize(1280, 800));
        for (const QString &text : cutTexts(window))
            cut << tabs->tabText(page) + QStringLiteral(": ") + text;
    }
    QCOMPARE(withoutRepeats(cut).join(u'\n'), QString());
    QCOMPARE(misses.texts().join(u'\n'), QString());
    QCoreApplication::removeTranslator(&misses);
}

void TestTranslation::germanSentences()
{
    useLanguage(*qApp, Language::German);
    const auto urlRefusal = [](std::string_view url) {
        return errorSentence(Url::parse(url).error());
    };
    QCOMPARE(
        urlRefusal("ftp://x"),
        QStringLiteral("Die URL „ftp://x“ ist nicht verwendbar: unterstützt werden nur http:// "
                       "und https://, nicht ftp://."));
    // What a person wrote is no place for something else.
    QCOMPARE(urlRefusal("{}"),
             QStringLiteral("Die URL „{}“ ist nicht verwendbar: sie beginnt nicht mit http:// oder "
                            "https://."));
    Experiment experiment;
    experiment.schedulers = {"none"};
    experiment.workload.count = 0;
    QCOMPARE(errorSentence(validate(experiment).error()),
             QStringLiteral("Zahl der Anfragen: möglich ist 1 bis %1, nicht 0.").arg(kMaxRequests));
    experiment.schedulers = {"nane"};
    experiment.workload.count = 1;
    QVERIFY(errorSentence(validate(experiment).error())
                .startsWith(QStringLiteral(
                    "Den Scheduler „nane“ gibt es nicht (gemeint war vielleicht „none“); ")));
    QCOMPARE(
        errorSentence(parseHeader("Host: x").error()),
        QStringLiteral("Das Header-Feld „Host“ lässt sich nicht senden: die URL gibt es vor."));

    // As the window shows them.
    ExperimentPanel panel({});
    experiment.schedulers = {"none"};
    experiment.url = "http://";
    panel.setExperiment(experiment, std::nullopt);
    QCOMPARE(panel.problem(),
             QStringLiteral("Die URL „http://“ ist nicht verwendbar: sie nennt keinen Host."));
    QTemporaryDir folder;
    QFile times(folder.filePath(QStringLiteral("times.txt")));
    QVERIFY(times.open(QIODevice::WriteOnly) && times.write("1\ntwo\n") > 0);
    times.close();
    IdlePage page;
    QVERIFY(!page.readTimes(times.fileName()));
    const auto labels = page.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text().contains(
            QStringLiteral("Zeile 2: erwartet wird eine Zeit in Sekunden wie 12.345"));
    }));
}

void TestTranslation::germanLessons()
{
    QTemporaryDir folder;
    const QByteArray home = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    const auto reset = qScopeGuard([&] { qputenv("XDG_DATA_HOME", home); });
    Misses misses;
    QCoreApplication::installTranslator(&misses);
    useLanguage(*qApp, Language::German);
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    Settings settings(store);
    settings.setLessonProgress(QStringLiteral("02-zero-is-not-zero"), LessonProgress::Done);
    MainWindow window(builtInScenarios(nullptr), settings);
    window.setRemembers(false);
    window.resize(1280, 800);
    window.showPage(MainWindow::Page::Lessons);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));

    LessonsPage &page = window.lessonsPage();
    const QDir sources(QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/lessons"));
    const std::vector<lesson::LessonFile> english =
        lesson::readLessons(sources.path().toStdString());
    QCOMPARE(page.lessons().size(), english.size());
    QCOMPARE(page.progressOf(1), LessonProgress::Done);
    QStringList cut;
    for (std::size_t i = 0; i < english.size(); ++i) {
        const LessonEntry &entry = page.lessons()[i];
        QVERIFY2(entry.isUsable(), qPrintable(entry.title()));
        QCOMPARE(entry.key, QString::fromStdString(english[i].name));
        QCOMPARE(entry.file.file.parent_path().filename().string(), "de");
        page.openLesson(i);
        page.goTo(LessonsPage::Step::Predict);
        page.skip();
        for (const QTextBrowser *text : page.findChildren<QTextBrowser *>())
            QVERIFY2(!text->toPlainText().contains(QStringLiteral(" timer ")), // a noun
                     qPrintable(entry.title()));
        for (std::size_t k = 0; k < LessonsPage::kSteps; ++k) {
            page.goTo(static_cast<LessonsPage::Step>(k));
            QCoreApplication::processEvents();
            window.grab();
            QCOMPARE(window.size(), QSize(1280, 800));
            for (const QString &text : cutTexts(window))
                cut << QStringLiteral("%1, step %2: %3").arg(entry.title()).arg(k + 1).arg(text);
        }

        const QString path = folder.filePath(QStringLiteral("lesson.html"));
        QVERIFY(page.exportHtml(path));
        QFile exported(path);
        QVERIFY(exported.open(QIODevice::ReadOnly));
        const QString html = QString::fromUtf8(exported.readAll());
        QVERIFY(html.contains(QStringLiteral("<html lang=\"de\">")));
        QVERIFY(html.contains(QStringLiteral("<h1>%1</h1>").arg(entry.title().toHtmlEscaped())));
        QVERIFY(html.contains(QStringLiteral("Vorhersagen")));
        const lesson::Lesson &original = english[i].parsed.lesson;
        for (const lesson::Text *text : {&original.introduction, &original.questions[0].text,
                                         &original.reveal, &original.onRealSockets}) {
            const auto paragraph = QString::fromStdString(lesson::htmlOf(text->front().spans));
            QVERIFY2(!html.contains(paragraph), qPrintable(paragraph));
        }
    }
    QCOMPARE(withoutRepeats(cut).join(u'\n'), QString());
    QCOMPARE(misses.texts().join(u'\n'), QString());
    QCoreApplication::removeTranslator(&misses);

    // The user's own one, in whatever language it is.
    const QDir own(ownLessonsFolder());
    QVERIFY(own.mkpath(QStringLiteral(".")));
    const auto name = QStringLiteral("03-what-immediates-wait-for.md");
    QVERIFY(QFile::copy(sources.filePath(name), own.filePath(name)));
    page.reload();
    QCOMPARE(page.lessons().size(), english.size());
    QVERIFY(page.lessons().back().isOwn);
    QCOMPARE(page.lessons().back().title(), QString::fromStdString(english[2].parsed.lesson.title));
}

void TestTranslation::germanExamples()
{
    useLanguage(*qApp, Language::German);
    const QDir german(QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/loops/de"));
    const QStringList names = german.entryList(QDir::Files, QDir::Name);
    const std::vector<LoopExample> examples = loopExamples();
    QCOMPARE(examples.size(), static_cast<std::size_t>(names.size()));
    for (std::size_t i = 0; i < examples.size(); ++i) {
        QFile file(german.filePath(names[static_cast<int>(i)]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(examples[i].text, QString::fromUtf8(file.readAll()));
    }
}

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
