// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labh2frames.h"

#include <cstddef>

namespace reusescope {

namespace {

constexpr std::uint8_t kEndStream = 0x1;
constexpr std::uint8_t kEndHeaders = 0x4;
// RFC 7541 section 6.2.2, the name at index 8 of the static table, ":status".
constexpr char kLiteralStatus = 0x08;
constexpr std::size_t kStatusDigits = 3;

void appendNumber(std::string &to, std::uint64_t number, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        to += static_cast<char>(number >> shift & 0xff);
}

std::string frame(H2FrameType type, std::uint8_t flags, std::int32_t streamId,
                  std::string_view payload)
{
    std::string bytes;
    appendNumber(bytes, payload.size(), 3);
    appendNumber(bytes, static_cast<std::uint8_t>(type), 1);
    appendNumber(bytes, flags, 1);
    appendNumber(bytes, static_cast<std::uint32_t>(streamId), 4);
    return bytes.append(payload);
}

} // namespace

std::string goawayFrame(std::int32_t lastStreamId, std::uint32_t code)
{
    std::string payload;
    appendNumber(payload, static_cast<std::uint32_t>(lastStreamId), 4);
    appendNumber(payload, code, 4);
    return frame(H2FrameType::Goaway, 0, 0, payload);
}

std::string rstStreamFrame(std::int32_t streamId, std::uint32_t code)
{
    std::string payload;
    appendNumber(payload, code, 4);
    return frame(H2FrameType::RstStream, 0, streamId, payload);
}

std::string settingsFrame(std::span<const H2Setting> settings)
{
    std::string payload;
    for (const H2Setting &setting : settings) {
        appendNumber(payload, static_cast<std::uint16_t>(setting.id), 2);
        appendNumber(payload, setting.value, 4);
    }
    return frame(H2FrameType::Settings, 0, 0, payload);
}

std::string windowUpdateFrame(std::int32_t streamId, std::uint32_t increment)
{
    std::string payload;
    appendNumber(payload, increment, 4);
    return frame(H2FrameType::WindowUpdate, 0, streamId, payload);
}

std::string headersFrame(std::int32_t streamId, int status)
{
    std::string block{kLiteralStatus, static_cast<char>(kStatusDigits)};
    block.append(std::to_string(status));
    return frame(H2FrameType::Headers, kEndHeaders, streamId, block);
}

std::string dataFrame(std::int32_t streamId, std::string_view bytes, H2Ends ends)
{
    return frame(H2FrameType::Data, ends == H2Ends::Stream ? kEndStream : 0, streamId, bytes);
}

} // namespace reusescope
