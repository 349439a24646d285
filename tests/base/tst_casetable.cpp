// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the case book (tests/cases.md):
// - has each id from C01 to C80 once, and in order;
// - names tests that are there, and that name the case themselves where they are made for cases;
// - names scenarios that are there;
// - says of each case how it stands.
#include <QFile>
#include <QTest>

class TestCaseTable : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QFile file(QStringLiteral(REUSESCOPE_SOURCE_DIR "/tests/cases.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QString &line : QString::fromUtf8(file.readAll()).split('\n')) {
            if (!line.startsWith(QLatin1String("| C")))
                continue;
            QStringList cells;
            for (const QString &cell : line.split('|').mid(1, 5))
                cells << cell.trimmed();
            m_rows << cells;
        }
    }

    void everyCaseOnce()
    {
        QStringList ids, expected;
        for (const QStringList &row : m_rows)
            ids << row[0];
        for (int i = 1; i <= 80; ++i)
            expected << QStringLiteral("C%1").arg(i, 2, 10, QLatin1Char('0'));
        // Kinds follow each other, and so do their ids.
        QCOMPARE(ids, expected);
    }

    void testsAndScenariosExist()
    {
        for (const QStringList &row : m_rows) {
            QVERIFY2(!row[4].isEmpty(), qPrintable(row[0] + " does not say how it stands"));
            const QStringList tests = quoted(row[2]);
            QVERIFY2(!tests.isEmpty() || !row[4].startsWith(QLatin1String("full"))
                         || row[0] == QLatin1String("C45"),
                     qPrintable(row[0] + " is full without a test"));
            for (const QString &test : tests) {
                QFile source(QStringLiteral(REUSESCOPE_SOURCE_DIR "/tests/%1.cpp").arg(test));
                QVERIFY2(source.open(QIODevice::ReadOnly), qPrintable(row[0] + ": no " + test));
                const QByteArray text = source.readAll();
                if (isCaseTest(test))
                    QVERIFY2(text.contains(row[0].toUtf8()),
                             qPrintable(test + " does not name " + row[0]));
            }
            for (const QString &scenario : quoted(row[3]))
                QVERIFY2(QFile::exists(
                             QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/scenarios/%1.json")
                                 .arg(scenario)),
                         qPrintable(row[0] + ": no scenario " + scenario));
        }
    }

private:
    /// What stands between back quotes.
    static QStringList quoted(const QString &cell)
    {
        const QStringList parts = cell.split('`');
        QStringList out;
        for (qsizetype i = 1; i < parts.size(); i += 2)
            out << parts[i];
        return out;
    }
    static bool isCaseTest(const QString &test)
    {
        return test.startsWith(QLatin1String("cases/"))
            || test == QLatin1String("client/tst_h2client")
            || test == QLatin1String("client/tst_tlsclient");
    }

    QList<QStringList> m_rows;
};

QTEST_GUILESS_MAIN(TestCaseTable)
#include "tst_casetable.moc"
