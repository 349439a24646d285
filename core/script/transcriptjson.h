// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/transcript.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace reusescope::script {

/// What a program did, as a list of objects for other programs. Fields may be added, never renamed.
/// Every object has kind ("callback", "log", "poll", "run-ended", "limit"), turn, phase and at_us;
/// besides:
/// - callback: word, name (the label), and reason for a request that moved;
/// - log, limit: text;
/// - poll: timeout_ms, reason, slept_us, woken_by, timer (with next-timer), name (the socket that
///   was found first);
/// - run-ended: alive.
///
/// Thread: one. Refers to the program. Of a very long run only the first kMaxEntries are kept.
class TranscriptJson final : public EntrySink
{
public:
    explicit TranscriptJson(const Program &program) : m_program(program) { }

    void entry(const Entry &entry) override;

    nlohmann::ordered_json takeEntries() { return std::move(m_entries); }
    std::uint64_t entriesLeftOut() const { return m_leftOut; }

    static constexpr std::size_t kMaxEntries = 1'000'000;

private:
    const Program &m_program;
    nlohmann::ordered_json m_entries = nlohmann::ordered_json::array();
    std::uint64_t m_leftOut = 0;
};

} // namespace reusescope::script
