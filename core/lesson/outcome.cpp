// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/outcome.h"

#include <fmt/format.h>

#include <algorithm>

namespace reusescope::lesson {

namespace {

using script::Entry;
using script::EntryKind;

class Collector final : public script::EntrySink
{
public:
    explicit Collector(Outcome &outcome) : m_outcome(outcome) { }

    void entry(const Entry &entry) override
    {
        if (isFull())
            return;
        m_order.entry(entry);
        m_outcome.turns = std::max(m_outcome.turns, entry.turn);
        m_outcome.end = std::max(m_outcome.end, entry.at);
        if (entry.kind == EntryKind::Limit)
            m_outcome.limit = entry.text;
        m_outcome.entries.push_back(entry);
    }
    bool isFull() const { return m_outcome.entries.size() >= kMaxLessonEntries; }
    const std::string &order() const { return m_order.text(); }

private:
    Outcome &m_outcome;
    script::OrderText m_order;
};

} // namespace

Outcome outcomeOf(const script::Program &program, LoopModel model)
{
    Outcome outcome;
    outcome.model = model;
    Collector collector(outcome);
    script::RunOptions options;
    options.model = model;
    options.maxTurns = kMaxLessonTurns;
    options.interrupted = [&] { return collector.isFull(); };
    script::ScriptRun run(program, options, &collector);
    run.runToEnd();
    outcome.order = collector.order();
    if (collector.isFull())
        outcome.limit = fmt::format("the program does more than {} things", kMaxLessonEntries);
    return outcome;
}

std::string wordOf(const Entry &entry)
{
    switch (entry.kind) {
    case EntryKind::Callback:
    case EntryKind::Log: return entry.text;
    case EntryKind::Poll: return fmt::format("poll: {}", name(entry.reason));
    case EntryKind::RunEnded:
    case EntryKind::Limit: break;
    }
    return {};
}

} // namespace reusescope::lesson
