// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/version.h"

#include "reusescope_commit.h"

#include <fmt/format.h>
#include <llhttp.h>
#include <nghttp2/nghttp2.h>
#include <openssl/crypto.h>

#include <string_view>

namespace reusescope {

std::string programVersion()
{
    return REUSESCOPE_VERSION;
}

std::string programCommit()
{
    return REUSESCOPE_COMMIT;
}

std::string compilerVersion()
{
    return REUSESCOPE_COMPILER;
}

std::vector<LibraryVersion> libraryVersions()
{
    // "OpenSSL 3.0.16 11 Feb 2025": the name is said already.
    std::string_view openssl = OpenSSL_version(OPENSSL_VERSION);
    constexpr std::string_view kName = "OpenSSL ";
    if (openssl.starts_with(kName))
        openssl.remove_prefix(kName.size());
    return {
        {"llhttp",
         fmt::format("{}.{}.{}", LLHTTP_VERSION_MAJOR, LLHTTP_VERSION_MINOR, LLHTTP_VERSION_PATCH)},
        {"nghttp2", nghttp2_version(0)->version_str},
        {"OpenSSL", std::string(openssl)}};
}

std::string versionText(const std::vector<LibraryVersion> &libraries)
{
    std::string text = fmt::format("reusescope {}\ncommit {}\ncompiler {}", programVersion(),
                                   programCommit(), compilerVersion());
    for (const LibraryVersion &library : libraries)
        text += fmt::format("\n{} {}", library.name, library.version);
    return text;
}

} // namespace reusescope
