// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/world.h"

#include <algorithm>

namespace reusescope::script {

World::World(const Program &program, RunControl &control)
    : m_program(program), m_control(control), m_unread(program.names.size())
{
    m_arrivals.reserve(program.arrivals.size());
    for (const Arrival &arrival : program.arrivals)
        m_arrivals.push_back(&arrival);
    std::stable_sort(m_arrivals.begin(), m_arrivals.end(),
                     [](const Arrival *a, const Arrival *b) { return a->at < b->at; });
}

void World::deliverDue()
{
    if (m_nextArrival == m_arrivals.size())
        return;
    const Nanoseconds now = sinceStart();
    while (m_nextArrival < m_arrivals.size() && m_arrivals[m_nextArrival]->at <= now)
        deliver(*m_arrivals[m_nextArrival++]);
}

std::optional<Nanoseconds> World::nextArrival() const
{
    if (m_nextArrival == m_arrivals.size())
        return std::nullopt;
    return m_arrivals[m_nextArrival]->at;
}

void World::addUnread(const Arrival &arrival)
{
    std::size_t count = 1;
    if (arrival.kind == ArrivalKind::Bytes)
        count = kResponse.size();
    else if (arrival.kind == ArrivalKind::LineBreak)
        count = kLineBreak.size();
    m_unread[arrival.name] += static_cast<std::uint32_t>(count);
}

} // namespace reusescope::script
