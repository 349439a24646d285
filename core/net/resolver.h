// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/endpoint.h"
#include "core/base/result.h"
#include "core/loop/phaseloop.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace reusescope {

/// Turns a host name into addresses without blocking the loop: getaddrinfo runs on one helper
/// thread, the answer comes through a wake-up. Numeric addresses are answered without the helper,
/// in the pending phase.
///
/// Thread: loop thread only. Lookups under way hold the loop alive. Destruction waits for no
/// lookup: a late answer is dropped.
class Resolver
{
public:
    using Addresses = std::vector<Endpoint>; ///< in the system's order of preference, never empty
    using Resolved = std::function<void(Result<Addresses>)>;

    explicit Resolver(PhaseLoop &loop);
    ~Resolver();
    Resolver(const Resolver &) = delete;
    Resolver &operator=(const Resolver &) = delete;

    void resolve(std::string host, std::uint16_t port, Resolved resolved);

private:
    struct State;
    void startHelper(); ///< throws std::system_error

    std::shared_ptr<State> m_state;
};

} // namespace reusescope
