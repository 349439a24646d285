// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/h1connection.h"

#include "core/validation/reusepolicy.h"

#include <algorithm>
#include <limits>
#include <sys/ioctl.h>

namespace reusescope {

namespace {

/// Reads per readiness: a peer that sends without end must not keep the loop from its other phases.
constexpr int kMaxReadsPerReadiness = 32;

} // namespace

H1Connection::H1Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id,
                           std::unique_ptr<ByteStream> stream)
    : Connection(context, owner, id),
      m_stream(std::move(stream)),
      m_codec(context.options.limits),
      m_scheduler(context.makeScheduler(
          SchedulerContext{context.loop, context.immediates, context.timeouts, *this,
                           [this](Verdict verdict) { applyVerdict(verdict); }})),
      m_keepAliveTimer(context.loop, "keep-alive",
                       [this] { discard(isTooOld() ? Reason::TooOld : Reason::KeepAliveExpired); }),
      m_writeFailure(context.loop, "write-failed", [this] { afterWriteFailure(); }),
      m_responseDeadline(context.timeouts, context.coarseTimers,
                         [this](Reason why) { failFirst(Outcome::FailedTimeout, why); })
{
    m_stream->setHandler(*this);
    m_keepAliveTimer.unref();
}

H1Connection::~H1Connection() = default;

void H1Connection::takeOver(const std::vector<Request *> &requests)
{
    m_requests = requests;
    for (Request *request : m_requests)
        request->connection = this;
    if (m_requests.empty()) {
        m_idleSince = now();
        const ClientOptions &options = m_context.options;
        m_idleLimit =
            options.unusedLimit > Milliseconds{0} ? options.unusedLimit : options.keepAlive;
        becomeIdle();
        return;
    }
    writeRequests();
}

void H1Connection::assign(Request &request, Nanoseconds now, bool waited)
{
    beginAttempt(request, now);
    RequestRecord &record = request.record;
    record.reused = m_carried > 0 || !m_requests.empty();
    record.connectionUse =
        m_carried + static_cast<std::uint32_t>(m_requests.size() - m_firstUnsent) + 1;
    m_requests.push_back(&request);
    if (m_state == State::Active) {
        writeRequests();
        return;
    }

    m_keepAliveTimer.stop();
    m_stream->setReferenced(true);
    if (m_carried > 0)
        record.idleBefore = CompactDuration(now - m_idleSince);
    if (m_carried == 0 || !m_scheduler->validates()
        || (waited && !m_scheduler->validatesBackToBack())) {
        m_scheduler->cancel(); // begun in the background, or not at all
        writeRequests();
        return;
    }
    enter(State::Validating);
    if (const std::optional<Verdict> verdict = m_scheduler->begin())
        applyVerdict(*verdict);
}

void H1Connection::applyVerdict(Verdict verdict)
{
    RequestRecord &record = m_requests.front()->record;
    record.points.validated = sinceQueued(*m_requests.front(), now());
    record.firedTurn = m_context.loop.turn();
    record.firedIn = m_context.loop.phase();
    if (verdict != kClean) {
        discard(verdict);
        return;
    }
    writeRequests();
}

void H1Connection::writeRequests()
{
    if (m_state != State::Active)
        awaitResponse();
    enter(State::Active);
    if (m_outOffset == m_out.size()) {
        m_out.clear();
        m_outOffset = 0;
    }
    for (; m_firstUnformatted < m_requests.size(); ++m_firstUnformatted) {
        Request &request = *m_requests[m_firstUnformatted];
        const std::size_t before = m_out.size();
        RequestHead head = headOf(request);
        if (m_context.options.body)
            head.contentLength = body().size();
        H1ClientCodec::appendRequest(m_out, head);
        m_out += body();
        request.wireBegin = m_bytesFormatted;
        m_bytesFormatted += m_out.size() - before;
        request.wireEnd = m_bytesFormatted;
        noteWriting(request);
    }
    flush();
}

