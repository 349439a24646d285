// SPDX-License-Identifier: GPL-3.0-or-later

// The loop is libuv's, to a callback:
// - generated programs show the same callbacks, in the same order, the same poll timeouts and the
//   same answers of run on the libuv at hand and on our loop, on every poller;
// - what is generated uses every statement, runs callbacks in every phase, gives poll every reason
//   and ends it in every way, often;
// - in the other model too our loop is the same on every poller and in steps of every size;
// - in both models the golden traces, which were measured on libuv 1.44.2 and 1.52.1;
// - so are the shrunk programs in which it was wrong once;
// - a difference is shrunk to a program that a person sees through.

#include "core/script/parser.h"
#include "core/script/writer.h"
#include "tests/oracle/comparison.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/shrinker.h"

#include <QTest>
#include <uv.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

namespace reusescope::oracle {

using namespace script;

namespace {

/// Another range for a longer run: REUSESCOPE_ORACLE_SEEDS=FROM-TO, both included.
constexpr const char *kSeedsVariable = "REUSESCOPE_ORACLE_SEEDS";
constexpr Seeds kFixedSeeds{0, 9'999};

Seeds seedsUnderTest()
{
    if (!qEnvironmentVariableIsSet(kSeedsVariable))
        return kFixedSeeds;
    const auto seeds = seedsFromText(qgetenv(kSeedsVariable).toStdString());
    if (!seeds)
        qFatal("%s: expected FROM-TO", kSeedsVariable);
    return *seeds;
}

/// The program of the golden traces; I, W and X stand for its idle, its async and what C closes.
constexpr std::string_view kGoldenProgram = R"(
timer A 0
idle I
prepare P
check C
async W
send W
when A fires
    timer B 0
when P fires the 1st time
    prepare P2
when C fires
    log |
when C fires the 1st time
    check C2
    close X
when C fires the 3rd time
    stop loop
idle X
stop X
)";

Program parsed(std::string_view text)
{
    ParsedScript script = parseScript(text);
    if (!script.isValid())
        qFatal("%s", describe(script.mistakes.front(), "script").c_str());
    return std::move(script.program);
}

/// The callbacks and logs of a transcript on a line, ", then " between two runs.
std::string orderOf(const std::string &transcript)
{
    std::istringstream lines(transcript);
    std::string order;
    std::string separator;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("poll "))
            continue;
        if (line.starts_with("run: ")) {
            separator = ", then ";
            continue;
        }
        order += separator + line;
        separator = " ";
    }
    return order;
}

/// Who shows another order of callbacks, and which: our loop on every poller and, where it has the
/// rules of that model, libuv.
std::string wrongOrders(const Program &program, LoopModel model, const std::string &expected)
{
    std::vector<Executor> all = ours({model, true}, Configuration::Plain);
    const auto rules = rulesOfUv();
    if (rules && rules->model == model
        && (model == LoopModel::TimersFirst || rules->collectsDueTimers))
        all.push_back(libuv(Configuration::Plain));
    std::string wrong;
    for (const Executor &one : all) {
        const std::string order = orderOf(*one.execute(program));
        if (order != expected)
            wrong += one.name + ": " + order + '\n';
    }
    return wrong;
}

/// A planted mistake: close callbacks that follow one another in the wrong order.
std::string withClosingReversed(const std::string &transcript)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < transcript.size();) {
        const std::size_t end = transcript.find('\n', begin) + 1;
        lines.push_back(transcript.substr(begin, end - begin));
        begin = end;
    }
    const auto isClose = [](const std::string &line) { return line.starts_with("close "); };
    for (auto first = lines.begin(); first != lines.end();) {
        first = std::find_if(first, lines.end(), isClose);
        const auto last = std::find_if_not(first, lines.end(), isClose);
        std::reverse(first, last);
        first = last;
    }
    std::string text;
    for (const std::string &line : lines)
        text += line;
    return text;
}

} // namespace

class TestOracle : public QObject
{
    Q_OBJECT

private slots:
    void sameOnLibuv_data();
    void sameOnLibuv();
    void sameOnEveryPollerAndInSteps();
    void onceDifferent_data();
    void onceDifferent();
    void coverage();
    void goldenTrace_data();
    void goldenTrace();
    void shrinkerLeavesOnlyWhatFails();
    void seedsFromText_data();
    void seedsFromText();
};

