// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - every transcript of tests/data/http1/requests gives its events, fed whole, byte by byte, and
// cut at every place;
// - a request is over when feed() says so, and none is begun by line breaks;
// - heads of requests with a body are reported where that is asked for; from there the body is
// read, or its bytes are the next request;
// - what the server writes is what the client reads; a Keep-Alive value is written as given, but
// cannot end its line.
#include "core/http/h1servercodec.h"
#include "tests/http/transcript.h"

#include <QtTest>

using namespace reusescope;
using namespace reusescope::test;
using Status = H1ServerCodec::Status;

namespace {

std::string headFrom(const ResponseFields &fields)
{
    std::string out = "before ";
    H1ServerCodec::appendResponseHead(out, fields);
    return out.substr(7);
}

} // namespace

class H1ServerCodecTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_transcripts = readTranscripts("requests");
        QVERIFY(m_transcripts.size() > 20);
    }

    void transcripts_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_transcripts.size(); ++i)
            QTest::newRow(m_transcripts[i].name.c_str()) << int(i);
    }
    void transcripts()
    {
        QFETCH(int, index);
        const Transcript &transcript = m_transcripts[std::size_t(index)];
        const std::size_t size = transcript.input.size();
        QVERIFY(!transcript.expected.empty());
        QCOMPARE(shown(playRequests(transcript, {})), shown(transcript.expected));
        QCOMPARE(shown(playRequests(transcript, everyByte(size))), shown(transcript.expected));
        for (std::size_t cut = 1; cut < size; ++cut) {
            QVERIFY2(playRequests(transcript, {cut}) == transcript.expected,
                     fmt::format("cut at {}", cut).c_str());
        }
    }

    void reportsHeads_data()
    {
        QTest::addColumn<QByteArray>("framing");
        QTest::addColumn<QByteArray>("body");
        QTest::addRow("length") << QByteArray("content-length: 27\r\n")
                                << QByteArray("GET /b HTTP/1.1\r\na: bcd\r\n\r\n");
        QTest::addRow("chunked") << QByteArray("transfer-encoding: chunked\r\n")
                                 << QByteArray("2\r\nhi\r\n0\r\n\r\n");
    }
    void reportsHeads()
    {
        QFETCH(QByteArray, framing);
        QFETCH(QByteArray, body);
        const std::string head = "POST /head HTTP/1.1\r\n" + framing.toStdString() + "\r\n";
        const std::string next = "GET /next HTTP/1.1\r\n\r\n";
        const std::string all = head + body.toStdString() + next;
        for (std::size_t cut = 0; cut < all.size(); ++cut) {
            H1ServerCodec codec;
            codec.reportHeads(true);
            std::vector<std::pair<Status, std::string>> seen;
            for (std::string_view piece :
                 {std::string_view(all).substr(0, cut), std::string_view(all).substr(cut)}) {
                while (!piece.empty()) {
                    const H1ServerCodec::Fed fed = codec.feed(piece);
                    piece.remove_prefix(fed.consumed);
                    if (fed.status == Status::NeedMore)
                        break;
                    seen.emplace_back(fed.status, codec.request().target);
                }
                QVERIFY(piece.empty());
            }
            const std::vector<std::pair<Status, std::string>> expected{
                {Status::HeadEnd, "/head"},
                {Status::MessageEnd, "/head"},
                {Status::MessageEnd, "/next"}};
            QVERIFY2(seen == expected, fmt::format("cut at {}", cut).c_str());
        }
    }

    void forgetsABody()
    {
        H1ServerCodec codec;
        codec.reportHeads(true);
        const std::string head = "POST /head HTTP/1.1\r\ncontent-length: 100\r\n\r\n";
        const std::string body = "GET /body HTTP/1.1\r\n\r\n";
        const H1ServerCodec::Fed fed = codec.feed(head + body);
        QCOMPARE(fed.status, Status::HeadEnd);
        QCOMPARE(fed.consumed, head.size());
        QVERIFY(codec.requestBegun());
        codec.forgetBody();
        QVERIFY(!codec.requestBegun());
        QCOMPARE(codec.feed(body).status, Status::MessageEnd);
        QCOMPARE(std::string(codec.request().target), std::string("/body"));
    }

    void saysWhenARequestHasBegun()
    {
        H1ServerCodec codec;
        QVERIFY(!codec.requestBegun());
        codec.feed("\r\n");
        QVERIFY(!codec.requestBegun());
        codec.feed("G");
        QVERIFY(codec.requestBegun());
        const auto fed = codec.feed("ET / HTTP/1.1\r\n\r\nGET");
        QVERIFY(fed.status == Status::MessageEnd);
        QCOMPARE(fed.consumed, std::size_t{17});
        QVERIFY(!codec.requestBegun());
    }

    void staysFailed()
    {
        H1ServerCodec codec;
        QVERIFY(codec.feed("GET / HTTP/3.0\r\n\r\n").status == Status::Failed);
        QVERIFY(codec.error().kind == ErrorKind::Http1);
        const auto again = codec.feed("GET / HTTP/1.1\r\n\r\n");
        QVERIFY(again.status == Status::Failed);
        QCOMPARE(again.consumed, std::size_t{0});
    }

    void writesHeads()
    {
        QCOMPARE(
            headFrom({.contentLength = 5}),
            std::string("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: keep-alive\r\n\r\n"));
        QCOMPARE(headFrom({.status = 599,
                           .chunked = true,
                           .close = true,
                           .keepAliveHint = "timeout=1\r\nx: y",
                           .tag = 0}),
                 std::string("HTTP/1.1 599 \r\ntransfer-encoding: chunked\r\nconnection: close\r\n"
                             "keep-alive: timeout=1x: y\r\nx-reusescope-tag: 0\r\n\r\n"));
    }

    void theClientReadsWhatTheServerWrites_data()
    {
        QTest::addColumn<bool>("chunked");
        QTest::newRow("length") << false;
        QTest::newRow("chunked") << true;
    }
    void theClientReadsWhatTheServerWrites()
    {
        QFETCH(bool, chunked);
        const std::string body(1000, 'x');
        ResponseFields fields{.chunked = chunked, .keepAliveHint = "timeout=4", .tag = 17};
        if (!chunked)
            fields.contentLength = body.size();
        std::string out;
        H1ServerCodec::appendResponseHead(out, fields);
        if (chunked) {
            H1ServerCodec::appendChunk(out, body);
            H1ServerCodec::appendChunk(out, {});
            H1ServerCodec::appendChunk(out, "y");
            H1ServerCodec::appendLastChunk(out);
        } else {
            out += body;
        }

        H1ClientCodec client;
        client.startResponse(Method::Get);
        const auto fed = client.feed(out + "rest");
        QVERIFY(fed.status == H1ClientCodec::Status::MessageEnd);
        QCOMPARE(fed.consumed, out.size());
        QCOMPARE(client.bodyBytes(), std::uint64_t{body.size() + (chunked ? 1 : 0)});
        QVERIFY(client.head().keepAlive);
        QVERIFY(client.head().tag == 17u);
        QVERIFY(client.head().keepAliveHint == Milliseconds{4000});
    }

    void theServerReadsWhatTheClientWrites()
    {
        std::string out;
        H1ClientCodec::appendRequest(out,
                                     {.method = Method::Put,
                                      .target = "/x",
                                      .host = "h",
                                      .tag = 5,
                                      .closeAfter = true,
                                      .contentLength = 3});
        out += "abc";
        H1ServerCodec server;
        const auto fed = server.feed(out);
        QVERIFY(fed.status == Status::MessageEnd);
        QCOMPARE(fed.consumed, out.size());
        QVERIFY(server.request().method == "PUT");
        QVERIFY(server.request().target == "/x");
        QVERIFY(server.request().tag == 5u);
        QVERIFY(!server.request().keepAlive);
        QCOMPARE(server.request().bodyBytes, std::uint64_t{3});
    }

private:
    std::vector<Transcript> m_transcripts;
};

QTEST_APPLESS_MAIN(H1ServerCodecTest)
#include "tst_h1servercodec.moc"
