// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Header fields that a user adds to every request. What they hold comes from outside, so nothing of
// it may end a line, start another field or change where a message ends. Pure functions, any
// thread.

namespace reusescope {

using ExtraHeader = std::pair<std::string, std::string>; ///< name and value

inline constexpr std::size_t kMaxExtraHeaders = 64;
inline constexpr std::size_t kMaxExtraHeaderBytes = 16 * 1024; ///< names and values in all

/// "Name: value", with or without blanks around the value. Fails with ErrorKind::Input and one
/// sentence for a text that is no field, and for a field that checkHeaders() refuses.
Result<ExtraHeader> parseHeader(std::string_view text);

/// Names are tokens (RFC 9110 section 5.6.2), values hold no control character, and none is a field
/// that frames the message or steers the connection: those are the protocol's own (RFC 9112 section
/// 6, RFC 9113 section 8.2.2). Fails with ErrorKind::Input and one sentence.
Result<void> checkHeaders(const std::vector<ExtraHeader> &headers);

} // namespace reusescope
