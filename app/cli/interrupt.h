// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace reusescope::cli {

/// SIGINT and SIGTERM as something to wait for. The first one is noted; the second one ends the
/// process at once with exit code 130.
///
/// Both are blocked while the object lives, and a thread of its own reads them: no code runs inside
/// a signal handler, and no system call of other threads is interrupted.
///
/// Thread: made and destroyed on the main thread, before other threads start; requested() and
/// wait() on any. Restores the signal mask on destruction.
/// Throws std::system_error when the system has no descriptor or thread left.
class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    bool requested() const { return m_requested; }
    /// Sleeps until the first signal, at most `atMost`; at once when there was one.
    void wait(std::chrono::milliseconds atMost) const;
    void wait() const;

private:
    void listen();

    sigset_t m_oldMask;
    std::atomic<bool> m_requested{false};
    Descriptor m_signals;
    Descriptor m_noted; // readable from the first signal on
    Descriptor m_closing; // readable when the thread is to end
    std::thread m_thread;
};

} // namespace reusescope::cli
