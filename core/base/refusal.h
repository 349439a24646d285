// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cerrno>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

namespace reusescope {

/// ErrorKind::System, with a sentence that begins with `what`; without memory even for that, with a
/// shorter one.
Error refusalError(std::string_view what, int errnoValue) noexcept;

/// Does `work`. What the system refuses it (memory, descriptors, threads) comes back as an error.
template <typename Work> std::optional<Error> refusalOf(std::string_view what, Work work)
{
    try {
        work();
    } catch (const std::bad_alloc &) {
        return refusalError(what, ENOMEM);
    } catch (const std::system_error &failure) {
        return refusalError(what, failure.code().value());
    }
    return std::nullopt;
}

} // namespace reusescope
