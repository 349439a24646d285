// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/scripttrack.h"

#include "ui/loop/ordercomparison.h"

#include <algorithm>
#include <utility>

namespace reusescope {

using script::Entry;
using script::EntryKind;
using script::NameKind;
using script::Occasion;

namespace {

constexpr std::size_t kOccasions = 4;
// Characters of the order: it is cut to the first when it has grown to the second.
constexpr std::size_t kKeptOrder = 4'000;
constexpr std::size_t kLongestOrder = 8'000;

script::RunOptions optionsFor(LoopModel model, std::uint32_t maxTurns)
{
    script::RunOptions options;
    options.model = model;
    options.maxTurns = maxTurns;
    return options;
}

Occasion occasionOf(const Entry &entry, const script::Program &program)
{
    if (entry.phase == Phase::Closing)
        return Occasion::Closes;
    if (program.names[entry.name].kind != NameKind::Reuse)
        return Occasion::Fires;
    return entry.text == program.names[entry.name].label + ":moved" ? Occasion::Moved
                                                                    : Occasion::Written;
}

} // namespace

std::vector<int> linesOf(const script::Program &program, const Executed &executed)
{
    std::vector<int> lines;
    if (executed.name == script::kNoName)
        return lines;
    for (const script::Reaction &reaction : program.reactions) {
        if (reaction.name != executed.name || reaction.occasion != executed.occasion
            || (reaction.time != 0 && reaction.time != executed.time))
            continue;
        lines.push_back(reaction.where.line);
        for (const script::Statement &statement : reaction.statements)
            lines.push_back(statement.where.line);
    }
    if (lines.empty())
        lines.push_back(program.names[executed.name].where.line);
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

ScriptTrack::ScriptTrack(std::shared_ptr<const script::Program> program, LoopModel model,
                         std::uint32_t maxTurns, OrderComparison *comparison, int side)
    : m_program(std::move(program)),
      m_model(model),
      m_comparison(comparison),
      m_side(side),
      m_times(m_program->names.size() * kOccasions),
      m_run(*m_program, optionsFor(model, maxTurns), this)
{ }

bool ScriptTrack::step(script::ScriptRun::Step unit)
{
    if (!m_run.step(unit))
        return false;
    if (m_comparison && m_run.isOver())
        m_comparison->end(m_side);
    return true;
}

void ScriptTrack::entry(const Entry &entry)
{
    ++m_entryCount;
    if (m_entries.size() == kMostKeptEntries)
        m_entries.pop_front();
    m_entries.push_back(entry);
    switch (entry.kind) {
    case EntryKind::Callback:
        called(entry);
        addToOrder(entry);
        break;
    case EntryKind::Log: addToOrder(entry); break;
    case EntryKind::Poll:
        if (entry.slept != Nanoseconds{0})
            m_executed = {};
        break;
    case EntryKind::RunEnded:
        m_runEnded = true;
        m_executed = {};
        break;
    case EntryKind::Limit:
        m_limit = entry.text;
        m_executed = {};
        break;
    }
}

void ScriptTrack::called(const Entry &entry)
{
    if (entry.name >= m_program->names.size())
        return;
    m_executed.name = entry.name;
    m_executed.occasion = occasionOf(entry, *m_program);
    m_executed.time =
        ++m_times[entry.name * kOccasions + static_cast<std::size_t>(m_executed.occasion)];
}

void ScriptTrack::addToOrder(const Entry &entry)
{
    if (m_comparison)
        m_comparison->add(m_side, entry.text, entry.turn);
    if (m_entryCount > 1 && !m_order.empty())
        m_order += m_runEnded ? ", then " : " ";
    m_runEnded = false;
    m_order += entry.text;
    if (m_order.size() <= kLongestOrder)
        return;
    const std::size_t blank = m_order.find(' ', m_order.size() - kKeptOrder);
    m_order.erase(0, blank == std::string::npos ? 0 : blank + 1);
    m_orderIsCut = true;
}

} // namespace reusescope
