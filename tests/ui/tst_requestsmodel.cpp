// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - A row per settled request, in order of settling; a batch is one insertion; no row has children.
// - A request is found by variant and index.
// - The proxy sorts by raw numbers (what is absent first), filters by kind, variant, warm-up and
//   words, and keeps up while rows come in; selections stay on their requests.
// - The proxy works in slices: one step handles a bounded number of rows.
// - A copied table has bare numbers, units in its header, and no more than its limit of rows.
// - Details show every attempt, and the events of that connection only.
#include "tests/ui/sampleruns.h"
#include "ui/models/detailmodels.h"
#include "ui/models/requestsmodel.h"
#include "ui/models/requestsproxy.h"
#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace reusescope;

class TestRequestsModel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void growsByBatches();
    void textsAndKeys();
    void findsByKey();
    void sorts_data();
    void sorts();
    void sortedKeepsUp();
    void backToArrival();
    void filters_data();
    void filters();
    void filteredKeepsUp();
    void persistentIndexFollows();
    void resets();
    void slices();
    void attempts();
    void history();

private:
    static constexpr std::uint8_t kVariants = 2;
    VariantNames m_names;
};

void TestRequestsModel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    m_names.set({QStringLiteral("none"), QStringLiteral("timer-0")});
}

void TestRequestsModel::growsByBatches()
{
    Recording recording;
    RequestsModel model(recording, m_names);
    const QAbstractItemModelTester tester(&model);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    samples::fill(recording, 1, 300, kVariants);
    QCOMPARE(model.rowCount(), 0);
    model.update();
    QCOMPARE(model.rowCount(), 300);
    QCOMPARE(inserted.count(), 1);
    model.update();
    QCOMPARE(inserted.count(), 1);
    samples::fill(recording, 301, 310, kVariants);
    model.update();
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(inserted.last().at(1).toInt(), 300);
    QCOMPARE(inserted.last().at(2).toInt(), 309);
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
}

void TestRequestsModel::textsAndKeys()
{
    Recording recording;
    samples::fill(recording, 1, 100, kVariants);
    RequestsModel model(recording, m_names);
    const auto cell = [&](int row, int column, int role) {
        return model.index(row, column).data(role);
    };
    QCOMPARE(cell(0, RequestsModel::VariantColumn, Qt::DisplayRole).toString(),
             QStringLiteral("timer-0"));
    QCOMPARE(cell(99, RequestsModel::OutcomeColumn, Qt::DisplayRole).toString(),
             QStringLiteral("failed: stale"));
    // Request 1: 100 + 7919 µs.
    QCOMPARE(cell(0, RequestsModel::LatencyColumn, SortRole).toULongLong(), 8'019'001ULL);
    QCOMPARE(cell(0, RequestsModel::LatencyColumn, CopyRole).toString(),
             QStringLiteral("8019.000"));
    QCOMPARE(cell(0, RequestsModel::LatencyColumn, Qt::DisplayRole).toString(),
             QStringLiteral("8.02\u00a0ms"));
    QCOMPARE(cell(0, RequestsModel::ConnectColumn, SortRole).toULongLong(), 0ULL);
    QCOMPARE(cell(0, RequestsModel::ConnectColumn, CopyRole).toString(), QString());
    QCOMPARE(
        model.headerData(RequestsModel::LatencyColumn, Qt::Horizontal, CopyHeaderRole).toString(),
        QStringLiteral("Latency (µs)"));
    for (int column = 0; column < RequestsModel::ColumnCount; ++column) {
        QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    }
}

void TestRequestsModel::findsByKey()
{
    Recording recording;
    RequestsModel model(recording, m_names);
    samples::fill(recording, 1, 300, kVariants);
    model.update();
    QCOMPARE(model.rowOf(1, 17), 16);
    QCOMPARE(model.rowOf(0, 17), -1); // of the other variant
    QCOMPARE(model.rowOf(1, 301), -1);
    QCOMPARE(model.rowOf(9, 1), -1);
    QCOMPARE(model.rowOf(1, 0), -1);
}

void TestRequestsModel::sorts_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("descending");
    for (const auto &[name, column] :
         {std::pair("latency", RequestsModel::LatencyColumn),
          std::pair("index", RequestsModel::IndexColumn),
          std::pair("outcome", RequestsModel::OutcomeColumn),
          std::pair("connect, which is absent", RequestsModel::ConnectColumn)}) {
        QTest::addRow("%s up", name) << static_cast<int>(column) << false;
        QTest::addRow("%s down", name) << static_cast<int>(column) << true;
    }
}

