// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/idlefinder.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <thread>

namespace reusescope {

/// An IdleFinder on a thread of its own, for the window.
///
/// Thread: UI; the finder has a thread, which hands out copies only.
/// Destroying it stops the finder and waits for it, which is soon.
class IdleRun : public QObject
{
    Q_OBJECT

public:
    explicit IdleRun(QObject *parent = nullptr);
    ~IdleRun() override;

    void start(const IdleQuestion &question); ///< not while isRunning()
    void stop(); ///< what was found is kept
    bool isRunning() const { return m_thread.joinable(); }
    IdleFinder::Status status() const
    {
        return m_finder ? m_finder->status() : IdleFinder::Status();
    }
    const IdleFindings &findings() const { return m_findings; } ///< as of the last signal

signals:
    void progressed();
    void finished();

private:
    void look();

    RealClock m_clock;
    std::unique_ptr<IdleFinder> m_finder;
    std::thread m_thread;
    std::atomic<bool> m_ended{false};
    IdleFindings m_result; // the thread's until m_ended
    IdleFindings m_findings;
    QTimer m_look;
};

} // namespace reusescope
