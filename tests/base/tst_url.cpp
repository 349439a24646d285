// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - an http URL is split into scheme, host, port and target; case, defaults and fragments as RFC
// 3986 and
//   RFC 9110 say; text() gives a URL that parses to the same;
// - the Host header has brackets around IPv6 and no default port;
// - everything else is refused with ErrorKind::Input and a sentence that quotes at most 200 bytes
// of it.

#include "core/base/url.h"

#include <QTest>

#include <string>

using namespace reusescope;

class TestUrl : public QObject
{
    Q_OBJECT

private slots:
    void accepted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("hostHeader");
        const auto row = [](const char *name, QByteArray text, QByteArray host, int port,
                            QByteArray target, QByteArray hostHeader) {
            QTest::addRow("%s", name) << text << host << port << target << hostHeader;
        };
        row("host only", "http://example.test", "example.test", 80, "/", "example.test");
        row("root", "http://example.test/", "example.test", 80, "/", "example.test");
        row("path and query", "http://example.test/a/b?c=d", "example.test", 80, "/a/b?c=d",
            "example.test");
        row("query without path", "http://example.test?c", "example.test", 80, "/?c",
            "example.test");
        row("fragment", "http://example.test/a#b?c", "example.test", 80, "/a", "example.test");
        row("fragment only", "http://example.test#a/b", "example.test", 80, "/", "example.test");
        row("port", "http://example.test:8080/", "example.test", 8080, "/", "example.test:8080");
        row("default port", "http://example.test:80/", "example.test", 80, "/", "example.test");
        row("empty port", "http://example.test:/x", "example.test", 80, "/x", "example.test");
        row("last port", "http://example.test:65535", "example.test", 65535, "/",
            "example.test:65535");
        row("leading zeros in port", "http://example.test:00081", "example.test", 81, "/",
            "example.test:81");
        row("upper case", "HTTP://Example.TEST/Path", "example.test", 80, "/Path", "example.test");
        row("https", "https://example.test/a", "example.test", 443, "/a", "example.test");
        row("https with port 80", "https://example.test:80/", "example.test", 80, "/",
            "example.test:80");
        row("http with port 443", "http://example.test:443/", "example.test", 443, "/",
            "example.test:443");
        row("IPv4", "http://127.0.0.1:3000/x", "127.0.0.1", 3000, "/x", "127.0.0.1:3000");
        row("IPv6", "http://[::1]/x", "::1", 80, "/x", "[::1]");
        row("IPv6 with port", "http://[2001:DB8::1]:81", "2001:db8::1", 81, "/",
            "[2001:db8::1]:81");
        row("at sign in path", "http://example.test/@me", "example.test", 80, "/@me",
            "example.test");
        row("colon in path", "http://example.test/a:b", "example.test", 80, "/a:b", "example.test");
    }

    void accepted()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, host);
        QFETCH(int, port);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, hostHeader);
        const Result<Url> url = Url::parse(text.toStdString());
        QVERIFY2(url, url ? "" : url.error().detail.c_str());
        QCOMPARE(url->isSecure(), text.toLower().startsWith("https:"));
        QCOMPARE(QByteArray::fromStdString(url->host), host);
        QCOMPARE(static_cast<int>(url->port), port);
        QCOMPARE(QByteArray::fromStdString(url->target), target);
        QCOMPARE(QByteArray::fromStdString(url->hostHeader()), hostHeader);
        const Result<Url> again = Url::parse(url->text());
        QVERIFY(again);
        QCOMPARE(again->text(), url->text());
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("why"); // a part of the sentence
        QTest::addRow("empty") << QByteArray() << QByteArray("does not start with http://");
        QTest::addRow("no scheme") << QByteArray("example.test/") << QByteArray("http://");
        QTest::addRow("other scheme") << QByteArray("ftp://a/") << QByteArray("not ftp://");
        QTest::addRow("ftp") << QByteArray("ftp://a/") << QByteArray("not ftp://");
        QTest::addRow("no host") << QByteArray("http://") << QByteArray("names no host");
        QTest::addRow("no host but path") << QByteArray("http:///a") << QByteArray("names no host");
        QTest::addRow("no host but port")
            << QByteArray("http://:80/") << QByteArray("names no host");
        QTest::addRow("user") << QByteArray("http://me@a/") << QByteArray("user names");
        QTest::addRow("user and password")
            << QByteArray("http://me:secret@a/") << QByteArray("user names");
        QTest::addRow("port zero") << QByteArray("http://a:0/") << QByteArray("port");
        QTest::addRow("port too large") << QByteArray("http://a:65536/") << QByteArray("port");
        QTest::addRow("port overflows")
            << QByteArray("http://a:99999999999999999999/") << QByteArray("port");
        QTest::addRow("port is no number") << QByteArray("http://a:8x/") << QByteArray("port");
        QTest::addRow("port with sign") << QByteArray("http://a:+80/") << QByteArray("port");
        QTest::addRow("negative port") << QByteArray("http://a:-1/") << QByteArray("port");
        QTest::addRow("IPv6 without brackets") << QByteArray("http://::1/") << QByteArray("host");
        QTest::addRow("unclosed bracket") << QByteArray("http://[::1/") << QByteArray("bracket");
        QTest::addRow("empty brackets") << QByteArray("http://[]/") << QByteArray("IPv6");
        QTest::addRow("name in brackets") << QByteArray("http://[host]/") << QByteArray("IPv6");
        QTest::addRow("text after bracket")
            << QByteArray("http://[::1]x/") << QByteArray("between");
        QTest::addRow("space") << QByteArray("http://a/b c") << QByteArray("space");
        QTest::addRow("line break")
            << QByteArray("http://a/\r\nX: y") << QByteArray("control character");
        QTest::addRow("zero byte")
            << QByteArray("http://a/\0b", 11) << QByteArray("control character");
        QTest::addRow("delete character")
            << QByteArray("http://a/\x7f") << QByteArray("control character");
        QTest::addRow("percent in host") << QByteArray("http://a%20b/") << QByteArray("host name");
        QTest::addRow("bytes above ASCII in host")
            << QByteArray("http://\xc3\xa4/") << QByteArray("not ASCII");
        QTest::addRow("bytes above ASCII in path")
            << QByteArray("http://a/\xc3\xa4") << QByteArray("not ASCII");
        QTest::addRow("backslash in host") << QByteArray("http://a\\b/") << QByteArray("host name");
        QTest::addRow("too long") << QByteArray("http://a/" + QByteArray(9000, 'x'))
                                  << QByteArray("longer than");
    }

    void resolves_data()
    {
        // RFC 3986 section 5.4, but for schemes that this program does not speak and for fragments,
        // which are dropped.
        QTest::addColumn<QByteArray>("reference");
        QTest::addColumn<QByteArray>("means");
        const auto row = [](const char *reference, const char *means) {
            QTest::newRow(*reference ? reference : "(empty)")
                << QByteArray(reference) << QByteArray(means);
        };
        row("g", "http://a/b/c/g");
        row("./g", "http://a/b/c/g");
        row("g/", "http://a/b/c/g/");
        row("/g", "http://a/g");
        row("//g", "http://g/");
        row("?y", "http://a/b/c/d;p?y");
        row("g?y", "http://a/b/c/g?y");
        row("#s", "http://a/b/c/d;p?q");
        row("g#s", "http://a/b/c/g");
        row("", "http://a/b/c/d;p?q");
        row(".", "http://a/b/c/");
        row("./", "http://a/b/c/");
        row("..", "http://a/b/");
        row("../g", "http://a/b/g");
        row("../..", "http://a/");
        row("../../g", "http://a/g");
        row("../../../g", "http://a/g");
        row("/../g", "http://a/g");
        row("g.", "http://a/b/c/g.");
        row("..g", "http://a/b/c/..g");
        row("./g/.", "http://a/b/c/g/");
        row("g/../h", "http://a/b/c/h");
        row("g?y/../x", "http://a/b/c/g?y/../x");
        row("https://[::1]:8443/x", "https://[::1]:8443/x");
    }
    void resolves()
    {
        QFETCH(QByteArray, reference);
        QFETCH(QByteArray, means);
        const Url base = Url::parse("http://a/b/c/d;p?q").value();
        const auto url = base.resolve(reference.toStdString());
        QVERIFY2(url, url ? "" : url.error().detail.c_str());
        QCOMPARE(QByteArray::fromStdString(url->text()), means);
        QVERIFY(!base.resolve("ftp://a/"));
        QVERIFY(!base.resolve("mailto:me"));
        QVERIFY(!base.resolve("/a b"));
    }

    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, why);
        const Result<Url> url = Url::parse(text.toStdString());
        QVERIFY(!url);
        QVERIFY(url.error().kind == ErrorKind::Input);
        const QByteArray detail = QByteArray::fromStdString(url.error().detail);
        QVERIFY2(detail.contains(why), detail.constData());
        QVERIFY(detail.size() < 320);
    }
};

QTEST_GUILESS_MAIN(TestUrl)
#include "tst_url.moc"
