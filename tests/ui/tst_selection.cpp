// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - a signal is sent when something changed, and only then;
// - a range is never shorter or longer than allowed, and never begins before the recording;
// - views that answer a change with the same change end at once.
#include "ui/views/selection.h"

#include <QSignalSpy>
#include <QtTest>

using namespace reusescope;
using namespace std::chrono_literals;

class TestSelection : public QObject
{
    Q_OBJECT

private slots:
    void signalsOnlyOnChange()
    {
        Selection selection;
        QSignalSpy requests(&selection, &Selection::requestChanged);
        QSignalSpy ranges(&selection, &Selection::rangeChanged);
        QSignalSpy follows(&selection, &Selection::followingChanged);
        selection.selectRequest(RequestKey{1, 7});
        selection.selectRequest(RequestKey{1, 7});
        QCOMPARE(requests.size(), 1);
        selection.selectRequest(RequestKey{0, 7});
        selection.selectRequest(std::nullopt);
        QCOMPARE(requests.size(), 3);
        selection.setRange({1ms, 2ms});
        selection.setRange({1ms, 2ms});
        QCOMPARE(ranges.size(), 1);
        selection.setFollowing(true);
        QCOMPARE(follows.size(), 0);
        selection.setFollowing(false);
        QCOMPARE(follows.size(), 1);
        QCOMPARE(follows.first().first().toBool(), false);
    }

    void rangesStayInBounds_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("setBegin");
        QTest::addColumn<qint64>("setEnd");
        QTest::addRow("fine") << qint64{500} << qint64{900} << qint64{500} << qint64{900};
        QTest::addRow("too short") << qint64{1000} << qint64{1020} << qint64{960} << qint64{1060};
        QTest::addRow("empty") << qint64{1000} << qint64{1000} << qint64{950} << qint64{1050};
        QTest::addRow("backwards") << qint64{2000} << qint64{1000} << qint64{1450} << qint64{1550};
        QTest::addRow("before the beginning")
            << qint64{-300} << qint64{200} << qint64{0} << qint64{500};
    }

    void rangesStayInBounds()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        Selection selection;
        selection.setRange({Nanoseconds{begin}, Nanoseconds{end}});
        QTEST(qint64{selection.range().begin.count()}, "setBegin");
        QTEST(qint64{selection.range().end.count()}, "setEnd");
    }

    void longestIsALimit()
    {
        Selection selection;
        selection.setRange({0ns, 1000h});
        QCOMPARE(selection.range().span(), Selection::kLongest);
    }

    void answersEnd()
    {
        Selection selection;
        int answers = 0;
        connect(&selection, &Selection::rangeChanged, this, [&] {
            ++answers;
            selection.setRange({5ms, 6ms});
        });
        selection.setRange({1ms, 2ms});
        QCOMPARE(answers, 2);
        QCOMPARE(selection.range(), (TimeRange{5ms, 6ms}));
    }
};

QTEST_APPLESS_MAIN(TestSelection)
#include "tst_selection.moc"
