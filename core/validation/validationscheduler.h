// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/immediate.h"
#include "core/loop/phaseloop.h"
#include "core/loop/timeoutqueue.h"
#include "core/net/bytestream.h"
#include "core/trace/records.h"

#include <functional>
#include <optional>

namespace reusescope {

/// The idle, used connection as a scheduler sees it.
class IdleConnection
{
public:
    /// Looks without taking anything: one system call.
    virtual IdleLook look() = 0;
    virtual Nanoseconds idleFor() const = 0;

protected:
    ~IdleConnection() = default;
};

/// None: the connection may carry the request. Anything else: why it must be discarded.
using Verdict = Reason;
inline constexpr Verdict kClean = Reason::None;

/// What a scheduler works with. All of it outlives the scheduler.
struct SchedulerContext
{
    PhaseLoop &loop;
    ImmediateQueue &immediates;
    TimeoutQueue &timeouts;
    IdleConnection &connection;
    std::function<void(Verdict)> answered; ///< for the answer that begin() did not give at once
};

/// Decides when an idle, used connection may carry the next request. One object per connection.
///
/// Thread: loop thread only. Ownership: the connection's; destruction cancels.
/// A fresh connection is never asked about. Each begin() is answered exactly once, unless cancel()
/// comes first; after cancel() nothing is called. An answer belongs to the request that waited for
/// it and is not kept for another. What the loop itself sees on the idle socket meanwhile (bytes,
/// FIN, RST) is the connection's business: it cancels.
class ValidationScheduler
{
public:
    virtual ~ValidationScheduler() = default;

    /// False: there is nothing to begin, requests go out at once and have no validate segment.
    virtual bool validates() const { return true; }
    /// The connection has completed a response and carries nothing now.
    virtual void becameIdle() { }
    /// A request wants to go out: the verdict if it can be given now, else `answered` brings it
    /// later.
    virtual std::optional<Verdict> begin() = 0;
    /// Forgets what is under way; no answer comes.
    virtual void cancel() = 0;
    /// Whether a request that already waited behind the finishing response is validated too; undici
    /// does not.
    virtual bool validatesBackToBack() const { return false; }
};

/// The verdict that a look alone justifies.
Verdict verdictOf(IdleLook look);

} // namespace reusescope
