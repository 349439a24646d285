// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/client.h"
#include "core/experiment/looprecorder.h"
#include "core/experiment/variantdriver.h"
#include "core/lab/labserver.h"
#include "core/loop/phaseloop.h"
#include "core/trace/eventqueue.h"

#include <cstdint>
#include <optional>
#include <string>

namespace reusescope {

/// One variant of an experiment: a loop, a client and the workload that drives them.
///
/// Every variant has a loop of its own, so that no timer or socket of another one can end its
/// sleeps; while the other variants have their blocks, it stands still.
///
/// Thread: the engine's, but for requestStop().
class VariantRun final : public VariantDriver, private ClientListener
{
public:
    struct Environment
    {
        const Clock &clock;
        EventQueue &events;
        LabServer *lab; ///< null: the target is not ours
        TlsClientContext *tls; ///< null: plain; its own for each variant
        RunCounters &counters;
        RateLimiter *rate = nullptr; ///< of the whole run; null: none
    };

    VariantRun(const Experiment &experiment, const Url &target, std::uint8_t variant,
               SchedulerFactory factory, const Environment &environment,
               std::unique_ptr<Poller> poller);
    ~VariantRun() override;

    /// Runs the loop until the block's requests have settled and nothing holds the loop any more.
    void runBlock(const Block &block) override;
    /// Closes what is idle and runs the loop until it is closed.
    void finish() override;
    void requestStop() override;

    bool isStopped() const { return m_stopped; }
    const std::optional<Error> &failure() const override { return m_failure; }
    VariantResult takeResult() override;
    std::uint32_t turns() const override { return m_loop.turn(); }

private:
    // ClientListener
    void requestSettled(const RequestRecord &record) override;
    void attemptEnded(const AttemptRecord &record) override;
    void connectionEvent(const ConnectionEvent &event) override;
    void framesMoved(const FrameBatch &batch) override;
    void http2State(const Http2State &state) override;

    void carryOut(const Block &block);
    void issueSoon(int requests);
    void issue(int requests);
    void issueTogether(int requests);
    void issueWithinRate();
    bool mayGoNow(int requests);
    void wakeAt(Nanoseconds when);
    void countAnswer(const RequestRecord &record);
    void issueOne(std::optional<Nanoseconds> intendedAt = {});
    void paceTick();
    void inject();
    void stopHere();
    void stopIssuing();
    void giveUp();
    Http2Figures &http2Figures();
    int remaining() const { return m_toIssue - m_held; }

    const Experiment &m_experiment;
    Environment m_environment;
    std::uint8_t m_variant;
    PhaseLoop m_loop;
    LoopRecorder m_recorder;
    Client m_client;
    Wakeup m_stopWakeup; // unreferenced: it must not hold the loop
    Immediate m_issueFromCheck;
    TimerHandle m_issueFromTimers; // "idle-gap"
    TimerHandle m_paceTimer; // for a request's intended time, or for the rate limit

    Block m_block;
    int m_toIssue = 0; // of the block, warm-up included
    int m_warmupToIssue = 0;
    int m_outstanding = 0;
    int m_issueNext = 0; // waiting for their phase
    int m_held = 0; // due, but the rate limit does not let them go yet
    Nanoseconds m_nextIntended{0};
    std::uint32_t m_lastIndex = 0;
    std::uint64_t m_measuredIssued = 0;
    Nanoseconds m_firstMeasuredAt{0};
    Nanoseconds m_lastMeasuredAt{0};
    bool m_blockHasMeasured = false;
    Histogram m_blockLatency;
    bool m_anyBlockAnswered = false;
    bool m_stopped = false;
    bool m_anySettledOk = false;
    std::uint64_t m_answeredOnStreams = 0; // measured, by HTTP/2
    std::optional<Error> m_failure;
    bool m_givenUp = false; // the loop and the client are not to be used any more
    VariantResult m_result;
};

} // namespace reusescope
