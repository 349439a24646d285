// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/connector.h"

#include "core/loop/phaseloop.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace reusescope {

namespace {

/// The families take turns, each in its order; the first address keeps its place.
std::vector<Endpoint> inTurns(const std::vector<Endpoint> &addresses)
{
    const int first = addresses.front().family();
    std::vector<Endpoint> preferred;
    std::vector<Endpoint> others;
    for (const Endpoint &address : addresses)
        (address.family() == first ? preferred : others).push_back(address);
    std::vector<Endpoint> turns;
    for (std::size_t i = 0; i < std::max(preferred.size(), others.size()); ++i) {
        if (i < preferred.size())
            turns.push_back(preferred[i]);
        if (i < others.size())
            turns.push_back(others[i]);
    }
    return turns;
}

} // namespace

Connector::Connector(PhaseLoop &loop, TlsClientContext *tls, Listener &listener)
    : m_loop(loop),
      m_tls(tls),
      m_listener(listener),
      m_headStart(loop, "connect-race", [this] { tryNext(); })
{ }

Connector::~Connector() = default;

void Connector::connect(const std::vector<Endpoint> &addresses)
{
    assert(!addresses.empty() && m_attempts.empty() && !m_secure);
    m_addresses = inTurns(addresses);
    m_next = 0;
    tryNext();
}

void Connector::cancel()
{
    m_headStart.stop();
    m_attempts.clear();
    discardSecure();
}

/// It may be what calls us, so it lives on until the connector goes.
void Connector::discardSecure()
{
    if (!m_secure)
        return;
    m_discarded = std::move(m_secure);
    m_discarded->close({});
}

void Connector::tryNext()
{
    const Endpoint &address = m_addresses[m_next++];
    m_attempts.push_back({m_next, std::make_unique<TcpStream>(m_loop, m_idle)});
    m_attempts.back().stream->connect(
        address, [this, place = m_next](const Result<void> &outcome) { answered(place, outcome); });
    if (m_next < m_addresses.size()) {
        m_loop.updateTime();
        m_headStart.start(kHeadStart);
    }
}

void Connector::answered(std::size_t place, const Result<void> &outcome)
{
    const auto at = std::find_if(m_attempts.begin(), m_attempts.end(),
                                 [place](const Attempt &each) { return each.place == place; });
    Attempt attempt = std::move(*at);
    m_attempts.erase(at);
    m_headStart.stop();
    if (!outcome) {
        m_listener.addressLost(place, &outcome.error());
        if (m_next < m_addresses.size())
            tryNext();
        else if (m_attempts.empty())
            m_listener.connectFailed(outcome.error());
        return;
    }
    for (const Attempt &loser : std::exchange(m_attempts, {}))
        m_listener.addressLost(loser.place, nullptr);
    m_listener.transportConnected(*attempt.stream);
    if (m_tls)
        startTls(*attempt.stream);
    else
        m_listener.connected(std::move(attempt.stream), nullptr);
}

void Connector::startTls(TcpStream &winner)
{
    m_secure = std::make_unique<TlsStream>(m_loop, m_idle);
    const Endpoint peer = winner.peer();
    m_secure->startClient(winner.release(), peer, *m_tls,
                          [this](const Result<void> &outcome) { handshakeDone(outcome); });
}

void Connector::handshakeDone(const Result<void> &outcome)
{
    if (!outcome) {
        discardSecure();
        m_listener.connectFailed(outcome.error());
        return;
    }
    const TlsInfo info = m_secure->info();
    m_listener.connected(std::move(m_secure), &info);
}

} // namespace reusescope
