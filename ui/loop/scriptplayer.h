// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/loop/ordercomparison.h"
#include "ui/loop/scripttrack.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace reusescope {

/// Plays a loop program, in one model of the loop or in both side by side: step by step, back, at a
/// speed.
///
/// Thread: UI. It works in slices of kSlice between which the event loop runs, so that neither a
/// program at full speed nor the way back through a long run keeps the window from answering; only
/// a single step is never divided.
/// Going back is running again: the program from its start, by the same steps without the last one.
/// What is shown stays until that has arrived.
class ScriptPlayer : public QObject
{
    Q_OBJECT

public:
    using Step = script::ScriptRun::Step;

    static constexpr std::chrono::milliseconds kSlice{8};
    static constexpr int kFullSpeed = 0;
    static constexpr std::uint32_t kUsualMaxTurns = 1000;

    explicit ScriptPlayer(QObject *parent = nullptr);

    /// Another program, at its start. Ends playing.
    void load(script::Program program);
    bool isLoaded() const { return m_program != nullptr; }
    /// One or two models, or another limit: the program runs again, by the same steps.
    void setModels(std::vector<LoopModel> models);
    const std::vector<LoopModel> &models() const { return m_models; }
    void setMaxTurns(std::uint32_t turns);
    std::uint32_t maxTurns() const { return m_maxTurns; }

    void step(Step unit);
    void back();
    void restart();
    void play();
    void pause();
    void setSpeed(int stepsPerSecond); ///< by callback; kFullSpeed: as many as it can
    int speed() const { return m_speed; }

    bool isPlaying() const { return m_playing; }
    bool isReplaying() const { return m_replay != nullptr; } ///< on its way back
    bool isOver() const; ///< in every model
    bool canStep() const { return isLoaded() && !isReplaying() && !isOver(); }
    bool canGoBack() const { return m_stepCount > 0; }
    std::uint64_t stepCount() const { return m_stepCount; } ///< that can be undone

    std::size_t trackCount() const { return m_session ? m_session->tracks.size() : 0; }
    const ScriptTrack &track(std::size_t index) const { return *m_session->tracks[index]; }
    /// Where the orders of two models part; null with one model.
    const OrderComparison *comparison() const
    {
        return trackCount() == 2 ? &m_session->comparison : nullptr;
    }

signals:
    void replaced(); ///< other tracks: another program, other models, or an earlier place
    void advanced(); ///< the tracks went on; while playing at most some thirty times a second
    void controlsChanged(); ///< playing, replaying or over

private:
    struct Steps
    {
        Step unit;
        std::uint64_t count;
    };
    struct Session
    {
        OrderComparison comparison;
        std::vector<std::unique_ptr<ScriptTrack>> tracks;

        bool step(Step unit);
    };
    struct Replay
    {
        std::unique_ptr<Session> session;
        std::size_t next = 0; // in m_taken
        std::uint64_t done = 0; // of it
        std::uint64_t steps = 0; // in all
    };

    std::unique_ptr<Session> newSession() const;
    void beginReplay();
    void work();
    void replaySlice();
    void playSlice();
    void scheduleWork();
    void record(Step unit);

    std::shared_ptr<const script::Program> m_program;
    std::vector<LoopModel> m_models{LoopModel::TimersLast};
    std::uint32_t m_maxTurns = kUsualMaxTurns;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Replay> m_replay;
    std::vector<Steps> m_taken; // how to come to where the user wants to be
    std::uint64_t m_stepCount = 0; // in m_taken
    bool m_playing = false;
    int m_speed = 2;
    QTimer m_timer;
    QElapsedTimer m_sinceShown;
};

} // namespace reusescope
