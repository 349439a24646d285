// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - The table has a row per cell, with the numbers of the result; what was not measured is empty; a
//   cell with too few trials says so.
// - A measurement is started and ended by buttons that the keyboard reaches; a stopped one keeps
//   what it has; a page that is destroyed while it measures ends the measurement.
// - Without a scheduler nothing is measured, nor while something else would blur the figures, and
// the
//   page says why. What it will take is said before it is begun.
// - The picture paints every cell, in light and in dark.
// - Every widget that takes the focus has a name.
#include "ui/charts/frontierchart.h"
#include "ui/models/frontiermodel.h"
#include "ui/pages/frontierpage.h"
#include "ui/theme/appstyle.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr int kDeadlineMs = 60'000;

FrontierCell cell(const char *scheduler, DispatchFrom source, Milliseconds block, int caught)
{
    FrontierCell made;
    made.scheduler = scheduler;
    made.source = source;
    made.block = block;
    for (Share &share : made.moments)
        share = {caught, kFewTrials};
    made.moments[static_cast<std::size_t>(Moment::After)].caught = 0;
    made.undisturbed.add(caught == 0 ? 10us : 14us);
    if (caught < kFewTrials)
        made.missedAge.add(50us);
    return made;
}

FrontierResult sample()
{
    FrontierResult result;
    result.question.schedulers = {"none", "peek"};
    result.cells = {
        cell("none", DispatchFrom::Poll, 0ms, 0), cell("peek", DispatchFrom::Poll, 0ms, kFewTrials),
        cell("none", DispatchFrom::Timers, 5ms, 0), cell("peek", DispatchFrom::Check, 5ms, 150)};
    result.cells[3].moments[static_cast<std::size_t>(Moment::Before)] = {1, 2};
    return result;
}

QPushButton *button(const QWidget &page, const QString &text)
{
    for (auto *one : page.findChildren<QPushButton *>()) {
        if (one->text().remove(QLatin1Char('&')) == text)
            return one;
    }
    return nullptr;
}

/// Few enough to end soon.
FrontierQuestion small(int trials)
{
    FrontierQuestion question;
    question.schedulers = {"none", "peek"};
    question.faults = {Fault::Fin};
    question.trials = trials;
    return question;
}

} // namespace

class TestFrontierPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new AppStyle); }

    void table()
    {
        FrontierModel model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        model.setResult(sample());
        QCOMPARE(model.rowCount(), 4);
        const auto number = [&](int row, int column) {
            return model.index(row, column).data(Qt::UserRole);
        };
        QCOMPARE(number(1, FrontierModel::Scheduler).toString(), QStringLiteral("peek"));
        QCOMPARE(number(1, FrontierModel::Caught).toDouble(), 100.0);
        QVERIFY(!number(1, FrontierModel::Exposed).isValid()); // nothing was missed
        QVERIFY(std::abs(number(1, FrontierModel::AddedP50).toDouble() - 4.0) < 0.1);
        QCOMPARE(number(0, FrontierModel::JustBefore).toDouble(), 0.0);
        QVERIFY(std::abs(number(0, FrontierModel::Exposed).toDouble() - 50.0) < 0.5);
        QCOMPARE(number(3, FrontierModel::Before).toDouble(), 50.0);
        QVERIFY(!number(3, FrontierModel::AddedP50).isValid()); // no "none" from check
        QCOMPARE(number(0, FrontierModel::Behind).toInt(), kFewTrials);
        QVERIFY(!model.index(0, FrontierModel::Trials).data().toString().contains("few"));
        QVERIFY(model.index(3, FrontierModel::Trials).data().toString().contains("few"));
        for (int column = 0; column < FrontierModel::ColumnCount; ++column)
            QVERIFY(
                !model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    }

    void paints_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addRow("light") << false;
        QTest::addRow("dark") << true;
    }
    void paints()
    {
        QFETCH(bool, dark);
        FrontierChart chart;
        QPalette palette;
        palette.setColor(QPalette::Window, dark ? QColor(0x20, 0x22, 0x26) : QColor(Qt::white));
        palette.setColor(QPalette::WindowText, dark ? QColor(Qt::white) : QColor(Qt::black));
        palette.setColor(QPalette::Base, palette.color(QPalette::Window));
        palette.setColor(QPalette::Text, palette.color(QPalette::WindowText));
        chart.setPalette(palette);
        chart.resize(760, 340);
        FrontierResult result = sample();
        result.cells.clear();
        chart.setResult(result);
        QImage before = chart.grab().toImage();
        for (const FrontierCell &one : sample().cells) {
            result.cells.push_back(one);
            chart.setResult(result);
            const QImage after = chart.grab().toImage();
            QVERIFY(after != before);
            before = after;
        }
        QCOMPARE(chart.position("peek"), std::size_t{1});
    }

    void measures()
    {
        FrontierPage page;
        page.setQuestion(small(1));
        page.resize(1000, 700);
        page.show();
        QSignalSpy finished(&page, &FrontierPage::finished);
        QTest::mouseClick(button(page, "Measure"), Qt::LeftButton);
        QVERIFY(page.isRunning());
        QVERIFY(!button(page, "Measure")->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
        QVERIFY(!page.isRunning());
        QVERIFY(!page.result().error && !page.result().interrupted);
        QCOMPARE(page.result().unsettled, 0);
        QCOMPARE(page.result().cells.size(), std::size_t{2 * 3 * 2});
        const auto *table = page.findChild<QTableView *>();
        QCOMPARE(table->model()->rowCount(), 12);
        const auto *progress = page.findChild<QProgressBar *>();
        QCOMPARE(progress->value(), progress->maximum()); // over, also when a moment was missed
        QVERIFY(button(page, "Measure")->isEnabled());
        QVERIFY(!button(page, "Stop")->isEnabled());
        for (const QWidget *widget : page.findChildren<QWidget *>()) {
            const auto *labelled = qobject_cast<const QAbstractButton *>(widget);
            if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible()
                && widget->parentWidget()->inherits("FrontierPage"))
                QVERIFY2(!widget->accessibleName().isEmpty()
                             || (labelled && !labelled->text().isEmpty()),
                         widget->metaObject()->className());
        }
    }

    void stops()
    {
        FrontierPage page;
        page.setQuestion(small(kMaxTrials));
        QSignalSpy finished(&page, &FrontierPage::finished);
        page.run();
        QVERIFY(page.isRunning());
        QTest::mouseClick(button(page, "Stop"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
        QVERIFY(page.result().interrupted);
        QCOMPARE(page.result().cells.size(), std::size_t{2 * 3 * 2});
        QVERIFY(button(page, "Save…")->isEnabled());
    }

    void destroyedWhileItMeasures()
    {
        auto page = std::make_unique<FrontierPage>();
        page->setQuestion(small(kMaxTrials));
        page->run();
        QVERIFY(page->isRunning());
        page.reset(); // returns, and soon
    }

    void saysBeforeWhatItTakes()
    {
        FrontierPage page;
        const auto said = [&page](const QString &text) {
            for (const QLabel *label : page.findChildren<QLabel *>()) {
                if (label->text().contains(text))
                    return true;
            }
            return false;
        };
        page.setQuestion(small(1));
        QVERIFY(said(QStringLiteral("takes about 1 s")));
        page.setQuestion(small(kFewTrials));
        QVERIFY(!said(QStringLiteral("takes about 1 s")));
        QVERIFY(said(QStringLiteral("takes about")));
        page.setObstacle([] { return QStringLiteral("Not now."); });
        page.run();
        QVERIFY(!page.isRunning());
        QVERIFY(said(QStringLiteral("Not now.")));
    }

    void faintUntilEnough()
    {
        // A mark away from the others and from the edges.
        FrontierCell one = cell("none", DispatchFrom::Poll, 0ms, kFewTrials / 2);
        FrontierChart chart;
        chart.resize(760, 340);
        FrontierResult result = sample();
        result.cells = {one};
        chart.setResult(result);
        const QImage enough = chart.grab().toImage();
        for (Share &share : one.moments)
            share = {share.caught / 10, share.trials / 10};
        QVERIFY(one.tooFew());
        result.cells = {one};
        chart.setResult(result);
        const QImage few = chart.grab().toImage();
        const auto strongest = [](const QImage &image) {
            int most = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    most = std::max(most, image.pixelColor(x, y).saturation());
            }
            return most;
        };
        QVERIFY(strongest(few) < strongest(enough));
    }

    void nothingChosen()
    {
        FrontierPage page;
        for (QCheckBox *box : page.findChildren<QCheckBox *>())
            box->setChecked(false);
        QSignalSpy finished(&page, &FrontierPage::finished);
        page.run();
        QVERIFY(!page.isRunning());
        QCOMPARE(finished.count(), 1);
        bool said = false;
        for (const QLabel *label : page.findChildren<QLabel *>())
            said = said || label->text() == FrontierPage::tr("Check at least one scheduler.");
        QVERIFY(said);
    }
};

QTEST_MAIN(TestFrontierPage)
#include "tst_frontierpage.moc"
