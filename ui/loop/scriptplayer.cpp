// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/scriptplayer.h"

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

constexpr std::chrono::milliseconds kShowInterval{33};
constexpr int kTicksPerSecond = 50; // at speeds above it a tick makes several steps
constexpr int kStepsBetweenLooks = 16; // at the clock

class Slice
{
public:
    Slice() { m_timer.start(); }

    bool isOver()
    {
        if (++m_steps % kStepsBetweenLooks != 0)
            return false;
        return m_timer.hasExpired(ScriptPlayer::kSlice.count());
    }

private:
    QElapsedTimer m_timer;
    int m_steps = 0;
};

} // namespace

ScriptPlayer::ScriptPlayer(QObject *parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ScriptPlayer::work);
}

bool ScriptPlayer::Session::step(Step unit)
{
    bool any = false;
    for (const auto &track : tracks)
        any = track->step(unit) || any;
    return any;
}

std::unique_ptr<ScriptPlayer::Session> ScriptPlayer::newSession() const
{
    auto session = std::make_unique<Session>();
    OrderComparison *comparison = m_models.size() == 2 ? &session->comparison : nullptr;
    for (std::size_t i = 0; i < m_models.size(); ++i)
        session->tracks.push_back(std::make_unique<ScriptTrack>(m_program, m_models[i], m_maxTurns,
                                                                comparison, static_cast<int>(i)));
    return session;
}

void ScriptPlayer::load(script::Program program)
{
    m_program = std::make_shared<const script::Program>(std::move(program));
    restart();
}

void ScriptPlayer::restart()
{
    if (!isLoaded())
        return;
    m_playing = false;
    m_replay.reset();
    m_taken.clear();
    m_stepCount = 0;
    m_session = newSession();
    scheduleWork();
    emit replaced();
    emit controlsChanged();
}

void ScriptPlayer::setModels(std::vector<LoopModel> models)
{
    if (models == m_models)
        return;
    m_models = std::move(models);
    beginReplay();
}

void ScriptPlayer::setMaxTurns(std::uint32_t turns)
{
    if (turns == m_maxTurns)
        return;
    m_maxTurns = turns;
    beginReplay();
}

void ScriptPlayer::step(Step unit)
{
    if (!canStep())
        return;
    m_playing = false;
    if (m_session->step(unit))
        record(unit);
    scheduleWork();
    emit advanced();
    emit controlsChanged();
}

void ScriptPlayer::record(Step unit)
{
    if (m_taken.empty() || m_taken.back().unit != unit)
        m_taken.push_back({unit, 0});
    ++m_taken.back().count;
    ++m_stepCount;
}

void ScriptPlayer::back()
{
    if (!canGoBack())
        return;
    if (--m_taken.back().count == 0)
        m_taken.pop_back();
    --m_stepCount;
    // On its way to a place that is further on, it goes on to the nearer one.
    if (m_replay && m_replay->steps <= m_stepCount)
        return;
    beginReplay();
}

void ScriptPlayer::beginReplay()
{
    if (!isLoaded())
        return;
    m_playing = false;
    m_replay = std::make_unique<Replay>();
    m_replay->session = newSession();
    replaySlice();
    scheduleWork();
    emit controlsChanged();
}

void ScriptPlayer::replaySlice()
{
    Replay &replay = *m_replay;
    Slice slice;
    while (replay.next < m_taken.size()) {
        if (slice.isOver())
            return;
        const Steps &steps = m_taken[replay.next];
        if (replay.done == steps.count) {
            ++replay.next;
            replay.done = 0;
            continue;
        }
        if (!replay.session->step(steps.unit)) {
            // A lower limit ends the program sooner than it came before.
            m_taken.resize(replay.next + 1);
            m_taken.back().count = replay.done;
            if (replay.done == 0)
                m_taken.pop_back();
            m_stepCount = replay.steps;
            break;
        }
        ++replay.done;
        ++replay.steps;
    }
    m_session = std::move(replay.session);
    m_replay.reset();
    emit replaced();
}

void ScriptPlayer::play()
{
    if (!canStep() || m_playing)
        return;
    m_playing = true;
    scheduleWork();
    emit controlsChanged();
}

void ScriptPlayer::pause()
{
    if (!m_playing)
        return;
    m_playing = false;
    scheduleWork();
    emit advanced();
    emit controlsChanged();
}

void ScriptPlayer::setSpeed(int stepsPerSecond)
{
    m_speed = stepsPerSecond;
    scheduleWork();
}

bool ScriptPlayer::isOver() const
{
    return m_session
        && std::all_of(m_session->tracks.begin(), m_session->tracks.end(),
                       [](const auto &track) { return track->isOver(); });
}

void ScriptPlayer::scheduleWork()
{
    if (m_replay || (m_playing && m_speed == kFullSpeed))
        m_timer.start(0);
    else if (m_playing)
        m_timer.start(1000 / std::min(m_speed, kTicksPerSecond));
    else
        m_timer.stop();
}

void ScriptPlayer::work()
{
    if (m_replay) {
        replaySlice();
        if (!m_replay) {
            scheduleWork();
            emit controlsChanged();
        }
    } else if (m_playing) {
        playSlice();
    }
}

void ScriptPlayer::playSlice()
{
    const int most = m_speed == kFullSpeed ? -1 : std::max(1, m_speed / kTicksPerSecond);
    Slice slice;
    bool goesOn = true;
    for (int steps = 0; goesOn && steps != most && !slice.isOver(); ++steps) {
        goesOn = m_session->step(Step::Callback);
        if (goesOn)
            record(Step::Callback);
    }
    if (isOver()) {
        pause();
        return;
    }
    if (!m_sinceShown.isValid() || m_sinceShown.hasExpired(kShowInterval.count())) {
        m_sinceShown.start();
        emit advanced();
    }
}

} // namespace reusescope
