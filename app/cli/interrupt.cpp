// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/options/exitcode.h"

#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace reusescope::cli {

namespace {

// A signal handler reaches nothing but these.
std::atomic<bool> g_requested{false};
std::atomic<int> g_writeEnd{-1};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

int g_readEnd = -1;
struct sigaction g_oldInterrupt;
struct sigaction g_oldTerminate;

void onSignal(int)
{
    if (g_requested.exchange(true))
        _exit(static_cast<int>(ExitCode::Interrupted));
    const int kept = errno;
    // One byte, never read again: from now on the pipe stays readable. Nothing could be done if it
    // failed, and wait() has a time limit where that matters.
    [[maybe_unused]] const ssize_t written = write(g_writeEnd, "!", 1);
    errno = kept;
}

} // namespace

Interrupt::Interrupt()
{
    assert(g_readEnd < 0);
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
        g_readEnd = ends[0];
        g_writeEnd = ends[1];
    }
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &g_oldInterrupt);
    sigaction(SIGTERM, &action, &g_oldTerminate);
}

Interrupt::~Interrupt()
{
    sigaction(SIGINT, &g_oldInterrupt, nullptr);
    sigaction(SIGTERM, &g_oldTerminate, nullptr);
    close(g_writeEnd.exchange(-1));
    close(g_readEnd);
    g_readEnd = -1;
}

bool Interrupt::requested() const
{
    return g_requested;
}

void Interrupt::wait(std::chrono::milliseconds atMost) const
{
    pollfd waited{g_readEnd, POLLIN, 0};
    poll(&waited, 1, static_cast<int>(atMost.count()));
}

void Interrupt::wait() const
{
    // A second's limit, so that a signal is noticed even without the pipe.
    while (!requested())
        wait(std::chrono::seconds(1));
}

} // namespace reusescope::cli
