// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/poller.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <vector>

namespace reusescope {

namespace {

short toPoll(IoEvents interest)
{
    int events = 0;
    if (any(interest & IoEvents::Readable))
        events |= POLLIN;
    if (any(interest & IoEvents::Writable))
        events |= POLLOUT;
    return static_cast<short>(events);
}

IoEvents fromPoll(short events)
{
    IoEvents found = IoEvents::None;
    if (events & POLLIN)
        found = found | IoEvents::Readable;
    if (events & POLLOUT)
        found = found | IoEvents::Writable;
    if (events & POLLHUP)
        found = found | IoEvents::Hangup;
    if (events & (POLLERR | POLLNVAL))
        found = found | IoEvents::Error;
    return found;
}

class PollPoller final : public Poller
{
public:
    void watch(int fd, IoEvents interest) override
    {
        const auto slot = static_cast<std::size_t>(fd);
        if (slot >= m_indexOf.size())
            m_indexOf.resize(std::max(slot + 1, m_indexOf.size() * 2), kNone);
        std::size_t &index = m_indexOf[slot];
        if (!any(interest)) {
            if (index == kNone)
                return;
            m_watched[index] = m_watched.back();
            m_indexOf[static_cast<std::size_t>(m_watched[index].fd)] = index;
            m_watched.pop_back();
            index = kNone;
        } else if (index == kNone) {
            index = m_watched.size();
            m_watched.push_back({fd, toPoll(interest), 0});
        } else {
            m_watched[index].events = toPoll(interest);
        }
    }

    std::span<const Ready> wait(int timeoutMs) override
    {
        int left = ::poll(m_watched.data(), m_watched.size(), timeoutMs);
        m_interrupted = left < 0 && errno == EINTR;
        std::size_t found = 0;
        std::size_t index = m_next;
        for (std::size_t seen = 0; left > 0 && seen < m_watched.size(); ++seen, ++index) {
            if (index >= m_watched.size())
                index = 0;
            const pollfd &entry = m_watched[index];
            if (entry.revents == 0)
                continue;
            if (found == kMaxEvents)
                break;
            --left;
            m_ready[found++] = {entry.fd, fromPoll(entry.revents)};
        }
        // What did not fit into the batch comes first in the next one.
        m_next = left > 0 ? index : 0;
        return {m_ready.data(), found};
    }

    bool interrupted() const override { return m_interrupted; }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    bool m_interrupted = false;
    std::size_t m_next = 0; // where the search for ready ones begins
    std::vector<pollfd> m_watched;
    std::vector<std::size_t> m_indexOf; // by descriptor
    std::array<Ready, kMaxEvents> m_ready;
};

} // namespace

std::unique_ptr<Poller> makePollPoller()
{
    return std::make_unique<PollPoller>();
}

} // namespace reusescope
