// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace reusescope {

enum class Method : std::uint8_t { Get, Head, Post, Put, Delete, Options };

std::string_view name(Method method); ///< "GET", ...
/// Exact, case-sensitive (RFC 9110 section 9.1).
std::optional<Method> methodFromName(std::string_view text);
bool isIdempotent(Method method); ///< RFC 9110 section 9.2.2: all but POST here

/// The header that carries a request's tag to the lab and back, so that a response to another
/// request is seen as poison.
inline constexpr std::string_view kTagHeader = "x-reusescope-tag";

struct HeaderField
{
    std::string_view name;
    std::string_view value;
};

/// What a request line and its fields are made from.
struct RequestHead
{
    Method method = Method::Get;
    std::string_view target = "/";
    std::string_view host = {};
    std::uint32_t tag = 0; ///< 0: no tag header
    bool closeAfter = false; ///< asks for `Connection: close`
    std::optional<std::uint64_t> contentLength = {}; ///< absent: no body
    std::span<const HeaderField> extra = {};
};

/// What a client learns from a response's head.
struct ResponseHead
{
    int status = 0;
    int versionMajor = 1;
    int versionMinor = 1;
    /// The connection may carry another request, as far as this message's version, Connection
    /// tokens (any case) and framing say (RFC 9112 section 9.3): false for a body that only the end
    /// of the stream delimits and for 101. What the request asked for is the caller's to know.
    bool keepAlive = false;
    bool closeToken = false; ///< "close" was among the Connection tokens
    /// `Keep-Alive: timeout=N`, when it is a usable number of seconds (see keepAliveTimeout()).
    std::optional<Milliseconds> keepAliveHint = {};
    /// As declared, also where no body follows (HEAD, 204, 304).
    std::optional<std::uint64_t> contentLength = {};
    bool chunked = false; ///< as declared, likewise
    std::optional<std::uint32_t> tag = {}; ///< kTagHeader, when it is one number
    /// Where a 3xx leads, as written. Lives until the response has ended, in HTTP/2 until the call
    /// that shows the head has returned.
    std::string_view location = {};
    int headerCount = 0;
};

/// 300 to 399, but for 304, which leads nowhere.
constexpr bool isRedirect(int status)
{
    return status >= 300 && status <= 399 && status != 304;
}

/// What the lab server learns from a request.
struct ReceivedRequest
{
    std::string_view method = {};
    std::string_view target = {};
    bool keepAlive = true;
    std::optional<std::uint32_t> tag = {};
    std::uint64_t bodyBytes = 0;
};

/// What a response head is made from.
struct ResponseFields
{
    int status = 200;
    /// Absent and not chunked: the end of the stream delimits the body.
    std::optional<std::uint64_t> contentLength = {};
    bool chunked = false;
    bool close = false; ///< `Connection: close`
    std::string_view keepAliveHint = {}; ///< value of a Keep-Alive header, verbatim; empty: none
    std::optional<std::uint32_t> tag = {};
};

} // namespace reusescope
