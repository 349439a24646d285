// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - an expression is [SCHEDULER:]FIGURE(>|>=|<|<=)VALUE; anything else is refused with a sentence
// that quotes it
// - durations need a unit and are compared in nanoseconds; counts are whole numbers
// - without a scheduler a condition holds when it does for any variant
// - a latency of a variant without any answer counts as held; a count of it does not
#include "app/options/failcondition.h"

#include <QTest>

using namespace reusescope;

class TestFailCondition : public QObject
{
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void holds_data();
    void holds();
    void aTitleNamesOneOfTwoProtocols();
    void unansweredLatencyIsHeld();
};

namespace {

RequestRecord answeredIn(Nanoseconds latency, Outcome outcome = Outcome::OkReused)
{
    RequestRecord record;
    record.outcome = outcome;
    record.status = 200;
    record.reused = true;
    record.points.assigned = CompactDuration(Nanoseconds(0));
    record.points.sent = CompactDuration(Nanoseconds(0));
    record.points.firstByte = CompactDuration(latency);
    record.points.done = CompactDuration(latency);
    return record;
}

/// "none": three requests in 1 ms each; "after-idle:5": one in 2 ms, one in 3 ms, one failed.
RunResult twoVariants()
{
    RunResult result;
    result.variants.resize(2);
    result.variants[0].scheduler = "none";
    for (int i = 0; i < 3; ++i)
        result.variants[0].summary.add(answeredIn(Milliseconds(1)));
    result.variants[1].scheduler = "after-idle:5";
    result.variants[1].summary.add(answeredIn(Milliseconds(2)));
    result.variants[1].summary.add(answeredIn(Milliseconds(3)));
    RequestRecord failed;
    failed.outcome = Outcome::FailedConnect;
    failed.points.done = CompactDuration(Milliseconds(9));
    result.variants[1].summary.add(failed);
    return result;
}

} // namespace

void TestFailCondition::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("scheduler");
    QTest::addColumn<int>("figure");
    QTest::addColumn<int>("relation");
    QTest::addColumn<qint64>("value");

    using Figure = FailCondition::Figure;
    using Relation = FailCondition::Relation;
    const auto row = [](const char *text, const char *scheduler, Figure figure, Relation relation,
                        qint64 value) {
        QTest::addRow("%s", text) << text << scheduler << static_cast<int>(figure)
                                  << static_cast<int>(relation) << value;
    };
    row("p99>5ms", "", Figure::P99, Relation::Above, 5'000'000);
    row("p50>200us", "", Figure::P50, Relation::Above, 200'000);
    row("p99.9>=1.5ms", "", Figure::P999, Relation::AtLeast, 1'500'000);
    row("max<2s", "", Figure::Max, Relation::Below, 2'000'000'000);
    row("min<=800ns", "", Figure::Min, Relation::AtMost, 800);
    row("stalls>0", "", Figure::Stalls, Relation::Above, 0);
    row("timer-0:failed>=3", "timer-0", Figure::Failed, Relation::AtLeast, 3);
    row("after-idle:50:mean>1ms", "after-idle:50", Figure::Mean, Relation::Above, 1'000'000);
}

void TestFailCondition::parses()
{
    QFETCH(QString, text);
    QFETCH(QString, scheduler);
    QFETCH(int, figure);
    QFETCH(int, relation);
    QFETCH(qint64, value);

    const auto condition = FailCondition::parse(text.toStdString());
    QVERIFY2(condition.hasValue(), condition ? "" : condition.error().detail.c_str());
    QCOMPARE(QString::fromStdString(condition->text), text);
    QCOMPARE(QString::fromStdString(condition->scheduler), scheduler);
    QCOMPARE(static_cast<int>(condition->figure), figure);
    QCOMPARE(static_cast<int>(condition->relation), relation);
    QCOMPARE(static_cast<qint64>(condition->value), value);
}

void TestFailCondition::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"",         "p99",        "p99=5ms",   "p98>5ms",    ">5ms",
          ":p99>5ms", "p99>",       "p99>5",     "p99>5 ms",   "p99>-5ms",
          "p99>5m",   "p99>nanms",  "p99>infs",  "p99>1e3ms",  "p99>3601s",
          "p99>>5ms", "stalls>1.5", "stalls>-1", "stalls>0ms", "failed>99999999999999999999"})
        QTest::addRow("%s", *text ? text : "empty") << text;
}

void TestFailCondition::refuses()
{
    QFETCH(QString, text);
    const auto condition = FailCondition::parse(text.toStdString());
    QVERIFY(!condition);
    QVERIFY(condition.error().kind == ErrorKind::Input);
    const QString sentence = QString::fromStdString(condition.error().detail);
    QVERIFY2(sentence.contains('"' + text + '"'), qPrintable(sentence));
}

void TestFailCondition::holds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("held");
    QTest::addRow("any variant") << "max>2500us" << 1;
    QTest::addRow("both variants") << "min>500us" << 2;
    QTest::addRow("no variant") << "max>4ms" << 0;
    QTest::addRow("named variant holds") << "after-idle:5:p50>1500us" << 1;
    QTest::addRow("named variant does not") << "none:p50>1500us" << 0;
    QTest::addRow("another variant than named") << "none:failed>0" << 0;
    QTest::addRow("failed") << "failed>0" << 1;
    QTest::addRow("failed at most") << "failed<=0" << 1;
    QTest::addRow("above is not at least") << "max>1ms" << 1;
    QTest::addRow("at least includes") << "max>=1ms" << 2;
    QTest::addRow("below") << "max<2ms" << 1;
    QTest::addRow("no stalls") << "stalls>0" << 0;
}

void TestFailCondition::holds()
{
    QFETCH(QString, text);
    QFETCH(int, held);
    const auto condition = FailCondition::parse(text.toStdString());
    QVERIFY(condition.hasValue());
    const auto sentences = heldConditions({*condition}, twoVariants());
    QCOMPARE(static_cast<int>(sentences.size()), held);
    for (const std::string &sentence : sentences)
        QVERIFY(QString::fromStdString(sentence).contains(text));
}

void TestFailCondition::aTitleNamesOneOfTwoProtocols()
{
    RunResult result = twoVariants();
    result.variants[1].scheduler = "none";
    result.variants[1].protocol = Protocol::H2;
    const auto title = FailCondition::parse("h2/none:max>1ns");
    const auto scheduler = FailCondition::parse("none:max>1ns");
    QVERIFY(title && scheduler);
    const auto sentences = heldConditions({*title}, result);
    QCOMPARE(sentences.size(), std::size_t{1});
    QCOMPARE(sentences[0], std::string("--fail-if h2/none:max>1ns holds for h2/none: 3.000 ms"));
    QCOMPARE(heldConditions({*scheduler}, result).size(), std::size_t{2});
}

void TestFailCondition::unansweredLatencyIsHeld()
{
    RunResult result;
    result.variants.resize(1);
    result.variants[0].scheduler = "none";
    const auto latency = FailCondition::parse("p50>1s");
    const auto count = FailCondition::parse("failed>0");
    QVERIFY(latency && count);
    QCOMPARE(static_cast<int>(heldConditions({*latency}, result).size()), 1);
    QCOMPARE(static_cast<int>(heldConditions({*count}, result).size()), 0);
}

QTEST_APPLESS_MAIN(TestFailCondition)
#include "tst_failcondition.moc"
