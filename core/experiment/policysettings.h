// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The settings that decide which connection is used again, for how long, and what is sent a second
// time: which of them differ from what is usual, and which can matter in an experiment at all. Pure
// rules over ClientOptions, the same for the command line's reports and the window.

namespace reusescope {

enum class PolicySetting : std::uint8_t {
    ReuseOrder,
    KeepAliveMax,
    KeepAliveMargin,
    UnusedLimit,
    MaxAge,
    Replay,
    ReadBytes,
    DrainLimit,
};

inline constexpr std::array kPolicySettings{
    PolicySetting::ReuseOrder,  PolicySetting::KeepAliveMax, PolicySetting::KeepAliveMargin,
    PolicySetting::UnusedLimit, PolicySetting::MaxAge,       PolicySetting::Replay,
    PolicySetting::ReadBytes,   PolicySetting::DrainLimit};

/// As among the settings of a result in JSON: "reuse", "max_age_ms", ...
std::string_view name(PolicySetting setting);
/// "fifo", "30000"; "as keep_alive_ms" and "all" where nothing is set.
std::string valueText(PolicySetting setting, const ClientOptions &client);
bool isUsual(PolicySetting setting, const ClientOptions &client); ///< as in ClientOptions()

/// Why a setting cannot matter.
enum class WithoutEffect : std::uint8_t {
    Http2, ///< only HTTP/2 is spoken, which has no such thing
    OneConnection, ///< there is nothing to choose from
    ReadsAll, ///< of a body: nothing is left to drain
};

/// Absent: it can.
std::optional<WithoutEffect> withoutEffect(PolicySetting setting, const Experiment &experiment);

/// Those that are not as usual and can matter.
std::vector<PolicySetting> changedPolicies(const Experiment &experiment);
/// Those, as "reuse=fifo max_age_ms=30000"; empty: none.
std::string changedPoliciesText(const Experiment &experiment);

} // namespace reusescope
