// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, with the real engine and the window open:
// - While 200,000 requests come in, the UI thread never works for more than 50 ms without returning
//   to its event loop: on every page, while the table is sorted and filtered, while requests are
//   selected. Measured in processor time of that thread, so that a busy machine does not decide;
//   the longest gap of the wall clock is only reported.
// - Recording and all views together take at most 200 bytes per request, also where every request
//   takes three phases.
#include "core/experiment/engine.h"
#include "ui/mainwindow.h"
#include "ui/models/requestsproxy.h"
#include "ui/views/selection.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QMap>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace reusescope;

namespace {

constexpr int kRequests = 200'000;
constexpr double kLongestMs = 50;
constexpr double kMostBytes = 200;

using Schedulers = std::vector<std::string>;

double threadCpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::size_t residentBytes()
{
    malloc_trim(0);
    long pages = 0;
    long resident = 0;
    if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2)
            resident = 0;
        std::fclose(file);
    }
    return static_cast<std::size_t>(resident) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Ticks as often as the event loop lets it, and notes how long it did not.
class Watch : public QObject
{
    Q_OBJECT

public:
    Watch()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &Watch::tick);
    }
    void start()
    {
        m_cpu = threadCpuMs();
        m_wall.start();
        m_timer.start(2);
    }
    void setPlace(const QString &place) { m_place = place; }

    QMap<QString, double> longestCpu; // by what the user was doing
    qint64 longestWall = 0;

private:
    void tick()
    {
        const double cpu = threadCpuMs();
        longestCpu[m_place] = std::max(longestCpu[m_place], cpu - m_cpu);
        m_cpu = cpu;
        longestWall = std::max(longestWall, m_wall.restart());
    }

    QTimer m_timer;
    double m_cpu = 0;
    QElapsedTimer m_wall;
    QString m_place;
};

Experiment experimentOf(const Schedulers &schedulers, bool parallel, int count)
{
    Experiment experiment;
    experiment.schedulers = schedulers;
    experiment.workload.count = count / 2;
    experiment.workload.warmup = 0;
    experiment.repeats = 1;
    if (parallel) {
        experiment.workload.kind = WorkloadKind::Parallel;
        experiment.workload.width = 8;
        experiment.client.connections = 8;
    }
    return experiment;
}

} // namespace

class TestWindowLoad : public QObject
{
    Q_OBJECT

private slots:
    void answersWhileRequestsComeIn_data();
    void answersWhileRequestsComeIn();
};

void TestWindowLoad::answersWhileRequestsComeIn_data()
{
    QTest::addColumn<Schedulers>("schedulers");
    QTest::addColumn<bool>("parallel");
    const Schedulers atOnce{"none", "peek"};
    const Schedulers deferred{"fresh-poll", "immediate-ref"};
    // What takes most comes first, since memory that a run gave back may be used again uncounted.
    QTest::newRow("three phases per request") << deferred << false;
    QTest::newRow("a turn per request") << atOnce << false;
    QTest::newRow("many requests per turn") << atOnce << true;
}

void TestWindowLoad::answersWhileRequestsComeIn()
{
    QFETCH(Schedulers, schedulers);
    QFETCH(bool, parallel);
    const QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Settings settings(store);
    MainWindow window({}, settings);
    window.setRemembers(false);
    window.resize(1280, 800);
    window.show();
    QSignalSpy finished(&window, &MainWindow::runFinished);

    // Everything that is allocated once is there before memory is looked at.
    window.setExperiment(experimentOf(schedulers, parallel, 2000), std::nullopt);
    for (const auto page : {MainWindow::Page::Timeline, MainWindow::Page::Phases,
                            MainWindow::Page::Requests, MainWindow::Page::Overview})
        window.showPage(page);
    window.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
    const std::size_t before = residentBytes();

    window.setExperiment(experimentOf(schedulers, parallel, kRequests), std::nullopt);
    Watch watch;
    auto *table = window.pageWidget(MainWindow::Page::Requests)
                      ->findChild<QTableView *>(QString(), Qt::FindChildrenRecursively);
    auto *filter = window.pageWidget(MainWindow::Page::Requests)->findChild<QLineEdit *>();
    QVERIFY(table && filter);
    // What a user does meanwhile, over and over.
    int action = 0;
    QTimer user;
    connect(&user, &QTimer::timeout, &window, [&] {
        const auto &requests = window.bridge().recording().requests();
        switch (action++ % 8) {
        case 0:
            watch.setPlace(QStringLiteral("overview"));
            window.showPage(MainWindow::Page::Overview);
            break;
        case 1:
            watch.setPlace(QStringLiteral("timeline"));
            window.showPage(MainWindow::Page::Timeline);
            break;
        case 2:
            watch.setPlace(QStringLiteral("timeline, selecting"));
            if (!requests.empty())
                window.selection().selectRequest(RequestKey{requests[requests.size() / 2].variant,
                                                            requests[requests.size() / 2].index});
            break;
        case 3:
            watch.setPlace(QStringLiteral("phases"));
            window.showPage(MainWindow::Page::Phases);
            break;
        case 4:
            watch.setPlace(QStringLiteral("requests"));
            window.showPage(MainWindow::Page::Requests);
            break;
        case 5:
            watch.setPlace(QStringLiteral("requests, sorted"));
            table->horizontalHeader()->setSortIndicator(RequestsModel::LatencyColumn,
                                                        Qt::DescendingOrder);
            break;
        case 6:
            watch.setPlace(QStringLiteral("requests, filtered"));
            filter->setText(QString::fromStdString(schedulers.back()));
            break;
        case 7:
            watch.setPlace(QStringLiteral("requests, as settled"));
            filter->clear();
            table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
            break;
        }
    });
    watch.setPlace(QStringLiteral("start"));
    watch.start();
    user.start(400);
    window.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 280'000);
    user.stop();

    const Recording &recording = window.bridge().recording();
    const auto recorded = recording.requests().size();
    QVERIFY(recorded > 0);
    if (window.bridge().status().eventsDropped == 0)
        QCOMPARE(recorded, std::size_t{kRequests});
    const double bytes = (static_cast<double>(residentBytes()) - static_cast<double>(before))
        / static_cast<double>(recorded);
    qInfo("%zu requests, %zu phases, %zu connection events, %llu dropped", recorded,
          recording.phases().size(), recording.connectionEvents().size(),
          static_cast<unsigned long long>(window.bridge().status().eventsDropped));
    qInfo("longest gap by the wall clock %lld ms; %.0f bytes per request", watch.longestWall,
          bytes);
    for (auto place = watch.longestCpu.cbegin(); place != watch.longestCpu.cend(); ++place)
        qInfo("%s: longest work without the event loop %.1f ms", qPrintable(place.key()),
              place.value());
    for (auto place = watch.longestCpu.cbegin(); place != watch.longestCpu.cend(); ++place)
        QVERIFY2(place.value() <= kLongestMs, qPrintable(place.key()));
    QVERIFY2(bytes <= kMostBytes, qPrintable(QString::number(bytes)));
}

QTEST_MAIN(TestWindowLoad)
#include "tst_windowload.moc"
