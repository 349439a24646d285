// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frontier.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace reusescope {

/// A Frontier on a thread of its own, for the window.
///
/// Thread: UI; the measuring has a thread and looks at nothing of this object but a snapshot.
/// Destroying it stops the measuring and waits for the trial under way.
class FrontierRun : public QObject
{
    Q_OBJECT

public:
    explicit FrontierRun(QObject *parent = nullptr);
    ~FrontierRun() override;

    void start(const FrontierQuestion &question); ///< not while isRunning()
    void stop();
    bool isRunning() const { return m_thread.joinable(); }
    Frontier::Status status() const
    {
        return m_frontier ? m_frontier->status() : Frontier::Status();
    }
    const FrontierResult &result() const { return m_result; } ///< as of the last signal

signals:
    void progressed();
    void finished();

private:
    void look();

    RealClock m_clock;
    std::unique_ptr<Frontier> m_frontier;
    std::thread m_thread;
    std::atomic<bool> m_ended{false};
    std::mutex m_mutex;
    FrontierResult m_snapshot; // under m_mutex
    bool m_snapshotIsNew = false; // likewise
    FrontierResult m_result;
    QTimer m_look;
};

} // namespace reusescope
