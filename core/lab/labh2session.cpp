// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labh2session.h"

#include "core/lab/labconnection.h"
#include "core/lab/labh2frames.h"

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

constexpr std::size_t kOutputBytes = 64 * 1024;
constexpr std::string_view kPoisonBody = "poison";
constexpr std::int32_t kLastStream = std::numeric_limits<std::int32_t>::max();
// A request is some frames, none of which counts as progress until responses are due.
constexpr std::uint64_t kFramesPerRequest = 4;

H2ServerOptions optionsOf(const LabH2 &script)
{
    H2ServerOptions options;
    options.settings = {{H2SettingId::MaxConcurrentStreams, script.maxConcurrentStreams}};
    const auto window = static_cast<std::uint32_t>(script.initialWindow);
    if (window != H2PeerSettings{}.initialWindowSize)
        options.settings.push_back({H2SettingId::InitialWindowSize, window});
    options.sendsSettings = script.sendsSettings;
    options.connectionWindow = script.initialWindow;
    options.outputBytes = kOutputBytes;
    options.limits.framesWithoutProgress += kFramesPerRequest * script.maxConcurrentStreams;
    return options;
}

/// The stream with the id 2N-1 carries the Nth request.
std::uint64_t requestNumber(std::int32_t stream)
{
    return (static_cast<std::uint64_t>(stream) + 1) / 2;
}

bool fitsTheResponse(const LabAct &act)
{
    if (act.when != ActWhen::AfterResponse || act.delay.count() != 0)
        return false;
    return act.kind == ActKind::SendBytes || !belongsToH1(act.kind);
}

} // namespace

LabH2Session::LabH2Session(LabConnection &connection)
    : m_connection(connection), m_codec(*this, optionsOf(connection.host().plan()->script.h2))
{
    const Milliseconds delay = connection.host().plan()->script.h2.settingsDelay;
    if (delay.count() == 0)
        return;
    m_held = true;
    m_connection.schedule({m_connection.now() + delay});
}

void LabH2Session::received(std::string_view bytes)
{
    m_codec.feed(bytes); // a failure is an end like others, see send()
    takeArrivals();
    takeIdlePings();
    m_connection.runDueSteps();
    send();
}

std::string_view LabH2Session::output()
{
    if (m_held)
        return {};
    std::string_view bytes = m_codec.output();
    while (m_actsDoneInWrite < m_answered.size() && m_connection.isOpen()) {
        performActsInSameWrite();
        bytes = m_codec.output();
    }
    if (m_leaving && !std::exchange(m_goodbyeSaid, true)) {
        sendGoaway(m_codec.lastStreamId(), 0);
        bytes = m_codec.output();
    }
    return bytes;
}

void LabH2Session::written()
{
    m_connection.runDueSteps();
    send();
}

bool LabH2Session::mayRunSteps() const
{
    return !m_connection.isBlocked();
}

std::uint64_t LabH2Session::requests() const
{
    return requestNumber(m_codec.lastStreamId());
}

void LabH2Session::requestBegun(std::int32_t /*streamId*/, const ReceivedRequest & /*request*/)
{
    m_connection.host().counters().mostStreams.raiseTo(m_codec.openStreams());
}

void LabH2Session::requestReceived(std::int32_t streamId, const ReceivedRequest &request)
{
    m_connection.host().counters().requests.add();
    m_arrivals.push_back({streamId, request.tag});
}

void LabH2Session::streamClosed(std::int32_t streamId, H2ErrorCode code)
{
    if (code != H2ErrorCode::NoError || m_codec.isOver())
        return;
    const SharedLabPlan &plan = m_connection.host().plan();
    const LabScript &script = plan->script;
    if (script.close
        || (script.closeEvery > 0
            && requestNumber(streamId) % static_cast<std::uint64_t>(script.closeEvery) == 0))
        m_leaving = true;
    if (plan->hasActs(ActWhen::AfterResponse))
        m_answered.push_back({streamId, plan});
}

void LabH2Session::pingReceived(std::uint64_t /*payload*/)
{
    if (m_codec.openStreams() == 0)
        ++m_idlePings;
}

