// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <thread>

namespace reusescope {

/// Asserts that an object is used by one thread: the one that made it, or the one that called
/// rebind().
class ThreadCheck
{
public:
    void rebind() { m_owner = std::this_thread::get_id(); }
    bool here() const { return m_owner == std::this_thread::get_id(); }
    void check() const { assert(here() && "used from a thread that does not own it"); }

private:
    std::thread::id m_owner = std::this_thread::get_id();
};

} // namespace reusescope
