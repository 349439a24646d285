// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerpoller.h"
#include "tests/torture/faults.h"

namespace reusescope {

/// The peer's calls are not the program's.
template <typename Peer> class PeerAside final : public PumpedPeer
{
public:
    explicit PeerAside(Peer &peer) : m_peer(peer) { }
    bool pump() override
    {
        const Aside ours;
        return m_peer.pump();
    }
    Nanoseconds nextDue() const override { return m_peer.nextDue(); }
    void waitForIo(Milliseconds limit) override
    {
        const Aside ours;
        m_peer.waitForIo(limit);
    }

private:
    Peer &m_peer;
};

} // namespace reusescope
