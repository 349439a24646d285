// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - What is left unmarked is a longest common subsequence: the same on both sides, and as long as
//   the one that the textbook's table finds, on 2,000 random pairs.
// - An end that only one side has is no difference while the other side still grows.
// - Sequences that differ nearly everywhere are marked rightly, in time proportional to length.
// - The first difference is where the words part, however unevenly they come; also where one side
//   ends before the other.
#include "ui/loop/ordercomparison.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace reusescope;

namespace {

using Sequence = std::vector<std::size_t>;

std::size_t longestCommon(const Sequence &left, const Sequence &right)
{
    std::vector<std::vector<std::size_t>> table(left.size() + 1,
                                                std::vector<std::size_t>(right.size() + 1));
    for (std::size_t i = 0; i < left.size(); ++i) {
        for (std::size_t j = 0; j < right.size(); ++j)
            table[i + 1][j + 1] =
                left[i] == right[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
    }
    return table[left.size()][right.size()];
}

Sequence unmarked(const Sequence &all, const std::vector<bool> &marks)
{
    Sequence rest;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!marks[i])
            rest.push_back(all[i]);
    }
    return rest;
}

Sequence sequenceOf(const QString &letters)
{
    Sequence sequence;
    for (const QChar letter : letters)
        sequence.push_back(letter.unicode());
    return sequence;
}

QString marksOf(const std::vector<bool> &marks)
{
    QString text;
    for (const bool mark : marks)
        text += mark ? u'x' : u'.';
    return text;
}

void add(OrderComparison &comparison, int side, const char *words)
{
    const QStringList all = QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : all)
        comparison.add(side, word.toStdString(), 1);
}

QString textOf(const OrderComparison &comparison)
{
    if (!comparison.first())
        return QStringLiteral("none after %1").arg(comparison.agreed());
    const auto &first = *comparison.first();
    const auto word = [&](std::size_t side) {
        return first.words[side] ? QString::fromStdString(first.words[side]->text)
                                 : QStringLiteral("end");
    };
    return QStringLiteral("%1: %2 %3").arg(first.place).arg(word(0), word(1));
}

} // namespace

class TestOrderComparison : public QObject
{
    Q_OBJECT

private slots:
    void marks_data();
    void marks();
    void longestOnRandomPairs();
    void longAndDifferent();
    void firstDifference();
    void givesUp();
};

void TestOrderComparison::marks_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<bool>("leftGrows");
    QTest::addColumn<bool>("rightGrows");
    QTest::addColumn<QString>("leftMarks");
    QTest::addColumn<QString>("rightMarks");
    const auto row = [](const char *name, const char *left, const char *right, bool leftGrows,
                        bool rightGrows, const char *leftMarks, const char *rightMarks) {
        QTest::newRow(name) << QString::fromLatin1(left) << QString::fromLatin1(right) << leftGrows
                            << rightGrows << QString::fromLatin1(leftMarks)
                            << QString::fromLatin1(rightMarks);
    };
    row("both empty", "", "", false, false, "", "");
    row("same", "ABC", "ABC", false, false, "...", "...");
    row("one empty", "AB", "", false, false, "xx", "");
    row("one empty, grows", "AB", "", false, true, "..", "");
    row("middle", "ABCD", "ABXCD", false, false, "....", "..x..");
    row("longer", "ABC", "AB", false, false, "..x", "..");
    row("longer, the other grows", "ABC", "AB", false, true, "...", "..");
    row("longer, itself grows", "ABC", "AB", true, false, "..x", "..");
    row("other ends", "ABC", "ABD", true, true, "..x", "..x");
    row("nothing in common", "AB", "CD", false, false, "xx", "xx");
}

void TestOrderComparison::marks()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    QFETCH(bool, leftGrows);
    QFETCH(bool, rightGrows);
    QFETCH(QString, leftMarks);
    QFETCH(QString, rightMarks);
    const Differences differences =
        differencesOf(sequenceOf(left), sequenceOf(right), leftGrows, rightGrows);
    QCOMPARE(marksOf(differences.left), leftMarks);
    QCOMPARE(marksOf(differences.right), rightMarks);
}

void TestOrderComparison::longestOnRandomPairs()
{
    std::mt19937 random(7);
    for (int round = 0; round < 2'000; ++round) {
        const auto make = [&] {
            Sequence sequence(random() % 40);
            for (std::size_t &element : sequence)
                element = random() % 4;
            return sequence;
        };
        const Sequence left = make();
        const Sequence right = make();
        const Differences differences = differencesOf(left, right, false, false);
        const Sequence common = unmarked(left, differences.left);
        QVERIFY(common == unmarked(right, differences.right));
        QCOMPARE(common.size(), longestCommon(left, right));
    }
}

void TestOrderComparison::longAndDifferent()
{
    // Every third element is common; far more edits than one search makes.
    Sequence left;
    Sequence right;
    for (std::size_t i = 0; i < 10'000; ++i) {
        left.push_back(i % 3 == 0 ? 1 : 2);
        right.push_back(i % 3 == 0 ? 1 : 3);
    }
    const Differences differences = differencesOf(left, right, false, false);
    const Sequence common = unmarked(left, differences.left);
    QVERIFY(common == unmarked(right, differences.right));
    QCOMPARE(common.size(), std::size_t{3'334});
}

void TestOrderComparison::firstDifference()
{
    OrderComparison even;
    add(even, 0, "A B");
    add(even, 1, "A B");
    QCOMPARE(textOf(even), QStringLiteral("none after 2"));
    add(even, 0, "C D E");
    QCOMPARE(textOf(even), QStringLiteral("none after 2"));
    add(even, 1, "C X");
    QCOMPARE(textOf(even), QStringLiteral("4: D X"));
    add(even, 1, "Y");
    QCOMPARE(textOf(even), QStringLiteral("4: D X"));

    OrderComparison rightLeads;
    add(rightLeads, 1, "A B");
    add(rightLeads, 0, "A Z");
    QCOMPARE(textOf(rightLeads), QStringLiteral("2: Z B"));

    OrderComparison shorter;
    add(shorter, 0, "A B");
    add(shorter, 1, "A");
    shorter.end(1);
    QCOMPARE(textOf(shorter), QStringLiteral("2: B end"));

    OrderComparison endsFirst;
    add(endsFirst, 0, "A");
    endsFirst.end(0);
    add(endsFirst, 1, "A");
    QCOMPARE(textOf(endsFirst), QStringLiteral("none after 1"));
    add(endsFirst, 1, "B");
    QCOMPARE(textOf(endsFirst), QStringLiteral("2: end B"));

    OrderComparison same;
    add(same, 0, "A");
    add(same, 1, "A");
    same.end(0);
    same.end(1);
    QCOMPARE(textOf(same), QStringLiteral("none after 1"));
}

void TestOrderComparison::givesUp()
{
    OrderComparison comparison;
    for (std::size_t i = 0; i <= OrderComparison::kMostAhead; ++i)
        comparison.add(0, "A", 1);
    QVERIFY(comparison.hasGivenUp());
    comparison.add(1, "B", 1);
    QVERIFY(!comparison.first());
}

QTEST_GUILESS_MAIN(TestOrderComparison)
#include "tst_ordercomparison.moc"
