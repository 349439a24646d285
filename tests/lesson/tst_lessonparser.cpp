// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - a lesson's file is read into title, texts, script, questions, claims and scenario;
// - each kind of mistake in a file has a line, a column and a sentence, and a claim's mistake
// stands
//   at its word;
// - what the file says and the loop does not do is a mistake, too;
// - limits are named; any bytes at all are survived; text never becomes markup of HTML.

#include "core/lesson/lesson.h"
#include "core/lesson/lessonfiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace reusescope;
using namespace reusescope::lesson;

namespace {

const QString kLesson = R"(# A title with `code`

Text to *read* before
the question, **bold**.

- a bullet

```loop timers-first
setTimeout 0 A
setImmediate B
when B fires
    log two words
```

## Predict

In which order?

1. `B`
   - Why: check comes
     first.
2. `two words`
3. `A`

## Predict with timers-last

When does A fire?

- [x] At 1 ms.
  - Why: the floor.
  - Claim: `A at 1 ms`
  - Claim with timers-first: `B before A`
- [ ] At 0 ms.
  - Why: wrong.
  - Claim: `A at 0 ms`

## Reveal

It is proved.

- Claim: `"two words" in check`
- Claim with timers-last: `order is B "two words" A`

## On real sockets

Scenario: `sequential-reuse`

Look at poll.
)";

const std::vector<std::string> kScenarios{"sequential-reuse", "burst-8"};

/// "LINE:COLUMN: sentence", a line each: of the parser, or else of the check.
QString mistakesOf(const QString &text)
{
    const ParsedLesson parsed = parseLesson(text.toStdString());
    QStringList lines;
    for (const script::Mistake &mistake :
         parsed.isValid() ? checkLesson(parsed.lesson, kScenarios) : parsed.mistakes)
        lines.append(QString("%1:%2: %3")
                         .arg(mistake.where.line)
                         .arg(mistake.where.column)
                         .arg(QString::fromStdString(mistake.sentence)));
    return lines.join('\n');
}

QString replaced(const char *part, const QString &by)
{
    QString text = kLesson;
    const auto at = text.indexOf(part);
    Q_ASSERT(at >= 0);
    return text.replace(at, static_cast<qsizetype>(qstrlen(part)), by);
}

} // namespace

class TestLessonParser : public QObject
{
    Q_OBJECT

private slots:
    void readsALesson();
    void readsItInAnyLineBreaks();
    void exampleOfTheManual();
    void mistake_data();
    void mistake();
    void claim_data();
    void claim();
    void claimMistake_data();
    void claimMistake();
    void htmlIsText();
    void limits();
    void anyBytesAreSurvived();
    void readsAFolder();
};

void TestLessonParser::readsALesson()
{
    const ParsedLesson parsed = parseLesson(kLesson.toStdString());
    QVERIFY2(parsed.isValid(), qPrintable(mistakesOf(kLesson)));
    const Lesson &lesson = parsed.lesson;
    QCOMPARE(lesson.title, "A title with code");
    QCOMPARE(htmlOf(lesson.introduction),
             "<p>Text to <i>read</i> before the question, <b>bold</b>.</p><ul><li>a "
             "bullet</li></ul>");
    QCOMPARE(lesson.model, LoopModel::TimersFirst);
    QCOMPARE(lesson.script, "setTimeout 0 A\nsetImmediate B\nwhen B fires\n    log two words\n");
    QCOMPARE(lesson.scriptWhere.line, 9);
    QCOMPARE(lesson.program.names.size(), 2U);

    QCOMPARE(lesson.questions.size(), 2U);
    const Question &order = lesson.questions[0];
    QVERIFY(order.asksForOrder());
    QCOMPARE(order.model, LoopModel::TimersFirst);
    QCOMPARE(plainText(order.text), "In which order?");
    QCOMPARE(order.order.size(), 3U);
    QCOMPARE(order.order[1].word, "two words");
    QCOMPARE(plainText(order.order[0].why), "check comes first.");

    const Question &choices = lesson.questions[1];
    QVERIFY(!choices.asksForOrder());
    QCOMPARE(choices.model, LoopModel::TimersLast);
    QCOMPARE(choices.choices.size(), 2U);
    QVERIFY(choices.choices[0].isRight);
    QVERIFY(!choices.choices[1].isRight);
    QCOMPARE(choices.choices[0].claims.size(), 2U);
    QCOMPARE(choices.choices[0].claims[0].model, LoopModel::TimersLast);
    QCOMPARE(choices.choices[0].claims[1].model, LoopModel::TimersFirst);
    QCOMPARE(choices.choices[0].claims[0].time, Nanoseconds(1'000'000));

    QCOMPARE(plainText(lesson.reveal), "It is proved.");
    QCOMPARE(lesson.facts.size(), 2U);
    QCOMPARE(lesson.facts[0].words[0], "two words");
    QCOMPARE(lesson.facts[1].model, LoopModel::TimersLast);
    QCOMPARE(lesson.scenario, "sequential-reuse");
    QCOMPARE(plainText(lesson.onRealSockets), "Look at poll.");
    QCOMPARE(modelsOf(lesson).size(), 2U);
    QCOMPARE(mistakesOf(kLesson), "");
}