/// One time for all that were read together, so that their answers fall due together as well.
void LabH2Session::takeArrivals()
{
    if (m_arrivals.empty())
        return;
    const SharedLabPlan plan = m_connection.host().plan();
    const Nanoseconds now = m_connection.now();
    for (const Arrival &arrival : m_arrivals)
        take(arrival, plan, now);
    m_arrivals.clear();
    if (m_waiting > kMaxWaiting)
        m_codec.close(H2ErrorCode::EnhanceYourCalm);
    m_connection.armNextStep();
}

void LabH2Session::take(const Arrival &arrival, const SharedLabPlan &plan, Nanoseconds now)
{
    const LabScript &script = plan->script;
    bool replaced = false;
    if (plan->hasActs(ActWhen::InsteadOfResponse)) {
        for (const LabAct &act : script.acts) {
            if (act.when != ActWhen::InsteadOfResponse
                || !isDueOn(act, requestNumber(arrival.stream)) || !understands(act.kind))
                continue;
            replaced = true;
            ++m_waiting;
            m_connection.schedule({now + act.delay, &act, plan, 0, arrival.stream, arrival.tag});
        }
    }
    if (replaced)
        return;
    if (script.delay.count() > 0) {
        ++m_waiting;
        m_connection.schedule({now + script.delay, nullptr, plan, 0, arrival.stream, arrival.tag});
        return;
    }
    respond(arrival.stream, arrival.tag, script);
}

void LabH2Session::takeIdlePings()
{
    if (m_idlePingsTaken == m_idlePings)
        return;
    const SharedLabPlan plan = m_connection.host().plan();
    const Nanoseconds now = m_connection.now();
    while (m_idlePingsTaken < m_idlePings) {
        ++m_idlePingsTaken;
        for (const LabAct &act : plan->script.acts) {
            if (act.when == ActWhen::OnIdlePing && isDueOn(act, m_idlePingsTaken)
                && understands(act.kind))
                m_connection.scheduleAct(now, act, plan);
        }
    }
}

void LabH2Session::stepDue(const LabStep &step)
{
    if (step.stream == 0) {
        m_held = false;
        return;
    }
    --m_waiting;
    if (!m_connection.isSilent())
        respond(step.stream, step.tag, step.plan->script);
}

void LabH2Session::respond(std::int32_t stream, std::optional<std::uint32_t> tag,
                           const LabScript &script)
{
    ResponseFields fields;
    if (script.framing == Framing::Length)
        fields.contentLength = script.bodyBytes;
    fields.tag = tag;
    const bool open = script.splitHeadAndBody ? m_codec.respondHead(stream, fields)
                                              : m_codec.respond(stream, fields, script.bodyBytes);
    if (!open)
        return;
    ++m_responses;
    m_connection.host().counters().responses.add();
    m_connection.setNagle(script.splitHeadAndBody);
    if (!script.splitHeadAndBody)
        return;
    m_connection.flush();
    m_codec.sendFiller(stream, script.bodyBytes, true);
}

void LabH2Session::respondWithStatus(std::int32_t stream, std::optional<std::uint32_t> tag,
                                     int status)
{
    ResponseFields fields;
    fields.status = status;
    fields.contentLength = 0;
    fields.tag = tag;
    if (!m_codec.respond(stream, fields, std::uint64_t{0}))
        return;
    ++m_responses;
    m_connection.host().counters().responses.add();
}

void LabH2Session::send()
{
    while (!m_held && m_connection.flush() && !m_answered.empty()) {
        scheduleActsAfterResponses();
        m_connection.runDueSteps();
    }
    if (!m_connection.isOpen() || m_held)
        return;
    const bool everythingIsOut = !m_connection.isBlocked();
    if (m_codec.isOver() || (m_leaving && everythingIsOut && m_codec.openStreams() == 0))
        m_connection.finish();
    else if (m_connection.hasPeerEnded() && everythingIsOut && !isAnswering())
        m_connection.close(false);
}

void LabH2Session::scheduleActsAfterResponses()
{
    const Nanoseconds now = m_connection.now();
    for (const Answered &answered : m_answered) {
        for (const LabAct &act : answered.plan->script.acts) {
            if (act.when == ActWhen::AfterResponse && isDueOn(act, requestNumber(answered.stream))
                && understands(act.kind) && !fitsTheResponse(act))
                m_connection.scheduleAct(now, act, answered.plan, answered.stream);
        }
    }
    m_answered.clear();
    m_actsDoneInWrite = 0;
}

