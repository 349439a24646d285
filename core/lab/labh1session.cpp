// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labh1session.h"

#include "core/lab/labconnection.h"

#include <string>
#include <utility>

namespace reusescope {

namespace {

constexpr std::string_view kPoisonBody = "poison";

const std::string &wellFormedResponse()
{
    static const std::string response = [] {
        ResponseFields fields;
        fields.contentLength = kPoisonBody.size();
        std::string text;
        H1ServerCodec::appendResponseHead(text, fields);
        return text.append(kPoisonBody);
    }();
    return response;
}

std::string_view bytesOf(const LabAct &act)
{
    return act.bytes == kWellFormedResponse ? wellFormedResponse() : act.bytes;
}

void appendEmptyClosingResponse(std::string &out, int status)
{
    ResponseFields fields;
    fields.status = status;
    fields.contentLength = 0;
    fields.close = true;
    H1ServerCodec::appendResponseHead(out, fields);
}

bool fitsTheResponse(const LabAct &act)
{
    return act.kind == ActKind::SendBytes && act.when == ActWhen::AfterResponse
        && act.delay.count() == 0;
}

} // namespace

void LabH1Session::received(std::string_view bytes)
{
    if (m_input.empty())
        bytes.remove_prefix(takeRequests(bytes));
    if (!m_connection.isOpen() || bytes.empty())
        return;
    m_input.append(bytes);
    m_connection.updateReading();
}

std::string_view LabH1Session::output()
{
    if (m_outputSent < m_output.size())
        return std::string_view(m_output).substr(m_outputSent);
    if (m_longBody.empty()) {
        m_output.clear();
        m_outputSent = 0;
    }
    return m_longBody;
}

void LabH1Session::consumed(std::size_t size)
{
    if (m_outputSent < m_output.size())
        m_outputSent += size;
    else
        m_longBody.remove_prefix(size);
}

void LabH1Session::written()
{
    if (m_writing)
        responseWritten();
    continueWithInput();
}

bool LabH1Session::mayTakeRequest() const
{
    return m_connection.isOpen() && !m_connection.isSilent() && !m_answering
        && m_beforeBodyLeft == 0;
}

bool LabH1Session::isIdle() const
{
    return !isAnswering() && m_input.empty() && m_output.empty() && !m_codec.requestBegun();
}

bool LabH1Session::takesMoreInput() const
{
    return m_input.size() - m_inputTaken < kMaxWaitingInput;
}

/// Returns how many bytes were consumed: all, unless a request is being answered now.
std::size_t LabH1Session::takeRequests(std::string_view bytes)
{
    std::size_t taken = 0;
    m_takingRequests = true;
    m_codec.reportHeads(m_connection.host().plan()->hasActs(ActWhen::BeforeBody));
    while (taken < bytes.size() && mayTakeRequest()) {
        const H1ServerCodec::Fed fed = m_codec.feed(bytes.substr(taken));
        taken += fed.consumed;
        if (fed.status == H1ServerCodec::Status::HeadEnd)
            headReceived();
        else if (fed.status == H1ServerCodec::Status::MessageEnd)
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
void LabH1Session::continueWithInput()
{
    if (m_takingRequests || !mayTakeRequest())
        return;
    if (!m_input.empty()) {
        m_inputTaken += takeRequests(std::string_view(m_input).substr(m_inputTaken));
        if (m_inputTaken == m_input.size() || m_inputTaken > kMaxWaitingInput) {
            m_input.erase(0, m_inputTaken);
            m_inputTaken = 0;
        }
        m_connection.updateReading();
    }
    if (m_connection.hasPeerEnded() && mayTakeRequest())
        m_connection.close(false);
}

/// Of a request with a body, which is left where it is while acts come before it.
void LabH1Session::headReceived()
{
    m_plan = m_connection.host().plan();
    m_tag = m_codec.request().tag;
    for (const LabAct &act : m_plan->script.acts) {
        if (act.when != ActWhen::BeforeBody || !isDueOn(act, m_requests + 1)
            || !understands(act.kind))
            continue;
        ++m_beforeBodyLeft;
        m_connection.scheduleAct(m_connection.now(), act, m_plan);
    }
    if (m_beforeBodyLeft > 0)
        m_connection.runDueSteps();
}

void LabH1Session::answerBeforeBody(const LabAct &act)
{
    if (m_answeredBeforeBody)
        return; // by an act before this one
    ++m_requests;
    m_connection.host().counters().requests.add();
    m_closeAfter =
        act.body == LabBody::Close || m_plan->script.close || !m_codec.request().keepAlive;
    if (act.body == LabBody::Misread)
        m_codec.forgetBody();
    else
        m_answeredBeforeBody = true;
    respondWithStatus(act.status);
}

void LabH1Session::beginRequest()
{
    if (std::exchange(m_answeredBeforeBody, false))
        return;
    const ReceivedRequest &request = m_codec.request();
    LabConnection::Host &host = m_connection.host();
    ++m_requests;
    host.counters().requests.add();
    m_answering = true;
    if (m_plan != host.plan())
        m_plan = host.plan();
    const LabScript &script = m_plan->script;
    m_tag = request.tag;
    m_head = request.method == "HEAD";
    m_closeAfter = script.close || !request.keepAlive
        || (script.closeEvery > 0
            && (m_responses + 1) % static_cast<std::uint64_t>(script.closeEvery) == 0);

    m_insteadLeft = 0;
    for (const LabAct &act : script.acts) {
        if (act.when != ActWhen::InsteadOfResponse || !isDueOn(act, m_requests)
            || !understands(act.kind))
            continue;
        ++m_insteadLeft;
        m_connection.scheduleAct(m_connection.now(), act, m_plan);
    }
    if (m_insteadLeft > 0) {
        m_connection.runDueSteps();
    } else if (script.delay.count() > 0) {
        m_connection.schedule({m_connection.now() + script.delay, nullptr, m_plan});
        m_connection.armNextStep();
    } else {
        respond();
    }
}

void LabH1Session::stepDue(const LabStep & /*step*/)
{
    respond();
}

void LabH1Session::respond()
{
    const LabScript &script = m_plan->script;
    LabCounters &counters = m_connection.host().counters();
    m_writing = true;
    ++m_responses;
    counters.responses.add();

    ResponseFields fields;
    fields.chunked = script.framing == Framing::Chunked;
    fields.contentLength = script.bodyBytes;
    fields.close = m_closeAfter;
    if (!m_closeAfter)
        fields.keepAliveHint = script.keepAliveHint;
    fields.tag = m_tag;
    H1ServerCodec::appendResponseHead(m_output, fields);

    const std::string_view body = m_head ? std::string_view() : m_plan->body;
    m_connection.setNagle(script.splitHeadAndBody);
    if (script.splitHeadAndBody && !m_connection.flush() && !m_connection.isBlocked())
        return; // it has failed
    if (body.size() <= kMaxBodyInOneWrite)
        m_output.append(body);
    else
        m_longBody = body;

    m_bytesInSameWrite = m_longBody.empty();
    if (m_bytesInSameWrite) {
        for (const LabAct &act : script.acts) {
            if (fitsTheResponse(act) && isDueOn(act, m_requests)) {
                counters.actsPerformed.add();
                appendBytesOf(act);
            }
        }
    }
    if (m_connection.flush())
        responseWritten();
}

void LabH1Session::respondWithStatus(int status)
{
    ++m_responses;
    m_connection.host().counters().responses.add();
    m_connection.setNagle(false);
    ResponseFields fields;
    fields.status = status;
    fields.contentLength = 0;
    fields.close = m_closeAfter;
    fields.tag = m_tag;
    H1ServerCodec::appendResponseHead(m_output, fields);
    if (m_closeAfter)
        m_connection.finish();
    else
        m_connection.flush();
}

void LabH1Session::responseWritten()
{
    m_writing = false;
    m_answering = false;
    for (const LabAct &act : m_plan->script.acts) {
        if ((act.when == ActWhen::AfterResponse || act.when == ActWhen::Idle)
            && isDueOn(act, m_requests) && understands(act.kind)
            && !(m_bytesInSameWrite && fitsTheResponse(act)))
            m_connection.scheduleAct(m_connection.now(), act, m_plan);
    }
    m_connection.runDueSteps();
    if (m_closeAfter && m_connection.isOpen())
        m_connection.finish();
}

void LabH1Session::refuseRequest()
{
    appendEmptyClosingResponse(m_output, 400);
    m_connection.finish();
}

void LabH1Session::appendBytesOf(const LabAct &act)
{
    std::string_view bytes = bytesOf(act);
    for (std::size_t at = bytes.find(kTagPlace); at != std::string_view::npos;
         at = bytes.find(kTagPlace)) {
        m_output.append(bytes.substr(0, at)).append(std::to_string(m_tag.value_or(0)));
        bytes.remove_prefix(at + kTagPlace.size());
    }
    m_output.append(bytes);
}

void LabH1Session::perform(const LabStep &step)
{
    const LabAct &act = *step.act;
    switch (act.kind) {
    case ActKind::SendBytes:
        m_connection.setNagle(false);
        appendBytesOf(act);
        m_connection.flush();
        return;
    case ActKind::Status:
        if (act.when == ActWhen::BeforeBody)
            answerBeforeBody(act);
        else
            respondWithStatus(act.status);
        return;
    case ActKind::Status408:
        m_connection.setNagle(false);
        appendEmptyClosingResponse(m_output, 408);
        m_connection.finish();
        return;
    default: return;
    }
}

void LabH1Session::actDone(const LabStep &step)
{
    if (step.act->when == ActWhen::InsteadOfResponse && --m_insteadLeft == 0)
        m_answering = false;
    if (step.act->when == ActWhen::BeforeBody)
        --m_beforeBodyLeft;
}

void LabH1Session::stepsRun()
{
    continueWithInput();
}

} // namespace reusescope