void TestLessonParser::readsItInAnyLineBreaks()
{
    QString text = kLesson;
    text.replace('\n', "\r\n");
    QCOMPARE(mistakesOf(QString(QChar(0xfeff)) + text), "");
}

void TestLessonParser::exampleOfTheManual()
{
    QFile manual(REUSESCOPE_SOURCE_DIR "/docs/lessons.md");
    QVERIFY(manual.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(manual.readAll());
    const QString example = text.section("````markdown\n", 1).section("\n````", 0, 0);
    QVERIFY(example.startsWith("# The title"));
    QCOMPARE(mistakesOf(example), "");
}

void TestLessonParser::mistake_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *part, const char *by, const char *expected) {
        QTest::addRow("%s", name) << replaced(part, by) << QString(expected);
    };

    QTest::addRow("empty") << ""
                           << "1:1: the file is empty: a lesson begins with its title, a line \"# "
                              "TITLE\"";
    row("no title", "# A title with `code`\n\n", "",
        "1:1: a lesson begins with its title: a line \"# TITLE\"");
    row("empty title", "# A title with `code`", "#", "1:2: expected the title behind #");
    row("second title", "Look at poll.", "# Another",
        "48:3: a lesson has one title; sections begin with ##\n48:3: the lesson ends without a "
        "text in a section \"## On real sockets\"");
    row("small heading", "Look at poll.", "### Hint\nLook.",
        "48:1: a lesson has one title with # and sections with ##, no other headings");
    row("unknown section", "## Reveal", "## Reveel",
        "37:4: a lesson has the sections \"Predict\", \"Reveal\" and \"On real sockets\"; did you "
        "mean \"Reveal\"?");
    row("section twice", "## On real sockets", "## Reveal\n\n## On real sockets",
        "44:4: there is a second section \"Reveal\"");
    row("section too late", "Look at poll.", "Look at poll.\n\n## Predict\n\n1. `A`\n2. `B`",
        "50:4: the section \"Predict\" comes too late: the order is Predict, Reveal, On real "
        "sockets");
    row("behind Predict", "with timers-last", "by timers-last",
        "25:12: expected the end of the line, or \"with timers-first\" or \"with timers-last\"");
    row("model of a question", "with timers-last", "with timers-never",
        "25:17: expected a loop model: timers-last or timers-first");
    row("model of the script", "```loop timers-first", "```loop node-18",
        "8:9: expected a loop model: timers-last or timers-first");
    row("script", "setImmediate B\n", "setImmediat B\n",
        "10:1: \"setImmediat\" is no statement, did you mean \"setImmediate\"?");
    row("no script", "```loop timers-first", "```text",
        "48:1: the lesson ends without a script: a block that begins with ```loop");
    row("second script", "## Predict\n", "```loop\nidle I\n```\n\n## Predict\n",
        "15:1: a lesson has one script; show other code in a block with ```text");
    row("script too late", "Look at poll.", "Look at poll.\n\n```loop\nidle I\n```",
        "50:1: the script stands above the first section; show other code in a block with ```text");
    row("open block", "Look at poll.", "Look at poll.\n\n```text\nidle",
        "50:1: this block of code has no end: expected a line with ```");
    row("back quote", "Text to *read*", "Text `to *read*",
        "3:1: a back quote (`) in this paragraph has no partner");
    row("list in a list", "- a bullet", "- a bullet\n  - another",
        "7:5: a list within a list cannot be shown");
    row("answers in a text", "Look at poll.", "Look.\n\n1. at poll",
        "50:4: answers stand in a section \"Predict\"; here a list begins with \"- \"");
    row("no answers", "1. `B`\n   - Why: check comes\n     first.\n2. `two words`\n3. `A`\n", "",
        "15:4: this question has no answers: expected a list of words to put in order (1. `A`) or "
        "of choices (- [x] ..., - [ ] ...)");
    row("one word", "2. `two words`\n3. `A`\n", "",
        "15:4: there is nothing to put in order: expected two words or more");
    row("word without quotes", "3. `A`", "3. A",
        "23:4: expected one word of a callback or a log line between back quotes: `A`");
    row("second reason", "     first.\n", "     first.\n   - Why: so.\n",
        "22:6: expected one line \"- Why: ...\" below a word");
    row("both kinds", "3. `A`", "3. `A`\n- [x] `C`",
        "24:7: a question has words to put in order or choices, not both");
    row("text behind answers", "3. `A`\n", "3. `A`\n\nRight?\n",
        "25:1: the answers end the question: expected the next section");
    row("two right", "- [ ] At 0", "- [x] At 0",
        "25:4: 2 choices are marked as right with [x], expected one");
    row("none right", "- [x] At 1", "- [ ] At 1",
        "25:4: 0 choices are marked as right with [x], expected one");
    row("no reason", "  - Why: wrong.\n", "",
        "33:7: this choice does not say why it is right or wrong: expected a line \"  - Why: ...\" "
        "below it");
    row("no claim", "  - Claim: `A at 0 ms`\n", "",
        "33:7: this choice has nothing that can be checked: expected a line \"  - Claim: `...`\" "
        "below it");
    row("something else below", "  - Why: wrong.", "  - Why: wrong.\n  - Hint: think.",
        "35:5: expected one line \"- Why: ...\" and lines \"- Claim: `...`\" below a choice");
    row("claim without quotes", "- Claim: `A at 0 ms`", "- Claim: A at 0 ms",
        "35:12: expected a claim between back quotes: `A before B`");
    row("claim", "`A at 0 ms`", "`A at nought ms`",
        "35:18: expected a time, as in 5 ms, 250 us or 1 s");
    row("word of a claim", "`A at 0 ms`", "`two at 0 ms`",
        "35:13: no callback or log line of the script is called \"two\"");
    row("model of a claim", "Claim with timers-last", "Claim with libuv",
        "42:14: expected a loop model: timers-last or timers-first");
    row("no reveal", "It is proved.\n", "",
        "47:1: the lesson ends without a text in a section \"## Reveal\"");
    row("no scenario", "Scenario: `sequential-reuse`\n", "",
        "47:1: the lesson ends without a scenario: a paragraph \"Scenario: `NAME`\" in a section "
        "\"## On real sockets\"");
    row("scenario without quotes", "`sequential-reuse`", "sequential-reuse",
        "46:11: expected the name of a scenario between back quotes, and nothing else in this "
        "paragraph");
    row("two scenarios", "Look at poll.", "Look at poll.\n\nScenario: `burst-8`",
        "50:1: a lesson names one scenario");

    // What only the loop knows.
    row("wrong order", "2. `two words`\n3. `A`", "2. `A`\n3. `two words`",
        "22:4: the order in the loop is another one: B, two words, A");
    row("wrong is right", "`A at 0 ms`", "`A at 1 ms`",
        "33:7: this choice is marked as wrong, but the loop does just that");
    row("right is wrong", "`A at 1 ms`", "`A at 2 ms`",
        "31:13: this choice is marked as right, but the loop does otherwise: A comes at 1 ms");
    row("wrong fact", "in check`", "in poll`",
        "41:11: the loop does otherwise: two words comes in check");
    row("unknown scenario", "`sequential-reuse`", "`sequential-reusing`",
        "46:11: there is no scenario \"sequential-reusing\", did you mean \"sequential-reuse\"?");
    row("endless", "    log two words\n", "    log two words\n    setImmediate B\n",
        "9:1: with timers-first the script does not come to its end: the program was stopped after "
        "200 turns");
}

