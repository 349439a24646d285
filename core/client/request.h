// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/responsedeadline.h"
#include "core/http/message.h"
#include "core/loop/handle.h"
#include "core/loop/intrusivelist.h"
#include "core/trace/records.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace reusescope {

/// What the caller wants to be sent.
struct RequestSpec
{
    std::uint32_t index = 0; ///< 1-based; also the tag
    std::uint8_t block = 0;
    bool warmup = false;
    Method method = Method::Get;
    std::optional<Nanoseconds> intendedAt; ///< when it should have been submitted (paced)
};

/// A request under way. Owned and recycled by the Client, so that a warm client allocates none.
struct Request : ListNode
{
    using ListNode::unlink; ///< out of the queue of those that wait

    /// What is told when a limit is over.
    using LimitReached = std::function<void(Request &, Reason)>;

    Request(TimeoutQueue &timeouts, CoarseTimerQueue &coarseTimers,
            const LimitReached &limitReached)
        : responseDeadline(timeouts, coarseTimers,
                           [this, limitReached](Reason why) { limitReached(*this, why); })
    { }

    RequestRecord record;
    Method method = Method::Get;
    bool underWay = false; ///< submitted and not settled
    int replays = 0;
    int excusedAttempts = 0; ///< refused by a connection that was answering others
    std::optional<Nanoseconds> parkedAt; ///< waits since then, with no connection
    std::uint64_t wireBegin = 0; ///< of this attempt, in bytes since the connection began
    std::uint64_t wireEnd = 0; ///< 0: not formatted yet
    std::uint32_t pollsBegunAtAssignment = 0;
    Reason poison = Reason::None; ///< what comes as its response is another one's
    class Connection *connection = nullptr; ///< that it is assigned to; null while it waits
    ResponseDeadline responseDeadline; ///< HTTP/2: of its stream, and while it waits for one
    /// Of the whole request, where there is such a limit; referenced, since a request holds the
    /// loop anyway.
    std::unique_ptr<TimerHandle> deadline;
};

} // namespace reusescope
