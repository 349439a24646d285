// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - the four files hold exactly the columns and rows of the contract; warm-up is left out
// - lines end with CRLF; cells with comma, quote or line break are quoted, quotes doubled
// - text that a spreadsheet would run is defused; numbers never are
// - the decimal point is '.' in every locale; absent values are empty cells
// - every failure is told with the path; what can be written is written all the same

#include "core/report/csv.h"
#include "tests/report/samplerun.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

using namespace reusescope;
namespace fs = std::filesystem;

namespace {

QByteArray lines(std::initializer_list<QByteArray> rows)
{
    QByteArray out;
    for (const QByteArray &row : rows)
        out += row + "\r\n";
    return out;
}

const QByteArray kRequests = lines({
    "index,variant,scheduler,protocol,connection,use,reused,idle_before_us,queued_from,"
    "polls_before_write,queued_us,sent_us,first_byte_us,done_us,queue_us,connect_us,validate_us,"
    "write_us,first_byte_segment_us,last_byte_us,attempts,status,bytes,outcome,reason,"
    "limit_us,stream,connect_tcp_us,connect_tls_us",
    "301,0,none,h1,1,1,false,,main,,1000.000,1210.500,1400.250,1401.000,1.500,198.500,,10.500,"
    "189.750,0.750,1,200,12,ok-fresh,no-connection,,,,",
    "17,1,timer-0,h1,4,9,true,5.000,check,1,2000.000,503240.000,503340.000,503341.000,0.000,,"
    "501234.000,6.000,100.000,1.000,1,204,0,ok-reused,,,,,",
    "18,1,timer-0,h1,,,false,,poll,,599000.001,,,599050.001,1.000,,,,,,1,,0,failed-connect,"
    "connect-refused,,,,",
});

const QByteArray kPhases = lines({
    "turn,phase,start_us,duration_us,poll_timeout_ms,reason,ended_by,slept_us,timer,fd,variant",
    "3,check,500.000,2.250,,,,,,,0",
    "4,poll,1000.000,1100.000,499,next-timer,io,1000.000,coarse-tick,7,0",
    "1,poll,8000.000,5.000,-1,no-timer,wakeup,4.000,,,1",
});

const QByteArray kHistogram = lines({
    "variant,bucket_low_us,bucket_high_us,count",
    "0,400.896,401.408,1",
    "1,501219.328,501743.616,1",
});

const QByteArray kSummary = lines({
    "variant,scheduler,protocol,workload,dispatch_from,front_end,started,settled,unsettled,failed,"
    "events_dropped,connections_opened,wall_s,requests_per_s,ok_fresh,ok_reused,ok_replayed,"
    "failed_stale,failed_reset,failed_truncated,failed_timeout,failed_poison,failed_protocol,"
    "failed_connect,cancelled,latency_count,latency_min_us,latency_mean_us,latency_p50_us,"
    "latency_p90_us,latency_p99_us,latency_p99_9_us,latency_max_us,latency_from_intended_count,"
    "latency_from_intended_min_us,latency_from_intended_mean_us,latency_from_intended_p50_us,"
    "latency_from_intended_p90_us,latency_from_intended_p99_us,latency_from_intended_p99_9_us,"
    "latency_from_intended_max_us,queue_count,queue_p50_us,queue_p99_us,connect_count,"
    "connect_p50_us,connect_p99_us,validate_count,validate_p50_us,validate_p99_us,write_count,"
    "write_p50_us,write_p99_us,first_byte_count,first_byte_p50_us,first_byte_p99_us,"
    "last_byte_count,last_byte_p50_us,last_byte_p99_us,polls_before_write,stall_count,ratio_p50,"
    "ratio_low,ratio_high,ratio_resolvable,scenario,url,loop_model,poll,seed,"
    "limit_count,limit_p50_us,limit_p99_us,reuse_policy",
    "0,none,h1,sequential,poll,client,1,1,0,0,0,1,0.5,2,1,0,0,0,0,0,0,0,0,0,0,"
    "1,401.000,401.000,401.000,401.000,401.000,401.000,401.000,0,,,,,,,,"
    "1,1.500,1.500,1,198.500,198.500,0,,,1,10.500,10.500,1,189.750,189.750,1,0.750,0.750,"
    ",0,1,1,1,false,sequential-reuse,http://127.0.0.1:41234/,timers-last,sleep,1,0,,,",
    "1,timer-0,h1,sequential,poll,client,2,2,0,1,0,3,0.8,2.5,0,1,0,0,0,0,0,0,0,1,0,"
    "1,501341.000,501341.000,501341.000,501341.000,501341.000,501341.000,501341.000,0,,,,,,,,"
    "2,0.000,1.000,0,,,1,501234.000,501234.000,1,6.000,6.000,1,100.000,100.000,1,1.000,1.000,"
    "1=1,1,1250.25,1249.5,1251,true,sequential-reuse,http://127.0.0.1:41234/"
    ",timers-last,sleep,1,0,,,",
});

} // namespace

