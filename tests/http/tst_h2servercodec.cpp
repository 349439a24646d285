// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - Requests are told alike whole, byte by byte and cut at every place, with their bodies counted.
// - Every way to answer comes out as frames that say so: a body of bytes or filler, in parts, none
//   for HEAD, 204 and 304; interim responses, resets, GOAWAY, SETTINGS, PING, raw bytes.
// - Every stream is closed exactly once; what concerns a stream that is not open says so.
// - What a hostile client sends ends in an error that names the limit or the rule; nothing crashes,
//   also on nghttp2's own corpus of recorded clients (public test data, read from beside the
//   checkout and skipped when that is not there).
#include "core/http/h2servercodec.h"
#include "tests/http/h2frames.h"

#include <QtTest>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace reusescope;
using namespace reusescope::test;

namespace {

constexpr std::size_t kWhole = 1'000'000;

Fields requestFields(std::string_view method = "GET", std::string_view path = "/")
{
    return {{":method", std::string(method)},
            {":scheme", "http"},
            {":path", std::string(path)},
            {":authority", "localhost"}};
}

std::string hello()
{
    return std::string(kPreface) + settings();
}

/// A server that has been greeted.
struct Server
{
    explicit Server(const H2ServerOptions &options = {}, bool greet = true) : codec(notes, options)
    {
        if (greet)
            codec.feed(hello());
        takeOutput(codec);
        notes.take();
    }

    bool feed(std::string_view bytes, std::size_t step = kWhole)
    {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), step))) {
            if (!codec.feed(bytes.substr(0, step)))
                return false;
        }
        return true;
    }
    bool request(std::uint32_t stream, std::string_view method = "GET")
    {
        return codec.feed(headers(stream, requestFields(method), kEndHeaders | kEndStream));
    }

    ServerNotes notes;
    H2ServerCodec codec;
};

/// "HEADERS 1 end, DATA 1 5 bytes", for what a codec has put out.
std::string frameText(std::string_view bytes)
{
    std::string text;
    for (const SeenFrame &seen : framesOf(bytes)) {
        const H2FrameType type = H2FrameType(std::min(seen.type, unsigned(H2FrameType::Other)));
        if (!text.empty())
            text += ", ";
        text += fmt::format("{} {}", name(type), seen.stream);
        if (type == H2FrameType::Data)
            text += fmt::format(" {} bytes", seen.payload.size());
        const bool hasEnd = type == H2FrameType::Data || type == H2FrameType::Headers;
        if (hasEnd && (seen.flags & kEndStream) != 0)
            text += " end";
    }
    return text;
}

} // namespace

class H2ServerCodecTest : public QObject
{
    Q_OBJECT

private slots:
    void cutAtEveryPlace()
    {
        Fields tagged = requestFields("POST", "/up?x=1");
        tagged.emplace_back(std::string(kTagHeader), "42");
        tagged.emplace_back("content-length", "6");
        const std::string bytes = hello() + settingsAck()
            + headers(1, requestFields("GET", "/one"), kEndHeaders | kEndStream)
            + headers(3, tagged, 0).replace(4, 1, std::string(1, '\0'))
            + frame(H2FrameType::Continuation, kEndHeaders, 3, block({{"x-more", "1"}})) + ping(1)
            + data(3, "abc") + frame(H2FrameType::Data, kPadded, 3, std::string("\x01xyz\0", 5))
            + headers(3, {{"x-trailer", "t"}}, kEndHeaders | kEndStream) + ping(9, kAck)
            + headers(5, requestFields("HEAD", "/five"), kEndHeaders | kEndStream)
            + rst(5, H2ErrorCode::Cancel) + goaway(0, H2ErrorCode::EnhanceYourCalm);
        const QByteArray expected =
            shown("settings\nsettings acked\n1 GET /one body=0\n3 POST /up?x=1 body=6 tag=42\n"
                  "ping acked 9\n5 HEAD /five body=0\n5 closed CANCEL\n"
                  "goaway last=0 ENHANCE_YOUR_CALM\n");
        const auto play = [&](std::size_t cut, std::size_t step) {
            Server server({}, false);
            if (!server.feed(std::string_view(bytes).substr(0, cut), step)
                || !server.feed(std::string_view(bytes).substr(cut), step))
                server.notes.lines += server.codec.error().detail;
            return server.notes.lines;
        };
        QCOMPARE(shown(play(0, kWhole)), expected);
        QCOMPARE(shown(play(0, 1)), expected);
        for (std::size_t cut = 1; cut < bytes.size(); ++cut)
            QCOMPARE(shown(play(cut, kWhole)), expected);
    }

