// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/refusal.h"

namespace reusescope {

Error refusalError(std::string_view what, int errnoValue) noexcept
{
    try {
        return systemError(ErrorKind::System, errnoValue, what);
    } catch (const std::bad_alloc &) {
        return {ErrorKind::System, errnoValue, "no memory left"}; // short enough to need none
    }
}

} // namespace reusescope
