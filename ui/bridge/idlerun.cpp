// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/idlerun.h"

#include "core/base/refusal.h"

namespace reusescope {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{150};

} // namespace

IdleRun::IdleRun(QObject *parent) : QObject(parent)
{
    m_look.setInterval(kBetweenLooks);
    connect(&m_look, &QTimer::timeout, this, &IdleRun::look);
}

IdleRun::~IdleRun()
{
    stop();
    if (m_thread.joinable())
        m_thread.join();
}

void IdleRun::start(const IdleQuestion &question)
{
    m_ended = false;
    m_findings = IdleFindings();
    const auto refused = refusalOf("the measurement cannot begin", [&] {
        m_finder = std::make_unique<IdleFinder>(question, m_clock, makeEpollPoller());
        m_thread = std::thread([this] {
            m_result = m_finder->run();
            m_ended = true;
        });
    });
    if (refused) {
        m_result = IdleFindings();
        m_result.error = refused;
        m_ended = true;
    }
    m_look.start();
}

void IdleRun::stop()
{
    if (m_thread.joinable())
        m_finder->stop();
}

void IdleRun::look()
{
    if (!m_ended) {
        m_findings = m_finder->findings();
        emit progressed();
        return;
    }
    m_look.stop();
    if (m_thread.joinable())
        m_thread.join();
    m_findings = m_result;
    emit progressed();
    emit finished();
}

} // namespace reusescope