void TestOracle::sameOnLibuv_data()
{
    QTest::addColumn<int>("configuration");
    QTest::addRow("plain") << static_cast<int>(Configuration::Plain);
    QTest::addRow("as Node") << static_cast<int>(Configuration::AsNode);
}

void TestOracle::sameOnLibuv()
{
    QFETCH(const int, configuration);
    const auto configured = static_cast<Configuration>(configuration);
    const auto rules = rulesOfUv();
    if (!rules)
        QSKIP("libuv 1.45 runs timers when nothing is alive; 1.44 and 1.46 do not");
    const Seeds seeds = seedsUnderTest();
    const Comparison result = compare(seeds, libuv(configured), ours(*rules, configured));
    qInfo("libuv %s, %s: %s", uv_version_string(), name(rules->model).data(),
          result.summary().c_str());
    if (result.different > 0)
        std::fputs(result.report.c_str(), stdout); // QtTest would cut it off
    QCOMPARE(result.different, std::uint64_t(0));
    QVERIFY(result.compared > (seeds.last - seeds.first) / 2);
}

/// Also in the model that the libuv at hand does not have.
void TestOracle::sameOnEveryPollerAndInSteps()
{
    std::vector<Executor> all = ours({LoopModel::TimersLast, true}, Configuration::Plain);
    const Executor first = all.front();
    all.erase(all.begin());
    const Comparison result = compare(seedsUnderTest(), first, all);
    qInfo("timers-last: %s", result.summary().c_str());
    if (result.different > 0)
        std::fputs(result.report.c_str(), stdout);
    QCOMPARE(result.different, std::uint64_t(0));
}

/// Shrunk programs in which a loop was wrong before: each shows the same everywhere.
void TestOracle::onceDifferent_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("timersLast"); // order of callbacks
    QTest::addColumn<QString>("timersFirst");
    QTest::addRow("an immediate clears the rest of its batch and schedules another")
        << "setImmediate A\nsetImmediate B\nwhen A fires\n    clear B\n    setImmediate C\n"
           "    log |\n"
        << "A | C"
        << "A | C";
    QTest::addRow("the timers before the loop stop it")
        << "timer A 0\ntimer B 0\nrun\nlog end\nwhen A fires\n    stop loop\n"
        << "A B, then end"
        << "A B, then end";
    QTest::addRow("the timers before the loop stop it and start another")
        << "timer A 0\nrun\nrun\nwhen A fires\n    stop loop\n    timer B 0\n"
        << "A, then B"
        << "A B";
    QTest::addRow("two asyncs sent in another order than they were made")
        << "async A\nasync B\nsend B\nsend A\nwhen A fires\n    close A\nwhen B fires\n"
           "    close B\n"
        << "A B close B close A"
        << "A B close B close A";
    QTest::addRow("an async that is sent and closed leaves the loop awake")
        << "async A\nsend A\nclose A\ntimer T 1\n"
        << "close A T"
        << "close A T";
}

