// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - A request comes out as it should, and nothing in it can break the header block; many requests
//   leave in one piece; small ones cause no SETTINGS and no WINDOW_UPDATE.
// - What a server answers is told alike whole, byte by byte and cut at every place.
// - Every stream ends exactly once: by its response, RST_STREAM, GOAWAY, an error, a reset of ours,
//   or the end of the connection; who is unprocessed is said.
// - The peer's limits hold, also when they sink below what is in flight.
// - Windows are given back, also for bodies that nobody waits for any more.
// - Responses that RFC 9113 calls malformed fail their stream and no other.
// - What a hostile server sends ends in an error that names the limit or the rule; nothing crashes.
#include "core/http/h2clientcodec.h"
#include "core/http/h2servercodec.h"
#include "tests/http/h2frames.h"

#include <nghttp2/nghttp2.h>

#include <QtTest>

#include <array>
#include <random>
#include <sstream>

using namespace reusescope;
using namespace reusescope::test;

namespace {

constexpr std::size_t kWhole = 1'000'000;

/// A client that has submitted `requests` GETs and whose output is gone, and what it was told.
struct Client
{
    explicit Client(int requests = 1, const H2ClientOptions &options = {},
                    Method method = Method::Get)
        : codec(notes, options)
    {
        takeOutput(codec);
        for (int i = 0; i < requests; ++i) {
            H2Request request = get();
            request.head.method = method;
            submitted.push_back(codec.submit(request));
        }
        sent = takeOutput(codec);
    }

    /// False as soon as a part is not taken.
    bool feed(std::string_view bytes, std::size_t step = kWhole)
    {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), step))) {
            if (!codec.feed(bytes.substr(0, step)))
                return false;
        }
        return true;
    }

    ClientNotes notes;
    H2ClientCodec codec;
    std::vector<H2Submitted> submitted;
    std::string sent;
};

std::string ok(std::uint32_t stream, std::string_view body = {})
{
    return headers(stream, {{":status", "200"}},
                   body.empty() ? kEndHeaders | kEndStream : kEndHeaders)
        + (body.empty() ? std::string{} : data(stream, body, kEndStream));
}

/// Names and values of the first header block in `bytes`, in order; the tables are shared with no
/// other block.
Fields decoded(std::string_view block)
{
    nghttp2_hd_inflater *inflater = nullptr;
    nghttp2_hd_inflate_new(&inflater);
    Fields fields;
    for (;;) {
        nghttp2_nv field{};
        int flags = 0;
        const auto size = nghttp2_hd_inflate_hd2(
            inflater, &field, &flags, reinterpret_cast<const std::uint8_t *>(block.data()),
            block.size(), 1);
        if (size < 0)
            break;
        block.remove_prefix(std::size_t(size));
        if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0)
            fields.emplace_back(
                std::string(reinterpret_cast<const char *>(field.name), field.namelen),
                std::string(reinterpret_cast<const char *>(field.value), field.valuelen));
        if ((flags & NGHTTP2_HD_INFLATE_FINAL) != 0)
            break;
    }
    nghttp2_hd_inflate_del(inflater);
    return fields;
}

std::string decodedText(std::string_view output)
{
    std::string text;
    for (const SeenFrame &frame : framesOf(output)) {
        if (frame.type == unsigned(H2FrameType::Headers)) {
            for (const auto &[fieldName, value] : decoded(frame.payload))
                text += fmt::format("{}={}\n", fieldName, value);
            break;
        }
    }
    return text;
}

class PartSource final : public H2BodySource
{
public:
    std::string ready;
    bool ends = false;
    bool fails = false;
    Part read(char *to, std::size_t room) override
    {
        const std::size_t size = std::min(room, ready.size());
        std::copy_n(ready.data(), size, to);
        ready.erase(0, size);
        return {size, ends && ready.empty(), fails};
    }
};

} // namespace

