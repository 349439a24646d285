// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/loop/handle.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace reusescope {

class H1ServerCodec;

/// What a server does to an idle connection.
enum class Fault : std::uint8_t {
    Poison, ///< a whole response that nobody has asked for
    Fin,
    Reset,
};

std::string_view name(Fault fault); ///< "poison", "fin", "rst"

/// A small HTTP/1.1 server on loopback that does one thing to its newest connection at a given
/// nanosecond, by spinning on the clock: so that a moment can be aimed at to some microseconds,
/// which a server with a loop cannot. While an order is out it burns a processor.
///
/// Thread: its own, from construction; the members are for one other thread.
class FaultInjector
{
public:
    struct Order
    {
        Nanoseconds wakeAt{0}; ///< when `wake` is sent; 0: never
        Wakeup *wake = nullptr; ///< lives until done()
        Nanoseconds faultAt{0}; ///< 0: no fault
        Fault fault = Fault::Poison;
    };

    explicit FaultInjector(const Clock &clock);
    ~FaultInjector();
    FaultInjector(const FaultInjector &) = delete;
    FaultInjector &operator=(const FaultInjector &) = delete;

    /// Begins to listen. ErrorKind::Connect with the text of errno.
    Result<void> start();
    std::uint16_t port() const { return m_port; }

    void place(const Order &order); ///< not before the last one is done()
    bool done() const { return m_placed.load() == m_carriedOut.load(); }
    /// When the call that did it began, of the last order; 0: there was nothing to do it to. The
    /// peer sees it some microseconds later, and not seldom before the call returns, which can be
    /// late by what the peer does when it is woken.
    Nanoseconds faultBegunAt() const { return Nanoseconds{m_faultBegunAt.load()}; }

private:
    struct Connection
    {
        Descriptor socket;
        std::unique_ptr<H1ServerCodec> codec;
    };

    void serve();
    void accept();
    void answer(Connection &connection);
    void carryOut(const Order &order);
    void commit(Fault fault);

    const Clock &m_clock;
    Descriptor m_listener;
    std::uint16_t m_port = 0;
    std::vector<Connection> m_connections; // the newest last; few
    Nanoseconds m_idleSince{0};
    Order m_order; // handed over by m_placed
    std::atomic<std::uint32_t> m_placed{0};
    std::atomic<std::uint32_t> m_carriedOut{0};
    std::atomic<std::int64_t> m_faultBegunAt{0};
    std::atomic<bool> m_ending{false};
    std::thread m_thread;
};

} // namespace reusescope
