// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labserver.h"

#include "core/lab/labconnection.h"
#include "core/loop/phaseloop.h"
#include "core/net/listener.h"
#include "core/net/signalsblocked.h"

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace reusescope {

namespace {

constexpr std::size_t kReadBufferBytes = 64 * 1024;

/// For ALPN, most wanted first.
std::vector<std::string> offeredProtocols(LabProtocols protocols,
                                          const std::vector<std::string> &wanted)
{
    if (!wanted.empty())
        return wanted;
    switch (protocols) {
    case LabProtocols::H1: return {"http/1.1"};
    case LabProtocols::H2: return {"h2"};
    case LabProtocols::Both: break;
    }
    return {"h2", "http/1.1"};
}

} // namespace

struct LabServer::Shared
{
    std::mutex mutex; // guards wakeup and plan
    Wakeup *wakeup = nullptr; // while the thread serves
    SharedLabPlan plan;
    std::atomic<std::uint64_t> planNumber{
        0}; // changes with the plan, so that a request needs no lock

    std::atomic<bool> stopping{false};
    std::condition_variable stopped; // with mutex: told when stopping turns true
    std::atomic<std::uint64_t> ticketsGiven{0};
    std::atomic<std::uint64_t> ticketsDone{0}; // all up to this one
    LabCounters counters;

    std::unique_ptr<TlsServerContext> tls; // null: plain; changes only while no thread serves

    void setPlan(SharedLabPlan newPlan)
    {
        const std::lock_guard lock(mutex);
        plan = std::move(newPlan);
        planNumber.fetch_add(1, std::memory_order_release);
    }
};

/// Everything that lives on the server's thread.
class LabServer::Service final : public LabConnection::Host
{
public:
    explicit Service(Shared &shared)
        : m_shared(shared),
          m_loop(LoopModel::TimersLast, PollStrategy::Sleep, m_clock, makeEpollPoller()),
          m_immediates(m_loop),
          m_listener(m_loop, [this](int fd, const Endpoint &peer) { accepted(fd, peer); }),
          m_wakeup(m_loop, [this] { woken(); }),
          m_readBuffer(kReadBufferBytes)
    { }

    ~Service()
    {
        const std::lock_guard lock(m_shared.mutex);
        m_shared.wakeup = nullptr;
        m_shared.ticketsDone.store(m_shared.ticketsGiven.load());
    }

    Result<Endpoint> listen(std::uint16_t port)
    {
        Result<Endpoint> listening = m_listener.listen(Endpoint::loopback(port));
        if (listening) {
            const std::lock_guard lock(m_shared.mutex);
            m_shared.wakeup = &m_wakeup;
        }
        return listening;
    }

    /// Until the owner stops it.
    void serve() { m_loop.run(); }

private:
    struct Ticket
    {
        std::uint64_t number = 0;
        std::uint64_t held = 0; // acts under way, and one while they are being handed out
    };

    void accepted(int descriptor, const Endpoint &peer)
    {
        Descriptor owned(descriptor);
        for (const auto &[id, connection] : m_connections)
            connection->closeWhenAbandoned();
        m_shared.counters.connections.add();
        if (m_connections.size() >= kMaxConnections)
            return;
        m_shared.counters.openConnections.add();
        const std::uint64_t id = ++m_lastId;
        auto connection = std::make_unique<LabConnection>(*this, m_loop, m_immediates, id);
        connection->adopt(std::move(owned), peer, m_shared.tls.get());
        m_connections.emplace(id, std::move(connection));
    }

    void woken()
    {
        if (m_shared.stopping.load()) {
            m_loop.stop();
            return;
        }
        const std::uint64_t given = m_shared.ticketsGiven.load();
        while (m_lastTicket < given) {
            const std::uint64_t ticket = ++m_lastTicket;
            m_tickets.push_back({ticket, 1});
            for (const auto &[id, connection] : m_connections)
                connection->performDispatchActs(ticket);
            ticketReleased(ticket);
        }
    }

    Ticket &ticketWithNumber(std::uint64_t number)
    {
        return m_tickets[static_cast<std::size_t>(number - m_tickets.front().number)];
    }

    const SharedLabPlan &plan() override
    {
        if (m_planNumber != m_shared.planNumber.load(std::memory_order_acquire)) {
            const std::lock_guard lock(m_shared.mutex);
            m_plan = m_shared.plan;
            m_planNumber = m_shared.planNumber.load();
        }
        return m_plan;
    }
    std::span<char> readBuffer() override { return m_readBuffer; }
    LabCounters &counters() override { return m_shared.counters; }
    void ticketHeld(std::uint64_t ticket) override { ++ticketWithNumber(ticket).held; }
    void ticketReleased(std::uint64_t ticket) override
    {
        --ticketWithNumber(ticket).held;
        std::uint64_t done = 0;
        while (!m_tickets.empty() && m_tickets.front().held == 0) {
            done = m_tickets.front().number;
            m_tickets.pop_front();
        }
        if (done != 0)
            m_shared.ticketsDone.store(done, std::memory_order_release);
    }
    void freeze(Milliseconds time) override
    {
        std::unique_lock lock(m_shared.mutex);
        m_shared.stopped.wait_for(lock, time, [this] { return m_shared.stopping.load(); });
    }
    void connectionClosed(std::uint64_t id) override { m_connections.erase(id); }

    Shared &m_shared;
    RealClock m_clock;
    PhaseLoop m_loop;
    ImmediateQueue m_immediates;
    Listener m_listener;
    Wakeup m_wakeup;
    std::vector<char> m_readBuffer;
    SharedLabPlan m_plan;
    std::uint64_t m_planNumber = 0;
    std::deque<Ticket> m_tickets; // not yet done, their numbers follow one another
    std::uint64_t m_lastTicket = m_shared.ticketsGiven.load();
    std::uint64_t m_lastId = 0;
    std::map<std::uint64_t, std::unique_ptr<LabConnection>> m_connections; // in order of acceptance
};

/// The server's thread. When it finds no memory the lab ends: its connections are closed, and
/// nobody listens any more.
void LabServer::serve(Shared &shared, std::uint16_t port, std::promise<Result<Endpoint>> &started)
{
    bool isTold = false;
    try {
        Service service(shared);
        Result<Endpoint> listening = service.listen(port);
        const bool listens = listening.hasValue();
        isTold = true;
        started.set_value(std::move(listening));
        if (listens)
            service.serve();
    } catch (const std::exception &) { // of the system: no memory, or no descriptor for the loop
        if (!isTold)
            started.set_exception(std::current_exception());
    }
}

LabServer::LabServer() : m_shared(std::make_unique<Shared>()) { }

LabServer::~LabServer()
{
    stop();
}

Result<Endpoint> LabServer::start(const LabScript &script, std::uint16_t port,
                                  const std::optional<TlsServerOptions> &tls)
{
    if (m_thread.joinable())
        return Error{ErrorKind::Input, 0, "the lab server runs already"};
    if (const Result<void> valid = validate(script); !valid)
        return valid.error();
    m_shared->tls.reset();
    if (tls) {
        TlsServerOptions options = *tls;
        options.protocols = offeredProtocols(script.protocols, tls->protocols);
        auto context = TlsServerContext::make(options);
        if (!context)
            return context.error();
        m_shared->tls = std::move(*context);
    }
    m_shared->setPlan(std::make_shared<const LabPlan>(script));
    m_shared->stopping.store(false);
    LabCounters &counters = m_shared->counters;
    for (LabCounter *counter :
         {&counters.connections, &counters.h1Connections, &counters.h2Connections,
          &counters.requests, &counters.responses, &counters.actsPerformed,
          &counters.openConnections, &counters.mostStreams})
        counter->clear();

    std::promise<Result<Endpoint>> started;
    std::future<Result<Endpoint>> outcome = started.get_future();
    const auto join = [this] {
        if (m_thread.joinable())
            m_thread.join();
    };
    try {
        {
            const SignalsBlocked inherited;
            m_thread = std::thread(
                [shared = m_shared.get(), port, promise = std::move(started)]() mutable {
                    serve(*shared, port, promise);
                });
        }
        Result<Endpoint> listening = outcome.get();
        if (!listening)
            join();
        return listening;
    } catch (const std::system_error &failure) { // no thread, or no descriptor, is left
        join();
        return systemError(ErrorKind::System, failure.code().value(),
                           "cannot start the lab server");
    } catch (const std::bad_alloc &) {
        join();
        throw;
    }
}

void LabServer::stop()
{
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->stopping.store(true);
        if (m_shared->wakeup)
            m_shared->wakeup->send();
    }
    m_shared->stopped.notify_one();
    m_thread.join();
    m_shared->counters.openConnections.clear();
}

