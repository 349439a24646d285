// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here, since the lab server's cost is part of every measurement: once warm, it
// allocates nothing for a request, and in HTTP/2 what was read together is answered by one write,
// as is what falls due together. Counted are the allocations and calls of all threads but the
// client's; the calls at the C library's door: the test's own definitions come first for the
// linker.
#include "core/http/h2clientcodec.h"
#include "core/lab/labserver.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <new>

namespace {

thread_local bool isClient = false;
std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> writes{0};
std::atomic<std::uint64_t> reads{0};

template <typename Function> Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {
ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, const void *, size_t, int)>("send");
    writes += isClient ? 0 : 1;
    return real(fd, bytes, size, flags);
}
ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, void *, size_t, int)>("recv");
    reads += isClient ? 0 : 1;
    return real(fd, bytes, size, flags);
}
}

void *operator new(std::size_t size)
{
    allocations += isClient ? 0 : 1;
    if (void *memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace reusescope;
using namespace reusescope::test;

class LabCostTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { isClient = true; }
    void requestsAllocateNothing_data();
    void requestsAllocateNothing();
    void batchesOfHttp2_data();
    void batchesOfHttp2();
};

namespace {

/// Many requests at a time on one connection, each batch written whole and answered whole.
class BatchClient final : private H2ClientListener
{
public:
    BatchClient(const Endpoint &server, const H2ClientOptions &options)
        : m_socket(connectTo(server)), m_codec(*this, options)
    { }

    /// False when the connection has ended or anything was not answered.
    bool exchange(int batches, int width)
    {
        for (; batches > 0; --batches) {
            for (int count = 0; count < width; ++count) {
                H2Request request;
                request.head.host = "lab";
                request.head.tag = ++m_tag;
                if (m_codec.submit(request).id == 0)
                    return false;
            }
            m_open = width;
            while (m_open > 0) {
                flush();
                const ssize_t got =
                    ::recv(m_socket.descriptor(), m_buffer.data(), m_buffer.size(), 0);
                if (got <= 0 || !m_codec.feed({m_buffer.data(), static_cast<std::size_t>(got)}))
                    return false;
            }
        }
        return m_answered == m_tag;
    }

private:
    void flush()
    {
        for (std::string_view bytes = m_codec.output(); !bytes.empty(); bytes = m_codec.output()) {
            const ssize_t sent =
                ::send(m_socket.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            m_codec.consumed(sent > 0 ? static_cast<std::size_t>(sent) : bytes.size());
        }
    }
    void streamClosed(const H2Exchange &exchange, const H2StreamClosed & /*closed*/) override
    {
        --m_open;
        m_answered += exchange.complete ? 1 : 0;
    }

    Socket m_socket;
    H2ClientCodec m_codec;
    std::array<char, 64 * 1024> m_buffer;
    std::uint32_t m_tag = 0;
    std::uint32_t m_answered = 0;
    int m_open = 0;
};

} // namespace

void LabCostTest::requestsAllocateNothing_data()
{
    QTest::addColumn<bool>("chunked");
    QTest::addColumn<int>("delay");
    QTest::addColumn<bool>("poison");
    QTest::addRow("plain") << false << 0 << false;
    QTest::addRow("chunked") << true << 0 << false;
    QTest::addRow("delayed") << false << 1 << false;
    QTest::addRow("with an act") << false << 0 << true;
}

void LabCostTest::requestsAllocateNothing()
{
    QFETCH(bool, chunked);
    QFETCH(int, delay);
    QFETCH(bool, poison);
    LabScript script;
    script.framing = chunked ? Framing::Chunked : Framing::Length;
    script.delay = Milliseconds(delay);
    if (poison) {
        LabAct act;
        act.bytes = kWellFormedResponse;
        script.acts.push_back(act);
    }
    LabServer lab;
    const Result<Endpoint> at = lab.start(script);
    QVERIFY(at.hasValue());
    const Socket client = connectTo(*at);
    constexpr std::string_view kRequest =
        "GET / HTTP/1.1\r\nhost: lab\r\nx-reusescope-tag: 12\r\n\r\n";
    std::array<char, 4096> buffer;
    // A response goes out in one write, so one recv() is one exchange.
    const auto exchange = [&](int count) {
        for (; count > 0; --count) {
            ::send(client.descriptor(), kRequest.data(), kRequest.size(), MSG_NOSIGNAL);
            if (::recv(client.descriptor(), buffer.data(), buffer.size(), 0) <= 0)
                return false;
        }
        return true;
    };
    QVERIFY(exchange(20));
    const std::uint64_t before = allocations.load();
    const bool answered = exchange(200);
    const std::uint64_t after = allocations.load();
    QVERIFY(answered);
    QCOMPARE(after - before, std::uint64_t{0});
}

void LabCostTest::batchesOfHttp2_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("delay");
    QTest::addColumn<bool>("act");
    QTest::addColumn<int>("writesPerBatch");
    QTest::addRow("one") << 1 << 0 << false << 1;
    QTest::addRow("one with an act") << 1 << 0 << true << 1;
    QTest::addRow("100") << 100 << 0 << false << 1;
    QTest::addRow("100 with an act") << 100 << 0 << true << 1;
    QTest::addRow("100 after a while") << 100 << 1 << false << 1;
    // Read by several calls, as a client's writes and the buffers are no larger.
    QTest::addRow("1000") << 1000 << 0 << false << 3;
    QTest::addRow("1000 after a while") << 1000 << 1 << false << 3;
}

void LabCostTest::batchesOfHttp2()
{
    QFETCH(int, width);
    QFETCH(int, delay);
    QFETCH(bool, act);
    QFETCH(int, writesPerBatch);
    constexpr int kBatches = 50;
    LabScript script;
    script.delay = Milliseconds(delay);
    script.h2.maxConcurrentStreams = static_cast<std::uint32_t>(width);
    if (act) {
        LabAct late;
        late.kind = ActKind::Data;
        late.bytes = "late";
        script.acts.push_back(late);
    }
    LabServer lab;
    const Result<Endpoint> at = lab.start(script);
    QVERIFY(at.hasValue());
    H2ClientOptions options;
    options.maxStreams = static_cast<std::uint32_t>(width);
    options.streamsBeforeSettings = options.maxStreams;
    options.outputBytes = 1024 * 1024; // a batch is one write
    BatchClient client(*at, options);
    QVERIFY(client.exchange(10, width));
    const std::uint64_t allocated = allocations.load();
    const std::uint64_t written = writes.load();
    const std::uint64_t read = reads.load();
    const bool answered = client.exchange(kBatches, width);
    const std::uint64_t allocatedNow = allocations.load();
    const std::uint64_t writtenNow = writes.load();
    const std::uint64_t readNow = reads.load();
    QVERIFY(answered);
    QCOMPARE(allocatedNow - allocated, std::uint64_t{0});
    QVERIFY(writtenNow - written <= static_cast<std::uint64_t>(kBatches * writesPerBatch));
    QVERIFY(readNow - read <= static_cast<std::uint64_t>(kBatches * (writesPerBatch + 1)));
}

QTEST_GUILESS_MAIN(LabCostTest)
#include "tst_labcost.moc"