void TestLessonParser::mistake()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(mistakesOf(text), expected);
}

void TestLessonParser::claim_data()
{
    QTest::addColumn<QString>("claim");
    QTest::addColumn<bool>("holds");
    QTest::addColumn<QString>("instead");
    const auto row = [](const char *claim, const char *instead = "") {
        QTest::addRow("%s", claim) << QString(claim) << (*instead == 0) << QString(instead);
    };
    // The order is B "two words" A: B in turn 1, A at 1 ms in the last timers phase.
    row("order is B \"two words\" A");
    row("order is B A", "the order is B two words A");
    row("B before A");
    row("A before B", "B comes before A");
    row("A before A", "A comes before A");
    row("never \"poll: closing\"");
    row("never A", "A comes at 1 ms");
    row("A at 1 ms");
    row("A at 1");
    row("A at 1000us");
    row("A at 1.5 ms", "A comes at 1 ms");
    row("B 1 times");
    row("A 2 times", "A comes 1 time");
    row("B in turn 1");
    row("B in turn 2", "B comes in turn 1");
    row("B in check");
    row("\"two words\" in check");
    row("A in poll", "A comes in timers");
    row("B and \"two words\" in one turn");
    row("A and B in one turn", "A comes in turn 2, B in turn 1");
    row("1 poll between B and A");
    row("0 polls between B and A", "1 poll between B and A");
    row("1 polls between A and B", "B does not come after A");
    row("poll 1 because idle-active");
    row("poll 2 because no-timer", "poll 2 has its timeout because of next-timer");
    row("poll 2 sleeps 1 ms");
    row("poll 9 sleeps 1 ms", "there is no poll 9");
    row("ends at 1 ms");
    row("ends at 2 ms", "the loop ends at 1 ms");
    row("ends after 2 turns");
    row("ends after 1 turn", "the loop ends after 2 turns");
}

