// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - without a hint the idle limit is the keep-alive default; with one it is the hint less the
// margin, at most the maximum
// - a hint that leaves nothing after the margin means that the connection is not kept
// - expiry is by the clock: at the limit a connection is expired
// - an unwritten request may always be tried again; a written one only without any byte of
// response, on a reused connection,
//   when idempotent, with a body that can be repeated, and once
#include "core/validation/reusepolicy.h"

#include <QTest>

using namespace reusescope;
using namespace std::chrono_literals;

class TestReusePolicy : public QObject
{
    Q_OBJECT
private slots:
    void idleLimit_data()
    {
        QTest::addColumn<int>("hintMs");
        QTest::addColumn<int>("limitMs");
        QTest::addRow("no hint: the default") << -1 << 4000;
        QTest::addRow("hint less margin") << 5000 << 3000;
        QTest::addRow("hint equal to the margin: not kept") << 2000 << 0;
        QTest::addRow("hint below the margin: not kept") << 1000 << 0;
        QTest::addRow("hint of zero: not kept") << 0 << 0;
        QTest::addRow("one above the margin") << 2001 << 1;
        QTest::addRow("huge hint: the maximum") << 2'000'000'000 << 600'000;
    }
    void idleLimit()
    {
        QFETCH(int, hintMs);
        QFETCH(int, limitMs);
        const ReusePolicy policy;
        const auto limit =
            policy.idleLimit(hintMs < 0 ? std::nullopt : std::optional(Milliseconds{hintMs}));
        if (limitMs == 0)
            QVERIFY(!limit.has_value());
        else
            QCOMPARE(limit.value().count(), limitMs);
    }

    void expiry()
    {
        QVERIFY(!ReusePolicy::isExpired(3999ms, 4000ms));
        QVERIFY(ReusePolicy::isExpired(4000ms, 4000ms));
        QVERIFY(!ReusePolicy::isExpired(4000ms - 1ns, 4000ms));
    }

    void replay_data()
    {
        QTest::addColumn<bool>("written");
        QTest::addColumn<bool>("begun");
        QTest::addColumn<bool>("reused");
        QTest::addColumn<bool>("idempotent");
        QTest::addColumn<bool>("streamed");
        QTest::addColumn<int>("replays");
        QTest::addColumn<bool>("may");
        QTest::addRow("not written") << false << false << false << false << true << 3 << true;
        QTest::addRow("stale GET") << true << false << true << true << false << 0 << true;
        QTest::addRow("second time") << true << false << true << true << false << 1 << false;
        QTest::addRow("POST") << true << false << true << false << false << 0 << false;
        QTest::addRow("streamed body") << true << false << true << true << true << 0 << false;
        QTest::addRow("fresh connection") << true << false << false << true << false << 0 << false;
        QTest::addRow("POST, always") << true << false << true << false << false << 0 << true;
        QTest::addRow("GET, never") << true << false << true << true << false << 0 << false;
        QTest::addRow("not written, never") << false << false << true << true << false << 0 << true;
        QTest::addRow("POST a second time, always")
            << true << false << true << false << false << 1 << false;
        QTest::addRow("POST on a fresh connection, always")
            << true << false << false << false << false << 0 << false;
        QTest::addRow("response begun") << true << true << true << true << false << 0 << false;
    }
    void replay()
    {
        QFETCH(bool, written);
        QFETCH(bool, begun);
        QFETCH(bool, reused);
        QFETCH(bool, idempotent);
        QFETCH(bool, streamed);
        QFETCH(int, replays);
        QFETCH(bool, may);
        ReplayQuestion question;
        const QString row = QString::fromLatin1(QTest::currentDataTag());
        if (row.endsWith(QLatin1String("always")))
            question.policy = ReplayPolicy::Always;
        else if (row.endsWith(QLatin1String("never")))
            question.policy = ReplayPolicy::Never;
        question.written = written;
        question.responseBegun = begun;
        question.connectionReused = reused;
        question.idempotent = idempotent;
        question.bodyStreamed = streamed;
        question.replays = replays;
        QCOMPARE(mayReplay(question), may);
    }
};

QTEST_GUILESS_MAIN(TestReusePolicy)
#include "tst_reusepolicy.moc"
