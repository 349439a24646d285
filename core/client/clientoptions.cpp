// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/clientoptions.h"

namespace reusescope {

std::string_view name(Protocol protocol)
{
    switch (protocol) {
    case Protocol::H1: return "h1";
    case Protocol::H2: return "h2";
    case Protocol::Auto: return "auto";
    }
    return "unknown";
}

std::vector<std::string> alpnProtocols(Protocol protocol)
{
    switch (protocol) {
    case Protocol::H1: return {"http/1.1"};
    case Protocol::H2: return {"h2"};
    case Protocol::Auto: return {"h2", "http/1.1"};
    }
    return {};
}

std::optional<Protocol> protocolFromName(std::string_view text)
{
    for (const Protocol protocol : {Protocol::H1, Protocol::H2, Protocol::Auto})
        if (text == name(protocol))
            return protocol;
    return std::nullopt;
}

std::string_view name(FrontEnd frontEnd)
{
    return frontEnd == FrontEnd::Client ? "client" : "pool";
}

std::optional<FrontEnd> frontEndFromName(std::string_view text)
{
    if (text == name(FrontEnd::Client))
        return FrontEnd::Client;
    if (text == name(FrontEnd::Pool))
        return FrontEnd::Pool;
    return std::nullopt;
}

std::string_view name(ReuseOrder order)
{
    return order == ReuseOrder::Lifo ? "lifo" : "fifo";
}

std::optional<ReuseOrder> reuseOrderFromName(std::string_view text)
{
    for (const ReuseOrder order : {ReuseOrder::Lifo, ReuseOrder::Fifo})
        if (text == name(order))
            return order;
    return std::nullopt;
}

} // namespace reusescope
