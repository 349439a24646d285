// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/h2connection.h"

#include "core/validation/reusepolicy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace reusescope {

namespace {

/// Reads per readiness: a peer that sends without end must not keep the loop from its other phases.
constexpr int kMaxReadsPerReadiness = 32;
constexpr std::int64_t kLastStreamId = 0x7fffffff; // RFC 9113 section 5.1.1
constexpr int kMisdirected = 421; // RFC 9110 section 15.5.20
constexpr int kMaxPingBackoff = 64;

Request &requestOf(const H2Exchange &exchange)
{
    return *static_cast<Request *>(exchange.user);
}

std::uint64_t sum(const H2FrameCounts &counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint16_t small(std::uint64_t value)
{
    return static_cast<std::uint16_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint16_t>::max()));
}

std::int32_t asWindow(std::int64_t bytes)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        bytes, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

H2ClientOptions codecOptions(const ConnectionContext &context)
{
    H2ClientOptions options;
    options.scheme = context.target.scheme;
    options.maxStreams = static_cast<std::uint32_t>(context.options.maxStreams);
    options.streamsBeforeSettings = static_cast<std::uint32_t>(context.options.streamsAtFirst());
    options.firstStreamId = context.options.firstStreamId;
    return options;
}

} // namespace

H2Connection::H2Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id,
                           std::unique_ptr<ByteStream> stream)
    : Connection(context, owner, id),
      m_stream(std::move(stream)),
      m_codec(*this, codecOptions(context)),
      m_keepAliveTimer(context.loop, "keep-alive", [this] { discard(Reason::KeepAliveExpired); }),
      m_ageTimer(context.loop, "age", [this] { tooOld(); }),
      m_pingTimer(context.loop, "ping", [this] { pingDue(); }),
      m_writeFailure(context.loop, "write-failed", [this] { afterWriteFailure(); })
{
    m_stream->setHandler(*this);
    m_keepAliveTimer.unref();
    m_ageTimer.unref();
    if (context.options.maxAge > Milliseconds{0})
        m_ageTimer.start(context.options.maxAge);
    m_pingTimer.unref();
    m_readAt = now();
    report(ConnectionEventKind::Http2, context.tls ? 1 : 0);
}

H2Connection::~H2Connection() = default;

void H2Connection::takeOver(const std::vector<Request *> &requests)
{
    for (Request *request : requests) {
        request->connection = this;
        openStream(*request);
    }
    if (requests.empty())
        becomeIdle();
    armPing();
    requestFlush();
}

void H2Connection::assign(Request &request, Nanoseconds now, bool)
{
    beginAttempt(request, now);
    RequestRecord &record = request.record;
    record.reused = m_assigned > 0;
    record.connectionUse = m_assigned + 1;
    if (m_idle) {
        if (m_assigned > 0)
            record.idleBefore = CompactDuration(now - m_idleSince);
        m_idle = false;
        m_keepAliveTimer.stop();
        m_stream->setReferenced(true);
        armPing();
    }
    openStream(request);
}

void H2Connection::openStream(Request &request)
{
    const ClientOptions &options = m_context.options;
    H2Request wanted;
    wanted.head = headOf(request);
    wanted.user = &request;
    wanted.body = body();
    const H2Submitted submitted = m_codec.submit(wanted);
    if (submitted.refusal != H2Refusal::None) {
        if (submitted.refusal != H2Refusal::LimitReached)
            retire(submitted.refusal == H2Refusal::IdsUsedUp ? Reason::StreamIdsUsedUp
                                                             : Reason::Goaway);
        Unfinished attempt;
        attempt.why = m_state == State::Open ? Reason::AllBusy : m_endReason;
        giveBack(request, attempt);
        return;
    }
    ++m_assigned;
    ++m_open;
    m_mostStreams = std::max(m_mostStreams, m_open);
    request.record.stream = static_cast<std::uint32_t>(submitted.id);
    if (!request.responseDeadline.isActive()) // else it counts since the request waits for a stream
        request.responseDeadline.start(options.headerTimeout, Reason::HeaderTimeout);
    if (m_codec.nextStreamId() > kLastStreamId)
        retire(Reason::StreamIdsUsedUp);
    requestFlush();
}

void H2Connection::requestFlush()
{
    if (m_flushRequested || m_state == State::Closing)
        return;
    m_flushRequested = true;
    m_owner.flushAtBatchEnd(*this);
}

void H2Connection::flush()
{
    m_flushRequested = false;
    if (m_state == State::Closing)
        return;
    writeOut();
    if (m_watchingWriting && !m_codec.wantsWrite()) {
        m_stream->watchWriting(false);
        m_watchingWriting = false;
    }
}

