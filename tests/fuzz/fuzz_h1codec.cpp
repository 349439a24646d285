// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes fed to the HTTP/1.1 codecs whole and one by one give the same messages, and the same error.
// Byte 0: bit 0 chooses the server's codec, the others the client's request method.
#include "core/http/h1clientcodec.h"
#include "core/http/h1servercodec.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

using namespace reusescope;

namespace {

constexpr int kMaxMessages = 100;

/// What the client's codec makes of `bytes`, fed in pieces of at most `piece`.
std::string responses(std::string_view bytes, std::size_t piece, Method method)
{
    H1ClientCodec codec;
    std::string seen;
    for (int messages = 0; messages < kMaxMessages; ++messages) {
        codec.startResponse(method);
        auto status = H1ClientCodec::Status::NeedMore;
        while (!bytes.empty() && status == H1ClientCodec::Status::NeedMore) {
            const std::string_view part = bytes.substr(0, piece);
            const auto fed = codec.feed(part);
            fuzz::require(fed.consumed <= part.size(), "no more is consumed than was fed");
            status = fed.status;
            bytes.remove_prefix(fed.consumed);
            if (status == H1ClientCodec::Status::NeedMore)
                fuzz::require(fed.consumed == part.size(), "who needs more has consumed all");
        }
        if (status == H1ClientCodec::Status::NeedMore)
            status = codec.finish();
        seen += std::to_string(static_cast<int>(status)) + ' ';
        if (codec.headComplete())
            seen += std::to_string(codec.head().status) + ' ' + std::to_string(codec.bodyBytes())
                + ' ' + std::to_string(codec.trailerCount()) + ' ';
        seen += std::to_string(codec.interimResponses()) + '\n';
        if (status == H1ClientCodec::Status::Failed)
            seen += codec.error().detail;
        if (status != H1ClientCodec::Status::MessageEnd || bytes.empty())
            break;
    }
    return seen;
}

std::string requests(std::string_view bytes, std::size_t piece)
{
    H1ServerCodec codec;
    std::string seen;
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, piece);
        const auto fed = codec.feed(part);
        fuzz::require(fed.consumed <= part.size(), "no more is consumed than was fed");
        if (fed.status == H1ServerCodec::Status::Failed)
            return seen + codec.error().detail;
        if (fed.status == H1ServerCodec::Status::MessageEnd)
            seen += std::string(codec.request().method) + ' '
                + std::to_string(codec.request().tag.value_or(0)) + '\n';
        else
            fuzz::require(fed.consumed == part.size(), "who needs more has consumed all");
        bytes.remove_prefix(fed.consumed);
    }
    return seen + (codec.requestBegun() ? "begun" : "between");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view bytes =
        std::string_view(reinterpret_cast<const char *>(data), size).substr(1);
    if ((data[0] & 1) != 0) {
        fuzz::require(requests(bytes, bytes.size()) == requests(bytes, 1),
                      "requests do not depend on how their bytes are cut");
    } else {
        constexpr std::array methods{Method::Get, Method::Post, Method::Head};
        const Method method = methods[(data[0] >> 1) % methods.size()];
        fuzz::require(responses(bytes, bytes.size(), method) == responses(bytes, 1, method),
                      "responses do not depend on how their bytes are cut");
    }
    return 0;
}
