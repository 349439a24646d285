// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here, on every lesson file that the program ships:
// - it is read without a mistake, and its script runs to its end in each model the lesson names;
// - an order that it gives as right is the order of the callbacks in that model;
// - the claims of the choice marked as right all hold, and of each wrong choice at least one does
//   not; what the reveal claims holds;
// - every answer says why, and the reveal has claims;
// - its scenario exists and loads; its script can be read in one look;
// - the nine that were promised are there, in their order;
// - each has a German one, and none is German only: the same program, questions, answers and
// claims,
//   as many paragraphs, the same code in each of them, and no paragraph left in English.
// And of the reader: a file in the folder of the language takes the place of the one beside it.

#include "core/experiment/scenario.h"
#include "core/lesson/lessonfiles.h"
#include "core/script/scriptrun.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace reusescope;
using namespace reusescope::lesson;

namespace {

constexpr int kLinesInOneLook = 20;
constexpr int kColumnsInOneLook = 43; // beside the text, at 1280 pixels

const std::filesystem::path kResources = REUSESCOPE_SOURCE_DIR "/resources";

const std::vector<LessonFile> &english()
{
    static const std::vector<LessonFile> lessons = readLessons(kResources / "lessons");
    return lessons;
}

const std::vector<LessonFile> &german()
{
    static const std::vector<LessonFile> lessons = readLessons(kResources / "lessons", "de");
    return lessons;
}

/// In each language.
const std::vector<LessonFile> &shipped()
{
    static const std::vector<LessonFile> lessons = [] {
        std::vector<LessonFile> all = english();
        all.insert(all.end(), german().begin(), german().end());
        return all;
    }();
    return lessons;
}

std::string orderOf(const script::Program &program, LoopModel model)
{
    script::OrderText order;
    script::RunOptions options;
    options.model = model;
    script::ScriptRun run(program, options, &order);
    run.runToEnd();
    return run.wasStoppedByLimit() ? "stopped by a limit" : order.text();
}

/// The word without a blank in it, so that "close S" is not taken for "S".
std::string joined(std::string text)
{
    for (std::size_t at = 0; (at = text.find("close ", at)) != std::string::npos;)
        text[at + 5] = '_';
    return text;
}

/// The words of an order, whatever run they belong to; enclosed in blanks, so that a word can be
/// searched for.
std::string flat(std::string order)
{
    for (std::size_t at = 0; (at = order.find(", then ", at)) != std::string::npos;)
        order.replace(at, 7, " ");
    return " " + joined(order) + " ";
}

/// The lines of a script without comments and what stands before those.
QStringList statementsOf(const std::string &script)
{
    static const QRegularExpression comment(QStringLiteral("\\s*#.*$"));
    QStringList lines = QString::fromStdString(script).split(QLatin1Char('\n'));
    for (QString &line : lines)
        line.remove(comment);
    return lines;
}

/// What is written between back quotes, sorted: the order of words is the language's.
QStringList codeIn(const Spans &spans)
{
    QStringList code;
    for (const Span &span : spans) {
        if (span.style == SpanStyle::Code)
            code << QString::fromStdString(span.text);
    }
    code.sort();
    return code;
}

/// A figure of the text, with a point where German has a comma.
QStringList figuresIn(const Spans &spans)
{
    static const QRegularExpression figure(QStringLiteral("\\d+(?:[.,]\\d+)*"));
    QStringList figures;
    auto found = figure.globalMatch(QString::fromStdString(plainText(spans)));
    while (found.hasNext())
        figures << found.next().captured().replace(QLatin1Char(','), QLatin1Char('.'));
    figures.sort();
    return figures;
}

/// What is wrong with a German text for this English one; empty: nothing.
QString faultOf(const Spans &german, const Spans &english)
{
    const QString text = QString::fromStdString(plainText(german));
    QString prose;
    for (const Span &span : german) {
        if (span.style != SpanStyle::Code)
            prose += QString::fromStdString(span.text);
    }
    if (text.isEmpty() != english.empty())
        return QStringLiteral("is missing: ") + QString::fromStdString(plainText(english));
    static const QRegularExpression word(QStringLiteral("\\p{L}{3}")); // more than a unit
    if (prose.contains(word) && plainText(german) == plainText(english))
        return QStringLiteral("is English: ") + text;
    if (codeIn(german) != codeIn(english))
        return QStringLiteral("has other code: ") + text;
    if (figuresIn(german) != figuresIn(english))
        return QStringLiteral("has other figures: ") + text;
    static const QRegularExpression foreignQuotes(QStringLiteral("[\"”»«]"));
    if (prose.contains(foreignQuotes)
        || prose.count(QStringLiteral("„")) != prose.count(QStringLiteral("“")))
        return QStringLiteral("has quotes that are not German: ") + text;
    return {};
}

QString faultOf(const Text &german, const Text &english)
{
    if (german.size() != english.size())
        return QStringLiteral("%1 paragraphs in place of %2, from %3")
            .arg(german.size())
            .arg(english.size())
            .arg(QString::fromStdString(plainText(english)).left(60));
    for (std::size_t i = 0; i < german.size(); ++i) {
        if (german[i].kind != english[i].kind)
            return QStringLiteral("is of another kind: ")
                + QString::fromStdString(plainText(german[i].spans));
        if (QString fault = faultOf(german[i].spans, english[i].spans); !fault.isEmpty())
            return fault;
    }
    return {};
}

QStringList textsOf(const std::vector<Claim> &claims)
{
    QStringList texts;
    for (const Claim &claim : claims)
        texts << QString::fromStdString(std::string(name(claim.model)) + ": " + claim.text);
    return texts;
}

QStringList filesIn(const char *folder)
{
    return QDir(QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/") + QLatin1String(folder))
        .entryList(QDir::Files, QDir::Name);
}

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT

private slots:
    void theNineAreThere();
    void lesson_data();
    void lesson();
    void ordersAreThoseOfTheLoop_data() { lesson_data(); }
    void ordersAreThoseOfTheLoop();
    void claimsSeparateRightFromWrong_data() { lesson_data(); }
    void claimsSeparateRightFromWrong();
    void scenarioLoads_data() { lesson_data(); }
    void scenarioLoads();
    void aWrongAnswerIsFound();
    void eachHasAGermanOne();
    void sameInGerman_data();
    void sameInGerman();
    void languageOfTheReader();
};

void TestLessons::theNineAreThere()
{
    QStringList names;
    for (const LessonFile &file : english())
        names.append(QString::fromStdString(file.name));
    const QStringList promised{
        "01-one-turn-of-the-loop",     "02-zero-is-not-zero",      "03-what-immediates-wait-for",
        "04-who-keeps-the-loop-alive", "05-why-poll-slept",        "06-the-half-second-stall",
        "07-poison-on-an-idle-socket", "08-fast-is-not-protected", "09-what-changed-in-libuv-1-45"};
    QCOMPARE(names.mid(0, promised.size()), promised);
}

void TestLessons::lesson_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < shipped().size(); ++i)
        QTest::addRow("%s%s", shipped()[i].name.c_str(), i < english().size() ? "" : ", German")
            << static_cast<int>(i);
}

