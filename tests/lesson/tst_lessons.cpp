// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here, on every lesson file that the program ships:
// - it is read without a mistake, and its script runs to its end in each model the lesson names;
// - an order that it gives as right is the order of the callbacks in that model;
// - the claims of the choice marked as right all hold, and of each wrong choice at least one does
//   not; what the reveal claims holds;
// - every answer says why, and the reveal has claims;
// - its scenario exists and loads; its script can be read in one look;
// - the nine that were promised are there, in their order.

#include "core/experiment/scenario.h"
#include "core/lesson/lessonfiles.h"
#include "core/script/scriptrun.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace reusescope;
using namespace reusescope::lesson;

namespace {

constexpr int kLinesInOneLook = 20;

const std::filesystem::path kResources = REUSESCOPE_SOURCE_DIR "/resources";

const std::vector<LessonFile> &shipped()
{
    static const std::vector<LessonFile> lessons = readLessons(kResources / "lessons");
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
};

void TestLessons::theNineAreThere()
{
    QStringList names;
    for (const LessonFile &file : shipped())
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
        QTest::addRow("%s", shipped()[i].name.c_str()) << static_cast<int>(i);
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

QTEST_GUILESS_MAIN(TestLessons)

#include "tst_lessons.moc"
