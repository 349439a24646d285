// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/transcriptjson.h"

#include <chrono>
#include <string_view>

namespace reusescope::script {

namespace {

std::string_view kindOf(EntryKind kind)
{
    switch (kind) {
    case EntryKind::Callback: return "callback";
    case EntryKind::Log: return "log";
    case EntryKind::Poll: return "poll";
    case EntryKind::RunEnded: return "run-ended";
    case EntryKind::Limit: return "limit";
    }
    return "unknown";
}

double inUs(Nanoseconds time)
{
    return std::chrono::duration<double, std::micro>(time).count();
}

} // namespace

void TranscriptJson::entry(const Entry &entry)
{
    if (m_entries.size() == kMaxEntries) {
        ++m_leftOut;
        return;
    }
    nlohmann::ordered_json object{{"kind", kindOf(entry.kind)},
                                  {"turn", entry.turn},
                                  {"phase", name(entry.phase)},
                                  {"at_us", inUs(entry.at)}};
    const auto addName = [&] {
        if (entry.name < m_program.names.size())
            object["name"] = m_program.names[entry.name].label;
    };
    switch (entry.kind) {
    case EntryKind::Callback:
        object["word"] = entry.text;
        addName();
        if (!entry.detail.empty())
            object["reason"] = entry.detail;
        if (entry.loopTimeAge > Milliseconds{0})
            object["loop_time_age_ms"] = entry.loopTimeAge.count();
        break;
    case EntryKind::Log:
    case EntryKind::Limit: object["text"] = entry.text; break;
    case EntryKind::Poll:
        object["timeout_ms"] = entry.timeoutMs;
        object["reason"] = name(entry.reason);
        object["slept_us"] = inUs(entry.slept);
        object["woken_by"] = name(entry.wokenBy);
        if (!entry.text.empty())
            object["timer"] = entry.text;
        addName();
        break;
    case EntryKind::RunEnded: object["alive"] = entry.alive; break;
    }
    m_entries.push_back(std::move(object));
}

} // namespace reusescope::script