void H2Connection::writeOut()
{
    while (!m_writeFailed && !m_feeding) {
        const std::string_view bytes = m_codec.output();
        if (bytes.empty())
            break;
        if (std::exchange(m_freesPlaces, false))
            m_owner.streamsFreed(); // a reset stream takes a place until its RST_STREAM is made
        const IoResult result = m_stream->write(bytes);
        if (result.status == IoStatus::WouldBlock) {
            m_stream->watchWriting(true);
            m_watchingWriting = true;
            return;
        }
        if (result.status != IoStatus::Done) {
            // What the peer said before it closed may still lie in the kernel: reading tells.
            m_writeFailed = true;
            m_stream->watchWriting(false);
            if (m_state != State::Closing)
                m_writeFailure.start(Milliseconds{0});
            return;
        }
        m_codec.consumed(result.bytes);
        m_bytesWritten += result.bytes;
        const Nanoseconds at = now();
        for (Request *request = m_unsent.first(); request && request->wireEnd <= m_bytesWritten;
             request = m_unsent.first()) {
            request->record.points.sent = sinceQueued(*request, at);
            request->unlink();
        }
    }
}

/// As H1Connection::afterWriteFailure().
void H2Connection::afterWriteFailure()
{
    m_owner.batchBegins();
    if (m_stream->peek() == IdleLook::Nothing) {
        streamEnded(true);
    } else {
        streamReadable();
        if (m_state != State::Closing)
            m_writeFailure.start(Milliseconds{1});
    }
    m_owner.batchEnds();
}

void H2Connection::requestProduced(const H2Exchange &exchange, std::uint64_t position)
{
    Request &request = requestOf(exchange);
    request.wireBegin = m_lastRequestEnd;
    request.wireEnd = position;
    m_lastRequestEnd = position;
    noteWriting(request);
    m_unsent.pushBack(request);
}

void H2Connection::streamWritable()
{
    m_owner.batchBegins();
    flush();
    m_owner.batchEnds();
}

void H2Connection::streamReadable()
{
    m_owner.batchBegins();
    read();
    if (m_state != State::Closing)
        batchRead();
    m_owner.batchEnds();
}

void H2Connection::read()
{
    for (int reads = 0; reads < kMaxReadsPerReadiness; ++reads) {
        const IoResult result = m_stream->read(m_context.readBuffer);
        if (result.status == IoStatus::WouldBlock)
            return;
        m_readAt = now();
        if (result.status != IoStatus::Done) {
            streamEnded(result.status == IoStatus::Failed || m_writeFailed);
            return;
        }
        m_pingUnanswered = false; // whatever comes, somebody is there
        const bool emptied = result.bytes < m_context.readBuffer.size();
        m_answersInTls = m_answersInTls
            || (m_codec.counters().bytesReceived == 0
                && beginsTlsRecord({m_context.readBuffer.data(), result.bytes}));
        m_feeding = true;
        const bool understood = m_codec.feed({m_context.readBuffer.data(), result.bytes});
        m_feeding = false;
        if (!understood) {
            connectionFailed();
            return;
        }
        if (emptied || m_state == State::Closing)
            return;
    }
}

/// What a poll brought has been taken.
void H2Connection::batchRead()
{
    cancelDropped();
    reportFrames();
    if (m_state == State::Retired && m_open == 0) {
        discard(m_endReason);
        return;
    }
    if (m_codec.wantsWrite())
        requestFlush();
    if (m_state == State::Open && canTake(Method::Get))
        m_owner.streamsFreed();
}

void H2Connection::reportFrames()
{
    const H2Counters counters = m_codec.counters();
    const std::uint64_t received = sum(counters.received);
    const std::uint64_t sent = sum(counters.sent);
    FrameBatch batch;
    batch.at = m_readAt;
    batch.connection = id();
    batch.turn = m_context.loop.turn();
    batch.received = small(received - m_framesReceived);
    batch.sent = small(sent - m_framesSent);
    batch.open = small(m_open);
    m_framesReceived = received;
    m_framesSent = sent;
    m_owner.framesMoved(batch);
    if (counters.lateFrames > m_lateFrames) {
        m_lateFrames = counters.lateFrames;
        report(ConnectionEventKind::LateFrames, m_lateFrames);
    }
    if (m_stateDue || m_readAt - m_stateAt >= kHttp2StateInterval)
        reportState();
}

