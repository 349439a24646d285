// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/url.h"
#include "core/client/clientoptions.h"
#include "core/loop/poller.h"
#include "core/net/tlscontext.h"
#include "core/trace/records.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace reusescope {

/// What to find out about how long a server keeps idle connections.
struct IdleQuestion
{
    Url url;
    TlsClientOptions tls;
    Protocol protocol = Protocol::H1;
    Milliseconds upTo{90'000}; ///< longer than this is not waited
    int tries = 5; ///< connections that are only watched, of each kind
    int probes = 12; ///< connections at a time that ask again after a gap
    Milliseconds resolution{10}; ///< of the gaps: where bisection ends
    Milliseconds answerLimit{2000}; ///< an open connection without an answer by then is a zombie
    bool unused = true; ///< also connections that have never carried a request
    Milliseconds pause{0}; ///< between two connections that are begun, for servers of others
};

inline constexpr int kMaxIdleTries = 100;
inline constexpr int kMaxIdleProbes = 100;
inline constexpr Milliseconds kMaxIdleTime{3'600'000};
inline constexpr int kMaxIdleRounds = 8; ///< of probes, behind the first ones
/// How many connections the server gets, at most.
int mostConnections(const IdleQuestion &question);

/// A connection that ended while it was idle.
struct IdleClose
{
    bool used = true; ///< it had carried a request
    bool watched = true; ///< nothing else was wanted of it; false: it was to ask again later
    /// From the read that brought the last byte of the response, unused: from the connection's
    /// being ready, to the read that told the end.
    Nanoseconds after{0};
    Reason how = Reason::None; ///< IdleFin, IdleReset, Idle408, IdleBytes, Goaway, ...
};

/// A request on a connection after a gap.
struct IdleProbe
{
    enum class Fate : std::uint8_t {
        Answered, ///< on the same connection
        ClosedBefore, ///< the end had been seen before the request was due
        ClosedUnder, ///< written, and then the end: what a client hits that is not warned
        NoAnswer, ///< open, and silent until the answer limit
        Failed, ///< in another way
    };
    Nanoseconds gap{0}; ///< as it was: between the last byte of one response and the next request
    Fate fate = Fate::Failed;
    Reason reason = Reason::None;
};

std::string_view name(IdleProbe::Fate fate); ///< "answered", "closed-before", ...

/// What was found, also when it was stopped early.
struct IdleFindings
{
    std::string url;
    Protocol spoken = Protocol::H1;
    std::vector<IdleClose> closes;
    std::vector<IdleProbe> probes; ///< in the order of their gaps
    int usedWatched = 0, unusedWatched = 0; ///< connections that stood and were watched
    Nanoseconds watchedFor{0}; ///< all of them that did not end, at least
    std::optional<Milliseconds> hint; ///< the server's, in its last response
    std::optional<Nanoseconds> connectTime; ///< the shortest: a round trip
    std::optional<Error> error; ///< why nothing could be measured
    bool interrupted = false;
};

struct IdleInterval
{
    Nanoseconds low{0}, high{0};
    int samples = 0;
};

/// From the earliest to the latest close that was seen, of used or unused connections; absent: none
/// was.
std::optional<IdleInterval> closeInterval(const IdleFindings &findings, bool used);
/// The longest gap after which a request was answered on its connection.
std::optional<Nanoseconds> longestAnswered(const IdleFindings &findings);
/// How connections ended most often.
Reason commonManner(const IdleFindings &findings, bool used);
bool hasZombies(const IdleFindings &findings);

/// undici's coarse timers, and what other clients have in their place, are late by up to so much.
inline constexpr Milliseconds kCoarseTimerTick{500};

/// A limit for the client's own keep-alive, and how it came about as a sentence.
struct KeepAliveAdvice
{
    std::optional<Milliseconds> keepAlive; ///< absent: no connection should be kept
    Milliseconds margin{0};
    std::string how; ///< a clause; made of what follows
    std::optional<Nanoseconds> earliestEnd; ///< absent: none was seen
    std::optional<Nanoseconds> longestAnswered; ///< given where no end was seen
    Nanoseconds roundTrip{0};
    Nanoseconds spread{0}; ///< of the ends
};
KeepAliveAdvice keepAliveAdvice(const IdleFindings &findings);

/// Gaps between requests in which the server's end can cross a request on its way: from one round
/// trip before the earliest close to one behind the latest.
std::optional<IdleInterval> dangerWindow(const IdleFindings &findings);
/// The share of gaps in it, of requests that come by chance at `perSecond` (exponential gaps).
double shareInDanger(const IdleInterval &window, double perSecond);
/// The same for given gaps.
double shareInDanger(const IdleInterval &window, const std::vector<Nanoseconds> &gaps);
/// Times of requests, one in each line, in any order: all in seconds with a decimal point, or all
/// as ISO 8601 has dates (2026-02-28T23:59:59.123Z); empty lines and lines that begin with # do not
/// count. Returns the gaps between them. Fails with
/// ErrorKind::Input ("line 3: ..."), when there are fewer than two and beyond kMaxRequestTimes.
Result<std::vector<Nanoseconds>> gapsFromTimes(std::string_view text);
inline constexpr std::size_t kMaxRequestTimes = 1'000'000;

/// Finds it by real connections, which begin over a second, because there are servers that look at
/// theirs once a second: some are only watched until they end; at the same time others ask again
/// after gaps that double; then rounds of further ones between the longest gap that was answered
/// and the shortest that was not. Each has a client of its own, whose limits are longer than the
/// server's and which follows no hint.
///
/// Thread: run() blocks the thread that calls it, with a loop of its own; stop(), status() and
/// findings() on any.
class IdleFinder
{
public:
    struct Status
    {
        Nanoseconds elapsed{0};
        Nanoseconds expected{0}; ///< in all, as far as is known; shrinks when connections end
        std::size_t closes = 0;
        std::size_t probes = 0;
    };

    IdleFinder(IdleQuestion question, const Clock &clock, std::unique_ptr<Poller> poller);
    ~IdleFinder();
    IdleFinder(const IdleFinder &) = delete;
    IdleFinder &operator=(const IdleFinder &) = delete;

    /// Once. What the system refuses (memory, descriptors) is the findings' error.
    IdleFindings run();
    /// Ends run() soon, with what was found so far.
    void stop();
    Status status() const;
    /// As of the last status, while run() has not returned.
    IdleFindings findings() const;

private:
    class Probe;
    struct Loop;

    void carryOut();
    void planFirst();
    void beginNext();
    void watchedFrom(Nanoseconds since);
    Nanoseconds watchedFor() const;
    void probeOver();
    std::vector<Milliseconds> nextGaps() const;
    void failed(const Error &error);
    void endWatching();
    void end();
    void publish();

    IdleQuestion m_question;
    const Clock &m_clock;
    std::unique_ptr<Loop> m_loop;
    std::vector<std::unique_ptr<TlsClientContext>> m_tls; // outlive the probes
    std::vector<std::unique_ptr<Probe>> m_probes;
    IdleFindings m_findings;
    bool m_hasStood = false; // any connection, idle
    Nanoseconds m_begun{0};
    Nanoseconds m_watchUntil{0}; // by then all were watched for as long as was asked for
    std::optional<Nanoseconds> m_watchEnded;

    mutable std::mutex m_mutex;
    Status m_status; // under m_mutex
    IdleFindings m_snapshot; // likewise
    std::atomic<bool> m_stopRequested{false};
};

} // namespace reusescope
