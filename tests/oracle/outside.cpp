// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/outside.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace reusescope::oracle {

namespace {

int checked(int result, const char *what)
{
    if (result < 0)
        throw std::system_error(errno, std::generic_category(), what);
    return result;
}

} // namespace

Outside::Outside(const script::Program &program, Transcript &transcript)
    : m_transcript(transcript),
      m_arrivals(program.arrivals),
      m_sockets(program.names.size()),
      m_alarm(checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd"))
{
    std::stable_sort(m_arrivals.begin(), m_arrivals.end(),
                     [](const auto &a, const auto &b) { return a.at < b.at; });
    for (std::size_t i = 0; i < program.names.size(); ++i) {
        if (program.names[i].kind != script::NameKind::Socket)
            continue;
        std::array<int, 2> ends{};
        checked(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()),
                "socketpair");
        m_sockets[i] = {ends[0], ends[1], false};
    }
}

Outside::~Outside()
{
    ::close(m_alarm);
    for (const Socket &socket : m_sockets) {
        if (socket.near < 0)
            continue;
        ::close(socket.near);
        ::close(socket.far);
    }
}

bool Outside::drain(script::NameIndex socket)
{
    std::array<char, 4096> bytes{};
    ssize_t received = 0;
    do
        received = ::recv(m_sockets[socket].near, bytes.data(), bytes.size(), 0);
    while (received > 0);
    return received < 0;
}

void Outside::answerAlarm()
{
    eventfd_t rings = 0;
    ::eventfd_read(m_alarm, &rings);
}

void Outside::busy(Nanoseconds time)
{
    advanceTo(m_now + time);
}

int Outside::wait(int timeoutMs, const std::function<int()> &ask)
{
    m_transcript.poll(timeoutMs);
    // No endless program gets further than the turn in which its transcript has become full.
    if (m_transcript.isFull())
        m_loop->stopLoop();
    int ready = ask();
    if (timeoutMs == 0)
        return ready;
    const Nanoseconds end = timeoutMs < 0 ? Nanoseconds::max() : m_now + Milliseconds(timeoutMs);
    while (ready == 0 && m_now < end) {
        if (m_nextArrival < m_arrivals.size()) {
            advanceTo(std::min(end, m_arrivals[m_nextArrival].at));
        } else if (timeoutMs > 0) {
            advanceTo(end);
        } else {
            m_transcript.asleep();
            ::eventfd_write(m_alarm, 1);
        }
        ready = ask();
    }
    return ready;
}

void Outside::advanceTo(Nanoseconds time)
{
    while (m_nextArrival < m_arrivals.size() && m_arrivals[m_nextArrival].at <= time) {
        const script::Arrival &arrival = m_arrivals[m_nextArrival++];
        m_now = std::max(m_now, arrival.at);
        deliver(arrival);
    }
    m_now = std::max(m_now, time);
}

void Outside::deliver(const script::Arrival &arrival)
{
    if (arrival.kind == script::ArrivalKind::Send) {
        m_loop->sendFromOutside(arrival.name);
        return;
    }
    Socket &socket = m_sockets[arrival.name];
    if (socket.ended)
        return;
    if (arrival.kind == script::ArrivalKind::Fin) {
        socket.ended = true;
        checked(::shutdown(socket.far, SHUT_WR), "shutdown");
        return;
    }
    const std::string_view bytes = "HTTP";
    const auto sent = ::send(socket.far, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    checked(static_cast<int>(sent), "send");
}

} // namespace reusescope::oracle
