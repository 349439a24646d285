// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace reusescope {

/// Blocks all signals of the calling thread while it lives. A thread started meanwhile inherits the
/// mask for good, so that signals go to the thread that handles them.
///
/// Thread: made and destroyed by the same one.
class SignalsBlocked
{
public:
    SignalsBlocked()
    {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
    sigset_t m_before{};
};

} // namespace reusescope