void H1Connection::flush()
{
    while (m_outOffset < m_out.size() && !m_writeFailed) {
        const IoResult result = m_stream->write(std::string_view(m_out).substr(m_outOffset));
        if (result.status == IoStatus::WouldBlock) {
            m_stream->watchWriting(true);
            m_watchingWriting = true;
            return;
        }
        if (result.status != IoStatus::Done) {
            // What the peer said before it closed may still lie in the kernel, and an answer there
            // must not be lost: reading tells the rest.
            m_writeFailed = true;
            m_stream->watchWriting(false);
            m_writeFailure.start(Milliseconds{0});
            return;
        }
        const Nanoseconds at = now();
        m_outOffset += result.bytes;
        m_bytesWritten += result.bytes;
        for (; m_firstUnsent < m_requests.size()
             && m_requests[m_firstUnsent]->wireEnd <= m_bytesWritten
             && m_firstUnsent < m_firstUnformatted;
             ++m_firstUnsent) {
            Request &request = *m_requests[m_firstUnsent];
            request.record.points.sent = sinceQueued(request, at);
            ++m_carried;
            if (m_firstUnsent == 0)
                m_responseDeadline.start(m_context.options.headerTimeout, Reason::HeaderTimeout);
        }
    }
    if (m_watchingWriting) {
        m_stream->watchWriting(false);
        m_watchingWriting = false;
    }
}

/// A socket that the peer has reset is readable; one that failed for another reason (no memory for
/// its buffer) may not be, and nobody would ever end the wait for its response.
void H1Connection::afterWriteFailure()
{
    if (m_stream->peek() == IdleLook::Nothing) {
        streamEnded(true, true);
        return;
    }
    readResponses();
    if (m_state == State::Active)
        m_writeFailure.start(Milliseconds{1});
}

void H1Connection::streamWritable()
{
    if (m_state == State::Active)
        flush();
}

void H1Connection::streamReadable()
{
    switch (m_state) {
    case State::Idle:
    case State::Validating: idleReadable(); break;
    case State::Active: readResponses(); break;
    case State::Closing: break;
    }
}

void H1Connection::endIfDead()
{
    if (m_state == State::Idle && look() != IdleLook::Nothing)
        idleReadable();
}

void H1Connection::idleReadable()
{
    const IoResult result = m_stream->read(m_context.readBuffer);
    switch (result.status) {
    case IoStatus::WouldBlock: return;
    case IoStatus::End:
        report(ConnectionEventKind::IdleFin);
        discard(Reason::IdleFin);
        return;
    case IoStatus::Failed:
        report(ConnectionEventKind::IdleReset);
        discard(Reason::IdleReset);
        return;
    case IoStatus::Done: break;
    }
    const std::string_view bytes{m_context.readBuffer.data(), result.bytes};
    switch (classifyStrayBytes(bytes)) {
    case StrayBytes::LineBreaks:
        report(ConnectionEventKind::IdleLineBreaks, result.bytes);
        discard(Reason::IdleLineBreaks);
        break;
    case StrayBytes::RequestTimeout408:
        report(ConnectionEventKind::Idle408, bytes);
        discard(Reason::Idle408);
        break;
    case StrayBytes::Response:
    case StrayBytes::Other:
        report(ConnectionEventKind::IdleBytes, bytes);
        discard(Reason::IdleBytes);
        break;
    }
}

void H1Connection::readResponses()
{
    for (int reads = 0; reads < kMaxReadsPerReadiness; ++reads) {
        const IoResult result = m_stream->read(m_context.readBuffer);
        m_readAt = now();
        switch (result.status) {
        case IoStatus::WouldBlock: return;
        case IoStatus::End: streamEnded(m_writeFailed, result.cutOff); return;
        case IoStatus::Failed: streamEnded(true, true); return;
        case IoStatus::Done: break;
        }
        // A short read has emptied the kernel's buffer; asking again would cost a call for nothing.
        const bool emptied = result.bytes < m_context.readBuffer.size();
        consume({m_context.readBuffer.data(), result.bytes});
        if (emptied || m_state != State::Active)
            return;
    }
}

