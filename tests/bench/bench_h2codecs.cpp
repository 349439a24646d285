// SPDX-License-Identifier: GPL-3.0-or-later
// What a request costs in the HTTP/2 codecs, without any I/O: bench_h2codecs [REQUESTS [BLOCKS]].
// A client keeps N streams in flight; the server answers the oldest ones, up to 64 at a time, with
// 12 bytes each; every answer that ends lets the next request go. CPU time of this thread, the
// cases interleaved block by block, the median of the blocks.
#include "core/http/h2clientcodec.h"
#include "core/http/h2servercodec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace reusescope;

namespace {

constexpr std::size_t kBatch = 64;
constexpr std::uint64_t kBodyBytes = 12;

std::int64_t cpuNanoseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

class Pair final : public H2ClientListener, public H2ServerListener
{
public:
    explicit Pair(std::uint32_t inFlight)
        : m_inFlight(inFlight),
          m_client(*this, {.maxStreams = inFlight, .streamsBeforeSettings = inFlight}),
          m_server(*this, {.settings = {{H2SettingId::MaxConcurrentStreams, inFlight}}})
    { }

    /// Nanoseconds per request in the client and in the server.
    std::array<double, 2> run(std::uint64_t requests)
    {
        m_completed = 0;
        m_toSubmit = requests;
        m_received.clear();
        m_answered = 0;
        std::int64_t client = 0;
        std::int64_t server = 0;
        for (std::uint32_t i = 0; i < m_inFlight && m_toSubmit > 0; ++i)
            submit();
        while (m_completed < requests) {
            const std::int64_t start = cpuNanoseconds();
            carry(m_client, m_server);
            const std::size_t batch = std::min(kBatch, m_received.size() - m_answered);
            for (std::size_t i = 0; i < batch; ++i) {
                const Received &request = m_received[m_answered++];
                m_server.respond(request.streamId,
                                 {.contentLength = kBodyBytes, .tag = request.tag}, kBodyBytes);
            }
            m_out.assign(m_server.output());
            m_server.consumed(m_out.size());
            const std::int64_t middle = cpuNanoseconds();
            m_client.feed(m_out); // which submits the next ones
            m_client.output();
            const std::int64_t end = cpuNanoseconds();
            server += middle - start;
            client += end - middle;
        }
        return {double(client) / double(requests), double(server) / double(requests)};
    }

    void streamClosed(const H2Exchange & /*exchange*/, const H2StreamClosed &closed) override
    {
        m_completed += closed.end == H2StreamEnd::Complete ? 1 : 0;
        if (m_toSubmit > 0)
            submit();
    }
    void streamClosed(std::int32_t /*streamId*/, H2ErrorCode /*code*/) override { }
    void requestReceived(std::int32_t streamId, const ReceivedRequest &request) override
    {
        m_received.push_back({streamId, request.tag});
    }

private:
    struct Received
    {
        std::int32_t streamId;
        std::optional<std::uint32_t> tag;
    };

    void submit()
    {
        m_toSubmit -=
            m_client.submit({.head = {.target = "/", .host = "127.0.0.1:8080", .tag = ++m_tag}}).id
                != 0
            ? 1
            : 0;
    }
    static void carry(H2ClientCodec &client, H2ServerCodec &server)
    {
        for (std::string_view out = client.output(); !out.empty(); out = client.output()) {
            server.feed(out);
            client.consumed(out.size());
        }
    }

    std::uint32_t m_inFlight;
    H2ClientCodec m_client;
    H2ServerCodec m_server;
    std::vector<Received> m_received;
    std::size_t m_answered = 0;
    std::string m_out;
    std::uint64_t m_toSubmit = 0;
    std::uint64_t m_completed = 0;
    std::uint32_t m_tag = 0;
};

std::uint64_t argument(int argc, char **argv, int index, std::uint64_t otherwise)
{
    if (index >= argc)
        return otherwise;
    const char *text = argv[index];
    std::from_chars(text, text + std::strlen(text), otherwise);
    return std::max<std::uint64_t>(otherwise, 1);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const std::uint64_t requests = argument(argc, argv, 1, 100'000);
    const std::uint64_t blocks = argument(argc, argv, 2, 9);
    constexpr std::array<std::uint32_t, 5> kInFlight{1, 10, 100, 1000, 2000};

    std::array<std::vector<double>, kInFlight.size()> client;
    std::array<std::vector<double>, kInFlight.size()> server;
    std::array<std::unique_ptr<Pair>, kInFlight.size()> pairs;
    for (std::size_t i = 0; i < kInFlight.size(); ++i) {
        pairs[i] = std::make_unique<Pair>(kInFlight[i]);
        pairs[i]->run(std::max<std::uint64_t>(requests / 10, 1));
    }
    for (std::uint64_t block = 0; block < blocks; ++block) {
        for (std::size_t i = 0; i < kInFlight.size(); ++i) {
            const auto [ofClient, ofServer] = pairs[i]->run(requests);
            client[i].push_back(ofClient);
            server[i].push_back(ofServer);
        }
    }
    fmt::print("{:>10} {:>12} {:>12} {:>12}\n", "in flight", "client ns", "server ns", "both ns");
    for (std::size_t i = 0; i < kInFlight.size(); ++i) {
        const double ofClient = median(client[i]);
        const double ofServer = median(server[i]);
        fmt::print("{:>10} {:>12.0f} {:>12.0f} {:>12.0f}\n", kInFlight[i], ofClient, ofServer,
                   ofClient + ofServer);
    }
    return 0;
}
