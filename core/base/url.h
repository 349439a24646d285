// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace reusescope {

/// An absolute http:// or https:// URL, split (RFC 3986 section 3, RFC 9110 section 4.2). Userinfo
/// is refused and a fragment dropped.
struct Url
{
    std::string scheme = "http"; ///< lower case
    std::string host; ///< lower case, an IPv6 literal without its brackets
    std::uint16_t port = 80;
    std::string target = "/"; ///< path and query, as it goes on the request line

    /// The value of the Host header: brackets around IPv6, the port only when it is not the
    /// scheme's own.
    std::string hostHeader() const;
    std::string text() const;
    bool isSecure() const { return scheme == "https"; }

    /// Fails with ErrorKind::Input and one sentence that says what is wrong with `text`.
    static Result<Url> parse(std::string_view text);
    /// What `reference`, absolute or relative to this URL, means (RFC 3986 section 5.2). Fails as
    /// parse().
    Result<Url> resolve(std::string_view reference) const;
};

} // namespace reusescope
