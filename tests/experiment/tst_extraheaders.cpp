// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a header is a token, a colon and a value; blanks around the value are not part of it
// - nothing in it can end its line or start another field
// - a field that frames the message or steers the connection is refused, in any case of its name
// - numbers and sizes are limited, and the limit is named
#include "core/experiment/extraheaders.h"

#include <QTest>

using namespace reusescope;

class TestExtraHeaders : public QObject
{
    Q_OBJECT
private slots:
    void usable_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addRow("usual") << QByteArray("Accept: text/html") << QByteArray("Accept")
                               << QByteArray("text/html");
        QTest::addRow("no blank") << QByteArray("a:b") << QByteArray("a") << QByteArray("b");
        QTest::addRow("blanks around")
            << QByteArray("a: \t b c\t ") << QByteArray("a") << QByteArray("b c");
        QTest::addRow("empty value")
            << QByteArray("x-empty:") << QByteArray("x-empty") << QByteArray("");
        QTest::addRow("colon in the value")
            << QByteArray("Referer: http://a/") << QByteArray("Referer") << QByteArray("http://a/");
        QTest::addRow("tab inside")
            << QByteArray("a: b\tc") << QByteArray("a") << QByteArray("b\tc");
        QTest::addRow("bytes above ASCII")
            << QByteArray("a: \xc3\xa4") << QByteArray("a") << QByteArray("\xc3\xa4");
        QTest::addRow("like a framing field") << QByteArray("x-content-length: 1")
                                              << QByteArray("x-content-length") << QByteArray("1");
    }
    void usable()
    {
        QFETCH(QByteArray, text);
        const auto header = parseHeader({text.constData(), static_cast<std::size_t>(text.size())});
        QVERIFY2(header, header ? "" : header.error().detail.c_str());
        QTEST(QByteArray::fromStdString(header->first), "name");
        QTEST(QByteArray::fromStdString(header->second), "value");
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const QString token = "its name is not made of letters, digits and !#$%&'*+-.^_`|~ alone";
        const QString control = "its value holds a control character";
        const auto row = [](const char *what, QByteArray text, const QString &why,
                            const char *shown) {
            QTest::addRow("%s", what)
                << text << QString("the header \"%1\" cannot be sent: %2").arg(shown, why);
        };
        row("empty", "", "there is no colon between a name and a value", "");
        row("no colon", "Accept", "there is no colon between a name and a value", "Accept");
        row("no name", ": x", token, "");
        row("blank before the colon", "a : x", token, "a ");
        row("folded", " a: x", token, " a");
        row("pseudo header", ":path: /", token, "");
        row("line break in the name", "a\r\nb: c", token, "a??b");
        row("CR LF in the value", "a: b\r\nc: d", control, "a");
        row("LF alone", "a: b\nc: d", control, "a");
        row("CR alone", "a: b\rc: d", control, "a");
        row("NUL", QByteArray("a: b\0c", 6), control, "a");
        row("DEL", "a: \x7f", control, "a");
        const QString framing = "where a message ends is the program's to say";
        row("length", "Content-Length: 5", framing, "Content-Length");
        row("coding", "TRANSFER-ENCODING: chunked", framing, "TRANSFER-ENCODING");
        row("trailer", "trailer: x", framing, "trailer");
        row("te", "TE: trailers", framing, "TE");
        const QString connection = "what becomes of the connection is what is measured";
        row("connection", "connection: close", connection, "connection");
        row("keep-alive", "Keep-Alive: timeout=5", connection, "Keep-Alive");
        row("proxy-connection", "Proxy-Connection: close", connection, "Proxy-Connection");
        const QString answer = "the answer to it would not be understood";
        row("upgrade", "Upgrade: h2c", answer, "Upgrade");
        row("http2-settings", "HTTP2-Settings: AA", answer, "HTTP2-Settings");
        row("expect", "Expect: 100-continue", answer, "Expect");
        row("host", "Host: a", "the URL says it", "Host");
        row("tag", "X-Reusescope-Tag: 1", "it tells one request from another", "X-Reusescope-Tag");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        const auto header = parseHeader({text.constData(), static_cast<std::size_t>(text.size())});
        QVERIFY(!header);
        QCOMPARE(header.error().kind, ErrorKind::Input);
        QTEST(QString::fromStdString(header.error().detail), "sentence");
    }

    void limits()
    {
        std::vector<ExtraHeader> headers(kMaxExtraHeaders, {"a", "b"});
        QVERIFY(checkHeaders(headers));
        headers.emplace_back("a", "b");
        const auto tooMany = checkHeaders(headers);
        QVERIFY(!tooMany);
        QCOMPARE(QString::fromStdString(tooMany.error().detail),
                 QString("at most 64 headers can be added to a request, not 65"));

        headers = {{"a", std::string(kMaxExtraHeaderBytes - 1, 'x')}};
        QVERIFY(checkHeaders(headers));
        headers.front().second += 'x';
        const auto tooLong = checkHeaders(headers);
        QVERIFY(!tooLong);
        QCOMPARE(
            QString::fromStdString(tooLong.error().detail),
            QString("the headers added to a request have at most 16384 bytes in all, not 16385"));
    }

    void aListIsCheckedLikeATypedHeader()
    {
        QVERIFY(!checkHeaders({{"a", "b"}, {"Host", "c"}}));
        QVERIFY(!checkHeaders({{"a", "b\r\n"}}));
        QVERIFY(!checkHeaders({{"a", " b"}}));
    }
};

QTEST_GUILESS_MAIN(TestExtraHeaders)
#include "tst_extraheaders.moc"
