// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>
#include <utility>

namespace reusescope {

/// Owns a file descriptor and closes it. -1: none.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) { }
    Descriptor(Descriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() { reset(); }

    void reset()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); } ///< to another owner
    bool isValid() const { return m_fd >= 0; }

private:
    int m_fd = -1;
};

} // namespace reusescope
