// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - every transcript of tests/data/http1/responses gives its events, fed whole, byte by byte, and
// cut at every place:
//   bodies that are not there (1xx, 204, 304, HEAD), framing, tokens, hints, leftovers, limits,
//   malformed input;
// - behind an end or a failure nothing is consumed until startResponse(), which forgets all of it;
// - errors name the byte, or the limit that was exceeded, or what is missing at the end of the
// stream;
// - a request head cannot be made to hold a second one;
// - bytes that nobody asked for are classed.
#include "core/http/h1clientcodec.h"
#include "tests/http/transcript.h"

#include <QtTest>

using namespace reusescope;
using namespace reusescope::test;
using Status = H1ClientCodec::Status;

namespace {

constexpr std::string_view kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

std::string requestFrom(const RequestHead &head)
{
    std::string out = "before ";
    H1ClientCodec::appendRequest(out, head);
    return out.substr(7);
}

} // namespace

class H1ClientCodecTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_transcripts = readTranscripts("responses");
        QVERIFY(m_transcripts.size() > 100);
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
        QCOMPARE(shown(playResponses(transcript, {})), shown(transcript.expected));
        QCOMPARE(shown(playResponses(transcript, everyByte(size))), shown(transcript.expected));
        for (std::size_t cut = 1; cut < size; ++cut) {
            QVERIFY2(playResponses(transcript, {cut}) == transcript.expected,
                     fmt::format("cut at {}", cut).c_str());
        }
    }

    void consumesNothingBehindAnEnd()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        QCOMPARE(codec.feed(kAnswer).consumed, kAnswer.size());
        for (const std::string_view more :
             {std::string_view("\r\n"), kAnswer, std::string_view()}) {
            const auto fed = codec.feed(more);
            QCOMPARE(fed.consumed, std::size_t{0});
            QVERIFY(fed.status == Status::MessageEnd);
        }
        QVERIFY(codec.finish() == Status::MessageEnd);
        QCOMPARE(codec.bodyBytes(), std::uint64_t{2});
    }

    void consumesNothingBeforeTheFirstStart()
    {
        H1ClientCodec codec;
        QCOMPARE(codec.feed(kAnswer).consumed, std::size_t{0});
        QVERIFY(!codec.responseBegun());
    }

    void consumesNothingBehindAFailure()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        const auto fed = codec.feed("HTTP/1.1 2x0 OK\r\n");
        QVERIFY(fed.status == Status::Failed);
        QCOMPARE(fed.consumed, std::size_t{10});
        const auto again = codec.feed(kAnswer);
        QVERIFY(again.status == Status::Failed);
        QCOMPARE(again.consumed, std::size_t{0});
        QVERIFY(codec.finish() == Status::Failed);
        QVERIFY(codec.error().kind == ErrorKind::Http1);
        QVERIFY(codec.error().native != 0);
    }

    void locationOfARedirect_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("location");
        const auto row = [](const char *what, const char *head, const char *location) {
            QTest::newRow(what) << QByteArray(head) + "Content-Length: 0\r\n\r\n"
                                << QByteArray(location);
        };
        row("301", "HTTP/1.1 301 A\r\nLocation: /new?a=b\r\n", "/new?a=b");
        row("any case", "HTTP/1.1 308 A\r\nLOCATION:  http://b/ \r\n", "http://b/");
        row("none", "HTTP/1.1 302 A\r\n", "");
        row("two", "HTTP/1.1 302 A\r\nLocation: a\r\nLocation: b\r\n", "a, b");
        row("no redirect", "HTTP/1.1 201 A\r\nLocation: /new\r\n", "");
        row("304 leads nowhere", "HTTP/1.1 304 A\r\nLocation: /new\r\n", "");
        row("longer name", "HTTP/1.1 301 A\r\nLocations: /new\r\n", "");
        row("of an interim response", "HTTP/1.1 103 A\r\nLocation: /old\r\n\r\nHTTP/1.1 301 B\r\n",
            "");
    }
    void locationOfARedirect()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, location);
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        for (const char &byte : head)
            codec.feed({&byte, 1});
        QVERIFY(codec.headComplete());
        const std::string_view found = codec.head().location;
        QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), location);
        codec.startResponse(Method::Get);
        QVERIFY(codec.head().location.empty());
    }

    void startForgetsWhatWasBefore()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Head);
        codec.feed(
            "HTTP/1.0 100 A\r\n\r\nHTTP/1.0 200 OK\r\nConnection: close\r\nx-reusescope-tag: 9\r\n"
            "Keep-Alive: timeout=3\r\nContent-Length: 7\r\nbroken");
        codec.startResponse(Method::Get);
        QVERIFY(!codec.responseBegun());
        QVERIFY(!codec.headComplete());
        QVERIFY(codec.finish() == Status::NeedMore);

        QVERIFY(codec.feed(kAnswer).status == Status::MessageEnd);
        QVERIFY(codec.head().keepAlive);
        QVERIFY(!codec.head().closeToken);
        QVERIFY(!codec.head().tag);
        QVERIFY(!codec.head().keepAliveHint);
        QCOMPARE(codec.head().versionMinor, 1);
        QCOMPARE(codec.head().headerCount, 1);
        QCOMPARE(codec.interimResponses(), 0);
        QCOMPARE(codec.bodyBytes(), std::uint64_t{2});
    }

    void saysWhenAResponseAndItsHeadHaveCome()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        codec.feed("\r\n");
        QVERIFY2(!codec.responseBegun(), "a line break is not a response");
        codec.feed("H");
        QVERIFY(codec.responseBegun());
        codec.feed("TTP/1.1 100 Continue\r\n\r\n");
        QVERIFY2(!codec.headComplete(), "an interim head is not the head");
        QCOMPARE(codec.interimResponses(), 1);
        codec.feed("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r");
        QVERIFY(!codec.headComplete());
        QVERIFY(codec.feed("\n").status == Status::NeedMore);
        QVERIFY(codec.headComplete());
        QCOMPARE(codec.head().status, 200);
        QVERIFY(codec.head().keepAlive);
    }

    void aBodyThatTheStreamEndsIsNotKeptAlive()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        codec.feed("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\nbody");
        QVERIFY(codec.headComplete());
        QVERIFY(!codec.head().keepAlive);
    }

    void truncationIsNotKeptAlive()
    {
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        codec.feed("HTTP/1.1 200 OK\r\nContent-Length: 42\r\n\r\n12345678");
        QVERIFY(codec.head().keepAlive);
        QVERIFY(codec.finish() == Status::Failed);
        QVERIFY(!codec.head().keepAlive);
    }

    void sentences_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *name, QByteArray input, const char *sentence) {
            QTest::newRow(name) << std::move(input) << QByteArray(sentence);
        };
        row("truncated body", "HTTP/1.1 200 OK\r\nContent-Length: 42\r\n\r\n12345678",
            "byte 47 of the response: the stream ended after 8 of 42 body bytes");
        row("truncated head", "HTTP/1.1 2",
            "byte 10 of the response: the stream ended inside the head");
        row("truncated chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
            "byte 53 of the response: the stream ended inside a chunked body, after 3 body bytes");
        row("only interim", "HTTP/1.1 100 Continue\r\n\r\n",
            "byte 25 of the response: the stream ended after an interim response");
        row("default head limit", "HTTP/1.1 200 OK\r\nA: " + QByteArray(65'536, 'a'),
            "byte 65536 of the response: the limit headBytes (65536) was exceeded");
        row("default header limit", "HTTP/1.1 200 OK\r\n" + QByteArray("a: b\r\n").repeated(257),
            "byte 1555 of the response: the limit headerCount (256) was exceeded");
        row("default interim limit", QByteArray("HTTP/1.1 100 A\r\n\r\n").repeated(33),
            "byte 594 of the response: the limit interimResponses (32) was exceeded");
        row("default extension limit",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + QByteArray(16'384, 'a'),
            "byte 16432 of the response: the limit chunkExtensionBytes (16384) was exceeded");
        row("default trailer limit",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\na: "
                + QByteArray(16'384, 'a'),
            "byte 16434 of the response: the limit trailerBytes (16384) was exceeded");
        row("folded line", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n",
            "byte 23 of the response: a folded header line");
    }
    void sentences()
    {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, sentence);
        H1ClientCodec codec;
        codec.startResponse(Method::Get);
        const auto fed = codec.feed({input.data(), std::size_t(input.size())});
        QVERIFY(fed.status == Status::Failed || codec.finish() == Status::Failed);
        QCOMPARE(QByteArray::fromStdString(codec.error().detail), sentence);
    }

    void writesRequests()
    {
        QCOMPARE(requestFrom({.method = Method::Get, .target = "/a?b", .host = "h:81"}),
                 std::string("GET /a?b HTTP/1.1\r\nhost: h:81\r\nconnection: keep-alive\r\n\r\n"));

        const std::vector<HeaderField> extra{{"Accept", "*/*"}, {"x-y", ""}};
        QCOMPARE(
            requestFrom({.method = Method::Post,
                         .target = "/",
                         .host = "h",
                         .tag = 4294967295u,
                         .closeAfter = true,
                         .contentLength = 0,
                         .extra = extra}),
            std::string("POST / HTTP/1.1\r\nhost: h\r\nconnection: close\r\ncontent-length: 0\r\n"
                        "x-reusescope-tag: 4294967295\r\nAccept: */*\r\nx-y: \r\n\r\n"));
    }

    void requestsCannotBeSplit()
    {
        const std::vector<HeaderField> extra{
            {"a", "b\r\nContent-Length: 5"},  {"c\r\nd", "e"},
            {"Transfer-Encoding", "chunked"}, {"HOST", "other"},
            {"Connection", "close"},          {"content-length", "3"}};
        const std::string request = requestFrom(
            {.target = "/ HTTP/1.1\r\n\r\nGET /2", .host = "h\r\nx: y", .extra = extra});
        QCOMPARE(request,
                 std::string("GET /HTTP/1.1GET/2 HTTP/1.1\r\nhost: hx: y\r\n"
                             "connection: keep-alive\r\na: bContent-Length: 5\r\n\r\n"));

        H1ServerCodec server;
        const auto fed = server.feed(request);
        QVERIFY(fed.status == H1ServerCodec::Status::MessageEnd);
        QCOMPARE(fed.consumed, request.size());
    }

    void anEmptyTargetIsTheRoot()
    {
        QVERIFY(requestFrom({.target = "\r\n", .host = "h"}).starts_with("GET / HTTP/1.1\r\n"));
    }

    void strayBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *name, const char *bytes, StrayBytes kind) {
            QTest::newRow(name) << QByteArray(bytes) << int(kind);
        };
        row("CRLF", "\r\n", StrayBytes::LineBreaks);
        row("LF and CR", "\n\n\r", StrayBytes::LineBreaks);
        row("408", "HTTP/1.1 408 Request Timeout\r\n", StrayBytes::RequestTimeout408);
        row("408 of 1.0", "HTTP/1.0 408 X", StrayBytes::RequestTimeout408);
        row("408 without reason", "HTTP/1.1 408\r\n\r\n", StrayBytes::RequestTimeout408);
        row("408 cut behind the status", "HTTP/1.1 408", StrayBytes::RequestTimeout408);
        row("408 behind a line break", "\r\nHTTP/1.1 408 X", StrayBytes::RequestTimeout408);
        row("4080", "HTTP/1.1 4080 X", StrayBytes::Response);
        row("408 cut before its end", "HTTP/1.1 40", StrayBytes::Response);
        row("200", "HTTP/1.1 200 OK\r\n", StrayBytes::Response);
        row("200 with 408 later", "HTTP/1.1 200 408\r\n", StrayBytes::Response);
        row("408 of 2.0", "HTTP/2.0 408 X", StrayBytes::Response);
        row("200 behind line breaks", "\r\n\r\nHTTP/1.1 200 OK", StrayBytes::Response);
        row("H", "H", StrayBytes::Response);
        row("HTT", "HTT", StrayBytes::Response);
        row("HTTP/1.", "HTTP/1.", StrayBytes::Response);
        row("HTX", "HTX", StrayBytes::Other);
        row("lower case", "http/1.1 200 OK", StrayBytes::Other);
        row("gzip", "\x1f\x8b\x08", StrayBytes::Other);
        row("text", "hello", StrayBytes::Other);
        row("nothing", "", StrayBytes::Other);
    }
    void strayBytes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        QCOMPARE(int(classifyStrayBytes({bytes.data(), std::size_t(bytes.size())})), kind);
    }

private:
    std::vector<Transcript> m_transcripts;
};

QTEST_APPLESS_MAIN(H1ClientCodecTest)
#include "tst_h1clientcodec.moc"
