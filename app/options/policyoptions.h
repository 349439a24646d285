// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/client/clientoptions.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace reusescope {

/// The options about which connections are kept, for how long, and what is sent again; as written.
struct PolicyOptions
{
    std::optional<std::string> reuse;
    std::optional<std::string> keepAlive; ///< ms, as all limits
    std::optional<std::string> keepAliveMax;
    std::optional<std::string> margin;
    std::optional<std::string> unusedLimit;
    std::optional<std::string> maxAge;
    std::optional<std::string> replay;
    std::optional<std::string> readBytes;
    std::optional<std::string> drainLimit;
};

void addPolicyOptions(CLI::App &app, PolicyOptions &options, const char *group);
/// Changes in `client` what was given. Fails with ErrorKind::Input.
Result<void> applyPolicy(const PolicyOptions &options, ClientOptions &client);
bool changesPolicy(const PolicyOptions &options); ///< anything was given

} // namespace reusescope
