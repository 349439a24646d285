// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labscript.h"

#include "core/lab/objectreader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace reusescope {

namespace {

using nlohmann::json;

constexpr std::array kFramings{Framing::Length, Framing::Chunked};
constexpr std::array kProtocols{LabProtocols::Both, LabProtocols::H1, LabProtocols::H2};

constexpr std::array<std::string_view, 10> kScriptFields{
    "delay_ms",    "body_bytes",          "framing", "hint",      "close",
    "close_every", "split_head_and_body", "acts",    "protocols", "h2"};
constexpr std::array<std::string_view, 4> kH2Fields{"max_concurrent_streams", "initial_window",
                                                    "settings_delay_ms", "no_settings"};

void readActs(ObjectReader &reader, std::vector<LabAct> &acts)
{
    const json *list = reader.field("acts");
    if (!list)
        return;
    if (!list->is_array() || list->size() > kMaxActs) {
        reader.fail("acts", fmt::format("expected a list of at most {} acts", kMaxActs));
        return;
    }
    for (std::size_t index = 0; index < list->size(); ++index) {
        const Result<LabAct> act =
            labActFromJson((*list)[index], fmt::format("{}/{}", reader.pointer("acts"), index));
        if (!act) {
            reader.adopt(act.error());
            return;
        }
        acts.push_back(*act);
    }
}

void readHint(ObjectReader &reader, std::string &hint)
{
    const std::string expected =
        fmt::format("expected at most {} printable ASCII characters", kMaxHintBytes);
    const std::string *text = reader.text("hint", expected);
    if (!text)
        return;
    const bool printable =
        std::all_of(text->begin(), text->end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (printable && text->size() <= kMaxHintBytes)
        hint = *text;
    else
        reader.fail("hint", expected);
}

void readH2(ObjectReader &script, LabH2 &h2)
{
    const json *object = script.field("h2");
    if (!object)
        return;
    ObjectReader reader(*object, script.pointer("h2"), kH2Fields);
    if (const auto streams = reader.wholeNumber("max_concurrent_streams", 0, kMaxLabStreams))
        h2.maxConcurrentStreams = static_cast<std::uint32_t>(*streams);
    if (const auto window =
            reader.wholeNumber("initial_window", 0, std::numeric_limits<std::int32_t>::max()))
        h2.initialWindow = static_cast<std::int32_t>(*window);
    if (const auto delay = reader.wholeNumber("settings_delay_ms", 0, kMaxLabDelay.count()))
        h2.settingsDelay = Milliseconds(*delay);
    bool noSettings = !h2.sendsSettings;
    reader.boolean("no_settings", noSettings);
    h2.sendsSettings = !noSettings;
    if (reader.error())
        script.adopt(*reader.error());
}

} // namespace

std::string_view name(Framing framing)
{
    return framing == Framing::Length ? "length" : "chunked";
}

std::string_view name(LabProtocols protocols)
{
    switch (protocols) {
    case LabProtocols::Both: return "both";
    case LabProtocols::H1: return "h1";
    case LabProtocols::H2: return "h2";
    }
    return "unknown";
}

Result<LabScript> labScriptFromJson(const json &json, std::string_view where)
{
    LabScript script;
    ObjectReader reader(json, std::string(where), kScriptFields);
    if (const auto delay = reader.wholeNumber("delay_ms", 0, kMaxLabDelay.count()))
        script.delay = Milliseconds(*delay);
    if (const auto bytes =
            reader.wholeNumber("body_bytes", 0, static_cast<std::int64_t>(kMaxLabBodyBytes)))
        script.bodyBytes = static_cast<std::uint64_t>(*bytes);
    reader.word("framing", kFramings, script.framing);
    readHint(reader, script.keepAliveHint);
    reader.boolean("close", script.close);
    if (const auto every = reader.wholeNumber("close_every", 0, kMaxEvery))
        script.closeEvery = static_cast<int>(*every);
    reader.boolean("split_head_and_body", script.splitHeadAndBody);
    readActs(reader, script.acts);
    reader.word("protocols", kProtocols, script.protocols);
    readH2(reader, script.h2);
    if (reader.error())
        return *reader.error();
    return script;
}

json toJson(const LabScript &script)
{
    json acts = json::array();
    for (const LabAct &act : script.acts)
        acts.push_back(toJson(act));
    return {{"delay_ms", script.delay.count()},
            {"body_bytes", script.bodyBytes},
            {"framing", name(script.framing)},
            {"hint", script.keepAliveHint},
            {"close", script.close},
            {"close_every", script.closeEvery},
            {"split_head_and_body", script.splitHeadAndBody},
            {"acts", std::move(acts)},
            {"protocols", name(script.protocols)},
            {"h2",
             {{"max_concurrent_streams", script.h2.maxConcurrentStreams},
              {"initial_window", script.h2.initialWindow},
              {"settings_delay_ms", script.h2.settingsDelay.count()},
              {"no_settings", !script.h2.sendsSettings}}}};
}

Result<void> validate(const LabScript &script)
{
    // The reader is the one place that knows the limits.
    const Result<LabScript> read = labScriptFromJson(toJson(script), "");
    if (!read)
        return read.error();
    return {};
}

} // namespace reusescope
