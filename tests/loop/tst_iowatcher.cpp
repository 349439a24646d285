// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - readiness, hangup and error reach the watcher together with its interest, and nothing else
// does;
// - the poller hears of a registration at the start of the next poll, of a stop at once, and of an
//   interest that did not change in the end not at all;
// - a watcher stopped, closed or destroyed by an earlier callback of the batch is not called, and
// an
//   event found for a descriptor never reaches a later watcher of the same number;
// - a full batch is followed by more waits without sleeping, 48 batches in all;
// - an interrupted wait, and one that found only events nobody wants, goes on for the time that is
// left;
// - a poll without new registrations allocates nothing;
// - who cannot be watched is told so in each turn, and the loop goes on.

#include "core/loop/phaseloop.h"
#include "tests/support/testloop.h"
#include "tests/support/virtualloop.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

std::atomic<int> allocations{0};

} // namespace

void *operator new(std::size_t size)
{
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

using namespace reusescope;

namespace {

/// Owns one descriptor.
class Fd
{
public:
    explicit Fd(int fd) : m_fd(fd) { }
    Fd(Fd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    ~Fd() { close(); }
    void close()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }
    int get() const { return m_fd; }

private:
    int m_fd;
};

/// A descriptor that is readable from the start.
Fd readableFd()
{
    return Fd(::eventfd(1, EFD_NONBLOCK));
}

Fd quietFd()
{
    return Fd(::eventfd(0, EFD_NONBLOCK));
}

struct Pipe
{
    static Pipe make()
    {
        int ends[2] = {-1, -1};
        if (::pipe(ends) != 0)
            qFatal("pipe");
        return {Fd(ends[0]), Fd(ends[1])};
    }
    Fd read;
    Fd write;
};

/// Passes everything on and counts.
class CountingPoller final : public Poller
{
public:
    explicit CountingPoller(std::unique_ptr<Poller> real) : m_real(std::move(real)) { }
    void watch(int fd, IoEvents interest) override
    {
        ++watches;
        m_real->watch(fd, interest);
    }
    std::span<const Ready> wait(int timeoutMs) override { return m_real->wait(timeoutMs); }
    bool interrupted() const override { return m_real->interrupted(); }

    int watches = 0;

private:
    std::unique_ptr<Poller> m_real;
};

/// Answers every wait with the same events.
class FixedPoller final : public Poller
{
public:
    FixedPoller(VirtualClock &clock, std::vector<Ready> ready)
        : m_clock(clock), m_ready(std::move(ready))
    { }
    void watch(int, IoEvents) override { }
    std::span<const Ready> wait(int timeoutMs) override
    {
        timeouts.push_back(timeoutMs);
        m_clock.advance(costOfWait);
        return m_ready;
    }
    bool interrupted() const override { return false; }

    std::vector<int> timeouts;
    Milliseconds costOfWait{0};

private:
    VirtualClock &m_clock;
    std::vector<Ready> m_ready;
};

QString text(IoEvents events)
{
    QStringList words;
    if (any(events & IoEvents::Readable))
        words << "readable";
    if (any(events & IoEvents::Writable))
        words << "writable";
    if (any(events & IoEvents::Hangup))
        words << "hangup";
    if (any(events & IoEvents::Error))
        words << "error";
    return words.join(' ');
}

} // namespace

class TestIoWatcher : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLoopRows(); }

    void tellsThatADescriptorCannotBeWatched()
    {
        QFETCH_GLOBAL(bool, epoll);
        if (!epoll)
            QSKIP("poll(2) watches whatever it is given");
        TestLoop t;
        QFile file(QStringLiteral("/proc/self/exe")); // a regular file
        QVERIFY(file.open(QIODevice::ReadOnly));
        QString seen;
        int calls = 0;
        IoWatcher watcher(t.loop, [&](IoEvents events) {
            seen += events == IoEvents::Unwatched ? QStringLiteral("unwatched ") : text(events);
            if (++calls == 3)
                watcher.stop();
        });
        watcher.start(file.handle(), IoEvents::Readable);
        // It is tried again in each turn, as long as somebody wants it.
        QVERIFY(!t.loop.run());
        QCOMPARE(seen, QStringLiteral("unwatched unwatched unwatched "));
    }

    void reportsWhatHappenedWithTheInterest_data()
    {
        QTest::addColumn<QString>("situation");
        QTest::addColumn<int>("interest");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *situation, IoEvents interest, const char *expected) {
            QTest::addRow("%s, interest %d", situation, static_cast<int>(interest))
                << situation << static_cast<int>(interest) << expected;
        };
        const IoEvents both = IoEvents::Readable | IoEvents::Writable;
        row("quiet pipe", IoEvents::Readable, "");
        row("bytes in pipe", IoEvents::Readable, "readable");
        row("empty socket", IoEvents::Writable, "writable");
        row("empty socket", both, "writable");
        row("bytes in socket", both, "readable writable");
        row("bytes in socket", IoEvents::Readable, "readable");
        row("writer closed pipe", IoEvents::Readable, "readable hangup");
        row("reader closed pipe", IoEvents::Writable, "writable error");
        row("peer shut its side of the socket", IoEvents::Readable, "readable");
        row("peer closed the socket", IoEvents::Readable, "readable hangup");
        row("peer closed the socket", IoEvents::Writable, "writable hangup");
    }

    void reportsWhatHappenedWithTheInterest()
    {
        QFETCH(QString, situation);
        QFETCH(int, interest);
        QFETCH(QString, expected);
        TestLoop t;
        Pipe pipe = Pipe::make();
        int pair[2];
        QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
        Fd own(pair[0]);
        Fd peer(pair[1]);
        int fd = own.get();
        if (situation == "quiet pipe")
            fd = pipe.read.get();
        if (situation == "bytes in pipe") {
            fd = pipe.read.get();
            QCOMPARE(::write(pipe.write.get(), "x", 1), ssize_t{1});
        }
        if (situation == "bytes in socket")
            QCOMPARE(::write(peer.get(), "x", 1), ssize_t{1});
        if (situation == "writer closed pipe") {
            fd = pipe.read.get();
            pipe.write.close();
        }
        if (situation == "reader closed pipe") {
            fd = pipe.write.get();
            pipe.read.close();
        }
        if (situation == "peer shut its side of the socket")
            QVERIFY(::shutdown(peer.get(), SHUT_WR) == 0);
        if (situation == "peer closed the socket")
            peer.close();
        QString seen;
        IoWatcher watcher(t.loop, [&](IoEvents events) { seen += text(events); });
        watcher.start(fd, static_cast<IoEvents>(interest));
        t.loop.run(RunMode::NoWait);
        QCOMPARE(seen, expected);
    }

    void registrationsReachThePollerWithTheNextPoll()
    {
        VirtualClock clock;
        auto counting = std::make_unique<CountingPoller>(pollerOfRow());
        CountingPoller &poller = *counting;
        PhaseLoop loop(modelOfRow(), PollStrategy::Sleep, clock, std::move(counting));
        const Fd fd = quietFd();
        IoWatcher watcher(loop, [](IoEvents) {});

        watcher.start(fd.get(), IoEvents::Readable);
        QCOMPARE(poller.watches, 0);
        watcher.stop(); // the poller never heard of it
        QCOMPARE(poller.watches, 0);
        watcher.start(fd.get(), IoEvents::Readable);
        loop.run(RunMode::NoWait);
        QCOMPARE(poller.watches, 1);

        watcher.start(fd.get(), IoEvents::Readable);
        loop.run(RunMode::NoWait);
        QCOMPARE(poller.watches, 1);

        watcher.start(fd.get(), IoEvents::Readable | IoEvents::Writable);
        watcher.start(fd.get(), IoEvents::Readable); // changed back in time
        loop.run(RunMode::NoWait);
        QCOMPARE(poller.watches, 1);

        watcher.start(fd.get(), IoEvents::Readable | IoEvents::Writable);
        watcher.start(fd.get(), IoEvents::Writable);
        loop.run(RunMode::NoWait);
        QCOMPARE(poller.watches, 2);

        watcher.stop();
        QCOMPARE(poller.watches, 3);
        QCOMPARE(watcher.fd(), -1);
        watcher.stop();
        QCOMPARE(poller.watches, 3);
    }

    void startOnAnotherDescriptorForgetsTheFirst()
    {
        TestLoop t;
        const Fd first = readableFd();
        const Fd second = readableFd();
        int calls = 0;
        IoWatcher watcher(t.loop, [&](IoEvents) { ++calls; });
        watcher.start(first.get(), IoEvents::Readable);
        t.loop.run(RunMode::NoWait);
        watcher.start(second.get(), IoEvents::Readable);
        QCOMPARE(watcher.fd(), second.get());
        IoWatcher other(t.loop, [&](IoEvents) { calls += 10; });
        other.start(first.get(), IoEvents::Readable);
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 12);
    }

    // Two descriptors are ready in one batch; whichever is called first acts on the other.
    void earlierCallbackOfTheBatch_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addRow("stops the other") << "stop";
        QTest::addRow("closes the other") << "close";
        QTest::addRow("destroys the other") << "destroy";
        QTest::addRow("makes the other wait for something else") << "interest";
        QTest::addRow("lets the other's number be reused") << "reuse";
    }

    void earlierCallbackOfTheBatch()
    {
        QFETCH(QString, action);
        TestLoop t;
        std::vector<Pipe> pipes;
        std::unique_ptr<IoWatcher> watchers[2];
        IoWatcher successor(t.loop, [](IoEvents) { QFAIL("its descriptor never became ready"); });
        int calls = 0;
        const auto actOn = [&](std::size_t other) {
            ++calls;
            const int fd = watchers[other]->fd();
            if (action == "stop")
                watchers[other]->stop();
            if (action == "close")
                watchers[other]->close();
            if (action == "destroy")
                watchers[other].reset();
            if (action == "interest") // the read end of a pipe is never writable
                watchers[other]->start(fd, IoEvents::Writable);
            if (action == "reuse") {
                watchers[other]->stop();
                const Fd quiet = quietFd();
                QCOMPARE(::dup2(quiet.get(), fd), fd); // closes the old one
                successor.start(fd, IoEvents::Readable);
            }
        };
        for (std::size_t i = 0; i < 2; ++i) {
            pipes.push_back(Pipe::make());
            QCOMPARE(::write(pipes[i].write.get(), "x", 1), ssize_t{1});
            watchers[i] =
                std::make_unique<IoWatcher>(t.loop, [&actOn, i](IoEvents) { actOn(1 - i); });
            watchers[i]->start(pipes[i].read.get(), IoEvents::Readable);
        }
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 1);
        if (action != "reuse")
            return;
        for (const auto &watcher : watchers)
            watcher->stop();
        t.loop.run(RunMode::NoWait);
        QVERIFY(successor.isActive());
        successor.stop();
    }

    void restartedInTheBatchIsCalledWithTheNextPoll()
    {
        TestLoop t;
        const Fd fds[2] = {readableFd(), readableFd()};
        int calls = 0;
        std::unique_ptr<IoWatcher> watchers[2];
        for (std::size_t i = 0; i < 2; ++i) {
            watchers[i] = std::make_unique<IoWatcher>(t.loop, [&, i](IoEvents) {
                ++calls;
                watchers[1 - i]->stop();
                watchers[1 - i]->start(fds[1 - i].get(), IoEvents::Readable);
            });
            watchers[i]->start(fds[i].get(), IoEvents::Readable);
        }
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 1);
        t.loop.run(RunMode::NoWait);
        QCOMPARE(calls, 2);
    }

    void destroysItself()
    {
        TestLoop t;
        const Fd fd = readableFd();
        const auto witness = std::make_shared<int>(0);
        std::unique_ptr<IoWatcher> watcher;
        watcher = std::make_unique<IoWatcher>(t.loop, [&, witness](IoEvents) {
            watcher.reset();
            ++*witness;
        });
        watcher->start(fd.get(), IoEvents::Readable);
        QVERIFY(!t.loop.run());
        QCOMPARE(*witness, 1);
        QCOMPARE(witness.use_count(), 1L);
    }

    void moreThanABatchIsCalledInOnePoll_data()
    {
        QTest::addColumn<bool>("drained");
        QTest::addRow("each is ready once") << true;
        QTest::addRow("each stays ready") << false;
    }

    void moreThanABatchIsCalledInOnePoll()
    {
        QFETCH(bool, drained);
        constexpr std::size_t kCount = Poller::kMaxEvents + 76;
        rlimit limit{};
        QVERIFY(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
        if (limit.rlim_max < kCount + 100)
            QSKIP("the system allows too few descriptors");
        limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, kCount + 100);
        QVERIFY(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
        TestLoop t;
        std::vector<Fd> fds;
        std::vector<std::unique_ptr<IoWatcher>> watchers;
        std::vector<int> calls(kCount, 0);
        for (std::size_t i = 0; i < kCount; ++i) {
            fds.push_back(readableFd());
            watchers.push_back(std::make_unique<IoWatcher>(t.loop, [&, i](IoEvents) {
                ++calls[i];
                std::uint64_t value = 0;
                if (drained)
                    QCOMPARE(::read(fds[i].get(), &value, sizeof value), ssize_t{sizeof value});
            }));
            watchers[i]->start(fds[i].get(), IoEvents::Readable);
        }
        t.loop.run(RunMode::NoWait);
        QCOMPARE(t.loop.pollsCompleted(), 1u);
        const auto [fewest, most] = std::minmax_element(calls.begin(), calls.end());
        QVERIFY(*fewest >= 1); // those that stay ready do not keep the others out
        QVERIFY(!drained || *most == 1);
    }

    void fullBatchesAreLimited()
    {
        constexpr int kFd = 3;
        VirtualClock clock;
        auto fixed = std::make_unique<FixedPoller>(
            clock, std::vector<Poller::Ready>(Poller::kMaxEvents, {kFd, IoEvents::Readable}));
        FixedPoller &poller = *fixed;
        PhaseLoop loop(modelOfRow(), PollStrategy::Sleep, clock, std::move(fixed));
        std::size_t calls = 0;
        IoWatcher watcher(loop, [&](IoEvents) { ++calls; });
        watcher.start(kFd, IoEvents::Readable);
        QVERIFY(loop.run(RunMode::Once));
        QCOMPARE(calls, 48 * Poller::kMaxEvents);
        std::vector<int> expected(48, 0);
        expected[0] = -1;
        QVERIFY(poller.timeouts == expected);
    }

    void eventsNobodyWantsDoNotEndTheSleep()
    {
        VirtualClock clock;
        auto fixed = std::make_unique<FixedPoller>(
            clock, std::vector<Poller::Ready>{{7, IoEvents::Readable}});
        FixedPoller &poller = *fixed;
        poller.costOfWait = Milliseconds{40};
        PhaseLoop loop(modelOfRow(), PollStrategy::Sleep, clock, std::move(fixed));
        TimerHandle timer(loop, "timer", [] {});
        timer.start(Milliseconds{100});
        QVERIFY(!loop.run(RunMode::Once));
        QVERIFY((poller.timeouts == std::vector{100, 60, 20}));
    }

    void interruptedWaitGoesOnForTheTimeLeft()
    {
        VirtualLoop v(modelOfRow());
        v.poller.interruptAt(Milliseconds{30});
        v.poller.interruptAt(Milliseconds{45});
        TimerHandle timer(v.loop, "timer", [] {});
        timer.start(Milliseconds{100});
        QVERIFY(!v.loop.run(RunMode::Once));
        QVERIFY((v.poller.timeouts() == std::vector{100, 70, 55}));
        QVERIFY(v.clock.now() == Milliseconds{100});
    }

    void interruptedWaitWithoutLimitGoesOn()
    {
        VirtualLoop v(modelOfRow());
        constexpr int kFd = ScriptedPoller::kFirstScriptedFd;
        v.poller.interruptAt(Milliseconds{30});
        v.poller.readyAt(Milliseconds{50}, kFd, IoEvents::Readable);
        int calls = 0;
        IoWatcher watcher(v.loop, [&](IoEvents) { ++calls; });
        watcher.start(kFd, IoEvents::Readable);
        QVERIFY(v.loop.run(RunMode::Once));
        QCOMPARE(calls, 1);
        QVERIFY((v.poller.timeouts() == std::vector{-1, -1}));
    }

    void realSignalInterruptsThePoller()
    {
        struct sigaction action
        { };
        struct sigaction before
        { };
        action.sa_handler = [](int) {};
        QVERIFY(::sigaction(SIGALRM, &action, &before) == 0); // without SA_RESTART
        // Repeats, so that one that comes before the wait is not the only one.
        const itimerval every{{0, 2000}, {0, 2000}};
        QVERIFY(::setitimer(ITIMER_REAL, &every, nullptr) == 0);
        const auto poller = pollerOfRow();
        const auto ready = poller->wait(20000);
        const bool interrupted = poller->interrupted();
        const itimerval never{};
        QVERIFY(::setitimer(ITIMER_REAL, &never, nullptr) == 0);
        QVERIFY(::sigaction(SIGALRM, &before, nullptr) == 0);
        QVERIFY(interrupted);
        QVERIFY(ready.empty());
        QVERIFY(poller->wait(0).empty());
        QVERIFY(!poller->interrupted());
    }

    void pollAllocatesNothing()
    {
        const RealClock clock;
        PhaseLoop loop(modelOfRow(), PollStrategy::Sleep, clock, pollerOfRow());
        std::vector<Fd> fds;
        std::vector<std::unique_ptr<IoWatcher>> watchers;
        int calls = 0;
        for (int i = 0; i < 64; ++i) {
            fds.push_back(readableFd());
            watchers.push_back(std::make_unique<IoWatcher>(loop, [&](IoEvents) { ++calls; }));
            watchers.back()->start(fds.back().get(), IoEvents::Readable);
        }
        loop.run(RunMode::NoWait);
        const int before = allocations;
        loop.run(RunMode::NoWait);
        QCOMPARE(allocations - before, 0);
        QCOMPARE(calls, 128);
    }
};

QTEST_GUILESS_MAIN(TestIoWatcher)
#include "tst_iowatcher.moc"