void H1Connection::consume(std::string_view bytes)
{
    while (!bytes.empty()) {
        Request &request = *m_requests.front();
        const H1ClientCodec::Fed fed = m_codec.feed(bytes);
        if (!request.record.points.firstByte.has() && m_codec.responseBegun())
            request.record.points.firstByte = sinceQueued(request, m_readAt);
        reportInterims();
        if (!m_headChecked && m_codec.headComplete())
            checkTag(request);
        switch (fed.status) {
        case H1ClientCodec::Status::NeedMore:
            if (m_headChecked && isTooMuchUnread()) {
                abandonBody();
                return;
            }
            if (m_headChecked)
                m_responseDeadline.start(m_context.options.bodyTimeout, Reason::BodyTimeout);
            return;
        case H1ClientCodec::Status::Failed:
            if (request.record.connectionUse == 1
                && (beginsTlsRecord(bytes) || beginsHttp2(bytes))) {
                m_owner.connectFailed(beginsHttp2(bytes) ? answersIn(kHttp2Instead)
                                                         : answersIn(kTlsInstead));
                failFirst(Outcome::FailedConnect, Reason::NoCommonProtocol);
                return;
            }
            report(ConnectionEventKind::Malformed, m_codec.errorOffset(), Reason::None,
                   static_cast<std::uint32_t>(m_codec.error().native));
            // Our own limits carry no code of the parser's.
            failFirst(Outcome::FailedProtocol,
                      m_codec.error().native == 0 ? Reason::LimitExceeded
                                                  : Reason::MalformedResponse);
            return;
        case H1ClientCodec::Status::Upgrade:
        case H1ClientCodec::Status::MessageEnd: break;
        }
        bytes.remove_prefix(fed.consumed);
        const bool more = m_requests.size() > 1;
        responseComplete(bytes);
        if (!more || m_state != State::Active)
            return;
    }
}

void H1Connection::awaitResponse()
{
    m_codec.startResponse(m_requests.front()->method);
    m_reportedInterims = 0;
}

void H1Connection::reportInterims()
{
    for (; m_reportedInterims < m_codec.interimResponses(); ++m_reportedInterims) {
        if (const int status = m_codec.interimStatus(m_reportedInterims); status != 0)
            report(ConnectionEventKind::Interim, static_cast<std::uint64_t>(status));
    }
}

void H1Connection::checkTag(Request &request)
{
    m_headChecked = true;
    if (!m_context.options.expectTag)
        return;
    const std::optional<std::uint32_t> tag = m_codec.head().tag;
    if (!tag)
        request.poison = Reason::MissingTag;
    else if (*tag != request.record.index)
        request.poison = Reason::ForeignTag;
}

Reason H1Connection::reasonToDiscard(const Request &answered, std::string_view rest) const
{
    const ResponseHead &head = m_codec.head();
    if (answered.poison != Reason::None)
        return answered.poison;
    if (head.status == 101)
        return Reason::Upgraded;
    if (answered.wireEnd > m_bytesWritten)
        return Reason::RequestUnfinished;
    if (!head.keepAlive)
        return Reason::PeerClosing;
    if (isTooMuchUnread())
        return Reason::BodyUnread;
    if (m_requests.size() > 1)
        return Reason::None;
    if (!rest.empty())
        return classifyStrayBytes(rest) == StrayBytes::LineBreaks ? Reason::ExcessLineBreaks
                                                                  : Reason::ExcessBytes;
    if (isTooOld())
        return Reason::TooOld;
    return idleLimitFor(head) ? Reason::None : Reason::HintTooShort;
}

std::uint64_t H1Connection::bytesUnread() const
{
    const std::uint64_t received = m_codec.bodyBytes();
    return received - bytesTaken(received);
}

/// What is known to come counts, so that how the bytes arrive decides nothing.
bool H1Connection::isTooMuchUnread() const
{
    const ClientOptions &options = m_context.options;
    if (!options.readBytes || m_codec.bodyBytes() < *options.readBytes)
        return false;
    const std::uint64_t total = m_codec.head().contentLength.value_or(m_codec.bodyBytes());
    return std::max(total, m_codec.bodyBytes()) - *options.readBytes > options.drainLimit;
}

/// The caller has all that it wanted, and reading the rest would cost more than a new connection.
void H1Connection::abandonBody()
{
    Request &request = *m_requests.front();
    takeRecord(request);
    m_requests.erase(m_requests.begin());
    discard(Reason::BodyUnread);
    settleAnswered(request, m_readAt);
}

void H1Connection::takeRecord(Request &request)
{
    const ResponseHead &head = m_codec.head();
    request.record.status = static_cast<std::uint16_t>(head.status);
    request.record.bodyBytes = saturated(bytesTaken(m_codec.bodyBytes()));
    noteRedirect(head);
}