const std::string &LabServer::certificatePem() const
{
    assert(m_shared->tls);
    return m_shared->tls->certificatePem();
}

void LabServer::setScript(const LabScript &script)
{
    assert(validate(script));
    m_shared->setPlan(std::make_shared<const LabPlan>(script));
}

std::uint64_t LabServer::performDispatchActs()
{
    const std::lock_guard lock(m_shared->mutex);
    const std::uint64_t ticket = m_shared->ticketsGiven.fetch_add(1) + 1;
    if (m_shared->wakeup)
        m_shared->wakeup->send();
    else
        m_shared->ticketsDone.store(ticket); // nobody serves, so there is nothing to wait for
    return ticket;
}

bool LabServer::actsDone(std::uint64_t ticket) const
{
    return m_shared->ticketsDone.load(std::memory_order_acquire) >= ticket;
}

LabServer::Counters LabServer::counters() const
{
    const LabCounters &counters = m_shared->counters;
    return {.connections = counters.connections.value(),
            .requests = counters.requests.value(),
            .responses = counters.responses.value(),
            .actsPerformed = counters.actsPerformed.value(),
            .openConnections = counters.openConnections.value(),
            .h1Connections = counters.h1Connections.value(),
            .h2Connections = counters.h2Connections.value(),
            .mostStreams = counters.mostStreams.value()};
}

} // namespace reusescope