void TestLessons::lesson()
{
    QFETCH(int, index);
    const LessonFile &file = shipped()[static_cast<std::size_t>(index)];
    for (const script::Mistake &mistake : file.parsed.mistakes)
        qWarning("%s", script::describe(mistake, file.name).c_str());
    QVERIFY(file.parsed.isValid());
    const Lesson &lesson = file.parsed.lesson;

    std::vector<std::string> scenarios;
    for (const auto &entry : std::filesystem::directory_iterator(kResources / "scenarios"))
        scenarios.push_back(entry.path().stem().string());
    const std::vector<script::Mistake> mistakes = checkLesson(lesson, scenarios);
    for (const script::Mistake &mistake : mistakes)
        qWarning("%s", script::describe(mistake, file.name).c_str());
    QVERIFY(mistakes.empty());

    QVERIFY(std::count(lesson.script.begin(), lesson.script.end(), '\n') <= kLinesInOneLook);
    for (const QString &line : QString::fromStdString(lesson.script).split(QLatin1Char('\n')))
        QVERIFY2(line.size() <= kColumnsInOneLook, qPrintable(line));
    QVERIFY(!lesson.facts.empty());
    for (const Question &question : lesson.questions) {
        QVERIFY(!question.text.empty());
        for (const OrderItem &item : question.order)
            QVERIFY2(!item.why.empty(), item.word.c_str());
    }
    for (const LoopModel model : modelsOf(lesson)) {
        const auto outcome = outcomeOf(lesson.program, model);
        QVERIFY(outcome.limit.empty());
        QCOMPARE(outcome.order, orderOf(lesson.program, model));
    }
}

void TestLessons::ordersAreThoseOfTheLoop()
{
    QFETCH(int, index);
    const Lesson &lesson = shipped()[static_cast<std::size_t>(index)].parsed.lesson;
    for (const Question &question : lesson.questions) {
        if (!question.asksForOrder() || question.order[0].word.starts_with("poll: "))
            continue;
        // Each word in turn is found behind the one before, and none is left behind the last.
        const std::string order = flat(orderOf(lesson.program, question.model));
        std::size_t at = 0;
        for (const OrderItem &item : question.order) {
            const std::size_t found = order.find(" " + joined(item.word) + " ", at);
            QVERIFY2(found != std::string::npos, (item.word + " in" + order).c_str());
            at = found + item.word.size() + 1;
        }
        for (const OrderItem &item : question.order)
            QVERIFY2(order.find(" " + joined(item.word) + " ", at) == std::string::npos,
                     item.word.c_str());
    }
}