void TestLessonParser::claim()
{
    QFETCH(QString, claim);
    QFETCH(bool, holds);
    QFETCH(QString, instead);
    const Lesson lesson = parseLesson(kLesson.toStdString()).lesson;
    const ParsedClaim parsed = parseClaim(claim.toStdString(), {1, 1, 0, 0});
    QVERIFY2(parsed.claim, parsed.mistake.sentence.c_str());
    QVERIFY(unknownWords(*parsed.claim, lesson.program).empty());
    const Judgement judgement =
        judge(*parsed.claim, outcomeOf(lesson.program, LoopModel::TimersLast));
    QCOMPARE(judgement.holds, holds);
    QCOMPARE(QString::fromStdString(judgement.instead), instead);
}

void TestLessonParser::claimMistake_data()
{
    QTest::addColumn<QString>("claim");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("begins");
    const auto row = [](const char *claim, int column, const char *begins) {
        QTest::addRow("%s", claim) << QString(claim) << column << QString(begins);
    };
    row("", 1, "expected one of: order is WORD");
    row("A", 1, "expected one of: order is WORD");
    row("A comes", 3, "expected one of: order is WORD");
    row("order is", 9, "expected the words of the order");
    row("A before", 9, "expected the word of a callback or a log line");
    row("A before B C", 12, "expected the claim to end before \"C\"");
    row("A at", 5, "expected a time, as in 5 ms");
    row("A at -1 ms", 6, "expected a time, as in 5 ms, 250 us or 1 s");
    row("A at 5 hours", 6, "expected a time, as in 5 ms, 250 us or 1 s");
    row("A in polling", 6, "expected \"turn N\" or a phase: main, timers");
    row("A in turn last", 11, "expected a whole number");
    row("A and B", 8, "expected \"in one turn\"");
    row("many polls between A and B", 1, "expected a whole number");
    row("1 poll between A B", 18, "expected \"and\" and the second word");
    row("poll 0 sleeps 1 ms", 6, "polls are counted from 1");
    row("poll 1 wakes", 8, "expected \"sleeps TIME\" or \"because REASON\"");
    row("poll 1 because tired", 16, "expected a reason: stopping, nothing-alive");
    row("ends after two turns", 12, "expected a whole number");
    row("ends after 2 seconds", 14, "expected \"turns\"");
    row("\"two words at 1 ms", 1, "this quote has no partner");
    row("\u00e4 before B C", 12, "expected the claim to end before \"C\"");
}

void TestLessonParser::claimMistake()
{
    QFETCH(QString, claim);
    QFETCH(int, column);
    QFETCH(QString, begins);
    const ParsedClaim parsed = parseClaim(claim.toStdString(), {7, 1, 0, 0});
    QVERIFY(!parsed.claim);
    QCOMPARE(parsed.mistake.where.line, 7);
    QCOMPARE(parsed.mistake.where.column, column);
    const QString sentence = QString::fromStdString(parsed.mistake.sentence);
    QVERIFY2(sentence.startsWith(begins), qPrintable(sentence));
}

