// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labact.h"

#include "core/lab/objectreader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace reusescope {

namespace {

using nlohmann::json;

constexpr std::array kActKinds{ActKind::SendBytes,   ActKind::Fin,         ActKind::Rst,
                               ActKind::StopReading, ActKind::Status,      ActKind::Status408,
                               ActKind::FinOnly,     ActKind::CloseNotify, ActKind::SessionTicket,
                               ActKind::KeyUpdate,   ActKind::Goaway,      ActKind::RstStream,
                               ActKind::Settings,    ActKind::Ping,        ActKind::WindowUpdate,
                               ActKind::Headers,     ActKind::Data,        ActKind::Freeze};
constexpr std::array kActWhens{
    ActWhen::AfterResponse, ActWhen::InsteadOfResponse, ActWhen::BeforeBody, ActWhen::Idle,
    ActWhen::OnDispatch,    ActWhen::OnConnect,         ActWhen::OnIdlePing};
constexpr std::array kBodies{LabBody::Drain, LabBody::Close, LabBody::Misread};
constexpr std::array kStreamWords{LabStream::Which::This, LabStream::Which::Previous,
                                  LabStream::Which::Newest, LabStream::Which::Next,
                                  LabStream::Which::Max};

constexpr std::array<std::string_view, 13> kActFields{
    "act",  "when", "delay_us", "every",     "bytes",  "stream", "last",
    "code", "body", "settings", "increment", "status", "ms"};
/// Of these each kind of act has its own.
constexpr std::array<std::string_view, 9> kOwnFields{
    "bytes", "stream", "last", "code", "settings", "increment", "status", "body", "ms"};
constexpr std::array<std::string_view, 2> kSettingFields{"id", "value"};

constexpr std::array<std::pair<H2SettingId, std::string_view>, 6> kSettingNames{
    {{H2SettingId::HeaderTableSize, "HEADER_TABLE_SIZE"},
     {H2SettingId::EnablePush, "ENABLE_PUSH"},
     {H2SettingId::MaxConcurrentStreams, "MAX_CONCURRENT_STREAMS"},
     {H2SettingId::InitialWindowSize, "INITIAL_WINDOW_SIZE"},
     {H2SettingId::MaxFrameSize, "MAX_FRAME_SIZE"},
     {H2SettingId::MaxHeaderListSize, "MAX_HEADER_LIST_SIZE"}}};

constexpr auto kLastErrorCode = static_cast<std::uint32_t>(H2ErrorCode::Http11Required);
constexpr std::int64_t kMost31Bits = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMost32Bits = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kMost16Bits = std::numeric_limits<std::uint16_t>::max();
constexpr int kLowestStatus = 200;
constexpr int kHighestStatus = 599;

bool hasField(ActKind kind, std::string_view field)
{
    switch (kind) {
    case ActKind::SendBytes: return field == "bytes";
    case ActKind::Status: return field == "status" || field == "body";
    case ActKind::Freeze: return field == "ms";
    case ActKind::Goaway: return field == "last" || field == "code";
    case ActKind::RstStream: return field == "stream" || field == "code";
    case ActKind::Settings: return field == "settings";
    case ActKind::WindowUpdate: return field == "stream" || field == "increment";
    case ActKind::Headers: return field == "stream" || field == "status";
    case ActKind::Data: return field == "stream" || field == "bytes";
    default: return false;
    }
}

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
    const std::size_t limit = act.kind == ActKind::Data ? kMaxActDataBytes : kMaxActBytes;
    const std::string expected =
        fmt::format("expected a text of 1 to {} characters up to U+00FF", limit);
    const std::string *text = reader.text("bytes", expected);
    const std::optional<std::string> bytes = text ? bytesFromText(*text) : std::nullopt;
    if (bytes && !bytes->empty() && bytes->size() <= limit)
        act.bytes = *bytes;
    else
        reader.fail("bytes", expected);
}

void readStream(ObjectReader &reader, std::string_view key, LabStream &stream)
{
    const json *value = reader.field(key);
    if (!value)
        return;
    if (value->is_string()) {
        const auto *text = value->get_ptr<const std::string *>();
        for (const LabStream::Which word : kStreamWords) {
            if (name(word) == *text) {
                stream = {word, 0};
                return;
            }
        }
    } else if (value->is_number_integer()) {
        if (const auto number = reader.wholeNumber(key, 0, kMost31Bits))
            stream = {LabStream::Which::Number, static_cast<std::int32_t>(*number)};
        return;
    }
    std::array<std::string_view, kStreamWords.size()> words;
    std::transform(kStreamWords.begin(), kStreamWords.end(), words.begin(),
                   [](LabStream::Which word) { return name(word); });
    reader.fail(key,
                fmt::format("expected a whole number from 0 to {} or one of {}", kMost31Bits,
                            fmt::join(words, ", ")));
}