void TestLessons::claimsSeparateRightFromWrong()
{
    QFETCH(int, index);
    const Lesson &lesson = shipped()[static_cast<std::size_t>(index)].parsed.lesson;
    const auto holds = [&](const Claim &claim) {
        return judge(claim, outcomeOf(lesson.program, claim.model)).holds;
    };
    for (const Question &question : lesson.questions) {
        for (const Choice &choice : question.choices) {
            const bool allHold = std::all_of(choice.claims.begin(), choice.claims.end(), holds);
            QVERIFY2(allHold == choice.isRight, plainText(choice.text).c_str());
        }
    }
    for (const Claim &fact : lesson.facts)
        QVERIFY2(holds(fact), fact.text.c_str());
}

void TestLessons::scenarioLoads()
{
    QFETCH(int, index);
    const Lesson &lesson = shipped()[static_cast<std::size_t>(index)].parsed.lesson;
    const auto scenario = loadScenario(kResources / "scenarios" / (lesson.scenario + ".json"));
    QVERIFY2(scenario.hasValue(), lesson.scenario.c_str());
}

void TestLessons::aWrongAnswerIsFound()
{
    // So that the tests above can fail.
    Lesson lesson = shipped()[0].parsed.lesson;
    const std::vector<std::string> scenarios{lesson.scenario};
    QVERIFY(checkLesson(lesson, scenarios).empty());
    std::swap(lesson.questions[0].order[0], lesson.questions[0].order[1]);
    const std::vector<script::Mistake> mistakes = checkLesson(lesson, scenarios);
    QCOMPARE(mistakes.size(), 1U);
    QCOMPARE(QString::fromStdString(mistakes[0].sentence),
             "the order in the loop is another one: completion, idle, prepare, socket, immediate, "
             "goodbye, timeout");
}

void TestLessons::eachHasAGermanOne()
{
    QVERIFY(!filesIn("lessons").isEmpty());
    QCOMPARE(filesIn("lessons/de"), filesIn("lessons"));
    QCOMPARE(german().size(), english().size());
    for (const LessonFile &file : german())
        QCOMPARE(file.file.parent_path(), kResources / "lessons" / "de");
}

void TestLessons::sameInGerman_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < english().size(); ++i)
        QTest::addRow("%s", english()[i].name.c_str()) << static_cast<int>(i);
}

void TestLessons::sameInGerman()
{
    QFETCH(int, index);
    const Lesson &original = english()[static_cast<std::size_t>(index)].parsed.lesson;
    const Lesson &lesson = german()[static_cast<std::size_t>(index)].parsed.lesson;
    const auto same = [](const auto &translated, const auto &source) {
        const QString fault = faultOf(translated, source);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    };

    QVERIFY(lesson.title != original.title);
    same(lesson.introduction, original.introduction);
    QCOMPARE(statementsOf(lesson.script), statementsOf(original.script));
    QCOMPARE(lesson.model, original.model);
    QCOMPARE(lesson.questions.size(), original.questions.size());
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        const Question &question = lesson.questions[i];
        const Question &asked = original.questions[i];
        QCOMPARE(question.model, asked.model);
        same(question.text, asked.text);
        QCOMPARE(question.order.size(), asked.order.size());
        for (std::size_t k = 0; k < question.order.size(); ++k) {
            QCOMPARE(question.order[k].word, asked.order[k].word);
            same(question.order[k].why, asked.order[k].why);
        }
        QCOMPARE(question.choices.size(), asked.choices.size());
        for (std::size_t k = 0; k < question.choices.size(); ++k) {
            QCOMPARE(question.choices[k].isRight, asked.choices[k].isRight);
            same(question.choices[k].text, asked.choices[k].text);
            same(question.choices[k].why, asked.choices[k].why);
            QCOMPARE(textsOf(question.choices[k].claims), textsOf(asked.choices[k].claims));
        }
    }
    same(lesson.reveal, original.reveal);
    QCOMPARE(textsOf(lesson.facts), textsOf(original.facts));
    QCOMPARE(lesson.scenario, original.scenario);
    same(lesson.onRealSockets, original.onRealSockets);
}

void TestLessons::languageOfTheReader()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("de")));
    for (const char *name : {"a.md", "b.md", "de/b.md", "de/c.md"}) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("# ") + name + "\n");
    }
    const auto titles = [&](const std::string &language) {
        QStringList all;
        for (const LessonFile &file : readLessons(folder.path().toStdString(), language))
            all << QString::fromStdString(file.name + " " + file.text.substr(2)).trimmed();
        return all.join(QStringLiteral(", "));
    };
    QCOMPARE(titles({}), "a a.md, b b.md");
    QCOMPARE(titles("en"), "a a.md, b b.md");
    QCOMPARE(titles("de"), "a a.md, b de/b.md");
}

QTEST_GUILESS_MAIN(TestLessons)

#include "tst_lessons.moc"
