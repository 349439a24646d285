// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/resolver.h"

#include "core/base/sentence.h"
#include "core/net/signalsblocked.h"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

namespace reusescope {

namespace {

constexpr std::size_t kMaxHostBytes = 255; // RFC 1035 section 2.3.4

Error cannotResolve(std::string_view host, long native, const Sentence &why)
{
    return errorSaying(ErrorKind::Resolve, native,
                       Sentence("cannot resolve \"{}\": {}", host, why));
}

Result<Resolver::Addresses> lookUp(const std::string &host, std::uint16_t port)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &list);
    const int systemCode = errno;
    if (code != 0) {
        return cannotResolve(host, code,
                             Sentence::verbatim(code == EAI_SYSTEM
                                                    ? std::generic_category().message(systemCode)
                                                    : std::string(::gai_strerror(code))));
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> found(list, ::freeaddrinfo);
    Resolver::Addresses addresses;
    for (const addrinfo *entry = list; entry; entry = entry->ai_next) {
        // No service was asked for, so the port is ours to set.
        sockaddr_storage storage{};
        if (entry->ai_addrlen > sizeof storage)
            continue;
        std::memcpy(&storage, entry->ai_addr, entry->ai_addrlen);
        if (entry->ai_family == AF_INET)
            reinterpret_cast<sockaddr_in *>(&storage)->sin_port = htons(port);
        else if (entry->ai_family == AF_INET6)
            reinterpret_cast<sockaddr_in6 *>(&storage)->sin6_port = htons(port);
        else
            continue;
        addresses.emplace_back(reinterpret_cast<const sockaddr *>(&storage), entry->ai_addrlen);
    }
    if (addresses.empty())
        return cannotResolve(host, EAI_NONAME, Sentence("it has no IPv4 or IPv6 address"));
    return addresses;
}

} // namespace

/// Shared with the helper, which may sit in getaddrinfo() long after the resolver is gone.
struct Resolver::State
{
    struct Lookup
    {
        std::uint64_t id = 0;
        std::string host;
        std::uint16_t port = 0;
        /// At first the answer of a helper that finds no memory for another one.
        Result<Addresses> addresses;
    };

    explicit State(PhaseLoop &usedLoop) : loop(usedLoop) { }

    static void help(const std::shared_ptr<State> &state);
    static void deliver(const std::shared_ptr<State> &state);
    void settle(std::uint64_t id, Result<Addresses> addresses);

    // Loop thread only.
    PhaseLoop &loop;
    std::unordered_map<std::uint64_t, Resolved> waiting; // each holds the loop alive
    std::uint64_t lastId = 0;
    bool helperStarted = false;
    std::optional<Wakeup> wakeup; // made with the helper; its end is guarded by the mutex

    std::mutex mutex; // guards what follows
    std::condition_variable changed;
    bool abandoned = false;
    // Moved from list to list, so that the helper needs no memory for that.
    std::list<Lookup> jobs;
    std::list<Lookup> answers;
};

void Resolver::State::help(const std::shared_ptr<State> &state)
{
    std::unique_lock lock(state->mutex);
    for (;;) {
        state->changed.wait(lock, [&] { return state->abandoned || !state->jobs.empty(); });
        if (state->abandoned)
            return;
        std::list<Lookup> underWay;
        underWay.splice(underWay.end(), state->jobs, state->jobs.begin());
        Lookup &lookup = underWay.front();
        lock.unlock();
        try {
            lookup.addresses = lookUp(lookup.host, lookup.port);
        } catch (const std::bad_alloc &) { // it has its answer already
        }
        lock.lock();
        if (state->abandoned)
            return;
        state->answers.splice(state->answers.end(), underWay);
        // Under the lock, because the wake-up exists only as long as nobody has abandoned the
        // state.
        state->wakeup->send();
    }
}

void Resolver::State::deliver(const std::shared_ptr<State> &state)
{
    std::list<Lookup> answers;
    {
        const std::lock_guard lock(state->mutex);
        answers.swap(state->answers);
    }
    for (Lookup &answer : answers)
        state->settle(answer.id, std::move(answer.addresses));
}

void Resolver::State::settle(std::uint64_t id, Result<Addresses> addresses)
{
    const auto found = waiting.find(id);
    if (found == waiting.end())
        return; // the resolver was destroyed by an earlier callback
    const Resolved resolved = std::move(found->second);
    waiting.erase(found);
    loop.requestEnded();
    resolved(std::move(addresses));
}

Resolver::Resolver(PhaseLoop &loop) : m_state(std::make_shared<State>(loop)) { }

Resolver::~Resolver()
{
    for (std::size_t count = m_state->waiting.size(); count > 0; --count)
        m_state->loop.requestEnded();
    m_state->waiting.clear();
    const std::lock_guard lock(m_state->mutex);
    m_state->abandoned = true;
    m_state->wakeup.reset();
    m_state->changed.notify_all();
}

void Resolver::startHelper()
{
    State &state = *m_state;
    // Unreferenced: only a lookup under way holds the loop alive.
    if (!state.wakeup) {
        state.wakeup.emplace(state.loop, [weak = std::weak_ptr<State>(m_state)] {
            if (const std::shared_ptr<State> alive = weak.lock())
                State::deliver(alive);
        });
        state.wakeup->unref();
    }
    const SignalsBlocked inherited;
    // Detached, because getaddrinfo() cannot be interrupted and nobody waits for it.
    std::thread([shared = m_state] { State::help(shared); }).detach();
    state.helperStarted = true;
}

void Resolver::resolve(std::string host, std::uint16_t port, Resolved resolved)
{
    State &state = *m_state;
    const std::uint64_t id = ++state.lastId;
    state.waiting.emplace(id, std::move(resolved));
    state.loop.requestStarted();
    const auto answerInPending = [&](Result<Addresses> addresses) {
        state.loop.queuePending(
            [weak = std::weak_ptr<State>(m_state), id, answer = std::move(addresses)] {
                if (const std::shared_ptr<State> alive = weak.lock())
                    alive->settle(id, answer);
            });
    };

    if (host.empty() || host.size() > kMaxHostBytes || host.find('\0') != std::string::npos) {
        answerInPending(cannotResolve(std::string_view(host).substr(0, kMaxHostBytes), EAI_NONAME,
                                      Sentence("it is not a host name")));
        return;
    }
    if (const Result<Endpoint> numeric = Endpoint::parse(host, port)) {
        answerInPending(Addresses{*numeric});
        return;
    }
    if (!state.helperStarted) {
        try {
            startHelper();
        } catch (const std::system_error &failure) { // no descriptor, or no thread, is left
            answerInPending(
                cannotResolve(host, EAI_SYSTEM, Sentence::verbatim(failure.code().message())));
            return;
        }
    }
    Error noMemory =
        cannotResolve(host, EAI_MEMORY, Sentence::verbatim(::gai_strerror(EAI_MEMORY)));
    const std::lock_guard lock(state.mutex);
    state.jobs.push_back({id, std::move(host), port, std::move(noMemory)});
    state.changed.notify_one();
}

} // namespace reusescope
