// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/outputfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace reusescope {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

} // namespace

OutputFile::OutputFile(int fd, bool owned, std::string name)
    : m_fd(fd), m_owned(owned), m_name(std::move(name))
{
    m_buffer.reserve(kBufferBytes);
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)),
      m_owned(other.m_owned),
      m_name(std::move(other.m_name)),
      m_buffer(std::move(other.m_buffer)),
      m_errno(other.m_errno)
{ }

OutputFile::~OutputFile()
{
    if (m_fd >= 0 && m_owned)
        ::close(m_fd);
}

Result<OutputFile> OutputFile::create(const std::filesystem::path &path)
{
    return open(path, O_TRUNC);
}

Result<OutputFile> OutputFile::createNew(const std::filesystem::path &path)
{
    return open(path, O_EXCL);
}

OutputFile OutputFile::standardOutput()
{
    // What the C and C++ streams still hold was printed first and must come first.
    std::fflush(stdout);
    return {STDOUT_FILENO, false, "standard output"};
}

Result<OutputFile> OutputFile::open(const std::filesystem::path &path, int extraFlags)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | extraFlags, 0666);
    if (fd < 0)
        return systemError(ErrorKind::File, errno, path.string());
    return OutputFile(fd, true, path.string());
}

bool OutputFile::write(std::string_view text)
{
    if (m_errno != 0)
        return false;
    m_buffer += text;
    return m_buffer.size() < kBufferBytes || flush();
}

bool OutputFile::flush()
{
    std::string_view rest = m_buffer;
    while (!rest.empty() && m_errno == 0) {
        const ssize_t written = ::write(m_fd, rest.data(), rest.size());
        if (written >= 0)
            rest.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_errno = errno;
    }
    m_buffer.clear();
    return m_errno == 0;
}

Result<void> OutputFile::close()
{
    flush();
    const int fd = std::exchange(m_fd, -1);
    // Some file systems tell only here that there was no room.
    if (m_owned && ::close(fd) != 0 && m_errno == 0)
        m_errno = errno;
    if (m_errno != 0)
        return systemError(ErrorKind::File, m_errno, m_name);
    return {};
}

} // namespace reusescope