class TestCsv : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void files_data()
    {
        QTest::addColumn<bool>("german");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("expected");
        for (const bool german : {false, true}) {
            const char *locale = german ? "German" : "C";
            QTest::addRow("requests.csv, %s locale", locale)
                << german << "requests.csv" << kRequests;
            QTest::addRow("phases.csv, %s locale", locale) << german << "phases.csv" << kPhases;
            QTest::addRow("histogram.csv, %s locale", locale)
                << german << "histogram.csv" << kHistogram;
            QTest::addRow("summary.csv, %s locale", locale) << german << "summary.csv" << kSummary;
        }
    }

    void files()
    {
        QFETCH(bool, german);
        QFETCH(QString, file);
        QFETCH(QByteArray, expected);
        std::unique_ptr<sample::GermanLocale> locale;
        if (german)
            locale = std::make_unique<sample::GermanLocale>();
        const fs::path directory = folder() / "made" / "on the way";
        QVERIFY(writeCsv(directory, sample::run(), sample::recording()));
        QCOMPARE(sample::read(directory / file.toStdString()), expected);
    }

    void rowsHaveAsManyCellsAsTheHeader()
    {
        QVERIFY(writeCsv(folder(), sample::run(), sample::recording()));
        for (const char *file : {"requests.csv", "phases.csv", "histogram.csv", "summary.csv"}) {
            const QList<QByteArray> rows = sample::read(folder() / file).trimmed().split('\n');
            for (const QByteArray &row : rows)
                QCOMPARE(row.count(','), rows[0].count(','));
        }
    }

    void cells_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        QTest::addRow("plain") << QByteArray("after-idle:50") << QByteArray("after-idle:50");
        QTest::addRow("comma") << QByteArray("a,b") << QByteArray("\"a,b\"");
        QTest::addRow("quote") << QByteArray("a\"b") << QByteArray("\"a\"\"b\"");
        QTest::addRow("line break") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
        QTest::addRow("equals") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::addRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::addRow("minus") << QByteArray("-1") << QByteArray("'-1");
        QTest::addRow("at") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::addRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
        QTest::addRow("carriage return") << QByteArray("\r=1") << QByteArray("\"'\r=1\"");
        QTest::addRow("behind spaces") << QByteArray("  =1") << QByteArray("'  =1");
        QTest::addRow("formula with quotes and comma")
            << QByteArray("=HYPERLINK(\"http://x\",\"y\")")
            << QByteArray("\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
        QTest::addRow("minus in the middle") << QByteArray("timer-0") << QByteArray("timer-0");
    }

    void cells()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        RunResult run = sample::run();
        run.variants.resize(1);
        run.variants[0].scheduler = text.toStdString();
        QVERIFY(writeCsv(folder(), run, Recording()));
        const QByteArray summary = sample::read(folder() / "summary.csv");
        const QByteArray row = summary.mid(summary.indexOf("\r\n") + 2);
        QVERIFY2(row.startsWith("0," + cell + ",h1,"), row.constData());
    }

    void policies()
    {
        RunResult run = sample::run();
        run.experiment.client.maxAge = Milliseconds{30'000};
        run.experiment.client.unusedLimit = Milliseconds{40};
        QVERIFY(writeCsv(folder(), run, Recording()));
        const QByteArray summary = sample::read(folder() / "summary.csv");
        QCOMPARE(summary.count(",unused_limit_ms=40 max_age_ms=30000\r\n"),
                 static_cast<qsizetype>(run.variants.size()));
    }

    void timesBeforeTheOriginAreNegativeNumbers()
    {
        Recording recording;
        RequestRecord early = sample::failed();
        early.points.queued = Nanoseconds(998'500);
        recording.apply(std::vector<TraceEvent>{ProgressRecord{.at = Milliseconds(1)}, early});
        QVERIFY(writeCsv(folder(), sample::run(), recording));
        QVERIFY(sample::read(folder() / "requests.csv").contains(",poll,,-1.500,,,48.500,"));
    }

    void recordOfAnUnknownVariant()
    {
        Recording recording;
        RequestRecord record = sample::fresh();
        record.variant = 9;
        recording.apply(std::vector<TraceEvent>{record});
        QVERIFY(writeCsv(folder(), sample::run(), recording));
        QVERIFY(sample::read(folder() / "requests.csv").contains("\r\n301,9,,,"));
    }

    void streamsOfHttp2()
    {
        RunResult run = sample::run();
        run.variants[1].protocol = Protocol::Auto;
        Recording recording;
        RequestRecord onStream = sample::reused();
        onStream.stream = 7;
        onStream.points.validated = {};
        onStream.points.opened = sample::us(501'234);
        RequestRecord answeredByH1 = sample::reused();
        RequestRecord never = sample::failed();
        recording.apply(std::vector<TraceEvent>{onStream, answeredByH1, never});
        QVERIFY(writeCsv(folder(), run, recording));
        const QList<QByteArray> rows =
            sample::read(folder() / "requests.csv").trimmed().split('\n');
        QCOMPARE(rows.size(), 4);
        QVERIFY2(rows[1].startsWith("17,1,timer-0,h2,4,"), rows[1]);
        QVERIFY2(rows[1].trimmed().endsWith(",ok-reused,,501234.000,7,,"), rows[1]);
        QVERIFY2(rows[1].contains(",0.000,,,6.000,"), rows[1]); // validate and limit are two things
        QVERIFY2(rows[2].startsWith("17,1,timer-0,h1,4,"), rows[2]);
        QVERIFY2(rows[3].startsWith("18,1,timer-0,auto,,"), rows[3]);
    }

    void replacesWhatWasThere()
    {
        QVERIFY(writeCsv(folder(), sample::run(), sample::recording()));
        QVERIFY(writeCsv(folder(), sample::run(), Recording()));
        QCOMPARE(sample::read(folder() / "requests.csv").count('\n'), 1);
    }

    void directoryBelowAFile()
    {
        QFile file(m_folder->filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Result<void> written =
            writeCsv(folder() / "file" / "csv", sample::run(), sample::recording());
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::File);
        QCOMPARE(written.error().native, long{ENOTDIR});
        QVERIFY(written.error().detail.ends_with("file/csv: Not a directory"));
    }

    void fullDiskLeavesWhatCouldBeWritten_data()
    {
        QTest::addColumn<QString>("full");
        for (const char *file : {"requests.csv", "phases.csv", "histogram.csv", "summary.csv"})
            QTest::addRow("%s", file) << QString(file);
    }

    void fullDiskLeavesWhatCouldBeWritten()
    {
        QFETCH(QString, full);
        fs::create_symlink("/dev/full", folder() / full.toStdString());
        const Result<void> written = writeCsv(folder(), sample::run(), sample::recording());
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::File);
        QCOMPARE(written.error().native, long{ENOSPC});
        QVERIFY(written.error().detail.ends_with(full.toStdString() + ": No space left on device"));
        const std::pair<const char *, QByteArray> files[]{{"requests.csv", kRequests},
                                                          {"phases.csv", kPhases},
                                                          {"histogram.csv", kHistogram},
                                                          {"summary.csv", kSummary}};
        for (const auto &[file, expected] : files) {
            if (full != file)
                QCOMPARE(sample::read(folder() / file), expected);
        }
    }

private:
    fs::path folder() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestCsv)
#include "tst_csv.moc"
