// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - the eight schedulers are listed with a title and a paragraph, and each can be made from its
// name
// - an unknown name and a bad parameter end in one sentence that says what is known
#include "core/validation/registry.h"

#include "tests/support/virtualloop.h"

#include <QTest>

using namespace reusescope;

namespace {

struct QuietConnection final : IdleConnection
{
    IdleLook look() override { return IdleLook::Nothing; }
    Nanoseconds idleFor() const override { return Nanoseconds{0}; }
};

} // namespace

class TestRegistry : public QObject
{
    Q_OBJECT
private slots:
    void listsTheEight()
    {
        QStringList names;
        for (const SchedulerInfo &info : schedulerInfos()) {
            names << QString::fromStdString(info.name);
            QVERIFY(!info.title.empty());
            QVERIFY(info.explanation.size() > 60);
        }
        QCOMPARE(names,
                 QStringList({"none", "timer-0", "immediate-unref", "immediate-ref", "fresh-poll",
                              "peek", "background", "after-idle:N"}));
    }

    void makesEach()
    {
        VirtualLoop virtualLoop;
        ImmediateQueue immediates(virtualLoop.loop);
        TimeoutQueue timeouts(virtualLoop.loop);
        QuietConnection connection;
        for (const SchedulerInfo &info : schedulerInfos()) {
            std::string name = info.name;
            if (name.ends_with(":N"))
                name.replace(name.size() - 1, 1, "50");
            const Result<SchedulerFactory> factory = schedulerFactory(name);
            QVERIFY2(factory.hasValue(), name.c_str());
            QVERIFY((*factory)(SchedulerContext{virtualLoop.loop, immediates, timeouts, connection,
                                                [](Verdict) {}}));
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("part");
        QTest::addRow("unknown") << "nonesuch"
                                 << "the schedulers are none, timer-0,";
        QTest::addRow("a slip") << "fresh-pol"
                                << "did you mean \"fresh-poll\"?";
        QTest::addRow("no parameter") << "after-idle"
                                      << "needs a number of milliseconds";
        QTest::addRow("parameter is text") << "after-idle:N"
                                           << "needs a number of milliseconds";
        QTest::addRow("negative") << "after-idle:-1"
                                  << "needs a number of milliseconds";
        QTest::addRow("rest behind the number") << "after-idle:5x"
                                                << "needs a number of milliseconds";
        QTest::addRow("too long") << "after-idle:600001"
                                  << "from 0 to 600000";
        QTest::addRow("empty") << ""
                               << "there is no scheduler \"\"";
    }
    void refuses()
    {
        QFETCH(QString, name);
        QFETCH(QString, part);
        const Result<SchedulerFactory> factory = schedulerFactory(name.toStdString());
        QVERIFY(!factory);
        QCOMPARE(factory.error().kind, ErrorKind::Input);
        QVERIFY2(QString::fromStdString(factory.error().detail).contains(part),
                 factory.error().detail.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
