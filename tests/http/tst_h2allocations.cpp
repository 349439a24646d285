// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here: once warm, a request through both codecs allocates nothing, neither in our
// code nor in nghttp2's, whose memory is kept and used again; what nghttp2 asks for per request is
// counted, does not grow, and is written down.
#include "core/http/h2clientcodec.h"
#include "core/http/h2servercodec.h"
#include "tests/support/countedallocations.h"

#include <QtTest>

#include <array>
#include <cstdlib>

using namespace reusescope;

namespace {

constexpr int kWarmUpRounds = 20;
constexpr int kRounds = 50;

class Client final : public H2ClientListener
{
public:
    int completed = 0;
    std::uint64_t bodyBytes = 0;
    void responseBody(const H2Exchange & /*exchange*/, std::string_view bytes) override
    {
        bodyBytes += bytes.size();
    }
    void streamClosed(const H2Exchange & /*exchange*/, const H2StreamClosed &closed) override
    {
        completed += closed.end == H2StreamEnd::Complete ? 1 : 0;
    }
};

class Server final : public H2ServerListener
{
public:
    H2ServerCodec *codec = nullptr;
    std::uint64_t bodyBytes = 0;
    void requestReceived(std::int32_t streamId, const ReceivedRequest &request) override
    {
        codec->respond(streamId, {.contentLength = bodyBytes, .tag = request.tag}, bodyBytes);
    }
};

} // namespace

class H2AllocationsTest : public QObject
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

    void requests_data()
    {
        QTest::addColumn<int>("inFlight");
        QTest::addColumn<int>("step");
        QTest::addColumn<quint64>("responseBytes");
        QTest::addColumn<int>("requestBytes");
        const int whole = 1'000'000;
        QTest::newRow("1 in flight, no body") << 1 << whole << quint64{0} << 0;
        QTest::newRow("100 in flight, small bodies") << 100 << whole << quint64{12} << 0;
        QTest::newRow("100 in flight, 7 bytes at a time") << 100 << 7 << quint64{12} << 0;
        QTest::newRow("100 in flight, both bodies") << 100 << whole << quint64{500} << 500;
        QTest::newRow("2000 in flight, small bodies") << 2000 << whole << quint64{12} << 0;
    }
    void requests()
    {
        QFETCH(int, inFlight);
        QFETCH(int, step);
        QFETCH(quint64, responseBytes);
        QFETCH(int, requestBytes);
        const std::array<H2Setting, 1> settings{
            H2Setting{H2SettingId::MaxConcurrentStreams, std::uint32_t(inFlight)}};
        const std::string body(std::size_t(requestBytes), 'b');
        const std::array<HeaderField, 1> extra{HeaderField{
            "a-name-that-is-longer-than-a-small-string", "a value that is longer than one"}};
        Client clientNotes;
        Server serverNotes;
        H2ClientCodec client(clientNotes, {.maxStreams = std::uint32_t(inFlight)});
        H2ServerCodec server(serverNotes, {.settings = {settings.begin(), settings.end()}});
        serverNotes.codec = &server;
        serverNotes.bodyBytes = responseBytes;

        const auto carry = [step](auto &from, auto &to) {
            bool moved = false;
            for (std::string_view out = from.output(); !out.empty(); out = from.output()) {
                for (std::string_view rest = out; !rest.empty();
                     rest.remove_prefix(std::min(rest.size(), std::size_t(step))))
                    to.feed(rest.substr(0, std::size_t(step)));
                from.consumed(out.size());
                moved = true;
            }
            return moved;
        };
        while (carry(client, server) || carry(server, client)) { } // SETTINGS
        std::uint64_t fromSystem = 0;
        std::uint64_t clientBlocks = 0;
        std::uint64_t serverBlocks = 0;
        for (int round = 0; round < kWarmUpRounds + kRounds; ++round) {
            if (round == kWarmUpRounds) {
                allocations = 0;
                fromSystem = client.memoryFromSystem() + server.memoryFromSystem();
                clientBlocks = client.memoryRequests();
                serverBlocks = server.memoryRequests();
            }
            for (int i = 0; i < inFlight; ++i) {
                const H2Submitted submitted = client.submit(
                    {.head = {.target = "/a/target/that/is/longer/than/any/small/string",
                              .host = "localhost:12345",
                              .tag = std::uint32_t(i + 1),
                              .extra = extra},
                     .body = body});
                if (submitted.id == 0)
                    QFAIL("not submitted");
            }
            while (carry(client, server) || carry(server, client)) { }
        }
        const std::size_t ours = allocations;
        const std::uint64_t systems =
            client.memoryFromSystem() + server.memoryFromSystem() - fromSystem;
        const double requests = double(kRounds) * inFlight;
        QCOMPARE(clientNotes.completed, (kWarmUpRounds + kRounds) * inFlight);
        QCOMPARE(clientNotes.bodyBytes,
                 responseBytes * std::uint64_t((kWarmUpRounds + kRounds) * inFlight));
        qInfo("blocks that nghttp2 takes per request: client %.2f, server %.2f",
              double(client.memoryRequests() - clientBlocks) / requests,
              double(server.memoryRequests() - serverBlocks) / requests);
        QCOMPARE(ours, std::size_t{0});
        QCOMPARE(systems, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(H2AllocationsTest)
#include "tst_h2allocations.moc"
