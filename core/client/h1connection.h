// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/url.h"
#include "core/client/clientoptions.h"
#include "core/client/request.h"
#include "core/http/h1clientcodec.h"
#include "core/loop/coarsetimer.h"
#include "core/net/connector.h"
#include "core/validation/registry.h"
#include "core/validation/reusepolicy.h"
#include "core/validation/validationscheduler.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

class H1Connection;

/// What all connections of a client share. Everything outlives them.
struct ConnectionContext
{
    PhaseLoop &loop;
    ImmediateQueue &immediates;
    TimeoutQueue &timeouts;
    CoarseTimerQueue &coarseTimers;
    const ClientOptions &options;
    const SchedulerFactory &makeScheduler;
    const Url &target;
    TlsClientContext *tls = nullptr; ///< null: plain
    std::string hostHeader;
    std::vector<char> readBuffer; ///< one for all: the loop reads one socket at a time
    int validating = 0; ///< connections in validation
};

/// Told what becomes of a connection and of its requests. May submit new requests from inside.
class ConnectionOwner
{
public:
    virtual void requestDone(Request &request) = 0; ///< its record is complete
    /// The attempt is over and did not settle the request: to be assigned again. The record's
    /// points are those of the attempt.
    virtual void requestReturned(Request &request, Reason why, bool written) = 0;
    virtual void
    connectionIdle(H1Connection &connection) = 0; ///< before the requestDone() of its last request
    virtual void connectionLeft(
        H1Connection &connection) = 0; ///< takes no request any more; its closing has begun
    virtual void connectionClosed(
        H1Connection &connection) = 0; ///< may be destroyed, though not from inside this call
    virtual void connectFailed(H1Connection &connection, const Error &error) = 0;
    virtual void connectionEvent(const ConnectionEvent &event) = 0;

protected:
    ~ConnectionOwner() = default;
};

/// One HTTP/1.1 connection: connecting, idle, validating, active, closing (core/README.md draws the
/// states).
///
/// Thread: loop thread only.
/// Ownership: the Client's. It owns its socket, codec and scheduler; requests are only lent to it.
/// Every request assigned to it ends in requestDone() or requestReturned(), exactly once.
/// While idle it does not hold the loop (its socket is unreferenced), but it is read all the time:
/// bytes, a FIN or a reset that the loop sees discard it, and a request that was not written yet is
/// returned, never failed.
class H1Connection final : private ByteStream::Handler,
                           private IdleConnection,
                           private Connector::Listener
{
public:
    H1Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id);
    ~H1Connection();

    /// Begins to connect to one of `addresses`, in order, for the requests that have been assigned.
    void connect(const std::vector<Endpoint> &addresses);
    /// The name did not resolve.
    void failToResolve(const Error &error);

    /// The next request. `waited`: it had been waiting behind the response that just finished (no
    /// idle time in between).
    void assign(Request &request, Nanoseconds now, bool waited);
    /// Ends the connection, for a reason of ours. Requests that it carries settle as cancelled.
    void close(Reason why);
    /// Takes a request out and settles it as failed or cancelled; the connection cannot survive
    /// that once it was written.
    void abandon(Request &request, Outcome outcome, Reason why);
    /// The loop has completed a poll that slept: remembered for a request in validation.
    void noteSleep(const SleepRecord &sleep);

    ConnectionId id() const { return m_id; }
    bool isIdle() const { return m_state == State::Idle; }
    bool isConnecting() const { return m_state == State::Connecting; }
    bool isClosing() const { return m_state == State::Closing; }
    bool isExpired() const; ///< idle for longer than its limit, by the clock
    /// Could take a further request behind those under way.
    bool canPipeline(Method method) const;
    std::size_t requestsUnderWay() const { return m_requests.size(); }
    bool hasCarried() const { return m_carried > 0; }
    int descriptor() const { return m_stream ? m_stream->descriptor() : -1; }

    /// A pool parks requests until its drain immediate has run after a response (undici's "needs
    /// drain").
    bool needsDrain() const { return m_needsDrain; }
    void setNeedsDrain(bool needs) { m_needsDrain = needs; }

private:
    enum class State : std::uint8_t { Connecting, Idle, Validating, Active, Closing };

    // ByteStream::Handler
    void streamReadable() override;
    void streamWritable() override;
    // IdleConnection
    IdleLook look() override { return m_stream->peek(); }
    Nanoseconds idleFor() const override;
    // Connector::Listener
    void transportConnected(ByteStream &transport) override;
    void connected(std::unique_ptr<ByteStream> stream, const TlsInfo *tls) override;
    void connectFailed(const Error &error) override;
    void addressLost(std::size_t place, const Error *error) override;

    void failConnecting(Outcome outcome, Reason why, const Error &error);
    void applyVerdict(Verdict verdict);
    void cancelValidation();
    void enter(State state);
    std::optional<Milliseconds> idleLimitFor(const ResponseHead &head) const;
    void writeRequests();
    void flush();
    void readResponses();
    void consume(std::string_view bytes);
    void checkTag(const Request &request);
    void responseComplete(std::string_view rest);
    Reason reasonToDiscard(const Request &answered, std::string_view rest) const;
    void becomeIdle();
    void idleReadable();
    void streamEnded(bool reset);
    void failFirst(Outcome outcome, Reason why);
    void discard(Reason why);
    void giveBack(Request &request, Reason why, bool reset);
    void settle(Request &request, Outcome outcome, Reason why);
    void armResponseDeadline(Milliseconds limit, Reason why);
    void disarmResponseDeadline();
    void responseDeadlineReached();
    void report(ConnectionEventKind kind, std::uint64_t value = 0, Reason why = Reason::None);
    bool isWritten(const Request &request) const
    {
        return request.wireEnd != 0 && m_bytesWritten > request.wireBegin;
    }

    ConnectionContext &m_context;
    ConnectionOwner &m_owner;
    ConnectionId m_id;
    Connector m_connector;
    std::unique_ptr<ByteStream> m_stream; // once connected
    H1ClientCodec m_codec;
    State m_state = State::Connecting;
    bool m_needsDrain = false;
    bool m_headChecked = false; // of the response under way
    Reason m_poison = Reason::None; // the response under way is not the head request's
    // In the order of the wire, few. While connecting or validating: assigned, but not formatted.
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
    Nanoseconds m_readAt{0}; // when the read that is being consumed returned
    std::unique_ptr<ValidationScheduler> m_scheduler;
    TimerHandle m_keepAliveTimer;
    TimerHandle m_connectDeadline;
    // Header and body limits: coarse above one second, native below, as undici.
    TimerHandle m_nativeDeadline;
    CoarseTimer m_coarseDeadline;
    Reason m_deadlineReason = Reason::None;
};

} // namespace reusescope
