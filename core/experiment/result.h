// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/trace/summary.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reusescope {

/// How a variant's median compares with the first one's, block by block.
struct Ratio
{
    double p50 = 1.0; ///< median of the blocks' ratios
    double low = 1.0; ///< 95 % bootstrap interval of that median
    double high = 1.0;
    bool resolvable = false; ///< the interval does not contain 1
};

/// What HTTP/2 has done in all connections of a variant, warm-up included.
struct Http2Figures
{
    std::uint32_t connections = 0;
    H2FrameCounts received{}; ///< frames by type
    H2FrameCounts sent{};
    std::uint32_t goaways = 0; ///< connections on which the peer has sent one
    std::uint64_t refusedStreams = 0; ///< REFUSED_STREAM: the peer has not processed the request
    std::uint32_t mostStreams = 0; ///< open at the same time on one connection
};

struct VariantResult
{
    std::string scheduler;
    Protocol protocol = Protocol::H1; ///< that was asked for
    /// What most measured requests were answered with; Auto: none was.
    Protocol spoken = Protocol::H1;
    std::uint64_t started = 0; ///< measured requests handed out
    std::uint64_t settled = 0;
    std::uint64_t unsettled = 0; ///< started, but neither answered nor failed: always a defect
    std::uint32_t connectionsOpened = 0; ///< warm-up included
    std::uint32_t idleClosedAtEnd = 0; ///< connections that were still kept when the run was over
    Nanoseconds wall{0}; ///< time spent in measured blocks
    Summary summary;
    std::map<std::uint16_t, std::uint64_t> statuses; ///< of the measured requests
    std::uint64_t bodyBytes = 0; ///< likewise
    std::string
        firstRedirect; ///< where the first redirect leads, as written; empty: there was none
    std::optional<Http2Figures> http2; ///< absent where it was not spoken
    /// The certificates of the first TLS connection in DER, the peer's own first; empty: no TLS.
    std::vector<std::string> peerChain;
    /// By block, 0 for one without any answer; empty when there was none in the whole run.
    std::vector<Nanoseconds> blockMedians;
    Ratio ratio;
};

struct HostInfo
{
    std::string os;
    std::string kernel;
    std::string cpu;
    unsigned cores = 0;

    static HostInfo read();
};

/// What came out of a run. Everything that a report needs besides the records.
struct RunResult
{
    Experiment experiment;
    std::string scenario; ///< its name; empty: none
    std::string url; ///< the target as used, also for the lab
    std::string redirectedFrom; ///< the URL asked for, when redirects were followed; else empty
    bool lab = true;
    HostInfo host;
    std::vector<VariantResult> variants;
    std::uint64_t instrumentWakeups =
        0; ///< wake-ups of the loop that the program itself caused while measuring
    std::uint64_t eventsDropped = 0;
    std::uint64_t turns = 0; ///< of the loops, in all variants
    bool interrupted = false; ///< stopped before all requests were made
    std::optional<Error> error; ///< the run could not go on; what was measured before is here
};

/// What to call the variants, as titlesOf() does.
std::vector<std::string> titlesOf(const RunResult &result);

/// Paired ratios of block medians with a seeded percentile bootstrap (2000 resamples). A block in
/// which one of the two has no median (0) is left out; at least 3 must be left to be resolvable.
Ratio ratioOfMedians(const std::vector<Nanoseconds> &variant, const std::vector<Nanoseconds> &first,
                     std::uint64_t seed);

} // namespace reusescope
