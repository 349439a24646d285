// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/clientprogram.h"

#include "core/validation/registry.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/clientbench.h"

#include <algorithm>
#include <array>
#include <map>

namespace reusescope::fuzz {

namespace {

constexpr std::uint32_t kMaxRequests = 24;
constexpr std::size_t kMaxProgramBytes = 4096;

/// Plays the steps, one each time the loop would sleep.
class RawPeer final : public PumpedPeer
{
public:
    explicit RawPeer(const Clock &clock) : m_clock(clock)
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        const Endpoint any = Endpoint::loopback(0);
        sockaddr_in address{};
        socklen_t length = sizeof address;
        if (::bind(m_listener, any.address(), any.length()) != 0 || ::listen(m_listener, 64) != 0
            || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length) != 0)
            std::abort();
        m_port = ntohs(address.sin_port);
    }
    ~RawPeer() { closeAll(); }

    std::string_view steps;
    std::function<void(Method)> submit;
    std::function<std::uint32_t()> latestTag;

    std::uint16_t port() const { return m_port; }

    bool pump() override
    {
        if (m_listener < 0)
            return false;
        for (int fd;
             (fd = ::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
            const int noDelay = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
            m_open.push_back(fd);
        }
        char unread[16384];
        for (const int fd : m_open)
            while (::recv(fd, unread, sizeof unread, 0) > 0) { }
        if (m_clock.now() < m_until)
            return false;
        if (steps.empty()) {
            closeAll();
            return true;
        }
        play();
        return true;
    }
    Nanoseconds nextDue() const override
    {
        return m_clock.now() < m_until ? m_until : Nanoseconds::max();
    }
    // Over loopback what was sent is there at once.
    void waitForIo(Milliseconds) override { }

private:
    std::uint8_t next()
    {
        if (steps.empty())
            return 0;
        const auto byte = static_cast<std::uint8_t>(steps.front());
        steps.remove_prefix(1);
        return byte;
    }

    void play()
    {
        const std::uint8_t step = next();
        if (step < 0xa0) {
            const std::string_view bytes = steps.substr(0, next());
            steps.remove_prefix(std::min(bytes.size(), steps.size()));
            send(step, bytes);
        } else if (step < 0xc0) {
            constexpr std::array methods{Method::Get, Method::Post, Method::Head, Method::Get};
            submit(methods[step & 3]);
        } else if (step < 0xd0) {
            const int root = step & 15;
            m_until = m_clock.now() + Milliseconds(root * root * root);
        } else if (step < 0xe0) {
            end(step, (step & 8) != 0);
        } else {
            const std::string body((step >> 3) & 3, 'x');
            send(step,
                 "HTTP/1.1 200 OK\r\ncontent-length: " + std::to_string(body.size())
                     + "\r\nx-reusescope-tag: " + std::to_string(latestTag()) + "\r\n\r\n" + body);
        }
    }

    /// The one meant by a step: counted from the newest.
    std::size_t chosen(std::uint8_t step) const
    {
        return m_open.size() - 1 - std::min<std::size_t>(step & 7, m_open.size() - 1);
    }
    void send(std::uint8_t step, std::string_view bytes)
    {
        if (m_open.empty() || bytes.empty())
            return;
        // A client that is gone, or reads no more, does not get them.
        [[maybe_unused]] const ssize_t sent =
            ::send(m_open[chosen(step)], bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    void end(std::uint8_t step, bool reset)
    {
        if (m_open.empty())
            return;
        const std::size_t at = chosen(step);
        if (!reset) {
            ::shutdown(m_open[at], SHUT_WR);
            return;
        }
        closeNow(m_open[at]);
        m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(at));
    }
    /// With a reset, so that thousands of runs a second leave no sockets in TIME_WAIT.
    static void closeNow(int fd)
    {
        const linger now{1, 0};
        ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        ::close(fd);
    }
    void closeAll()
    {
        for (const int fd : std::exchange(m_open, {}))
            closeNow(fd);
        if (m_listener >= 0)
            ::close(std::exchange(m_listener, -1));
    }

    const Clock &m_clock;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::vector<int> m_open;
    Nanoseconds m_until{0};
};

/// The client's connections that are not released, and that nothing comes after the release.
class ConnectionRules
{
public:
    void note(const ConnectionEvent &event)
    {
        bool &released = m_released[event.connection.value];
        require(!released, "nothing is heard of a connection after its release");
        released = event.kind == ConnectionEventKind::Closed;
    }
    void checkEnd() const
    {
        for (const auto &[id, released] : m_released)
            require(released, "every connection is released");
    }

private:
    std::map<std::uint32_t, bool> m_released;
};

ClientOptions optionsOf(std::uint8_t byte, bool http2)
{
    ClientOptions options;
    options.protocol = http2 ? Protocol::H2 : Protocol::H1;
    options.expectTag = !http2 || (byte & 1) != 0;
    options.frontEnd = (byte & 2) != 0 ? FrontEnd::Pool : FrontEnd::Client;
    options.connections = 1 + ((byte >> 2) & 3);
    options.pipelining = (byte & 16) != 0 ? 3 : 1;
    options.reuseOrder = (byte & 32) != 0 ? ReuseOrder::Fifo : ReuseOrder::Lifo;
    if ((byte & 64) != 0) {
        options.readBytes = 1;
        options.drainLimit = 8;
    }
    if ((byte & 128) != 0) {
        options.requestTimeout = Milliseconds{700};
        options.pingInterval = Milliseconds{1500};
        options.pingTimeout = Milliseconds{500};
        options.pingsWithoutStreams = true;
    }
    return options;
}

} // namespace

void runClientProgram(const std::uint8_t *data, std::size_t size, bool http2)
{
    constexpr std::array schedulers{"none",       "timer-0", "immediate-unref", "immediate-ref",
                                    "fresh-poll", "peek",    "background",      "after-idle:5"};
    if (size < 3 || size > kMaxProgramBytes)
        return;
    BasicClientBench<RawPeer> bench(schedulers[data[0] % schedulers.size()],
                                    optionsOf(data[1], http2), LoopModel::TimersLast,
                                    (data[0] & 8) == 0);
    std::vector<int> settled(kMaxRequests + 1);
    ConnectionRules connections;
    bench.onEvent = [&](const ConnectionEvent &event) { connections.note(event); };
    bench.onSettled = [&](const RequestRecord &record) {
        require(record.index >= 1 && record.index <= bench.submitted, "only a request settles");
        require(++settled[record.index] == 1, "a request settles once");
        require(record.attempts <= Client::kMaxAttempts || http2, "attempts are limited");
    };
    bench.peer.submit = [&](Method method) {
        if (bench.submitted < kMaxRequests)
            bench.submit(method);
    };
    bench.peer.latestTag = [&] { return bench.submitted; };
    bench.peer.steps = std::string_view(reinterpret_cast<const char *>(data), size).substr(2);

    bench.submit();
    bench.run();
    // Steps that are left may submit again while the idle ones close.
    do {
        bench.client.closeIdle();
        bench.run();
    } while (bench.client.idleConnections() > 0);
    for (std::uint32_t i = 1; i <= bench.submitted; ++i)
        require(settled[i] == 1, "every request settles");
    require(bench.client.underWay() == 0, "nothing is under way when the loop ends");
    connections.checkEnd();
}

} // namespace reusescope::fuzz