/// What of its framing decides about the connection, or is not in the request's record.
void H1Connection::reportFraming(const Request &answered)
{
    const ResponseHead &head = m_codec.head();
    if (m_codec.trailerCount() > 0)
        report(ConnectionEventKind::Trailers, static_cast<std::uint64_t>(m_codec.trailerCount()));
    if (head.versionMinor == 0 && m_reportedHttp10 != head.keepAlive) {
        m_reportedHttp10 = head.keepAlive;
        report(ConnectionEventKind::Http10, head.keepAlive ? 1 : 0);
    }
    if (answered.wireEnd > m_bytesWritten) {
        const std::uint64_t unsent = answered.wireEnd - m_bytesWritten;
        const std::uint64_t whole = body().size();
        report(ConnectionEventKind::BodyUnsent, whole - std::min(unsent, whole), Reason::None,
               saturated(whole));
    }
}

std::optional<Milliseconds> H1Connection::idleLimitFor(const ResponseHead &head) const
{
    const ClientOptions &options = m_context.options;
    const ReusePolicy policy{options.keepAlive, options.keepAliveMax, options.keepAliveMargin};
    return policy.idleLimit(options.honoursHints ? head.keepAliveHint : std::nullopt);
}

void H1Connection::responseComplete(std::string_view rest)
{
    Request &request = *m_requests.front();
    const ResponseHead &head = m_codec.head();
    takeRecord(request);
    const Reason fate = reasonToDiscard(request, rest);
    reportFraming(request);
    if (bytesUnread() > 0 && fate != Reason::BodyUnread)
        report(ConnectionEventKind::Drained, bytesUnread());
    if (head.keepAliveHint && head.keepAliveHint != m_reportedHint) {
        m_reportedHint = head.keepAliveHint;
        report(ConnectionEventKind::Hint, static_cast<std::uint64_t>(head.keepAliveHint->count()));
        if (const auto limit = idleLimitFor(head))
            report(ConnectionEventKind::ExpiryPlanned, static_cast<std::uint64_t>(limit->count()));
    }
    m_requests.erase(m_requests.begin());
    m_firstUnformatted -= 1;
    m_firstUnsent -= m_firstUnsent > 0 ? 1 : 0;
    m_headChecked = false;

    // The connection's fate comes first: the caller may submit the next request from inside
    // requestDone().
    if (fate != Reason::None) {
        if (fate == Reason::ExcessBytes)
            report(ConnectionEventKind::ExcessBytes, rest);
        else if (fate == Reason::ExcessLineBreaks)
            report(ConnectionEventKind::ExcessLineBreaks, rest.size());
        else if (fate == Reason::Upgraded)
            report(ConnectionEventKind::Upgraded, rest);
        discard(fate);
    } else if (m_requests.empty()) {
        m_idleLimit = *idleLimitFor(head);
        m_idleSince = m_readAt;
        becomeIdle();
    } else {
        awaitResponse();
        m_responseDeadline.start(m_context.options.headerTimeout, Reason::HeaderTimeout);
    }

    settleAnswered(request, m_readAt);
}

/// What is left until the first limit is over.
Milliseconds H1Connection::idleLimitNow() const
{
    const Milliseconds maxAge = m_context.options.maxAge;
    if (maxAge == Milliseconds{0})
        return m_idleLimit;
    const auto left = std::chrono::ceil<Milliseconds>(maxAge - (now() - m_madeAt));
    return std::clamp(left, Milliseconds{0}, m_idleLimit);
}

void H1Connection::becomeIdle()
{
    enter(State::Idle);
    m_responseDeadline.stop();
    m_keepAliveTimer.start(idleLimitNow());
    m_stream->setReferenced(false);
    if (m_carried > 0)
        m_scheduler->becameIdle();
    m_owner.connectionIdle(*this);
}

void H1Connection::cancelValidation()
{
    if (m_state != State::Validating)
        return;
    m_scheduler->cancel();
    report(ConnectionEventKind::ValidationCancelled, m_requests.front()->record.index);
    enter(State::Active);
}

void H1Connection::enter(State state)
{
    m_context.validating +=
        (state == State::Validating ? 1 : 0) - (m_state == State::Validating ? 1 : 0);
    m_state = state;
}