void H2Connection::reportState()
{
    m_stateDue = false;
    m_stateAt = m_readAt;
    const H2PeerSettings settings = m_codec.peerSettings();
    const H2Windows windows = m_codec.windows();
    const H2Counters counters = m_codec.counters();
    Http2State state;
    state.at = now();
    state.connection = id();
    state.over = m_state == State::Closing;
    state.goaway = m_codec.isGoawayReceived();
    state.maxStreams = settings.maxConcurrentStreams;
    state.peerStreamWindow = settings.initialWindowSize;
    state.peerMaxFrame = settings.maxFrameSize;
    state.sendWindow = asWindow(windows.send);
    state.receiveWindow = asWindow(windows.receive);
    state.unreturned = asWindow(windows.unreturned);
    state.openStreams = m_open;
    state.mostStreams = m_mostStreams;
    state.lateFrames = saturated(counters.lateFrames);
    std::transform(counters.received.begin(), counters.received.end(), state.received.begin(),
                   saturated);
    std::transform(counters.sent.begin(), counters.sent.end(), state.sent.begin(), saturated);
    m_owner.http2State(state);
}

void H2Connection::streamEnded(bool reset)
{
    const bool wasIdle = m_idle;
    m_lostByReset = reset;
    Reason why = reset ? Reason::ResetUnanswered : Reason::ClosedUnanswered;
    if (wasIdle) {
        why = reset ? Reason::IdleReset : Reason::IdleFin;
        report(reset ? ConnectionEventKind::IdleReset : ConnectionEventKind::IdleFin);
    } else if (m_state == State::Retired) {
        why = m_endReason;
    }
    discard(why);
}

void H2Connection::connectionFailed()
{
    const Error &error = m_codec.error();
    report(ConnectionEventKind::ConnectionError, 0, Reason::None,
           static_cast<std::uint32_t>(H2ErrorCode::ProtocolError));
    flush(); // the GOAWAY that says why
    discard(error.native == 0 ? Reason::LimitExceeded : Reason::MalformedResponse);
}

void H2Connection::responseBegun(const H2Exchange &exchange)
{
    Request &request = requestOf(exchange);
    request.record.points.firstByte = sinceQueued(request, m_readAt);
}

void H2Connection::responseHead(const H2Exchange &exchange)
{
    Request &request = requestOf(exchange);
    request.record.status = static_cast<std::uint16_t>(exchange.head.status);
    noteRedirect(exchange.head);
    request.responseDeadline.extend(m_context.options.bodyTimeout, Reason::BodyTimeout, m_readAt);
    if (!m_context.options.expectTag || exchange.head.status == kMisdirected)
        return;
    if (!exchange.head.tag)
        request.poison = Reason::MissingTag;
    else if (*exchange.head.tag != request.record.index)
        request.poison = Reason::ForeignTag;
}

void H2Connection::responseBody(const H2Exchange &exchange, std::string_view bytes)
{
    Request &request = requestOf(exchange);
    request.responseDeadline.extend(m_context.options.bodyTimeout, Reason::BodyTimeout, m_readAt);
    const std::optional<std::uint64_t> &wanted = m_context.options.readBytes;
    if (wanted && exchange.bodyBytes > *wanted && exchange.bodyBytes - bytes.size() <= *wanted)
        m_dropped.push_back(&request);
}

void H2Connection::streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed)
{
    Request &request = requestOf(exchange);
    request.unlink(); // from those that were not sent
    std::erase(m_dropped, &request);
    request.record.bodyBytes = saturated(bytesTaken(exchange.bodyBytes));
    --m_open;
    if (m_open == 0 && m_state == State::Open)
        becomeIdle();
    switch (closed.end) {
    case H2StreamEnd::Complete: answered(request, exchange); break;
    case H2StreamEnd::ResetByPeer: resetByPeer(request, exchange, closed); break;
    case H2StreamEnd::RefusedByGoaway: {
        Unfinished attempt;
        attempt.why = m_endReason == Reason::Http11Required ? m_endReason : Reason::Goaway;
        attempt.written = isWritten(request);
        attempt.unprocessed = true;
        if (m_anyAnswered)
            ++request.excusedAttempts;
        giveBack(request, attempt);
        break;
    }
    case H2StreamEnd::Failed:
        settle(request, Outcome::FailedProtocol,
               closed.error && closed.error->native != 0 ? Reason::MalformedResponse
                                                         : Reason::LimitExceeded,
               now());
        break;
    case H2StreamEnd::ConnectionOver: lost(request, exchange, closed); break;
    }
}

