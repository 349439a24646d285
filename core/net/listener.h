// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/base/result.h"
#include "core/loop/handle.h"

#include <functional>

namespace reusescope {

/// Accepts TCP connections on a loopback address; anything else is refused.
///
/// Thread: loop thread only, but listen() may be called before the loop runs.
class Listener
{
public:
    /// The descriptor is non-blocking and belongs to the callee.
    using Accepted = std::function<void(int descriptor, const Endpoint &peer)>;

    Listener(PhaseLoop &loop, Accepted accepted);
    ~Listener();

    /// Port 0 lets the system choose. Returns the address in use.
    Result<Endpoint> listen(const Endpoint &at);
    void close(Callback closed);

private:
    void acceptReady();

    Accepted m_accepted;
    IoWatcher m_watcher;
    int m_descriptor = -1;
};

} // namespace reusescope
