// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/looprecorder.h"

namespace reusescope {

void LoopRecorder::phaseRan(const PhaseSpan &span)
{
    PhaseRecord record;
    record.start = span.start;
    record.duration = CompactDuration(span.duration);
    record.turn = span.turn;
    record.variant = m_variant;
    record.phase = span.phase;
    if (span.phase == Phase::Poll) {
        if (span.timeout.timerLabel != m_label) {
            m_label = span.timeout.timerLabel;
            m_labelNumber = timerLabelNumber(m_label);
        }
        record.slept = CompactDuration(span.slept);
        record.timeoutMs = span.timeout.ms;
        record.fd = span.fd;
        record.reason = span.timeout.reason;
        record.wokenBy = span.wokenBy;
        record.timer =
            span.timeout.reason == TimeoutReason::NextTimer ? m_labelNumber : std::uint8_t{0};
        if (m_client)
            m_client->noteSleep(
                {record.slept, record.timeoutMs, record.reason, record.wokenBy, record.timer});
    }
    m_events.push(record);
}

} // namespace reusescope
