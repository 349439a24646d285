// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rule checked here: once warm, neither codec allocates, whatever the framing and however the bytes
// are cut; writing a head allocates at most for the string it is written to.
#include "core/http/h1clientcodec.h"
#include "core/http/h1servercodec.h"
#include "tests/support/countedallocations.h"

#include <QtTest>

#include <cstdlib>

using namespace reusescope;

namespace {

constexpr int kWarmUp = 4;
constexpr int kMessages = 1000;

// Long values, so that nothing fits into a string without memory of its own.
constexpr std::string_view kLong =
    "HTTP/1.1 103 Early Hints\r\nLink: </a-style-sheet-with-a-long-name.css>; rel=preload\r\n\r\n"
    "HTTP/1.1 200 OK\r\nConnection: keep-alive, some-token-of-its-own\r\n"
    "Keep-Alive: timeout=5, max=1000000000000000000\r\n"
    "x-a-field-name-that-is-longer-than-any-string-without-memory: and its value, longer still\r\n"
    "Content-Length: 000000000000000000000000000000000000000000000005\r\n"
    "x-reusescope-tag: 00000000000000000000000007\r\n\r\nhello";
constexpr std::string_view kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: a-coding-with-quite-a-long-name, chunked\r\n\r\n"
    "5;extension=\"value of the extension\"\r\nhello\r\n0\r\nx-trailer: value of the "
    "trailer\r\n\r\n";
constexpr std::string_view kRequest =
    "POST /a/target/that/is/longer/than/any/string/without/memory HTTP/1.1\r\nHost: localhost\r\n"
    "Connection: keep-alive, some-token-of-its-own\r\nContent-Length: 5\r\n\r\nhello";

} // namespace

class H1AllocationsTest : public QObject
{
    Q_OBJECT

private slots:
    void theCounterCounts()
    {
        allocations = 0;
        delete new int(3);
        std::string text(100, 'x');
        QVERIFY(allocations >= 1 && !text.empty());
    }

    void client_data()
    {
        QTest::addColumn<bool>("chunked");
        QTest::addColumn<int>("step");
        QTest::newRow("length, whole") << false << 100'000;
        QTest::newRow("length, 7 bytes at a time") << false << 7;
        QTest::newRow("length, byte by byte") << false << 1;
        QTest::newRow("chunked, whole") << true << 100'000;
        QTest::newRow("chunked, 7 bytes at a time") << true << 7;
        QTest::newRow("chunked, byte by byte") << true << 1;
    }
    void client()
    {
        QFETCH(bool, chunked);
        QFETCH(int, step);
        const std::string_view answer = chunked ? kChunked : kLong;
        H1ClientCodec codec;
        int ends = 0;
        for (int i = 0; i < kWarmUp + kMessages; ++i) {
            if (i == kWarmUp)
                allocations = 0;
            codec.startResponse(Method::Get);
            for (std::string_view rest = answer; !rest.empty();) {
                const auto fed = codec.feed(rest.substr(0, std::size_t(step)));
                rest.remove_prefix(fed.consumed);
                ends += fed.status == H1ClientCodec::Status::MessageEnd ? 1 : 0;
            }
        }
        const std::size_t counted = allocations;
        QCOMPARE(ends, kWarmUp + kMessages);
        QCOMPARE(codec.bodyBytes(), std::uint64_t{5});
        QCOMPARE(counted, std::size_t{0});
    }

    void server()
    {
        H1ServerCodec codec;
        int ends = 0;
        for (int i = 0; i < kWarmUp + kMessages; ++i) {
            if (i == kWarmUp)
                allocations = 0;
            ends += codec.feed(kRequest).status == H1ServerCodec::Status::MessageEnd ? 1 : 0;
        }
        const std::size_t counted = allocations;
        QCOMPARE(ends, kWarmUp + kMessages);
        QCOMPARE(counted, std::size_t{0});
    }

    void writing()
    {
        std::string out;
        out.reserve(4096);
        const std::array<HeaderField, 1> extra{HeaderField{
            "a-name-that-is-longer-than-a-small-string", "a value that is longer than one"}};
        allocations = 0;
        for (int i = 0; i < kMessages; ++i) {
            out.clear();
            H1ClientCodec::appendRequest(
                out, {.target = "/x", .host = "h", .tag = 7, .contentLength = 5, .extra = extra});
            H1ServerCodec::appendResponseHead(out, {.chunked = true, .keepAliveHint = "timeout=5"});
            H1ServerCodec::appendChunk(out, "hello");
            H1ServerCodec::appendLastChunk(out);
        }
        const std::size_t counted = allocations;
        QCOMPARE(counted, std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(H1AllocationsTest)
#include "tst_h1allocations.moc"
