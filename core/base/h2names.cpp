// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/h2names.h"

namespace reusescope {

std::string_view name(H2FrameType type)
{
    switch (type) {
    case H2FrameType::Data: return "DATA";
    case H2FrameType::Headers: return "HEADERS";
    case H2FrameType::Priority: return "PRIORITY";
    case H2FrameType::RstStream: return "RST_STREAM";
    case H2FrameType::Settings: return "SETTINGS";
    case H2FrameType::PushPromise: return "PUSH_PROMISE";
    case H2FrameType::Ping: return "PING";
    case H2FrameType::Goaway: return "GOAWAY";
    case H2FrameType::WindowUpdate: return "WINDOW_UPDATE";
    case H2FrameType::Continuation: return "CONTINUATION";
    case H2FrameType::Other: break;
    }
    return "other";
}

std::string_view name(H2ErrorCode code)
{
    switch (code) {
    case H2ErrorCode::NoError: return "NO_ERROR";
    case H2ErrorCode::ProtocolError: return "PROTOCOL_ERROR";
    case H2ErrorCode::InternalError: return "INTERNAL_ERROR";
    case H2ErrorCode::FlowControlError: return "FLOW_CONTROL_ERROR";
    case H2ErrorCode::SettingsTimeout: return "SETTINGS_TIMEOUT";
    case H2ErrorCode::StreamClosed: return "STREAM_CLOSED";
    case H2ErrorCode::FrameSizeError: return "FRAME_SIZE_ERROR";
    case H2ErrorCode::RefusedStream: return "REFUSED_STREAM";
    case H2ErrorCode::Cancel: return "CANCEL";
    case H2ErrorCode::CompressionError: return "COMPRESSION_ERROR";
    case H2ErrorCode::ConnectError: return "CONNECT_ERROR";
    case H2ErrorCode::EnhanceYourCalm: return "ENHANCE_YOUR_CALM";
    case H2ErrorCode::InadequateSecurity: return "INADEQUATE_SECURITY";
    case H2ErrorCode::Http11Required: return "HTTP_1_1_REQUIRED";
    }
    return "unknown error code";
}

} // namespace reusescope