void H1Connection::streamEnded(bool reset, bool cutOff)
{
    Request &request = *m_requests.front();
    if (!reset) {
        const H1ClientCodec::Status status = m_codec.finish();
        if (status == H1ClientCodec::Status::MessageEnd && !cutOff) {
            if (!m_headChecked)
                checkTag(request);
            responseComplete({});
            return;
        }
    }
    if (m_codec.responseBegun()) {
        failFirst(reset ? Outcome::FailedReset : Outcome::FailedTruncated, Reason::Truncated);
        return;
    }
    m_requests.erase(m_requests.begin());
    m_firstUnformatted -= m_firstUnformatted > 0 ? 1 : 0;
    m_firstUnsent -= m_firstUnsent > 0 ? 1 : 0;
    const Reason why = reset ? Reason::ResetUnanswered : Reason::ClosedUnanswered;
    discard(why);
    giveBack(request, why, reset);
}

void H1Connection::failFirst(Outcome outcome, Reason why)
{
    Request &request = *m_requests.front();
    request.record.bodyBytes = saturated(bytesTaken(m_codec.bodyBytes()));
    if (m_codec.headComplete())
        request.record.status = static_cast<std::uint16_t>(m_codec.head().status);
    m_requests.erase(m_requests.begin());
    discard(why);
    settle(request, outcome, why, now());
}

/// Closing with unread bytes makes the kernel send a reset, which can destroy what the peer has not
/// read yet.
void H1Connection::reportUnread()
{
    int unread = 0;
    if (::ioctl(m_stream->descriptor(), FIONREAD, &unread) == 0 && unread > 0)
        report(ConnectionEventKind::UnreadAtClose, static_cast<std::uint64_t>(unread));
}

void H1Connection::discard(Reason why)
{
    if (m_state == State::Closing)
        return;
    cancelValidation();
    m_scheduler->cancel(); // what it may have begun in the background
    enter(State::Closing);
    report(ConnectionEventKind::Discarded, m_carried, why);
    reportUnread();
    m_keepAliveTimer.stop();
    m_writeFailure.stop();
    m_responseDeadline.stop();
    const std::vector<Request *> requests = std::move(m_requests);
    m_requests.clear();
    m_stream->close([this] {
        report(ConnectionEventKind::Closed);
        m_owner.connectionClosed(*this);
    });
    m_owner.connectionLeft(*this);
    for (Request *request : requests)
        giveBack(*request, isWritten(*request) ? Reason::PipelineBroken : why, false);
}

void H1Connection::giveBack(Request &request, Reason why, bool reset)
{
    Unfinished attempt;
    attempt.why = why;
    attempt.written = isWritten(request);
    attempt.otherwise = reset   ? Outcome::FailedReset
        : request.record.reused ? Outcome::FailedStale
                                : Outcome::FailedTruncated;
    Connection::giveBack(request, attempt);
}

void H1Connection::close(Reason why)
{
    cancelValidation();
    const std::vector<Request *> requests = std::move(m_requests);
    m_requests.clear();
    discard(why);
    for (Request *request : requests)
        settle(*request, Outcome::Cancelled, why, now());
}

void H1Connection::abandon(Request &request, Outcome outcome, Reason why)
{
    const bool validating = m_state == State::Validating;
    cancelValidation();
    m_requests.erase(std::find(m_requests.begin(), m_requests.end(), &request));
    if (validating) {
        becomeIdle();
    } else if (m_state == State::Active) {
        discard(why); // bytes on the wire cannot be taken back
    }
    settle(request, outcome, why, now());
}

void H1Connection::noteSleep(const SleepRecord &sleep)
{
    if (m_state != State::Validating)
        return;
    SleepRecord &longest = m_requests.front()->record.sleep;
    if (!longest.slept.has() || sleep.slept.value() >= longest.slept.value())
        longest = sleep;
}

Reason H1Connection::overLimit() const
{
    if (m_state != State::Idle)
        return Reason::None;
    if (ReusePolicy::isExpired(idleFor(), m_idleLimit))
        return Reason::KeepAliveExpired;
    return isTooOld() ? Reason::TooOld : Reason::None;
}

bool H1Connection::canTake(Method method) const
{
    const auto limit = static_cast<std::size_t>(m_context.options.pipelining);
    return m_state == State::Active && !isTooOld() && m_requests.size() < limit
        && isIdempotent(method)
        && std::all_of(m_requests.begin(), m_requests.end(),
                       [](const Request *request) { return isIdempotent(request->method); });
}

Nanoseconds H1Connection::idleFor() const
{
    return now() - m_idleSince;
}

} // namespace reusescope
