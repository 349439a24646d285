// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - events come out in the order in which they went in, whatever the sizes of the batches
// - a full queue drops and counts; what it holds is not harmed
// - it notifies once per batch: when it turns from drained to not empty
// - nothing that was taken is lost or doubled between two threads; taken + dropped = pushed
// - a reader that drains only when notified sees everything: no notification is lost
// - pushControl() waits for room instead of dropping

#include "core/trace/eventqueue.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

using namespace reusescope;

namespace {

TraceEvent numbered(std::uint32_t value)
{
    return ConnectionEvent{.at = Nanoseconds(value), .value = value};
}

std::uint32_t number(const TraceEvent &traced)
{
    return std::get<ConnectionEvent>(traced).value;
}

std::vector<std::uint32_t> numbers(const std::vector<TraceEvent> &events)
{
    std::vector<std::uint32_t> out;
    for (const TraceEvent &traced : events)
        out.push_back(number(traced));
    return out;
}

} // namespace

class TestEventQueue : public QObject
{
    Q_OBJECT

private slots:
    void capacityIsAPowerOfTwo()
    {
        QCOMPARE(EventQueue(0).capacity(), std::size_t{1});
        QCOMPARE(EventQueue(5).capacity(), std::size_t{8});
        QCOMPARE(EventQueue(8).capacity(), std::size_t{8});
    }

