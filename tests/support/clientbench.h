// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/client.h"
#include "tests/support/scriptedpeer.h"

#include <functional>
#include <string>
#include <vector>

namespace reusescope {

/// A client on virtual time against a pumped peer, with everything it reported.
template <typename Peer> class BasicClientBench : private ClientListener, private LoopObserver
{
public:
    explicit BasicClientBench(const std::string &scheduler, ClientOptions options = tagged(),
                              LoopModel model = LoopModel::TimersLast, bool epoll = true,
                              TlsClientContext *tls = nullptr)
        : peer(clock),
          loop(model, PollStrategy::Sleep, clock,
               std::make_unique<PeerPoller>(epoll ? makeEpollPoller() : makePollPoller(), clock,
                                            peer)),
          client(loop, target(tls != nullptr), options, *schedulerFactory(scheduler), *this, tls),
          fromCheck(client.immediates(), [this] { std::exchange(inCheck, {})(); }),
          fromTimers(loop, "idle-gap", [this] { std::exchange(inTimers, {})(); })
    {
        loop.setObserver(this);
    }
    ~BasicClientBench() { loop.setObserver(nullptr); }

    static ClientOptions tagged()
    {
        ClientOptions options;
        options.expectTag = true;
        return options;
    }

    void submit(Method method = Method::Get)
    {
        RequestSpec spec;
        spec.index = ++submitted;
        spec.method = method;
        client.submit(spec);
    }
    /// Runs `action` in the phase asked for; from poll it runs here and now, which must be inside a
    /// poll callback.
    void in(Phase phase, std::function<void()> action)
    {
        if (phase == Phase::Poll) {
            action();
        } else if (phase == Phase::Check) {
            inCheck = std::move(action);
            fromCheck.schedule();
        } else {
            inTimers = std::move(action);
            loop.updateTime();
            fromTimers.start(Milliseconds{1});
        }
    }
    /// Until nothing holds the loop any more.
    void run() { loop.run(); }
    /// One request alone.
    const RequestRecord &one(Method method = Method::Get)
    {
        submit(method);
        run();
        return records.back();
    }
    /// Called when a request has settled, in the phase in which it did.
    std::function<void(const RequestRecord &)> onSettled;
    std::function<void(const ConnectionEvent &)> onEvent;

    int count(ConnectionEventKind kind) const
    {
        int n = 0;
        for (const ConnectionEvent &event : events)
            n += event.kind == kind ? 1 : 0;
        return n;
    }
    Reason lastDiscard() const
    {
        for (auto event = events.rbegin(); event != events.rend(); ++event)
            if (event->kind == ConnectionEventKind::Discarded)
                return event->reason;
        return Reason::None;
    }

    VirtualClock clock{std::chrono::seconds(1)};
    Peer peer;
    PhaseLoop loop;
    Client client;
    Immediate fromCheck;
    TimerHandle fromTimers;
    std::function<void()> inCheck, inTimers;
    std::uint32_t submitted = 0;
    std::vector<RequestRecord> records;
    std::vector<AttemptRecord> attempts;
    std::vector<ConnectionEvent> events;
    std::vector<FrameBatch> batches;
    std::vector<Http2State> states;
    std::vector<PhaseSpan> polls;

private:
    Url target(bool secure) const
    {
        Url url;
        url.scheme = secure ? "https" : "http";
        url.host = "127.0.0.1";
        url.port = peer.port();
        return url;
    }
    void requestSettled(const RequestRecord &record) override
    {
        records.push_back(record);
        if (onSettled)
            onSettled(record);
    }
    void attemptEnded(const AttemptRecord &record) override { attempts.push_back(record); }
    void connectionEvent(const ConnectionEvent &event) override
    {
        events.push_back(event);
        if (onEvent)
            onEvent(event);
    }
    void framesMoved(const FrameBatch &batch) override { batches.push_back(batch); }
    void http2State(const Http2State &state) override { states.push_back(state); }
    void phaseRan(const PhaseSpan &span) override
    {
        if (span.phase != Phase::Poll)
            return;
        polls.push_back(span);
        SleepRecord sleep;
        sleep.slept = CompactDuration(span.slept);
        sleep.timeoutMs = span.timeout.ms;
        sleep.reason = span.timeout.reason;
        sleep.wokenBy = span.wokenBy;
        sleep.timer = timerLabelNumber(span.timeout.timerLabel);
        client.noteSleep(sleep);
    }
};

using ClientBench = BasicClientBench<ScriptedPeer>;

} // namespace reusescope
