// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/timeoutqueue.h"

#include "core/loop/phaseloop.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace reusescope {

namespace {

constexpr const char *kNothingDue = "timeouts";

} // namespace

TimeoutQueue::TimeoutQueue(PhaseLoop &loop)
    : m_loop(loop), m_timer(loop, kNothingDue, [this] { runNext(); })
{
    m_timer.unref();
}

TimeoutQueue::~TimeoutQueue()
{
    assert(m_timeouts == 0 && "a timeout outlives its queue");
}

void TimeoutQueue::insert(Timeout &timeout)
{
    timeout.m_start = freshNow();
    List *list = find(timeout.m_duration);
    if (!list) {
        list = &addList(timeout.m_duration, timeout.m_start + timeout.m_duration);
        if (!m_nextExpiry || list->expiry < *m_nextExpiry)
            schedule(*list, timeout.m_label);
    }
    list->timeouts.pushBack(timeout);
}

void TimeoutQueue::count(int referenced)
{
    const bool before = m_referenced > 0;
    m_referenced += referenced;
    if (before != (m_referenced > 0))
        updateReference();
}

void TimeoutQueue::updateReference()
{
    if (m_referenced > 0)
        m_timer.ref();
    else
        m_timer.unref();
}

void TimeoutQueue::schedule(const List &list, const char *label)
{
    m_nextExpiry = list.expiry;
    m_timer.setLabel(label);
    m_timer.start(
        std::max(Milliseconds{list.expiry} - m_loop.now(), Milliseconds{Timeout::kFloorMs}));
}

/// One timeout's callback; behind the last one that is due the native timer is set anew.
void TimeoutQueue::runNext()
{
    if (!m_running) {
        m_running = true;
        m_nextExpiry.reset();
        m_now = freshNow();
    }
    if (Timeout *timeout = nextDue())
        call(*timeout);
    if (nextDue())
        m_timer.callAgain();
    else
        endRun();
}

void TimeoutQueue::call(Timeout &timeout)
{
    timeout.unlink();
    // Moved out for the call, so that it may destroy the timeout that holds it.
    Callback running = std::move(timeout.m_fired);
    m_called = &timeout;
    running();
    if (m_called) {
        timeout.m_fired = std::move(running);
        if (!timeout.isLinked())
            timeout.retire();
    }
    m_called = nullptr;
}

/// The next timeout of the run, null: no further one is due. Lists that are looked at too early and
/// empty ones are put right on the way.
Timeout *TimeoutQueue::nextDue()
{
    while (List *list = earliest()) {
        if (list->expiry > m_now)
            return nullptr;
        Timeout *first = list->timeouts.first();
        if (!first) {
            remove(*list);
        } else if (m_now - first->m_start >= list->duration) {
            return first;
        } else {
            list->expiry = std::max(first->m_start + list->duration, m_now + 1);
            list->id = m_nextListId++;
        }
    }
    return nullptr;
}

void TimeoutQueue::endRun()
{
    m_running = false;
    if (const List *list = earliest()) {
        const Timeout *first = list->timeouts.first();
        schedule(*list, first ? first->m_label : kNothingDue);
    }
    updateReference();
}

std::vector<const Timeout *> TimeoutQueue::inOrder() const
{
    std::vector<const List *> lists;
    for (const auto &list : m_lists)
        lists.push_back(list.get());
    std::sort(lists.begin(), lists.end(), [](const List *a, const List *b) {
        return std::tie(a->expiry, a->id) < std::tie(b->expiry, b->id);
    });
    std::vector<const Timeout *> timeouts;
    for (const List *list : lists)
        list->timeouts.forEach([&](const Timeout &timeout) { timeouts.push_back(&timeout); });
    std::stable_sort(timeouts.begin(), timeouts.end(),
                     [](const Timeout *a, const Timeout *b) { return a->dueAt() < b->dueAt(); });
    return timeouts;
}

TimeoutQueue::List &TimeoutQueue::addList(std::int64_t duration, std::int64_t expiry)
{
    // For all of them, so that remove(), which destructors call, needs no memory.
    m_spareLists.reserve(m_lists.size() + std::max<std::size_t>(m_spareLists.size(), 1));
    if (m_spareLists.empty())
        m_spareLists.push_back(std::make_unique<List>());
    m_lists.push_back(std::move(m_spareLists.back()));
    m_spareLists.pop_back();
    List &list = *m_lists.back();
    list.duration = duration;
    list.expiry = expiry;
    list.id = m_nextListId++;
    return list;
}

void TimeoutQueue::remove(const List &list)
{
    const auto place = std::find_if(m_lists.begin(), m_lists.end(),
                                    [&](const auto &each) { return each.get() == &list; });
    m_spareLists.push_back(std::move(*place));
    m_lists.erase(place);
}

TimeoutQueue::List *TimeoutQueue::find(std::int64_t duration) const
{
    for (const auto &list : m_lists) {
        if (list->duration == duration)
            return list.get();
    }
    return nullptr;
}

TimeoutQueue::List *TimeoutQueue::earliest() const
{
    const auto first =
        std::min_element(m_lists.begin(), m_lists.end(), [](const auto &a, const auto &b) {
            return std::tie(a->expiry, a->id) < std::tie(b->expiry, b->id);
        });
    return first == m_lists.end() ? nullptr : first->get();
}

/// Only behind a referenced timeout: Node leaves the list of an unreferenced one.
void TimeoutQueue::dropIfEmpty(std::int64_t duration)
{
    const List *list = find(duration);
    if (list && list->timeouts.isEmpty())
        remove(*list);
}

std::int64_t TimeoutQueue::freshNow()
{
    m_loop.updateTime();
    return m_loop.now().count();
}

Timeout::Timeout(TimeoutQueue &queue, const char *label, Callback fired)
    : m_queue(queue), m_label(label), m_fired(std::move(fired))
{
    assert(m_fired);
    ++m_queue.m_timeouts;
}

Timeout::~Timeout()
{
    stop();
    if (m_queue.m_called == this)
        m_queue.m_called = nullptr;
    --m_queue.m_timeouts;
}

void Timeout::start(double delayMs)
{
    if (isLinked())
        stop();
    else
        retire();
    const bool inRange = delayMs >= kFloorMs && delayMs <= kCeilingMs; // false for NaN as well
    m_duration = inRange ? static_cast<std::int64_t>(delayMs) : kFloorMs;
    m_counts = true;
    if (m_referenced)
        m_queue.count(1);
    m_queue.insert(*this);
}

void Timeout::stop()
{
    unlink();
    if (m_counts && m_referenced)
        m_queue.dropIfEmpty(m_duration);
    retire();
}

/// It does not hold the loop any longer.
void Timeout::retire()
{
    if (m_counts && m_referenced)
        m_queue.count(-1);
    m_counts = false;
}

void Timeout::ref()
{
    if (!m_referenced && m_counts)
        m_queue.count(1);
    m_referenced = true;
}

void Timeout::unref()
{
    if (m_referenced && m_counts)
        m_queue.count(-1);
    m_referenced = false;
}

} // namespace reusescope
