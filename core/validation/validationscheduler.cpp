// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/validationscheduler.h"

namespace reusescope {

Verdict verdictOf(IdleLook look)
{
    switch (look) {
    case IdleLook::Nothing: return kClean;
    case IdleLook::Bytes: return Reason::IdleBytes;
    case IdleLook::End: return Reason::IdleFin;
    case IdleLook::Reset: return Reason::IdleReset;
    }
    return kClean;
}

} // namespace reusescope
