// SPDX-License-Identifier: GPL-3.0-or-later
// Rules: a warm client with `none`, recording included, allocates nothing per request and makes one
// write, one read and one poll call for each. The calls are counted at the C library's door: the
// test's own definitions come first for the linker.
#include "core/experiment/looprecorder.h"
#include "core/trace/eventqueue.h"
#include "core/trace/summary.h"
#include "tests/support/clientbench.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace {

// Counts what the thread of the loop does; the peer has a thread of its own here.
thread_local bool counting = false;
std::uint64_t allocations = 0;
std::uint64_t writes = 0;
std::uint64_t reads = 0;
std::uint64_t polls = 0;
std::uint64_t controls = 0;

template <typename Function> Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

} // namespace

void *operator new(std::size_t size)
{
    if (counting)
        ++allocations;
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

extern "C" {
ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, const void *, size_t, int)>("send");
    writes += counting ? 1 : 0;
    return real(fd, bytes, size, flags);
}
ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, void *, size_t, int)>("recv");
    reads += counting ? 1 : 0;
    return real(fd, bytes, size, flags);
}
int epoll_wait(int fd, epoll_event *events, int most, int timeout)
{
    static auto *const real = next<int(int, epoll_event *, int, int)>("epoll_wait");
    polls += counting ? 1 : 0;
    return real(fd, events, most, timeout);
}
int epoll_ctl(int fd, int operation, int watched, epoll_event *event) noexcept
{
    static auto *const real = next<int(int, int, int, epoll_event *)>("epoll_ctl");
    controls += counting ? 1 : 0;
    return real(fd, operation, watched, event);
}
}

using namespace reusescope;

namespace {

/// Answers on one connection from a thread of its own, so that the loop sleeps in poll as it does
/// in life.
class BlockingPeer
{
public:
    BlockingPeer()
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const Endpoint any = Endpoint::loopback(0);
        sockaddr_in address{};
        socklen_t length = sizeof address;
        if (::bind(m_listener, any.address(), any.length()) != 0 || ::listen(m_listener, 1) != 0
            || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length) != 0)
            std::abort();
        port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~BlockingPeer()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
    }

    std::uint16_t port = 0;

private:
    void serve()
    {
        const int fd = ::accept(m_listener, nullptr, nullptr);
        char buffer[4096];
        H1ServerCodec codec;
        while (true) {
            const ssize_t got = ::read(fd, buffer, sizeof buffer);
            if (got <= 0)
                break;
            if (codec.feed({buffer, static_cast<std::size_t>(got)}).status
                != H1ServerCodec::Status::MessageEnd)
                continue;
            const std::string reply =
                ScriptedPeer::ok({0, 0, codec.request().tag.value_or(0), "GET"});
            if (::write(fd, reply.data(), reply.size()) < 0)
                break;
        }
        if (fd >= 0)
            ::close(fd);
    }

    int m_listener = -1;
    std::thread m_thread;
};

struct Sequence final : ClientListener
{
    explicit Sequence(EventQueue &queue) : events(queue) { }

    void requestSettled(const RequestRecord &record) override
    {
        events.push(record);
        summary.add(record);
        ok += isOk(record.outcome) ? 1 : 0;
        if (record.index == warmup) {
            allocations = writes = reads = polls = controls = 0;
            counting = true;
        }
        if (record.index == warmup + measured) {
            counting = false;
            return;
        }
        RequestSpec spec;
        spec.index = record.index + 1;
        client->submit(spec);
    }
    void attemptEnded(const AttemptRecord &) override { }
    void connectionEvent(const ConnectionEvent &event) override { events.push(event); }

    static constexpr std::uint32_t warmup = 200;
    static constexpr std::uint32_t measured = 2000;
    EventQueue &events;
    Summary summary;
    Client *client = nullptr;
    std::uint32_t ok = 0;
};

} // namespace

class TestHotPath : public QObject
{
    Q_OBJECT
private slots:
    void oneCallEachAndNoAllocation_data()
    {
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<int>("readsPerRequest");
        QTest::addColumn<int>("pollsPerRequest");
        QTest::addColumn<int>("frontEnd");
        QTest::addRow("none") << "none" << 1 << 1 << int(FrontEnd::Client);
        QTest::addRow("immediate-ref: same turn")
            << "immediate-ref" << 1 << 1 << int(FrontEnd::Client);
        QTest::addRow("fresh-poll: one poll more")
            << "fresh-poll" << 1 << 2 << int(FrontEnd::Client);
        QTest::addRow("peek: one look more") << "peek" << 2 << 1 << int(FrontEnd::Client);
        QTest::addRow("none, pool: parked until check") << "none" << 1 << 1 << int(FrontEnd::Pool);
    }
    void oneCallEachAndNoAllocation()
    {
        QFETCH(QString, scheduler);
        QFETCH(int, readsPerRequest);
        QFETCH(int, pollsPerRequest);
        QFETCH(int, frontEnd);
        BlockingPeer peer;
        const RealClock clock;
        EventQueue events(EventQueue::kDefaultCapacity);
        Sequence sequence(events);
        LoopRecorder recorder(events, 0);
        PhaseLoop loop(LoopModel::TimersLast, PollStrategy::Sleep, clock, makeEpollPoller());
        Url target;
        target.host = "127.0.0.1";
        target.port = peer.port;
        ClientOptions options = ClientBench::tagged();
        options.frontEnd = static_cast<FrontEnd>(frontEnd);
        Client client(loop, target, options, *schedulerFactory(scheduler.toStdString()), sequence);
        sequence.client = &client;
        recorder.setClient(&client);
        loop.setObserver(&recorder);
        RequestSpec first;
        first.index = 1;
        client.submit(first);
        loop.run();
        loop.setObserver(nullptr);

        QCOMPARE(sequence.ok, Sequence::warmup + Sequence::measured);
        QCOMPARE(events.dropped(), std::uint64_t{0});
        QCOMPARE(allocations, std::uint64_t{0});
        QCOMPARE(writes, std::uint64_t{Sequence::measured});
        QCOMPARE(controls, std::uint64_t{0});
        QCOMPARE(reads,
                 std::uint64_t{Sequence::measured} * static_cast<std::uint64_t>(readsPerRequest));
        // A poll may end without this socket's event only by the coarse tick, twice a second.
        const std::uint64_t expectedPolls =
            std::uint64_t{Sequence::measured} * static_cast<std::uint64_t>(pollsPerRequest);
        QVERIFY2(polls >= expectedPolls && polls <= expectedPolls + 40,
                 std::to_string(polls).c_str());
    }
};

QTEST_GUILESS_MAIN(TestHotPath)
#include "tst_hotpath.moc"
