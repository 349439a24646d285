// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace reusescope {

/// Written by the server's thread only, read by any.
class LabCounter
{
public:
    void add() { m_value.store(value() + 1, std::memory_order_release); }
    void subtract() { m_value.store(value() - 1, std::memory_order_release); }
    void raiseTo(std::uint64_t number)
    {
        if (number > value())
            m_value.store(number, std::memory_order_release);
    }
    void clear() { m_value.store(0, std::memory_order_release); }
    std::uint64_t value() const { return m_value.load(std::memory_order_acquire); }

private:
    std::atomic<std::uint64_t> m_value{0};
};

/// Each is counted before the bytes or the end that show it to a client; LabServer::Counters says
/// what they mean.
struct LabCounters
{
    LabCounter connections;
    LabCounter h1Connections;
    LabCounter h2Connections;
    LabCounter requests;
    LabCounter responses;
    LabCounter actsPerformed;
    LabCounter openConnections;
    LabCounter mostStreams;
};

} // namespace reusescope
