// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labconnection.h"

#include "core/lab/labh1session.h"
#include "core/lab/labh2session.h"
#include "core/loop/phaseloop.h"

#include <algorithm>
#include <chrono>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

namespace reusescope {

namespace {

constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"; // RFC 9113 section 3.4

} // namespace

LabConnection::LabConnection(Host &host, PhaseLoop &loop, ImmediateQueue &immediates,
                             std::uint64_t id)
    : m_host(host),
      m_loop(loop),
      m_id(id),
      m_timer(loop, "lab-act", [this] { stepsDue(); }),
      m_immediate(immediates, [this] { stepsDue(); })
{ }

LabConnection::~LabConnection() = default;

void LabConnection::adopt(Descriptor descriptor, const Endpoint &peer, TlsServerContext *tls)
{
    ByteStream::Handler &self = *this; // a private base
    if (!tls) {
        auto stream = std::make_unique<TcpStream>(m_loop, self);
        stream->adopt(descriptor.release(), peer);
        m_stream = std::move(stream);
        return;
    }
    auto stream = std::make_unique<TlsStream>(m_loop, self);
    m_tls = stream.get();
    m_stream = std::move(stream);
    m_tls->startServer(descriptor.release(), peer, *tls, [this](const Result<void> &outcome) {
        if (outcome)
            handshakeDone();
        else
            close(false);
    });
}

void LabConnection::performDispatchActs(std::uint64_t ticket)
{
    if (!isIdle() || m_session->responses() == 0)
        return;
    const SharedLabPlan plan = m_host.plan();
    const Nanoseconds from = now();
    for (const LabAct &act : plan->script.acts) {
        if (act.when != ActWhen::OnDispatch || !isDueOn(act, m_session->requests())
            || !m_session->understands(act.kind))
            continue;
        m_host.ticketHeld(ticket);
        schedule({from + act.delay, &act, plan, ticket});
    }
    runDueSteps();
    m_session->stepsRun();
}

void LabConnection::closeWhenAbandoned()
{
    if (!m_silent || m_state == State::Closing)
        return;
    tcp_info info{};
    socklen_t length = sizeof info;
    if (::getsockopt(m_stream->descriptor(), IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
        return;
    const bool clientIsThere = info.tcpi_state == TCP_ESTABLISHED
        || info.tcpi_state == TCP_FIN_WAIT1 || info.tcpi_state == TCP_FIN_WAIT2;
    if (!clientIsThere)
        close(false);
}

Nanoseconds LabConnection::now() const
{
    return m_loop.clock().now();
}

void LabConnection::streamReadable()
{
    const std::span<char> buffer = m_host.readBuffer();
    const IoResult result = m_stream->read(buffer);
    switch (result.status) {
    case IoStatus::WouldBlock: return;
    case IoStatus::Failed: close(false); return;
    case IoStatus::End:
        m_peerEnded = true;
        if (!m_blocked && (m_state == State::Finished || !m_session || !m_session->isAnswering()))
            close(false);
        else
            updateReading();
        return;
    case IoStatus::Done: break;
    }
    if (m_state == State::Open && !m_silent)
        received({buffer.data(), result.bytes});
}

void LabConnection::streamWritable()
{
    if (!flush())
        return;
    m_session->written();
    if (m_state == State::Finished && m_peerEnded && !m_blocked)
        close(false);
}

/// ALPN has said what is spoken, or nobody has asked: then the first bytes tell, as on plain TCP.
void LabConnection::handshakeDone()
{
    const std::string &protocol = m_tls->info().protocol;
    if (protocol.empty())
        return;
    begin(protocol == "h2");
    m_session->stepsRun(); // HTTP/2 begins with a frame of the server's own
}

void LabConnection::received(std::string_view bytes)
{
    if (m_session) {
        m_session->received(bytes);
        return;
    }
    m_firstBytes.append(bytes);
    if (!recognise(m_firstBytes) || m_state != State::Open || m_silent)
        return;
    m_session->received(std::exchange(m_firstBytes, {}));
}

/// False while the bytes may become either protocol's, and when they are turned away.
bool LabConnection::recognise(std::string_view bytes)
{
    const LabProtocols protocols = m_host.plan()->script.protocols;
    if (protocols == LabProtocols::H1)
        return begin(false);
    const std::string_view begun = bytes.substr(0, kPreface.size());
    if (!kPreface.starts_with(begun)) {
        if (protocols == LabProtocols::Both)
            return begin(false);
        close(false);
        return false;
    }
    return begun.size() == kPreface.size() && begin(true);
}

bool LabConnection::begin(bool h2)
{
    if (h2) {
        m_host.counters().h2Connections.add();
        m_session = std::make_unique<LabH2Session>(*this);
    } else {
        m_host.counters().h1Connections.add();
        m_session = std::make_unique<LabH1Session>(*this);
    }
    const SharedLabPlan plan = m_host.plan();
    const Nanoseconds from = now();
    for (const LabAct &act : plan->script.acts) {
        if (act.when == ActWhen::OnConnect && isDueOn(act, m_id)
            && m_session->understands(act.kind))
            scheduleAct(from, act, plan);
    }
    runDueSteps();
    return true;
}

bool LabConnection::isIdle() const
{
    return m_state == State::Open && !m_silent && !m_peerEnded && m_session && m_session->isIdle();
}

void LabConnection::scheduleAct(Nanoseconds from, const LabAct &act, const SharedLabPlan &plan,
                                std::int32_t stream)
{
    schedule({.due = from + act.delay,
              .act = &act,
              .plan = plan,
              .stream = stream,
              .request = m_session->requests()});
}

void LabConnection::stepsDue()
{
    m_armedFor.reset();
    runDueSteps();
    m_session->stepsRun();
}

void LabConnection::runDueSteps()
{
    while (!m_steps.isEmpty() && m_session->mayRunSteps() && m_steps.nextDue() <= now())
        runStep(m_steps.pop());
    if (m_session->mayRunSteps())
        armNextStep();
}

void LabConnection::runStep(const LabStep &step)
{
    if (!step.act) {
        if (m_state == State::Open)
            m_session->stepDue(step);
        return;
    }
    // After a FIN nothing can follow but a reset.
    if (!isTooLate(step) && (m_state == State::Open || step.act->kind == ActKind::Rst))
        perform(step);
    if (step.ticket != 0) {
        m_unsentTickets.push_back(step.ticket);
        if (m_state == State::Closing || m_silent || !m_session->hasOutput())
            releaseTickets();
    }
    m_session->actDone(step);
}

bool LabConnection::isTooLate(const LabStep &step) const
{
    return step.act->when == ActWhen::Idle
        && (step.request != m_session->requests() || !m_session->isIdle());
}

/// Whole milliseconds are slept; what is left below one is waited for turn by turn.
void LabConnection::armNextStep()
{
    if (m_steps.isEmpty() || m_state == State::Closing) {
        m_timer.stop();
        m_immediate.cancel();
        m_armedFor.reset();
        return;
    }
    if (m_armedFor == m_steps.nextDue())
        return;
    m_timer.stop();
    m_immediate.cancel();
    m_armedFor = m_steps.nextDue();
    const Nanoseconds left = *m_armedFor - now();
    if (left < Milliseconds(1)) {
        m_immediate.schedule();
        return;
    }
    m_loop.updateTime();
    m_timer.start(std::chrono::duration_cast<Milliseconds>(left));
}

void LabConnection::perform(const LabStep &step)
{
    m_host.counters().actsPerformed.add();
    switch (step.act->kind) {
    case ActKind::Fin:
    case ActKind::Rst:
    case ActKind::StopReading:
    case ActKind::FinOnly:
    case ActKind::CloseNotify:
    case ActKind::SessionTicket:
    case ActKind::KeyUpdate:
    case ActKind::Freeze:
        if (m_state == State::Open && m_session->hasOutput())
            flush(); // what an act before it has left to be sent goes first
        if (m_state != State::Closing)
            performOnConnection(*step.act);
        return;
    default: m_session->perform(step); return;
    }
}

void LabConnection::performOnConnection(const LabAct &act)
{
    switch (act.kind) {
    case ActKind::Rst: close(true); return;
    case ActKind::StopReading:
        m_silent = true;
        updateReading();
        return;
    case ActKind::FinOnly:
        m_endsWithoutNotify = true;
        finish();
        return;
    case ActKind::CloseNotify:
        if (m_tls)
            m_tls->sendCloseNotify();
        return;
    case ActKind::SessionTicket:
        if (m_tls)
            m_tls->sendTicket();
        return;
    case ActKind::KeyUpdate:
        if (m_tls)
            m_tls->requestKeyUpdate();
        return;
    case ActKind::Freeze: m_host.freeze(act.freeze); return;
    default: finish(); return;
    }
}

bool LabConnection::flush()
{
    if (m_state == State::Closing)
        return false;
    for (std::string_view bytes = m_session->output(); !bytes.empty();
         bytes = m_session->output()) {
        const IoResult result = m_stream->write(bytes);
        if (result.status == IoStatus::Failed) {
            close(false);
            return false;
        }
        if (result.status != IoStatus::Done) {
            m_blocked = true;
            m_stream->watchWriting(true);
            return false;
        }
        m_session->consumed(result.bytes);
    }
    m_blocked = false;
    m_stream->watchWriting(false);
    if (m_state == State::Finished && !std::exchange(m_endSent, true)) {
        if (m_tls && m_endsWithoutNotify)
            m_tls->sendFinOnly();
        else
            m_stream->shutdownWriting();
    }
    releaseTickets();
    return true;
}

void LabConnection::updateReading()
{
    if (m_state == State::Closing)
        return;
    const bool full = m_state == State::Open && m_session && !m_session->takesMoreInput();
    m_stream->watchReading(!m_silent && !m_peerEnded && !full);
}

void LabConnection::finish()
{
    m_state = State::Finished;
    updateReading();
    flush();
    if (m_peerEnded && !m_blocked && m_state != State::Closing)
        close(false);
}

void LabConnection::close(bool withReset)
{
    if (m_state == State::Closing)
        return;
    m_state = State::Closing;
    m_host.counters().openConnections.subtract();
    const auto closed = [this] { m_host.connectionClosed(m_id); };
    if (withReset)
        m_stream->reset(closed);
    else
        m_stream->close(closed);
    m_blocked = false;
    m_timer.stop();
    m_immediate.cancel();
    releaseTickets();
    while (!m_steps.isEmpty()) {
        const LabStep step = m_steps.pop();
        if (step.ticket != 0)
            m_host.ticketReleased(step.ticket);
    }
}

void LabConnection::releaseTickets()
{
    for (const std::uint64_t ticket : m_unsentTickets)
        m_host.ticketReleased(ticket);
    m_unsentTickets.clear();
}

void LabConnection::setNagle(bool on)
{
    if (m_nagle == on || m_state == State::Closing)
        return;
    m_nagle = on;
    const int noDelay = on ? 0 : 1;
    ::setsockopt(m_stream->descriptor(), IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
}

} // namespace reusescope
