// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace reusescope {

using Nanoseconds = std::chrono::nanoseconds;
using Milliseconds = std::chrono::milliseconds;

/// The monotonic nanosecond clock that everything measures with. Its origin is arbitrary.
///
/// Thread: now() may be called from any thread, unless an implementation says otherwise.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual Nanoseconds now() const = 0;
};

/// CLOCK_MONOTONIC.
class RealClock final : public Clock
{
public:
    Nanoseconds now() const override;
};

/// A clock that stands still until it is told to advance; for tests and for stepping a loop.
///
/// Thread: one thread only.
class VirtualClock final : public Clock
{
public:
    explicit VirtualClock(Nanoseconds start = Nanoseconds{0}) : m_now(start) { }

    Nanoseconds now() const override { return m_now; }
    void advance(Nanoseconds by) { m_now += by; }

private:
    Nanoseconds m_now;
};

} // namespace reusescope