/// More responses may come to an end meanwhile.
void LabH2Session::performActsInSameWrite()
{
    const Answered answered = m_answered[m_actsDoneInWrite++];
    for (const LabAct &act : answered.plan->script.acts) {
        if (!fitsTheResponse(act) || !isDueOn(act, requestNumber(answered.stream)))
            continue;
        m_connection.host().counters().actsPerformed.add();
        sendFrame(act, answered.stream, std::nullopt);
    }
}

void LabH2Session::perform(const LabStep &step)
{
    m_connection.setNagle(false);
    sendFrame(*step.act, step.stream, step.tag);
    // Into the output, or else what follows could overtake it: a RST_STREAM leaves a waiting
    // HEADERS out.
    if (m_codec.output().size() >= kOutputBytes)
        m_connection.flush();
}

void LabH2Session::actDone(const LabStep &step)
{
    if (step.act->when == ActWhen::InsteadOfResponse)
        --m_waiting;
}

void LabH2Session::sendFrame(const LabAct &act, std::int32_t own, std::optional<std::uint32_t> tag)
{
    const std::int32_t stream = numberOf(act.stream, own);
    switch (act.kind) {
    case ActKind::SendBytes: sendBytes(act.bytes); break;
    case ActKind::Status: respondWithStatus(own, tag, act.status); break;
    case ActKind::Goaway: sendGoaway(stream, act.code); break;
    case ActKind::RstStream:
        if (!m_codec.reset(stream, H2ErrorCode(act.code)))
            m_codec.sendRaw(rstStreamFrame(stream, act.code));
        break;
    case ActKind::Settings:
        if (!m_codec.submitSettings(act.settings))
            m_codec.sendRaw(settingsFrame(act.settings));
        break;
    case ActKind::Ping: m_codec.ping(++m_pingsSent); break;
    case ActKind::WindowUpdate: m_codec.sendRaw(windowUpdateFrame(stream, act.increment)); break;
    case ActKind::Headers: {
        ResponseFields fields;
        fields.status = act.status;
        if (stream == own)
            fields.tag = tag;
        if (!m_codec.respondHead(stream, fields))
            m_codec.sendRaw(headersFrame(stream, act.status));
        break;
    }
    case ActKind::Data:
        if (!m_codec.sendData(stream, act.bytes, false))
            m_codec.sendRaw(dataFrame(stream, act.bytes, H2Ends::Nothing));
        break;
    default: break;
    }
}

/// By hand what the codec would hold to the rules, or take for the end of new requests.
void LabH2Session::sendGoaway(std::int32_t lastStream, std::uint32_t code)
{
    const bool falls = lastStream <= m_leastGoaway && lastStream != kLastStream;
    if (!falls || !m_codec.goaway(lastStream, H2ErrorCode(code)))
        m_codec.sendRaw(goawayFrame(lastStream, code));
    m_leastGoaway = std::min(m_leastGoaway, lastStream);
}

void LabH2Session::sendBytes(std::string_view bytes)
{
    if (bytes != kWellFormedResponse) {
        m_codec.sendRaw(bytes);
        return;
    }
    const std::int32_t next = numberOf({LabStream::Which::Next}, 0);
    m_codec.sendRaw(headersFrame(next, 200) + dataFrame(next, kPoisonBody, H2Ends::Stream));
}

std::int32_t LabH2Session::numberOf(const LabStream &stream, std::int32_t own) const
{
    const std::int32_t newest = m_codec.lastStreamId();
    const std::int32_t request = own != 0 ? own : newest;
    switch (stream.which) {
    case LabStream::Which::Number: return stream.number;
    case LabStream::Which::This: return request;
    case LabStream::Which::Previous: return std::max(request - 2, 0);
    case LabStream::Which::Newest: return newest;
    case LabStream::Which::Next:
        return newest == 0 ? 1 : newest + std::min(2, kLastStream - newest);
    case LabStream::Which::Max: return kLastStream;
    }
    return 0;
}

} // namespace reusescope
