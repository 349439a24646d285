// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rule checked here: once warm, the lab server allocates nothing for a request, since its cost is
// part of every measurement. Counted are the allocations of the whole process; the client's side
// makes none.
#include "core/lab/labserver.h"
#include "tests/net/netfixture.h"

#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0};

} // namespace

void *operator new(std::size_t size)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
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
    void requestsAllocateNothing_data();
    void requestsAllocateNothing();
};

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

QTEST_GUILESS_MAIN(LabCostTest)
#include "tst_labcost.moc"