    void answers_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("filler");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no body") << "GET" << 200 << 0 << "HEADERS 1 end";
        QTest::newRow("filler") << "GET" << 200 << 5 << "HEADERS 1, DATA 1 5 bytes end";
        QTest::newRow("filler of two frames")
            << "POST" << 404 << 16'385 << "HEADERS 1, DATA 1 16384 bytes, DATA 1 1 bytes end";
        QTest::newRow("HEAD") << "HEAD" << 200 << 5 << "HEADERS 1 end";
        QTest::newRow("204") << "GET" << 204 << 5 << "HEADERS 1 end";
        QTest::newRow("304") << "GET" << 304 << 5 << "HEADERS 1 end";
    }
    void answers()
    {
        QFETCH(QString, method);
        QFETCH(int, status);
        QFETCH(int, filler);
        QFETCH(QString, expected);
        Server server;
        QVERIFY(server.request(1, method.toStdString()));
        QVERIFY(server.codec.respond(1, {.status = status}, std::uint64_t(filler)));
        QVERIFY(!server.codec.respond(1, {}, "again"));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), expected.toUtf8());
        QCOMPARE(server.notes.ends, (std::map<std::int32_t, int>{{1, 1}}));
        QVERIFY(!server.codec.respond(1, {}, "late"));
        QVERIFY(!server.codec.reset(1, H2ErrorCode::Cancel));
        QCOMPARE(server.codec.openStreams(), 0U);
    }

    void bytesComeBackAsGiven()
    {
        Server server;
        QVERIFY(server.request(1));
        {
            const std::string body = "some bytes that are gone soon";
            QVERIFY(server.codec.respond(1, {.contentLength = body.size()}, body));
        }
        const auto frames = framesOf(takeOutput(server.codec));
        QCOMPARE(frames.size(), std::size_t{2});
        QCOMPARE(shown(frames[1].payload), shown("some bytes that are gone soon"));
    }

    void inParts()
    {
        Server server;
        QVERIFY(server.request(1));
        QVERIFY(!server.codec.sendData(1, "before a head", false));
        QVERIFY(server.codec.respondInterim(1, 103));
        QVERIFY(!server.codec.respondInterim(1, 200));
        QVERIFY(server.codec.respondHead(1, {.status = 200}));
        QVERIFY(!server.codec.respondInterim(1, 100));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), shown("HEADERS 1, HEADERS 1"));
        QVERIFY(server.codec.sendData(1, "abc", false));
        QVERIFY(server.codec.sendFiller(1, 2, false));
        QVERIFY(server.codec.sendData(1, "d", false));
        const auto frames = framesOf(takeOutput(server.codec));
        QCOMPARE(frames.size(), std::size_t{1});
        QCOMPARE(shown(frames[0].payload), shown("abcxxd"));
        QVERIFY(takeOutput(server.codec).empty());
        QVERIFY(server.codec.sendData(1, "", true));
        QVERIFY(!server.codec.sendData(1, "behind the end", true));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), shown("DATA 1 0 bytes end"));
        QCOMPARE(server.notes.ends, (std::map<std::int32_t, int>{{1, 1}}));
    }

    void waitsForTheClientsWindow()
    {
        Server server;
        QVERIFY(server.feed(settings({{H2SettingId::InitialWindowSize, 10}})));
        QVERIFY(server.request(1));
        takeOutput(server.codec);
        QVERIFY(server.codec.respond(1, {}, 25));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), shown("HEADERS 1, DATA 1 10 bytes"));
        QVERIFY(server.feed(windowUpdate(1, 5)));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), shown("DATA 1 5 bytes"));
        QVERIFY(server.feed(windowUpdate(1, 100)));
        QCOMPARE(shown(frameText(takeOutput(server.codec))), shown("DATA 1 10 bytes end"));
        QCOMPARE(server.codec.windows().send, std::int64_t{65'535 - 25});
    }

    void controlFrames()
    {
        ServerNotes notes;
        H2ServerCodec codec(notes, {.settings = {{H2SettingId::MaxConcurrentStreams, 3}}});
        QCOMPARE(shown(takeOutput(codec)),
                 shown(settings({{H2SettingId::MaxConcurrentStreams, 3}})));
        QVERIFY(codec.feed(hello()));
        QCOMPARE(shown(takeOutput(codec)), shown(settingsAck()));
        const std::array<H2Setting, 2> later{H2Setting{H2SettingId::MaxConcurrentStreams, 0},
                                             H2Setting{H2SettingId::InitialWindowSize, 7}};
        QVERIFY(codec.submitSettings(later));
        QVERIFY(codec.ping(12));
        codec.sendRaw("raw bytes");
        QCOMPARE(shown(takeOutput(codec)),
                 shown(settings({{H2SettingId::MaxConcurrentStreams, 0},
                                 {H2SettingId::InitialWindowSize, 7}})
                       + ping(12) + "raw bytes"));
        H2ServerCodec silent(notes, {.sendsSettings = false});
        QVERIFY(silent.output().empty());
    }

    void rawBytesWithinACall()
    {
        ServerNotes notes;
        H2ServerCodec codec(notes, {.sendsSettings = false});
        notes.onRequest = [&codec](std::int32_t id, const ReceivedRequest &) {
            codec.respond(id, {}, "x");
            codec.sendRaw("raw");
        };
        QVERIFY(codec.feed(hello()));
        takeOutput(codec);
        QVERIFY(codec.feed(headers(1, requestFields(), kEndHeaders | kEndStream)));
        QVERIFY(codec.wantsWrite());
        const std::string out = takeOutput(codec);
        QVERIFY(std::string_view(out).ends_with("xraw"));
    }

    void goawayEndsWhatIsAbove()
    {
        Server server;
        QVERIFY(server.request(1) && server.request(3) && server.request(5));
        QCOMPARE(server.codec.lastStreamId(), 5);
        QVERIFY(server.codec.goaway(0x7fffffff, H2ErrorCode::NoError, "soon"));
        QVERIFY(server.request(7));
        QVERIFY(server.codec.goaway(3, H2ErrorCode::NoError, "now"));
        const auto frames = framesOf(takeOutput(server.codec));
        QCOMPARE(shown(frames[0].payload), shown(number(0x7fffffff, 4) + number(0, 4) + "soon"));
        QCOMPARE(shown(frames[1].payload), shown(number(3, 4) + number(0, 4) + "now"));
        QCOMPARE(server.notes.ends, (std::map<std::int32_t, int>{{5, 1}, {7, 1}}));
        QVERIFY(server.request(9)); // not taken any more
        QVERIFY(server.notes.lines.find("9 GET") == std::string::npos);
        QVERIFY(server.codec.respond(1, {}, 0) && server.codec.respond(3, {}, 0));
        takeOutput(server.codec);
        QCOMPARE(server.codec.openStreams(), 0U);
        // An id that rises is for raw bytes only.
        QVERIFY(!server.codec.goaway(4));
        QVERIFY(!server.codec.isFailed());
    }

    void resetsAndEnds()
    {
        Server server;
        for (std::uint32_t stream = 1; stream < 12; stream += 2)
            QVERIFY(server.request(stream));
        QVERIFY(server.codec.reset(1, H2ErrorCode::RefusedStream));
        QVERIFY(!server.codec.reset(13, H2ErrorCode::RefusedStream));
        QCOMPARE(shown(takeOutput(server.codec)), shown(rst(1, H2ErrorCode::RefusedStream)));
        QCOMPARE(shown(server.notes.lines.substr(server.notes.lines.find("1 closed"))),
                 shown("1 closed REFUSED_STREAM\n"));
        QVERIFY(server.feed(rst(3, H2ErrorCode::Cancel)));
        server.codec.close(H2ErrorCode::InternalError);
        const auto frames = framesOf(takeOutput(server.codec));
        QCOMPARE(shown(frames.back().payload), shown(number(11, 4) + number(2, 4)));
        server.codec.endStreams();
        QCOMPARE(server.notes.ends,
                 (std::map<std::int32_t, int>{{1, 1}, {3, 1}, {5, 1}, {7, 1}, {9, 1}, {11, 1}}));
        QVERIFY(!server.codec.respond(5, {}, 0) && !server.codec.ping(1) && !server.codec.goaway(0)
                && !server.codec.reset(5, H2ErrorCode::Cancel));
    }

    void tooManyStreamsAreRefused()
    {
        Server server({.settings = {{H2SettingId::MaxConcurrentStreams, 2}}});
        QVERIFY(server.request(1) && server.request(3) && server.request(5));
        QCOMPARE(shown(takeOutput(server.codec)), shown(rst(5, H2ErrorCode::RefusedStream)));
        QVERIFY(server.notes.lines.find("5 GET") == std::string::npos);
        QVERIFY(server.feed(settingsAck())); // from here on it is a mistake
        QVERIFY(!server.request(7));
        QVERIFY(server.codec.isFailed());
    }

    void lateFramesAreIgnored()
    {
        Server server;
        QVERIFY(server.request(5));
        QVERIFY(server.codec.respond(5, {}, 0));
        takeOutput(server.codec);
        QVERIFY(server.request(3)); // ids only rise
        QVERIFY(server.feed(data(5, "x")));
        QCOMPARE(server.codec.counters().lateFrames, std::uint64_t{2});
        QVERIFY(server.notes.lines.find("3 GET") == std::string::npos);
    }

    void malformedRequests_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char *name, Fields fields) {
            QTest::newRow(name) << shown(headers(1, fields, kEndHeaders | kEndStream));
        };
        Fields upper = requestFields();
        upper.emplace_back("Upper", "1");
        row("upper case", upper);
        Fields connection = requestFields();
        connection.emplace_back("connection", "close");
        row("connection", connection);
        Fields pathless = requestFields();
        pathless.erase(pathless.begin() + 2);
        row("no :path", pathless);
        Fields twice = requestFields();
        twice.insert(twice.begin(), {":method", "GET"});
        row("two :method", twice);
        Fields status = requestFields();
        status.insert(status.begin(), {":status", "200"});
        row(":status", status);
        Fields length = requestFields("POST");
        length.emplace_back("content-length", "5");
        row("a body is missing", length);
        QTest::newRow("body too long") << shown(headers(1, length) + data(1, "sixsix", kEndStream));
    }
    void malformedRequests()
    {
        QFETCH(QByteArray, bytes);
        Server server;
        QVERIFY(server.feed(bytes.toStdString()));
        QCOMPARE(server.notes.ends, (std::map<std::int32_t, int>{{1, 1}}));
        QVERIFY(server.notes.lines.find("1 closed PROTOCOL_ERROR") != std::string::npos);
        QVERIFY(server.notes.lines.find("body=") == std::string::npos);
        QVERIFY(server.request(3));
        QVERIFY(server.notes.lines.find("3 GET") != std::string::npos);
    }

    void streamLimits()
    {
        Server server({.limits = {.headerListBytes = 1000, .headerCount = 10}});
        Fields many = requestFields();
        for (int i = 0; i < 10; ++i)
            many.emplace_back("x", "1");
        Fields large = requestFields("GET", std::string(1000, '/'));
        QVERIFY(server.feed(headers(1, many, kEndHeaders | kEndStream)
                            + headers(3, large, kEndHeaders | kEndStream)));
        QCOMPARE(server.notes.ends, (std::map<std::int32_t, int>{{1, 1}, {3, 1}}));
        QVERIFY(server.notes.lines.find("body=") == std::string::npos);
        QVERIFY(server.request(5));
        QVERIFY(server.notes.lines.find("5 GET") != std::string::npos);
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
        const std::string progress = "framesWithoutProgress (500)";
        row("no preface", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "preface");
        row("no SETTINGS behind the preface", std::string(kPreface) + ping(1), "SETTINGS");
        row("PING flood", hello() + repeated(ping(1), 501), progress.c_str());
        row("SETTINGS flood", hello() + repeated(settings(), 501), progress.c_str());
        row("PRIORITY flood",
            hello() + repeated(frame(H2FrameType::Priority, 0, 1, number(0, 4) + "\x10"), 501),
            progress.c_str());
        row("empty DATA flood",
            hello() + headers(1, requestFields("POST")) + repeated(data(1, ""), 501),
            progress.c_str());
        std::string rapidReset = hello();
        for (std::uint32_t stream = 1; stream < 600; stream += 2)
            rapidReset += headers(stream, requestFields(), kEndHeaders | kEndStream)
                + rst(stream, H2ErrorCode::Cancel);
        row("rapid reset", rapidReset, progress.c_str());
        row("CONTINUATION flood",
            hello() + headers(1, requestFields(), kEndStream)
                + repeated(frame(H2FrameType::Continuation, 0, 1), 20),
            "continuations (8)");
        row("an even stream", hello() + headers(2, requestFields()), "HEADERS");
        row("a push of the client",
            hello()
                + frame(H2FrameType::PushPromise, kEndHeaders, 1,
                        number(2, 4) + block(requestFields())),
            "PUSH_PROMISE");
        row("DATA behind the end",
            hello() + headers(1, requestFields(), kEndHeaders | kEndStream) + data(1, "x"), "DATA");
        row("a stream that depends on itself",
            hello() + frame(H2FrameType::Priority, 0, 1, number(1, 4) + "\x10"), "depend");
    }
    void hostile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, names);
        for (const std::size_t step : {kWhole, std::size_t{1}}) {
            Server server({.limits = {.framesWithoutProgress = 500}}, false);
            QVERIFY2(!server.feed(bytes.toStdString(), step), server.notes.lines.c_str());
            QVERIFY(server.codec.isFailed());
            QCOMPARE(server.codec.error().kind, ErrorKind::Http2);
            QVERIFY2(server.codec.error().detail.find(names.toStdString()) != std::string::npos,
                     server.codec.error().detail.c_str());
            QCOMPARE(server.codec.openStreams(), 0U);
            for (const auto &[id, count] : server.notes.ends)
                QCOMPARE(count, 1);
            const auto frames = framesOf(takeOutput(server.codec));
            QVERIFY(!frames.empty());
            QCOMPARE(frames.back().type, unsigned(H2FrameType::Goaway));
            QVERIFY(!server.codec.wantsWrite());
        }
    }

    void corpus()
    {
        const auto folder =
            std::filesystem::path(REUSESCOPE_SOURCE_DIR) / "../shared/vectors/nghttp2-corpus";
        if (!std::filesystem::is_directory(folder))
            QSKIP("nghttp2's public corpus is not beside the checkout (../shared/vectors)");
        int files = 0;
        int requests = 0;
        int failures = 0;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file())
                continue;
            ++files;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(in), {});
            // With answers the moment of one decides what a late frame is; without, all is alike.
            const auto play = [&](std::size_t step, bool answers) {
                Server server({}, false);
                server.notes.onRequest = [&](std::int32_t id, const ReceivedRequest &) {
                    if (answers)
                        server.codec.respond(id, {.contentLength = 3}, "abc");
                };
                const bool taken = server.feed(bytes, step);
                takeOutput(server.codec);
                server.codec.endStreams();
                for (const auto &[id, count] : server.notes.ends)
                    server.notes.lines += count == 1 ? "" : "not ended once\n";
                if (!taken)
                    server.notes.lines += "failed: " + server.codec.error().detail;
                requests += int(server.notes.ends.size());
                failures += taken ? 0 : 1;
                return server.notes.lines;
            };
            const std::string whole = play(kWhole, false);
            QVERIFY(whole.find("not ended once") == std::string::npos);
            QCOMPARE(shown(play(1, false)), shown(whole));
            QCOMPARE(shown(play(7, false)), shown(whole));
            for (const std::size_t step : {kWhole, std::size_t{1}})
                QVERIFY(play(step, true).find("not ended once") == std::string::npos);
            // The same bytes are nonsense for a client, which must bear them as well.
            ClientNotes clientNotes;
            H2ClientCodec client(clientNotes);
            QCOMPARE(client.submit(get()).id, 1);
            const std::string_view frames(bytes);
            client.feed(frames.starts_with(kPreface) ? frames.substr(kPreface.size()) : frames);
            client.endStreams();
            QCOMPARE(clientNotes.ends, (std::map<std::int32_t, int>{{1, 1}}));
        }
        qInfo("%d files, each five times: %d streams, %d connections that failed", files, requests,
              failures);
        QVERIFY(files > 100 && requests > 100 && failures > 20);
    }

    void mutations()
    {
        std::string fine = hello() + settingsAck();
        for (std::uint32_t stream = 1; stream < 20; stream += 2)
            fine += headers(stream, requestFields("POST", "/path")) + data(stream, "he")
                + windowUpdate(stream, 100) + data(stream, "llo", kEndStream);
        int failures = 0;
        for (unsigned seed = 0; seed < 3000; ++seed) {
            std::mt19937 random(seed);
            std::string bytes = fine;
            for (unsigned i = 0, changes = 1 + seed % 4; i < changes; ++i)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            Server server({}, false);
            server.notes.onRequest = [&](std::int32_t id, const ReceivedRequest &) {
                server.codec.respond(id, {}, random() % 100);
            };
            failures += server.feed(bytes, 1 + seed % 100) ? 0 : 1;
            server.codec.endStreams();
            for (const auto &[id, count] : server.notes.ends)
                QCOMPARE(count, 1);
        }
        QVERIFY(failures > 500 && failures < 3000);
    }
};

QTEST_APPLESS_MAIN(H2ServerCodecTest)
#include "tst_h2servercodec.moc"