void TestLessonParser::htmlIsText()
{
    std::vector<script::Mistake> mistakes;
    const Spans spans = readSpans("<script>&\"' **<b>** `</code>` *<i>* 2 * 3 ** 4", {}, mistakes);
    QVERIFY(mistakes.empty());
    QCOMPARE(htmlOf(spans),
             "&lt;script&gt;&amp;&quot;&#39; <b>&lt;b&gt;</b> <code>&lt;/code&gt;</code> "
             "<i>&lt;i&gt;</i> 2 * 3 ** 4");
}

void TestLessonParser::limits()
{
    const auto firstOf = [](const QString &text) {
        return mistakesOf(text).section('\n', 0, 0).section(": ", 1);
    };
    QCOMPARE(firstOf(QString(static_cast<qsizetype>(kMaxLessonBytes) + 1, 'a')),
             "a lesson has at most 262144 bytes");
    QCOMPARE(firstOf("# T\n\n" + QString("a\n\n").repeated(kMaxBlocks + 5)),
             "a lesson has at most 2000 paragraphs and list items");
    QCOMPARE(firstOf(replaced("setTimeout 0 A\n",
                              "setTimeout 0 A\n" + QString("setTimeout 0 A\n").repeated(40))),
             "the script of a lesson has at most 40 lines");
    QCOMPARE(firstOf(replaced("3. `A`\n", QString("3. `A`\n").repeated(19))),
             "a question has at most 20 words");
    QCOMPARE(firstOf(replaced(
                 "- [ ] At 0 ms.\n",
                 QString("- [ ] At 2 ms.\n  - Why: no.\n  - Claim: `A at 2 ms`\n").repeated(7)
                     + "- [ ] At 0 ms.\n")),
             "a question has at most 8 choices");
    QCOMPARE(
        firstOf(replaced("- Claim: `A at 0 ms`", QString("- Claim: `A at 0 ms`\n  ").repeated(6))),
        "there are at most 5 claims here");
    QCOMPARE(firstOf(replaced("## Reveal",
                              QString("## Predict\n\nOrder?\n\n1. `B`\n2. `A`\n\n").repeated(7)
                                  + "## Reveal")),
             "a lesson has at most 8 questions");
    const QStringList many = mistakesOf("# T\n\n" + QString("1. a\n\n").repeated(100)).split('\n');
    QCOMPARE(many.size(), static_cast<qsizetype>(script::kMaxMistakes));
}

void TestLessonParser::anyBytesAreSurvived()
{
    // Every prefix of a lesson, and a lesson with any one byte changed to some nasty ones.
    const QByteArray whole = kLesson.toUtf8();
    for (qsizetype length = 0; length <= whole.size(); ++length)
        (void)parseLesson(whole.left(length).toStdString());
    for (qsizetype at = 0; at < whole.size(); ++at) {
        for (const char nasty : {'\0', '\xff', '`', '"', '\n', '-', '#', '['}) {
            QByteArray changed = whole;
            changed[at] = nasty;
            const ParsedLesson parsed = parseLesson(changed.toStdString());
            for (const script::Mistake &mistake : parsed.mistakes) {
                QVERIFY(mistake.where.line >= 1 && mistake.where.column >= 1);
                QVERIFY(!mistake.sentence.empty());
            }
            if (parsed.isValid())
                (void)checkLesson(parsed.lesson, kScenarios);
        }
    }
}

void TestLessonParser::readsAFolder()
{
    QTemporaryDir folder;
    const auto write = [&](const char *name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    };
    write("b.md", kLesson.toUtf8());
    write("a.md", "no lesson");
    write("notes.txt", "nothing");
    QVERIFY(QDir(folder.path()).mkdir("folder.md"));
    const std::vector<LessonFile> lessons = readLessons(folder.path().toStdString());
    QCOMPARE(lessons.size(), 3U);
    QCOMPARE(lessons[0].name, "a");
    QVERIFY(!lessons[0].parsed.isValid());
    QCOMPARE(lessons[1].name, "b");
    QVERIFY(lessons[1].parsed.isValid());
    QCOMPARE(lessons[2].parsed.mistakes[0].sentence, "is no file");
    QVERIFY(readLessons("/nowhere/at/all").empty());
    QCOMPARE(readLesson("/nowhere/at/all.md").parsed.mistakes[0].where.line, 0);
}

QTEST_GUILESS_MAIN(TestLessonParser)

#include "tst_lessonparser.moc"
