// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

namespace reusescope::cli {

void complain(std::string_view sentence)
{
    fmt::print(stderr, "reusescope-cli: {}\n", sentence);
}

ExitCode complain(const Error &error)
{
    complain(error.detail);
    return exitCodeFor(error);
}

Result<void> print(std::string_view text)
{
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!whole || std::fflush(stdout) != 0)
        return systemError(ErrorKind::File, errno, "standard output");
    return {};
}

} // namespace reusescope::cli
