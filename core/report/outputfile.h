// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace reusescope {

/// A file that is written from start to end, of which every write is checked.
///
/// Thread: one at a time. Ownership: closes what it opened; standard output stays open.
/// Failure: the first one sticks: write() then does nothing and returns false, and close() tells
/// it, as ErrorKind::File with the path and the text of errno. What was written before stays.
class OutputFile
{
public:
    /// Creates the file, or empties the one there is.
    static Result<OutputFile> create(const std::filesystem::path &path);
    /// Fails with EEXIST when something has that name; follows no link.
    static Result<OutputFile> createNew(const std::filesystem::path &path);
    static OutputFile standardOutput();

    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&) = delete;
    ~OutputFile();

    /// Buffers, and writes when enough has come together. False: there is no point in going on.
    bool write(std::string_view text);
    /// Writes the rest and closes. Not calling it loses what is still buffered.
    Result<void> close();

private:
    OutputFile(int fd, bool owned, std::string name);
    static Result<OutputFile> open(const std::filesystem::path &path, int extraFlags);
    bool flush();

    int m_fd; // -1: closed
    bool m_owned;
    std::string m_name; // for error sentences
    std::string m_buffer;
    int m_errno = 0; // of the first failure
};

} // namespace reusescope
