// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/client.h"
#include "core/loop/phaseloop.h"
#include "core/validation/registry.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace reusescope {

/// A loop on real time whose runs end in any case.
class RealLoop
{
public:
    RealLoop()
        : loop(LoopModel::TimersLast, PollStrategy::Sleep, m_clock, makeEpollPoller()),
          m_deadline(loop, "last-net",
                     [this] {
                         m_late = true;
                         loop.stop();
                     }),
          m_hold(loop, "hold", [] {})
    {
        m_deadline.unref();
    }

    /// Runs until nothing holds the loop any more, or until `done` says so after a turn. False: the
    /// deadline came first.
    bool run(const std::function<bool()> &done = {})
    {
        m_late = false;
        loop.updateTime();
        m_deadline.start(kLastNet);
        if (done) {
            // What is waited for may hold no loop, such as a FIN, or be no event of this loop's.
            m_hold.start(kBetweenLooks, kBetweenLooks);
            while (!done() && !m_late)
                loop.run(RunMode::Once);
            m_hold.stop();
        } else {
            loop.run();
        }
        m_deadline.stop();
        return !m_late;
    }

private:
    static constexpr Milliseconds kLastNet{60'000};
    static constexpr Milliseconds kBetweenLooks{10};

    RealClock m_clock;

public:
    PhaseLoop loop; // behind the clock and before the handles

private:
    TimerHandle m_deadline;
    TimerHandle m_hold;
    bool m_late = false;
};

/// A client on real time with everything that it reported.
class RealClient final : private ClientListener
{
public:
    RealClient(PhaseLoop &loop, const Url &target, const std::string &scheduler,
               const ClientOptions &options)
        : m_tls(target.isSecure()
                    ? std::move(TlsClientContext::make(options.tls, target.host).value())
                    : nullptr),
          client(loop, target, options, schedulerFactory(scheduler).value(), *this, m_tls.get())
    { }

    void submit()
    {
        RequestSpec spec;
        spec.index = ++submitted;
        client.submit(spec);
    }
    /// Submits `count` requests, always `width` under way.
    void submitAll(std::uint32_t count, std::uint32_t width)
    {
        m_last = submitted + count;
        for (std::uint32_t i = 0; i < width && submitted < m_last; ++i)
            submit();
    }
    /// Behind those of submitAll().
    void submitMore(std::uint32_t count) { m_last += count; }
    bool isSettled() const { return records.size() == submitted; }

    std::vector<ConnectionEvent> eventsOf(ConnectionEventKind kind) const
    {
        std::vector<ConnectionEvent> found;
        std::copy_if(events.begin(), events.end(), std::back_inserter(found),
                     [kind](const ConnectionEvent &event) { return event.kind == kind; });
        return found;
    }
    std::size_t discardedFor(Reason reason) const
    {
        const auto all = eventsOf(ConnectionEventKind::Discarded);
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [reason](const ConnectionEvent &event) {
                return event.reason == reason;
            }));
    }

    /// Called when a request has settled, before the next one of submitAll() is submitted.
    std::function<void(const RequestRecord &)> onSettled;

private:
    void requestSettled(const RequestRecord &record) override
    {
        records.push_back(record);
        if (onSettled)
            onSettled(record);
        if (submitted < m_last)
            submit();
    }
    void attemptEnded(const AttemptRecord &record) override { attempts.push_back(record); }
    void connectionEvent(const ConnectionEvent &event) override { events.push_back(event); }

    std::unique_ptr<TlsClientContext> m_tls; // outlives the client
    std::uint32_t m_last = 0;

public:
    std::uint32_t submitted = 0;
    std::vector<RequestRecord> records;
    std::vector<AttemptRecord> attempts;
    std::vector<ConnectionEvent> events;
    Client client;
};

} // namespace reusescope
