// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/enginebridge.h"

#include "core/base/sentence.h"
#include "ui/reference/qnamrun.h"

#include <QElapsedTimer>

#include <variant>

namespace reusescope {

namespace {

// Large enough to make the check of the time cheap, small enough to end well within a slice.
constexpr std::size_t kChunk = 1024;

bool endsRun(const TraceEvent &event)
{
    const auto *progress = std::get_if<ProgressRecord>(&event);
    return progress && progress->kind == ProgressRecord::Kind::RunEnded;
}

} // namespace

EngineBridge::EngineBridge(QObject *parent)
    : QObject(parent), m_events(kQueueCapacity), m_engine(m_events, qtReferences())
{
    m_batch.reserve(kChunk);
    m_timer.setInterval(kInterval);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EngineBridge::drain);
}

EngineBridge::~EngineBridge() = default;

Result<void> EngineBridge::start(const Experiment &experiment, const std::string &scenario)
{
    if (m_running)
        return inputError("a run is under way; stop it first");
    if (auto started = m_engine.start(experiment, scenario); !started)
        return started;
    m_recording.clear();
    m_running = true;
    m_timer.start();
    emit runStarted();
    return {};
}

void EngineBridge::stop()
{
    m_engine.stop();
}

void EngineBridge::drain()
{
    QElapsedTimer slice;
    slice.start();
    bool more = true;
    bool grew = false;
    bool ended = false;
    while (more && !ended && std::chrono::milliseconds(slice.elapsed()) < kSlice) {
        m_batch.clear();
        more = m_events.drain(m_batch, kChunk) == kChunk;
        if (m_batch.empty())
            break;
        m_recording.apply(m_batch);
        grew = true;
        ended = endsRun(m_batch.back());
    }
    // What is left when the slice is over waits only until the window has handled its own events.
    m_timer.setInterval(more && !ended ? std::chrono::milliseconds{1} : kInterval);
    if (grew)
        emit recordingGrew();
    if (ended) {
        m_timer.stop();
        m_running = false;
        emit runFinished();
    }
}

} // namespace reusescope
