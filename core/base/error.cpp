// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <fmt/format.h>

#include <system_error>

namespace reusescope {

std::string_view name(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Resolve: return "resolve";
    case ErrorKind::Connect: return "connect";
    case ErrorKind::Io: return "io";
    case ErrorKind::Tls: return "tls";
    case ErrorKind::Http1: return "http1";
    case ErrorKind::Http2: return "http2";
    case ErrorKind::PeerClosed: return "peer-closed";
    case ErrorKind::Timeout: return "timeout";
    case ErrorKind::Cancelled: return "cancelled";
    case ErrorKind::File: return "file";
    case ErrorKind::System: return "system";
    case ErrorKind::Input: return "input";
    }
    return "unknown";
}

Error systemError(ErrorKind kind, int errnoValue, std::string_view what)
{
    return {kind, errnoValue,
            fmt::format("{}: {}", what, std::generic_category().message(errnoValue))};
}

} // namespace reusescope
