// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/engine.h"

#include "core/base/sentence.h"
#include "core/experiment/runner.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace reusescope {

class Engine::Worker
{
public:
    Worker(EventQueue &events, ReferenceFactories references)
        : m_events(events), m_references(std::move(references)), m_thread([this] { serve(); })
    { }
    ~Worker()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_quit = true;
            m_events.abandon();
            if (m_runner)
                m_runner->requestStop();
        }
        m_changed.notify_one();
        m_thread.join();
    }

    Result<void> start(const Experiment &experiment, std::string scenario)
    {
        const std::lock_guard lock(m_mutex);
        if (m_counters.running)
            return inputError("a run is under way; stop it first");
        for (const std::string &name : experiment.references) {
            if (!m_references.contains(name))
                return inputError("this program has no reference variant \"{}\"", name);
        }
        // Everything first that may find no memory.
        Job job{experiment, std::move(scenario), std::make_shared<RunResult>()};
        m_runner = std::make_unique<Runner>(m_events, m_counters, m_references);
        m_job = std::move(job);
        m_counters.running = true;
        m_changed.notify_one();
        return {};
    }

    void stop()
    {
        const std::lock_guard lock(m_mutex);
        if (m_runner)
            m_runner->requestStop();
    }

    std::shared_ptr<const RunResult> result() const
    {
        const std::lock_guard lock(m_mutex);
        return m_result;
    }

    EngineStatus status() const
    {
        return {m_counters.running,  m_counters.requestsDone, m_counters.requestsPlanned,
                m_counters.turns,    m_events.dropped(),      m_counters.instrumentWakeups,
                m_counters.rateLimit};
    }

private:
    struct Job
    {
        Experiment experiment;
        std::string scenario;
        std::shared_ptr<RunResult> result;
    };

    void serve()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return m_quit || m_job; });
            if (m_quit)
                return;
            const Job job = std::move(*m_job);
            m_job.reset();
            Runner &runner = *m_runner;
            lock.unlock();
            runner.run(job.experiment, job.scenario, *job.result);
            lock.lock();
            m_result = job.result;
            m_runner.reset();
            m_counters.running = false;
            lock.unlock();
            m_events.pushControl(
                ProgressRecord{ProgressRecord::Kind::RunEnded, 0, 0, RealClock().now()});
            lock.lock();
        }
    }

    EventQueue &m_events;
    const ReferenceFactories m_references;
    RunCounters m_counters;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_quit = false;
    std::optional<Job> m_job;
    std::unique_ptr<Runner> m_runner;
    std::shared_ptr<const RunResult> m_result;
    std::thread m_thread; // last: it uses all of the above
};

Engine::Engine(EventQueue &events, ReferenceFactories references)
    : m_worker(std::make_unique<Worker>(events, std::move(references)))
{ }

Engine::~Engine() = default;

Result<void> Engine::start(const Experiment &experiment, std::string scenario)
{
    if (const auto sentence = consentSentence(experiment))
        return inputError("{}; it needs your consent", *sentence);
    return m_worker->start(experiment, std::move(scenario));
}

void Engine::stop()
{
    m_worker->stop();
}

bool Engine::isRunning() const
{
    return m_worker->status().running;
}

std::shared_ptr<const RunResult> Engine::result() const
{
    return m_worker->result();
}

EngineStatus Engine::status() const
{
    return m_worker->status();
}

} // namespace reusescope
