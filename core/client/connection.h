// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/base/url.h"
#include "core/client/clientoptions.h"
#include "core/client/request.h"
#include "core/net/bytestream.h"
#include "core/validation/registry.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

class Connection;
class PendingConnection;
struct TlsInfo;

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
    std::vector<HeaderField> extraFields; ///< views into the options
    std::vector<char> readBuffer; ///< one for all: the loop reads one socket at a time
    int validating = 0; ///< connections in validation
    bool http1Only = false; ///< the peer has asked for it, see fallBackToHttp1()
    int pingBackoff = 1; ///< PINGs come so many times more rarely: the peer has complained

    /// HTTP_1_1_REQUIRED: later connections speak HTTP/1.1.
    void fallBackToHttp1();
};

/// Told what becomes of a connection and of its requests. May submit new requests from inside.
class ConnectionOwner
{
public:
    virtual void requestDone(Request &request) = 0; ///< its record is complete
    /// The attempt is over and did not settle the request: to be assigned again. The record's
    /// points are those of the attempt.
    virtual void requestReturned(Request &request, Reason why, bool written) = 0;
    /// The transport stands, with TLS where it was asked for: the owner makes a connection of the
    /// right protocol, which gets the requests.
    virtual void connectionReady(PendingConnection &pending, std::unique_ptr<ByteStream> stream,
                                 Protocol protocol) = 0;
    /// Before the requestDone() of its last request.
    virtual void connectionIdle(Connection &connection) = 0;
    /// It takes no request any more; those that it carries may still be answered.
    virtual void connectionLeft(Connection &connection) = 0;
    /// May be destroyed, though not from inside this call.
    virtual void connectionClosed(Connection &connection) = 0;
    virtual void connectFailed(const Error &error) = 0;
    virtual void connectionEvent(const ConnectionEvent &event) = 0;
    virtual void peerVerified(const TlsInfo &tls) = 0; ///< after each handshake
    virtual void redirected(std::string_view location) = 0; ///< a response leads elsewhere

    // HTTP/2
    /// Brackets calls that may open many streams: what they have to write goes out at the end.
    virtual void batchBegins() = 0;
    virtual void batchEnds() = 0;
    virtual void flushAtBatchEnd(Connection &connection) = 0;
    virtual void streamsFreed() = 0; ///< waiting requests can be assigned at the end of the batch
    virtual void framesMoved(const FrameBatch &batch) = 0;
    virtual void http2State(const Http2State &state) = 0;

protected:
    ~ConnectionOwner() = default;
};

/// A connection of a client, whatever is spoken on it.
///
/// Thread: loop thread only.
/// Ownership: the ConnectionPool's; requests are only lent to it.
/// Every request assigned to it ends in requestDone() or requestReturned(), exactly once.
class Connection
{
public:
    virtual ~Connection() = default;
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// The next request. `waited`: it had been waiting behind the response that just finished (no
    /// idle time in between).
    virtual void assign(Request &request, Nanoseconds now, bool waited) = 0;
    /// Those that a PendingConnection had been assigned, in their order. Called once, at first.
    virtual void takeOver(const std::vector<Request *> &requests) = 0;
    /// Ends the connection, for a reason of ours. Requests that it carries settle as cancelled.
    virtual void close(Reason why) = 0;
    /// Takes a request out and settles it as failed or cancelled.
    virtual void abandon(Request &request, Outcome outcome, Reason why) = 0;
    /// Writes what waits to be written.
    virtual void flush() { }
    /// Looks at the socket of an idle one, and ends the connection for what lies there unseen.
    virtual void endIfDead() { }
    /// The loop has completed a poll that slept: remembered for a request in validation.
    virtual void noteSleep(const SleepRecord & /*sleep*/) { }

    /// Could take a further request beside or behind those under way.
    virtual bool canTake(Method method) const = 0;
    virtual bool multiplexes() const { return false; } ///< requests do not wait for each other
    /// The limit that is over by the clock, for an idle one; None: it may be used.
    virtual Reason overLimit() const { return Reason::None; }
    virtual std::size_t requestsUnderWay() const = 0;
    virtual int descriptor() const = 0; ///< -1: none yet

    ConnectionId id() const { return m_id; }

    /// A pool parks requests until its drain immediate has run after a response (undici's "needs
    /// drain").
    bool needsDrain() const { return m_needsDrain; }
    void setNeedsDrain(bool needs) { m_needsDrain = needs; }

protected:
    /// What is known about an attempt that the connection could not finish.
    struct Unfinished
    {
        Reason why = Reason::None;
        bool written = false;
        Outcome otherwise = Outcome::FailedTruncated; ///< when it may not be sent again
        bool unprocessed = false; ///< the peer says so
    };

    Connection(ConnectionContext &context, ConnectionOwner &owner, ConnectionId id)
        : m_context(context), m_owner(owner), m_madeAt(now()), m_id(id)
    { }

    void beginAttempt(Request &request, Nanoseconds now);
    RequestHead headOf(const Request &request) const; ///< lives as long as the context
    std::string_view body() const; ///< of each request
    void noteWriting(Request &request); ///< its bytes are made now
    /// `pattern` says in what, and not as expected; for connectFailed().
    Error answersIn(const char *pattern) const;
    void noteRedirect(const ResponseHead &head);
    void settle(Request &request, Outcome outcome, Reason why, Nanoseconds at);
    /// Its response is there: ok, or poison.
    void settleAnswered(Request &request, Nanoseconds at);
    /// Of the `received` bytes of its body, what the caller has taken.
    std::uint64_t bytesTaken(std::uint64_t received) const;
    /// Over ClientOptions::maxAge.
    bool isTooOld() const;
    /// Sends it again by the rules of mayReplay(), or settles it.
    void giveBack(Request &request, const Unfinished &attempt);
    void report(ConnectionEventKind kind, std::uint64_t value = 0, Reason why = Reason::None,
                std::uint32_t code = 0);
    /// Value: how many; their beginning goes with it.
    void report(ConnectionEventKind kind, std::string_view bytes);
    Nanoseconds now() const { return m_context.loop.clock().now(); }

    ConnectionContext &m_context;
    ConnectionOwner &m_owner;
    const Nanoseconds m_madeAt; ///< when its transport stood

private:
    ConnectionEvent eventOf(ConnectionEventKind kind, std::uint64_t value) const;

    ConnectionId m_id;
    bool m_needsDrain = false;
};

/// An alert or a handshake of TLS (RFC 8446 section 5.1), as far as there are bytes: what a server
/// says that expects TLS.
bool beginsTlsRecord(std::string_view bytes);
/// A SETTINGS frame (RFC 9113 section 4.1), as far as there are bytes: what a server says first
/// that expects HTTP/2.
bool beginsHttp2(std::string_view bytes);
inline constexpr const char *kTlsInstead = phrase("{} answers in TLS; is it an https:// server?");
inline constexpr const char *kHttp2Instead = phrase("{} answers in HTTP/2; try --protocol h2");
/// What a record can hold: larger values become the largest.
std::uint32_t saturated(std::uint64_t value);
/// As the record has it, from the moment the request was queued.
CompactDuration sinceQueued(const Request &request, Nanoseconds at);

} // namespace reusescope
