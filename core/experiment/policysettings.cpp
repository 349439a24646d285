// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/policysettings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace reusescope {

std::string_view name(PolicySetting setting)
{
    switch (setting) {
    case PolicySetting::ReuseOrder: return "reuse";
    case PolicySetting::KeepAliveMax: return "keep_alive_max_ms";
    case PolicySetting::KeepAliveMargin: return "keep_alive_margin_ms";
    case PolicySetting::UnusedLimit: return "unused_limit_ms";
    case PolicySetting::MaxAge: return "max_age_ms";
    case PolicySetting::Replay: return "replay";
    case PolicySetting::ReadBytes: return "read_bytes";
    case PolicySetting::DrainLimit: return "drain_limit_bytes";
    }
    return {};
}

std::string valueText(PolicySetting setting, const ClientOptions &client)
{
    switch (setting) {
    case PolicySetting::ReuseOrder: return std::string(name(client.reuseOrder));
    case PolicySetting::KeepAliveMax: return fmt::to_string(client.keepAliveMax.count());
    case PolicySetting::KeepAliveMargin: return fmt::to_string(client.keepAliveMargin.count());
    case PolicySetting::UnusedLimit:
        return client.unusedLimit > Milliseconds{0} ? fmt::to_string(client.unusedLimit.count())
                                                    : "as keep_alive_ms";
    case PolicySetting::MaxAge: return fmt::to_string(client.maxAge.count());
    case PolicySetting::Replay: return std::string(name(client.replay));
    case PolicySetting::ReadBytes:
        return client.readBytes ? fmt::to_string(*client.readBytes) : "all";
    case PolicySetting::DrainLimit: return fmt::to_string(client.drainLimit);
    }
    return {};
}

bool isUsual(PolicySetting setting, const ClientOptions &client)
{
    return valueText(setting, client) == valueText(setting, ClientOptions());
}

std::optional<WithoutEffect> withoutEffect(PolicySetting setting, const Experiment &experiment)
{
    const auto &protocols = experiment.protocols;
    const bool onlyHttp2 = !protocols.empty()
        && std::ranges::all_of(protocols, [](Protocol each) { return each == Protocol::H2; });
    switch (setting) {
    case PolicySetting::ReuseOrder:
        // Of connections of HTTP/2 the one with the fewest streams is taken.
        if (onlyHttp2)
            return WithoutEffect::Http2;
        if (experiment.client.connections == 1)
            return WithoutEffect::OneConnection;
        return std::nullopt;
    case PolicySetting::KeepAliveMax: // RFC 9113 section 8.2.2: no Keep-Alive header
    case PolicySetting::KeepAliveMargin:
        return onlyHttp2 ? std::optional(WithoutEffect::Http2) : std::nullopt;
    case PolicySetting::DrainLimit:
        if (onlyHttp2)
            return WithoutEffect::Http2; // resets the stream instead
        if (!experiment.client.readBytes)
            return WithoutEffect::ReadsAll;
        return std::nullopt;
    case PolicySetting::UnusedLimit:
    case PolicySetting::MaxAge:
    case PolicySetting::Replay:
    case PolicySetting::ReadBytes: return std::nullopt;
    }
    return std::nullopt;
}

std::vector<PolicySetting> changedPolicies(const Experiment &experiment)
{
    std::vector<PolicySetting> changed;
    std::ranges::copy_if(kPolicySettings, std::back_inserter(changed), [&](PolicySetting each) {
        return !isUsual(each, experiment.client) && !withoutEffect(each, experiment);
    });
    return changed;
}

std::string changedPoliciesText(const Experiment &experiment)
{
    std::string out;
    for (const PolicySetting each : changedPolicies(experiment))
        fmt::format_to(std::back_inserter(out), "{}{}={}", out.empty() ? "" : " ", name(each),
                       valueText(each, experiment.client));
    return out;
}

} // namespace reusescope
