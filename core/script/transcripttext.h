// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/transcript.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace reusescope::script {

/// What a program did, for people at a terminal, turn by turn:
///
///     turn 2
///       idle          5    ms  I
///       poll         10.5  ms  sleeps up to 10 ms: next-timer T; woken by S after 5.5 ms
///                              S
///                              "a log line"
///
/// A phase has a line when something ran in it, a poll always; times are since the start of the
/// program, a poll's is when its sleep ended. Plain text; control characters are replaced, so that
/// no script can steer the terminal.
///
/// Thread: one. Refers to the program. The text grows until take() is called.
class TranscriptText final : public EntrySink
{
public:
    explicit TranscriptText(const Program &program) : m_program(program) { }

    void entry(const Entry &entry) override;

    std::size_t size() const { return m_text.size(); }
    std::string take(); ///< what has come since the last time

private:
    void section(const Entry &entry);
    void line(const Entry &entry, std::string_view what);
    std::string pollLine(const Entry &entry) const;
    std::string labelOf(NameIndex name) const;

    const Program &m_program;
    std::string m_text;
    bool m_begun = false;
    // Where the last line stands.
    std::uint32_t m_turn = 0;
    bool m_inMain = false;
    Phase m_phase = Phase::Main;
    std::string m_time;
};

/// `text` with every control character replaced.
std::string printable(std::string_view text);

} // namespace reusescope::script
