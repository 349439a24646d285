// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence is its English, and keeps apart what was put into it.
#include "core/base/sentence.h"

#include <QTest>

using namespace reusescope;

class TestSentence : public QObject
{
    Q_OBJECT

private slots:
    void english_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char *name, const Sentence &sentence, const char *wanted) {
            QTest::newRow(name) << QString::fromStdString(sentence.text()) << QString(wanted);
        };
        const std::string word = "word";
        row("no part", Sentence("as it is"), "as it is");
        row("parts", Sentence("{} and {}", word, std::string_view("view")), "word and view");
        row("numbers", Sentence("{} to {}", -1, std::uint64_t{18446744073709551615u}),
            "-1 to 18446744073709551615");
        row("literal", Sentence("a {}", "literal"), "a literal");
        row("nested", Sentence("it fails: {}", Sentence("{} is wrong", word)),
            "it fails: word is wrong");
        row("a place within a part", Sentence("{}, {}", "{}", 2), "{}, 2");
        row("more parts than places", Sentence("one {}", 1, 2), "one 1");
        row("fewer parts than places", Sentence("{} {}", 1), "1 {}");
        row("verbatim", Sentence::verbatim("{} is a text"), "{} is a text");
    }
    void english()
    {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(text, wanted);
    }

    void partsAreKept()
    {
        const Sentence sentence("{} of {}", 3, Sentence("the rest"));
        QVERIFY(sentence.isPattern());
        QCOMPARE(sentence.pattern(), std::string("{} of {}"));
        QCOMPARE(sentence.parts().size(), std::size_t{2});
        QVERIFY(!sentence.parts()[0].isPattern());
        QCOMPARE(sentence.parts()[0].pattern(), std::string("3"));
        QVERIFY(sentence.parts()[1].isPattern());
    }

    void inputErrorSaysIt()
    {
        const Error error = inputError("not {}", 7);
        QCOMPARE(error.kind, ErrorKind::Input);
        QCOMPARE(error.detail, std::string("not 7"));
        QVERIFY(error.sentence);
        QCOMPARE(error.sentence->text(), error.detail);
    }
};

QTEST_APPLESS_MAIN(TestSentence)
#include "tst_sentence.moc"
