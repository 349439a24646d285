// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/poller.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace reusescope {

namespace {

std::uint32_t toEpoll(IoEvents interest)
{
    std::uint32_t events = 0;
    if (any(interest & IoEvents::Readable))
        events |= EPOLLIN;
    if (any(interest & IoEvents::Writable))
        events |= EPOLLOUT;
    return events;
}

IoEvents fromEpoll(std::uint32_t events)
{
    IoEvents found = IoEvents::None;
    if (events & EPOLLIN)
        found = found | IoEvents::Readable;
    if (events & EPOLLOUT)
        found = found | IoEvents::Writable;
    if (events & EPOLLHUP)
        found = found | IoEvents::Hangup;
    if (events & EPOLLERR)
        found = found | IoEvents::Error;
    return found;
}

class EpollPoller final : public Poller
{
public:
    EpollPoller() : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    {
        if (m_epoll < 0)
            throw std::system_error(errno, std::generic_category(), "epoll_create1");
    }
    EpollPoller(const EpollPoller &) = delete;
    EpollPoller &operator=(const EpollPoller &) = delete;
    ~EpollPoller() override { ::close(m_epoll); }

    void watch(int fd, IoEvents interest) override
    {
        const auto index = static_cast<std::size_t>(fd);
        if (index >= m_known.size())
            m_known.resize(std::max(index + 1, m_known.size() * 2), IoEvents::None);
        int operation = EPOLL_CTL_MOD;
        if (!any(m_known[index]))
            operation = EPOLL_CTL_ADD;
        else if (!any(interest))
            operation = EPOLL_CTL_DEL;
        epoll_event event{};
        event.events = toEpoll(interest);
        event.data.fd = fd;
        if (::epoll_ctl(m_epoll, operation, fd, &event) != 0)
            throw std::system_error(errno, std::generic_category(), "epoll_ctl");
        m_known[index] = interest;
    }

    std::span<const Ready> wait(int timeoutMs) override
    {
        const int count =
            ::epoll_wait(m_epoll, m_events.data(), static_cast<int>(kMaxEvents), timeoutMs);
        m_interrupted = count < 0 && errno == EINTR;
        const auto found = static_cast<std::size_t>(std::max(count, 0));
        for (std::size_t i = 0; i < found; ++i)
            m_ready[i] = {m_events[i].data.fd, fromEpoll(m_events[i].events)};
        return {m_ready.data(), found};
    }

    bool interrupted() const override { return m_interrupted; }

private:
    int m_epoll;
    bool m_interrupted = false;
    std::vector<IoEvents> m_known; // by descriptor
    std::array<epoll_event, kMaxEvents> m_events;
    std::array<Ready, kMaxEvents> m_ready;
};

} // namespace

std::unique_ptr<Poller> makeEpollPoller()
{
    return std::make_unique<EpollPoller>();
}

} // namespace reusescope
