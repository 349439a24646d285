// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace reusescope::cli {

/// SIGINT and SIGTERM as something to wait for. The first one is noted; the second one ends the
/// process at once with exit code 130.
///
/// Thread: the main thread, one object per process, made before other threads start.
/// Restores the previous handlers on destruction. Fails never: without a pipe it still notes.
class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    bool requested() const;
    /// Sleeps until the first signal, at most `atMost`; at once when there was one.
    void wait(std::chrono::milliseconds atMost) const;
    void wait() const;
};

} // namespace reusescope::cli
