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
    if (!m_enabled || status.requestsPlanned == 0)
        return;
    const double share = std::min(1.0,
                                  static_cast<double>(status.requestsDone)
                                      / static_cast<double>(status.requestsPlanned));
    const double seconds = std::chrono::duration<double>(Clock::now() - m_begun).count();
    const double rate = seconds > 0 ? static_cast<double>(status.requestsDone) / seconds : 0;
    const std::string limit =
        status.rateLimit > 0 ? fmt::format(" (at most {}/s)", status.rateLimit) : "";
    show(share,
         fmt::format("{} of {} requests  {:.0f}/s{}", status.requestsDone, status.requestsPlanned,
                     rate, limit));
}

void ProgressBar::show(double share, const std::string &text)
{
    const auto now = Clock::now();
    if (!m_enabled || now < m_next)
        return;
    m_next = now + kBetweenUpdates;
    m_shown = true;
    const auto filled = static_cast<std::size_t>(share * kBarWidth);
    fmt::print(stderr, "{}[{}{}] {:3.0f} %  {}", kClearLine, std::string(filled, '#'),
               std::string(kBarWidth - filled, '.'), share * 100, text);
    std::fflush(stderr);
}

} // namespace reusescope::cli