void H2Connection::answered(Request &request, const H2Exchange &exchange)
{
    if (exchange.head.status == kMisdirected && request.replays == 0) {
        retire(Reason::Misdirected);
        Unfinished attempt;
        attempt.why = Reason::Misdirected;
        attempt.written = true;
        attempt.unprocessed = true;
        giveBack(request, attempt);
        return;
    }
    m_anyAnswered = true;
    settleAnswered(request, m_readAt);
}

void H2Connection::resetByPeer(Request &request, const H2Exchange &exchange,
                               const H2StreamClosed &closed)
{
    report(ConnectionEventKind::StreamReset, static_cast<std::uint64_t>(exchange.id), Reason::None,
           static_cast<std::uint32_t>(closed.code));
    Unfinished attempt;
    attempt.written = true;
    attempt.otherwise = Outcome::FailedReset;
    if (closed.code == H2ErrorCode::Http11Required && !exchange.answered) {
        m_context.fallBackToHttp1();
        retire(Reason::Http11Required);
        attempt.why = Reason::Http11Required;
        attempt.unprocessed = true;
    } else if (closed.unprocessed) {
        attempt.why = Reason::StreamRefused;
        attempt.unprocessed = request.replays == 0;
    } else {
        settle(request, Outcome::FailedReset, Reason::StreamReset, now());
        return;
    }
    if (!attempt.unprocessed) {
        settle(request, attempt.otherwise, attempt.why, now());
        return;
    }
    giveBack(request, attempt);
}

/// The connection is over and this stream was not.
void H2Connection::lost(Request &request, const H2Exchange &exchange, const H2StreamClosed &closed)
{
    if (m_cancelling) {
        settle(request, Outcome::Cancelled, m_endReason, now());
        return;
    }
    // A peer that never said a word of HTTP/2 does not speak it.
    if (!m_codec.isSettingsReceived() && !exchange.answered && m_endReason != Reason::PingTimeout) {
        m_owner.connectFailed(neverSpoke(closed));
        settle(request, Outcome::FailedConnect,
               m_codec.isFailed() || m_answersInTls ? Reason::NoCommonProtocol
                                                    : Reason::ConnectFailed,
               now());
        return;
    }
    if (m_codec.isFailed()) {
        const bool ours = closed.error && closed.error->native == 0;
        settle(request, Outcome::FailedProtocol,
               ours ? Reason::LimitExceeded : Reason::MalformedResponse, now());
        return;
    }
    if (exchange.answered) {
        settle(request, m_lostByReset ? Outcome::FailedReset : Outcome::FailedTruncated,
               Reason::Truncated, now());
        return;
    }
    Unfinished attempt;
    attempt.why = m_endReason;
    attempt.written = isWritten(request);
    attempt.otherwise = m_endReason == Reason::PingTimeout ? Outcome::FailedTimeout
        : m_lostByReset                                    ? Outcome::FailedReset
        : request.record.reused                            ? Outcome::FailedStale
                                                           : Outcome::FailedTruncated;
    giveBack(request, attempt);
}

Error H2Connection::neverSpoke(const H2StreamClosed &closed) const
{
    if (m_answersInTls)
        return answersIn(kTlsInstead);
    return errorSaying(
        ErrorKind::Http2, 0,
        closed.error ? Sentence("{} does not speak HTTP/2: {}; try --protocol h1",
                                m_context.hostHeader, closed.error->detail)
                     : Sentence("{} closed the connection before it had said anything in HTTP/2",
                                m_context.hostHeader));
}

void H2Connection::settingsReceived(const H2PeerSettings &settings)
{
    m_stateDue = true;
    report(ConnectionEventKind::SettingsReceived, settings.maxConcurrentStreams);
}

void H2Connection::pingReceived(std::uint64_t)
{
    report(ConnectionEventKind::PingReceived);
}

void H2Connection::pingAcked(std::uint64_t payload)
{
    if (payload != m_pingsSent)
        return;
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(m_readAt - m_pingSentAt);
    report(ConnectionEventKind::PingAcked, static_cast<std::uint64_t>(took.count()));
}

void H2Connection::goawayReceived(const H2Goaway &goaway)
{
    m_stateDue = true;
    report(ConnectionEventKind::GoawayReceived, static_cast<std::uint64_t>(goaway.lastStreamId),
           Reason::None, static_cast<std::uint32_t>(goaway.code));
    if (goaway.code == H2ErrorCode::EnhanceYourCalm)
        m_context.pingBackoff = std::min(m_context.pingBackoff * 2, kMaxPingBackoff);
    const bool wantsHttp1 = goaway.code == H2ErrorCode::Http11Required;
    if (wantsHttp1)
        m_context.fallBackToHttp1();
    retire(wantsHttp1 ? Reason::Http11Required : Reason::Goaway);
}

