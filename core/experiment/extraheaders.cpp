// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/extraheaders.h"

#include "core/base/sentence.h"
#include "core/http/h1fields.h"
#include "core/http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace reusescope {

namespace {

constexpr std::size_t kMostShown = 80;

struct OwnField
{
    std::string_view name;
    const char *why;
};

constexpr const char *kFraming = phrase("where a message ends is the program's to say");
constexpr const char *kConnection = phrase("what becomes of the connection is what is measured");
constexpr const char *kAnswer = phrase("the answer to it would not be understood");
constexpr std::array kOwnFields{
    OwnField{"content-length", kFraming},
    OwnField{"transfer-encoding", kFraming},
    OwnField{"trailer", kFraming},
    OwnField{"te", kFraming},
    OwnField{"connection", kConnection},
    OwnField{"keep-alive", kConnection},
    OwnField{"proxy-connection", kConnection},
    OwnField{"upgrade", kAnswer},
    OwnField{"http2-settings", kAnswer},
    OwnField{"expect", kAnswer},
    OwnField{"host", phrase("the URL says it")},
    OwnField{kTagHeader, phrase("it tells one request from another")},
};

Error refused(std::string_view what, const char *why)
{
    std::string shown;
    for (const char c : what.substr(0, kMostShown))
        shown += isControl(c) ? '?' : c;
    return inputError("the header \"{}\" cannot be sent: {}", shown, Sentence(why));
}

Result<void> checkHeader(const ExtraHeader &header)
{
    const auto &[name, value] = header;
    if (name.empty() || !std::all_of(name.begin(), name.end(), isTokenChar))
        return refused(name,
                       phrase("its name is not made of letters, digits and !#$%&'*+-.^_`|~ alone"));
    const auto own =
        std::find_if(kOwnFields.begin(), kOwnFields.end(), [&name = name](const OwnField &field) {
            return equalsIgnoringCase(field.name, name);
        });
    if (own != kOwnFields.end())
        return refused(name, own->why);
    if (std::any_of(value.begin(), value.end(), isControl))
        return refused(name, phrase("its value holds a control character"));
    if (trimmed(value) != value)
        return refused(name, phrase("its value begins or ends with a blank"));
    return {};
}

} // namespace

Result<ExtraHeader> parseHeader(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return refused(text, phrase("there is no colon between a name and a value"));
    ExtraHeader header{text.substr(0, colon), trimmed(text.substr(colon + 1))};
    if (const Result<void> ok = checkHeader(header); !ok)
        return ok.error();
    return header;
}

Result<void> checkHeaders(const std::vector<ExtraHeader> &headers)
{
    if (headers.size() > kMaxExtraHeaders)
        return inputError("at most {} headers can be added to a request, not {}", kMaxExtraHeaders,
                          headers.size());
    std::size_t bytes = 0;
    for (const ExtraHeader &header : headers) {
        if (const Result<void> ok = checkHeader(header); !ok)
            return ok;
        bytes += header.first.size() + header.second.size();
    }
    if (bytes > kMaxExtraHeaderBytes)
        return inputError("the headers added to a request have at most {} bytes in all, not "
                          "{}",
                          kMaxExtraHeaderBytes, bytes);
    return {};
}

} // namespace reusescope
