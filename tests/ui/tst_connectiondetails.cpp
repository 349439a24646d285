// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - the sentences about a connection say what was recorded and nothing else: HTTP/1.1 has one;
// - the story of a GOAWAY counts what became of the streams above and below the last one, on that
//   connection only;
// - frames are counted by type, types without any are left out, copies hold bare numbers; live
//   figures do not reset the table;
// - certificates are read from DER, the server's first; what cannot be read is said, the number is
//   bounded, and nothing in them can look like a further line.
#include "core/net/tlscontext.h"
#include "ui/models/connectionfacts.h"
#include "ui/models/roles.h"
#include "ui/pages/certificatechain.h"

#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QLocale>
#include <QSignalSpy>
#include <QtTest>

using namespace reusescope;
using namespace std::chrono_literals;

namespace {

constexpr ConnectionId kConnection{3};

RequestRecord request(std::uint32_t index, std::uint32_t stream, Nanoseconds done,
                      Outcome outcome = Outcome::OkReused)
{
    RequestRecord made;
    made.index = index;
    made.stream = stream;
    made.outcome = outcome;
    made.connection = kConnection;
    made.points.queued = 1s;
    made.points.done = CompactDuration(done);
    return made;
}

ConnectionEvent seen(ConnectionEventKind kind, Nanoseconds at, std::uint32_t value,
                     std::uint32_t code = 0)
{
    ConnectionEvent made;
    made.kind = kind;
    made.at = at;
    made.value = value;
    made.code = code;
    made.connection = kConnection;
    return made;
}

AttemptRecord movedByGoaway(std::uint32_t index, ConnectionId connection)
{
    AttemptRecord made;
    made.request = index;
    made.reason = Reason::Goaway;
    made.written = true;
    made.connection = connection;
    made.points.queued = 1s;
    made.points.done = CompactDuration(10ms);
    return made;
}

Http2State state()
{
    Http2State made;
    made.at = 2s;
    made.connection = kConnection;
    made.maxStreams = 100;
    made.peerStreamWindow = 65'535;
    made.peerMaxFrame = 16'384;
    made.sendWindow = 1'048'576;
    made.receiveWindow = 16 * 1'048'576;
    made.unreturned = 512;
    made.openStreams = 2;
    made.mostStreams = 7;
    made.received[static_cast<std::size_t>(H2FrameType::Data)] = 1200;
    made.received[static_cast<std::size_t>(H2FrameType::Headers)] = 600;
    made.sent[static_cast<std::size_t>(H2FrameType::Headers)] = 601;
    return made;
}

std::string derOf(const std::string &pem)
{
    QByteArray base64;
    for (const QByteArray &line : QByteArray::fromStdString(pem).split('\n')) {
        if (!line.startsWith("-----"))
            base64 += line.trimmed();
    }
    return QByteArray::fromBase64(base64).toStdString();
}

QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace

class TestConnectionDetails : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); }

    void sentences()
    {
        Recording recording;
        const RequestRecord shown = request(1, 1, 5ms);
        recording.apply(std::vector<TraceEvent>{
            seen(ConnectionEventKind::Opening, 1s, 0),
            seen(ConnectionEventKind::Secured, 1s, 1),
            seen(ConnectionEventKind::Http2, 1s, 1),
            state(),
            shown,
        });
        QStringList lines;
        for (const QString &line : connectionSentences(recording, shown))
            lines << plain(line);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines.at(0),
                 QStringLiteral("HTTP/2, over TLS (resumed with a ticket), agreed on by ALPN."));
        QCOMPARE(lines.at(1),
                 QStringLiteral("The peer allows 100 streams at a time, takes 64.0 KiB at first on "
                                "each, and frames of 16.0 KiB at most."));
        QCOMPARE(lines.at(2), QStringLiteral("Streams: 2 open, 7 at the same time at most."));
        QCOMPARE(lines.at(3),
                 QStringLiteral("Windows of the connection: the peer takes 1.00 MiB more; we take "
                                "16.0 MiB in all, 512 B of them received and not given back yet."));
    }

    void http1HasOneSentence()
    {
        Recording recording;
        RequestRecord shown = request(1, 0, 5ms);
        QCOMPARE(connectionSentences(recording, shown), QStringList{QStringLiteral("HTTP/1.1.")});
        shown.connection = ConnectionId{};
        QCOMPARE(connectionSentences(recording, shown),
                 QStringList{QStringLiteral("The request never got a connection.")});
    }

    void goaway_data()
    {
        QTest::addColumn<std::vector<TraceEvent>>("events");
        QTest::addColumn<QString>("expected");
        const TraceEvent goaway = seen(ConnectionEventKind::GoawayReceived, 1s + 4ms, 5, 0);
        const RequestRecord early = request(1, 1, 2ms);
        const RequestRecord below = request(2, 5, 6ms);
        const RequestRecord failed = request(3, 3, 6ms, Outcome::FailedReset);
        const RequestRecord above = request(4, 7, 6ms, Outcome::FailedReset);
        RequestRecord elsewhere = request(5, 1, 8ms);
        elsewhere.connection = ConnectionId{4};
        using Events = std::vector<TraceEvent>;
        QTest::addRow("nothing was open") << Events{state(), early, goaway}
                                          << "GOAWAY: last stream 5, NO_ERROR: no stream was open.";
        QTest::addRow("above again, below finished")
            << Events{state(),
                      early,
                      goaway,
                      movedByGoaway(5, kConnection),
                      movedByGoaway(6, kConnection),
                      movedByGoaway(7, ConnectionId{9}),
                      below,
                      elsewhere}
            << "GOAWAY: last stream 5, NO_ERROR: 2 streams above it were sent again elsewhere, 1 "
               "below finished.";
        QTest::addRow("above and below failed")
            << Events{state(), goaway, failed, above}
            << "GOAWAY: last stream 5, NO_ERROR: 1 above it failed, 1 below failed.";
        QTest::addRow("a first warning, with a code of the peer's own")
            << Events{state(), seen(ConnectionEventKind::GoawayReceived, 1s + 4ms, 0x7fff'ffff, 99),
                      below}
            << "GOAWAY: no last stream yet, error code 99: 1 below finished.";
    }

    void goaway()
    {
        QFETCH(std::vector<TraceEvent>, events);
        QFETCH(QString, expected);
        Recording recording;
        recording.apply(events);
        const QStringList lines = connectionSentences(recording, request(1, 1, 2ms));
        QCOMPARE(lines.last(), expected);
    }

    void framesByType()
    {
        FrameCountsModel model;
        const QAbstractItemModelTester tester(&model);
        model.show(state());
        QCOMPARE(model.rowCount(), 3);
        const auto text = [&](int row, int column, int role = Qt::DisplayRole) {
            return model.index(row, column).data(role).toString();
        };
        QCOMPARE(text(0, FrameCountsModel::TypeColumn), QStringLiteral("DATA"));
        QCOMPARE(text(0, FrameCountsModel::ReceivedColumn), QStringLiteral("1,200"));
        QCOMPARE(text(0, FrameCountsModel::ReceivedColumn, CopyRole), QStringLiteral("1200"));
        QCOMPARE(text(1, FrameCountsModel::SentColumn), QStringLiteral("601"));
        QCOMPARE(text(2, FrameCountsModel::TypeColumn), QStringLiteral("all"));
        QCOMPARE(text(2, FrameCountsModel::ReceivedColumn, CopyRole), QStringLiteral("1800"));

        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        Http2State later = state();
        later.received[0] = 1300;
        model.show(later);
        QCOMPARE(resets.size(), 0);
        QCOMPARE(text(0, FrameCountsModel::ReceivedColumn), QStringLiteral("1,300"));
        later.received[static_cast<std::size_t>(H2FrameType::Goaway)] = 1;
        model.show(later);
        QCOMPARE(resets.size(), 1);
        QCOMPARE(model.rowCount(), 4);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void certificates()
    {
        TlsServerOptions options;
        options.names = {"localhost", "127.0.0.1"};
        const auto server = TlsServerContext::make(options);
        QVERIFY(bool(server));
        const std::string der = derOf((*server)->certificatePem());
        const QDateTime now = QDateTime::currentDateTime();
        const auto facts = readCertificates({der, "not a certificate"}, now);
        QCOMPARE(facts.size(), 2);
        QVERIFY(facts.at(0).isReadable);
        QVERIFY(facts.at(0).isSelfSigned);
        QVERIFY(facts.at(0).isValidNow);
        QVERIFY(facts.at(0).names.contains(QStringLiteral("localhost")));
        QVERIFY(facts.at(0).names.contains(QStringLiteral("127.0.0.1")));
        QCOMPARE(facts.at(0).fingerprint.size(), 32 * 3 - 1);
        QVERIFY(!facts.at(1).isReadable);

        const auto later = readCertificates({der}, now.addYears(2));
        QVERIFY(!later.at(0).isValidNow);
        QVERIFY2(later.at(0).validity.endsWith(QStringLiteral(": expired")),
                 qPrintable(later.at(0).validity));

        const std::vector<std::string> many(1000, der);
        QCOMPARE(readCertificates(many, now).size(), qsizetype{kMostCertificates});
        CertificateChainView view;
        view.show({der, std::string("\x30\x82", 2)});
        QCOMPARE(view.topLevelItemCount(), 2);
        QVERIFY(view.text().contains(facts.at(0).fingerprint));
        QVERIFY(view.text().endsWith(QStringLiteral("\tcannot be read")));
    }

    void namesCannotAddLines()
    {
        TlsServerOptions options;
        options.names = {"localhost\nSHA-256\t00"};
        const auto server = TlsServerContext::make(options);
        if (!server)
            QSKIP("such a certificate cannot be made here");
        const auto facts =
            readCertificates({derOf((*server)->certificatePem())}, QDateTime::currentDateTime());
        for (const QString &text : facts.at(0).names + QStringList{facts.at(0).subject})
            QVERIFY2(!text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\t')),
                     qPrintable(text));
    }
};

QTEST_MAIN(TestConnectionDetails)
#include "tst_connectiondetails.moc"
