// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/labsteps.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace reusescope {

/// What speaks on a LabConnection: HTTP/1.1 or HTTP/2. Bytes in, requests answered, bytes out.
///
/// Thread: the server's thread. Ownership: its connection's, which outlives it.
/// Order: the connection takes output() whenever it flushes, and tells written() only when it did
/// so by itself. Steps are run one after the other while mayRunSteps(), then stepsRun() follows.
class LabSession
{
public:
    virtual ~LabSession() = default;

    virtual void received(std::string_view bytes) = 0; ///< while the connection is open
    virtual std::string_view output() = 0; ///< lives until the next call that is not const
    virtual void consumed(std::size_t size) = 0; ///< of output(), from its beginning
    virtual bool hasOutput() const = 0;
    virtual void written() = 0; ///< what had to wait for the socket is out

    virtual bool understands(ActKind kind) const = 0; ///< it leaves out the others altogether
    virtual bool mayRunSteps() const = 0;
    virtual void stepDue(const LabStep &step) = 0; ///< one without an act, when still open
    virtual void perform(const LabStep &step) = 0; ///< an act that is no connection's
    virtual void actDone(const LabStep &step) = 0; ///< after each act, whoever performed it
    virtual void stepsRun() = 0;

    /// No request is under way in either direction, and nothing waits to be sent.
    virtual bool isIdle() const = 0;
    /// Answers are still to come, also to a client that has ended its side.
    virtual bool isAnswering() const = 0;
    virtual bool takesMoreInput() const = 0;
    virtual std::uint64_t requests() const = 0; ///< the number of the newest one, from 1
    virtual std::uint64_t responses() const = 0;
};

} // namespace reusescope
