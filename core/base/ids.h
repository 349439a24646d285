// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility> // Qt 6.4's moc cannot read <compare> as the first header of the library

#include <compare>

namespace reusescope {

/// A number that means one kind of thing only. 0 is "none".
template <typename Tag> struct Id
{
    std::uint32_t value = 0;

    constexpr explicit operator bool() const { return value != 0; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using ConnectionId = Id<struct ConnectionTag>;
using TimerId = Id<struct TimerTag>;

} // namespace reusescope
