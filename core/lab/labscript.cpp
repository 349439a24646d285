// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labscript.h"

#include "core/lab/objectreader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace reusescope {

namespace {

using nlohmann::json;

constexpr std::array kFramings{Framing::Length, Framing::Chunked};
constexpr std::array kActKinds{ActKind::SendBytes,   ActKind::Fin,           ActKind::Rst,
                               ActKind::StopReading, ActKind::Status408,     ActKind::FinOnly,
                               ActKind::CloseNotify, ActKind::SessionTicket, ActKind::KeyUpdate};
constexpr std::array kActWhens{ActWhen::AfterResponse, ActWhen::InsteadOfResponse,
                               ActWhen::OnDispatch};

constexpr std::array<std::string_view, 8> kScriptFields{
    "delay_ms",    "body_bytes",          "framing", "hint", "close",
    "close_every", "split_head_and_body", "acts"};
constexpr std::array<std::string_view, 5> kActFields{"act", "when", "delay_us", "every", "bytes"};

/// Each character up to U+00FF to one byte; nothing when there is another one. `text` is valid
/// UTF-8.
std::optional<std::string> bytesFromText(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto lead = static_cast<unsigned char>(text[at]);
        if (lead < 0x80) {
            bytes += text[at];
        } else if ((lead == 0xc2 || lead == 0xc3) && at + 1 < text.size()) {
            const auto next = static_cast<unsigned char>(text[++at]);
            bytes += static_cast<char>(((lead & 0x03) << 6) | (next & 0x3f));
        } else {
            return std::nullopt;
        }
    }
    return bytes;
}

std::string textFromBytes(std::string_view bytes)
{
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xc0 | (byte >> 6));
            text += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return text;
}

void readBytes(ObjectReader &reader, LabAct &act)
{
    const std::string expected =
        fmt::format("expected a text of 1 to {} characters up to U+00FF", kMaxActBytes);
    const std::string *text = reader.text("bytes", expected);
    if (act.kind != ActKind::SendBytes) {
        if (text)
            reader.fail("bytes", fmt::format("expected no bytes with {}", name(act.kind)));
        return;
    }
    const std::optional<std::string> bytes = text ? bytesFromText(*text) : std::nullopt;
    if (bytes && !bytes->empty() && bytes->size() <= kMaxActBytes)
        act.bytes = *bytes;
    else
        reader.fail("bytes", expected);
}

Result<LabAct> actFromJson(const json &object, const std::string &where)
{
    LabAct act;
    ObjectReader reader(object, where, kActFields);
    if (!reader.word("act", kActKinds, act.kind) && !reader.error())
        reader.fail("act", "expected the name of an act");
    reader.word("when", kActWhens, act.when);
    constexpr auto longest = std::chrono::microseconds(kMaxLabDelay).count();
    if (const auto delay = reader.wholeNumber("delay_us", 0, longest))
        act.delay = std::chrono::microseconds(*delay);
    if (const auto every = reader.wholeNumber("every", 1, kMaxEvery))
        act.every = static_cast<int>(*every);
    readBytes(reader, act);
    if (reader.error())
        return *reader.error();
    return act;
}

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
            actFromJson((*list)[index], fmt::format("{}/{}", reader.pointer("acts"), index));
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

} // namespace

std::string_view name(Framing framing)
{
    return framing == Framing::Length ? "length" : "chunked";
}

std::string_view name(ActKind kind)
{
    switch (kind) {
    case ActKind::SendBytes: return "send-bytes";
    case ActKind::Fin: return "fin";
    case ActKind::Rst: return "rst";
    case ActKind::StopReading: return "stop-reading";
    case ActKind::Status408: return "status-408";
    case ActKind::FinOnly: return "fin-only";
    case ActKind::CloseNotify: return "close-notify";
    case ActKind::SessionTicket: return "session-ticket";
    case ActKind::KeyUpdate: return "key-update";
    }
    return "unknown";
}

std::string_view name(ActWhen when)
{
    switch (when) {
    case ActWhen::AfterResponse: return "after-response";
    case ActWhen::InsteadOfResponse: return "instead-of-response";
    case ActWhen::OnDispatch: return "on-dispatch";
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
    if (reader.error())
        return *reader.error();
    return script;
}

json toJson(const LabScript &script)
{
    json acts = json::array();
    for (const LabAct &act : script.acts) {
        json entry{{"act", name(act.kind)},
                   {"when", name(act.when)},
                   {"delay_us", act.delay.count()},
                   {"every", act.every}};
        if (act.kind == ActKind::SendBytes)
            entry["bytes"] = textFromBytes(act.bytes);
        acts.push_back(std::move(entry));
    }
    return {{"delay_ms", script.delay.count()},
            {"body_bytes", script.bodyBytes},
            {"framing", name(script.framing)},
            {"hint", script.keepAliveHint},
            {"close", script.close},
            {"close_every", script.closeEvery},
            {"split_head_and_body", script.splitHeadAndBody},
            {"acts", std::move(acts)}};
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
