// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/loop/handle.h"
#include "core/loop/intrusivelist.h"

namespace reusescope {

/// The descriptor that all Wakeups of a loop share, and their order.
///
/// Thread: loop thread only; Wakeup::send() writes to the descriptor from anywhere.
/// Ownership: the loop's, made with its first Wakeup. The poller knows the descriptor from then on,
/// before the next poll: a send must not come behind what becomes ready after it.
class WakeupChannel
{
public:
    explicit WakeupChannel(PhaseLoop &loop); ///< throws std::system_error
    ~WakeupChannel();
    WakeupChannel(const WakeupChannel &) = delete;
    WakeupChannel &operator=(const WakeupChannel &) = delete;

    int fd() const { return m_eventFd.get(); }
    void add(Wakeup &wakeup) { m_wakeups.pushBack(wakeup); }

private:
    void callNext();

    PhaseLoop &m_loop;
    Descriptor m_eventFd;
    IoWatcher m_watcher; // unreferenced: only the Wakeups count
    IntrusiveList<Handle> m_wakeups;
    IntrusiveList<Handle> m_aside; // of the round under way
};

} // namespace reusescope