class H2ClientCodecTest : public QObject
{
    Q_OBJECT

private slots:
    void prefaceAndSettingsComeFirst()
    {
        ClientNotes notes;
        H2ClientCodec codec(notes);
        const std::string bytes = takeOutput(codec);
        QVERIFY(std::string_view(bytes).starts_with(kPreface));
        const auto frames = framesOf(bytes);
        QCOMPARE(frames.size(), std::size_t{2});
        QCOMPARE(frames[0].type, unsigned(H2FrameType::Settings));
        QCOMPARE(shown(frames[0].payload),
                 shown(number(2, 2) + number(0, 4) + number(4, 2) + number(262'144, 4)
                       + number(6, 2) + number(65'536, 4)));
        QCOMPARE(frames[1].type, unsigned(H2FrameType::WindowUpdate));
        QCOMPARE(shown(frames[1].payload), shown(number(524'288 - 65'535, 4)));
        QCOMPARE(codec.windows().receive, std::int64_t{524'288});
        QVERIFY(!codec.wantsWrite());
    }

    void requestFields_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("extra");
        QTest::addColumn<QString>("expected");
        const QString plain = ":method=GET\n:scheme=http\n:authority=localhost\n:path=%1\n"
                              "x-reusescope-tag=7\n";
        QTest::newRow("plain") << "/a?b=c"
                               << "" << plain.arg("/a?b=c");
        QTest::newRow("empty target") << ""
                                      << "" << plain.arg("/");
        QTest::newRow("controls and spaces in the target") << "/a b\r\nx: y\t"
                                                           << "" << plain.arg("/abx:y");
        QTest::newRow("a field") << "/"
                                 << "Accept: text/html " << plain.arg("/") + "accept=text/html\n";
        QTest::newRow("a value that would end its line")
            << "/"
            << "x-a: b\r\nc: d" << plain.arg("/") + "x-a=bc: d\n";
        for (const char *name :
             {"Connection", "keep-alive", "Proxy-Connection", "Transfer-Encoding", "upgrade", "TE",
              "host", "content-length", ":path", "a b", "", "x\r"})
            QTest::addRow("left out: %s", name) << "/" << QString(name) + ": 1" << plain.arg("/");
    }
    void requestFields()
    {
        QFETCH(QString, target);
        QFETCH(QString, extra);
        QFETCH(QString, expected);
        const std::string targetText = target.toStdString();
        const std::string extraText = extra.toStdString();
        const std::size_t colon = extraText.find(": ");
        std::vector<HeaderField> fields;
        if (!extraText.empty())
            fields.push_back({std::string_view(extraText).substr(0, colon),
                              std::string_view(extraText).substr(colon + 2)});
        Client client(0);
        H2Request request = get(targetText, 7);
        request.head.extra = fields;
        QCOMPARE(client.codec.submit(request).id, 1);
        QCOMPARE(shown(decodedText(takeOutput(client.codec))), expected.toUtf8());
    }

    void exchanges_data()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("whole") << int(kWhole);
        QTest::newRow("byte by byte") << 1;
        QTest::newRow("10 bytes at a time") << 10;
    }
    void exchanges()
    {
        QFETCH(int, step);
        ClientNotes notes;
        ServerNotes serverNotes;
        H2ClientCodec client(notes);
        H2ServerCodec server(serverNotes);
        serverNotes.onRequest = [&](std::int32_t id, const ReceivedRequest &request) {
            server.respond(id, {.status = 200, .contentLength = 3, .tag = request.tag}, "abc");
        };
        QCOMPARE(client.submit(get("/one", 11)).id, 1);
        H2Request post = get("/two", 12);
        post.head.method = Method::Post;
        post.body = "hello";
        QCOMPARE(client.submit(post).id, 3);
        exchange(client, server, std::size_t(step));
        QCOMPARE(shown(serverNotes.lines),
                 shown("settings\n1 GET /one body=0 tag=11\n3 POST /two body=5 tag=12\n"
                       "settings acked\n"));
        // The server's first frames may come before or behind the acknowledgement.
        std::string lines = notes.take();
        for (const std::string line : {"settings\n", "settings acked\n"}) {
            const std::size_t at = lines.find(line);
            QVERIFY(at != std::string::npos);
            lines.erase(at, line.size());
        }
        // nghttp2 puts heads before bodies where both wait.
        for (const std::string id : {"1", "3"}) {
            std::string own;
            std::istringstream all(lines);
            for (std::string line; std::getline(all, line);)
                own += line.starts_with(id) ? line + '\n' : "";
            QCOMPARE(shown(own),
                     shown(fmt::format("{0} begun\n{0} head 200 fields=2 length=3 tag={1}\n"
                                       "{0} ended body=3\n{0} closed complete\n",
                                       id, id == "1" ? 11 : 12)));
        }
        QCOMPARE(client.openStreams(), 0U);
        QCOMPARE(server.openStreams(), 0U);
        QCOMPARE(client.counters().bytesReceived, server.counters().bytesProduced);
        QCOMPARE(client.counters().sent, server.counters().received);
        QCOMPARE(client.counters().received, server.counters().sent);
    }

    void cutAtEveryPlace()
    {
        const std::string bytes = settings({{H2SettingId::MaxConcurrentStreams, 10}})
            + settingsAck() + headers(1, {{":status", "103"}, {"link", "</a>"}})
            + headers(1, {{":status", "200"}, {"content-length", "5"}, {"x-reusescope-tag", "9"}})
            + ping(77) + data(1, "he")
            + frame(H2FrameType::Data, kPadded, 1, std::string("\x03llo\0\0\0", 7))
            + headers(1, {{"x-trailer", "t"}}, kEndHeaders | kEndStream)
            + frame(H2FrameType::Other, 3, 1, "who knows") + rst(3, H2ErrorCode::RefusedStream)
            + goaway(5, H2ErrorCode::NoError, "maintenance\n")
            + headers(5, {{":status", "204"}}, kEndHeaders | kEndStream);
        const QByteArray expected =
            shown("settings\nsettings acked\n1 begun\n1 interim 103\n"
                  "1 head 200 fields=2 length=5 tag=9\nping 77\n1 ended body=5 trailers=1\n"
                  "1 closed complete\n3 closed reset-by-peer REFUSED_STREAM unprocessed\n"
                  "goaway last=5 NO_ERROR [maintenance?]\n"
                  "7 closed refused-by-goaway REFUSED_STREAM unprocessed\n"
                  "5 begun\n5 head 204 fields=0\n5 ended body=0\n5 closed complete\n");
        const auto play = [&](std::size_t cut, std::size_t step) {
            Client client(4);
            if (!client.feed(std::string_view(bytes).substr(0, cut), step)
                || !client.feed(std::string_view(bytes).substr(cut), step))
                client.notes.lines += client.codec.error().detail;
            return client.notes.lines;
        };
        QCOMPARE(shown(play(0, kWhole)), expected);
        QCOMPARE(shown(play(0, 1)), expected);
        for (std::size_t cut = 1; cut < bytes.size(); ++cut)
            QCOMPARE(shown(play(cut, kWhole)), expected);
    }

    void manyLeaveInOnePiece()
    {
        Client client(0);
        for (int i = 0; i < 100; ++i)
            QVERIFY(client.codec.submit(get("/", std::uint32_t(i + 1))).id > 0);
        const std::string piece(client.codec.output());
        client.codec.consumed(piece.size());
        QCOMPARE(framesOf(piece).size(), std::size_t{100});
        QVERIFY(client.codec.output().empty());
        QCOMPARE(client.notes.position, client.codec.produced());
    }

    void smallRequestsCauseNoOtherFrames()
    {
        ClientNotes notes;
        ServerNotes serverNotes;
        H2ClientCodec client(notes);
        H2ServerCodec server(serverNotes);
        serverNotes.onRequest = [&](std::int32_t id, const ReceivedRequest &) {
            server.respond(id, {.contentLength = 10}, 10);
        };
        for (int i = 0; i < 1000; ++i) {
            QVERIFY(client.submit(get()).id > 0);
            exchange(client, server);
        }
        // The first window, the SETTINGS of both and their acknowledgements; no more.
        QCOMPARE(shown(counted(client.counters().sent)),
                 shown("1000 HEADERS, 2 SETTINGS, 1 WINDOW_UPDATE"));
        QCOMPARE(shown(counted(client.counters().received)),
                 shown("1000 DATA, 1000 HEADERS, 2 SETTINGS"));
    }

    void positionIsTheRequestsLastByte()
    {
        Client client(0);
        const std::uint64_t before = client.codec.produced();
        H2Request post = get("/x");
        const std::string body(40'000, 'b');
        post.head.method = Method::Post;
        post.body = body;
        QVERIFY(client.codec.submit(post).id > 0);
        const std::string bytes = takeOutput(client.codec);
        QVERIFY(bytes.size() > body.size());
        QCOMPARE(client.notes.position, before + bytes.size());
        QVERIFY(client.codec.submit(get()).id > 0);
        const std::size_t headBytes = client.codec.output().size();
        QCOMPARE(client.notes.position, before + bytes.size() + headBytes);
    }

    void bodyFromASource()
    {
        ClientNotes notes;
        ServerNotes serverNotes;
        H2ClientCodec client(notes);
        H2ServerCodec server(serverNotes);
        PartSource source;
        H2Request post = get("/up");
        post.head.method = Method::Post;
        post.source = &source;
        QCOMPARE(client.submit(post).id, 1);
        exchange(client, server);
        QVERIFY(serverNotes.lines.find("POST") == std::string::npos);
        source.ready = std::string(300'000, 'x');
        client.resumeBody(1);
        exchange(client, server);
        QVERIFY(source.ready.empty());
        QVERIFY(serverNotes.lines.find("POST") == std::string::npos);
        source.ready = "end";
        source.ends = true;
        client.resumeBody(1);
        exchange(client, server);
        QVERIFY(serverNotes.lines.find("1 POST /up body=300003") != std::string::npos);

        PartSource broken;
        broken.fails = true;
        post.source = &broken;
        QCOMPARE(client.submit(post).id, 3);
        exchange(client, server);
        QVERIFY(notes.lines.find("3 closed failed INTERNAL_ERROR") != std::string::npos);
        QVERIFY(notes.lastError.find("body cannot be read") != std::string::npos);
    }

    void limits()
    {
        Client client(0, {.maxStreams = 6, .streamsBeforeSettings = 3});
        QCOMPARE(client.codec.freeStreams(), 3U);
        for (int i = 0; i < 3; ++i)
            QVERIFY(client.codec.submit(get()).id > 0);
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::LimitReached);
        QVERIFY(client.feed(settings()));
        QCOMPARE(client.codec.freeStreams(), 3U); // ours, when the peer has none
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 4}})));
        QCOMPARE(client.codec.freeStreams(), 1U);
        QVERIFY(client.codec.submit(get()).id > 0);
        takeOutput(client.codec);

        // Below what is in flight, then zero: what is open goes on, nothing starts.
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 2}})));
        QCOMPARE(client.codec.freeStreams(), 0U);
        QVERIFY(client.feed(ok(1)));
        QCOMPARE(client.codec.openStreams(), 3U);
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::LimitReached);
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 0}}) + ok(3) + ok(5)
                            + ok(7)));
        QCOMPARE(client.codec.openStreams(), 0U);
        QCOMPARE(client.codec.freeStreams(), 0U);
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::LimitReached);
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 1}})));
        QCOMPARE(client.codec.submit(get()).id, 9);
        QCOMPARE(client.notes.ends.size(), std::size_t{4});
    }

    void limitSinksBeforeARequestIsSent()
    {
        Client client(0);
        QVERIFY(client.feed(settings()));
        takeOutput(client.codec);
        QCOMPARE(client.codec.submit(get()).id, 1);
        QCOMPARE(client.codec.submit(get()).id, 3);
        // They wait in nghttp2 when the SETTINGS come; feed() then finds that none may go.
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 0}})));
        for (const SeenFrame &seen : framesOf(takeOutput(client.codec)))
            QVERIFY(seen.type != unsigned(H2FrameType::Headers));
        QVERIFY(client.codec.reset(3));
        QVERIFY(!client.codec.reset(3));
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 5}})));
        const auto frames = framesOf(takeOutput(client.codec));
        int requests = 0;
        for (const SeenFrame &seen : frames)
            requests += seen.type == unsigned(H2FrameType::Headers) ? 1 : 0;
        QCOMPARE(requests, 1); // a reset one is not sent at all
        QVERIFY(client.feed(ok(1)));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}}));
        QCOMPARE(client.codec.openStreams(), 0U);
    }

    void idsUsedUp()
    {
        Client client(3, {.firstStreamId = 2'147'483'645});
        QCOMPARE(client.submitted[0].id, 2'147'483'645);
        QCOMPARE(client.submitted[1].id, 2'147'483'647);
        QCOMPARE(client.submitted[2].refusal, H2Refusal::IdsUsedUp);
        QCOMPARE(client.codec.freeStreams(), 0U);
        QVERIFY(client.feed(settings() + ok(2'147'483'645) + ok(2'147'483'647)));
        QCOMPARE(client.notes.ends.size(), std::size_t{2});
        QVERIFY(!client.codec.isFailed());
    }

    void goawayInFlight()
    {
        Client client(3);
        QVERIFY(client.feed(settings() + goaway(1)));
        QCOMPARE(shown(client.notes.take()),
                 shown("settings\ngoaway last=1 NO_ERROR []\n"
                       "3 closed refused-by-goaway REFUSED_STREAM unprocessed\n"
                       "5 closed refused-by-goaway REFUSED_STREAM unprocessed\n"));
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::GoawayReceived);
        QVERIFY(client.feed(ok(1, "late but whole")));
        QVERIFY(client.notes.lines.find("1 closed complete") != std::string::npos);
        QCOMPARE(client.codec.openStreams(), 0U);
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}, {5, 1}}));
    }

    void goawayFirstGentleThenFinal()
    {
        Client client(3);
        QVERIFY(client.feed(settings() + goaway(0x7fffffff)));
        QCOMPARE(client.codec.openStreams(), 3U);
        QVERIFY(client.feed(goaway(3)));
        QCOMPARE(client.codec.openStreams(), 2U);
        QVERIFY(client.feed(ok(1) + ok(3)));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}, {5, 1}}));
    }

    void goawayRefusesWhatWasNotSent()
    {
        Client client(1);
        QVERIFY(client.feed(settings()));
        takeOutput(client.codec);
        QCOMPARE(client.codec.submit(get()).id, 3);
        QVERIFY(client.feed(goaway(0x7fffffff)));
        QVERIFY(client.notes.lines.find("3 closed refused-by-goaway") != std::string::npos);
        for (const SeenFrame &seen : framesOf(takeOutput(client.codec)))
            QVERIFY(seen.type != unsigned(H2FrameType::Headers));
        QVERIFY(client.feed(ok(1)));
        QCOMPARE(client.codec.openStreams(), 0U);
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
    }

    void ourOwnGoawayCarriesZero()
    {
        Client client(1);
        QVERIFY(client.codec.goaway(H2ErrorCode::NoError, "bye"));
        const auto frames = framesOf(takeOutput(client.codec));
        QCOMPARE(frames.size(), std::size_t{1});
        QCOMPARE(shown(frames[0].payload), shown(number(0, 4) + number(0, 4) + "bye"));
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::Over);
        QVERIFY(client.feed(settings() + ok(1)));
        QVERIFY(client.notes.lines.find("1 closed complete") != std::string::npos);
        QVERIFY(!client.codec.isFailed());
    }

    void closing()
    {
        Client client(2);
        QVERIFY(client.feed(settings() + ok(1)));
        takeOutput(client.codec);
        QCOMPARE(client.codec.submit(get()).id, 5);
        client.codec.close(H2ErrorCode::Cancel);
        const auto frames = framesOf(takeOutput(client.codec));
        QCOMPARE(frames.size(), std::size_t{1});
        QCOMPARE(shown(frames[0].payload), shown(number(0, 4) + number(8, 4)));
        QVERIFY(client.notes.lines.find("3 closed connection-over\n") != std::string::npos);
        QVERIFY(client.feed(ok(3))); // not looked at
        QVERIFY(!client.codec.reset(3) && !client.codec.ping(1));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}, {5, 1}}));
        QVERIFY(!client.codec.wantsWrite());
    }

    void refusalsAreNoFlood()
    {
        Client client(0, {.limits = {.framesWithoutProgress = 50}});
        QVERIFY(client.feed(settings()));
        for (int i = 0; i < 500; ++i) {
            const auto id = std::uint32_t(client.codec.submit(get()).id);
            takeOutput(client.codec);
            QVERIFY(client.feed(rst(id, H2ErrorCode::RefusedStream)));
        }
        QCOMPARE(client.notes.ends.size(), std::size_t{500});
    }

    void lostConnection()
    {
        Client client(2);
        client.codec.endStreams();
        client.codec.endStreams();
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
        QCOMPARE(client.codec.submit(get()).refusal, H2Refusal::Over);
    }

    void resets_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &bytes, const char *expected) {
            QTest::newRow(name) << shown(bytes) << QString(expected);
        };
        row("refused", rst(1, H2ErrorCode::RefusedStream),
            "1 closed reset-by-peer REFUSED_STREAM unprocessed");
        row("refused behind an interim response",
            headers(1, {{":status", "103"}}) + rst(1, H2ErrorCode::RefusedStream),
            "1 closed reset-by-peer REFUSED_STREAM\n");
        row("cancelled before the head", rst(1, H2ErrorCode::Cancel),
            "1 closed reset-by-peer CANCEL\n");
        row("cancelled behind the head",
            headers(1, {{":status", "200"}}) + rst(1, H2ErrorCode::Cancel),
            "1 closed reset-by-peer CANCEL\n");
        row("HTTP/1.1 asked for", rst(1, H2ErrorCode::Http11Required),
            "1 closed reset-by-peer HTTP_1_1_REQUIRED\n");
        row("without an error, before the end",
            headers(1, {{":status", "200"}}) + rst(1, H2ErrorCode::NoError),
            "1 closed reset-by-peer\n");
        row("an unknown code", rst(1, H2ErrorCode(99)),
            "1 closed reset-by-peer unknown error code\n");
    }
    void resets()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        Client client(2);
        QVERIFY(client.feed(settings() + bytes.toStdString()));
        QVERIFY2(client.notes.lines.find(expected.toStdString()) != std::string::npos,
                 client.notes.lines.c_str());
        QVERIFY(client.feed(ok(3)));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
    }

    void serverStopsAnUploadBehindItsAnswer()
    {
        Client client(0);
        PartSource source;
        H2Request post = get();
        post.head.method = Method::Post;
        post.source = &source;
        QCOMPARE(client.codec.submit(post).id, 1);
        takeOutput(client.codec);
        QVERIFY(client.feed(settings() + ok(1, "no need")));
        QVERIFY(client.notes.lines.find("1 ended body=7") != std::string::npos);
        QCOMPARE(client.codec.openStreams(), 1U);
        QVERIFY(client.feed(rst(1, H2ErrorCode::NoError)));
        QVERIFY(client.notes.lines.find("1 closed complete\n") != std::string::npos);
        QCOMPARE(client.codec.openStreams(), 0U);
    }

    void ourReset()
    {
        Client client(2);
        QVERIFY(client.feed(settings() + headers(1, {{":status", "200"}})));
        takeOutput(client.codec);
        QVERIFY(client.codec.reset(1, H2ErrorCode::Cancel));
        QVERIFY(!client.codec.reset(1));
        QVERIFY(!client.codec.reset(99));
        QVERIFY(!client.codec.reset(2));
        QCOMPARE(shown(client.codec.output()), shown(rst(1, H2ErrorCode::Cancel)));
        client.codec.consumed(client.codec.output().size());
        QCOMPARE(client.codec.openStreams(), 1U);
        client.notes.take();
        // What is still on its way is nobody's.
        QVERIFY(client.feed(data(1, "late") + data(1, "later", kEndStream)
                            + headers(1, {{"x-late", "1"}}, kEndHeaders | kEndStream)));
        QCOMPARE(shown(client.notes.take()), shown(""));
        QCOMPARE(client.codec.counters().lateFrames, std::uint64_t{3});
        QCOMPARE(client.codec.windows().unreturned, std::int64_t{9});
        QVERIFY(client.feed(ok(3)));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{3, 1}}));
    }

    void lateFramesBehindTheEnd()
    {
        Client client(2);
        QVERIFY(client.feed(settings() + ok(1) + data(1, "more") + headers(1, {{":status", "200"}})
                            + rst(1, H2ErrorCode::Cancel) + windowUpdate(1, 5)));
        QCOMPARE(client.codec.counters().lateFrames, std::uint64_t{2});
        QVERIFY(client.feed(ok(3)));
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
    }

    void resetWithinACall_data()
    {
        QTest::addColumn<QString>("where");
        QTest::addColumn<int>("step");
        for (const char *where : {"begun", "head", "body"}) {
            QTest::addRow("%s, whole", where) << where << int(kWhole);
            QTest::addRow("%s, byte by byte", where) << where << 1;
        }
    }
    void resetWithinACall()
    {
        QFETCH(QString, where);
        QFETCH(int, step);
        // The acknowledgement of SETTINGS fills the output, so that the RST_STREAM has to wait.
        Client client(2, {.outputBytes = 1});
        const auto reset = [&client](const H2Exchange &seen) { client.codec.reset(seen.id); };
        (where == "begun"      ? client.notes.onBegun
             : where == "head" ? client.notes.onHead
                               : client.notes.onBody) = reset;
        QVERIFY(client.feed(settings(), std::size_t(step)));
        client.notes.take();
        // A body of two parts, as far as the client could see.
        QVERIFY(client.feed(headers(1, {{":status", "200"}}) + data(1, "abc"), std::size_t(step)));
        QVERIFY(client.feed(data(1, "def", kEndStream), std::size_t(step)));
        const std::string_view rest = "1 head 200 fields=0\n";
        QCOMPARE(shown(client.notes.lines),
                 shown("1 begun\n" + std::string(where == "begun" ? "" : rest)));
        QVERIFY(client.notes.bodyBytes <= (where == "body" ? (step == 1 ? 1U : 3U) : 0U));
        QVERIFY(!client.codec.isFailed());
        QVERIFY(client.notes.ends.empty());
    }

    void resetAndSubmitWithinCalls()
    {
        ClientNotes notes;
        ServerNotes serverNotes;
        H2ClientCodec client(notes, {.maxStreams = 4});
        H2ServerCodec server(serverNotes);
        serverNotes.onRequest = [&](std::int32_t id, const ReceivedRequest &) {
            server.respond(id, {}, 30'000);
        };
        int resets = 0;
        int submits = 0;
        notes.onHead = [&](const H2Exchange &seen) {
            if (seen.id % 4 == 1)
                resets += client.reset(seen.id) ? 1 : 0;
        };
        notes.onClosed = [&](const H2Exchange &) {
            if (submits < 200 && client.submit(get()).id > 0)
                ++submits;
        };
        while (submits < 200) {
            while (client.freeStreams() > 0 && client.submit(get()).id > 0)
                ++submits;
            exchange(client, server);
        }
        exchange(client, server);
        QCOMPARE(int(notes.ends.size()) + resets, submits);
        QVERIFY(resets > 50);
        for (const auto &[id, count] : notes.ends)
            QCOMPARE(count, 1);
        QCOMPARE(client.openStreams(), 0U);
        QVERIFY(!client.isFailed() && !server.isFailed());
    }

    void windowsComeBack()
    {
        ClientNotes notes;
        ServerNotes serverNotes;
        H2ClientCodec client(notes, {.streamWindow = 65'535, .connectionWindow = 65'535});
        H2ServerCodec server(serverNotes);
        serverNotes.onRequest = [&](std::int32_t id, const ReceivedRequest &request) {
            server.respond(id, {}, request.target == "/big" ? 1'000'000U : 10U);
        };
        bool cancels = false;
        notes.onHead = [&](const H2Exchange &seen) {
            if (cancels)
                client.reset(seen.id);
        };
        QVERIFY(client.submit(get("/big")).id > 0);
        exchange(client, server);
        QCOMPARE(notes.bodyBytes, std::uint64_t{1'000'000});

        // Bodies of a whole window each, cancelled unread: a leak of any would stop the next.
        cancels = true;
        for (int i = 0; i < 20; ++i) {
            QVERIFY(client.submit(get("/big")).id > 0);
            exchange(client, server);
        }
        QVERIFY(client.counters().lateFrames > 0);
        QVERIFY(server.windows().send >= 65'535 / 2);
        cancels = false;
        const std::int32_t last = client.submit(get()).id;
        exchange(client, server);
        QCOMPARE(notes.ends[last], 1);
    }

    void pings()
    {
        Client client(1);
        QVERIFY(client.feed(settings()));
        takeOutput(client.codec);
        QVERIFY(client.codec.ping(0x0102030405060708));
        QCOMPARE(shown(takeOutput(client.codec)), shown(ping(0x0102030405060708)));
        client.notes.take();
        QVERIFY(client.feed(ping(0x0102030405060708, kAck) + ping(5)));
        QCOMPARE(shown(client.notes.take()), shown("ping acked 72623859790382856\nping 5\n"));
        QCOMPARE(shown(takeOutput(client.codec)), shown(ping(5, kAck)));
    }

    void bodiless_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<QString>("status");
        QTest::newRow("HEAD") << int(Method::Head) << "200";
        QTest::newRow("304") << int(Method::Get) << "304";
    }
    void bodiless()
    {
        QFETCH(int, method);
        QFETCH(QString, status);
        const std::string length = "1234";
        Client client(1, {}, Method(method));
        QVERIFY(client.feed(
            settings()
            + headers(1, {{":status", status.toStdString()}, {"content-length", length}},
                      kEndHeaders | kEndStream)));
        QVERIFY(client.notes.lines.find("length=1234") != std::string::npos);
        QVERIFY(client.notes.lines.find("1 closed complete") != std::string::npos);

        Client other(1, {}, Method(method));
        QVERIFY(other.feed(
            settings() + headers(1, {{":status", status.toStdString()}, {"content-length", length}})
            + data(1, "body", kEndStream)));
        QVERIFY(other.notes.lines.find("1 closed failed PROTOCOL_ERROR") != std::string::npos);
        QVERIFY2(other.notes.lastError.find("a body where none may be") != std::string::npos,
                 other.notes.lastError.c_str());
    }

    void malformed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("names");
        const auto row = [](const char *name, const std::string &bytes, const char *names) {
            QTest::newRow(name) << shown(bytes) << QString(names);
        };
        const auto head = [](const Fields &fields) { return headers(1, fields); };
        row("no :status", head({{"server", "x"}}), ":status is missing");
        row("no fields at all", head({}), ":status is missing");
        row("two :status", head({{":status", "200"}, {":status", "200"}}), ":status");
        row(":status of two digits", head({{":status", "20"}}), ":status");
        row(":status no number", head({{":status", "2x0"}}), ":status");
        row("101", head({{":status", "101"}}), ":status");
        row(":status behind a field", head({{"a", "b"}, {":status", "200"}}), ":status");
        row("a pseudo field of requests", head({{":status", "200"}, {":path", "/"}}), ":path");
        row("an unknown pseudo field", head({{":status", "200"}, {":what", "/"}}), ":what");
        row("upper case", head({{":status", "200"}, {"Server", "x"}}), "Server");
        row("connection", head({{":status", "200"}, {"connection", "close"}}), "connection");
        row("keep-alive", head({{":status", "200"}, {"keep-alive", "timeout=5"}}), "keep-alive");
        row("transfer-encoding", head({{":status", "200"}, {"transfer-encoding", "chunked"}}),
            "transfer-encoding");
        row("upgrade", head({{":status", "200"}, {"upgrade", "h2c"}}), "upgrade");
        row("te", head({{":status", "200"}, {"te", "gzip"}}), "te");
        row("two content-length",
            head({{":status", "200"}, {"content-length", "1"}, {"content-length", "1"}}),
            "content-length");
        row("content-length no number", head({{":status", "200"}, {"content-length", "-1"}}),
            "content-length");
        row("content-length too large",
            head({{":status", "200"}, {"content-length", "99999999999999999999"}}),
            "content-length");
        row("204 with content-length", head({{":status", "204"}, {"content-length", "5"}}),
            "content-length");
        row("body too short",
            head({{":status", "200"}, {"content-length", "5"}}) + data(1, "four", kEndStream),
            "not as long as content-length says");
        row("body too long",
            head({{":status", "200"}, {"content-length", "5"}}) + data(1, "sixsix", kEndStream),
            "not as long as content-length says");
        row("ends with its head, but for a body",
            headers(1, {{":status", "200"}, {"content-length", "5"}}, kEndHeaders | kEndStream),
            "do not fit");
        row("an interim response that ends the stream",
            headers(1, {{":status", "103"}}, kEndHeaders | kEndStream), "do not fit");
        row("trailers that do not end the stream",
            head({{":status", "200"}}) + head({{"x-trailer", "1"}}), "do not fit");
        row("a pseudo field among trailers",
            head({{":status", "200"}}) + headers(1, {{":status", "200"}}, kEndHeaders | kEndStream),
            ":status");
    }
    void malformed()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, names);
        for (const std::size_t step : {kWhole, std::size_t{1}}) {
            Client client(2);
            QVERIFY2(client.feed(settings() + bytes.toStdString(), step),
                     client.codec.error().detail.c_str());
            QVERIFY2(client.notes.lines.find("1 closed failed PROTOCOL_ERROR") != std::string::npos,
                     client.notes.lines.c_str());
            QVERIFY2(client.notes.lastError.starts_with("stream 1: ")
                         && client.notes.lastError.find(names.toStdString()) != std::string::npos,
                     client.notes.lastError.c_str());
            // Another stream is none the worse for it.
            QVERIFY(client.feed(ok(3), step));
            QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
            bool resetSent = false;
            for (const SeenFrame &seen : framesOf(takeOutput(client.codec)))
                resetSent |= seen.type == unsigned(H2FrameType::RstStream) && seen.stream == 1;
            QVERIFY(resetSent);
        }
    }

    void fieldsThatNobodyMayHaveAreIgnored()
    {
        Client client(1);
        QVERIFY(client.feed(
            settings()
            + headers(1, {{":status", "200"}, {"a b", "c"}, {"x", "a\nb"}, {"fine", "1"}},
                      kEndHeaders | kEndStream)));
        QVERIFY(client.notes.lines.find("1 head 200 fields=1\n") != std::string::npos);
        QCOMPARE(client.codec.counters().ignoredFields, std::uint64_t{2});
    }

    void tagIsOneNumber()
    {
        Client client(3);
        const std::string name(kTagHeader);
        QVERIFY(client.feed(
            settings()
            + headers(1, {{":status", "200"}, {name, "5"}, {name, "5"}}, kEndHeaders | kEndStream)
            + headers(3, {{":status", "200"}, {name, "5x"}}, kEndHeaders | kEndStream)
            + headers(5, {{":status", "103"}, {name, "4"}}) + ok(5)));
        QVERIFY(client.notes.lines.find("tag=") == std::string::npos);
    }

    void locationOfARedirect()
    {
        const std::string bytes = settings()
            + headers(1, {{":status", "301"}, {"location", "/new?a=b"}}, kEndHeaders | kEndStream)
            + headers(3, {{":status", "302"}}, kEndHeaders | kEndStream)
            + headers(5, {{":status", "201"}, {"location", "/made"}}, kEndHeaders | kEndStream)
            + headers(7, {{":status", "304"}, {"location", "/old"}}, kEndHeaders | kEndStream)
            + headers(9, {{":status", "103"}, {"location", "/early"}})
            + headers(9, {{":status", "308"}, {"location", "http://b/"}}, kEndHeaders | kEndStream);
        for (const std::size_t step : {kWhole, std::size_t{1}}) {
            Client client(5);
            std::map<std::int32_t, std::string> locations;
            std::string later;
            client.notes.onHead = [&](const H2Exchange &exchange) {
                locations[exchange.id] = exchange.head.location;
            };
            client.notes.onClosed = [&](const H2Exchange &exchange) {
                later += exchange.head.location;
            };
            QVERIFY(client.feed(bytes, step));
            const std::map<std::int32_t, std::string> expected{
                {1, "/new?a=b"}, {3, ""}, {5, ""}, {7, ""}, {9, "http://b/"}};
            QVERIFY(locations == expected);
            QCOMPARE(later, std::string());
        }
    }

    void streamLimits_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("names");
        Fields many{{":status", "200"}};
        for (int i = 0; i < 11; ++i)
            many.emplace_back("x", "1");
        std::string interim;
        for (int i = 0; i < 4; ++i)
            interim += headers(1, {{":status", "103"}});
        QTest::newRow("fields") << shown(headers(1, many)) << "headerCount (10)";
        QTest::newRow("bytes of fields")
            << shown(headers(1, {{":status", "200"}, {"x", std::string(1000, 'v')}}))
            << "headerListBytes (1000)";
        QTest::newRow("trailers") << shown(
            headers(1, {{":status", "200"}})
            + headers(1, {{"x", std::string(1000, 'v')}}, kEndHeaders | kEndStream))
                                  << "headerListBytes (1000)";
        QTest::newRow("interim responses") << shown(interim) << "interimResponses (3)";
    }
    void streamLimits()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, names);
        for (const std::size_t step : {kWhole, std::size_t{1}}) {
            Client client(
                2, {.limits = {.headerListBytes = 1000, .headerCount = 10, .interimResponses = 3}});
            QVERIFY(client.feed(settings() + bytes.toStdString(), step));
            QVERIFY(client.notes.lines.find("1 closed failed") != std::string::npos);
            QVERIFY2(
                client.notes.lastError.find("the limit " + names.toStdString() + " was exceeded")
                    != std::string::npos,
                client.notes.lastError.c_str());
            QVERIFY(client.feed(ok(3), step));
            QVERIFY(client.notes.lines.find("3 closed complete") != std::string::npos);
        }
    }

    void hostile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("names");
        const auto row = [](const char *name, const std::string &bytes, const char *names) {
            QTest::newRow(name) << shown(bytes) << QString(names);
        };
        const auto repeated = [](const std::string &text, int times) {
            std::string out;
            for (int i = 0; i < times; ++i)
                out += text;
            return out;
        };
        const std::string hello = settings();
        const std::string progress = "framesWithoutProgress (500)";
        row("PING flood", hello + repeated(ping(1), 501), progress.c_str());
        row("PING acknowledged that nobody sent", hello + repeated(ping(1, kAck), 501),
            progress.c_str());
        row("SETTINGS flood", hello + repeated(settings({{H2SettingId::EnablePush, 0}}), 501),
            progress.c_str());
        row("empty DATA flood",
            hello + headers(1, {{":status", "200"}}) + repeated(data(1, ""), 3000),
            progress.c_str());
        row("padding-only DATA flood",
            hello + headers(1, {{":status", "200"}})
                + repeated(frame(H2FrameType::Data, kPadded, 1, std::string("\x02\0\0", 3)), 3000),
            progress.c_str());
        row("WINDOW_UPDATE flood", hello + repeated(windowUpdate(1, 1), 501), progress.c_str());
        row("PRIORITY flood",
            hello + repeated(frame(H2FrameType::Priority, 0, 1, number(0, 5)), 501),
            progress.c_str());
        row("unknown types", hello + repeated(frame(H2FrameType::Other, 0, 0, "x"), 501),
            progress.c_str());
        row("RST_STREAM flood", hello + repeated(rst(1, H2ErrorCode::Cancel), 3000),
            progress.c_str());
        row("DATA for a closed stream", hello + ok(1) + repeated(data(1, "x"), 3000),
            progress.c_str());
        row("HEADERS for a closed stream", hello + ok(1) + repeated(headers(1, {{"a", "b"}}), 3000),
            progress.c_str());
        row("CONTINUATION flood",
            hello + headers(1, {{":status", "200"}}, 0)
                + repeated(frame(H2FrameType::Continuation, 0, 1), 20),
            "continuations (8)");
        row("too many entries in SETTINGS",
            hello + frame(H2FrameType::Settings, 0, 0, repeated(number(2, 2) + number(0, 4), 33)),
            "settingsEntries (32)");
        row("no SETTINGS first", ping(1), "SETTINGS");
        row("HTTP/1.1", "HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP/1");
        row("TLS alert", std::string("\x15\x03\x03\0\x02\x02\x50\0\0\0\0\0\0\0", 14), "");
        row("frame too large",
            hello + number(16'385, 3) + std::string(1, '\0') + std::string(20, '\0'),
            "FRAME_SIZE_ERROR");
        row("SETTINGS on a stream", frame(H2FrameType::Settings, 0, 1), "SETTINGS");
        row("SETTINGS of 5 bytes", frame(H2FrameType::Settings, 0, 0, "12345"), "FRAME_SIZE_ERROR");
        row("acknowledgement with a payload",
            hello + frame(H2FrameType::Settings, kAck, 0, number(2, 2) + number(0, 4)),
            "FRAME_SIZE_ERROR");
        row("ENABLE_PUSH of 2", settings({{H2SettingId::EnablePush, 2}}), "SETTINGS");
        row("ENABLE_PUSH of a server", settings({{H2SettingId::EnablePush, 1}}),
            "server attempted to enable push");
        row("window too large", settings({{H2SettingId::InitialWindowSize, 0x80000000U}}),
            "WINDOW");
        row("frame size too small", settings({{H2SettingId::MaxFrameSize, 100}}), "MAX_FRAME_SIZE");
        row("PING of 7 bytes", hello + frame(H2FrameType::Ping, 0, 0, "1234567"),
            "FRAME_SIZE_ERROR");
        row("PING on a stream", hello + frame(H2FrameType::Ping, 0, 1, "12345678"), "PING");
        row("RST_STREAM of 3 bytes", hello + frame(H2FrameType::RstStream, 0, 1, "123"),
            "FRAME_SIZE_ERROR");
        row("RST_STREAM on no stream", hello + rst(0, H2ErrorCode::Cancel), "RST_STREAM");
        row("RST_STREAM on an idle stream", hello + rst(9, H2ErrorCode::Cancel), "RST_STREAM");
        row("DATA before a head", hello + data(1, "x"), "DATA");
        row("DATA on no stream", hello + data(0, "x"), "DATA");
        row("DATA on an idle stream", hello + data(9, "x"), "DATA");
        row("HEADERS on no stream", hello + headers(0, {{":status", "200"}}), "HEADERS");
        row("HEADERS on an idle stream", hello + headers(9, {{":status", "200"}}), "HEADERS");
        row("HEADERS on a server's stream", hello + headers(2, {{":status", "200"}}), "HEADERS");
        row("CONTINUATION out of nowhere", hello + frame(H2FrameType::Continuation, kEndHeaders, 1),
            "CONTINUATION");
        row("something within a header block",
            hello + headers(1, {{":status", "200"}}, 0) + ping(1), "CONTINUATION");
        row("padding longer than the frame",
            hello + headers(1, {{":status", "200"}})
                + frame(H2FrameType::Data, kPadded, 1, "\x05xx"),
            "padding");
        row("a header block that cannot be decoded",
            hello + frame(H2FrameType::Headers, kEndHeaders, 1, "\xff\xff\xff\xff\xff\xff"),
            "COMPRESSION_ERROR");
        row("an index beyond the table",
            hello + frame(H2FrameType::Headers, kEndHeaders, 1, "\xbf"), "COMPRESSION_ERROR");
        row("WINDOW_UPDATE of 0", hello + windowUpdate(0, 0), "WINDOW_UPDATE");
        row("window beyond 2^31-1", hello + windowUpdate(0, 0x7fffffff), "FLOW_CONTROL_ERROR");
        row("GOAWAY on a stream", hello + frame(H2FrameType::Goaway, 0, 1, number(0, 8)), "GOAWAY");
        row("GOAWAY of 7 bytes", hello + frame(H2FrameType::Goaway, 0, 0, "1234567"),
            "FRAME_SIZE_ERROR");
        row("GOAWAY whose last id rises", hello + goaway(1) + goaway(3), "invalid last_stream_id");
        row("GOAWAY with a server's id", hello + goaway(2), "invalid last_stream_id");
        row("push, though it is off",
            hello + settingsAck()
                + frame(H2FrameType::PushPromise, kEndHeaders, 1,
                        number(2, 4) + block({{":method", "GET"}})),
            "push disabled");
    }
    void hostile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, names);
        for (const std::size_t step : {kWhole, std::size_t{1}}) {
            Client client(2, {.limits = {.framesWithoutProgress = 500}});
            QVERIFY2(!client.feed(bytes.toStdString(), step), client.notes.lines.c_str());
            QVERIFY(client.codec.isFailed() && client.codec.isOver());
            QCOMPARE(client.codec.error().kind, ErrorKind::Http2);
            QVERIFY2(client.codec.error().detail.find(names.toStdString()) != std::string::npos,
                     client.codec.error().detail.c_str());
            // Every stream has ended, once, and the peer is told why.
            QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
            const std::string out = takeOutput(client.codec);
            const auto frames = framesOf(out);
            if (!bytes.startsWith("HTTP")) {
                QVERIFY(!frames.empty());
                QCOMPARE(frames.back().type, unsigned(H2FrameType::Goaway));
                QCOMPARE(shown(frames.back().payload.substr(0, 4)), shown(number(0, 4)));
                QVERIFY(frames.back().payload.substr(4, 4) != number(0, 4));
            }
            QVERIFY(!client.codec.feed(ping(1)));
            QVERIFY(!client.codec.wantsWrite());
        }
    }

    void peerThatReadsNoAnswers()
    {
        Client client(1, {.outputBytes = 1000, .limits = {.waitingAcks = 50}});
        std::string pings = settings();
        for (int i = 0; i < 300; ++i)
            pings += ping(std::uint64_t(i));
        QVERIFY(!client.feed(pings)); // output is never taken
        QVERIFY2(client.codec.error().detail.find("waitingAcks (50)") != std::string::npos,
                 client.codec.error().detail.c_str());
        QCOMPARE(client.notes.ends, (std::map<std::int32_t, int>{{1, 1}}));
    }

    void errorIsSeenThoughTheOutputIsFull()
    {
        Client client(0, {.outputBytes = 100});
        QVERIFY(client.feed(settings()));
        for (int i = 0; i < 20; ++i)
            QVERIFY(client.codec.submit(get("/a/longer/target")).id > 0);
        QVERIFY(!client.codec.output().empty());
        QVERIFY(!client.feed(goaway(2)));
        QCOMPARE(client.notes.ends.size(), std::size_t{20});
    }

    void pushBeforeItIsKnownToBeOff()
    {
        Client client(1);
        QVERIFY(client.feed(settings()
                            + frame(H2FrameType::PushPromise, kEndHeaders, 1,
                                    number(2, 4)
                                        + block({{":method", "GET"},
                                                 {":scheme", "http"},
                                                 {":authority", "localhost"},
                                                 {":path", "/pushed"}}))
                            + ok(1)));
        QVERIFY(client.notes.lines.find("1 closed complete") != std::string::npos);
        bool refused = false;
        for (const SeenFrame &seen : framesOf(takeOutput(client.codec)))
            refused |= seen.type == unsigned(H2FrameType::RstStream) && seen.stream == 2;
        QVERIFY(refused);
    }

    void idleFramesAreNoMatter()
    {
        Client client(1);
        QVERIFY(client.feed(settings() + ok(1)));
        QVERIFY(client.feed(settings({{H2SettingId::MaxConcurrentStreams, 7}}) + ping(1)
                            + windowUpdate(0, 100)));
        takeOutput(client.codec);
        QCOMPARE(client.codec.freeStreams(), 7U);
        QCOMPARE(client.codec.peerSettings().maxConcurrentStreams, 7U);
        QCOMPARE(client.codec.windows().send, std::int64_t{65'635});
        QCOMPARE(client.codec.submit(get()).id, 3);
        QCOMPARE(shown(counted(client.codec.counters().received)),
                 shown("1 HEADERS, 2 SETTINGS, 1 PING, 1 WINDOW_UPDATE"));
    }

    void mutations()
    {
        // Frames that were fine, with some bytes changed: an error or not, but every stream ends
        // once and nothing else happens.
        std::string fine = settings({{H2SettingId::MaxConcurrentStreams, 100}}) + settingsAck();
        for (std::uint32_t stream = 1; stream < 20; stream += 2)
            fine += headers(stream, {{":status", "200"}, {"content-length", "5"}})
                + data(stream, "he") + ping(stream) + data(stream, "llo", kEndStream);
        fine += goaway(21, H2ErrorCode::NoError, "text");
        int failures = 0;
        for (unsigned seed = 0; seed < 3000; ++seed) {
            std::mt19937 random(seed);
            std::string bytes = fine;
            for (unsigned i = 0, changes = 1 + seed % 4; i < changes; ++i)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            Client client(12);
            const bool taken = client.feed(bytes, seed % 3 == 0 ? 1 : 1 + seed % 100);
            failures += taken ? 0 : 1;
            client.codec.endStreams();
            QCOMPARE(client.notes.ends.size(), std::size_t{12});
            for (const auto &[id, count] : client.notes.ends)
                QCOMPARE(count, 1);
        }
        QVERIFY(failures > 500 && failures < 3000);
    }

    void churn_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    /// Connections come and go until 2000 requests have been submitted; what a request has lived
    /// through is known to us alone, by its `user`.
    void churn()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto chance = [&random](unsigned percent) { return random() % 100 < percent; };
        struct Request
        {
            int submits = 0;
            int ends = 0;
        };
        std::vector<Request> requests(2000);
        std::size_t next = 0;
        int connections = 0;
        std::map<H2StreamEnd, int> endings;

        class Notes final : public H2ClientListener
        {
        public:
            std::map<H2StreamEnd, int> *endings = nullptr;
            std::map<std::int32_t, Request *> open;
            void streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed) override
            {
                ++(*endings)[closed.end];
                ++static_cast<Request *>(exchange.user)->ends;
                open.erase(exchange.id);
            }
        };
        while (next < requests.size()) {
            QVERIFY(++connections < 5000);
            Notes notes;
            notes.endings = &endings;
            ServerNotes serverNotes;
            H2ClientCodec client(notes, {.maxStreams = 50});
            H2ServerCodec server(serverNotes);
            std::vector<std::int32_t> waiting;
            serverNotes.onRequest = [&](std::int32_t id, const ReceivedRequest &) {
                if (chance(40))
                    server.respond(id, {}, random() % 3000);
                else if (chance(20))
                    server.reset(id, chance(50) ? H2ErrorCode::RefusedStream : H2ErrorCode::Cancel);
                else if (chance(20))
                    server.sendRaw(headers(std::uint32_t(id), {{"no-status", "1"}}));
                else
                    waiting.push_back(id);
            };
            bool goaway = false;
            for (int turn = 0; turn < 40 && !client.isOver(); ++turn) {
                while (next < requests.size() && chance(90)) {
                    H2Request request = get("/", std::uint32_t(next + 1));
                    request.user = &requests[next];
                    if (chance(10)) {
                        request.head.method = Method::Post;
                        request.body = "a body";
                    }
                    const H2Submitted submitted = client.submit(request);
                    if (submitted.id == 0)
                        break;
                    ++requests[next].submits;
                    notes.open[submitted.id] = &requests[next++];
                }
                if (!notes.open.empty() && chance(30)) {
                    const auto victim =
                        std::next(notes.open.begin(), long(random() % notes.open.size()));
                    if (client.reset(victim->first)) {
                        ++victim->second->ends;
                        notes.open.erase(victim);
                    }
                }
                if (!waiting.empty() && chance(50)) {
                    server.respond(waiting.back(), {}, "late");
                    waiting.pop_back();
                }
                if (chance(10)) {
                    const std::array<H2Setting, 1> limit{
                        H2Setting{H2SettingId::MaxConcurrentStreams, std::uint32_t(random() % 20)}};
                    server.submitSettings(limit);
                }
                if (chance(5) && !goaway) {
                    goaway = true;
                    server.goaway(chance(50) ? server.lastStreamId() : 0x7fffffff);
                }
                if (chance(1))
                    server.sendRaw(reusescope::test::goaway(2));
                // Sometimes only a part of what waits is carried.
                const std::size_t step = chance(50) ? kWhole : 1 + random() % 200;
                const std::string there(client.output().substr(0, step));
                client.consumed(there.size());
                server.feed(there);
                const std::string back(server.output().substr(0, step));
                server.consumed(back.size());
                client.feed(back);
            }
            if (chance(30))
                client.close();
            client.endStreams();
            QVERIFY(notes.open.empty());
        }
        for (const Request &request : requests) {
            QCOMPARE(request.submits, 1);
            QCOMPARE(request.ends, 1);
        }
        for (const H2StreamEnd end :
             {H2StreamEnd::Complete, H2StreamEnd::ResetByPeer, H2StreamEnd::RefusedByGoaway,
              H2StreamEnd::Failed, H2StreamEnd::ConnectionOver})
            QVERIFY2(endings[end] > 0, name(end).data());
    }
};

QTEST_APPLESS_MAIN(H2ClientCodecTest)
#include "tst_h2clientcodec.moc"
