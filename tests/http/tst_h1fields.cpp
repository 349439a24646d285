// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - a Keep-Alive hint is the first usable `timeout=N` of the list, in any case, "2s" meaning 2 s;
// anything else is none;
//   huge values saturate;
// - numbers are digits only, whole, and do not overflow;
// - list elements compare whole and in any case;
// - what is written as a field cannot end its line.
#include "core/http/h1fields.h"

#include <QtTest>

using namespace reusescope;

namespace {

constexpr int kNone = -1;

} // namespace

class H1FieldsTest : public QObject
{
    Q_OBJECT

private slots:
    void keepAliveHint_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<qint64>("milliseconds");
        const auto row = [](const char *name, const char *value, qint64 milliseconds) {
            QTest::newRow(name) << QByteArray(value) << milliseconds;
        };
        row("plain", "timeout=5", 5000);
        row("zero", "timeout=0", 0);
        row("unit s", "timeout=2s", 2000);
        row("unit S", "timeout=2S", 2000);
        row("upper case", "TIMEOUT=5", 5000);
        row("behind max", "max=100, timeout=5", 5000);
        row("before max", "timeout=5, max=100", 5000);
        row("without spaces", "max=1,timeout=5,x=y", 5000);
        row("empty elements", ",, timeout=5,", 5000);
        row("semicolon behind", "timeout=5; max=3", 5000);
        row("space behind", "timeout=5 max=3", 5000);
        row("unit, then semicolon", "timeout=5s;", 5000);
        row("tab around", "\ttimeout=5\t", 5000);
        row("first usable of two", "timeout=x, timeout=7, timeout=9", 7000);
        row("largest", "timeout=2147483647", 2147483647000);
        row("one more saturates", "timeout=2147483648", 2147483647000);
        row("more than 64 bits saturates", "timeout=99999999999999999999999", 2147483647000);
        row("leading zeros", "timeout=0005", 5000);

        row("empty", "", kNone);
        row("no name", "2", kNone);
        row("a word with a unit", "asdasd=1s", kNone);
        row("a name that ends like it", "xtimeout=5", kNone);
        row("no value", "timeout=", kNone);
        row("no equals sign", "timeout 5", kNone);
        row("only a unit", "timeout=s", kNone);
        row("sign", "timeout=+5", kNone);
        row("negative", "timeout=-5", kNone);
        row("fraction", "timeout=2.5", kNone);
        row("milliseconds", "timeout=2ms", kNone);
        row("unit and more", "timeout=2sx", kNone);
        row("letters behind", "timeout=5x", kNone);
        row("quoted", "timeout=\"5\"", kNone);
        row("spaces around the equals sign", "timeout = 5", kNone);
        row("behind a semicolon", "max=3; timeout=5", kNone);
    }
    void keepAliveHint()
    {
        QFETCH(QByteArray, value);
        QFETCH(qint64, milliseconds);
        const auto hint = keepAliveTimeout(value.toStdString());
        QCOMPARE(hint ? qint64(hint->count()) : kNone, milliseconds);
    }

    void saturatedHintFitsNanoseconds()
    {
        const Nanoseconds longest = keepAliveTimeout("timeout=9999999999").value();
        QVERIFY(longest > Nanoseconds::zero());
        QCOMPARE(std::chrono::duration_cast<std::chrono::seconds>(longest).count(),
                 kMaxKeepAliveHintSeconds);
    }

    void decimals()
    {
        QCOMPARE(decimal("0").value(), 0u);
        QCOMPARE(decimal("18446744073709551615").value(), UINT64_MAX);
        QCOMPARE(decimal32("4294967295").value(), UINT32_MAX);
        for (const char *text : {"", " 1", "1 ", "+1", "-1", "0x1", "1,1", "18446744073709551616"})
            QVERIFY2(!decimal(text), text);
        QVERIFY(!decimal32("4294967296"));
    }

    void lists()
    {
        QCOMPARE(countInList("keep-alive, Close", "close"), 1);
        QCOMPARE(countInList(",close ,,CLOSE\t", "close"), 2);
        QCOMPARE(countInList("closed, enclose, close-d", "close"), 0);
        QCOMPARE(countInList("", "close"), 0);
        QVERIFY(lastListElement("gzip, chunked , ,") == "chunked");
        QVERIFY(lastListElement(" , ").empty());
    }

    void fieldsCannotEndTheirLine()
    {
        std::string out;
        appendField(out, "x", std::string_view(" a\r\nb: c\0d\x7f\te ", 14));
        QCOMPARE(out, std::string("x: ab: cd\te\r\n"));

        out.clear();
        for (const char *name : {"", "a b", "a:", "a\r\nb", "a\xc3"})
            appendField(out, name, "c");
        QCOMPARE(out, std::string());

        appendField(out, "n", std::uint64_t{UINT64_MAX});
        QCOMPARE(out, std::string("n: 18446744073709551615\r\n"));
    }
};

QTEST_APPLESS_MAIN(H1FieldsTest)
#include "tst_h1fields.moc"
