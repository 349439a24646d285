// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/connection.h"
#include "core/http/h2clientcodec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace reusescope {

/// One HTTP/2 connection (RFC 9113): its requests are streams beside each other.
///
/// Thread: loop thread only. Ownership: as Connection.
/// There is no validation of an idle one: a response carries the id of its stream, so that none can
/// be taken for another's. While no stream is open it does not hold the loop, but it is read all
/// the time.
/// A GOAWAY, used-up ids, a 421 or HTTP_1_1_REQUIRED retire it: it leaves the pool, and ends when
/// the streams that may finish have finished. What the peer says it has not processed goes out
/// again elsewhere, whatever the method: once for REFUSED_STREAM.
/// Writes are gathered until the end of a batch (ConnectionOwner::batchEnds()).
class H2Connection final : public Connection, private ByteStream::Handler, private H2ClientListener
{
public:
    /// Speaks on `stream`, which is connected.
    H2Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id,
                 std::unique_ptr<ByteStream> stream);
    ~H2Connection() override;

    void assign(Request &request, Nanoseconds now, bool waited) override;
    void takeOver(const std::vector<Request *> &requests) override;
    void close(Reason why) override;
    /// Resets its stream; the connection lives.
    void abandon(Request &request, Outcome outcome, Reason why) override;
    void flush() override;

    bool canTake(Method method) const override;
    bool multiplexes() const override { return true; }
    Reason overLimit() const override;
    std::size_t requestsUnderWay() const override { return m_open; }
    int descriptor() const override { return m_stream->descriptor(); }

private:
    enum class State : std::uint8_t {
        Open,
        Retired, // no new streams; those that are open may finish
        Closing,
    };

    // ByteStream::Handler
    void streamReadable() override;
    void streamWritable() override;
    // H2ClientListener
    void requestProduced(const H2Exchange &exchange, std::uint64_t position) override;
    void responseBegun(const H2Exchange &exchange) override;
    void responseHead(const H2Exchange &exchange) override;
    void responseBody(const H2Exchange &exchange, std::string_view bytes) override;
    void streamClosed(const H2Exchange &exchange, const H2StreamClosed &closed) override;
    void settingsReceived(const H2PeerSettings &settings) override;
    void pingReceived(std::uint64_t payload) override;
    void pingAcked(std::uint64_t payload) override;
    void goawayReceived(const H2Goaway &goaway) override;

    void openStream(Request &request);
    void read();
    void batchRead();
    void streamEnded(bool reset);
    void connectionFailed();
    void answered(Request &request, const H2Exchange &exchange);
    void resetByPeer(Request &request, const H2Exchange &exchange, const H2StreamClosed &closed);
    void lost(Request &request, const H2Exchange &exchange, const H2StreamClosed &closed);
    Error neverSpoke(const H2StreamClosed &closed) const;
    void retire(Reason why);
    void discard(Reason why);
    void cancelStream(Request &request);
    void cancelDropped();
    Milliseconds idleLimit() const;
    void becomeIdle();
    void requestFlush();
    void writeOut();
    void afterWriteFailure();
    void armPing();
    void pingDue();
    void tooOld();
    void reportFrames();
    void reportState();
    bool isWritten(const Request &request) const
    {
        return request.wireEnd != 0 && m_bytesWritten > request.wireBegin;
    }

    std::unique_ptr<ByteStream> m_stream;
    H2ClientCodec m_codec;
    State m_state = State::Open;
    Reason m_endReason = Reason::None; // why it is retired
    IntrusiveList<Request> m_unsent; // in the order of the wire: their bytes are with the codec
    std::uint64_t m_bytesWritten = 0;
    std::uint64_t m_lastRequestEnd = 0; // in bytes produced
    std::vector<Request *> m_dropped; // their callers have all they wanted: in the read under way
    bool m_idle = false;
    bool m_answersInTls = false; // though nobody asked for it
    bool m_anyAnswered = false;
    bool m_feeding = false; // the codec takes bytes; its output must not be asked for
    bool m_flushRequested = false;
    bool m_freesPlaces = false; // by resets whose RST_STREAM is not in the output yet
    bool m_watchingWriting = false;
    bool m_writeFailed = false; // what is left is to read what the peer had said
    bool m_lostByReset = false;
    bool m_cancelling = false; // streams that end now are cancelled: m_endReason says why
    bool m_stateDue = false; // to be reported with the batch under way
    std::uint32_t m_assigned = 0; // requests so far
    std::uint32_t m_open = 0; // requests under way
    std::uint32_t m_mostStreams = 0;
    Nanoseconds m_idleSince{0};
    Nanoseconds m_readAt{0}; // when the read that is being consumed returned
    Nanoseconds m_stateAt{0}; // last reported
    Nanoseconds m_pingSentAt{0};
    std::uint64_t m_pingsSent = 0;
    std::uint64_t m_framesReceived = 0; // as last reported, likewise the next ones
    std::uint64_t m_framesSent = 0;
    std::uint64_t m_lateFrames = 0;
    TimerHandle m_keepAliveTimer;
    TimerHandle m_ageTimer;
    TimerHandle m_pingTimer; // also waits for the answer
    TimerHandle m_writeFailure;
    bool m_pingUnanswered = false;
};

} // namespace reusescope
