// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/connection.h"

#include "core/validation/reusepolicy.h"

#include <algorithm>
#include <limits>

namespace reusescope {

std::uint32_t saturated(std::uint64_t value)
{
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

bool beginsTlsRecord(std::string_view bytes)
{
    constexpr char kAlert = 0x15;
    constexpr char kHandshake = 0x16;
    return !bytes.empty() && (bytes[0] == kAlert || bytes[0] == kHandshake)
        && (bytes.size() < 2 || bytes[1] == 3) && (bytes.size() < 3 || bytes[2] <= 4);
}

bool beginsHttp2(std::string_view bytes)
{
    constexpr char kSettings = 4;
    return !bytes.empty() && bytes[0] == 0 && (bytes.size() < 4 || bytes[3] == kSettings);
}

CompactDuration sinceQueued(const Request &request, Nanoseconds at)
{
    return CompactDuration(at - request.record.points.queued);
}

void ConnectionContext::fallBackToHttp1()
{
    http1Only = true;
    if (tls)
        (void)tls->setProtocols(alpnProtocols(Protocol::H1)); // they were offered before
}

void Connection::beginAttempt(Request &request, Nanoseconds now)
{
    RequestRecord &record = request.record;
    request.connection = this;
    request.pollsBegunAtAssignment = m_context.loop.pollsBegun();
    request.wireBegin = 0;
    request.wireEnd = 0;
    request.poison = Reason::None;
    record.connection = m_id;
    record.points.assigned = sinceQueued(request, now);
    if (record.attempts == 0) {
        record.queuedFrom = m_context.loop.phase();
        record.queuedTurn = m_context.loop.turn();
    }
    if (record.attempts < std::numeric_limits<std::uint8_t>::max())
        ++record.attempts;
}

RequestHead Connection::headOf(const Request &request) const
{
    RequestHead head;
    head.method = request.method;
    head.target = m_context.target.target;
    head.host = m_context.hostHeader;
    head.tag = m_context.options.expectTag ? request.record.index : 0;
    head.extra = m_context.extraFields;
    return head;
}

std::string_view Connection::body() const
{
    return m_context.options.body ? std::string_view(*m_context.options.body) : std::string_view();
}

void Connection::noteWriting(Request &request)
{
    RequestRecord &record = request.record;
    record.writtenTurn = m_context.loop.turn();
    record.writtenIn = m_context.loop.phase();
    // A poll that was under way at the assignment does not count: it began before.
    const std::uint32_t completed = m_context.loop.pollsCompleted();
    record.pollsBeforeWrite =
        completed > request.pollsBegunAtAssignment ? completed - request.pollsBegunAtAssignment : 0;
}

void Connection::noteRedirect(const ResponseHead &head)
{
    if (!head.location.empty())
        m_owner.redirected(head.location);
}

Error Connection::answersIn(const char *pattern) const
{
    return errorSaying(ErrorKind::Connect, 0, Sentence(pattern, m_context.hostHeader));
}

void Connection::settle(Request &request, Outcome outcome, Reason why, Nanoseconds at)
{
    request.record.outcome = outcome;
    request.record.reason = why;
    request.record.points.done = sinceQueued(request, at);
    request.connection = nullptr;
    m_owner.requestDone(request);
}

void Connection::settleAnswered(Request &request, Nanoseconds at)
{
    const RequestRecord &record = request.record;
    if (request.poison != Reason::None)
        settle(request, Outcome::FailedPoison, request.poison, at);
    else if (request.replays > 0)
        settle(request, Outcome::OkReplayed, record.reason, at);
    else
        settle(request, record.reused ? Outcome::OkReused : Outcome::OkFresh, record.reason, at);
}

std::uint64_t Connection::bytesTaken(std::uint64_t received) const
{
    return std::min(received, m_context.options.readBytes.value_or(received));
}

bool Connection::isTooOld() const
{
    const Milliseconds limit = m_context.options.maxAge;
    return limit > Milliseconds{0} && now() - m_madeAt >= limit;
}

void Connection::giveBack(Request &request, const Unfinished &attempt)
{
    ReplayQuestion question;
    question.policy = m_context.options.replay;
    question.written = attempt.written;
    question.unprocessed = attempt.unprocessed;
    question.connectionReused = request.record.reused;
    question.idempotent = isIdempotent(request.method);
    question.replays = request.replays;
    if (!mayReplay(question)) {
        settle(request, attempt.otherwise, attempt.why, now());
        return;
    }
    if (question.written)
        ++request.replays;
    request.responseDeadline.stop();
    request.connection = nullptr;
    m_owner.requestReturned(request, attempt.why, question.written);
}

void Connection::report(ConnectionEventKind kind, std::uint64_t value, Reason why,
                        std::uint32_t code)
{
    ConnectionEvent event = eventOf(kind, value);
    event.code = code;
    event.reason = why;
    m_owner.connectionEvent(event);
}

void Connection::report(ConnectionEventKind kind, std::string_view bytes)
{
    ConnectionEvent event = eventOf(kind, bytes.size());
    event.bytes = KeptBytes(bytes);
    m_owner.connectionEvent(event);
}

ConnectionEvent Connection::eventOf(ConnectionEventKind kind, std::uint64_t value) const
{
    ConnectionEvent event;
    event.at = now();
    event.connection = m_id;
    event.value = saturated(value);
    event.turn = m_context.loop.turn();
    event.kind = kind;
    event.phase = m_context.loop.phase();
    return event;
}

} // namespace reusescope
