// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labconnection.h"

#include "core/loop/phaseloop.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

namespace reusescope {

namespace {

constexpr std::string_view kBodyPattern = "ok";
constexpr std::string_view kPoisonBody = "poison";
constexpr std::size_t kMaxChunk = 16 * 1024;

std::string framedBody(const LabScript &script)
{
    std::string plain(script.bodyBytes, '\0');
    for (std::size_t at = 0; at < plain.size(); ++at)
        plain[at] = kBodyPattern[at % kBodyPattern.size()];
    if (script.framing == Framing::Length)
        return plain;
    std::string chunked;
    for (std::string_view rest = plain; !rest.empty();
         rest.remove_prefix(std::min(kMaxChunk, rest.size())))
        H1ServerCodec::appendChunk(chunked, rest.substr(0, kMaxChunk));
    H1ServerCodec::appendLastChunk(chunked);
    return chunked;
}

std::string wellFormedResponse()
{
    ResponseFields fields;
    fields.contentLength = kPoisonBody.size();
    std::string response;
    H1ServerCodec::appendResponseHead(response, fields);
    return response.append(kPoisonBody);
}

void appendEmptyClosingResponse(std::string &out, int status)
{
    ResponseFields fields;
    fields.status = status;
    fields.contentLength = 0;
    fields.close = true;
    H1ServerCodec::appendResponseHead(out, fields);
}

bool isDueOn(const LabAct &act, std::uint64_t request)
{
    return request % static_cast<std::uint64_t>(act.every) == 0;
}

bool fitsTheResponse(const LabAct &act)
{
    return act.kind == ActKind::SendBytes && act.when == ActWhen::AfterResponse
        && act.delay.count() == 0;
}

} // namespace

LabPlan::LabPlan(const LabScript &source) : script(source), body(framedBody(source))
{
    for (LabAct &act : script.acts) {
        if (act.bytes == kWellFormedResponse)
            act.bytes = wellFormedResponse();
    }
}

LabConnection::LabConnection(Host &host, PhaseLoop &loop, ImmediateQueue &immediates,
                             std::uint64_t id)
    : m_host(host),
      m_loop(loop),
      m_id(id),
      m_timer(loop, "lab-act", [this] { stepsDue(); }),
      m_immediate(immediates, [this] { stepsDue(); })
{ }

void LabConnection::adopt(int descriptor, const Endpoint &peer, TlsServerContext *tls)
{
    ByteStream::Handler &self = *this; // a private base
    if (!tls) {
        auto stream = std::make_unique<TcpStream>(m_loop, self);
        stream->adopt(descriptor, peer);
        m_stream = std::move(stream);
        return;
    }
    auto stream = std::make_unique<TlsStream>(m_loop, self);
    m_tls = stream.get();
    m_stream = std::move(stream);
    m_tls->startServer(descriptor, peer, *tls, [this](const Result<void> &outcome) {
        if (!outcome)
            close(false);
    });
}

void LabConnection::performDispatchActs(std::uint64_t ticket)
{
    if (!isIdle() || m_responses == 0)
        return;
    const std::shared_ptr<const LabPlan> plan = m_host.plan();
    m_plan = plan; // no request follows the earlier one any more
    const Nanoseconds now = m_loop.clock().now();
    for (const LabAct &act : plan->script.acts) {
        if (act.when != ActWhen::OnDispatch || !isDueOn(act, m_requests))
            continue;
        m_host.ticketHeld(ticket);
        schedule(now + act.delay, &act, ticket);
    }
    runDueSteps();
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

void LabConnection::streamReadable()
{
    const std::span<char> buffer = m_host.readBuffer();
    const IoResult result = m_stream->read(buffer);
    switch (result.status) {
    case IoStatus::WouldBlock: return;
    case IoStatus::Failed: close(false); return;
    case IoStatus::End:
        m_peerEnded = true;
        if (m_output.empty() && (m_state == State::Finished || !m_answering))
            close(false);
        else
            updateReading();
        return;
    case IoStatus::Done: break;
    }
    if (m_state != State::Open || m_silent)
        return;
    std::string_view bytes(buffer.data(), result.bytes);
    if (m_input.empty())
        bytes.remove_prefix(takeRequests(bytes));
    if (m_state != State::Open || bytes.empty())
        return;
    m_input.append(bytes);
    updateReading();
}

void LabConnection::streamWritable()
{
    if (!flush())
        return;
    if (m_writing)
        responseWritten();
    if (m_state == State::Finished && m_peerEnded)
        close(false);
    continueWithInput();
}

bool LabConnection::mayTakeRequest() const
{
    return m_state == State::Open && !m_silent && !m_answering;
}

bool LabConnection::isIdle() const
{
    return mayTakeRequest() && !m_peerEnded && m_input.empty() && m_output.empty()
        && !m_codec.requestBegun();
}

/// Returns how many bytes were consumed: all, unless a request is being answered now.
std::size_t LabConnection::takeRequests(std::string_view bytes)
{
    std::size_t taken = 0;
    m_takingRequests = true;
    while (taken < bytes.size() && mayTakeRequest()) {
        const H1ServerCodec::Fed fed = m_codec.feed(bytes.substr(taken));
        taken += fed.consumed;
        if (fed.status == H1ServerCodec::Status::MessageEnd)
            beginRequest();
        else if (fed.status == H1ServerCodec::Status::Failed)
            refuseRequest();
        else
            break;
    }
    m_takingRequests = false;
    return taken;
}

/// After a request was answered later than in the loop of takeRequests().
void LabConnection::continueWithInput()
{
    if (m_takingRequests || !mayTakeRequest())
        return;
    if (!m_input.empty()) {
        m_inputTaken += takeRequests(std::string_view(m_input).substr(m_inputTaken));
        if (m_inputTaken == m_input.size() || m_inputTaken > kMaxWaitingInput) {
            m_input.erase(0, m_inputTaken);
            m_inputTaken = 0;
        }
        updateReading();
    }
    if (m_peerEnded && mayTakeRequest())
        close(false);
}

void LabConnection::updateReading()
{
    if (m_state == State::Closing)
        return;
    const bool full = m_state == State::Open && m_input.size() - m_inputTaken >= kMaxWaitingInput;
    m_stream->watchReading(!m_silent && !m_peerEnded && !full);
}

void LabConnection::beginRequest()
{
    const ReceivedRequest &request = m_codec.request();
    ++m_requests;
    m_host.counters().requests.add();
    m_answering = true;
    if (m_plan != m_host.plan())
        m_plan = m_host.plan();
    const LabScript &script = m_plan->script;
    m_tag = request.tag;
    m_head = request.method == "HEAD";
    m_closeAfter = script.close || !request.keepAlive
        || (script.closeEvery > 0
            && (m_responses + 1) % static_cast<std::uint64_t>(script.closeEvery) == 0);

    m_insteadLeft = 0;
    for (const LabAct &act : script.acts) {
        if (act.when != ActWhen::InsteadOfResponse || !isDueOn(act, m_requests))
            continue;
        ++m_insteadLeft;
        schedule(m_loop.clock().now() + act.delay, &act);
    }
    if (m_insteadLeft > 0) {
        runDueSteps();
    } else if (script.delay.count() > 0) {
        schedule(m_loop.clock().now() + script.delay, nullptr);
        armNextStep();
    } else {
        respond();
    }
}

void LabConnection::respond()
{
    const LabScript &script = m_plan->script;
    m_writing = true;
    ++m_responses;
    m_host.counters().responses.add();

    ResponseFields fields;
    fields.chunked = script.framing == Framing::Chunked;
    fields.contentLength = script.bodyBytes;
    fields.close = m_closeAfter;
    if (!m_closeAfter)
        fields.keepAliveHint = script.keepAliveHint;
    fields.tag = m_tag;
    H1ServerCodec::appendResponseHead(m_output, fields);

    const std::string_view body = m_head ? std::string_view() : m_plan->body;
    setNagle(script.splitHeadAndBody);
    if (script.splitHeadAndBody)
        flush();
    if (m_state == State::Closing)
        return;
    if (body.size() <= kMaxBodyInOneWrite)
        m_output.append(body);
    else
        m_longBody = body;

    m_bytesInSameWrite = m_longBody.empty();
    if (m_bytesInSameWrite) {
        for (const LabAct &act : script.acts) {
            if (fitsTheResponse(act) && isDueOn(act, m_requests)) {
                m_host.counters().actsPerformed.add();
                m_output.append(act.bytes);
            }
        }
    }
    if (flush())
        responseWritten();
}

void LabConnection::responseWritten()
{
    m_writing = false;
    m_answering = false;
    bool scheduled = false;
    for (const LabAct &act : m_plan->script.acts) {
        if (act.when != ActWhen::AfterResponse || !isDueOn(act, m_requests)
            || (m_bytesInSameWrite && fitsTheResponse(act)))
            continue;
        schedule(m_loop.clock().now() + act.delay, &act);
        scheduled = true;
    }
    if (scheduled || !m_steps.empty())
        runDueSteps();
    if (m_closeAfter && m_state == State::Open)
        finish();
}

void LabConnection::refuseRequest()
{
    appendEmptyClosingResponse(m_output, 400);
    finish();
}

void LabConnection::schedule(Nanoseconds due, const LabAct *act, std::uint64_t ticket)
{
    const auto later =
        std::upper_bound(m_steps.begin(), m_steps.end(), due,
                         [](Nanoseconds at, const Step &step) { return at < step.due; });
    m_steps.insert(later, Step{due, act, m_plan, ticket});
}

void LabConnection::stepsDue()
{
    runDueSteps();
    continueWithInput();
}

/// Steps wait while a response is being written, so that none falls into the middle of it.
void LabConnection::runDueSteps()
{
    while (!m_steps.empty() && !m_writing && m_steps.front().due <= m_loop.clock().now()) {
        const Step step = std::move(m_steps.front());
        m_steps.erase(m_steps.begin());
        runStep(step);
    }
    if (!m_writing)
        armNextStep();
}

void LabConnection::runStep(const Step &step)
{
    if (!step.act) {
        if (m_state == State::Open)
            respond();
        return;
    }
    // After a FIN nothing can follow but a reset.
    if (m_state == State::Open || step.act->kind == ActKind::Rst)
        perform(*step.act);
    if (step.ticket != 0) {
        if (m_output.empty())
            m_host.ticketReleased(step.ticket);
        else
            m_unsentTickets.push_back(step.ticket);
    }
    if (step.act->when == ActWhen::InsteadOfResponse && --m_insteadLeft == 0)
        m_answering = false;
}

/// Whole milliseconds are slept; what is left below one is waited for turn by turn.
void LabConnection::armNextStep()
{
    m_timer.stop();
    m_immediate.cancel();
    if (m_steps.empty() || m_state == State::Closing)
        return;
    const Nanoseconds left = m_steps.front().due - m_loop.clock().now();
    if (left < Milliseconds(1)) {
        m_immediate.schedule();
        return;
    }
    m_loop.updateTime();
    m_timer.start(std::chrono::duration_cast<Milliseconds>(left));
}

void LabConnection::perform(const LabAct &act)
{
    m_host.counters().actsPerformed.add();
    switch (act.kind) {
    case ActKind::SendBytes:
        setNagle(false);
        m_output.append(act.bytes);
        flush();
        return;
    case ActKind::Fin: finish(); return;
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
    case ActKind::Status408:
        setNagle(false);
        appendEmptyClosingResponse(m_output, 408);
        finish();
        return;
    }
}

/// Hands over what is buffered; true when nothing is left. A failure closes the connection.
bool LabConnection::flush()
{
    if (!send(m_output, m_outputSent) || !send(m_longBody, m_longBodySent)) {
        if (m_state != State::Closing)
            m_stream->watchWriting(true);
        return false;
    }
    m_output.clear();
    m_outputSent = 0;
    m_longBody = {};
    m_longBodySent = 0;
    m_stream->watchWriting(false);
    if (m_state == State::Finished) {
        if (m_tls && m_endsWithoutNotify)
            m_tls->sendFinOnly();
        else
            m_stream->shutdownWriting();
    }
    releaseTickets();
    return true;
}

bool LabConnection::send(std::string_view bytes, std::size_t &sent)
{
    while (sent < bytes.size()) {
        const IoResult result = m_stream->write(bytes.substr(sent));
        if (result.status == IoStatus::Failed)
            close(false);
        if (result.status != IoStatus::Done)
            return false;
        sent += result.bytes;
    }
    return true;
}

void LabConnection::finish()
{
    m_state = State::Finished;
    updateReading();
    flush();
    if (m_peerEnded && m_output.empty() && m_state != State::Closing)
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
    m_writing = false;
    m_output.clear();
    m_timer.stop();
    m_immediate.cancel();
    releaseTickets();
    for (const Step &step : std::exchange(m_steps, {})) {
        if (step.ticket != 0)
            m_host.ticketReleased(step.ticket);
    }
}

void LabConnection::releaseTickets()
{
    for (const std::uint64_t ticket : std::exchange(m_unsentTickets, {}))
        m_host.ticketReleased(ticket);
}

/// The stream comes without Nagle's algorithm; a changed setting costs one system call.
void LabConnection::setNagle(bool on)
{
    if (m_nagle == on || m_state == State::Closing)
        return;
    m_nagle = on;
    const int noDelay = on ? 0 : 1;
    ::setsockopt(m_stream->descriptor(), IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
}

} // namespace reusescope
