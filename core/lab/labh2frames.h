// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h2types.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Frames of HTTP/2 (RFC 9113 section 6) as bytes, for those that no library would send: about
// streams that are over or were never opened, with values that no peer may use. Pure.

namespace reusescope {

enum class H2Ends : bool { Nothing, Stream };

std::string goawayFrame(std::int32_t lastStreamId, std::uint32_t code);
std::string rstStreamFrame(std::int32_t streamId, std::uint32_t code);
std::string settingsFrame(std::span<const H2Setting> settings);
std::string windowUpdateFrame(std::int32_t streamId, std::uint32_t increment);
/// Only `:status`, 100 to 999, as a literal that leaves the peer's table as it is.
std::string headersFrame(std::int32_t streamId, int status);
std::string dataFrame(std::int32_t streamId, std::string_view bytes, H2Ends ends);

} // namespace reusescope
