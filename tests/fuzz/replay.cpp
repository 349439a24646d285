// SPDX-License-Identifier: GPL-3.0-or-later
// A fuzz target without libFuzzer: runs each file of the folders named on the command line through
// it. No file at all is a failure.
#include "tests/fuzz/fuzz.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

int main(int count, char **arguments)
{
    namespace fs = std::filesystem;
    int files = 0;
    for (int i = 1; i < count; ++i) {
        for (const fs::directory_entry &entry : fs::directory_iterator(arguments[i])) {
            if (!entry.is_regular_file())
                continue;
            std::ifstream stream(entry.path(), std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
            // Before it runs: a crash then shows which file it was.
            std::printf("%s\n", entry.path().filename().c_str());
            std::fflush(stdout);
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()),
                                   bytes.size());
            ++files;
        }
    }
    std::printf("%d files\n", files);
    return files > 0 ? 0 : 1;
}
