// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/phaseloop.h"
#include "core/script/target.h"

namespace reusescope::oracle {

/// A loop on which the same program is executed as on others.
class LoopUnderTest : public script::Target
{
public:
    /// Hears of the callbacks; null: nobody does.
    void setListener(script::TargetListener *listener) { m_listener = listener; }

    /// Returns whether anything is still alive.
    virtual bool run(RunMode mode) = 0;
    /// From another thread; nothing when the async was not made yet, or is closed.
    virtual void sendFromOutside(script::NameIndex async) = 0;

protected:
    script::TargetListener *listener() const { return m_listener; }

private:
    script::TargetListener *m_listener = nullptr;
};

} // namespace reusescope::oracle