void H2Connection::retire(Reason why)
{
    if (m_state != State::Open)
        return;
    m_state = State::Retired;
    m_endReason = why;
    m_keepAliveTimer.stop();
    m_ageTimer.stop();
    m_owner.connectionLeft(*this);
}

void H2Connection::discard(Reason why)
{
    if (m_state == State::Closing)
        return;
    const bool lostIt = !m_codec.isOver() && (m_writeFailed || m_lostByReset);
    m_state = State::Closing;
    m_endReason = why;
    m_keepAliveTimer.stop();
    m_ageTimer.stop();
    m_pingTimer.stop();
    m_writeFailure.stop();
    m_owner.batchBegins();
    m_owner.connectionLeft(*this);
    m_codec.close(); // what is open ends now
    if (!lostIt)
        writeOut(); // a GOAWAY, so that the peer need not guess
    report(ConnectionEventKind::Discarded, m_assigned, why);
    reportState();
    m_stream->close([this] {
        report(ConnectionEventKind::Closed);
        m_owner.connectionClosed(*this);
    });
    m_owner.batchEnds();
}

void H2Connection::close(Reason why)
{
    m_cancelling = true;
    discard(why);
}

void H2Connection::abandon(Request &request, Outcome outcome, Reason why)
{
    std::erase(m_dropped, &request);
    cancelStream(request);
    settle(request, outcome, why, now());
    if (m_state == State::Retired && m_open == 0)
        discard(m_endReason);
}

/// Leaves the request to the caller, to be settled.
void H2Connection::cancelStream(Request &request)
{
    m_codec.reset(static_cast<std::int32_t>(request.record.stream));
    request.unlink();
    --m_open;
    m_freesPlaces = true;
    if (m_open == 0 && m_state == State::Open)
        becomeIdle();
    requestFlush();
}

/// Not from inside the codec, which still speaks about these streams.
void H2Connection::cancelDropped()
{
    while (!m_dropped.empty()) {
        Request &request = *m_dropped.back();
        m_dropped.pop_back();
        cancelStream(request);
        request.record.bodyBytes = saturated(*m_context.options.readBytes);
        settleAnswered(request, m_readAt);
    }
}

/// It takes no new streams; with none open it ends now.
void H2Connection::tooOld()
{
    m_owner.batchBegins();
    retire(Reason::TooOld);
    if (m_state == State::Retired && m_open == 0)
        discard(m_endReason);
    m_owner.batchEnds();
}

Milliseconds H2Connection::idleLimit() const
{
    const ClientOptions &options = m_context.options;
    return m_assigned == 0 && options.unusedLimit > Milliseconds{0} ? options.unusedLimit
                                                                    : options.keepAlive;
}

void H2Connection::becomeIdle()
{
    m_idle = true;
    m_idleSince = m_readAt;
    m_keepAliveTimer.start(idleLimit());
    m_stream->setReferenced(false);
    if (!m_context.options.pingsWithoutStreams)
        m_pingTimer.stop();
    m_owner.connectionIdle(*this);
}

bool H2Connection::canTake(Method) const
{
    return m_state == State::Open && !isTooOld() && m_codec.freeStreams() > 0;
}

Reason H2Connection::overLimit() const
{
    if (!m_idle || m_state != State::Open)
        return Reason::None;
    if (ReusePolicy::isExpired(now() - m_idleSince, idleLimit()))
        return Reason::KeepAliveExpired;
    return isTooOld() ? Reason::TooOld : Reason::None;
}

void H2Connection::armPing()
{
    const Milliseconds interval = m_context.options.pingInterval * m_context.pingBackoff;
    if (interval > Milliseconds{0} && !m_pingTimer.isActive())
        m_pingTimer.start(interval);
}

/// The timer is not moved by what comes: it finds out when it is due.
void H2Connection::pingDue()
{
    const Milliseconds interval = m_context.options.pingInterval * m_context.pingBackoff;
    if (m_pingUnanswered) {
        discard(Reason::PingTimeout);
        return;
    }
    const Nanoseconds quiet = now() - m_readAt;
    if (quiet < interval) {
        m_pingTimer.start(std::chrono::ceil<Milliseconds>(interval - quiet));
        return;
    }
    m_pingUnanswered = true;
    m_pingSentAt = now();
    m_codec.ping(++m_pingsSent);
    report(ConnectionEventKind::PingSent);
    m_pingTimer.start(std::min(m_context.options.pingTimeout, interval));
    requestFlush();
}

} // namespace reusescope
