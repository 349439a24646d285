// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/options/exitcode.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace reusescope::cli {

namespace {

sigset_t endingSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

Descriptor checked(int fd, const char *call)
{
    if (fd < 0)
        throw std::system_error(errno, std::generic_category(), call);
    return Descriptor(fd);
}

void makeReadable(const Descriptor &eventFd)
{
    eventfd_write(eventFd.get(), 1); // cannot fail: the counter is far from its limit
}

} // namespace

Interrupt::Interrupt()
    : m_noted(checked(eventfd(0, EFD_CLOEXEC), "eventfd")),
      m_closing(checked(eventfd(0, EFD_CLOEXEC), "eventfd"))
{
    const sigset_t signals = endingSignals();
    m_signals = checked(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd");
    pthread_sigmask(SIG_BLOCK, &signals, &m_oldMask);
    m_thread = std::thread([this] { listen(); });
}

Interrupt::~Interrupt()
{
    makeReadable(m_closing);
    m_thread.join();
    pthread_sigmask(SIG_SETMASK, &m_oldMask, nullptr);
}

void Interrupt::listen()
{
    std::array<pollfd, 2> watched{pollfd{m_signals.get(), POLLIN, 0},
                                  pollfd{m_closing.get(), POLLIN, 0}};
    for (;;) {
        poll(watched.data(), watched.size(), -1);
        if (watched[1].revents != 0)
            return;
        signalfd_siginfo info;
        if (read(m_signals.get(), &info, sizeof info) != sizeof info)
            continue;
        if (m_requested.exchange(true))
            _exit(static_cast<int>(ExitCode::Interrupted));
        makeReadable(m_noted);
    }
}

void Interrupt::wait(std::chrono::milliseconds atMost) const
{
    pollfd waited{m_noted.get(), POLLIN, 0};
    poll(&waited, 1, static_cast<int>(atMost.count()));
}

void Interrupt::wait() const
{
    while (!requested())
        wait(std::chrono::milliseconds(-1));
}

} // namespace reusescope::cli
