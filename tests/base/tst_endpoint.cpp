// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - numeric IPv4 and IPv6 addresses parse and print; nothing else parses;
// - loopback is 127/8, ::1 and 127/8 mapped into IPv6, and nothing else;
// - an endpoint made from a system address copies it, and never more than fits.

#include "core/base/endpoint.h"

#include <QTest>

#include <array>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>
#include <string>

using namespace reusescope;

class TestEndpoint : public QObject
{
    Q_OBJECT

private slots:
    void parsed_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("family");
        QTest::addColumn<bool>("loopback");
        const auto row = [](QByteArray address, int port, QByteArray text, int family,
                            bool loopback) {
            QTest::addRow("%s", address.constData())
                << address << port << text << family << loopback;
        };
        row("127.0.0.1", 80, "127.0.0.1:80", AF_INET, true);
        row("127.255.255.254", 1, "127.255.255.254:1", AF_INET, true);
        row("0.0.0.0", 0, "0.0.0.0:0", AF_INET, false);
        row("128.0.0.1", 65535, "128.0.0.1:65535", AF_INET, false);
        row("192.0.2.1", 443, "192.0.2.1:443", AF_INET, false);
        row("::1", 8080, "[::1]:8080", AF_INET6, true);
        row("::", 80, "[::]:80", AF_INET6, false);
        row("2001:db8::7f00:1", 80, "[2001:db8::7f00:1]:80", AF_INET6, false);
        row("::ffff:127.0.0.1", 80, "[::ffff:127.0.0.1]:80", AF_INET6, true);
        row("::ffff:192.0.2.1", 80, "[::ffff:192.0.2.1]:80", AF_INET6, false);
    }

    void parsed()
    {
        QFETCH(QByteArray, address);
        QFETCH(int, port);
        QFETCH(QByteArray, text);
        QFETCH(int, family);
        QFETCH(bool, loopback);
        const auto endpoint =
            Endpoint::parse(address.toStdString(), static_cast<std::uint16_t>(port));
        QVERIFY(endpoint);
        QCOMPARE(QByteArray::fromStdString(endpoint->text()), text);
        QCOMPARE(static_cast<int>(endpoint->port()), port);
        QCOMPARE(endpoint->family(), family);
        QCOMPARE(endpoint->isLoopback(), loopback);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("address");
        for (const char *address : {"", "localhost", "127.0.0", "127.0.0.256", "127.0.0.1 ",
                                    "127.0.0.1:80", "[::1]", ":::1", "1", "0x7f000001"})
            QTest::addRow("\"%s\"", address) << QByteArray(address);
        QTest::addRow("very long") << QByteArray(100000, ':');
    }

    void refused()
    {
        QFETCH(QByteArray, address);
        const auto endpoint = Endpoint::parse(address.toStdString(), 80);
        QVERIFY(!endpoint);
        QVERIFY(endpoint.error().kind == ErrorKind::Input);
    }

    void loopback() { QCOMPARE(Endpoint::loopback(8081).text(), std::string("127.0.0.1:8081")); }

    void copiesWhatTheSystemReturned()
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(99);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const Endpoint endpoint(reinterpret_cast<const sockaddr *>(&address), sizeof address);
        address = {};
        QCOMPARE(endpoint.text(), std::string("127.0.0.1:99"));
        QCOMPARE(endpoint.length(), socklen_t{sizeof address});
    }

    void neverCopiesMoreThanFits()
    {
        std::array<char, sizeof(sockaddr_storage) + 64> large{};
        const sa_family_t family = AF_INET;
        std::memcpy(large.data() + offsetof(sockaddr, sa_family), &family, sizeof family);
        const Endpoint endpoint(reinterpret_cast<const sockaddr *>(large.data()),
                                static_cast<socklen_t>(large.size()));
        QCOMPARE(endpoint.length(), socklen_t{sizeof(sockaddr_storage)});
    }

    void emptyEndpointIsNothing()
    {
        const Endpoint endpoint;
        QCOMPARE(endpoint.length(), socklen_t{0});
        QVERIFY(!endpoint.isLoopback());
    }
};

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
