// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/clientoptions.h"

namespace reusescope {

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

} // namespace reusescope