void TestRequestsModel::sorts()
{
    QFETCH(int, column);
    QFETCH(bool, descending);
    Recording recording;
    samples::fill(recording, 1, 20'000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    proxy.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    QVERIFY(proxy.isBusy());
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 20'000);
    std::vector<bool> seen(20'000, false);
    for (int row = 0; row < proxy.rowCount(); ++row) {
        const int source = proxy.mapToSource(proxy.index(row, 0)).row();
        QVERIFY(!seen[static_cast<std::size_t>(source)]);
        seen[static_cast<std::size_t>(source)] = true;
        if (row == 0)
            continue;
        const auto before = proxy.index(row - 1, column).data(SortRole).toULongLong();
        const auto here = proxy.index(row, column).data(SortRole).toULongLong();
        QVERIFY(descending ? before >= here : before <= here);
    }
}

void TestRequestsModel::sortedKeepsUp()
{
    Recording recording;
    samples::fill(recording, 1, 5000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    proxy.sort(RequestsModel::LatencyColumn);
    proxy.finish();
    samples::fill(recording, 5001, 9000, kVariants);
    model.update();
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 9000);
    std::uint64_t before = 0;
    for (int row = 0; row < proxy.rowCount(); ++row) {
        const auto here = proxy.index(row, RequestsModel::LatencyColumn).data(SortRole);
        QVERIFY(here.toULongLong() >= before);
        before = here.toULongLong();
    }
}

void TestRequestsModel::backToArrival()
{
    Recording recording;
    samples::fill(recording, 1, 1000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    proxy.sort(RequestsModel::LatencyColumn);
    proxy.finish();
    samples::fill(recording, 1001, 1200, kVariants);
    model.update();
    proxy.sort(-1);
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 1200);
    for (int row = 0; row < proxy.rowCount(); ++row)
        QCOMPARE(proxy.mapToSource(proxy.index(row, 0)).row(), row);
}

void TestRequestsModel::filters_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("variant");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("expected");
    const auto kind = [](RequestFilter::Kind value) { return static_cast<int>(value); };
    QTest::newRow("nothing") << kind(RequestFilter::Kind::All) << -1 << "" << 10'000;
    QTest::newRow("failed") << kind(RequestFilter::Kind::Failed) << -1 << "" << 100;
    QTest::newRow("detoured") << kind(RequestFilter::Kind::Detoured) << -1 << "" << 200;
    QTest::newRow("a variant") << kind(RequestFilter::Kind::All) << 1 << "" << 5000;
    QTest::newRow("failed of a variant without any")
        << kind(RequestFilter::Kind::Failed) << 1 << "" << 0;
    QTest::newRow("a scheduler") << kind(RequestFilter::Kind::All) << -1 << "TIMER" << 5000;
    QTest::newRow("an outcome") << kind(RequestFilter::Kind::All) << -1 << "replayed" << 100;
    QTest::newRow("a reason") << kind(RequestFilter::Kind::All) << -1 << "peer reset" << 100;
    QTest::newRow("two words that contradict")
        << kind(RequestFilter::Kind::All) << -1 << "replayed stale" << 0;
    QTest::newRow("a request") << kind(RequestFilter::Kind::All) << -1 << "#4711" << 1;
    QTest::newRow("a connection") << kind(RequestFilter::Kind::All) << -1 << "c3" << 1000;
    QTest::newRow("a number too large")
        << kind(RequestFilter::Kind::All) << -1 << "#99999999999" << 0;
}

void TestRequestsModel::filters()
{
    QFETCH(int, kind);
    QFETCH(int, variant);
    QFETCH(QString, words);
    QFETCH(int, expected);
    Recording recording;
    samples::fill(recording, 1, 10'000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    RequestFilter filter;
    filter.kind = static_cast<RequestFilter::Kind>(kind);
    filter.variant = variant;
    filter.words = words;
    proxy.setFilter(filter);
    proxy.finish();
    QCOMPARE(proxy.rowCount(), expected);
    proxy.setFilter({});
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 10'000);
}

void TestRequestsModel::filteredKeepsUp()
{
    Recording recording;
    samples::fill(recording, 1, 1000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    RequestFilter filter;
    filter.kind = RequestFilter::Kind::Failed;
    proxy.setFilter(filter);
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 10);
    QSignalSpy reset(&proxy, &QAbstractItemModel::modelReset);
    samples::fill(recording, 1001, 3000, kVariants);
    model.update();
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 30);
    QCOMPARE(reset.count(), 0);
    for (int row = 0; row < 30; ++row)
        QCOMPARE(proxy.mapToSource(proxy.index(row, 0)).row(), 100 * (row + 1) - 1);
}

void TestRequestsModel::persistentIndexFollows()
{
    Recording recording;
    samples::fill(recording, 1, 3000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    const QPersistentModelIndex held(proxy.index(16, 0));
    proxy.sort(RequestsModel::LatencyColumn, Qt::DescendingOrder);
    proxy.finish();
    QCOMPARE(proxy.mapToSource(held).row(), 16);
    samples::fill(recording, 3001, 4000, kVariants);
    model.update();
    proxy.finish();
    QCOMPARE(proxy.mapToSource(held).row(), 16);
    QCOMPARE(proxy.shownRow(16), held.row());
    QCOMPARE(proxy.mapFromSource(model.index(16, 3)), proxy.index(held.row(), 3));
}

void TestRequestsModel::resets()
{
    Recording recording;
    samples::fill(recording, 1, 3000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    const QAbstractItemModelTester tester(&proxy);
    proxy.sort(RequestsModel::LatencyColumn);
    // In the middle of a sort.
    recording.clear();
    model.reset();
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 0);
    samples::fill(recording, 1, 10, kVariants);
    model.update();
    proxy.finish();
    QCOMPARE(proxy.rowCount(), 10);
}

void TestRequestsModel::slices()
{
    Recording recording;
    samples::fill(recording, 1, 200'000, kVariants);
    RequestsModel model(recording, m_names);
    RequestsProxy proxy(model);
    QSignalSpy busy(&proxy, &RequestsProxy::busyChanged);
    proxy.sort(RequestsModel::LatencyColumn);
    QCOMPARE(proxy.rowCount(), 200'000);
    // Sorting goes on from the event loop only: right after the call nothing has moved.
    QCOMPARE(proxy.mapToSource(proxy.index(0, 0)).row(), 0);
    QVERIFY(proxy.isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(!proxy.isBusy(), 60'000);
    QVERIFY(busy.count() >= 2);
    QVERIFY(proxy.index(0, RequestsModel::LatencyColumn).data(SortRole).toULongLong()
            <= proxy.index(199'999, RequestsModel::LatencyColumn).data(SortRole).toULongLong());
}

void TestRequestsModel::attempts()
{
    Recording recording;
    samples::fill(recording, 1, 100, kVariants);
    AttemptsModel model;
    const QAbstractItemModelTester tester(&model);
    model.show(recording, recording.requests()[49]);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, AttemptsModel::EndColumn).data().toString(),
             QStringLiteral("replayed: the peer reset the connection after the write, before any "
                            "byte of the response, 6.05\u00A0ms after it was assigned"));
    QCOMPARE(model.index(1, AttemptsModel::EndColumn).data().toString(),
             QStringLiteral("ok, replayed"));
    model.show(recording, recording.requests()[0]);
    QCOMPARE(model.rowCount(), 1);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestRequestsModel::history()
{
    Recording recording;
    samples::fill(recording, 1, 3000, kVariants);
    ConnectionHistoryModel model;
    const QAbstractItemModelTester tester(&model);
    const RequestRecord &request = recording.requests()[1499];
    model.show(recording, request);
    const auto rows = static_cast<std::size_t>(model.rowCount());
    QVERIFY(rows > 0);
    QVERIFY(rows <= ConnectionHistoryModel::kMostBefore + ConnectionHistoryModel::kMostAfter);
    // Of this connection and variant only: their turns are those of every second request.
    for (int row = 0; row < model.rowCount(); ++row) {
        const int turn = model.index(row, ConnectionHistoryModel::TurnColumn)
                             .data()
                             .toString()
                             .remove(QLatin1Char(','))
                             .toInt();
        QCOMPARE(turn % kVariants, static_cast<int>(request.variant));
        QVERIFY(turn >= 1000 && turn < 2000);
    }
}

QTEST_GUILESS_MAIN(TestRequestsModel)
#include "tst_requestsmodel.moc"
