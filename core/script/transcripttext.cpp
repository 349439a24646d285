// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/transcripttext.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace reusescope::script {

namespace {

/// In ms, to the microsecond, without zeros at the end.
std::string shortMs(Nanoseconds time)
{
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    std::string text = fmt::format("{}.{:03}", us / 1000, us % 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

/// Decimal points stand below each other.
std::string alignedMs(Nanoseconds time)
{
    const std::string text = shortMs(time);
    const std::size_t point = std::min(text.find('.'), text.size());
    return fmt::format("{:>6}{:<4} ms", text.substr(0, point), text.substr(point));
}

} // namespace

std::string printable(std::string_view text)
{
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto byte = static_cast<unsigned char>(out[i]);
        const bool c1 = byte == 0xc2 && i + 1 < out.size()
            && static_cast<unsigned char>(out[i + 1]) < 0xa0; // U+0080 to U+009F
        if (c1)
            out.replace(i, 2, "?");
        else if (byte < 0x20 || byte == 0x7f)
            out[i] = '?';
    }
    return out;
}

std::string TranscriptText::take()
{
    return std::exchange(m_text, {});
}

void TranscriptText::entry(const Entry &entry)
{
    switch (entry.kind) {
    case EntryKind::Callback:
        if (entry.loopTimeAge > Milliseconds{0})
            line(entry,
                 fmt::format("{} (armed with a loop time {} ms old)", entry.text,
                             entry.loopTimeAge.count()));
        else
            line(entry,
                 entry.detail.empty() ? entry.text
                                      : fmt::format("{} ({})", entry.text, entry.detail));
        break;
    case EntryKind::Log: line(entry, fmt::format("\"{}\"", printable(entry.text))); break;
    case EntryKind::Poll: line(entry, pollLine(entry)); break;
    case EntryKind::RunEnded:
        m_text += fmt::format("{}run() answers {}\n", m_begun ? "\n" : "",
                              entry.alive ? "1: something is still alive"
                                          : "0: nothing is alive any more");
        m_begun = true;
        m_inMain = false;
        m_phase = Phase::Main;
        break;
    case EntryKind::Limit:
        m_text += fmt::format("{}{}\n", m_begun ? "\n" : "", printable(entry.text));
        m_begun = true;
        break;
    }
}

/// The head line of what the entry belongs to, where that is new.
void TranscriptText::section(const Entry &entry)
{
    const bool inMain = entry.phase == Phase::Main;
    if (m_begun && inMain == m_inMain && (inMain || entry.turn == m_turn)
        && (m_phase != Phase::Main || inMain))
        return;
    if (m_begun)
        m_text += '\n';
    if (inMain)
        m_text += "main program\n";
    else if (entry.turn == 0)
        m_text += "before the first turn\n";
    else
        m_text += fmt::format("turn {}\n", entry.turn);
    m_begun = true;
    m_inMain = inMain;
    m_turn = entry.turn;
    m_phase = Phase::Main;
    m_time.clear();
}

void TranscriptText::line(const Entry &entry, std::string_view what)
{
    section(entry);
    const bool isNewPhase =
        entry.phase != m_phase || entry.kind == EntryKind::Poll || m_time.empty();
    std::string time = alignedMs(entry.at);
    const std::string_view phase =
        isNewPhase && entry.phase != Phase::Main ? name(entry.phase) : std::string_view{};
    const bool tellsTime = isNewPhase || time != m_time;
    m_text += fmt::format("  {:<8} {:>13}  {}\n", phase, tellsTime ? time : "", what);
    m_phase = entry.phase;
    m_time = std::move(time);
}

std::string TranscriptText::pollLine(const Entry &entry) const
{
    std::string text;
    if (entry.timeoutMs == 0)
        text = "does not sleep: ";
    else if (entry.timeoutMs > 0)
        text = fmt::format("sleeps up to {} ms: ", entry.timeoutMs);
    else
        text = "sleeps without limit: ";
    text += name(entry.reason);
    if (!entry.text.empty())
        text += " " + entry.text;

    std::string found;
    switch (entry.wokenBy) {
    case WokenBy::Io: found = labelOf(entry.name); break;
    case WokenBy::Wakeup: found = "a wake-up"; break;
    case WokenBy::Timer: found = entry.text; break;
    case WokenBy::Nothing: break;
    }
    if (entry.timeoutMs == 0)
        return found.empty() ? text : fmt::format("{}; finds {}", text, found);
    if (!found.empty() && entry.slept == Nanoseconds{0})
        return fmt::format("{}; finds {} at once", text, found);
    return fmt::format("{}; {} after {} ms", text,
                       found.empty() ? "ends" : fmt::format("woken by {}", found),
                       shortMs(entry.slept));
}

std::string TranscriptText::labelOf(NameIndex name) const
{
    return name < m_program.names.size() ? m_program.names[name].label : std::string();
}

} // namespace reusescope::script
