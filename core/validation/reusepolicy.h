// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/trace/records.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace reusescope {

/// How long an idle connection is kept, and when a failed request may be tried again. Pure rules,
/// no state.
struct ReusePolicy
{
    Milliseconds keepAlive{4000}; ///< without a hint
    Milliseconds keepAliveMax{600'000};
    Milliseconds margin{2000}; ///< taken off the peer's hint, for the FIN that is already under way

    /// The idle limit after a response with this `Keep-Alive: timeout=` hint; absent when the hint
    /// leaves no time after the margin, so that the connection must not be kept (as undici:
    /// min(hint - margin, max)).
    std::optional<Milliseconds> idleLimit(std::optional<Milliseconds> hint) const;

    /// By the wall clock, not by whether a timer has run: a blocked loop may be late with its
    /// timers.
    static bool isExpired(Nanoseconds idleFor, Milliseconds limit) { return idleFor >= limit; }
};

/// What a client sends a second time though it was written on a reused connection that then ended
/// without a byte of response.
enum class ReplayPolicy : std::uint8_t {
    Never,
    Idempotent, ///< methods that are (RFC 9110 section 9.2.2)
    Always, ///< at the risk that a POST takes effect twice
};

std::string_view name(ReplayPolicy policy); ///< "never", "idempotent", "always"
std::optional<ReplayPolicy> replayPolicyFromName(std::string_view text);

/// The facts that decide about a replay.
struct ReplayQuestion
{
    ReplayPolicy policy = ReplayPolicy::Idempotent;
    bool written = false; ///< any byte of the request was handed to the kernel
    bool responseBegun = false;
    bool connectionReused = false; ///< it had carried a request before
    bool idempotent = true; ///< RFC 9110 section 9.2.2
    bool bodyStreamed = false; ///< the body cannot be sent a second time
    int replays = 0; ///< made already
    bool unprocessed = false; ///< the peer says that it did nothing with it (RFC 9113 section 8.7)
};

/// When nothing was written, or the peer says that it has not processed the request: always. When
/// written: as the policy allows, only without a byte of response, on a reused connection, with a
/// repeatable body, and once (RFC 9110 section 9.2.2, RFC 9112 section 9.3.1).
bool mayReplay(const ReplayQuestion &question);

} // namespace reusescope
