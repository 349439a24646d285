// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

namespace reusescope {

/// How a peer's bytes are cut into sends, each of which the client reads on its own.
struct Delivery
{
    enum class Kind { Whole, ByteByByte, SplitAt };
    Kind kind = Kind::Whole;
    std::size_t at = 0; ///< SplitAt: in all bytes of a connection

    /// How many of `waiting` bytes to send next, when `sent` have been sent on this connection.
    std::size_t piece(std::size_t sent, std::size_t waiting) const
    {
        if (kind == Kind::ByteByByte)
            return std::min<std::size_t>(waiting, 1);
        if (kind == Kind::SplitAt && sent < at)
            return std::min(waiting, at - sent);
        return waiting;
    }
};

} // namespace reusescope
