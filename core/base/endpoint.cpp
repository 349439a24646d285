// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>

namespace reusescope {

Endpoint::Endpoint(const sockaddr *address, socklen_t length)
    : m_length(std::min<socklen_t>(length, sizeof m_storage))
{
    std::memcpy(&m_storage, address, m_length);
}

Result<Endpoint> Endpoint::parse(std::string_view address, std::uint16_t port)
{
    const std::string text(address);
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    if (::inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1)
        return Endpoint(reinterpret_cast<const sockaddr *>(&v4), sizeof v4);
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    if (::inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) == 1)
        return Endpoint(reinterpret_cast<const sockaddr *>(&v6), sizeof v6);
    return Error{ErrorKind::Input, 0, fmt::format("\"{}\" is not a numeric address", text)};
}

Endpoint Endpoint::loopback(std::uint16_t port)
{
    return parse("127.0.0.1", port).value();
}

std::uint16_t Endpoint::port() const
{
    if (family() == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6 *>(&m_storage)->sin6_port);
    return ntohs(reinterpret_cast<const sockaddr_in *>(&m_storage)->sin_port);
}

bool Endpoint::isLoopback() const
{
    if (family() == AF_INET6) {
        const in6_addr &ip = reinterpret_cast<const sockaddr_in6 *>(&m_storage)->sin6_addr;
        // A mapped 127/8 address reaches the same interface.
        return IN6_IS_ADDR_LOOPBACK(&ip) || (IN6_IS_ADDR_V4MAPPED(&ip) && ip.s6_addr[12] == 127);
    }
    const in_addr ip = reinterpret_cast<const sockaddr_in *>(&m_storage)->sin_addr;
    return family() == AF_INET && (ntohl(ip.s_addr) >> 24) == 127;
}

std::string Endpoint::text() const
{
    char buffer[INET6_ADDRSTRLEN] = {};
    if (family() == AF_INET6) {
        ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6 *>(&m_storage)->sin6_addr,
                    buffer, sizeof buffer);
        return fmt::format("[{}]:{}", buffer, port());
    }
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in *>(&m_storage)->sin_addr, buffer,
                sizeof buffer);
    return fmt::format("{}:{}", buffer, port());
}

} // namespace reusescope
