// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frontierrun.h"

#include "core/base/refusal.h"

namespace reusescope {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{150};

} // namespace

FrontierRun::FrontierRun(QObject *parent) : QObject(parent)
{
    m_look.setInterval(kBetweenLooks);
    connect(&m_look, &QTimer::timeout, this, &FrontierRun::look);
}

FrontierRun::~FrontierRun()
{
    stop();
    if (m_thread.joinable())
        m_thread.join();
}

void FrontierRun::start(const FrontierQuestion &question)
{
    m_ended = false;
    m_result = FrontierResult();
    const auto refused = refusalOf("the measurement cannot begin", [&] {
        m_frontier = std::make_unique<Frontier>(question, m_clock);
        m_thread = std::thread([this] {
            const auto keep = [this](const FrontierResult &result) {
                const std::lock_guard lock(m_mutex);
                m_snapshot = result;
                m_snapshotIsNew = true;
            };
            keep(m_frontier->run(keep));
            m_ended = true;
        });
    });
    if (refused) {
        m_result.error = refused;
        m_ended = true;
    }
    m_look.start();
}

void FrontierRun::stop()
{
    if (m_frontier)
        m_frontier->stop();
}

void FrontierRun::look()
{
    const bool ended = m_ended;
    if (ended)
        m_look.stop();
    if (ended && m_thread.joinable())
        m_thread.join();
    {
        const std::lock_guard lock(m_mutex);
        if (m_snapshotIsNew)
            m_result = m_snapshot;
        m_snapshotIsNew = false;
    }
    emit progressed();
    if (ended)
        emit finished();
}

} // namespace reusescope