    void orderAcrossTheEndOfTheRing()
    {
        EventQueue queue(8);
        std::uint32_t pushed = 0;
        std::vector<TraceEvent> out;
        for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < 5; ++i)
                queue.push(numbered(pushed++));
            QCOMPARE(queue.drain(out), std::size_t{5});
        }
        for (std::uint32_t i = 0; i < out.size(); ++i)
            QCOMPARE(number(out[i]), i);
        QCOMPARE(queue.dropped(), 0u);
    }

    void everyKindOfEventPasses()
    {
        EventQueue queue(8);
        queue.push(RequestRecord{.index = 3});
        queue.push(AttemptRecord{.request = 4});
        queue.push(PhaseRecord{.turn = 5});
        queue.push(ProgressRecord{.block = 6});
        std::vector<TraceEvent> out;
        queue.drain(out);
        QCOMPARE(std::get<RequestRecord>(out[0]).index, 3u);
        QCOMPARE(std::get<AttemptRecord>(out[1]).request, 4u);
        QCOMPARE(std::get<PhaseRecord>(out[2]).turn, 5u);
        QCOMPARE(std::get<ProgressRecord>(out[3]).block, std::uint8_t{6});
    }

    void drainAppendsUpToTheLimit()
    {
        EventQueue queue(8);
        for (std::uint32_t i = 0; i < 5; ++i)
            queue.push(numbered(i));
        std::vector<TraceEvent> out{numbered(100)};
        QCOMPARE(queue.drain(out, 2), std::size_t{2});
        QCOMPARE(numbers(out), (std::vector<std::uint32_t>{100, 0, 1}));
        QCOMPARE(queue.drain(out, 10), std::size_t{3});
        QCOMPARE(queue.drain(out), std::size_t{0});
        QCOMPARE(queue.drain(out, 0), std::size_t{0});
    }

    void fullDropsTheNewestAndCounts()
    {
        EventQueue queue(4);
        for (std::uint32_t i = 0; i < 7; ++i)
            queue.push(numbered(i));
        QCOMPARE(queue.dropped(), 3u);
        std::vector<TraceEvent> out;
        queue.drain(out);
        QCOMPARE(numbers(out), (std::vector<std::uint32_t>{0, 1, 2, 3}));
        queue.push(numbered(7));
        out.clear();
        queue.drain(out);
        QCOMPARE(numbers(out), (std::vector<std::uint32_t>{7}));
    }

    void notifiesOncePerBatch()
    {
        int notified = 0;
        EventQueue queue(8, [&] { ++notified; });
        std::vector<TraceEvent> out;
        queue.push(numbered(1));
        queue.push(numbered(2));
        queue.push(numbered(3));
        QCOMPARE(notified, 1);
        // As long as the reader has not found the queue empty, it comes back by itself.
        QCOMPARE(queue.drain(out, 3), std::size_t{3});
        queue.push(numbered(4));
        QCOMPARE(notified, 1);
        QCOMPARE(queue.drain(out), std::size_t{1});
        queue.push(numbered(5));
        QCOMPARE(notified, 2);
        QCOMPARE(queue.drain(out), std::size_t{1});
        QCOMPARE(queue.drain(out), std::size_t{0});
        queue.push(numbered(6));
        QCOMPARE(notified, 3);
    }

    void twoThreadsAccountForEverything()
    {
        // A small ring, so that it is full again and again.
        constexpr std::uint32_t total = 300'000;
        EventQueue queue(64);
        std::atomic<bool> finished{false};
        std::thread writer([&] {
            std::mt19937 random(4711);
            std::uniform_int_distribution burst(1, 200);
            for (std::uint32_t i = 0; i < total;) {
                for (int left = burst(random); left > 0 && i < total; --left)
                    queue.push(numbered(i++));
                std::this_thread::yield();
            }
            finished = true;
        });
        std::mt19937 random(1174);
        std::uniform_int_distribution<std::size_t> most(1, 100);
        std::vector<TraceEvent> out;
        bool last = false;
        do {
            last = finished;
            while (queue.drain(out, most(random)) > 0) { }
        } while (!last);
        writer.join();
        QCOMPARE(out.size() + queue.dropped(), std::uint64_t{total});
        for (std::size_t i = 1; i < out.size(); ++i)
            QVERIFY(number(out[i - 1]) < number(out[i]));
    }

    // The writer waits until a burst was taken: a notification lost at its end is not made up for
    // by the next burst.
    void noNotificationIsLost()
    {
        constexpr std::uint32_t total = 60'000;
        std::mutex mutex;
        std::condition_variable condition;
        bool told = false;
        std::atomic<std::size_t> taken{0};
        std::atomic<bool> givenUp{false};
        EventQueue queue(64, [&] {
            const std::lock_guard lock(mutex);
            told = true;
            condition.notify_one();
        });
        std::thread writer([&] {
            std::mt19937 random(55);
            std::uniform_int_distribution burst(1, 12);
            for (std::uint32_t i = 0; i < total && !givenUp;) {
                for (int left = burst(random); left > 0 && i < total; --left)
                    queue.push(numbered(i++));
                while (taken < i && !givenUp)
                    std::this_thread::yield();
            }
        });
        std::vector<TraceEvent> out;
        bool arrived = true;
        while (arrived && out.size() < total) {
            std::unique_lock lock(mutex);
            arrived = condition.wait_for(lock, std::chrono::seconds(30), [&] { return told; });
            told = false;
            lock.unlock();
            // One at a time, so that the queue is often found empty while the writer is at work.
            while (queue.drain(out, 1) > 0)
                taken = out.size();
        }
        givenUp = !arrived;
        writer.join();
        QVERIFY2(arrived, "the writer fell silent with events in the queue");
        QCOMPARE(out.size(), std::size_t{total});
        QCOMPARE(queue.dropped(), 0u);
    }

    void controlEventsWaitForRoom()
    {
        constexpr std::uint32_t total = 500;
        EventQueue queue(2);
        std::thread writer([&] {
            for (std::uint32_t i = 0; i < total; ++i)
                queue.pushControl(numbered(i));
        });
        std::vector<TraceEvent> out;
        while (out.size() < total)
            queue.drain(out, 1);
        writer.join();
        QCOMPARE(queue.dropped(), 0u);
        for (std::uint32_t i = 0; i < total; ++i)
            QCOMPARE(number(out[i]), i);
    }
};

QTEST_APPLESS_MAIN(TestEventQueue)
#include "tst_eventqueue.moc"
