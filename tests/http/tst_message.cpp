// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - a method's name is read back as that method, exactly as written;
// - every method but POST may be sent again.
#include "core/http/message.h"

#include <QtTest>

using namespace reusescope;

class MessageTest : public QObject
{
    Q_OBJECT

private slots:
    void namesAreReadBack()
    {
        for (const Method method : {Method::Get, Method::Head, Method::Post, Method::Put,
                                    Method::Delete, Method::Options}) {
            QVERIFY(!name(method).empty());
            QVERIFY(methodFromName(name(method)) == method);
            QCOMPARE(isIdempotent(method), method != Method::Post);
        }
    }

    void otherNamesAreNone()
    {
        for (const std::string_view text : {"", "get", "GET ", "GE", "CONNECT", "PATCH"})
            QVERIFY2(!methodFromName(text), text.data());
    }
};

QTEST_APPLESS_MAIN(MessageTest)
#include "tst_message.moc"
