// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace reusescope {

/// A library that the program works with, as it is at run time where the library can tell.
struct LibraryVersion
{
    std::string name;
    std::string version;
};

/// "0.1.0"
std::string programVersion();
/// The commit that was built, "-modified" when the sources differed from it, or "unknown".
std::string programCommit();
/// "GNU 12.2.0"
std::string compilerVersion();
/// llhttp, nghttp2 and OpenSSL; Qt is the window's to add.
std::vector<LibraryVersion> libraryVersions();

/// What --version prints, a line for each: "reusescope 0.1.0", "commit ...", "compiler ...", the
/// libraries.
std::string versionText(const std::vector<LibraryVersion> &libraries);

} // namespace reusescope
