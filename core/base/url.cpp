// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/url.h"

#include "core/base/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace reusescope {

namespace {

constexpr std::size_t kMaxUrlBytes = 8192;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

Error wrong(std::string_view text, const Sentence &why)
{
    return inputError("the URL \"{}\" cannot be used: {}", text.substr(0, 200), why);
}

std::uint16_t defaultPort(std::string_view scheme)
{
    return scheme == "https" ? 443 : 80;
}

bool isHostCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool isLiteralCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':' || c == '.' || c == '%';
}

/// Of a path that begins with '/' (RFC 3986 section 5.2.4).
std::string withoutDots(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/', 1), path.size());
        const std::string_view segment = path.substr(0, end);
        path.remove_prefix(end);
        const bool isLast = path.empty();
        if (segment == "/..")
            out.resize(out.empty() ? 0 : out.rfind('/'));
        else if (segment != "/.")
            out += segment;
        if (isLast && (segment == "/." || segment == "/.."))
            out += '/';
    }
    return out;
}

} // namespace

Result<Url> Url::parse(std::string_view text)
{
    const std::string_view whole = text;
    if (text.size() > kMaxUrlBytes)
        return wrong(text, Sentence("it is longer than {} bytes", kMaxUrlBytes));
    const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (!std::all_of(text.begin(), text.end(), isAscii))
        return wrong(text,
                     Sentence("it holds a character that is not ASCII; write it percent-encoded"));
    if (std::any_of(text.begin(), text.end(), [](char c) { return c <= ' ' || c == 0x7f; }))
        return wrong(text, Sentence("it holds a space or a control character"));
    const std::size_t colon = text.find("://");
    if (colon == std::string_view::npos)
        return wrong(text, Sentence("it does not start with http:// or https://"));
    Url url;
    url.scheme = lowered(text.substr(0, colon));
    if (url.scheme != "http" && url.scheme != "https")
        return wrong(text,
                     Sentence("only http:// and https:// are supported, not {}://", url.scheme));
    url.port = defaultPort(url.scheme);
    text.remove_prefix(colon + 3);
    text = text.substr(0, text.find('#'));

    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    std::string_view authority = text.substr(0, end);
    if (end < text.size()) {
        url.target = text.substr(end);
        if (text[end] == '?')
            url.target.insert(0, 1, '/');
    }
    if (authority.find('@') != std::string_view::npos)
        return wrong(whole, Sentence("user names and passwords in URLs are not supported"));

    std::string_view port;
    bool hasPort = false;
    if (authority.starts_with('[')) {
        const std::size_t close = authority.find(']');
        if (close == std::string_view::npos)
            return wrong(whole, Sentence("the IPv6 address has no closing bracket"));
        url.host = lowered(authority.substr(1, close - 1));
        if (url.host.empty() || !std::all_of(url.host.begin(), url.host.end(), isLiteralCharacter))
            return wrong(whole, Sentence("what stands in brackets is not an IPv6 address"));
        authority.remove_prefix(close + 1);
        if (!authority.empty() && authority.front() != ':')
            return wrong(whole,
                         Sentence("there is something between the closing bracket and the port"));
        hasPort = !authority.empty();
        port = hasPort ? authority.substr(1) : authority;
    } else {
        const std::size_t portColon = authority.rfind(':');
        hasPort = portColon != std::string_view::npos;
        url.host = lowered(authority.substr(0, portColon));
        if (url.host.empty())
            return wrong(whole, Sentence("it names no host"));
        if (!std::all_of(url.host.begin(), url.host.end(), isHostCharacter))
            return wrong(whole, Sentence("the host name holds a character that no host name has"));
        if (hasPort)
            port = authority.substr(portColon + 1);
    }
    if (hasPort && !port.empty()) {
        unsigned value = 0;
        const auto [rest, error] = std::from_chars(port.data(), port.data() + port.size(), value);
        if (error != std::errc{} || rest != port.data() + port.size() || value == 0
            || value > 65535)
            return wrong(whole, Sentence("the port is not a number from 1 to 65535"));
        url.port = static_cast<std::uint16_t>(value);
    }
    return url;
}

Result<Url> Url::resolve(std::string_view reference) const
{
    const std::size_t colon = reference.find(':');
    if (colon < reference.find_first_of("/?#"))
        return parse(reference);
    if (reference.starts_with("//"))
        return parse(fmt::format("{}:{}", scheme, reference));
    const std::string_view path = std::string_view(target).substr(0, target.find('?'));
    const std::size_t split = std::min(reference.find_first_of("?#"), reference.size());
    const std::string_view relative = reference.substr(0, split);
    std::string merged;
    if (relative.starts_with('/'))
        merged = relative;
    else if (relative.empty())
        merged = path;
    else
        merged = fmt::format("{}{}", path.substr(0, path.rfind('/') + 1), relative);
    const bool keepsQuery = relative.empty() && !reference.substr(split).starts_with('?');
    return parse(fmt::format("{}://{}{}{}", scheme, hostHeader(), withoutDots(merged),
                             keepsQuery ? std::string_view(target).substr(path.size())
                                        : reference.substr(split)));
}

std::string Url::hostHeader() const
{
    const std::string bare = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return port == defaultPort(scheme) ? bare : fmt::format("{}:{}", bare, port);
}

std::string Url::text() const
{
    return fmt::format("{}://{}{}", scheme, hostHeader(), target);
}

} // namespace reusescope
