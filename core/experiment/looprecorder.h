// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/client.h"
#include "core/loop/loopobserver.h"
#include "core/trace/eventqueue.h"

#include <cstdint>

namespace reusescope {

/// Turns what a loop reports about its phases into records, and tells the client about each sleep.
///
/// Thread: loop thread only.
class LoopRecorder final : public LoopObserver
{
public:
    LoopRecorder(EventQueue &events, std::uint8_t variant)
        : m_events(events), m_variant(variant) { }

    void setClient(Client *client) { m_client = client; }
    void phaseRan(const PhaseSpan &span) override;

private:
    EventQueue &m_events;
    std::uint8_t m_variant;
    Client *m_client = nullptr;
    const char *m_label =
        ""; // labels have static storage: comparing the address spares most look-ups
    std::uint8_t m_labelNumber = 0;
};

} // namespace reusescope
