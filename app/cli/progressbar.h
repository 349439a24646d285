// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/engine.h"

#include <chrono>
#include <string>

namespace reusescope::cli {

/// One line on standard error, rewritten a few times a second. Shows nothing when that is not a
/// terminal, or when switched off.
class ProgressBar
{
public:
    explicit ProgressBar(bool enabled);
    ~ProgressBar(); ///< clears the line
    ProgressBar(const ProgressBar &) = delete;
    ProgressBar &operator=(const ProgressBar &) = delete;

    void update(const EngineStatus &status);
    /// `share` from 0 to 1, and what else there is to say.
    void show(double share, const std::string &text);

private:
    using Clock = std::chrono::steady_clock;

    bool m_enabled;
    bool m_shown = false;
    Clock::time_point m_begun = Clock::now();
    Clock::time_point m_next = m_begun;
};

} // namespace reusescope::cli
