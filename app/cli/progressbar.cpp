// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progressbar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace reusescope::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenUpdates{100};
constexpr std::size_t kBarWidth = 30;
constexpr const char *kClearLine = "\r\x1b[K";

} // namespace

ProgressBar::ProgressBar(bool enabled) : m_enabled(enabled && isatty(STDERR_FILENO) == 1) { }

ProgressBar::~ProgressBar()
{
    if (m_shown)
        fmt::print(stderr, "{}", kClearLine);
}

void ProgressBar::update(const EngineStatus &status)
{
    const auto now = Clock::now();
    if (!m_enabled || now < m_next || status.requestsPlanned == 0)
        return;
    m_next = now + kBetweenUpdates;
    m_shown = true;

    const double share = std::min(1.0,
                                  static_cast<double>(status.requestsDone)
                                      / static_cast<double>(status.requestsPlanned));
    const auto filled = static_cast<std::size_t>(share * kBarWidth);
    const double seconds = std::chrono::duration<double>(now - m_begun).count();
    const double rate = seconds > 0 ? static_cast<double>(status.requestsDone) / seconds : 0;
    const std::string limit =
        status.rateLimit > 0 ? fmt::format(" (at most {}/s)", status.rateLimit) : "";
    fmt::print(stderr, "{}[{}{}] {:3.0f} %  {} of {} requests  {:.0f}/s{}", kClearLine,
               std::string(filled, '#'), std::string(kBarWidth - filled, '.'), share * 100,
               status.requestsDone, status.requestsPlanned, rate, limit);
    std::fflush(stderr);
}

} // namespace reusescope::cli
