// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/socket.h>

namespace reusescope {

/// A numeric IPv4 or IPv6 address with a port, ready for connect() and bind().
class Endpoint
{
public:
    Endpoint() = default;
    /// From what the system returned (getaddrinfo, getsockname). `length` bytes at `address` are
    /// copied.
    Endpoint(const sockaddr *address, socklen_t length);

    /// "127.0.0.1" or "::1" (no brackets). Fails with ErrorKind::Input when it is not a numeric
    /// address.
    static Result<Endpoint> parse(std::string_view address, std::uint16_t port);
    static Endpoint loopback(std::uint16_t port);

    const sockaddr *address() const { return reinterpret_cast<const sockaddr *>(&m_storage); }
    socklen_t length() const { return m_length; }
    int family() const { return m_storage.ss_family; }
    std::uint16_t port() const;
    bool isLoopback() const;

    /// "127.0.0.1:80" or "[::1]:80".
    std::string text() const;

private:
    sockaddr_storage m_storage{};
    socklen_t m_length = 0;
};

} // namespace reusescope
