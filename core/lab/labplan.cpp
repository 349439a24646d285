// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labplan.h"

#include "core/http/h1servercodec.h"

#include <algorithm>
#include <string_view>

namespace reusescope {

namespace {

constexpr std::string_view kBodyPattern = "ok";
constexpr std::size_t kMaxChunk = 16 * 1024;

std::string framedBody(const LabScript &script)
{
    std::string plain(script.bodyBytes, '\0');
    for (std::size_t at = 0; at < plain.size(); ++at)
        plain[at] = kBodyPattern[at % kBodyPattern.size()];
    if (script.framing == Framing::Length)
        return plain;
    std::string chunked;
    for (std::string_view rest = plain; !rest.empty();
         rest.remove_prefix(std::min(kMaxChunk, rest.size())))
        H1ServerCodec::appendChunk(chunked, rest.substr(0, kMaxChunk));
    H1ServerCodec::appendLastChunk(chunked);
    return chunked;
}

} // namespace

LabPlan::LabPlan(const LabScript &source) : script(source), body(framedBody(source))
{
    for (const LabAct &act : script.acts)
        m_hasActs[static_cast<std::size_t>(act.when)] = true;
}

} // namespace reusescope
