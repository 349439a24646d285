// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/connection.h"
#include "core/http/h1clientcodec.h"
#include "core/validation/validationscheduler.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// One HTTP/1.1 connection: idle, validating, active, closing (core/README.md draws the
/// states).
///
/// Thread: loop thread only.
/// Ownership: the Client's. It owns its socket, codec and scheduler; requests are only lent to it.
/// Every request assigned to it ends in requestDone() or requestReturned(), exactly once.
/// While idle it does not hold the loop (its socket is unreferenced), but it is read all the time:
/// bytes, a FIN or a reset that the loop sees discard it, and a request that was not written yet is
/// returned, never failed.
class H1Connection final : public Connection, private ByteStream::Handler, private IdleConnection
{
public:
    /// Speaks on `stream`, which is connected.
    H1Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id,
                 std::unique_ptr<ByteStream> stream);
    ~H1Connection() override;

    void assign(Request &request, Nanoseconds now, bool waited) override;
    void takeOver(const std::vector<Request *> &requests) override;
    void close(Reason why) override;
    /// The connection cannot survive it once the request was written.
    void abandon(Request &request, Outcome outcome, Reason why) override;
    void endIfDead() override;
    void noteSleep(const SleepRecord &sleep) override;

    bool canTake(Method method) const override; ///< pipelining
    Reason overLimit() const override;
    std::size_t requestsUnderWay() const override { return m_requests.size(); }
    int descriptor() const override { return m_stream->descriptor(); }

private:
    enum class State : std::uint8_t { Idle, Validating, Active, Closing };

    // ByteStream::Handler
    void streamReadable() override;
    void streamWritable() override;
    // IdleConnection
    IdleLook look() override { return m_stream->peek(); }
    Nanoseconds idleFor() const override;

    void applyVerdict(Verdict verdict);
    void cancelValidation();
    void enter(State state);
    std::optional<Milliseconds> idleLimitFor(const ResponseHead &head) const;
    void writeRequests();
    void flush() override;
    void afterWriteFailure();
    void readResponses();
    void consume(std::string_view bytes);
    void awaitResponse();
    void reportInterims();
    void checkTag(Request &request);
    void responseComplete(std::string_view rest);
    std::uint64_t bytesUnread() const;
    bool isTooMuchUnread() const;
    void abandonBody();
    void takeRecord(Request &request);
    void reportFraming(const Request &answered);
    void reportUnread();
    Reason reasonToDiscard(const Request &answered, std::string_view rest) const;
    Milliseconds idleLimitNow() const;
    void becomeIdle();
    void idleReadable();
    void streamEnded(bool reset, bool cutOff);
    void failFirst(Outcome outcome, Reason why);
    void discard(Reason why);
    void giveBack(Request &request, Reason why, bool reset);
    bool isWritten(const Request &request) const
    {
        return request.wireEnd != 0 && m_bytesWritten > request.wireBegin;
    }

    std::unique_ptr<ByteStream> m_stream;
    H1ClientCodec m_codec;
    State m_state = State::Idle;
    bool m_headChecked = false; // of the response under way
    // In the order of the wire, few. While validating: assigned, but not formatted.
    std::vector<Request *> m_requests;
    std::size_t m_firstUnformatted = 0;
    std::size_t m_firstUnsent = 0;
    std::string m_out; // formatted bytes; those before m_outOffset are with the kernel
    std::size_t m_outOffset = 0;
    std::uint64_t m_bytesFormatted = 0; // since the connection began
    std::uint64_t m_bytesWritten = 0;
    bool m_watchingWriting = false;
    bool m_writeFailed = false; // the peer has reset: what is left is to read what it had said
    std::uint32_t m_carried = 0; // requests that reached the wire
    Nanoseconds m_idleSince{0};
    Milliseconds m_idleLimit{0};
    std::optional<Milliseconds> m_reportedHint;
    std::optional<bool> m_reportedHttp10; // of the last response of HTTP/1.0: its keep-alive
    int m_reportedInterims = 0; // of the response under way
    Nanoseconds m_readAt{0}; // when the read that is being consumed returned
    std::unique_ptr<ValidationScheduler> m_scheduler;
    TimerHandle m_keepAliveTimer;
    TimerHandle m_writeFailure;
    ResponseDeadline m_responseDeadline;
};

} // namespace reusescope
