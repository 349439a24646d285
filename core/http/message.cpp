// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/message.h"

#include <array>

namespace reusescope {

namespace {

constexpr std::array kAllMethods{Method::Get, Method::Head,   Method::Post,
                                 Method::Put, Method::Delete, Method::Options};

} // namespace

std::string_view name(Method method)
{
    switch (method) {
    case Method::Get: return "GET";
    case Method::Head: return "HEAD";
    case Method::Post: return "POST";
    case Method::Put: return "PUT";
    case Method::Delete: return "DELETE";
    case Method::Options: return "OPTIONS";
    }
    return {};
}

std::optional<Method> methodFromName(std::string_view text)
{
    for (const Method method : kAllMethods) {
        if (name(method) == text)
            return method;
    }
    return std::nullopt;
}

bool isIdempotent(Method method)
{
    return method != Method::Post;
}

} // namespace reusescope
