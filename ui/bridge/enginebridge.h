// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/engine.h"
#include "core/trace/eventqueue.h"
#include "core/trace/recording.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace reusescope {

/// Brings a run's events from the engine's thread to the window, and commands back.
///
/// Thread: UI. Ownership: owns the queue, the engine and the recording; ends a run on destruction.
/// While a run goes on the queue is looked at some 30 times a second, for at most kSlice at a time,
/// so that the window keeps answering however fast events come; each look ends in at most one
/// recordingGrew(). The queue's notification is not used: posting from the engine's thread would
/// cost one request in each batch some microseconds, which shows in its tail.
class EngineBridge : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kInterval{33};
    static constexpr std::chrono::milliseconds kSlice{8};
    /// Room for about a second of the fastest runs, should the machine keep the window from
    /// running.
    static constexpr std::size_t kQueueCapacity = std::size_t{1} << 17;

    explicit EngineBridge(QObject *parent = nullptr);
    ~EngineBridge() override;

    /// Clears the recording and starts. Fails, with nothing cleared, when a run is under way.
    Result<void> start(const Experiment &experiment, const std::string &scenario = {});
    void stop();
    /// From start() until everything that was recorded has arrived: until runFinished().
    bool isRunning() const { return m_running; }

    const Recording &recording() const { return m_recording; }
    EngineStatus status() const { return m_engine.status(); }
    /// Of the last run that ended; null before.
    std::shared_ptr<const RunResult> result() const { return m_engine.result(); }

signals:
    void runStarted(); ///< the recording is empty again
    void recordingGrew();
    void runFinished();

private slots:
    void drain();

private:
    Recording m_recording;
    std::vector<TraceEvent> m_batch;
    QTimer m_timer;
    bool m_running = false;
    EventQueue m_events;
    Engine m_engine; // last: its thread pushes into m_events, so it must end first
};

} // namespace reusescope