void readCode(ObjectReader &reader, LabAct &act)
{
    const json *value = reader.field("code");
    if (value && value->is_number_integer()) {
        if (const auto number = reader.wholeNumber("code", 0, kMost32Bits))
            act.code = static_cast<std::uint32_t>(*number);
        return;
    }
    if (value && value->is_string()) {
        const auto *text = value->get_ptr<const std::string *>();
        for (std::uint32_t code = 0; code <= kLastErrorCode; ++code) {
            if (name(H2ErrorCode(code)) == *text) {
                act.code = code;
                return;
            }
        }
    }
    if (value || act.kind == ActKind::RstStream)
        reader.fail("code",
                    fmt::format("expected an error code of HTTP/2, such as REFUSED_STREAM or a "
                                "whole number from 0 to {}",
                                kMost32Bits));
}

Result<H2Setting> settingFromJson(const json &object, const std::string &where)
{
    H2Setting setting;
    ObjectReader reader(object, where, kSettingFields);
    const json *id = reader.field("id");
    if (id && id->is_number_integer()) {
        if (const auto number = reader.wholeNumber("id", 0, kMost16Bits))
            setting.id = static_cast<H2SettingId>(*number);
    } else if (!reader.error()) {
        const auto *text = id ? id->get_ptr<const std::string *>() : nullptr;
        const auto found =
            std::find_if(kSettingNames.begin(), kSettingNames.end(), [text](const auto &known) {
                return text != nullptr && known.second == *text;
            });
        if (found != kSettingNames.end())
            setting.id = found->first;
        else
            reader.fail("id",
                        fmt::format("expected a setting of HTTP/2, such as MAX_CONCURRENT_STREAMS "
                                    "or a whole number from 0 to {}",
                                    kMost16Bits));
    }
    if (const auto value = reader.wholeNumber("value", 0, kMost32Bits))
        setting.value = static_cast<std::uint32_t>(*value);
    else
        reader.fail("value", fmt::format("expected a whole number from 0 to {}", kMost32Bits));
    if (reader.error())
        return *reader.error();
    return setting;
}

void readSettings(ObjectReader &reader, LabAct &act)
{
    const json *list = reader.field("settings");
    if (!list || !list->is_array() || list->size() > kMaxActSettings) {
        reader.fail("settings",
                    fmt::format("expected a list of at most {} settings", kMaxActSettings));
        return;
    }
    for (std::size_t index = 0; index < list->size(); ++index) {
        const Result<H2Setting> setting = settingFromJson(
            (*list)[index], fmt::format("{}/{}", reader.pointer("settings"), index));
        if (!setting) {
            reader.adopt(setting.error());
            return;
        }
        act.settings.push_back(*setting);
    }
}

void readStatus(ObjectReader &reader, LabAct &act)
{
    if (const auto status = reader.wholeNumber("status", kLowestStatus, kHighestStatus))
        act.status = static_cast<int>(*status);
    else if (act.kind == ActKind::Status)
        reader.fail(
            "status",
            fmt::format("expected a whole number from {} to {}", kLowestStatus, kHighestStatus));
    if (act.kind != ActKind::Status)
        return;
    if (act.when != ActWhen::InsteadOfResponse && act.when != ActWhen::BeforeBody)
        reader.fail("when",
                    fmt::format("expected {} or {} with {}", name(ActWhen::InsteadOfResponse),
                                name(ActWhen::BeforeBody), name(act.kind)));
    reader.word("body", kBodies, act.body);
    if (act.when == ActWhen::InsteadOfResponse && act.body != LabBody::Drain)
        reader.fail("body", fmt::format("expected {} with it", name(ActWhen::BeforeBody)));
}

void readFreeze(ObjectReader &reader, LabAct &act)
{
    if (const auto time = reader.wholeNumber("ms", 1, kMaxFreeze.count()))
        act.freeze = Milliseconds(*time);
    else
        reader.fail("ms", fmt::format("expected a whole number from 1 to {}", kMaxFreeze.count()));
}

void readOwnFields(ObjectReader &reader, LabAct &act)
{
    for (const std::string_view field : kOwnFields) {
        if (reader.field(field) && !hasField(act.kind, field))
            reader.fail(field, fmt::format("expected no {} with {}", field, name(act.kind)));
    }
    const auto has = [&act](std::string_view field) { return hasField(act.kind, field); };
    if (has("bytes"))
        readBytes(reader, act);
    if (has("last")) {
        act.stream.which = LabStream::Which::Newest;
        readStream(reader, "last", act.stream);
    }
    if (has("stream")) {
        if (act.kind == ActKind::WindowUpdate)
            act.stream.which = LabStream::Which::Number;
        readStream(reader, "stream", act.stream);
    }
    if (has("code"))
        readCode(reader, act);
    if (has("settings"))
        readSettings(reader, act);
    if (const auto increment = reader.wholeNumber("increment", 0, kMost31Bits))
        act.increment = static_cast<std::uint32_t>(*increment);
    if (has("status"))
        readStatus(reader, act);
    if (has("ms"))
        readFreeze(reader, act);
}

