// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Frame types and error codes of HTTP/2 (RFC 9113), here since codecs, records and views name them.

namespace reusescope {

enum class H2FrameType : std::uint8_t {
    Data,
    Headers,
    Priority,
    RstStream,
    Settings,
    PushPromise,
    Ping,
    Goaway,
    WindowUpdate,
    Continuation,
    Other, ///< every type that RFC 9113 does not define
};
inline constexpr std::size_t kH2FrameTypes = 11;

std::string_view name(H2FrameType type); ///< "DATA", "RST_STREAM", ..., "other"

/// Frames by type, as enumerated above.
using H2FrameCounts = std::array<std::uint64_t, kH2FrameTypes>;

/// RFC 9113 section 7. A peer may send any other number as well.
enum class H2ErrorCode : std::uint32_t {
    NoError = 0,
    ProtocolError = 1,
    InternalError = 2,
    FlowControlError = 3,
    SettingsTimeout = 4,
    StreamClosed = 5,
    FrameSizeError = 6,
    RefusedStream = 7,
    Cancel = 8,
    CompressionError = 9,
    ConnectError = 10,
    EnhanceYourCalm = 11,
    InadequateSecurity = 12,
    Http11Required = 13,
};

std::string_view name(H2ErrorCode code); ///< "REFUSED_STREAM", ..., "unknown error code"

} // namespace reusescope
