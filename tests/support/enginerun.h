// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/engine.h"
#include "core/trace/eventqueue.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <semaphore>
#include <variant>
#include <vector>

namespace reusescope {

/// What a run told: its events in order, and its result.
struct Told
{
    std::vector<TraceEvent> events;
    std::shared_ptr<const RunResult> result;

    template <typename Record> std::vector<Record> all() const
    {
        std::vector<Record> out;
        for (const TraceEvent &event : events)
            if (const auto *record = std::get_if<Record>(&event))
                out.push_back(*record);
        return out;
    }
    /// The requests between a block's start and its end, in the order in which they were issued.
    std::vector<RequestRecord> requestsOf(std::uint8_t variant, std::uint8_t block) const
    {
        std::vector<RequestRecord> out;
        bool inside = false;
        for (const TraceEvent &event : events) {
            if (const auto *progress = std::get_if<ProgressRecord>(&event)) {
                inside = progress->kind == ProgressRecord::Kind::BlockStarted
                    && progress->variant == variant && progress->block == block;
            } else if (const auto *request = std::get_if<RequestRecord>(&event);
                       request && inside) {
                out.push_back(*request);
            }
        }
        std::sort(out.begin(), out.end(),
                  [](const RequestRecord &a, const RequestRecord &b) { return a.index < b.index; });
        return out;
    }
};

/// An engine with a reader that waits for its events: on the real clock, against the lab.
class EngineRun
{
public:
    explicit EngineRun(std::size_t capacity = EventQueue::kDefaultCapacity)
        : queue(capacity, [this] { m_news.release(); }), engine(queue)
    { }

    /// Reads until the run has ended; `seen` is told every event on the way.
    Told read(const std::function<void(const TraceEvent &)> &seen = {})
    {
        Told told;
        while (true) {
            const std::size_t known = told.events.size();
            queue.drain(told.events);
            for (std::size_t i = known; i < told.events.size(); ++i) {
                if (seen)
                    seen(told.events[i]);
                const auto *progress = std::get_if<ProgressRecord>(&told.events[i]);
                if (progress && progress->kind == ProgressRecord::Kind::RunEnded) {
                    told.result = engine.result();
                    return told;
                }
            }
            m_news.acquire();
        }
    }
    Told run(const Experiment &experiment, const std::string &scenario = {})
    {
        if (!engine.start(experiment, scenario))
            return {};
        return read();
    }

private:
    std::counting_semaphore<> m_news{0}; // before the queue and the engine, which release it

public:
    EventQueue queue;
    Engine engine;
};

/// A few requests against the lab.
inline Experiment smallExperiment(std::vector<std::string> schedulers = {"none"})
{
    Experiment experiment;
    experiment.schedulers = std::move(schedulers);
    experiment.workload.count = 12;
    experiment.workload.warmup = 3;
    experiment.repeats = 1;
    experiment.client.keepAlive = Milliseconds{60'000};
    return experiment;
}

} // namespace reusescope
