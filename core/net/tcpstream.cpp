// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tcpstream.h"

#include "core/loop/phaseloop.h"

#include <fmt/format.h>

#include <cassert>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace reusescope {

namespace {

constexpr int kUnwatched = ENOMEM; // what a stream that nobody can wait for fails with

bool wouldBlock(int errorNumber)
{
    return errorNumber == EAGAIN || errorNumber == EWOULDBLOCK;
}

template <typename Call> ssize_t retried(Call call)
{
    ssize_t moved;
    do {
        moved = call();
    } while (moved < 0 && errno == EINTR);
    return moved;
}

void sendWithoutDelay(int descriptor)
{
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

} // namespace

TcpStream::TcpStream(PhaseLoop &loop, Handler &handler)
    : m_loop(loop), m_handler(&handler), m_watcher(loop, [this](IoEvents events) { ready(events); })
{ }

TcpStream::~TcpStream()
{
    if (m_descriptor < 0)
        return;
    m_watcher.stop();
    ::close(m_descriptor);
}

void TcpStream::connect(const Endpoint &to, Connected connected)
{
    assert(m_descriptor < 0 && connected);
    m_peer = to;
    m_connected = std::move(connected);
    m_descriptor = ::socket(to.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (m_descriptor < 0) {
        failLater(errno);
        return;
    }
    sendWithoutDelay(m_descriptor);
    // An interrupted connect() goes on in the background like one that is in progress.
    if (::connect(m_descriptor, to.address(), to.length()) != 0 && errno != EINPROGRESS
        && errno != EINTR) {
        failLater(errno);
        return;
    }
    // Also when it is connected already: the outcome is always reported from the loop.
    m_watcher.start(m_descriptor, IoEvents::Writable);
}

void TcpStream::adopt(int descriptor, const Endpoint &peer)
{
    assert(m_descriptor < 0 && descriptor >= 0);
    m_descriptor = descriptor;
    m_peer = peer;
    sendWithoutDelay(m_descriptor);
    updateInterest();
}

int TcpStream::release()
{
    assert(m_descriptor >= 0 && !m_connected);
    m_watcher.stop();
    return std::exchange(m_descriptor, -1);
}

IoResult TcpStream::read(std::span<char> into)
{
    assert(m_descriptor >= 0 && !into.empty());
    if (m_peekedError != 0)
        return {IoStatus::Failed, 0, std::exchange(m_peekedError, 0)};
    const ssize_t moved =
        retried([&] { return ::recv(m_descriptor, into.data(), into.size(), 0); });
    if (moved > 0)
        return {IoStatus::Done, static_cast<std::size_t>(moved), 0};
    if (moved == 0)
        return {IoStatus::End, 0, 0};
    if (wouldBlock(errno))
        return {IoStatus::WouldBlock, 0, 0};
    return {IoStatus::Failed, 0, errno};
}

IoResult TcpStream::write(std::string_view bytes)
{
    assert(m_descriptor >= 0 && !bytes.empty());
    const ssize_t moved =
        retried([&] { return ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL); });
    if (moved >= 0)
        return {IoStatus::Done, static_cast<std::size_t>(moved), 0};
    if (wouldBlock(errno))
        return {IoStatus::WouldBlock, 0, 0};
    return {IoStatus::Failed, 0, errno};
}

IdleLook TcpStream::peek()
{
    assert(m_descriptor >= 0);
    if (m_peekedError != 0)
        return IdleLook::Reset;
    char byte;
    const ssize_t seen =
        retried([&] { return ::recv(m_descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT); });
    if (seen > 0)
        return IdleLook::Bytes;
    if (seen == 0)
        return IdleLook::End;
    if (wouldBlock(errno))
        return IdleLook::Nothing;
    m_peekedError = errno;
    return IdleLook::Reset;
}

void TcpStream::watchReading(bool on)
{
    m_reading = on;
    updateInterest();
}

void TcpStream::watchWriting(bool on)
{
    m_writing = on;
    updateInterest();
}

void TcpStream::setReferenced(bool referenced)
{
    if (referenced)
        m_watcher.ref();
    else
        m_watcher.unref();
}

void TcpStream::close(Callback closed)
{
    m_connected = nullptr;
    m_failure.reset();
    // The watcher first: the poller has to forget a descriptor before it is closed.
    m_watcher.close(std::move(closed));
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

void TcpStream::reset(Callback closed)
{
    if (m_descriptor >= 0) {
        const linger noLinger{1, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &noLinger, sizeof noLinger);
    }
    close(std::move(closed));
}

void TcpStream::shutdownWriting()
{
    assert(m_descriptor >= 0);
    // It fails only when the peer is gone already, which the next read says better.
    ::shutdown(m_descriptor, SHUT_WR);
}

void TcpStream::ready(IoEvents events)
{
    const bool isUnwatched = any(events & IoEvents::Unwatched);
    if (m_connected) {
        int errorNumber = 0;
        socklen_t length = sizeof errorNumber;
        if (isUnwatched)
            errorNumber = kUnwatched;
        else if (::getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &errorNumber, &length) != 0)
            errorNumber = errno;
        finishConnecting(errorNumber);
        return;
    }
    if (isUnwatched)
        m_peekedError = kUnwatched;
    // A hangup or an error counts as readable even where reading is not watched, since read() is
    // what names it and the poller repeats it until somebody closes the stream.
    if (isUnwatched || any(events & (IoEvents::Readable | IoEvents::Hangup | IoEvents::Error)))
        m_handler->streamReadable();
    if (m_descriptor >= 0 && m_writing && any(events & IoEvents::Writable))
        m_handler->streamWritable();
}

void TcpStream::finishConnecting(int errorNumber)
{
    // Taken out first: the callback may close the stream.
    const Connected connected = std::exchange(m_connected, nullptr);
    if (errorNumber != 0) {
        m_watcher.stop();
        connected(systemError(ErrorKind::Connect, errorNumber,
                              fmt::format("cannot connect to {}", m_peer.text())));
        return;
    }
    updateInterest();
    connected({});
}

void TcpStream::failLater(int errorNumber)
{
    m_failure = std::make_shared<int>(errorNumber);
    m_loop.queuePending([this, failure = std::weak_ptr<int>(m_failure)] {
        // Expired: the stream was closed or destroyed meanwhile, and `this` with it.
        if (const std::shared_ptr<int> stillWanted = failure.lock()) {
            m_failure.reset();
            finishConnecting(*stillWanted);
        }
    });
}

void TcpStream::updateInterest()
{
    if (m_descriptor < 0 || m_connected)
        return;
    const IoEvents interest = (m_reading ? IoEvents::Readable : IoEvents::None)
        | (m_writing ? IoEvents::Writable : IoEvents::None);
    if (!any(interest))
        m_watcher.stop();
    else if (!m_watcher.isActive() || m_watcher.interest() != interest)
        m_watcher.start(m_descriptor, interest);
}

} // namespace reusescope