json streamToJson(const LabStream &stream)
{
    if (stream.which == LabStream::Which::Number)
        return stream.number;
    return name(stream.which);
}

json codeToJson(std::uint32_t code)
{
    if (code > kLastErrorCode)
        return code;
    return name(H2ErrorCode(code));
}

json settingsToJson(const std::vector<H2Setting> &settings)
{
    json list = json::array();
    for (const H2Setting &setting : settings) {
        const auto known = std::find_if(
            kSettingNames.begin(), kSettingNames.end(),
            [&setting](const auto &candidate) { return candidate.first == setting.id; });
        json id = static_cast<std::uint16_t>(setting.id);
        if (known != kSettingNames.end())
            id = known->second;
        list.push_back({{"id", std::move(id)}, {"value", setting.value}});
    }
    return list;
}

} // namespace

std::string_view name(ActKind kind)
{
    switch (kind) {
    case ActKind::SendBytes: return "send-bytes";
    case ActKind::Fin: return "fin";
    case ActKind::Rst: return "rst";
    case ActKind::StopReading: return "stop-reading";
    case ActKind::Status: return "status";
    case ActKind::Status408: return "status-408";
    case ActKind::FinOnly: return "fin-only";
    case ActKind::CloseNotify: return "close-notify";
    case ActKind::SessionTicket: return "session-ticket";
    case ActKind::KeyUpdate: return "key-update";
    case ActKind::Goaway: return "goaway";
    case ActKind::RstStream: return "rst-stream";
    case ActKind::Settings: return "settings";
    case ActKind::Ping: return "ping";
    case ActKind::WindowUpdate: return "window-update";
    case ActKind::Headers: return "headers";
    case ActKind::Data: return "data";
    case ActKind::Freeze: return "freeze";
    }
    return "unknown";
}

std::string_view name(ActWhen when)
{
    switch (when) {
    case ActWhen::AfterResponse: return "after-response";
    case ActWhen::InsteadOfResponse: return "instead-of-response";
    case ActWhen::BeforeBody: return "before-body";
    case ActWhen::Idle: return "idle";
    case ActWhen::OnDispatch: return "on-dispatch";
    case ActWhen::OnConnect: return "on-connect";
    case ActWhen::OnIdlePing: return "on-idle-ping";
    }
    return "unknown";
}

std::string_view name(LabStream::Which which)
{
    switch (which) {
    case LabStream::Which::Number: return "number";
    case LabStream::Which::This: return "this";
    case LabStream::Which::Previous: return "previous";
    case LabStream::Which::Newest: return "newest";
    case LabStream::Which::Next: return "next";
    case LabStream::Which::Max: return "max";
    }
    return "unknown";
}

std::string_view name(LabBody body)
{
    switch (body) {
    case LabBody::Drain: return "drain";
    case LabBody::Close: return "close";
    case LabBody::Misread: return "misread";
    }
    return "unknown";
}

bool belongsToH2(ActKind kind)
{
    return kind != ActKind::Status408;
}

bool belongsToH1(ActKind kind)
{
    switch (kind) {
    case ActKind::Goaway:
    case ActKind::RstStream:
    case ActKind::Settings:
    case ActKind::Ping:
    case ActKind::WindowUpdate:
    case ActKind::Headers:
    case ActKind::Data: return false;
    default: return true;
    }
}

Result<LabAct> labActFromJson(const json &object, const std::string &where)
{
    LabAct act;
    ObjectReader reader(object, where, kActFields);
    if (!reader.word("act", kActKinds, act.kind) && !reader.error())
        reader.fail("act", "expected the name of an act");
    reader.word("when", kActWhens, act.when);
    if (const auto delay = reader.wholeNumber("delay_us", 0, kMaxActDelay.count()))
        act.delay = std::chrono::microseconds(*delay);
    if (const auto every = reader.wholeNumber("every", 1, kMaxEvery))
        act.every = static_cast<int>(*every);
    readOwnFields(reader, act);
    if (reader.error())
        return *reader.error();
    return act;
}

json toJson(const LabAct &act)
{
    json entry{{"act", name(act.kind)},
               {"when", name(act.when)},
               {"delay_us", act.delay.count()},
               {"every", act.every}};
    const auto write = [&act, &entry](const char *field, json value) {
        if (hasField(act.kind, field))
            entry[field] = std::move(value);
    };
    write("bytes", textFromBytes(act.bytes));
    write("stream", streamToJson(act.stream));
    write("last", streamToJson(act.stream));
    write("code", codeToJson(act.code));
    write("settings", settingsToJson(act.settings));
    write("increment", act.increment);
    write("status", act.status);
    if (act.when == ActWhen::BeforeBody)
        write("body", name(act.body));
    write("ms", act.freeze.count());
    return entry;
}

} // namespace reusescope