void TestOracle::onceDifferent()
{
    QFETCH(const QString, script);
    QFETCH(const QString, timersLast);
    QFETCH(const QString, timersFirst);
    const Program program = parsed(script.toStdString());
    for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
        const QString order = model == LoopModel::TimersLast ? timersLast : timersFirst;
        const std::string wrong = wrongOrders(program, model, order.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

void TestOracle::coverage()
{
    Coverage coverage;
    for (std::uint64_t seed = 0; seed < 5'000; ++seed)
        executeOnOurs(generateProgram(seed), LoopModel::TimersFirst, PollerKind::Epoll,
                      Configuration::Plain, &coverage);

    constexpr std::uint64_t kOften = 100;
    for (std::size_t i = 0; i < coverage.statements.size(); ++i) {
        const auto verb = static_cast<Verb>(i);
        if (verb == Verb::SetTimeout || verb == Verb::Reuse)
            continue; // libuv has none
        QVERIFY2(coverage.statements[i] >= kOften,
                 ("statement " + std::to_string(i) + ": " + std::to_string(coverage.statements[i]))
                     .c_str());
    }
    for (std::size_t i = 0; i < coverage.callbackPhases.size(); ++i) {
        const auto phase = static_cast<Phase>(i);
        if (phase != Phase::Main)
            QVERIFY2(coverage.callbackPhases[i] >= kOften, name(phase).data());
    }
    for (std::size_t i = 0; i < coverage.reasons.size(); ++i)
        QVERIFY2(coverage.reasons[i] >= kOften, name(static_cast<TimeoutReason>(i)).data());
    for (std::size_t i = 0; i < coverage.wokenBy.size(); ++i)
        QVERIFY2(coverage.wokenBy[i] >= kOften, name(static_cast<WokenBy>(i)).data());
}

void TestOracle::goldenTrace_data()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<QString>("runs");
    QTest::addColumn<QString>("order");
    const auto add = [](const char *row, LoopModel model, const char *runs, const char *order) {
        QTest::addRow("%s", row) << static_cast<int>(model) << runs << order;
    };
    add("1.44.2 default", LoopModel::TimersFirst, "run\n",
        "A B I P W C | close X I P2 P C2 C | I P2 P C2 C |");
    add("1.44.2 once", LoopModel::TimersFirst, "run once\nrun once\n",
        "A B I P W C | close X, then I P2 P C2 C |");
    add("1.44.2 nowait", LoopModel::TimersFirst, "run nowait\nrun nowait\n",
        "A B I P W C | close X, then I P2 P C2 C |");
    add("1.52.1 default", LoopModel::TimersLast, "run\n",
        "A I P W C | close X B I P2 P C2 C | I P2 P C2 C |");
    add("1.52.1 once", LoopModel::TimersLast, "run once\nrun once\n",
        "I P W C | close X A, then I P2 P C2 C | B");
    add("1.52.1 nowait", LoopModel::TimersLast, "run nowait\nrun nowait\n",
        "I P W C | close X A, then I P2 P C2 C | B");
}

void TestOracle::goldenTrace()
{
    QFETCH(const int, model);
    QFETCH(const QString, runs);
    QFETCH(const QString, order);
    const Program program = parsed(std::string(kGoldenProgram) + runs.toStdString());
    const auto loopModel = static_cast<LoopModel>(model);
    const std::string wrong = wrongOrders(program, loopModel, order.toStdString());
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestOracle::shrinkerLeavesOnlyWhatFails()
{
    const auto execute = [](const Program &program) {
        return executeOnOurs(program, LoopModel::TimersFirst, PollerKind::Epoll).transcript;
    };
    const Executor right{"right", execute};
    const Executor wrong{"wrong", [&execute](const Program &program) {
                             return withClosingReversed(execute(program));
                         }};
    const auto fails = [&](const Program &program) {
        return parseScript(writeScript(program)).isValid()
            && right.execute(program) != wrong.execute(program);
    };
    int shrunk = 0;
    for (std::uint64_t seed = 0; shrunk < 20; ++seed) {
        const Program program = generateProgram(seed);
        if (!fails(program))
            continue;
        ++shrunk;
        const Program small = shrink(program, fails);
        QVERIFY(fails(small));
        // Two names, which a script must introduce, and their closes.
        const std::string text = writeScript(small);
        QVERIFY2(small.names.size() == 2, text.c_str());
        QVERIFY2(small.main.size() == 4, text.c_str());
        QVERIFY2(small.reactions.empty() && small.arrivals.empty(), text.c_str());
        QVERIFY(fails(parsed(text)));
    }
    const Comparison result = compare({0, 200}, right, {wrong});
    QVERIFY(result.different > 0);
    QVERIFY(result.report.find("close") != std::string::npos);
}

void TestOracle::seedsFromText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("valid");
    QTest::addRow("one seed") << "7-7" << true;
    QTest::addRow("a range") << "10000-1009999" << true;
    QTest::addRow("empty") << "" << false;
    QTest::addRow("one number") << "7" << false;
    QTest::addRow("no end") << "7-" << false;
    QTest::addRow("backwards") << "7-6" << false;
    QTest::addRow("a word behind") << "1-7x" << false;
}

void TestOracle::seedsFromText()
{
    QFETCH(const QString, text);
    QFETCH(const bool, valid);
    QCOMPARE(oracle::seedsFromText(text.toStdString()).has_value(), valid);
}

} // namespace reusescope::oracle

QTEST_GUILESS_MAIN(reusescope::oracle::TestOracle)
#include "tst_oracle.moc"
